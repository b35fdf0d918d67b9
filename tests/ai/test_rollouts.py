"""The policy at a table: the kernel sees what the seat knows, and no more."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from deals_in_play import (
    before_the_first_card,
    cards_played,
    decisions,
    exchanged_in,
    in_the_play,
    seats_of,
    state_of,
    world_of,
)
from dobbm import Deal
from dobbm.ai import network
from dobbm.ai.calling import Numbers
from dobbm.ai.facts import facts_of
from dobbm.ai.kernel.entries import recall
from dobbm.ai.kernel.playout_state import DISCARDED, HANDS, OUT, PLAYED, new_state
from dobbm.ai.kernel.policy import CELLS, action_probabilities
from dobbm.ai.layout import COUNT, EXCHANGED, SEAT
from dobbm.ai.rollouts import (
    LearnedPolicy,
    choose_card,
    learned_policy,
    likeliest_cards,
    play_deals,
    play_worlds,
    ranked_cards,
)
from dobbm.ai.solver import Solver, from_declarer
from dobbm.ai.worlds import Worlds
from dobbm.arena.probe import redealt
from dobbm.game.cards import CARDS, NAMES
from dobbm.game.errors import DobbmError, WrongPhase
from dobbm.game.settlement import declarer_points
from dobbm.game.view import View
from dobbm.players.pimc.belief import likelihood
from drawing import lying, open_deal, said
from rebuilding import rebuilt

PACKAGED = Path(__file__).parents[2] / "src" / "dobbm" / "ai" / "data" / "policy.npz"


def at_turn(deal: Deal) -> View:
    return View.of(deal, deal.to_act)


def late_decisions(count: int, seed: int, played: int = 0) -> Iterator[Deal]:
    """Yield decisions after at least ``played`` cards."""
    found = 0
    for deal in decisions(100 * count, seed):
        if len(cards_played(deal)) >= played:
            yield deal
            found += 1
        if found == count:
            return


@pytest.mark.parametrize("players", [4, 5])
def test_a_situation_is_the_state_without_what_the_seat_cannot_know(players: int) -> None:
    """The state is built card by card, the situation at once from the view."""
    rng = Random(players)
    for _ in range(20):
        for deal in in_the_play(rng, players):
            state, trick = state_of(deal)
            for place, seat in enumerate(seats_of(deal)):
                view = View.of(deal, seat)
                found = new_state()
                on_table = recall(np.asarray(facts_of(view)), found)
                known = state.copy()
                known[HANDS : HANDS + 4] = 0
                known[HANDS + place] = deal.hand(seat)
                if not (exchanged_in(deal) and place == 0):
                    known[OUT] = known[DISCARDED] = 0
                assert found.tolist() == known.tolist()
                assert on_table == trick
                facts = facts_of(view)
                assert [*facts[COUNT + 1 : COUNT + 1 + facts[COUNT]]] == cards_played(deal)
                assert (facts[SEAT], facts[EXCHANGED]) == (place, exchanged_in(deal))


def test_in_the_doubling_nothing_has_been_played() -> None:
    deal = said(lying(words=""), "gut")
    view, state = View.of(deal, 2), new_state()
    trick = recall(np.asarray(facts_of(view)), state)
    assert (facts_of(view)[SEAT], trick.seat, trick.turn) == (2, 0, 0)
    assert state[PLAYED] == facts_of(view)[COUNT] == 0


def test_it_plays_the_most_probable_card() -> None:
    probabilities = np.zeros(8, np.float32)
    for deal in decisions(150, seed=31):
        action_probabilities(*state_of(deal), learned_policy().weights, probabilities)
        legal = sorted(map(CARDS.__getitem__, deal.legal_actions()))
        assert choose_card(at_turn(deal)) == NAMES[legal[int(probabilities[: len(legal)].argmax())]]


@pytest.mark.parametrize("players", [4, 5])
def test_the_likeliest_cards_are_those_that_each_seat_would_choose(players: int) -> None:
    rng = Random(players)
    for _ in range(10):
        for deal in [*in_the_play(rng, players)][::5]:
            expected, later = [], deal
            while later.to_act is not None:
                expected.append(choose_card(at_turn(later)))
                later = later.apply(expected[-1])
            assert likeliest_cards(deal) == expected


def test_only_the_seat_that_must_play_has_a_card_to_choose() -> None:
    deal = next(decisions(1, seed=32))
    assert deal.to_act is not None
    others = [View.of(deal, (deal.to_act + 1) % 4), View.of(deal, None)]
    for view in [*others, at_turn(Deal.start(deal.setup.deck, dealer=3))]:
        for choose in (choose_card, ranked_cards, network.choose_card):
            with pytest.raises(WrongPhase, match="the seat that must play one"):
                choose(view)


def test_a_world_is_played_out_at_least_once() -> None:
    view = at_turn(lying())
    worlds = Worlds.of(view).sample(1, 1)
    with pytest.raises(ValueError, match="repeats must be at least 1, not 0"):
        play_worlds(view, worlds, 1, repeats=0)


def test_hidden_cards_do_not_change_the_card() -> None:
    rng = Random(32)
    for deal in decisions(150, seed=32):
        assert choose_card(at_turn(redealt(deal, rng))) == choose_card(at_turn(deal))


def test_in_the_last_trick_the_points_are_those_of_the_solver() -> None:
    """Nobody has a choice there."""
    checked = 0
    for deal in in_the_play(Random(33)):
        if len(cards_played(deal)) < 28:
            continue
        view = at_turn(deal)
        worlds = Worlds.of(view).all()
        played, solved = play_worlds(view, worlds, 1), Solver().solve_worlds(view, worlds)
        assert played.cards == solved.cards
        assert np.array_equal(played.points, solved.points)
        checked += 1
    assert checked == 4


def test_the_columns_are_the_legal_cards_by_name() -> None:
    """Each column has the points of the rebuilt worlds after its card."""
    for deal in late_decisions(12, seed=34, played=24):
        view = at_turn(deal)
        worlds = Worlds.of(view).sample(6, 2)
        found = play_worlds(view, worlds, 5, repeats=40)
        assert [*found.cards] == deal.legal_actions()
        assert found.points.shape == (6, len(found.cards))
        for world, row in zip(worlds.tolist(), found.points, strict=True):
            position = rebuilt(tuple(world), deal, view)
            for card, mean in zip(found.cards, row, strict=True):
                ends = [declarer_points(end) for end in every_end(position.apply(card))]
                assert min(ends) <= mean <= max(ends)


def every_end(deal: Deal) -> Iterator[Deal]:
    if deal.to_act is None:
        yield deal
    for action in deal.legal_actions():
        yield from every_end(deal.apply(action))


def test_the_same_seed_gives_the_same_points_and_any_whole_number_is_a_seed() -> None:
    view = at_turn(lying())
    worlds = Worlds.of(view).sample(20, 1)
    one, again, other = (play_worlds(view, worlds, seed).points for seed in (3, 3, 4))
    assert np.array_equal(one, again)
    assert not np.array_equal(one, other)
    for seed in (-1, 1 << 80):
        assert np.isfinite(play_worlds(view, worlds, seed).points).all()
        assert len(play_deals(numbers(view, worlds), seed, exchanged=True)) == 20


def test_the_declarer_leads_to_the_first_trick_of_every_deal() -> None:
    """So the mean over the deals is that of the first cards, weighted by their probabilities."""
    view = at_turn(lying())
    worlds = np.repeat(Worlds.of(view).sample(1, 3), 4_000, axis=0)
    probabilities = np.zeros(8, np.float32)
    action_probabilities(*state_of(lying()), learned_policy().weights, probabilities)
    by_card = play_worlds(view, worlds, 6)
    bits = [
        sorted(map(CARDS.__getitem__, by_card.cards)).index(CARDS[card]) for card in by_card.cards
    ]
    expected = float(by_card.points.mean(axis=0) @ probabilities[bits])
    found = np.asarray(play_deals(numbers(view, worlds), 7, exchanged=True))
    assert found.mean() == pytest.approx(expected, abs=5 * found.std() / np.sqrt(4_000))


def numbers(view: View, worlds: NDArray[np.int64]) -> Numbers:
    return array("q", from_declarer(view, worlds).tobytes())


# Belief


def test_no_world_is_impossible() -> None:
    for deal in late_decisions(30, seed=35, played=10):
        view = at_turn(deal)
        likely = likelihood(view, numbers(view, Worlds.of(view).sample(50, 1)))
        assert min(likely) > 0


def played_by_the_policy(rng: Random) -> Iterator[Deal]:
    deal = before_the_first_card(rng)
    while deal.to_act is not None:
        yield deal
        deal = deal.apply(choose_card(at_turn(deal)))


def test_the_true_world_is_likelier_than_others() -> None:
    """In deals that the policy plays; half of all worlds are likelier than a random one."""
    rng, ranks = Random(36), []
    for _ in range(40):
        deals = [*played_by_the_policy(rng)]
        deal = deals[16]
        view = at_turn(deal)
        others = Worlds.of(view).sample(99, rng.getrandbits(40))
        worlds = np.concatenate([row_of(deal, view), others])
        likely = np.array(likelihood(view, numbers(view, worlds)))
        ranks.append(np.mean(likely[1:] > likely[0]) + np.mean(likely[1:] == likely[0]) / 2)
    assert np.mean(ranks) < 0.35


def row_of(deal: Deal, view: View) -> NDArray[np.int64]:
    """The true world, as a row of ``Worlds``."""
    return np.array([[*(deal.hand(seat) for seat in view.active), deal.out_of_play]])


def test_worlds_are_reordered_to_begin_with_the_declarer() -> None:
    """Rows of ``Worlds`` begin with forehand."""
    for deal in late_decisions(20, seed=37, played=8):
        view = at_turn(deal)
        assert from_declarer(view, row_of(deal, view)).tolist() == [world_of(deal).tolist()]


# The file


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    first, second = tmp_path / "one.npz", tmp_path / "again.npz"
    learned_policy().save(first)
    learned_policy().save(second)
    assert first.read_bytes() == second.read_bytes()
    with first.open("rb") as source:
        found = LearnedPolicy.load(source)
    assert np.array_equal(found.weights, learned_policy().weights)
    assert found.weights.dtype == np.float32
    assert found.made == learned_policy().made
    assert {"decisions", "seed"} <= {*found.made}


def test_a_file_with_another_number_of_cells_is_refused(tmp_path: Path) -> None:
    learned_policy()._replace(weights=np.zeros(CELLS - 1, np.float32)).save(tmp_path / "other.npz")
    with (
        (tmp_path / "other.npz").open("rb") as source,
        pytest.raises(DobbmError, match="a different format"),
    ):
        LearnedPolicy.load(source)


@pytest.mark.parametrize(
    ("weights", "complaint"),
    [
        (np.full(CELLS, np.nan), "not all of them are numbers"),
        (np.full(CELLS, np.inf), "not all of them are numbers"),
        (np.zeros((CELLS, 2)), "a different format"),
    ],
    ids=["not a number", "infinite", "two of each"],
)
def test_weights_that_cannot_be_used_are_refused(weights: Any, complaint: str) -> None:
    content = written(format=1, made="{}", weights=weights)
    with pytest.raises(DobbmError, match=complaint):
        LearnedPolicy.load(BytesIO(content))


def written(**arrays: Any) -> bytes:
    target = BytesIO()
    np.savez_compressed(target, **arrays)
    return target.getvalue()


def one_array() -> bytes:
    target = BytesIO()
    np.save(target, np.zeros(3))
    return target.getvalue()


def damaged() -> bytes:
    """The weights with inverted bytes in the middle, so that they do not decompress."""
    content = bytearray(PACKAGED.read_bytes())
    half = len(content) // 2
    content[half : half + 64] = bytes(255 - byte for byte in content[half : half + 64])
    return bytes(content)


def test_a_file_with_another_format_number_is_refused() -> None:
    content = written(format=2, made="{}", weights=np.zeros(CELLS))
    with pytest.raises(DobbmError, match="a different format"):
        LearnedPolicy.load(BytesIO(content))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"no weights",
        b"PK\x03\x04",
        one_array(),
        written(format=1, made="{}"),
        written(format=1, made="{", weights=np.zeros(CELLS)),
        written(format=[1, 2], made="{}", weights=np.zeros(CELLS)),
        damaged(),
        PACKAGED.read_bytes()[:9_000],
    ],
    ids=[
        "empty",
        "text",
        "beginning of an archive",
        "one array",
        "no weights",
        "no JSON",
        "two formats",
        "damaged",
        "cut off",
    ],
)
def test_a_file_of_another_kind_is_refused(content: bytes) -> None:
    with pytest.raises(DobbmError, match="cannot read the policy's weights"):
        LearnedPolicy.load(BytesIO(content))


def test_cards_are_played_out_only_in_the_play() -> None:
    with pytest.raises(WrongPhase, match="only in the play phase, not in phase bidding"):
        likeliest_cards(open_deal())
