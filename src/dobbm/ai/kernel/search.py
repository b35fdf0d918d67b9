"""Exact double-dummy values: the declarer's remaining points with open cards and best play.

Each search answers one null-window question: can the declarer get at least ``target`` of the
remaining card points? The answer is a bound on the value (docs/solver.md).
"""

from __future__ import annotations

import numpy as np
from numba import types
from numpy.typing import NDArray

from dobbm.ai.kernel.bits import compiled, compiled_for, inlined, pointer_to
from dobbm.ai.kernel.bounds import heart_bounds, last_trick, sure_points, sure_tricks
from dobbm.ai.kernel.moves import bring_best_move, frame_of, list_moves, update_history
from dobbm.ai.kernel.position import (
    BONUS,
    GENERATION,
    HANDS,
    HEART_BOUNDS,
    HISTORY,
    NODES,
    ORDER,
    OWNERS,
    SIDE,
    TRICK,
    WORK,
    YES,
    Trick,
    Work,
    all_cards_of,
    hearts_of,
    new_trick,
    place_of,
    points_won,
    side_after,
    with_card,
    worth_of,
)
from dobbm.ai.kernel.targets import STEP, card_bounds, first_guess, next_target
from dobbm.ai.kernel.transpositions import (
    TABLE,
    TranspositionTable,
    pointed_cards,
    position_key,
    probe,
    store,
)
from dobbm.game.cards import LANE, points
from dobbm.game.tricks import legal_cards


@compiled_for("void(int64[::1],uint64[::1],int64)")
def prepare(work: Work, table: TranspositionTable, bonus: int) -> None:
    """Prepare ``work`` and ``table`` for the deal whose hands ``work`` holds.

    ``bonus`` is the number of card points out of play. Everything stored for the previous deal is
    discarded, because a value must not depend on it.
    """
    work[BONUS] = bonus
    work[NODES] = 0
    work[GENERATION] = (work[GENERATION] + 1) & 0xFFFF
    if work[GENERATION] == 0:
        table[:] = 0
        work[GENERATION] = 1
    work[HEART_BOUNDS : HEART_BOUNDS + 512] = 0
    work[HISTORY:ORDER] = 0
    for lane in range(4):
        owner = np.zeros(9, np.int64)
        for seat in range(4):
            for rank in range(9):
                if work[HANDS + seat] >> (LANE * lane + rank) & 1:
                    owner[rank] = seat
        start = OWNERS + lane * 512
        work[start] = lane + 1
        for cards in range(1, 512):
            # Owners are listed from the highest card down, so the lowest card's owner comes last.
            lowest = cards & -cards
            sequence = work[start + (cards ^ lowest)] * 0x2545F4914F6CDD1D + owner[place_of(lowest)]
            work[start + cards] = (sequence ^ sequence >> 31) * 0x1B873593CC9E2D51 + 1


@compiled_for(types.int64(WORK, TABLE, TRICK, types.int64, types.int64, types.boolean))
def search(
    work: Work, table: TranspositionTable, trick: Trick, rest: int, target: int, has_trick: bool
) -> int:
    """Return a bound on the points that the declarer still gets, including those on the table.

    A result of at least ``target`` is a lower bound; a smaller one is an upper bound. ``rest`` is
    the number of points in the hands, and ``has_trick`` means that the declarer has a trick, or
    that there are no points out of play to win with the first.
    """
    work[NODES] += 1
    seat = trick.seat
    hand = work[HANDS + seat]
    tricks = hand.bit_count()
    lower, upper, key, pointed = 0, 0, np.uint64(0), 0
    if trick.turn == 0:
        bonus = 0 if has_trick else work[BONUS]
        if tricks <= 1:
            return last_trick(work, seat, rest + bonus) if tricks else 0
        cards = all_cards_of(work)
        known = heart_bounds(work, hearts_of(cards))
        if not has_trick and sure_tricks(known):
            # A sure trick also wins the cards out of play.
            return bonus + search(work, table, trick, rest, target - bonus, YES)
        upper = rest + bonus
        if upper < target:
            return upper
        lower = sure_points(work, seat, known) if has_trick else 0
        if lower >= target or lower == upper:
            return lower
        key, pointed = position_key(work, cards, seat, has_trick), pointed_cards(cards)
        lower, upper = probe(table, key, pointed, work[GENERATION], lower, upper)
        if lower >= target:
            return lower
        if upper < target:
            return upper

    frame = frame_of(hand, trick)
    count = list_moves(work, frame, trick)
    value = -1 if seat == 0 else 1000
    for index in range(count):
        bring_best_move(work, frame, index, count)
        card = work[frame + index]
        after = with_card(trick, card, work[frame + SIDE + index])
        left = rest - worth_of(card)
        work[HANDS + seat] = hand ^ card
        if trick.turn < 3:
            found = search(work, table, after, left, target, has_trick)
        else:
            gained = points_won(work, after, has_trick)
            following = new_trick(after.winner)
            found = gained + search(
                work, table, following, left, target - gained, has_trick or after.winner == 0
            )
        work[HANDS + seat] = hand
        value = max(value, found) if seat == 0 else min(value, found)
        if (value >= target) == (seat == 0):
            if count > 1:
                update_history(work, frame, index, trick, tricks)
            break
    if trick.turn == 0:
        if value >= target:
            lower = max(lower, value)
        else:
            upper = min(upper, value)
        store(table, key, pointed, work[GENERATION], tricks, lower, upper)
    return value


@compiled
def exact(
    work: Work,
    table: TranspositionTable,
    trick: Trick,
    has_trick: bool,
    lower: int,
    upper: int,
    target: int,
) -> int:
    """Return the exact number of points that the declarer still gets.

    The number is known to lie between the bounds ``lower`` and ``upper``. The search is repeated,
    first with ``target``, until they meet. A bad first target costs time, but does not change the
    result.
    """
    has_trick = has_trick or work[BONUS] == 0
    rest = points(all_cards_of(work))
    step, bracketed = STEP, False
    while lower < upper:
        target = min(max(target, lower + 1), upper)
        found = search(work, table, trick, rest, target, has_trick)
        if found >= target:
            lower = found
        else:
            upper, bracketed = found, True
        target = next_target(found >= target, lower, upper, step, bracketed)
        step *= 2
    return lower


@inlined
def most_points(work: Work, trick: Trick, has_trick: bool) -> int:
    """Return the points that the declarer gets by winning all tricks from now on."""
    out_of_play = 0 if has_trick else work[BONUS]
    return points(all_cards_of(work)) + trick.points + out_of_play


@compiled
def value(work: Work, table: TranspositionTable, trick: Trick, has_trick: bool) -> int:
    """Return the points that the declarer still gets, including those on the table."""
    position = pointer_to(work)
    most = most_points(position, trick, has_trick)
    return exact(position, pointer_to(table), trick, has_trick, 0, most, first_guess(position))


@compiled
def value_cards(
    work: Work, table: TranspositionTable, trick: Trick, has_trick: bool, values: NDArray[np.int64]
) -> int:
    """Compute the exact value of every legal card, lowest bit first; return the number of cards.

    Fills ``values`` with the points that the declarer still gets after each card, including those
    on the table if the declarer wins the trick.
    """
    position, memory = pointer_to(work), pointer_to(table)
    seat = trick.seat
    hand = work[HANDS + seat]
    best = value(work, table, trick, has_trick)
    most = most_points(position, trick, has_trick)
    lower, upper, target = card_bounds(seat, best, most)
    cards = legal_cards(hand, trick.led)
    count = 0
    while cards:
        card = cards & -cards
        cards ^= card
        after = with_card(trick, card, side_after(position, trick, card))
        work[HANDS + seat] = hand ^ card
        gained = 0
        if trick.turn == 3:
            gained = points_won(position, after, has_trick)
            won = has_trick or after.winner == 0
            following = new_trick(after.winner)
        else:
            won, following = has_trick, after
        values[count] = gained + exact(
            position,
            memory,
            following,
            won,
            max(lower - gained, 0),
            min(upper - gained, most_points(position, following, won)),
            target - gained,
        )
        work[HANDS + seat] = hand
        count += 1
    return count


@compiled
def value_worlds(
    work: Work,
    table: TranspositionTable,
    worlds: NDArray[np.int64],
    trick: Trick,
    gained: int,
    has_trick: bool,
    values: NDArray[np.int64],
) -> None:
    """Compute the value of every legal card in each of several worlds.

    ``worlds`` has one row per world: the four hands from the declarer on, then the cards out of
    play. ``gained`` is the number of points in the declarer's tricks so far. Fills ``values``, one
    row of eight per world, with the declarer's final points after each card, lowest bit first.
    """
    for world, row in zip(worlds, values):  # noqa: B905 - compiled; they are equally long
        for place in range(4):
            work[HANDS + place] = world[place]
        out_of_play = points(world[4])
        prepare(work, table, out_of_play)
        count = value_cards(work, table, trick, has_trick, row)
        row[:count] += gained + (out_of_play if has_trick else 0)
