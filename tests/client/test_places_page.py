"""Where the cards of a trick lie on the page."""

from __future__ import annotations

from itertools import product

from client.scripts import Scripts, needs_node

pytestmark = needs_node

PLACES = """
import { activeSeats, trickPlace } from "./game/seats.js";
respond(asked.map(([own, players, dealer]) => {
  const deal = { players, dealer };
  return activeSeats(deal).map((seat) => [seat, trickPlace(seat, own, deal)]);
}));
"""

CLOCKWISE = ["self", "left", "top", "right"]


def test_a_trick_has_four_places_however_many_sit_at_the_table(scripts: Scripts) -> None:
    """The nearest player's card is the lowest, and the others follow clockwise."""
    tables = [
        (own, players, dealer)
        for players in (4, 5)
        for own, dealer in product(range(players), repeat=2)
        if players == 4 or own != dealer
    ]
    for (own, players, _), found in zip(tables, scripts.run(PLACES, tables), strict=True):
        turns = sorted(found, key=lambda one: (one[0] - own) % players)
        assert [place for _, place in turns] == CLOCKWISE


def test_before_a_dealer_on_holiday_the_cards_lie_as_the_others_sit(scripts: Scripts) -> None:
    (found,) = scripts.run(PLACES, [(2, 5, 2)])
    assert found == [[3, "left"], [4, "top-left"], [0, "top-right"], [1, "right"]]
