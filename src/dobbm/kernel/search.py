"""Exact double-dummy values: what the declarer still gets if all see all cards and play their best.

One null-window question is asked again and again: can the declarer get at least ``target`` of the
card points that remain? Its answer is a bound on the value (docs/solver.md). Places are counted
from the declarer, who has place 0; places 1, 2 and 3 are the defenders, clockwise.
"""

from __future__ import annotations

from typing import TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from dobbm.cards import ACORNS, BELLS, HEARTS, LANE, LEAVES, RANK_POINTS, points
from dobbm.kernel.bits import compiled, compiled_for
from dobbm.kernel.order import (
    FACING,
    FREE,
    HEART,
    LENGTH,
    OPEN_OURS,
    OPEN_THEIRS,
    SETTLED_OURS,
    SETTLED_THEIRS,
    WEIGHTS,
)
from dobbm.kernel.table import POINTED, Table, probe, store
from dobbm.tricks import highest, legal_cards, suit_of, winning_card

Work: TypeAlias = NDArray[np.int64]
"""All that a search needs besides the table, at the offsets below."""

HANDS = 0
NODES = 4
BONUS = 5
"""Card points out of play: the declarer's, once there is a trick to go with them."""
GENERATION = 6
HEART_BOUNDS = 8
OWNERS = HEART_BOUNDS + 512
HISTORY = OWNERS + 4 * 512
ORDER = HISTORY + 4 * 5 * 64
SCRATCH = ORDER + 2 * 4 * 16
FRAME, SETTLED, PROMISE = 24, 8, 16
"""A frame holds up to eight moves: their cards, whose the trick is after each, their promise."""
WORK_SIZE = SCRATCH + 32 * FRAME

SIDE_SUITS = (LEAVES, ACORNS, BELLS)

PIPS = np.array(RANK_POINTS + (0,) * 7)
"""Card points by rank."""

FLOORS = sum(1 << LANE * lane for lane in range(4))
"""The six of every suit, where a group of cards may begin."""
CEILINGS = FLOORS << 9
"""The bit above the sow of every suit."""
BLANKS = FLOORS * 0b1111
"""The nine, eight, seven and six of every suit, which have no points."""

NO, YES = cast("int", np.int64(0)), cast("bool", np.bool_(True))
"""Arguments of a function that calls itself must not be literals: Numba could not cache it."""

OPEN, DECLARERS, DEFENDERS = 0, 1, 2
"""Whose the trick is already, whatever is played to it: nobody's yet, or a side's."""


def new_work() -> Work:
    """A workplace for any number of searches, one after the other."""
    work = np.zeros(WORK_SIZE, np.int64)
    work[ORDER:SCRATCH] = np.ravel(WEIGHTS)
    return work


@compiled
def _place_of(card: int) -> int:
    """The bit at which a card stands."""
    return card.bit_length() - 1


@compiled
def can_beat(hand: int, best: int, led: int) -> bool:
    """Whether a hand that has still to play can beat the best card of the trick."""
    answers = hand & suit_of(led) or hand & HEARTS
    return answers > best and winning_card(answers | best, led) != best


@compiled
def settled_after(work: Work, turn: int, seat: int, best: int, winner: int, led: int) -> int:
    """Whose the trick is, whatever the seats after ``seat`` play to it."""
    declarer_to_come = False
    for later in range(1, 4 - turn):
        other = (seat + later) & 3
        if winner == 0 and can_beat(work[HANDS + other], best, led):
            return OPEN
        declarer_to_come |= other == 0
    if winner == 0:
        return DECLARERS
    if declarer_to_come and can_beat(work[HANDS], best, led):
        return OPEN
    return DEFENDERS


@compiled
def heart_bounds(work: Work, hearts: int) -> int:
    """What the remaining hearts alone make sure of, packed: 8 bits each from the lowest.

    The points of the declarer's sure hearts, their number, and the same of the defenders'. Every
    heart of the other side can kill at most one lower heart; those that are left win for sure. The
    defenders kill together, but each of them is killed alone, for they play to the same trick; for
    the same reason only the tricks of one of them are counted.
    """
    known = work[HEART_BOUNDS + hearts]
    if known:
        return known - 1
    mine = work[HANDS] >> 3 * LANE
    sure_points, sure_tricks, killers = 0, 0, 0
    for rank in range(8, -1, -1):
        heart = 1 << rank
        if not hearts & heart:
            continue
        if not mine & heart:
            killers += 1
        elif killers:
            killers -= 1
        else:
            sure_points += PIPS[rank]
            sure_tricks += 1
    lost_points, lost_tricks = 0, 0
    for seat in range(1, 4):
        theirs = work[HANDS + seat] >> 3 * LANE
        killers, safe = 0, 0
        for rank in range(8, -1, -1):
            heart = 1 << rank
            if mine & heart:
                killers += 1
            elif theirs & heart:
                if killers:
                    killers -= 1
                else:
                    lost_points += PIPS[rank]
                    safe += 1
        lost_tricks = max(lost_tricks, safe)
    found = sure_points | sure_tricks << 8 | lost_points << 16 | lost_tricks << 24
    work[HEART_BOUNDS + hearts] = found + 1
    return found


@compiled
def least_points(hand: int, count: int) -> int:
    """The points of the ``count`` cheapest cards of a hand."""
    left = count - (hand & BLANKS).bit_count()
    total = 0
    for rank in range(POINTED, 9):
        if left <= 0:
            break
        held = min((hand & FLOORS << rank).bit_count(), left)
        total += held * PIPS[rank]
        left -= held
    return total


@compiled
def sure_points(work: Work, leader: int, hearts: int) -> int:
    """Points that the declarer takes whatever the defenders do: hearts, and side winners.

    Who holds a heart never discards, for he must ruff. So a side winner to which every defender
    with a heart must still follow stays one until its suit is led; and once the declarer leads, or
    will with a sure heart, all of these can be cashed. To as many tricks each defender must give
    at least his cheapest cards.
    """
    total, tricks = hearts & 0xFF, hearts >> 8 & 0xFF
    if leader == 0 or tricks:
        hand = work[HANDS]
        others = work[HANDS + 1] | work[HANDS + 2] | work[HANDS + 3]
        for suit in SIDE_SUITS:
            held = hand & suit
            against = others & suit
            winners = held & -highest(against) << 1 if against else held
            if not winners:
                continue
            count = winners.bit_count()
            for seat in range(1, 4):
                if work[HANDS + seat] & HEARTS:
                    count = min(count, (work[HANDS + seat] & suit).bit_count())
            tricks += count
            for _ in range(count):
                winner = highest(winners)
                total += PIPS[_place_of(winner) & 15]
                winners ^= winner
    for seat in range(1, 4):
        total += least_points(work[HANDS + seat], tricks)
    return total


@compiled
def position_key(work: Work, remaining: int, leader: int, has_trick: bool) -> np.uint64:
    """The key of a position: who owns the cards of every suit in their order, and who leads."""
    key = np.uint64(leader * 2 + has_trick + 1)
    for lane in range(4):
        owners = work[OWNERS + lane * 512 + (remaining >> LANE * lane & 0x1FF)]
        key = (key ^ np.uint64(owners)) * np.uint64(0x9E3779B97F4A7C15)
        key ^= key >> np.uint64(29)
    return key


@compiled
def pointed_cards(remaining: int) -> int:
    """The pointed ranks that remain, five bits a suit."""
    remaining >>= POINTED
    return (
        remaining & 31
        | (remaining >> LANE & 31) << 5
        | (remaining >> 2 * LANE & 31) << 10
        | (remaining >> 3 * LANE & 31) << 15
    )


@compiled_for("void(int64[::1],uint64[::1],int64)")
def prepare(work: Work, table: Table, bonus: int) -> None:
    """Make ``work`` ready for the deal whose hands stand in it; modified in place.

    What was learnt about the deal before is forgotten: a value must not depend on it.
    """
    work[BONUS] = bonus
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
            # The lowest card comes last in the sequence of owners, highest first.
            lowest = cards & -cards
            sequence = (
                work[start + (cards ^ lowest)] * 0x2545F4914F6CDD1D + owner[_place_of(lowest)]
            )
            work[start + cards] = (sequence ^ sequence >> 31) * 0x1B873593CC9E2D51 + 1


@compiled
def all_cards_of(work: Work) -> int:
    """The cards in all hands."""
    return work[HANDS] | work[HANDS + 1] | work[HANDS + 2] | work[HANDS + 3]


@compiled
def list_moves(
    work: Work,
    frame: int,
    turn: int,
    seat: int,
    led: int,
    best: int,
    winner: int,
    settled: int,
    others: int,
) -> int:
    """Put the cards worth trying into the frame, with their promise; their number is returned.

    Cards of one hand with no other card between them are a group, and as good as each other but
    for their points. So of those without points one is enough; and where the side that wins the
    trick is settled, the dearest is enough for one's own side, the cheapest for the other.
    """
    hand = work[HANDS + seat]
    walls = others | CEILINGS
    cards = legal_cards(hand, led)
    count = 0
    while cards:
        low = cards & -cards
        top = low
        cards ^= low
        group = low
        while cards:
            following = cards & -cards
            if walls & (following - top):
                break
            cards ^= following
            group |= following
            top = following
        leads = winner
        after = best
        if turn == 0 or winning_card(best | low, led) == low:
            leads, after = seat, low
        whose = settled
        if whose == OPEN:
            whose = settled_after(work, turn, seat, after, leads, led or low)
        if whose != OPEN:
            group = top if (whose == DECLARERS) == (seat == 0) else low
        blanks = group & BLANKS
        group ^= blanks ^ (blanks & -blanks)
        while group:
            card = group & -group
            group ^= card
            work[frame + count] = card
            work[frame + SETTLED + count] = whose
            work[frame + PROMISE + count] = promise(
                work, turn, seat, led, card, whose, leads, walls
            )
            count += 1
    return count


@compiled
def promise(
    work: Work, turn: int, seat: int, led: int, card: int, whose: int, leads: int, walls: int
) -> int:
    """How early a card should be tried, by the weights of its role and turn, and by experience."""
    place = _place_of(card)
    rank = place & 15
    worth = PIPS[rank]
    suit = suit_of(card)
    weights = ORDER + 16 * (4 * (seat != 0) + turn)
    score = work[HISTORY + (seat * 5 + led_row(led)) * 64 + place]
    ours = (leads == 0) == (seat == 0)
    if whose != OPEN:
        ours = (whose == DECLARERS) == (seat == 0)
        part = weights + (SETTLED_OURS if ours else SETTLED_THEIRS)
    else:
        part = weights + (OPEN_OURS if ours else OPEN_THEIRS)
    score += work[part] + work[part + 1] * worth + work[part + 2] * rank
    if turn:
        if not card & suit_of(led):
            if card & HEARTS:
                score += work[weights + HEART]
            else:
                score += work[weights + LENGTH] * (work[HANDS + seat] & suit).bit_count()
    elif card & HEARTS:
        score += work[weights + HEART]
    else:
        score += work[weights + LENGTH] * (work[HANDS + seat] & suit).bit_count()
        theirs = walls & suit if seat == 0 else work[HANDS] & suit
        score += work[weights + FACING] * theirs.bit_count()
        if not theirs:
            score += work[weights + FREE]
    return score


@compiled
def led_row(led: int) -> int:
    """0 for a lead, else 1 to 4 by the suit led."""
    return 1 + (_place_of(led) >> 4) if led else 0


@compiled
def bring_best_move(work: Work, frame: int, index: int, count: int) -> None:
    """Bring the most promising of the moves from ``index`` on there; modified in place."""
    best = index
    for other in range(index + 1, count):
        if work[frame + PROMISE + other] > work[frame + PROMISE + best]:
            best = other
    if best != index:
        for column in (0, SETTLED, PROMISE):
            place = frame + column
            work[place + best], work[place + index] = work[place + index], work[place + best]


@compiled
def reward(work: Work, frame: int, index: int, seat: int, led: int, tricks: int) -> None:
    """Remember that the move at ``index`` refuted the question, and those before it did not."""
    row = HISTORY + (seat * 5 + led_row(led)) * 64
    weight = 4 * tricks * tricks
    for move in range(index + 1):
        place = row + _place_of(work[frame + move])
        change = weight if move == index else -weight
        work[place] += change - (work[place] * weight >> 9)


@compiled_for(
    "int64(int64[::1],uint64[::1],int64,int64,int64,int64,int64,int64,int64,int64,int64,boolean)"
)
def search(
    work: Work,
    table: Table,
    turn: int,
    seat: int,
    led: int,
    best: int,
    winner: int,
    on_table: int,
    settled: int,
    remaining_points: int,
    target: int,
    has_trick: bool,
) -> int:
    """A bound on the points that the declarer still gets, those on the table included.

    At least ``target`` means: at least that many; below it: at most that many. ``turn`` cards lie
    on the table, ``led`` the first and ``best`` the best of them, played by ``winner``;
    ``on_table`` their points. ``remaining_points`` are those in the hands.
    """
    work[NODES] += 1
    hand = work[HANDS + seat]
    lower, upper = 0, 0
    key, pointed, all_cards, tricks = np.uint64(0), 0, 0, 0
    if turn == 0:
        all_cards = all_cards_of(work)
        if all_cards == 0:
            return 0
        bonus = 0 if has_trick else work[BONUS]
        hearts = heart_bounds(work, all_cards >> 3 * LANE)
        if bonus and hearts >> 8 & 0xFF:
            # A sure trick brings the cards out of play with it.
            return bonus + search(
                work, table, NO, seat, NO, NO, NO, NO, NO, remaining_points, target - bonus, YES
            )
        tricks = hand.bit_count()
        upper = (
            remaining_points
            + bonus
            - (hearts >> 16 & 0xFF)
            - least_points(work[HANDS], hearts >> 24)
        )
        if upper < target:
            return upper
        lower = sure_points(work, seat, hearts) if bonus == 0 else 0
        if lower >= target or lower == upper:
            return lower
        if tricks > 1:
            key = position_key(work, all_cards, seat, bonus == 0)
            pointed = pointed_cards(all_cards)
            lower, upper = probe(table, key, pointed, work[GENERATION], lower, upper)
            if lower >= target:
                return lower
            if upper < target:
                return upper

    others = (all_cards_of(work) ^ hand) | best
    frame = SCRATCH + FRAME * (hand.bit_count() * 4 - turn & 31)
    count = list_moves(work, frame, turn, seat, led, best, winner, settled, others)
    value = -1 if seat == 0 else 1000
    for index in range(count):
        bring_best_move(work, frame, index, count)
        card, whose = work[frame + index], work[frame + SETTLED + index]
        gained = on_table + PIPS[_place_of(card) & 15]
        after, leads = best, winner
        if turn == 0 or winning_card(best | card, led) == card:
            after, leads = card, seat
        left = remaining_points - (gained - on_table)
        work[HANDS + seat] = hand ^ card
        if turn < 3:
            found = search(
                work,
                table,
                turn + 1,
                seat + 1 & 3,
                led or card,
                after,
                leads,
                gained,
                whose,
                left,
                target,
                has_trick,
            )
        elif leads:
            found = search(work, table, NO, leads, NO, NO, NO, NO, NO, left, target, has_trick)
        else:
            if not has_trick:
                gained += work[BONUS]
            found = gained + search(
                work, table, NO, NO, NO, NO, NO, NO, NO, left, target - gained, YES
            )
        work[HANDS + seat] = hand
        if seat == 0:
            value = max(value, found)
            refuted = value >= target
        else:
            value = min(value, found)
            refuted = value < target
        if refuted:
            if count > 1:
                reward(work, frame, index, seat, led, hand.bit_count())
            break
    if turn == 0 and tricks > 1:
        if value >= target:
            lower = max(lower, value)
        else:
            upper = min(upper, value)
        store(table, key, pointed, work[GENERATION], tricks, lower, upper)
    return value


@compiled_for("int64(int64[::1],uint64[::1],int64,int64,int64,int64,int64,int64,boolean,int64)")
def exact(
    work: Work,
    table: Table,
    turn: int,
    seat: int,
    led: int,
    best: int,
    winner: int,
    on_table: int,
    has_trick: bool,
    guess: int,
) -> int:
    """The exact number of points that the declarer still gets; the guess costs only time."""
    remaining = points(all_cards_of(work))
    lower, upper = 0, remaining + on_table + (0 if has_trick else work[BONUS])
    settled = OPEN
    if turn:
        settled = settled_after(work, turn - 1, seat - 1 & 3, best, winner, led)
    target = min(max(guess, lower + 1), upper)
    step = 8
    while lower < upper:
        found = search(
            work,
            table,
            turn,
            seat,
            led,
            best,
            winner,
            on_table,
            settled,
            remaining,
            target,
            has_trick,
        )
        if found >= target:
            lower = found
            target = min(lower + step, upper)
        else:
            upper = found
            target = max(upper - step + 1, lower + 1)
        step = max(step // 2, 1) if upper - lower < 2 * step else step
    return lower


@compiled
def value_cards(
    work: Work,
    table: Table,
    turn: int,
    seat: int,
    led: int,
    best: int,
    winner: int,
    on_table: int,
    has_trick: bool,
    values: NDArray[np.int64],
) -> int:
    """The exact value of every card that ``seat`` may play, the lowest bit first; their number.

    What the declarer still gets after each is put into ``values``, the points on the table
    included if the trick becomes his.
    """
    hand = work[HANDS + seat]
    cards = legal_cards(hand, led)
    guess = points(all_cards_of(work)) >> 1
    count = 0
    while cards:
        card = cards & -cards
        cards ^= card
        after, leads = best, winner
        if turn == 0 or winning_card(best | card, led) == card:
            after, leads = card, seat
        gained = on_table + PIPS[_place_of(card) & 15]
        work[HANDS + seat] = hand ^ card
        if turn < 3:
            guess = exact(
                work,
                table,
                turn + 1,
                (seat + 1) & 3,
                led or card,
                after,
                leads,
                gained,
                has_trick,
                guess,
            )
            values[count] = guess
        elif leads:
            guess = exact(work, table, 0, leads, 0, 0, 0, 0, has_trick, guess)
            values[count] = guess
        else:
            if not has_trick:
                gained += work[BONUS]
            guess = exact(work, table, 0, 0, 0, 0, 0, 0, True, guess)
            values[count] = guess + gained
        work[HANDS + seat] = hand
        count += 1
    return count
