"""Response models of a table as its seats receive it, as the OpenAPI document describes them.

A table is serialised elsewhere, as bytes; the tests compare that output with these models.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, create_model

from dobbm.game.rules import OPTIONS, Option, Rules
from dobbm.table.deadlines import ANSWER
from dobbm.table.events import KINDS, Absence, Proposal, VoteTopic
from dobbm.table.state import Stage

Unix: TypeAlias = float
"""Seconds since 1 January 1970, UTC."""


class ResponseModel(BaseModel):
    """Base class of responses, which have no fields other than those declared."""

    model_config = ConfigDict(extra="forbid")


class HouseRules(ResponseModel):
    """The house rules of a table; the host may change some of them."""

    players: Literal[4, 5]
    rules: dict[str, Any] = Field(description="`preset` and overrides, as in a record")
    bot: str = Field(description="the bot that plays seats without a person")
    bank: float = Field(description="seconds in a seat's time bank, refilled for every deal")
    free: float = Field(description="seconds for each action before the time bank is used")
    listed: bool = Field(description="whether the lobby shows the table")
    delay: float = Field(description="seconds by which spectators see events later")
    ready_check: bool = Field(description="whether the first deal waits until all are ready")
    texts: bool = Field(description="whether the host allows texts")


class ListedSeat(ResponseModel):
    """A seat of a table in the lobby."""

    kind: Literal["free", "bot", "person"]
    name: str | None = Field(description="name of the person or bot; null: erased")
    portrait: str | None = Field(
        default=None, description="the portrait that the person has chosen, if any"
    )


class Seat(ListedSeat):
    """A seat and its occupant. Only a person's seat has a `bank`, a `grace` and a `stood_in`."""

    wishes: list[VoteTopic] = Field(description="what the person has voted for")
    present: bool = Field(
        description="whether the person has an open event stream or was active recently"
    )
    stood_in: Absence | None = Field(
        default=None,
        description="why a bot stands in: the person is `gone` or the time bank empty (`clock`)",
    )
    bank: float = Field(default=0, description="seconds left in the time bank")
    grace: float = Field(
        default=0,
        description="seconds left in this deal during which the clock waits while the connection of"
        " the person is lost",
    )


class Clock(ResponseModel):
    """The clock: the seat to act has `free` seconds, then those in its time bank."""

    since: Unix = Field(description="when the turn began, in Unix seconds")
    free: float
    bank: float = Field(description="seconds in a full bank")
    deal_at: Unix | None = Field(
        default=None,
        description="when the next deal begins without more votes, in Unix seconds;"
        " null except between two deals",
    )


class Contribution(ResponseModel):
    """A seat's contribution to the shuffle."""

    seat: int
    value: str = Field(description="1 to 64 bytes as hexadecimal digits")


class Cut(ResponseModel):
    """The cut by the seat on the dealer's right."""

    seat: int
    at: int = Field(description="number of cards lifted off, 1 to 35")


class Shuffle(ResponseModel):
    """The shuffle of the next deal, or of the deal in progress; its end reveals the secret."""

    commitment: str = Field(description="the SHA-256 of the server's secret, in hexadecimal")
    deal: int = Field(description="the number of the deal, from 1")
    contributions: list[Contribution]
    cut: Cut | None
    cutter: int | None = Field(description="the seat that may cut; null once the cards are dealt")
    left_out: list[int] = Field(
        description="seats of the people whose contributions did not arrive in time"
    )
    open: bool = Field(description="whether contributions are still accepted")


class Question(ResponseModel):
    """An open question to all people at the table."""

    what: Proposal
    seat: int = Field(description="the seat that asks")
    since: Unix = Field(
        description=f"in Unix seconds; refused if not answered within {ANSWER:g} seconds"
    )
    agreed: list[int] = Field(description="seats that have agreed")


def _field_of(option: Option) -> tuple[Any, Any]:
    """Return the type and the description of an option of the rules."""
    bounds = "" if option.words else f": {option.smallest} to 10⁹"
    limit = "; null: no limit" if option.limits else ""
    kind = get_type_hints(Rules)[option.name]
    return kind, Field(description=f"{option.summary}{bounds}{limit}")


class RuleOptions(
    create_model(  # type: ignore[misc]  # no type checker knows fields that come from data
        "RuleOptions",
        __base__=ResponseModel,
        **{name: _field_of(option) for name, option in OPTIONS.items()},
    )
):
    """Every option of the rules (docs/rules.md 11)."""


class Result(ResponseModel):
    """The result of a deal."""

    phase: Literal["done"]
    declarer: int | None
    contract: Literal["dobbm", "solo"] | None
    doublings: int
    points: int | None = Field(description="the declarer's card points")
    tricks: int | None = Field(description="the declarer's tricks")
    outcome: Literal["won", "lost", "eingestellt", "thrown_in", "revoke"]
    payments: list[int] = Field(
        description="what each seat receives, in Schilling; negative if it pays; the sum is 0"
    )
    next_dealer: int
    to_act: None
    legal: list[str] = Field(description="always empty")


class Record(ResponseModel):
    """The full record of a deal; at a table, `meta` holds the names and the shuffle's proof."""

    rules: dict[str, Any]
    players: int
    dealer: int
    must: bool
    deck: list[str] = Field(description="the 36 cards in dealing order")
    actions: list[str]
    meta: dict[str, Any]


class Step(ResponseModel):
    """An action in a deal, with its seat and phase."""

    seat: int
    phase: Literal["bidding", "exchange", "doubling", "play"]
    action: str = Field(description="another seat's discards are `? ? ? ?`")


class Trick(ResponseModel):
    """A trick, complete or still on the table."""

    seats: list[int] = Field(description="all four seats in the order of play, the leader first")
    cards: list[str] = Field(description="the cards played so far, in the same order")
    winner: int | None = Field(
        description="the seat that took it; null: still on the table, or a revoke ended the deal"
    )
    points: int = Field(description="the card points in the trick")


class View(ResponseModel):
    """Everything a seat may know about a deal, and nothing more; a spectator's `seat` is null."""

    seat: int | None
    rules: RuleOptions
    players: int
    dealer: int
    must: bool = Field(description="whether the deal belongs to a Mußrunde")
    hand: list[str] = Field(description="the cards held now")
    dobb: list[str] | None = Field(description="the talon, for the declarer who took it up")
    discards: list[str] | None = Field(description="the four discards, for their declarer only")
    actions: list[str] = Field(description="all so far; another seat's discards are `? ? ? ?`")
    steps: list[Step] = Field(description="the actions, each with its seat and phase")
    tricks: list[Trick] = Field(
        description="all tricks begun, in order; the last may still be on the table"
    )
    phase: Literal["bidding", "exchange", "doubling", "play", "done"]
    declarer: int | None
    contract: Literal["dobbm", "solo"] | None
    doublings: int
    to_act: int | None
    legal: list[str] | None = Field(
        description="this seat's legal actions; null in the exchange, [] when it is not its turn"
    )
    record: Record | None = Field(
        default=None, description="the full record, once the deal is done"
    )
    result: Result | None = Field(default=None, description="the result, once the deal is done")


class Own(ResponseModel):
    """The caller's private preferences; nobody else sees them."""

    plan: str | None = Field(default=None, description="the action planned for this deal")
    forced: bool = Field(
        default=False, description="whether the only legal card is played automatically"
    )
    muted: list[int] = Field(default=[], description="seats of the people who are muted")
    declined: bool = Field(
        default=False, description="whether the caller wants no texts at this table"
    )
    newcomer: bool = Field(
        default=False,
        description="whether the caller has taken the seat after the end of the deal in `view`",
    )


class Change(ResponseModel):
    """The event that led to this state of the table: its kind, and the fields of that kind."""

    kind: Literal[*KINDS]  # type: ignore[valid-type]
    at: Unix = Field(description="when it happened, in Unix seconds")
    seat: int | None = Field(default=None, description="the seat concerned")
    bots: int = Field(default=0, description="opened: number of seats that bots take")
    first_dealer: int = Field(default=0, description="began: the first dealer, drawn by lot")
    value: str = Field(default="", description="contributed: the contribution to the shuffle")
    cut: int | None = Field(default=None, description="contributed: number of cards lifted off")
    left_out: list[int] = Field(
        default=[], description="dealt: seats that did not contribute in time"
    )
    action: str = Field(
        default="", description="acted: the action; another seat's discards are `? ? ? ?`"
    )
    by_bot: bool = Field(
        default=False, description="acted: whether a bot acted, for itself or for a person"
    )
    why: Absence | None = Field(
        default=None, description="stood_in: why a bot stands in for a person"
    )
    seconds: float = Field(
        default=0, description="waited: seconds that are not charged, without a connection"
    )
    wish: VoteTopic | None = Field(default=None, description="wished: what the person voted for")
    what: Proposal | None = Field(default=None, description="proposed: what is proposed")
    by_host: bool = Field(
        default=False, description="vacated: whether the host freed the seat of somebody else"
    )
    seats: list[int] = Field(default=[], description="swapped: the seats of the two occupants")
    proved: bool = Field(
        default=False, description="claimed: whether it was proved, not just granted"
    )
    cards: list[str] = Field(
        default=[], description="claimed: the remaining cards in the order of play"
    )
    actions: int = Field(default=0, description="took_back: number of actions taken back")
    phrase: str | None = Field(default=None, description="said: a key of `GET /talk`; null: muted")
    text: str | None = Field(
        default=None, description="wrote: the text; null: not for this seat, or erased"
    )
    allowed: bool = Field(default=False, description="texts_allowed: whether the host allows texts")
    declined: bool = Field(
        default=False, description="texts_declined: whether somebody, who is not named, wants none"
    )
    portrait: str = Field(default="", description="portrait_chosen: the portrait")
    by: float = Field(
        default=0, description="clock_set: seconds by which all times at the table move"
    )


class Account(ResponseModel):
    """The winnings in this session of somebody without a seat."""

    name: str | None = Field(description="the person's name; null: erased, or bots")
    bot: bool = Field(description="whether these are bots, all that people have replaced")
    amount: int = Field(description="in Schilling")


class Occupant(ResponseModel):
    """The person or bot in a seat at the end of a deal."""

    kind: Literal["bot", "person"]
    name: str | None = Field(description="name of the person or bot; null: erased")


class LedgerLine(ResponseModel):
    """A finished deal as a line of the ledger."""

    deal: int = Field(description="the number of the deal, from 1")
    session: int = Field(description="the number of the session, from 1")
    must: bool = Field(description="whether the deal belongs to a Mußrunde")
    declarer: int | None
    contract: Literal["dobbm", "solo"] | None
    doublings: int
    points: int | None = Field(description="the declarer's card points")
    tricks: int | None = Field(description="the declarer's tricks")
    outcome: Literal["won", "lost", "eingestellt", "thrown_in", "revoke"]
    payments: list[int] = Field(description="what each seat received, in Schilling")
    next_dealer: int
    seats: list[Occupant] = Field(description="who sat there at the end of the deal")
    ledger: list[int] = Field(description="what the occupants had won after the deal")
    settled: list[Account] = Field(
        description="what those had won after the deal who had no seat any more"
    )


class Table(ResponseModel):
    """A table as the caller sees it; also the `data` of every event in a stream."""

    table: str
    number: int = Field(description="number of events so far, which is the `id` of the latest")
    turn: int = Field(description="number of actions so far; a take-back counts as one, too")
    stage: Stage = Field(
        description="free seats, or people who are not ready; shuffling; a deal in progress; "
        "between two deals; session over"
    )
    deal: int = Field(description="the number of the deal, from 1; 0 before the first")
    seat: int | None = Field(description="the caller's seat; null for a spectator")
    seats: list[Seat]
    options: HouseRules
    session: int = Field(description="the number of the session, from 1; 0 before the first")
    host: int | None = Field(description="the seat of the host, who arranges the table")
    ledger: list[int] = Field(
        description="the winnings of each seat's occupant in the session, in Schilling"
    )
    settled: list[Account] = Field(description="the winnings of those who have no seat any more")
    next_dealer: int | None
    mussrunde_left: int | None = Field(
        description="number of deals left in the Mußrunde; null: none agreed"
    )
    clock: Clock | None = Field(description="null: no clock; one person plays against bots")
    shuffle: Shuffle | None
    question: Question | None
    stand_ins: list[int] = Field(
        description="the places in `view.steps` of the actions that bots have taken for people"
    )
    held: list[Occupant] | None = Field(
        description="who held the seats at the end of the deal in `view`; null unless it is over"
    )
    texts: Literal["on", "off", "declined", "forbidden"] = Field(
        description="whether people may write texts; if not, because the host allows none, because "
        "somebody at the table declines, or because the server forbids them"
    )
    view: View | None = Field(description="view of the current or last deal; null before the first")
    change: Change
    own: Own | None = Field(default=None, description="absent for spectators")
