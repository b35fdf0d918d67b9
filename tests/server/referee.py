"""A referee who knows everything and compares messages and answers with the store.

The referee reads a table's events directly from the store and replays them. The server is right if
it is right for one of the states that the table had during a request.
"""

from __future__ import annotations

import json
from asyncio import Lock
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Self

from dobbm.game.actions import DONE, Seat
from dobbm.game.cards import CARDS, names
from dobbm.game.errors import DobbmError
from dobbm.game.view import View
from dobbm.runtime.store import Store
from dobbm.store import SqlStore
from dobbm.table.events import Acted, Event, Opened, Sat, from_json
from dobbm.table.reducer import apply_event, opened
from dobbm.table.state import Table, Taken
from loading.wire import Answer, Message

STATUS = {
    "stale": 409,
    "turn": 409,
    "full": 409,
    "seat": 409,
    "refused": 409,
    "token": 401,
    "limit": 429,
}
"""The HTTP status of each code of refusal in the protocol; it is 422 for all other codes."""

Right = Callable[[Table], str | None]
"""Returns the correct code of refusal in a state; None if the request must be granted."""


@dataclass
class Account:
    """Acknowledged actions, compared with the events."""

    acknowledged: int = 0
    lost: int = 0
    """Acknowledged, but the table has another action at that turn, or none."""
    doubled: int = 0
    """Stored, although the person did not request this action at that turn."""

    def __iadd__(self, other: Account) -> Self:
        self.acknowledged += other.acknowledged
        self.lost += other.lost
        self.doubled += other.doubled
        return self


class Moment(NamedTuple):
    """A state and the event that led to it."""

    event: Event
    table: Table


@dataclass
class Referee:
    """The referee of one table."""

    store: Store
    table: str
    moments: list[Moment] = field(default_factory=list)
    """By event number, from 1."""
    _reading: Lock = field(default_factory=Lock)

    @property
    def now(self) -> Table:
        """The latest state that the referee has read."""
        return self.moments[-1].table

    async def look(self) -> int:
        """Read new events, and return the number of the last one."""
        async with self._reading:
            last = await self._last()
            for stored in await self.store.events(self.table, len(self.moments)):
                event = from_json(stored)
                self.moments.append(Moment(event, self._state_after(event)))
            assert len(self.moments) >= last, "an event is missing"
            return len(self.moments)

    def knows_of(self, message: Message) -> bool:
        """Whether the referee has read the event of this message."""
        return message.number is not None and message.number <= len(self.moments)

    def judge_message(self, seat: Seat | None, message: Message) -> None:
        """Check that a message to a seat is true and contains nothing hidden from the seat."""
        data = message.data
        assert message.number
        event, state = self.moments[message.number - 1]
        assert data["number"] == message.number
        sees = seat if seat in state.people else None
        assert (data["table"], data["seat"]) == (self.table, sees)
        assert (data["turn"], data["deal"]) == (state.turn, state.deal_number)
        assert data["change"]["at"] == event.at
        assert _without_meta(data["view"]) == _view(state, seat)
        hidden = {*CARDS} - _known(state, seat)
        assert not hidden & {*_words(data)}
        assert not _secrets(state) & {*_words(data)}

    def judge_answer(self, first: int, right: Right, answer: Answer) -> None:
        """Check that an answer is right in one of the states from event ``first`` on."""
        codes = {right(moment.table) for moment in self.moments[first - 1 :]}
        assert code_of(answer) in codes, f"{answer}, which should be one of {codes}"

    def account(
        self, seat: Seat, requested: dict[int, str], acknowledged: Collection[int]
    ) -> Account:
        """Compare the actions that a person requested, by turn, with the events.

        ``acknowledged`` are the turns at which the server acknowledged the action.
        """
        done = {
            state.turn - 1: event.action
            for event, state in self.moments
            if isinstance(event, Acted) and event.seat == seat and not event.by_bot
        }
        lost = [turn for turn in acknowledged if self._taken_at(turn) != (seat, requested[turn])]
        doubled = [turn for turn, action in done.items() if requested.get(turn) != action]
        return Account(len(acknowledged), len(lost), len(doubled))

    def _taken_at(self, turn: int) -> Taken | None:
        """Return the action at a turn, from the first state after it; later states forget it."""
        states = (moment.table for moment in self.moments if moment.table.turn > turn)
        state = next(states, None)
        return state and state.taken_at(turn)

    def seated(self) -> list[Seat]:
        """Return the seats that people have taken, in the order in which they sat down."""
        return [event.seat for event, _ in self.moments if isinstance(event, Sat)]

    async def _last(self) -> int:
        """Return the number of the last event if the store can look it up, otherwise 0."""
        return await self.store.last(self.table) if isinstance(self.store, SqlStore) else 0

    def _state_after(self, event: Event) -> Table:
        if isinstance(event, Opened):
            return opened(self.table, event)
        if isinstance(event, Acted) and not event.by_bot:
            assert event.seat in self.now.people, "somebody acts for a bot"
        return apply_event(self.now, event)


def code_of(answer: Answer) -> str | None:
    """Return the code of a refusal after checking its status; None if the request was granted."""
    if answer.status in (200, 201):
        return None
    code: str = answer.body["error"]["code"]
    assert answer.status == STATUS.get(code, 422), answer
    return code


def refusal(decide: Callable[[], object]) -> str | None:
    """Return the code of the error that ``decide`` raises; None if it raises none."""
    try:
        decide()
    except DobbmError as error:
        return error.code
    return None


def right_to_act(seat: Seat, action: str, turn: int) -> Right:
    """Return the protocol's verdict on an action at a turn, as a function of the state."""

    def right(state: Table) -> str | None:
        if turn < state.turn and state.taken_at(turn) == (seat, action):
            return None
        if turn != state.turn:
            return "stale"
        deal = state.deal
        if deal is None or deal.to_act != seat:
            return "turn"
        return refusal(lambda: deal.verify(action))

    return right


def _view(state: Table, seat: Seat | None) -> Any:
    deal = state.displayed_deal
    return None if deal is None else json.loads(json.dumps(View.of(deal, seat).to_json()))


def _without_meta(view: dict[str, Any] | None) -> dict[str, Any] | None:
    """Return a view without the metadata of its record."""
    if view is None or "record" not in view:
        return view
    record = {key: value for key, value in view["record"].items() if key != "meta"}
    return {**view, "record": record}


def _known(state: Table, seat: Seat | None) -> set[str]:
    """Return the cards that a seat has seen: its own, the Dobb it took up, and all cards played."""
    deal = state.displayed_deal
    if deal is None:
        return set()
    if deal.phase == DONE:
        return {*CARDS}
    known = {action for action in deal.actions if action in CARDS}
    if seat is not None:
        known |= {*names(deal.setup.hands()[seat])}
        if seat == deal.declarer and deal.contract and deal.contract.exchanges:
            known |= {*names(deal.setup.dobb)}
    return known


def _secrets(state: Table) -> set[str]:
    """Return strings that no message may contain: identifiers of people, the shuffle's secret."""
    people = {one.person for one in state.seats if one and one.person}
    return people | ({state.secret} if state.secret else set())


def _words(node: object) -> Iterator[str]:
    """Yield all words in a JSON value, including those of field names."""
    match node:
        case str():
            yield from node.split()
        case list():
            for item in node:
                yield from _words(item)
        case dict():
            for key, value in node.items():
                yield from _words(key)
                yield from _words(value)
