"""The JSON bodies of the routes for clubs: requests, then responses."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, model_validator

from dobbm.club.club_events import Answer, Role
from dobbm.club.club_state import (
    CALL,
    LONGEST_CALL,
    LONGEST_TURN,
    TIME,
)
from dobbm.runtime.clubs import Lost
from dobbm.server.models import Name, NewRules, Place, Repeatable, Request
from dobbm.server.table_models import ResponseModel
from dobbm.table.house_rules import FREE
from dobbm.table.shapes import Unix
from dobbm.table.state import Stage
from dobbm.table.talk import LONGEST_NOTICE


def _given(name: str) -> str:
    if not name:
        raise ValueError("a name is needed")
    return name


def _https(address: str) -> str:
    if address and not CALL.fullmatch(address):
        raise ValueError(
            "the address of a call is one of a page, begins with https:// and is written in ASCII"
        )
    return address


GivenName = Annotated[Name, AfterValidator(_given)]
Zone = Annotated[str, Field(max_length=60, description="such as `Europe/Vienna`, or `UTC`")]
DAY = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
Day = Annotated[str, Field(pattern=DAY, description="such as `2026-12-03`")]
MemberId = Annotated[str, Field(max_length=40)]


class NewClub(Request):
    """A club to be founded."""

    name: GivenName
    founder: GivenName
    zone: Zone = "UTC"
    request: Repeatable = None


class ClubChange(Request):
    """The name of a club, the time zone of its evenings, the address of its calls, its customs."""

    name: GivenName
    zone: Zone
    free: float | None = Field(
        default=None,
        ge=1,
        le=LONGEST_TURN,
        description="seconds for each action at new tables; null: as before",
    )
    texts: bool | None = Field(
        default=None, description="whether new tables begin with texts; null: as before"
    )
    rules: dict[str, Any] | None = Field(
        default=None,
        max_length=10,
        description="the rules of new tables and tournaments: `preset` and overrides, as in a "
        "record; null or empty: none in particular; left out: as before",
    )
    call: Annotated[str, Field(max_length=LONGEST_CALL), AfterValidator(_https)] | None = Field(
        default=None, description="empty: none; null: as before"
    )


class NewNotice(Request):
    """The notice of a club."""

    text: str = Field(
        max_length=2 * LONGEST_NOTICE,
        description=f"up to {LONGEST_NOTICE} characters in several lines; control characters are "
        "left out; empty: removes it",
    )


class Watching(Request):
    """Whether everybody may watch the tables of a club who has their addresses."""

    allowed: bool


class NewAppointment(Request):
    """The day and the time at which a club meets every week."""

    weekday: int | None = Field(ge=0, le=6, description="0 is Monday; null: no appointment")
    time: str = Field(default="20:00", pattern=f"^{TIME.pattern}$")


class Meeting(Request):
    """Whether the club meets on a day, and whether its evening is moved."""

    meets: bool
    to: Day | None = Field(default=None, description="another day; null: none")
    time: str | None = Field(
        default=None, pattern=f"^{TIME.pattern}$", description="another time; null: as every week"
    )

    @model_validator(mode="after")
    def _verify_meeting(self) -> Meeting:
        """An evening that does not take place is not moved."""
        if not self.meets and (self.to or self.time):
            raise ValueError("an evening that is cancelled cannot be moved, too")
        return self


class Coming(Request):
    """Whether to expect the caller on a day."""

    day: Day
    answer: Answer


class Away(Request):
    """From which day to which the caller is away; without days, the caller is back."""

    first: Day | None = Field(description="today or later; null: back")
    last: Day | None = Field(description="at most 30 days after the first one; null: back")


class NewName(Request):
    """The name that somebody in a club wants to have."""

    name: GivenName


class NewMember(Request):
    """Somebody who comes to a club."""

    name: GivenName
    request: Repeatable = None


class NewGuest(NewMember):
    """Somebody who has been invited for an evening."""

    code: str = Field(max_length=400, description="from `POST …/invitations`")


class NewRole(Request):
    """The role that a member gets."""

    role: Literal["member", "cohost", "founder"]


class NewClubTable(NewRules):
    """The settings of a new table of a club."""

    free: float = Field(
        default=FREE,
        ge=1,
        le=LONGEST_TURN,
        description="seconds for each action before the time bank is used; from 3600 on, the table "
        "is played by post, and nobody need be there; left out: as the club wishes",
    )
    bots: int = Field(default=0, ge=0, le=4, description="number of seats that bots take")
    request: Repeatable = None


class WantedChair(Request):
    """The seat that a member wants."""

    seat: Place | None = Field(
        default=None,
        description="null: one's own, the first free one or, without any, the first of a bot",
    )


class Notice(ResponseModel):
    """The notice of a club."""

    text: str = Field(description="empty: there is none")


class Founding(ResponseModel):
    """The rules of a server for founding clubs."""

    founding: Literal["anyone", "host"]
    archive: int = Field(description="the most bytes of a file from which a club is founded again")


class Link(ResponseModel):
    """The token of a personal link: the page's address with `#me=TOKEN` opens the chair."""

    club: str
    member: str
    token: str = Field(description="opens the member's chair on any device; keep it secret")


class Invitation(ResponseModel):
    """A code for the guests of an evening: the page's address with `#guest=CODE`."""

    code: str
    until: Unix = Field(description="when the code goes out of date, and the guests' links, too")


class ClubSelf(ResponseModel):
    """The caller's standing in a club."""

    member: str
    role: Role


class ClubMember(ResponseModel):
    """A person who belongs to a club, or did."""

    member: str
    name: str | None = Field(description="null: erased")
    number: int | None = Field(
        default=None,
        description="a number for a person whose name was erased, here and in the CSV of the "
        "book; null: the person has a name",
    )
    role: Role
    since: Unix
    until: Unix | None = Field(description="when a guest's link ends")
    active: bool = Field(description="whether the person belongs to the club now")
    here: bool = Field(description="whether the person has looked at the club in the last minute")
    away_from: Unix | None = Field(default=None, description="from when on the person is away")
    away_until: Unix | None = Field(default=None, description="null: no absence is said")


class ClubSeat(ResponseModel):
    """A seat at a table of a club."""

    kind: Literal["free", "person", "bot"]
    member: str | None
    portrait: str | None = Field(description="the one chosen at the table; null: none is")
    here: bool
    amount: int = Field(description="the ledger, in Schilling")
    excused_until: Unix | None = Field(
        description="by post: until when the person has said to be away, which may be past"
    )
    excused_from: Unix | None = Field(
        default=None, description="by post: from when on, which may be a time to come"
    )


class ClubTable(ResponseModel):
    """A table of a club."""

    table: str
    number: int = Field(description="from 1, in the order of opening in the club; it stays")
    stage: Stage
    deals: int = Field(description="the number of finished deals")
    to_act: int | None = Field(description="the seat whose turn it is; null between two deals")
    free: float = Field(description="seconds for each action; from 3600 on, by post")
    until: Unix | None = Field(description="by post, when a bot takes the turn; otherwise null")
    seats: list[ClubSeat]
    bot: str = Field(description="the bot in all seats of bots")
    rules: dict[str, Any] = Field(description="`preset` and overrides, as in a record")


class Appointment(ResponseModel):
    """An evening on which a club meets."""

    day: str
    at: Unix
    to: str | None = Field(default=None, description="the day to which it is moved")
    time: str | None = Field(default=None, description="the time there, in the zone of the club")
    answers: dict[str, Answer] = Field(description="by member")


class ClubPage(ResponseModel):
    """A club as the caller sees it: without a personal link its name, and what all may watch."""

    club: str
    name: str
    now: Unix
    you: ClubSelf | None
    lost: Lost | None = Field(
        default=None,
        description="why the link of this device opens nothing any more: a newer one has taken its "
        "place, the evening of a guest is over, or the person has left; null: it has had none",
    )
    zone: str = ""
    call: str = ""
    free: float = Field(default=FREE, description="seconds for each action at new tables")
    texts: bool = Field(default=True, description="whether new tables begin with texts")
    rules: dict[str, Any] | None = Field(
        default=None, description="the rules of new tables; null: none in particular"
    )
    notice: str = Field(default="", description="what the co-hosts have written; empty: nothing")
    weekday: int | None = Field(default=None, description="0 is Monday; null: no appointment")
    time: str = ""
    appointments: list[Appointment] = Field(default=[], description="the next ones")
    cancelled: list[str] = Field(default=[], description="days on which it does not meet")
    members: list[ClubMember] = Field(default=[])
    tables: list[ClubTable] = Field(default=[])
    tournament: int | None = Field(default=None, description="its number; null: none, or over")
    watched: bool = Field(default=False, description="whether everybody may watch the tables")
    may_write: bool = Field(default=True, description="whether the server allows texts at all")


class Reminded(ResponseModel):
    """Whether a reminder goes to somebody whose turn it is."""

    reminded: bool = Field(description="false: the person receives none, or has had one just now")
