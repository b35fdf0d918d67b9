"""The learned policy, compiled: it chooses cards from what its seat knows, without a search.

Features describe a card as its seat sees it. Combinations of features select cells of a table, and
the sum of the cells' weights is the card's logit. A softmax over the legal cards gives the action
probabilities.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dobbm.ai.kernel.bits import compiled, inlined
from dobbm.ai.kernel.floats import exponential
from dobbm.ai.kernel.playout_state import BY_DECLARER, HANDS, LEADS, VOIDS, PlayoutState, unseen_by
from dobbm.ai.kernel.position import Trick, can_beat, place_of, wins
from dobbm.ai.kernel.rng import Stream, draw
from dobbm.game.cards import HEARTS, LANE, points
from dobbm.game.tricks import legal_cards, suit_of

Weights: TypeAlias = NDArray[np.float32]
"""The weight of each cell."""
Probabilities: TypeAlias = NDArray[np.float32]
"""Action probabilities of the legal cards, lowest bit first."""

CONTEXTS = 15
"""The number of contexts. A context is given by the role of the seat, its turn, the declarer's turn
and which side is winning the trick so far."""
LEADING, SECOND, AFTER_DECLARER, THIRD, LAST = 4, 7, 9, 10, 13

SURE, THREATENED, HELPED, LOST = 0, 1, 2, 3
"""The outlook for the trick once the card is played. If the seat's own side is then winning, the
trick is threatened or sure: a later opponent may beat the best card, or none can. If the other side
is winning, it is helped or lost: a later partner may beat the best card, or none can. A later seat
that may hold the suit led is assumed to follow suit."""

WORTHS = np.array((0, 0, 0, 0, 1, 2, 3, 4, 5) + (0,) * 7)
"""Worth by rank: 0 for cards without points, then 1 to 5 for Unter, Ober, king, ten and sow."""
NO_RANK = 9

ATTRIBUTES = (
    (2, 4, 9),  # heart, outlook, rank
    (4, 6, 6),  # outlook, points on the table, worth
    (2, 5, 9, 4),  # heart, length, unseen in the suit, unseen and higher
    (2, 9, 8, 8),  # heart, rank, own top cards, unseen top cards
    (2, 6, 10, 2, 2),  # heart, own hearts, unseen hearts, singleton, none higher unseen
    (8, 4, 6),  # other cards in hand, outlook, worth
    (2, 4, 8, 8),  # heart, worth up to king, voids in the suit, voids in hearts
    (2, 9, 6, 4),  # heart, who led the suit, worth, length
    (2, 5, 8, 6, 4),  # thrown away, length, own top cards, worth, outlook
    (2, 5, 5, 4, 6),  # heart, own lower cards, own higher cards, outlook, worth
    (2, 10, 9, 6),  # heart, best rank of the suit on the table, rank, points on the table
    (2, 8, 6, 5),  # heart, unseen points, worth, length
    (2, 5, 4, 4, 5),  # heart, length, void suits, own hearts, worth
    (2, 4, 4, 6, 4),  # heart, declarer's cards of the suit, unseen and higher, worth, length
    (2, 8, 4, 4, 5),  # heart, other cards in hand, outlook, unseen and higher, length
)
"""For each kind of cell, how many values each of its features can take, apart from the context."""
MOST_ATTRIBUTES = 5
SIZES = np.array([kind + (1,) * (MOST_ATTRIBUTES - len(kind)) for kind in ATTRIBUTES])
STARTS = np.concatenate([[0], np.cumsum(CONTEXTS * SIZES.prod(axis=1))])
CELLS = int(STARTS[-1])


def declarers_cells() -> NDArray[np.bool_]:
    """Return which cells the declarer's cards select; the defenders' cards select the others."""
    sizes = SIZES.prod(axis=1)
    return np.concatenate([np.arange(CONTEXTS * size) < LEADING * size for size in sizes])


class Features(NamedTuple):
    """Features of a card for the seat that may play it: numbers from 0 up, some of them capped."""

    context: int
    heart: int
    rank: int
    worth: int
    outlook: int
    on_table: int
    """The card points on the table: 0 for none, else in steps of five."""
    length: int
    """The number of other cards of its suit in the hand."""
    facing: int
    """The number of unseen cards of its suit."""
    facing_points: int
    """The card points of the unseen cards of its suit, in steps of four."""
    higher: int
    """The number of unseen cards of its suit that are higher."""
    tops: int
    """Which of king, ten and sow of the suit are in the hand."""
    facing_tops: int
    """Which of king, ten and sow of the suit are unseen."""
    below: int
    """The number of lower cards of its suit in the hand."""
    above: int
    """The number of higher cards of its suit in the hand."""
    best_rank: int
    """The rank of the best card on the table if it is of the same suit, else ``NO_RANK``."""
    hearts: int
    """The number of hearts in the hand."""
    hearts_out: int
    """The number of unseen hearts."""
    cards: int
    """The number of other cards in the hand."""
    void_suits: int
    """The number of side suits in which the hand is void."""
    lacking_suit: int
    """The other seats known to be void in the suit: one bit each, the lowest for the next seat."""
    lacking_hearts: int
    leads: int
    """How often each side has led the suit."""
    declarers: int
    """The number of cards of the suit that the declarer has played."""
    thrown: int
    """Whether the card would be thrown away, neither following suit nor trumping."""


Cells: TypeAlias = tuple[
    int, int, int, int, int, int, int, int, int, int, int, int, int, int, int
]  # fmt: skip


@inlined
def new_probabilities() -> Probabilities:
    """Return an array for the action probabilities of a hand."""
    return np.zeros(8, np.float32)


@inlined
def context_of(trick: Trick) -> int:
    """Return the context of the seat that plays next."""
    seat, turn = trick.seat, trick.turn
    if seat == 0:
        return turn
    to_declarer = 4 - seat
    if turn == 0:
        return LEADING + to_declarer - 1
    if turn == 1:
        return SECOND + to_declarer - 1 if to_declarer < 3 else AFTER_DECLARER
    if turn + to_declarer <= 3:
        return THIRD
    return (THIRD + 1 if turn == 2 else LAST) + (trick.winner != 0)


@inlined
def features_of(
    state: PlayoutState, trick: Trick, context: int, unseen: int, card: int
) -> Features:
    """Return the features of a card for the seat that plays next."""
    seat = trick.seat
    hand, suit, led = state[HANDS + seat], suit_of(card), trick.led or card
    lane, rank = place_of(card) // LANE, place_of(card) % LANE
    best, winner = trick.best, trick.winner
    if wins(trick, card):
        best, winner = card, seat
    threatened, helped, lacking_suit, lacking_hearts = False, False, 0, 0
    for later in range(1, 4):
        other = (seat + later) & 3
        lacking = state[VOIDS + other]
        lacking_suit |= (lacking & suit != 0) << (later - 1)
        lacking_hearts |= (lacking & HEARTS != 0) << (later - 1)
        if later < 4 - trick.turn and can_beat(unseen & ~lacking, best, led):
            friend = (other == 0) == (seat == 0)
            helped |= friend
            threatened |= not friend
    if (winner == 0) == (seat == 0):
        outlook = THREATENED if threatened else SURE
    else:
        outlook = HELPED if helped else LOST
    own, facing = hand >> LANE * lane & 511, unseen >> LANE * lane & 511
    void_suits = 0
    for side in range(3):
        void_suits += hand >> LANE * side & 511 == 0
    leads = state[LEADS] >> 4 * lane
    return Features(
        context,
        1 if lane == 3 else 0,
        rank,
        WORTHS[rank],
        outlook,
        min(5, 1 + trick.points // 5) if trick.points else 0,
        min(own.bit_count(), 5) - 1,
        min(facing.bit_count(), 8),
        min(points(unseen & suit) // 4, 7),
        min((facing >> rank).bit_count(), 3),
        own >> 6,
        facing >> 6,
        min((own & ((1 << rank) - 1)).bit_count(), 4),
        min((own >> (rank + 1)).bit_count(), 4),
        place_of(trick.best) % LANE if trick.best & suit else NO_RANK,
        min((hand & HEARTS).bit_count(), 5),
        (unseen & HEARTS).bit_count(),
        hand.bit_count() - 1,
        void_suits,
        lacking_suit,
        lacking_hearts,
        (leads & 3) * 3 + (leads >> 2 & 3),
        min((state[BY_DECLARER] & suit).bit_count(), 3),
        1 if trick.turn and suit != suit_of(led) and lane != 3 else 0,
    )


@inlined
def cells_of(features: Features) -> Cells:
    """Return the cells that a card's features select, one of each kind."""
    heart, rank, worth, outlook = features.heart, features.rank, features.worth, features.outlook
    length, higher = features.length, features.higher
    short = min(length, 3)
    return (
        cell(0, features, heart, outlook, rank, 0, 0),
        cell(1, features, outlook, features.on_table, worth, 0, 0),
        cell(2, features, heart, length, features.facing, higher, 0),
        cell(3, features, heart, rank, features.tops, features.facing_tops, 0),
        cell(4, features, heart, features.hearts, features.hearts_out, length == 0, higher == 0),
        cell(5, features, features.cards, outlook, worth, 0, 0),
        cell(6, features, heart, min(worth, 3), features.lacking_suit, features.lacking_hearts, 0),
        cell(7, features, heart, features.leads, worth, short, 0),
        cell(8, features, features.thrown, length, features.tops, worth, outlook),
        cell(9, features, heart, features.below, features.above, outlook, worth),
        cell(10, features, heart, features.best_rank, rank, features.on_table, 0),
        cell(11, features, heart, features.facing_points, worth, length, 0),
        cell(
            12, features, heart, length, features.void_suits, min(features.hearts, 3), min(worth, 4)
        ),
        cell(13, features, heart, features.declarers, higher, worth, short),
        cell(14, features, heart, features.cards, outlook, higher, length),
    )


@inlined
def cell(kind: int, features: Features, a: int, b: int, c: int, d: int, e: int) -> int:
    """Return the cell of this kind that the context and the features ``a`` to ``e`` select."""
    size = SIZES[kind]
    place = features.context * size[0] + a
    return STARTS[kind] + (((place * size[1] + b) * size[2] + c) * size[3] + d) * size[4] + e


@compiled
def action_probabilities(
    state: PlayoutState, trick: Trick, weights: Weights, probabilities: Probabilities
) -> int:
    """Fill ``probabilities`` for the legal cards of the seat to play; return these cards."""
    cards = legal_cards(state[HANDS + trick.seat], trick.led)
    if cards & (cards - 1) == 0:
        probabilities[0] = 1
        return cards
    context, unseen = context_of(trick), unseen_by(state, trick.seat)
    left, count, most = cards, 0, np.float32(-np.inf)
    while left:
        card = left & -left
        left ^= card
        logit = np.float32(0)
        for selected in cells_of(features_of(state, trick, context, unseen, card)):
            logit += weights[selected]
        probabilities[count] = logit
        most = max(most, logit)
        count += 1
    softmax(probabilities, count, most)
    return cards


@inlined
def softmax(logits: Probabilities, count: int, most: np.float32) -> None:
    """Turn the first ``count`` logits, of which ``most`` is the greatest, into probabilities."""
    total = np.float32(0)
    for index in range(count):
        logits[index] = np.float32(exponential(logits[index] - most))
        total += logits[index]
    for index in range(count):
        logits[index] /= total


@compiled
def choose(
    state: PlayoutState,
    trick: Trick,
    weights: Weights,
    probabilities: Probabilities,
    stream: Stream,
) -> int:
    """Fill ``probabilities``; return a card drawn according to them."""
    cards = action_probabilities(state, trick, weights, probabilities)
    if cards & (cards - 1) == 0:
        return cards
    mark = np.float32(draw(stream) >> np.uint64(40)) * np.float32(2.0**-24)
    index = 0
    while cards & (cards - 1):
        mark -= probabilities[index]
        if mark < 0:
            break
        cards &= cards - 1
        index += 1
    return cards & -cards


@compiled
def best_card(
    state: PlayoutState, trick: Trick, weights: Weights, probabilities: Probabilities
) -> int:
    """Fill ``probabilities``; return the likeliest card, in a tie the one with the lowest bit."""
    cards = action_probabilities(state, trick, weights, probabilities)
    best, most, index = 0, np.float32(-1), 0
    while cards:
        if probabilities[index] > most:
            best, most = cards & -cards, probabilities[index]
        cards &= cards - 1
        index += 1
    return best
