"""Response models, as the OpenAPI document describes them; the table is in ``table_models``."""

from __future__ import annotations

from pydantic import Field

from dobbm.game.actions import Phase
from dobbm.runtime import about
from dobbm.server.table_models import Record, ResponseModel, model_of
from dobbm.table.shapes import Unix


class Opened(ResponseModel):
    """A new table and the caller's seat at it."""

    table: str = Field(description="the table's name; anyone who knows it may join")
    seat: int = Field(description="the caller's seat; seats are numbered clockwise from 0")
    token: str = Field(description="opens the seat; keep it secret")


class Seated(ResponseModel):
    """The caller's seat at a table."""

    seat: int
    token: str = Field(description="opens the seat; keep it secret")


class Moved(ResponseModel):
    """The seat that a person now has at a table."""

    seat: int


class Handover(ResponseModel):
    """A code that moves the caller's seat to another device."""

    code: str = Field(description="as secret as a token")
    until: Unix = Field(description="when the code goes out of date, in Unix seconds")


class Turn(ResponseModel):
    """The turn after the request."""

    turn: int = Field(description="number of actions at the table so far")


class Reason(ResponseModel):
    """The reason for an action's value: a sentence, and values for its placeholders only."""

    sentence: str = Field(
        description="in English, as in the message catalogues, with some of the placeholders "
        "`{card}`, `{seat}`, `{often}`, `{points}` and `{suits}`"
    )
    card: str = ""
    seat: int = 0
    often: str = Field(
        default="", description="`percent` in words: in English, as in the catalogues"
    )
    percent: int = Field(
        default=0, description="percentage of the worlds considered; given with `often`"
    )
    points: int = Field(default=0, description="card points")
    suits: list[str] = Field(default=[], description="suits by letter: `H`, `L`, `A`, `B`")


class Advice(ResponseModel):
    """A bot's assessment of an action."""

    action: str
    payment: float = Field(
        description="expected final payment to the seat, in Schilling; negative if it pays"
    )
    spread: float = Field(description="the standard deviation of the payment")
    wins: float | None = Field(
        description="the share of the believed worlds in which the seat is paid; null if unknown"
    )
    reason: Reason


class Hint(ResponseModel):
    """A bot's assessment of the caller's possible actions."""

    turn: int = Field(description="the turn that the hint is for")
    hints: list[Advice] = Field(description="best first")


class Judged(ResponseModel):
    """A card that was played, assessed double-dummy."""

    action: int = Field(description="the index of the card among the actions of the record")
    seat: int
    card: str
    values: dict[str, int] = Field(
        description="the declarer's card points after each legal card, with best play by everyone"
    )
    cost: int = Field(
        description="card points that the card lost for its side, compared with the best card"
    )


class Analysis(ResponseModel):
    """The double-dummy analysis of a finished deal."""

    value: int | None = Field(
        description="the declarer's card points with best play by everyone; null: no play"
    )
    plays: list[Judged] = Field(description="all cards in order, except a revoke")


class DailyDeal(ResponseModel):
    """A deal of a day."""

    number: int = Field(description="from 1 to 3")
    seat: int = Field(description="the seat of the person")
    bots: list[str | None] = Field(description="the bot in each seat; null in the person's")
    record: Record = Field(description="of the deal without actions")


class Daily(ResponseModel):
    """The deals of a day."""

    day: str = Field(description="the date, such as `2026-11-26`")
    deals: list[DailyDeal]


StoredPerson = model_of(about.StoredPerson)


class Privacy(ResponseModel):
    """The settings of the host that concern what is stored."""

    contact: str | None = Field(description="how to reach the host; null: the host does not say")
    keep_days: int | None = Field(
        description="days after which tables that nobody has touched are deleted; null: they stay"
    )
    texts: bool = Field(description="whether people can write texts to each other")


class RankedResult(ResponseModel):
    """Somebody's result of the deals of a day, and its place."""

    place: int = Field(description="from 1; equal sums share a place")
    name: str
    paid: list[int] = Field(description="the payment of each deal, in Schilling")
    total: int = Field(description="their sum")
    own: bool = Field(description="whether it is that of the caller's device")


class DayResults(ResponseModel):
    """The results of the deals of a day."""

    day: str
    count: int = Field(description="of all results of the day")
    results: list[RankedResult] = Field(
        description="best first; after the first 50, only that of the caller's device"
    )
    keep_days: int | None = Field(
        description="days for which a result is kept; null: until the host deletes it"
    )


class JudgedDecision(ResponseModel):
    """A decision, judged by what its seat could know."""

    action: int = Field(description="the index of the action among those of the record")
    phase: Phase
    taken: str = Field(description="the action; discards in the order of their names")
    better: str = Field(description="the best action; the one taken if no other is better")
    cost: float = Field(
        description="expected card points given away, compared with the better action; in a bid, "
        "those of a Dobbm's declarer"
    )
    error: float = Field(description="the standard error of the cost, in card points")
    payment: float = Field(description="the cost in Schilling")
    mistake: bool = Field(description="whether the cost is clear, and a card point at least")
    missed_by: list[str] = Field(
        description="the weaker bots that would have acted worse, if the action taken was clearly "
        "the best one"
    )
    reason: Reason = Field(description="for the value of the action taken")
    better_reason: Reason = Field(description="for the value of the better action")
    behind: dict[str, float] = Field(
        description="for each action considered, the card points by which it is behind the best"
    )


class Judgement(ResponseModel):
    """The decisions of a seat in a deal, judged by what it could know."""

    judge: str = Field(description="what has judged; other judges may judge otherwise")
    seat: int
    decisions: list[JudgedDecision] = Field(
        description="in order; actions that were the only possible ones are left out"
    )


class Error(ResponseModel):
    """An error."""

    code: str = Field(description="one of a fixed set, for programs")
    action: int | None
    message: str = Field(description="a sentence, for people")
    club: str | None = Field(default=None, description="the club that shows a table to its people")


class Problem(ResponseModel):
    """The response to a refused request."""

    error: Error
