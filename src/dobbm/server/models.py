"""Request models, which FastAPI validates and documents."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from dobbm.exercises.daily import KINDS
from dobbm.server.computations import MOST_ACTIONS
from dobbm.server.threaded_bots import LADDER
from dobbm.table.house_rules import BANK, FREE
from dobbm.table.portraits import PORTRAITS
from dobbm.table.talk import LONGEST_TEXT, PHRASES
from dobbm.text.names import LONGEST_NAME, UnfitName, clean_name, verify_name

MOST_FIELDS = 50
"""Maximum number of fields of a request's body."""
LONGEST_ACTION = 40
"""Maximum characters of an action; four discards take eleven."""


def _legible(name: str) -> str:
    """Return a clean name; refuse one that others could not read."""
    cleaned = clean_name(name)
    verify_name(cleaned or name.strip())
    return cleaned


def _legible_or_none(name: str) -> str:
    """Return a clean name, or none in the place of one that others could not read."""
    try:
        return _legible(name)
    except UnfitName:
        return ""


Name = Annotated[str, Field(max_length=LONGEST_NAME), AfterValidator(_legible)]
SpectatorName = Annotated[str, Field(max_length=LONGEST_NAME), AfterValidator(_legible_or_none)]
"""The name of somebody who only watches, who is not kept away because of it."""


REQUEST = "[A-Za-z0-9_-]{22,64}"
"""Pattern of the identifiers of requests; 22 such characters have 132 bits."""
Repeatable = Annotated[
    str | None,
    Field(
        pattern=f"^{REQUEST}$",
        description="a random identifier of at least 128 bits, chosen by the client: a request "
        "repeated with it is carried out once and gets the same seat and token. Keep it as secret "
        "as the token",
    ),
]


class Request(BaseModel):
    """Base class of request bodies; validation is strict and rejects unknown fields."""

    model_config = ConfigDict(extra="forbid", strict=True)

    @model_validator(mode="before")
    @classmethod
    def _verify_size(cls, data: object) -> object:
        """Refuse a body of many fields at once: an error for each would take milliseconds."""
        if isinstance(data, dict) and len(data) > MOST_FIELDS:
            raise ValueError(f"a body has at most {MOST_FIELDS} fields")
        return data


class NewRules(Request):
    """House rules that the host may change until the first deal."""

    players: Literal[4, 5] = 4
    rules: dict[str, Any] = Field(
        default={}, description="`preset` and overrides, as in a record", max_length=10
    )
    bot: str = Field(default="simple", description=f"one of {', '.join(LADDER)}", max_length=20)
    bank: float = Field(default=BANK, ge=5, le=3600, description="seconds in a seat's time bank")
    free: float = Field(
        default=FREE,
        ge=1,
        le=600,
        description="seconds for each action before the time bank is used",
    )


class NewTable(NewRules):
    """The settings of a new table."""

    name: Name = ""
    bots: int = Field(default=0, ge=0, le=4, description="number of seats that bots take")
    listed: bool = Field(default=False, description="whether the lobby shows the table")
    delay: float = Field(
        default=0, ge=0, le=3600, description="seconds by which spectators see events later"
    )
    ready_check: bool = Field(
        default=False, description="whether the first deal waits until all people are ready"
    )
    texts: bool | None = Field(
        default=None,
        description="whether people may write texts; null: unless the lobby shows the table",
    )
    request: Repeatable = None


Place = Annotated[int, Field(ge=0, le=4, description="seats are numbered clockwise from 0")]


class NewSeat(Request):
    """A person who wants to take a seat."""

    name: Name = ""
    seat: Place | None = Field(default=None, description="null: the first free seat")
    request: Repeatable = None


class OwnSeat(Request):
    """The seat where a person who knows the table wants to sit."""

    seat: Place


class Swap(Request):
    """Two seats whose occupants change places."""

    seats: Annotated[list[Place], Field(min_length=2, max_length=2)]


class HandoverCode(Request):
    """The code by which another device offers its seat."""

    code: str = Field(max_length=64)
    request: Repeatable = None


class Action(Request):
    """An action of the seat to act."""

    action: str = Field(max_length=LONGEST_ACTION, description="as in a record: `HS`, `weiter`, …")
    turn: int = Field(ge=0, le=10**9, description="the turn at which it is taken")


class NewContribution(Request):
    """A contribution to the next shuffle."""

    value: str = Field(max_length=128, description="1 to 64 bytes as lower-case hexadecimal digits")
    cut: int | None = Field(
        default=None, description="number of cards that the seat on the dealer's right lifts off"
    )


class AtTurn(Request):
    """The turn that a request is meant for; the request is refused at any other turn."""

    turn: int | None = Field(
        default=None, ge=0, le=10**9, description="the current turn; null: any turn"
    )


class Answer(AtTurn):
    """An answer to the table's open question."""

    agrees: bool


class Talk(Request):
    """Table talk."""

    phrase: str = Field(max_length=20, description=f"one of {', '.join(PHRASES)}")


ShortText = Annotated[
    str,
    Field(
        max_length=2 * LONGEST_TEXT,
        description=f"one line of at most {LONGEST_TEXT} characters; control characters are left "
        "out, and white space counts as one space",
    ),
]


class NewText(Request):
    """A text to the others at the table."""

    text: ShortText
    request: Repeatable = None


class Allowed(Request):
    """Whether people may write texts at the table."""

    allowed: bool


class Declined(Request):
    """Whether the caller wants no texts at the table."""

    declined: bool


class Portrait(Request):
    """The portrait that the caller chooses."""

    portrait: str = Field(max_length=20, description=f"one of {', '.join(PORTRAITS)}")


class Excused(Request):
    """Until when the caller is away, at a table by post."""

    until: float | None = Field(description="Unix seconds, at most 31 days from now; null: no more")


class Plan(Request):
    """An action that a seat plans before its turn."""

    action: str | None = Field(max_length=LONGEST_ACTION, description="null cancels the plan")


class Forced(Request):
    """Whether the server plays the only legal card for the seat."""

    on: bool


class Hurried(Request):
    """Whether the bots play the deal in progress without pauses."""

    on: bool


class Muted(Request):
    """The seats whose occupants are muted."""

    seats: list[Annotated[int, Field(ge=0, le=4)]] = Field(max_length=5)


class NewReport(Request):
    """A report to the host of the server: of a text or of a person, one of the two."""

    text: int | None = Field(
        default=None, ge=1, le=10**9, description="the `number` of a text that the caller can read"
    )
    seat: Place | None = Field(
        default=None, description="the seat of a person, whose name or conduct it is about"
    )

    @model_validator(mode="after")
    def _verify_one(self) -> NewReport:
        if (self.text is None) == (self.seat is None):
            raise ValueError("a report is about a `text` or a `seat`")
        return self


class Lines(Request):
    """Lines of a file of records."""

    lines: list[str] = Field(max_length=50)


class ToAnalyse(Request):
    """A finished deal."""

    record: dict[str, Any] = Field(description="the record of a finished deal")


class ToView(ToAnalyse):
    """A finished deal, and a seat that looks back at it."""

    seat: int | None = Field(ge=0, le=4, description="null: a spectator")


class PlayOn(Request):
    """A deal for bots to continue."""

    record: dict[str, Any] = Field(description="the record of a deal in progress")
    seat: int | None = Field(
        ge=0, le=4, description="the seat that no bot plays; null: bots play the deal to its end"
    )
    bot: str = Field(default="simple", description=f"one of {', '.join(LADDER)}", max_length=20)
    bots: list[Annotated[str, Field(max_length=20)] | None] | None = Field(
        default=None, description="the bot of each seat; null: `bot`", max_length=5
    )


OneAction = Annotated[str, Field(max_length=LONGEST_ACTION)]


class PlayedDay(Request):
    """The deals of a day as a person has played them, and the name to show."""

    name: Name
    deals: list[Annotated[list[OneAction], Field(max_length=MOST_ACTIONS)]] = Field(
        min_length=len(KINDS),
        max_length=len(KINDS),
        description="the actions of each deal, as in its record",
    )


class ToJudge(Request):
    """A seat's decisions to judge."""

    record: dict[str, Any] = Field(description="the record of a deal")
    seat: Place
