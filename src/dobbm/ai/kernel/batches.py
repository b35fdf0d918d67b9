"""Many deals at once, each a row, all changed by one call (docs/environments.md)."""

from __future__ import annotations

from typing import NamedTuple, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from dobbm.ai.kernel.bits import beyond, compiled, inlined, pointer_to
from dobbm.ai.kernel.deal_row import (
    ACTION_BITS,
    CONTRACT,
    DEALER,
    DECLARER,
    DONE,
    LEGAL,
    PHASE,
    PLACE,
    ROW_SIZE,
    Order,
    Row,
    Table,
    act,
    deal_out,
    number_of,
    pay,
    seat_of,
    start,
)
from dobbm.ai.kernel.observation import (
    ACTION_COUNT,
    CARDS,
    HIDDEN_SIZE,
    OBSERVATION_SIZE,
    observe,
    observe_hidden,
    write_legal,
)
from dobbm.ai.kernel.rng import below, open_stream
from dobbm.game.cards import DECK
from dobbm.game.seeds import fixed_size
from dobbm.game.settlement import dealer_after

SKIPPED = -1
"""Stands for no action."""

SINGLE = -1
"""Stands for the deals of a session where every deal stands alone."""


class Deals(NamedTuple):
    """Deals in progress, one row each, and what an agent reads of them."""

    rows: NDArray[np.int64]
    orders: NDArray[np.int8]
    shuffling: NDArray[np.uint64]
    """A stream of random numbers per deal."""
    drawing: NDArray[np.uint64]
    """The streams that draw random actions."""
    to_act: NDArray[np.int8]
    """The seat to act."""
    legal: NDArray[np.int8]
    observations: NDArray[np.int8]
    """The observations of the seats to act; without rows if nobody asks for them."""
    rewards: NDArray[np.float64]
    """The reward of each seat for the last step."""
    done: NDArray[np.int8]
    """Whether the last step ended a session or, without sessions, a deal."""
    finished: NDArray[np.int64]
    """How many deals of the session are finished; 0 without sessions."""
    ledgers: NDArray[np.float64]
    """The payments to each seat in the session so far; zeros without sessions."""


def new_deals(
    count: int, seed: SupportsIndex, table: Table, length: int, *, observed: bool
) -> Deals:
    """Return ``count`` deals before the first bid; ``length`` is that of ``step_all``."""
    deals = Deals(
        np.zeros((count, ROW_SIZE), np.int64),
        np.zeros((count, CARDS), np.int8),
        np.zeros((count, 1), np.uint64),
        np.zeros((count, 1), np.uint64),
        np.zeros(count, np.int8),
        np.zeros((count, ACTION_COUNT), np.int8),
        np.zeros((count if observed else 0, OBSERVATION_SIZE), np.int8),
        np.zeros((count, table.players)),
        np.zeros(count, np.int8),
        np.zeros(count, np.int64),
        np.zeros((count, table.players)),
    )
    _start_all(deals, fixed_size(seed), table, length)
    return deals


@inlined
def _pointers(deals: Deals) -> Deals:
    """Return pointers to the arrays.

    Selecting a row of an array would count a reference to it, which takes longer than a step.
    """
    return Deals(
        pointer_to(deals.rows),
        pointer_to(deals.orders),
        pointer_to(deals.shuffling),
        pointer_to(deals.drawing),
        pointer_to(deals.to_act),
        pointer_to(deals.legal),
        pointer_to(deals.observations),
        pointer_to(deals.rewards),
        pointer_to(deals.done),
        pointer_to(deals.finished),
        pointer_to(deals.ledgers),
    )


@compiled
def _start_all(deals: Deals, seed: int, table: Table, length: int) -> None:
    at, observed = _pointers(deals), len(deals.observations) > 0
    deck = np.empty(len(DECK), np.int64)
    for index in range(len(deals.rows)):
        open_stream(beyond(at.shuffling, index), seed, 2 * index)
        open_stream(beyond(at.drawing, index), seed, 2 * index + 1)
        _start(at, index, deck, _table_at(at, index, table, length, table.dealer))
        _show(at, index, table, observed)


@inlined
def _start(at: Deals, index: int, deck: NDArray[np.int64], table: Table) -> None:
    row, order = beyond(at.rows, ROW_SIZE * index), beyond(at.orders, CARDS * index)
    for card in range(CARDS):
        order[card] = 0
    start(row, beyond(at.shuffling, index), deck, table)


@inlined
def _show(at: Deals, index: int, table: Table, observed: bool) -> None:
    """Write the seat to act, its legal actions and its observation."""
    row, order = beyond(at.rows, ROW_SIZE * index), beyond(at.orders, CARDS * index)
    at.to_act[index] = seat_of(row, row[PLACE], table)
    write_legal(beyond(at.legal, ACTION_COUNT * index), row[LEGAL])
    if observed:
        observe(row, order, row[PLACE], beyond(at.observations, OBSERVATION_SIZE * index))


@inlined
def _table_at(at: Deals, index: int, table: Table, length: int, dealer: int) -> Table:
    """Return the table of one deal, which may belong to a Mußrunde."""
    must = table.must if length == SINGLE else at.finished[index] >= length
    return Table(table.players, must, dealer, table.rules, table.in_points, table.pack)


@inlined
def _begin_next(at: Deals, index: int, deck: NDArray[np.int64], table: Table, length: int) -> bool:
    """Begin the deal after a finished one; return whether that one has ended an episode."""
    row = beyond(at.rows, ROW_SIZE * index)
    rewards = beyond(at.rewards, table.players * index)
    ledger = beyond(at.ledgers, table.players * index)
    finished = at.finished[index] + 1
    over = length == SINGLE or finished == length + table.players
    at.finished[index] = 0 if over else finished
    for seat in range(table.players):
        ledger[seat] = 0.0 if over else ledger[seat] + rewards[seat]
    dealer = table.dealer
    if not over and row[CONTRACT]:
        dealer = seat_of(row, row[DECLARER], table)
    elif not over:
        dealer = dealer_after(row[DEALER], table.players)
    _start(at, index, deck, _table_at(at, index, table, length, dealer))
    return over


@compiled
def step_all(deals: Deals, actions: NDArray[np.int64], table: Table, length: int) -> int:
    """Take one action, given by its number, in every deal; finished deals begin anew.

    Nothing happens in a deal whose action is -1. A session has ``length`` deals before its
    Mußrunde; ``SINGLE`` stands for no sessions. Returns -1, or the index of the first deal whose
    action is not legal; then nothing has changed.
    """
    at, observed = _pointers(deals), len(deals.observations) > 0
    for index in range(len(actions)):
        action, legal = actions[index], at.rows[ROW_SIZE * index + LEGAL]
        if action != SKIPPED and not (0 <= action < ACTION_COUNT and legal & ACTION_BITS[action]):
            return index
    deck = np.empty(len(DECK), np.int64)
    for index in range(len(actions)):
        row, order = beyond(at.rows, ROW_SIZE * index), beyond(at.orders, CARDS * index)
        rewards = beyond(at.rewards, table.players * index)
        at.done[index] = 0
        for seat in range(table.players):
            rewards[seat] = 0
        if actions[index] == SKIPPED:
            continue
        act(
            row,
            order,
            ACTION_BITS[actions[index]],
            _table_at(at, index, table, length, table.dealer),
        )
        if row[PHASE] == DONE:
            pay(row, table, rewards)
            at.done[index] = _begin_next(at, index, deck, table, length)
        _show(at, index, table, observed)
    return -1


@compiled
def draw_actions(deals: Deals, actions: NDArray[np.int64]) -> None:
    """Fill ``actions`` with the number of a legal action of every deal, all equally likely."""
    at = _pointers(deals)
    for index in range(len(actions)):
        legal = at.rows[ROW_SIZE * index + LEGAL]
        for _ in range(below(beyond(at.drawing, index), legal.bit_count())):
            legal &= legal - 1
        actions[index] = number_of(legal & -legal)


@compiled
def observe_all_hidden(deals: Deals, hidden: NDArray[np.int8]) -> None:
    """Fill ``hidden``, a row per deal, with the cards that the seat to act does not see."""
    rows, out = pointer_to(deals.rows), pointer_to(hidden)
    for index in range(len(hidden)):
        row = beyond(rows, ROW_SIZE * index)
        observe_hidden(row, row[PLACE], beyond(out, HIDDEN_SIZE * index))


@compiled
def start_once(row: Row, deck: NDArray[np.int64], dealer: int, table: Table) -> None:
    """Deal one ``deck``; ``row`` is modified."""
    deal_out(pointer_to(row), pointer_to(deck), dealer, table)


@compiled
def act_once(row: Row, order: Order, action: int, table: Table) -> bool:
    """Take one action, given by its number; return whether it was legal."""
    if not (0 <= action < ACTION_COUNT and row[LEGAL] & ACTION_BITS[action]):
        return False
    act(pointer_to(row), pointer_to(order), ACTION_BITS[action], table)
    return True


@compiled
def write_mask(row: Row, mask: NDArray[np.int8]) -> None:
    """Fill ``mask`` with 1 for each legal action."""
    write_legal(pointer_to(mask), row[LEGAL])


@compiled
def observe_once(row: Row, order: Order, place: int, out: NDArray[np.int8]) -> None:
    """Fill ``out`` with the observation of a place."""
    observe(pointer_to(row), pointer_to(order), place, pointer_to(out))


@compiled
def observe_hidden_once(row: Row, place: int, out: NDArray[np.int8]) -> None:
    """Fill ``out`` with what a place does not see."""
    observe_hidden(pointer_to(row), place, pointer_to(out))


@compiled
def pay_once(row: Row, table: Table, rewards: NDArray[np.float64]) -> None:
    """Fill ``rewards`` with the reward of each seat for a finished deal."""
    pay(pointer_to(row), table, pointer_to(rewards))
