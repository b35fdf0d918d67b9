"""A verifiable shuffle: everybody contributes, nobody controls the result (docs/shuffle.md).

The server commits to a ``secret`` before anybody else acts. Then each person's client contributes a
value of its own, and the person on the dealer's right may choose where to cut. The deck follows
from all of these. When the deal is over, its record reveals the secret in a ``Proof``, and anyone
who kept the commitment can recompute the deck.

>>> secret = "00" * 32
>>> mixed = (Contribution(0, "5eed"), Contribution(2, "a1b2c3"))
>>> proof = Proof("stubai", 1, commitment(secret), secret, mixed, Cut(seat=2, at=17), left_out=(3,))
>>> [NAMES[card] for card in proof.deck()[:4]]
['HO', 'A6', 'HS', 'LK']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import sha256
from itertools import count, pairwise
from typing import Any, NamedTuple

from dobbm.game.actions import Seat
from dobbm.game.cards import DECK, NAMES, Card
from dobbm.game.errors import ShuffleError, naming_json, quoted
from dobbm.game.fields import named, verified, verified_number, verified_object
from dobbm.game.record import from_record

ALGORITHM = 1
"""The version of this algorithm; each proof names its version."""

MOST_CONTRIBUTED = 64
"""The maximum size of a contribution in bytes."""
MOST_DEALS = 10**9
"""The highest valid deal number."""
LAST_SEAT: Seat = 4
"""The last seat of a table of five; a proof alone does not say how many play."""
DEEPEST_CUT = len(DECK) - 1
"""The maximum number of cards lifted off: at least one card is lifted and at least one stays."""

HASH = re.compile("[0-9a-f]{64}")
"""Matches a secret, a commitment or a seed in hexadecimal digits."""
_CONTRIBUTED = re.compile(f"([0-9a-f]{{2}}){{1,{MOST_CONTRIBUTED}}}")
TABLE = re.compile("[A-Za-z0-9_-]{1,64}")
"""Matches the name of a table."""

_A_HASH = "64 lower-case hexadecimal digits"
_SOME_BYTES = f"2 to {2 * MOST_CONTRIBUTED} lower-case hexadecimal digits, two per byte"
_A_NAME = "1 to 64 letters, digits, - or _"


class Contribution(NamedTuple):
    """The contribution of a person's client: 1 to 64 bytes as lower-case hexadecimal digits."""

    seat: Seat
    value: str


class Cut(NamedTuple):
    """The cut: the top ``at`` cards, 1 to 35, go below the others."""

    seat: Seat
    at: int


class Proof(NamedTuple):
    """The proof of a shuffle: everything from which the deck was derived.

    The constructor checks nothing: callers verify each contribution with ``verify_contribution``
    and the cut with ``verify_cut``. ``from_json`` verifies every field.
    """

    table: str
    """The name of the table: 1 to 64 ASCII letters, digits, ``-`` or ``_``."""
    deal: int
    """The number of the deal at that table, from 1."""
    commitment: str
    """The SHA-256 of the secret's 32 bytes, published before anybody contributed."""
    secret: str
    contributions: tuple[Contribution, ...]
    """The contributions in seat order."""
    cut: Cut | None
    left_out: tuple[Seat, ...]
    """The seats of the people whose contributions did not arrive in time, in seat order."""

    @property
    def seed(self) -> bytes:
        """The 32 bytes that alone determine the order of the cards before the cut."""
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
        """Return the 36 cards in dealing order, after the cut (docs/rules.md 3)."""
        deck = deck_from(self.seed)
        at = self.cut.at if self.cut else 0
        return (*deck[at:], *deck[:at])

    def to_json(self) -> dict[str, Any]:
        """Return the proof as a JSON object, as stored under ``shuffle`` in a record's ``meta``."""
        return {
            "algorithm": ALGORITHM,
            **self._asdict(),
            "contributions": [contribution._asdict() for contribution in self.contributions],
            "cut": self.cut._asdict() if self.cut else None,
            "left_out": list(self.left_out),
        }

    @classmethod
    @naming_json
    def from_json(cls, value: Any) -> Proof:
        """Return the proof that a JSON object describes.

        Raises ``ShuffleError`` if a field is invalid, if the secret does not match the commitment,
        or if seats are repeated or out of order.
        """
        algorithm = verified(value, dict, "a proof", ShuffleError).get("algorithm")
        if type(algorithm) is not int or algorithm != ALGORITHM:
            raise ShuffleError(
                f"this program checks algorithm {ALGORITHM}, not {quoted(algorithm)}"
            )
        data = verified_object(value, "a proof", ShuffleError, required=("algorithm", *cls._fields))
        proof = cls(
            table=_text(data["table"], "table", TABLE, _A_NAME),
            deal=verified_number(data["deal"], 1, MOST_DEALS, "deal", ShuffleError),
            commitment=verify_commitment(data["commitment"]),
            secret=_text(data["secret"], "secret", HASH, _A_HASH),
            contributions=_contributions(data["contributions"]),
            cut=None if data["cut"] is None else _cut(data["cut"]),
            left_out=_left_out(data["left_out"]),
        )
        if commitment(proof.secret) != proof.commitment:
            raise ShuffleError("the secret does not match the commitment")
        proof._verify_seats()
        return proof

    def _verify_seats(self) -> None:
        contributors = [contribution.seat for contribution in self.contributions]
        for field, seats in (("contributions", contributors), ("left_out", self.left_out)):
            if any(seat >= following for seat, following in pairwise(seats)):
                raise ShuffleError(f"{named(field)} must be in seat order, each seat at most once")
        for seat in self.left_out:
            if seat in contributors:
                raise ShuffleError(f"seat {seat} cannot both contribute and be left out")


def deck_from(seed: bytes) -> tuple[Card, ...]:
    """Return the 36 cards in the order that a seed determines (docs/shuffle.md)."""
    chance = _bytes(seed)
    deck = [*DECK]
    for last in range(len(deck) - 1, 0, -1):
        other = _below(last + 1, chance)
        deck[last], deck[other] = deck[other], deck[last]
    return tuple(deck)


def commitment(secret: str) -> str:
    """Return the public commitment to a secret: the SHA-256 of its bytes.

    >>> commitment("00" * 32)[:16]
    '66687aadf862bd77'
    """
    return sha256(bytes.fromhex(secret)).hexdigest()


def shared_secret(seed: str, deal: int) -> str:
    """Return the secret for a deal at all tables that have the same decks.

    >>> shared_secret("00" * 32, 1)[:16]
    '38130102d5da05a2'
    """
    return sha256(f"dobbm deck {deal} of {seed}".encode()).hexdigest()


def cutter(dealer: Seat, players: int) -> Seat:
    """Return the seat that may cut, on the dealer's right (docs/rules.md 3)."""
    return (dealer - 1) % players


def verify_contribution(value: Any, place: str = "a contribution") -> str:
    """Return the value if it is a valid contribution.

    Raises ``ShuffleError`` unless it is 1 to 64 bytes as lower-case hexadecimal digits.
    """
    return _text(value, place, _CONTRIBUTED, _SOME_BYTES)


def verify_cut(at: Any, place: str = "a cut") -> int:
    """Return ``at``, the number of cards lifted off, if it is valid.

    Raises ``ShuffleError`` unless it is a whole number from 1 to 35.
    """
    return verified_number(at, 1, DEEPEST_CUT, place, ShuffleError)


def verify_commitment(value: Any) -> str:
    """Return the value if it is a valid commitment.

    Raises ``ShuffleError`` unless it is 64 lower-case hexadecimal digits.
    """
    return _text(value, "commitment", HASH, _A_HASH)


@naming_json
def verify(record: Any) -> Proof:
    """Return the proof in the ``meta`` of a record if it yields the record's deck.

    Raises ``ShuffleError`` if the proof is missing or invalid, names a seat that is not at the
    table or a cutter who is not on the dealer's right, or yields a different deck. Raises the
    errors of ``from_record`` if the record itself is invalid.
    """
    setup = from_record(record).setup
    data = record.get("meta", {}).get("shuffle")
    if data is None:
        raise ShuffleError("this record has no proof of its shuffle (meta.shuffle)")
    proof = Proof.from_json(data)
    seats = [*[contribution.seat for contribution in proof.contributions], *proof.left_out]
    for seat in seats:
        if seat >= setup.players:
            raise ShuffleError(f"there is no seat {seat} at a table of {setup.players}")
    due = cutter(setup.dealer, setup.players)
    if proof.cut and proof.cut.seat != due:
        raise ShuffleError(
            f"only seat {due}, on the dealer's right, may cut, not seat {proof.cut.seat}"
        )
    for place, (card, found) in enumerate(zip(proof.deck(), setup.deck, strict=True)):
        if card != found:
            raise ShuffleError(
                f"the proof yields a different deck: its card {place} is {NAMES[card]}, "
                f"not {NAMES[found]}"
            )
    return proof


def _bytes(seed: bytes) -> Iterator[int]:
    """Yield an endless stream of pseudorandom bytes derived from ``seed``."""
    for block in count():
        yield from sha256(seed + block.to_bytes(8, "big")).digest()


def _below(bound: int, chance: Iterator[int]) -> int:
    """Return a number from 0 to ``bound`` - 1, drawn uniformly; ``bound`` is at most 256."""
    # Rejecting the last 256 % bound byte values makes every remainder equally likely.
    fair = 256 - 256 % bound
    byte = next(chance)
    while byte >= fair:
        byte = next(chance)
    return byte % bound


def _contributions(value: Any) -> tuple[Contribution, ...]:
    contributions = []
    for index, item in enumerate(verified(value, list, "contributions", ShuffleError)):
        place = f"contributions[{index}]"
        data = verified_object(item, place, ShuffleError, required=Contribution._fields)
        seat = verified_number(data["seat"], 0, LAST_SEAT, f"{place}.seat", ShuffleError)
        added = verify_contribution(data["value"], f"{place}.value")
        contributions.append(Contribution(seat, added))
    return tuple(contributions)


def _cut(value: Any) -> Cut:
    data = verified_object(value, "cut", ShuffleError, required=Cut._fields)
    seat = verified_number(data["seat"], 0, LAST_SEAT, "cut.seat", ShuffleError)
    return Cut(seat, verify_cut(data["at"], "cut.at"))


def _left_out(value: Any) -> tuple[Seat, ...]:
    return tuple(
        [
            verified_number(seat, 0, LAST_SEAT, f"left_out[{index}]", ShuffleError)
            for index, seat in enumerate(verified(value, list, "left_out", ShuffleError))
        ]
    )


def _text(value: Any, place: str, pattern: re.Pattern[str], description: str) -> str:
    if not (isinstance(value, str) and pattern.fullmatch(value)):
        raise ShuffleError(f"{named(place)} must be {description}, not {quoted(value)}")
    return value
