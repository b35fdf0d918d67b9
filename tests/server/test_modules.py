"""The page's modules fit together: nothing imported is missing, unused, or from a page above."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dobbm.server.site import MISSING, PAGES, STATIC
from server.scripts import Scripts, needs_node

MODULES = sorted(
    path.relative_to(STATIC).as_posix()
    for path in STATIC.rglob("*.js")
    if "vendor" not in path.parts and path.name != "sw.js"
)
IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"(.+?)";', re.MULTILINE)
EXPORT = re.compile(r"^export (?:async )?(?:function|const|let|class) (\w+)", re.MULTILINE)
AGAIN = re.compile(r"^export \{([^}]*)\}", re.MULTILINE)

LAYERS = ("vendor", "base", "cards", "game", "table", "score", "learn", "replay", "pages")
"""In the order in which they may import: the later from the earlier. The router names the pages,
but loads them only when they are gone to."""

every_module = pytest.mark.parametrize("module", MODULES)


def names(listed: str) -> list[str]:
    return [name.split(" as ")[0].strip() for name in listed.split(",") if name.strip()]


def imports(module: str) -> list[tuple[list[str], Path]]:
    found = IMPORT.findall((STATIC / module).read_text(encoding="utf-8"))
    folder = (STATIC / module).parent
    return [(names(listed), (folder / source).resolve()) for listed, source in found]


def exported(path: Path) -> set[str]:
    text = path.read_text(encoding="utf-8")
    return {*EXPORT.findall(text), *[n for listed in AGAIN.findall(text) for n in names(listed)]}


@every_module
def test_what_is_imported_is_there(module: str) -> None:
    for wanted, source in imports(module):
        assert source.is_file(), source
        if "vendor" not in source.parts:
            assert set(wanted) <= exported(source)


@every_module
def test_what_is_imported_is_used(module: str) -> None:
    text = (STATIC / module).read_text(encoding="utf-8")
    for wanted, _ in imports(module):
        for name in wanted:
            assert len(re.findall(rf"(?:\.\.\.|(?<![\w$.])){re.escape(name)}\b", text)) > 1, name


@every_module
def test_a_module_imports_from_earlier_folders(module: str) -> None:
    own = module.partition("/")[0]
    for _, source in imports(module):
        other = source.relative_to(STATIC).parts[0]
        if own in LAYERS and other in LAYERS:
            assert LAYERS.index(other) <= LAYERS.index(own), source


READING = """
import { SourceTextModule } from "node:vm";
const wrong = asked.flatMap(([module, source]) => {
  try {
    new SourceTextModule(source);
    return [];
  } catch (error) {
    return [`${module}: ${error}`];
  }
});
respond(wrong);
"""


@needs_node
def test_all_modules_can_be_read(scripts: Scripts) -> None:
    sources = [(module, (STATIC / module).read_text(encoding="utf-8")) for module in MODULES]
    assert scripts.run(READING, sources) == []
    assert scripts.run(READING, [("wrong.js", "const a;")]) != []


def test_router_and_server_have_the_same_pages() -> None:
    router = (STATIC / "base" / "router.js").read_text(encoding="utf-8")
    loaded = re.findall(r'import\("\.\./pages/(\w+)\.js"\)', router)
    assert sorted(loaded) == sorted([*PAGES.values(), MISSING])
