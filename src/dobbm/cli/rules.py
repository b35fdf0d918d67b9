"""Print a summary of the rules, according to one of the sources.

The sources differ in a few points, which the options name.

  dobbm rules
  dobbm rules --preset akagiri --language ja
"""

from __future__ import annotations

import os
import shutil
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping

from dobbm.cli.arguments import DEFAULT_PRESET, one_of
from dobbm.game.rules import PRESETS
from dobbm.text.handbook import text
from dobbm.text.translations import translator

LANGUAGES = ("en", "de", "ja")

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
