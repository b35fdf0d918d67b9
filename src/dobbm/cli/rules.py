"""Print a summary of the rules, according to one of the sources.

The sources differ in a few points, which the options name.

  dobbm rules
  dobbm rules --preset akagiri --language ja
"""

from __future__ import annotations

import os
import shutil
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping

from dobbm.cli.arguments import DEFAULT_PRESET, one_of
from dobbm.game.rules import PRESETS
from dobbm.text.characters import has_letters_of
from dobbm.text.handbook import text
from dobbm.text.translations import LANGUAGES, translator

WIDEST = 80
"""Maximum width in cells; longer lines are hard to read."""


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "--preset",
        **one_of(PRESETS),
        default=DEFAULT_PRESET,
        help=f"the source whose rules are printed (default: {DEFAULT_PRESET})",
    )
    parser.add_argument(
        "--language",
        **one_of(LANGUAGES),
        default=usual_language(os.environ),
        help="the language of the summary (default: from your environment)",
    )


def run(options: Namespace) -> int:
    """Run the command."""
    width = min(shutil.get_terminal_size().columns, WIDEST)
    messages = translator(shown_language(options.language))
    print(text(PRESETS[options.preset], messages, width))
    return 0


def shown_language(language: str) -> str:
    """Return the language, or English, after a warning, if standard output lacks its letters."""
    encoding = sys.stdout.encoding
    if has_letters_of(language, encoding):
        return language
    print(
        f"dobbm: the language {language} cannot be shown in {encoding}, so English is used; "
        "set PYTHONIOENCODING=utf-8 if the terminal can show it",
        file=sys.stderr,
    )
    return "en"


def usual_language(environment: Mapping[str, str]) -> str:
    """Return the environment's language, or English if the game does not support that language.

    >>> usual_language({"LC_ALL": "", "LC_MESSAGES": "de_AT.UTF-8", "LANG": "ja_JP"})
    'de'
    """
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if locale := environment.get(variable):
            language = locale[:2]
            return language if language in LANGUAGES else "en"
    return "en"
