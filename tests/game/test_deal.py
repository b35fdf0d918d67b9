from __future__ import annotations

import pickle
from random import Random
from typing import Any

import pytest

from dobbm import Deal, Rules, Session
from dobbm.game.cards import CARDS, DECK, NAMES, names
from dobbm.game.errors import (
    ActionError,
    CardNotHeld,
    DeckError,
    IllegalAction,
    RecordError,
    Revoke,
    UnknownAction,
    WrongPhase,
)
from dobbm.game.play import Trick
from drawing import dealt, lying, open_deal, played_out, said
from tables import TAKEN_UP, held, in_every_phase

PENALISED = Rules(revokes="penalised")

PHASES = in_every_phase()

# Dealing


def test_everybody_gets_two_packets_of_four_and_four_cards_are_left() -> None:
    drawn = """
        H6 H7 H8 H9  L6 L7 L8 L9  A6 A7 A8 A9  B6 B7 B8 B9
        HU HO HK HT  LU LO LK LT  AU AO AK AT  BU BO BK BT
        HS LS AS BS
    """
    deal = Deal.start(drawn.split(), dealer=2)
    assert held(deal, 3) == "H6 H7 H8 H9 HK HO HT HU"
    assert held(deal, 0) == "L6 L7 L8 L9 LK LO LT LU"
    assert held(deal, 1) == "A6 A7 A8 A9 AK AO AT AU"
    assert held(deal, 2) == "B6 B7 B8 B9 BK BO BT BU"
    assert names(deal.setup.dobb) == ["AS", "BS", "HS", "LS"]


@pytest.mark.parametrize(
    ("players", "dealer", "active"),
    [
        (4, 3, (0, 1, 2, 3)),
        (4, 0, (1, 2, 3, 0)),
        (4, 2, (3, 0, 1, 2)),
        (5, 4, (0, 1, 2, 3)),
        (5, 0, (1, 2, 3, 4)),
        (5, 2, (3, 4, 0, 1)),
    ],
)
def test_the_active_seats(players: int, dealer: int, active: tuple[int, ...]) -> None:
    deal = Deal.start(DECK, dealer=dealer, players=players)
    assert deal.setup.active == active
    assert deal.to_act == active[0]
    hands = [deal.hand(seat).bit_count() for seat in range(players)]
    assert hands == [8 if seat in active else 0 for seat in range(players)]


@pytest.mark.parametrize(
    ("deck", "reason"),
    [
        ((), "a deck has 36 cards, not 0"),
        (DECK[:-1], "a deck has 36 cards, not 35"),
        ((*DECK, CARDS["HS"]), "a deck has 36 cards, not 37"),
        ((*DECK[:-1], CARDS["HS"]), "a deck has each of the 36 cards once, but BS is missing"),
        ((*DECK[1:], 0), "a deck has each of the 36 cards once, but H6 is missing"),
        ((*DECK[:-1], "HX"), "'HX' is not a card"),
        ((*DECK[:-1], "HS"), "a deck has each of the 36 cards once, but BS is missing"),
    ],
)
def test_a_deck_has_each_of_the_36_cards_once(deck: tuple[int | str, ...], reason: str) -> None:
    with pytest.raises(DeckError, match=f"^{reason}$"):
        Deal.start(deck, dealer=0)


@pytest.mark.parametrize(
    ("players", "dealer", "reason"),
    [
        (3, 0, '"players" must be 4 or 5, not 3'),
        (6, 0, '"players" must be 4 or 5, not 6'),
        (4, 4, '"dealer" must be a seat from 0 to 3, not 4'),
        (4, -1, '"dealer" must be a seat from 0 to 3, not -1'),
        (5, 5, '"dealer" must be a seat from 0 to 4, not 5'),
    ],
)
def test_seats_that_do_not_exist(players: int, dealer: int, reason: str) -> None:
    with pytest.raises(RecordError, match=f"^{reason}$"):
        Deal.start(DECK, dealer=dealer, players=players)


def test_a_deck_may_be_any_iterable() -> None:
    assert Deal.start(iter(DECK), dealer=1) == Deal.start(list(DECK), dealer=1)


def test_a_deck_may_have_names_of_cards() -> None:
    start = Deal.start(DECK, dealer=1)
    assert Deal.start([*CARDS], dealer=1) == start
    mixed: list[int | str] = [*DECK[:18], *[*CARDS][18:]]
    assert Deal.start(mixed, dealer=1) == start
    assert Session.open(Random(1)).begin(mixed) == Session.open(Random(1)).begin(DECK)


# From phase to phase


@pytest.mark.parametrize(
    ("phase", "to_act", "legal"),
    [
        ("bidding", 2, ["solo", "weiter"]),
        ("doubling", 0, ["gut", "retour"]),
        ("play", 2, ["H7", "HK"]),
        ("done", None, []),
    ],
)
def test_the_seat_to_act_and_its_legal_actions(
    phase: str, to_act: int | None, legal: list[str]
) -> None:
    assert PHASES[phase].to_act == to_act
    assert PHASES[phase].legal_actions() == legal


def test_the_declarer_takes_up_the_dobb() -> None:
    deal = PHASES["exchange"]
    assert (deal.to_act, deal.declarer) == (0, 0)
    assert held(deal, 0) == "A6 A7 AU B6 B7 B9 HS HT HU L7 LS LT"
    assert held(deal, 1) == "A9 AS B8 H8 H9 L8 L9 LK"


def test_all_legal_discards_in_string_order() -> None:
    deal = PHASES["exchange"]
    actions = deal.legal_actions()
    assert actions == sorted(actions) == list(deal.legal_discards())
    assert actions[0] == "A6 A7 AU B6"
    assert "A6 HT HU LS" in actions
    assert "A6 A7 AU LS" not in actions


def test_the_order_of_the_discards_does_not_matter() -> None:
    deal = PHASES["exchange"]
    one, other = deal.apply("LT A6 B9 HU"), deal.apply("A6 B9 HU LT")
    assert held(one, 0) == held(other, 0) == "A7 AU B6 B7 HS HT L7 LS"
    assert one.phase == "doubling"
    assert names(one.out_of_play) == ["A6", "B9", "HU", "LT"]


def test_in_a_solo_the_dobb_stays_on_the_table() -> None:
    deal = said(open_deal(), "weiter weiter solo")
    assert (deal.phase, deal.declarer, deal.to_act) == ("doubling", 2, 3)
    assert held(deal, 2) == "AT BK BO BS BT H7 HK LO"
    assert names(deal.out_of_play) == ["A7", "AU", "B6", "B7"]
    assert deal.discards is None


@pytest.mark.parametrize(
    ("words", "declarer", "contract"),
    [("", None, None), ("dobbm weiter weiter", None, None), (TAKEN_UP, 0, "dobbm")],
)
def test_there_is_no_declarer_before_the_end_of_the_bidding(
    words: str, declarer: int | None, contract: str | None
) -> None:
    deal = said(open_deal(), words)
    assert deal.declarer == declarer
    assert (deal.contract.name if deal.contract else None) == contract


@pytest.mark.parametrize("players", [4, 5])
def test_four_passes_throw_the_deal_in(players: int) -> None:
    deal = said(open_deal(players), "weiter weiter weiter weiter")
    assert (deal.phase, deal.declarer, deal.contract, deal.doublings) == ("done", None, None, 0)


def test_in_a_mussrunde_the_bid_of_forehand_ends_the_bidding() -> None:
    assert said(open_deal(must=True), "dobbm").phase == "exchange"
    assert said(open_deal(must=True), "solo").phase == "doubling"


@pytest.mark.parametrize(
    ("words", "doublings", "phase"),
    [
        ("", 0, "doubling"),
        ("gut gut gut", 0, "play"),
        ("schwacher", 1, "doubling"),
        ("gut schwacher gut", 1, "play"),
        ("schwacher retour gut gut gut", 2, "play"),
    ],
)
def test_the_play_follows_the_doubling(words: str, doublings: int, phase: str) -> None:
    deal = lying(words=words)
    assert (deal.doublings, deal.phase) == (doublings, phase)


@pytest.mark.parametrize(("limit", "words"), [(0, ""), (1, "schwacher"), (2, "schwacher retour")])
@pytest.mark.parametrize("contract", ["dobbm", "solo"])
def test_at_the_limit_of_doublings_play_begins(limit: int, words: str, contract: str) -> None:
    deal = lying(contract, words, rules=Rules(max_doublings=limit))
    assert (deal.phase, deal.to_act, deal.doublings) == ("play", 0, limit)


def test_the_doubling_may_begin_at_the_dealers_left() -> None:
    deal = said(open_deal(rules=Rules.of("wikipedia")), "weiter solo")
    assert deal.to_act == 0
    assert said(open_deal(), "weiter solo").to_act == 2


def test_a_hand_gets_smaller_with_every_card() -> None:
    deal = said(lying(), "HS H9 H7")
    assert held(deal, 0) == "A6 B9 HT HU L7 LS LT"
    assert held(deal, 1) == "A9 AS B8 H8 L8 L9 LK"
    assert held(deal, 3) == "A8 AK AO BU H6 HO L6 LU"


def test_the_deal_is_done_after_32_cards() -> None:
    deal = played_out(lying())
    assert (deal.phase, deal.to_act, deal.legal_actions()) == ("done", None, [])
    assert len(deal.actions) == 4 + 1 + 3 + 32
    assert all(deal.hand(seat) == 0 for seat in range(4))


def test_a_dealer_on_holiday_has_no_say() -> None:
    deal = open_deal(players=5)
    asked = []
    while deal.to_act is not None:
        asked.append(deal.to_act)
        deal = deal.apply(deal.legal_actions()[0])
    assert set(asked) == {0, 1, 2, 3}


def test_an_action_leaves_the_deal_before_it_unchanged() -> None:
    for deal in PHASES.values():
        before = (deal.actions, deal.phase, [deal.hand(seat) for seat in range(4)])
        for action in deal.legal_actions()[:3]:
            assert deal.apply(action).actions == (*deal.actions, action)
        assert (deal.actions, deal.phase, [deal.hand(seat) for seat in range(4)]) == before


# Steps and tricks


def test_every_step_has_its_seat_phase_and_action() -> None:
    deal = said(lying(words="gut schwacher retour gut gut gut"), "HS H9")
    assert deal.steps == (
        (0, "bidding", "dobbm"),
        (1, "bidding", "weiter"),
        (2, "bidding", "weiter"),
        (3, "bidding", "weiter"),
        (0, "exchange", "AU A7 B7 B6"),
        (1, "doubling", "gut"),
        (2, "doubling", "schwacher"),
        (0, "doubling", "retour"),
        (1, "doubling", "gut"),
        (2, "doubling", "gut"),
        (3, "doubling", "gut"),
        (0, "play", "HS"),
        (1, "play", "H9"),
    )


def test_the_actions_are_those_of_the_steps() -> None:
    deal = played_out(lying())
    assert deal.actions == tuple(step.action for step in deal.steps)


def test_a_step_belongs_to_the_seat_that_had_to_act() -> None:
    """With a dealer on holiday, and changing leaders."""
    deal = open_deal(players=5)
    while deal.to_act is not None:
        seat, phase = deal.to_act, deal.phase
        deal = deal.apply(deal.legal_actions()[-1])
        assert deal.steps[-1] == (seat, phase, deal.actions[-1])


def test_the_tricks_with_leaders_and_winners() -> None:
    deal = said(lying(), "HS H9 H7 H6 L7 L8 LO LU BS")
    first, second, third = deal.tricks
    assert (first.seats, cards_of(first)) == ((0, 1, 2, 3), "HS H9 H7 H6")
    assert (first.winner, first.points) == (0, 11)
    assert (second.seats, cards_of(second)) == ((0, 1, 2, 3), "L7 L8 LO LU")
    assert (second.winner, second.points) == (2, 5)
    assert (third.seats, cards_of(third)) == ((2, 3, 0, 1), "BS")


@pytest.mark.parametrize("words", ["weiter weiter weiter weiter", "dobbm weiter", TAKEN_UP])
def test_before_the_first_card_there_is_no_trick(words: str) -> None:
    assert said(open_deal(), words).tricks == ()


def test_a_trick_on_the_table_has_no_winner_yet() -> None:
    [trick] = said(lying(), "HS H9").tricks
    assert (trick.seats, cards_of(trick)) == ((0, 1, 2, 3), "HS H9")
    assert (trick.winning, trick.winner) == (0, None)


@pytest.mark.parametrize("cards", ["HS AS", "HS H9 H7 AO"])
def test_a_revoke_completes_no_trick(cards: str) -> None:
    deal = said(lying(rules=PENALISED), cards)
    assert deal.offender is not None
    [trick] = deal.tricks
    assert (cards_of(trick), trick.winner) == (cards, None)
    assert deal.steps[-1] == (deal.offender, "play", cards[-2:])


@pytest.mark.parametrize("discards", ["A6", "A6 B9 L7 A7 B7"])
def test_a_revoke_with_the_discards_is_a_step_of_the_exchange(discards: str) -> None:
    deal = said(open_deal(rules=PENALISED), TAKEN_UP).apply(discards)
    assert deal.steps[-1] == (0, "exchange", discards)
    assert deal.tricks == ()


def cards_of(trick: Trick) -> str:
    return " ".join(NAMES[card] for card in trick.cards)


# Refused actions


KINDS = {"weiter": "a bid", "gut": "a doubling word", "HK": "a card"}
LISTS = {"HK H7": "a list of cards", "AU A7 B7 B6": "a list of cards"}


@pytest.mark.parametrize(
    ("phase", "reason", "wrong"),
    [
        ("bidding", r"but a bid is due \(weiter, dobbm or solo\)", ["gut", "HK", *LISTS]),
        ("exchange", "but the declarer must discard four cards", ["weiter", "gut"]),
        (
            "doubling",
            r"but a doubling word is due \(gut, schwacher or retour\)",
            ["weiter", "HK", *LISTS],
        ),
        ("play", "but a single card must be played", ["weiter", "gut", *LISTS]),
        ("done", "but the deal is over", [*KINDS, *LISTS]),
    ],
)
def test_an_action_of_another_phase(phase: str, reason: str, wrong: list[str]) -> None:
    for action in wrong:
        kind = (KINDS | LISTS)[action]
        with pytest.raises(WrongPhase, match=f"^'{action}' is {kind}, {reason}$"):
            PHASES[phase].verify(action)


@pytest.mark.parametrize(
    ("phase", "action", "error"),
    [
        ("bidding", "dobbm", IllegalAction),
        ("bidding", "pass", UnknownAction),
        ("exchange", "HK A6 A7 B6", CardNotHeld),
        ("exchange", "A6 A7 B6", Revoke),
        ("exchange", "A6 A7 B6 LS", Revoke),
        ("exchange", "A6", Revoke),
        ("exchange", "HK", CardNotHeld),
        ("doubling", "schwacher", IllegalAction),
        ("play", "HO", CardNotHeld),
        ("play", "AT", Revoke),
        ("done", "", UnknownAction),
    ],
)
def test_an_illegal_action_fails_all_three_checks(
    phase: str, action: str, error: type[ActionError]
) -> None:
    deal = PHASES[phase]
    assert not deal.is_legal(action)
    with pytest.raises(error):
        deal.verify(action)
    with pytest.raises(error):
        deal.apply(action)


def test_a_legal_action_passes_all_three_checks() -> None:
    deal = PHASES["play"]
    assert deal.is_legal("HK")
    deal.verify("HK")
    assert deal.apply("HK").to_act == 3


@pytest.mark.parametrize("no_action", [None, 7, True, ["HS"], {}])
def test_an_action_is_a_string(no_action: Any) -> None:
    for deal in PHASES.values():
        assert not deal.is_legal(no_action)


def test_the_error_has_the_index_of_the_first_illegal_action() -> None:
    with pytest.raises(IllegalAction) as raised:
        said(open_deal(), "weiter dobbm dobbm weiter")
    assert raised.value.action == 2


# Revokes


@pytest.mark.parametrize("action", ["LK", "B8"])
def test_a_revoke_in_the_play_is_refused_or_ends_the_deal(action: str) -> None:
    with pytest.raises(Revoke):
        said(lying(), f"HS {action}")
    deal = said(lying(rules=PENALISED), f"HS {action}")
    assert (deal.phase, deal.offender, deal.to_act) == ("done", 1, None)
    assert deal.actions[-2:] == ("HS", action)
    assert deal.legal_actions() == []


@pytest.mark.parametrize("discards", ["A6", "A6 B9", "A6 B9 L7 A7 B7", "A6 B9 L7 LS", "LS"])
def test_a_revoke_in_the_exchange_is_refused_or_ends_the_deal(discards: str) -> None:
    with pytest.raises(Revoke):
        said(open_deal(), TAKEN_UP).apply(discards)
    deal = said(open_deal(rules=PENALISED), TAKEN_UP).apply(discards)
    assert (deal.phase, deal.offender) == ("done", 0)
    assert deal.actions[-1] == discards
    assert deal.discards is None


def test_the_declarer_may_revoke_in_the_play() -> None:
    deal = said(lying("solo", rules=PENALISED), "A6 A9 AT AO BS BU HS")
    assert (deal.phase, deal.offender) == ("done", 0)


def test_other_errors_are_refused_even_where_revokes_are_penalised() -> None:
    with pytest.raises(IllegalAction):
        said(open_deal(rules=PENALISED), "dobbm dobbm")
    with pytest.raises(CardNotHeld):
        said(lying(rules=PENALISED), "HS HT")
    with pytest.raises(WrongPhase):
        said(lying(rules=PENALISED), "HS gut")


def test_a_revoke_is_illegal_even_where_it_is_penalised() -> None:
    deal = said(lying(rules=PENALISED), "HS")
    assert not deal.is_legal("LK")
    assert deal.legal_actions() == ["H8", "H9"]
    with pytest.raises(Revoke):
        deal.verify("LK")


def test_after_a_revoke_the_deal_is_over() -> None:
    with pytest.raises(WrongPhase, match="the deal is over"):
        said(lying(rules=PENALISED), "HS LK H7")


# Hands without hearts


def test_defender_without_the_suit_and_without_hearts_plays_anything() -> None:
    deal = dealt("HST9 LST AST B6", "H8 BSTKOU98", "B7 LK987 AK98", "HKOU LOU6 A76", dobb="H76 AOU")
    deal = said(deal, "solo gut gut gut HS H8")
    assert deal.legal_actions() == ["A8", "A9", "AK", "B7", "L7", "L8", "L9", "LK"]
    deal = said(deal, "B7")
    assert deal.legal_actions() == ["HK", "HO", "HU"]
    deal = said(deal, "HK HT")
    assert deal.legal_actions() == ["B8", "B9", "BK", "BO", "BS", "BT", "BU"]


def test_defender_without_leaves_must_trump() -> None:
    deal = dealt("HST9 LST AST B6", "H8 BSTKOU98", "B7 LK987 AK98", "HKOU LOU6 A76", dobb="H76 AOU")
    deal = said(deal, "solo gut gut gut LS")
    assert deal.legal_actions() == ["H8"]
    with pytest.raises(Revoke, match="without a card of the suit of LS, a heart must be played"):
        deal.verify("B8")


def test_there_are_no_discards_outside_the_exchange() -> None:
    with pytest.raises(WrongPhase, match="there is nothing to discard: a bid is due"):
        next(open_deal().legal_discards())


def test_a_deal_begins_again_from_its_setup() -> None:
    deal = open_deal(players=5, must=True)
    assert Deal.begin(deal.apply("solo").setup) == deal


# By hand


@pytest.mark.parametrize("phase", PHASES)
def test_a_deal_by_hand_is_one_that_its_steps_lead_to(phase: str) -> None:
    deal = PHASES[phase]
    assert Deal(*deal) == deal == pickle.loads(pickle.dumps(deal))
    with pytest.raises(RecordError, match='"phase" does not follow from the setup and the steps'):
        Deal(*deal._replace(phase="doubling" if phase != "doubling" else "play"))
    with pytest.raises(RecordError, match='"steps" must be'):
        Deal(**{**deal._asdict(), "steps": None})
