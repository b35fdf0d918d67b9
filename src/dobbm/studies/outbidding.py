"""When does a Solo over another player's Dobbm pay?"""

from __future__ import annotations

from functools import partial

from dobbm.ai.evaluation import solo_points
from dobbm.game.actions import BIDDING
from dobbm.game.deal import Deal
from dobbm.game.settlement import settle
from dobbm.studies.playing import Company
from dobbm.studies.report import Finding, spans
from dobbm.studies.running import Observer, Rows, by_deal

EDGES = (50, 55, 60, 65, 70, 75)
"""The card points that the hands are expected to make in a Solo."""

POINTS, DEFENDING, OUTBIDDING = range(3)
"""The columns: the expected points, rounded down, and the payments for weiter and for a Solo."""

QUESTION = "When does it pay to outbid another player's Dobbm with a Solo?"
METHOD = (
    "Somebody has bid a Dobbm, and a later seat expects at least 50 card points in a Solo, by the "
    "lookup tables. The same deal is played twice: the seat says weiter, or it plays a Solo. All "
    "bid and play as trained does, without doubling. Rows: the expected points. Payments in card "
    "points, to this seat."
)


def observe_outbidding(seed: int) -> Observer:
    """Play deals twice: one seat defends against a Dobbm, or outbids it."""
    company = Company(("trained",) * 4, seed)
    reach = partial(_reach, company)

    def play(number: int) -> tuple[int, ...]:
        deal = company.find(number, reach)
        seat = deal.to_act
        assert seat is not None
        ends = [company.advance(deal.apply(word)) for word in ("weiter", "solo")]
        payments = [settle(end).payments[seat] for end in ends]
        return int(solo_points(deal.hand(seat))), *payments

    return by_deal(play)


def compare_outbidding(rows: Rows) -> Finding:
    """Compare the Solo with defending, by what the hand promises."""
    expected, defending, outbidding = rows.T
    kinds = {f"{span} points": chosen for span, chosen in spans(expected, EDGES).items()}
    return Finding.by_kind(
        QUESTION,
        METHOD,
        "outbidding rather than defending, card points for this seat",
        kinds,
        {
            "% of these hands": None,
            "% Solos won": outbidding > 0,
            "defends": defending,
            "outbids": outbidding,
            "difference": outbidding - defending,
        },
    )


def _reach(company: Company, deal: Deal) -> Deal | None:
    """Return the deal at the first seat that can outbid a Dobbm with such a hand, if any."""
    deal = company.advance(deal, lambda deal: deal.phase != BIDDING or _can_outbid(deal))
    return deal if deal.phase == BIDDING else None


def _can_outbid(deal: Deal) -> bool:
    seat, bid = deal.to_act, deal.bidding.contract
    return seat is not None and bid is not None and solo_points(deal.hand(seat)) >= EDGES[0]
