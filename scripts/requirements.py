"""Pin what a server is installed from: every version, with the hashes of its files.

    python scripts/requirements.py

Writes ``hosting/requirements.txt``, which the server needs, and ``hosting/build-requirements.txt``,
with which its package is built. The versions are those of ``constraints.txt``; the hashes come from
the package index. Run it after a change of the dependencies or of their versions.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
SERVER = ROOT / "hosting" / "requirements.txt"
BUILD = ROOT / "hosting" / "build-requirements.txt"

OLDEST_PYTHON = "3.11"
HEADER = """\
# {title}, for every platform and Python from {oldest}.
# scripts/requirements.py writes this file from pyproject.toml and constraints.txt.
"""


def main() -> int:
    """Write both files; the exit status is that of the resolver."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)
    build = "\n".join(project["build-system"]["requires"])
    return _pin(SERVER, "The server's dependencies", "--extra", "server", "pyproject.toml") or _pin(
        BUILD, "The packages that build Dobbm's own", "-", lines=build
    )


def _pin(target: Path, title: str, *requirements: str, lines: str = "") -> int:
    command = [
        *(sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--no-header"),
        *("--universal", "--python-version", OLDEST_PYTHON, "--generate-hashes"),
        *("--constraint", "constraints.txt", *requirements),
    ]
    done = subprocess.run(
        command, cwd=ROOT, input=lines, stdout=subprocess.PIPE, text=True, check=False
    )
    if done.returncode == 0:
        target.write_text(HEADER.format(title=title, oldest=OLDEST_PYTHON) + done.stdout)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
