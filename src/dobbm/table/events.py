"""The events of a table, from which its whole state can be rebuilt (docs/server.md).

An event is a named tuple. In the store it is a JSON object with the fields of the tuple and the
event's name as ``kind``. Once any store contains events of a kind, that kind never changes; a
different event gets a new kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar, get_args

from dobbm.game.actions import Seat

Kind = TypeVar("Kind")

VoteTopic: TypeAlias = Literal["ready", "next", "mussrunde", "end", "again"]
"""The choices that people can vote for: the first deal, the next deal, a Mußrunde, the end of the
session, or another session. A choice takes effect once everybody has voted for it, but a session
never ends during a deal."""
Proposal: TypeAlias = Literal["claim", "take_back"]
"""Proposals to which the other people must agree."""
Absence: TypeAlias = Literal["gone", "clock"]
"""Reasons for a bot to stand in: the person is gone, or the time bank is empty."""


class Opened(NamedTuple):
    """A table opens."""

    at: float
    """The time in Unix seconds. Every event has this field first."""
    options: Mapping[str, Any]
    bots: int
    """The number of bots, which take the last seats."""


class Sat(NamedTuple):
    """A person sits down in a free seat or in a bot's seat.

    The person may be new, may have left the table before, or may move here from another seat.
    """

    at: float
    seat: Seat
    person: str
    """An identifier; names and tokens are stored elsewhere, so that they can be erased."""


class Filled(NamedTuple):
    """A person lets bots take the remaining free seats."""

    at: float
    seat: Seat


class Left(NamedTuple):
    """A person leaves the seat to a bot."""

    at: float
    seat: Seat


class Vacated(NamedTuple):
    """A seat becomes free again before the first deal."""

    at: float
    seat: Seat
    by_host: bool
    """Whether the host frees it, not the person in the seat."""


class ReleaseWished(NamedTuple):
    """A person agrees to give the seat of somebody who is away to a bot, as the host is away, too.

    Once everybody who is there agrees, the absent person has ``Left``.
    """

    at: float
    seat: Seat
    released: Seat


class Swapped(NamedTuple):
    """The host lets the occupants of two seats change places before the first deal."""

    at: float
    seat: Seat
    """The seat of the host."""
    seats: list[Seat]


class RulesSet(NamedTuple):
    """The host changes the house rules before the first deal."""

    at: float
    seat: Seat
    options: Mapping[str, Any]


class Began(NamedTuple):
    """A session begins; its first dealer has been drawn by lot."""

    at: float
    first_dealer: Seat


class Committed(NamedTuple):
    """The server chooses its part of the next shuffle and publishes a commitment to it."""

    at: float
    secret: str


class DecksShared(NamedTuple):
    """The table gets the seed of the decks that other tables have, too."""

    at: float
    seed: str
    """64 hexadecimal digits, from which ``shared_secret`` derives the secret of each shuffle."""


class Contributed(NamedTuple):
    """A person contributes to the next shuffle."""

    at: float
    seat: Seat
    value: str
    cut: int | None
    """The number of cards that the person lifts off to cut; None if the person does not cut."""


class Dealt(NamedTuple):
    """The cards are dealt in the order that follows from the secret, contributions and cut."""

    at: float
    left_out: list[Seat]
    """Seats of the people whose contributions did not arrive in time."""


class Acted(NamedTuple):
    """The seat to act takes an action."""

    at: float
    seat: Seat
    action: str
    by_bot: bool


class StoodIn(NamedTuple):
    """A bot stands in for a person until the person comes back."""

    at: float
    seat: Seat
    why: Absence


class Waited(NamedTuple):
    """The person to act is connected again, and is not charged for the time without a connection.

    A stand-in for a person who is ``gone`` does the same without this event.
    """

    at: float
    seat: Seat
    seconds: float


class CameBack(NamedTuple):
    """A person takes the seat back from the stand-in.

    An action, vote, proposal, claim or take-back by the person also does this, without this event.
    """

    at: float
    seat: Seat


class Excused(NamedTuple):
    """A person says until when they are away, at a table by post: till then no turn of theirs runs.

    The person may act meanwhile, which changes nothing of it.
    """

    at: float
    seat: Seat
    until: float | None
    """In Unix seconds; None ends it."""
    since: float | None = None
    """From when on, if not at once."""


class Wished(NamedTuple):
    """A person votes for a topic."""

    at: float
    seat: Seat
    wish: VoteTopic


class Delayed(NamedTuple):
    """A person asks for more time before the next deal, and the wait for it starts again."""

    at: float
    seat: Seat


class Proposed(NamedTuple):
    """A person makes a proposal to which the others must agree."""

    at: float
    seat: Seat
    what: Proposal


class Agreed(NamedTuple):
    """A person agrees to the proposal."""

    at: float
    seat: Seat


class Refused(NamedTuple):
    """A person disagrees with the proposal, or its proposer withdraws it.

    ``seat`` is None if not everybody answered in time, or if everybody agreed to a claim but no
    legal play can fulfil it.
    """

    at: float
    seat: Seat | None


class Claimed(NamedTuple):
    """A person's claim to the rest of the deal is granted, by proof or by consent of the others."""

    at: float
    seat: Seat
    proved: bool
    cards: list[str]
    """The remaining cards in the order of play."""


class TookBack(NamedTuple):
    """A person takes back an action and all actions after it."""

    at: float
    seat: Seat
    actions: int
    """The number of actions taken back."""


class Said(NamedTuple):
    """A person says a set phrase."""

    at: float
    seat: Seat
    phrase: str
    """A key of ``talk.PHRASES``."""


class Wrote(NamedTuple):
    """A person writes a text; the text itself is stored elsewhere, so that it can be erased."""

    at: float
    seat: Seat
    request: str | None = None
    """The identifier with which the person may send the text again."""


class TextsAllowed(NamedTuple):
    """The host allows or forbids texts."""

    at: float
    seat: Seat
    allowed: bool


class TextsDeclined(NamedTuple):
    """A person wants no texts at this table, or wants them again."""

    at: float
    seat: Seat
    declined: bool


class PortraitChosen(NamedTuple):
    """A person chooses a portrait."""

    at: float
    seat: Seat
    portrait: str


class ClockSet(NamedTuple):
    """The wall clock was set, or no process ran the table for some time.

    All times at the table move ``by`` seconds later, or earlier if ``by`` is negative, so that
    nobody is charged for time that did not pass or during which the table did not run.
    """

    at: float
    by: float


Event: TypeAlias = (
    Opened
    | Sat
    | Filled
    | Left
    | Vacated
    | ReleaseWished
    | Swapped
    | RulesSet
    | Began
    | Committed
    | DecksShared
    | Contributed
    | Dealt
    | Acted
    | StoodIn
    | Waited
    | CameBack
    | Excused
    | Wished
    | Delayed
    | Proposed
    | Agreed
    | Refused
    | Claimed
    | TookBack
    | Said
    | Wrote
    | TextsAllowed
    | TextsDeclined
    | PortraitChosen
    | ClockSet
)


def names_of(kinds: Iterable[type[Kind]]) -> dict[type[Kind], str]:
    """Return the names of classes of events: ``rules_set`` for ``RulesSet``."""
    return {kind: re.sub("(?<=[a-z])(?=[A-Z])", "_", kind.__name__).lower() for kind in kinds}


NAMES: dict[type[Event], str] = names_of(get_args(Event))
"""The name of each kind of event, as it is stored: ``rules_set`` for ``RulesSet``."""
KINDS: dict[str, type[Event]] = {name: kind for kind, name in NAMES.items()}


def to_json(event: Event) -> dict[str, Any]:
    """Return the JSON object in which the event is stored.

    >>> to_json(Left(at=17.5, seat=2))
    {'kind': 'left', 'at': 17.5, 'seat': 2}
    """
    return {"kind": NAMES[type(event)], **event._asdict()}


def from_json(stored: dict[str, Any]) -> Event:
    """Return the event that is stored in a JSON object.

    >>> from_json({"kind": "left", "at": 17.5, "seat": 2})
    Left(at=17.5, seat=2)
    """
    fields = dict(stored)
    return KINDS[fields.pop("kind")](**fields)
