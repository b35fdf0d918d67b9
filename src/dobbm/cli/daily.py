"""Print the three deals of a day, which follow from its date alone.

Everybody has the same ones. The page and the server call the day by the date where the person is;
this command takes today's date in UTC unless it is given another.

  dobbm daily
  dobbm daily 2026-11-26
  dobbm daily 2026-11-26 --json
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from datetime import UTC, datetime

from dobbm.exercises.daily import DailyDeal, daily_deals, parse_day
from dobbm.game.cards import names
from dobbm.game.json_text import write_json

SPEAKS = {1: "first", 2: "second", 3: "third", 4: "last"}


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("day", nargs="?", metavar="DATE", help="default: today in UTC")
    parser.add_argument(
        "--json",
        action="store_true",
        help="print records without actions, one per line; meta has the seat and the bots",
    )


def run(options: Namespace) -> int:
    """Run the command."""
    day = datetime.now(UTC).date() if options.day is None else parse_day(options.day)
    for one in daily_deals(day):
        print(write_json(one.to_json()["record"]) if options.json else _described(one))
    return 0


def _described(one: DailyDeal) -> str:
    setup = one.deal.setup
    turn = SPEAKS[1 + setup.active.index(one.seat)]
    kind = "in a deal of a Mußrunde" if setup.must else f"seat {setup.dealer} deals"
    hand = " ".join(names(one.deal.hand(one.seat)))
    others = ", ".join(dict.fromkeys([bot for bot in one.bots if bot]))
    return f"{one.day} {one.number}. You speak {turn}, {kind}, against {others}. You hold {hand}"
