"""The documentation site is built without a broken link, and loads nothing from other hosts."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

LOADED = re.compile(r"<(?:script|img|iframe)[^>]* src=\"(https?:[^\"]*)|<link[^>]*>")
REMOTE = re.compile(r"href=\"https?:")


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the HTML of the site's pages, by their paths."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "scripts/site.py", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    site = folder / "site"
    return {str(path.relative_to(site)): path.read_text() for path in site.rglob("*.html")}


def test_every_document_has_a_page(pages: dict[str, str]) -> None:
    documents = {path.stem for path in (ROOT / "docs").glob("*.md")}
    assert {f"docs/{name}.html" for name in documents} <= pages.keys()
    assert "36 Tell cards" in pages["index.html"]


def test_the_reference_describes_the_public_interface(pages: dict[str, str]) -> None:
    reference = "".join(text for page, text in pages.items() if page.startswith("api/"))
    for name in (
        "dobbm.game.deal.Deal.apply",
        "dobbm.game.view.View.of",
        "dobbm.envs.batch.Batch.step",
        "dobbm.ai.solver.solve",
        "dobbm.ai.worlds.Worlds.sample",
        "dobbm.arena.match.Match",
    ):
        assert f'id="{name}"' in reference
    assert re.search(r"&gt;&gt;&gt;.*parse_cards", reference)
    assert "<blockquote>" not in reference  # an example that Markdown takes for a quotation


def test_nothing_is_loaded_from_other_hosts(pages: dict[str, str]) -> None:
    for page, text in pages.items():
        for found in LOADED.finditer(text):
            assert not found[1], f"{page} loads {found[1]}"
            is_remote = REMOTE.search(found[0]) and 'rel="stylesheet"' in found[0]
            assert not is_remote, f"{page} loads {found[0]}"
