"""Searches of the game with twelve cards: learning, open cards, responses and what they are worth.

The walks take the deal at a ``depth`` of the tree's rows and fill those below.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit

from dobbm.ai.kernel.deal_row import (
    CONTRACT,
    DECLARER,
    DOUBLING,
    DOUBLINGS,
    EXCHANGE,
    PHASE,
    PLACE,
    deal_out,
)
from dobbm.ai.kernel.rng import Stream, draw, open_stream, shuffle
from smallest.tree import CARDS, DEEP, SLOTS, Doubles, Integers, Tree, follow, go_on, paid

DEALER = 3

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """Compile a function on its first call, each time anew: recursive ones cannot be kept."""
    return cast("Function", njit(nogil=True)(function))


# The deals


@compiled
def write_distinct(deals: Integers) -> int:
    """Write each deal once whatever its side suits are called, and return the number.

    For each suit there is a number of three digits, who holds its cards; 4 is the Dobb. Then comes
    the number of deals that differ in the names of the side suits only.
    """
    found = 0
    held = np.zeros((125, 5), np.int64)
    for code in range(125):
        for digit in (code % 5, code // 5 % 5, code // 25):
            held[code, digit] += 1
    all_cards = np.array([2, 2, 2, 2, 4])
    for one in range(125):
        for two in range(125):
            for three in range(two, 125):
                left = all_cards - held[one] - held[two] - held[three]
                if left.min() < 0:
                    continue
                for four in range(three, 125):
                    if np.array_equal(left, held[four]):
                        alike = (two == three) + (three == four)
                        deals[found, 0], deals[found, 1] = one, two
                        deals[found, 2], deals[found, 3] = three, four
                        deals[found, 4] = (6, 3, 1)[alike]
                        found += 1
    return found


def distinct_deals() -> Integers:
    """Return all deals that differ in more than the names of the side suits."""
    deals = np.zeros((250_000, 5), np.int64)
    return deals[: write_distinct(deals)]


@compiled
def lay_out(tree: Tree, deal: Integers, deck: Integers) -> None:
    """Deal the cards of a distinct deal."""
    at = np.array([0, 2, 4, 6, 8])
    for suit in range(4):
        code = deal[suit]
        for rank in range(3):
            deck[at[code % 5]] = CARDS[3 * suit + rank]
            at[code % 5] += 1
            code //= 5
    deal_out(tree.rows[0], deck, DEALER, tree.table)


# Learning


@compiled
def fraction(stream: Stream) -> float:
    """Return a random number below 1."""
    return float(np.float64(draw(stream) >> np.uint64(11)) * 2.0**-53)


@compiled
def learn(tree: Tree, depth: int, me: int, weight: float, regrets: Doubles, sums: Doubles) -> float:
    """Walk through all that ``me`` can do, the others' actions drawn; return what it is paid.

    This is counterfactual regret minimisation with external sampling (Lanctot and others, 2009);
    the average strategies, in ``sums``, give later deals more weight.
    """
    slot = go_on(tree, depth)
    row = tree.rows[depth]
    if slot < 0:
        return paid(row, me, tree.table)
    first, count = tree.first[slot], tree.counts[slot]
    shares = np.maximum(regrets[first : first + count], 0.0)
    total = shares.sum()
    shares = shares / total if total > 0 else np.full(count, 1.0 / count)
    if row[PLACE] != me:
        sums[first : first + count] += weight * shares
        rest, taken = fraction(tree.stream), 0
        while taken < count - 1 and rest >= shares[taken]:
            rest -= shares[taken]
            taken += 1
        follow(tree, depth, taken)
        return learn(tree, depth + 1, me, weight, regrets, sums)
    values = np.zeros(count)
    for at in range(count):
        follow(tree, depth, at)
        values[at] = learn(tree, depth + 1, me, weight, regrets, sums)
    mean = (shares * values).sum()
    regrets[first : first + count] += values - mean
    return float(mean)


@compiled
def learn_from(
    tree: Tree, begin: int, end: int, seed: int, regrets: Doubles, sums: Doubles
) -> None:
    """Learn from the deals with these numbers."""
    deck = np.empty(12, np.int64)
    for number in range(begin, end):
        open_stream(tree.stream, seed, number)
        deck[:] = CARDS
        shuffle(tree.stream, deck, 0, 11)
        for me in range(4):
            deal_out(tree.rows[0], deck, DEALER, tree.table)
            learn(tree, 0, me, 1.0 + number, regrets, sums)


# Thinking with open cards


@compiled
def think(
    tree: Tree, depth: int, reach: Doubles, strategy: Doubles, sums: Doubles
) -> tuple[int, float]:
    """Return the declarer and the payment if all cards lie open and everybody does the best.

    What each action is paid then is added to ``sums``, times the others' ``reach`` and, in the last
    column, the number of deals that are alike.
    """
    slot = go_on(tree, depth)
    row = tree.rows[depth]
    if slot < 0:
        return row[DECLARER], paid(row, row[DECLARER], tree.table) / 3
    place = row[PLACE]
    first = tree.first[slot]
    others = 1.0
    for other in range(5):
        if other != place:
            others *= reach[depth, other]
    found, most = (-1, 0.0), -np.inf
    for at in range(tree.counts[slot]):
        reach[depth + 1] = reach[depth]
        reach[depth + 1, place] *= strategy[first + at]
        follow(tree, depth, at)
        end = think(tree, depth + 1, reach, strategy, sums)
        own = 3 * end[1] if end[0] == place else -end[1]
        sums[first + at] += others * own
        if own > most:
            found, most = end, own
    return found


@compiled
def think_all(tree: Tree, deals: Integers, strategy: Doubles, sums: Doubles) -> None:
    """Think with the open cards of all deals."""
    reach, deck = np.ones((DEEP, 5)), np.empty(12, np.int64)
    for deal in deals:
        lay_out(tree, deal, deck)
        reach[0, 4] = deal[4]
        think(tree, 0, reach, strategy, sums)


# What a strategy is worth


@compiled
def respond(
    tree: Tree,
    depth: int,
    me: int,
    reach: float,
    latest: int,
    strategy: Doubles,
    gains: Doubles,
    chosen: Integers,
) -> float:
    """Return what ``me`` is paid with the actions ``chosen`` in the phases after ``latest``.

    What the actions in the phase ``latest`` are paid is added to ``gains``, times the ``reach`` of
    the others.
    """
    slot = go_on(tree, depth)
    row = tree.rows[depth]
    if slot < 0:
        return paid(row, me, tree.table)
    first, count = tree.first[slot], tree.counts[slot]
    value = 0.0
    if row[PLACE] != me:
        for at in range(count):
            share = strategy[first + at]
            if share > 0:
                follow(tree, depth, at)
                value += share * respond(
                    tree, depth + 1, me, reach * share, latest, strategy, gains, chosen
                )
        return value
    phase = DOUBLING if row[PHASE] == EXCHANGE else row[PHASE]
    if phase > latest:
        follow(tree, depth, chosen[slot])
        return respond(tree, depth + 1, me, reach, latest, strategy, gains, chosen)
    for at in range(count):
        follow(tree, depth, at)
        value = respond(tree, depth + 1, me, reach, latest, strategy, gains, chosen)
        if phase == latest:
            gains[first + at] += reach * value
    return 0.0


@compiled
def respond_all(
    tree: Tree,
    deals: Integers,
    me: int,
    latest: int,
    strategy: Doubles,
    gains: Doubles,
    chosen: Integers,
) -> float:
    """Respond in all deals; return the sum of what ``me`` is paid."""
    deck, total = np.empty(12, np.int64), 0.0
    for deal in deals:
        lay_out(tree, deal, deck)
        total += deal[4] * respond(
            tree, 0, me, np.float64(deal[4]), latest, strategy, gains, chosen
        )
    return total


@compiled
def add_ends(tree: Tree, depth: int, reach: float, strategies: Doubles, ends: Doubles) -> None:
    """Add the chances and the payments of all ends of a deal to ``ends``.

    ``strategies`` has a row for each place. ``ends`` has a row for each declarer, nobody first,
    then a column for each contract, none first, and whether somebody has doubled.
    """
    slot = go_on(tree, depth)
    row = tree.rows[depth]
    if slot < 0:
        at = ends[row[DECLARER] + 1, row[CONTRACT], row[DOUBLINGS]]
        amount = paid(row, row[DECLARER], tree.table) / 3
        at[0] += reach
        at[1] += reach * amount
        at[2] += reach * (amount > 0)
        return
    place, first = row[PLACE], tree.first[slot]
    for at in range(tree.counts[slot]):
        share = strategies[place, first + at]
        if share > 0:
            follow(tree, depth, at)
            add_ends(tree, depth + 1, reach * share, strategies, ends)


@compiled
def add_all(tree: Tree, deals: Integers, strategies: Doubles, ends: Doubles) -> None:
    """Add the ends of all deals."""
    deck = np.empty(12, np.int64)
    for deal in deals:
        lay_out(tree, deal, deck)
        add_ends(tree, 0, np.float64(deal[4]), strategies, ends)


@compiled
def choose(tree: Tree, gains: Doubles, chosen: Integers) -> None:
    """Choose the action that gains most wherever one gains anything else than another."""
    for slot in range(SLOTS):
        cells = gains[tree.first[slot] : tree.first[slot] + tree.counts[slot]]
        if cells.any():
            chosen[slot] = cells.argmax()


@compiled
def mix(tree: Tree, sums: Doubles, rare: float, strategy: Doubles) -> None:
    """Fill a strategy with shares of sums, without those that are rare; alike if there are none."""
    strategy[:] = 0.0
    for slot in range(SLOTS):
        cells = slice(tree.first[slot], tree.first[slot] + tree.counts[slot])
        shares = sums[cells] / max(sums[cells].sum(), 1e-300)
        shares = np.where(shares < rare, 0.0, shares)
        if shares.any():
            strategy[cells] = shares / shares.sum()
        elif len(shares):
            strategy[cells] = 1.0 / len(shares)
