"""Pictures of cards, deals and views for notebooks."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from dobbm import Deal, View, parse_cards, picture
from dobbm.game.cards import DECK, NAMES


def shown(html: str) -> list[str]:
    """The names of the cards in a picture, in order."""
    ElementTree.fromstring(re.sub(r"(<img[^>]*)>", r"\1/>", html))  # it is well-formed
    return re.findall(r'<img alt="(\w\w)"', html)


def started() -> Deal:
    return Deal.start(DECK, dealer=3)


def test_a_picture_shows_cards_as_they_are_held() -> None:
    html = picture(parse_cards("B6 HS L9 H6"))._repr_html_()
    assert re.findall(r'alt="(\w\w)"', html) == ["HS", "H6", "L9", "B6"]
    assert html.count("data:image/svg+xml;base64,") == 4


def test_every_card_has_a_drawing() -> None:
    assert {name for name in NAMES.values() if picture(sum(DECK)).html.count(f'"{name}"') == 2} == {
        *NAMES.values()
    }


def test_a_deal_shows_all_36_cards() -> None:
    html = started()._repr_html_()
    assert "bidding: seat 0 to act" in html
    assert sorted(shown(html)) == sorted(NAMES.values())


def test_a_deal_in_play_names_the_declarer_and_shows_the_trick() -> None:
    deal = started().apply_all(["solo", "gut", "gut", "gut", "LS"])
    html = deal._repr_html_()
    assert "play: seat 1 to act" in html
    assert "seat 0, declarer" in html
    assert "trick, led by seat 0" in html
    assert shown(html)[-1] == "LS"


def test_a_view_shows_only_what_its_seat_sees() -> None:
    deal = started().apply_all(["dobbm", "weiter", "weiter", "weiter"])
    own, other = (View.of(deal, seat)._repr_html_() for seat in (0, 1))
    assert len(shown(own)) == 12 + 4
    assert "Dobb" in own
    assert sorted(shown(other)) == sorted(NAMES[card] for card in DECK if card & deal.hand(1))
    assert "spectator" not in View.of(deal, None)._repr_html_()


def test_a_finished_deal_says_so() -> None:
    deal = started().apply_all(["weiter"] * 4)
    assert "<b>done</b>" in deal._repr_html_()
