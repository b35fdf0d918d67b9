"""The network, compiled: a policy that reads the whole course of a deal.

Where the policy of ``policy`` reads features that people have chosen, the network reads every card:
who played it, in which trick, and whether it was led. Its input is a set of bits. The
side suits are sorted by the seat's hand, because it makes no difference if two are exchanged.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dobbm.ai.kernel.bits import compiled, inlined
from dobbm.ai.kernel.playout_state import (
    DISCARDED,
    GAINED,
    HANDS,
    TRICKS,
    VOIDS,
    PlayoutState,
    unseen_by,
)
from dobbm.ai.kernel.policy import Probabilities, softmax
from dobbm.ai.kernel.position import Trick, place_of, seats_of
from dobbm.game.cards import DECK, LANE
from dobbm.game.tricks import legal_cards

Log: TypeAlias = NDArray[np.int64]
"""The course of a deal, at the offsets below."""
COUNT = 0
"""The number of cards played. Each of them follows: its bit position times four, plus the place of
the seat that played it."""
EXCHANGED = 33
"""Whether the cards out of play are the declarer's discards, as in a Dobbm."""
LOG_SIZE = 34

Inputs: TypeAlias = NDArray[np.uint64]
"""The bits that the network reads, at the offsets below."""

CARDS = len(DECK)
HAND = 0
UNSEEN = HAND + CARDS
DISCARDS = UNSEEN + CARDS
"""The declarer's discards, for the declarer."""
TABLE = DISCARDS + CARDS
"""The cards on the table: a block for each place."""
EARLIER = TABLE + 4 * CARDS
"""All cards played, those on the table included: a block for each place."""
IN_TRICK = EARLIER + 4 * CARDS
"""The same cards: a block for each trick."""
LED = IN_TRICK + 8 * CARDS
"""The cards that were led."""
BEST = LED + CARDS
"""The best card on the table."""
VOID = BEST + CARDS
"""For each place, the suits in which it is known to be void."""
OWN_PLACE = VOID + 16
TURN = OWN_PLACE + 4
WINNING = TURN + 4
"""The place that is winning the trick."""
IS_DOBBM = WINNING + 4
GAINED_POINTS = IS_DOBBM + 1
"""The declarer's card points in tricks, in steps of five."""
TAKEN = GAINED_POINTS + 25
"""The declarer's tricks."""
ON_TABLE = TAKEN + 9
"""The card points on the table, in steps of four."""
INPUTS = ON_TABLE + 12
WORDS = (INPUTS + 63) // 64


class Network(NamedTuple):
    """The weights of a network with two hidden layers; the activation is a rectifier."""

    first: NDArray[np.float32]
    """Shape (INPUTS, wide)."""
    first_bias: NDArray[np.float32]
    second: NDArray[np.float32]
    """Shape (wide, narrow)."""
    second_bias: NDArray[np.float32]
    last: NDArray[np.float32]
    """Shape (CARDS, narrow)."""
    last_bias: NDArray[np.float32]


class Layers(NamedTuple):
    """Working memory: the inputs, and the values of the hidden layers."""

    inputs: Inputs
    wide: NDArray[np.float32]
    narrow: NDArray[np.float32]


@inlined
def new_layers(network: Network) -> Layers:
    """Return working memory for a network."""
    return Layers(
        np.zeros(WORDS, np.uint64),
        np.zeros(len(network.first_bias), np.float32),
        np.zeros(len(network.second_bias), np.float32),
    )


@inlined
def new_log() -> Log:
    """Return a log without cards."""
    return np.zeros(LOG_SIZE, np.int64)


@inlined
def note_card(log: Log, seat: int, card: int) -> None:
    """Add a card to the log."""
    log[COUNT] += 1
    log[log[COUNT]] = place_of(card) << 2 | seat


@inlined
def suit_order(hand: int, unseen: int) -> int:
    """Return the lanes to which the seat's four suits go, two bits for each suit.

    The side suits are in the order of the seat's cards in them, or, where it has none, of the
    unseen cards.
    """
    order = 3 << 6
    for lane in range(3):
        own = (hand >> LANE * lane & 511) << 9 | (unseen >> LANE * lane & 511)
        above = 0
        for other in range(3):
            rival = (hand >> LANE * other & 511) << 9 | (unseen >> LANE * other & 511)
            above += rival > own or (rival == own and other < lane)
        order |= above << 2 * lane
    return order


@inlined
def number_in(order: int, place: int) -> int:
    """Return the number, from 0 to 35, of the card with this bit position."""
    return (order >> 2 * (place // LANE) & 3) * 9 + place % LANE


@inlined
def set_bit(inputs: Inputs, bit: int) -> None:
    """Set one bit."""
    inputs[bit >> 6] |= np.uint64(1) << np.uint64(bit & 63)


@inlined
def set_cards(inputs: Inputs, block: int, order: int, cards: int) -> None:
    """Set the bits of ``cards`` in a block, by their numbers in the ``order`` of suits."""
    while cards:
        card = cards & -cards
        cards ^= card
        set_bit(inputs, block + number_in(order, place_of(card)))


@inlined
def read(state: PlayoutState, trick: Trick, log: Log, inputs: Inputs) -> int:
    """Fill ``inputs`` for the seat that plays next; return its ``suit_order``."""
    for word in range(WORDS):
        inputs[word] = 0
    seat = trick.seat
    hand, unseen = state[HANDS + seat], unseen_by(state, seat)
    order = suit_order(hand, unseen)
    set_cards(inputs, HAND, order, hand)
    set_cards(inputs, UNSEEN, order, unseen)
    if seat == 0:
        set_cards(inputs, DISCARDS, order, state[DISCARDED])
    for index in range(log[COUNT]):
        entry = log[index + 1]
        number, player = number_in(order, entry >> 2), entry & 3
        set_bit(inputs, EARLIER + CARDS * player + number)
        set_bit(inputs, IN_TRICK + CARDS * (index >> 2) + number)
        if index & 3 == 0:
            set_bit(inputs, LED + number)
        if index >= log[COUNT] - trick.turn:
            set_bit(inputs, TABLE + CARDS * player + number)
    if trick.turn:
        set_bit(inputs, BEST + number_in(order, place_of(trick.best)))
        set_bit(inputs, WINNING + trick.winner)
        set_bit(inputs, ON_TABLE + min(trick.points // 4, 11))
    for place in range(4):
        for lane in range(4):
            if state[VOIDS + place] >> LANE * lane & 511:
                set_bit(inputs, VOID + 4 * place + (order >> 2 * lane & 3))
    set_bit(inputs, OWN_PLACE + seat)
    set_bit(inputs, TURN + trick.turn)
    if log[EXCHANGED]:
        set_bit(inputs, IS_DOBBM)
    set_bit(inputs, GAINED_POINTS + state[GAINED] // 5)
    set_bit(inputs, TAKEN + state[TRICKS])
    return order


@inlined
def _fill_layers(network: Network, layers: Layers) -> None:
    """Compute the hidden layers from the inputs."""
    wide, narrow = layers.wide, layers.narrow
    for unit in range(len(wide)):
        wide[unit] = network.first_bias[unit]
    for word in range(WORDS):
        bits = np.int64(layers.inputs[word])
        while bits:
            lowest = bits & -bits
            bits ^= lowest
            row = network.first[64 * word + (lowest - 1).bit_count()]
            for unit in range(len(wide)):
                wide[unit] += row[unit]
    for unit in range(len(narrow)):
        narrow[unit] = network.second_bias[unit]
    for unit in range(len(wide)):
        value = wide[unit]
        if value > 0:
            row = network.second[unit]
            for other in range(len(narrow)):
                narrow[other] += value * row[other]


@compiled
def network_probabilities(
    state: PlayoutState,
    trick: Trick,
    log: Log,
    network: Network,
    layers: Layers,
    probabilities: Probabilities,
) -> int:
    """Fill ``probabilities`` for the legal cards of the seat to play; return these cards."""
    cards = legal_cards(state[HANDS + trick.seat], trick.led)
    if cards & (cards - 1) == 0:
        probabilities[0] = 1
        return cards
    order = read(state, trick, log, layers.inputs)
    _fill_layers(network, layers)
    left, count, most = cards, 0, np.float32(-np.inf)
    while left:
        card = left & -left
        left ^= card
        number = number_in(order, place_of(card))
        row, logit = network.last[number], network.last_bias[number]
        for unit in range(len(layers.narrow)):
            logit += max(layers.narrow[unit], np.float32(0)) * row[unit]
        probabilities[count] = logit
        most = max(most, logit)
        count += 1
    softmax(probabilities, count, most)
    return cards


@compiled
def log_of(cards: NDArray[np.int64], exchanged: bool) -> Log:
    """Return the log of a deal in which these cards were played, in order."""
    log = new_log()
    log[EXCHANGED] = exchanged
    for card, seat in zip(cards, seats_of(cards)):  # noqa: B905 - compiled; they are equally long
        note_card(log, seat, card)
    return log
