"""Fits a table to examples by least squares, with a prior (docs/bots.md).

The prior expects cells to have similar values if their sets differ in few cards or their numbers of
hearts differ by one. A set seen only ten times therefore learns from its neighbours.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dobbm.ai.evaluation import Values
from dobbm.ai.kernel.evaluation import CELLS, HEARTS, SETS, SHARED, SIDES, ValueTable, list_cells

# Variances in squared card points, chosen by the residuals on held-out deals.
NOISE = 150.0
"""Variance of the points of one deal, given the hand."""
CARD = 10.0
"""Variance of the value that one card adds to a set."""
SET = 20.0
"""Variance of the value of a set beyond that of its cards."""
OTHER = 10.0
"""Variance of the cells that do not stand for sets."""
REACH_CARDS, REACH_HEARTS = 5.0, 2.0
"""Differences in cards, and in the number of hearts, at which similarity falls to 1 / e."""

EDGES = (HEARTS, SIDES, SHARED, CELLS)
"""The boundaries between the kinds of cells: hearts, side suits, and all the others."""


def fit(hands: NDArray[np.int64], discards: NDArray[np.int64], values: NDArray[Any]) -> ValueTable:
    """Return the most likely table, given the ``values`` of the hands and the prior.

    Let A count how often each hand selects each cell, K be the prior covariance of the cells, s the
    variance of the noise, and v the values less their mean. The table is K w, where w solves
    (A'A K + s) w = A' v; the mean is then added to the heart cells. Cells that no hand selects also
    get their most likely values, given K.
    """
    cells = list_cells(np.ascontiguousarray(hands), np.ascontiguousarray(discards))
    used, index = np.unique(cells, return_inverse=True)
    index = index.reshape(cells.shape)
    mean = float(values.mean())
    size = len(used)
    moment = sum(np.bincount(column, values - mean, size) for column in index.T)
    gram = _selected_together(index, size)
    blocks = [slice(*np.searchsorted(used, edges)) for edges in pairwise(EDGES)]
    covariances = [_prior_covariance(used[block], used[block]) for block in blocks]
    normal = np.concatenate(
        [gram[:, block] @ prior for block, prior in zip(blocks, covariances, strict=True)], axis=1
    )
    normal[np.diag_indices(size)] += NOISE
    weights = np.linalg.solve(normal, moment)
    table = np.zeros(CELLS)
    for (start, end), block in zip(pairwise(EDGES), blocks, strict=True):
        every = np.arange(start, end)
        table[every] = _prior_covariance(every, used[block]) @ weights[block]
    table[HEARTS:SIDES] += mean
    return table


def _selected_together(index: NDArray[np.intp], size: int) -> Values:
    """Return, for each pair of cells, how often a hand (a row of ``index``) selects both."""
    often = np.zeros(size * size)
    for one in index.T:
        for other in index.T:
            np.add.at(often, one * size + other, 1.0)
    return often.reshape(size, size)


def _prior_covariance(some: NDArray[np.int64], others: NDArray[np.int64]) -> Values:
    """Return the prior covariance of cells of one kind."""
    if len(some) and some[0] >= SHARED:
        return np.where(some[:, None] == others, OTHER, 0.0)
    hearts = np.abs(some[:, None] // SETS - others // SETS)
    cards, other_cards = (
        (cells[:, None] >> np.arange(9) & 1).astype(float) for cells in (some, others)
    )
    common = cards @ other_cards.T
    different = cards.sum(1)[:, None] + other_cards.sum(1) - 2 * common
    of_sets = CARD * common + SET * np.exp(-different / REACH_CARDS)
    covariance: Values = of_sets * np.exp(-hearts / REACH_HEARTS)
    return covariance
