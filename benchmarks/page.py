"""Measure how quickly a card moves when it is tapped, how smoothly, and how much a browser loads.

  python benchmarks/page.py --deals 6

The time runs from the moment a finger touches a card to the first frame in which the hand has
changed, as measured by the page itself. Frames and tasks are those while a hand is dealt or a trick
is swept, on a processor slowed down four times. The bytes are those of a table opened with an empty
cache.
"""

from __future__ import annotations

import shutil
import sys
from argparse import ArgumentParser
from collections import Counter
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import NamedTuple

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


SLOWER = 4
"""How many times slower than this machine's processor a phone's is."""

HELD = 25
"""Milliseconds after which a frame at 60 Hz has been missed."""

CAMERA = """
globalThis.frames = { deal: [], sweep: [] };
globalThis.tasks = { deal: [], sweep: [] };
globalThis.shift = 0;
const moving = { deal: new Set(), sweep: new Set() };
function film(kind, before) {
  requestAnimationFrame((now) => {
    if (before !== null) frames[kind].push(now - before);
    if (moving[kind].size) film(kind, now);
  });
}
const animate = Element.prototype.animate;
Element.prototype.animate = function (steps, timing) {
  const animation = animate.call(this, steps, timing);
  const kind = this.className === "packet" ? "deal" : timing.fill === "forwards" ? "sweep" : null;
  if (kind) {
    if (!moving[kind].size) film(kind, null);
    moving[kind].add(animation);
    animation.finished.catch(() => {}).finally(() => moving[kind].delete(animation));
  }
  return animation;
};
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries())
    for (const kind of Object.keys(moving)) if (moving[kind].size) tasks[kind].push(duration);
}).observe({ type: "longtask" });
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) shift += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""


class Film(NamedTuple):
    """A recording of the frames while something moved, in milliseconds."""

    frames: list[float]
    """The time between each frame and the next."""
    tasks: list[float]
    """The duration of each task of 50 ms or more."""

    def __str__(self) -> str:
        missed = sum(frame > HELD for frame in self.frames)
        rate = 1000 * len(self.frames) / sum(self.frames)
        longest = f", the longest {max(self.tasks):.0f} ms" if self.tasks else ""
        return (
            f"{len(self.frames)} frames, {rate:.0f} a second, {missed} late, the median "
            f"{median(self.frames):.1f} ms; {len(self.tasks)} long tasks{longest}"
        )


def filmed(person: Person, deals: int) -> dict[str, Film]:
    """Return what was recorded while hands were dealt and tricks were swept."""
    person.window.devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    play(person, deals)
    person.window.devtools.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    recorded = person.page.evaluate("({ frames, tasks })")
    return {
        kind: Film(recorded["frames"][kind], recorded["tasks"][kind]) for kind in ("deal", "sweep")
    }


def milliseconds(person: Person, deals: int) -> list[float]:
    """Return the time in milliseconds from each tap on a card until the card moves."""
    play(person, deals)
    taps: list[float] = person.page.evaluate("taps")
    return taps


def play(person: Person, deals: int) -> None:
    """Play deals at a new table against bots."""
    person.open()
    person.press(person.button("Play now"))
    for _ in range(deals):
        person.play_deal()
        person.press(person.between)
        person.between.wait_for(state="detached")


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
            f"sqlite:///{folder}/tables.sqlite", Path(folder, "log"), "--bot-seconds", "0.3"
        ) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell"), args=["--no-sandbox"]
        )
        window = Windows(browser).lend(has_touch=True, service_workers="block")
        window.enter(server.address, PHONE, stay=0.3, motion=True)
        window.prepare(STOPWATCH)
        window.prepare(CAMERA)
        person = Fingers(window, server.address)
        taps = milliseconds(person, deals)
        cuts = quantiles(taps, n=20)
        print(
            f"tap to moving card: {len(taps)} cards, p50 {median(taps):.0f} ms, "
            f"p95 {cuts[-1]:.0f} ms"
        )
        print(f"on a processor {SLOWER} times slower:")
        for kind, film in filmed(person, deals).items():
            print(f"  {kind}: {film}")
        print(f"layout shift meanwhile: {person.page.evaluate('shift'):.4f}")
        sizes = loaded(person.page)
        by_kind = ", ".join(f"{kind} {size:,}" for kind, size in sizes.most_common())
        print(f"a table, nothing kept: {sum(sizes.values()):,} bytes ({by_kind})")
        browser.close()


if __name__ == "__main__":
    main()
