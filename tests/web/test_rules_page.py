"""The rules in the browser are those of the handbook, word for word, in every language."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from dobbm.handbook import chapters, headline
from dobbm.locale import translator
from dobbm.rules import PRESETS, Rules
from dobbm.table.talk import PHRASES
from dobbm.web.pages import LOCALE, STATIC, messages

pytestmark = pytest.mark.skipif(not shutil.which("node"), reason="Node is not installed")

LANGUAGES = ("en", "de", "ja")

HOUSE_RULES = [
    Rules.of("wikipedia", revokes="penalised", max_doublings=0),
    Rules.of("akagiri", sow_companion="any", max_doublings=1, match=7),
    Rules.of("pagat", revokes="penalised", max_doublings=3, match=1000),
]
"""Sentences that no preset has."""

READING = """
import { readFileSync } from "node:fs";
import { loadLanguage } from "./base/i18n.js";
import { talk } from "./learn/glossary.js";
import { chapters, headline, PRESETS } from "./learn/handbook.js";
const { language, rules } = JSON.parse(readFileSync(0));
// What a browser has and Node has not, as far as loading a catalogue takes it.
const browser = {
  navigator: { languages: [language] },
  document: { documentElement: {} },
  fetch: async (address) => new Response(readFileSync(address)),
};
for (const [name, value] of Object.entries(browser)) {
  Object.defineProperty(globalThis, name, { value, configurable: true });
}
await loadLanguage();
console.log(JSON.stringify({
  presets: PRESETS,
  headlines: Object.fromEntries(Object.keys(PRESETS).map((name) => [name, headline(name)])),
  chapters: rules.map((options) => chapters(options).map(({ title, text }) => [title, text])),
  talk: talk().map(([text]) => text),
}));
"""


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page's modules and catalogues in a folder that says that they are modules."""
    folder = tmp_path_factory.mktemp("pages")
    for part in ("base", "cards", "game", "learn"):
        shutil.copytree(STATIC / part, folder / part)
    (folder / "locale").mkdir()
    for catalogue in LOCALE.glob("*/LC_MESSAGES/dobbm.mo"):
        told = json.dumps(messages(catalogue.read_bytes()))
        (folder / "locale" / f"{catalogue.parts[-3]}.json").write_text(told)
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "program.js").write_text(READING)
    return folder


def told_by_page(pages: Path, language: str, rules: list[Rules]) -> dict[str, Any]:
    """What the page tells in this language."""
    asked = json.dumps({"language": language, "rules": [one.options() for one in rules]})
    done = subprocess.run(
        ["node", "program.js"], cwd=pages, input=asked, capture_output=True, text=True, check=True
    )
    told: dict[str, Any] = json.loads(done.stdout)
    return told


@pytest.mark.parametrize("language", LANGUAGES)
def test_page_and_handbook_tell_the_same(pages: Path, language: str) -> None:
    rules = [*PRESETS.values(), *HOUSE_RULES]
    spoken = translator(language)
    told = told_by_page(pages, language, rules)
    for one, page in zip(rules, told["chapters"], strict=True):
        assert page == [list(chapter) for chapter in chapters(one, spoken)]
    assert told["headlines"] == {name: headline(one, spoken) for name, one in PRESETS.items()}


def test_presets_are_those_of_the_engine(pages: Path) -> None:
    told = told_by_page(pages, "en", [])
    assert told["presets"] == {name: rules.options() for name, rules in PRESETS.items()}


def test_glossary_has_every_phrase_of_the_table(pages: Path) -> None:
    told = told_by_page(pages, "en", [])
    assert told["talk"] == [phrase.text for phrase in PHRASES.values()]
