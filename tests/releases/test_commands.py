"""Scripts written for an earlier release work with this version's command line."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from releases.frozen import RELEASES, arguments, command_line

Described = dict[str, Any]


def losses(place: str, old: Described, new: Described) -> Iterator[str]:
    """Yield which arguments a command no longer takes, and which it requires in addition."""
    for name, option in old["options"].items():
        yield from changed(f"{place} {name}", option, new["options"].get(name))
    for name, option in new["options"].items():
        if option["required"] and not old["options"].get(name, {}).get("required"):
            yield f"{place} requires {name}"
    for number, one in enumerate(old["positional"]):
        now = new["positional"][number] if number < len(new["positional"]) else None
        yield from changed(f"{place} argument {number + 1}", one, now)
    for one in new["positional"][len(old["positional"]) :]:
        if one["takes"] not in ("?", "*"):
            yield f"{place} requires another argument"
    for name, action in old["actions"].items():
        if name in new["actions"]:
            yield from losses(f"{place} {name}", action, new["actions"][name])
        else:
            yield f"{place} {name} is gone"


def changed(place: str, old: Described, new: Described | None) -> Iterator[str]:
    """How an argument takes something else than before, or less."""
    if new is None:
        yield f"{place} is gone"
        return
    # What may be left out can still be given.
    if new["takes"] not in (old["takes"], "?" if old["takes"] == 1 else old["takes"]):
        yield f"{place} takes {new['takes']}, not {old['takes']}"
    if new["values"] is not None:
        gone = [one for one in old["values"] or ["other values"] if one not in new["values"]]
        yield from (f"{place} no longer takes {one}" for one in gone)


@pytest.mark.parametrize("release", RELEASES, ids=lambda release: release.name)
def test_no_command_or_option_is_lost(release: Path) -> None:
    old, new = json.loads((release / "commands.json").read_text()), command_line()
    assert [*old] == [name for name in old if name in new]
    assert [loss for name in old for loss in losses(name, old[name], new[name])] == []


def described(*options: str, **changes: Any) -> Described:
    """The arguments of a command with options and a FILE."""
    parser = ArgumentParser(add_help=False)
    for option in options:
        parser.add_argument(option)
    parser.add_argument("--bot", **{"choices": ["simple", "pimc"], **changes})
    parser.add_argument("file", nargs="?")
    return arguments(parser)


@pytest.mark.parametrize(
    ("new", "lost"),
    [
        (described("--seed"), []),
        (described("--seed", "--jobs", choices=["simple", "pimc", "network"]), []),
        (described(), ["deal --seed is gone"]),
        (described("--seed", required=True), ["deal requires --bot"]),
        (described("--seed", choices=["pimc"]), ["deal --bot no longer takes simple"]),
        (described("--seed", nargs=2), ["deal --bot takes 2, not 1"]),
        (described("--seed", nargs="?"), []),
        (described("--seed", "deck"), ["deal argument 1 takes 1, not ?"]),
    ],
)
def test_what_scripts_lose_is_named(new: Described, lost: list[str]) -> None:
    assert [*losses("deal", described("--seed"), new)] == lost
