"""A release is built only from its tag, and says what it consists of."""

from __future__ import annotations

import os
import re
import subprocess
import tarfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from scripts.release import HOSTING, ROOT, Release, Unfit, checked, pack, section, write

CHANGELOG = """\
# Changelog

## Unreleased

- A third seat.

## 1.2.0 - 2026-01-06

A second table.

### Added

- Benches.

## 1.1.0 - 2025-12-24

- A table.
"""
NOTES = """\
Dobbm 1.2.0, 2026-01-06
=======================

A second table.

### Added

- Benches.
"""


def git(folder: Path, *arguments: str) -> None:
    author = ("-c", "user.name=Vroni", "-c", "user.email=vroni@dobbm.example")
    date = {"GIT_COMMITTER_DATE": "2026-01-06T18:00:00Z"}
    command = ["git", "-C", str(folder), *author, *arguments]
    subprocess.run(command, env=os.environ | date, stdout=subprocess.DEVNULL, check=True)


def commit(folder: Path) -> None:
    git(folder, "add", "--all")
    git(folder, "commit", "--message=Bring a second table")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A repository with version 1.2.0, before its tag."""
    folder = tmp_path / "checkout"
    for path in (*HOSTING, "tests/releases/1.2.0/openapi.json"):
        file = folder / path / "file" if "." not in path and path != "LICENSE" else folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(path)
    (folder / "pyproject.toml").write_text('[project]\nversion = "1.2.0"\n')
    (folder / "CHANGELOG.md").write_text(CHANGELOG)
    git(folder.parent, "init", "--quiet", str(folder))
    commit(folder)
    return folder


def test_the_tag_of_the_version_is_fit(checkout: Path) -> None:
    git(checkout, "tag", "v1.2.0")
    assert checked(checkout) == Release("1.2.0", "1767722400", NOTES)


def tag_nothing(checkout: Path) -> None:
    assert (checkout / ".git").is_dir()


def retag(checkout: Path) -> None:
    git(checkout, "tag", "v1.2.1")


def go_on(checkout: Path) -> None:
    git(checkout, "tag", "v1.2.0")
    (checkout / "README.md").write_text("A third seat.")
    commit(checkout)


def change(checkout: Path) -> None:
    git(checkout, "tag", "v1.2.0")
    (checkout / "README.md").write_text("A third seat.")


def add(checkout: Path) -> None:
    git(checkout, "tag", "v1.2.0")
    (checkout / "notes").touch()


def forget_the_changelog(checkout: Path) -> None:
    (checkout / "CHANGELOG.md").write_text(CHANGELOG.replace("## 1.2.0 - 2026-01-06", "## 1.2.0"))
    commit(checkout)
    git(checkout, "tag", "v1.2.0")


def freeze_nothing(checkout: Path) -> None:
    git(checkout, "rm", "-r", "--quiet", "tests")
    commit(checkout)
    git(checkout, "tag", "v1.2.0")


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        (
            lambda _: None,
            "no tag is checked out, but pyproject.toml has version 1.2.0: check out v",
        ),
        (retag, "the tag here is v1.2.1, but pyproject.toml has version 1.2.0"),
        (go_on, "no tag is checked out"),
        (change, "the tree is not clean:\n M README.md"),
        (add, "the tree is not clean:\n?? notes"),
        (forget_the_changelog, "CHANGELOG.md has no section '## 1.2.0 - YYYY-MM-DD'"),
        (freeze_nothing, "tests/releases/1.2.0 is missing: make freeze writes it"),
    ],
)
def test_anything_else_is_refused(
    checkout: Path, fault: Callable[[Path], None], reason: str
) -> None:
    fault(checkout)
    with pytest.raises(Unfit) as refused:
        checked(checkout)
    assert str(refused.value).startswith(reason)


def test_a_section_without_a_word_is_refused() -> None:
    with pytest.raises(Unfit, match="says nothing about 1.2.0"):
        section("1.2.0", "## 1.2.0 - 2026-01-06\n\n## 1.1.0 - 2025-12-24\n\nA table.\n")


def test_the_first_section_ends_with_the_file() -> None:
    assert section("1.1.0", CHANGELOG).endswith("=\n\n- A table.\n")


def test_the_checksums_are_those_of_all_files(tmp_path: Path) -> None:
    dist = tmp_path / "dist"
    dist.mkdir()
    (dist / "dobbm-1.1.0.tar.gz").touch()

    def build(release: Release, folder: Path) -> None:
        (folder / "dobbm.whl").write_text(release.version)

    write(Release("1.2.0", "1767722400", NOTES), dist, build)
    assert (dist / "SHA256SUMS").read_text() == "".join(
        f"{sha256(text.encode()).hexdigest()}  {name}\n"
        for name, text in (("dobbm-1.2.0-notes.txt", NOTES), ("dobbm.whl", "1.2.0"))
    )


def test_the_archive_for_hosts_is_the_same_each_time(checkout: Path, tmp_path: Path) -> None:
    one, other = tmp_path / "one.tar.gz", tmp_path / "other.tar.gz"
    for archive in (one, other):
        pack(checkout, "dobbm-1.2.0", archive)
    assert one.read_bytes() == other.read_bytes()
    with tarfile.open(one) as packed:
        names = {name.removesuffix("/file") for name in packed.getnames()}
    assert {f"dobbm-1.2.0/{path}" for path in HOSTING} <= names
    assert "dobbm-1.2.0/CHANGELOG.md" not in names


def test_the_archive_for_hosts_has_all_that_the_script_copies() -> None:
    script = (ROOT / "hosting" / "install.sh").read_text()
    [copied] = re.findall(r'^cp -R (.*) "\$work/source"$', script, re.MULTILINE)
    assert {*copied.split()} <= {*HOSTING}
    for path in HOSTING:
        assert (ROOT / path).exists()
