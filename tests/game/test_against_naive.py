"""The engine and a second, naive one give the same answers to thousands of random records.

The quick tier tries two thousand records, the long tier two hundred thousand.
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
from dobbm.game.json_text import parse_line
from dobbm.game.record import to_error
from game.dividing import divide, naive_divide
from random_records import broken_line, random_record
from tiers import sample_size

SEEDS = range(20)
RECORDS_PER_SEED = sample_size(100, long=10_000)
COUNTS_PER_SEED = sample_size(4, long=50)


def random_lines(seed: int, number: int) -> Iterator[bytes]:
    """Yield lines of valid and of broken records in turn."""
    rng = Random(seed)
    for turn in range(number):
        yield broken_line(rng) if turn % 2 else json.dumps(random_record(rng)).encode()


def answer(line: bytes) -> dict[str, Any]:
    """The result of a line, or its error without the message."""
    try:
        return dict(to_result(from_record(parse_line(line))))
    except DobbmError as error:
        refusal: dict[str, Any] = to_error(error)
        del refusal["error"]["message"]
        return refusal


@pytest.mark.parametrize("seed", SEEDS)
def test_both_engines_give_the_same_result_or_the_same_error(seed: int) -> None:
    for line in random_lines(seed, RECORDS_PER_SEED):
        assert answer(line) == naive.replay(line), line


def test_the_random_records_reach_every_outcome_phase_and_error() -> None:
    answers = [answer(line) for seed in SEEDS[:5] for line in random_lines(seed, 100)]
    codes = Counter(reply["error"]["code"] for reply in answers if "error" in reply)
    phases = Counter(reply["phase"] for reply in answers if "error" not in reply)
    outcomes = Counter(reply.get("outcome") for reply in answers)
    for counts, expected in (
        (codes, "json record rules deck action phase held illegal"),
        (phases, "bidding exchange doubling play done"),
        (outcomes, "won lost eingestellt thrown_in revoke"),
    ):
        assert {name for name in expected.split() if not counts[name]} == set()


@pytest.mark.parametrize("seed", SEEDS)
def test_both_engines_agree_on_the_steps_and_the_tricks(seed: int) -> None:
    for line in random_lines(seed, RECORDS_PER_SEED):
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
"""The steps; and the tricks, each with its cards, the seats that played them, and the winner."""


def naive_course(record: dict[str, Any]) -> Course:
    """The steps and the tricks of a record, by the naive engine."""
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
            tricks.append(trick_entry(trick, naive.trick_winner(trick)))
            trick = []
    return steps, [*tricks, *([trick_entry(trick, None)] if trick else [])]


def trick_entry(
    trick: list[tuple[int, str]], winner: int | None
) -> tuple[list[str], tuple[int, ...], int | None]:
    return [card for _, card in trick], tuple(seat for seat, _ in trick), winner


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("seed", SEEDS)
def test_both_engines_have_the_same_perft_counts(seed: int, depth: int) -> None:
    counted = 0
    for line in random_lines(seed, 100 * COUNTS_PER_SEED):
        try:
            reference = naive.read(line)
        except naive.Refused:
            continue
        if reference.phase == "done":
            assert perft(from_record(parse_line(line)), depth) == 0
            continue
        assert divide(from_record(parse_line(line)), depth) == naive_divide(reference, depth), line
        counted += 1
        if counted == COUNTS_PER_SEED:
            break
    assert counted == COUNTS_PER_SEED
