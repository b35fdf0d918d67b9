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
    """The page's scripts, copied to a folder that declares them as modules for Node."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "page"
        shutil.copytree(STATIC, self._folder, ignore=shutil.ignore_patterns("decks", "icons"))
        (self._folder / "package.json").write_text('{"type": "module"}')
        (self._folder / "locale").mkdir()
        for catalogue in LOCALE.glob("*/LC_MESSAGES/dobbm.json"):
            shutil.copy(catalogue, self._folder / "locale" / f"{catalogue.parts[-3]}.json")

    def run(self, program: str, asked: Any) -> Any:
        """Run a program that calls ``respond`` on what is ``asked``, and return its response."""
        (self._folder / "program.js").write_text(BEGIN + program)
        done = subprocess.run(
            ["node", "--experimental-vm-modules", "--no-warnings", "program.js"],
            cwd=self._folder,
            input=json.dumps(asked),
            capture_output=True,
            text=True,
            check=True,
        )
        return json.loads(done.stdout)


BEGIN = """
import { readFileSync } from "node:fs";
const asked = JSON.parse(readFileSync(0));
const respond = (answer) => console.log(JSON.stringify(answer));
async function speak(language) {
  // What a browser has and Node has not, as far as loading a catalogue takes it.
  const browser = {
    navigator: { languages: [language] },
    document: { documentElement: {} },
    fetch: async (address) => new Response(readFileSync(address)),
  };
  for (const [name, value] of Object.entries(browser)) {
    Object.defineProperty(globalThis, name, { value, configurable: true });
  }
  const { loadLanguage } = await import("./base/i18n.js");
  await loadLanguage();
}
"""
"""The start of every program: defines ``asked``, ``respond``, and ``speak`` for a language."""
