"""Learns the weights with which the policy of ``rollouts`` plays most like another player."""

from __future__ import annotations

from concurrent.futures import Executor
from functools import partial

import numpy as np
from numpy.typing import NDArray

from dobbm.ai.facts import facts_of
from dobbm.ai.kernel.entries import recall
from dobbm.ai.kernel.imitation import add_choices
from dobbm.ai.kernel.playout_state import STATE_SIZE, new_state
from dobbm.ai.kernel.policy import CELLS, Weights
from dobbm.ai.kernel.position import Trick
from dobbm.ai.rollouts import LearnedPolicy, learned_policy
from dobbm.arena.seating import Chair, Tally
from dobbm.game.cards import CARDS
from dobbm.game.view import View
from dobbm.training.games import CHUNK, ContractedDeals
from dobbm.training.reports import Progress, with_reports
from dobbm.workers import run_all

ROUNDS = 30
"""The number of times that the weights are fitted to all choices."""
STEP, LEAST = 0.05, 1e-3
"""The learning rate of Adagrad (Duchi, Hazan and Singer, 2011), and a term that keeps its spread
above 0."""
CHOSEN = STATE_SIZE + len(Trick._fields)
"""The column of the card in a choice, after the playout state and the trick."""


def imitate(
    player: str, deals: int, seed: int, report: Progress, executor: Executor | None = None
) -> LearnedPolicy:
    """Return a policy that plays like ``player``, learned from its cards in ``deals`` deals.

    The player sits in all seats; ``trained`` bids, discards and doubles. The weights start from
    those that come with the package, and cells that no choice selects keep them. Raises
    ``PlayerError`` for an unknown player.
    """
    choices = watch(player, deals, seed, report, executor)
    return LearnedPolicy(fit(choices), {"player": player, "deals": deals, "seed": seed})


def watch(
    player: str, deals: int, seed: int, report: Progress, executor: Executor | None = None
) -> NDArray[np.int64]:
    """Return the choices of ``player`` in these deals, one per row; see ``imitate``."""
    watched = run_all(partial(_Watched, player, seed), range(deals), executor, chunk=CHUNK)
    return np.concatenate([*with_reports(watched, "deals watched", deals, report)])


def fit(choices: NDArray[np.int64]) -> Weights:
    """Return weights under which these choices are likely."""
    states = np.ascontiguousarray(choices[:, :STATE_SIZE])
    tricks = np.ascontiguousarray(choices[:, STATE_SIZE:CHOSEN])
    chosen = np.ascontiguousarray(choices[:, CHOSEN])
    weights, square = learned_policy().weights.copy(), np.zeros(CELLS)
    for _ in range(ROUNDS):
        gradient = np.zeros(CELLS)
        add_choices(states, tricks, chosen, weights, gradient)
        square += gradient**2
        weights += (STEP * gradient / (np.sqrt(square) + LEAST)).astype(np.float32)
    return weights


class _Watched(ContractedDeals):
    """Plays deals; call it with the number of a deal for its choices, one per row."""

    def __call__(self, number: int) -> NDArray[np.int64]:
        deal, seeds = self.start(number)
        chairs = [Chair(player, Tally()) for player in self.players]
        choices = []
        while deal.to_act is not None:
            view = View.of(deal, deal.to_act)
            deal = chairs[deal.to_act].act(deal, seeds[deal.to_act])
            if view.legal and len(view.legal) > 1:
                state = new_state()
                trick = recall(np.asarray(facts_of(view)), state)
                choices.append([*state, *trick, CARDS[deal.steps[-1].action]])
        return np.array(choices, np.int64).reshape(-1, CHOSEN + 1)
