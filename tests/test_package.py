"""The package: its public names, and what is built from it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path
from types import ModuleType

import pytest

import dobbm

ROOT = Path(__file__).parents[1]
BUILT = (".*", "node_modules", "dist", "build", "screens", "__pycache__", "*.mo")
"""Patterns of what a build must not need."""
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
NAMED_BY = {"README.md", "hosting.md", "pocket.md", "research.md", "studies.md"}
"""The pages that name the version; a release changes them."""
EXTRAS = ("cluster", "data", "envs", "network", "server", "solver")


def test_only_the_public_names_and_the_modules_can_be_imported() -> None:
    from_the_modules = [getattr(dobbm, name) for name in dobbm.__all__]
    assert len(from_the_modules) == len(dobbm.__all__)
    visible = {name for name in vars(dobbm) if not name.startswith("_")}
    modules = {name for name in visible if isinstance(getattr(dobbm, name), ModuleType)}
    assert visible - modules == set(dobbm.__all__)
    assert not hasattr(dobbm, "nonsense")


def test_the_docstring_lists_the_public_names() -> None:
    assert dobbm.__doc__
    listed = re.findall(r"``(\w+)``", dobbm.__doc__)
    assert sorted(listed) == sorted(dobbm.__all__)


def test_the_public_names_are_sorted_and_unique() -> None:
    constants = [name for name in dobbm.__all__ if name.isupper()]
    classes = [name for name in dobbm.__all__ if name[0].isupper() and not name.isupper()]
    functions = [name for name in dobbm.__all__ if name.islower()]
    assert dobbm.__all__ == [*sorted(constants), *sorted(classes), *sorted(functions)]
    assert len(set(dobbm.__all__)) == len(dobbm.__all__)


@pytest.mark.parametrize("name", dobbm.__all__)
def test_every_public_function_and_class_has_a_docstring(name: str) -> None:
    value = getattr(dobbm, name)
    if callable(value):
        assert value.__doc__


def test_the_package_is_typed() -> None:
    assert (Path(dobbm.__file__).parent / "py.typed").exists()


def test_the_package_has_a_version() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", dobbm.__version__)
    assert dobbm.__version__ == version("dobbm")


def run(*command: str | Path, folder: Path) -> str:
    """Run a command in a folder, away from the source, and return what it prints."""
    apart = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        command, cwd=folder, env=apart, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the wheel and the source package, built from a copy of the checkout."""
    folder = tmp_path_factory.mktemp("package")
    shutil.copytree(ROOT, folder / "source", ignore=shutil.ignore_patterns(*BUILT))
    run(sys.executable, "-m", "hatchling", "build", "-d", folder / "dist", folder=folder / "source")
    return folder / "dist"


@pytest.mark.long
def test_the_wheel_and_the_source_package_are_well_formed(dist: Path) -> None:
    [wheel], [source] = dist.glob("*.whl"), dist.glob("*.tar.gz")
    run(sys.executable, "-m", "twine", "check", "--strict", wheel, source, folder=dist)
    run(sys.executable, "-m", "check_wheel_contents", wheel, folder=dist)


UV = (sys.executable, "-m", "uv")
PINNED = ("--constraint", ROOT / "constraints.txt")

DEAL = """
import dobbm, random
from pathlib import Path
from dobbm.players import make_player

assert Path(dobbm.__file__).is_relative_to(Path.cwd()), dobbm.__file__
deal, player = dobbm.Deal.start(dobbm.shuffled(random.Random(1)), dealer=3), make_player("simple")
while deal.to_act is not None:
    deal = deal.apply(player.act(dobbm.View.of(deal, deal.to_act), seed=1))
print(dobbm.to_result(deal)["phase"])
"""


def interpreter(python: str) -> str:
    """Return the interpreter of a version of Python; skip the test if there is none."""
    names = (sys.executable, f"python{python}")
    for path in filter(None, map(shutil.which, names)):
        done = subprocess.run([path, "--version"], capture_output=True, text=True, check=False)
        if done.stdout.startswith(f"Python {python}."):
            return path
    pytest.skip(f"Python {python} is not installed")


@pytest.mark.long
@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("kind", [".whl", ".tar.gz"])
def test_what_is_installed_alone_plays_a_deal(
    kind: str, python: str, dist: Path, tmp_path: Path
) -> None:
    [package] = dist.glob(f"*{kind}")
    run(*UV, "venv", "--python", interpreter(python), "env", folder=tmp_path)
    installed = tmp_path / "env" / "bin" / "python"
    run(*UV, "pip", "install", "--python", installed, *PINNED, package, folder=tmp_path)
    command = installed.with_name("dobbm")
    assert run(installed, "-I", "-c", DEAL, folder=tmp_path) == "done\n"
    match = run(command, "match", "simple", "random", "--decks=1", folder=tmp_path)
    assert "1 deck, 6 deals" in match
    assert "Trumpf" in run(command, "rules", "--language=de", folder=tmp_path)
    result = subprocess.run([command, "match", "pimc", "random"], capture_output=True, check=False)
    assert result.stderr == b"dobbm: pimc needs numpy: pip install '.[solver]'\n"


@pytest.mark.long
@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("system", ["linux", "macos", "windows"])
def test_no_extra_needs_a_compiler(system: str, python: str, tmp_path: Path) -> None:
    extras = [f"--extra={extra}" for extra in EXTRAS]
    target = (f"--python-version={python}", f"--python-platform={system}", "--only-binary=:all:")
    resolve = (*UV, "pip", "compile", ROOT / "pyproject.toml", *PINNED)
    assert "numba==" in run(*resolve, *extras, *target, folder=tmp_path)


NAMING = re.compile(r"\bdobbm-(?:pocket-)?(\d+\.\d+\.\d+)[-.]|figures are those of version (\S+):")
"""Matches the name of a file of a release, or what depends on one."""


def test_the_citation_and_the_pages_name_this_version() -> None:
    stated = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert f"\nversion: {stated}\n" in (ROOT / "CITATION.cff").read_text()
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    named = {page.name: NAMING.findall(page.read_text(encoding="utf-8")) for page in pages}
    found = {name: {one or other for one, other in versions} for name, versions in named.items()}
    assert {name for name, versions in found.items() if versions} == NAMED_BY
    assert {one for versions in found.values() for one in versions} == {stated}
