"""Random deals from the shuffle to the payment, more than two million per second.

Every action is drawn from the legal ones: words with given probabilities, discards and cards
uniformly. The deals are rows of ``deal_row``.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dobbm.ai.kernel import deal_row
from dobbm.ai.kernel.bits import beyond, compiled, inlined, pointer_to
from dobbm.ai.kernel.deal_row import (
    BIDDING,
    CONTRACT,
    DEALER,
    DECLARER,
    DOBBM,
    DOUBLING,
    DOUBLINGS,
    EXCHANGE,
    GAINED,
    GUT,
    HANDS,
    LEGAL,
    PHASE,
    PLACE,
    PLAY,
    RAISE,
    ROW_SIZE,
    SOLO,
    TAKEN,
    WEITER,
    Row,
    Table,
    seat_of,
    simple_amount,
)
from dobbm.ai.kernel.rng import Stream, draw, fraction, open_stream, split_off
from dobbm.game.cards import DECK
from dobbm.game.exchange import DISCARDS, trumps_missing
from dobbm.game.rules import PRESETS, Rules
from dobbm.game.seeds import fixed_size

COLUMNS = ("dealer", "declarer", "contract", "points", "tricks", "payment", "doublings")
NOBODY = -1
"""The declarer of a deal that was thrown in."""


class CallProbabilities(NamedTuple):
    """The probability with which a seat says each word if it may."""

    dobbm: float = 0.4
    solo: float = 0.05
    doubling: float = 0.2
    """The probability of a Schwacher or a retour."""


class Playouts(NamedTuple):
    """The results of many deals: each field is a column with one entry per deal."""

    dealer: NDArray[np.int64]
    declarer: NDArray[np.int64]
    """The declarer's seat; -1 if the deal was thrown in."""
    contract: NDArray[np.int64]
    """0 for a deal thrown in, 1 for a Dobbm, 2 for a Solo."""
    points: NDArray[np.int64]
    """The declarer's card points."""
    tricks: NDArray[np.int64]
    payment: NDArray[np.int64]
    """Each defender's payment to the declarer, in Schilling, before doubling; negative if the
    declarer pays."""
    doublings: NDArray[np.int64]
    """The number of doublings. ``payment`` leaves them out, because a payment doubled without limit
    would not fit in 64 bits."""


def playouts(
    count: int,
    seed: int,
    *,
    policy: CallProbabilities = CallProbabilities(),  # noqa: B008 - a value, and immutable
    rules: Rules = PRESETS["pagat"],
    threads: int = 1,
) -> Playouts:
    """Play ``count`` random deals of four players.

    The seed may be any integer; the same seed gives the same deals on any number of threads. Raises
    ``ValueError`` for fewer than one thread, and for doubling that would never end.
    """
    if threads < 1:
        raise ValueError(f"threads must be at least 1, not {threads}")
    if policy.doubling >= 1 and rules.max_doublings is None:
        raise ValueError("if everybody always doubles, without limit, no card is ever played")
    policy = CallProbabilities(*map(float, policy))
    seed = fixed_size(seed)
    rows = np.zeros((count, len(COLUMNS)), np.int64)
    table = Table.of(rules, players=4, must=False, dealer=None, in_points=False)
    edges = [count * part // threads for part in range(threads + 1)]
    with ThreadPoolExecutor(threads) as pool:
        parts = [
            pool.submit(_fill, rows, first, last, seed, policy, table)
            for first, last in pairwise(edges)
        ]
    for part in parts:
        part.result()
    return Playouts(*rows.T)


@compiled
def _fill(
    rows: NDArray[np.int64],
    first: int,
    last: int,
    seed: int,
    policy: CallProbabilities,
    table: Table,
) -> None:
    """Play the deals from ``first`` to ``last`` (exclusive); ``rows`` is modified in place."""
    stream, deck = np.zeros(1, np.uint64), np.zeros(len(DECK), np.int64)
    scratch = np.zeros(ROW_SIZE, np.int64)
    deal = pointer_to(scratch)
    for index in range(first, last):
        open_stream(pointer_to(stream), seed, index)
        play_out(pointer_to(stream), policy, deck, deal, table)
        row = beyond(pointer_to(rows), len(COLUMNS) * index)
        row[0], row[1], row[2] = deal[DEALER], NOBODY, deal[CONTRACT]
        if deal[CONTRACT]:
            row[1] = seat_of(deal, deal[DECLARER], table)
        row[3], row[4], row[6] = deal[GAINED], deal[TAKEN], deal[DOUBLINGS]
        row[5] = np.int64(simple_amount(deal, table))


@inlined
def play_out(
    stream: Stream,
    policy: CallProbabilities,
    deck: NDArray[np.int64],
    deal: Row,
    table: Table,
) -> None:
    """Play a deal of four players, from the shuffle to the payment; ``deal`` holds it at the end.

    ``stream``, ``deck`` and ``deal`` are modified in place.
    """
    deal_row.start(deal, stream, deck, table)
    while deal[PHASE] == BIDDING:
        word = WEITER
        if _comes_true(stream, policy.solo):
            word = SOLO
        elif deal[LEGAL] & DOBBM and _comes_true(stream, policy.dobbm):
            word = DOBBM
        deal_row.bid(deal, word, table)
    if deal[PHASE] == EXCHANGE:
        hand = deal[HANDS + deal[DECLARER]]
        cards = _choose_discards(stream, hand, deal_row.companions(hand, table))
        deal_row.discard(deal, cards, table)
    while deal[PHASE] == DOUBLING:
        raises = _comes_true(stream, policy.doubling)
        deal_row.answer(deal, RAISE if raises else GUT, table)
    place, legal = deal[PLACE], deal[LEGAL]
    while deal[PHASE] == PLAY:
        rest = fraction(stream)
        for _ in range(4):
            card, rest = _choose(rest, legal)
            place, legal = deal_row.play(deal, place, card)


@inlined
def _choose_discards(stream: Stream, hand: int, companions: int) -> int:
    """Return four legal discards from twelve cards; all legal sets are equally likely."""
    while True:
        rest = fraction(stream)
        discards = 0
        for _ in range(DISCARDS):
            card, rest = _choose(rest, hand & ~discards)
            discards |= card
        if trumps_missing(discards, companions) <= 0:
            return discards


@inlined
def _choose(rest: np.uint64, cards: int) -> tuple[int, np.uint64]:
    """Return a card drawn uniformly from at most sixteen, and the rest of the fraction."""
    count = cards.bit_count()
    skipped, rest = split_off(rest, count)
    if count > 8:
        cards = _skip(cards, skipped, 8)
    cards = _skip(cards, skipped, 4)
    cards = _skip(cards, skipped, 2)
    cards = _skip(cards, skipped, 1)
    return cards & -cards, rest


@inlined
def _skip(cards: int, skipped: int, step: int) -> int:
    """Return the cards without the lowest ``step`` ones if ``skipped`` contains this power of two.

    There is no branch, because a processor cannot predict what is drawn.
    """
    higher = cards
    for _ in range(step):
        higher &= higher - 1
    return higher if skipped & step else cards


@inlined
def _comes_true(stream: Stream, likelihood: float) -> bool:
    """Return whether an event of this probability occurs."""
    return np.float64(draw(stream) >> np.uint64(11)) * 2.0**-53 < likelihood
