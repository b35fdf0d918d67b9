"""Compiled code: the game's own functions at the speed of the machine.

The rules are not written here a second time. ``bits`` teaches Numba the two methods of ``int`` that
``dobbm.game.tricks`` uses, and what stands there is compiled as it stands.
"""
