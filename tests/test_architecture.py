"""The layers of the package: which module may import which (docs/architecture.md)."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import dobbm

ROOT = Path(dobbm.__file__).parent

GAME = (
    {"game.errors"},
    {"game.fields", "game.json_text"},
    {"game.seeds", "game.arguments"},
    {"game.cards"},
    {"game.tricks"},
    {"game.rules"},
    {"game.actions"},
    {"game.bidding", "game.exchange", "game.doubling", "game.play"},
    {"game.setup", "game.as_text"},
    {"game.deal"},
    {"game.settlement"},
    {"game.record"},
    {"game.view_shape"},
    {"game.view", "game.perft", "game.session"},
)
LAYERS = (
    *GAME,
    {"locks", "copying", "folders", "files", "pictures"},
    {"conditions", "game.shuffle", "text", "workers", "extras", "ai.code_cache"},
    {"cluster"},
    {"ai.layout", "ai.memory", "ai.calling"},
    {"ai.kernel", "ai.wasm", "ai.kernel_file"},
    {"ai.native", "ai.wasmtime", "ai.browser"},
    {"ai.machine"},
    {"ai.arrays", "ai.facts"},
    {"ai.worlds"},
    {"ai.solver", "ai.evaluation", "ai.claims"},
    {"ai.rollouts"},
    {"ai.network"},
    {"players"},
    {"arena"},
    {"exercises"},
    {"envs"},
    {"training"},
    {"studies"},
    {"table"},
    {"club"},
    {"runtime"},
    {"store"},
    {"server"},
    {"pocket"},
    {"terminal"},
    {"cli"},
)
"""From the first to the last. A module imports only from earlier layers and its own package."""

OUTER = {"__init__", "__main__", "game", "ai"}
"""``import dobbm``, ``python -m dobbm`` and two packages' docstrings: no module imports them."""

LIBRARIES = {
    "ai.kernel": {"llvmlite", "numba", "numpy"},
    "ai.code_cache": {"llvmlite"},
    "ai.wasmtime": {"wasmtime"},
    "ai.browser": {"dobbm_browser"},
    "ai.arrays": {"numpy"},
    "ai.worlds": {"numpy"},
    "ai.solver": {"numpy"},
    "ai.evaluation": {"numpy"},
    "ai.rollouts": {"numpy"},
    "ai.network": {"numpy"},
    "cluster": {"distributed"},
    "envs": {"gymnasium", "numpy", "pettingzoo", "pyarrow", "pyspiel"},
    "studies": {"numpy"},
    "training": {"jax", "numpy", "optax"},
    "runtime": {"orjson"},
    "store": {"alembic", "asyncpg", "sqlalchemy"},
    "server": {
        "cryptography",
        "fastapi",
        "httptools",
        "itsdangerous",
        "prometheus_client",
        "pydantic",
        "starlette",
        "structlog",
        "uvicorn",
    },
    "players": {"numpy"},
    "pocket": {"dobbm_browser", "pyodide"},
    "terminal": {"rich"},
    "cli": {"rich", "segno", "uvicorn"},
}
"""The third-party libraries that each part of the package may use."""

GAME_USES = {
    "__future__",
    "collections",
    "contextlib",
    "contextvars",
    "dataclasses",
    "functools",
    "importlib",
    "inspect",
    "itertools",
    "json",
    "math",
    "operator",
    "random",
    "types",
    "typing",
}
"""The only modules of the standard library that the game may use."""

MIRRORS = {
    "ai.kernel",  # compiled functions, beside the module that calls them
    "cli",  # a command for each thing it does
    "game.view_shape",  # JSON objects of what the game calls by the same names
    "players",  # a module for each phase of the game
    "server.models",  # JSON bodies of what the game and the table call by the same names
    "server.responses",
    "server.table_models",
    "table.shapes",
    "terminal",  # a session of the game, drawn
}
"""Packages and modules whose names mirror those of other packages."""

LIVE_TABLE_USES = {
    "__future__",
    "asyncio",
    "base64",
    "collections",
    "contextlib",
    "contextvars",
    "dataclasses",
    "dobbm",
    "functools",
    "hashlib",
    "hmac",
    "ipaddress",
    "json",
    "logging",
    "math",
    "orjson",
    "re",
    "typing",
    "unicodedata",
}
"""The only modules that a live table may use: none of them has time or randomness, except asyncio.

The game's own layers are checked with ``GAME_USES``.
"""

ASYNCIO = {
    "AbstractEventLoop",
    "CancelledError",
    "Event",
    "Future",
    "Lock",
    "Queue",
    "Runner",
    "SelectorEventLoop",
    "Task",
    "TimerHandle",
    "create_task",
    "current_task",
    "gather",
    "get_running_loop",
    "shield",
}
"""The only names of asyncio that a live table may use: none of them waits for wall time."""

FORBIDDEN = {
    ".call_at",
    ".call_later",
    ".run_in_executor",
    ".time",
    "__import__",
    "eval",
    "exec",
    "getattr",
    "open",
    "SystemClock",
    "SystemEntropy",
}
"""Methods and functions that a live table may not use, and the clock and entropy of the system."""

PROVIDERS_OF_TIME_AND_RANDOMNESS = {
    "runtime.clock": {"time", ".time", "asyncio.sleep"},
    "runtime.entropy": {"secrets"},
    "runtime.runtime": {"SystemClock", "SystemEntropy"},
}
"""The modules that provide a live table with time and randomness, and what they may use."""

LONGEST_MODULE = 400
"""The most lines of a module."""

LONGEST_FUNCTION = 60
"""The most lines of a function, without its docstring."""

MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for path in ROOT.rglob("*.py")
}


def package_of(module: str) -> str:
    return module.partition(".")[0]


def layer_of(module: str) -> str:
    """Return the member of a layer that a module is, or is part of."""
    package, *inner = module.split(".")
    return f"{package}.{inner[0]}" if package in OUTER and inner else package


def imports(module: str) -> Iterator[str]:
    """Yield the full names of the modules that a module imports, at its top or in a function.

    The pictures in a notebook come from outside the game: only ``_repr_html_`` may import it.
    """
    tree = tree_of(module)
    shown = [node for node in ast.walk(tree) if getattr(node, "name", "") == "_repr_html_"]
    drawing = {part for node in shown for part in ast.walk(node)}
    for node in ast.walk(tree):
        if node in drawing:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} imports relatively"
            assert node.module
            yield node.module


def own_imports(module: str) -> set[str]:
    """The modules of the package that a module imports, by their names within the package."""
    found = {name.partition(".")[2] for name in imports(module) if package_of(name) == "dobbm"}
    assert "" not in found or module in OUTER, f"{module} imports the face of the package"
    return found


def loaded_by(code: str) -> set[str]:
    """The modules that ``code`` loads in a fresh interpreter."""
    program = f"import sys; before = {{*sys.modules}}\n{code}\nprint(*{{*sys.modules}} - before)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


@cache
def tree_of(module: str) -> ast.Module:
    return ast.parse(MODULES[module].read_text())


def lines_of(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Count the lines of a function without its docstring."""
    last = function.end_lineno or function.lineno
    documented = function.body[0] if ast.get_docstring(function) else None
    lines = documented and (documented.end_lineno or 0) - documented.lineno + 1
    return last - function.lineno + 1 - (lines or 0)


def mirrors(module: str) -> bool:
    return any(module == one or module.startswith(f"{one}.") for one in MIRRORS)


def repeated(names: list[str]) -> list[str]:
    return [name for name, times in Counter(names).items() if times > 1]


def breaches(tree: ast.Module) -> set[str]:
    """Everything in a syntax tree that a live table may not use."""
    found: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Import(names):
                found |= {package_of(alias.name) for alias in names} - LIVE_TABLE_USES
                # Under another name, or as a module of its own, asyncio could not be followed.
                found |= {f"{one.name} as {one.asname}" for one in names if one.asname}
                found |= {one.name for one in names if one.name.startswith("asyncio.")}
            case ast.ImportFrom(module, names) if module:
                found |= {package_of(module)} - LIVE_TABLE_USES
                found |= {alias.name for alias in names} & FORBIDDEN
                if package_of(module) == "asyncio":
                    found |= {f"{module}.{alias.name}" for alias in names}
            case ast.Attribute(ast.Name("asyncio"), name):
                found |= {f"asyncio.{name}"} if name not in ASYNCIO else set()
            case ast.Attribute(_, name):
                found |= {f".{name}", name} & FORBIDDEN
            case ast.Name(name, ast.Load()):
                found |= {name} & FORBIDDEN
    named = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id == "asyncio"]
    bases = [node.value for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
    return found | {"asyncio" for node in named if node not in bases}


def test_modules_and_functions_are_short() -> None:
    for module, path in MODULES.items():
        assert len(path.read_text().splitlines()) <= LONGEST_MODULE, module
        functions = [
            node
            for node in ast.walk(tree_of(module))
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        ]
        assert not [one.name for one in functions if lines_of(one) > LONGEST_FUNCTION], module


def test_every_module_has_a_layer() -> None:
    assert {layer_of(module) for module in MODULES} - OUTER == set().union(*LAYERS)


def test_a_module_imports_only_from_earlier_layers() -> None:
    for module in set(MODULES) - OUTER:
        own = layer_of(module)
        level = next(index for index, layer in enumerate(LAYERS) if own in layer)
        earlier = set().union(*LAYERS[:level])
        for imported in own_imports(module):
            assert layer_of(imported) in earlier | {own}, f"{module} imports {imported}"


def test_no_module_imports_itself_indirectly() -> None:
    graph = {module: own_imports(module) & set(MODULES) for module in MODULES}
    assert len([*TopologicalSorter(graph).static_order()]) == len(MODULES)


def test_a_module_shares_its_name_only_with_one_it_mirrors() -> None:
    names = [
        module.rpartition(".")[2]
        for module, path in MODULES.items()
        if path.name != "__init__.py" and not mirrors(module)
    ]
    assert not repeated(names)


def test_a_class_shares_its_name_only_with_one_it_mirrors() -> None:
    names = [
        node.name
        for module in MODULES
        if not mirrors(module)
        for node in tree_of(module).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    ]
    assert not repeated(names)


def test_only_the_listed_libraries_are_used() -> None:
    known = sys.stdlib_module_names | {"dobbm"}
    for module in MODULES:
        foreign = {package_of(name) for name in imports(module)} - known
        assert foreign <= LIBRARIES.get(layer_of(module), set()), module


def test_the_game_needs_little_of_the_standard_library() -> None:
    for module in set().union(*GAME):
        used = {package_of(name) for name in imports(module)}
        assert used <= GAME_USES | {"dobbm"}, module


def test_a_live_table_is_given_its_time_and_randomness() -> None:
    """So a session can be simulated and repeated."""
    for module in MODULES:
        if layer_of(module) in ("runtime", "table"):
            allowed = PROVIDERS_OF_TIME_AND_RANDOMNESS.get(module, set())
            defined = {node.name for node in tree_of(module).body if isinstance(node, ast.ClassDef)}
            assert breaches(tree_of(module)) - defined == allowed, module


@pytest.mark.parametrize(
    "source",
    [
        "import time",
        "__import__('time')",
        "import asyncio as a; a.sleep(1)",
        "import asyncio; a = asyncio; a.sleep(1)",
        "import asyncio; getattr(asyncio, 'sleep')(1)",
        "import asyncio; asyncio.as_completed(tasks, timeout=1)",
        "import asyncio; asyncio.get_running_loop().time()",
        "import asyncio; asyncio.timeouts.timeout(1)",
        "import asyncio; asyncio.wait(tasks, timeout=1)",
        "import asyncio.timeouts",
        "from asyncio import *",
        "from asyncio import tasks; tasks.sleep(1)",
        "from asyncio import wait_for as wait",
        "import os; os.getrandom(8)",
        "import ssl; ssl.RAND_bytes(8)",
        "import select; select.select([], [], [], 1)",
        "import subprocess; subprocess.run(['sleep', '1'])",
        "import importlib; importlib.import_module('time')",
        "open('/dev/urandom')",
        "from dobbm.runtime.clock import SystemClock",
        "from dobbm.runtime import entropy; entropy.SystemEntropy()",
    ],
)
def test_time_and_randomness_are_found_under_any_name(source: str) -> None:
    assert breaches(ast.parse(source))


def test_the_runtime_loads_no_database_no_web_framework_and_no_compiled_code() -> None:
    modules = [module for module in MODULES if layer_of(module) == "runtime"]
    loaded = loaded_by("\n".join(f"import dobbm.{module}" for module in modules))
    heavy = set().union(*LIBRARIES.values()) - LIBRARIES["runtime"]
    assert not {package_of(name) for name in loaded} & heavy
    layers = {layer_of(name.partition(".")[2]) for name in loaded if package_of(name) == "dobbm"}
    assert not layers & {"ai.kernel", "players", "store", "server"}


def test_the_pocket_edition_loads_nothing_of_clubs_but_identifiers_and_cookies() -> None:
    """Every kilobyte is loaded by a phone before the first card."""
    clubs = re.compile(r"\.club_?|\.tournament|\.push|\.archive")
    loaded = {name for name in loaded_by("import dobbm.pocket.boot") if clubs.search(name)}
    assert loaded == {"dobbm.club", "dobbm.club.club_ids", "dobbm.server.club_cookies"}


def test_import_dobbm_loads_no_other_module_until_a_name_is_used() -> None:
    ours = {name for name in loaded_by("import dobbm") if package_of(name) == "dobbm"}
    assert ours == {"dobbm"}


def test_the_public_names_load_the_game_and_nothing_else() -> None:
    loaded = loaded_by("from dobbm import *")
    ours = {name for name in loaded if package_of(name) == "dobbm"}
    game = {f"dobbm.{module}" for module in set().union(*GAME)}
    assert ours == {"dobbm", "dobbm.game", "dobbm.pictures"} | game
    slow = {"asyncio", "argparse", "subprocess", "logging", "gettext", "socket", "unittest"}
    assert not {package_of(name) for name in loaded} & slow
    assert {package_of(name) for name in loaded} <= sys.stdlib_module_names | {"dobbm"}


@pytest.mark.parametrize("command", ["replay /dev/null", "perft --depth 1 /dev/null", "deal"])
def test_a_command_on_records_starts_quickly(command: str) -> None:
    """It loads neither the players nor the terminal, nor any third-party library."""
    code = f"""
import io
from dobbm.cli import main
out, sys.stdout = sys.stdout, io.StringIO()
main({command.split()})
sys.stdout = out
"""
    loaded = loaded_by(code)
    later = set().union(*LAYERS[len(GAME) : -1]) - {"files"}
    assert not loaded & {f"dobbm.{module}" for module in later}
    assert {package_of(name) for name in loaded} <= sys.stdlib_module_names | {"dobbm"}
