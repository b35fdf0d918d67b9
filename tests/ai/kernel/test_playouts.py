"""Compiled playouts are legal deals, action for action."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dobbm import Deal, Rules, names, settle
from dobbm.ai.kernel import deal_row
from dobbm.ai.kernel.deal_row import (
    DEALER,
    DOBB,
    DOBBM,
    DONE,
    GUT,
    HANDS,
    PHASE,
    RAISE,
    ROW_SIZE,
    SOLO,
    WEITER,
    Row,
    Table,
)
from dobbm.ai.kernel.playouts import CallProbabilities, play_out, playouts
from dobbm.ai.kernel.rng import open_stream
from dobbm.game.cards import DECK, split
from rule_options import variants
from tiers import sample_size

DEALS = sample_size(2_000, long=100_000)
SEED = 5

RULE_SETS = variants()
WORDS = {WEITER: "weiter", DOBBM: "dobbm", SOLO: "solo", GUT: "gut"}


def table_of(rules: Rules) -> Table:
    return Table.of(rules, players=4, must=False, dealer=None, in_points=False)


def start_of(row: Row, rules: Rules) -> Deal:
    """The deal of a row before the first bid."""
    hands = [[*split(int(row[HANDS + place]))] for place in range(4)]
    packets = [*(hand[:4] for hand in hands), *(hand[4:] for hand in hands)]
    dobb = split(int(row[DOBB]))
    deck = [card for packet in [*packets, dobb] for card in packet]
    return Deal.start(deck, dealer=int(row[DEALER]), rules=rules)


def action_of(bits: int, deal: Deal) -> str:
    """An action of a row as that of a record."""
    if bits == RAISE:
        return deal.legal_actions()[-1]
    return WORDS.get(bits) or " ".join(names(bits))


class Followed:
    """A deal that the rules engine plays action for action as the uncompiled loop does."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, rules: Rules) -> None:
        self.table = table_of(rules)
        self.deal: Deal | None = None
        self._rules = rules
        self._starts, self._plays = deal_row.start, deal_row.play
        monkeypatch.setattr(deal_row, "start", self._start)
        monkeypatch.setattr(deal_row, "play", self._play)
        for name in ("bid", "discard", "answer"):
            monkeypatch.setattr(deal_row, name, self._taking(getattr(deal_row, name)))

    def _start(self, row: Row, *rest: Any) -> None:
        self._starts(row, *rest)
        self.deal = start_of(row, self._rules)

    def _taking(self, act: Callable[[Row, int, Table], None]) -> Callable[[Row, int, Table], None]:
        def follow(row: Row, bits: int, table: Table) -> None:
            self._take(bits)
            act(row, bits, table)

        return follow

    def _play(self, row: Row, place: int, card: int) -> tuple[int, int]:
        self._take(card)
        return self._plays(row, place, card)

    def _take(self, bits: int) -> None:
        assert self.deal
        self.deal = self.deal.apply(action_of(int(bits), self.deal))


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_action_is_legal_and_the_result_is_the_same(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, count = RULE_SETS[name], DEALS // len(RULE_SETS)
    compiled = playouts(count, SEED, rules=rules)
    followed = Followed(monkeypatch, rules)
    play_slowly: Any = play_out.py_func  # type: ignore[attr-defined]
    stream, deck = np.zeros(1, np.uint64), np.zeros(len(DECK), np.int64)
    row = np.zeros(ROW_SIZE, np.int64)
    for index in range(count):
        open_stream(stream, SEED, index)
        play_slowly(stream, CallProbabilities(), deck, row, followed.table)
        deal = followed.deal
        assert deal
        assert deal.phase == "done"
        assert row[PHASE] == DONE
        dealer, declarer, contract, points, tricks, payment, doublings = (
            int(column[index]) for column in compiled
        )
        end = settle(deal)
        assert dealer == deal.setup.dealer
        if deal.declarer is None:
            assert (declarer, contract, points, payment) == (-1, 0, 0, 0)
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


def test_every_card_is_dealt_to_every_place_about_equally_often() -> None:
    stream, deck = np.zeros(1, np.uint64), np.zeros(len(DECK), np.int64)
    row, table = np.zeros(ROW_SIZE, np.int64), table_of(Rules())
    counts = np.zeros((5, len(DECK)))
    for index in range(9_000):
        open_stream(stream, 3, index)
        deal_row.start(row, stream, deck, table)
        for place, cards in enumerate([*row[HANDS : HANDS + 4], row[DOBB]]):
            counts[place] += [bool(int(cards) & card) for card in DECK]
    expected = np.array([8, 8, 8, 8, 4])[:, None] * 9_000 / 36
    assert np.sum((counts - expected) ** 2 / expected) < 250  # 140 degrees of freedom
