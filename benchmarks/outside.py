"""Runs one of Dobbm's own players as an outside player, to measure versions against each other.

With an earlier version of the repository in a folder beside this one:

  git worktree add ../before 65d4bf3
  dobbm match pimc "exec:env PYTHONPATH=../before/src .venv/bin/python benchmarks/outside.py NAME"
"""

from __future__ import annotations

import json
import sys
from typing import Any

from dobbm.game.actions import Step
from dobbm.game.cards import CardSet, parse_cards
from dobbm.game.rules import CONTRACTS, Rules
from dobbm.game.view import View
from dobbm.players import make_player


def main() -> None:
    """Answer every request on standard input."""
    player = make_player(sys.argv[1])
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "act":
            action = player.act(to_view(message["view"]), message["seed"])
            print(json.dumps({"id": message["id"], "action": action}), flush=True)


def to_view(data: dict[str, Any]) -> View:
    """Return the view from which ``View.to_json`` made this data."""
    fields = {name: data.get(name) for name in View._fields}
    fields |= {name: to_set(data[name]) for name in ("hand", "dobb", "discards")}
    fields["rules"] = Rules(**data["rules"])
    fields["contract"] = CONTRACTS.get(data["contract"])
    fields["steps"] = tuple([Step(**step) for step in data["steps"]])
    fields["legal"] = None if data["legal"] is None else tuple(data["legal"])
    return View(**fields)


def to_set(names: list[str] | None) -> CardSet | None:
    """Return a set of cards, given their names."""
    return None if names is None else parse_cards(" ".join(names))


if __name__ == "__main__":
    main()
