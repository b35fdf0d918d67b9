"""The deals of the day: three deals that follow from the date alone (docs/daily.md).

>>> first, second, third = daily_deals(parse_day("2026-11-26"))
>>> first.deal.setup.dealer, second.deal.setup.dealer, third.deal.setup.must
(3, 2, True)
"""

from __future__ import annotations

import re
from datetime import date
from hashlib import sha256
from typing import Any, NamedTuple

from dobbm.game.actions import Seat
from dobbm.game.deal import Deal
from dobbm.game.errors import DobbmError, quoted
from dobbm.game.record import to_record
from dobbm.game.shuffle import deck_from

PERSON: Seat = 0
"""The seat of the person, who speaks first, second, and first in a deal of a Mußrunde."""
BOT = "network"
"""The bot in the other seats: strong, quick and the same on every machine."""
KINDS = ((3, False), (2, False), (3, True))
"""The dealer of each deal of a day, and whether it belongs to a Mußrunde."""

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


class DailyDeal(NamedTuple):
    """A deal of a day."""

    day: date
    number: int
    """From 1."""
    deal: Deal
    """Without actions."""
    seat: Seat
    """The seat of the person."""
    bots: tuple[str | None, ...]
    """The bot in each seat; None in the person's."""

    def to_json(self) -> dict[str, Any]:
        """Return the deal as a JSON object; the ``meta`` of its record names the day."""
        who = {"seat": self.seat, "bots": [*self.bots]}
        meta = {"day": self.day.isoformat(), "deal": self.number, **who}
        return {"number": self.number, **who, "record": {**to_record(self.deal), "meta": meta}}


def parse_day(text: str) -> date:
    """Return the day that a text such as ``2026-11-26`` names; raise ``DobbmError`` for others."""
    if _DAY.fullmatch(text):
        try:
            return date.fromisoformat(text)
        except ValueError:
            pass  # such as the 30th of February
    raise DobbmError(f"a day must be a date such as 2026-11-26, not {quoted(text)}")


def daily_deals(day: date) -> tuple[DailyDeal, ...]:
    """Return the deals of a day.

    The deck of each follows from the SHA-256 of its name, as that of a table does from the
    contributions (docs/shuffle.md); nothing is chosen by how the deal turns out.
    """
    return tuple([_deal(day, number) for number in range(1, len(KINDS) + 1)])


def _deal(day: date, number: int) -> DailyDeal:
    dealer, must = KINDS[number - 1]
    seed = sha256(f"dobbm daily {day.isoformat()} {number}".encode()).digest()
    deal = Deal.start(deck_from(seed), dealer=dealer, must=must)
    bots = tuple([None if seat == PERSON else BOT for seat in range(deal.setup.players)])
    return DailyDeal(day, number, deal, PERSON, bots)
