"""Training of the tables of ``evaluation`` and the weights of ``rollouts`` (docs/bots.md).

Both are learned from played deals. Playing needs nothing from this package.
"""

from __future__ import annotations

from dobbm.training.policy import learn_to_play
from dobbm.training.progress import Progress
from dobbm.training.quality import Decile, Quality, check
from dobbm.training.tables import train

__all__ = ["Decile", "Progress", "Quality", "check", "learn_to_play", "train"]
