"""Measure a table without HTTP: all seats ``simple``, no delays, a message to every seat.

  python benchmarks/core.py --deals 400
  python benchmarks/core.py --deals 100 --profile

It runs one table in one process. The person acts through the commands that people use, and bots act
when they are due; after each event, all four seats get the table as JSON. With ``--profile``, it
also lists the functions that took the most time, in descending order.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections import Counter
from cProfile import Profile
from pstats import SortKey, Stats
from random import Random

from dobbm.game.view import View
from dobbm.players import Player, make_player
from dobbm.runtime.audience import Audience
from dobbm.runtime.snapshot import Snapshot
from dobbm.runtime.store import Person
from dobbm.table.commands import Act, Command, Contribute, Vote
from dobbm.table.deadlines import Activity, Due, due, missing
from dobbm.table.events import Acted, Began, Committed, Dealt, Event, Opened, Sat
from dobbm.table.house_rules import Options
from dobbm.table.reducer import apply_event, opened
from measuring import machine, seconds_of

PERSON = 0
"""The seat of the only person; a table without people would not play."""
SOMEBODY = Person("somebody", "Somebody", "0" * 64, 0.0, {})
AUDIENCE = Audience({SOMEBODY.id: SOMEBODY}, frozenset({PERSON}), {})
NOBODY_GONE = Activity({}, frozenset())
SLOWEST = 15
"""Number of functions listed from a profile."""


class Evening:
    """A table that plays one deal after another."""

    def __init__(self, seed: int, table: str = "core", person: str = SOMEBODY.id) -> None:
        """Draw the cards, the first dealer and the players' seeds from ``seed``."""
        self.bot: Player = make_player("simple")
        self.rng = Random(seed)
        self.counted: Counter[str] = Counter()
        """The number of events, and the number of bytes in messages."""
        players = Options().players
        self.opened = Opened(0.0, Options().to_json(), players - 1)
        self.table = opened(table, self.opened)
        self.happen(Sat(0.0, PERSON, person))

    def play(self, deals: int) -> None:
        """Play ``deals`` more deals."""
        wanted = self.table.finished + deals
        while self.table.finished < wanted:
            coming = due(self.table, NOBODY_GONE, delay=0.0)
            self.happen(self.scheduled_event(coming) if coming else self.person_event())

    def happen(self, event: Event) -> None:
        """Apply an event, and render the message for every seat."""
        self.table = apply_event(self.table, event)
        self.counted["events"] += 1
        snapshot = Snapshot(self.table, event)
        for seat in range(self.table.options.players):
            self.counted["bytes"] += len(snapshot.message(AUDIENCE, seat))

    def scheduled_event(self, coming: Due) -> Event:
        """Return the event that is due."""
        now = coming.at
        match coming.what:
            case "begin":
                return Began(now, self.rng.randrange(self.table.options.players))
            case "commit":
                return Committed(now, self.rng.randbytes(32).hex())
            case "deal":
                return Dealt(now, list(missing(self.table)))
        assert coming.seat is not None
        return Acted(now, coming.seat, self.answer(coming.seat), by_bot=True)

    def person_event(self) -> Event:
        """Return the event of the person for whom the table is waiting."""
        table = self.table
        if table.deal:
            command: Command = Act(PERSON, self.answer(PERSON), table.turn)
        elif table.contributions:
            command = Vote(PERSON, "next")
        else:
            command = Contribute(PERSON, self.rng.randbytes(16).hex())
        event = command.decide(table, table.since)
        assert event
        return event

    def answer(self, seat: int) -> str:
        """Return the action that ``simple`` chooses for a seat."""
        assert self.table.deal
        answer = self.bot.act(View.of(self.table.deal, seat), self.rng.getrandbits(32))
        assert answer
        return answer


def main() -> None:
    """Run the measurement and print the figures."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=400, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--profile", action="store_true", help="tell where the time was spent")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    evening = Evening(options.seed)
    evening.play(1)  # the first deal loads the learned tables
    evening.counted.clear()
    profile = Profile()
    if options.profile:
        profile.enable()
    seconds = seconds_of(lambda: evening.play(options.deals))
    profile.disable()
    figures = {
        "deals a second": round(options.deals / seconds, 1),
        "events a second": round(evening.counted["events"] / seconds),
        "kB told a deal": round(evening.counted["bytes"] / options.deals / 1000),
    }
    if options.json:
        print(json.dumps({"machine": machine(), "options": vars(options), "figures": figures}))
        return
    for name, figure in figures.items():
        print(f"{name:20} {figure:>10,}")
    if options.profile:
        Stats(profile).sort_stats(SortKey.TIME).print_stats(SLOWEST)


if __name__ == "__main__":
    main()
