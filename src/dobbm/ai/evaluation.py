"""The expected value of a hand before the first card is played (docs/bots.md).

The value of a hand is the declarer's expected final card points; the value of a bid is its expected
payment in Schilling under rules with ``match=60``. Both come from tables that ``dobbm
train-tables`` learns from played deals. Functions whose names end in ``_each`` take arrays of card
sets, to value thousands of worlds in one call.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import IO, Any, NamedTuple

from dobbm.extras import extra_solver
from dobbm.game.actions import BIDS
from dobbm.game.cards import CardSet
from dobbm.game.exchange import companions_of
from dobbm.game.rules import SOLO, Rules

with extra_solver("dobbm.ai.evaluation"):
    import numpy as np
    from numpy.typing import NDArray

    from dobbm.ai.arrays import read_arrays, write_arrays
    from dobbm.ai.kernel.evaluation import CELLS, TWELVE, ValueTable, find_discards, look_up_each
Hands = NDArray[np.int64]
Values = NDArray[np.float64]

FORMAT = 1
"""The file format number; it changes with the meaning of the cells."""

USES = ("kept", "solo", "dobbm")
"""The names of the hand tables: for the eight cards kept in a Dobbm, for a Solo, and for a Dobbm
before the talon is taken up."""
MOST = 120.0
"""The number of card points in the pack."""
PLACES = 4
POWERS = 3
"""The number of coefficients for a bid's payment, a quadratic function of the hand's strength."""
STRENGTHS = (10.0, 100.0)
"""The range to which expected card points are clipped before a bid is valued; few lie outside."""


class LookupTables(NamedTuple):
    """All learned lookup tables, as stored in the file."""

    kept: ValueTable
    """Values of hands kept in a Dobbm; ``dobbm.ai.kernel.evaluation`` defines the cells."""
    solo: ValueTable
    """Values of hands in a Solo."""
    dobbm: ValueTable
    """Values of a Dobbm declarer's hands before the talon is taken up."""
    bids: Values
    """Coefficients for the expected payments of bids. The axes are the word, whether a Dobbm has
    been bid, how many seats have spoken before, and the power of the hand's strength."""
    belief: Values
    """The weights of the world features of ``players.pimc.belief``."""
    made: dict[str, Any]
    """How the tables were learned."""

    def save(self, path: Path) -> None:
        """Write the tables to the file ``path``; the same tables always give the same bytes."""
        arrays = {name: getattr(self, name).astype(np.float32) for name in self._fields[:-1]}
        write_arrays(path, FORMAT, self.made, arrays)

    @classmethod
    def load(cls, source: IO[bytes]) -> LookupTables:
        """Read a file that ``save`` has written; raise ``DobbmError`` as ``read_arrays`` does."""
        names, what = cls._fields[:-1], "the hand tables"
        arrays, made = read_arrays(source, FORMAT, names, np.float64, length=CELLS, what=what)
        return cls(**arrays, made=made)


@cache
def lookup_tables() -> LookupTables:
    """Return the tables that come with the package, read on first use."""
    with files("dobbm.ai").joinpath("data", "evaluation.npz").open("rb") as source:
        return LookupTables.load(source)


@cache
def _table(name: str) -> ValueTable:
    table: ValueTable = getattr(lookup_tables(), name)
    return table


def _look_up(name: str, hands: Hands, discards: Hands) -> Values:
    """Look up hand values, clipped to the possible range because a sum of cells may leave it."""
    return np.clip(look_up_each(_table(name), hands, discards), 0.0, MOST)


def kept_points(hand: CardSet, discards: CardSet) -> float:
    """Return a Dobbm declarer's expected points, given the eight cards kept and the discards."""
    return float(kept_points_each(np.array([hand]), np.array([discards]))[0])


def kept_points_each(hands: Hands, discards: Hands) -> Values:
    """Return ``kept_points`` for many hands, each with its own discards."""
    return _look_up("kept", hands, discards)


def solo_points(hand: CardSet) -> float:
    """Return a Solo declarer's expected points with this hand of eight cards."""
    return float(solo_points_each(np.array([hand]))[0])


def solo_points_each(hands: Hands) -> Values:
    """Return ``solo_points`` for many hands."""
    return _look_up("solo", hands, np.zeros_like(hands))


def dobbm_points(hand: CardSet) -> float:
    """Return a Dobbm declarer's expected points with this hand, before the talon is taken up."""
    return float(dobbm_points_each(np.array([hand]))[0])


def dobbm_points_each(hands: Hands) -> Values:
    """Return ``dobbm_points`` for many hands."""
    return _look_up("dobbm", hands, np.zeros_like(hands))


def bid_payment(word: str, hand: CardSet, place: int, *, bid: bool = False) -> float:
    """Return a seat's expected payment in Schilling for saying a word; negative if the seat pays.

    ``word`` is one of ``BIDS``, ``place`` is the number of seats that spoke before this one, and
    ``bid`` means that one of them has said dobbm. A deal thrown in pays 0. The payment is for a
    table of four and a Match of 60.

    Raises ``ValueError`` for a place that is not from 0 to 3, and for ``bid`` at place 0.
    """
    if not bid <= place < PLACES:
        raise ValueError(f"place {place} does not exist, or nobody can have bid before it")
    known = lookup_tables()
    powers = bid_powers(known.dobbm, known.solo, word, np.array([hand]))
    return float((powers @ known.bids[BIDS.index(word), int(bid), place])[0])


def bid_powers(dobbm: ValueTable, solo: ValueTable, word: str, hands: Hands) -> Values:
    """Return the powers 0 to 2 of each hand's strength, one row per hand.

    The expected payment for saying ``word`` is a weighted sum of these powers. For the word solo,
    the strength comes from the table for Solos; for any other word, from the table for a Dobbm
    before the talon is taken up.
    """
    table = solo if word == SOLO.name else dobbm
    points = look_up_each(table, hands, np.zeros_like(hands))
    strength = (np.clip(points, *STRENGTHS) - 50.0) / 10.0
    return strength[:, None] ** np.arange(POWERS)


def best_discards(twelve: CardSet, rules: Rules, count: int) -> list[tuple[CardSet, float]]:
    """Return up to ``count`` of the best legal sets of discards from twelve cards, best first.

    Each is paired with the ``kept_points`` of the remaining hand.

    >>> from dobbm.game.cards import names, parse_cards
    >>> twelve = parse_cards("HS HT HK H9 H7 LS LT AS BT BK BU B7")
    >>> [(discards, _)] = best_discards(twelve, Rules(), 1)
    >>> names(discards)
    ['B7', 'BK', 'BT', 'BU']

    Raises ``ValueError`` unless there are twelve cards.
    """
    if twelve.bit_count() != TWELVE:
        raise ValueError(f"discards are chosen from twelve cards, not {twelve.bit_count()}")
    discards, values = np.zeros(count, np.int64), np.zeros(count)
    found = find_discards(_table("kept"), twelve, companions_of(rules), discards, values)
    worths = np.clip(values[:found], 0.0, MOST)
    return list(zip(discards[:found].tolist(), worths.tolist(), strict=True))
