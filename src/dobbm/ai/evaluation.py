"""What a hand may be expected to bring, before a card is played (docs/bots.md).

All figures are card points: the declarer's final ones, or a payment at a match of 60. They come
from tables that ``dobbm train-tables`` learns from deals that were played. Functions whose names
end in ``_each`` take arrays of sets of cards, and are made for thousands of worlds at a time.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import IO, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dobbm.ai.arrays import read_arrays, write_arrays
from dobbm.ai.kernel.evaluation import CELLS, TWELVE, Table, find_discards, look_up_each
from dobbm.game.actions import BIDS
from dobbm.game.cards import CardSet
from dobbm.game.exchange import COMPANIONS
from dobbm.game.rules import SOLO, SowCompanion

Hands = NDArray[np.int64]
Values = NDArray[np.float64]

FORMAT = 1
"""Of the file; another number says that its cells mean something else."""

USES = ("kept", "solo", "dobbm")
"""What a hand is used for; the names of the tables of card points."""
MOST = 120.0
"""Card points there are."""
PLACES = 4
POWERS = 3
"""The payment for a bid is a polynomial of the hand's strength, of the second degree."""
STRENGTHS = (10.0, 100.0)
"""Stronger and weaker hands are taken as if they were no more so: few deals have them."""


class Tables(NamedTuple):
    """All that is learnt, as it stands in the file."""

    kept: Table
    """By the cells of ``dobbm.ai.kernel.evaluation``: eight cards with which a Dobbm is played."""
    solo: Table
    """Eight cards with which a Solo is played."""
    dobbm: Table
    """Eight cards before the talon is taken up."""
    bids: Values
    """By word, whether a Dobbm has been bid, place and power of the strength: what is paid."""
    belief: Values
    """By sign of ``players.pimc.belief`` how much it speaks for a world."""
    made: dict[str, Any]
    """How all this was learnt."""

    def save(self, path: Path) -> None:
        """Write the file; the same tables give the same bytes."""
        arrays = {name: getattr(self, name).astype(np.float32) for name in self._fields[:-1]}
        write_arrays(path, FORMAT, self.made, arrays)

    @classmethod
    def load(cls, source: IO[bytes]) -> Tables:
        """Read a file that ``save`` has written; ``DobbmError`` as from ``read_arrays``."""
        names, what = cls._fields[:-1], "the tables of hands"
        arrays, made = read_arrays(source, FORMAT, names, np.float64, length=CELLS, what=what)
        return cls(**arrays, made=made)


@cache
def tables() -> Tables:
    """The tables that come with the package, read when they are first asked for."""
    with files("dobbm.ai").joinpath("data", "evaluation.npz").open("rb") as source:
        return Tables.load(source)


@cache
def _table(name: str) -> Table:
    table: Table = getattr(tables(), name)
    return table


def _look_up(name: str, hands: Hands, discards: Hands) -> Values:
    """By one of the tables, within what can be made: a sum of cells may lie a little beyond."""
    return np.clip(look_up_each(_table(name), hands, discards), 0.0, MOST)


def kept_points(hand: CardSet, discards: CardSet) -> float:
    """What the declarer of a Dobbm makes of eight cards after he has laid four away."""
    return float(kept_points_each(np.array([hand]), np.array([discards]))[0])


def kept_points_each(hands: Hands, discards: Hands) -> Values:
    """``kept_points`` of many hands, each with its discards."""
    return _look_up("kept", hands, discards)


def solo_points(hand: CardSet) -> float:
    """What the declarer of a Solo makes of his eight cards."""
    return float(solo_points_each(np.array([hand]))[0])


def solo_points_each(hands: Hands) -> Values:
    """``solo_points`` of many hands."""
    return _look_up("solo", hands, np.zeros_like(hands))


def dobbm_points(hand: CardSet) -> float:
    """What the declarer of a Dobbm makes of eight cards before he takes up the talon."""
    return float(dobbm_points_each(np.array([hand]))[0])


def dobbm_points_each(hands: Hands) -> Values:
    """``dobbm_points`` of many hands."""
    return _look_up("dobbm", hands, np.zeros_like(hands))


def bid_payment(word: str, hand: CardSet, place: int, *, bid: bool = False) -> float:
    """What a seat gets (below 0: pays) if it says the word; a deal that is thrown in counts as 0.

    The word is one of ``BIDS``. ``place``: how many seats speak before it; ``bid``: whether one of
    them has said dobbm. Four players settle. Raises ``ValueError`` for a place that is not from 0
    to 3, and for a bid before the first.
    """
    if not bid <= place < PLACES:
        raise ValueError(f"place {place} does not exist, or nobody can have bid before it")
    known = tables()
    powers = bid_powers(known.dobbm, known.solo, word, np.array([hand]))
    return float((powers @ known.bids[BIDS.index(word), int(bid), place])[0])


def bid_powers(dobbm: Table, solo: Table, word: str, hands: Hands) -> Values:
    """The powers of the strength by which a bid is judged, a row a hand.

    A Solo is played with the hand as it is; for the other words it counts what the talon may bring.
    """
    table = solo if word == SOLO.name else dobbm
    points = look_up_each(table, hands, np.zeros_like(hands))
    strength = (np.clip(points, *STRENGTHS) - 50.0) / 10.0
    return strength[:, None] ** np.arange(POWERS)


def best_discards(
    twelve: CardSet, companion: SowCompanion, count: int
) -> list[tuple[CardSet, float]]:
    """The best lawful discards from twelve cards, up to ``count`` of them, the best first.

    Each with the ``kept_points`` of what is left.

    >>> from dobbm.game.cards import names, parse_cards
    >>> twelve = parse_cards("HS HT HK H9 H7 LS LT AS BT BK BU B7")
    >>> [(discards, _)] = best_discards(twelve, "plain", 1)
    >>> names(discards)
    ['B7', 'BK', 'BT', 'BU']

    Raises ``ValueError`` for other than twelve cards.
    """
    if twelve.bit_count() != TWELVE:
        raise ValueError(f"one lays away from twelve cards, not {twelve.bit_count()}")
    discards, values = np.zeros(count, np.int64), np.zeros(count)
    found = find_discards(_table("kept"), twelve, COMPANIONS[companion], discards, values)
    worths = np.clip(values[:found], 0.0, MOST)
    return list(zip(discards[:found].tolist(), worths.tolist(), strict=True))
