"""Lower bounds on the declarer's points, found without a search; docs/solver.md has the proofs."""

from __future__ import annotations

from dobbm.ai.kernel.bits import compiled, inlined
from dobbm.ai.kernel.position import HANDS, HEART_BOUNDS, PIPS, Work, hearts_of, worth_of
from dobbm.ai.kernel.transpositions import POINTED
from dobbm.game.cards import HEARTS, LANE, SIDE_SUITS, points
from dobbm.game.tricks import highest, winning_card

FLOORS = sum(1 << LANE * lane for lane in range(4))
"""The six of every suit."""
BLANKS = FLOORS * 0b1111
"""The nine, eight, seven and six of every suit, which have no points."""


@inlined
def sure_tricks(known: int) -> int:
    """Return how many sure hearts the declarer has; ``known`` is the result of ``heart_bounds``."""
    return known >> 8 & 0xF


@inlined
def draws_trumps(known: int, leader: int) -> bool:
    """Return whether the declarer can draw all hearts of the defenders and so wins every heart.

    The declarer on lead can if no defender has more hearts than the declarer has highest ones. If a
    defender leads, one more is needed, with which to gain the lead.
    """
    return known >> 12 > (0 if leader == 0 else 1)


@compiled
def heart_bounds(work: Work, hearts: int) -> int:
    """Return what is certain about the hearts in play, packed into one integer.

    The lowest 8 bits are the points of the declarer's sure hearts, the next 4 their number. Above
    is 0 if the declarer cannot draw the defenders' hearts, 1 if only with the lead, else 2.

    Sure hearts win whatever is played. Each heart of the defenders can beat at most one lower heart
    of the declarer. So, from the top down, each defending heart is matched with the next lower
    heart of the declarer that is not yet matched. The declarer's unmatched hearts are sure.

    Within a deal, all this depends only on ``hearts``, the hearts still in play.
    """
    known = work[HEART_BOUNDS + hearts]
    if known:
        return known - 1
    mine = hearts_of(work[HANDS])
    total, count, killers, top = 0, 0, 0, 0
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
            if hearts & ~mine < heart:
                top += 1
    longest = 0
    for seat in range(1, 4):
        longest = max(longest, hearts_of(work[HANDS + seat]).bit_count())
    draws = 0
    if top >= longest:
        draws = 2 if top > longest else 1
    known = total | count << 8 | draws << 12
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
    """Return a lower bound on the points in the tricks that the declarer still takes.

    ``known`` is the result of ``heart_bounds``. The declarer takes a trick with every sure heart,
    and with every winner in a side suit that can be cashed. To each of these tricks, each defender
    plays a card, which adds at least the points of that defender's cheapest cards.
    """
    total, tricks = known & 0xFF, sure_tricks(known)
    draws = draws_trumps(known, leader)
    if draws:
        hearts = work[HANDS] & HEARTS
        total, tricks = points(hearts), hearts.bit_count()
    if leader == 0 or tricks:
        others = work[HANDS + 1] | work[HANDS + 2] | work[HANDS + 3]
        for suit in SIDE_SUITS:
            held = work[HANDS] & suit
            against = others & suit
            winners = held & -highest(against) << 1 if against else held
            if not winners:
                continue
            count = cashable(work, suit, winners.bit_count(), leader, draws)
            tricks += count
            for _ in range(count):
                winner = highest(winners)
                total += worth_of(winner)
                winners ^= winner
    for seat in range(1, 4):
        total += least_points(work[HANDS + seat], tricks)
    return total


@inlined
def cashable(work: Work, suit: int, winners: int, leader: int, draws: bool) -> int:
    """Return how many of the declarer's ``winners`` in a side suit can be cashed.

    A defender with a heart must follow suit or ruff, and so keeps the cards of a side suit until
    that suit is led. The declarer can therefore cash as many winners as every defender with a heart
    has cards of the suit, if the declarer is on lead or has a sure heart with which to gain it. A
    declarer who draws trumps can cash them all, once on lead.
    """
    shortest = 9
    for seat in range(1, 4):
        if work[HANDS + seat] & HEARTS:
            shortest = min(shortest, (work[HANDS + seat] & suit).bit_count())
    if draws and (leader == 0 or shortest):
        return winners
    return min(winners, shortest)


@inlined
def last_trick(work: Work, leader: int, rest: int) -> int:
    """Return ``rest`` if the declarer wins the last trick, else 0; every hand has one card left."""
    led = best = work[HANDS + leader]
    winner = leader
    for turn in range(1, 4):
        seat = (leader + turn) & 3
        card = work[HANDS + seat]
        if winning_card(best | card, led) == card:
            best, winner = card, seat
    return rest if winner == 0 else 0
