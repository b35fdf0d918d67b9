"""What an attentive player remembers."""

from dobbm.cards import CARDS, HEARTS, LEAVES, PACK, names, parse_cards
from dobbm.deal import Deal
from dobbm.players.memory import Memory
from dobbm.view import View
from drawing import dealt, said


def solo_of_forehand() -> Deal:
    """Seat 1 has no leaves; seat 2 neither leaves nor hearts."""
    deal = dealt(
        "HSTK LST9 A6 B6",
        "HOU98 ASTK B7",
        "AOU98 BST98",
        "H76 LKOU876",
        dobb="BKOU A7",
    )
    return said(deal, "solo gut gut gut")


def test_before_the_first_card_all_other_cards_are_unseen() -> None:
    deal = solo_of_forehand()
    memory = Memory.of(View.of(deal, 0))
    assert memory.tricks == ()
    assert memory.trick.cards == ()
    assert memory.trick.seats == (0, 1, 2, 3)
    assert memory.unseen == PACK & ~deal.hand(0)


def test_the_trick_on_the_table_knows_its_best_card() -> None:
    memory = Memory.of(View.of(said(solo_of_forehand(), "L9 H8"), 2))
    assert memory.trick.cards == (CARDS["L9"], CARDS["H8"])
    assert memory.trick.best == CARDS["H8"]
    assert memory.trick.winner == 1
    assert memory.trick.to_come == (3,)


def test_who_trumps_is_void_in_the_suit_led() -> None:
    memory = Memory.of(View.of(said(solo_of_forehand(), "LS H8"), 3))
    assert memory.voids[1] == LEAVES
    assert memory.voids[2] == 0


def test_who_neither_follows_nor_trumps_is_void_in_both() -> None:
    memory = Memory.of(View.of(said(solo_of_forehand(), "LS H8 B8"), 3))
    assert memory.voids[2] == LEAVES | HEARTS
    assert memory.may_hold(2) & (LEAVES | HEARTS) == 0


def test_the_winner_of_a_trick_leads_the_next() -> None:
    memory = Memory.of(View.of(said(solo_of_forehand(), "LS H8 B8 L6"), 1))
    assert memory.tricks[0].winner == 1
    assert memory.trick.seats == (1, 2, 3, 0)


def test_own_discards_are_not_unseen() -> None:
    deal = dealt("HSTK LST9 A6 B6", "HOU98 ASTK B7", "AOU98 BST98", "H76 LKOU876", dobb="BKOU A7")
    deal = said(deal, "dobbm weiter weiter weiter").apply("A6 A7 B6 BK")
    deal = said(deal, "gut gut gut")
    assert Memory.of(View.of(deal, 0)).unseen & parse_cards("A6 A7 B6 BK") == 0
    assert names(Memory.of(View.of(deal, 1)).unseen & parse_cards("A6 A7")) == ["A6", "A7"]


def test_a_card_is_high_when_no_higher_one_of_its_suit_is_about() -> None:
    memory = Memory.of(View.of(solo_of_forehand(), 0))
    assert memory.is_high(CARDS["HS"], 1, 2, 3)
    assert memory.is_high(CARDS["LT"], 1, 2, 3)  # the sow is in the own hand
    assert not memory.is_high(CARDS["L9"], 1, 2, 3)


def test_a_holiday_dealer_is_no_seat_of_the_trick() -> None:
    deal = dealt(
        "HSTK LST9 A6 B6",
        "HOU98 ASTK B7",
        "AOU98 BST98",
        "H76 LKOU876",
        dobb="BKOU A7",
        players=5,
    )
    memory = Memory.of(View.of(said(deal, "solo gut gut gut L9"), 1))
    assert memory.trick.seats == (0, 1, 2, 3)
