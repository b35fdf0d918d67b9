"""The players of the deals from which bids and beliefs are learned."""

from __future__ import annotations

from collections import Counter

from dobbm.players import player_factory
from dobbm.training.games import new_deals

FIELD = [player_factory("simple"), player_factory("random")]


def test_the_seats_and_the_dealer_are_drawn_by_lot() -> None:
    seats: Counter[int] = Counter()
    dealers: Counter[int] = Counter()
    for deal, chairs, _ in new_deals(FIELD, 400, 1):
        assert len(chairs) == deal.setup.players == 4
        seats.update(seat for seat in range(4) if chairs[seat].player is not chairs[0].player)
        dealers[deal.setup.dealer] += 1
    assert all(160 < seats[seat] < 240 for seat in (1, 2, 3))
    assert all(60 < dealers[seat] < 140 for seat in range(4))


def test_the_same_seed_gives_the_same_deals_and_random_numbers() -> None:
    def drawn(seed: int) -> list[tuple[object, float]]:
        return [(deal.setup, rng.random()) for deal, _, rng in new_deals(FIELD, 20, seed)]

    assert drawn(3) == drawn(3)
    assert drawn(3) != drawn(4)
