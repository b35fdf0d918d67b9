"""Response models, as the OpenAPI document describes them.

A table is serialised elsewhere, as bytes; the tests compare that output with these models.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from dobbm.game.rules import DoublingFrom, Revokes, SowCompanion
from dobbm.table.deadlines import ANSWER
from dobbm.table.events import KINDS, Absence, Proposal, VoteTopic
from dobbm.table.state import Stage

Unix: TypeAlias = float
"""Seconds since 1 January 1970, UTC."""


class ResponseModel(BaseModel):
    """Base class of responses, which have no fields other than those declared."""

    model_config = ConfigDict(extra="forbid")


class Opened(ResponseModel):
    """A new table and the caller's seat at it."""

    table: str = Field(description="the table's name: whoever knows it may come")
    seat: int = Field(description="the caller's seat; seats are numbered clockwise from 0")
    token: str = Field(description="opens the seat; nobody else is to have it")


class Seated(ResponseModel):
    """The caller's seat at a table."""

    seat: int
    token: str = Field(description="opens the seat; nobody else is to have it")


class Turn(ResponseModel):
    """The turn after the request."""

    turn: int = Field(description="how many actions the table has seen")


class Phrase(ResponseModel):
    """A set phrase of table talk."""

    text: str = Field(description="as it is said at the table, in Tyrolean")
    gloss: str = Field(description="what it means, in English")


class HouseRules(ResponseModel):
    """The house rules of a table, fixed when it is opened."""

    players: Literal[4, 5]
    rules: dict[str, Any] = Field(description="`preset` and overrides, as in a record")
    bot: str = Field(description="who plays the seats that no person has")
    bank: float = Field(description="seconds in a seat's time bank, full again at every deal")
    free: float = Field(description="seconds that every action has before the bank is drawn on")
    listed: bool = Field(description="whether the lobby shows the table")
    delay: float = Field(description="seconds that spectators are behind")


class Listed(ResponseModel):
    """A table in the lobby."""

    table: str
    names: list[str | None] = Field(description="who sits there; null: the name is forgotten")
    free: int = Field(description="how many seats are free")
    options: HouseRules


class Seat(ResponseModel):
    """A seat and its occupant. Only a person's seat has a `bank` and a `stood_in`."""

    kind: Literal["free", "bot", "person"]
    name: str | None = Field(description="of the person, or of the bot; null: it is forgotten")
    wishes: list[VoteTopic] = Field(description="what the person has asked for")
    present: bool = Field(
        description="whether the person has an event stream open, or was heard of lately"
    )
    stood_in: Absence | None = Field(
        default=None,
        description="why a bot acts for the person: `gone`, or an empty time bank (`clock`)",
    )
    bank: float = Field(default=0, description="seconds left in the time bank")


class Clock(ResponseModel):
    """The clock: the seat to act has `free` seconds, then those in its time bank."""

    since: Unix = Field(description="when the turn began, in Unix seconds")
    free: float
    bank: float = Field(description="seconds in a full bank")


class Contribution(ResponseModel):
    """A seat's contribution to the shuffle."""

    seat: int
    value: str = Field(description="1 to 64 bytes, hexadecimal")


class Cut(ResponseModel):
    """The cut by the seat on the dealer's right."""

    seat: int
    at: int = Field(description="how many cards were lifted off, 1 to 35")


class Shuffle(ResponseModel):
    """The shuffle of the next deal or the one in progress; its secret is revealed at the end."""

    commitment: str = Field(description="the SHA-256 of the server's secret, hexadecimal")
    deal: int = Field(description="the number of the deal that it is for")
    contributions: list[Contribution]
    cut: Cut | None
    cutter: int | None = Field(description="who may cut; null once the cards are dealt")
    left_out: list[int] = Field(description="the people whose contribution has not come in time")
    open: bool = Field(description="whether one may still contribute")


class Question(ResponseModel):
    """An open question to all people at the table."""

    what: Proposal
    seat: int = Field(description="who asks")
    since: Unix = Field(
        description=f"in Unix seconds; not answered within {ANSWER:g} of them, it is refused"
    )
    agreed: list[int] = Field(description="who has agreed")


class RuleOptions(ResponseModel):
    """Every option of the rules (docs/rules.md 11)."""

    match: int = Field(description="the price of a Match in Schilling: 60 points of difference")
    unit: int = Field(description="payments are rounded up to a multiple of this many Schilling")
    sow_companion: SowCompanion = Field(
        description="the trump discarded with a sow: one that is no sow, or any"
    )
    doubling_from: DoublingFrom = Field(description="the defenders are asked from this one's left")
    revokes: Revokes = Field(description="an illegal card is refused, or ends the deal")
    max_doublings: int | None = Field(description="null: without limit")


class Result(ResponseModel):
    """The result of a deal."""

    phase: Literal["done"]
    declarer: int | None
    contract: Literal["dobbm", "solo"] | None
    doublings: int
    points: int | None = Field(description="the declarer's card points")
    tricks: int | None = Field(description="the declarer's")
    outcome: Literal["won", "lost", "eingestellt", "thrown_in", "revoke"]
    payments: list[int] = Field(description="what each seat receives, in Schilling; the sum is 0")
    next_dealer: int
    to_act: None
    legal: list[str] = Field(description="nothing any more")


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
    action: str = Field(description="another's discards are `? ? ? ?`")


class Trick(ResponseModel):
    """A trick, complete or still on the table."""

    seats: list[int] = Field(description="all four in the order of play, the leader first")
    cards: list[str] = Field(description="in the same order, as many as there are so far")
    winner: int | None = Field(
        description="who has taken it; null: it lies on the table, or a revoke has ended the deal"
    )
    points: int = Field(description="the card points in its cards")


class View(ResponseModel):
    """Everything a seat may know about a deal, and nothing more; a spectator's `seat` is null."""

    seat: int | None
    rules: RuleOptions
    players: int
    dealer: int
    must: bool = Field(description="whether it is a deal of a Mußrunde")
    hand: list[str] = Field(description="the cards held now")
    dobb: list[str] | None = Field(description="the talon, for the declarer who took it up")
    discards: list[str] | None = Field(description="the declarer's own")
    actions: list[str] = Field(description="all so far; another's discards are `? ? ? ?`")
    steps: list[Step] = Field(description="the actions, with who took each and when")
    tricks: list[Trick] = Field(
        description="those that have been led to, in order; the last may lie on the table"
    )
    phase: Literal["bidding", "exchange", "doubling", "play", "done"]
    declarer: int | None
    contract: Literal["dobbm", "solo"] | None
    doublings: int
    to_act: int | None
    legal: list[str] | None = Field(
        description="what this seat may do now; null for the exchange, [] when it is not its turn"
    )
    record: Record | None = Field(default=None, description="the whole deal, once it is done")
    result: Result | None = Field(default=None, description="once the deal is done")


class Own(ResponseModel):
    """The caller's private preferences; nobody else sees them."""

    plan: str | None = Field(default=None, description="the action planned for this deal")
    forced: bool = Field(default=False, description="whether the only legal card plays itself")
    muted: list[int] = Field(default=[], description="the seats whose talk is not heard")


class Change(ResponseModel):
    """The event that led to this state of the table: its kind, and the fields of that kind."""

    kind: Literal[*KINDS]  # type: ignore[valid-type]
    at: Unix = Field(description="when it happened, in Unix seconds")
    seat: int | None = Field(default=None, description="whose event it is")
    bots: int = Field(default=0, description="opened: how many seats bots have")
    first_dealer: int = Field(default=0, description="began: drawn by lot")
    value: str = Field(default="", description="contributed: to the shuffle")
    cut: int | None = Field(default=None, description="contributed: how many cards are lifted off")
    left_out: list[int] = Field(default=[], description="dealt: who did not contribute in time")
    action: str = Field(default="", description="acted: another's discards are `? ? ? ?`")
    by_bot: bool = Field(default=False, description="acted: a bot did, for itself or for a person")
    why: Absence | None = Field(default=None, description="stood_in: why a bot acts for a person")
    wish: VoteTopic | None = Field(default=None, description="wished: what for")
    what: Proposal | None = Field(default=None, description="proposed: what")
    proved: bool = Field(default=False, description="claimed: proved, or else granted")
    cards: list[str] = Field(default=[], description="claimed: how the cards that were left fell")
    actions: int = Field(default=0, description="took_back: how many actions")
    phrase: str | None = Field(default=None, description="said: a key of `GET /talk`; null: muted")
    by: float = Field(
        default=0, description="clock_set: seconds by which all times of the table move"
    )


class Table(ResponseModel):
    """A table as the caller sees it; also the `data` of every event in a stream."""

    table: str
    number: int = Field(description="how many events there have been: the `id` of the last one")
    turn: int = Field(description="how many actions there have been; a taking back counts, too")
    stage: Stage = Field(
        description="seats are free, cards are shuffled, a deal is played, is done, all is over"
    )
    deal: int = Field(description="the number of the deal, from 1; 0 before the first")
    seat: int | None = Field(description="the caller's; null for a spectator")
    seats: list[Seat]
    options: HouseRules
    session: int = Field(description="the number of the session, from 1; 0 before the first")
    ledger: list[int] = Field(description="what each seat has won in the session, in Schilling")
    next_dealer: int | None
    mussrunde_left: int | None = Field(description="deals of the Mußrunde to come; null: none yet")
    clock: Clock | None = Field(description="null: no clock runs, one person plays bots")
    shuffle: Shuffle | None
    question: Question | None
    view: View | None = Field(description="of the deal, or of the last one; null before the first")
    change: Change
    own: Own | None = Field(default=None, description="missing for spectators")


class Reason(ResponseModel):
    """The reason for an action's value: a sentence with placeholders, and their values."""

    sentence: str = Field(
        description="in English, with `{card}`, `{seat}`, `{often}`, `{points}`, `{suits}` in it; "
        "the message catalogues know it like this"
    )
    card: str | None
    seat: int | None
    often: str = Field(description="`percent` in words: in English, as the catalogues know it")
    percent: int = Field(description="of the worlds looked at")
    points: int = Field(description="card points")
    suits: list[str] = Field(description="their letters: `H`, `L`, `A`, `B`")


class Advice(ResponseModel):
    """A bot's assessment of an action."""

    action: str
    payment: float = Field(
        description="what may be expected in the end, in Schilling; below 0: to pay"
    )
    spread: float = Field(description="the standard deviation of the payment")
    reason: Reason


class Hint(ResponseModel):
    """A bot's assessment of the caller's possible actions."""

    turn: int = Field(description="the turn that it is about")
    hints: list[Advice] = Field(description="what it advises first")


class Judged(ResponseModel):
    """A card that was played, assessed double-dummy."""

    action: int = Field(description="its index among the actions of the record")
    seat: int
    card: str
    values: dict[str, int] = Field(
        description="the declarer's card points after each legal card, with best play of all"
    )
    cost: int = Field(description="how many points worse for its side than the best card it was")


class Analysis(ResponseModel):
    """The double-dummy analysis of a finished deal."""

    value: int | None = Field(
        description="the declarer's card points with best play of all; null: no card was played"
    )
    plays: list[Judged] = Field(description="all cards in order, without a revoke")


class Acted(ResponseModel):
    """An action taken by a bot."""

    seat: int
    action: str


class Practice(ResponseModel):
    """A deal that bots have continued."""

    record: Record
    acted: list[Acted] = Field(description="what the bots have done, in order")
    view: View = Field(description="what the seat may know now, or without one a spectator")


class Error(ResponseModel):
    """An error."""

    code: str = Field(description="one of a closed list, for programs")
    action: int | None
    message: str = Field(description="a sentence, for people")


class Problem(ResponseModel):
    """The response to a refused request."""

    error: Error
