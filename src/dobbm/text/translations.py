"""The languages in which the game speaks to people: one gettext catalogue for each.

Messages are written in English in the source. The table talk is Tyrolean in every language.
"""

from __future__ import annotations

import gettext
from pathlib import Path


def translator(language: str) -> gettext.NullTranslations:
    """The messages in ``language``; in English as long as its catalogue is not compiled.

    >>> translator("en").gettext("declarer")
    'declarer'
    """
    return gettext.translation(
        "dobbm", localedir=Path(__file__).with_name("locale"), languages=[language], fallback=True
    )
