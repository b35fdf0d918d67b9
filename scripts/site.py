"""Build the documentation site in build/site, from the pages of the repository.

    python scripts/site.py [FOLDER]

With FOLDER, the site goes to FOLDER/site. MkDocs reads a copy of the pages beside it, where they
keep their places, so that the links that work in the repository also work on the site. The pages
about the Python interface are written here: they name the modules, whose docstrings mkdocstrings
fills in. A broken link is an error.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]

FOLDERS = ("docs", "hosting", "notebooks")
"""Folders that are copied as a whole: pages link to their pictures and files."""
FILES = (
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "LICENSE",
    "benchmarks/README.md",
    "src/dobbm/client/vendor/README.md",
    "src/dobbm/client/decks/LICENSE.md",
    "src/dobbm/client/portraits/LICENSE.md",
)

INTERFACE = {
    "game": (
        "The game",
        ["cards", "rules", "actions", "deal", "settlement", "record", "view", "session"],
        "dobbm.game",
    ),
    "envs": (
        "Environments",
        ["batch", "encoding", "options", "one_deal", "agent", "pettingzoo", "gymnasium"],
        "dobbm.envs",
    ),
    "ai": ("Analysis", ["solver", "worlds", "evaluation", "rollouts", "claims"], "dobbm.ai"),
    "players": ("Players", ["player"], "dobbm.players"),
    "arena": ("Matches", ["match", "standing", "statistics", "league"], "dobbm.arena"),
    "studies": ("Studies", ["running", "report", "playing"], "dobbm.studies"),
}
"""For each page: its title, the modules that it describes, and their package."""


def main(folder: Path) -> int:
    """Lay out the pages and build the site in ``folder``; return the exit status of MkDocs."""
    pages, site = folder / "pages", folder / "site"
    lay_out(pages)
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict"]
    # Material announces its successor at every build.
    environment = {**os.environ, "PAGES": str(pages), "SITE": str(site), "NO_MKDOCS_2_WARNING": "1"}
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


def lay_out(pages: Path) -> None:
    """Copy the pages of the repository, and write those about the Python interface."""
    shutil.rmtree(pages, ignore_errors=True)
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, pages / folder)
    for file in FILES:
        (pages / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, pages / file)
    (pages / "api").mkdir()
    overview = ["# The Python interface", "", "::: dobbm", "    options:", "      members: []", ""]
    for page, (title, modules, package) in INTERFACE.items():
        sections = [f"::: {package}.{module}" for module in modules]
        text = "\n\n".join([f"# {title}", *sections, ""])
        (pages / "api" / f"{page}.md").write_text(text, encoding="utf-8")
        overview.append(f"- [{title}]({page}.md): `{package}`")
    (pages / "api" / "index.md").write_text("\n".join([*overview, ""]), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build").resolve()))
