"""Compiled playouts are legal deals, action for action."""

from __future__ import annotations

import numpy as np
import pytest

from dobbm import Deal, Rules, names, settle
from dobbm.ai.kernel.playouts import (
    ACTIONS_AT,
    COLUMNS,
    DEALT_AT,
    DOBB_AT,
    DOBBM,
    GUT,
    LONGEST_TRACE,
    SOLO,
    WEITER,
    CallProbabilities,
    Trace,
    play_out,
    playouts,
)
from dobbm.ai.kernel.terms import terms_of
from dobbm.game.cards import DECK, split
from rule_options import variants
from tiers import sample_size

DEALS = sample_size(3_000, long=100_000)

RULE_SETS = variants()


def start_of(trace: Trace, rules: Rules) -> Deal:
    """The deal of a trace before the first bid."""
    dealer = int(trace[0])
    seats = [(dealer + turn) % 4 for turn in range(1, 5)]
    hands = [list(split(int(trace[DEALT_AT + seat]))) for seat in seats]
    packets = [hand[:4] for hand in hands] + [hand[4:] for hand in hands]
    dobb = list(split(int(trace[DOBB_AT])))
    deck = [card for packet in [*packets, dobb] for card in packet]
    return Deal.start(deck, dealer=dealer, rules=rules)


def action_of(step: int, deal: Deal) -> str:
    """A step of a trace as the action of a record."""
    if step > 0:
        return " ".join(names(step))
    words = {WEITER: "weiter", DOBBM: "dobbm", SOLO: "solo", GUT: "gut"}
    return words.get(step) or deal.legal_actions()[-1]


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_action_is_legal_and_the_result_is_the_same(name: str) -> None:
    rules = RULE_SETS[name]
    stream, trace = np.zeros(1, np.uint64), np.zeros(LONGEST_TRACE, np.int64)
    deck, row = np.zeros(len(DECK), np.int64), np.zeros(len(COLUMNS), np.int64)
    for index in range(DEALS // len(RULE_SETS)):
        play_out(stream, 5, index, CallProbabilities(), terms_of(rules), deck, trace, row)
        deal = start_of(trace, rules)
        for step in trace[ACTIONS_AT:]:
            if step == 0:
                break
            deal = deal.apply(action_of(int(step), deal))
        assert deal.phase == "done"
        dealer, declarer, contract, points, tricks, payment, doublings = map(int, row)
        end = settle(deal)
        assert dealer == deal.setup.dealer
        if deal.declarer is None:
            assert (declarer, contract) == (-1, 0)
            continue
        assert deal.contract is not None
        assert (declarer, contract) == (deal.declarer, deal.contract.factor)
        assert (points, tricks, doublings) == (end.points, end.tricks, deal.doublings)
        assert payment << doublings == end.payments[declarer] // 3


def test_the_same_seed_gives_the_same_deals_on_any_number_of_threads() -> None:
    alone, together = playouts(5_000, 9), playouts(5_000, 9, threads=3)
    for column, other in zip(alone, together, strict=True):
        assert np.array_equal(column, other)
    assert not np.array_equal(alone.points, playouts(5_000, 10).points)


@pytest.mark.parametrize("seed", [-1, 1 << 63, 10**30])
def test_a_seed_is_any_whole_number(seed: int) -> None:
    assert len(playouts(3, seed).points) == 3


def test_endless_doubling_is_refused() -> None:
    always = CallProbabilities(dobbm=1.0, doubling=1.0)
    with pytest.raises(ValueError, match="no card is ever played"):
        playouts(1, 1, policy=always)
    assert playouts(1, 1, policy=always, rules=Rules(max_doublings=3)).doublings.tolist() == [3]


def test_at_least_one_thread_is_needed() -> None:
    with pytest.raises(ValueError, match="threads must be at least 1, not 0"):
        playouts(1, 1, threads=0)


def test_words_have_the_probabilities_of_the_policy() -> None:
    silent = playouts(1_000, 1, policy=CallProbabilities(dobbm=0, solo=0))
    assert set(silent.contract) == {0}
    solos = playouts(1_000, 1, policy=CallProbabilities(solo=1, doubling=0))
    assert set(solos.contract) == {2}
    assert set(solos.doublings) == {0}
    assert np.array_equal((solos.declarer - solos.dealer) % 4, np.ones(1_000))
    often = playouts(20_000, 1, policy=CallProbabilities(dobbm=1, solo=0, doubling=0.5))
    assert abs(np.mean(often.doublings == 0) - 0.5**3) < 0.01


def test_every_card_is_dealt_to_every_seat_about_equally_often() -> None:
    stream, trace = np.zeros(1, np.uint64), np.zeros(LONGEST_TRACE, np.int64)
    deck, row = np.zeros(len(DECK), np.int64), np.zeros(len(COLUMNS), np.int64)
    counts = np.zeros((5, len(DECK)))
    for index in range(9_000):
        play_out(stream, 3, index, CallProbabilities(), terms_of(Rules()), deck, trace, row)
        for place in range(5):
            dealt = int(trace[DEALT_AT + place])
            counts[place] += [bool(dealt & card) for card in DECK]
    expected = np.array([8, 8, 8, 8, 4])[:, None] * 9_000 / 36
    assert np.sum((counts - expected) ** 2 / expected) < 250  # 140 degrees of freedom
