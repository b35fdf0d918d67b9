"""People in a simulated world: they come, act, retry, drop out, return and misbehave."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable
from contextlib import aclosing, suppress
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

import orjson

from dobbm.game.actions import BIDS, PLAY, WEITER, Seat
from dobbm.game.cards import CARDS, parse_cards
from dobbm.game.errors import DobbmError
from dobbm.game.exchange import discards_action, legal_discards
from dobbm.game.rules import Rules
from dobbm.runtime.history import Message
from dobbm.runtime.runner import TableRunner
from dobbm.runtime.runtime import SILENCE
from dobbm.runtime.store import StoreUnavailable
from dobbm.table.commands import (
    Act,
    AllowTexts,
    Answer,
    ChoosePortrait,
    Command,
    Contribute,
    DeclineTexts,
    Delay,
    Fill,
    Leave,
    Propose,
    Say,
    SetRules,
    Swap,
    TakeBack,
    Vacate,
    Vote,
)
from dobbm.table.commands.acting import same_action
from dobbm.table.events import Acted, VoteTopic
from dobbm.table.house_rules import Options
from dobbm.table.portraits import PORTRAITS
from dobbm.table.refusals import Refusal
from dobbm.table.state import Table
from dobbm.table.talk import MOST_TEXTS
from runtime.deltas import renewed

if TYPE_CHECKING:
    from runtime.referee import TableLog
    from runtime.world import Process, World

NAMES = ("Vroni", "Lois", "Moidl", "Sepp", "Nanni")
LOST = "lost"
"""Stands for an error code when there was no answer."""
WORDS = "Wer hat das Herz?"
"""The text that everybody writes."""
SECRET = 16
"""Bytes of a contribution to a shuffle."""


class Follower:
    """Somebody who follows a table, with or without a seat."""

    def __init__(self, world: World, rng: Random) -> None:
        self.world = world
        self.rng = rng
        self.table_id = ""
        self.seat: Seat | None = None
        """The seat of this person, as the referee knows it; None for a spectator."""
        self.token = ""
        self.number = 0
        """The number of the last event received."""
        self.last: Message | None = None
        self.news = asyncio.Event()
        self.stays_away_until = 0.0
        self.last_heard = 0.0
        """When a server last heard from this person, on the monotonic clock."""
        self.has_arrived = False
        """Whether the guest has sat down, or found no free seat."""
        self.left = False
        self._stream: asyncio.Task[None] | None = None

    @property
    def now(self) -> float:
        """Seconds since the start of the world."""
        return self.world.clock.monotonic()

    @property
    def log(self) -> TableLog:
        """Everything that the referee has seen of the table."""
        return self.world.referee.logs[self.table_id]

    async def follow(self) -> None:
        """Follow the table at one server after another until leaving it."""
        world = self.world
        while not self.left:
            await world.idle(self.stays_away_until - self.now)
            await world.clock.sleep(self.rng.random())
            if not world.running:
                continue
            process = self.rng.choice(world.running)
            self._stream = process.start(self._follow_at(process))
            await asyncio.wait([self._stream])
            stream, self._stream = self._stream, None
            if stream.cancelled() or not (error := stream.exception()):
                continue
            if isinstance(error, Refusal) and error.code == "token":
                assert self.left or self.world.counted["leave"], "a seat is lost"
                return
            if not isinstance(error, StoreUnavailable):
                world.fail(error)
                return

    def drop(self, seconds: float) -> None:
        """Close the stream and stay away for ``seconds``."""
        self.stays_away_until = self.now + seconds
        if self._stream:
            self._stream.cancel()

    async def _follow_at(self, process: Process) -> None:
        runner = await process.runtime.table(self.table_id, fresh=True)
        seat = await runner.seat_of(self.token) if self.token else None
        number = self.number
        assert number <= runner.table.number, "a server has forgotten an event"
        try:
            deltas, last = self.rng.random() < 0.5, b""
            following = runner.follow(seat, number, SILENCE, deltas=deltas)
            async with aclosing(following) as batches:
                async for messages in batches:
                    self.last_heard = self.now
                    for message in messages:
                        last = renewed(last, message.data) if message.is_delta else message.data
                        self.receive(Message(message.number, last))
                    if messages:
                        self.news.set()
        finally:
            self.last_heard = self.now

    def receive(self, message: Message) -> None:
        """Receive a message; it must be about the next event, as seen from the seat of then."""
        assert message.number == self.number + 1, f"{message.number} follows on {self.number}"
        self.log.check_message(self.log.seat_then(self.token, message.number), message)
        self.number, self.last = message.number, message


class Spectator(Follower):
    """Somebody who only watches."""

    def __init__(self, world: World, rng: Random, host: Guest) -> None:
        super().__init__(world, rng)
        self._host = host

    def start(self) -> asyncio.Task[None]:
        """Start to live in the world."""
        return asyncio.create_task(self._run())

    async def _run(self) -> None:
        while not self._host.table_id:
            await self.world.clock.sleep(1.0)
        self.table_id = self._host.table_id
        following = asyncio.create_task(self.follow())
        while True:
            await self.world.clock.sleep(10 * self.rng.random() + 5)
            if self.rng.random() < 0.5:
                self.drop(5.0)
        await following

    def receive(self, message: Message) -> None:
        super().receive(message)
        delay = self.log.table.options.delay
        happened = self.log.times[message.number - 1]
        conditions, referee = self.world.conditions, self.world.referee
        # A process that reads a table for the first time cannot know that the clock was set before.
        unknowable = conditions.processes > 1 and referee.clock_set_at >= happened
        if message.number > 1 and not conditions.delay_rate and not unknowable:
            tolerance = max(1.1, referee.tolerance(happened))
            assert self.now - happened >= delay - tolerance, "a spectator sees it too early"


class Guest(Follower):
    """Somebody who plays."""

    def __init__(
        self,
        world: World,
        rng: Random,
        *,
        options: Options | None = None,
        bots: int = 0,
        host: Guest | None = None,
    ) -> None:
        """With ``options`` the guest opens a table, otherwise joins the table of ``host``."""
        super().__init__(world, rng)
        self.name = rng.choice(NAMES)
        self.host = host
        self._options = options
        self._bots = bots
        self.quick = rng.random() < 0.8
        self.flaky = rng.random() < 0.3
        self.misbehaves = rng.random() < 0.3
        self.requested: dict[int, list[str]] = defaultdict(list)
        """The actions requested at each turn."""
        self._intended: dict[int, str] = {}
        """The action chosen for each turn; a lost answer does not change it."""
        self.acknowledged: dict[int, tuple[Seat, str]] = {}
        """The seat and the action at each turn."""
        self.plans: set[str] = set()
        self.wants_forced = False
        self._acting = True

    @property
    def is_seated(self) -> bool:
        """Whether the guest has received a seat and has not left it."""
        return bool(self.token) and not self.left

    def start(self) -> asyncio.Task[None]:
        """Start to live in the world."""
        return asyncio.create_task(self._run())

    def stop_acting(self) -> None:
        """Stop acting, but keep watching."""
        self._acting = False

    def has_requested(self, before: Table, event: Acted) -> bool:
        """Return whether this guest has requested or planned the action of an event."""
        if any(same_action(event.action, action) for action in self.requested[before.turn]):
            return True
        assert before.deal
        forced = self.wants_forced and before.deal.legal_actions() == [event.action]
        return forced or event.action in self.plans

    def check_at_the_end(self) -> None:
        """Check that every event was received and that no acknowledged action is lost."""
        if self.is_seated:
            assert self.number == self.log.table.number, "somebody was not told of everything"
        for turn, (seat, action) in self.acknowledged.items():
            self._check_acknowledged(turn, seat, action)

    def _check_acknowledged(self, turn: int, seat: Seat, action: str) -> None:
        done = self.log.taken[turn]
        assert done.seat == seat
        assert done.action
        assert same_action(done.action, action), "an acknowledged action is lost"

    # Life

    async def _run(self) -> None:
        world = self.world
        try:
            await self._arrive()
            self.has_arrived = True
            if not self.token:
                return
            following = asyncio.create_task(self.follow())
            while not self.left:
                await self._wait_for_news()
                if self.last and self._acting and not (world.finishing and self.log.is_finished):
                    await self._react()
            await following
        except Exception as error:
            world.fail(error)

    async def _arrive(self) -> None:
        world, rng = self.world, self.rng
        if self.host:
            await world.clock.sleep(5 * rng.random())
            while not self.host.table_id:
                await world.clock.sleep(1.0)
        while not self.token:
            await world.clock.sleep(rng.random())
            if not world.running:
                continue
            runtime = (process := rng.choice(world.running)).runtime
            if self.host:
                request = runtime.join(self.host.table_id, self.name)
            else:
                assert self._options
                request = runtime.open_table(self._options, self.name, self._bots)
            try:
                welcome = await process.ask(request)
            except Exception as error:
                code = self._code_of(error)
                assert code in (LOST, "unavailable", "full"), code
                if code == "full":
                    assert self.host
                    assert None not in world.referee.logs[self.host.table_id].table.seats
                    return
                continue
            self.table_id, self.seat, self.token = welcome
            self.last_heard = self.now
            self.log.guests.append(self)
            assert self.log.states[-1].people

    async def _wait_for_news(self) -> None:
        seconds = 2.0 if self.world.finishing else 5.0 + 15.0 * self.rng.random()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.news.wait()
        self.news.clear()

    async def _react(self) -> None:
        """Do whatever the table needs, a whim, or something illegal."""
        assert self.last
        rng, finishing = self.rng, self.world.finishing
        if self.flaky and not finishing and rng.random() < 0.03:
            self.drop(rng.choice([0.0, 3.0, 30.0, 100.0]))
        whim = not finishing and rng.random() < 0.06
        misbehaves = self.misbehaves and not finishing and rng.random() < 0.1
        if not (whim or misbehaves or self._may_be_needed(self.log.states[self.number - 1])):
            return
        data = orjson.loads(self.last.data)
        if whim:
            await rng.choice(self._whims)(self, data)
        elif misbehaves:
            await self._misbehave(data)
        if data["seat"] == self.seat:  # otherwise the guest has moved meanwhile
            await self._cooperate(data)

    def _may_be_needed(self, table: Table) -> bool:
        """Return whether the table, as last seen, may be waiting for this person."""
        attends = self.seat in table.attending
        return not (
            attends and table.deal and table.deal.to_act != self.seat and not table.question
        )

    async def _cooperate(self, data: dict[str, Any]) -> None:
        """Do whatever the table needs from a cooperative player."""
        view, shuffle, stage, turn = data["view"], data["shuffle"], data["stage"], data["turn"]
        rng, finishing = self.rng, self.world.finishing
        eager = finishing or rng.random() < 0.85
        mine = data["seats"][self.seat]
        if shuffle and shuffle["open"] and eager:
            await self._contribute(shuffle)
        if (question := data["question"]) and question["seat"] != self.seat:
            if self.seat not in question["agreed"] and eager:
                agrees = rng.random() < 0.8
                await self.ask(Answer(self._own_seat, agrees, turn))
        elif stage == "playing" and view["to_act"] == self.seat:
            await self._think()
            await self._act(view, turn)
        elif stage == "between" and "next" not in mine["wishes"] and eager:
            await self._think()
            ends = data["deal"] % 3 == 0 and rng.random() < 0.8 and not finishing
            delays = rng.random() < 0.1 and not finishing
            vote = Vote(self._own_seat, "end" if ends else "next")
            await self.ask(Delay(self._own_seat) if delays else vote)
        elif stage == "over" and "again" not in mine["wishes"] and eager:
            await self.ask(Vote(self._own_seat, "again"))
        elif stage == "gathering":
            await self._gather(data)
        elif mine["stood_in"] if mine["kind"] == "person" else False:
            await self._request(lambda runner, seat: runner.come_back(seat))

    async def _gather(self, data: dict[str, Any]) -> None:
        """Arrange the table as its host, say that everybody is there, or let bots sit down."""
        rng, finishing = self.rng, self.world.finishing
        bots = [seat for seat, one in enumerate(data["seats"]) if one["kind"] == "bot"]
        if not finishing and data["host"] == self.seat:
            bank = rng.choice([60.0, 90.0])
            options = replace(self.log.table.options, bank=bank)
            arrangements: list[Command] = [SetRules(self._own_seat, options)]
            if bots:
                arrangements.append(Vacate(self._own_seat, bots[0]))
            if len(bots) > 1:
                arrangements += [Swap(self._own_seat, (bots[0], bots[-1]))] * 2
            if rng.random() < 0.3:
                await self.ask(rng.choice(arrangements))
        if "free" in [one["kind"] for one in data["seats"]]:
            if finishing or rng.random() < 0.1:
                await self.ask(Fill(self._own_seat))
        else:
            await self.ask(Vote(self._own_seat, "ready"))

    @property
    def _own_seat(self) -> Seat:
        assert self.seat is not None
        return self.seat

    async def _think(self) -> None:
        if self.world.finishing:
            return
        rng = self.rng
        seconds = rng.choice([0.3, 1.0, 1.0, 2.0] if self.quick else [1.0, 3.0, 9.0, 30.0])
        await self.world.idle(seconds)

    async def _contribute(self, shuffle: dict[str, Any]) -> None:
        contributed = [one["seat"] for one in shuffle["contributions"]]
        cuts = shuffle["cutter"] == self.seat and shuffle["cut"] is None and self.rng.random() < 0.7
        if self.seat in contributed and not cuts:
            return
        chance = Random(f"{self.token} {shuffle['commitment']}")
        value = chance.randbytes(SECRET).hex()
        cut = chance.randint(1, 35) if cuts else None
        await self.ask(Contribute(self._own_seat, value, cut))

    async def _act(self, view: dict[str, Any], turn: int) -> None:
        """Act, and retry until the server decides; sometimes send the request twice."""
        rng = self.rng
        claims = view["phase"] == PLAY and rng.random() < 0.3
        if claims and await self._request(lambda runner, seat: runner.claim(seat)) is None:
            return
        action = self._intended.setdefault(turn, self._choose(view))
        self.requested[turn].append(action)
        while self.is_seated:
            requests = [self._act_once(action, turn) for _ in range(1 + (rng.random() < 0.1))]
            codes = await asyncio.gather(*requests)
            if {*codes} != {LOST} and {*codes} != {"unavailable"}:
                return
            await self.world.clock.sleep(rng.random())

    async def _act_once(self, action: str, turn: int) -> str | None:
        seat = self._own_seat
        code = await self.ask(Act(seat, action, turn))
        if code is None:
            self.acknowledged[turn] = seat, action
            self._check_acknowledged(turn, seat, action)
        return code

    def _choose(self, view: dict[str, Any]) -> str:
        rng, legal = self.rng, view["legal"]
        if legal is None:
            hand = parse_cards(" ".join(view["hand"]))
            discards = next(legal_discards(hand, Rules(**view["rules"])))
            cards = discards_action(discards).split()
            rng.shuffle(cards)
            return " ".join(cards)
        if view["rules"]["revokes"] == "penalised" and view["phase"] == PLAY and rng.random() < 0.3:
            return str(rng.choice(view["hand"]))
        if WEITER in legal and rng.random() < 0.9:
            return WEITER
        return str(rng.choice(legal))

    # Requests

    async def ask(self, command: Command) -> str | None:
        """Give a command; its answer must fit a state of the table since the request."""
        first = len(self.log.states)
        code = await self._request(lambda runner, _: runner.do(command))
        kind = type(command).__name__.lower()
        self.world.counted[kind] += 1
        self.world.trace(f"{self.table_id[:4]} seat {self.seat} asks {command}: {code}")
        if code not in (LOST, "unavailable"):
            valid = self.log.valid_answers(first, command)
            allowed = {"token"} if self.left else set()
            assert code in valid | allowed, f"{command} is answered {code}, not {valid}"
        return code

    async def _request(self, work: Callable[[TableRunner, Seat], Awaitable[object]]) -> str | None:
        """Call ``work`` at some server; return the error code, or None if it succeeds."""
        if not self.world.running:
            await self.world.clock.sleep(0.5)
            return LOST
        process = self.rng.choice(self.world.running)

        async def answer() -> None:
            runner = await process.runtime.table(self.table_id)
            seat = await runner.seat_of(self.token)
            self.last_heard = self.now
            await runner.welcome_back(seat)
            await runner.come_back(seat)
            await work(runner, seat)

        request = process.ask(answer())
        try:
            impatient = self.rng.random() < 0.02 and not self.world.finishing
            async with asyncio.timeout(self.rng.choice([0.0, 0.01]) if impatient else None):
                await request
        except Exception as error:
            return self._code_of(error)
        return None

    def _code_of(self, error: BaseException) -> str:
        from runtime.world import ServerDied

        if isinstance(error, ServerDied | TimeoutError):
            return LOST
        if not isinstance(error, DobbmError):
            raise error
        return error.code

    # Whims

    async def _talk(self, data: dict[str, Any]) -> None:  # noqa: ARG002
        await self.ask(Say(self._own_seat, self.rng.choice(["hello", "round", "nonsense"])))

    async def _plan(self, data: dict[str, Any]) -> None:
        view = data["view"]
        hand = view["hand"] if view else []
        plan = self.rng.choice([*hand, WEITER, "gut"])
        self.plans.add(plan)
        await self._request(lambda runner, seat: runner.set_preferences(seat, plan=plan))

    async def _force(self, data: dict[str, Any]) -> None:  # noqa: ARG002
        self.wants_forced = True
        await self._request(lambda runner, seat: runner.set_preferences(seat, forced=True))

    async def _mute(self, data: dict[str, Any]) -> None:  # noqa: ARG002
        muted = [self.rng.randrange(4)]
        await self._request(lambda runner, seat: runner.mute(seat, muted))

    async def _write(self, data: dict[str, Any]) -> None:  # noqa: ARG002
        self.world.counted["write"] += 1
        code = await self._request(lambda runner, seat: runner.write(seat, WORDS))
        assert code in (None, LOST, "unavailable", "token", "seat", "texts", "limit"), code

    async def _read(self, data: dict[str, Any]) -> None:  # noqa: ARG002
        """Read the texts again: those since sitting down, and no others."""

        async def read(runner: TableRunner, seat: Seat) -> None:
            texts = runner.texts(seat)
            sat = runner.table.occupant(seat).sat
            assert all(one.text == WORDS and one.number > sat for one in texts)
            assert len(texts) <= MOST_TEXTS

        await self._request(read)

    async def _allow(self, data: dict[str, Any]) -> None:
        if data["host"] == self.seat:
            await self.ask(AllowTexts(self._own_seat, self.rng.random() < 0.9))

    async def _decline(self, data: dict[str, Any]) -> None:  # noqa: ARG002
        await self.ask(DeclineTexts(self._own_seat, self.rng.random() < 0.1))

    async def _choose_portrait(self, data: dict[str, Any]) -> None:  # noqa: ARG002
        await self.ask(ChoosePortrait(self._own_seat, self.rng.choice(PORTRAITS)))

    async def _vote(self, data: dict[str, Any]) -> None:  # noqa: ARG002
        wanted: VoteTopic = self.rng.choice(["mussrunde", "end", "next", "again"])
        await self.ask(Vote(self._own_seat, wanted))

    async def _take_back(self, data: dict[str, Any]) -> None:
        await self.ask(TakeBack(self._own_seat, self.rng.choice([None, data["turn"]])))

    async def _claim(self, data: dict[str, Any]) -> None:  # noqa: ARG002
        await self._request(lambda runner, seat: runner.claim(seat))

    async def _propose(self, data: dict[str, Any]) -> None:  # noqa: ARG002
        await self.ask(Propose(self._own_seat, self.rng.choice(["claim", "take_back"])))

    async def _answer(self, data: dict[str, Any]) -> None:  # noqa: ARG002
        await self.ask(Answer(self._own_seat, self.rng.random() < 0.5))

    async def _repeat(self, data: dict[str, Any]) -> None:  # noqa: ARG002
        """Repeat requests that were acknowledged, some of them long ago."""
        own = [turn for turn, (seat, _) in self.acknowledged.items() if seat == self.seat]
        for turn in self.rng.sample(own, min(3, len(own))):
            code = await self.ask(Act(*self.acknowledged[turn], turn))
            assert code in (None, LOST, "unavailable", "token")

    async def _read_all(self, data: dict[str, Any]) -> None:  # noqa: ARG002
        """Follow the table again from an early event, beside the main stream."""
        if not self.world.running or self.rng.random() < 0.7:
            return
        reader = Follower(self.world, self.rng)
        reader.table_id, reader.token = self.table_id, self.token
        reader.number = self.rng.choice([0, self.number // 2])
        stream = (process := self.rng.choice(self.world.running)).start(reader._follow_at(process))
        await asyncio.wait([stream], timeout=2.0)
        stream.cancel()
        await asyncio.wait([stream])
        if not stream.cancelled() and (error := stream.exception()):
            assert self._code_of(error) in ("unavailable", "token"), error

    async def _reread_deal(self, data: dict[str, Any]) -> None:  # noqa: ARG002
        """Read a finished deal again."""
        log = self.log
        if not log.table.finished:
            return
        number = self.rng.randint(1, log.table.finished)

        async def read(runner: TableRunner, seat: Seat) -> None:
            played = await runner.feed.deal(number, seat)
            known = next(s.last for s in log.states if s.finished == number and s.last)
            assert played == known, "a finished deal is read as another one"

        code = await self._request(read)
        assert code in (None, LOST, "unavailable", "unknown", "token"), code

    async def _leave(self, data: dict[str, Any]) -> None:  # noqa: ARG002
        if self.rng.random() < 0.15:
            self.world.counted["leave"] += 1
            self.left = True
            await self.ask(Leave(self._own_seat))
            self.drop(0.0)

    async def _move(self, data: dict[str, Any]) -> None:
        """Move to a bot's seat."""
        bots = [seat for seat, one in enumerate(data["seats"]) if one["kind"] == "bot"]
        if not bots or self.rng.random() < 0.5:
            return
        wanted = self.rng.choice(bots)

        async def move(runner: TableRunner, _: Seat) -> None:
            await runner.sit_again(self.token, wanted)

        code = await self._request(move)
        self.world.counted["move"] += code is None
        assert code in (None, LOST, "unavailable", "token", "phase", "full"), code

    async def _pause(self, data: dict[str, Any]) -> None:  # noqa: ARG002
        if self.rng.random() < 0.3:
            self.drop(700.0)
            await self.world.idle(700.0)

    async def _misbehave(self, data: dict[str, Any]) -> None:
        """Try an action that may be illegal or come at the wrong time."""
        rng = self.rng
        turn = max(0, data["turn"] + rng.choice([-2, -1, 0, 0, 1]))
        action = rng.choice([*BIDS, "gut", "schwacher", "AT LT L6 B6", "H11", "", *CARDS])
        self.requested[turn].append(action)
        await self._act_once(action, turn)

    _whims = (
        _talk,
        _plan,
        _force,
        _mute,
        _write,
        _read,
        _allow,
        _decline,
        _choose_portrait,
        _vote,
        _vote,
        _take_back,
        _claim,
        _propose,
        _answer,
        _repeat,
        _read_all,
        _reread_deal,
        _leave,
        _move,
        _move,
        _pause,
    )
