"""A club for a year: Thursdays with guests, leavers, lost phones, restores and upgrades."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

from dobbm.server.config import Limits
from dobbm.store.backups import back_up, restore
from server.friends import Friend, found
from server.serving import Guest, play, refusal
from server.simulated import Simulated
from tiers import sample_size

WEEK = 7 * 24 * 3600.0
THURSDAYS = sample_size(3, long=50)
MEMBERS = sample_size(9, long=40)
TABLES = 2
GENEROUS = Limits(requests=100_000)
DEALS = 2
"""Deals at each table on an evening."""


class Year:
    """A club, the links that its people hold, and what they remember of their winnings."""

    def __init__(self, server: Simulated) -> None:
        self.server = server
        self.rng = Random(1)
        self.founder = found(server)
        self.friends = [self.founder]
        self.lost: list[Friend] = []
        self.won: Counter[str] = Counter()
        self.tables: list[str] = []
        self.came = 0
        while len(self.friends) < MEMBERS:
            self.newcomer()

    def move_to(self, server: Simulated) -> None:
        """Go on at the server that has taken the place of the last one."""
        self.server = server
        for friend in (*self.friends, *self.lost):
            friend.server = server

    def newcomer(self) -> None:
        self.came += 1
        self.server.pass_time(1.0)  # nobody lets people in faster
        self.friends.append(self.founder.bring(f"Member {self.came}"))

    def thursday(self) -> None:
        """Play an evening, with a guest in the place of a member."""
        present = self.rng.sample(self.friends, 4 * TABLES - 1)
        guest = self.founder.invite("Guest")
        present.append(guest)
        self.rng.shuffle(present)
        for number in range(TABLES):
            self.play(number, present[4 * number : 4 * number + 4])
        self.lost.append(guest)

    def play(self, number: int, four: list[Friend]) -> None:
        """Play on at the table of the last Thursday; its people have changed."""
        if number == len(self.tables):
            self.tables.append(self.founder.open().table)
            self.leave(self.tables[number])
        table = self.tables[number]
        guests = [friend.sit(table, seat) for seat, friend in enumerate(four)]
        before = len(lines(guests[0]))
        play(guests, lambda table: (table["shuffle"] or {}).get("deal", 0) > before + DEALS)
        for line in lines(guests[0])[before : before + DEALS]:
            for friend, payment in zip(four, line["payments"], strict=True):
                self.won[friend.member] += payment
        for one in guests:
            assert one.post("/leave").is_success

    def leave(self, table: str) -> None:
        self.founder.sit(table).ask("DELETE", "/seats/0")

    def lose_a_phone(self) -> None:
        lost = self.rng.choice(self.friends[1:])
        link = self.founder.post(f"/members/{lost.member}/link").json()
        self.friends[self.friends.index(lost)] = Friend(self.server, **link)
        self.lost.append(lost)

    def say_goodbye(self) -> None:
        gone = self.friends.pop()
        assert gone.send_off(gone).is_success
        self.lost.append(gone)


def lines(guest: Guest) -> list[dict[str, list[int]]]:
    """Return all lines of the ledger of a table."""
    found: list[dict[str, list[int]]] = []
    while True:
        answer = guest.ask("GET", f"/deals?after={len(found)}")
        assert answer.is_success, answer.text
        if not answer.json():
            return found
        found += answer.json()


async def restored(file: Path, new: Path) -> Path:
    """Back the database up, lose it, and restore it in another place."""
    backup = new.with_suffix(".backup")
    backup.touch()
    await back_up(f"sqlite:///{file}", backup)
    file.unlink()
    await restore(backup, f"sqlite:///{new}", replace=False)
    return new


def downgrade(file: Path) -> None:
    """Leave the database as version 8 would have left it: the next server upgrades it."""
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("DROP TABLE subscriptions")
        database.execute("UPDATE tables SET club = 'club:' || club WHERE id LIKE 'club:%'")
        database.execute("UPDATE alembic_version SET version_num = '8'")


def test_a_year_loses_no_evening_and_no_schilling(
    serve: Callable[..., Simulated], tmp_path: Path
) -> None:
    """Every week, another server goes on with the database, or with a backup or an old version."""
    file = tmp_path / "year.sqlite"
    year = Year(serve(sqlite=file, limits=GENEROUS))
    for week in range(THURSDAYS):
        year.thursday()
        year.lose_a_phone()
        if week % 5 == 1:
            year.say_goodbye()
            year.newcomer()
        year.server.stop()
        if week % 3 == 1:
            file = asyncio.run(restored(file, tmp_path / f"week-{week}.sqlite"))
        if week % 3 == 2:
            downgrade(file)
        server = serve(sqlite=file, limits=GENEROUS, seed=week + 2)
        server.clock.set((week + 1) * WEEK)
        year.move_to(server)
    book = year.founder.book()
    assert len(book["evenings"]) == THURSDAYS
    for evening in book["evenings"]:
        assert sum(one["amount"] for one in evening["standing"]) == 0
        assert evening["deals"] == TABLES * DEALS
    assert {one["member"]: one["amount"] for one in book["totals"]} == year.won
    assert all(friend.role() for friend in year.friends)
    assert {refusal(friend.ask("GET")) for friend in year.lost} == {(401, "token")}
