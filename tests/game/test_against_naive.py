"""The engine against a second, naive one: the same answers to thousands of random records.

Two thousand records quickly, two hundred thousand in the long tier.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, TypeAlias

import pytest

import naive
from dobbm import DobbmError, View, from_record, perft, to_result
from dobbm.game.cards import NAMES
from dobbm.game.perft import divide
from dobbm.game.record import parse_line, to_error
from random_records import broken_line, random_record
from tiers import sample_size

SEEDS = range(20)
RECORDS_A_SEED = sample_size(100, long=10_000)
COUNTS_A_SEED = sample_size(4, long=50)


def random_lines(seed: int, number: int) -> Iterator[bytes]:
    """Lines of good records and of broken ones in turn."""
    rng = Random(seed)
    for turn in range(number):
        yield broken_line(rng) if turn % 2 else json.dumps(random_record(rng)).encode()


def answer(line: bytes) -> dict[str, Any]:
    """The result of a line, or its error without the message."""
    try:
        return dict(to_result(from_record(parse_line(line))))
    except DobbmError as error:
        told: dict[str, Any] = to_error(error)
        del told["error"]["message"]
        return told


@pytest.mark.parametrize("seed", SEEDS)
def test_both_engines_give_the_same_result_or_the_same_error(seed: int) -> None:
    for line in random_lines(seed, RECORDS_A_SEED):
        assert answer(line) == naive.replay(line), line


def test_the_random_records_come_to_every_outcome_phase_and_error() -> None:
    answers = [answer(line) for seed in SEEDS for line in random_lines(seed, 100)]
    codes = Counter(told["error"]["code"] for told in answers if "error" in told)
    phases = Counter(told["phase"] for told in answers if "error" not in told)
    outcomes = Counter(told.get("outcome") for told in answers)
    for seen, awaited in (
        (codes, "json record rules deck action phase held illegal"),
        (phases, "bidding exchange doubling play done"),
        (outcomes, "won lost eingestellt thrown_in revoke"),
    ):
        assert {name for name in awaited.split() if seen[name] < 5} == set()


@pytest.mark.parametrize("seed", SEEDS)
def test_both_engines_say_the_same_of_who_did_what_and_who_took_the_tricks(seed: int) -> None:
    for line in random_lines(seed, RECORDS_A_SEED):
        try:
            steps, tricks = naive_course(parse_line(line))
        except (naive.Refused, DobbmError):
            continue
        deal = from_record(parse_line(line))
        assert deal.steps == tuple(steps), line
        assert [
            ([NAMES[card] for card in trick.cards], trick.seats[: len(trick.cards)], trick.winner)
            for trick in deal.tricks
        ] == tricks, line
        for seat in (None, *range(deal.setup.players)):
            assert View.of(deal, seat).tricks == deal.tricks


Course: TypeAlias = tuple[list[Any], list[tuple[list[str], tuple[int, ...], int | None]]]
"""Steps; and tricks: the cards, who played them, who took them."""


def naive_course(record: dict[str, Any]) -> Course:
    """Who did what, and the tricks, as the naive engine goes on from action to action."""
    deal = naive.open_deal(record)
    steps, tricks = [], []
    trick: list[tuple[int, str]] = []
    for action in record["actions"]:
        before = deal.copy()
        deal.act(action)
        seat, phase = before.queue[0], before.phase
        steps.append((seat, phase, action))
        if phase != "play":
            continue
        trick.append((seat, action))
        if len(trick) == 4 and deal.outcome != "revoke":
            tricks.append(told(trick, naive.trick_winner(trick)))
            trick = []
    return steps, [*tricks, *([told(trick, None)] if trick else [])]


def told(
    trick: list[tuple[int, str]], winner: int | None
) -> tuple[list[str], tuple[int, ...], int | None]:
    return [card for _, card in trick], tuple(seat for seat, _ in trick), winner


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("seed", SEEDS)
def test_both_engines_count_the_same_ways_to_go_on(seed: int, depth: int) -> None:
    counted = 0
    for line in random_lines(seed, 100 * COUNTS_A_SEED):
        try:
            reference = naive.read(line)
        except naive.Refused:
            continue
        if reference.phase == "done":
            assert perft(from_record(parse_line(line)), depth) == 0
            continue
        assert divide(from_record(parse_line(line)), depth) == naive_divide(reference, depth), line
        counted += 1
        if counted == COUNTS_A_SEED:
            break
    assert counted == COUNTS_A_SEED


def naive_divide(deal: naive.NaiveDeal, depth: int) -> dict[str, int]:
    """The naive engine's count below each lawful action."""
    counts = {}
    for action in deal.legal():
        after = deal.copy()
        after.act(action)
        counts[action] = naive.count_sequences(after, depth - 1)
    return counts
