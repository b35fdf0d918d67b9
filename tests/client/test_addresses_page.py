"""Addresses in the page: mended as the server mends them."""

from __future__ import annotations

from urllib.parse import quote, unquote

from client.scripts import Scripts, needs_node
from dobbm.server.links import mended
from dobbm.server.site import PAGES
from server.links import MENDED

pytestmark = needs_node

MENDING = """
globalThis.location = { hash: "" };
const addresses = await import("./base/addresses.js");
const { codeIn, fragment, mendedPath, mendedSearch, moveCode } = addresses;
respond({
  paths: asked.paths.map(mendedPath),
  searches: asked.searches.map(mendedSearch),
  fragments: asked.hashes.map((hash) => ((location.hash = hash), fragment())),
  codes: asked.hashes.map(moveCode),
  secrets: asked.hashes.map((hash) => codeIn(hash, "me") ?? codeIn(hash, "guest")),
});
"""


def test_the_page_mends_addresses_as_the_server_does(scripts: Scripts) -> None:
    searches = {
        "?fbclid=x&utm_source=y": "",
        "?seat=3&fbclid=x": "?seat=3",
        "?seat=3).": "?seat=3",
        "?seat=x": "",
        "": "",
    }
    hashes = {
        "#27/2).": ("27/2", None),
        "#tactics%20": ("tactics", None),
        "#": ("", None),
        "#move=a_-B9)": ("move", "a_-B9"),
        "#move=a_-B9&utm_source=y": ("move", "a_-B9"),
        "#move%3Da_-B9%0A": ("move", "a_-B9"),
    }
    paths = [quote(path, safe="/%?=&#") for path in MENDED]
    answer = scripts.run(MENDING, {"paths": paths, "searches": [*searches], "hashes": [*hashes]})
    assert [mended(unquote(path), PAGES) for path in paths] == [*MENDED.values()]
    assert answer["paths"] == [*MENDED.values()]
    assert answer["searches"] == [*searches.values()]
    assert [*zip(answer["fragments"], answer["codes"], strict=True)] == [*hashes.values()]


def test_the_secrets_of_a_club_are_found_in_its_links(scripts: Scripts) -> None:
    hashes = {
        "#me=a_-B9": "a_-B9",
        "#me=a_-B9).": "a_-B9",
        "#me%3Da_-B9%0A": "a_-B9",
        "#guest=WyJ2Il0.c1gn-_Q.": "WyJ2Il0.c1gn-_Q",
        "#guest=.eJyrVg.c1gn": ".eJyrVg.c1gn",
        "#name=a": None,
        "#me": None,
        "": None,
    }
    answer = scripts.run(MENDING, {"paths": [], "searches": [], "hashes": [*hashes]})
    assert answer["secrets"] == [*hashes.values()]
