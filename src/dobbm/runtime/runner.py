"""A live table: commands in, snapshots out, and its own deadlines.

A change is decided on the table in memory, stored, and only then seen. If another process was
faster, the runner catches up with it and decides again.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, deque
from collections.abc import AsyncGenerator, Awaitable, Callable
from functools import partial
from typing import Any, NamedTuple, TypeAlias, TypeVar

from dobbm.actions import Seat
from dobbm.errors import DobbmError
from dobbm.runtime.bots import STAND_IN, Bots, Pace
from dobbm.runtime.clock import STEP, Clock, TableClock
from dobbm.runtime.entropy import Entropy
from dobbm.runtime.history import History, Message, checkpoint_of, messages_to
from dobbm.runtime.people import People, digest
from dobbm.runtime.snapshot import Snapshot, next_action
from dobbm.runtime.store import Entry, Person, Store
from dobbm.table import clock as deadlines
from dobbm.table.clock import Due, due, missing
from dobbm.table.commands import (
    Act,
    Claim,
    ComeBack,
    Command,
    Propose,
    Sit,
    TableError,
    decide,
    repeats,
    verify_claim,
)
from dobbm.table.events import (
    NAMES,
    Acted,
    Began,
    Claimed,
    ClockSet,
    Committed,
    Dealt,
    Event,
    Refused,
    Sat,
    StoodIn,
    TookBack,
    from_json,
    to_json,
)
from dobbm.table.folding import after
from dobbm.table.state import Played, Question, Table
from dobbm.view import View

KEPT = 8
"""Snapshots kept in memory for people who come back after a short cut."""
RETRY = 1.0
"""Seconds until a deadline that failed is tried again."""

Decide: TypeAlias = Callable[[Table, float], Event | None]
"""Makes an event of a table at a time, or finds that nothing is to be done."""
Work: TypeAlias = Callable[[], Awaitable[Any]]

Result = TypeVar("Result")

log = logging.getLogger(__name__)


class Services(NamedTuple):
    """What all runners of a process share."""

    store: Store
    clock: Clock
    entropy: Entropy
    bots: Bots
    pace: Pace
    history: History
    counted: Counter[str]
    """Events that this process has appended, by kind."""


class _Job(NamedTuple):
    """Work for the runner, and who waits for its result; None: nobody does."""

    work: Work
    reply: asyncio.Future[Any] | None = None


class _Pending(NamedTuple):
    """A deadline that is waited for, and the part of the table it was decided on."""

    due: Due
    turn: int
    question: Question | None


class _Subscriber:
    """Somebody who follows the table."""

    def __init__(self, now: float) -> None:
        self.wake = asyncio.Event()
        self.told = now
        """When it was told something last, on the monotonic clock."""


class TableRunner:
    """One table. Its jobs are done one at a time, by ``run``."""

    def __init__(self, snapshots: list[Snapshot], people: list[Person], services: Services) -> None:
        self._services = services
        self._clock = services.clock
        self._snapshots = deque(snapshots, KEPT)
        self.time = TableClock(self._clock, snapshots[-1].event.at)
        self.people = People(people, self._clock, self.time)
        self._inbox: asyncio.Queue[_Job] = asyncio.Queue()
        self._subscribers: dict[_Subscriber, None] = {}
        self._timer: asyncio.Task[None] | None = None
        self._pending: _Pending | None = None
        self._closing = False
        self.touched = self._clock.monotonic()
        """When somebody last asked for the table."""

    # -- what others see ------------------------------------------------------------------------

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self._snapshots[-1].table

    @property
    def subscribers(self) -> int:
        """How many follow the table."""
        return len(self._subscribers)

    @property
    def waiting(self) -> bool:
        """Whether a deadline is waited for."""
        return self._timer is not None

    def streams(self, seat: Seat) -> int:
        """How many event streams the person on a seat has open in this process."""
        return self.people.presence.streams(self.people.on_seat(self.table, seat).id)

    def seed(self, purpose: str) -> int:
        """What the chance of a bot that is asked for advice is drawn from at this turn."""
        return self._services.pace.seed(self.table, purpose)

    def message(self, snapshot: Snapshot, seat: Seat | None) -> bytes:
        """What ``seat`` is told of a snapshot, as JSON."""
        return snapshot.message(self.people.audience(self.table), seat)

    async def latest(self, seat: Seat | None) -> Snapshot:
        """The last snapshot that ``seat`` may see; spectators may be late."""
        newest, delay = self._snapshots[-1], self.table.options.delay
        if seat is not None or not delay:
            return newest
        until = self.time.now() - delay
        for snapshot in reversed(self._snapshots):
            if snapshot.event.at <= until:
                return snapshot
        history, table = self._services.history, newest.table
        number = await history.number_at(table.id, until, table.number)
        return await history.snapshot(table.id, number)

    async def deal(self, number: int, seat: Seat | None) -> Played:
        """The finished deal with this number, from 1.

        Raises ``TableError`` with the code ``unknown`` for one that ``seat`` cannot know of.
        """
        table = (await self.latest(seat)).table
        if not 1 <= number <= table.finished:
            raise TableError("unknown", f"no deal {number} is finished at this table")
        if number == table.finished and table.last:
            return table.last
        return await self._services.history.deal(table.id, number)

    async def follow(
        self, seat: Seat | None, number: int, silence: float
    ) -> AsyncGenerator[list[Message]]:
        """What ``seat`` is told of every event after ``number``, as it comes, until ``let_go``.

        An empty list says that nothing has come for ``silence`` seconds. A person who follows is
        connected; it ends when a bot has the seat for good.
        """
        person = None if seat is None else self.people.on_seat(self.table, seat).id
        subscriber = _Subscriber(self._clock.monotonic())
        self._subscribers[subscriber] = None
        delay = self.table.options.delay if seat is None else 0.0
        try:
            if person is not None and seat is not None:
                await self._connect(seat, person)
            while not self._closing:
                subscriber.wake.clear()
                messages = await self._messages(seat, number)
                until = self.time.now() - delay
                if due := [one for one in messages if not delay or one.at <= until]:
                    number = due[-1].number
                    yield due
                elif messages:
                    wait = messages[0].at - until
                    await self._clock.sleep(min(wait, silence))
                    if wait <= silence:
                        continue
                    yield []
                elif seat is not None and seat not in self.table.people:
                    return  # whoever has left is not to see what the seat holds from now on
                else:
                    await subscriber.wake.wait()
                    if self.table.number > number or not self._is_silent(subscriber, silence):
                        continue
                    yield []
                subscriber.told = self._clock.monotonic()
        finally:
            del self._subscribers[subscriber]
            self.touched = self._clock.monotonic()
            if person is not None:
                self.people.presence.disconnect(person)
                self._schedule()

    async def dealt(self) -> None:
        """Wait for the first deal of a table whose seats are taken: a second or so."""
        subscriber = _Subscriber(self._clock.monotonic())
        self._subscribers[subscriber] = None
        alarm = asyncio.create_task(self._clock.sleep(2 * deadlines.CONTRIBUTION))
        alarm.add_done_callback(lambda _: subscriber.wake.set())
        try:
            while self.table.deal_number == 0 and self.table.stage == "shuffling":
                if alarm.done():
                    break
                await subscriber.wake.wait()
                subscriber.wake.clear()
        finally:
            alarm.cancel()
            del self._subscribers[subscriber]

    # -- what people ask for --------------------------------------------------------------------

    async def do(self, command: Command) -> Event | None:
        """Carry out a command; None if it had been carried out before.

        Raises what ``decide`` raises, and ``StoreUnavailable``.
        """
        return await self._perform(partial(self._carry_out, command))

    async def sit(self, name: str) -> tuple[Seat, str]:
        """Seat somebody new; the seat and its token.

        Raises ``TableError`` with the code ``full`` if no seat is free.
        """
        token = self._services.entropy.token()
        id_, now = self._services.entropy.person_id(), self._clock.now()
        person = Person(id_, name, digest(token), now, {})
        await self._perform(partial(self._seat, person))
        seat = self.table.seat_of(person.id)
        assert seat is not None
        return seat, token

    async def seat_of(self, token: str) -> Seat:
        """The seat that a token opens; the request shows that its person is there.

        Raises ``TableError`` with the code ``token`` for a token that opens none.
        """
        person = self.people.with_token(token)
        if person is None and self._services.store.shared:
            await self.refresh()  # somebody may have sat down through another process
            person = self.people.with_token(token)
        seat = person and self.table.seat_of(person.id)
        if person is None or seat is None:
            raise TableError("token", "this token opens no seat at this table")
        self.people.presence.hear(person.id)
        return seat

    async def come_back(self, seat: Seat) -> None:
        """Give a person the seat back if a bot stands in."""
        if self.table.occupant(seat).stood_in:
            await self.do(ComeBack(seat))

    async def claim(self, seat: Seat) -> Event | None:
        """Grant a claim that can be proved, put another one to the others.

        Raises errors as ``propose`` and ``claim`` do.
        """
        deal, turn = verify_claim(self.table, seat), self.table.turn
        if not await self._services.bots.proves(View.of(deal, seat)):
            return await self.do(Propose(seat, "claim"))
        cards = await self._services.bots.play_out(deal, seat)
        return await self.do(Claim(seat, cards, turn))

    def own_turn(self, seat: Seat) -> View:
        """The view of the seat to act, at a table where one person plays bots.

        Raises ``TableError`` with the code ``phase`` where a clock runs, ``turn`` for a seat that
        is not to act.
        """
        if self.table.timed:
            raise TableError("phase", "there are hints only where one person plays bots")
        deal = self.table.deal
        if deal is None or deal.to_act != seat:
            raise TableError("turn", "there is a hint when it is one's turn")
        return View.of(deal, seat)

    async def set_wishes(self, seat: Seat, **wishes: Any) -> None:
        """Keep what a person wants of the server for this seat, and what nobody else sees."""
        await self._perform(partial(self._set_wishes, seat, wishes))

    # -- what the runtime asks for --------------------------------------------------------------

    async def run(self) -> None:
        """Do the jobs of the inbox, one at a time, for ever."""
        while True:
            await self._do_job(await self._inbox.get())

    @property
    def idle_for(self) -> float:
        """For how many seconds nobody has asked for the table; 0 while it is in use."""
        busy = self._subscribers or self.waiting
        return 0.0 if busy else self._clock.monotonic() - self.touched

    async def resume(self) -> None:
        """Go on with a table that was just read."""
        await self._perform(self._resume)

    def take_over(self) -> None:
        """Look after the deadlines of the table, if nobody here does."""
        if not self.waiting:
            self._schedule()

    async def refresh(self) -> None:
        """Take in all that other processes have done."""
        await self._perform(self._refresh)

    async def meet(self) -> None:
        """Read the people again: who has come, what they are called, when they were seen."""
        await self._perform(self._meet)

    def hear(self, number: int, event: Event | None) -> None:
        """Some process, perhaps this one, has appended an event; 0: something else has changed."""
        if number == 0 or number > self.table.number:
            self._inbox.put_nowait(_Job(partial(self._take_in, number, event)))

    def check_clock(self) -> None:
        """If the wall clock was set while a deadline is waited for, let the table know."""
        if self.waiting and self.time.step():
            self._inbox.put_nowait(_Job(self._set_clock))

    def break_silence(self, silence: float) -> None:
        """Wake those who were told nothing for so many seconds."""
        for subscriber in self._subscribers:
            if self._is_silent(subscriber, silence):
                subscriber.wake.set()

    def let_go(self) -> None:
        """Let those who follow the table come to an end."""
        self._closing = True
        self._wake()

    def close(self) -> None:
        """Wait for no deadline any more."""
        self._pending = None
        if self._timer:
            self._timer.cancel()
            self._timer = None

    # -- jobs -----------------------------------------------------------------------------------

    async def _perform(self, work: Callable[[], Awaitable[Result]]) -> Result:
        """Have a job done; it is done to its end even if nobody waits for it any more."""
        reply: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._inbox.put_nowait(_Job(work, reply))
        return await reply

    async def _do_job(self, job: _Job) -> None:
        try:
            result = await job.work()
        except asyncio.CancelledError:
            if job.reply:
                job.reply.cancel()
            raise
        except Exception as error:
            if job.reply and not job.reply.done():
                job.reply.set_exception(error)
            elif not isinstance(error, DobbmError):
                log.exception("table %s: a job has failed", self.table.id)
            if job.reply is None:
                self._retry()
        else:
            if job.reply and not job.reply.done():
                job.reply.set_result(result)

    async def _resume(self) -> None:
        coming, now = self._due(self.table), self.time.now()
        if coming and now - coming.at > STEP:
            # No process has run the table, so nobody's time has passed.
            await self._shift_time(now - self._snapshots[-1].event.at)
        self._schedule()

    async def _carry_out(self, command: Command) -> Event | None:
        try:
            return await self._change(lambda table, at: decide(table, at, command))
        except TableError as error:
            if error.code != "stale" or not await self._is_repeated(command):
                raise
            return None

    async def _is_repeated(self, command: Command) -> bool:
        """Whether a command repeats an action of a deal that is no longer in memory."""
        if not isinstance(command, Act) or not 0 <= command.turn < self.table.oldest_turn:
            return False
        taken = await self._services.history.taken_at(self.table.id, command.turn)
        return repeats(taken, command.seat, command.action)

    async def _seat(self, person: Person) -> None:
        self.people.presence.hear(person.id)
        await self._change(lambda table, at: decide(table, at, Sit(person.id)), person)

    async def _set_wishes(self, seat: Seat, wishes: dict[str, Any]) -> None:
        person = self.people.on_seat(self.table, seat)
        if "plan" in wishes:
            wishes = {**wishes, "for": next_action(self.table, seat)}
        person = person._replace(wishes=person.wishes | wishes)
        await self._services.store.set_wishes(person.id, person.wishes)
        self.people.keep(person)
        self._schedule()

    async def _change(self, decide_on: Decide, person: Person | None = None) -> Event | None:
        """Decide and store; None if nothing was to be done. ``person`` comes with the event."""
        await self._set_clock()
        shared = self._services.store.shared
        while True:
            try:
                event = decide_on(self.table, self.time.now())
            except DobbmError:
                # What an old state refuses, the new one may allow.
                if shared and await self._catch_up():
                    continue
                raise
            if event is None:
                # A no-op on an old state may be needed on the new one.
                if shared and await self._catch_up():
                    continue
                return None
            if await self._append(event, person):
                return event
            await self._catch_up()

    async def _append(self, event: Event, person: Person | None = None) -> bool:
        """Store an event and show it; False if another process has taken its number."""
        table = after(self.table, event)
        if person:
            self.people.keep(person)  # the deadline that is stored with the event asks for them
        stored = False
        try:
            stored = await self._services.store.append(self._entry(table, event, person))
        finally:
            if person and not stored:
                self.people.forget(person)
        if stored:
            self._services.counted[NAMES[type(event)]] += 1
            self._advance(event, table)
            self._schedule()
        return stored

    def _entry(self, table: Table, event: Event, person: Person | None) -> Entry:
        coming = self._due(table)
        return Entry(
            table=table.id,
            number=table.number,
            event=to_json(event),
            due=coming.at if coming else None,
            lobby=_notice(table),
            person=person,
            checkpoint=checkpoint_of(table),
        )

    async def _catch_up(self) -> bool:
        """Take in what other processes have appended; whether there was anything."""
        known = self.table.number
        told = await self._services.store.events(self.table.id, known)
        events = [from_json(event) for event in told]
        if any(isinstance(event, Sat) for event in events):
            await self._meet()
        for event in events:
            self._advance_elsewhere(event)
        return self.table.number > known

    async def _refresh(self) -> None:
        await self._catch_up()
        await self._meet()

    async def _meet(self) -> None:
        self.people.meet(await self._services.store.people(self.table.id))

    async def _take_in(self, number: int, event: Event | None) -> None:
        if number == 0:
            await self._refresh()
            self._schedule()
        elif number == self.table.number + 1 and event and not isinstance(event, Sat):
            self._advance_elsewhere(event)
        elif number > self.table.number:
            await self._catch_up()

    def _advance(self, event: Event, table: Table) -> None:
        self._snapshots.append(Snapshot(table, event))
        self._wake()

    def _advance_elsewhere(self, event: Event) -> None:
        """Go on with an event of another process, which now looks after the deadlines."""
        self.time.not_before(event.at)
        self._advance(event, after(self.table, event))
        self.close()

    # -- deadlines ------------------------------------------------------------------------------

    def _schedule(self) -> None:
        """Wait for what comes next at the table, and for nothing else."""
        coming = self._due(self.table)
        pending = coming and _Pending(coming, self.table.turn, self.table.question)
        if pending is not None and pending == self._pending:
            return  # a bot that thinks already goes on
        self.close()
        if pending:
            self._pending = pending
            self._timer = asyncio.create_task(self._wait(pending))

    def _retry(self) -> None:
        """Wait a little and look again at what is due."""
        self.close()
        self._timer = asyncio.create_task(self._look_again())

    async def _look_again(self) -> None:
        await self._clock.sleep(RETRY)
        self._timer = None
        self._schedule()

    def _due(self, table: Table) -> Due | None:
        return due(table, self.people.signs(table), self._services.pace.delay(table))

    async def _wait(self, pending: _Pending) -> None:
        """Have a bot think if one is to act, wait for the deadline, and post it to the inbox."""
        coming = pending.due
        try:
            answer = await self._think(coming)
            await self._clock.sleep(max(0.0, coming.at - self.time.now()))
        except Exception:
            log.exception("table %s: what is due has failed", self.table.id)
            self._retry()
        else:
            self._timer = None
            self._inbox.put_nowait(_Job(partial(self._elapse, pending, answer)))

    async def _think(self, coming: Due) -> tuple[str, ...]:
        """What a bot plays, or how the rest of a deal falls that all have granted."""
        table, bots, pace = self.table, self._services.bots, self._services.pace
        deal, question = table.deal, table.question
        if coming.what == "act" and coming.seat is not None and deal:
            occupant = table.occupant(coming.seat)
            if not occupant.person or occupant.stood_in:
                name = STAND_IN if occupant.person else table.options.bot
                return (await bots.act(name, deal, coming.seat, pace.seed(table)),)
        if coming.what == "settle" and question and question.what == "claim" and deal:
            try:
                return await bots.play_out(deal, question.seat)
            except DobbmError:
                return ()  # it cannot be true
        return ()

    async def _elapse(self, pending: _Pending, answer: tuple[str, ...]) -> None:
        """Do what is due, if it still is."""
        self._pending = None
        if pending.due.what == "gone" and self._services.store.shared:
            await self._meet()
        table = self.table
        still = _Pending(pending.due, table.turn, table.question) == pending
        if not still or self._due(table) != pending.due:
            self._schedule()
            return
        number = table.number

        def happen(table: Table, at: float) -> Event | None:
            return self._event(pending.due, table, at, answer) if table.number == number else None

        if await self._change(happen) is None:
            self._schedule()

    def _event(self, coming: Due, table: Table, at: float, answer: tuple[str, ...]) -> Event:
        """The event that is due."""
        seat, entropy = coming.seat, self._services.entropy
        match coming.what:
            case "begin":
                return Began(at, entropy.lot(table.options.players))
            case "commit":
                return Committed(at, entropy.secret())
            case "deal":
                return Dealt(at, [*missing(table)])
            case "lapse":
                return Refused(at, None)
            case "settle":
                return _settled(table, at, answer)
        assert seat is not None
        match coming.what:
            case "act":
                action = answer[0] if answer else self.people.plan_of(table, seat) or ""
                return Acted(at, seat, action, by_bot=bool(answer))
            case "gone" | "clock":
                return StoodIn(at, seat, coming.what)

    async def _set_clock(self) -> None:
        """If the wall clock was set, store that, and let all deadlines move with it."""
        by = self.time.step()
        if not by:
            return
        self.time.follow_wall()
        await self._shift_time(by)

    async def _shift_time(self, by: float) -> None:
        """Let everything that is timed at the table begin ``by`` seconds later."""
        if self.table.session and not await self._append(ClockSet(self.time.now(), round(by, 3))):
            await self._catch_up()

    # -- those who follow -----------------------------------------------------------------------

    async def _connect(self, seat: Seat, person: str) -> None:
        self.people.presence.connect(person)
        if self.table.occupant(seat).stood_in == "gone":
            await self.come_back(seat)
        else:
            self._schedule()

    async def _messages(self, seat: Seat | None, number: int) -> list[Message]:
        """What ``seat`` is told of the events after ``number``, or of the first of them."""
        table = self.table
        if number >= table.number:
            return []
        audience = self.people.audience(table)
        if number + 1 < self._snapshots[0].table.number:
            history = self._services.history
            return await history.messages(table.id, number, table.number, audience, seat)
        newer = [one for one in self._snapshots if one.table.number > number]
        return messages_to(seat, newer, audience)

    def _is_silent(self, subscriber: _Subscriber, silence: float) -> bool:
        return self._clock.monotonic() - subscriber.told >= silence

    def _wake(self) -> None:
        for subscriber in self._subscribers:
            subscriber.wake.set()


def _settled(table: Table, at: float, cards: tuple[str, ...]) -> Event:
    """What comes of a question to which everybody has agreed."""
    question = table.question
    assert question
    if question.what == "take_back":
        return TookBack(at, question.seat, 1)
    return Claimed(at, question.seat, False, [*cards]) if cards else Refused(at, None)


def _notice(table: Table) -> dict[str, Any] | None:
    """What the lobby shows of a table that is listed and has a free seat; names come later."""
    if not table.options.listed or table.stage != "gathering":
        return None
    return {"free": table.seats.count(None), "options": table.options.to_json()}
