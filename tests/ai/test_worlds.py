"""Worlds are exactly the deals that give the same view, and all are drawn equally often.

The tests check a world with ``Deal``: they deal it, repeat all actions, and compare the views.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import factorial, sqrt
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from dobbm.ai.memory import Memory
from dobbm.ai.worlds import Worlds
from dobbm.game.actions import BIDDING, DONE, EXCHANGE, PLAY
from dobbm.game.cards import (
    DECK,
    HEARTS,
    LEAVES,
    PACK,
    SOWS,
    Card,
    parse_cards,
    shuffled,
    split,
)
from dobbm.game.deal import Deal
from dobbm.game.errors import DobbmError, WrongPhase
from dobbm.game.exchange import COMPANIONS, companions_of, trumps_missing
from dobbm.game.rules import Rules, SowCompanion
from dobbm.game.view import HIDDEN, View
from drawing import dealt, laid, lying, said
from rebuilding import OUT_OF_PLAY, World, rebuilt
from tables import TAKEN_UP, in_every_phase
from tiers import sample_size

DEALS = sample_size(8, long=1_000)
ENDINGS = sample_size(4, long=100)

GAMES = {
    "Dobbm": (Rules(), "dobbm"),
    "Dobbm, any trump with a sow": (Rules(sow_companion="any"), "dobbm"),
    "Dobbm, revokes penalised": (Rules(revokes="penalised"), "dobbm"),
    "Solo": (Rules(), "solo"),
}


def states(game: str, rng: Random) -> Iterator[Deal]:
    """Yield a random deal after every step; sows are discarded whenever that is legal."""
    rules, contract = GAMES[game]
    players = rng.choice([4, 5])
    dealer = rng.randrange(players)
    deal = Deal.start(shuffled(rng), dealer=dealer, players=players, rules=rules)
    yield deal
    while legal := deal.legal_actions():
        if deal.phase == BIDDING and contract in legal:
            legal = [contract, "weiter"]
        if deal.phase == EXCHANGE:
            legal = [four for four in legal if "S" in four] or legal
        deal = deal.apply("gut" if "gut" in legal else rng.choice(legal))
        yield deal


def views(deal: Deal) -> list[View]:
    return [View.of(deal, seat) for seat in deal.setup.active]


def is_world(world: World, deal: Deal, view: View) -> bool:
    """Whether the seat of ``view`` would see the same if the cards lay like this."""
    try:
        other = rebuilt(world, deal, view)
    except DobbmError:
        return False
    same = View.of(other, view.seat) == view
    assert not same or true_world(other) == world
    return same


def rows(worlds: NDArray[np.int64]) -> list[World]:
    return [tuple(row) for row in worlds.tolist()]


def sizes(deal: Deal) -> list[int]:
    """The number of cards in every hand, and out of play."""
    out = 0 if deal.phase == EXCHANGE else 4
    return [*(deal.hand(seat).bit_count() for seat in deal.setup.active), out]


def true_world(deal: Deal) -> World:
    """The world of the deal itself."""
    out = 0 if deal.phase == EXCHANGE else deal.out_of_play
    return (*(deal.hand(seat) for seat in deal.setup.active), out)


def rooms(deal: Deal, view: View) -> list[int]:
    """The number of cards unknown to the seat in every hand, and out of play."""
    known = [seat == view.seat for seat in view.active] + [view.discards is not None]
    return [0 if sure else size for size, sure in zip(sizes(deal), known, strict=True)]


def distributions(cards: list[Card], room: list[int]) -> Iterator[World]:
    """Yield every way to distribute the cards, whatever has been shown."""
    if not room:
        yield ()
        return
    for here in combinations(cards, room[0]):
        rest = [card for card in cards if card not in here]
        for elsewhere in distributions(rest, room[1:]):
            yield (sum(here), *elsewhere)


def count_distributions(room: list[int]) -> int:
    """The number of ``distributions``."""
    number = factorial(sum(room))
    for size in room:
        number //= factorial(size)
    return number


def distributions_of_unseen(deal: Deal, view: View) -> Iterator[World]:
    """Yield every way to distribute the cards that the seat has not seen."""
    own = [view.hand if seat == view.seat else 0 for seat in view.active] + [view.discards or 0]
    played = deal.play.played if deal.play else 0
    unseen = list(split(PACK & ~played & ~sum(own)))
    for distribution in distributions(unseen, rooms(deal, view)):
        yield tuple(there | mine for there, mine in zip(distribution, own, strict=True))


def counted(view: View, room: list[int]) -> int:
    """The number of worlds, counted card by card: slow, but simple."""
    memory = Memory.of(view)
    unseen = list(split(memory.unseen))
    voids = [*(memory.voids[seat] for seat in view.active), 0]
    restricted = HIDDEN in view.actions
    companions = companions_of(view.rules)

    @cache
    def count_from(index: int, room: tuple[int, ...], missing: int) -> int:
        if index == len(unseen):
            return missing <= 0 or not restricted
        card, number = unseen[index], 0
        for place, left in enumerate(room):
            if left and not card & voids[place]:
                remaining = (*room[:place], left - 1, *room[place + 1 :])
                more = trumps_missing(card, companions) if place == OUT_OF_PLAY else 0
                number += count_from(index + 1, remaining, missing + more)
        return number

    return count_from(0, tuple(room), 0)


def ending(game: str, role: str, seed: int) -> tuple[Deal, View]:
    """A view late in a random deal, with a few hundred distributions of the unseen cards."""
    rng = Random(seed)
    while True:
        for deal in states(game, rng):
            if deal.phase == PLAY:
                for view in views(deal):
                    declares = view.seat == view.declarer
                    few = 200 <= count_distributions(rooms(deal, view)) <= 1_000
                    if few and declares == (role == "declarer"):
                        return deal, view


def is_bound(view: View) -> bool:
    """Whether the rule about sows restricts the hidden discards, if there are any."""
    return HIDDEN not in view.actions or bool(Memory.of(view).unseen & SOWS)


# The set of worlds


@pytest.mark.parametrize("role", ["declarer", "defender"])
@pytest.mark.parametrize("game", GAMES)
def test_the_worlds_are_all_deals_that_give_the_same_view(game: str, role: str) -> None:
    by_voids = by_discards = 0
    for seed in range(ENDINGS):
        deal, view = ending(game, role, seed)
        candidates = [*distributions_of_unseen(deal, view)]
        worlds = Worlds.of(view)
        possible = [world for world in candidates if is_world(world, deal, view)]
        assert worlds.count == len(possible)
        assert sorted(rows(worlds.all())) == sorted(possible)
        legal = sum(
            trumps_missing(world[OUT_OF_PLAY], companions_of(view.rules)) <= 0
            for world in candidates
        )
        by_discards += len(candidates) - legal
        by_voids += legal > len(possible)
    assert by_voids
    assert by_discards or role == "declarer"


@pytest.mark.parametrize("game", GAMES)
def test_every_world_drawn_during_a_deal_explains_the_view(game: str) -> None:
    for seed in range(DEALS // len(GAMES)):
        for deal in states(game, Random(seed)):
            if deal.phase == DONE:
                continue
            for view in views(deal):
                worlds = Worlds.of(view)
                assert worlds.seats == deal.setup.active
                for world in rows(worlds.sample(3, seed)):
                    assert is_world(world, deal, view)
                if worlds.count <= 500:
                    assert true_world(deal) in rows(worlds.all())


AT_THE_BEGINNING = {
    "bidding": factorial(28) // (factorial(8) ** 3 * factorial(4)),
    "exchange, declarer": factorial(24) // factorial(8) ** 3,
    "exchange, defender": factorial(28) // (factorial(12) * factorial(8) ** 2),
    "Solo": factorial(28) // (factorial(8) ** 3 * factorial(4)),
    "Dobbm, declarer": factorial(24) // factorial(8) ** 3,
}


@pytest.mark.parametrize("situation", AT_THE_BEGINNING)
def test_before_anything_is_shown_the_number_of_worlds_is_a_multinomial(situation: str) -> None:
    deals = in_every_phase()
    deal = {
        "bidding": deals["bidding"],
        "exchange": deals["exchange"],
        "Solo": lying("solo"),
        "Dobbm": lying(),
    }[situation.partition(",")[0]]
    seat = 0 if situation.endswith("declarer") else 2
    assert Worlds.of(View.of(deal, seat)).count == AT_THE_BEGINNING[situation]


@pytest.mark.parametrize("companion", COMPANIONS)
def test_a_defender_knows_that_the_discards_of_a_dobbm_are_legal(companion: SowCompanion) -> None:
    view = View.of(lying(rules=Rules(sow_companion=companion)), 2)
    legal = sum(
        trumps_missing(sum(four), COMPANIONS[companion]) <= 0
        for four in combinations(split(PACK & ~view.hand), 4)
    )
    assert Worlds.of(view).count == legal * factorial(24) // factorial(8) ** 3


def test_worlds_are_counted_correctly_during_the_play() -> None:
    for game in GAMES:
        for seed in range(DEALS // len(GAMES)):
            for deal in states(game, Random(seed)):
                if deal.play and deal.phase == PLAY and deal.play.played.bit_count() % 8 == 6:
                    for view in views(deal):
                        assert Worlds.of(view).count == counted(view, rooms(deal, view))


def test_a_seat_that_has_neither_followed_nor_trumped_holds_no_hearts_in_any_world() -> None:
    deal = dealt("HSTK LST9 A6 B6", "HOU98 ASTK B7", "AOU98 BST98", "H76 LKOU876", dobb="BKOU A7")
    view = View.of(said(deal, "solo gut gut gut LS H8 B8 L6"), 3)
    worlds = Worlds.of(view).sample(1_000, seed=5)
    assert not np.any(worlds[:, 1] & LEAVES)
    assert np.any(worlds[:, 1] & HEARTS)
    assert not np.any(worlds[:, 2] & (LEAVES | HEARTS))


def test_a_seat_that_knows_all_cards_has_one_world() -> None:
    deal = lying()
    while deal.play and deal.play.played.bit_count() < 31:
        deal = deal.apply(deal.legal_actions()[0])
    assert rows(Worlds.of(View.of(deal, 0)).all()) == [true_world(deal)]


# Drawing worlds


@pytest.mark.parametrize("role", ["declarer", "defender"])
@pytest.mark.parametrize("game", GAMES)
def test_every_world_is_drawn_equally_often(game: str, role: str) -> None:
    found = (ending(game, role, seed)[1] for seed in range(100))
    view = next(view for view in found if Worlds.of(view).count >= 20 and is_bound(view))
    worlds = Worlds.of(view)
    drawn = Counter(rows(worlds.sample(100 * worlds.count, seed=8)))
    assert drawn.keys() == set(rows(worlds.all()))
    chi_square = sum((times - 100) ** 2 / 100 for times in drawn.values())
    degrees = worlds.count - 1
    assert abs(chi_square - degrees) < 4 * sqrt(2 * degrees)


def test_before_the_first_card_every_card_is_in_a_hand_in_proportion_to_its_size() -> None:
    deal = lying("solo")
    worlds = Worlds.of(View.of(deal, 1)).sample(9_000, seed=3)
    unseen = [card for card in DECK if not card & deal.hand(1)]
    for column, size in ((0, 8), (2, 8), (3, 8), (OUT_OF_PLAY, 4)):
        times = np.array([np.count_nonzero(worlds[:, column] & card) for card in unseen])
        expected = 9_000 * size / 28
        assert np.sum((times - expected) ** 2 / expected) < 60  # 27 degrees of freedom


def test_the_same_seed_draws_the_same_worlds_and_fewer_are_the_first_of_them() -> None:
    worlds = Worlds.of(View.of(lying(), 1))
    many = worlds.sample(100, seed=4)
    assert np.array_equal(Worlds.of(View.of(lying(), 1)).sample(40, seed=4), many[:40])
    assert not np.array_equal(worlds.sample(100, seed=5), many)
    assert worlds.sample(0, seed=4).shape == (0, 5)


@pytest.mark.parametrize("seed", [-1, 2**63, 10**100])
def test_a_seed_is_any_whole_number(seed: int) -> None:
    worlds = Worlds.of(View.of(lying(), 1))
    assert np.array_equal(worlds.sample(3, seed), worlds.sample(3, seed))


# Refused views


def test_too_many_worlds_are_not_listed() -> None:
    worlds = Worlds.of(View.of(lying(), 0))
    with pytest.raises(
        DobbmError, match="at most 20,000 worlds can be listed, and there are 9,465"
    ):
        worlds.all()


def test_a_deal_that_is_over_hides_nothing() -> None:
    with pytest.raises(WrongPhase, match="nothing is hidden"):
        Worlds.of(View.of(in_every_phase()["done"], 0))


@pytest.mark.parametrize("seat", [4, None])
@pytest.mark.parametrize("words", ["", "gut gut gut", "gut gut gut HS H9"])
def test_without_a_hand_there_are_no_worlds(words: str, seat: int | None) -> None:
    with pytest.raises(DobbmError, match="this view has none"):
        Worlds.of(View.of(said(lying(words="", players=5), words), seat))


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"hand": parse_cards("HS HT HU LS LT L7 A6")}, "cannot be the 8 cards of one place"),
        ({"discards": parse_cards("AU A7 B7")}, "cannot be the 4 cards"),
        ({"discards": parse_cards("HS A7 B7 B6")}, "25 unseen cards do not fit"),
    ],
)
def test_an_impossible_view_is_refused(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(DobbmError, match=f"no deal gives this view: .*{reason}"):
        Worlds.of(View.of(lying(), 0)._replace(**changes))


def test_a_hand_with_a_suit_in_which_it_has_shown_a_void_is_refused() -> None:
    deal = dealt("HSTK LST9 A6 B6", "HOU98 ASTK B7", "AOU98 BST98", "H76 LKOU876", dobb="BKOU A7")
    view = View.of(said(deal, "solo gut gut gut LS H8"), 1)
    held = view.hand & ~parse_cards("B7") | parse_cards("L6")
    with pytest.raises(DobbmError, match="no deal gives this view: .* L6 cannot be the 7 cards"):
        Worlds.of(view._replace(hand=held))


def test_a_view_is_refused_if_nobody_can_hold_a_card() -> None:
    """All defenders have shown that they have no hearts, but one heart is missing."""
    deal = dealt("HSTKOU987", "LSTKOU987", "ASTKOU987", "BSTKOU987", dobb="H6 L6 A6 B6")
    deal = said(laid(said(deal, TAKEN_UP), "H6 L6 A6 B6"), "gut gut gut HS L7 A7 B7")
    view = View.of(deal, 0)
    assert Worlds.of(view).count == factorial(21) // factorial(7) ** 3
    held = view.hand & ~parse_cards("H7") | parse_cards("L8")
    with pytest.raises(DobbmError, match="no deal gives this view: .* no place"):
        Worlds.of(view._replace(hand=held))
