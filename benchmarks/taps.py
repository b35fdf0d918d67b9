"""Measure the pocket edition in Chromium: how soon it is ready, and how soon a tap is answered.

  make pocket && python benchmarks/taps.py [FOLDER] [--deals N]

Milliseconds; the person plays the first legal action against three bots of each strength.
"""

from __future__ import annotations

import shutil
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median, quantiles
from threading import Thread
from typing import Any

from playwright.sync_api import BrowserContext, Page, sync_playwright

POCKET = Path(__file__).parents[1] / "build" / "pocket"
BOTS = ("simple", "network", "pimc:strong")
CONNECTION = """
async () => {
  const app = document.querySelector("script[type=module]").src;
  globalThis.pocket = await import(new URL("pocket/connection.js", app));
  await pocket.ready();
  return performance.now();
}
"""
PLAY = """
async (bot) => {
  const ask = async (method, path, body) => {
    const headers = { "content-type": "application/json" };
    if (token) headers.authorization = `Bearer ${token}`;
    const sent = { method, headers, body: body && JSON.stringify(body) };
    return (await pocket.request(path, sent)).json();
  };
  let token = "";
  const opened = await ask("POST", "/tables", { name: "Anna", bots: 3, bot });
  token = opened.token;
  const times = [];
  for (;;) {
    const { view, seat, turn } = await ask("GET", `/tables/${opened.table}`);
    if (view && "result" in view) return times;
    if (view?.to_act !== seat) await new Promise((resolve) => setTimeout(resolve, 20));
    else {
      const action = view.legal.includes("weiter") ? "weiter" : view.legal[0];
      const before = performance.now();
      await ask("POST", `/tables/${opened.table}/actions`, { action, turn });
      times.push(performance.now() - before);
    }
  }
}
"""


class Quiet(SimpleHTTPRequestHandler):
    """A host that knows nothing of the game, as ``python -m http.server`` is one."""

    def log_message(self, format: str, *values: Any) -> None:  # noqa: A002
        """Say nothing."""


@contextmanager
def host(folder: Path, kind: type[Quiet] = Quiet) -> Iterator[str]:
    """Serve a folder with a host of some ``kind``; yield its address."""
    serving = ThreadingHTTPServer(("127.0.0.1", 0), partial(kind, directory=str(folder)))
    thread = Thread(target=serving.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{serving.server_port}"
    finally:
        serving.shutdown()
        thread.join()
        serving.server_close()


def visit(context: BrowserContext, address: str) -> tuple[Page, float]:
    """Open the page; return it, and the milliseconds until its worker was ready."""
    page = context.new_page()
    page.goto(address)
    ready: float = page.evaluate(CONNECTION)
    return page, ready


def main() -> None:
    """Print the figures."""
    parser = ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, nargs="?", default=POCKET)
    parser.add_argument("--deals", type=int, default=5, help="deals against each bot")
    arguments = parser.parse_args()
    found = shutil.which("chromium-headless-shell")
    with sync_playwright() as playwright, host(arguments.folder) as address:
        browser = playwright.chromium.launch(executable_path=found)
        context = browser.new_context()
        page, cold = visit(context, address)
        page.wait_for_timeout(5000)
        page.close()
        page, warm = visit(context, address)
        print(f"ready: {cold:.0f} cold, {warm:.0f} warm")
        for bot in BOTS:
            times = [time for _ in range(arguments.deals) for time in page.evaluate(PLAY, bot)]
            cut = quantiles(times, n=20)[-1]
            print(f"{bot}: a tap {median(times):.1f}, 95 % within {cut:.1f} ({len(times)} taps)")
        browser.close()


if __name__ == "__main__":
    main()
