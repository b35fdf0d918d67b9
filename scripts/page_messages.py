"""Finds the messages of the browser's scripts, for Babel.

Babel's own reader of JavaScript does not see what stands in a template within a template. Here
messages are literals in double quotes, as ``_("…")`` or ``ngettext("…", "…", …)``, wherever.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping
from typing import BinaryIO, TypeAlias

Found: TypeAlias = tuple[int, str, str | tuple[str, ...], list[str]]
"""The line, the function, its messages, the comments for translators."""

LITERAL = r'"(?:[^"\\\n]|\\.)*"'
CALL = re.compile(rf"(?<![\w.])(?:(_)\(\s*({LITERAL})|(ngettext)\(\s*({LITERAL}),\s*({LITERAL}))")


def extract(
    source: BinaryIO,
    keywords: Collection[str],  # noqa: ARG001 - Babel gives them
    comment_tags: Collection[str],  # noqa: ARG001
    options: Mapping[str, str],  # noqa: ARG001
) -> Iterator[Found]:
    r"""The messages of a script, as Babel wants them.

    >>> from io import BytesIO
    >>> script = b'html`<b>${_("Play")}</b>`;\n ngettext("{count} card", "{count} cards", 2);'
    >>> list(extract(BytesIO(script), [], [], {}))
    [(1, '_', 'Play', []), (2, 'ngettext', ('{count} card', '{count} cards'), [])]
    """
    text = source.read().decode()
    for call in CALL.finditer(text):
        line = text.count("\n", 0, call.start()) + 1
        single, message, plural, one, many = call.groups()
        if single:
            yield line, single, json.loads(message), []
        else:
            yield line, plural, (json.loads(one), json.loads(many)), []
