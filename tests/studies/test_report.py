"""Means, their intervals, and findings as text, JSON, Markdown and a chart."""

from __future__ import annotations

from math import isnan

import numpy as np
import pytest

from dobbm.studies.report import Finding, Mean

FINDING = Finding(
    "Who wins?",
    "They play.",
    "gain",
    ("% won", "gain"),
    [("all", (Mean.of([0, 100]), Mean.of([1, 2, 3]))), ("none", (Mean.of([]), Mean.of([])))],
)


def test_a_mean_has_its_confidence_interval() -> None:
    mean = Mean.of([1, 2, 3, 4, 5])
    assert mean.mean == 3
    assert mean.interval == pytest.approx(
        (3 - 2.77645 * (2.5 / 5) ** 0.5, 3 + 2.77645 * (2.5 / 5) ** 0.5)
    )
    assert mean.times(100).mean == 300
    assert mean.times(-1).error == mean.error


@pytest.mark.parametrize("true", [0, 1, 7, 20])
def test_a_percentage_has_wilsons_interval(true: int) -> None:
    share = Mean.percent([1] * true + [0] * (20 - true))
    assert share.mean == pytest.approx(5 * true)
    assert share.interval
    for bound in share.interval:  # where the share is as far off as a score test allows
        p = bound / 100
        assert 20 * (true / 20 - p) ** 2 == pytest.approx(1.96**2 * p * (1 - p), abs=1e-9)


def test_one_observation_has_no_interval_and_none_has_no_mean() -> None:
    assert Mean.of([7]).interval is None
    assert str(Mean.of([7])) == "7.0"
    assert isnan(Mean.of([]).mean)
    assert str(Mean.of([])) == "–"
    assert str(Mean.percent([True])) == "100.0"
    assert str(Mean.percent([])) == "–"


def test_a_finding_is_a_table() -> None:
    lines = FINDING.to_text().splitlines()
    assert lines[:2] == ["Who wins?", "They play."]
    assert lines[3].split() == ["%", "won", "gain"]
    assert lines[4].startswith("all   50.0 [")
    assert lines[5].split() == ["none", "–", "–"]
    assert "| all | 50.0 [" in FINDING.to_markdown()


def test_a_finding_is_json_with_counts() -> None:
    row = FINDING.to_json()["rows"][0]
    assert row["name"] == "all"
    assert row["gain"]["mean"] == 2
    assert row["gain"]["observations"] == 3


def test_what_was_not_observed_is_null_in_json() -> None:
    nothing = {"mean": None, "ci95": (None, None), "observations": 0}
    assert FINDING.to_json()["rows"][1] == {"name": "none", "% won": nothing, "gain": nothing}
    assert Mean.of([7]).to_json() == {"mean": 7.0, "ci95": (None, None), "observations": 1}


def test_the_chart_shows_what_was_observed() -> None:
    svg = FINDING.to_svg()
    assert ">all<" in svg
    assert ">none<" not in svg


def test_kinds_are_compared_by_means_percentages_and_shares() -> None:
    points, kinds = (
        np.array([2, 4, 9]),
        {"all": np.array([True] * 3), "high": np.array([False, True, True])},
    )
    found = Finding.by_kind(
        "?", "…", "points", kinds, {"% of all": None, "% odd": points % 2 == 1, "points": points}
    )
    assert found.columns == ("% of all", "% odd", "points")
    means = {name: [round(one.mean, 1) for one in row] for name, row in found.rows}
    assert means == {"all": [100.0, 33.3, 5.0], "high": [66.7, 50.0, 6.5]}
