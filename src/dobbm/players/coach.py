"""Judges a seat's decisions by what it could know: what they gave away (docs/bots.md#the-coach).

Every action considered is valued in the worlds that the seat could believe in at that moment, as
``pimc`` does, but in more of them. A decision is a mistake only if another action is better beyond
the noise. Everything follows from the seat's view: no hidden card, no clock, no state counts.
"""

from __future__ import annotations

from math import inf
from typing import Any, NamedTuple

from dobbm.ai.solver import Solver
from dobbm.copying import CopiedWhole
from dobbm.game.actions import BIDDING, DOUBLING, EXCHANGE, PLAY, Phase, Seat
from dobbm.game.deal import Deal
from dobbm.game.errors import WrongPhase
from dobbm.game.json_text import write_json
from dobbm.game.seeds import derived
from dobbm.game.view import View
from dobbm.players.decisions import Decision, decisions
from dobbm.players.network import play_as_network
from dobbm.players.pimc.payments import point_price
from dobbm.players.pimc.valuing import (
    Valued,
    value_bids,
    value_cards,
    value_discards,
    value_words,
)
from dobbm.players.player import Policy, Reason
from dobbm.players.simple import play_simply

WORLDS = {EXCHANGE: 300, DOUBLING: 400, PLAY: 100}
"""The number of worlds in which the actions of a phase are compared."""
ERRORS = 2.5
"""A difference is clear if it is so many standard errors from none."""
LEAST = 1.0
"""The least cost of a mistake, in card points."""
PRAISED = 3.0
"""Card points by which an action must be ahead of all others to be praised."""
EQUAL = 0.25
"""Actions that are closer, in card points, count as equally good."""
SEED_BITS = 53
DIGITS = 2
"""Digits of card points and Schilling after the decimal point."""
WEAKER: dict[str, Policy] = {"simple": play_simply, "network": play_as_network}
"""The bots that may miss what a player finds."""


class Verdict(NamedTuple):
    """A decision, judged by what the seat could know."""

    at: int
    """The index of the action in the record."""
    phase: Phase
    taken: str
    better: str
    """The best action, or ``taken`` if none is better."""
    cost: float
    """The expected card points given away: those of the better action less those of the taken."""
    error: float
    """The standard error of the cost."""
    payment: float
    """The cost in Schilling."""
    is_mistake: bool
    """Whether the better action is clearly better (``ERRORS``, ``LEAST``)."""
    missed_by: tuple[str, ...]
    """The weaker bots that would have acted worse, if the action taken was clearly the best."""
    reason: Reason
    """The reason for the value of the action taken."""
    better_reason: Reason
    behind: dict[str, float]
    """For each action considered, the card points by which it is behind the best one."""

    def to_json(self) -> dict[str, Any]:
        """Return the verdict as a JSON object, rounded, without the reasons."""
        return {
            "action": self.at,
            "phase": self.phase,
            "taken": self.taken,
            "better": self.better,
            "cost": round(self.cost, DIGITS),
            "error": round(self.error, DIGITS),
            "payment": round(self.payment, DIGITS),
            "mistake": self.is_mistake,
            "missed_by": [*self.missed_by],
            "behind": {action: round(points, DIGITS) for action, points in self.behind.items()},
        }


class Coach(CopiedWhole):
    """Judges decisions; it remembers nothing from one to the next."""

    def __init__(self) -> None:
        self._solver = Solver()

    def judge(self, deal: Deal, seat: Seat) -> list[Verdict]:
        """Return the verdicts on all decisions of a seat in a deal, in order."""
        return [self.verdict(decision) for decision in decisions(deal, seat)]

    def verdict(self, decision: Decision) -> Verdict:
        """Return the verdict on a decision."""
        at, before, taken = decision
        seat = before.to_act
        if seat is None:
            raise WrongPhase("the deal is over, and there is nothing to decide")
        view = View.of(before, seat)
        seed = derived(write_json(view.to_json())).getrandbits(SEED_BITS)
        rivals = {name: play(view, seed) for name, play in WEAKER.items()}
        point = point_price(view)
        valued = self._valued(view, seed, point, [taken, *rivals.values()])
        comparison = _Comparison(valued, point)
        better = comparison.best(taken)
        missed = [name for name, choice in rivals.items() if comparison.differ(taken, choice)]
        means = valued.means
        top = max(means.values())
        return Verdict(
            at,
            view.phase,
            taken,
            better,
            comparison.cost(better, taken),
            valued.error_between(better, taken) / point,
            means[better] - means[taken],
            comparison.is_clear(better, taken, LEAST),
            tuple(missed) if comparison.is_the_one(taken) else (),
            valued.reason(taken),
            valued.reason(better),
            {action: (top - mean) / point for action, mean in means.items()},
        )

    def _valued(self, view: View, seed: int, point: float, actions: list[str]) -> Valued:
        if view.phase == BIDDING:
            return value_bids(view, point)
        if view.phase == EXCHANGE:
            return value_discards(view, seed, WORLDS[EXCHANGE], actions)
        if view.phase == DOUBLING:
            return value_words(view, seed, WORLDS[DOUBLING], point)
        return value_cards(view, seed, WORLDS[PLAY], self._solver)


class _Comparison(NamedTuple):
    """Compares actions in pairs."""

    valued: Valued
    point: float

    def cost(self, better: str, worse: str) -> float:
        """Return the card points between two actions."""
        means = self.valued.means
        return (means[better] - means[worse]) / self.point

    def best(self, taken: str) -> str:
        """Return the action with the best payment that the network does not rule out.

        It may always be the one taken, which comes first among equals.
        """
        means, favours = self.valued.means, self.valued.favours
        allowed = [one for one in means if favours is None or one in favours or one == taken]
        return max(allowed, key=lambda one: (means[one], one == taken))

    def is_the_one(self, taken: str) -> bool:
        """Return whether an action is clearly better than all that are not as good."""
        others = [one for one in self.valued.paid if self.differ(taken, one)]
        return bool(others) and all(self.is_clear(taken, one, PRAISED) for one in others)

    def differ(self, one: str, other: str) -> bool:
        """Return whether two actions are not equally good."""
        return abs(self.cost(one, other)) >= EQUAL

    def is_clear(self, better: str, worse: str, least: float) -> bool:
        """Return whether an action is better by ``least`` card points, beyond the noise.

        The network, which has learned how cards are played, must not object.
        """
        if better == worse:
            return False
        ahead = self.cost(better, worse)
        favour = 0.0
        if self.valued.favours is not None:
            favours = self.valued.favours
            favour = (favours.get(better, -inf) - favours.get(worse, -inf)) / self.point
        noise = ERRORS * self.valued.error_between(better, worse) / self.point
        return ahead >= least and ahead > noise and not ahead + favour <= noise
