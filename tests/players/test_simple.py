"""The player ``simple`` follows the rules of thumb of pagat's Notes on Tactics."""

from __future__ import annotations

from random import Random

import pytest

from contests import contest
from dobbm.game.cards import HEARTS, SOWS, names, parse_cards, shuffled
from dobbm.game.deal import Deal
from dobbm.game.exchange import COMPANIONS, trumps_missing
from dobbm.game.rules import Rules
from dobbm.game.view import View
from dobbm.players.simple import play_simply
from dobbm.players.simple.bidding import is_extremely_strong, is_sufficient
from dobbm.players.simple.exchange import choose_discards
from drawing import dealt, said

DECKS = 100


def advice(deal: Deal) -> str:
    assert deal.to_act is not None
    return play_simply(View.of(deal, deal.to_act), seed=0)


@pytest.mark.parametrize(
    "hand",
    [
        "HS H6 LS L9 L8 A8 B7 B6",  # "the heart sow, another heart and another sow"
        "HK H9 H7 AS A6 L7 B9 B8",  # "any three hearts plus a sow"
        "HK H9 H8 H6 AT L7 B9 B8",  # four hearts
    ],
)
def test_sufficient_hands_are_bid(hand: str) -> None:
    assert is_sufficient(parse_cards(hand))


@pytest.mark.parametrize("hand", ["HS H6 LT L9 L8 A8 B7 B6", "HT HK LS L9 L8 AS B7 B6"])
def test_insufficient_hands_pass(hand: str) -> None:
    assert not is_sufficient(parse_cards(hand))


def test_a_solo_is_bid_over_a_dobbm_with_an_extremely_strong_hand_only() -> None:
    assert is_extremely_strong(parse_cards("HS HT H9 H7 LS AS B6 B7"))
    assert not is_extremely_strong(parse_cards("HT HK H9 H7 LS AS B6 B7"))


def test_in_a_mussrunde_forehand_bids_on_any_hand() -> None:
    deal = dealt(
        "H6 LT98 A98 B97", "HST LS7 AS7 BS6", "HKO LK6 AT6 BTK", "HU987 LO AKO BO", dobb="LU AU BU8"
    )
    assert advice(deal) == "weiter"
    must = Deal.start(deal.setup.deck, dealer=3, must=True)
    assert advice(must) == "dobbm"


def test_sows_and_trumps_are_kept_and_points_discarded() -> None:
    hand = parse_cards("HS HT H9 LS LT L6 AT A8 BK B8 B7 B6")
    discards = choose_discards(hand, Rules())
    assert not discards & (SOWS | HEARTS)
    assert "AT" in names(discards)


def test_discards_obey_the_rule_about_sows_even_in_a_hand_full_of_them() -> None:
    rng = Random(3)
    for _ in range(200):
        hand = sum(shuffled(rng)[:12])
        discards = choose_discards(hand, Rules())
        assert discards & ~hand == 0
        assert discards.bit_count() == 4
        assert trumps_missing(discards, COMPANIONS["plain"]) <= 0


def solo_of_forehand(*hands: str, dobb: str) -> Deal:
    """A Solo of forehand (seat 0), in which the hands are played as they are drawn."""
    return said(dealt(*hands, dobb=dobb), "solo gut gut gut")


LONG_WEAK_SUIT = ("HSTK LKO98 B6", "HOU9 LS AT98 B8", "H876 LU7 AS BK9", "AOU76 BSTO7")


def test_the_declarer_leads_low_from_a_long_weak_suit_while_trumps_are_out() -> None:
    assert advice(solo_of_forehand(*LONG_WEAK_SUIT, dobb="LT6 AK BU")) == "L8"


def test_the_declarer_cashes_high_cards_of_the_side_suits_first() -> None:
    hands = ("HSTKO9 LS A7 B7", "H87 LT76 A98 B8", "HU6 LKO AST BK9", "LU98 AOU BSTO")
    assert advice(solo_of_forehand(*hands, dobb="AK6 BU6")) == "LS"


def test_the_declarer_draws_trumps_before_leading_a_fuchs() -> None:
    hands = ("HSTKO9 L6 A7 B7", "H87 LST7 A98 B8", "HU6 LKO AST BK9", "LU98 AOU BSTO")
    assert advice(solo_of_forehand(*hands, dobb="AK6 BU6")) == "HS"


def test_a_defender_throws_points_on_a_partners_sure_trick() -> None:
    """Schieben: nobody can beat the sow of leaves any more."""
    deal = solo_of_forehand(*LONG_WEAK_SUIT, dobb="LT6 AK BU")
    assert advice(said(deal, "L8 LS L7")) == "BS"


def test_a_defender_holds_back_while_partners_are_to_come() -> None:
    """Schinden: the defender gives up a poor trick and keeps the sow of leaves for a better one."""
    hands = ("HSTK LKO98 B6", "HOU9 LS7 A98 B8", "H876 LU AST BK9", "AOU76 BSTO7")
    assert advice(said(solo_of_forehand(*hands, dobb="LT6 AK BU"), "L8")) == "L7"


def test_the_last_defender_takes_the_trick_from_the_declarer() -> None:
    hands = ("HSTK LKO98 B6", "HOU9 L6 A98 B87", "H876 LU AST BK9", "LS7 AOU7 BSTO")
    assert advice(said(solo_of_forehand(*hands, dobb="LT AK6 BU"), "LK L6 LU")) == "LS"


def test_a_strong_defender_gives_a_schwacher_and_a_weak_declarer_accepts_it() -> None:
    hands = ("HKO LKO98 B76", "HSTU9 LS AS9 B8", "H876 LU7 AT BK9", "L6 AOU76 BSTO")
    deal = said(dealt(*hands, dobb="LT AK8 BU"), "solo")
    assert advice(deal) == "schwacher"
    assert advice(said(deal, "schwacher")) == "gut"


def test_a_very_strong_declarer_answers_with_a_retour() -> None:
    hands = ("HSTKU LST AS B7", "HO987 LK9 A9 B8", "H6 LU87 AT BK96", "LO6 AOU76 BST")
    deal = said(dealt(*hands, dobb="AK8 BOU"), "solo schwacher")
    assert advice(deal) == "retour"


@pytest.mark.long
def test_simple_beats_random_by_thirty_points_per_seat_and_deal() -> None:
    standing = contest("simple", "random", DECKS, rules=Rules(max_doublings=0), seed=7)
    assert standing.gain.interval is not None
    assert standing.gain.interval[0] > 30
    assert standing.a.tally.faults == 0


@pytest.mark.long
def test_four_simple_players_seldom_throw_in_and_mostly_win() -> None:
    standing = contest("simple", "simple", 200, seed=7)
    side = standing.a
    assert standing.thrown_in <= 0.2 * standing.deals
    assert side.won - side.solos_won >= 0.6 * (side.declared - side.solos)


def test_simple_plays_five_handed_deals_of_every_preset_without_an_illegal_action() -> None:
    rng = Random(11)
    for preset in ("pagat", "wikipedia", "gamerules", "akagiri"):
        for dealer in range(5):
            deal = Deal.start(
                shuffled(rng), dealer=dealer, players=5, must=True, rules=Rules.of(preset)
            )
            while deal.to_act is not None:
                action = advice(deal)
                assert deal.is_legal(action)
                deal = deal.apply(action)
            assert deal.declarer == (dealer + 1) % 5
