"""Trains the tables of ``ai.evaluation`` and the weights of ``ai.rollouts`` (docs/bots.md).

Both are learned from played deals. The players themselves need nothing from this package.
"""

from __future__ import annotations

from dobbm.extras import extra_solver
from dobbm.training.reports import Progress

with extra_solver("dobbm.training"):
    from dobbm.training.lookup_tables import train
    from dobbm.training.quality import Decile, Quality, check
    from dobbm.training.responses import best_response, gain_of
    from dobbm.training.self_play import Role, learn_to_play

__all__ = [
    "Decile",
    "Progress",
    "Quality",
    "Role",
    "best_response",
    "check",
    "gain_of",
    "learn_to_play",
    "train",
]
