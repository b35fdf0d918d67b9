"""Explanations: each action's expected payment, the spread of that payment, and a reason in words.

Payments are means over possible worlds: for a card, over all worlds drawn, even if the player needs
fewer of them to choose. The effect of a card on the trick is found by completing only that trick in
a sample of these worlds (``trick``). Bids are valued by tables instead of worlds, so the spreads of
their payments are measured constants, and how often they win follows from a normal distribution.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import accumulate
from math import inf, sqrt
from statistics import NormalDist, fmean, pstdev

from dobbm.ai.evaluation import best_discards
from dobbm.ai.memory import Memory
from dobbm.ai.solver import Solver
from dobbm.game.actions import GUT, WEITER
from dobbm.game.cards import CARDS, HEARTS, POINTS, SUITS, Card, CardSet, points
from dobbm.game.exchange import discards_action
from dobbm.game.play import Trick
from dobbm.game.rules import CONTRACTS, DOBBM, SOLO
from dobbm.game.settlement import HALF
from dobbm.game.tricks import suit_of
from dobbm.game.view import View
from dobbm.players.bidding import expected_payments, expected_points
from dobbm.players.pimc.averages import average
from dobbm.players.pimc.belief import believed_worlds
from dobbm.players.pimc.doubling import wanted
from dobbm.players.pimc.exchange import (
    CANDIDATES,
    choose_discards,
    points_after,
    worlds_to_exchange_in,
)
from dobbm.players.pimc.options import PimcOptions
from dobbm.players.pimc.payments import payments_to
from dobbm.players.pimc.play import favours_of, prospect
from dobbm.players.pimc.trick import TrickOutcome, taken_in_worlds
from dobbm.players.player import Explanation, Reason
from dobbm.players.simple import play_simply

_ = str
"""Marks a sentence for the message catalogues; the display code translates it."""

SPREADS = {DOBBM: 20.2, SOLO: 15.2}
"""How far single deals stray from the card points that the tables predict: standard deviations,
measured by ``dobbm train-tables --check --deals 40000 --seed 2``."""
SPREAD_OF_WEITER = 16.0
"""The spread of the payment for weiter, in Schilling at a Match of 60. In 8,000 deals played by
``simple``, it was 14 to 18, depending on the bids."""
WORLDS_OF_DISCARDS = 32
TRICK_WORLDS = 200
"""The number of worlds, drawn by weight, in which the winner of the trick is determined."""
_ANY: Card = 0
"""A stand-in for all trumps that take the trick."""


def explain_bids(view: View) -> list[Explanation]:
    """Return explanations of the legal bids, best payment first; the payments come from tables."""
    in_schilling = view.rules.match / HALF
    payments = expected_payments(view)
    found = []
    for word, payment in payments.items():
        wins: float | None = None
        if word == WEITER:
            spread, reason = _weiter(view, payments)
        else:
            contract = CONTRACTS[word]
            spread = SPREADS[contract] * contract.factor * (view.players - 1)
            with_dobb = _("a hand like this makes about {points} with the Dobb")
            without = _("a hand like this makes about {points} without the Dobb")
            made = expected_points(contract, payment, view.players)
            reason = Reason(with_dobb if contract.exchanges else without, points=made)
            wins = 1 - NormalDist(payment, spread).cdf(0)
        paid = (payment * in_schilling, spread * in_schilling)
        found.append(Explanation(word, *paid, reason, wins))
    return sorted(found, key=lambda one: -one.payment)


def _weiter(view: View, payments: dict[str, float]) -> tuple[float, Reason]:
    """Return the spread of the payment for weiter, at a Match of 60, and the reason."""
    if any(word != WEITER for word in view.actions) or len(view.actions) + 1 < len(view.active):
        return SPREAD_OF_WEITER, _passing(view, payments)
    if view.players == 4:
        return 0.0, Reason(_("nobody bids: the cards are thrown in"))
    stockerl = _("nobody bids: the cards are thrown in, and {seat} gets a Stockerl")
    return 0.0, Reason(stockerl, seat=view.active[0])


def _passing(view: View, payments: dict[str, float]) -> Reason:
    """Return how weiter compares with the best bid: the card points which that would make."""
    word = max([word for word in payments if word != WEITER], key=payments.__getitem__)
    contract = CONTRACTS[word]
    made = expected_points(contract, payments[word], view.players)
    if payments[word] > payments[WEITER]:
        with_dobb = _("a bid is better: a hand like this makes about {points} with the Dobb")
        without = _("a bid is better: a hand like this makes about {points} without the Dobb")
    elif made > HALF:
        with_dobb = without = _("a hand like this earns more in defence")
    else:
        with_dobb = _(
            "a hand like this makes only about {points} with the Dobb: more than 60 are needed"
        )
        without = _(
            "a hand like this makes only about {points} without the Dobb: more than 60 are needed"
        )
    return Reason(with_dobb if contract.exchanges else without, points=made)


def explain_discards(view: View, seed: int) -> list[Explanation]:
    """Return explanations of the discards that the tables rate best, the player's choice first.

    All are played out in the same worlds. The player compares the best of them in more worlds, so
    its own choice need not have the best payment here.
    """
    worlds = worlds_to_exchange_in(view, WORLDS_OF_DISCARDS, seed)
    worth = payments_to(view, view.doublings)
    candidates = best_discards(view.hand, view.rules, CANDIDATES)
    found = []
    for discards, _points in candidates:
        paid = [worth[made] for made in points_after(view, discards, worlds, seed)]
        found.append(
            _explained(discards_action(discards), paid, discard_reason(view.hand, discards))
        )
    chosen = discards_action(choose_discards(view, seed))
    return sorted(found, key=lambda one: (one.action != chosen, -one.payment))


def discard_reason(hand: CardSet, discards: CardSet) -> Reason:
    """Return the reason for these discards: their card points and the suits that become void."""
    left = hand & ~discards
    void = sum([suit for suit in SUITS if discards & suit and not left & suit])
    voiding = _("discards {points} and keeps no {suits}")
    return Reason(voiding if void else _("discards {points}"), points=points(discards), suits=void)


def explain_words(view: View, ahead: Sequence[int]) -> list[Explanation]:
    """Return explanations of the legal doubling words, given the side's lead in each world.

    The player's own choice comes first, which need not be the word with the better payment: the
    player doubles only with a margin (``doubling``).
    """
    assert view.legal
    mean = fmean(ahead)
    side = 1 if view.seat == view.declarer else -1
    declarers = [HALF + side * points for points in ahead]
    found = []
    for word in view.legal:
        if word == GUT:
            won = fmean([points > 0 for points in ahead])
            reason = Reason(_("your side wins {often}"), share=won)
        else:
            reason = Reason(_lead(mean, wanted(view)), points=round(abs(mean)))
        worth = payments_to(view, view.doublings + (word != GUT))
        found.append(_explained(word, [worth[points] for points in declarers], reason))
    return sorted(found, key=lambda one: (one.action == GUT) == (mean > wanted(view)))


def _lead(mean: float, wanted: float) -> str:
    if mean > wanted:
        return _("your side is about {points} ahead: enough to double")
    if mean > 0:
        return _("your side is only about {points} ahead: not enough to double")
    return _("your side is about {points} behind")


def explain_cards(view: View, seed: int, options: PimcOptions, solver: Solver) -> list[Explanation]:
    """Explain the legal cards, the best first, based on all worlds drawn.

    The network's favour counts for the order. It is not part of the payments, but no card shows
    more than a better one. Among equally good cards, the one that ``simple`` would play comes
    first.
    """
    believed = believed_worlds(view, options.worlds, seed, believe=options.belief)
    prospects = prospect(view, seed, options, solver)
    trick = Memory.of(view).trick
    sampled = believed.picked(TRICK_WORLDS)
    found = []
    for card, paid in prospects.payments.items():
        mean = prospects.means[card]
        spread = sqrt(average([(one - mean) ** 2 for one in paid], prospects.weights))
        reason = trick_reason(view, trick, CARDS[card], sampled)
        wins = average([float(one > 0) for one in paid], prospects.weights)
        found.append(Explanation(card, mean, spread, reason, wins))
    advised, favours = play_simply(view, seed), favours_of(view, options)

    def rank(one: Explanation) -> tuple[float, bool]:
        return -one.payment - favours.get(one.action, -inf), one.action != advised

    found.sort(key=rank)
    most = accumulate((one.payment for one in found), min)
    return [one._replace(payment=payment) for one, payment in zip(found, most, strict=True)]


def trick_reason(
    view: View, trick: Trick, card: Card, worlds: Sequence[Sequence[CardSet]]
) -> Reason:
    """Return the reason for ``card``: how the trick most often ends if it is played.

    If no other card is legal, the reason is just that.
    """
    assert view.legal
    if len(view.legal) == 1:
        return Reason(_("the only legal card"))
    own, partners, opponents = [], [], []
    for taken in taken_in_worlds(view, trick, card, worlds):
        if taken.card == card:
            own.append(taken)
        elif (taken.seat == view.declarer) == (view.seat == view.declarer):
            partners.append(taken)
        else:
            opponents.append(taken)
    most = max(own, partners, opponents, key=len)
    share = len(most) / len(worlds)
    if most is opponents:
        return _lost(trick, card, opponents, share)
    if most is partners:
        return _left_to_partner(trick, card, partners, share)
    if trick.to_come:
        return Reason(_("takes the trick {often}"), share=share)
    return Reason(_("takes the trick: {points}"), points=trick.points + POINTS[card])


def _lost(trick: Trick, card: Card, lost: list[TrickOutcome], share: float) -> Reason:
    """Return the reason for a card that loses the trick: the card that wins it and the cost."""
    led = suit_of(trick.cards[0] if trick.cards else card)
    trumps = HEARTS & ~led
    taking = Counter([_ANY if taken.card & trumps else taken.card for taken in lost])
    [(taker, _count)] = taking.most_common(1)
    if not trick.to_come:
        dear, cheap = _("loses {points} to {card}"), _("leaves the trick to {card}")
        taker = lost[0].card
    elif taker == _ANY:
        dear = _("loses {points} {often}, mainly to a trump")
        cheap = _("loses the trick {often}, mainly to a trump")
    elif len(taking) == 1:
        dear = _("loses {points} to {card} {often}")
        cheap = _("loses the trick to {card} {often}")
    else:
        dear = _("loses {points} {often}, mainly to {card}")
        cheap = _("loses the trick {often}, mainly to {card}")
    value = POINTS[card]
    return Reason(dear if value else cheap, card=taker, share=share, points=value)


def _left_to_partner(trick: Trick, card: Card, kept: list[TrickOutcome], share: float) -> Reason:
    """Return the reason for a card with which the trick goes to a partner."""
    [(seat, _count)] = Counter([taken.seat for taken in kept]).most_common(1)
    if seat in trick.to_come:
        dear = _("gives a partner {points} {often}")
        cheap = _("a partner takes the trick {often}")
    elif trick.to_come:
        dear = _("gives {seat} {points}, safe {often}")
        cheap = _("leaves the trick to {seat}, safe {often}")
    else:
        dear, cheap = _("gives {seat} {points}"), _("leaves the trick to {seat}")
    value = POINTS[card]
    return Reason(dear if value else cheap, seat=seat, share=share, points=value)


def _explained(action: str, paid: list[float], reason: Reason) -> Explanation:
    wins = fmean([one > 0 for one in paid])
    return Explanation(action, fmean(paid), pstdev(paid), reason, wins)
