"""The JSON bodies of the routes for the book of a club: requests, then responses."""

from __future__ import annotations

from pydantic import Field

from dobbm.club.club_state import MOST_AT_ONCE, MOST_DEALS
from dobbm.game.rules import ContractName
from dobbm.server.club_models import Day, MemberId
from dobbm.server.models import Request, ShortText
from dobbm.server.table_models import ResponseModel
from dobbm.table.shapes import Unix


class NewEvening(Request):
    """An evening with real cards."""

    day: Day
    deals: int = Field(ge=0, le=MOST_DEALS)
    amounts: dict[MemberId, int] = Field(
        max_length=MOST_AT_ONCE, description="Schilling by member; they add up to 0"
    )


class Favourite(Request):
    """Whether the caller counts a deal among the own favourites."""

    chosen: bool


class NewComment(Request):
    """A comment on a deal."""

    text: ShortText


class NewPayment(Request):
    """A payment of a member to another."""

    payer: MemberId
    payee: MemberId
    amount: int = Field(description="in Schilling")
    settles: bool = Field(
        default=False,
        description="whether it is one of the `debts`, which is refused once it has changed",
    )


class MemberMark(ResponseModel):
    """The result of a member on an evening, or on several."""

    member: str
    amount: int = Field(description="in Schilling")
    deals: int
    evenings: int
    declared: int
    won: int = Field(description="deals declared and won")
    defended: int
    held: int = Field(description="deals defended in which the declarer lost")
    best_solo: int = Field(description="the most that a Solo has paid, in Schilling")
    per_deal: float


class TableSpan(ResponseModel):
    """The deals of an evening at a table."""

    table: str
    number: int = Field(description="as on the club's page, or in the round of a tournament")
    round: int | None = Field(description="null: no table of a tournament")
    tournament: int | None = Field(
        default=None, description="counts those of the club from 1; null: as for the round"
    )
    first: int
    last: int


class BookComment(ResponseModel):
    """A comment on a deal."""

    number: int
    at: Unix
    by: str
    text: str


class DealMarks(ResponseModel):
    """The favourites and the comments of members for a deal."""

    favourites: list[str] = Field(description="the members who count it among theirs")
    comments: list[BookComment]


class EveningDeal(DealMarks):
    """A deal in the book."""

    table: str
    deal: int
    amounts: dict[str, int] = Field(description="Schilling by member")
    declarer: str | None = Field(description="null: a bot, or nobody")
    contract: ContractName | None
    won: bool | None = Field(description="whether the declarer has won; null: nobody declared")


class NightDeal(ResponseModel):
    """The deal of the night: most members count it among their favourites, or it is the dearest."""

    table: str
    deal: int
    favourites: int = Field(description="how many members do so; 0: it is the dearest")


class BookEvening(ResponseModel):
    """An evening in the book."""

    number: int
    day: str
    deals: int
    tables: list[TableSpan]
    by: str | None = Field(description="who has entered it; null: it was played here")
    standing: list[MemberMark]
    night: NightDeal | None = Field(description="null: nothing was played here")


class BookDebt(ResponseModel):
    """An amount that a member owes another."""

    payer: str
    payee: str
    amount: int


class BookPayment(BookDebt):
    """A payment in the book."""

    number: int
    at: Unix
    by: str


class Book(ResponseModel):
    """The book of a club."""

    evenings: list[BookEvening] = Field(description="the newest first")
    totals: list[MemberMark] = Field(description="over these evenings, the richest first")
    debts: list[BookDebt] = Field(description="over all evenings: who pays whom to be quits")
    payments: list[BookPayment]
