"""Carries out the command of a request, which is answered with the turn."""

from __future__ import annotations

from dobbm.server import responses
from dobbm.server.authentication import Sitter
from dobbm.table.commands import Command


async def do(who: Sitter, command: Command) -> responses.Turn:
    """Carry out a command and return the turn after it."""
    await who.runner.do(command)
    return turn(who)


def turn(who: Sitter) -> responses.Turn:
    """Return the current turn of the caller's table."""
    return responses.Turn(turn=who.runner.table.turn)
