"""Write the data that the page shares with Python: rules, handbook, talk, portraits, limits.

Run this script whenever one of these changes.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from dobbm.club.away_commands import AHEAD
from dobbm.game.rules import PRESETS
from dobbm.server.site import STATIC
from dobbm.table.deadlines import ANSWER
from dobbm.table.house_rules import GRACE, MOST_DOUBLINGS, MOST_EXCUSED
from dobbm.table.portraits import BOT_NAMES, PORTRAITS
from dobbm.table.talk import LONGEST_NOTICE, LONGEST_TEXT, MOST_TEXTS, PHRASES
from dobbm.text.dialect import CONSENT, LYING, SPOKEN
from dobbm.text.handbook import CHAPTERS, EXAMPLE, TITLES
from dobbm.text.names import LONGEST_NAME

DATA: Path = STATIC / "base" / "data.js"
HANDBOOK: Path = STATIC / "learn" / "chapters.js"

HEAD = """\
/** The data that the page shares with Python, written by scripts/page_data.py: `make schema`. */

/** @import { RuleOptions } from "../schema.d.ts" */
"""

HANDBOOK_HEAD = """\
/** The sentences of the handbook, written by scripts/page_data.py: `make schema`. */

/** @import { Preset } from "../base/data.js" */

/**
 * A chapter of the handbook: its sentences in English, each with the cases in which it is true.
 * @typedef {{ name: string, title: string, sentences: [string, Cases][] }} Chapter
 */
/** @typedef {{ [name: string]: string[] }} Cases */
"""


def text() -> str:
    """Return the text of ``data.js``."""
    presets = " | ".join(json.dumps(name) for name in PRESETS)
    return "\n".join(
        [
            HEAD,
            f"/** @typedef {{{presets}}} Preset */\n",
            _constant(
                "The options of the rules in each preset.",
                "Record<Preset, RuleOptions>",
                "PRESETS",
                {name: rules.options() for name, rules in PRESETS.items()},
            ),
            _constant(
                "The declarer's card points in the example of a payment.",
                "number",
                "EXAMPLE",
                EXAMPLE,
            ),
            _constant(
                "The words said at the table in Tyrolean, by phase and action.",
                "{ [phase: string]: { [action: string]: string } }",
                "SPOKEN",
                SPOKEN,
            ),
            _constant("The declarer's words after the exchange.", "string", "LYING", LYING),
            _constant("The words for a weiter that accepts a Dobbm.", "string", "CONSENT", CONSENT),
            _constant(
                "The set phrases of table talk: the text as spoken, and its meaning in English.",
                "{ [phrase: string]: [text: string, meaning: string] }",
                "PHRASES",
                PHRASES,
            ),
            _constant(
                "Seconds in each deal during which the clock waits for a lost connection.",
                "number",
                "GRACE",
                GRACE,
            ),
            _constant(
                "Maximum number of seconds for which a person can be away, at a table by post.",
                "number",
                "MOST_EXCUSED",
                MOST_EXCUSED,
            ),
            _constant(
                "Days ahead on which the absence of a member of a club can begin.",
                "number",
                "AHEAD",
                AHEAD.days,
            ),
            _constant(
                "Maximum number of doublings in a deal.",
                "number",
                "MOST_DOUBLINGS",
                MOST_DOUBLINGS,
            ),
            _constant(
                "Seconds in which people can answer a question at the table.",
                "number",
                "ANSWER",
                ANSWER,
            ),
            _constant("The portraits that people may choose.", "string[]", "PORTRAITS", PORTRAITS),
            _constant(
                "The names of the bots: four that are easy-going, four strong ones, four very "
                "strong ones.",
                "string[]",
                "BOTS",
                BOT_NAMES,
            ),
            _constant("Maximum characters of a name.", "number", "LONGEST_NAME", LONGEST_NAME),
            _constant("Maximum characters of a text.", "number", "LONGEST_TEXT", LONGEST_TEXT),
            _constant(
                "Maximum characters of the notice of a club.",
                "number",
                "LONGEST_NOTICE",
                LONGEST_NOTICE,
            ),
            _constant("Number of texts that a table keeps.", "number", "MOST_TEXTS", MOST_TEXTS),
        ]
    )


def handbook() -> str:
    """Return the text of ``chapters.js``."""
    return "\n".join(
        [
            HANDBOOK_HEAD,
            _constant(
                "The title of the handbook for each preset, in English.",
                "Record<Preset, string>",
                "TITLES",
                {name: title.text for name, title in TITLES.items()},
            ),
            _constant(
                "The chapters of the handbook.",
                "Chapter[]",
                "CHAPTERS",
                [chapter._asdict() | {"title": chapter.title.text} for chapter in CHAPTERS],
            ),
        ]
    )


def _constant(description: str, kind: str, name: str, value: Any) -> str:
    literal = json.dumps(value, ensure_ascii=False, indent=2)
    return f"/**\n * {description}\n * @type {{{kind}}}\n */\nexport const {name} = {literal};\n"


if __name__ == "__main__":
    DATA.write_text(text(), encoding="utf-8")
    HANDBOOK.write_text(handbook(), encoding="utf-8")
