"""Presentations of tables and events as JSON, for one seat or for spectators.

The presentation of a table starts empty and contains only what is added explicitly; that of an
event omits or hides the secret fields. Until a deal is done, neither reveals the secret of its
shuffle or the cards of other seats. People's identifiers are never shown, only their names.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, cast

from dobbm.game.actions import A_LIST, Seat, parse_action
from dobbm.game.deal import Deal
from dobbm.game.record import Record
from dobbm.game.view import HIDDEN, View
from dobbm.game.view_shape import ViewShape
from dobbm.table import shapes
from dobbm.table.deadlines import REVIEW
from dobbm.table.events import (
    NAMES,
    Acted,
    Committed,
    DecksShared,
    Event,
    Opened,
    RulesSet,
    Sat,
    TextsDeclined,
    Wrote,
)
from dobbm.table.house_rules import MOST_DOUBLINGS, exceeds_doublings
from dobbm.table.state import Account, FinishedDeal, LedgerLine, Table

Names = Mapping[str, str | None]
"""People's names by identifier; a name that is None or missing has been erased."""


def present_table(
    table: Table, names: Names, present: Collection[Seat], namesakes: Sequence[str] = ()
) -> shapes.SharedPart:
    """Present the table as everybody sees it; ``present`` holds the seats of people present.

    ``namesakes`` are the names that no bot may bear, because members of the club do.
    """
    session = table.session
    return {
        "table": table.id,
        "number": table.number,
        "turn": table.turn,
        "stage": table.stage,
        "deal": table.deal_number,
        "seats": [
            _seat(table, index, names, namesakes, present=index in present)
            for index in range(table.options.players)
        ],
        "options": table.options.to_json(),
        "session": table.sessions,
        "host": table.host_seat,
        "ledger": list(table.ledger),
        "settled": [_account(one, names) for one in table.settled],
        "next_dealer": table.next_dealer,
        "mussrunde_left": session.mussrunde_left if session else None,
        "clock": _clock(table),
        "shuffle": _shuffle(table),
        "question": _question(table),
        "texts": table.texts,
        "stand_ins": list(table.stand_ins),
        "held": _held(table, names, namesakes),
    }


def present_event(event: Event, seat: Seat | None) -> shapes.Change:
    """Present an event to ``seat``, or to a spectator if it is None."""
    message: dict[str, Any] = {"kind": NAMES[type(event)], **event._asdict()}
    match event:
        case Opened() | RulesSet():
            del message["options"]
        case Sat():
            del message["person"]
        case Committed():
            del message["secret"]
        case DecksShared():
            del message["seed"]
        case Wrote():
            del message["request"]
        case TextsDeclined(_, decliner) if decliner != seat:
            message["seat"] = None  # nobody need give a reason, so nobody is named
        case Acted(_, actor, action) if actor != seat and parse_action(action)[0] == A_LIST:
            message["action"] = HIDDEN
    return cast("shapes.Change", message)


def view_at_table(deal: Deal, seat: Seat | None) -> View:
    """Return the view of a table's current deal, without a doubling that the table refuses."""
    view = View.of(deal, seat)
    if not view.legal or deal.doublings < MOST_DOUBLINGS:
        return view
    legal = [action for action in view.legal if not exceeds_doublings(deal, action)]
    return view._replace(legal=tuple(legal))


def record_of(table_id: str, played: FinishedDeal, names: Names) -> Record:
    """Return the record of a finished deal; ``meta`` has people's names and the shuffle proof."""
    record = View.of(played.deal, None).record
    assert record
    return {**record, "meta": _meta(table_id, played, names)}


def view_of(table_id: str, played: FinishedDeal, seat: Seat | None, names: Names) -> ViewShape:
    """Return the view of a finished deal for ``seat``, or for a spectator if it is None."""
    view = cast("ViewShape", View.of(played.deal, seat).to_json())
    return {**view, "record": record_of(table_id, played, names)}


def present_line(
    line: LedgerLine, bot: str, names: Names, namesakes: Sequence[str] = ()
) -> shapes.LedgerLine:
    """Present a line of the ledger; ``bot`` is the bot that plays seats without a person."""
    return {
        "deal": line.number,
        "session": line.session,
        "must": line.must,
        "declarer": line.declarer,
        "contract": line.contract,
        "doublings": line.doublings,
        "points": line.end.points,
        "tricks": line.end.tricks,
        "outcome": line.end.outcome,
        "payments": list(line.end.payments),
        "next_dealer": line.end.next_dealer,
        "seats": _occupants(line.people, bot, names, namesakes),
        "ledger": list(line.ledger),
        "settled": [_account(one, names) for one in line.settled],
    }


def _held(table: Table, names: Names, namesakes: Sequence[str]) -> list[shapes.Occupant] | None:
    """Present who held the seats when the displayed deal ended; None unless it is over."""
    if table.deal or not table.last:
        return None
    return _occupants(table.last.people, table.options.bot, names, namesakes)


def _occupants(
    people: Iterable[str | None], bot: str, names: Names, namesakes: Sequence[str]
) -> list[shapes.Occupant]:
    a_bot: shapes.Occupant = {"kind": "bot", "name": bot}
    if namesakes:
        a_bot["namesakes"] = [*namesakes]
    return [{"kind": "person", "name": names.get(one)} if one else a_bot for one in people]


def _account(account: Account, names: Names) -> shapes.Account:
    name = account.person and names.get(account.person)
    return {"name": name, "bot": not account.person, "amount": account.amount}


def _meta(table_id: str, played: FinishedDeal, names: Names) -> dict[str, Any]:
    return {
        "table": table_id,
        "deal": played.proof.deal,
        "names": [person and names.get(person) for person in played.people],
        "shuffle": played.proof.to_json(),
    }


def _seat(
    table: Table, seat: Seat, names: Names, namesakes: Sequence[str] = (), *, present: bool
) -> shapes.Seat:
    occupant = table.seats[seat]
    votes = sorted(topic for topic, voter in table.votes if voter == seat)
    if occupant is None:
        return {"kind": "free", "name": None, "wishes": votes, "present": present}
    presented: shapes.Seat
    if not occupant.person:
        presented = {"kind": "bot", "name": table.options.bot, "wishes": votes, "present": present}
        if namesakes:
            presented["namesakes"] = [*namesakes]
        return presented
    presented = {
        "kind": "person",
        "name": names.get(occupant.person),
        "portrait": occupant.portrait,
        "stood_in": occupant.stood_in,
        "bank": round(occupant.bank, 1),
        "grace": round(occupant.grace, 1),
        "released_by": list(table.releasing(seat)),
        "wishes": votes,
        "present": present,
    }
    if occupant.excused_until is not None:
        presented["excused_until"] = occupant.excused_until
        presented["excused_from"] = occupant.excused_from
    return presented


def present_listing(table: Table, names: Names) -> shapes.Listed:
    """Present the table as the lobby shows it."""
    seats = [_seat(table, seat, names, present=False) for seat in range(len(table.seats))]
    return {
        "table": table.id,
        "names": [one["name"] for one in seats if one["kind"] == "person"],
        "free": table.seats.count(None),
        "seats": [
            {"kind": one["kind"], "name": one["name"], "portrait": one.get("portrait")}
            for one in seats
        ],
        "options": table.options.to_json(),
    }


def _clock(table: Table) -> shapes.Clock | None:
    """Present the start of the turn and the time limits; None if the table has no clock."""
    if not table.timed:
        return None
    return {
        "since": table.counted_from(),
        "free": table.options.free,
        "bank": table.options.bank,
        "deal_at": table.since + REVIEW if table.stage == "between" and table.review_ends else None,
    }


def _shuffle(table: Table) -> shapes.Shuffle | None:
    """Present the public part of the shuffle for the next deal or the deal in progress."""
    commitment = table.commitment
    if commitment is None:
        return None
    return {
        "commitment": commitment,
        "deal": table.finished + 1,
        "contributions": [{"seat": seat, "value": value} for seat, value in table.contributions],
        "cut": {"seat": table.cut.seat, "at": table.cut.at} if table.cut else None,
        "cutter": table.cutter,
        "left_out": list(table.left_out),
        "open": table.deal is None and not table.options.decks,
    }


def _question(table: Table) -> shapes.Question | None:
    question = table.question
    if question is None:
        return None
    return {
        "what": question.what,
        "seat": question.seat,
        "since": question.since,
        "agreed": sorted(question.agreed),
    }
