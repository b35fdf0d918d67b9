"""The explanations of pimc: the payment, spread and reason of every action."""

from __future__ import annotations

from random import Random
from statistics import fmean, pstdev

import numpy as np
import pytest

from dobbm.ai.evaluation import dobbm_points
from dobbm.ai.solver import solve
from dobbm.ai.worlds import Worlds
from dobbm.game.actions import DOUBLING, EXCHANGE, PLAY
from dobbm.game.cards import NAMES, SUIT_LETTERS, SUITS, parse_cards, points, shuffled
from dobbm.game.deal import Deal
from dobbm.game.errors import WrongPhase
from dobbm.game.play import Trick
from dobbm.game.rules import Rules
from dobbm.game.settlement import settle
from dobbm.game.view import View
from dobbm.players import BUILT_IN, Explainer, Explanation, Reason, make_explainer, make_player
from dobbm.players.pimc import Pimc, PimcOptions
from dobbm.players.pimc.payments import payments_by_points
from dobbm.players.pimc.trick import taken
from drawing import cards, laid, lying, open_deal, said
from rebuilding import rebuilt
from tiers import sample_size

DECLARER = 0


def explained(deal: Deal, seed: int = 1) -> list[Explanation]:
    """The explanations for the seat to act."""
    return Pimc(PimcOptions()).explain(View.of(deal, deal.to_act), seed)


def by_action(deal: Deal) -> dict[str, Explanation]:
    return {explanation.action: explanation for explanation in explained(deal)}


def test_a_caller_can_ask_which_players_explain() -> None:
    explainers = [name for name in BUILT_IN if isinstance(make_player(name), Explainer)]
    assert explainers == ["pimc"]
    assert isinstance(make_explainer(), Explainer)


@pytest.mark.parametrize("players", [4, 5])
def test_every_legal_action_is_explained_and_the_player_takes_the_first(
    players: int,
) -> None:
    rng, player = Random(11), Pimc(PimcOptions())
    for _ in range(sample_size(1, long=3)):
        deal = Deal.start(shuffled(rng), dealer=players - 1, players=players)
        deal = deal.apply_all(["weiter", "dobbm", "weiter", "weiter"])
        while deal.to_act is not None:
            view, seed = View.of(deal, deal.to_act), rng.getrandbits(32)
            actions = [explanation.action for explanation in player.explain(view, seed)]
            chosen = player.act(view, seed)
            if view.phase == EXCHANGE:
                assert chosen in actions
                assert all(deal.is_legal(action) for action in actions)
            else:
                assert sorted(actions) == deal.legal_actions()
                assert chosen == actions[0]
            deal = deal.apply(chosen)


def test_every_reason_is_a_complete_sentence() -> None:
    rng = Random(12)
    deal = Deal.start(shuffled(rng), dealer=3)
    phases = set()
    while deal.to_act is not None:
        phases.add(deal.phase)
        for explanation in explained(deal):
            assert not set("{}") & set(str(explanation.reason))
            assert "None" not in str(explanation.reason)
        quiet = {"weiter"} if len(deal.actions) else set()
        deal = deal.apply(rng.choice([*{*deal.legal_actions()} - quiet]))
    assert phases >= {DOUBLING, PLAY}


def test_explanations_use_the_players_own_seed() -> None:
    deal, quick = lying(), PimcOptions.parse("quick")
    seeded = Pimc(quick._replace(seed=5)).explain(View.of(deal, 0), 3)
    assert seeded == Pimc(quick).explain(View.of(deal, 0), 8)
    assert seeded != Pimc(quick).explain(View.of(deal, 0), 3)


def test_nobody_gets_explanations_for_another_seat() -> None:
    deal = open_deal()
    for seat in (1, None):
        with pytest.raises(WrongPhase, match="whose turn it is"):
            Pimc(PimcOptions()).explain(View.of(deal, seat), 0)


def test_near_the_end_payment_and_spread_are_double_dummy_in_all_worlds() -> None:
    rng = Random(13)
    deal = Deal.start(shuffled(rng), dealer=3).apply_all(["solo", "schwacher", "gut"])
    while deal.play and deal.play.played.bit_count() < 25:
        deal = deal.apply(rng.choice(deal.legal_actions()))
    view = View.of(deal, deal.to_act)
    assert view.contract
    worlds = Worlds.of(view).all()
    worth = payments_by_points(view.contract, 1, view.rules, declares=deal.to_act == deal.declarer)
    values = [solve(rebuilt(tuple(world), deal, view)).cards for world in worlds.tolist()]
    explanations = Pimc(PimcOptions(worlds=len(worlds), belief=False)).explain(view, 0)
    assert len(explanations) > 1
    for action, payment, spread, _, wins in explanations:
        paid = [worth[value[action]] for value in values]
        assert payment == pytest.approx(fmean(paid))
        assert spread == pytest.approx(pstdev(paid))
        assert wins == pytest.approx(fmean([one > 0 for one in paid]))


def leading(card: str, *hands: str) -> str:
    """The winner of the trick and its card if the declarer leads ``card`` to these three hands."""
    held = {seat: sum(cards(hand)) for seat, hand in enumerate(hands, 1)}
    return winner_of(Trick((0, 1, 2, 3), tuple(cards(card))), held)


def winner_of(trick: Trick, held: dict[int, int]) -> str:
    seat, card = taken(trick, held, DECLARER)
    return f"{seat} {NAMES[card]}"


@pytest.mark.parametrize(
    ("lead", "hands", "winner"),
    [
        ("AT", ("A98 L7", "AS L8", "H9 A7"), "2 AS"),
        ("AT", ("A98 L7", "L8 B9", "H97 L9"), "3 H9"),
        ("AT", ("A98 L7", "L8 B9", "B87 A6"), "0 AT"),
        # A seat with leaves must follow, and a seat without them must trump.
        ("LO", ("LU H9", "L7 HS", "H7 B6"), "3 H7"),
        # The first of two defenders who can takes the trick, with the best card.
        ("HU", ("HOS B6", "HT9 B7", "L7 L8"), "1 HS"),
    ],
)
def test_defenders_take_the_declarers_trick_if_they_can(
    lead: str, hands: tuple[str, str, str], winner: str
) -> None:
    assert leading(lead, *hands) == winner


def defending(trick: str, *to_come: str) -> str:
    """The winner and its card if seat 1 has led to the trick, so that the declarer plays last."""
    seats = (1, 2, 3, 0)
    on_table = tuple(cards(trick))
    held = [sum(cards(hand)) for hand in to_come]
    later = dict(zip(seats[len(on_table) :], held, strict=True))
    return winner_of(Trick(seats, on_table), later)


@pytest.mark.parametrize(
    ("trick", "to_come", "winner"),
    [
        # Nobody takes a trick from a partner, unless the rules demand it.
        ("LO", ("LS7", "LU B6", "L98"), "1 LO"),
        ("LO", ("LS7", "H7 B6", "L98"), "3 H7"),
        ("LO", ("LS", "LU B6", "LT8"), "2 LS"),
        ("LO L7", ("LU B6", "LT8"), "0 LT"),
        ("LO L7", ("LU B6", "H98 B7"), "0 H9"),
    ],
)
def test_nobody_takes_a_partners_trick_without_need(
    trick: str, to_come: tuple[str, ...], winner: str
) -> None:
    assert defending(trick, *to_come) == winner


def test_for_the_last_to_play_the_reasons_are_certain() -> None:
    deal = said(lying(), "LT L8 LO")
    reasons = {action: str(explanation.reason) for action, explanation in by_action(deal).items()}
    assert reasons == {"L6": "leaves the trick to LT", "LU": "loses 2 points to LT"}


def test_the_reasons_name_the_points_given_to_a_partner() -> None:
    deal = said(lying(), "A6 AS AT")
    reasons = {action: str(explanation.reason) for action, explanation in by_action(deal).items()}
    assert reasons == {
        "AK": "gives seat 1 4 points",
        "AO": "gives seat 1 3 points",
        "A8": "leaves the trick to seat 1",
    }


def test_frequencies_are_those_of_the_worlds() -> None:
    """The declarer's ten of leaves wins the trick or is trumped, as the cards lie."""
    deal = said(lying(), "HS H8 H7 H6")
    view, seed = View.of(deal, deal.to_act), 3
    options = PimcOptions(worlds=200, belief=False)
    [ten] = [
        explanation
        for explanation in Pimc(options).explain(view, seed)
        if explanation.action == "LT"
    ]
    worlds = Worlds.of(view).sample(200, seed)
    leaves, hearts = SUITS[SUIT_LETTERS.index("L")], SUITS[SUIT_LETTERS.index("H")]
    trumped = [
        any(not hand & leaves and hand & hearts for hand in world[1:4]) for world in worlds.tolist()
    ]
    mostly = "takes the trick" if np.mean(trumped) < 0.5 else "loses 10 points"
    assert ten.reason.share == max(np.mean(trumped), 1 - np.mean(trumped))
    assert str(ten.reason).startswith(f"{mostly} {ten.reason.often}")


@pytest.mark.parametrize(
    ("share", "often"),
    [
        (1.0, "virtually every time"),
        (0.94, "almost every time"),
        (0.72, "most of the time"),
        (0.61, "more often than not"),
        (0.5, "about half the time"),
        (0.34, "about a third of the time"),
        (0.12, "rarely"),
        (0.0, "very rarely"),
    ],
)
def test_frequencies_are_worded_as_at_the_table(share: float, often: str) -> None:
    assert str(Reason("takes the trick {often}", share=share)) == f"takes the trick {often}"


def test_with_one_legal_card_there_is_no_choice() -> None:
    deal = said(lying(), "A6 A9")
    [only] = explained(deal)
    assert (only.action, str(only.reason)) == ("AT", "the only legal card")


def test_bids_are_explained_by_points_and_scaled_by_the_price_of_a_match() -> None:
    cheap, dear = (by_action(open_deal(rules=Rules(match=match))) for match in (12, 120))
    for word, explanation in cheap.items():
        assert dear[word].payment == pytest.approx(10 * explanation.payment)
        assert dear[word].spread == pytest.approx(10 * explanation.spread)
    assert "points with the Dobb" in str(cheap["dobbm"].reason)
    assert "points without the Dobb" in str(cheap["solo"].reason)


@pytest.mark.parametrize("players", [4, 5])
@pytest.mark.parametrize("first", ["weiter", "dobbm"])
def test_the_points_of_a_bid_are_worth_its_payment(players: int, first: str) -> None:
    rng = Random(95)
    for _ in range(sample_size(10, long=200)):
        deal = Deal.start(shuffled(rng), dealer=players - 1, players=players)
        for word in (first, "weiter", "weiter", "weiter"):
            explanations = by_action(deal)
            for bid, factor in (("dobbm", 1), ("solo", 2)):
                if bid in explanations:
                    payment, made = explanations[bid].payment, explanations[bid].reason.points
                    a_point = factor * (players - 1)
                    # With very few points, the tables may expect less than no points at all.
                    payment = max(payment, -60 * a_point)
                    assert payment == pytest.approx(a_point * (made - 60), abs=a_point / 2 + 1e-9)
            deal = deal.apply(word)


def test_a_hand_makes_more_points_after_three_have_passed() -> None:
    """With seed 95, the last hand makes 49 points on average, and 69 if nobody else bids."""
    deal = Deal.start(shuffled(Random(95)), dealer=3).apply_all(["weiter"] * 3)
    dobbm = by_action(deal)["dobbm"]
    assert round(dobbm_points(deal.hand(3))) == 49
    assert (round(dobbm.payment), dobbm.reason.points) == (28, 69)


def test_with_five_players_the_declarer_settles_with_four() -> None:
    four, five = by_action(open_deal()), by_action(open_deal(players=5))
    for word in ("dobbm", "solo"):
        assert five[word].payment == pytest.approx(four[word].payment * 4 / 3)
    assert five["weiter"] == four["weiter"]


def test_the_explanation_of_weiter_depends_on_the_earlier_bids() -> None:
    deal = open_deal()
    assert "with the Dobb" in str(by_action(deal)["weiter"].reason)
    assert "without the Dobb" in str(by_action(said(deal, "dobbm"))["weiter"].reason)
    last = by_action(said(deal, "weiter weiter weiter"))["weiter"]
    assert (round(last.payment), last.spread) == (0, 0)
    assert "thrown in" in str(last.reason)


def test_weiter_is_compared_with_the_best_bid() -> None:
    met = set()
    for seed in range(30):
        for words in ([], ["weiter"], ["dobbm"]):
            deal = Deal.start(shuffled(Random(seed)), dealer=3).apply_all(words)
            found = by_action(deal)
            reason, worth = found["weiter"].reason, found.pop("weiter").payment
            best = max(found.values(), key=lambda one: one.payment)
            contract = "with the Dobb" if best.action == "dobbm" else "without the Dobb"
            makes = f"about {best.reason.points} points {contract}"
            is_better = best.payment > worth
            assert str(reason) == (
                f"a bid is better: a hand like this makes {makes}"
                if is_better
                else f"a hand like this makes only {makes}: more than 60 are needed"
            )
            met.add((is_better, contract))
    assert len(met) > 2


def test_a_hand_for_a_solo_may_still_earn_more_in_defence() -> None:
    deal = Deal.start(shuffled(Random(242)), dealer=3).apply("dobbm")
    found = by_action(deal)
    assert found["weiter"].payment > found["solo"].payment > 0
    assert str(found["weiter"].reason) == "a hand like this earns more in defence"


@pytest.mark.parametrize(("rules", "stockerl"), [(Rules(), 10), (Rules(match=12, unit=5), 5)])
def test_with_five_players_throwing_the_cards_in_costs_a_stockerl(
    rules: Rules, stockerl: int
) -> None:
    deal = said(open_deal(players=5, rules=rules), "weiter weiter weiter")
    weiter = by_action(deal)["weiter"]
    assert weiter.payment == pytest.approx(-stockerl)
    assert weiter.spread == 0
    assert str(weiter.reason).endswith(f"and seat {deal.setup.active[0]} gets a Stockerl")
    assert settle(deal.apply("weiter")).payments[deal.setup.active[3]] == -stockerl


def test_eight_discards_are_explained_the_best_first_after_the_players_own() -> None:
    deal = said(open_deal(), "dobbm weiter weiter weiter")
    explanations = explained(deal)
    assert len(explanations) == 8
    rest = [explanation.payment for explanation in explanations[1:]]
    assert rest == sorted(rest, reverse=True)


def test_the_player_makes_the_discards_that_it_explains_first() -> None:
    rng = Random(8)
    for _ in range(5):
        deal = Deal.start(shuffled(rng), dealer=3).apply_all(
            ["dobbm", "weiter", "weiter", "weiter"]
        )
        view, player = View.of(deal, 0), make_explainer()
        assert player.explain(view, 3)[0].action == player.act(view, 3)


def test_the_reasons_name_the_points_and_the_suits_discarded() -> None:
    explanations = by_action(said(open_deal(), "dobbm weiter weiter weiter"))
    for action, explanation in explanations.items():
        kept = {NAMES[card] for card in cards("HSTU LST7 A6 B9 AU7 B76")} - {*action.split()}
        void = " ".join(suit for suit in "HLAB" if suit not in {name[0] for name in kept})
        laid = points(parse_cards(action))
        expected = f"discards {laid} point{'s' * (laid != 1)}"
        assert str(explanation.reason) == (f"{expected} and keeps no {void}" if void else expected)


def test_doubling_doubles_the_stake() -> None:
    deal = laid(said(open_deal(), "dobbm weiter weiter weiter"), "AU7 B76")
    gut, schwacher = (by_action(deal)[word] for word in ("gut", "schwacher"))
    assert schwacher.payment == pytest.approx(2 * gut.payment)
    assert schwacher.spread == pytest.approx(2 * gut.spread)
    assert str(gut.reason) == f"your side wins {gut.reason.often}"
    assert str(schwacher.reason).startswith("your side is about")
