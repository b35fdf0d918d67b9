"""Random numbers are uniform, however large their range."""

from __future__ import annotations

import numpy as np
import pytest

from dobbm.ai.kernel.rng import below, far_below, open_stream

DRAWS = 9_000


@pytest.mark.parametrize("bound", [1, 3, 28, 1 << 32])
def test_small_numbers_are_drawn_evenly(bound: int) -> None:
    stream = np.zeros(1, np.uint64)
    open_stream(stream, 1, 0)
    drawn = np.array([below(stream, bound) for _ in range(DRAWS)])
    assert_even(drawn, bound)


@pytest.mark.parametrize("bound", [1, 3, 28, 193806353490750, 3 << 61])
def test_large_numbers_are_drawn_evenly(bound: int) -> None:
    """Without redrawing, the lower two thirds of 3 << 61 would come too often."""
    stream = np.zeros(1, np.uint64)
    open_stream(stream, 2, 0)
    drawn = np.array([far_below(stream, bound) for _ in range(DRAWS)])
    assert_even(drawn, bound)


def assert_even(drawn: np.ndarray[tuple[int], np.dtype[np.int64]], bound: int) -> None:
    parts = min(bound, 3)
    edges = np.array([bound * part // parts for part in range(1, parts)], np.int64)
    times = np.bincount(np.searchsorted(edges, drawn, side="right"), minlength=parts)
    sizes = np.diff([0, *(bound * part // parts for part in range(1, parts + 1))])
    expected = DRAWS * (sizes / bound)
    assert drawn.min() >= 0
    assert drawn.max() < bound
    assert np.sum((times - expected) ** 2 / expected) < 15  # at most two degrees of freedom
