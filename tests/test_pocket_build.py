"""The pocket edition as it is released: the same bytes each time, small, and whole."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from hashlib import sha256
from pathlib import Path

import pytest

from dobbm.server.pocket_folder import PocketFolder
from scripts.pocket import LARGEST, LARGEST_LATER, PYODIDE, first_visit, later_version

pytestmark = [
    pytest.mark.long,
    pytest.mark.timeout(1200),
    pytest.mark.skipif(
        not (shutil.which("node") and PYODIDE.is_dir()), reason="needs Node and Pyodide"
    ),
]
SCRIPT = Path(__file__).parents[1] / "scripts" / "pocket.py"


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Two archives of the same sources."""
    found: list[Path] = []
    for name in ("one", "other"):
        place = tmp_path_factory.mktemp(name)
        build = (sys.executable, SCRIPT, place / "built", "--archive", place)
        subprocess.run(build, check=True)
        found += place.glob("*.zip")
    return found


@pytest.fixture
def folder(archives: list[Path], tmp_path: Path) -> Path:
    """The folder that somebody unpacks."""
    with zipfile.ZipFile(archives[0]) as packed:
        packed.extractall(tmp_path)
    [folder] = tmp_path.iterdir()
    return folder


def test_the_same_sources_give_the_same_bytes(archives: list[Path]) -> None:
    one, other = (path.read_bytes() for path in archives)
    assert one == other


def test_the_checksum_beside_an_archive_is_its_own(archives: list[Path]) -> None:
    [path, _] = archives
    text = path.with_name(f"{path.name}.sha256").read_text()
    assert text == f"{sha256(path.read_bytes()).hexdigest()}  {path.name}\n"


def test_an_archive_has_all_of_the_edition_in_one_folder(folder: Path) -> None:
    PocketFolder(folder)
    assert folder.name == "dobbm"
    assert (folder / "404.html").is_file()
    assert (folder / "licences.txt").is_file()


def test_the_downloads_are_small(folder: Path) -> None:
    assert first_visit(folder) <= LARGEST
    assert later_version(folder) <= LARGEST_LATER
