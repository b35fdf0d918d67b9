"""Translations of the game's messages, with a gettext catalogue for each language.

Messages in the source are in English. The table talk is Tyrolean in every language.
"""

from __future__ import annotations

import gettext
import sys
from functools import cache

from dobbm.folders import package_folder

LANGUAGES = ("en", "de", "ja")


def translator(language: str) -> gettext.NullTranslations:
    """Return the messages in ``language``, or in English if it has no compiled catalogue.

    Standard error says so, once for each language.

    >>> translator("en").gettext("declarer")
    'declarer'
    """
    locale = package_folder("text", "locale")
    if language != "en" and not gettext.find("dobbm", localedir=locale, languages=[language]):
        _warn(language)
    return gettext.translation("dobbm", localedir=locale, languages=[language], fallback=True)


@cache
def _warn(language: str) -> None:
    """Say once that a language is missing."""
    print(
        f"dobbm: this installation has no texts in the language {language}, so English is used",
        file=sys.stderr,
    )
