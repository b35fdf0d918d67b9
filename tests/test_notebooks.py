"""Every notebook runs in a fresh kernel, from its first cell to its last.

The notebooks are stored without outputs: pictures would fill them with megabytes, and results would
go stale. The quick tier shortens the training.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from test_docs import assert_links_exist

FOLDER = Path(__file__).parents[1] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))

RESULT = re.compile(r"^(.*): [+-][\d.]+ \[(-?[\d.]+), (-?[\d.]+)\]", re.MULTILINE)
"""A match and the interval of its result, as the notebooks print them."""


def read(path: Path) -> Any:
    return nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]


def outputs_of(name: str) -> list[Any]:
    """Run a notebook and return all outputs of its cells."""
    notebook = read(FOLDER / name)
    folder = {"metadata": {"path": str(FOLDER)}}
    NotebookClient(notebook, resources=folder, timeout=None).execute()
    return [output for cell in notebook.cells for output in cell.get("outputs", [])]


def printed(outputs: list[Any]) -> str:
    return "".join([output.text for output in outputs if output.output_type == "stream"])


def shown(outputs: list[Any], kind: str) -> list[str]:
    return [output.data[kind] for output in outputs if kind in output.get("data", {})]


def lower_ends(outputs: list[Any]) -> dict[str, float]:
    """The lower end of the interval of each match that was printed."""
    return {match: float(low) for match, low, _ in RESULT.findall(printed(outputs))}


def test_rules() -> None:
    outputs = outputs_of("rules.ipynb")
    pictures = shown(outputs, "text/html")
    assert len(pictures) == 3, "a deal, cards and a view"
    assert all("<img" in picture for picture in pictures)
    assert "worlds are possible for seat 1" in "".join(shown(outputs, "text/plain"))
    assert "'payments': [90, -30, -30, -30]" in shown(outputs, "text/plain")[-1]


def test_bot() -> None:
    outputs = outputs_of("bot.ipynb")
    assert printed(outputs).count(", 0 faults") == 2
    assert lower_ends(outputs)["bold against random"] > 0


def test_training_shortened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOBBM_TRAINING_MINUTES", "0.02")
    outputs = outputs_of("training.ipynb")
    assert len(shown(outputs, "image/png")) == 1, "the learning curve"
    assert len(lower_ends(outputs)) == 2


@pytest.mark.long
def test_ten_minutes_of_training_beat_simple(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DOBBM_TRAINING_MINUTES", raising=False)
    outputs = outputs_of("training.ipynb")
    assert len(lower_ends(outputs)) == 2
    assert all(low > 0 for low in lower_ends(outputs).values()), printed(outputs)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_notebooks_are_stored_without_outputs(path: Path) -> None:
    for cell in read(path).cells:
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_links(path: Path) -> None:
    texts = [cell.source for cell in read(path).cells if cell.cell_type == "markdown"]
    assert_links_exist("\n".join(texts), path)
