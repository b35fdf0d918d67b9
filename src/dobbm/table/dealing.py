"""Leads from one deal to the next: the shuffle, the actions, the settlement."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import TypeAlias

from dobbm.game.actions import Seat
from dobbm.game.deal import Deal
from dobbm.game.session import Session
from dobbm.game.settlement import settle
from dobbm.game.shuffle import Contribution, Cut
from dobbm.table.absences import back, charged
from dobbm.table.events import (
    Acted,
    Began,
    Claimed,
    Committed,
    Contributed,
    Dealt,
    DecksShared,
    TookBack,
)
from dobbm.table.house_rules import GRACE
from dobbm.table.occupancy import settled, with_occupant
from dobbm.table.state import FinishedDeal, Table, Taken
from dobbm.table.voting import granted, without_question

DealEvent: TypeAlias = (
    Began | Committed | DecksShared | Contributed | Dealt | Acted | Claimed | TookBack
)
"""The events of a session and its deals."""


def advance(table: Table, event: DealEvent) -> Table:
    """Return the table after the next event of the session or of the deal."""
    match event:
        case Began(at, first_dealer):
            return _began(table, first_dealer, at)
        case Committed(at, secret):
            table = table._replace(secret=secret, contributions=(), cut=None, left_out=())
            # If everybody already wants the deal, the wait for it restarts at the commitment.
            return table if table.ready_at is None else table._replace(ready_at=at, since=at)
        case DecksShared(_, seed):
            return table._replace(deck_seed=seed)
        case Contributed(_, seat, value, cut):
            return _contributed(table, seat, value, cut)
        case Dealt(at, left_out):
            return _dealt(table._replace(left_out=tuple(left_out)), at)
        case Acted(at, seat, action, by_bot):
            return _acted(table, seat, action, at, by_bot=by_bot)
        case Claimed(at, _, _, cards):
            return _claimed(table, cards, at)
        case TookBack(at, seat, actions):
            return _taken_back(table, seat, actions, at)


def _began(table: Table, first_dealer: Seat, at: float) -> Table:
    session = Session(table.options.rules, table.options.players, first_dealer)
    return table._replace(
        session=session,
        sessions=table.sessions + 1,
        ledger=session.ledger,
        settled=(),
        votes=frozenset(),
        releases=frozenset(),
        removed=frozenset(),
        since=at,
        ready_at=at,
    )


def _contributed(table: Table, seat: Seat, value: str, cut: int | None) -> Table:
    others = [one for one in table.contributions if one.seat != seat]
    contributions = tuple(sorted([*others, Contribution(seat, value)]))
    cut_at = table.cut if cut is None else Cut(seat, cut)
    return table._replace(contributions=contributions, cut=cut_at)


def _dealt(table: Table, at: float) -> Table:
    assert table.session
    filled = [
        one and one._replace(bank=table.options.bank, bot_since=0.0, grace=GRACE)
        for one in table.seats
    ]
    return table._replace(
        session=table.session.begin(table.proof().deck(), table.next_dealer),
        seats=tuple(filled),
        stand_ins=(),
        votes=frozenset(vote for vote in table.votes if vote[0] != "next"),
        releases=frozenset(),
        since=at,
        delays=0,
        ready_at=None,
    )


def _acted(table: Table, seat: Seat, action: str, at: float, *, by_bot: bool) -> Table:
    table = without_question(table, at)
    if not by_bot:
        table = back(table, seat, at)
        table = charged(table, seat, at) if table.timed else table
    occupant, session, deal = table.occupant(seat), table.session, table.deal
    assert session
    assert deal
    if by_bot and occupant.person:
        table = table._replace(stand_ins=(*table.stand_ins, len(deal.steps)))
    table = with_occupant(table, seat, occupant._replace(bot_since=0.0))
    return _moved(table, session.apply(action), [Taken(seat, action)], at)


def _claimed(table: Table, cards: Iterable[str], at: float) -> Table:
    session, taken = table.session, []
    assert session
    for card in cards:
        deal = session.deal
        assert deal
        assert deal.to_act is not None
        taken.append(Taken(deal.to_act, card))
        session = session.apply(card)
    return _moved(table, session, taken, at)


def _taken_back(table: Table, seat: Seat, actions: int, at: float) -> Table:
    session = table.session
    assert session
    deal = session.deal
    assert deal
    earlier = Deal.begin(deal.setup).apply_all(deal.actions[:-actions])
    left = [step for step in table.stand_ins if step < len(earlier.steps)]
    table = table._replace(stand_ins=tuple(left))
    session = session._replace(deals=(*session.deals[:-1], earlier))
    return _moved(table, session, [Taken(seat, None)], at)


def _moved(table: Table, session: Session, taken: Iterable[Taken], at: float) -> Table:
    """Record the turns ``taken``; if they finish the deal, enter it in the ledger."""
    table = table._replace(
        session=session,
        taken=(*table.taken, *taken),
        question=None,
        refused=frozenset(),
        since=at,
    )
    return table if session.deal else granted(_finished(table, session.deals[-1]), at)


def _finished(table: Table, deal: Deal) -> Table:
    """Enter the finished ``deal`` in the ledger and keep it as the last finished deal."""
    assert table.session
    people = tuple([one and one.person for one in table.seats])
    left = dict(table.leavers)
    payers = tuple([left.get(seat, person) for seat, person in enumerate(people)])
    end = settle(deal)
    finished = FinishedDeal(
        deal, table.proof(), people, payers, table.first_turn, table.taken, end.next_dealer
    )
    leavers = table.leavers
    table = table._replace(
        ledger=tuple([sum(column) for column in zip(table.ledger, end.payments, strict=True)]),
        leavers=(),
        session=table.session.compact(),
        finished=table.finished + 1,
        last=finished,
        first_turn=table.turn,
        taken=(),
        secret=None,
    )
    return reduce(lambda after, leaver: settled(after, *leaver), leavers, table)
