"""The parser of all commands' arguments: options may stand anywhere among the other arguments."""

from __future__ import annotations

import sys
from argparse import ONE_OR_MORE, OPTIONAL, Action, ArgumentParser, Namespace
from collections.abc import Iterable, Iterator, Sequence
from typing import Any


class PlainParser(ArgumentParser):
    """An argument parser that reports that its help cannot be written."""

    def _print_message(self, message: str, file: Any = None) -> None:
        (file or sys.stderr).write(message)


class Parser(PlainParser):
    """An argument parser that accepts options anywhere, and values that begin with a minus sign.

    An argument with one minus sign is a value unless it is an option, one with two an option unless
    it follows ``--``.
    """

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: Namespace | None = None
    ) -> tuple[Namespace, list[str]]:
        """Parse arguments as ``ArgumentParser`` does, but in any order."""
        given = list(args or ())
        actions = self._subcommands()
        first = next((one for one in given if one in actions or one == "--"), None)
        if first in actions:  # the action's own parser sorts the rest
            given.remove(first)
            return super().parse_known_args([first, *given], namespace)
        if actions:  # it reports that there is no action, or an unknown one
            return super().parse_known_args(given, namespace)
        options, others = self._sorted(given)
        unknown = [one for one in options if one.startswith("--") and not self._named(one)]
        if unknown:  # rather than an argument that is missing because of it
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        found, left = super().parse_known_args(
            [*options, "--", *others] if others else options, namespace
        )
        return found, [one for one in left if one != "--"]

    def _subcommands(self) -> dict[str, Any]:
        """Return the parsers of this command's actions by name; most commands have none."""
        found: dict[str, Any] = {}
        for action in self._actions:
            if isinstance(action.choices, dict):
                found |= action.choices
        return found

    def _sorted(self, given: Iterable[str]) -> tuple[list[str], list[str]]:
        """Return the options with their values, each value joined to its option, and the rest."""
        options: list[str] = []
        others: list[str] = []
        left = iter(given)
        waiting: Action | None = None
        for one in left:
            if one == "--":
                others += left
            elif waiting and waiting.nargs in (None, OPTIONAL) and not self._named(one):
                options[-1] += f"={one}"
                waiting = None
            elif waiting and waiting.nargs == ONE_OR_MORE and not self._is_option(one):
                options.append(one)
            elif self._is_option(one):
                options.append(one)
                named = None if "=" in one else self._named(one)
                waiting = named if named and named.nargs != 0 else None
            else:
                others.append(one)
        return options, others

    def _named(self, argument: str) -> Action | None:
        """Return the option that an argument names, perhaps shortened; None if it is no option."""
        name = argument.partition("=")[0]
        exact = self._option_string_actions.get(name)
        if exact or not name.startswith("--") or name == "--":
            return exact
        found = [self._option_string_actions[one] for one in self._beginning(name)]
        return found[0] if found else None

    def _beginning(self, name: str) -> Iterator[str]:
        return (option for option in self._option_string_actions if option.startswith(name))

    def _is_option(self, argument: str) -> bool:
        return argument.startswith("--") or argument in self._option_string_actions
