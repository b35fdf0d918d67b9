"""How the tables of ``evaluation`` are learnt from deals that were played, and how good they are.

The tables are fitted by least squares with a prior (docs/bots.md): cells of sets that differ in few
cards, or of one heart more or less, are expected to be alike, so that a set seen ten times learns
from its neighbours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from itertools import pairwise, product
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dobbm.actions import BIDDING, BIDS, DOUBLING, WEITER
from dobbm.arena.table import Chair, Tally
from dobbm.cards import HEARTS as HEART_CARDS
from dobbm.cards import shuffled
from dobbm.deal import Deal
from dobbm.evaluation import MOST, PLACES, POWERS, USES, Tables, Values, bid_powers
from dobbm.exchange import COMPANIONS
from dobbm.kernel.evaluation import (
    CELLS,
    HEARTS,
    LAID,
    LAID_POINTS,
    SETS,
    SHARED,
    SIDES,
    TOPS,
    Table,
    list_cells,
    look_up,
    look_up_each,
)
from dobbm.kernel.examples import (
    AWAY,
    COLUMNS,
    HAND,
    KEPT,
    POINTS,
    Rows,
    exchange_each,
    play_dobbms,
    play_solos,
)
from dobbm.players import Player, PlayerFactory, player_factory
from dobbm.players.pimc.belief import SIGNS, signs
from dobbm.players.simple.exchange import LAID_AWAY, worth
from dobbm.rollouts import learnt
from dobbm.rules import DOBBM, SOLO
from dobbm.settlement import settle
from dobbm.view import View
from dobbm.worlds import Worlds

ROUNDS = (0.1, 0.4, 1.0)
"""What part of the deals has been played when the tables, which choose the discards, are fitted."""
CHOICES = 16
"""Every second example has one of so many best discards: the second best must be known too."""
SOLOS = 0.25
"""Solos to one Dobbm; few hands are good for one."""
TOGETHER = 5_000
"""Deals that a thread plays at a time."""

# Of the prior, by the residuals on deals that were not used: variances in square card points.
NOISE = 150.0
"""Of the points of one deal, given the hand."""
CARD = 10.0
"""Of what one card of a set adds."""
SET = 20.0
"""Of what a set is worth besides its cards."""
OTHER = 10.0
"""Of the cells that are no sets."""
REACH_CARDS, REACH_HEARTS = 5.0, 2.0
"""At so many different cards, or hearts besides, the likeness has fallen to 1 / e."""

DECILES = 10
COMPANION = COMPANIONS["plain"]

Progress = Callable[[str, int, int], None]
"""Told what is being done, how much of it has been done, and how much there is to do."""

Fill = Callable[..., None]


def train(
    deals: int,
    games: int,
    seed: int,
    jobs: int,
    players: Sequence[str],
    tell: Progress,
) -> Tables:
    """Tables from so many Dobbms, a quarter as many Solos, and games of ``players``, by name.

    ``jobs``: on how many threads deals are played; the result does not depend on it. Raises
    ``PlayerError`` for one that nobody knows.
    """
    factories = [player_factory(player) for player in players]
    strength = simple_table()
    dobbms, kept = _learn_to_keep(deals, seed, jobs, tell)
    count = max(1, round(SOLOS * deals))
    fill = partial(_fill_solos, seed=_stream(seed, "solos"), strength=strength)
    solos = play(fill, 0, count, jobs, lambda done: tell("Solos", done, count))
    solo = fit(solos[:, HAND], np.zeros(count, np.int64), solos[:, POINTS])
    hands = np.ascontiguousarray(dobbms[:, HAND])
    expected = exchange_each(hands, _stream(seed, "talons"), kept, COMPANION)
    dobbm = fit(hands, np.zeros_like(hands), expected)
    bids = fit_bids(factories, dobbm, solo, games, seed, tell)
    made = {"dobbms": deals, "solos": count, "games": games, "players": list(players), "seed": seed}
    learnt = Tables(kept, solo, dobbm, bids, np.zeros(SIGNS), made)
    return learnt._replace(belief=fit_belief(factories, games, seed, tell))


def _learn_to_keep(deals: int, seed: int, jobs: int, tell: Progress) -> tuple[Rows, Table]:
    """Dobbms, and the table of kept hands that they teach, which chooses the discards of more."""
    kept = strength = simple_table()
    dobbms = np.empty((0, COLUMNS), np.int64)
    for part in ROUNDS:
        fill = partial(
            _fill_dobbms,
            seed=_stream(seed, "Dobbms"),
            strength=strength,
            kept=kept,
            choices=CHOICES,
        )
        first = len(dobbms)
        count = round(part * deals) - first
        more = play(fill, first, count, jobs, lambda done: tell("Dobbms", done, deals))
        dobbms = np.concatenate([dobbms, more])
        kept = fit(dobbms[:, KEPT], dobbms[:, AWAY], dobbms[:, POINTS])
    return dobbms, kept


def _stream(seed: int, use: str) -> int:
    """A seed of its own for every use of chance."""
    return Random(f"{seed} {use}").getrandbits(53)


def simple_table() -> Table:
    """What the player ``simple`` takes a hand to be worth: where learning begins."""
    table = np.zeros(CELLS)
    heart = HEART_CARDS & -HEART_CARDS
    for cards in range(SETS):
        table[HEARTS + cards] = worth(cards * heart) - worth(0)
        table[SIDES + cards : SHARED : SETS] = worth(cards) - worth(0)
    table[LAID:TOPS] = LAID_AWAY * (np.arange(TOPS - LAID) % LAID_POINTS)
    return table


def play(fill: Fill, first: int, count: int, jobs: int, tell: Callable[[int], None]) -> Rows:
    """``count`` examples from number ``first`` on; the same on any number of threads."""
    rows = np.zeros((count, COLUMNS), np.int64)
    starts = [*range(0, count, TOGETHER), count]
    with ThreadPoolExecutor(jobs) as pool:
        for turn in range(0, len(starts) - 1, jobs):
            spans = pairwise(starts[turn : turn + jobs + 1])
            parts = [pool.submit(fill, rows[start:end], first + start) for start, end in spans]
            for part in parts:
                part.result()
            tell(first + starts[min(turn + jobs, len(starts) - 1)])
    return rows


def _fill_dobbms(
    rows: Rows, first: int, *, seed: int, strength: Table, kept: Table, choices: int
) -> None:
    play_dobbms(rows, first, seed, strength, kept, COMPANION, choices, learnt().weights)


def _fill_solos(rows: Rows, first: int, *, seed: int, strength: Table) -> None:
    play_solos(rows, first, seed, strength, learnt().weights)


def fit(hands: NDArray[np.int64], discards: NDArray[np.int64], values: NDArray[Any]) -> Table:
    """The table that tells the ``values`` best: the most likely one, given the prior.

    With A the cells that each hand selects, K the prior covariance of the cells and s the noise it
    is K w, where (A'A K + s) w = A' values. Cells that no hand selects get what is likely by K.
    """
    cells = list_cells(np.ascontiguousarray(hands), np.ascontiguousarray(discards))
    used, index = np.unique(cells, return_inverse=True)
    index = index.reshape(cells.shape)
    mean = float(values.mean())
    size = len(used)
    moment = sum(np.bincount(column, values - mean, size) for column in index.T)
    gram = np.zeros(size * size)
    for one in index.T:
        for other in index.T:
            np.add.at(gram, one * size + other, 1.0)
    normal = gram.reshape(size, size)
    blocks = [slice(*np.searchsorted(used, edges)) for edges in pairwise(EDGES)]
    covariances = [_likeness(used[block], used[block]) for block in blocks]
    normal = np.concatenate(
        [normal[:, block] @ prior for block, prior in zip(blocks, covariances, strict=True)], axis=1
    )
    normal[np.diag_indices(size)] += NOISE
    weights = np.linalg.solve(normal, moment)
    table = np.zeros(CELLS)
    for (start, end), block in zip(pairwise(EDGES), blocks, strict=True):
        every = np.arange(start, end)
        table[every] = _likeness(every, used[block]) @ weights[block]
    table[HEARTS:SIDES] += mean
    return table


EDGES = (HEARTS, SIDES, SHARED, CELLS)
"""Where one kind of cells ends and another begins: hearts, side suits, and all the others."""


def _likeness(some: NDArray[np.int64], others: NDArray[np.int64]) -> Values:
    """The prior covariance of cells of one kind."""
    if len(some) and some[0] >= SHARED:
        return np.where(some[:, None] == others, OTHER, 0.0)
    hearts = np.abs(some[:, None] // SETS - others // SETS)
    cards, other_cards = (
        (cells[:, None] >> np.arange(9) & 1).astype(float) for cells in (some, others)
    )
    common = cards @ other_cards.T
    different = cards.sum(1)[:, None] + other_cards.sum(1) - 2 * common
    of_sets = CARD * common + SET * np.exp(-different / REACH_CARDS)
    likeness: Values = of_sets * np.exp(-hearts / REACH_HEARTS)
    return likeness


class Spoken(NamedTuple):
    """A word that a seat was made to say, and what came of it."""

    word: str
    hand: int
    place: int
    bid: bool
    """Whether a seat before it had said dobbm."""
    payment: int


def fit_bids(
    factories: Sequence[PlayerFactory],
    dobbm: Table,
    solo: Table,
    games: int,
    seed: int,
    tell: Progress,
) -> Values:
    """The payments that seats get for each word, by the strength of their hands."""
    spoken = []
    for done, one in enumerate(play_bids(factories, dobbm, solo, games, seed), 1):
        if one:
            spoken.append(one)
        if done % TOGETHER == 0 or done == games:
            tell("games", done, games)
    bids = np.zeros((len(BIDS), 2, PLACES, POWERS))
    for word, bid, place in product(BIDS, (False, True), range(PLACES)):
        there = [one for one in spoken if (one.word, one.bid, one.place) == (word, bid, place)]
        fitted = bids[BIDS.index(word), int(bid)]
        if len(there) >= ENOUGH:
            powers = bid_powers(dobbm, solo, word, np.array([one.hand for one in there]))
            payments = np.array([one.payment for one in there], float)
            fitted[place] = np.linalg.lstsq(powers, payments, rcond=None)[0]
        elif place and (bid or word != WEITER):
            fitted[place] = fitted[place - 1]
    return bids


ENOUGH = 300
"""What was said less often brings as much as at the place before; if all say weiter, nothing."""


def play_bids(
    factories: Sequence[PlayerFactory], dobbm: Table, solo: Table, games: int, seed: int
) -> Iterator[Spoken | None]:
    """Deals in which one seat says a word by lot; None if it was not asked.

    It bids with hands alone that are not hopeless, and plays as it would from then on. Who sits
    where is drawn by lot. Payments are Schilling at a match of 60.
    """
    with seated(factories) as players:
        for index in range(games):
            rng = Random(f"{seed} {index}")
            chairs = [Chair(player, Tally()) for player in rng.choices(players, k=PLACES)]
            deal = Deal.start(shuffled(rng), dealer=rng.randrange(PLACES))
            seat = rng.randrange(PLACES)
            hand, place, said = deal.hand(seat), deal.setup.active.index(seat), None
            while (asked := deal.to_act) is not None:
                if deal.phase == BIDDING and asked == seat:
                    bid = deal.bidding.contract is not None
                    hopeless = {
                        DOBBM.name: bid or look_up(dobbm, hand, 0) < LEAST[DOBBM],
                        SOLO.name: look_up(solo, hand, 0) < LEAST[SOLO],
                    }
                    word = rng.choice([word for word in BIDS if not hopeless.get(word)])
                    said = Spoken(word, hand, place, bid, 0)
                    deal = deal.apply(word)
                else:
                    deal = chairs[asked].act(deal, rng.getrandbits(53))
            yield said and said._replace(payment=settle(deal).payments[seat])


LEAST = {DOBBM: 40.0, SOLO: 45.0}
"""Card points by the tables; with less nobody is made to bid."""


def fit_belief(factories: Sequence[PlayerFactory], games: int, seed: int, tell: Progress) -> Values:
    """How much every sign speaks for a world: the real one is to be told among others (logit).

    Hands are judged by the tables in use.
    """
    rows = []
    for done, views in enumerate(play_bidding(factories, games, _stream(seed, "beliefs")), 1):
        for view, world in views:
            others = Worlds.of(view).sample(OTHERS, done)
            rows.append(signs(view, np.concatenate([[world], others])))
        if done % TOGETHER == 0 or done == games:
            tell("biddings", done, games)
    found = np.array(rows)
    weights = np.zeros(SIGNS)
    for _ in range(NEWTON):
        logarithms = found @ weights
        likely = np.exp(logarithms - logarithms.max(axis=1, keepdims=True))
        likely /= likely.sum(axis=1, keepdims=True)
        means = np.einsum("ij,ijk->ik", likely, found)
        slope = (found[:, 0] - means).sum(axis=0)
        bend = np.einsum("ij,ijk,ijl->kl", likely, found, found) - means.T @ means
        step = np.linalg.solve(bend + np.eye(SIGNS), slope)
        weights += step * min(1.0, LONGEST / np.abs(step).max())
    return weights


OTHERS = 24
"""So many worlds at random stand beside the real one."""
NEWTON, LONGEST = 60, 0.5
"""So many steps of Newton's method, none of which changes a weight by more."""


def play_bidding(
    factories: Sequence[PlayerFactory], games: int, seed: int
) -> Iterator[list[tuple[View, tuple[int, ...]]]]:
    """What each defender sees before the doubling, with the world as it is; none if nobody bid."""
    with seated(factories) as players:
        for index in range(games):
            rng = Random(f"{seed} {index}")
            chairs = [Chair(player, Tally()) for player in rng.choices(players, k=PLACES)]
            deal = Deal.start(shuffled(rng), dealer=rng.randrange(PLACES))
            while deal.to_act is not None and deal.phase != DOUBLING:
                deal = chairs[deal.to_act].act(deal, rng.getrandbits(53))
            active = deal.setup.active
            world = (*map(deal.hand, active), deal.out_of_play)
            defenders = [
                seat for seat in active if deal.to_act is not None and seat != deal.declarer
            ]
            yield [(View.of(deal, seat), world) for seat in defenders]


@contextmanager
def seated(factories: Sequence[PlayerFactory]) -> Iterator[list[Player]]:
    """One player of each kind, who may sit on several seats: none remembers anything."""
    with ExitStack() as stack:
        yield [stack.enter_context(closing(factory())) for factory in factories]


class Decile(NamedTuple):
    """A tenth of the hands, by what is expected of them."""

    expected: float
    found: float


class Quality(NamedTuple):
    """How well a table tells the points made in deals that it was not learnt from."""

    spread: float
    """The standard deviation of what it does not tell, the chance of one deal included."""
    deciles: list[Decile]


def check(tables: Tables, deals: int, seed: int, jobs: int, tell: Progress) -> dict[str, Quality]:
    """The quality of every table, on so many Dobbms with the best discards, and as many Solos."""
    kept, solo, dobbm = tables.kept, tables.solo, tables.dobbm
    strength = simple_table()
    fill = partial(
        _fill_dobbms,
        seed=_stream(seed, "fresh Dobbms"),
        strength=strength,
        kept=kept,
        choices=1,
    )
    dobbms = play(fill, 0, deals, jobs, lambda done: tell("Dobbms", done, deals))
    fill = partial(_fill_solos, seed=_stream(seed, "fresh solos"), strength=strength)
    solos = play(fill, 0, deals, jobs, lambda done: tell("Solos", done, deals))
    nothing = np.zeros(deals, np.int64)
    expected = (
        look_up_each(kept, dobbms[:, KEPT].copy(), dobbms[:, AWAY].copy()),
        look_up_each(solo, solos[:, HAND].copy(), nothing),
        look_up_each(dobbm, dobbms[:, HAND].copy(), nothing),
    )
    found = (dobbms[:, POINTS], solos[:, POINTS], dobbms[:, POINTS])
    return {
        name: _quality(told, true) for name, told, true in zip(USES, expected, found, strict=True)
    }


def _quality(expected: Values, found: NDArray[np.int64]) -> Quality:
    expected = np.clip(expected, 0.0, MOST)
    order = np.argsort(expected, kind="stable")
    deciles = [
        Decile(float(expected[tenth].mean()), float(found[tenth].mean()))
        for tenth in np.array_split(order, DECILES)
    ]
    return Quality(float(np.std(found - expected)), deciles)
