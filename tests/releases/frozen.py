"""The files of earlier releases, and what this version makes of the same things.

``scripts/freeze.py`` writes the folder of a release. What it describes here, the tests compare.
"""

from __future__ import annotations

import json
import sys
from argparse import Action, ArgumentParser, _SubParsersAction
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from dobbm import Deal, View, from_record, to_result
from dobbm.cli import COMMANDS
from dobbm.players.outside import OutsidePlayer
from dobbm.server.app import make_app
from dobbm.server.config import Settings

RELEASES = sorted(path for path in Path(__file__).parent.iterdir() if path.name[0].isdigit())
"""The folders of all releases."""

PROGRAM = """
import json, sys
for line in sys.stdin:
    with open({file!r}, "a") as heard:
        heard.write(line)
    print(json.dumps({{"id": json.loads(line).get("id"), "action": "weiter"}}), flush=True)
"""
"""A player that writes down all messages to it."""


def lines(path: Path) -> list[Any]:
    """Return the JSON values of a file, one a line."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def interface() -> dict[str, Any]:
    """Return the description of the HTTP interface."""
    return make_app(Settings("sqlite:///unused", "unused")).openapi()


def command_line() -> dict[str, Any]:
    """Return the arguments of every command."""
    found = {}
    for name in COMMANDS:
        parser = ArgumentParser(add_help=False)
        import_module(f"dobbm.cli.{name.replace('-', '_')}").configure(parser)
        found[name] = arguments(parser)
    return found


def arguments(parser: ArgumentParser) -> dict[str, Any]:
    """Return the options, the positional arguments in order, and the actions of a command."""
    found: dict[str, Any] = {"options": {}, "positional": [], "actions": {}}
    for action in parser._actions:
        if isinstance(action, _SubParsersAction):
            found["actions"] = {name: arguments(one) for name, one in action.choices.items()}
        elif action.option_strings:
            described = argument(action) | {"required": action.required}
            found["options"] |= dict.fromkeys(action.option_strings, described)
        else:
            found["positional"].append(argument(action))
    return found


def argument(action: Action) -> dict[str, Any]:
    """Return how many values an argument takes, and which ones if they are listed."""
    takes = 1 if action.nargs is None else action.nargs
    return {"takes": takes, "values": action.choices and [str(one) for one in action.choices]}


def moments(record: dict[str, Any]) -> Iterator[Deal]:
    """Yield the deal of a record when each of its phases begins, and as it ends."""
    phase = None
    for count in range(len(record["actions"]) + 1):
        deal = from_record(record | {"actions": record["actions"][:count]})
        if deal.phase != phase:
            yield deal
        phase = deal.phase


def views(record: dict[str, Any]) -> Iterator[Any]:
    """Yield the view of the seat to act at each of these moments, and of seat 0 at the end."""
    for deal in moments(record):
        yield View.of(deal, deal.to_act or 0).to_json()


def result(record: dict[str, Any]) -> Any:
    """Return the result of a record, as JSON has it."""
    return json.loads(json.dumps(to_result(from_record(record))))


def messages(record: dict[str, Any], folder: Path) -> list[Any]:
    """Return what a program hears that plays the seat of the last action, and then of the end."""
    file, program = folder / "heard.jsonl", folder / "player.py"
    program.write_text(PROGRAM.format(file=str(file)))
    player = OutsidePlayer(f"{sys.executable} {program}", seconds=30.0)
    before = from_record(record | {"actions": record["actions"][:-1]})
    assert before.to_act is not None
    assert player.act(View.of(before, before.to_act), seed=59) == "weiter"
    player.end(View.of(from_record(record), before.to_act))
    player.close()
    return lines(file)
