"""People come, act, retry, drop out and come back in any order, and a referee watches.

The quick tier plays a few evenings, the long tier a thousand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from hypothesis.strategies import DataObject, SearchStrategy

from dobbm import DobbmError
from dobbm.game.actions import EXCHANGE, PLAY, Seat
from dobbm.table import commands
from dobbm.table.events import Acted
from dobbm.table.house_rules import BY_POST, FREE
from strategies import legal_actions, rule_sets
from table.driver import PEOPLE, Evening, person_on, replayed, winning_cards
from table.referee import Referee
from tiers import sample_size

STEPS = sample_size(30, long=60)
"""Steps per evening; some are whole tricks or deals."""
LIMIT = 400
"""Steps within which a deal ends if everybody who attends cooperates."""
CUTS = st.integers(1, 35)
SELDOM = st.integers(0, 4).map(lambda roll: roll == 4)


class Company(RuleBasedStateMachine):
    """People around a table without HTTP."""

    evening: Evening
    referee: Referee

    @initialize(players=st.sampled_from([4, 5]), rules=rule_sets(), data=st.data())
    def open(self, players: int, rules: Any, data: DataObject) -> None:
        bots = data.draw(st.integers(0, players - 1), "bots")
        dealer = data.draw(st.integers(0, players - 1), "dealer")
        free = BY_POST if data.draw(SELDOM, "by post") else FREE
        self.evening = Evening(bots, players, dealer, rules=rules, free=free)
        self.referee = Referee(self.evening)
        late = data.draw(SELDOM, "somebody is late") and bots < players - 1
        self.evening.sit(players - bots - late)

    @property
    def away(self) -> list[Seat]:
        """People whom a bot stands in for, or if there are none, those without a connection."""
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
        # A table that everybody has left is dull.
        if seat is not None and len(self.evening.table.people) > 1 and data.draw(SELDOM):
            self.evening.do(commands.Leave, seat)
            assert refusal(self.evening, commands.Leave, seat)

    @rule(person=st.sampled_from(sorted(PEOPLE)), data=st.data())
    def sit_somewhere(self, person: str, data: DataObject) -> None:
        """A person comes back, moves, or is new."""
        table = self.evening.table
        wanted = data.draw(st.integers(0, len(table.seats) - 1))
        code = refusal(self.evening, commands.Sit, person, wanted)
        assert code in ("phase", "full") or self.evening.table.seat_of(person) == wanted

    @rule(data=st.data())
    @precondition(lambda self: self.evening.table.stage == "gathering")
    def arrange(self, data: DataObject) -> None:
        """The host swaps two seats, frees one or changes the rules; others may not."""
        table = self.evening.table
        seat, place = data.draw(seats(table.people)), st.integers(0, len(table.seats) - 1)
        if seat is None:
            return
        swapped = data.draw(place), data.draw(place)
        expected = [None] if seat == table.host_seat else ["host"]
        assert [refusal(self.evening, commands.Swap, seat, swapped)] == expected
        players = data.draw(st.sampled_from([4, 5]))
        host = self.evening.table.host_seat
        options = replace(table.options, players=players)
        code = refusal(self.evening, commands.SetRules, host, options)
        assert code == ("seats" if players < len(table.seats) and None not in table.seats else None)

    @rule(data=st.data(), pause=st.sampled_from([0.0, 5.0, 40.0]))
    @precondition(lambda self: self.evening.table.deal)
    def act(self, data: DataObject, pause: float) -> None:
        evening, seat, turn = self.evening, self.evening.to_act, self.evening.table.turn
        if seat in evening.table.people:
            evening.now += pause
            action = data.draw(legal_actions(evening.deal))
            assert isinstance(evening.do(commands.Act, seat, action, turn), Acted)
            assert seat in evening.table.attending
            assert evening.do(commands.Act, seat, action, turn) is None

    @rule(data=st.data())
    @precondition(lambda self: self.referee.acknowledged)
    def act_again(self, data: DataObject) -> None:
        turn = data.draw(st.sampled_from(sorted(self.referee.acknowledged)))
        seat, action = self.referee.acknowledged[turn]
        if seat not in self.evening.table.people:
            assert refusal(self.evening, commands.Act, seat, action, turn) == "seat"
            return
        known = turn >= self.evening.table.oldest_turn
        assert refusal(self.evening, commands.Act, seat, action, turn) == (
            None if known else "stale"
        )
        other = "solo" if action != "solo" else "weiter"
        assert refusal(self.evening, commands.Act, seat, other, turn) == "stale"

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
        assert refusal(self.evening, commands.Act, seat, "weiter", turn) == code

    @rule(data=st.data(), wanted=st.sampled_from(["next", "mussrunde", "end", "again"]))
    def wish(self, data: DataObject, wanted: Any) -> None:
        everybody = data.draw(st.booleans(), "everybody")
        for seat in self.evening.table.people:
            if not everybody and data.draw(st.booleans()):
                continue
            if refusal(self.evening, commands.Vote, seat, wanted) is None:
                assert self.evening.do(commands.Vote, seat, wanted) is None

    @rule(data=st.data(), value=st.binary(min_size=1, max_size=64), cut=st.none() | CUTS)
    @precondition(lambda self: self.evening.table.session and not self.evening.table.deal)
    def contribute(self, data: DataObject, value: bytes, cut: int | None) -> None:
        evening = self.evening
        if evening.coming and evening.coming.what == "commit":
            evening.step()
        may_cut = [seat for seat in evening.table.people if seat == evening.table.cutter]
        seat = data.draw(seats(may_cut if cut and may_cut else evening.table.people))
        if seat is not None:
            arguments = (seat, value.hex(), cut)
            if not refusal(evening, commands.Contribute, *arguments):
                assert evening.do(commands.Contribute, *arguments) is None

    @rule(asked=st.booleans(), agreed=st.booleans(), cards=st.integers(0, 31))
    @precondition(lambda self: self.evening.table.deal)
    def claim(self, asked: bool, agreed: bool, cards: int) -> None:
        """Claim the rest once ``cards`` cards have been played."""
        evening = self.evening
        while not evening.deal.play or evening.deal.play.played.bit_count() < cards:
            if not self.advance() or not evening.table.deal:
                return
        seat = evening.to_act
        if seat not in evening.table.people:
            return
        if asked:
            assert refusal(evening, commands.Propose, seat, "claim") in (None, "phase", "refused")
            self.answer(agreed)
        elif remaining := winning_cards(evening.deal, seat):
            evening.do(commands.Claim, seat, tuple(remaining), evening.table.turn)
            assert not evening.table.deal

    @rule(data=st.data(), agreed=st.booleans())
    def take_back(self, data: DataObject, agreed: bool) -> None:
        last = [one.seat for one in self.evening.table.taken[-1:]]
        seat = data.draw(seats([*last, *self.evening.table.people]))
        if seat in self.evening.table.people:
            refusal(self.evening, commands.TakeBack, seat)
            self.answer(agreed)

    def answer(self, agreed: bool) -> None:
        """Let all agree to the open question, or only the last person so far."""
        evening = self.evening
        if not evening.table.question:
            return
        for seat in evening.table.people[0 if agreed else -1 :]:
            refusal(evening, commands.Answer, seat, agrees=True)
        if agreed and evening.step():
            assert not evening.table.question

    @rule(data=st.data())
    @precondition(lambda self: self.evening.table.question)
    def refuse(self, data: DataObject) -> None:
        seat = data.draw(seats(self.evening.table.people))
        if seat is not None:
            assert not refusal(self.evening, commands.Answer, seat, agrees=False)
            assert refusal(self.evening, commands.Answer, seat, agrees=False) == "phase"

    @rule(data=st.data(), phrase=st.sampled_from(["hello", "round", "nonsense"]))
    def say(self, data: DataObject, phrase: str) -> None:
        seat = data.draw(seats(self.evening.table.people))
        if seat is not None:
            code = refusal(self.evening, commands.Say, seat, phrase)
            assert code == ("phrase" if phrase == "nonsense" else None)

    @rule(data=st.data(), wanted=st.booleans())
    def write(self, data: DataObject, wanted: bool) -> None:
        seat = data.draw(seats(self.evening.table.people))
        if seat is not None:
            refusal(self.evening, commands.AllowTexts, seat, allowed=wanted)
            refusal(self.evening, commands.DeclineTexts, seat, declined=data.draw(SELDOM))
            code = refusal(self.evening, commands.Write, seat)
            assert (code is None or code == "limit") == (self.evening.table.texts == "on")

    # Presence and time

    @rule(data=st.data(), seconds=st.sampled_from([5.0, 7200.0, None]))
    def be_excused(self, data: DataObject, seconds: float | None) -> None:
        table, now = self.evening.table, self.evening.now
        seat = data.draw(seats(table.people))
        if seat is not None:
            until = None if seconds is None else now + seconds
            code = refusal(self.evening, commands.Excuse, seat, until)
            assert code == (None if table.options.by_post else "phase")

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
        self.evening.do(commands.ComeBack, seat)
        assert self.evening.do(commands.ComeBack, seat) is None

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
        """Let everybody cooperate for some steps, or until a deal is finished."""
        done = len(self.evening.archive)
        if None in self.evening.table.seats:
            self.evening.sit(1)
        for _ in range(steps):
            if len(self.evening.archive) > done:
                break
            deal = self.evening.table.deal
            has_words = deal and deal.phase not in (PLAY, EXCHANGE)
            self.advance(data.draw(legal_actions(deal)) if deal and has_words else None)

    def advance(self, action: str | None = None) -> bool:
        """Let a person do what the table waits for, or the next deadline happen."""
        evening, table = self.evening, self.evening.table
        if table.deal and not table.question and evening.to_act in table.attending:
            evening.act(action or first_action(evening))
            return True
        if evening.step():
            return True
        for seat in table.attending:
            refusal(evening, commands.Vote, seat, "again" if table.stage == "over" else "next")
        return evening.table is not table

    # Invariants

    @invariant()
    def a_person_playing_alone_has_no_clock(self) -> None:
        evening = self.evening
        if len(evening.table.people) > 1:
            return
        assert not evening.table.timed
        deadline = evening.coming
        if deadline and deadline.what == "deal":
            assert evening.table.ready_at is not None
        assert not deadline or deadline.what not in ("clock", "gone")
        if deadline and deadline.what == "act":
            assert deadline.seat is not None
            free = {*evening.table.attending} - evening.planned
            assert deadline.seat not in free

    @invariant()
    def nothing_is_due_without_people(self) -> None:
        table = self.evening.table
        if not table.attending and (table.people or table.stage != "playing"):
            assert self.evening.coming is None

    @invariant()
    def times_and_banks_stay_in_range(self) -> None:
        table = self.evening.table
        assert table.since <= self.evening.now
        for seat in table.people:
            assert 0.0 <= table.occupant(seat).bank <= table.options.bank

    def teardown(self) -> None:
        """Check that the events give the same table, and that it can advance from here."""
        if not hasattr(self, "evening"):
            return
        evening = self.evening
        assert replayed("stubai", evening.events) == evening.table
        while not evening.table.people and evening.step():
            pass
        if not evening.table.people and None not in evening.table.seats:
            evening.do(commands.Sit, person_on(0), 0)
        if None in evening.table.seats:
            evening.sit(evening.table.seats.count(None))
        if not evening.table.attending and evening.table.people:
            evening.do(commands.ComeBack, evening.table.people[0])
        evening.gone.clear()
        if evening.table.attending:
            done = len(evening.archive)
            for _ in range(LIMIT):
                assert self.advance(), "the table is stuck"
                if len(evening.archive) > done:
                    break
            assert len(evening.archive) > done


def seats(people: Sequence[Seat]) -> SearchStrategy[Seat | None]:
    """Choose one of ``people``, or None if there are none."""
    return st.sampled_from(people) if people else st.none()


def first_action(evening: Evening) -> str:
    """Return the first legal action."""
    deal = evening.deal
    return next(deal.legal_discards()) if deal.phase == EXCHANGE else deal.legal_actions()[0]


def refusal(
    evening: Evening, command: Callable[..., Any], *arguments: Any, **named: Any
) -> str | None:
    """Return the code with which a command is refused, or None if it is done or was done before."""
    before = evening.table
    try:
        evening.do(command, *arguments, **named)
    except DobbmError as error:
        assert evening.table is before
        return error.code
    return None


TestCompany = Company.TestCase
TestCompany.settings = settings(stateful_step_count=STEPS)
