"""What is it worth to see all cards, for the declarer and for the defenders?"""

from __future__ import annotations

from dobbm.ai.rollouts import likeliest_cards, ranked_cards
from dobbm.ai.solver import Solver
from dobbm.game.actions import Seat
from dobbm.game.deal import Deal
from dobbm.game.rules import DOBBM, SOLO
from dobbm.game.settlement import declarer_points
from dobbm.game.view import View
from dobbm.studies.playing import Company, is_in_play
from dobbm.studies.report import Finding
from dobbm.studies.running import Observer, Rows, by_deal

FACTOR, NOBODY, DECLARER, DEFENDERS, ALL = range(5)
"""The columns: 1 in a Dobbm, 2 in a Solo; the declarer's card points, by who sees all cards."""

QUESTION = "What is it worth to see all cards?"
METHOD = (
    "Four copies of the player trained bid, and the same deal is played four times. A seat that "
    "sees all cards plays one that an exact search finds best with open cards, and of several the "
    "one that trained likes best; other seats play as trained does. The figures are the declarer's "
    "card points, and what one side gains if it alone sees."
)


def observe_open_cards(seed: int) -> Observer:
    """Play each deal four times: nobody, the declarer, the defenders or all see the cards."""
    company, solver = Company(("trained",) * 4, seed), Solver()

    def play(number: int) -> tuple[int, ...]:
        deal = company.advance(company.start(number), is_in_play)
        declarer, contract = deal.declarer, deal.contract
        assert declarer is not None
        assert contract is not None
        seats = set(deal.setup.active)
        seeing: list[set[Seat]] = [set(), {declarer}, seats - {declarer}, seats]
        ends = [_played(deal, seers, solver) for seers in seeing]
        return contract.factor, *map(declarer_points, ends)

    return by_deal(play)


def compare_open_cards(rows: Rows) -> Finding:
    """Compare what the sides make of open cards, by contract."""
    return Finding.by_kind(
        QUESTION,
        METHOD,
        "gain of defenders who see all cards, card points",
        {
            "all": rows[:, FACTOR] > 0,
            "Dobbms": rows[:, FACTOR] == DOBBM.factor,
            "Solos": rows[:, FACTOR] == SOLO.factor,
        },
        {
            "% of deals": None,
            "nobody sees": rows[:, NOBODY],
            "all see": rows[:, ALL],
            "the declarer's gain": rows[:, DECLARER] - rows[:, NOBODY],
            "the defenders' gain": rows[:, NOBODY] - rows[:, DEFENDERS],
        },
    )


def _played(deal: Deal, seers: set[Seat], solver: Solver) -> Deal:
    """Play a deal to its end; ``seers`` see all cards."""
    while deal.to_act is not None and seers:
        liked = ranked_cards(View.of(deal, deal.to_act))
        if deal.to_act in seers:
            found = solver.solve(deal)
            liked = [card for card in liked if found.cards[card] == found.value]
        deal = deal.apply(liked[0])
    return deal if deal.to_act is None else deal.apply_all(likeliest_cards(deal))
