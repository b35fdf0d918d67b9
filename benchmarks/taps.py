"""Measure the pocket edition in Chromium: its start, its answers, and its memory.

  make pocket && python benchmarks/taps.py [FOLDER] [--deals N] [--slower N] [--json]

Milliseconds and megabytes. A tap is the first legal action of a person against three bots; it lasts
until it is acknowledged. ``--slower`` stops the page and its worker most of the time, as on a
device that is so many times slower.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from signal import SIGCONT, SIGSTOP
from statistics import median, quantiles
from threading import Event, Thread
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

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
ASK = """
  let token = "";
  const ask = async (method, path, body) => {
    const headers = { "content-type": "application/json" };
    if (token) headers.authorization = `Bearer ${token}`;
    const sent = { method, headers, body: body && JSON.stringify(body) };
    return (await pocket.request(path, sent)).json();
  };
  const timed = async (...asked) => {
    const before = performance.now();
    const answer = await ask(...asked);
    return [performance.now() - before, answer];
  };
"""
PLAY = f"""
async (bot) => {{{ASK}
  const opened = await ask("POST", "/tables", {{ name: "Anna", bots: 3, bot }});
  token = opened.token;
  const [times, table] = [[], `/tables/${{opened.table}}`];
  for (;;) {{
    const {{ view, seat, turn }} = await ask("GET", table);
    if (view && "result" in view) break;
    if (view?.to_act !== seat) await new Promise((resolve) => setTimeout(resolve, 20));
    else {{
      const action = view.legal.includes("weiter") ? "weiter" : view.legal[0];
      times.push((await timed("POST", `${{table}}/actions`, {{ action, turn }}))[0]);
    }}
  }}
  const [analysis] = await timed("GET", `${{table}}/deals/1/analysis`);
  return {{ times, analysis, record: await ask("GET", `${{table}}/deals/1`) }};
}}
"""
THINK = f"""
async ({{ bot, record }}) => {{{ASK}
  const times = [];
  for (let seat = 0; ; seat = (seat + 1) % 4) {{
    const [time, next] = await timed("POST", "/practice", {{ bot, record, seat }});
    times.push(...next.acted.map(() => time / next.acted.length));
    record = next.record;
    if (!next.acted.length && record.actions.length > 36) return times;
  }}
}}
"""
"""Lets a bot continue a deal, each seat in turn."""
WATCH = """
  globalThis.memories = [];
  const { instantiate, Instance } = WebAssembly;
  const watch = ({ exports }) => exports.memory && memories.push(exports.memory);
  WebAssembly.instantiate = async (...given) => {
    const made = await instantiate(...given);
    watch(made);
    return made;
  };
  WebAssembly.Instance = class extends Instance {
    constructor(...given) { watch(super(...given)) }
  };
"""
SLICE = 0.02
"""Seconds of which a slower device works for a part."""


def in_workers(script: str) -> str:
    """Return a script for a page that runs a script in its workers, before their own."""
    return f"""
      const Plain = Worker;
      const type = "text/javascript";
      const address = (text) => URL.createObjectURL(new Blob([text], {{ type }}));
      globalThis.Worker = class extends Plain {{
        constructor(module, options) {{
          const before = address({json.dumps(script)});
          super(address(`import "${{before}}"; import "${{module}}";`), options);
        }}
      }};
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


def renderers(browser: Browser) -> list[int]:
    """Return the processes of the pages and their workers."""
    found = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    return [one["id"] for one in found if one["type"] == "renderer"]


@contextmanager
def slower(pages: list[int], times: float) -> Iterator[None]:
    """Let pages and their workers run only for a part of the time."""
    ended = Event()

    def stop_and_go() -> None:
        while not ended.wait(SLICE / times):
            for page in pages:
                os.kill(page, SIGSTOP)
            ended.wait(SLICE * (1 - 1 / times))
            for page in pages:
                os.kill(page, SIGCONT)

    thread = Thread(target=stop_and_go)
    if times > 1:
        thread.start()
    try:
        yield
    finally:
        ended.set()
        if times > 1:
            thread.join()


def visit(context: BrowserContext, address: str, times: float = 1) -> tuple[Page, float]:
    """Open the page; return it, and the milliseconds until its worker was ready."""
    page = context.new_page()
    with ExitStack() as stack:
        if times > 1:
            # Nothing at this address needs Python, but it has the process of the page.
            page.goto(f"{address}/licences.txt")
            assert context.browser
            stack.enter_context(slower(renderers(context.browser), times))
        page.goto(address)
        ready: float = page.evaluate(CONNECTION)
    return page, ready


def starts(browser: Browser, address: str, times: float) -> dict[str, float]:
    """Return how soon the worker is ready, at the first visit and later."""
    context = browser.new_context()
    page, cold = visit(context, address, times)
    page.wait_for_timeout(5000)
    page.close()
    page, warm = visit(context, address, times)
    context.close()
    return {"ready, cold": cold, "ready, warm": warm}


def answers(page: Page, deals: int) -> dict[str, float]:
    """Return how soon taps are acknowledged, and how long bots and the analysis take."""
    found: dict[str, float] = {}
    played: list[Any] = []
    for bot in BOTS:
        played = [page.evaluate(PLAY, bot) for _ in range(deals)]
        found |= spread(f"tap, {bot}", [time for one in played for time in one["times"]])
    found |= spread("analysis of a deal", [one["analysis"] for one in played])
    record = played[0]["record"] | {"actions": played[0]["record"]["actions"][:4]}
    thought = page.evaluate(THINK, {"bot": BOTS[-1], "record": record})
    return found | spread(f"action of {BOTS[-1]}", thought)


def spread(name: str, times: list[float]) -> dict[str, float]:
    """Return the median, and the time within which 95 % are."""
    high = quantiles(times, n=20)[-1] if len(times) > 1 else times[0]
    return {f"{name}, p50": median(times), f"{name}, p95": high}


def memory(browser: Browser, page: Page) -> dict[str, float]:
    """Return the memory of Python and the kernel, and that of the page with its worker."""
    sizes = page.workers[0].evaluate("memories.map(({ buffer }) => buffer.byteLength)")
    rollups = [Path(f"/proc/{one}/smaps_rollup").read_text() for one in renderers(browser)]
    shares = [int(found[1]) for one in rollups if (found := re.search(r"Pss: +(\d+)", one))]
    return {
        "heap of Python, MB": max(sizes) / 1e6,
        "all heaps, MB": sum(sizes) / 1e6,
        "renderer, MB": max(shares) / 1e3,
    }


def main() -> None:
    """Print the figures."""
    parser = ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, nargs="?", default=POCKET)
    parser.add_argument("--deals", type=int, default=5, help="deals against each bot")
    parser.add_argument("--slower", type=float, default=1, help="as on a slower device")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    arguments = parser.parse_args()
    program = shutil.which("chromium-headless-shell")
    with sync_playwright() as playwright, host(arguments.folder) as address:
        browser = playwright.chromium.launch(executable_path=program)
        figures = starts(browser, address, arguments.slower)
        context = browser.new_context()
        context.add_init_script(in_workers(WATCH))
        page, _ = visit(context, address)
        with slower(renderers(browser), arguments.slower):
            figures |= answers(page, arguments.deals)
        figures |= memory(browser, page)
        browser.close()
    if arguments.json:
        print(json.dumps({name: round(value, 1) for name, value in figures.items()}))
    else:
        for name, value in figures.items():
            print(f"{name}: {value:.1f}")


if __name__ == "__main__":
    main()
