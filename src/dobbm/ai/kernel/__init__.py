"""Compiled code: the solver, worlds, random deals, hand values and the learned policy.

The rules for legal cards, winning cards, discards and payments are not rewritten here: the
functions of ``dobbm.game`` are compiled unchanged. For this, ``bits`` teaches Numba the two methods
of ``int`` that they use.
"""
