"""Print a summary of the rules, according to one of the sources.

dobbm rules
dobbm rules --preset akagiri --language ja
"""

from __future__ import annotations

import os
import shutil
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping

from dobbm.game.rules import PRESETS
from dobbm.text.handbook import text
from dobbm.text.translations import translator

LANGUAGES = ("en", "de", "ja")

WIDEST = 80
"""Maximum width in cells; longer lines are hard to read."""


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("--preset", choices=PRESETS, default="pagat", help="default: pagat")
    parser.add_argument(
        "--language",
        choices=LANGUAGES,
        default=usual_language(os.environ),
        help="default: from your environment",
    )


def run(options: Namespace) -> int:
    """Run the command."""
    width = min(shutil.get_terminal_size().columns, WIDEST)
    print(text(PRESETS[options.preset], translator(options.language), width))
    return 0


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
