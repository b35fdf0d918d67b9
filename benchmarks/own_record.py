"""Measure how long a person's own record takes to open and to search on a slow phone.

  python benchmarks/own_record.py --deals 20000 --slower 4

The deals are played at random, three a minute, and kept by the page itself, as from a file. The
first opening sums up every deal; later ones read what it has summed up. A search lasts from the
choice of a filter to the second frame after it.
"""

from __future__ import annotations

import shutil
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

sys.path.append(str(Path(__file__).parents[1] / "tests"))

from playwright.sync_api import sync_playwright

from browser.kept import KEEP
from browser.people import Fingers
from browser.windows import Size, Windows
from dobbm import Deal, to_record
from dobbm.arena.seating import first_legal_action
from dobbm.game.actions import EXCHANGE
from dobbm.game.cards import DECK
from dobbm.server.hand_worth import VERSION
from server.serving import Server

PHONE: Size = (390, 844)
CHUNK = 1_000
OPENED = 5
"""How often the record is opened, after the first time."""

WATCH = """
const shown = new MutationObserver(() => {
  if (!document.querySelector(".me select")) return;
  shown.disconnect();
  const note = () => (globalThis.shownAt = performance.now());
  requestAnimationFrame(() => requestAnimationFrame(note));
});
shown.observe(document, { childList: true, subtree: true });
"""

SEARCH = """async ([label, value]) => {
  const fields = [...document.querySelectorAll(".me label")];
  const field = fields.find((one) => one.innerText.startsWith(label));
  const input = field.querySelector("select, input");
  const begun = performance.now();
  if (input.type === "checkbox") input.checked = value;
  else input.value = value;
  for (const kind of ["input", "change"]) input.dispatchEvent(new Event(kind, { bubbles: true }));
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  return performance.now() - begun;
}"""
SEARCHES = (("You have", "lost"), ("Name", "Hias"), ("Only favourites", True))


def records(count: int) -> Iterator[dict[str, Any]]:
    """Yield records of deals that are played at random, with what a device keeps of each."""
    rng = Random(38)
    for number in range(count):
        deal = Deal.start(rng.sample(DECK, len(DECK)), dealer=number % 4)
        while deal.to_act is not None:
            exchanges = deal.phase == EXCHANGE
            action = first_legal_action(deal) if exchanges else rng.choice(deal.legal_actions())
            deal = deal.apply(action)
        worth = {"version": VERSION, "seats": [0.1, -0.2, 0.3, -0.2]}
        meta = {"seat": 0, "table": f"table{number // 24}", "session": 1, "deal": number % 24 + 1}
        bots = [None, "simple", "trained", "network"]
        ended = 1_700_000_000 + 20 * number
        yield {**to_record(deal), "meta": meta | {"bots": bots, "ended": ended, "worth": worth}}


def opened(person: Fingers) -> float:
    """Open the record, and return the milliseconds until its deals can be searched."""
    person.open("/me")
    found: float = person.page.wait_for_function("() => globalThis.shownAt", timeout=0).json_value()
    return found


def main() -> None:
    """Keep the deals, measure, and print the figures."""
    parser = ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--deals", type=int, default=20_000, metavar="N", help="default: 20000")
    parser.add_argument("--slower", type=float, default=4, metavar="TIMES", help="default: 4")
    options = parser.parse_args()
    with (
        TemporaryDirectory() as folder,
        Server(f"sqlite:///{folder}/tables.sqlite", Path(folder, "log")) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell"), args=["--no-sandbox"]
        )
        window = Windows(browser).lend(has_touch=True, service_workers="block")
        window.enter(server.address, PHONE, motion=True)
        person = Fingers(window, server.address)
        person.open("/rules")
        kept = list(records(options.deals))
        for start in range(0, len(kept), CHUNK):
            person.page.evaluate(KEEP, [kept[start : start + CHUNK], False])
        window.prepare(WATCH)
        window.devtools.send("Emulation.setCPUThrottlingRate", {"rate": options.slower})
        print(f"{len(kept)} deals, a processor {options.slower:g} times slower; milliseconds")
        print(f"first opening: {opened(person):.0f}")
        times = [opened(person) for _ in range(OPENED)]
        print(f"opening: median {median(times):.0f}, most {max(times):.0f}")
        for label, value in SEARCHES:
            print(f"{label}: {value}: {person.page.evaluate(SEARCH, [label, value]):.0f}")
        browser.close()


if __name__ == "__main__":
    main()
