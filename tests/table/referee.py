"""An omniscient referee: checks the table after every event.

The cards that a seat may know are worked out here a second time, from the deck and the actions.
"""

from __future__ import annotations

import json
import re
from collections import Counter

from dobbm import Deal, names, settle, to_record
from dobbm.game.actions import Seat
from dobbm.game.cards import CARDS
from dobbm.game.shuffle import verify
from dobbm.runtime.snapshot import Snapshot
from dobbm.table.checkpoint import from_checkpoint, to_checkpoint
from dobbm.table.events import Acted, Began, Claimed, Event, TookBack, from_json, to_json
from dobbm.table.presentation import record_of
from dobbm.table.reducer import apply_event
from dobbm.table.state import Table
from table.driver import PEOPLE, Evening, sent

CARD = re.compile(rf"\b({'|'.join(CARDS)})\b")


class Accounts:
    """Everybody's winnings in a session: a naive second calculation.

    Every deal is paid by those who began it; all bots share one account.
    """

    def __init__(self) -> None:
        self.won: Counter[str | None] = Counter()
        self.payers: tuple[str | None, ...] = ()

    def follow(self, before: Table, table: Table, event: Event) -> None:
        """Take note of an event, and check the ledger after it."""
        if isinstance(event, Began):
            self.won.clear()
        if table.deal and not before.deal:
            self.payers = people_of(table)
        if table.finished > before.finished:
            assert table.last
            for payer, payment in zip(self.payers, settle(table.last.deal).payments, strict=True):
                self.won[payer] += payment
        shown: Counter[str | None] = Counter()
        for one in table.settled:
            shown[one.person] += one.amount
        for payer, amount in zip(self.payers_of(table), table.ledger, strict=True):
            shown[payer] += amount
        assert +shown == +self.won
        assert -shown == -self.won
        assert sum(table.ledger) + sum(one.amount for one in table.settled) == 0

    def payers_of(self, table: Table) -> tuple[str | None, ...]:
        """Return who pays for each seat: during a deal, those who began it."""
        return self.payers if table.deal else people_of(table)


def people_of(table: Table) -> tuple[str | None, ...]:
    """Return the person in each seat; None for a bot or a free seat."""
    return tuple(one and one.person for one in table.seats)


class Referee:
    """Watches an evening from its first event."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.replica: Table = evening.table
        """The same table, made from the stored events."""
        self.actions: list[tuple[Seat, str]] = []
        """The actions of the deal, without those taken back."""
        self.acknowledged: dict[int, tuple[Seat, str]] = {}
        """The acknowledged actions by turn."""
        self.accounts = Accounts()
        self.verified = 0
        evening.watchers.append(self.check)

    def check(self, event: Event) -> None:
        """Check the table after an event."""
        before, self.replica = self.replica, apply_event(self.replica, stored(event))
        table = self.evening.table
        assert self.replica == table
        assert from_checkpoint(table.id, json.loads(json.dumps(to_checkpoint(table)))) == table
        assert table.turn >= before.turn
        assert table.number == before.number + 1
        self.record_actions(event, before)
        self.check_deal(table)
        self.accounts.follow(before, table, event)
        snapshot = Snapshot(table, event)
        for seat in (*range(table.options.players), None):
            self.check_seat(snapshot, seat)

    def record_actions(self, event: Event, before: Table) -> None:
        """Record the actions of an event."""
        match event:
            case Acted(_, seat, action):
                self.acknowledged[before.turn] = (seat, action)
                self.actions.append((seat, action))
            case Claimed(_, _, _, cards):
                played = self.evening.archive[-1].taken[-len(cards) :]
                assert [one.action for one in played] == cards
                self.actions += [(seat, card) for seat, card in played if card]
            case TookBack(_, seat, actions):
                assert self.actions[-actions][0] == seat
                del self.actions[-actions:]

    def check_deal(self, table: Table) -> None:
        """Check that acknowledged actions stand and that finished deals are as they were dealt."""
        for turn, expected in self.acknowledged.items():
            if turn >= table.oldest_turn:
                assert table.taken_at(turn) == expected
        if table.deal:
            assert list(table.deal.actions) == [action for _, action in self.actions]
            return
        if table.finished > self.verified:
            assert table.finished == self.verified + 1
            assert table.last
            assert list(table.last.deal.actions) == [action for _, action in self.actions]
            self.actions.clear()
            verify(json.loads(json.dumps(record_of(table.id, table.last, PEOPLE))))
        self.verified = table.finished

    def check_seat(self, snapshot: Snapshot, seat: Seat | None) -> None:
        """Check that no seat receives more than it may know."""
        table = snapshot.table
        message = sent(snapshot, seat, table.attending)
        assert {*CARD.findall(message)} <= visible_cards(table.displayed_deal, seat)
        assert table.secret is None or table.secret not in message
        for person in PEOPLE:
            assert person not in message


def stored(event: Event) -> Event:
    """Return the event as read back from the store."""
    return from_json(json.loads(json.dumps(to_json(event))))


def visible_cards(deal: Deal | None, seat: Seat | None) -> set[str]:
    """Return the names of the cards that a seat may know, worked out from the record."""
    if deal is None:
        return set()
    if deal.to_act is None:
        return {*CARDS}
    record = to_record(deal)
    lines = [action.split() for action in record["actions"]]
    known = {cards[0] for cards in lines if len(cards) == 1 and cards[0] in CARDS}
    if seat is None:
        return known
    known |= {*names(deal.setup.hands()[seat])}
    if seat == deal.declarer and deal.contract and deal.contract.exchanges:
        known |= {*record["deck"][32:]}
    return known
