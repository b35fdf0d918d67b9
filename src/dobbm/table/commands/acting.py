"""The commands that lead on: actions, contributions to the shuffle, votes, delays."""

from __future__ import annotations

from typing import NamedTuple

from dobbm.game.actions import Seat, parse_action
from dobbm.game.errors import ActionError, IllegalAction
from dobbm.game.session import Session
from dobbm.game.shuffle import verify_contribution, verify_cut
from dobbm.table.events import Acted, Contributed, Delayed, VoteTopic, Wished
from dobbm.table.house_rules import MOST_DELAYS, MOST_DOUBLINGS, exceeds_doublings
from dobbm.table.refusals import Refusal, verify_seated, verify_turn
from dobbm.table.state import Table, Taken


class Act(NamedTuple):
    """Take an action; ``turn`` is the current turn, as the person sees it."""

    seat: Seat
    action: str
    turn: int

    def decide(self, table: Table, now: float) -> Acted | None:
        """Return None if the seat has already taken the action at that turn.

        Raises ``Refusal`` with the code ``stale`` if ``turn`` is not the current turn, or with the
        code ``turn`` if it is not the seat's turn, and ``IllegalAction`` for one doubling too many.
        Whether the action is legal otherwise is found out when the event is applied.
        """
        verify_seated(table, self.seat)
        in_memory = table.oldest_turn <= self.turn < table.turn
        if in_memory and self.repeats(table.taken_at(self.turn)):
            return None
        verify_turn(table, self.turn)
        deal = table.deal
        if deal is None:
            raise Refusal("turn", "no deal is in progress: nobody can act")
        if deal.to_act != self.seat:
            raise Refusal("turn", f"it is seat {deal.to_act}'s turn, not seat {self.seat}'s")
        if exceeds_doublings(deal, self.action):
            raise IllegalAction(
                f"at a table, a deal is doubled at most {MOST_DOUBLINGS} times: say gut"
            )
        return Acted(now, self.seat, self.action, by_bot=False)

    def repeats(self, taken: Taken) -> bool:
        """Return whether ``taken`` is the same action by the same seat."""
        if taken.seat != self.seat or taken.action is None:
            return False
        return same_action(taken.action, self.action)


class Contribute(NamedTuple):
    """Contribute to the next shuffle; the cutter may also cut, at once or in a later command."""

    seat: Seat
    value: str
    cut: int | None = None

    def decide(self, table: Table, now: float) -> Contributed | None:
        """Raise ``ShuffleError`` for an invalid contribution or cut.

        Raises ``Refusal`` with the code ``shuffle`` if no shuffle is in progress, if the seat has
        already made a different contribution or cut, or if a seat other than the cutter tries to
        cut.
        """
        seat, value, cut = self
        verify_seated(table, seat)
        verify_contribution(value)
        if cut is not None:
            verify_cut(cut)
        if table.stage not in ("between", "shuffling") or not table.secret:
            raise Refusal("shuffle", "no cards are being shuffled now")
        if table.options.decks:
            raise Refusal("shuffle", "all tables have the same cards: nobody contributes to them")
        if cut is not None and seat != table.cutter:
            raise Refusal("shuffle", f"only seat {table.cutter} may cut, not seat {seat}")
        earlier = next((one.value for one in table.contributions if one.seat == seat), None)
        if earlier is None or (earlier == value and cut is not None and table.cut is None):
            return Contributed(now, seat, value, cut)
        if earlier == value and (cut is None or table.cut == (seat, cut)):
            return None
        raise Refusal("shuffle", f"seat {seat} has already contributed to this shuffle")


class Vote(NamedTuple):
    """Vote for a deal, a Mußrunde, the end of the session, or another session."""

    seat: Seat
    topic: VoteTopic

    def decide(self, table: Table, now: float) -> Wished | None:
        """Raise ``Refusal`` with the code ``phase`` if this vote is not possible now."""
        verify_seated(table, self.seat)
        if (self.topic, self.seat) in table.votes:
            return None
        session = table.session
        if self.topic == "ready":
            return Wished(now, *self) if table.stage == "gathering" else None
        if session is None:
            raise Refusal("phase", "the session has not begun: there are free seats")
        if self._is_done(table, session):
            return None
        if table.options.deals and self.topic in ("mussrunde", "end", "again"):
            raise Refusal("phase", f"the number of deals is fixed here: {table.options.deals}")
        if session.over != (self.topic == "again"):
            raise Refusal("phase", f"the session is {'' if session.over else 'not '}over")
        return Wished(now, *self)

    def _is_done(self, table: Table, session: Session) -> bool:
        """Return whether the wish has already come true, so that no vote for it is needed."""
        match self.topic:
            case "ready":
                return True
            case "next":
                return table.stage in ("shuffling", "playing")
            case "mussrunde":
                return session.mussrunde_from is not None
            case "end":
                return session.over
            case "again":
                return table.sessions > 1 and not session.over


class Delay(NamedTuple):
    """Ask for more time before the next deal."""

    seat: Seat

    def decide(self, table: Table, now: float) -> Delayed:
        """Raise ``Refusal`` with the code ``phase`` if nobody waits for a deal by the clock.

        Raises it also if this deal has been delayed ``MOST_DELAYS`` times.
        """
        verify_seated(table, self.seat)
        if table.stage != "between" or not table.timed:
            raise Refusal("phase", "the next deal can be delayed only between two deals by a clock")
        if table.delays >= MOST_DELAYS:
            raise Refusal("phase", f"the next deal has been delayed {MOST_DELAYS} times already")
        return Delayed(now, self.seat)


def same_action(one: str, other: str) -> bool:
    """Return whether two actions are the same; the order of discarded cards does not matter."""
    try:
        kind, cards = parse_action(one)
        # Actions without cards, such as bids, are words; different words of one kind parse alike.
        return one == other or (bool(cards) and parse_action(other) == (kind, cards))
    except ActionError:
        return False
