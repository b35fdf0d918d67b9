"""The style sheets that browsers get: each in one piece, although its source is a file per thing.

A sheet in ``client/styles`` is a list of imports; a browser that read it would ask for each file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from posixpath import dirname, join, normpath

IMPORT = re.compile(rb'@import url\("(?P<part>[^"]+)"\)(?: layer\((?P<layer>\w+)\))?;')
"""Matches a line of a list, with the path of the file and the cascade layer of its rules."""


def joined(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files with every import in a style sheet filled in, without the imported files."""
    whole = dict(files)
    for sheet, source in files.items():
        if sheet.endswith(".css"):
            for line in IMPORT.finditer(source):
                part = normpath(join(dirname(sheet), line["part"].decode()))
                rules = files[part]
                if line["layer"]:
                    rules = b"@layer %s {\n%s}" % (line["layer"], rules)
                whole[sheet] = whole[sheet].replace(line[0], rules)
                whole.pop(part, None)
    return whole
