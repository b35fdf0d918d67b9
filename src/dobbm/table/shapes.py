"""The JSON objects in which a table is sent: each field once, with its type and its meaning.

``presentation`` makes these objects, and the type checker compares them. The server's OpenAPI
document and the types of the page follow from them (``server.table_models``).
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, TypedDict

from dobbm.game.record import Record
from dobbm.game.rules import ContractName
from dobbm.game.settlement import Outcome
from dobbm.game.view_shape import ViewShape
from dobbm.table.deadlines import ANSWER
from dobbm.table.events import Absence, Proposal, VoteTopic
from dobbm.table.house_rules import HouseRules
from dobbm.table.state import Stage

Unix: TypeAlias = float
"""Seconds since 1 January 1970, UTC."""
Name: TypeAlias = Annotated[str | None, "name of the person or bot; null: erased"]


class _Portrait(TypedDict, total=False):
    """The fields that seats of people may have."""

    portrait: Annotated[str | None, "the portrait that the person has chosen, if any"]


class _BotsSeat(TypedDict, total=False):
    """The field that the seat of a bot may have."""

    namesakes: Annotated[
        list[str],
        "at a table of a club: the names of bots that members bear, so that the page gives them to "
        "no bot",
    ]


class ListedSeat(_Portrait):
    """A seat of a table in the lobby."""

    kind: Literal["free", "bot", "person"]
    name: Name


class _PersonsSeat(TypedDict, total=False):
    """The fields that only a person's seat has."""

    stood_in: Annotated[
        Absence | None,
        "why a bot stands in: the person is `gone` or the time bank empty (`clock`)",
    ]
    bank: Annotated[float, "seconds left in the time bank"]
    grace: Annotated[
        float,
        "seconds left in this deal during which the clock waits while the connection of the "
        "person is lost",
    ]
    excused_until: Annotated[
        Unix,
        "by post: until when the person has said to be away, in Unix seconds, which may be past; "
        "absent: never",
    ]
    excused_from: Annotated[
        Unix,
        "by post: from when on, which may be a time to come; absent: never",
    ]
    released_by: Annotated[
        list[int],
        "while the person and the host are away: seats whose people agree to give the seat to a "
        "bot",
    ]


class Seat(ListedSeat, _PersonsSeat, _BotsSeat):
    """A seat and its occupant. The other fields depend on its kind."""

    wishes: Annotated[list[VoteTopic], "what the person has voted for"]
    present: Annotated[bool, "whether the person has an open event stream or was active recently"]


class Listed(TypedDict):
    """A table in the lobby."""

    table: str
    names: Annotated[list[str | None], "names of the people seated; null: erased"]
    free: Annotated[int, "number of free seats"]
    seats: list[ListedSeat]
    options: HouseRules


class _Review(TypedDict, total=False):
    """The field that the clock may have."""

    deal_at: Annotated[
        Unix | None,
        "when the next deal begins without more votes, in Unix seconds; null except between "
        "two deals, and where it waits for votes",
    ]


class Clock(_Review):
    """The clock: the seat to act has `free` seconds, then those in its time bank."""

    since: Annotated[
        Unix,
        "when the turn began, in Unix seconds; by post, it may be a time to come, until which the "
        "person is away",
    ]
    free: float
    bank: Annotated[float, "seconds in a full bank"]


class Contribution(TypedDict):
    """A seat's contribution to the shuffle."""

    seat: int
    value: Annotated[str, "1 to 64 bytes as hexadecimal digits"]


class Cut(TypedDict):
    """The cut by the seat on the dealer's right."""

    seat: int
    at: Annotated[int, "number of cards lifted off, 1 to 35"]


class Shuffle(TypedDict):
    """The shuffle of the next deal, or of the deal in progress; its end reveals the secret."""

    commitment: Annotated[str, "the SHA-256 of the server's secret, in hexadecimal"]
    deal: Annotated[int, "the number of the deal, from 1"]
    contributions: list[Contribution]
    cut: Cut | None
    cutter: Annotated[int | None, "the seat that may cut; null once the cards are dealt"]
    left_out: Annotated[list[int], "seats of the people whose contributions did not arrive in time"]
    open: Annotated[bool, "whether contributions are still accepted"]


class Question(TypedDict):
    """An open question to all people at the table."""

    what: Proposal
    seat: Annotated[int, "the seat that asks"]
    since: Annotated[Unix, f"in Unix seconds; refused if not answered within {ANSWER:g} seconds"]
    agreed: Annotated[list[int], "seats that have agreed"]


class Own(TypedDict, total=False):
    """The caller's private preferences; nobody else sees them."""

    plan: Annotated[str | None, "the action planned for this deal"]
    forced: Annotated[bool, "whether the only legal card is played automatically"]
    muted: Annotated[list[int], "seats of the people who are muted"]
    declined: Annotated[bool, "whether the caller wants no texts at this table"]
    newcomer: Annotated[
        bool, "whether the caller has taken the seat after the end of the deal in `view`"
    ]


class _Fields(TypedDict, total=False):
    """The fields of some kinds of events."""

    seat: Annotated[int | None, "the seat concerned"]
    bots: Annotated[int, "opened: number of seats that bots take"]
    first_dealer: Annotated[int, "began: the first dealer, drawn by lot"]
    value: Annotated[str, "contributed: the contribution to the shuffle"]
    cut: Annotated[int | None, "contributed: number of cards lifted off"]
    left_out: Annotated[list[int], "dealt: seats that did not contribute in time"]
    action: Annotated[str, "acted: the action; another seat's discards are `? ? ? ?`"]
    by_bot: Annotated[bool, "acted: whether a bot acted, for itself or for a person"]
    why: Annotated[Absence | None, "stood_in: why a bot stands in for a person"]
    seconds: Annotated[float, "waited: seconds that are not charged, without a connection"]
    until: Annotated[Unix | None, "excused: until when the person is away; null: no more"]
    since: Annotated[Unix | None, "excused: from when on; null: at once"]
    wish: Annotated[VoteTopic | None, "wished: what the person voted for"]
    released: Annotated[int, "release_wished: the seat that the person agrees to give to a bot"]
    what: Annotated[Proposal | None, "proposed: what is proposed"]
    by_host: Annotated[bool, "vacated: whether the host freed the seat of somebody else"]
    seats: Annotated[list[int], "swapped: the seats of the two occupants"]
    proved: Annotated[bool, "claimed: whether it was proved, not just granted"]
    cards: Annotated[list[str], "claimed: the remaining cards in the order of play"]
    actions: Annotated[int, "took_back: number of actions taken back"]
    phrase: Annotated[str | None, "said: a key of `GET /talk`; null: muted"]
    text: Annotated[str | None, "wrote: the text; null: not for this seat, or erased"]
    allowed: Annotated[bool, "texts_allowed: whether the host allows texts"]
    declined: Annotated[bool, "texts_declined: whether somebody, who is not named, wants none"]
    portrait: Annotated[str, "portrait_chosen: the portrait"]
    by: Annotated[float, "clock_set: seconds by which all times at the table move"]


class Change(_Fields):
    """The event that led to this state of the table: its kind, and the fields of that kind."""

    kind: str
    at: Annotated[Unix, "when it happened, in Unix seconds"]


class Account(TypedDict):
    """The winnings in this session of somebody without a seat."""

    name: Annotated[str | None, "the person's name; null: erased, or bots"]
    bot: Annotated[bool, "whether these are bots, all that people have replaced"]
    amount: Annotated[int, "in Schilling"]


class Occupant(_BotsSeat):
    """The person or bot in a seat at the end of a deal."""

    kind: Literal["bot", "person"]
    name: Name


class LedgerLine(TypedDict):
    """A finished deal as a line of the ledger."""

    deal: Annotated[int, "the number of the deal, from 1"]
    session: Annotated[int, "the number of the session, from 1"]
    must: Annotated[bool, "whether the deal belongs to a Mußrunde"]
    declarer: int | None
    contract: ContractName | None
    doublings: int
    points: Annotated[int | None, "the declarer's card points"]
    tricks: Annotated[int | None, "the declarer's tricks"]
    outcome: Outcome
    payments: Annotated[list[int], "what each seat received, in Schilling"]
    next_dealer: int
    seats: Annotated[list[Occupant], "who sat there at the end of the deal"]
    ledger: Annotated[list[int], "what the occupants had won after the deal"]
    settled: Annotated[list[Account], "what those had won after the deal who had no seat any more"]


class SharedPart(TypedDict):
    """The fields of a table that everybody receives alike."""

    table: str
    number: Annotated[int, "number of events so far, which is the `id` of the latest"]
    turn: Annotated[int, "number of actions so far; a take-back counts as one, too"]
    stage: Annotated[
        Stage,
        "free seats, or people who are not ready; shuffling; a deal in progress; between two "
        "deals; session over",
    ]
    deal: Annotated[int, "the number of the deal, from 1; 0 before the first"]
    seats: list[Seat]
    options: HouseRules
    session: Annotated[int, "the number of the session, from 1; 0 before the first"]
    host: Annotated[int | None, "the seat of the host, who arranges the table"]
    ledger: Annotated[
        list[int], "the winnings of each seat's occupant in the session, in Schilling"
    ]
    settled: Annotated[list[Account], "the winnings of those who have no seat any more"]
    next_dealer: int | None
    mussrunde_left: Annotated[int | None, "number of deals left in the Mußrunde; null: none agreed"]
    clock: Annotated[Clock | None, "null: no clock; one person plays against bots"]
    shuffle: Shuffle | None
    question: Question | None
    stand_ins: Annotated[
        list[int],
        "the places in `view.steps` of the actions that bots have taken for people",
    ]
    held: Annotated[
        list[Occupant] | None,
        "who held the seats at the end of the deal in `view`; null unless it is over",
    ]
    texts: Annotated[
        Literal["on", "off", "declined", "forbidden"],
        "whether people may write texts; if not, because the host allows none, because somebody "
        "at the table declines, or because the server forbids them",
    ]


class _Own(TypedDict, total=False):
    """The field that only people at the table receive."""

    own: Annotated[Own | None, "absent for spectators"]


class OwnPart(_Own):
    """The fields of a table that differ from seat to seat, apart from the view of the deal."""

    seat: Annotated[int | None, "the caller's seat; null for a spectator"]
    change: Change


class Table(SharedPart, OwnPart):
    """A table as the caller sees it; also the `data` of every event in a stream."""

    view: Annotated[ViewShape | None, "view of the current or last deal; null before the first"]


class Acted(TypedDict):
    """An action taken by a bot."""

    seat: int
    action: str


class Practice(TypedDict):
    """A deal that bots have continued."""

    record: Record
    acted: Annotated[list[Acted], "the bots' actions, in order"]
    view: Annotated[ViewShape, "the seat's view, or a spectator's without a seat"]
