"""Checkpoints: a table as JSON after some event, so that reading a long table can start there.

A checkpoint is a cache. The events alone determine the table, so a checkpoint in another
``VERSION`` is ignored and made again.
"""

from __future__ import annotations

from typing import Any

from dobbm.game.record import from_record, to_record
from dobbm.game.session import Session
from dobbm.game.settlement import settle
from dobbm.game.shuffle import Contribution, Cut, Proof
from dobbm.table.options import Options
from dobbm.table.state import Occupant, Played, Question, Table, Taken

VERSION = 1
"""Increment it whenever ``Table``, or the effect of its events, changes."""


def to_checkpoint(table: Table) -> dict[str, Any]:
    """Return the table as a JSON object, from which ``from_checkpoint`` restores it."""
    return {
        "version": VERSION,
        "options": table.options.to_json(),
        "seats": [one and list(one) for one in table.seats],
        "number": table.number,
        "session": table.session and _session_to_json(table.session),
        "sessions": table.sessions,
        "ledger": list(table.ledger),
        "first_turn": table.first_turn,
        "taken": [list(one) for one in table.taken],
        "finished": table.finished,
        "last": table.last and _played_to_json(table.last),
        "secret": table.secret,
        "contributions": [list(one) for one in table.contributions],
        "cut": table.cut and list(table.cut),
        "left_out": list(table.left_out),
        "wishes": sorted(list(wish) for wish in table.wishes),
        "question": table.question and _question_to_json(table.question),
        "refused": sorted(table.refused),
        "since": table.since,
        "ready_at": table.ready_at,
    }


def from_checkpoint(id: str, told: dict[str, Any]) -> Table | None:  # noqa: A002 - its name
    """Restore the table with this identifier; None for a checkpoint in another version."""
    if told["version"] != VERSION:
        return None
    options = Options.from_json(told["options"])
    return Table(
        id=id,
        options=options,
        seats=tuple([one and Occupant(*one) for one in told["seats"]]),
        number=told["number"],
        session=told["session"] and _session_from_json(told["session"], options),
        sessions=told["sessions"],
        ledger=tuple(told["ledger"]),
        first_turn=told["first_turn"],
        taken=_taken(told["taken"]),
        finished=told["finished"],
        last=told["last"] and _played_from_json(told["last"]),
        secret=told["secret"],
        contributions=tuple([Contribution(*one) for one in told["contributions"]]),
        cut=told["cut"] and Cut(*told["cut"]),
        left_out=tuple(told["left_out"]),
        wishes=frozenset([(wish, seat) for wish, seat in told["wishes"]]),
        question=told["question"] and _question_from_json(told["question"]),
        refused=frozenset(told["refused"]),
        since=told["since"],
        ready_at=told["ready_at"],
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


def _session_from_json(told: dict[str, Any], options: Options) -> Session:
    return Session(
        options.rules,
        options.players,
        told["first_dealer"],
        deals=tuple([from_record(record) for record in told["deals"]]),
        mussrunde_from=told["mussrunde_from"],
        closed=told["closed"],
        dropped=told["dropped"],
        brought_forward=tuple(told["brought_forward"]),
    )


def _played_to_json(played: Played) -> dict[str, Any]:
    return {
        "deal": to_record(played.deal),
        "proof": played.proof.to_json(),
        "people": list(played.people),
        "first_turn": played.first_turn,
        "taken": [list(one) for one in played.taken],
    }


def _played_from_json(told: dict[str, Any]) -> Played:
    deal = from_record(told["deal"])
    return Played(
        deal=deal,
        proof=Proof.from_json(told["proof"]),
        people=tuple(told["people"]),
        first_turn=told["first_turn"],
        taken=_taken(told["taken"]),
        next_dealer=settle(deal).next_dealer,
    )


def _question_to_json(question: Question) -> dict[str, Any]:
    return {**question._asdict(), "agreed": sorted(question.agreed)}


def _question_from_json(told: dict[str, Any]) -> Question:
    return Question(**{**told, "agreed": frozenset(told["agreed"])})


def _taken(told: list[list[Any]]) -> tuple[Taken, ...]:
    return tuple([Taken(*one) for one in told])
