"""Compiled code: the game's own functions at machine speed.

The rules are not written here a second time. ``bits`` teaches Numba the two methods of ``int`` that
``dobbm.game.tricks`` uses, and the functions there are compiled as they stand.
"""
