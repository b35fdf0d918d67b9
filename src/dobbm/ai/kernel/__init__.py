"""Compiled code: the solver, worlds, random deals, hand values and the learned policy.

The rules for legal cards, winning cards, discards and payments are not rewritten here: the
functions of ``dobbm.game`` are compiled unchanged. For this, ``bits`` teaches Numba the two methods
of ``int`` that they use.
"""

from dobbm.extras import extra_solver

with extra_solver("dobbm.ai.kernel"):
    import numba  # noqa: F401 - fails now, with a name, rather than in one of the modules
    import numpy  # noqa: F401
