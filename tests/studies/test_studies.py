"""A small version of every study, and what the rows of some of them mean."""

from __future__ import annotations

import numpy as np
import pytest

from dobbm.game.cards import CARDS, parse_cards
from dobbm.players.next_deal import CHARGES
from dobbm.studies import STUDIES
from dobbm.studies.charges import NOBODY, compare_charges
from dobbm.studies.companions import compare_companions
from dobbm.studies.first_leads import long_suit
from dobbm.studies.forced import compare_forced
from dobbm.studies.fuchs import fox
from dobbm.studies.luck import LEADS, PAIR, seated_both_ways
from dobbm.studies.report import Finding, Mean
from dobbm.studies.retours import compare_retours
from dobbm.studies.running import Study
from dobbm.studies.schinden import choice
from dobbm.studies.schwacher import compare_schwacher
from dobbm.studies.sessions import compare_sessions, paired_sessions
from dobbm.studies.stockerl import compare_stockerl
from dobbm.studies.waiting import compare_waiting
from dobbm.studies.when_to_bid import PLACES
from drawing import cards, dealt, said
from tiers import sample_size


def sample(name: str, quick: int, long: int) -> dict[str, tuple[Mean, ...]]:
    """Return the rows of a small version of a study, by name."""
    finding = STUDIES[name].run(sample_size(quick, long=long), seed=1)
    return dict(finding.rows)


def lowest(mean: Mean) -> float:
    assert mean.interval
    return mean.interval[0]


def highest(mean: Mean) -> float:
    assert mean.interval
    return mean.interval[1]


@pytest.mark.parametrize("study", STUDIES.values(), ids=STUDIES.keys())
def test_a_study_depends_on_the_seed_and_the_numbers_of_the_deals(study: Study) -> None:
    count = 24 if study.together > 1 else 4  # a whole session is many deals
    whole = study.observer(5)(range(count))
    parts = [study.observer(5)(span) for span in (range(3), range(3, count))]
    assert np.array_equal(np.concatenate(parts), whole)
    assert not np.array_equal(study.observer(6)(range(count)), whole)
    finding: Finding = study.conclude(whole)
    assert all(len(means) == len(finding.columns) for _, means in finding.rows)
    assert finding.to_svg().startswith("<svg")


def test_a_long_weak_suit_is_led_first() -> None:
    rows = sample("leads", 600, 4000)
    weak = rows["four or more, without the sow"]
    assert weak[2].mean - weak[1].mean == pytest.approx(weak[3].mean)
    assert lowest(weak[3]) > 0


def test_the_long_suit_is_the_weaker_of_two() -> None:
    assert long_suit(parse_cards("HS H9 LS LT L6 AT A9 A6")) == parse_cards("AT A9 A6")
    assert long_suit(parse_cards("HS H9 H8 LS L6 AT A9 A6")) == parse_cards("AT A9 A6")


def test_a_fuchs_is_better_discarded() -> None:
    rows = sample("fuchs", 600, 4000)
    assert highest(rows["all"][4]) < 0
    assert rows["a ten"][1].mean > rows["a nine or lower"][1].mean


@pytest.mark.parametrize(
    ("hand", "found"),
    [
        ("HS H9 H8 HT LT A9 A8 A7 B9 B8 B7 BS", "LT"),
        ("HS H9 H8 HT LS A9 A8 A7 B9 B8 B7 BS", None),  # a sow is no Fuchs
        ("HS H9 H8 LT L9 A9 A8 A7 B9 B8 B7 BS", None),
        ("HT LS L9 L8 L7 A9 A8 A7 B9 B8 B7 BS", None),  # nor is a heart
    ],
)
def test_a_fuchs_is_a_single_card_of_a_side_suit(hand: str, found: str | None) -> None:
    assert fox(parse_cards(hand)) == (CARDS[found] if found else 0)


def test_a_schwacher_pays_only_with_reason() -> None:
    rows = sample("schwacher", 300, 3000)
    assert highest(rows["all Dobbms"][2]) < 0
    assert highest(rows["expects to be behind"][2]) < 0
    assert rows["expects to be ahead by 5 to 10"][2].mean > rows["all Dobbms"][2].mean


def test_a_schwacher_doubles_and_a_retour_doubles_again() -> None:
    strong, weak = sum(cards("H9876 LTK A9")), sum(cards("H9 LTK A987 B8"))
    observed = [
        (strong, 1, 50, 60, 3),  # the declarer makes 50 points, and says gut
        (strong, 1, 75, 85, 3),  # 75 points, and retour
        (weak, 2, 75, 60, -2),  # a Solo
    ]
    rows = dict(compare_schwacher(np.array(observed)).rows)
    assert rows["four hearts or more"][2].mean == (10 - 15) / 2
    assert rows["four hearts or more"][3].mean == (10 - 3 * 15) / 2
    assert rows["all Solos"][2].mean == -30
    assert rows["expects to be behind"][0].mean == pytest.approx(100 / 3)


def test_waiting_with_a_strong_hand_costs() -> None:
    rows = sample("waiting", 300, 3000)
    assert highest(rows["others trained: all hands"][3]) < 0
    assert highest(rows["others simple: all hands"][3]) < 0
    assert rows["others simple: all hands"][0].mean > rows["others trained: all hands"][0].mean


def test_waiting_is_compared_with_playing_in_the_same_deal() -> None:
    observed = [(1, 0, 62, 30, 0, 1), (1, 1, 71, 60, -20, 0), (0, 0, 66, 9, 9, 0)]
    rows = dict(compare_waiting(np.array(observed)).rows)
    thrown_in, playing, waiting, difference = rows["others simple: all hands"]
    assert (thrown_in.mean, playing.mean, waiting.mean, difference.mean) == (50, 45, -10, -55)
    assert rows["others simple: 70 to 75 points"][3].mean == -80


def test_a_solo_needs_more_than_a_dobbm() -> None:
    rows = sample("solos", 30_000, 200_000)
    *_, weak = rows["60 to 65 points"]
    *_, strong = rows["80 or more points"]
    assert highest(weak) < 0 < lowest(strong)


def test_outbidding_pays_with_a_strong_hand_only() -> None:
    rows = sample("outbidding", 300, 3000)
    assert highest(rows["50 to 55 points"][4]) < 0
    assert rows["75 or more points"][4].mean > rows["50 to 55 points"][4].mean


def test_the_stockerl_makes_up_for_what_the_dealer_pays() -> None:
    rows = sample("stockerl", 1200, 8000)
    for name in ("simple", "trained"):
        thrown_in, _, dealer, fair = rows[f"5 players: {name}"]
        assert highest(dealer) < 0
        assert fair.mean == pytest.approx(-dealer.mean / 4)
        assert thrown_in.mean < 50
        assert not rows[f"4 players: {name}"][3].observations
    assert rows["4 players: simple"][0].mean > rows["4 players: trained"][0].mean


def test_the_dealer_is_behind_and_declaring_costs_more_with_five() -> None:
    rows = sample("charges", 4000, 40_000)
    for dealer in ("4 players, trained: fourth", "5 players, trained: the dealer"):
        gain, lasting, *_ = rows[dealer]
        assert highest(gain) < 0
        assert highest(lasting) < 0
    four, five = [rows[f"{players} players, trained: forehand"][3] for players in (4, 5)]
    assert 0 < lowest(four) < four.mean < five.mean


def test_the_later_a_seat_speaks_the_less_it_needs_for_a_bid() -> None:
    rows = sample("bids", 2000, 10_000)
    for players in (4, 5):
        places = [rows[f"{players} players: {name}"] for name in PLACES]
        for column, direction in ((0, -1), (1, 1), (2, -1), (3, 1)):
            figures = [direction * means[column].mean for means in places]
            assert figures == sorted(figures)
        for now, bids_now, later, bids_later in places[:3]:
            assert now.mean < later.mean
            assert highest(bids_later) < lowest(bids_now)


@pytest.mark.long
def test_players_are_charged_what_they_count() -> None:
    rows = dict(STUDIES["charges"].run(400_000, seed=1).rows)
    for players, charges in CHARGES.items():
        for outbids, found in ((False, 3), (True, 2)):
            for place, charge in enumerate(charges[outbids]):
                measured = rows[f"{players} players, trained:next=on: {PLACES[place]}"][found]
                if measured.observations:
                    assert lowest(measured) < charge < highest(measured), (players, place, outbids)


def test_what_declaring_costs_is_what_the_next_place_loses() -> None:
    """Forehand always plays for 10 points, or else second: each has the worst place next."""
    first = (0, 0, 1, 0, 0, 0, 30, -10, -10, -10, NOBODY)
    second = (0, 1, 0, 1, 0, 0, -10, 30, -10, -10, NOBODY)
    rows = dict(compare_charges(np.array([first, second] * 40)).rows)
    gains = [rows[f"4 players, trained: {place}"][0].mean for place in ("forehand", "third")]
    assert gains == [10, -10]
    lasting = [
        rows[f"4 players, trained: {place}"][1].mean
        for place in ("forehand", "second", "third", "fourth")
    ]
    assert sum(lasting) == pytest.approx(0)
    charge = rows["4 players, trained: forehand"][3].mean
    assert charge == pytest.approx(lasting[2] - lasting[3])


def test_the_gain_of_counting_the_next_deal_is_that_of_a_seat_and_deal() -> None:
    observed = [(4, 280, -280, 0, 0), (5, 3 * 29, -2 * 29, 0, 0)]
    rows = dict(compare_sessions(np.array(observed)).rows)
    assert rows["4 players"][0].mean == pytest.approx(5.0)
    assert rows["5 players"][0].mean == pytest.approx(1.0)


def test_a_deal_without_a_hand_for_pagat_is_counted() -> None:
    observed = [(0, 1, 0, 0), (0, 0, -20, 1), (1, 0, 10, 1), (2, 0, -8, 1), (3, 0, -8, 1)]
    rows = dict(compare_stockerl(np.array(observed)).rows)
    thrown_in, weak, dealer, _ = rows["4 players: simple"]
    assert (thrown_in.mean, weak.mean, dealer.mean) == (50, 50, -10)
    assert rows["5 players: trained"][3].mean == 2


@pytest.mark.parametrize("other", ["simple", "trained"])
def test_nobody_gains_by_its_place_in_a_session(other: str) -> None:
    def gains(counting: str, usual: str) -> list[float]:
        pair = paired_sessions(counting, usual, seed=1)
        rows = dict(compare_sessions(np.array([pair(number) for number in range(4)])).rows)
        return [rows[f"{players} players"][0].mean for players in (4, 5)]

    one, swapped = gains("trained", other), gains(other, "trained")
    assert one == [-gain for gain in swapped]
    assert any(one) is (other != "trained")


def test_the_places_share_all_games_and_payments() -> None:
    rows = STUDIES["seats"].run(40, seed=1).rows
    for players, places in ((4, rows[:4]), (5, rows[4:])):
        assert all(name.startswith(f"{players} players: ") for name, _ in places)
        thrown_in = places[0][1][0].mean
        assert sum(means[1].mean for _, means in places) + thrown_in == pytest.approx(100)
        assert sum(means[2].mean for _, means in places) == pytest.approx(0)


def test_the_better_player_needs_the_more_deals_the_closer_they_are() -> None:
    observed = STUDIES["luck"].observer(1)(range(240))
    rows = dict(STUDIES["luck"].conclude(observed).rows)
    needed, lead = rows["simple against random"]
    leads = observed[observed[:, PAIR] == 0, LEADS]
    assert lead.mean == leads.mean() > 0
    sums = np.random.default_rng(3).choice(leads.ravel(), (4000, int(needed.mean))).cumsum(axis=1)
    assert (sums[:, -1] > 0).mean() > 0.94 > (sums[:, -2] > 0).mean()
    assert needed.interval
    assert needed.interval[0] <= needed.mean <= needed.interval[1]
    close, lead = rows["trained against simple"]
    leads = observed[observed[:, PAIR] == 2, LEADS]
    assert close.mean == pytest.approx((1.645 * leads.std(ddof=1) / lead.mean) ** 2)
    assert close.mean > needed.mean


def test_rare_great_leads_are_no_early_lead() -> None:
    """A deal in eleven is won by far: 30 deals have none of these in 6 of 100 draws."""
    leads = [1000 if deck < 88 else -1 for deck in range(1000)]
    observed = [(pair, lead, lead) for lead in leads for pair in range(3)]
    rows = STUDIES["luck"].conclude(np.array(observed)).rows
    assert [needed.mean for _, (needed, _) in rows] == [30, 30, 30]


@pytest.mark.parametrize("other", ["simple", "trained"])
def test_nobody_leads_by_its_place_at_the_table(other: str) -> None:
    one = seated_both_ways("trained", other, seed=1)
    swapped = seated_both_ways(other, "trained", seed=1)
    for deck in range(8):
        assert sum(one(deck)) == -sum(swapped(deck))
        assert other != "trained" or sum(one(deck)) == 0


def test_a_retour_adds_what_the_declarer_has_without_it() -> None:
    observed = [
        (0, 1, 75, 80, 12),  # the cautious defender is wrong
        (0, 1, 50, 62, 6),  # only the bold one doubles this Dobbm
        (0, 1, 61, 62, -9),
        (0, 2, 90, 90, 12),  # a Solo is left out
    ]
    rows = dict(compare_retours(np.array(observed)).rows)
    assert rows["cautious: 75 or more points"][2].mean == 15
    assert rows["bold: 60 to 65 points"][2].mean == -10
    assert rows["careless: 60 to 65 points"][2].mean == (1 - 10) / 2
    assert rows["cautious: all hands"][0].mean == pytest.approx(100 / 3)


def test_a_player_who_trails_far_catches_up_by_a_solo_alone() -> None:
    hand = sum(cards("H98 LS76 A6 B6"))
    rows = dict(compare_forced(np.array([(hand, 74, 93), (hand, 59, 30)])).rows)
    figures = [mean.mean for mean in rows["all hands"]]
    # Between two players, a Dobbm of 74 points counts 4 × 14 = 56, and a Solo of 93 counts 264.
    assert figures == [100, (14 - 1) / 2, (66 - 60) / 2, 50, 50, 0, 50, 0, 50]


@pytest.mark.parametrize(
    ("played", "chosen"),
    [
        ("L8", "LS L6"),
        ("L8 L6", "LK L7"),
        ("L8 LU", "LK L7"),
        ("L8 LS", None),  # the king cannot take the lead
        ("L8 LU LK", None),  # the ten is alone
        ("A9", None),
        ("HK", None),  # a trump
        ("B9 BS B7 BK B6", None),  # led by a defender
    ],
)
def test_schinden_is_a_choice_of_a_defender_with_high_and_low_cards(
    played: str, chosen: str | None
) -> None:
    solo = dealt(
        "HSTK L98 A9 B98", "HU9 LSU6 AS BS6", "HO8 LK7 ATK BT7", "H76 LT AOU8 BKO", dobb="LO A76 BU"
    )
    deal = said(solo, f"solo gut gut gut {played}")
    assert choice(deal) == (chosen and tuple([CARDS[card] for card in chosen.split()]))


def test_schinden_pays_where_trained_holds_back() -> None:
    rows = sample("schinden", 300, 3000)
    assert lowest(rows["trained plays another card"][5]) > 0
    assert highest(rows["trained plays the high card"][5]) < 0


def test_no_declarer_makes_use_of_the_freer_reading() -> None:
    rows = sample("companions", 60, 1000)
    assert rows["all"][2].mean == rows["all"][4].mean == 0


def test_readings_of_the_companion_are_compared_in_the_same_deal() -> None:
    twelve = sum(cards("HSK LSTKU ASTK BS7"))
    plain, free = sum(cards("LK LU AK B7")), sum(cards("HS LS LU B7"))
    rows = dict(compare_companions(np.array([(twelve, plain, free, 70, 66)])).rows)
    assert [mean.mean for mean in rows["with all four sows"]] == [100, 100, 100, 10, -4]


def test_both_sides_gain_by_seeing_the_cards() -> None:
    rows = sample("sight", 40, 300)
    assert lowest(rows["all"][3]) > 0
    assert lowest(rows["all"][4]) > 0
    assert rows["all"][4].mean > rows["all"][3].mean
