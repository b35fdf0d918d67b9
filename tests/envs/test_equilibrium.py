"""The game with twelve cards, searched whole (``benchmarks/equilibrium.py``)."""

from __future__ import annotations

from math import factorial
from random import Random

import numpy as np
import pytest

from dobbm.ai.kernel.deal_row import DISCARDS, EXCHANGE, PHASE
from dobbm.envs import ACTIONS, EnvOptions
from dobbm.envs.one_deal import OneDeal
from dobbm.game.cards import CARDS, NAMES
from equilibrium import Search
from smallest.passes import DEALER, distinct_deals, lay_out
from smallest.tree import CELLS, Tree, find_actions, follow, go_on, known

pytestmark = pytest.mark.long  # it compiles searches that nothing else needs

OPTIONS = EnvOptions.of(pack=12, dealer=DEALER, max_doublings=1)
RENAMED = {"H": "H", "L": "A", "A": "B", "B": "L"}


@pytest.fixture(scope="module")
def search() -> Search:
    """A search of a few deals of all kinds."""
    return Search(distinct_deals()[::400], jobs=1)


def test_every_deal_is_there_once() -> None:
    deals = distinct_deals()
    assert deals[:, 4].sum() == factorial(12) // (factorial(2) ** 4 * factorial(4))
    assert len(np.unique(deals[:, :4], axis=0)) == len(deals) == 210_240


def test_what_a_place_can_do_and_knows_is_as_in_the_environment() -> None:
    """With other names for the side suits, a place knows the same and has as many actions."""
    random, seen = Random(1), set()
    tree, deck = Tree.of(OPTIONS.table), np.empty(12, np.int64)
    for deal in distinct_deals()[::700]:
        lay_out(tree, deal, deck)
        one = OneDeal(OPTIONS, deck.tolist(), DEALER)
        renamed = [CARDS[RENAMED[NAMES[card][0]] + NAMES[card][1]] for card in deck.tolist()]
        twin = OneDeal(OPTIONS, renamed, DEALER)
        depth = 0
        while (slot := go_on(tree, depth)) >= 0:
            row = tree.rows[depth]
            if one.phase == "exchange" and row[PHASE] != EXCHANGE:
                for number in numbers_of(int(row[DISCARDS])):  # the only four that may go
                    play(one, twin, number)
            play_what_is_forced(one, twin)
            seen.add(int(row[PHASE]))
            count = int(tree.counts[slot])
            action = int(tree.actions[depth, (at := random.randrange(count))])
            assert known(twin._row, tree.codes) == tree.keys[slot]
            order, room = tree.codes[4:8], tree.actions[-1]
            assert find_actions(twin._row, order, OPTIONS.table, room) == count
            for number in numbers_of(action):
                play(one, twin, number)
            follow(tree, depth, at)
            depth += 1
        play_what_is_forced(one, twin)
        assert one.done
        assert one.payments().tolist() == twin.payments().tolist()
    assert seen == {0, 1, 2, 3}


def play(one: OneDeal, twin: OneDeal, number: int) -> None:
    one.act(number)
    name = ACTIONS[number]
    twin.act(ACTIONS.index(RENAMED[name[0]] + name[1]) if name in CARDS else number)


def play_what_is_forced(one: OneDeal, twin: OneDeal) -> None:
    while len(one.legal_actions()) == 1:
        play(one, twin, one.legal_actions()[0])


def numbers_of(action: int) -> list[int]:
    """Return the numbers of an action of the tree: discards are four."""
    words = {1 << 9: "weiter", 1 << 10: "dobbm", 1 << 11: "solo", 1 << 12: "gut"}
    if action in words:
        return [ACTIONS.index(words[action])]
    if action == 1 << 13:
        return [ACTIONS.index("schwacher or retour")]
    return [ACTIONS.index(name) for card, name in NAMES.items() if card & action]


def test_a_best_response_gains_less_against_those_who_have_learned(search: Search) -> None:
    alike = search.open_cards()
    at_random = search.mixed(np.zeros(CELLS))
    gains = []
    for strategy in (at_random, alike, search.learn(1_000, 1), search.learn(40_000, 1)):
        paid = search.worth([strategy] * 4).paid
        assert sum(paid) == pytest.approx(0)
        each = [search.best_response(strategy, me) - paid[me] for me in range(4)]
        assert min(each) > -1e-9
        gains.append(sum(each))
    assert gains[-1] < min(gains[:-1])


def test_one_seat_with_open_cards_is_paid_at_most_what_a_best_response_is(search: Search) -> None:
    alike, learned = search.open_cards(), search.learn(2_000, 1)
    for me in range(4):
        seats = [alike if place == me else learned for place in range(4)]
        assert search.worth(seats).paid[me] <= search.best_response(learned, me) + 1e-9
