"""Move generation and move ordering: the cards that a search tries, and in what order."""

from __future__ import annotations

from dobbm.ai.kernel.bits import inlined
from dobbm.ai.kernel.bounds import BLANKS, FLOORS
from dobbm.ai.kernel.order import (
    FACING,
    HEART,
    LENGTH,
    OPEN_OURS,
    OPEN_THEIRS,
    OVERTAKING,
    RANKS,
    ROW,
    RUFFED,
    SETTLED_OURS,
    SETTLED_THEIRS,
    TAKEN,
    TRUMPED,
    VOID,
)
from dobbm.ai.kernel.position import (
    DECLARERS,
    DEFENDERS,
    FRAME,
    FRAMES,
    HANDS,
    HISTORY,
    OPEN,
    ORDER,
    SCORE,
    SIDE,
    Trick,
    Work,
    all_cards_of,
    place_of,
    side_after,
    strongest,
    wins,
)
from dobbm.game.cards import HEARTS, SUITS
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
    if trick.turn == 0:
        return list_leads(work, frame, trick)
    cards = legal_cards(work[HANDS + trick.seat], trick.led)
    if cards & (cards - 1):
        return list_follows(work, frame, trick, cards)
    work[frame] = cards
    work[frame + SIDE] = side_after(work, trick, cards)
    return 1


@inlined
def list_leads(work: Work, frame: int, trick: Trick) -> int:
    """Put the leads worth trying into the frame, as ``list_moves`` does."""
    seat = trick.seat
    declares = seat == 0
    others = all_cards_of(work) ^ work[HANDS + seat]
    weights = ORDER + ROW * 4 * seat
    count = 0
    for suit in SUITS:
        cards = work[HANDS + seat] & suit
        if not cards:
            continue
        if declares:
            facing = others
            threat = max(
                strongest(work[HANDS + 1], suit),
                strongest(work[HANDS + 2], suit),
                strongest(work[HANDS + 3], suit),
            )
        else:
            facing = work[HANDS]
            threat = strongest(facing, suit)
        if suit == HEARTS:
            score = work[weights + HEART]
        else:
            score = work[weights + LENGTH + cards.bit_count()]
            score += work[weights + FACING + min((facing & suit).bit_count(), 8)]
            if not declares and not facing & suit and facing & HEARTS:
                score += work[weights + TRUMPED]
            for defender in range(1, 4):
                if defender != seat and not work[HANDS + defender] & suit:
                    score += work[weights + (RUFFED if work[HANDS + defender] & HEARTS else VOID)]
        while cards:
            group = lowest_group(cards, others)
            cards ^= group
            if threat > group:
                side, case = OPEN, OPEN_OURS
            else:
                side, case = (DECLARERS if declares else DEFENDERS), SETTLED_OURS
                group = dearest(group)
            count = add_moves(work, frame, count, trick, group, side, case, score)
    return count


@inlined
def list_follows(work: Work, frame: int, trick: Trick, cards: int) -> int:
    """Put those of the legal ``cards`` that are worth trying into the frame, as ``list_moves``."""
    seat = trick.seat
    declares = seat == 0
    led = suit_of(trick.led)
    walls = all_cards_of(work) ^ work[HANDS + seat] | trick.best
    weights = ORDER + ROW * (4 * seat + trick.turn)
    follows = cards & led
    declarer, defenders = 0, 0
    for later in range(1, 4 - trick.turn):
        place = (seat + later) & 3
        if place:
            defenders = max(defenders, strongest(work[HANDS + place], led))
        else:
            declarer = strongest(work[HANDS], led)
    count = 0
    while cards:
        group = lowest_group(cards, walls)
        cards ^= group
        low = group & -group
        best, winner = trick.best, trick.winner
        score = 0
        if wins(trick, low):
            if winner and not declares:
                score += work[weights + OVERTAKING]
            best, winner = low, seat
        side = trick.side
        if side == OPEN and best >= (defenders if winner == 0 else declarer):
            side = DECLARERS if winner == 0 else DEFENDERS
        if side == OPEN:
            case = OPEN_OURS if (winner == 0) == declares else OPEN_THEIRS
        elif (side == DECLARERS) == declares:
            case = SETTLED_OURS
            group = dearest(group)
        else:
            case = SETTLED_THEIRS
            group = low
        score += work[weights + TAKEN + case] * trick.points
        if not follows:
            if low & HEARTS:
                score += work[weights + HEART]
            else:
                held = work[HANDS + seat] & suit_of(low)
                score += work[weights + LENGTH + held.bit_count()]
        count = add_moves(work, frame, count, trick, group, side, case, score)
    return count


@inlined
def lowest_group(cards: int, walls: int) -> int:
    """Return the cards from the lowest up to the next of ``walls``, which split a suit."""
    low = cards & -cards
    above = (walls | CEILINGS) & -low
    return cards & ((above & -above) - low)


@inlined
def dearest(group: int) -> int:
    """Return the card with the most points of cards of one suit."""
    return 1 << place_of(group)


@inlined
def add_moves(
    work: Work, frame: int, count: int, trick: Trick, group: int, side: int, case: int, score: int
) -> int:
    """Add the cards of a group to a frame that holds ``count``; return the new number.

    Only one of the cards without points is added. ``score`` is what the cards' ordering scores have
    in common.
    """
    blanks = group & BLANKS
    group ^= blanks ^ (blanks & -blanks)
    while group:
        card = group & -group
        group ^= card
        work[frame + count] = card
        work[frame + SIDE + count] = side
        work[frame + SCORE + count] = ordering_score(work, trick, card, case, score)
        count += 1
    return count


@inlined
def ordering_score(work: Work, trick: Trick, card: int, case: int, score: int) -> int:
    """Return a card's ordering score: ``score``, the weight of its rank, and its history."""
    place = place_of(card)
    weights = ORDER + ROW * (4 * trick.seat + trick.turn)
    rank = place & 15
    return score + work[weights + RANKS * case + rank] + work[history_row(trick) + place]


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
