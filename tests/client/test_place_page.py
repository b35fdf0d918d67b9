"""Where the page lies, and its own paths as addresses there."""

from __future__ import annotations

from client.scripts import Scripts, needs_node

pytestmark = needs_node

PLACES = """
import { copyFileSync, mkdirSync } from "node:fs";
mkdirSync("club/dobbm/static/1/base", { recursive: true });
copyFileSync("base/place.js", "club/dobbm/static/1/base/place.js");
const root = await import("./base/place.js");
const below = await import("./club/dobbm/static/1/base/place.js");
const folder = new URL("club/dobbm/", import.meta.url).pathname;
globalThis.location = { origin: "https://club.example" };
const answers = ({ HOME, at, here, linkTo }, above) => ({
  home: HOME,
  addresses: asked.paths.map(at),
  links: asked.paths.map(linkTo),
  paths: asked.addresses.map((address) => here(above + address)),
  elsewhere: here("/elsewhere/"),
});
respond([folder, answers(root, "/"), answers(below, folder)]);
"""

PATHS = ["/", "/rules#glossary", "/t/stubai?seat=2"]
ADDRESSES = {
    "": "/",
    "index.html": "/",
    "learn": "/learn",
    "learn/": "/learn",
    "learn/index.html": "/learn",
    "t/stubai/deals/3": "/t/stubai/deals/3",
    "indexed.html": "/indexed.html",
}


def test_the_page_works_below_any_folder(scripts: Scripts) -> None:
    folder, root, below = scripts.run(PLACES, {"paths": PATHS, "addresses": [*ADDRESSES]})
    for home, found in (("/", root), (folder, below)):
        assert found["home"] == home
        assert found["addresses"] == [home + path[1:] for path in PATHS]
        assert found["links"] == ["https://club.example" + path for path in found["addresses"]]
        assert found["paths"] == [*ADDRESSES.values()]
    assert below["elsewhere"] == "/elsewhere/"


AT_TABLE = """
const { here, isAtTable } = await import("./base/place.js");
respond(asked.map((pathname) => ((globalThis.location = { pathname }), [here(), isAtTable()])));
"""


def test_the_page_knows_whether_it_shows_a_table(scripts: Scripts) -> None:
    paths = ["/t/stubai", "/t/stubai/deals/2", "/tables", "/"]
    found = scripts.run(AT_TABLE, paths)
    assert found == [[path, path.startswith("/t/")] for path in paths]
