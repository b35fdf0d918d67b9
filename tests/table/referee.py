"""An omniscient referee: sees every event, and whether the table keeps its promises afterwards.

What a seat may know is worked out here anew, from the deck and the actions.
"""

from __future__ import annotations

import json
import re

from dobbm import Deal, names, settle, to_record
from dobbm.game.actions import Seat
from dobbm.game.cards import CARDS
from dobbm.game.shuffle import verify
from dobbm.runtime.snapshot import Snapshot
from dobbm.table.checkpoint import from_checkpoint, to_checkpoint
from dobbm.table.events import Acted, Claimed, Event, TookBack, from_json, to_json
from dobbm.table.presentation import record_of
from dobbm.table.reducer import apply_event
from dobbm.table.state import Table
from table.driver import PEOPLE, Evening, sent

CARD = re.compile(rf"\b({'|'.join(CARDS)})\b")


class Referee:
    """Watches an evening from its first event on."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.twin: Table = evening.table
        """The same table, made from what is stored of its events."""
        self.actions: list[tuple[Seat, str]] = []
        """What was done in the deal, and not taken back."""
        self.said: dict[int, tuple[Seat, str]] = {}
        """What was acknowledged, by turns."""
        self.verified = 0
        evening.watchers.append(self.look)

    def look(self, event: Event) -> None:
        """Look at the table after an event."""
        before, self.twin = self.twin, apply_event(self.twin, stored(event))
        table = self.evening.table
        assert self.twin == table
        assert from_checkpoint(table.id, json.loads(json.dumps(to_checkpoint(table)))) == table
        assert table.turn >= before.turn
        assert table.number == before.number + 1
        self.keep_account(event, before)
        self.look_at_deal(table)
        self.look_at_ledger(table)
        snapshot = Snapshot(table, event)
        for seat in (*range(table.options.players), None):
            self.look_at_seat(snapshot, seat)

    def keep_account(self, event: Event, before: Table) -> None:
        """Write down what was done."""
        match event:
            case Acted(_, seat, action):
                self.said[before.turn] = (seat, action)
                self.actions.append((seat, action))
            case Claimed(_, _, _, cards):
                played = self.evening.archive[-1].taken[-len(cards) :]
                assert [one.action for one in played] == cards
                self.actions += [(seat, card) for seat, card in played if card]
            case TookBack(_, seat, actions):
                assert self.actions[-actions][0] == seat
                del self.actions[-actions:]

    def look_at_deal(self, table: Table) -> None:
        """What was acknowledged has been done, and finished deals are as they were dealt."""
        for turn, said in self.said.items():
            if turn >= table.oldest_turn:
                assert table.taken_at(turn) == said
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

    def look_at_ledger(self, table: Table) -> None:
        """The ledger is what was paid, and no money comes or goes."""
        assert sum(table.ledger) == 0
        if table.session:
            assert table.ledger == table.session.ledger
            played = self.evening.archive[-table.session.deals_finished or table.finished :]
            paid = [settle(one.deal).payments for one in played]
            assert list(table.ledger) == [
                sum(payments[seat] for payments in paid) for seat in range(table.options.players)
            ]

    def look_at_seat(self, snapshot: Snapshot, seat: Seat | None) -> None:
        """No seat is told of more than it may know."""
        table = snapshot.table
        message = sent(snapshot, seat, table.attending)
        assert {*CARD.findall(message)} <= may_know(table.displayed_deal, seat)
        assert table.secret is None or table.secret not in message
        for person in PEOPLE:
            assert person not in message


def stored(event: Event) -> Event:
    """The event after it was stored and read again."""
    return from_json(json.loads(json.dumps(to_json(event))))


def may_know(deal: Deal | None, seat: Seat | None) -> set[str]:
    """The names of the cards that a seat may have been told of: worked out from the record."""
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
