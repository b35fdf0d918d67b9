"""The page's rules are those of the handbook, word for word, in every language."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from client.scripts import Scripts, needs_node
from dobbm.game.rules import Rules
from dobbm.table.talk import PHRASES
from dobbm.text.handbook import TITLES, chapters
from dobbm.text.translations import translator
from rule_options import variants

pytestmark = needs_node

LANGUAGES = ("en", "de", "ja")

HOUSE_RULES = [
    Rules.of("wikipedia", revokes="penalised", max_doublings=0),
    Rules.of("pagat", revokes="penalised", max_doublings=3, match=1000),
]
"""Rule sets in which several options meet."""

SEPARATOR = re.compile(r"(?<=\d)[.,](?=\d{3}(?!\d))")
"""Between thousands, on the page only."""

READING = """
import { akagiri, tableWords, talk, words } from "./learn/glossary.js";
import { joinSentences } from "./base/i18n.js";
import { PRESETS } from "./base/data.js";
import { chapters, headline } from "./learn/handbook.js";
const { language, rules } = asked;
await speak(language);
respond({
  headlines: Object.fromEntries(Object.keys(PRESETS).map((name) => [name, headline(name)])),
  chapters: rules.map((options) =>
    chapters(options).map(({ title, statements }) =>
      [title, joinSentences(statements.map(({ text }) => text))])),
  talk: talk().map(([text]) => text),
  words: [...words(), ...tableWords(), ...akagiri()].map(([word]) => word.replace("\\u00ad", "")),
});
"""


def page_texts(scripts: Scripts, language: str, rules: list[Rules]) -> dict[str, Any]:
    """Return the page's texts in this language."""
    asked = {"language": language, "rules": [one.options() for one in rules]}
    texts: dict[str, Any] = scripts.run(READING, asked)
    return texts


@pytest.mark.parametrize("language", LANGUAGES)
def test_page_and_handbook_have_the_same_text(scripts: Scripts, language: str) -> None:
    rules = [*variants().values(), *HOUSE_RULES]
    spoken = translator(language)
    texts = page_texts(scripts, language, rules)
    for one, page in zip(rules, texts["chapters"], strict=True):
        plain = json.loads(SEPARATOR.sub("", json.dumps(page, ensure_ascii=False)))
        assert plain == [list(chapter) for chapter in chapters(one, spoken).items()]
    assert texts["headlines"] == {
        name: spoken.gettext(title.text) for name, title in TITLES.items()
    }


def test_glossary_has_every_phrase_of_the_table(scripts: Scripts) -> None:
    texts = page_texts(scripts, "en", [])
    assert texts["talk"] == [phrase.text for phrase in PHRASES.values()]


def test_glossary_has_the_words_of_the_sources(scripts: Scripts) -> None:
    words = page_texts(scripts, "en", [])["words"]
    for word in (
        *("Dobbm, Tappen", "Doppeldeutsche", "Ober, Unter", "schießen", "verleugnen, laungen"),
        *("Match, matsch", "schieben, schiam", "schinden", "Fuchs", "Forehand", "雌豚"),
    ):
        assert word in words
