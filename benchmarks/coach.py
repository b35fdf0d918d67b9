"""Compare the coach with outside judgements, on decisions in deals that pimc:quick plays.

  python benchmarks/coach.py --decisions 300 --seed 1

Each decision has two actions: the coach's best one, and the closest one that it would call a
mistake of at least 3 card points. Two outside judges compare them. One plays both out in worlds
drawn with another seed: hidden cards are dealt anew, the tables bid and discard, ``pimc`` goes on
doubling, and ``network`` plays the cards, so it shares neither rollouts nor solver with the coach.
The other, for cards, is ``pimc:strong`` with four times its worlds and another seed. The program
prints on how many decisions each agrees on the better action, by phase.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections import Counter
from collections.abc import Iterator
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

from dobbm.ai.layout import WORLD
from dobbm.ai.solver import Solver
from dobbm.game.actions import BIDDING, DOUBLING, EXCHANGE, PLAY, Seat
from dobbm.game.cards import CARDS, CardSet, shuffled, split
from dobbm.game.deal import Deal
from dobbm.game.errors import ActionError
from dobbm.game.exchange import discards_action
from dobbm.game.play import led_by
from dobbm.game.settlement import settle
from dobbm.game.view import HIDDEN, View
from dobbm.players import make_player
from dobbm.players.coach import Coach
from dobbm.players.decisions import Decision, decisions
from dobbm.players.network import play_as_network
from dobbm.players.pimc import PimcOptions
from dobbm.players.pimc.belief import believed_worlds
from dobbm.players.pimc.doubling import choose_doubling_word
from dobbm.players.pimc.play import favours_of, prospect

APART = 3.0
"""The least difference between the two actions, in card points."""
SHARES = {BIDDING: 0.2, EXCHANGE: 0.2, DOUBLING: 0.2, PLAY: 0.4}
STRONG = PimcOptions(worlds=4 * 320, seed=1 << 40)
TRIED = 3
"""The number of actions among which the worse one is looked for."""
FIRST, MOST = 40, 320
"""The worlds in which two actions are played out: at first, and at most if they stay close."""
SETTLED = 3.0
"""Standard errors from which a comparison is settled."""


class Pair(NamedTuple):
    """A decision with the two actions to compare, the better one first, as the coach sees it."""

    decision: Decision
    better: str
    worse: str

    @property
    def view(self) -> View:
        """The view of the seat that decides."""
        return View.of(self.decision.before, self.decision.before.to_act)


def pairs(seed: int, count: int) -> Iterator[Pair]:
    """Yield pairs from played deals, of each phase its share."""
    rng, coach, player = Random(seed), Coach(), make_player("pimc:quick")
    left = Counter({phase: round(share * count) for phase, share in SHARES.items()})
    while left.total():
        deal = Deal.start(shuffled(rng), dealer=3)
        while deal.to_act is not None:
            action = player.act(View.of(deal, deal.to_act), rng.getrandbits(32))
            assert action
            deal = deal.apply(action)
        found: dict[str, list[Pair]] = {}
        for decision in (one for seat in range(4) for one in decisions(deal, seat)):
            phase = decision.before.phase
            if not left[phase]:
                continue
            if pair := pair_of(decision, coach):
                found.setdefault(phase, []).append(pair)
        for kind, some in found.items():  # one of each phase, so that deals count alike
            left[kind] -= 1
            yield rng.choice(some)


def pair_of(decision: Decision, coach: Coach) -> Pair | None:
    """Return the closest two actions that the coach can tell apart, or None."""
    behind = coach.verdict(decision).behind
    others = sorted((points, action) for action, points in behind.items() if points >= APART)
    for _, worse in others[:TRIED]:
        verdict = coach.verdict(decision._replace(taken=worse))
        if verdict.is_mistake and verdict.cost >= APART:
            return Pair(decision, verdict.better, worse)
    return None


def redealt(view: View, hands: dict[Seat, CardSet], out: CardSet) -> Deal:
    """Return a deal with these cards in the hands now, after the same actions.

    Raises ``ActionError`` if it could not have been played like that.
    """
    hands = dict(hands)
    for step in view.steps:
        if step.phase == PLAY:
            hands[step.seat] |= CARDS[step.action]
    dobb = out
    if view.phase == EXCHANGE:
        dobb = view.dobb or 0
        hands[view.declarer or 0] &= ~dobb
    elif view.contract is not None and view.contract.exchanges:
        assert view.declarer is not None
        twelve = hands[view.declarer] | out
        dobb = view.dobb if view.dobb is not None else sum([*split(twelve)][:4])
        hands[view.declarer] = twelve & ~dobb
    held = [[*split(hands[seat])] for seat in view.active]
    packets = [hand[:4] for hand in held] + [hand[4:] for hand in held] + [[*split(dobb)]]
    deck = [card for packet in packets for card in packet]
    deal = Deal.start(deck, dealer=view.dealer, players=view.players, rules=view.rules)
    laid = discards_action(out)
    return deal.apply_all([laid if step.action == HIDDEN else step.action for step in view.steps])


def worlds_of(view: View, seed: int) -> Iterator[Deal]:
    """Yield deals as the seat may believe them, likelier ones more often."""
    seats = view.active if view.declarer is None else led_by(view.declarer, view.active)
    for turn in range(100):
        believed = believed_worlds(view, FIRST, seed + turn, believe=True)
        often = [max(1, round(weight)) for weight in believed.weights]
        if believed.complete:
            often = [round(FIRST * weight / sum(believed.weights)) for weight in believed.weights]
        for index, times in enumerate(often):
            *hands, out = believed.worlds[WORLD * index : WORLD * (index + 1)]
            try:
                deal = redealt(view, dict(zip(seats, hands, strict=True)), out)
            except ActionError:
                continue
            if bids_agree(deal, view):
                yield from [deal] * times


def bids_agree(deal: Deal, view: View) -> bool:
    """Return whether the seats before would have said what they said, as the tables bid."""
    if view.phase != BIDDING:
        return True
    before = Deal.begin(deal.setup)
    for word in view.actions:
        if play_as_network(View.of(before, before.to_act), 0) != word:
            return False
        before = before.apply(word)
    return True


def payment(deal: Deal, seat: Seat, seed: int, *, doubling: bool) -> int:
    """Return the payment to a seat when the outside judge has played the deal out."""
    while deal.to_act is not None:
        view = View.of(deal, deal.to_act)
        if deal.phase == DOUBLING and doubling:
            action = choose_doubling_word(view, seed)
        else:
            action = play_as_network(view, seed)
        deal = deal.apply(action)
    return settle(deal).payments[seat]


def by_playing(pair: Pair, seed: int) -> float:
    """Return by how much the better action is ahead in Schilling, played out."""
    view, ahead = pair.view, []
    assert view.seat is not None
    for deal in worlds_of(view, seed):
        one, other = [
            payment(deal.apply(action), view.seat, seed, doubling=view.phase == DOUBLING)
            for action in (pair.better, pair.worse)
        ]
        ahead.append(one - other)
        if len(ahead) >= MOST or (len(ahead) % FIRST == 0 and settled(ahead)):
            break
    return fmean(ahead)


def settled(ahead: list[int]) -> bool:
    """Return whether the sign of the mean is beyond doubt."""
    return abs(fmean(ahead)) > SETTLED * stdev(ahead) / sqrt(len(ahead))


def by_strong(pair: Pair, seed: int) -> float:
    """Return by how much the better card is ahead, in the worlds of ``pimc:strong``."""
    ratings = prospect(pair.view, seed + STRONG.seed, STRONG, Solver()).means
    favours = favours_of(pair.view, STRONG)
    return sum(
        sign * (ratings[card] + favours.get(card, 0.0))
        for sign, card in ((1, pair.better), (-1, pair.worse))
    )


def main() -> None:
    """Print the agreement."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--decisions", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    agreed: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    for number, pair in enumerate(pairs(options.seed, options.decisions)):
        phase = pair.decision.before.phase
        seed = (options.seed << 32) + (number << 8)
        judged = {f"played out, {phase}": by_playing(pair, seed)}
        if phase == PLAY:
            judged["pimc:strong, play"] = by_strong(pair, seed)
        for judge, ahead in judged.items():
            asked[judge] += 1
            agreed[judge] += ahead > 0
            line = {"number": number, "judge": judge, "pair": pair[1:], "ahead": round(ahead, 2)}
            print(json.dumps(line), flush=True)
    for judge in sorted(asked):
        print(judge, agreed[judge], asked[judge])
    played = [judge for judge in asked if judge.startswith("played")]
    print("played out", sum(agreed[one] for one in played), sum(asked[one] for one in played))


if __name__ == "__main__":
    main()
