"""A referee who knows everything: what people are told and answered is compared with the store.

The referee reads the events of a table where they are kept, beside the server, and folds them. What
the server does is right if it is right for one of the states that the table had meanwhile.
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

STATUS = {"stale": 409, "turn": 409, "full": 409, "seat": 409, "refused": 409, "token": 401}
"""Of a refusal by its code, as the protocol has it; of all others 422."""

Right = Callable[[Table], str | None]
"""The code of the refusal that is right in a state; None: the request is granted."""


@dataclass
class Account:
    """What was acknowledged to people, against the events."""

    acknowledged: int = 0
    lost: int = 0
    """Acknowledged, but the table has another action at that turn, or none."""
    doubled: int = 0
    """In the events, but at a turn at which the person asked for no such thing."""

    def __iadd__(self, other: Account) -> Self:
        self.acknowledged += other.acknowledged
        self.lost += other.lost
        self.doubled += other.doubled
        return self


class Moment(NamedTuple):
    """A state, and the event that led to it."""

    event: Event
    table: Table


@dataclass
class Referee:
    """The referee of one table."""

    store: Store
    table: str
    moments: list[Moment] = field(default_factory=list)
    """By the number of the event, from 1."""
    _reading: Lock = field(default_factory=Lock)

    @property
    def now(self) -> Table:
        """The table as it was when the referee looked last."""
        return self.moments[-1].table

    async def look(self) -> int:
        """Read what has happened; the number of the last event."""
        async with self._reading:
            last = await self._last()
            for told in await self.store.events(self.table, len(self.moments)):
                event = from_json(told)
                self.moments.append(Moment(event, self._state_after(event)))
            assert len(self.moments) >= last, "an event is missing"
            return len(self.moments)

    def knows_of(self, message: Message) -> bool:
        """Whether the event that is told had happened when the referee looked last."""
        return message.number is not None and message.number <= len(self.moments)

    def judge_message(self, seat: Seat | None, message: Message) -> None:
        """What a seat is told of an event must be true, and tell nothing that is hidden from it."""
        told = message.data
        assert message.number
        event, state = self.moments[message.number - 1]
        assert told["number"] == message.number
        assert (told["table"], told["seat"]) == (self.table, seat)
        assert (told["turn"], told["deal"]) == (state.turn, state.deal_number)
        assert told["change"]["at"] == event.at
        assert _without_meta(told["view"]) == _view(state, seat)
        hidden = {*CARDS} - _known(state, seat)
        assert not hidden & {*_words(told)}
        assert not _secrets(state) & {*_words(told)}

    def judge_answer(self, first: int, right: Right, answer: Answer) -> None:
        """An answer must be right in one of the states from event ``first`` on."""
        codes = {right(moment.table) for moment in self.moments[first - 1 :]}
        assert code_of(answer) in codes, f"{answer}, which should be one of {codes}"

    def account(self, seat: Seat, asked: dict[int, str], acknowledged: Collection[int]) -> Account:
        """Compare what the person on a seat asked for, by turn, with what has happened.

        ``acknowledged`` are the turns at which the server said that it is done.
        """
        done = {
            state.turn - 1: event.action
            for event, state in self.moments
            if isinstance(event, Acted) and event.seat == seat and not event.by_bot
        }
        lost = [turn for turn in acknowledged if self._taken_at(turn) != (seat, asked[turn])]
        doubled = [turn for turn, action in done.items() if asked.get(turn) != action]
        return Account(len(acknowledged), len(lost), len(doubled))

    def _taken_at(self, turn: int) -> Taken | None:
        """Return what happened at a turn, from the first state after it: later ones forget it."""
        states = (moment.table for moment in self.moments if moment.table.turn > turn)
        state = next(states, None)
        return state and state.taken_at(turn)

    def seated(self) -> list[Seat]:
        """Every seat on which a person has sat down, in that order."""
        return [event.seat for event, _ in self.moments if isinstance(event, Sat)]

    async def _last(self) -> int:
        """The number of the last event, where a database knows it."""
        return await self.store.last(self.table) if isinstance(self.store, SqlStore) else 0

    def _state_after(self, event: Event) -> Table:
        if isinstance(event, Opened):
            return opened(self.table, event)
        if isinstance(event, Acted) and not event.by_bot:
            assert event.seat in self.now.people, "somebody acts for a bot"
        return apply_event(self.now, event)


def code_of(answer: Answer) -> str | None:
    """The code of a refusal, whose status must be that of the code; None for what is granted."""
    if answer.status in (200, 201):
        return None
    code: str = answer.body["error"]["code"]
    assert answer.status == STATUS.get(code, 422), answer
    return code


def refusal(decide: Callable[[], object]) -> str | None:
    """The code of the error that is raised; None if there is none."""
    try:
        decide()
    except DobbmError as error:
        return error.code
    return None


def right_to_act(seat: Seat, action: str, turn: int) -> Right:
    """What the protocol says to an action at a turn."""

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
    """A view whose record does not tell of the names and the shuffle."""
    if view is None or "record" not in view:
        return view
    record = {key: value for key, value in view["record"].items() if key != "meta"}
    return {**view, "record": record}


def _known(state: Table, seat: Seat | None) -> set[str]:
    """The cards that a seat has seen: its own, the Dobb it took up, and those that were played."""
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
    """What nobody is ever told, and what is not told yet."""
    people = {one.person for one in state.seats if one and one.person}
    return people | ({state.secret} if state.secret else set())


def _words(told: object) -> Iterator[str]:
    """All words of all texts in a JSON value, of names of fields too."""
    match told:
        case str():
            yield from told.split()
        case list():
            for item in told:
                yield from _words(item)
        case dict():
            for key, value in told.items():
                yield from _words(key)
                yield from _words(value)
