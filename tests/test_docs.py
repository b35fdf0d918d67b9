"""Every example in the documentation runs as shown.

In every Markdown file of the root and below ``docs``, page by page and from top to bottom:

- a ``console`` block is a shell session: ``$ command`` and its output, in which … stands for
  anything. The commands of a page share a folder.
- a ``python`` block that begins with ``# name.py`` is written to that folder under that name.
- a ``json-record`` block is a record, followed by the answer of ``dobbm replay``.
- a ``pycon`` block is a session in Python.

Examples that cannot be run, such as an installation or a game, are ``sh`` or ``text`` blocks.
"""

from __future__ import annotations

import doctest
import json
import os
import re
import socket
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

from dobbm import DobbmError, from_record, to_result
from dobbm.game.record import to_error

ROOT = Path(__file__).parents[1]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]

SLOW = {
    *("bots.md", "datasets.md", "environments.md", "exercises.md", "leaderboard.md", "matches.md"),
    *("research.md", "solver.md", "studies.md", "webassembly.md"),
}
"""Pages for researchers, whose examples play, solve or load their libraries for seconds."""

PORT = "8765"
"""The port of the servers in the examples; the tests put a free one in its place."""

BLOCK = re.compile(r"^```([\w-]+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ANY_LINES = "(?s:.*)"
FILE_NAME = re.compile(r"# (\w+\.py)\n")


class Block(NamedTuple):
    """A fenced block of a page."""

    language: str
    text: str
    line: int


def blocks(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    return [
        Block(match[1], match[2], text.count("\n", 0, match.start()) + 1)
        for match in BLOCK.finditer(text)
    ]


def commands(session: str) -> list[tuple[str, str]]:
    """The commands of a console session, each with its output."""
    steps = re.split(r"^\$ ", session, flags=re.MULTILINE)
    assert not steps[0], "a console block begins with a command"
    pairs = [step.partition("\n") for step in steps[1:]]
    return [(command, printed) for command, _, printed in pairs]


def run(command: str, folder: Path) -> str:
    """The output of a command in a shell that finds this Python and its scripts first."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env={**os.environ, "PATH": path, "LC_ALL": "C.UTF-8", "COLUMNS": "80"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    return done.stdout


def free_port() -> str:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return str(found.getsockname()[1])


def assert_prints(command: str, expected: str, folder: Path, place: str) -> None:
    printed = run(command.replace(PORT, free_port()), folder)
    # A line that is nothing but … stands for any number of lines.
    lines = [ANY_LINES if line == "…" else re.escape(line) for line in expected.split("\n")]
    if not re.fullmatch("\n".join(lines).replace("…", ".*"), printed):
        assert printed == expected, f"{place}: $ {command}"


def answer(record: object) -> object:
    try:
        return to_result(from_record(record))
    except DobbmError as error:
        return to_error(error)


def assert_answers(block: str, place: str) -> None:
    decoder = json.JSONDecoder()
    record, end = decoder.raw_decode(block)
    expected, end = decoder.raw_decode(block, len(block) - len(block[end:].lstrip()))
    assert not block[end:].strip(), place
    assert json.dumps(answer(record)) == json.dumps(expected), place


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, marks=pytest.mark.long if page.name in SLOW else (), id=page.name)
        for page in PAGES
    ],
)
def test_examples(page: Path, tmp_path: Path) -> None:
    for block in blocks(page):
        place = f"{page.name}, line {block.line}"
        file_name = FILE_NAME.match(block.text)
        if block.language == "console":
            for command, printed in commands(block.text):
                assert_prints(command, printed, tmp_path, place)
        elif block.language == "json-record":
            assert_answers(block.text, place)
        elif block.language == "python" and file_name:
            (tmp_path / file_name[1]).write_text(block.text, encoding="utf-8")


def assert_links_exist(text: str, page: Path) -> None:
    """Check that the pages and headings that a text of ``page`` links to exist."""
    for target in re.findall(r"\]\((?!https?:)([^)\s]+)\)", text):
        name, _, anchor = target.partition("#")
        linked = page.parent / name if name else page
        assert linked.exists(), f"{page.name} links to {target}"
        if anchor:
            headings = re.findall(r"^#+ (.*)$", linked.read_text(encoding="utf-8"), re.MULTILINE)
            anchors = [re.sub(r"[^\w\- ]", "", h.lower()).replace(" ", "-") for h in headings]
            assert anchor in anchors, f"{page.name} links to {target}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_to_other_pages_and_headings(page: Path) -> None:
    assert_links_exist(page.read_text(encoding="utf-8"), page)


def sections(page: Path) -> dict[str, tuple[set[str], Counter[str]]]:
    """By the number of each section: its single words in code, and the numbers in its tables."""
    found = {}
    for section in re.split(r"^## ", page.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        if number := re.match(r"\d+", section):
            rows = re.findall(r"^\|(?!-).*$", section.partition("|---")[2], re.MULTILINE)
            words = {word for word in re.findall(r"`([^`]+)`", section) if " " not in word}
            found[number[0]] = words, Counter(re.findall(r"\d+", " ".join(rows)))
    return found


@pytest.mark.parametrize("language", ["de", "ja"])
def test_translated_rules_have_the_sections_options_and_numbers_of_the_original(
    language: str,
) -> None:
    original = sections(ROOT / "docs" / "rules.md")
    translated = sections(ROOT / "docs" / language / "rules.md")
    assert len(original) == 13
    assert original.keys() == translated.keys()
    for number, (words, numbers) in original.items():
        assert translated[number][0] == words, number
        assert not numbers - translated[number][1], number


@pytest.mark.parametrize("page", [page for page in PAGES if "```pycon" in page.read_text()])
def test_sessions_in_python_are_true(page: Path) -> None:
    tried = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert tried.attempted
    assert not tried.failed
