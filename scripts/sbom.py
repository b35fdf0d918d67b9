"""List what a server consists of besides Dobbm: a bill of materials and the licences.

    python scripts/sbom.py [FILE]

Writes a CycloneDX bill of materials to FILE, by default ``dist/dobbm.cdx.json``, and the licences
to ``hosting/licences.md``. The Python packages are those of ``hosting/requirements.txt``, the
libraries of the page those of ``src/dobbm/client/vendor``. With SOURCE_DATE_EPOCH, the same commit
gives the same bytes.
"""

from __future__ import annotations

import os
import re
import sys
import tomllib
from datetime import UTC, datetime
from fnmatch import fnmatch
from importlib.metadata import metadata, requires, version
from pathlib import Path
from typing import NamedTuple
from uuid import NAMESPACE_URL, uuid5

from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.model.license import LicenseExpression
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
REQUIREMENTS = ROOT / "hosting" / "requirements.txt"
LICENCES = ROOT / "hosting" / "licences.md"
VENDOR = ROOT / "src" / "dobbm" / "client" / "vendor"
CHECKSUMS = VENDOR / "SHA256SUMS"

PINNED = re.compile(r"^([\w.-]+)==([\w.+!-]+)", re.MULTILINE)
VENDORED = re.compile(
    r"^\| (?P<files>.*) \| .* (?P<version>[\d.]+) \(package `(?P<package>[\w@/.-]+)` of npm\)"
    r" \| (?P<licence>[\w.-]+), `(?P<text>[\w-]+)` \|$",
    re.MULTILINE,
)

EXTRAS = ("", "asyncio")
"""The extras that other packages are installed with: that of SQLAlchemy."""

FROM_THEIR_TEXTS = {
    "h11": "MIT",
    "itsdangerous": "BSD-3-Clause",
    "markdown-it-py": "MIT",
    "mdurl": "MIT",
    "numba": "BSD-2-Clause",
    "rich": "MIT",
    "segno": "BSD-3-Clause",
    "uvloop": "MIT OR Apache-2.0",
}
"""Licences of the packages whose metadata have no SPDX expression."""

DECKS = (
    "The French deck is made from the playing cards of Adrian Kennard in the npm package\n"
    "`@letele/playing-cards` 0.1.0 (CC0-1.0); see `src/dobbm/client/decks/LICENSE.md`.\n"
)
TITLE = """\
# Licences

For hosts who want to know what they install. Dobbm itself is under the MIT licence; this page lists
everything else that a server consists of. `scripts/sbom.py` writes it.

| package | version | from | licence |
|---|---|---|---|
"""


class Part(NamedTuple):
    """A package that a server contains."""

    name: str
    version: str
    registry: str
    licence: str
    files: tuple[tuple[str, str], ...] = ()
    """The checksums and names of the files, for a library of the page."""

    @property
    def component(self) -> Component:
        """This package as a component of the bill."""
        purl = PackageURL(self.registry, name=self.name, version=self.version)
        return Component(
            name=self.name,
            version=self.version,
            type=ComponentType.LIBRARY,
            purl=purl,
            bom_ref=purl.to_string(),
            licenses=[LicenseExpression(self.licence)],
            components=[
                Component(
                    name=name,
                    type=ComponentType.FILE,
                    bom_ref=f"{purl.to_string()}#{name}",
                    hashes=[HashType(alg=HashAlgorithm.SHA_256, content=checksum)],
                )
                for checksum, name in self.files
            ],
        )


def main(arguments: list[str]) -> int:
    """Write both files."""
    target = Path(arguments[0]) if arguments else ROOT / "dist" / "dobbm.cdx.json"
    target.parent.mkdir(exist_ok=True)
    target.write_text(bill() + "\n")
    LICENCES.write_text(licences())
    return 0


def bill() -> str:
    """Return the bill of materials as JSON text."""
    packages = {part.name: part.component for part in python_packages()}
    libraries = [part.component for part in vendored_libraries()]
    dobbm = Component(
        name="dobbm",
        version=version("dobbm"),
        type=ComponentType.APPLICATION,
        bom_ref="dobbm",
        licenses=[LicenseExpression("MIT")],
    )
    bom = Bom(components=[*packages.values(), *libraries])
    bom.metadata.component = dobbm
    if seconds := os.environ.get("SOURCE_DATE_EPOCH"):
        bom.metadata.timestamp = datetime.fromtimestamp(int(seconds), UTC)
        bom.serial_number = uuid5(NAMESPACE_URL, f"dobbm {version('dobbm')} of {seconds}")
    server = [packages[name] for name in _required_by_dobbm() & packages.keys()]
    bom.register_dependency(dobbm, [*server, *libraries])
    for name, component in packages.items():
        needed = _required(name) & packages.keys()
        bom.register_dependency(component, [packages[other] for other in needed])
    return JsonV1Dot6(bom).output_as_string(indent=2)


def licences() -> str:
    """Return the page of licences."""
    rows = [
        f"| `{part.name}` | {part.version} | {part.registry} | {part.licence} |\n"
        for part in (*python_packages(), *vendored_libraries())
    ]
    return TITLE + "".join(rows) + "\n" + DECKS


def python_packages() -> list[Part]:
    """Return the Python packages that a server is installed with."""
    return [
        Part(name, pinned, "pypi", _licence(name))
        for name, pinned in PINNED.findall(REQUIREMENTS.read_text())
    ]


def vendored_libraries() -> list[Part]:
    """Return the libraries of the page, from the table in their folder."""
    files = [
        (checksum, name)
        for checksum, name in (line.split("  ") for line in CHECKSUMS.read_text().splitlines())
    ]
    return [
        Part(
            row["package"],
            row["version"],
            "npm",
            row["licence"],
            tuple(file for file in files if _belongs(file[1], row)),
        )
        for row in VENDORED.finditer((VENDOR / "README.md").read_text())
    ]


def _belongs(name: str, row: re.Match[str]) -> bool:
    """Return whether a file is one of those that a row of the table names."""
    patterns = re.findall(r"`([^`]+)`", row["files"])
    named = any(fnmatch(name, f"{one}*" if one.endswith("/") else one) for one in patterns)
    return named or name == row["text"]


def _licence(name: str) -> str:
    stated = metadata(name)
    if "License-Expression" in stated:
        return stated["License-Expression"]
    if name not in FROM_THEIR_TEXTS:
        sys.exit(f"{name}: its metadata have no licence expression; add it to FROM_THEIR_TEXTS")
    return FROM_THEIR_TEXTS[name]


def _required(name: str) -> set[str]:
    """Return the names that a package requires here, with the extras of a server."""
    requirements = [Requirement(line) for line in requires(name) or ()]
    return {
        canonicalize_name(one.name)
        for one in requirements
        if not one.marker or any(one.marker.evaluate({"extra": extra}) for extra in EXTRAS)
    }


def _required_by_dobbm() -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    lines = [*project["dependencies"], *extras["server"], *extras["bots"]]
    return {canonicalize_name(Requirement(line).name) for line in lines}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
