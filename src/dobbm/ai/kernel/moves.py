"""Move generation and move ordering: the cards that a search tries, and in what order."""

from __future__ import annotations

from dobbm.ai.kernel.bits import inlined
from dobbm.ai.kernel.bounds import BLANKS, FLOORS
from dobbm.ai.kernel.order import (
    FACING,
    FREE,
    HEART,
    LENGTH,
    OPEN_OURS,
    OPEN_THEIRS,
    SETTLED_OURS,
    SETTLED_THEIRS,
)
from dobbm.ai.kernel.position import (
    DECLARERS,
    FRAME,
    FRAMES,
    HANDS,
    HISTORY,
    OPEN,
    ORDER,
    PIPS,
    SCORE,
    SIDE,
    Trick,
    Work,
    all_cards_of,
    place_of,
    side_after,
    wins,
)
from dobbm.game.cards import HEARTS
from dobbm.game.tricks import legal_cards, suit_of

CEILINGS = FLOORS << 9
"""The bit just above the sow, for every suit."""


@inlined
def frame_of(hand: int, trick: Trick) -> int:
    """Return the offset of the frame that holds the moves at this turn of this trick."""
    return FRAMES + FRAME * (hand.bit_count() * 4 - trick.turn & 31)


@inlined
def list_moves(work: Work, frame: int, trick: Trick) -> int:
    """Put the cards worth trying into the frame; return their number.

    With each card comes the side then certain to win the trick and, unless only one card is legal,
    the card's ordering score.

    Cards of one suit in one hand form a group if no card of another hand, nor the best card of the
    trick, lies between them. They differ only in their points, so each group needs at most one card
    without points. If it is certain which side wins the trick, one card of the group is enough: the
    one with the most points if that side is the player's own, else the one with the fewest.
    """
    hand = work[HANDS + trick.seat]
    walls = all_cards_of(work) ^ hand | trick.best | CEILINGS
    cards = legal_cards(hand, trick.led)
    forced = cards & (cards - 1) == 0
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
        side = side_after(work, trick, low)
        if side != OPEN:
            group = top if (side == DECLARERS) == (trick.seat == 0) else low
        blanks = group & BLANKS
        group ^= blanks ^ (blanks & -blanks)
        while group:
            card = group & -group
            group ^= card
            work[frame + count] = card
            work[frame + SIDE + count] = side
            if not forced:
                work[frame + SCORE + count] = ordering_score(work, trick, card, side, walls)
            count += 1
    return count


@inlined
def ordering_score(work: Work, trick: Trick, card: int, side: int, walls: int) -> int:
    """Return a card's ordering score: weights for the player's role and turn, plus its history."""
    place = place_of(card)
    rank = place & 15
    declares = trick.seat == 0
    weights = ORDER + 16 * (4 * (not declares) + trick.turn)
    if side != OPEN:
        part = weights + (SETTLED_OURS if (side == DECLARERS) == declares else SETTLED_THEIRS)
    else:
        winner = trick.seat if wins(trick, card) else trick.winner
        part = weights + (OPEN_OURS if (winner == 0) == declares else OPEN_THEIRS)
    score = work[part] + work[part + 1] * PIPS[rank] + work[part + 2] * rank
    score += work[history_row(trick) + place]
    suit = suit_of(card)
    if trick.turn and suit == suit_of(trick.led):
        return score
    if card & HEARTS:
        return score + work[weights + HEART]
    score += work[weights + LENGTH] * (work[HANDS + trick.seat] & suit).bit_count()
    if trick.turn == 0:
        facing = suit & (walls if declares else work[HANDS])
        score += work[weights + FACING] * facing.bit_count()
        if not facing:
            score += work[weights + FREE]
    return score


@inlined
def history_row(trick: Trick) -> int:
    """Return the offset of the history scores for the seat to play and the suit led, if any."""
    suit = 1 + (place_of(trick.led) >> 4) if trick.led else 0
    return HISTORY + (trick.seat * 5 + suit) * 64


@inlined
def bring_best_move(work: Work, frame: int, index: int, count: int) -> None:
    """Find the best-scored move at ``index`` or later, and swap it into that position."""
    best = index
    for other in range(index + 1, count):
        if work[frame + SCORE + other] > work[frame + SCORE + best]:
            best = other
    if best != index:
        for column in (0, SIDE, SCORE):
            place = frame + column
            work[place + best], work[place + index] = work[place + index], work[place + best]


@inlined
def update_history(work: Work, frame: int, index: int, trick: Trick, tricks: int) -> None:
    """Record that the move at ``index`` caused a cutoff, and that the moves before it did not."""
    row = history_row(trick)
    weight = 4 * tricks * tricks
    for move in range(index + 1):
        place = row + place_of(work[frame + move])
        change = weight if move == index else -weight
        work[place] += change - (work[place] * weight >> 9)
