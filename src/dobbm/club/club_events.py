"""The events of a club, from which its whole state can be rebuilt (docs/clubs.md).

An event is a named tuple, stored as those of a table are (``table.events``). A member is an
identifier: the name is stored elsewhere, so that it can be erased.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

from dobbm.club.tournament import Draw
from dobbm.game.rules import ContractName
from dobbm.table.events import names_of
from dobbm.table.house_rules import FREE

Role: TypeAlias = Literal["founder", "cohost", "member", "guest", "asking"]
"""The roles of people in a club. The founder and the co-hosts let people in; who is ``asking``
waits for that; a guest is there for an evening."""

Answer: TypeAlias = Literal["yes", "no", "substitute"]
"""An answer to an appointment: the member comes, or does not, or looks for somebody else."""


class Founded(NamedTuple):
    """A person founds a club."""

    at: float
    """The time in Unix seconds. Every event has this field first."""
    name: str
    zone: str
    """The time zone in which the club's evenings have their dates, such as ``Europe/Vienna``."""
    member: str


class MemberJoined(NamedTuple):
    """Somebody joins the club, asks to, or is a guest."""

    at: float
    member: str
    role: Role
    by: str | None
    """The member who lets the person in; None if the person only asks."""
    until: float | None = None
    """When the personal link of a guest ends, in Unix seconds."""


class RoleGiven(NamedTuple):
    """A member gets another role."""

    at: float
    member: str
    role: Role
    by: str


class Departed(NamedTuple):
    """A member leaves the club, or is asked to."""

    at: float
    member: str
    by: str


class Described(NamedTuple):
    """The club gets another name, time zone, address for its calls, or other customs."""

    at: float
    by: str
    name: str
    zone: str
    call: str
    free: float = FREE
    """Seconds for each action at new tables."""
    texts: bool = True
    """Whether new tables begin with texts."""
    rules: Mapping[str, Any] | None = None
    """The rules of new tables and tournaments, as in a record; None for the usual ones."""


class Appointed(NamedTuple):
    """The club meets once a week, in its time zone, or no more at a fixed time."""

    at: float
    by: str
    weekday: int | None
    """From 0 for Monday to 6; None if there is no appointment."""
    time: str
    """Such as ``20:00``."""


class DayCancelled(NamedTuple):
    """The club does not meet on one of its days, or it does after all."""

    at: float
    by: str
    day: str
    cancelled: bool


class DayMoved(NamedTuple):
    """The club meets at another time in the place of one of its days, or on this one after all."""

    at: float
    by: str
    day: str
    to: str
    """The other day, or the same one; empty if the evening is no longer moved."""
    time: str
    """The time on that day, in the zone of the club; empty with the day."""


class Answered(NamedTuple):
    """A member says whether to expect the member on a day."""

    at: float
    member: str
    day: str
    answer: Answer


class AbsenceSet(NamedTuple):
    """A member says from which day to which to be away, or that the absence is over."""

    at: float
    member: str
    first: str
    """Such as ``2026-12-03``, in the zone of the club; empty if there is no absence any more."""
    last: str


class EveningAnnounced(NamedTuple):
    """The members hear that an evening begins soon."""

    at: float
    day: str


class TableAdded(NamedTuple):
    """A member opens a table of the club."""

    at: float
    by: str
    table: str


class TableRetired(NamedTuple):
    """A table is played no more; its deals stay in the book."""

    at: float
    by: str
    table: str


class DealScored(NamedTuple):
    """A deal at a table of the club is over."""

    at: float
    table: str
    deal: int
    """The number of the deal at its table."""
    amounts: Mapping[str, int]
    """The winnings of each member in the deal, in Schilling; bots are left out."""
    declarer: str | None
    """The member who declared; None if a bot did, or nobody."""
    contract: ContractName | None
    won: bool | None
    """Whether the declarer has won; None if nobody declared."""
    defenders: list[str]
    seats: list[list[Any]] | None = None
    """At a table of a tournament, for each seat the member who pays, None for a bot, and what the
    seat has won, in Schilling."""


class EveningEntered(NamedTuple):
    """A member enters an evening with real cards."""

    at: float
    by: str
    day: str
    """The date, such as ``2026-12-03``."""
    deals: int
    amounts: Mapping[str, int]


class EveningStruck(NamedTuple):
    """An entered evening is struck out."""

    at: float
    by: str
    number: int
    """The number of the event with which it was entered."""


class Paid(NamedTuple):
    """A member has paid another."""

    at: float
    by: str
    payer: str
    payee: str
    amount: int
    """In Schilling."""


class PaymentStruck(NamedTuple):
    """A payment is struck out."""

    at: float
    by: str
    number: int
    """The number of the event of the payment."""


class TournamentOpened(NamedTuple):
    """A member opens a tournament."""

    at: float
    by: str
    deals: int
    """The number of deals in a round."""
    draw: Draw
    duplicate: bool
    """Whether all tables of a round have the same decks."""
    options: Mapping[str, Any]
    """The house rules of its tables."""
    secret: str
    """The club's part of all shuffles and draws: 64 hexadecimal digits."""


class PlayerEntered(NamedTuple):
    """A member or a guest plays in the tournament from the next round on."""

    at: float
    by: str
    member: str
    value: str
    """The contribution to the draws and decks, in hexadecimal digits; empty for none."""


class PlayerWithdrew(NamedTuple):
    """A member or a guest plays in the tournament no more."""

    at: float
    by: str
    member: str


class RoundDrawn(NamedTuple):
    """The next round of the tournament is drawn."""

    at: float
    by: str
    tables: list[str]
    seats: list[list[str | None]]
    """For each table the members in its seats; bots have the last seats."""


class TournamentEnded(NamedTuple):
    """The tournament is over; its secret can be shown."""

    at: float
    by: str


class WatchingAllowed(NamedTuple):
    """The club lets everybody watch its tables who has their addresses, or only its people."""

    at: float
    by: str
    allowed: bool


class NoticeWritten(NamedTuple):
    """A co-host writes the notice of the club; the text is stored elsewhere, as at a table."""

    at: float
    by: str


class NoticeRemoved(NamedTuple):
    """The notice of the club is removed."""

    at: float
    by: str


class FavouriteChosen(NamedTuple):
    """A member counts a deal of the book among the own favourites, or no more."""

    at: float
    by: str
    table: str
    deal: int
    chosen: bool


class CommentWritten(NamedTuple):
    """A member comments on a deal of the book; the text is stored elsewhere, as at a table."""

    at: float
    by: str
    table: str
    deal: int


class CommentStruck(NamedTuple):
    """A comment is struck out."""

    at: float
    by: str
    table: str
    deal: int
    number: int
    """The number of the event of the comment."""


ClubEvent: TypeAlias = (
    Founded
    | MemberJoined
    | RoleGiven
    | Departed
    | Described
    | Appointed
    | DayCancelled
    | DayMoved
    | Answered
    | AbsenceSet
    | EveningAnnounced
    | TableAdded
    | TableRetired
    | DealScored
    | EveningEntered
    | EveningStruck
    | Paid
    | PaymentStruck
    | TournamentOpened
    | PlayerEntered
    | PlayerWithdrew
    | RoundDrawn
    | TournamentEnded
    | WatchingAllowed
    | NoticeWritten
    | NoticeRemoved
    | FavouriteChosen
    | CommentWritten
    | CommentStruck
)

NAMES: dict[type[ClubEvent], str] = names_of(get_args(ClubEvent))
"""The name of each kind of event, as it is stored: ``deal_scored`` for ``DealScored``."""
KINDS: dict[str, type[ClubEvent]] = {name: kind for kind, name in NAMES.items()}


def to_json(event: ClubEvent) -> dict[str, Any]:
    """Return the JSON object in which the event is stored.

    >>> to_json(Departed(at=17.5, member="a", by="b"))
    {'kind': 'departed', 'at': 17.5, 'member': 'a', 'by': 'b'}
    """
    return {"kind": NAMES[type(event)], **event._asdict()}


def from_json(stored: dict[str, Any]) -> ClubEvent:
    """Return the event that is stored in a JSON object.

    >>> from_json({"kind": "departed", "at": 17.5, "member": "a", "by": "b"})
    Departed(at=17.5, member='a', by='b')
    """
    fields = dict(stored)
    return KINDS[fields.pop("kind")](**fields)
