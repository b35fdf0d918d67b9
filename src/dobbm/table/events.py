"""The events of a table, which are all that the store keeps of it (docs/server.md).

An event is a named tuple. In the store it is a JSON object: its fields, and its name as ``kind``. A
kind never changes once it has been stored anywhere; anything new gets a new kind.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, TypeAlias

from dobbm.game.actions import Seat

VoteTopic: TypeAlias = Literal["next", "mussrunde", "end", "again"]
"""Topics of votes that pass when every person has voted: the next deal, a Mußrunde, the end of the
session, another session."""
Proposal: TypeAlias = Literal["claim", "take_back"]
"""Proposals that the others must agree to."""
Absence: TypeAlias = Literal["gone", "clock"]
"""Reasons for a bot to stand in: the connection is gone, or the time bank is empty."""


class Opened(NamedTuple):
    """A table opens."""

    at: float
    """Time in Unix seconds, the first field of every event."""
    options: dict[str, Any]
    bots: int
    """The number of bots, which sit on the last seats."""


class Sat(NamedTuple):
    """A person sits down."""

    at: float
    seat: Seat
    person: str
    """An identifier; names and tokens are stored elsewhere, so that they can be erased."""


class Filled(NamedTuple):
    """A person lets bots take the remaining free seats."""

    at: float
    seat: Seat


class Left(NamedTuple):
    """A person gives the seat to a bot."""

    at: float
    seat: Seat


class Began(NamedTuple):
    """A session begins with a first dealer drawn by lot."""

    at: float
    first_dealer: Seat


class Committed(NamedTuple):
    """The server fixes its part of the next shuffle and publishes the commitment to it."""

    at: float
    secret: str


class Contributed(NamedTuple):
    """A person contributes to the next shuffle."""

    at: float
    seat: Seat
    value: str
    cut: int | None
    """The number of cards lifted off, if the person sits on the dealer's right and cuts."""


class Dealt(NamedTuple):
    """The cards are dealt in the order that all contributions determine."""

    at: float
    left_out: list[Seat]
    """People whose contributions did not arrive in time."""


class Acted(NamedTuple):
    """The seat to act acts."""

    at: float
    seat: Seat
    action: str
    by_bot: bool


class StoodIn(NamedTuple):
    """A bot stands in for a person until the person comes back."""

    at: float
    seat: Seat
    why: Absence


class CameBack(NamedTuple):
    """A person takes the seat back from the bot; acting or asking for something does so too."""

    at: float
    seat: Seat


class Wished(NamedTuple):
    """A person votes for something that needs the votes of all."""

    at: float
    seat: Seat
    wish: VoteTopic


class Proposed(NamedTuple):
    """A person asks the others to agree."""

    at: float
    seat: Seat
    what: Proposal


class Agreed(NamedTuple):
    """A person agrees to the proposal."""

    at: float
    seat: Seat


class Refused(NamedTuple):
    """A person disagrees with the proposal.

    ``seat`` is null if not all have answered in time, or if an agreed claim is impossible.
    """

    at: float
    seat: Seat | None


class Claimed(NamedTuple):
    """The claimer takes the rest of the deal, by proof or by everybody's consent."""

    at: float
    seat: Seat
    proved: bool
    cards: list[str]
    """The remaining cards in the order in which they fall."""


class TookBack(NamedTuple):
    """A person takes back the last actions of the deal."""

    at: float
    seat: Seat
    actions: int
    """The number of actions."""


class Said(NamedTuple):
    """A person says a set phrase."""

    at: float
    seat: Seat
    phrase: str
    """A key of ``talk.PHRASES``."""


class ClockSet(NamedTuple):
    """The wall clock was set, or no process ran the table: time that nobody had does not count.

    All times of the table move ``by`` seconds later, or earlier if it is negative.
    """

    at: float
    by: float


Event: TypeAlias = (
    Opened
    | Sat
    | Filled
    | Left
    | Began
    | Committed
    | Contributed
    | Dealt
    | Acted
    | StoodIn
    | CameBack
    | Wished
    | Proposed
    | Agreed
    | Refused
    | Claimed
    | TookBack
    | Said
    | ClockSet
)

KINDS: dict[str, type[Event]] = {
    "opened": Opened,
    "sat": Sat,
    "filled": Filled,
    "left": Left,
    "began": Began,
    "committed": Committed,
    "contributed": Contributed,
    "dealt": Dealt,
    "acted": Acted,
    "stood_in": StoodIn,
    "came_back": CameBack,
    "wished": Wished,
    "proposed": Proposed,
    "agreed": Agreed,
    "refused": Refused,
    "claimed": Claimed,
    "took_back": TookBack,
    "said": Said,
    "clock_set": ClockSet,
}
NAMES: dict[type[Event], str] = {kind: name for name, kind in KINDS.items()}


def to_json(event: Event) -> dict[str, Any]:
    """Return the event as it is stored.

    >>> to_json(Left(at=17.5, seat=2))
    {'kind': 'left', 'at': 17.5, 'seat': 2}
    """
    return {"kind": NAMES[type(event)], **event._asdict()}


def from_json(stored: dict[str, Any]) -> Event:
    """Return the event that was stored.

    >>> from_json({"kind": "left", "at": 17.5, "seat": 2})
    Left(at=17.5, seat=2)
    """
    fields = dict(stored)
    return KINDS[fields.pop("kind")](**fields)
