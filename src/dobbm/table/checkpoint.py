"""Checkpoints: tables as JSON, so that loading a table need not start at its first event.

A checkpoint is a cache: the events alone determine the table. A checkpoint with a different
``VERSION`` is therefore ignored, and replaced when the table is loaded.
"""

from __future__ import annotations

from typing import Any

from dobbm.game.record import from_record, to_record
from dobbm.game.session import Session
from dobbm.game.settlement import settle
from dobbm.game.shuffle import Contribution, Cut, Proof
from dobbm.table.house_rules import Options
from dobbm.table.state import Account, FinishedDeal, Occupant, Question, Table, Taken, Written

VERSION = 9
"""The version of checkpoints; increment it when ``Table`` or the effect of an event changes."""


def to_checkpoint(table: Table) -> dict[str, Any]:
    """Return the table as a JSON object, from which ``from_checkpoint`` restores it."""
    return {
        "version": VERSION,
        "options": table.options.to_json(),
        "seats": [one and list(one) for one in table.seats],
        "number": table.number,
        "host": table.host,
        "seatings": table.seatings,
        "settled": [list(one) for one in table.settled],
        "leavers": [list(one) for one in table.leavers],
        "session": table.session and _session_to_json(table.session),
        "sessions": table.sessions,
        "ledger": list(table.ledger),
        "first_turn": table.first_turn,
        "taken": [list(one) for one in table.taken],
        "stand_ins": list(table.stand_ins),
        "finished": table.finished,
        "last": table.last and _played_to_json(table.last),
        "secret": table.secret,
        "deck_seed": table.deck_seed,
        "contributions": [list(one) for one in table.contributions],
        "cut": table.cut and list(table.cut),
        "left_out": list(table.left_out),
        "wishes": sorted(list(vote) for vote in table.votes),
        "releases": sorted(list(one) for one in table.releases),
        "question": table.question and _question_to_json(table.question),
        "refused": sorted(table.refused),
        "since": table.since,
        "delays": table.delays,
        "ready_at": table.ready_at,
        "written": [list(one) for one in table.written],
        "without_texts": sorted(table.without_texts),
        "removed": sorted(table.removed),
    }


def from_checkpoint(id: str, data: dict[str, Any]) -> Table | None:  # noqa: A002 - as in Table
    """Return the table ``id`` from a checkpoint; None if its version is not ``VERSION``."""
    if data["version"] != VERSION:
        return None
    options = Options.from_json(data["options"])
    return Table(
        id=id,
        options=options,
        seats=tuple([one and Occupant(*one) for one in data["seats"]]),
        number=data["number"],
        host=data["host"],
        seatings=data["seatings"],
        settled=tuple([Account(*one) for one in data["settled"]]),
        leavers=tuple([(seat, person) for seat, person in data["leavers"]]),
        session=data["session"] and _session_from_json(data["session"], options),
        sessions=data["sessions"],
        ledger=tuple(data["ledger"]),
        first_turn=data["first_turn"],
        taken=_taken(data["taken"]),
        stand_ins=tuple(data["stand_ins"]),
        finished=data["finished"],
        last=data["last"] and _played_from_json(data["last"]),
        secret=data["secret"],
        deck_seed=data["deck_seed"],
        contributions=tuple([Contribution(*one) for one in data["contributions"]]),
        cut=data["cut"] and Cut(*data["cut"]),
        left_out=tuple(data["left_out"]),
        votes=frozenset([(topic, seat) for topic, seat in data["wishes"]]),
        releases=frozenset([(seat, voter) for seat, voter in data["releases"]]),
        question=data["question"] and _question_from_json(data["question"]),
        refused=frozenset(data["refused"]),
        since=data["since"],
        delays=data["delays"],
        ready_at=data["ready_at"],
        written=tuple([Written(*one) for one in data["written"]]),
        without_texts=frozenset(data["without_texts"]),
        removed=frozenset(data["removed"]),
    )


def _session_to_json(session: Session) -> dict[str, Any]:
    return {
        "first_dealer": session.first_dealer,
        "deals": [to_record(deal) for deal in session.deals],
        "mussrunde_from": session.mussrunde_from,
        "closed": session.closed,
        "dropped": session.dropped,
        "brought_forward": list(session.brought_forward),
    }


def _session_from_json(data: dict[str, Any], options: Options) -> Session:
    return Session(
        options.rules,
        options.players,
        data["first_dealer"],
        deals=tuple([from_record(record) for record in data["deals"]]),
        mussrunde_from=data["mussrunde_from"],
        closed=data["closed"],
        dropped=data["dropped"],
        brought_forward=tuple(data["brought_forward"]),
    )


def _played_to_json(played: FinishedDeal) -> dict[str, Any]:
    return {
        "deal": to_record(played.deal),
        "proof": played.proof.to_json(),
        "people": list(played.people),
        "payers": list(played.payers),
        "first_turn": played.first_turn,
        "taken": [list(one) for one in played.taken],
    }


def _played_from_json(data: dict[str, Any]) -> FinishedDeal:
    deal = from_record(data["deal"])
    return FinishedDeal(
        deal=deal,
        proof=Proof.from_json(data["proof"]),
        people=tuple(data["people"]),
        payers=tuple(data["payers"]),
        first_turn=data["first_turn"],
        taken=_taken(data["taken"]),
        next_dealer=settle(deal).next_dealer,
    )


def _question_to_json(question: Question) -> dict[str, Any]:
    return {**question._asdict(), "agreed": sorted(question.agreed)}


def _question_from_json(data: dict[str, Any]) -> Question:
    return Question(**{**data, "agreed": frozenset(data["agreed"])})


def _taken(turns: list[list[Any]]) -> tuple[Taken, ...]:
    return tuple([Taken(*one) for one in turns])
