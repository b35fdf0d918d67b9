"""The search finds the same values without any one of its ideas; each only saves work."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from ai.kernel.ablated import IDEAS, solve_positions

pytestmark = pytest.mark.long  # for each idea, a search without it is compiled
DEALS, SEED = 500, 21


@pytest.fixture(scope="module")
def ablated() -> dict[str, Future[dict[str, Any]]]:
    """The results of the search without each idea, each in a process of its own."""
    pool = ThreadPoolExecutor(os.cpu_count())
    return {idea: pool.submit(solve_without, idea) for idea in IDEAS}


def solve_without(idea: str) -> dict[str, Any]:
    process = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("ablated.py")), idea, str(DEALS), str(SEED)],
        env={**os.environ, "XDG_CACHE_HOME": os.devnull},
        stdout=subprocess.PIPE,
        check=True,
    )
    found: dict[str, Any] = json.loads(process.stdout)
    return found


@pytest.mark.parametrize("idea", IDEAS)
def test_a_full_deal_has_its_value_without(
    idea: str, ablated: dict[str, Future[dict[str, Any]]]
) -> None:
    full = solve_positions(DEALS, SEED)
    without = ablated[idea].result()
    assert without["values"] == full["values"]
    assert without["nodes"] > full["nodes"]
