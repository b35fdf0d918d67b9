"""The dashboard and the alerts: their metrics exist, and Prometheus understands their queries."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from programs import program
from server.simulated import Simulated

HOSTING = Path(__file__).parents[2] / "hosting"
ALERTS = HOSTING / "alerts.yml"
DASHBOARD = HOSTING / "grafana.json"
SITUATIONS = Path(__file__).with_name("alerts_test.yml")

METRIC = re.compile(r"\bdobbm_\w+")
INTERVAL = "$__rate_interval"
"""Grafana puts a duration in its place."""


def queries() -> list[str]:
    panels = json.loads(DASHBOARD.read_text())["panels"]
    return [target["expr"] for panel in panels for target in panel["targets"]]


@pytest.fixture
def served() -> set[str]:
    """The names of all series that a server with a deal in play serves."""
    server = Simulated()
    try:
        server.dealt("Vroni")
        text = server.ask("GET", "/metrics").text
    finally:
        server.close()
    return set(re.findall(r"^(dobbm_\w+)", text, re.MULTILINE))


@pytest.mark.parametrize("path", [ALERTS, DASHBOARD], ids=lambda path: path.name)
def test_every_metric_is_served(path: Path, served: set[str]) -> None:
    named = set(METRIC.findall(path.read_text()))
    assert named
    assert named <= served


def test_panels_have_titles_and_do_not_overlap() -> None:
    taken: set[tuple[int, int]] = set()
    for panel in json.loads(DASHBOARD.read_text())["panels"]:
        assert panel["title"]
        place = panel["gridPos"]
        cells = {
            (x, y)
            for x in range(place["x"], place["x"] + place["w"])
            for y in range(place["y"], place["y"] + place["h"])
        }
        assert max(x for x, _ in cells) < 24
        assert not cells & taken
        taken |= cells


def test_prometheus_understands_every_query_of_the_dashboard(tmp_path: Path) -> None:
    rules = [
        {"record": f"panel:{number}", "expr": query.replace(INTERVAL, "5m")}
        for number, query in enumerate(queries())
    ]
    path = tmp_path / "rules.json"  # JSON is YAML, too
    path.write_text(json.dumps({"groups": [{"name": "dashboard", "rules": rules}]}))
    promtool("check", "rules", str(path))


def test_prometheus_understands_the_alerts() -> None:
    promtool("check", "rules", str(ALERTS))


def test_alerts_fire_when_they_should_and_only_then(tmp_path: Path) -> None:
    for path in (ALERTS, SITUATIONS):
        shutil.copy(path, tmp_path)
    promtool("test", "rules", str(tmp_path / SITUATIONS.name))


def promtool(*arguments: str) -> None:
    done = subprocess.run(
        [program("promtool"), *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
