"""A griffe extension: shows the examples and tables of docstrings on the site as they are written.

The docstrings are plain text for ``help``; Markdown would take ``>>>`` for a quotation.
"""

from __future__ import annotations

import re
from typing import Any

import griffe

VERBATIM = re.compile(r"(?m)^(?:>>> .*|=+ {2}=.*)\n(?:.+(?:\n|\Z))*")
"""A paragraph that begins with an example or with the rule above a table."""


class Verbatim(griffe.Extension):
    """Fences the examples and tables of all docstrings."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Change the docstring of an object that has been read."""
        if obj.docstring:
            obj.docstring.value = fenced(obj.docstring.value)

    def on_package(self, *, pkg: griffe.Module, **_: Any) -> None:
        """Do the same for the outermost package, which griffe leaves out of ``on_object``."""
        if pkg.docstring and "```" not in pkg.docstring.value:
            pkg.docstring.value = fenced(pkg.docstring.value)


def fenced(text: str) -> str:
    """Return a docstring with fences around its examples and tables."""
    if not text.endswith("\n"):
        text += "\n"

    def fence(found: re.Match[str]) -> str:
        language = "pycon" if found[0].startswith(">>>") else "text"
        return f"```{language}\n{found[0].rstrip()}\n```\n"

    return VERBATIM.sub(fence, re.sub(r"::$", ":", text, flags=re.MULTILINE)).rstrip("\n")
