"""Lower bounds on the declarer's points without a search; docs/solver.md gives the proofs."""

from __future__ import annotations

from dobbm.ai.kernel.bits import compiled, inlined
from dobbm.ai.kernel.position import HANDS, HEART_BOUNDS, PIPS, Work, hearts_of, worth_of
from dobbm.ai.kernel.table import POINTED
from dobbm.game.cards import HEARTS, LANE, SIDE_SUITS
from dobbm.game.tricks import highest, winning_card

FLOORS = sum(1 << LANE * lane for lane in range(4))
"""The six of every suit."""
BLANKS = FLOORS * 0b1111
"""The nine, eight, seven and six of every suit, which have no points."""


@inlined
def sure_tricks(known: int) -> int:
    """Return how many tricks the declarer's hearts win, whatever is played."""
    return known >> 8


@compiled
def heart_bounds(work: Work, hearts: int) -> int:
    """Return the points (lowest 8 bits) and the number (above them) of the declarer's sure hearts.

    Sure hearts win whatever is played; only the remaining hearts matter. Each heart of the
    defenders can kill at most one lower heart of the declarer; those that are left win. The highest
    kills the highest lower one, and so on down.
    """
    known = work[HEART_BOUNDS + hearts]
    if known:
        return known - 1
    mine = hearts_of(work[HANDS])
    total, count, killers = 0, 0, 0
    for rank in range(8, -1, -1):
        heart = 1 << rank
        if not hearts & heart:
            continue
        if not mine & heart:
            killers += 1
        elif killers:
            killers -= 1
        else:
            total += PIPS[rank]
            count += 1
    known = total | count << 8
    work[HEART_BOUNDS + hearts] = known + 1
    return known


@compiled
def least_points(hand: int, count: int) -> int:
    """Return the points of the ``count`` cheapest cards of a hand."""
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
def sure_points(work: Work, leader: int, known: int) -> int:
    """Return a lower bound: the declarer's sure hearts, plus the side winners that can be cashed.

    A player with a heart never discards, but must follow suit or ruff. So a side winner to which
    every defender with a heart must still follow stays a winner until its suit is led; and once the
    declarer leads, or will lead after a sure heart, all of these can be cashed. Each
    defender gives a card to each of these tricks: together at least the cheapest ones.
    """
    total, tricks = known & 0xFF, sure_tricks(known)
    if leader == 0 or tricks:
        others = work[HANDS + 1] | work[HANDS + 2] | work[HANDS + 3]
        for suit in SIDE_SUITS:
            held = work[HANDS] & suit
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
                total += worth_of(winner)
                winners ^= winner
    for seat in range(1, 4):
        total += least_points(work[HANDS + seat], tricks)
    return total


@inlined
def last_trick(work: Work, leader: int, rest: int) -> int:
    """Return the points of ``rest`` that the declarer gets when every hand holds one card."""
    led = best = work[HANDS + leader]
    winner = leader
    for turn in range(1, 4):
        seat = (leader + turn) & 3
        card = work[HANDS + seat]
        if winning_card(best | card, led) == card:
            best, winner = card, seat
    return rest if winner == 0 else 0
