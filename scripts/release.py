"""Build a release from its tag, in dist: the same commit always gives the same bytes.

    python scripts/release.py

The tag vX.Y.Z must be checked out, with nothing changed. The files are the wheel, the source
package, the pocket edition, the sources of a server or its image, the bill of materials, the notes,
and the checksums of all of them. CONTRIBUTING.md says how a release is made.
"""

from __future__ import annotations

import gzip
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
CHECKSUMS = "SHA256SUMS"

HOSTING = (
    *("hosting", "docs/hosting.md", "README.md", "LICENSE"),
    *("pyproject.toml", "hatch_build.py", "src"),
)
"""The paths that ``hosting/install.sh`` and the Containerfile need, and the page about them."""


class Unfit(Exception):
    """Says why no release can be built of what is checked out."""


class Release(NamedTuple):
    """A version to publish."""

    version: str
    seconds: str
    """The time of the commit, which all files state as their own."""
    notes: str


Builder = Callable[[Release, Path], None]
"""Writes the files of a release into a folder."""


def main() -> int:
    """Build the release, and say what it consists of."""
    try:
        write(checked(ROOT), DIST, build)
    except (Unfit, subprocess.CalledProcessError) as reason:
        print(f"make release: {reason}", file=sys.stderr)
        return 1
    print((DIST / CHECKSUMS).read_text(), end="")
    return 0


def checked(root: Path) -> Release:
    """Return the release that is checked out; raise ``Unfit`` if it is none."""
    stated = tomllib.loads((root / "pyproject.toml").read_text())["project"]["version"]
    if changed := said(root, "status", "--porcelain"):
        raise Unfit(f"the tree is not clean:\n{changed}")
    tags = said(root, "tag", "--points-at", "HEAD").split()
    if f"v{stated}" not in tags:
        here = f"the tag here is {', '.join(tags)}" if tags else "no tag is checked out"
        raise Unfit(f"{here}, but pyproject.toml has version {stated}: check out v{stated}")
    if not (root / "tests" / "releases" / stated).is_dir():
        raise Unfit(f"tests/releases/{stated} is missing: make freeze writes it")
    notes = section(stated, (root / "CHANGELOG.md").read_text(encoding="utf-8"))
    return Release(stated, said(root, "log", "-1", "--format=%ct"), notes)


def section(number: str, changelog: str) -> str:
    """Return the changelog's section of a version, with a title of its own."""
    heading = rf"^## {re.escape(number)} - (\d{{4}}-\d\d-\d\d)\n(.*?)(?=^## |\Z)"
    found = re.search(heading, changelog, re.MULTILINE | re.DOTALL)
    if not found:
        raise Unfit(f"CHANGELOG.md has no section '## {number} - YYYY-MM-DD'")
    date, text = found[1], found[2].strip()
    if not text:
        raise Unfit(f"CHANGELOG.md says nothing about {number}")
    title = f"Dobbm {number}, {date}"
    return f"{title}\n{'=' * len(title)}\n\n{text}\n"


def write(release: Release, folder: Path, builder: Builder) -> None:
    """Write all files of a release, in the place of what was there."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    builder(release, folder)
    notes = folder / f"dobbm-{release.version}-notes.txt"
    notes.write_text(release.notes, encoding="utf-8")
    lines = [
        f"{sha256(path.read_bytes()).hexdigest()}  {path.name}\n"
        for path in sorted(folder.iterdir())
    ]
    (folder / CHECKSUMS).write_text("".join(lines))


def build(release: Release, folder: Path) -> None:
    """Build the packages, the pocket edition, the archive for hosts and the bill of materials."""
    if version("dobbm") != release.version:
        raise Unfit(f"version {version('dobbm')} is installed: run make install")
    named = f"dobbm-{release.version}"
    environment = os.environ | {"SOURCE_DATE_EPOCH": release.seconds}

    def run(*command: str | Path) -> None:
        subprocess.run([sys.executable, *command], cwd=ROOT, env=environment, check=True)

    run("-m", "hatchling", "build", "--directory", folder)
    run("-m", "twine", "check", "--strict", *folder.iterdir())
    run("-m", "check_wheel_contents", *folder.glob("*.whl"))
    run("scripts/sbom.py", folder / f"{named}.cdx.json")
    run("scripts/pocket.py", "--archive", folder)
    pack(ROOT, named, folder / f"{named}-hosting.tar.gz")


def pack(root: Path, folder: str, archive: Path) -> None:
    """Pack what servers and images are built from, as one folder."""
    how = ("-c", "tar.umask=0022", "archive", f"--prefix={folder}/", "HEAD", *HOSTING)
    archive.write_bytes(gzip.compress(git(root, *how), mtime=0))


def said(root: Path, *arguments: str) -> str:
    """Return what git says of a repository."""
    return git(root, *arguments).decode().rstrip()


def git(root: Path, *arguments: str) -> bytes:
    """Return what git writes about a repository."""
    command = ["git", "-C", str(root), *arguments]
    return subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout


if __name__ == "__main__":
    sys.exit(main())
