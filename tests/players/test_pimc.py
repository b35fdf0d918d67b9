"""The player that draws worlds and values them by rollouts and double-dummy."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import fmean

import numpy as np
import pytest
from numpy.typing import NDArray

from dobbm.ai.calling import Numbers
from dobbm.ai.evaluation import dobbm_points, kept_points
from dobbm.ai.kernel.belief import (
    DISCARDED_HEARTS,
    DISCARDED_POINTS,
    FIRST_WEITER,
    KEPT_HAND,
    LATER_WEITER,
    SOLO_HAND,
)
from dobbm.ai.solver import Solver, from_declarer, solve
from dobbm.ai.worlds import Worlds
from dobbm.game.actions import DOUBLING
from dobbm.game.cards import CARDS, DECK, HEARTS, points, shuffled
from dobbm.game.deal import Deal
from dobbm.game.errors import PlayerError
from dobbm.game.rules import PRESETS as RULE_SETS
from dobbm.game.rules import SOLO, Rules
from dobbm.game.view import View
from dobbm.players import make_player
from dobbm.players.pimc.belief import believed_worlds, likelihood, pick_by_weight
from dobbm.players.pimc.doubling import choose_doubling_word
from dobbm.players.pimc.options import PimcOptions
from dobbm.players.pimc.payments import KEPT as PAYMENTS_KEPT
from dobbm.players.pimc.payments import payments_by_points
from dobbm.players.pimc.play import FIRST, Prospect, choose_card, prospect
from dobbm.training.beliefs import world_features
from drawing import cards, lying, open_deal, said
from rebuilding import rebuilt


def played_by(name: str, deal: Deal, rng: Random) -> Deal:
    """The deal at its end, with the player in every seat; every action is verified."""
    player = make_player(name)
    while deal.to_act is not None:
        action = player.act(View.of(deal, deal.to_act), rng.getrandbits(32))
        assert action is not None
        deal = deal.apply(action)
    return deal


def test_two_sides_that_see_themselves_ahead_do_not_double_without_end() -> None:
    """A defender says Schwacher; with this seed, both sides see themselves far ahead."""
    deck = (
        "B7 BK BT BS B6 BO AK AT A9 AO H6 H9 B8 BU A6 A8 A7 L6 "
        "L8 LO AS L9 LS HK HU HO HT HS AU L7 LU H7 B9 LK LT H8"
    )
    deal = Deal.start([CARDS[name] for name in deck.split()], dealer=3)
    deal = deal.apply_all(["dobbm", "weiter", "solo", "gut", "schwacher"])
    while deal.phase == DOUBLING:
        deal = deal.apply(choose_doubling_word(View.of(deal, deal.to_act), 4295004160))
    assert sum(step.action in {"schwacher", "retour"} for step in deal.steps) == 5


def test_stakes_chosen_by_strangers_do_not_fill_the_memory() -> None:
    for match in range(1, 2 * PAYMENTS_KEPT):
        payments_by_points(SOLO, 0, Rules(match=match), declares=True)
    assert payments_by_points.cache_info().currsize <= PAYMENTS_KEPT


def test_payments_with_thousands_of_doublings_are_numbers_and_change_no_choice() -> None:
    few, many = (np.array(payments_by_points(SOLO, n, Rules(), declares=True)) for n in (3, 5_000))
    assert np.isfinite(many**2).all()
    assert (np.diff(many) > 0).tolist() == (np.diff(few) > 0).tolist()
    assert np.allclose(many / many[-1], few / few[-1])


@pytest.mark.parametrize("preset", RULE_SETS)
@pytest.mark.parametrize("players", [4, 5])
def test_it_plays_whole_deals_by_the_rules(preset: str, players: int) -> None:
    rng = Random(3)
    for _ in range(2):
        dealer = rng.randrange(players)
        deal = Deal.start(shuffled(rng), dealer=dealer, players=players, rules=Rules.of(preset))
        assert played_by("pimc:quick", deal, rng).phase == "done"


def test_the_same_view_and_seed_give_the_same_action() -> None:
    rng = Random(4)
    one, another = make_player("pimc:quick"), make_player("pimc:quick")
    deal = Deal.start(shuffled(rng), dealer=3).apply_all(["dobbm", "weiter", "weiter", "weiter"])
    while deal.to_act is not None:
        view, seed = View.of(deal, deal.to_act), rng.getrandbits(32)
        action = one.act(view, seed)
        assert another.act(view, seed) == action == one.act(view, seed)
        assert action is not None
        deal = deal.apply(action)


def test_near_the_end_no_other_card_pays_more_on_average() -> None:
    rng = Random(5)
    checked = 0
    while checked < 2:
        deal = Deal.start(shuffled(rng), dealer=3).apply_all(["solo", "gut", "gut", "gut"])
        while deal.play and deal.play.played.bit_count() < 25:
            deal = deal.apply(rng.choice(deal.legal_actions()))
        view = View.of(deal, deal.to_act)
        if len(view.legal or ()) < 2:
            continue
        worlds = Worlds.of(view).all()
        values = [solve(rebuilt(tuple(world), deal, view)).cards for world in worlds.tolist()]
        total = {card: sum(value[card] for value in values) for card in values[0]}
        side = max if deal.to_act == deal.declarer else min
        options = PimcOptions(worlds=len(worlds), belief=False)
        assert total[choose_card(view, 0, options, Solver())] == side(total.values())
        checked += 1


def nearly_over() -> Deal:
    """A Solo with a few hundred worlds left, in which the seat to act has a choice."""
    rng = Random(9)
    while True:
        deal = Deal.start(shuffled(rng), dealer=3).apply_all(["solo", "gut", "gut", "gut"])
        while deal.play and deal.play.played.bit_count() < 22:
            deal = deal.apply(rng.choice(deal.legal_actions()))
        if len(deal.legal_actions()) > 1:
            count = Worlds.of(View.of(deal, deal.to_act)).count
            if 100 < count < 1_000:
                return deal


def paying(*worlds: tuple[float, float], weights: Sequence[float] = ()) -> Prospect:
    """The prospect of H6 and H7, given their payments in each world; the network does not care."""
    first, second = zip(*worlds, strict=True)
    payments = {"H6": [*first], "H7": [*second]}
    return Prospect(payments, [*weights] or [1.0] * len(worlds), {"H6": 0.0, "H7": 0.0})


def rows(worlds: Numbers) -> NDArray[np.int64]:
    return np.asarray(worlds).reshape(-1, 5)


def test_a_choice_is_settled_when_one_card_is_far_ahead_in_every_world() -> None:
    assert paying((20, 5), (21, 4), (19, 6)).settled
    assert not paying((20, 5), (1, 14), (9, 6)).settled


def test_a_world_counts_by_its_weight() -> None:
    assert paying((8, 0), (0, 4), weights=(1, 1)).means == {"H6": 4, "H7": 2}
    assert paying((8, 0), (0, 4), weights=(1, 3)).means == {"H6": 2, "H7": 3}


def test_worlds_of_little_weight_settle_nothing() -> None:
    """A hundred of them agree, but the two that count say the opposite."""
    alike = paying(*[(9.0, 5.0)] * 100, (1, 20), (6, 7))
    doubted = alike._replace(weights=[1e-6] * 100 + [1.0, 1.0])
    assert alike.settled
    assert not doubted.settled


def test_a_choice_of_cards_that_pay_the_same_in_every_world_is_never_settled() -> None:
    assert not paying(*[(0.0, 0.0)] * 8).settled


def test_a_declarer_settles_with_three_and_a_defender_with_one() -> None:
    declarer = payments_by_points(SOLO, 1, Rules(), declares=True)
    defender = payments_by_points(SOLO, 1, Rules(), declares=False)
    assert (declarer[61], defender[61]) == (12, -4)
    assert (declarer[0], defender[0]) == (-720, 240)
    assert declarer[60] == defender[60] == 0


def test_belief_prefers_worlds_in_which_the_declarer_has_the_hearts_for_the_bid() -> None:
    rng = Random(6)
    deal = Deal.start(shuffled(rng), dealer=3)
    deal = deal.apply_all(["weiter", "solo", "gut", "gut", "gut"])
    deal = deal.apply(deal.legal_actions()[0])
    view = View.of(deal, 2)
    worlds = Worlds.of(view)
    drawn = worlds.sample(500, 1)
    believed = believed_worlds(view, 500, 1, believe=True)
    hearts = np.bitwise_count(rows(believed.worlds)[:, 0] & HEARTS)
    assert (
        np.average(hearts, weights=believed.weights)
        > np.bitwise_count(drawn[:, 1] & HEARTS).mean() + 0.5
    )


def test_the_features_of_a_world_rate_the_others_actions_by_their_hands() -> None:
    """Forehand's view after weiter from seat 1, a Dobbm from seat 2 and weiter from seat 3."""
    deal = said(open_deal(), "weiter weiter dobbm weiter")
    deal = deal.apply(make_player("simple").act(View.of(deal, 2), 0) or "")
    view = View.of(deal, 0)
    worlds = Worlds.of(view).sample(40, 1)
    found = world_features(view, worlds)
    _, second, declarer, last, out = worlds.T
    for feature, made in (
        (KEPT_HAND, map(kept_points, declarer.tolist(), out.tolist())),
        (FIRST_WEITER, map(dobbm_points, second.tolist())),
        (LATER_WEITER, map(dobbm_points, last.tolist())),
    ):
        assert found[:, feature] == pytest.approx([(value - 60) / 10 for value in made])
        assert found[:, feature + 1] == pytest.approx(found[:, feature] ** 2)
    assert found[:, DISCARDED_HEARTS].tolist() == np.bitwise_count(out & HEARTS).tolist()
    assert found[:, DISCARDED_POINTS].tolist() == [points(some) / 10 for some in out.tolist()]
    assert not found[:, [SOLO_HAND, SOLO_HAND + 1]].any()


def test_a_few_worlds_are_all_considered_with_their_likelihoods() -> None:
    deal = nearly_over()
    view = View.of(deal, deal.to_act)
    every = Worlds.of(view).all()
    few = believed_worlds(view, len(every), 1, believe=True)
    assert few.complete
    assert rows(few.worlds).tolist() == from_declarer(view, every).tolist()
    assert min(few.weights) < fmean(few.weights) < max(few.weights)
    alike = believed_worlds(view, len(every), 1, believe=False)
    assert alike.complete
    assert alike.weights == [1.0] * len(every)


def test_likelier_worlds_are_drawn_more_often() -> None:
    deal = nearly_over()
    view = View.of(deal, deal.to_act)
    possible = Worlds.of(view)
    every = possible.listed(possible.from_declarer)
    likely = dict(zip(map(tuple, rows(every).tolist()), likelihood(view, every), strict=True))
    count = possible.count - 1
    drawn = believed_worlds(view, count, 1, believe=True)
    assert not drawn.complete
    assert sum(drawn.weights) == count
    wanted = count * np.array([likely[tuple(world)] for world in rows(drawn.worlds).tolist()])
    assert np.abs(drawn.weights - wanted / sum(likely.values())).max() < 1


def test_before_the_play_all_worlds_have_the_same_weight() -> None:
    view = View.of(open_deal(), 0)
    believed = believed_worlds(view, 30, 1, believe=True)
    assert believed.weights == [1.0] * 30
    assert not believed.complete


def test_an_index_is_picked_in_proportion_to_its_weight() -> None:
    picked = pick_by_weight([0.0, 3.0, 0.0, 1.0, 4.0], 16)
    assert np.bincount(picked, minlength=5).tolist() == [0, 6, 0, 2, 8]


def undecided() -> View:
    """The view of forehand, who must lead to the first trick; two cards are about equally good."""
    return View.of(lying(), 0)


def test_when_time_is_up_no_further_worlds_are_considered() -> None:
    options, solver = PimcOptions(worlds=200), Solver()
    unlimited = prospect(undecided(), 3, options, solver)
    at_once = prospect(undecided(), 3, options._replace(seconds=1e-9), solver)
    assert len(at_once.weights) == FIRST < len(unlimited.weights)
    assert at_once.payments == {card: paid[:FIRST] for card, paid in unlimited.payments.items()}


def test_a_generous_time_limit_changes_nothing() -> None:
    options, solver = PimcOptions(worlds=40), Solver()
    unlimited = prospect(undecided(), 3, options, solver)
    patient = prospect(undecided(), 3, options._replace(seconds=3_600.0), solver)
    assert patient.payments == unlimited.payments


def test_the_players_own_seed_gives_other_worlds() -> None:
    """Usually, they lead to the same choice."""
    rng = Random(7)
    plain, seeded = make_player("pimc:quick"), make_player("pimc:quick,seed=5")
    differ = 0
    for _ in range(4):
        deal = Deal.start(shuffled(rng), dealer=3).apply_all("dobbm weiter weiter weiter".split())
        while deal.to_act is not None:
            view, seed = View.of(deal, deal.to_act), rng.getrandbits(32)
            action = seeded.act(view, seed)
            assert action == plain.act(view, seed + 5)
            differ += action != plain.act(view, seed)
            deal = deal.apply(action or "")
    assert differ


@pytest.mark.parametrize(
    ("hand", "word"),
    [
        ("HSTKO LS AS BS B6", "solo"),
        ("HSO97 LST A9 B6", "dobbm"),
        ("H6 LK98 AO7 B86", "weiter"),
    ],
)
def test_it_bids_what_the_hand_is_worth(hand: str, word: str) -> None:
    held = cards(hand)
    others = [card for card in DECK if card not in held]
    # Forehand has the first and the fifth packet of four cards.
    deal = Deal.start([*held[:4], *others[:12], *held[4:], *others[12:]], dealer=3)
    assert deal.hand(0) == sum(held)
    assert make_player("pimc").act(View.of(deal, 0), 0) == word


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        (
            "pimc:worlds=0",
            "the option worlds of pimc must be a whole number from 1 to 10000, not '0'",
        ),
        ("pimc:worlds=x", "must be a whole number from 1 to 10000, not 'x'"),
        (f"pimc:worlds={'9' * 5000}", "must be a whole number from 1 to 10000, not '99"),
        ("pimc:clever", "pimc has no option 'clever': its options are quick, medium, strong"),
        ("pimc:strong=", "pimc has no option 'strong=': its options are"),
        (
            "pimc:seconds=0",
            "the option seconds of pimc must be a number above 0 and at most 3600, not '0'",
        ),
        ("pimc:seconds=-1", "not '-1'"),
        ("pimc:seconds=1.2.3", "not '1.2.3'"),
        ("pimc:seconds=nan", "not 'nan'"),
        ("pimc:seconds=.", "at most 3600"),
        ("pimc:seconds=3601", "at most 3600"),
        ("pimc:seed=-1", "not '-1'"),
        ("pimc:seed", "the option seed of pimc must be a whole number of at most 18 digits"),
        ("pimc:belief=yes", "the option belief of pimc must be on or off, not 'yes'"),
        ("simple:fast", "the player simple takes no options: remove ':fast'"),
    ],
)
def test_invalid_options_are_named(name: str, reason: str) -> None:
    with pytest.raises(PlayerError, match=reason):
        make_player(name)


def test_options_are_presets_and_fields() -> None:
    assert PimcOptions.parse("") == PimcOptions.parse("medium") == PimcOptions()
    assert PimcOptions.parse("strong,belief=off") == PimcOptions(worlds=320, belief=False)
    assert PimcOptions.parse("worlds=40") == PimcOptions(worlds=40)
    assert PimcOptions.parse("seed=7,strong") == PimcOptions(worlds=320, seed=7)
    assert PimcOptions.parse("quick,seconds=0.5,seed=7") == PimcOptions(
        worlds=8, seconds=0.5, seed=7
    )


def test_a_stronger_preset_considers_more_worlds() -> None:
    quick, medium, strong = (
        PimcOptions.parse(name).worlds for name in ("quick", "medium", "strong")
    )
    assert quick < medium < strong
