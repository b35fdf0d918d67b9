"""A player of the house as a program of its own, so that versions can be measured by each other.

With an earlier state of the repository beside this one:

  git worktree add ../before 65d4bf3
  dobbm match pimc "exec:env PYTHONPATH=../before/src .venv/bin/python benchmarks/outside.py NAME"
"""

from __future__ import annotations

import json
import sys
from typing import Any

from dobbm.game.cards import CardSet, parse_cards
from dobbm.game.rules import CONTRACTS, Rules
from dobbm.game.view import View
from dobbm.players import make_player


def main() -> None:
    """Answer every question on standard input."""
    player = make_player(sys.argv[1])
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "act":
            action = player.act(to_view(message["view"]), message["seed"])
            print(json.dumps({"id": message["id"], "action": action}), flush=True)


def to_view(told: dict[str, Any]) -> View:
    """The view that ``View.to_json`` has written."""
    fields = {name: told.get(name) for name in View._fields}
    fields |= {name: to_set(told[name]) for name in ("hand", "dobb", "discards")}
    fields["rules"] = Rules(**told["rules"])
    fields["contract"] = CONTRACTS.get(told["contract"])
    fields["actions"] = tuple(told["actions"])
    fields["legal"] = None if told["legal"] is None else tuple(told["legal"])
    return View(**fields)  # type: ignore[arg-type]


def to_set(names: list[str] | None) -> CardSet | None:
    """A set of cards by their names."""
    return None if names is None else parse_cards(" ".join(names))


if __name__ == "__main__":
    main()
