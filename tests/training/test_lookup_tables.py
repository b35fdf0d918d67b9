"""The lookup tables learn from played deals, and the same every time."""

from __future__ import annotations

import numpy as np
import pytest

from dobbm.ai.evaluation import LookupTables
from dobbm.training import check, train
from dobbm.training.examples import simple_table


def quiet(*_: object) -> None:
    return


def learned(jobs: int) -> LookupTables:
    return train(120, 60, 7, jobs, ["simple"], quiet)


def test_training_gives_the_same_tables_with_any_number_of_jobs() -> None:
    one, two = learned(1), learned(2)
    for table, other in zip(one, two, strict=True):
        assert np.array_equal(np.asarray(table), np.asarray(other))
    assert one.made == {
        "dobbms": 120,
        "solos": 30,
        "games": 60,
        "players": ["simple"],
        "seed": 7,
    }


@pytest.mark.long
def test_a_few_deals_teach_more_than_the_rules_of_thumb() -> None:
    tables = learned(1)
    thumb = tables._replace(kept=simple_table(), solo=simple_table(), dobbm=simple_table())
    after, before = (check(known, 500, 8, 1, quiet) for known in (tables, thumb))
    assert all(after[name].spread < before[name].spread for name in after)
