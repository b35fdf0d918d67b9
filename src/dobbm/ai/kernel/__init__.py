"""Compiled code: the game's own functions at machine speed.

The rules are not reimplemented here. ``bits`` teaches Numba the two methods of ``int`` that
``dobbm.game.tricks`` uses, and the functions there are compiled unchanged.
"""
