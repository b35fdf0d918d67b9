"""Deals and views as text."""

from __future__ import annotations

from textwrap import dedent

import pytest

from dobbm import View, to_record
from drawing import finished
from tables import held, in_every_phase

PHASES = in_every_phase()


def test_a_deal_shows_all_cards_the_calls_and_the_trick() -> None:
    text = """\
        play: seat 2 to act
        calls: seat 0 dobbm, seat 1 weiter, seat 2 weiter, seat 3 weiter, seat 1 gut, \
seat 2 schwacher, seat 0 gut
        seat 0 (declarer): A6 B9 HT HU L7 LS LT | HS
        seat 1: A9 AS B8 H8 L8 L9 LK | H9
        seat 2: AT BK BO BS BT H7 HK LO
        seat 3: A8 AK AO BU H6 HO L6 LU
        Dobb: A7 AU B6 B7
        discards: A7 AU B6 B7
        declarer: 0 card points in 0 tricks"""
    assert str(PHASES["play"]) == dedent(text)


def test_a_view_shows_only_the_cards_that_the_seat_sees() -> None:
    text = """\
        exchange: seat 0 to act
        calls: seat 0 dobbm, seat 1 weiter, seat 2 weiter, seat 3 weiter
        seat 0 (declarer): ?
        seat 1: A9 AS B8 H8 H9 L8 L9 LK
        seat 2: ?
        seat 3: ?"""
    assert str(View.of(PHASES["exchange"], 1)) == dedent(text)
    assert "Dobb: A7 AU B6 B7" in str(View.of(PHASES["exchange"], 0))


@pytest.mark.parametrize("phase", ["bidding", "exchange", "doubling", "play"])
def test_hidden_cards_appear_nowhere_in_the_text_of_a_view(phase: str) -> None:
    deal = PHASES[phase]
    for seat in (0, 1, 2, 3, None):
        text = str(View.of(deal, seat))
        hidden = [held(deal, other) for other in range(4) if other != seat]
        own_dobb = seat == 0 and phase != "bidding"
        hidden += [] if own_dobb else [*to_record(deal)["deck"][32:]]
        assert not [card for cards in hidden for card in cards.split() if card in text]


def test_when_the_deal_is_done_the_view_shows_what_the_deal_shows() -> None:
    deal = finished(72)
    assert str(View.of(deal, 1)) == str(deal)
    first, *_, last = str(deal).splitlines()
    assert first == "done"
    assert last.startswith("declarer: 70 card points in ")  # and two more in the discards
    thrown_in = PHASES["done"]
    assert str(View.of(thrown_in, None)) == str(thrown_in)
