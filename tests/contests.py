"""Matches played in the test's own process."""

from __future__ import annotations

from typing import Any

from dobbm import Rules
from dobbm.arena.match import Match, play_boards
from dobbm.arena.standing import Standing

AT_MOST_THREE_DOUBLINGS = Rules(max_doublings=3)


def contest(a: str, b: str, decks: int, **options: Any) -> Standing:
    """The standing after a match of ``decks`` decks; ``options`` are those of ``Match``."""
    match = Match(a, b, **{"rules": AT_MOST_THREE_DOUBLINGS, "seed": 3, **options})
    standing = Standing(match)
    for board in play_boards(match, range(decks)):
        standing.add(board)
    return standing
