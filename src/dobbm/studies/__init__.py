"""Studies: claims about the game, tested on many deals (docs/studies.md)."""

from collections.abc import Callable
from concurrent.futures import Executor
from typing import NamedTuple, TypeAlias

from dobbm.studies.luck import study_luck
from dobbm.studies.report import Finding
from dobbm.studies.seats import study_seats
from dobbm.studies.sufficient_hands import study_hands

Investigate: TypeAlias = Callable[[int, int, Executor | None, Callable[[int], None]], Finding]
"""Takes the number of deals, a seed, an executor and a callback for the number of deals played."""


class Study(NamedTuple):
    """A study that can be run."""

    investigate: Investigate
    summary: str
    deals: int
    """How many deals it plays unless told otherwise."""
    in_threads: bool = False
    """Whether it runs compiled code, for which threads are enough."""


STUDIES = {
    "hands": Study(study_hands, "which hands suffice for a Dobbm", 2_000_000, in_threads=True),
    "seats": Study(study_seats, "what a place at the table is worth, and thrown-in deals", 20_000),
    "luck": Study(study_luck, "how many deals it takes until the better player leads", 5_000),
}
