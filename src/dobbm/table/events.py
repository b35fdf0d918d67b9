"""What can happen at a table. The events are all that is kept of it (docs/server.md).

An event is a named tuple, in the store a JSON object: its fields, and its name as ``kind``. A kind
is never changed once it has been stored somewhere; what is new gets a new kind.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, TypeAlias

from dobbm.game.actions import Seat

Wish: TypeAlias = Literal["next", "mussrunde", "end", "again"]
"""What comes when every person has asked for it: the next deal, a Mußrunde, the end of the session,
another session."""
Proposal: TypeAlias = Literal["claim", "take_back"]
"""What the others must agree to."""
Absence: TypeAlias = Literal["gone", "clock"]
"""Why a bot stands in: the person's connection is gone, or the time bank is empty."""


class Opened(NamedTuple):
    """A table is set up."""

    at: float
    """When, in Unix seconds; every event begins with it."""
    options: dict[str, Any]
    bots: int
    """How many seats bots have; they sit on the last ones."""


class Sat(NamedTuple):
    """A person sits down."""

    at: float
    seat: Seat
    person: str
    """An identifier; names and tokens are kept apart, so that they can be forgotten."""


class Filled(NamedTuple):
    """A person lets bots take the seats that are still free."""

    at: float
    seat: Seat


class Left(NamedTuple):
    """A person gives the seat to a bot."""

    at: float
    seat: Seat


class Began(NamedTuple):
    """A session begins; the first dealer is drawn by lot."""

    at: float
    first_dealer: Seat


class Committed(NamedTuple):
    """The server settles its part of the next shuffle, and publishes the commitment to it."""

    at: float
    secret: str


class Contributed(NamedTuple):
    """A person's part of the next shuffle."""

    at: float
    seat: Seat
    value: str
    cut: int | None
    """How many cards are lifted off, if the person sits on the dealer's right."""


class Dealt(NamedTuple):
    """The cards are dealt as all the contributions have it."""

    at: float
    left_out: list[Seat]
    """The people whose contribution has not come in time."""


class Acted(NamedTuple):
    """The seat to act has acted."""

    at: float
    seat: Seat
    action: str
    by_bot: bool


class StoodIn(NamedTuple):
    """A bot acts for a person until the person comes back."""

    at: float
    seat: Seat
    why: Absence


class CameBack(NamedTuple):
    """A person takes the seat back from the bot. So does one who acts or asks for something."""

    at: float
    seat: Seat


class Wished(NamedTuple):
    """A person asks for what all people must ask for."""

    at: float
    seat: Seat
    wish: Wish


class Proposed(NamedTuple):
    """A person asks the others to agree."""

    at: float
    seat: Seat
    what: Proposal


class Agreed(NamedTuple):
    """A person agrees to what is proposed."""

    at: float
    seat: Seat


class Refused(NamedTuple):
    """A person does not agree, or nobody has answered in time: ``seat`` is null."""

    at: float
    seat: Seat | None


class Claimed(NamedTuple):
    """The rest of the deal is the claimer's: proved, or by everybody's consent."""

    at: float
    seat: Seat
    proved: bool
    cards: list[str]
    """How the cards that were left fall."""


class TookBack(NamedTuple):
    """The last actions of the deal are taken back."""

    at: float
    seat: Seat
    actions: int
    """How many."""


class Said(NamedTuple):
    """Table talk."""

    at: float
    seat: Seat
    phrase: str
    """A key of ``talk.PHRASES``."""


class ClockSet(NamedTuple):
    """The clock on the wall was set, or nobody ran the table: time that nobody had does not count.

    Everything that is timed at the table begins ``by`` seconds later, or earlier where it is
    negative.
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
    """The event as it is stored.

    >>> to_json(Left(at=17.5, seat=2))
    {'kind': 'left', 'at': 17.5, 'seat': 2}
    """
    return {"kind": NAMES[type(event)], **event._asdict()}


def from_json(told: dict[str, Any]) -> Event:
    """The event that was stored.

    >>> from_json({"kind": "left", "at": 17.5, "seat": 2})
    Left(at=17.5, seat=2)
    """
    fields = dict(told)
    return KINDS[fields.pop("kind")](**fields)
