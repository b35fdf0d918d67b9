"""People join, act, retry, send twice, disconnect, return and race each other.

Hypothesis lets them do it in every order, at one process or two that share a database, and the
referee checks every message and answer. These tests use HTTP; the tests in ``runtime`` cover what
the runtime does without requests.
"""

from __future__ import annotations

from asyncio import Runner, gather, sleep
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from dobbm.game.actions import BIDS
from dobbm.game.cards import CARDS
from dobbm.runtime.store import Store
from dobbm.server.config import Limits
from dobbm.server.rate_limits import PHRASE_BURST
from dobbm.store import SqlStore
from dobbm.table import commands
from dobbm.table.deadlines import GONE
from dobbm.table.events import VoteTopic
from dobbm.table.state import Table
from loading.wire import Answer, Message
from server.people import TABLES, Person
from server.referee import Referee, Right, code_of, refusal, right_to_act
from server.servers import Connection, Served, SimulatedWire
from server.simulated import Simulated
from tiers import sample_size

# No two evenings on real processes are alike: there is nothing to shrink or to save.
EVENING = settings(phases=[Phase.generate], database=None)
INSIDE = settings(
    EVENING, max_examples=sample_size(25, long=150), stateful_step_count=sample_size(20, long=50)
)
OUTSIDE = settings(EVENING, max_examples=25, stateful_step_count=40)

A_WHILE = 0.35
"""Idle seconds in ``nothing_is_done_for_a_while`` on real processes."""

WORDS = ("schwacher", "gut", "AT LT L6 B6", "H11", "")
TOPICS: tuple[VoteTopic, ...] = ("next", "mussrunde", "end", "again")

T = TypeVar("T")
Run = Callable[[Coroutine[Any, Any, T]], T]


def topics() -> st.SearchStrategy[VoteTopic]:
    return st.sampled_from(TOPICS)


class Evening(RuleBasedStateMachine):
    """An evening at one table."""

    def __init__(
        self, run: Run[Any], connections: Sequence[Connection], store: Store, a_while: float
    ) -> None:
        super().__init__()
        self.run = run
        self.connections = connections
        self.store = store
        self.a_while = a_while
        self.people: list[Person] = []
        self.phrases: Counter[int] = Counter()

    @initialize(players=st.sampled_from([4, 5]), bots=st.integers(0, 3), seed=st.integers(0, 99))
    def a_table_is_opened(self, players: int, bots: int, seed: int) -> None:
        self.rng = Random(seed)
        self.run(self._open({"players": players, "bots": bots, "name": "Vroni"}))

    @precondition(lambda self: len(self.people) < 5)
    @rule(comers=st.integers(1, 5))
    def people_race_for_the_last_seats(self, comers: int) -> None:
        self.run(self._race_for_seats(comers))

    @rule(rounds=st.integers(1, 20))
    def everybody_plays_on(self, rounds: int) -> None:
        """In each round, everybody who is connected acts as a good player would."""
        self.run(self._play_on(rounds))

    @rule(
        who=st.integers(0, 4),
        action=st.sampled_from([*BIDS, *WORDS, *CARDS]),
        lag=st.sampled_from([0, 0, 0, 1, 2, -1]),
    )
    def somebody_does_anything(self, who: int, action: str, lag: int) -> None:
        person = self._person(who)
        turn = max(0, self.referee.now.turn - lag)
        self.run(self._act(person, action, turn))

    @rule()
    def all_act_at_once_and_twice(self) -> None:
        self.run(self._all_act())

    @rule(who=st.integers(0, 4))
    def somebody_retries_all_that_was_acknowledged(self, who: int) -> None:
        self.run(self._retry(self._person(who)))

    @rule(who=st.integers(0, 4))
    def a_stream_is_dropped(self, who: int) -> None:
        self.run(self._person(who).disconnect())

    @rule(who=st.integers(0, 4))
    def somebody_comes_back(self, who: int) -> None:
        self.run(self._come_back(self._person(who)))

    @rule(who=st.integers(0, 4))
    def somebody_reads_it_all_from_the_beginning(self, who: int) -> None:
        self.run(self._read_all(self._person(who)))

    @rule()
    def all_look_at_the_table_and_a_spectator_too(self) -> None:
        self.run(self._look())

    @rule()
    def nothing_is_done_for_a_while(self) -> None:
        self.run(self._wait())

    @rule(wish=topics())
    def all_wish_at_once(self, wish: VoteTopic) -> None:
        self.run(self._all_vote(wish))

    @rule(who=st.integers(0, 4), wish=topics())
    def somebody_wishes(self, who: int, wish: VoteTopic) -> None:
        self.run(self._vote(self._person(who), wish))

    @rule(who=st.integers(0, 4))
    def somebody_wants_to_take_back(self, who: int) -> None:
        person = self._person(who)
        self.run(self._ask(person, "take-back", {}, _taking_back(person.seat)))

    @rule()
    def all_want_to_take_back(self) -> None:
        self.run(self._all_ask("take-back", _taking_back))

    @rule(agrees=st.booleans())
    def all_answer_at_once(self, agrees: bool) -> None:
        def answering(seat: int) -> Right:
            return lambda table: refusal(lambda: commands.Answer(seat, agrees).decide(table, 0))

        self.run(self._all_ask("answer", answering, {"agrees": agrees}))

    @rule(who=st.integers(0, 4))
    def somebody_claims(self, who: int) -> None:
        self.run(self._claim(self._person(who)))

    @rule(who=st.integers(0, 4), phrase=st.sampled_from(["hello", "shout"]))
    def somebody_talks(self, who: int, phrase: str) -> None:
        self.run(self._say(self._person(who), phrase))

    @rule()
    def a_stranger_is_sent_away(self) -> None:
        self.run(self._let_a_stranger_try())

    @precondition(lambda self: len(self.people) > 1)
    @rule()
    def the_last_one_leaves(self) -> None:
        self.run(self._leave(self.people[-1]))

    def teardown(self) -> None:
        if self.people:
            self.run(self._end())

    def _person(self, who: int) -> Person:
        return self.people[who % len(self.people)]

    def _connection(self) -> Connection:
        return self.rng.choice(self.connections)

    async def _open(self, about: dict[str, Any]) -> None:
        answer = await self._connection().post(TABLES, about)
        assert answer.status == 201
        self.referee = Referee(self.store, answer.body["table"])
        self._seat(answer)
        await self._settle()

    def _seat(self, answer: Answer) -> None:
        table, seed = self.referee.table, self.rng.random()
        seat, token = answer.body["seat"], answer.body["token"]
        person = Person(self.connections, table, seat, token, Random(seed))
        person.connect()
        self.people.append(person)

    async def _race_for_seats(self, comers: int) -> None:
        free = self.referee.now.seats.count(None)
        sat = len(self.referee.seated())
        path = f"{TABLES}/{self.referee.table}/seats"
        answers = await gather(
            *(self._connection().post(path, {"name": "Lois"}) for _ in range(comers))
        )
        welcome = [answer for answer in answers if answer.status == 201]
        assert len(welcome) == min(free, comers)
        assert {code_of(answer) for answer in answers} <= {None, "full"}
        await self.referee.look()
        assert sorted(self.referee.seated()[sat:]) == sorted(one.body["seat"] for one in welcome)
        for answer in welcome:
            self._seat(answer)
        await self._settle()

    async def _play_on(self, rounds: int) -> None:
        for _ in range(rounds):
            await gather(*(self._do_duties(person) for person in self.people))
            await self._settle()

    async def _do_duties(self, person: Person) -> None:
        if person.stream:
            for route, body in person.due_requests():
                await person.insist(route, body)

    async def _act(self, person: Person, action: str, turn: int) -> None:
        right = right_to_act(person.seat, action, turn)
        answer = await self._judged(person, "actions", {"action": action, "turn": turn}, right)
        if code_of(answer) is None:
            self._note(person, action, turn)
        await self._settle()

    async def _all_act(self) -> None:
        """Let everybody act twice at once, with actions that are legal for the seat to act."""
        turn, deal = self.referee.now.turn, self.referee.now.deal
        legal = deal.legal_actions() if deal else ["weiter"]
        actions = [self.rng.choice(legal) for _ in self.people]
        await gather(
            *(
                self._act(person, action, turn)
                for person, action in zip(self.people, actions, strict=True)
                for _ in range(2)
            )
        )

    async def _retry(self, person: Person) -> None:
        for turn in sorted(person.acknowledged)[-5:]:
            body = {"action": person.requested[turn], "turn": turn}
            for answer in await person.ask_twice("actions", body):
                assert answer.status == 200, answer
                assert answer.body == {"turn": turn + 1}

    async def _come_back(self, person: Person) -> None:
        if not person.stream:
            person.connect()
        await self._settle()

    async def _read_all(self, person: Person) -> None:
        number = await self.referee.look()
        messages = await person.history(number)
        assert [message.number for message in messages] == [*range(1, number + 1)]
        for message in messages:
            self.referee.judge_message(person.seat, message)

    async def _look(self) -> None:
        tokens: dict[int | None, str | None] = {None: None}
        tokens |= {person.seat: person.token for person in self.people}
        for seat, token in tokens.items():
            answer = await self._connection().get(f"{TABLES}/{self.referee.table}", token)
            await self.referee.look()
            message = Message(answer.body["number"], answer.body, at=0.0)
            self.referee.judge_message(seat, message)

    async def _wait(self) -> None:
        await sleep(self.a_while)
        await self._settle()

    async def _all_ask(
        self, route: str, right: Callable[[int], Right], body: dict[str, Any] | None = None
    ) -> None:
        asking = [self._judged(one, route, body or {}, right(one.seat)) for one in self.people]
        await gather(*asking)
        await self._settle()

    async def _ask(self, person: Person, route: str, body: dict[str, Any], right: Right) -> None:
        await self._judged(person, route, body, right)
        await self._settle()

    async def _say(self, person: Person, phrase: str) -> None:
        """Say a phrase; after many, the server may ask the person to wait."""
        self.phrases[person.seat] += 1
        too_many = self.phrases[person.seat] > PHRASE_BURST
        first = await self.referee.look()
        answer = await person.ask("talk", {"phrase": phrase})
        if not (too_many and code_of(answer) == "limit"):
            await self.referee.look()
            self.referee.judge_answer(first, _saying(person.seat, phrase), answer)
        await self._settle()

    async def _all_vote(self, topic: VoteTopic) -> None:
        await gather(*(self._vote(person, topic) for person in self.people))

    async def _vote(self, person: Person, topic: VoteTopic) -> None:
        """Check that a granted vote is kept for as long as it is of use."""
        first = await self.referee.look()
        answer = await self._judged(person, topic, {}, _voting(person.seat, topic))
        tables = [moment.table for moment in self.referee.moments[first - 1 :]]
        assert code_of(answer) or any(_is_done(table, person.seat, topic) for table in tables)
        await self._settle()

    async def _claim(self, person: Person) -> None:
        """Accept either answer: the referee does not judge whether a claim is proved."""

        def may_claim(table: Table) -> str | None:
            return refusal(lambda: commands.verify_claim(table, person.seat))

        def must_wait(table: Table) -> str | None:
            return refusal(lambda: commands.Propose(person.seat, "claim").decide(table, 0))

        first = await self.referee.look()
        answer = await person.ask("claim", {})
        await self.referee.look()
        code = code_of(answer)
        tables = [moment.table for moment in self.referee.moments[first - 1 :]]
        assert code in {right(table) for table in tables for right in (may_claim, must_wait)}
        await self._settle()

    async def _let_a_stranger_try(self) -> None:
        for token in (None, "wrong"):
            path = f"{TABLES}/{self.referee.table}/actions"
            answer = await self._connection().post(path, {"action": "weiter", "turn": 0}, token)
            assert (answer.status, code_of(answer)) == (401, "token")

    async def _leave(self, person: Person) -> None:
        """Leave and act at the same time, and act once more later, which must be refused."""
        await self.referee.look()
        deal, turn = self.referee.now.deal, self.referee.now.turn
        body = {"action": deal.legal_actions()[0] if deal else "weiter", "turn": turn}
        answers = await gather(person.ask("leave", {}), person.ask("actions", body))
        assert code_of(answers[0]) is None
        self.people.remove(person)
        await person.disconnect()
        assert code_of(await person.ask("actions", body | {"turn": turn + 1}))
        await self._settle()

    async def _judged(
        self, person: Person, route: str, body: dict[str, Any], right: Right
    ) -> Answer:
        first = await self.referee.look()
        answer = await person.ask(route, body)
        await self.referee.look()
        self.referee.judge_answer(first, right, answer)
        return answer

    async def _settle(self) -> None:
        """Check that everybody who is connected receives all events, and nothing else."""
        number = await self.referee.look()
        connected = [person for person in self.people if person.stream]
        await gather(*(person.wait_for_event(number) for person in connected))
        await self.referee.look()
        for person in self.people:
            person.be_judged(self.referee)

    def _note(self, person: Person, action: str, turn: int) -> None:
        person.requested[turn] = action
        person.acknowledged.setdefault(turn, 0.0)

    async def _end(self) -> None:
        for person in self.people:
            await person.disconnect()
        await self.referee.look()
        for person in self.people:
            person.be_judged(self.referee)
            assert person.is_judged
            account = self.referee.account(person.seat, person.requested, person.acknowledged)
            assert (account.lost, account.doubled) == (0, 0)
            assert {*person.refusals} <= {"shuffle", "stale"}


def _saying(seat: int, phrase: str) -> Right:
    return lambda table: refusal(lambda: commands.Say(seat, phrase).decide(table, 0))


def _voting(seat: int, topic: VoteTopic) -> Right:
    return lambda table: refusal(lambda: commands.Vote(seat, topic).decide(table, 0))


def _is_done(table: Table, seat: int, topic: VoteTopic) -> bool:
    """Whether a vote is already known or has taken effect."""
    return (
        _voting(seat, topic)(table) is None and commands.Vote(seat, topic).decide(table, 0) is None
    )


def _taking_back(seat: int) -> Right:
    return lambda table: refusal(lambda: commands.TakeBack(seat).decide(table, 0))


@pytest.mark.parametrize("workers", [1, 2])
def test_people_race_at_a_server(workers: int) -> None:
    """On simulated time, where a person who does nothing for a while is gone."""

    class Here(Evening):
        def __init__(self) -> None:
            self.server = Simulated(workers, limits=Limits(requests=10_000))
            store = self.server.runtime.store
            wire = SimulatedWire(self.server)
            super().__init__(self.server.run, [wire], store, a_while=GONE + 1)

        def teardown(self) -> None:
            super().teardown()
            self.server.close()

    run_state_machine_as_test(Here, settings=INSIDE)


@pytest.mark.long
def test_people_race_at_two_processes_that_share_a_database(
    postgres_url: str, tmp_path: Path
) -> None:
    servers = [Served(postgres_url, tmp_path / f"{name}.log") for name in ("one", "two")]
    with Runner() as runner:
        for server in servers:
            runner.run(server.start())
        store = runner.run(SqlStore.open(postgres_url, create=False, exclusive=False))
        connections = [server.wire for server in servers]
        try:
            evening: Any = partial(Evening, runner.run, connections, store, A_WHILE)
            run_state_machine_as_test(evening, settings=OUTSIDE)
        finally:
            runner.run(store.close())
            for server in servers:
                server.wire.close()
                server.stop()
