"""Why: what every action is worth, how much that varies, and a reason in words.

The payments are those by which the player chooses, over the same worlds, and over all of them also
where the choice itself is settled by fewer. What a card does to the trick is a plain look at that
trick in each of these worlds (``trick``). The tables, by which it bids, know no worlds: how much
their payments vary has been measured.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from dobbm.ai.evaluation import best_discards
from dobbm.ai.memory import Memory
from dobbm.ai.solver import Solver, from_declarer
from dobbm.ai.worlds import Worlds
from dobbm.game.actions import GUT, WEITER
from dobbm.game.cards import CARDS, HEARTS, POINTS, SUITS, Card, CardSet, points
from dobbm.game.exchange import discards_action
from dobbm.game.play import Trick
from dobbm.game.rules import CONTRACTS, DOBBM, SOLO
from dobbm.game.settlement import HALF
from dobbm.game.tricks import suit_of
from dobbm.game.view import View
from dobbm.players.bidding import expected_points, promises
from dobbm.players.pimc.belief import believed_worlds, pick_by_weight
from dobbm.players.pimc.doubling import points_ahead, wanted
from dobbm.players.pimc.exchange import CANDIDATES, choose_discards, points_after
from dobbm.players.pimc.options import Options
from dobbm.players.pimc.payments import payments_to
from dobbm.players.pimc.play import prospect
from dobbm.players.pimc.trick import Taken, taken_in_worlds
from dobbm.players.player import Explanation, Reason
from dobbm.players.simple import play_simply

_ = str
"""Marks a sentence for the message catalogues; it is translated where it is told."""

SPREADS = {DOBBM: 20.2, SOLO: 15.2}
"""In card points, how much single deals, played out, differ from the tables: the standard deviation
that ``dobbm train-tables --check --deals 40000 --seed 2`` finds."""
SPREAD_OF_WEITER = 16.0
"""In Schilling at a match of 60; in 8,000 games of ``simple`` 14 to 18 by what was said before."""
WORLDS_OF_DISCARDS = 32
TOLD_IN = 200
"""In so many worlds, drawn by their weights, it is looked who takes the trick."""
_ANY: Card = 0
"""Stands for whatever trump it is that takes the trick."""


def explain_bids(view: View) -> list[Explanation]:
    """The legal words, by what the tables promise."""
    in_schilling = view.rules.match / HALF
    found = []
    for word, promise in promises(view).items():
        if word == WEITER:
            spread, reason = _weiter(view)
        else:
            contract = CONTRACTS[word]
            spread = SPREADS[contract] * contract.factor * (view.players - 1)
            with_dobb = _("a hand like this makes about {points} with the Dobb")
            without = _("a hand like this makes about {points} without the Dobb")
            made = round(expected_points(contract, view.hand))
            reason = Reason(with_dobb if contract.exchanges else without, points=made)
        found.append(Explanation(word, promise * in_schilling, spread * in_schilling, reason))
    return sorted(found, key=lambda one: -one.payment)


def _weiter(view: View) -> tuple[float, Reason]:
    """The spread of the payment for weiter, at a match of 60, and the reason."""
    if any(word != WEITER for word in view.actions):
        return SPREAD_OF_WEITER, Reason(_("what a hand like this brings a defender"))
    if len(view.actions) + 1 < len(view.active):
        brings = _("what a hand like this brings when others play, or nobody does")
        return SPREAD_OF_WEITER, Reason(brings)
    return 0.0, Reason(_("nobody plays: the cards are thrown in"))


def explain_discards(view: View, seed: int) -> list[Explanation]:
    """The best discards by the tables, all played out in the same worlds; first the player's own.

    The player compares the best of them in more worlds, so its own need not promise most here.
    """
    worlds = from_declarer(view, Worlds.of(view).sample(WORLDS_OF_DISCARDS, seed))
    worth = payments_to(view, view.doublings)
    candidates = best_discards(view.hand, view.rules.sow_companion, CANDIDATES)
    found = []
    for discards, _points in candidates:
        paid = worth[points_after(view, discards, worlds, seed)]
        found.append(_explained(discards_action(discards), paid, _laid_away(view.hand, discards)))
    chosen = discards_action(choose_discards(view, seed))
    return sorted(found, key=lambda one: (one.action != chosen, -one.payment))


def _laid_away(hand: CardSet, discards: CardSet) -> Reason:
    """How many points are brought to safety, and in which suits nothing is left."""
    left = hand & ~discards
    void = sum([suit for suit in SUITS if discards & suit and not left & suit])
    voiding = _("lays {points} away and keeps no {suits}")
    return Reason(voiding if void else _("lays {points} away"), points=points(discards), suits=void)


def explain_words(view: View, seed: int) -> list[Explanation]:
    """The legal words of the doubling: the one that the player would say first.

    That need not be the one with the better payment: it doubles with a margin only (``doubling``).
    """
    assert view.legal
    ahead = points_ahead(view, seed)
    mean = float(ahead.mean())
    declarers = HALF + (ahead if view.seat == view.declarer else -ahead)
    found = []
    for word in view.legal:
        if word == GUT:
            paid = payments_to(view, view.doublings)[declarers]
            won = float(np.mean(ahead > 0))
            reason = Reason(_("your side wins {often}"), share=won)
        else:
            paid = payments_to(view, view.doublings + 1)[declarers]
            reason = Reason(_lead(mean, wanted(view)), points=round(abs(mean)))
        found.append(_explained(word, paid, reason))
    return sorted(found, key=lambda one: (one.action == GUT) == (mean > wanted(view)))


def _lead(mean: float, wanted: float) -> str:
    if mean > wanted:
        return _("your side is about {points} ahead: enough to double")
    if mean > 0:
        return _("your side is only about {points} ahead: not enough to double")
    return _("your side is about {points} behind")


def explain_cards(view: View, seed: int, options: Options, solver: Solver) -> list[Explanation]:
    """The legal cards, by their payments in every world that is considered."""
    believed = believed_worlds(view, options.worlds, seed, believe=options.belief)
    promised = prospect(view, seed, options, solver, thorough=True)
    trick = Memory.of(view).trick
    told_in = believed.worlds[pick_by_weight(believed.weights, TOLD_IN)]
    found = []
    for index, card in enumerate(promised.cards):
        mean, paid = promised.means[index], promised.payments[:, index]
        spread = np.sqrt(np.average((paid - mean) ** 2, weights=promised.weights))
        told = _told(view, trick, CARDS[card], told_in)
        found.append(Explanation(card, float(mean), float(spread), told))
    advised = play_simply(view, seed)
    return sorted(found, key=lambda one: (-one.payment, one.action != advised))


def _told(view: View, trick: Trick, card: Card, worlds: NDArray[np.int64]) -> Reason:
    """What becomes of the trick with this card: what happens most often."""
    assert view.legal
    if len(view.legal) == 1:
        return Reason(_("the only card that may be played"))
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


def _lost(trick: Trick, card: Card, lost: list[Taken], share: float) -> Reason:
    """The opponents take the trick: with what, and how much it costs."""
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


def _left_to_partner(trick: Trick, card: Card, kept: list[Taken], share: float) -> Reason:
    """A partner takes the trick, who has it already or is still to play."""
    [(seat, _count)] = Counter([taken.seat for taken in kept]).most_common(1)
    if seat in trick.to_come:
        dear = _("brings {points} to a partner {often}")
        cheap = _("a partner takes the trick {often}")
    elif trick.to_come:
        dear = _("gives {seat} {points}, safely {often}")
        cheap = _("leaves the trick to {seat}, safely {often}")
    else:
        dear, cheap = _("gives {seat} {points}"), _("leaves the trick to {seat}")
    value = POINTS[card]
    return Reason(dear if value else cheap, seat=seat, share=share, points=value)


def _explained(action: str, paid: NDArray[np.float64], reason: Reason) -> Explanation:
    return Explanation(action, float(paid.mean()), float(paid.std()), reason)
