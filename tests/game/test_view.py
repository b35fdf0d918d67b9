from __future__ import annotations

import pickle
from typing import Any

import pytest

from dobbm import Deal, DobbmError, Rules, View, to_record, to_result
from dobbm.game.cards import CARDS
from dobbm.game.view import HIDDEN
from drawing import finished, laid, lying, open_deal, said
from tables import TAKEN_UP, held, in_every_phase, seen

KEYS = (
    "seat rules players dealer must hand dobb discards actions steps tricks "
    "phase declarer contract doublings to_act legal"
)
"""docs/protocol.md 1"""

DOBB = ["A7", "AU", "B6", "B7"]
EVERYBODY = (0, 1, 2, 3, None)

PHASES = in_every_phase()


@pytest.mark.parametrize("seat", EVERYBODY)
@pytest.mark.parametrize("phase", PHASES)
def test_a_view_has_exactly_these_fields(phase: str, seat: int | None) -> None:
    expected = [*KEYS.split(), *(["record", "result"] if phase == "done" else [])]
    assert sorted(seen(PHASES[phase], seat)) == sorted(expected)


@pytest.mark.parametrize("seat", EVERYBODY)
@pytest.mark.parametrize("phase", PHASES)
def test_the_fields_that_everybody_sees(phase: str, seat: int | None) -> None:
    deal = PHASES[phase]
    view, result = seen(deal, seat), to_result(deal)
    assert view["seat"] == seat
    assert (view["players"], view["dealer"], view["must"]) == (4, 3, False)
    for field in ("phase", "declarer", "contract", "doublings", "to_act"):
        assert view[field] == dict(result)[field]


@pytest.mark.parametrize("phase", PHASES)
def test_each_seat_sees_only_its_own_hand(phase: str) -> None:
    deal = PHASES[phase]
    for seat in range(4):
        assert " ".join(seen(deal, seat)["hand"]) == held(deal, seat)
    assert seen(deal, None)["hand"] == []


def test_the_rules_are_spelled_out() -> None:
    rules = seen(open_deal(rules=Rules.of("wikipedia", max_doublings=3)), 1)["rules"]
    assert rules == {
        "match": 12,
        "unit": 1,
        "sow_companion": "plain",
        "doubling_from": "dealer",
        "revokes": "prevented",
        "max_doublings": 3,
    }


# The Dobb and the discards


def test_nobody_sees_the_dobb_while_it_lies_on_the_table() -> None:
    for seat in EVERYBODY:
        view = seen(PHASES["bidding"], seat)
        assert (view["dobb"], view["discards"]) == (None, None)


def test_the_declarer_sees_the_dobb_after_taking_it_up() -> None:
    deal = PHASES["exchange"]
    assert seen(deal, 0)["dobb"] == DOBB
    assert len(seen(deal, 0)["hand"]) == 12
    assert [seen(deal, seat)["dobb"] for seat in EVERYBODY[1:]] == [None] * 4


@pytest.mark.parametrize("words", ["", "gut gut", "gut gut gut", "gut gut gut HS H9 H7"])
def test_only_the_declarer_sees_the_discards(words: str) -> None:
    deal = said(laid(said(open_deal(), TAKEN_UP), "LT A6 B9 HU"), words)
    assert seen(deal, 0)["dobb"] == DOBB
    assert seen(deal, 0)["discards"] == ["A6", "B9", "HU", "LT"]
    for seat in EVERYBODY[1:]:
        assert seen(deal, seat)["dobb"] is None
        assert seen(deal, seat)["discards"] is None


def test_the_others_see_only_that_four_cards_were_discarded() -> None:
    deal = lying(words="gut schwacher")
    visible = ["dobbm", "weiter", "weiter", "weiter", "? ? ? ?", "gut", "schwacher"]
    assert HIDDEN == "? ? ? ?"
    for seat in EVERYBODY[1:]:
        assert seen(deal, seat)["actions"] == visible
        assert seen(deal, seat)["steps"][4] == {"seat": 0, "phase": "exchange", "action": HIDDEN}
    assert seen(deal, 0)["actions"] == [*visible[:4], "AU A7 B7 B6", *visible[5:]]
    assert seen(deal, 0)["steps"][4]["action"] == "AU A7 B7 B6"


def test_before_the_discards_nothing_is_hidden() -> None:
    for seat in EVERYBODY:
        assert seen(PHASES["exchange"], seat)["actions"] == TAKEN_UP.split()


@pytest.mark.parametrize("bids", ["dobbm weiter weiter", "weiter weiter weiter dobbm"])
def test_the_discards_are_hidden_whichever_seat_declares(bids: str) -> None:
    deal = said(open_deal(), bids)
    while deal.phase == "bidding":
        deal = deal.apply("weiter")
    deal = deal.apply(deal.legal_actions()[0])
    for seat in EVERYBODY:
        expected = deal.actions[4] if seat == deal.declarer else "? ? ? ?"
        assert seen(deal, seat)["actions"][4] == expected


@pytest.mark.parametrize("words", ["", "gut gut gut", "gut gut gut HS H9"])
def test_nobody_sees_the_dobb_of_a_solo(words: str) -> None:
    deal = said(open_deal(), f"dobbm weiter solo {words}".replace("HS H9", "BS BU"))
    for seat in EVERYBODY:
        view = seen(deal, seat)
        assert (view["dobb"], view["discards"]) == (None, None)
        assert view["actions"] == list(deal.actions)


@pytest.mark.parametrize("phase", ["bidding", "exchange", "doubling", "play"])
def test_hidden_cards_appear_nowhere_in_a_view(phase: str) -> None:
    """Every card in a view is in the seat's hand, has been played, or is known to the declarer."""
    deal = PHASES[phase]
    for seat in EVERYBODY:
        view = seen(deal, seat)
        known = {*view["hand"], *(view["dobb"] or []), *(view["discards"] or [])}
        mine = [] if seat is None else held(deal, seat).split()
        played = {"HS", "H9"} if phase == "play" else set()
        own = {*DOBB} if seat == 0 and phase != "bidding" else set()
        assert known == {*mine, *own}
        assert cards_named(view) <= known | played
        assert {*(view["legal"] or [])} <= {*mine, *"dobbm solo weiter gut retour".split()}


def cards_named(part: Any) -> set[str]:
    """All cards named anywhere in a part of a view."""
    if isinstance(part, str):
        return {*part.split()} & CARDS.keys()
    if isinstance(part, dict):
        part = [*part.values()]
    return set().union(*map(cards_named, part)) if isinstance(part, list) else set()


# Steps and tricks


def test_a_step_has_its_seat_phase_and_action() -> None:
    steps = seen(PHASES["play"], 1)["steps"]
    assert [step["phase"] for step in steps] == [
        *["bidding"] * 4,
        "exchange",
        *["doubling"] * 3,
        *["play"] * 2,
    ]
    assert [step["seat"] for step in steps] == [0, 1, 2, 3, 0, 1, 2, 0, 0, 1]
    assert steps[-1] == {"seat": 1, "phase": "play", "action": "H9"}


@pytest.mark.parametrize("seat", EVERYBODY)
@pytest.mark.parametrize("phase", PHASES)
def test_the_steps_are_the_actions_with_their_seats(phase: str, seat: int | None) -> None:
    view = seen(PHASES[phase], seat)
    assert [step["action"] for step in view["steps"]] == view["actions"]


@pytest.mark.parametrize("seat", EVERYBODY)
def test_the_tricks_have_their_winners(seat: int | None) -> None:
    deal = said(lying(), "HS H9 H7 H6 HT H8")
    assert seen(deal, seat)["tricks"] == [
        {"seats": [0, 1, 2, 3], "cards": ["HS", "H9", "H7", "H6"], "winner": 0, "points": 11},
        {"seats": [0, 1, 2, 3], "cards": ["HT", "H8"], "winner": None, "points": 10},
    ]


@pytest.mark.parametrize("phase", ["bidding", "exchange", "doubling"])
def test_before_the_play_there_are_no_tricks(phase: str) -> None:
    assert seen(PHASES[phase], 2)["tricks"] == []


# The seat to act


@pytest.mark.parametrize(
    ("phase", "turn", "legal"),
    [
        ("bidding", 2, ["solo", "weiter"]),
        ("exchange", 0, None),
        ("doubling", 0, ["gut", "retour"]),
        ("play", 2, ["H7", "HK"]),
    ],
)
def test_only_the_seat_to_act_has_legal_actions(
    phase: str, turn: int, legal: list[str] | None
) -> None:
    for seat in EVERYBODY:
        assert seen(PHASES[phase], seat)["legal"] == (legal if seat == turn else [])


def test_at_the_end_nobody_has_legal_actions() -> None:
    assert [seen(PHASES["done"], seat)["legal"] for seat in EVERYBODY] == [[]] * 5


# Five at the table


@pytest.mark.parametrize("words", ["", "gut gut gut", "gut gut gut HS H9"])
def test_a_dealer_on_holiday_sees_what_a_spectator_sees(words: str) -> None:
    deal = said(lying(words="", players=5), words)
    holiday, spectator = seen(deal, 4), seen(deal, None)
    assert holiday.pop("seat") == 4
    assert spectator.pop("seat") is None
    assert holiday == spectator
    assert (holiday["hand"], holiday["legal"], holiday["dobb"]) == ([], [], None)
    assert holiday["actions"][4] == "? ? ? ?"


# After the deal


@pytest.mark.parametrize("players", [4, 5])
def test_when_the_deal_is_done_everything_is_open(players: int) -> None:
    deal = finished(72, players=players)
    for seat in (*range(players), None):
        view = seen(deal, seat)
        assert view["record"] == to_record(deal)
        assert view["result"] == to_result(deal)
        assert view["hand"] == []


@pytest.mark.parametrize("phase", ["bidding", "exchange", "doubling", "play"])
def test_before_the_end_nothing_is_open(phase: str) -> None:
    for seat in EVERYBODY:
        view = View.of(PHASES[phase], seat)
        assert (view.record, view.result) == (None, None)


@pytest.mark.parametrize("discards", ["A6", "A6 B9 L7 A7 B7", "LS A6 A7 B6"])
def test_after_a_revoke_in_the_exchange_the_record_is_open_too(discards: str) -> None:
    deal = said(open_deal(rules=Rules(revokes="penalised")), TAKEN_UP).apply(discards)
    assert seen(deal, 1)["record"]["actions"][-1] == discards
    assert seen(deal, 1)["actions"][-1] == "? ? ? ?"
    assert seen(deal, 1)["steps"][-1] == {"seat": 0, "phase": "exchange", "action": "? ? ? ?"}
    assert seen(deal, 0)["actions"][-1] == discards
    assert seen(deal, 1)["tricks"] == []
    assert seen(deal, 0)["discards"] is None


def test_a_thrown_in_deal_is_open_too() -> None:
    view = seen(said(open_deal(), "weiter weiter weiter weiter"), None)
    assert (view["declarer"], view["contract"], view["dobb"]) == (None, None, None)
    assert view["result"]["outcome"] == "thrown_in"
    assert view["record"]["deck"][-4:] == ["AU", "A7", "B7", "B6"]


def test_a_view_shows_whether_forehand_must_play() -> None:
    deal: Deal = open_deal(must=True)
    assert seen(deal, 0)["must"] is True
    assert seen(deal, 0)["legal"] == ["dobbm", "solo"]


@pytest.mark.parametrize("seat", [-1, 4, 10**100])
def test_a_seat_that_is_not_at_the_table_sees_nothing(seat: int) -> None:
    with pytest.raises(DobbmError, match="there is no seat .* at a table of 4"):
        View.of(open_deal(), seat)


def test_only_a_deal_can_be_seen() -> None:
    with pytest.raises(DobbmError, match='"deal" must be a Deal, not None'):
        View.of(None, 0)  # type: ignore[arg-type]


def test_a_view_has_the_actions_with_the_discards_of_others_hidden() -> None:
    deal = said(laid(said(open_deal(), "dobbm weiter weiter weiter"), "AU7 B76"), "gut")
    assert View.of(deal, 1).actions[-2:] == (HIDDEN, "gut")


@pytest.mark.parametrize("phase", PHASES)
def test_a_view_by_hand_has_values_that_views_have(phase: str) -> None:
    view = View.of(PHASES[phase], 1)
    assert View(*view) == view == pickle.loads(pickle.dumps(view))
    with pytest.raises(DobbmError, match='"players" must be '):
        View(*view._replace(players=6))
    with pytest.raises(DobbmError, match=r"a view is made with View\.of"):
        View(1)
