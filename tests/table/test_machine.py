"""People who come, act, repeat themselves, drop out and come back in any order, and a referee.

Some evenings are played quickly, a thousand in the long tier.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from hypothesis.strategies import DataObject, SearchStrategy

from dobbm import DobbmError
from dobbm.game.actions import EXCHANGE, PLAY, Seat
from dobbm.table import commands
from dobbm.table.events import Acted
from dobbm.table.reducer import replayed
from strategies import legal_actions, rule_sets
from table.driver import Evening, rest
from table.referee import Referee
from tiers import sample_size

STEPS = sample_size(30, long=60)
"""Things that happen in an evening; some are whole tricks or deals."""
ENOUGH = 400
"""Steps in which a deal is certainly done, if everybody who attends does what can be done."""
CUTS = st.integers(1, 35)
SELDOM = st.integers(0, 4).map(lambda roll: roll == 4)


class Company(RuleBasedStateMachine):
    """People around a table below HTTP."""

    evening: Evening
    referee: Referee

    @initialize(players=st.sampled_from([4, 5]), rules=rule_sets(), data=st.data())
    def open(self, players: int, rules: Any, data: DataObject) -> None:
        bots = data.draw(st.integers(0, players - 1), "bots")
        dealer = data.draw(st.integers(0, players - 1), "dealer")
        self.evening = Evening(bots, players, dealer, rules=rules)
        self.referee = Referee(self.evening)
        late = data.draw(SELDOM, "somebody is late") and bots < players - 1
        self.evening.sit(players - bots - late)

    @property
    def away(self) -> list[Seat]:
        """Who has no connection, or a bot that stands in."""
        table, gone = self.evening.table, self.evening.gone
        stood_in = [seat for seat in table.people if seat not in table.attending]
        return stood_in or [seat for seat in table.people if seat in gone]

    # What people do

    @rule()
    @precondition(lambda self: None in self.evening.table.seats)
    def sit(self) -> None:
        self.evening.sit(1)

    @rule(data=st.data())
    def leave(self, data: DataObject) -> None:
        seat = data.draw(seats(self.evening.table.people))
        # A company of which all have left is dull.
        if seat is not None and len(self.evening.table.people) > 1 and data.draw(SELDOM):
            self.evening.do(commands.leave, seat)
            assert refusal(self.evening, commands.leave, seat)

    @rule(data=st.data(), pause=st.sampled_from([0.0, 5.0, 40.0]))
    @precondition(lambda self: self.evening.table.deal)
    def act(self, data: DataObject, pause: float) -> None:
        evening, seat, turn = self.evening, self.evening.to_act, self.evening.table.turn
        if seat in evening.table.people:
            evening.now += pause
            action = data.draw(legal_actions(evening.deal))
            assert isinstance(evening.do(commands.act, seat, action, turn), Acted)
            assert seat in evening.table.attending
            assert evening.do(commands.act, seat, action, turn) is None

    @rule(data=st.data())
    @precondition(lambda self: self.referee.said)
    def act_again(self, data: DataObject) -> None:
        turn = data.draw(st.sampled_from(sorted(self.referee.said)))
        seat, action = self.referee.said[turn]
        if seat not in self.evening.table.people:
            assert refusal(self.evening, commands.act, seat, action, turn) == "seat"
            return
        known = turn >= self.evening.table.oldest_turn
        assert refusal(self.evening, commands.act, seat, action, turn) == (
            None if known else "stale"
        )
        other = "solo" if action != "solo" else "weiter"
        assert refusal(self.evening, commands.act, seat, other, turn) == "stale"

    @rule(data=st.data(), turns=st.integers(-2, 2))
    def act_out_of_turn(self, data: DataObject, turns: int) -> None:
        table = self.evening.table
        seat = data.draw(seats(table.people))
        to_act = table.deal.to_act if table.deal else None
        if seat is None or (turns == 0 and seat == to_act):
            return
        turn = table.turn + turns
        if turns < 0 <= turn - table.oldest_turn and table.taken_at(turn) == (seat, "weiter"):
            return  # a retry
        code = "stale" if turns else "turn"
        assert refusal(self.evening, commands.act, seat, "weiter", turn) == code

    @rule(data=st.data(), wanted=st.sampled_from(["next", "mussrunde", "end", "again"]))
    def wish(self, data: DataObject, wanted: Any) -> None:
        everybody = data.draw(st.booleans(), "everybody")
        for seat in self.evening.table.people:
            if not everybody and data.draw(st.booleans()):
                continue
            if refusal(self.evening, commands.vote, seat, wanted) is None:
                assert self.evening.do(commands.vote, seat, wanted) is None

    @rule(data=st.data(), value=st.binary(min_size=1, max_size=64), cut=st.none() | CUTS)
    @precondition(lambda self: self.evening.table.session and not self.evening.table.deal)
    def contribute(self, data: DataObject, value: bytes, cut: int | None) -> None:
        evening = self.evening
        if evening.coming and evening.coming.what == "commit":
            evening.step()
        may_cut = [seat for seat in evening.table.people if seat == evening.table.cutter]
        seat = data.draw(seats(may_cut if cut and may_cut else evening.table.people))
        if seat is not None:
            given = (seat, value.hex(), cut)
            if not refusal(evening, commands.contribute, *given):
                assert evening.do(commands.contribute, *given) is None

    @rule(asked=st.booleans(), agreed=st.booleans(), cards=st.integers(0, 31))
    @precondition(lambda self: self.evening.table.deal)
    def claim(self, asked: bool, agreed: bool, cards: int) -> None:
        """Claim the rest when so many cards are played."""
        evening = self.evening
        while not evening.deal.play or evening.deal.play.played.bit_count() < cards:
            if not self.go_on() or not evening.table.deal:
                return
        seat = evening.to_act
        if seat not in evening.table.people:
            return
        if asked:
            assert refusal(evening, commands.propose, seat, "claim") in (None, "phase", "refused")
            self.answer(agreed)
        elif cards_left := rest(evening.deal, seat):
            evening.do(commands.claim, seat, tuple(cards_left), evening.table.turn)
            assert not evening.table.deal

    @rule(data=st.data(), agreed=st.booleans())
    def take_back(self, data: DataObject, agreed: bool) -> None:
        last = [one.seat for one in self.evening.table.taken[-1:]]
        seat = data.draw(seats([*last, *self.evening.table.people]))
        if seat in self.evening.table.people:
            refusal(self.evening, commands.take_back, seat)
            self.answer(agreed)

    def answer(self, agreed: bool) -> None:
        """All agree to what is asked of the table, or nobody but the last seat does so far."""
        evening = self.evening
        if not evening.table.question:
            return
        for seat in evening.table.people[0 if agreed else -1 :]:
            refusal(evening, commands.answer, seat, agrees=True)
        if agreed and evening.step():
            assert not evening.table.question

    @rule(data=st.data())
    @precondition(lambda self: self.evening.table.question)
    def refuse(self, data: DataObject) -> None:
        seat = data.draw(seats(self.evening.table.people))
        if seat is not None:
            assert not refusal(self.evening, commands.answer, seat, agrees=False)
            assert refusal(self.evening, commands.answer, seat, agrees=False) == "phase"

    @rule(data=st.data(), phrase=st.sampled_from(["hello", "round", "nonsense"]))
    def say(self, data: DataObject, phrase: str) -> None:
        seat = data.draw(seats(self.evening.table.people))
        if seat is not None:
            code = refusal(self.evening, commands.say, seat, phrase)
            assert code == ("phrase" if phrase == "nonsense" else None)

    # Going away, coming back, and the time

    @rule(data=st.data())
    def go(self, data: DataObject) -> None:
        seat = data.draw(seats(self.evening.table.people))
        if seat is not None:
            self.evening.gone.setdefault(seat, self.evening.now)

    @rule(data=st.data())
    @precondition(lambda self: self.away)
    def come_back(self, data: DataObject) -> None:
        seat = data.draw(st.sampled_from(self.away))
        self.evening.gone.pop(seat, None)
        self.evening.do(commands.come_back, seat)
        assert self.evening.do(commands.come_back, seat) is None

    @rule(data=st.data())
    def plan(self, data: DataObject) -> None:
        seat = data.draw(seats(self.evening.table.people))
        if seat is not None:
            self.evening.planned.add(seat)

    @rule(seconds=st.sampled_from([0.5, 3.0, 20.0, 200.0]))
    def time_passes(self, seconds: float) -> None:
        self.evening.wait(seconds)

    @rule(steps=st.sampled_from([64, 16, 4, 1]), data=st.data())
    def play_on(self, steps: int, data: DataObject) -> None:
        """Things go on as they do where everybody wants to play, until a deal is done."""
        done = len(self.evening.archive)
        if None in self.evening.table.seats:
            self.evening.sit(1)
        for _ in range(steps):
            if len(self.evening.archive) > done:
                break
            deal = self.evening.table.deal
            in_words = deal and deal.phase not in (PLAY, EXCHANGE)
            self.go_on(data.draw(legal_actions(deal)) if deal and in_words else None)

    def go_on(self, action: str | None = None) -> bool:
        """Somebody who attends does what the table waits for, or what comes by itself comes."""
        evening, table = self.evening, self.evening.table
        if table.deal and not table.question and evening.to_act in table.attending:
            evening.act(action or next(iter(actions(evening))))
            return True
        if evening.step():
            return True
        for seat in table.attending:
            refusal(evening, commands.vote, seat, "again" if table.stage == "over" else "next")
        return evening.table is not table

    # What is always so

    @invariant()
    def the_clock_is_for_several(self) -> None:
        evening = self.evening
        if len(evening.table.people) > 1:
            return
        assert not evening.table.timed
        coming = evening.coming
        if coming and coming.what == "deal":
            assert evening.table.ready_at is not None
        assert not coming or coming.what not in ("clock", "gone")
        if coming and coming.what == "act":
            assert coming.seat is not None
            free = {*evening.table.attending} - evening.planned
            assert coming.seat not in free

    @invariant()
    def nothing_comes_when_nobody_attends(self) -> None:
        if not self.evening.table.attending:
            assert self.evening.coming is None

    @invariant()
    def the_clock_does_not_run_ahead(self) -> None:
        table = self.evening.table
        assert table.since <= self.evening.now
        for seat in table.people:
            assert 0.0 <= table.occupant(seat).bank <= table.options.bank

    def teardown(self) -> None:
        """What the events make is the table; and from wherever it stands it goes on."""
        if not hasattr(self, "evening"):
            return
        evening = self.evening
        assert replayed("stubai", evening.events) == evening.table
        if None in evening.table.seats:
            evening.sit(evening.table.seats.count(None))
        if not evening.table.attending and evening.table.people:
            evening.do(commands.come_back, evening.table.people[0])
        evening.gone.clear()
        if evening.table.attending:
            done = len(evening.archive)
            for _ in range(ENOUGH):
                assert self.go_on(), "the table is stuck"
                if len(evening.archive) > done:
                    break
            assert len(evening.archive) > done


def seats(people: Sequence[Seat]) -> SearchStrategy[Seat | None]:
    """One of these, or None if there are none."""
    return st.sampled_from(people) if people else st.none()


def actions(evening: Evening) -> list[str]:
    """What may be done now; of the many discards the first."""
    deal = evening.deal
    return [next(deal.legal_discards())] if deal.phase == EXCHANGE else deal.legal_actions()


def refusal(evening: Evening, command: Callable[..., Any], *given: Any, **named: Any) -> str | None:
    """The code with which the table refuses a command; None if it was done, or was done before."""
    before = evening.table
    try:
        evening.do(command, *given, **named)
    except DobbmError as error:
        assert evening.table is before
        return error.code
    return None


TestCompany = Company.TestCase
TestCompany.settings = settings(stateful_step_count=STEPS)
