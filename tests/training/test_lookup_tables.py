"""The lookup tables learn from played deals, and the same every time."""

from __future__ import annotations

from concurrent.futures import Executor, ThreadPoolExecutor

import numpy as np
import pytest

from dobbm.ai.evaluation import LookupTables
from dobbm.training import check, train
from dobbm.training.examples import simple_table


def quiet(*_: object) -> None:
    return


def learned(dobbms: int, games: int, executor: Executor | None = None) -> LookupTables:
    return train(dobbms, games, 7, ["simple"], quiet, executor)


def test_training_gives_the_same_tables_in_any_executor() -> None:
    with ThreadPoolExecutor(2) as threads:
        one, two = learned(40, 20), learned(40, 20, threads)
    for table, other in zip(one, two, strict=True):
        assert np.array_equal(np.asarray(table), np.asarray(other))
    assert one.made == {
        "dobbms": 40,
        "solos": 10,
        "games": 20,
        "players": ["simple"],
        "seed": 7,
    }


@pytest.mark.long
def test_a_few_deals_teach_more_than_the_rules_of_thumb() -> None:
    tables = learned(120, 60)
    thumb = tables._replace(kept=simple_table(), solo=simple_table(), dobbm=simple_table())
    after, before = (check(known, 500, 8, quiet) for known in (tables, thumb))
    assert all(after[name].spread < before[name].spread for name in after)
