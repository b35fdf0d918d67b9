"""Properties of every deal, whatever the cards and the actions."""

from __future__ import annotations

import json
import pickle
import re
from collections import Counter
from collections.abc import Sequence
from contextlib import redirect_stdout
from fractions import Fraction
from io import StringIO
from itertools import combinations, pairwise, permutations
from math import ceil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from hypothesis.strategies import DataObject

from dobbm import CARDS, Deal, View, from_record, names, settle, to_record, to_result
from dobbm.cli import main
from dobbm.game.actions import DONE, EXCHANGE, PLAY
from dobbm.game.cards import DECK, PACK, CardSet, points, split
from dobbm.game.errors import ActionError, CardNotHeld, Revoke, UnknownAction, WrongPhase
from dobbm.game.exchange import legal_discards
from dobbm.game.json_text import parse_line
from dobbm.game.rules import Rules, SowCompanion
from dobbm.game.session import Session
from naive import POINTS, trick_winner
from strategies import (
    IN_PROGRESS,
    WORDS,
    deals,
    further,
    json_values,
    lines,
    lists_of_cards,
    mutated_records,
    records,
    rule_sets,
    sessions,
)

ERROR_CODES = {"json", "record", "rules", "deck", "action", "phase", "held", "illegal"}
OUTCOMES = {"won", "lost", "eingestellt", "thrown_in", "revoke"}


def steps(deal: Deal) -> list[Deal]:
    """The deal before its first action and after each of its actions."""
    setup = deal.setup
    walk = [
        Deal.start(
            setup.deck,
            dealer=setup.dealer,
            players=setup.players,
            must=setup.must,
            rules=setup.rules,
        )
    ]
    for action in deal.actions:
        walk.append(walk[-1].apply(action))
    return walk


def cards_played(deal: Deal) -> list[tuple[int, str]]:
    """The cards of the play with their seats, in order, without the card of a revoke."""
    played = []
    for before, after in pairwise(steps(deal)):
        if before.phase == PLAY and after.offender is None:
            assert before.to_act is not None
            played.append((before.to_act, after.actions[-1]))
    return played


def complete_tricks(deal: Deal) -> list[list[tuple[int, str]]]:
    played = cards_played(deal)
    return [played[start : start + 4] for start in range(0, len(played) - 3, 4)]


def everyone(deal: Deal) -> list[int | None]:
    """All seats, and None for a spectator."""
    return [*range(deal.setup.players), None]


# Cards and points


@given(deals())
def test_the_cards_of_the_pack_are_conserved_at_every_step(deal: Deal) -> None:
    for step in steps(deal):
        played = step.play.played if step.play else 0
        in_hands = [step.hand(seat) for seat in range(step.setup.players)]
        # Before the discards are made, a declarer who exchanges has the Dobb in the hand.
        taken_up = step.contract is not None and step.contract.exchanges and step.discards is None
        places = [*in_hands, played] if taken_up else [*in_hands, played, step.out_of_play]
        assert sum(place.bit_count() for place in places) == len(DECK)
        assert sum(places) == PACK


@given(deals())
def test_every_seat_holds_as_many_cards_as_it_has_yet_to_play(deal: Deal) -> None:
    for step in steps(deal):
        played = Counter(seat for seat, _ in cards_played(step))
        for seat in range(step.setup.players):
            size = 8 - played[seat] if seat in step.setup.active else 0
            exchanging = step.contract is not None and step.contract.exchanges and not step.discards
            if seat == step.declarer and exchanging:
                size = 12
            assert step.hand(seat).bit_count() == size


@given(deals([DONE]))
def test_the_card_points_of_both_sides_sum_to_120(deal: Deal) -> None:
    end = settle(deal)
    assume(end.points is not None)
    won = [(trick_winner(trick), trick) for trick in complete_tricks(deal)]
    defended = [card for winner, trick in won if winner != deal.declarer for _, card in trick]
    defenders = sum(POINTS[card[1]] for card in defended)
    if len(defended) == 32:
        defenders += points(deal.out_of_play)
    assert (len(won), end.tricks) == (8, 8 - len(defended) // 4)
    assert end.points is not None
    assert end.points + defenders == 120


@given(deals([DONE]))
def test_tricks_are_played_clockwise_and_the_winner_leads_to_the_next(
    deal: Deal,
) -> None:
    leader = deal.declarer
    active = deal.setup.active
    for trick in complete_tricks(deal):
        assert trick[0][0] == leader
        for (seat, _), (neighbour, _) in pairwise(trick):
            assert active[(active.index(seat) + 1) % 4] == neighbour
        leader = trick_winner(trick)


# Payments


def price(deal: Deal) -> int:
    """The declarer's payment from each other player, straight from docs/rules.md 8."""
    rules, end = deal.setup.rules, settle(deal)
    difference = 30 if end.points is None else abs(end.points - 60)
    units = ceil(Fraction(difference * rules.match, 60) / rules.unit)
    solo = 2 if deal.actions.count("solo") else 1
    doublings = deal.actions.count("schwacher") + deal.actions.count("retour")
    won = end.outcome == "won" or (end.outcome == "revoke" and deal.offender != deal.declarer)
    amount = units * rules.unit * solo << doublings
    return amount if won else -amount


def thrown_in_by_five(rules: Rules) -> Deal:
    return Deal.start(DECK, dealer=0, players=5, rules=rules).apply_all(["weiter"] * 4)


@example(thrown_in_by_five(Rules(match=12)))
@example(thrown_in_by_five(Rules(match=59, unit=7)))
@given(deals([DONE]))
def test_the_payments_sum_to_0_and_are_the_price_of_the_game(deal: Deal) -> None:
    end, setup = settle(deal), deal.setup
    if end.outcome == "thrown_in":
        stockerl = ceil(Fraction(10 * setup.rules.match, 60) / setup.rules.unit) * setup.rules.unit
        receiver, amount = end.next_dealer, stockerl if setup.players == 5 else 0
    else:
        assert deal.declarer is not None
        receiver, amount = deal.declarer, price(deal)
    expected = [-amount] * setup.players
    expected[receiver] = amount * (setup.players - 1)
    assert list(end.payments) == expected
    assert sum(end.payments) == 0


@given(deals([DONE]))
def test_the_points_decide_the_outcome(deal: Deal) -> None:
    end = settle(deal)
    assert end.outcome in OUTCOMES
    if end.points is None:
        assert end.outcome == ("thrown_in" if deal.declarer is None else "revoke")
        assert end.tricks is None
    else:
        decided = "won" if end.points > 60 else "lost" if end.points < 60 else "eingestellt"
        assert end.outcome == decided


# Records


@given(deals())
def test_a_deal_survives_a_round_trip_through_its_record(deal: Deal) -> None:
    record = to_record(deal)
    read = from_record(parse_line(json.dumps(record)))
    assert read == deal
    assert to_record(read) == record


@given(records())
def test_a_valid_record_has_a_result_that_is_json(record: dict[str, Any]) -> None:
    deal = from_record(parse_line(json.dumps(record)))
    result = to_result(deal)
    assert json.loads(json.dumps(result)) == result
    assert list(deal.actions) == record["actions"]


@given(deals())
def test_any_prefix_of_a_legal_record_is_legal(deal: Deal) -> None:
    record = to_record(deal)
    for length, step in enumerate(steps(deal)):
        prefix = {**record, "actions": record["actions"][:length]}
        assert from_record(prefix) == step


@given(deals([DONE]), st.data())
def test_no_action_can_follow_the_end_of_a_deal(deal: Deal, data: DataObject) -> None:
    cards = data.draw(lists_of_cards(PACK))
    for action in (*WORDS, *CARDS, cards):
        with pytest.raises(WrongPhase):
            deal.apply(action)


# Actions


@given(deals())
def test_a_seat_is_to_act_exactly_as_long_as_there_is_a_legal_action(deal: Deal) -> None:
    for step in steps(deal):
        legal = step.legal_actions()
        assert (step.to_act is None) == (step.phase == DONE) == (not legal)
        assert step.to_act is None or step.to_act in step.setup.active
        assert legal == sorted(set(legal))


@given(deals(IN_PROGRESS))
def test_every_listed_action_is_accepted(deal: Deal) -> None:
    for action in deal.legal_actions():
        assert deal.is_legal(action)
        deal.verify(action)
        after = deal.apply(action)
        assert after.actions == (*deal.actions, action)
        assert after.offender is None


@given(deals(IN_PROGRESS), st.data())
def test_every_other_action_is_refused_and_leaves_the_deal_unchanged(
    deal: Deal, data: DataObject
) -> None:
    before = pickle.dumps(deal)
    seat = deal.to_act
    assert seat is not None
    listed = {frozenset(action.split(" ")) for action in deal.legal_actions()}
    tried = [data.draw(lists_of_cards(deal.hand(seat))) for _ in range(20)]
    for action in (*WORDS, *CARDS, *tried):
        if frozenset(action.split(" ")) in listed:
            assert deal.is_legal(action)
            continue
        assert not deal.is_legal(action)
        with pytest.raises(ActionError) as refusal:
            deal.verify(action)
        if penalises(deal, refusal.value):
            after = deal.apply(action)
            assert (after.phase, after.offender, after.legal_actions()) == (DONE, seat, [])
            assert after.actions == (*deal.actions, action)
        else:
            with pytest.raises(type(refusal.value)):
                deal.apply(action)
    assert pickle.dumps(deal) == before


def penalises(deal: Deal, refusal: ActionError) -> bool:
    """Whether the refused action is a revoke that ends the deal (docs/rules.md 9)."""
    return isinstance(refusal, Revoke) and deal.setup.rules.revokes == "penalised"


@given(deals(), json_values())
def test_any_value_that_is_not_an_action_is_refused_as_such(deal: Deal, value: Any) -> None:
    assume(not isinstance(value, str) or value not in (*WORDS, *CARDS, "B6 B7 L9 A8"))
    with pytest.raises(UnknownAction):
        deal.apply(value)


@given(deals([PLAY]))
def test_a_card_that_is_not_in_the_hand_is_refused_as_not_held(deal: Deal) -> None:
    assert deal.to_act is not None
    for card in names(PACK & ~deal.hand(deal.to_act)):
        with pytest.raises(CardNotHeld):
            deal.apply(card)


@given(
    st.lists(st.sampled_from(DECK), min_size=12, max_size=12, unique=True),
    st.sampled_from(["plain", "any"]),
)
def test_the_legal_discards_are_those_that_brute_force_finds(
    hand: list[int], companion: SowCompanion
) -> None:
    found = list(legal_discards(sum(hand), Rules(sow_companion=companion)))
    held = names(sum(hand))
    expected = [four for four in combinations(held, 4) if each_sow_is_accompanied(four, companion)]
    assert [tuple(names(discards)) for discards in found] == expected


def each_sow_is_accompanied(four: Sequence[str], companion: SowCompanion) -> bool:
    """Whether each sow can have a trump of its own, tried in every way (docs/rules.md 5, 11)."""
    sows = [card for card in four if card[1] == "S"]
    trumps = [card for card in four if card[0] == "H"]
    if companion == "plain":
        trumps = [card for card in trumps if card not in sows]
    return any(True for _ in permutations(trumps, len(sows)))


@given(deals([EXCHANGE]))
def test_the_listed_discards_are_the_combinations_that_are_legal(deal: Deal) -> None:
    assert deal.declarer is not None
    fours = [" ".join(four) for four in combinations(names(deal.hand(deal.declarer)), 4)]
    assert deal.legal_actions() == [four for four in fours if deal.is_legal(four)]


# Views


def known_cards(deal: Deal, seat: int | None) -> CardSet:
    """The cards that a seat has held or seen, by the rules of the game."""
    known = sum(CARDS[card] for _, card in cards_played(deal))
    if seat is not None:
        known |= deal.setup.hands()[seat]
        if seat == deal.declarer and "solo" not in deal.actions:
            known |= deal.setup.dobb
    return known


CARD = re.compile(r"[HLAB][STKOU6-9]")


@given(deals(IN_PROGRESS))
def test_a_view_names_no_card_that_its_seat_may_not_know(deal: Deal) -> None:
    for step in steps(deal):
        for seat in everyone(step):
            named = CARD.findall(json.dumps(View.of(step, seat).to_json()))
            assert {CARDS[card] for card in named} <= set(split(known_cards(step, seat)))


@given(deals(IN_PROGRESS), st.data())
def test_deals_that_differ_only_in_hidden_cards_look_the_same(deal: Deal, data: DataObject) -> None:
    seat = data.draw(st.sampled_from(everyone(deal)), label="seat")
    hidden = list(split(PACK & ~known_cards(deal, seat)))
    assume(len(hidden) > 1)
    twin = deal
    swaps = st.tuples(st.sampled_from(hidden), st.sampled_from(hidden))
    for one, other in data.draw(st.lists(swaps, min_size=4, max_size=12), label="exchanged"):
        twin = with_swapped(twin, one, other)
    assume(twin.setup.deck != deal.setup.deck)
    assert View.of(twin, seat) == View.of(deal, seat)
    assert View.of(twin, seat).to_json() == View.of(deal, seat).to_json()


def with_swapped(deal: Deal, one: int, other: int) -> Deal:
    """The deal with two cards swapped, or unchanged if that breaks a rule."""
    places = {names(one)[0]: names(other)[0], names(other)[0]: names(one)[0]}
    record = to_record(deal)

    def moved(text: str) -> str:
        return " ".join(places.get(word, word) for word in text.split(" "))

    record["deck"] = [moved(card) for card in record["deck"]]
    record["actions"] = [moved(action) for action in record["actions"]]
    try:
        twin = from_record(record)
    except ActionError:
        return deal
    # A penalised revoke would end the deal, which everybody sees.
    return twin if twin.phase == deal.phase else deal


@given(deals())
def test_a_view_has_the_legal_actions_of_its_seat(deal: Deal) -> None:
    for seat in everyone(deal):
        view = View.of(deal, seat)
        if seat is None or seat != deal.to_act:
            assert view.legal == ()
        elif deal.phase == EXCHANGE:
            assert view.legal is None
        else:
            assert view.legal == tuple(deal.legal_actions())
        assert view.hand == (0 if seat is None else deal.hand(seat))


@given(deals([DONE]))
def test_everything_is_open_when_the_deal_is_done(deal: Deal) -> None:
    for seat in everyone(deal):
        view = View.of(deal, seat).to_json()
        assert view["record"] == to_record(deal)
        assert view["result"] == to_result(deal)


# Deals as values


@given(deals(), st.data())
def test_a_pickled_deal_goes_on_the_same(deal: Deal, data: DataObject) -> None:
    copy = pickle.loads(pickle.dumps(deal))
    assert copy == deal
    assert hash(copy) == hash(deal)
    assert {deal: "found"}[copy] == "found"
    assert copy.legal_actions() == deal.legal_actions()
    if deal.phase == DONE:
        assert settle(copy) == settle(deal)
    else:
        later = data.draw(further(deal))
        assert copy.apply_all(later.actions[len(deal.actions) :]) == later


@given(deals(), deals())
def test_deals_are_equal_exactly_when_their_records_are(one: Deal, other: Deal) -> None:
    assert (one == other) == (to_record(one) == to_record(other))


# Any input


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("records") / "any.jsonl"


@given(some=st.lists(lines(), max_size=5))
def test_replay_answers_any_input_line_by_line(file: Path, some: list[bytes]) -> None:
    text = b"\n".join(some)
    status, answers = replay(file, text)
    not_blank = [line for line in text.split(b"\n") if line.strip(b" \t\r\n")]
    assert len(answers) == len(not_blank)
    assert status == (1 if any("error" in answer for answer in answers) else 0)
    for answer in answers:
        assert_is_answer(answer)


@given(record=mutated_records())
def test_replay_answers_any_mutated_record(file: Path, record: Any) -> None:
    _, [answer] = replay(file, json.dumps(record).encode())
    assert_is_answer(answer)


def replay(file: Path, text: bytes) -> tuple[int, list[dict[str, Any]]]:
    """The exit status of ``dobbm replay``, and the objects that it prints."""
    printed = StringIO()
    file.write_bytes(text)
    with redirect_stdout(printed):
        status = main(["replay", str(file)])
    return status, [json.loads(line) for line in printed.getvalue().splitlines()]


def assert_is_answer(answer: dict[str, Any]) -> None:
    """Assert that this is a result with all its fields, or an error with a known code."""
    if "error" not in answer:
        assert answer.keys() == to_result(UNTOUCHED).keys()
        return
    assert answer.keys() == {"error"}
    error = answer["error"]
    assert error.keys() == {"code", "action", "message"}
    assert error["code"] in ERROR_CODES
    at_an_action = error["code"] in ("action", "phase", "held", "illegal")
    assert isinstance(error["action"], int if at_an_action else type(None))
    assert error["message"]
    assert "\n" not in error["message"]


UNTOUCHED = Deal.start(DECK, dealer=3)


# Sessions


@given(sessions())
def test_the_ledger_of_a_session_sums_to_0_and_adds_up_the_payments(session: Session) -> None:
    sums = [0] * session.players
    for deal in session.finished:
        sums = [a + b for a, b in zip(sums, settle(deal).payments, strict=True)]
    assert list(session.ledger) == sums
    assert sum(session.ledger) == 0


@given(sessions())
def test_the_declarer_deals_next_and_after_a_throw_in_the_same_or_the_next_seat(
    session: Session,
) -> None:
    expected = session.first_dealer
    for deal in session.deals:
        assert deal.setup.dealer == expected
        if deal.declarer is not None:
            expected = deal.declarer
        elif deal.phase == DONE and session.players == 5:
            expected = (expected + 1) % 5
    if session.deal is None:
        assert session.next_dealer == expected


@given(sessions())
def test_a_mussrunde_goes_once_round_the_table_and_ends_the_session(session: Session) -> None:
    first = session.mussrunde_from
    for index, deal in enumerate(session.deals):
        assert deal.setup.must == (first is not None and index >= first)
    if first is None:
        assert not session.over
        return
    must_deals = session.deals[first:]
    dealers = [deal.setup.dealer for deal in must_deals]
    assert len(set(dealers)) == len(dealers)
    for dealer, next_dealer in pairwise(dealers):
        assert next_dealer == (dealer + 1) % session.players
    assert session.over == (len(must_deals) == session.players and session.deal is None)
    assert session.mussrunde_left == session.players - len(session.finished[first:])


@given(sessions())
def test_a_session_can_be_pickled(session: Session) -> None:
    assert pickle.loads(pickle.dumps(session)) == session


# Rules


@given(rule_sets())
def test_a_rule_set_is_its_preset_with_its_overrides(rules: Rules) -> None:
    assert Rules.of(rules.preset, **rules.overrides()) == rules
    assert Rules.of(rules.preset, **rules.options()) == rules
