"""Remove each rule of the reducer and of the deadlines in turn, and check that a test fails.

  python scripts/mutations.py --list
  python scripts/mutations.py
  python scripts/mutations.py --only 17

A mutation drops one thing: a field that an event changes, a branch, a condition, or a deadline.
Each mutation changes a copy of the sources; the quick tests of table and runtime run against it.
The exit status is 1 if fewer than 95 % are caught.
"""

from __future__ import annotations

import ast
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
MODULES = (
    "table/reducer.py",
    "table/occupancy.py",
    "table/absences.py",
    "table/voting.py",
    "table/dealing.py",
    "table/deadlines.py",
)
"""The reducer with its parts, and the deadlines."""
TESTS = ("tests/table", "tests/runtime")
"""The quick tests, at least one of which must fail; the most likely to fail come first."""
GOAL = 0.95
"""The share of mutations that must be caught."""
PATIENCE = 300
"""CPU seconds after which a mutation that makes a test run forever counts as caught."""


class Mutation(NamedTuple):
    """The source of a module with one rule removed."""

    module: str
    line: int
    what: str
    source: str
    """The module without the rule."""


def main() -> int:
    """Run the tests against each mutation and return the exit status."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--list", action="store_true", help="only list the mutations")
    parser.add_argument("--only", type=int, metavar="N", help="test only mutation N of the list")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="test N mutations at once")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    mutations = [*enumerate(all_mutations())]
    if options.list:
        for number, mutation in mutations:
            print(f"{number:3} {mutation.module}:{mutation.line} {mutation.what}")
        return 0
    chosen = [mutations[options.only]] if options.only is not None else mutations
    if options.only is None and fails(ROOT / "src"):
        print("The tests fail without a mutation.", file=sys.stderr)
        return 1
    missed = []
    with ThreadPoolExecutor(options.jobs) as jobs:
        all_caught = jobs.map(is_caught, (mutation for _, mutation in chosen))
        for (number, mutation), caught in zip(chosen, all_caught, strict=True):
            place = f"{mutation.module}:{mutation.line} {mutation.what}"
            print(f"{number:3} {'caught' if caught else 'MISSED'} {place}", file=sys.stderr)
            if not caught:
                missed.append(place)
    share = 1 - len(missed) / len(chosen)
    if options.json:
        print(json.dumps({"mutations": len(chosen), "caught": round(share, 3), "missed": missed}))
    else:
        caught_all = f"{len(chosen) - len(missed)} of {len(chosen)} caught ({share:.1%})"
        print(caught_all, *missed, sep="\n")
    return 0 if share >= GOAL else 1


def all_mutations() -> Iterator[Mutation]:
    """Yield a mutation for every rule that can be removed, module by module."""
    for module in MODULES:
        text = (ROOT / "src" / "dobbm" / module).read_text()
        tree = ast.parse(text)
        for number, node in enumerate(ast.walk(tree)):
            for index, (what, changed) in enumerate(changes(node)):
                copy = deepcopy(tree)
                twin = [*ast.walk(copy)][number]
                _, replacement = [*changes(twin)][index]
                source = ast.unparse(_Replace(twin, replacement).visit(copy))
                assert changed is not None
                line = getattr(getattr(node, "pattern", node), "lineno", 0)
                yield Mutation(module, line, what, source)


def changes(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Yield the possible replacements of a node, each with a description of the change."""
    match node:
        case ast.Call(func=ast.Name(id="replace") | ast.Attribute(attr="_replace")):
            for index, keyword in enumerate(node.keywords):
                kept = [*node.keywords[:index], *node.keywords[index + 1 :]]
                yield f"without {keyword.arg}", ast.Call(node.func, node.args, kept)
        case ast.If() | ast.IfExp():
            words = ast.unparse(node.test)
            never = deepcopy(node)
            never.test = ast.Constant(value=False)
            yield f"never: {words}", never
            always = deepcopy(node)
            always.test = ast.Constant(value=True)
            yield f"always: {words}", always
        case ast.Return(value=ast.Call(func=ast.Name(id="Due"))):
            yield f"no deadline: {ast.unparse(node)}", ast.Return(ast.Constant(value=None))
        case ast.match_case() if node.guard is None and not _is_wild(node.pattern):
            nothing = deepcopy(node)
            nothing.body = [ast.Return(ast.Name(id="table", ctx=ast.Load()))]
            if ast.unparse(nothing) != ast.unparse(node):
                yield f"nothing for: {ast.unparse(node.pattern)}", nothing


def _is_wild(pattern: ast.pattern) -> bool:
    return isinstance(pattern, ast.MatchAs) and pattern.pattern is None


class _Replace(ast.NodeTransformer):
    """A transformer that replaces one node with another."""

    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self._old = old
        self._new = new

    def visit(self, node: ast.AST) -> ast.AST:
        if node is self._old:
            return ast.fix_missing_locations(self._new)
        return self.generic_visit(node)


def is_caught(mutation: Mutation) -> bool:
    """Return whether a test fails against a copy of the sources with the mutation."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(ROOT / "src", folder, dirs_exist_ok=True)
        (Path(folder) / "dobbm" / mutation.module).write_text(mutation.source)
        return fails(Path(folder))


def fails(folder: Path) -> bool:
    """Return whether a test fails against the sources in ``folder``, or never ends."""
    with subprocess.Popen(
        [sys.executable, "-m", "pytest", "-x", "-q", "-n0", "-p", "no:cacheprovider", *TESTS],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as tests:
        resource.prlimit(tests.pid, resource.RLIMIT_CPU, (PATIENCE, PATIENCE))
        return tests.wait() != 0


if __name__ == "__main__":
    sys.exit(main())
