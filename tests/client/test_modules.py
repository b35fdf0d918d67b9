"""The page's modules are short and fit together: no import is missing, unused or from above."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from client.scripts import Scripts, needs_node
from dobbm.server.site import MISSING, PAGES, STATIC, Site

MODULES = sorted(
    path.relative_to(STATIC).as_posix()
    for path in STATIC.rglob("*.js")
    if "vendor" not in path.parts and path.name != "sw.js"
)
LATER = re.compile(r'part\("([\w/-]+\.js)"')
IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"(.+?)";', re.MULTILINE)
EXPORT = re.compile(r"^export (?:async )?(?:function|const|let|class) (\w+)", re.MULTILINE)
AGAIN = re.compile(r"^export \{([^}]*)\}", re.MULTILINE)
AGAIN_FROM = re.compile(r"^export \{([^}]*)\} from \"(.+?)\";", re.MULTILINE)

TESTS = Path(__file__).parents[1]
SITE = Site()

LAYERS = (
    *("vendor", "base", "cards", "game", "table", "score", "learn", "replay", "me"),
    *("club", "pages"),
)
"""The layers in order; modules import only from their own layer and earlier ones."""


@cache
def text_of(module: str) -> str:
    return (STATIC / module).read_text(encoding="utf-8")


def names(listed: str) -> list[str]:
    return [name.split(" as ")[0].strip() for name in listed.split(",") if name.strip()]


@cache
def imports(module: str) -> list[tuple[list[str], Path]]:
    found = IMPORT.findall(text_of(module))
    folder = (STATIC / module).parent
    return [(names(listed), (folder / source).resolve()) for listed, source in found]


@cache
def exported(path: Path) -> set[str]:
    text = path.read_text(encoding="utf-8")
    return {*EXPORT.findall(text), *[n for listed in AGAIN.findall(text) for n in names(listed)]}


def test_every_import_exists() -> None:
    for module in MODULES:
        for imported, source in imports(module):
            assert source.is_file(), (module, source)
            if "vendor" not in source.parts:
                assert set(imported) <= exported(source), module


def test_every_import_is_used() -> None:
    for module in MODULES:
        for name in (name for imported, _ in imports(module) for name in imported):
            uses = rf"(?:\.\.\.|(?<![\w$.])){re.escape(name)}\b"
            assert len(re.findall(uses, text_of(module))) > 1, (module, name)


@cache
def texts(folder: Path) -> dict[Path, str]:
    """Return the modules of the page, or the tests that may load them."""
    paths = [path for path in folder.rglob("*") if path.suffix in (".js", ".mjs", ".py")]
    return {path: path.read_text(encoding="utf-8") for path in paths}


@cache
def asked_for() -> dict[Path, set[str]]:
    """Return the names that modules of the page import, or export again, of each module."""
    found: dict[Path, set[str]] = {}
    for path, text in texts(STATIC).items():
        for listed, source in (*IMPORT.findall(text), *AGAIN_FROM.findall(text)):
            found.setdefault((path.parent / source).resolve(), set()).update(names(listed))
    return found


def users(module: str) -> Iterator[str]:
    """Yield what may use the names of a module that is loaded as a whole, early or late."""
    loads = re.compile(rf"""(?<!from )["`][^"`\n]*\b{Path(module).name}["`]""")
    page = {path: IMPORT.sub("", text) for path, text in texts(STATIC).items()}
    del page[STATIC / module]
    if any(loads.search(text) for text in page.values()):
        yield from page.values()
    for text in texts(TESTS).values():
        if loads.search(text):
            yield text


def test_every_export_is_imported() -> None:
    """By name, as part of a module that is loaded as a whole, or by a test."""
    for module in MODULES:
        own = STATIC / module
        for name in exported(own) - asked_for().get(own, set()):
            word, called = re.compile(rf"\b{name}\b"), f'.call("{name}"'
            by_test = any(called in text for text in texts(TESTS).values())
            by_page = by_test or any(word.search(text) for text in users(module))
            assert by_page, (module, name)


def test_a_module_imports_from_earlier_folders() -> None:
    for module in MODULES:
        own = module.partition("/")[0]
        for _, source in imports(module):
            other = source.relative_to(STATIC).parts[0]
            if own in LAYERS and other in LAYERS:
                assert LAYERS.index(other) <= LAYERS.index(own), (module, source)


def test_no_module_needs_itself_indirectly() -> None:
    """Neither at once nor later, by ``part``."""
    graph = {
        module: {source.relative_to(STATIC).as_posix() for _, source in imports(module)}
        | {*LATER.findall(text_of(module))}
        for module in MODULES
    }
    assert len([*TopologicalSorter(graph).static_order()]) >= len(MODULES)


LONGEST = 120
GENERATED = {"base/data.js", "learn/chapters.js"}
ALONE = re.compile(r'\s*(?:const \w+ =|return)? ?(?:"(?:[^"\\]|\\.)*"|/.+/\w*)[,;]?')
"""Matches a line with nothing but a text or a regular expression, which cannot be broken."""


def test_no_line_is_too_long() -> None:
    """The formatter breaks no templates."""
    for module in {*MODULES} - GENERATED:
        long = [line for line in text_of(module).splitlines() if len(line) > LONGEST]
        assert [line for line in long if not ALONE.fullmatch(line)] == [], module


def test_no_template_has_an_inline_style() -> None:
    """The content security policy of a server blocks the attribute, but not the property."""
    styled = re.compile(r"[\w\"} ]style=")
    assert [module for module in MODULES if styled.search(text_of(module))] == []


DATES = (
    "base/i18n.js",
    "base/settings.js",
    "me/days.js",
    "score/saving.js",
    "score/sheets.js",
    "table/picture.js",
)
"""The modules that write a date, for people or into a file."""


def test_only_what_writes_a_date_asks_the_devices_clock() -> None:
    """The device's clock may be set in mid-game: durations are measured with ``base/clock.js``."""
    asks = re.compile(r"\bDate\.now\b|\bnew Date\(")
    assert {module for module in MODULES if asks.search(text_of(module))} <= {*DATES}


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
def test_every_module_parses(scripts: Scripts) -> None:
    sources = [(module, text_of(module)) for module in MODULES]
    assert scripts.run(READING, sources) == []
    assert scripts.run(READING, [("wrong.js", "const a;")]) != []


def test_what_is_loaded_when_it_is_needed_exists() -> None:
    for module in MODULES:
        for path in re.findall(r'(?:part|values)\("(.+?)"\)', text_of(module)):
            assert (STATIC / path).is_file(), (module, path)


def test_only_the_loader_imports_modules_when_they_are_needed() -> None:
    """A module that fails to load would otherwise leave the page without a way out.

    The worker of the page has a way of its own, what starts it renews its modules, and what keeps
    the pocket beside a server takes a module of that, which may be of another version.
    """
    others = ("base/alone.js", "pocket/connection.js", "pocket/python.js", "pocket/worker.js")
    page = [one for one in MODULES if one not in others]
    importing = [one for one in page if "import(" in sent(one) or "fetch(new URL" in sent(one)]
    assert importing == ["base/loading.js"]


def test_all_modules_of_the_worker_of_a_pocket_are_renewed() -> None:
    text = (STATIC / "pocket/connection.js").read_text(encoding="utf-8")
    renewed = re.findall(r'"(\w+)"', re.search(r"MODULES = \[(.*?)\]", text)[1])  # type: ignore[index]
    found = ["pocket/worker.js"]
    for module in found:
        for path in re.findall(
            r'^import .*"\./(.+?)"', (STATIC / module).read_text("utf-8"), re.MULTILINE
        ):
            if f"pocket/{path}" not in found:
                found.append(f"pocket/{path}")
    assert {f"pocket/{name}.js" for name in renewed} == {*found}


OWN_ADDRESS = re.compile(
    r"""(?:href|src|action)=(?:"|\$\{["`])/ | \bgo\(["`]/ | \borigin\}/ | ["`]/t/
    | location\.pathname | register\("/ | \bpath=/""",
    re.VERBOSE,
)
"""Matches an own address that leaves out the folder in which the page lies."""


AT_HOME = ("base/addresses.js", "base/place.js", "base/router.js")


def test_the_other_modules_do_not_know_where_the_page_lies() -> None:
    """They go and lead to ``at(path)``, and ask ``here()`` where they are."""
    by_way = re.compile(r"\b(?:at|linkTo)\(`/t/|\w+\(\)\.startsWith\(\"/t/\"\)")
    for module in {*MODULES} - {*AT_HOME}:
        assert OWN_ADDRESS.findall(by_way.sub("", sent(module))) == [], module


ROOT = Path(__file__).parents[2]

LONGEST_MODULE = 400
"""The most lines of a module."""

LONGEST_FUNCTION = 60
"""The most lines of a function, with the functions and the templates in it."""

needs_typescript = pytest.mark.skipif(
    not (ROOT / "node_modules/.installed").exists(), reason="TypeScript is not installed"
)

MEASURING = """
import { isFunctionLikeDeclaration } from "typescript/unstable/ast";
import { API } from "typescript/unstable/sync";
const files = process.argv.slice(1);
const compiler = new API({ cwd: process.cwd() });
const snapshot = compiler.updateSnapshot({ openFiles: files });
const found = files.flatMap((file) => {
  const source = snapshot.getDefaultProjectForFile(file).program.getSourceFile(file);
  const functions = [];
  const visit = (node) => {
    if (isFunctionLikeDeclaration(node)) {
      const text = source.text.slice(node.getStart(source), node.end);
      functions.push([file, text.split("\\n", 1)[0], text.split("\\n").length]);
    }
    node.forEachChild(visit);
  };
  visit(source);
  return functions;
});
compiler.close();
console.log(JSON.stringify(found));
"""


def long_functions(*files: Path) -> list[str]:
    """Return the first lines of the functions that are too long, as TypeScript finds them."""
    program = ["node", "--input-type=module", "--eval", MEASURING, *map(str, files)]
    done = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, check=True)
    return [
        f"{Path(file).name}: {begins} ({lines} lines)"
        for file, begins, lines in json.loads(done.stdout)
        if lines > LONGEST_FUNCTION
    ]


def test_modules_are_short() -> None:
    lines = {module: len(text_of(module).splitlines()) for module in [*MODULES, "sw.js"]}
    assert {module: many for module, many in lines.items() if many > LONGEST_MODULE} == {}


@needs_typescript
def test_functions_are_short() -> None:
    assert long_functions(*(STATIC / module for module in [*MODULES, "sw.js"])) == []


@needs_typescript
def test_a_long_function_is_found_in_every_form(tmp_path: Path) -> None:
    forms = [
        ("function one() {", "}"),
        ("export const one = () => html`<p>", "</p>`;"),
        ("const one = () => [", "];"),
        ("class One { get one() {", "} }"),
        ("call(async () => {", "});"),
    ]
    for number, (begins, ends) in enumerate(forms):
        for name, lines in (("short", LONGEST_FUNCTION), ("long", LONGEST_FUNCTION + 1)):
            code = "/** Not counted. */\n" + begins + "\n" * (lines - 1) + ends
            (tmp_path / f"{name}{number}.js").write_text(code)
    found = long_functions(*sorted(tmp_path.iterdir()))
    assert [one.partition(":")[0] for one in found] == [f"long{at}.js" for at in range(len(forms))]


def sent(module: str) -> str:
    """Return a module without its comments."""
    return SITE.file(SITE.version, module).data.decode()


def test_page_and_server_have_the_same_addresses() -> None:
    app = (STATIC / "app.js").read_text(encoding="utf-8")
    loaded = re.findall(r'part\("pages/(\w+)\.js"\)', app)
    assert sorted(loaded) == sorted([*PAGES.values(), MISSING])
