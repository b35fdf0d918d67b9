"""When does a Schwacher pay?"""

from __future__ import annotations

from functools import partial
from statistics import fmean

import numpy as np

from dobbm.ai.evaluation import kept_points, solo_points
from dobbm.game.actions import DOUBLING
from dobbm.game.cards import HEARTS, HS, SOWS
from dobbm.game.deal import Deal
from dobbm.game.settlement import HALF, declarer_points
from dobbm.game.view import View
from dobbm.players.pimc.doubling import MARGINS, points_ahead
from dobbm.studies.playing import Company
from dobbm.studies.report import Finding, spans
from dobbm.studies.running import Observer, Rows, by_deal
from dobbm.studies.sufficient_hands import advised, count

DEFENDERS = 3
EDGES = (0, 5, 10, 15)
"""The points by which a defender expects its side to be ahead."""
SURE = HALF + round(MARGINS[1])
"""Card points from which a declarer answers retour, expected before the Schwacher was said."""

HAND, FACTOR, DECLARERS, EXPECTED, AHEAD = range(5)
"""The columns: the defender's hand; 1 in a Dobbm, 2 in a Solo; the declarer's card points, and the
points that the declarer expects by the lookup tables, rounded; by how many points the defender
expects the defenders to be ahead of 60, rounded down."""

QUESTION = "When does a Schwacher pay?"
METHOD = (
    "Four copies of the player trained bid and play whole deals. One defender of each deal asks "
    "whether a Schwacher would have paid, in the same deal with the same play. Loses: the declarer "
    "has fewer than 60 points. Gain: what a Schwacher brings each defender in card points, if the "
    f"declarer says gut, or retour with {SURE} expected points or more. Expects: what the player "
    "pimc expects from its own hand, the bids and 100 likely worlds; Solos are among these deals, "
    "and count twice."
)


def observe_schwacher(seed: int) -> Observer:
    """Play deals, and note what one defender of each holds and expects."""
    company = Company(("trained",) * 4, seed)

    def play(number: int) -> tuple[int, ...]:
        turn = number % DEFENDERS
        deal = company.advance(company.start(number), partial(is_asked, turn))
        seat, contract = deal.to_act, deal.contract
        assert seat is not None
        assert contract is not None
        ahead = fmean(points_ahead(View.of(deal, seat), number))
        end = company.advance(deal)
        figures = declarer_points(end), round(declarer_expects(deal)), int(np.floor(ahead))
        return deal.hand(seat), contract.factor, *figures

    return by_deal(play)


def compare_schwacher(rows: Rows) -> Finding:
    """Compare what a Schwacher would have brought, by the defender's hand and expectation."""
    hands, solo, ahead = rows[:, HAND], rows[:, FACTOR] == 2, rows[:, AHEAD]
    hearts, sows = count(hands, HEARTS), count(hands, SOWS)
    kinds = {
        "all Dobbms": ~solo,
        "two hearts or fewer": ~solo & (hearts <= 2),
        "three hearts": ~solo & (hearts == 3),
        "four hearts or more": ~solo & (hearts >= 4),
        "four hearts or more, with the sow": ~solo & (hearts >= 4) & (hands & HS != 0),
        "three sows or more": ~solo & (sows >= 3),
        "a hand that pagat would play": ~solo & np.logical_or(*advised(hands)),
        "all Solos": solo,
        "Solo, three hearts or more": solo & (hearts >= 3),
        "expects to be behind": ahead < 0,
    }
    kinds |= {
        f"expects to be ahead by {span}": found for span, found in spans(ahead, EDGES).items()
    }
    gains = (HALF - rows[:, DECLARERS]) * rows[:, FACTOR]
    # A Schwacher doubles the payment, a retour doubles it once more.
    answered = np.where(rows[:, EXPECTED] >= SURE, 3 * gains, gains)
    return Finding.by_kind(
        QUESTION,
        METHOD,
        "gain by a Schwacher if strong declarers say retour, card points for each defender",
        kinds,
        {
            "% of deals": None,
            "% declarer loses": gains > 0,
            "gain if gut": gains,
            "gain, with retour": answered,
        },
    )


def is_asked(turn: int, deal: Deal) -> bool:
    """Return whether a defender, counted from the declarer's left, is asked for a Schwacher."""
    if deal.phase != DOUBLING or deal.declarer is None:
        return False
    return deal.to_act == (deal.declarer + 1 + turn) % (DEFENDERS + 1)


def declarer_expects(deal: Deal) -> float:
    """Return the declarer's expected card points, by the lookup tables."""
    assert deal.declarer is not None
    hand = deal.hand(deal.declarer)
    return solo_points(hand) if deal.discards is None else kept_points(hand, deal.discards)
