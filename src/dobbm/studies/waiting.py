"""Is it better to play with a strong hand, or to pass and to double?"""

from __future__ import annotations

from functools import partial

from dobbm.ai.evaluation import dobbm_points
from dobbm.game.actions import BIDDING, DOUBLING
from dobbm.game.deal import Deal
from dobbm.game.settlement import settle
from dobbm.studies.playing import Company
from dobbm.studies.report import Finding, spans
from dobbm.studies.running import Observer, Rows, by_deal

OTHERS = ("trained", "simple")
"""The players in the other seats: ``trained`` bids boldly, ``simple`` cautiously."""
PLACES = ("forehand", "second", "third")
"""The dealer cannot wait: if all pass, nobody plays."""
EDGES = (60, 65, 70, 75, 80)
"""The card points that the hands are expected to make."""

OTHER, PLACE, POINTS, PLAYING, WAITING, THROWN_IN = range(6)
"""The columns: the others at the table; the place; the expected points, rounded down; the payments
for bidding and for waiting; whether nobody played when the seat waited."""

QUESTION = (
    "“Sometimes a player with a strong hand may pass in the hope of giving a Schwacher to another "
    "declarer, but … it is generally more profitable to play when able to”, says pagat. Is it?"
)
METHOD = (
    "A seat expects at least 60 card points in a Dobbm, by the lookup tables, and nobody has bid "
    "before it. The same deal is played twice: the seat bids, or it says weiter and, if another "
    "one plays, gives a Schwacher at its turn; the declarer says gut. It plays as trained does, "
    "and so do the others, or else like simple. Payments in card points, to this seat."
)


def observe_waiting(seed: int) -> Observer:
    """Play deals twice: one seat bids, or it waits and doubles."""
    companies = [[_company(place, other, seed) for place in range(3)] for other in OTHERS]

    def play(number: int) -> tuple[int, ...]:
        other, place = number % 2, number // 2 % 3
        company = companies[other][place]
        deal = company.find(number, partial(_reach, company, place))
        bid = company.advance(deal.apply("dobbm"))
        left = company.advance(deal.apply("weiter"), partial(_is_asked, place))
        if left.to_act is not None:
            left = company.advance(left.apply("schwacher"), _declarer_is_asked)
            left = company.advance(left.apply("gut"))
        payments = [settle(end).payments[place] for end in (bid, left)]
        expected = int(dobbm_points(deal.hand(place)))
        return other, place, expected, *payments, left.declarer is None

    return by_deal(play)


def compare_waiting(rows: Rows) -> Finding:
    """Compare bidding with waiting, by the others at the table and by the hand."""
    kinds = {}
    for other, name in enumerate(OTHERS):
        among = rows[:, OTHER] == other
        kinds[f"others {name}: all hands"] = among
        for place, seat in enumerate(PLACES):
            kinds[f"others {name}: {seat}"] = among & (rows[:, PLACE] == place)
        for span, inside in spans(rows[:, POINTS], EDGES).items():
            kinds[f"others {name}: {span} points"] = among & inside
    playing, waiting = rows[:, PLAYING], rows[:, WAITING]
    return Finding.by_kind(
        QUESTION,
        METHOD,
        "waiting rather than bidding, card points for this seat",
        kinds,
        {
            "% thrown in": rows[:, THROWN_IN] == 1,
            "bids": playing,
            "waits": waiting,
            "difference": waiting - playing,
        },
    )


def _company(place: int, other: str, seed: int) -> Company:
    names = [other] * 4
    names[place] = "trained"
    return Company(tuple(names), seed)


def _reach(company: Company, place: int, deal: Deal) -> Deal | None:
    """Return the deal at the seat's bid, if the seat can play and nobody has bid before."""
    if dobbm_points(deal.hand(place)) < EDGES[0]:
        return None
    deal = company.advance(deal, lambda deal: deal.to_act == place)
    can_bid = deal.phase == BIDDING and deal.bidding.contract is None
    return deal if can_bid else None


def _is_asked(place: int, deal: Deal) -> bool:
    return deal.phase == DOUBLING and deal.to_act == place and not deal.doublings


def _declarer_is_asked(deal: Deal) -> bool:
    return deal.to_act == deal.declarer
