"""Measure how quickly a card moves when it is tapped, and how much a browser loads.

  python benchmarks/page.py --deals 6

The time runs from the moment a finger touches a card to the first frame in which the hand has
changed, as measured by the page itself. The bytes are those of a table opened with an empty cache.
"""

from __future__ import annotations

import shutil
import sys
from argparse import ArgumentParser
from collections import Counter
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

sys.path.append(str(Path(__file__).parents[1] / "tests"))

from playwright.sync_api import Page, sync_playwright

from browser.people import Fingers, Person
from browser.windows import Size, Windows
from server.serving import Server

PHONE: Size = (390, 844)

STOPWATCH = """
globalThis.taps = [];
let begun = null;
addEventListener("pointerdown", (event) => {
  begun = event.target.closest?.(".hand button") ? event.timeStamp : null;
}, true);
new MutationObserver((changes) => {
  if (begun === null || !changes.some(({ removedNodes }) => removedNodes.length)) return;
  const from = begun;
  begun = null;
  requestAnimationFrame(() => taps.push(performance.now() - from));
}).observe(document, { childList: true, subtree: true });
"""


def milliseconds(person: Person, deals: int) -> list[float]:
    """Return the time in milliseconds from each tap on a card until the card moves."""
    person.window.prepare(STOPWATCH)
    person.open()
    person.press(person.button("Play now"))
    for _ in range(deals):
        person.play_deal()
        person.press(person.between)
        person.between.wait_for(state="detached")
    taps: list[float] = person.page.evaluate("taps")
    return taps


def loaded(page: Page) -> Counter[str]:
    """Return the bytes on the wire, by kind, when the page is loaded again with nothing cached."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.send("Network.setCacheDisabled", {"cacheDisabled": True})
    kinds: dict[str, str] = {}
    sizes: Counter[str] = Counter()

    def note(event: dict[str, str]) -> None:
        kinds[event["requestId"]] = event["type"]

    def count(event: dict[str, str]) -> None:
        sizes[kinds.get(event["requestId"], "Other")] += int(event["encodedDataLength"])

    devtools.on("Network.responseReceived", note)
    devtools.on("Network.loadingFinished", count)
    page.reload()
    page.get_by_role("heading", level=1).first.wait_for()
    page.wait_for_timeout(2000)
    return sizes


def main() -> None:
    """Play the deals, measure, and print the figures."""
    parser = ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--deals", type=int, default=6, metavar="N", help="default: 6")
    deals = parser.parse_args().deals
    with (
        TemporaryDirectory() as folder,
        Server(
            f"sqlite:///{folder}/tables.sqlite", Path(folder, "log"), "--bot-seconds", "0.02"
        ) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell"), args=["--no-sandbox"]
        )
        window = Windows(browser).lend(has_touch=True, service_workers="block")
        window.enter(server.address, PHONE, stay=0.3, motion=True)
        person = Fingers(window, server.address)
        taps = milliseconds(person, deals)
        cuts = quantiles(taps, n=20)
        print(
            f"tap to moving card: {len(taps)} cards, p50 {median(taps):.0f} ms, "
            f"p95 {cuts[-1]:.0f} ms"
        )
        sizes = loaded(person.page)
        by_kind = ", ".join(f"{kind} {size:,}" for kind, size in sizes.most_common())
        print(f"a table, nothing kept: {sum(sizes.values()):,} bytes ({by_kind})")
        browser.close()


if __name__ == "__main__":
    main()
