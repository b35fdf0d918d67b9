"""The recipes of CONTRIBUTING.md: what they mention exists, and a bot added by them plays."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from dobbm.arena.match import Match, play_boards
from dobbm.game.cards import DECK
from dobbm.game.deal import Deal
from dobbm.game.rules import Rules
from dobbm.game.view import View
from dobbm.players import BUILT_IN, Registration, follows
from dobbm.players.uniform import play_at_random
from dobbm.server import threaded_bots
from dobbm.server.threaded_bots import ThreadedBots, thinking

ROOT = Path(__file__).parents[1]
TEXT = re.sub(r"```.*?```", "", (ROOT / "CONTRIBUTING.md").read_text(), flags=re.DOTALL)
MENTIONED = sorted({*re.findall(r"`([^`\n]+)`", TEXT)})

OWN = re.compile(r"yours\b|^dist/|^docs/screens$|_leaves_must_trump$")
"""Files that the reader or ``make`` makes, and an example of a test."""
FILE = re.compile(r"[\w./*{}-]+\.(py|js|md|css|json|toml|ts)|(src|tests|docs|scripts)/[\w./-]+")
NAME = re.compile(r"_?[A-Za-z]\w*(\.\w+)?")


@pytest.fixture(scope="module")
def tracked() -> list[Path]:
    """The files of the repository."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("this is no clone")
    return [Path(name) for name in listed.stdout.splitlines()]


def test_every_file_that_a_recipe_mentions_exists(tracked: list[Path]) -> None:
    folders = {str(folder) for path in tracked for folder in path.parents}
    for mentioned in MENTIONED:
        if FILE.fullmatch(mentioned) and not OWN.search(mentioned):
            found = any(path.match(mentioned) for path in tracked)
            assert found or mentioned.rstrip("/") in folders, mentioned


def test_every_name_that_a_recipe_mentions_is_in_the_sources(tracked: list[Path]) -> None:
    kinds = (".py", ".js", ".ts", ".json", ".toml", ".svg")
    sources = "\n".join(
        (ROOT / path).read_text(errors="replace")
        for path in tracked
        if path.suffix in kinds and path.parts[0] in ("src", "tests", "scripts", path.name)
    )
    words = {*re.findall(r"\w+", sources)}
    for mentioned in MENTIONED:
        if NAME.fullmatch(mentioned) and not (FILE.fullmatch(mentioned) or OWN.search(mentioned)):
            assert mentioned.rpartition(".")[2] in words, mentioned


def test_every_target_of_make_that_a_recipe_mentions_exists() -> None:
    targets = {*re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)}
    for mentioned in MENTIONED:
        if mentioned.startswith("make "):
            assert mentioned.split()[1] in targets


def play_lowest(view: View, seed: int) -> str:
    """Play a Solo, and the first legal action then: the bot of the recipe, which is not quick."""
    if view.legal is None:
        return play_at_random(view, seed)
    return "solo" if "solo" in view.legal else view.legal[0]


@pytest.fixture
def yours(monkeypatch: pytest.MonkeyPatch) -> str:
    """Add a bot as *Add a bot* says, and return its name."""
    module = ModuleType("dobbm.players.lowest")
    vars(module)["play_lowest"] = play_lowest
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setitem(BUILT_IN, "lowest", Registration(follows(play_lowest), "a Solo"))
    monkeypatch.setattr(threaded_bots, "LADDER", (*threaded_bots.LADDER, "lowest"))
    return "lowest"


def test_a_bot_added_by_the_recipe_plays_a_match(yours: str) -> None:
    [board] = play_boards(Match(yours, "random", Rules()), range(1))
    assert sum(tally.faults for deal in board.deals for tally in deal.tallies) == 0


def test_a_bot_added_by_the_recipe_plays_at_a_table_of_the_server(yours: str) -> None:
    bots = ThreadedBots(at_once=True)

    async def play() -> Deal:
        deal = Deal.start(DECK, dealer=3)
        while (seat := deal.to_act) is not None:
            assert 0 < thinking(yours, deal) <= 1
            deal = deal.apply(await bots.act(yours, deal, seat, seed=1))
        return deal

    assert asyncio.run(play()).declarer is not None
    bots.close()
