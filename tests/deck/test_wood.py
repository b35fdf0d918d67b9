from __future__ import annotations

import gzip
from xml.etree import ElementTree

from art.wood import wood
from dobbm.server.site import STATIC

FILE = STATIC / "parlour" / "wood.svg"


def test_the_page_has_the_wood_that_the_code_draws() -> None:
    assert FILE.read_text(encoding="utf-8") == wood() + "\n"


def test_the_wood_is_small_and_has_no_colour_of_its_own() -> None:
    assert len(gzip.compress(wood().encode())) < 3500
    paints = {
        value for one in ElementTree.fromstring(wood()).iter() for value in one.attrib.values()
    }
    assert {paint for paint in paints if paint.startswith("#")} <= {"#2a1407", "#000", "#fff"}
