"""The expected value of a hand before the first card is played (docs/bots.md).

The value of a hand is the declarer's expected final card points; the value of a bid is its expected
payment in Schilling under rules with ``match=60``. Both come from tables that ``dobbm
train-tables`` learns from played deals. Functions whose names end in ``_each`` take arrays of card
sets, to value thousands of worlds in one call.
"""

from __future__ import annotations

from array import array
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple, TypeAlias

from dobbm.ai.arrays import Stored, read_arrays, write_arrays
from dobbm.ai.calling import Numbers, Out, Room
from dobbm.ai.machine import machine, sizes
from dobbm.extras import extra_solver
from dobbm.game.actions import BIDS
from dobbm.game.arguments import AMOUNT, takes, verify_argument
from dobbm.game.cards import CARD_SET, PACK, CardSet
from dobbm.game.errors import DobbmError
from dobbm.game.exchange import DISCARDS, companions_of
from dobbm.game.play import TRICKS
from dobbm.game.rules import SOLO, Rules
from dobbm.game.settlement import HALF

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Hands: TypeAlias = "NDArray[np.int64]"
Values: TypeAlias = "NDArray[np.float64]"

FORMAT = 1
"""The file format number; it changes with the meaning of the cells."""

USES = ("kept", "solo", "dobbm")
"""The names of the hand tables: for the eight cards kept in a Dobbm, for a Solo, and for a Dobbm
before the talon is taken up."""
MOST = 2.0 * HALF
"""The number of card points in the pack."""
TWELVE = TRICKS + DISCARDS
"""The number of cards from which a declarer discards."""
PLACES = 4
POWERS = 3
"""The number of coefficients for a bid's payment, a quadratic function of the hand's strength."""
STRENGTHS = (10.0, 100.0)
"""The range to which expected card points are clipped before a bid is valued; few lie outside."""


class LookupTables(NamedTuple):
    """All learned lookup tables, as stored in the file."""

    kept: Values
    """Values of hands kept in a Dobbm; ``dobbm.ai.kernel.evaluation`` defines the cells."""
    solo: Values
    """Values of hands in a Solo."""
    dobbm: Values
    """Values of a Dobbm declarer's hands before the talon is taken up."""
    bids: Values
    """Coefficients for the expected payments of bids. The axes are the word, whether a Dobbm has
    been bid, how many seats have spoken before, and the power of the hand's strength."""
    belief: Values
    """The weights of the world features of ``ai.kernel.belief``."""
    made: dict[str, Any]
    """How the tables were learned."""

    def save(self, path: Path) -> None:
        """Write the tables to the file ``path``; the same tables always give the same bytes."""
        arrays = {name: getattr(self, name).astype("f4") for name in self._fields[:-1]}
        write_arrays(path, FORMAT, self.made, arrays)

    @classmethod
    def load(cls, source: IO[bytes]) -> LookupTables:
        """Read a file that ``save`` has written; raise ``DobbmError`` as ``read_arrays`` does."""
        with extra_solver("lookup tables of one's own"):
            import numpy as np

        found, made = _read(source)
        arrays = {name: np.array(one.numbers).reshape(one.shape) for name, one in found.items()}
        return cls(**arrays, made=made)


def _read(source: IO[bytes]) -> tuple[dict[str, Stored], dict[str, Any]]:
    names, what = LookupTables._fields[:-1], "the hand tables"
    arrays, made = read_arrays(source, FORMAT, names, "d", what)
    if {arrays[name].shape for name in USES} != {(sizes(machine()).values,)}:
        raise DobbmError(f"{what} have a different format")
    return arrays, made


@cache
def stored_tables() -> dict[str, Stored]:
    """Return the arrays that come with the package, read on first use."""
    with files("dobbm.ai").joinpath("data", "evaluation.npz").open("rb") as source:
        return _read(source)[0]


@cache
def lookup_tables() -> LookupTables:
    """Return the tables that come with the package, as NumPy's arrays."""
    with files("dobbm.ai").joinpath("data", "evaluation.npz").open("rb") as source:
        return LookupTables.load(source)


def kept_table(name: str) -> Room:
    """Return a table in the memory of this thread's machine."""
    return machine().keep(name, lambda: stored_tables()[name].numbers)


def look_up(use: str, hands: Numbers, discards: Numbers) -> list[float]:
    """Return the values of hands for one of ``USES``, each with its discards, or 0 for none.

    They are clipped to the possible range, because a sum of cells may leave it.
    """
    found = Out("d", len(hands))
    machine().call("look_up_hands", kept_table(use), hands, discards, len(hands), found)
    return [_clipped(value) for value in found.values]


def _clipped(value: float) -> float:
    return min(max(value, 0.0), MOST)


def _look_up_one(name: str, hand: CardSet, discards: CardSet = 0) -> float:
    return look_up(name, array("q", [hand]), array("q", [discards]))[0]


@takes(hand=CARD_SET, discards=CARD_SET)
def kept_points(hand: CardSet, discards: CardSet) -> float:
    """Return a Dobbm declarer's expected points, given the eight cards kept and the discards."""
    return _look_up_one("kept", hand, discards)


@takes(hand=CARD_SET)
def solo_points(hand: CardSet) -> float:
    """Return a Solo declarer's expected points with this hand of eight cards."""
    return _look_up_one("solo", hand)


def solo_points_each(hands: Hands) -> Values:
    """Return ``solo_points`` for many hands."""
    with extra_solver("an array of values"):
        import numpy as np

    for place in np.flatnonzero(hands & ~PACK)[:1]:
        verify_argument(int(hands[place]), f"hands[{place}]", CARD_SET)
    none = array("q", bytes(8 * len(hands)))
    return np.array(look_up("solo", array("q", hands.tolist()), none))


@takes(hand=CARD_SET)
def dobbm_points(hand: CardSet) -> float:
    """Return a Dobbm declarer's expected points with this hand, before the talon is taken up."""
    return _look_up_one("dobbm", hand)


@takes(hand=CARD_SET)
def bid_payment(word: str, hand: CardSet, place: int, *, bid: bool = False) -> float:
    """Return a seat's expected payment in Schilling for saying a word; negative if the seat pays.

    ``word`` is one of ``BIDS``, ``place`` is the number of seats that spoke before this one, and
    ``bid`` means that one of them has said dobbm. A deal thrown in pays 0. The payment is for a
    table of four and a Match of 60.

    Raises ``ValueError`` for a place that is not from 0 to 3, and for ``bid`` at place 0.
    """
    if not bid <= place < PLACES:
        raise ValueError(f"place {place} does not exist, or nobody can have bid before it")
    strength = strength_of(_look_up_one(table_for(word), hand))
    start = ((BIDS.index(word) * 2 + bid) * PLACES + place) * POWERS
    weights = stored_tables()["bids"].numbers[start : start + POWERS]
    return float(sum([weight * strength**power for power, weight in enumerate(weights)]))


def table_for(word: str) -> str:
    """Return the name of the table with the strength of a hand for saying ``word``.

    For the word solo, it is the table for Solos; for any other word, the one for a Dobbm before
    the talon is taken up.
    """
    return "solo" if word == SOLO.name else "dobbm"


def strength_of(points: float) -> float:
    """Return the strength of a hand with so many expected card points.

    The expected payment for a bid is a weighted sum of its powers 0 to 2.
    """
    least, most = STRENGTHS
    return (min(max(points, least), most) - 50.0) / 10.0


@takes(twelve=CARD_SET, count=AMOUNT)
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
    discards, values = Out("q", count), Out("d", count)
    companions = companions_of(rules)
    found = machine().call(
        "choose_discards", kept_table("kept"), twelve, companions, count, discards, values
    )
    worths = map(_clipped, values.values[:found])
    return list(zip(discards.values[:found], worths, strict=True))
