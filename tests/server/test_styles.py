"""Style sheets: a file for each thing in the source, one file for browsers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dobbm.server.site import STATIC, Site
from dobbm.server.styles import IMPORT, joined

SHEETS = sorted((STATIC / "styles").glob("*.css"))
LISTS = [path for path in SHEETS if path.name != "tokens.css"]
LONGEST = 400


def test_a_style_sheet_holds_what_it_imports() -> None:
    files = {
        "styles/table.css": b"""@import url("../table/hand.css") layer(components);
@import url("tokens.css");
""",
        "table/hand.css": b".held {}\n",
        "styles/tokens.css": b":root {}\n",
        "table/hand.js": b"",
    }
    assert joined(files) == {
        "styles/table.css": b"@layer components {\n.held {}\n}\n:root {}\n\n",
        "table/hand.js": b"",
    }


def test_every_style_sheet_of_the_client_belongs_to_one_that_browsers_get() -> None:
    site = Site()
    sheets = [path for path in site.paths if path.endswith(".css")]
    assert {path.rpartition("/")[0] for path in sheets} == {"styles"}
    assert "styles/tokens.css" not in sheets
    assert not any("@import" in site.file(site.version, path).data.decode() for path in sheets)


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_a_sheet_only_lists_files_with_their_layers(path: Path) -> None:
    text = path.read_bytes()
    assert all(line["layer"] for line in IMPORT.finditer(text))
    left = re.sub(rb"/\*.*?\*/|@layer [\w, ]+;", b"", IMPORT.sub(b"", text), flags=re.DOTALL)
    assert left.strip() == b""


def test_no_file_of_styles_is_long() -> None:
    long = [path for path in STATIC.rglob("*.css") if path.read_bytes().count(b"\n") > LONGEST]
    assert long == []
