"""Translations of the game's messages, with a gettext catalogue for each language.

Messages in the source are in English. The table talk is Tyrolean in every language.
"""

from __future__ import annotations

import gettext

from dobbm.folders import package_folder


def translator(language: str) -> gettext.NullTranslations:
    """Return the messages in ``language``, or in English if it has no compiled catalogue.

    >>> translator("en").gettext("declarer")
    'declarer'
    """
    locale = package_folder("text", "locale")
    return gettext.translation("dobbm", localedir=locale, languages=[language], fallback=True)
