"""How the tables of ``evaluation`` and the weights of ``rollouts`` are learnt (docs/bots.md).

Both come from deals that were played. Nothing here is needed to play.
"""

from __future__ import annotations

from dobbm.training.policy import learn_to_play
from dobbm.training.progress import Progress
from dobbm.training.quality import Decile, Quality, check
from dobbm.training.tables import train

__all__ = ["Decile", "Progress", "Quality", "check", "learn_to_play", "train"]
