"""The database of a pocket: only one window writes, all rows of a write or none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from browser.conftest import Come
from browser.network import files
from browser.pocket import Carried


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """The address of the page's files in a pocket."""
    with files(of=Carried) as address:
        yield address


DEVICES = """
async (story) => {
  const app = document.querySelector("script[type=module]").src;
  const { openDevice } = await import(new URL("pocket/device.js", app));
  const lost = [];
  const open = (name) => openDevice(() => lost.push(name));
  const first = await open("first");
  const told = [await first.write(["event/a/1", "table/a"], ["weiter", "1"])];
  const tell = async (device, ...asked) => told.push(await device.write(...asked));
  const live = new Function("first", "open", "tell", `return (async () => { ${story} })()`);
  await live(first, open, tell);
  return { told, lost, rows: await first.read("").then(([keys, rows]) => rows) };
}
"""


def happened(come: Come, story: str) -> Any:
    return come(path="/settings").page.evaluate(DEVICES, story)


def test_a_window_writes_nothing_after_another_has_taken_over(come: Come) -> None:
    found = happened(
        come,
        """
        const second = await open("second");
        await tell(first, ["event/a/2", "table/a"], ["dobbm", "2"]);
        await tell(second, ["event/a/2", "table/a"], ["weiter", "2"]);
        """,
    )
    assert found["told"] == ["", "another window runs the game", ""]
    assert found["lost"] == ["first"]
    assert found["rows"] == ["weiter", "weiter", "2", "2"]


def test_no_event_is_replaced_and_a_refused_write_leaves_nothing(come: Come) -> None:
    found = happened(
        come, 'await tell(first, ["table/a", "event/a/1", "text/a"], ["3", "dobbm", "Servus"]);'
    )
    assert "ConstraintError" in found["told"][1]
    assert (found["lost"], found["rows"]) == ([], ["weiter", "1", "1"])
