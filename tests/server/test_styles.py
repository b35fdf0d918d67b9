"""Style sheets: a file for each thing in the source, one file for browsers."""

from __future__ import annotations

from dobbm.server.site import Site
from dobbm.server.styles import joined


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
