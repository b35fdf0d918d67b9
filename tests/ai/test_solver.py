"""The solver's values are those of plain minimax, and depend only on the position."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from random import Random
from typing import Any

import numpy as np
import pytest

from dobbm.ai.solver import Solver, solve, solve_many
from dobbm.ai.worlds import Worlds
from dobbm.game.cards import shuffled
from dobbm.game.deal import Deal
from dobbm.game.errors import DobbmError, WrongPhase
from dobbm.game.rules import SOLO
from dobbm.game.settlement import declarer_points
from dobbm.game.view import View
from drawing import open_deal, said
from minimax import by_the_rules, card_by_card, compiled_minimax
from rebuilding import rebuilt


def ending(rng: Random, cards: int) -> Deal:
    """A deal played at random until this many cards are left."""
    while True:
        deal = Deal.start(shuffled(rng), dealer=rng.randrange(4))
        while deal.to_act is not None and deal.phase != "play":
            # Many Solos, so that the declarer often has no trick.
            actions = deal.legal_actions()
            deal = deal.apply(
                "solo" if "solo" in actions and rng.random() < 0.2 else rng.choice(actions)
            )
        while deal.play and 32 - deal.play.played.bit_count() > cards:
            deal = deal.apply(rng.choice(deal.legal_actions()))
        if deal.play:
            return deal


@pytest.mark.long
def test_compiled_minimax_is_minimax_by_the_rules() -> None:
    rng = Random(10)
    for _ in range(1_000):
        deal = ending(rng, rng.randint(1, 12))
        assert compiled_minimax(deal) == by_the_rules(deal)


@pytest.mark.parametrize(
    ("minimax", "endings", "longest"),
    [
        (by_the_rules, 120, 12),
        pytest.param(compiled_minimax, 20_000, 20, marks=pytest.mark.long),
    ],
)
def test_every_card_of_an_ending_has_its_minimax_value(
    minimax: Callable[[Deal], int], endings: int, longest: int
) -> None:
    rng = Random(11)
    solver = Solver()
    hopeless = led = following = solos = without_trick = 0
    for number in range(endings):
        most = longest if number % 20 == 0 else longest - 4
        deal = ending(rng, rng.randint(5, most))
        solution = solver.solve(deal)
        assert solution.cards == card_by_card(deal, minimax)
        assert deal.play
        hopeless += solution.value == 0
        led += not deal.play.trick
        following += bool(deal.play.trick)
        solos += deal.contract is SOLO
        without_trick += deal.play.tricks == 0
    assert min(hopeless, led, following, solos, without_trick) > endings // 50


def test_a_value_does_not_depend_on_what_was_solved_before() -> None:
    rng = Random(12)
    deals = [ending(rng, 26) for _ in range(30)]
    solver = Solver()
    forwards = [solver.solve(deal).cards for deal in deals]
    backwards = [solver.solve(deal).cards for deal in reversed(deals)]
    alone = [solve(deal).cards for deal in deals]
    assert forwards == list(reversed(backwards)) == alone


def test_playing_the_best_card_keeps_the_value() -> None:
    rng = Random(13)
    solver = Solver()
    for _ in range(5):
        deal = ending(rng, 32)
        value = solver.solve(deal).value
        while deal.to_act is not None:
            solution = solver.solve(deal)
            assert solution.value == value
            best = next(card for card, worth in solution.cards.items() if worth == value)
            deal = deal.apply(best)
        assert declarer_points(deal) == value


def test_worlds_have_the_values_of_their_deals() -> None:
    rng = Random(14)
    solver = Solver(threads=3)
    for _ in range(40):
        deal = ending(rng, rng.randint(5, 32))
        view = View.of(deal, deal.to_act)
        worlds = Worlds.of(view).sample(7, seed=rng.randrange(1000))
        cards, values = solver.solve_worlds(view, worlds)
        for world, row in zip(worlds.tolist(), values.tolist(), strict=True):
            solution = solver.solve(rebuilt(tuple(world), deal, view))
            assert dict(zip(cards, row, strict=True)) == solution.cards


def test_values_do_not_depend_on_the_number_of_threads() -> None:
    deal = ending(Random(15), 32)
    view = View.of(deal, deal.to_act)
    worlds = Worlds.of(view).sample(20, seed=1)
    one, two, many = (
        Solver(threads).solve_worlds(view, worlds).points.tolist() for threads in (1, 2, 30)
    )
    assert one == two == many


def test_rows_that_are_not_worlds_of_the_view_are_refused() -> None:
    rng = Random(16)
    deal = ending(rng, 20)
    view = View.of(deal, deal.to_act)
    worlds = Worlds.of(view).sample(5, seed=1)
    later = deal.apply(deal.legal_actions()[0])
    invalid: tuple[Any, ...] = (
        worlds[:, :4],
        worlds.astype(np.float64),
        np.where(np.arange(5) == view.seat, 0, worlds),
        np.full_like(worlds, -1),
        Worlds.of(View.of(later, later.to_act)).sample(5, seed=1),
    )
    for rows in invalid:
        with pytest.raises(DobbmError):
            Solver().solve_worlds(view, rows)


@pytest.mark.parametrize("threads", [0, -1])
def test_at_least_one_thread_is_needed(threads: int) -> None:
    with pytest.raises(ValueError, match="must be a whole number from 1 to 1024"):
        Solver(threads)
    with pytest.raises(ValueError, match="must be a whole number from 1 to 1024"):
        next(solve_many([], jobs=threads))


def test_many_deals_are_solved_in_any_executor() -> None:
    deals = [ending(Random(seed), 12) for seed in range(5)]
    with ThreadPoolExecutor(2) as threads:
        assert list(solve_many(deals, executor=threads)) == list(solve_many(deals, jobs=1))


def test_cards_are_valued_only_for_the_seat_to_act() -> None:
    deal = said(open_deal(), "solo gut gut gut")
    view = View.of(deal, 1)
    with pytest.raises(WrongPhase, match="only for the seat that must play one"):
        Solver().solve_worlds(view, Worlds.of(view).sample(1, seed=0))


@pytest.mark.parametrize(
    "words", ["", "dobbm weiter weiter weiter", "solo", "weiter weiter weiter weiter"]
)
def test_only_the_play_can_be_solved(words: str) -> None:
    with pytest.raises(WrongPhase, match="solved only in the play phase"):
        solve(said(open_deal(), words))


@pytest.mark.parametrize("jobs", [1, 2])
def test_many_deals_are_solved_in_order(jobs: int) -> None:
    rng = Random(14)
    deals = [ending(rng, rng.choice([4, 20, 24])) for _ in range(200)]
    solver = Solver()
    assert list(solve_many(deals, jobs)) == [solver.solve(deal) for deal in deals]


def test_there_may_be_any_number_of_deals() -> None:
    def endless() -> Iterator[Deal]:
        while True:
            yield deal

    deal = ending(Random(15), 8)
    value = solve(deal)
    assert set(map(str, islice(solve_many(endless(), 2), 2_000))) == {str(value)}


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_error_names_the_deal_that_cannot_be_solved(jobs: int) -> None:
    rng = Random(16)
    deals = [ending(rng, 16) for _ in range(50)]
    solutions = solve_many([*deals, open_deal(), *deals], jobs)
    assert len(list(islice(solutions, 50))) == 50
    with pytest.raises(WrongPhase, match="deal 50: a deal can be solved only in the play phase"):
        next(solutions)


def test_threads_that_share_a_solver_take_turns() -> None:
    rng = Random(1)
    deals, solver = [ending(rng, 4) for _ in range(40)], Solver()
    expected = [Solver().solve(deal).cards for deal in deals]
    with ThreadPoolExecutor(4) as pool:
        assert [solution.cards for solution in pool.map(solver.solve, deals)] == expected
