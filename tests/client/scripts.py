"""Runs the page's scripts in Node, to compare them with the engine."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from dobbm.server.site import LOCALE, STATIC

needs_node = pytest.mark.skipif(not shutil.which("node"), reason="Node is not installed")


class Scripts:
    """The page's scripts, copied to a folder that declares them as modules for Node.

    One process runs all programs, because starting Node takes longer than most of them. Each has
    a thread with modules and global variables of its own.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "page"
        shutil.copytree(STATIC, self._folder, ignore=shutil.ignore_patterns("decks", "icons"))
        (self._folder / "package.json").write_text('{"type": "module"}')
        (self._folder / "locale").mkdir()
        for catalogue in LOCALE.glob("*/LC_MESSAGES/dobbm.json"):
            shutil.copy(catalogue, self._folder / "locale" / f"{catalogue.parts[-3]}.json")
        self._node = subprocess.Popen(
            ["node", "--experimental-vm-modules", "--no-warnings", "--eval", RUNNING],
            cwd=self._folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def run(self, program: str, asked: Any) -> Any:
        """Run a program that calls ``respond`` on what is ``asked``, and return its response."""
        (self._folder / "program.js").write_text(BEGIN + program)
        assert self._node.stdin
        assert self._node.stdout
        print(json.dumps(asked), file=self._node.stdin, flush=True)
        done = json.loads(self._node.stdout.readline())
        assert "error" not in done, done["error"]
        return json.loads(done["response"])

    def close(self) -> None:
        """End the process."""
        self._node.communicate()


RUNNING = """
const { Worker } = require("node:worker_threads");
const { createInterface } = require("node:readline");
createInterface({ input: process.stdin }).on("line", (line) => {
  let done = { error: "the program has not responded" };
  const worker = new Worker("./program.js", { workerData: JSON.parse(line) })
    .on("message", (response) => {
      done = { response };
      worker.terminate(); // what still waits for something, such as a channel, would go on
    })
    .on("error", ({ stack }) => (done = { error: stack }))
    .on("exit", () => console.log(JSON.stringify(done)));
});
"""
"""Runs the program of the moment for every line, and prints its response or its error."""

BEGIN = """
import { readFileSync } from "node:fs";
import { parentPort, workerData as asked } from "node:worker_threads";
const respond = (answer) => parentPort.postMessage(JSON.stringify(answer));
async function speak(language) {
  // What a browser has and Node has not, as far as loading a catalogue takes it.
  const browser = {
    navigator: { languages: [language] },
    document: { documentElement: {} },
    fetch: async (address) => new Response(readFileSync(new URL(address))),
  };
  for (const [name, value] of Object.entries(browser)) {
    Object.defineProperty(globalThis, name, { value, configurable: true });
  }
  const { loadLanguage } = await import("./base/i18n.js");
  await loadLanguage();
}
"""
"""The start of every program: defines ``asked``, ``respond``, and ``speak`` for a language."""

CLOCK = """
let now = 0;
let timers = [];
globalThis.setTimeout = (work, wait) => {
  const timer = { work, at: now + wait };
  timers.push(timer);
  return timer;
};
globalThis.clearTimeout = (timer) => (timers = timers.filter((one) => one !== timer));
performance.now = () => now;
const settled = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};
const pass = async (wait) => {
  for (const end = now + wait; ; ) {
    await settled();
    const due = timers.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)[0];
    if (!due) return (now = end);
    now = Math.max(now, due.at);
    clearTimeout(due);
    due.work();
  }
};
"""
"""Lets a program say how much time passes: ``pass`` runs what is due, in order."""
