"""The commands that end or undo a part of a deal: claims, take-backs, and the answers to them."""

from __future__ import annotations

from typing import NamedTuple

from dobbm.game.actions import PLAY, Seat
from dobbm.game.deal import Deal
from dobbm.table.events import Agreed, Claimed, Proposal, Proposed, Refused, TookBack
from dobbm.table.refusals import Refusal, verify_seated, verify_turn
from dobbm.table.state import Table


class Propose(NamedTuple):
    """Propose a claim or a take-back to the other people."""

    seat: Seat
    what: Proposal

    def decide(self, table: Table, now: float) -> Proposed | None:
        """Raise ``Refusal`` if the proposal is not possible.

        The code is ``phase`` if there is nothing to claim or take back, or if another proposal is
        open; ``turn`` for a claim out of turn; and ``refused`` if a bot plays a seat that would
        lose by the claim, or if a proposal of the seat was refused at this turn.
        """
        verify_seated(table, self.seat)
        if table.question:
            if (table.question.seat, table.question.what) == self:
                return None
            raise Refusal("phase", "the table must answer the open question first")
        if self.seat in table.refused:
            raise Refusal("refused", "the table did not agree: ask again after the next action")
        if self.what == "claim":
            deal = verify_claim(table, self.seat)
            if not _opponents_are_people(table, deal, self.seat):
                raise Refusal("refused", "the claim is not proved, and the bots want to play on")
        elif _actions_back(table, self.seat) != 1:
            raise Refusal("phase", "somebody has acted since, so the action stands")
        return Proposed(now, self.seat, self.what)


class Answer(NamedTuple):
    """Agree or disagree with the open proposal; its proposer withdraws it by disagreeing."""

    seat: Seat
    agrees: bool
    turn: int | None = None
    """The turn at which the proposal was made; None accepts any turn."""

    def decide(self, table: Table, now: float) -> Agreed | Refused | None:
        """Raise ``Refusal`` with the code ``stale`` if ``turn`` is not the current turn.

        The code is ``phase`` if no proposal is open or the proposer agrees.
        """
        verify_turn(table, self.turn)
        verify_seated(table, self.seat)
        question = table.question
        if question is None:
            raise Refusal("phase", "there is no open question")
        if not self.agrees:
            return Refused(now, self.seat)
        if self.seat == question.seat:
            raise Refusal("phase", "the question is for the others")
        return None if self.seat in question.agreed else Agreed(now, self.seat)


class Claim(NamedTuple):
    """Claim the rest of the deal; the claim has already been proved."""

    seat: Seat
    cards: tuple[str, ...]
    """The remaining cards in the order of play."""
    turn: int

    def decide(self, table: Table, now: float) -> Claimed:
        """Raise ``Refusal`` as ``verify_turn`` and ``verify_claim`` do."""
        verify_turn(table, self.turn)
        verify_claim(table, self.seat)
        return Claimed(now, self.seat, proved=True, cards=list(self.cards))


class TakeBack(NamedTuple):
    """Take back the seat's last action and the bots' actions after it.

    If several people play, propose it to the others instead; this is possible only until somebody
    else acts.
    """

    seat: Seat
    turn: int | None = None
    """The current turn, as the person sees it; None accepts any turn."""

    def decide(self, table: Table, now: float) -> TookBack | Proposed | None:
        """Raise ``Refusal`` with the code ``stale`` if ``turn`` is not the current turn.

        The code is ``phase`` if there is nothing to take back. Raises the errors of ``Propose``.
        """
        verify_turn(table, self.turn)
        verify_seated(table, self.seat)
        if table.options.deals:
            raise Refusal("phase", "nothing is taken back in a tournament")
        if table.timed:
            return Propose(self.seat, "take_back").decide(table, now)
        return TookBack(now, self.seat, _actions_back(table, self.seat))


def verify_claim(table: Table, seat: Seat) -> Deal:
    """Verify that ``seat`` may claim the rest of the deal in progress, and return the deal.

    Raises ``Refusal`` with the code ``phase`` if no cards are being played, or ``turn`` if it is
    not the seat's turn.
    """
    verify_seated(table, seat)
    deal = table.deal
    if deal is None or deal.phase != PLAY:
        raise Refusal("phase", "the remaining tricks can be claimed only during the play")
    if deal.to_act != seat:
        raise Refusal("turn", "the remaining tricks can be claimed only on your turn")
    return deal


def agreed_by_all(table: Table) -> bool:
    """Return whether everybody who must answer has agreed to the open proposal."""
    question = table.question
    return bool(question and {*table.attending} <= {*question.agreed, question.seat})


def _actions_back(table: Table, seat: Seat) -> int:
    """Return the number of actions to take back in order to undo the last one of ``seat``."""
    if table.deal is None:
        raise Refusal("phase", "no deal is in progress, and a finished deal stands")
    actors = [step.seat for step in table.deal.steps]
    if seat not in actors:
        raise Refusal("phase", "you have no action to take back in this deal")
    return actors[::-1].index(seat) + 1


def _opponents_are_people(table: Table, deal: Deal, seat: Seat) -> bool:
    """Return whether people, not bots, play all seats that would lose by a claim of ``seat``."""
    defenders = {*deal.setup.active} - {deal.declarer}
    harmed = defenders if seat == deal.declarer else {deal.declarer}
    return harmed <= {*table.attending}
