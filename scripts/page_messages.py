"""Finds the messages of the page's scripts, for Babel.

Babel's own JavaScript extractor misses messages in a template literal within another. This one
finds literals in double quotes anywhere, as ``_("…")`` or ``ngettext("…", "…", …)``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping
from typing import BinaryIO, TypeAlias

Found: TypeAlias = tuple[int, str, str | tuple[str, ...], list[str]]
"""The line, the function, its messages, and the comments for translators."""

LITERAL = r'"(?:[^"\\\n]|\\.)*"'
CALL = re.compile(rf"(?<![\w.])(?:(_)\(\s*({LITERAL})|(ngettext)\(\s*({LITERAL}),\s*({LITERAL}))")


def extract(
    source: BinaryIO,
    keywords: Collection[str],  # noqa: ARG001 - Babel passes it
    comment_tags: Collection[str],  # noqa: ARG001
    options: Mapping[str, str],  # noqa: ARG001
) -> Iterator[Found]:
    r"""Yield the messages of a script, in the form that Babel expects.

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
