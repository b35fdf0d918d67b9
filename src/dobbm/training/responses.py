"""Trains best responses to players, and measures what they gain (docs/bots.md)."""

from __future__ import annotations

from concurrent.futures import Executor
from functools import partial

from dobbm.ai.rollouts import LearnedPolicy, choose_card, learned_policy
from dobbm.arena.seating import Chair, Tally, play_deal
from dobbm.arena.statistics import Estimate, Sample
from dobbm.game.actions import DONE
from dobbm.game.arguments import AMOUNT, FUNCTION, SEED, TEXT, takes
from dobbm.game.deal import Deal
from dobbm.game.seeds import seed_for
from dobbm.game.settlement import declarer_points
from dobbm.game.view import View
from dobbm.players import Player
from dobbm.players.player import BuiltIn
from dobbm.training.games import CHUNK, CONTRACTOR, ContractedDeals
from dobbm.training.imitation import imitate
from dobbm.training.reports import Progress, with_reports
from dobbm.training.self_play import ROLE, Role, learn_to_answer
from dobbm.workers import EXECUTOR, run_all


@takes(
    against=TEXT,
    role=ROLE,
    decisions=AMOUNT,
    deals=AMOUNT,
    seed=SEED,
    report=FUNCTION,
    executor=EXECUTOR,
)
def best_response(
    against: str,
    role: Role,
    decisions: int,
    deals: int,
    seed: int,
    report: Progress,
    executor: Executor | None = None,
) -> LearnedPolicy:
    """Return the policy that gains most in a role against the player ``against``.

    It learns from ``decisions`` decisions against the policy of the player: that of ``trained`` is
    known, that of any other player is learned from its cards in ``deals`` deals. Raises
    ``PlayerError`` for an unknown player.
    """
    if against == CONTRACTOR:
        frozen = learned_policy()
    else:
        frozen = imitate(against, deals, seed_for("watched deals", seed), report, executor)
    return learn_to_answer(frozen, role, decisions, seed, report, executor)


@takes(
    response=LearnedPolicy,
    against=TEXT,
    role=ROLE,
    deals=AMOUNT,
    seed=SEED,
    report=FUNCTION,
    executor=EXECUTOR,
)
def gain_of(
    response: LearnedPolicy,
    against: str,
    role: Role,
    deals: int,
    seed: int,
    report: Progress,
    executor: Executor | None = None,
) -> Estimate | None:
    """Return the card points a deal that the role gains if ``response`` plays its cards.

    The player ``against`` plays the other role, and both roles in the deals compared with. Deals
    thrown in do not count; there is no estimate if all are. Raises ``PlayerError`` for an unknown
    player.
    """
    found = Sample()
    make_task = partial(_Comparison, response, against, role, seed_for("measured deals", seed))
    gains = run_all(make_task, range(deals), executor, chunk=CHUNK)
    for gain in with_reports(gains, "deals", deals, report):
        if gain is not None:
            found.next_deck()
            found.add(gain)
    return found.estimate()


class _Comparison(ContractedDeals):
    """Plays deals twice; call it with the number of a deal for the gain, None if thrown in."""

    def __init__(self, response: LearnedPolicy, against: str, role: Role, seed: int) -> None:
        super().__init__(against, seed)
        self._role = role
        self._response = BuiltIn(partial(_respond, response))

    def __call__(self, number: int) -> int | None:
        start, seeds = self.start(number)
        if start.phase == DONE:
            return None
        answering = [
            self._response if (seat == start.declarer) == (self._role == "declarer") else player
            for seat, player in enumerate(self.players)
        ]
        gain = _points(start, answering, seeds) - _points(start, self.players, seeds)
        return gain if self._role == "declarer" else -gain


def _respond(policy: LearnedPolicy, view: View, seed: int) -> str:  # noqa: ARG001 - needs no randomness
    return choose_card(view, policy)


def _points(start: Deal, players: list[Player], seeds: list[int]) -> int:
    """Return the declarer's final points if these players play the cards."""
    return declarer_points(play_deal(start, [Chair(player, Tally()) for player in players], seeds))
