"""A shuffle that anyone can check: everybody mixes, nobody chooses (docs/shuffle.md).

Whoever deals commits to a ``secret`` before anybody else says a thing. Then every person's client
contributes a value of its own, and the person on the dealer's right may say where to cut. The deck
follows from all of it. The secret is told with the record when the deal is over, in a ``Proof``,
and whoever kept the commitment can work the deck out again.

>>> secret = "00" * 32
>>> mixed = (Contribution(0, "5eed"), Contribution(2, "a1b2c3"))
>>> proof = Proof("stubai", 1, commitment(secret), secret, mixed, Cut(seat=2, at=17), left_out=(3,))
>>> [NAMES[card] for card in proof.deck()[:4]]
['HO', 'A6', 'HS', 'LK']
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator
from hashlib import sha256
from itertools import count, pairwise
from typing import Any, NamedTuple

from dobbm.game.actions import Seat
from dobbm.game.cards import DECK, NAMES, Card
from dobbm.game.errors import ShuffleError, shown
from dobbm.game.record import from_record

ALGORITHM = 1
"""The version of all that is done here; a proof names it."""

SECRET_BYTES = 32
MOST_CONTRIBUTED = 64
"""Bytes in the longest contribution."""
MOST_DEALS = 10**9
"""The last number that a deal can have."""
LAST_SEAT: Seat = 4
"""Of a table of five; a proof by itself does not tell how many play."""
DEEPEST_CUT = len(DECK) - 1
"""As many cards at most are lifted off: at least one lifted, at least one left."""

_HASH = re.compile("[0-9a-f]{64}")
_CONTRIBUTED = re.compile(f"([0-9a-f]{{2}}){{1,{MOST_CONTRIBUTED}}}")
_TABLE = re.compile("[A-Za-z0-9_-]{1,64}")

_A_HASH = "64 lower-case hexadecimal digits"
_SOME_BYTES = f"2 to {2 * MOST_CONTRIBUTED} lower-case hexadecimal digits, two a byte"
_A_NAME = "1 to 64 letters, digits, - or _"


class Contribution(NamedTuple):
    """What the client of a person threw in: 1 to 64 bytes as lower-case hexadecimal digits."""

    seat: Seat
    value: str


class Cut(NamedTuple):
    """The cut: ``at`` cards, 1 to 35, were lifted off the top and put below the others."""

    seat: Seat
    at: int


class Proof(NamedTuple):
    """All that a deck was made from; an immutable value.

    Whoever makes one answers for its fields: contributions were checked by ``verify_contribution``
    when they came, a cut by ``verify_cut``. ``from_json`` checks everything.
    """

    table: str
    """The name of the table: 1 to 64 letters, digits, ``-`` or ``_`` of ASCII."""
    deal: int
    """The number of the deal at that table, from 1."""
    commitment: str
    """The SHA-256 of the secret's 32 bytes, told before anybody contributed."""
    secret: str
    contributions: tuple[Contribution, ...]
    """In the order of the seats."""
    cut: Cut | None
    left_out: tuple[Seat, ...]
    """The persons whose contribution did not come in time, in the order of the seats."""

    @property
    def seed(self) -> bytes:
        """The 32 bytes that the order of the cards before the cut depends on, and nothing else."""
        lines = [
            f"dobbm shuffle {ALGORITHM}",
            f"table {self.table}",
            f"deal {self.deal}",
            f"secret {self.secret}",
            *[f"contribution {seat} {value}" for seat, value in self.contributions],
            *[f"left_out {seat}" for seat in self.left_out],
        ]
        return sha256("".join([f"{line}\n" for line in lines]).encode()).digest()

    def deck(self) -> tuple[Card, ...]:
        """The 36 cards in dealing order, after the cut (docs/rules.md 3)."""
        chance = _bytes(self.seed)
        deck = [*DECK]
        for last in range(len(deck) - 1, 0, -1):
            other = _below(last + 1, chance)
            deck[last], deck[other] = deck[other], deck[last]
        at = self.cut.at if self.cut else 0
        return (*deck[at:], *deck[:at])

    def to_json(self) -> dict[str, Any]:
        """The proof as a JSON object, as it stands in a record's ``meta`` as ``shuffle``."""
        return {
            "algorithm": ALGORITHM,
            **self._asdict(),
            "contributions": [contribution._asdict() for contribution in self.contributions],
            "cut": self.cut._asdict() if self.cut else None,
            "left_out": list(self.left_out),
        }

    @classmethod
    def from_json(cls, value: Any) -> Proof:
        """The proof that a JSON object tells.

        Raises ``ShuffleError`` with the name of the field that is amiss, if the secret is not the
        one that was committed to, and for a seat that stands twice.
        """
        algorithm = _object(value, "a proof").get("algorithm")
        if type(algorithm) is not int or algorithm != ALGORITHM:
            raise ShuffleError(f"this program checks algorithm {ALGORITHM}, not {shown(algorithm)}")
        told = _fields(value, "a proof", ("algorithm", *cls._fields))
        proof = cls(
            table=_text(told["table"], "table", _TABLE, _A_NAME),
            deal=_whole_number(told["deal"], "deal", 1, MOST_DEALS),
            commitment=verify_commitment(told["commitment"]),
            secret=_text(told["secret"], "secret", _HASH, _A_HASH),
            contributions=_contributions(told["contributions"]),
            cut=None if told["cut"] is None else _cut(told["cut"]),
            left_out=_left_out(told["left_out"]),
        )
        if commitment(proof.secret) != proof.commitment:
            raise ShuffleError("the secret is not the one that was committed to")
        proof._verify_seats()
        return proof

    def _verify_seats(self) -> None:
        contributors = [contribution.seat for contribution in self.contributions]
        for field, seats in (("contributions", contributors), ("left_out", self.left_out)):
            if any(seat >= following for seat, following in pairwise(seats)):
                raise ShuffleError(f"{field} are in the order of the seats, each seat once")
        for seat in self.left_out:
            if seat in contributors:
                raise ShuffleError(f"seat {seat} cannot both contribute and be left out")


def new_secret() -> str:
    """A secret for one deal: 32 bytes of the system's randomness, as hexadecimal digits."""
    return secrets.token_hex(SECRET_BYTES)


def commitment(secret: str) -> str:
    """What may be told of a secret beforehand: the SHA-256 of its bytes.

    >>> commitment("00" * 32)[:16]
    '66687aadf862bd77'
    """
    return sha256(bytes.fromhex(secret)).hexdigest()


def cutter(dealer: Seat, players: int) -> Seat:
    """Who may cut: the seat on the dealer's right (docs/rules.md 3)."""
    return (dealer - 1) % players


def verify_contribution(value: Any, place: str = "a contribution") -> str:
    """The value, if a client may contribute it.

    Raises ``ShuffleError`` unless it is 1 to 64 bytes as lower-case hexadecimal digits.
    """
    return _text(value, place, _CONTRIBUTED, _SOME_BYTES)


def verify_cut(at: Any, place: str = "a cut") -> int:
    """The number of cards lifted off, if one may cut there.

    Raises ``ShuffleError`` unless it is a whole number from 1 to 35.
    """
    return _whole_number(at, place, 1, DEEPEST_CUT)


def verify_commitment(value: Any) -> str:
    """The value, if it can be a commitment.

    Raises ``ShuffleError`` unless it is 64 lower-case hexadecimal digits.
    """
    return _text(value, "commitment", _HASH, _A_HASH)


def verify(record: Any) -> Proof:
    """The proof in the ``meta`` of a record, if the record's deck is the one it gives.

    Raises ``ShuffleError`` if there is none, if it is amiss, names a seat that is not at the table
    or a cutter who does not sit on the dealer's right, and for another deck; and what
    ``from_record`` raises.
    """
    setup = from_record(record).setup
    told = record.get("meta", {}).get("shuffle")
    if told is None:
        raise ShuffleError("there is no proof of the shuffle in this record (meta.shuffle)")
    proof = Proof.from_json(told)
    seats = [*[contribution.seat for contribution in proof.contributions], *proof.left_out]
    for seat in seats:
        if seat >= setup.players:
            raise ShuffleError(f"there is no seat {seat} at a table of {setup.players}")
    due = cutter(setup.dealer, setup.players)
    if proof.cut and proof.cut.seat != due:
        raise ShuffleError(f"seat {due} may cut, on the dealer's right, not seat {proof.cut.seat}")
    for place, (card, found) in enumerate(zip(proof.deck(), setup.deck, strict=True)):
        if card != found:
            raise ShuffleError(
                f"the proof gives another deck: its card {place} is {NAMES[card]}, "
                f"not {NAMES[found]}"
            )
    return proof


def _bytes(seed: bytes) -> Iterator[int]:
    """As many random bytes as anybody asks for."""
    for block in count():
        yield from sha256(seed + block.to_bytes(8, "big")).digest()


def _below(bound: int, chance: Iterator[int]) -> int:
    """A number from 0 to ``bound`` - 1, every one as likely."""
    # Without the last 256 % bound values each remainder belongs to as many bytes as any other.
    fair = 256 - 256 % bound
    byte = next(chance)
    while byte >= fair:
        byte = next(chance)
    return byte % bound


def _contributions(value: Any) -> tuple[Contribution, ...]:
    contributions = []
    for index, item in enumerate(_list(value, "contributions")):
        place = f"contributions[{index}]"
        told = _fields(item, place, Contribution._fields)
        seat = _whole_number(told["seat"], f"{place}.seat", 0, LAST_SEAT)
        added = verify_contribution(told["value"], f"{place}.value")
        contributions.append(Contribution(seat, added))
    return tuple(contributions)


def _cut(value: Any) -> Cut:
    told = _fields(value, "cut", Cut._fields)
    seat = _whole_number(told["seat"], "cut.seat", 0, LAST_SEAT)
    return Cut(seat, verify_cut(told["at"], "cut.at"))


def _left_out(value: Any) -> tuple[Seat, ...]:
    return tuple(
        [
            _whole_number(seat, f"left_out[{index}]", 0, LAST_SEAT)
            for index, seat in enumerate(_list(value, "left_out"))
        ]
    )


def _object(value: Any, place: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ShuffleError(f"{place} is an object, not {shown(value)}")
    return value


def _fields(value: Any, place: str, fields: tuple[str, ...]) -> dict[str, Any]:
    """The object ``value``, if it has exactly these fields."""
    told = _object(value, place)
    for field in fields:
        if field not in told:
            raise ShuffleError(f"the field {field!r} of {place} is missing")
    for field in told:
        if field not in fields:
            raise ShuffleError(f"there is no field {shown(field)} in {place}")
    return told


def _list(value: Any, place: str) -> list[Any]:
    if not isinstance(value, list):
        raise ShuffleError(f"{place} is a list, not {shown(value)}")
    return value


def _text(value: Any, place: str, pattern: re.Pattern[str], description: str) -> str:
    if not (isinstance(value, str) and pattern.fullmatch(value)):
        raise ShuffleError(f"{place} is {description}, not {shown(value)}")
    return value


def _whole_number(value: Any, place: str, least: int, most: int) -> int:
    # Exactly that type, because bool is an int to Python.
    if type(value) is not int or not least <= value <= most:
        raise ShuffleError(f"{place} is a whole number from {least} to {most}, not {shown(value)}")
    return value
