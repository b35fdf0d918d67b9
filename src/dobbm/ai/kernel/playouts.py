"""Random deals from the shuffle to the payment, more than a million per second.

Every action is drawn from the legal ones: words with given probabilities, discards and cards
uniformly. The phases mirror those of ``dobbm.game.deal``; tests compare the two action by action.
The functions for the legal cards, the winning card, the trumps required to discard a sow and the
payment for a difference in points are compiled from the game's own code.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dobbm.ai.kernel.bits import beyond, compiled, inlined, pointer_to
from dobbm.ai.kernel.rng import Stream, below, draw, fraction, open_stream, shuffle, split_off
from dobbm.ai.kernel.terms import COMPANION_SETS, Terms, terms_of
from dobbm.game.cards import DECK, points
from dobbm.game.exchange import DISCARDS, trumps_missing
from dobbm.game.play import TRICKS
from dobbm.game.rules import PRESETS, Rules
from dobbm.game.seeds import fixed_size
from dobbm.game.settlement import HALF, rounded_worth
from dobbm.game.tricks import legal_cards, winning_card

Trace: TypeAlias = NDArray[np.int64]
"""One deal as numbers: the dealer, the four hands dealt, the Dobb, the hands during the play, then
the actions in order. Words are negative numbers, cards and discards are sets, and 0 marks the end.
"""

DEALT_AT, DOBB_AT, HANDS_AT, ACTIONS_AT = 1, 5, 6, 10
LONGEST_TRACE = 128
"""The size of a trace. If the doubling phase is too long for it, later words are left out."""

WEITER, DOBBM, SOLO, GUT, RAISE = -1, -2, -3, -4, -5

Row: TypeAlias = NDArray[np.int64]
COLUMNS = ("dealer", "declarer", "contract", "points", "tricks", "payment", "doublings")
NOBODY = -1
"""The declarer of a deal that was thrown in."""
FACTORS = (0, 1, 2)
"""Payment factors, indexed by the column ``contract``: thrown in, Dobbm, Solo."""


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
    terms = terms_of(rules)
    edges = [count * part // threads for part in range(threads + 1)]
    with ThreadPoolExecutor(threads) as pool:
        parts = [
            pool.submit(_fill, rows, first, last, seed, policy, terms)
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
    terms: Terms,
) -> None:
    """Play the deals from ``first`` to ``last`` (exclusive); ``rows`` is modified in place."""
    stream = np.zeros(1, np.uint64)
    deck = np.zeros(len(DECK), np.int64)
    trace = np.zeros(LONGEST_TRACE, np.int64)
    for index in range(first, last):
        row = beyond(pointer_to(rows), len(COLUMNS) * index)
        play_out(pointer_to(stream), seed, index, policy, terms, deck, pointer_to(trace), row)


@compiled
def play_out(
    stream: Stream,
    seed: int,
    index: int,
    policy: CallProbabilities,
    terms: Terms,
    deck: NDArray[np.int64],
    trace: Trace,
    row: Row,
) -> None:
    """Play the deal with this seed and index, from the shuffle to the payment.

    ``stream``, ``deck``, ``trace`` and ``row`` (one entry per column) are modified in place.
    """
    open_stream(stream, seed, index)
    _shuffle_and_deal(stream, deck, trace)
    dealer = trace[0]
    declarer, contract, at = _bid(stream, policy, dealer, trace)
    row[0], row[1], row[2] = dealer, declarer, contract
    if contract == 0:
        trace[at] = 0
        for column in range(3, len(COLUMNS)):
            row[column] = 0
        return
    out_of_play = trace[DOBB_AT]
    if contract == 1:
        hand = trace[HANDS_AT + declarer] | out_of_play
        out_of_play = _choose_discards(stream, hand, COMPANION_SETS[terms.sow_companion])
        trace[HANDS_AT + declarer] = hand ^ out_of_play
        trace[at] = out_of_play
        at += 1
    doublings, at = _double(stream, policy, terms, trace, at)
    gained, tricks = _play(stream, trace, at, declarer)
    if tricks:
        gained += points(out_of_play)
    worth = rounded_worth(abs(gained - HALF), terms.match, terms.unit) * FACTORS[contract]
    row[3], row[4] = gained, tricks
    row[5] = worth if gained > HALF else -worth
    row[6] = doublings


@inlined
def _shuffle_and_deal(stream: Stream, deck: NDArray[np.int64], trace: Trace) -> None:
    for place in range(len(DECK)):
        deck[place] = DECK[place]
    shuffle(stream, deck, 0, 32)
    trace[0] = below(stream, 4)
    for seat in range(4):
        hand = 0
        for place in range(8 * seat, 8 * seat + 8):
            hand |= deck[place]
        trace[DEALT_AT + seat] = trace[HANDS_AT + seat] = hand
    trace[DOBB_AT] = deck[32] | deck[33] | deck[34] | deck[35]


@inlined
def _bid(
    stream: Stream, policy: CallProbabilities, dealer: int, trace: Trace
) -> tuple[int, int, int]:
    """Return the declarer, the contract, and the index at which the trace continues."""
    declarer, contract, at = NOBODY, 0, ACTIONS_AT
    for turn in range(1, 5):
        word = WEITER
        if _comes_true(stream, policy.solo):
            word, declarer, contract = SOLO, (dealer + turn) & 3, 2
        elif contract == 0 and _comes_true(stream, policy.dobbm):
            word, declarer, contract = DOBBM, (dealer + turn) & 3, 1
        trace[at] = word
        at += 1
        if word == SOLO:
            break
    return declarer, contract, at


@inlined
def _double(
    stream: Stream, policy: CallProbabilities, terms: Terms, trace: Trace, at: int
) -> tuple[int, int]:
    """Return the number of doublings, and the index at which the trace continues.

    Only the number of seats still to be asked matters: up to three defenders, or the declarer.
    """
    doublings = 0
    asked = 3
    while asked and doublings != terms.max_doublings:
        raises = _comes_true(stream, policy.doubling)
        if at < LONGEST_TRACE - 4 * TRICKS - 1:
            trace[at] = RAISE if raises else GUT
            at += 1
        if raises:
            doublings += 1
            asked = 1 if doublings & 1 else 3
        else:
            asked -= 1
    return doublings, at


@inlined
def _play(stream: Stream, trace: Trace, at: int, declarer: int) -> tuple[int, int]:
    """Play eight tricks with the hands in ``trace``; return the declarer's points and tricks.

    ``trace`` is modified in place: its hands end up empty, and the cards played are stored from
    index ``at`` on.
    """
    leader, gained, tricks = declarer, 0, 0
    for _ in range(TRICKS):
        rest = fraction(stream)
        led, best, table, winner = 0, 0, 0, leader
        for turn in range(4):
            seat = HANDS_AT + ((leader + turn) & 3)
            card, rest = _choose(rest, legal_cards(trace[seat], led))
            trace[seat] ^= card
            trace[at] = card
            at += 1
            table |= card
            if turn == 0:
                led = best = card
            elif winning_card(best | card, led) == card:
                best, winner = card, (leader + turn) & 3
        if winner == declarer:
            gained += points(table)
            tricks += 1
        leader = winner
    trace[at] = 0
    return gained, tricks


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
