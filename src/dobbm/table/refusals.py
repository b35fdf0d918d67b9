"""The refusal of a request, and the conditions that many commands share."""

from __future__ import annotations

from dobbm.game.actions import Seat
from dobbm.game.errors import DobbmError, quoted
from dobbm.table.state import Table


class Refusal(DobbmError):
    """A request that is not allowed now; ``docs/server.md`` lists the codes."""

    def __init__(self, code: str, message: str, after: int | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.after = after
        """Seconds after which it may be allowed; None if unknown."""


def verify_seated(table: Table, seat: Seat) -> None:
    """Raise ``Refusal`` with the code ``seat`` unless a person sits in ``seat``."""
    if seat not in table.people:
        raise Refusal("seat", f"no person sits in seat {seat}")


def verify_host(table: Table, seat: Seat) -> None:
    """Raise ``Refusal`` with the code ``host`` unless the host sits in ``seat``."""
    verify_seated(table, seat)
    if seat != table.host_seat:
        raise Refusal("host", f"only the host, in seat {table.host_seat}, arranges the table")


def verify_place(table: Table, seat: Seat) -> None:
    """Raise ``Refusal`` with the code ``request`` if the table has no such seat."""
    if not 0 <= seat < len(table.seats):
        raise Refusal("request", f"there is no seat {quoted(seat)} at this table")


def verify_turn(table: Table, turn: int | None) -> None:
    """Raise ``Refusal`` with the code ``stale`` unless ``turn`` is the current turn or None."""
    if turn is not None and turn != table.turn:
        raise Refusal("stale", f"the current turn is {table.turn}, not {quoted(turn)}")
