"""A whole evening of a tournament: late-comers, a leaver, and a standing computed a second time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from dobbm.server.config import Limits
from server.serving import Guest, play
from server.simulated import Simulated
from server.test_tournament_routes import NAMES, Thursday
from tiers import sample_size

ROUNDS = sample_size(2, long=6)
DEALS = sample_size(1, long=4)
PEOPLE = sample_size(8, long=16)
GENEROUS = Limits(requests=100_000)
MORE = ("Peter", "Anna", "Rosl", "Franz", "Maridl", "Sima", "Jörg", "Nanne")


class Played(NamedTuple):
    """A deal at a table: its cards, its dealer, and what each member has won in which seat."""

    deck: tuple[str, ...]
    dealer: int
    won: tuple[tuple[str | None, int], ...]


class Evening:
    """An evening in which two people come late and one goes."""

    def __init__(self, server: Simulated) -> None:
        names = (*NAMES, *MORE)[: PEOPLE - 3]
        self.thursday = Thursday(server, people=PEOPLE - 2, deals=DEALS, names=names)
        self.gone: str | None = None
        self.played: list[list[list[Played]]] = []
        """By round and table."""

    def round(self, number: int) -> None:
        tables = self.thursday.draw()
        self.played.append([])
        if number == 2:
            self.leave(tables[0])
        for table in tables:
            self.played[-1].append(self.table(table["table"], late=number == 1))

    def leave(self, table: dict[str, Any]) -> None:
        """Let somebody go who has been drawn: a bot takes the seat."""
        self.gone = next(one["member"] for one in table["seats"] if one["member"])
        friend = self.thursday.friends[self.gone]
        answer = friend.ask("DELETE", f"/tournament/players/{friend.member}")
        assert answer.status_code == 200, answer.text

    def table(self, name: str, *, late: bool) -> list[Played]:
        """Play a round at a table, with somebody late in a bot's seat before its last deal."""
        shown = self.shown(name)
        sitting = [one["member"] for one in shown["seats"]]
        guests = [self.thursday.friends[one].sit(name) for one in sitting if one]
        if late and DEALS > 1 and None in sitting:
            play(guests, lambda table: table["deal"] == DEALS - 1 and table["stage"] == "between")
            friend = self.thursday.vroni.bring(f"Late {name[:4]}")
            self.thursday.friends[friend.member] = friend
            self.thursday.enter(friend)
            guests.append(friend.sit(name))
            sitting_later = [*sitting]
            sitting_later[sitting.index(None)] = friend.member
        else:
            sitting_later = sitting
        play(guests, lambda table: table["stage"] == "over")
        people = [sitting] * (DEALS - 1) + [sitting_later]
        return [played(guests[0], deal, people[deal - 1]) for deal in range(1, DEALS + 1)]

    def shown(self, name: str) -> dict[str, Any]:
        tables = self.thursday.page()["rounds"][-1]["tables"]
        found: dict[str, Any] = next(one for one in tables if one["table"] == name)
        return found


def played(guest: Guest, deal: int, people: list[str | None]) -> Played:
    record = guest.ask("GET", f"/deals/{deal}").json()
    [line] = guest.ask("GET", f"/deals?after={deal - 1}").json()[:1]
    won = tuple(zip(people, line["payments"], strict=True))
    return Played(tuple(record["deck"]), record["dealer"], won)


def standing(evening: Evening) -> tuple[Counter[str], dict[str, Fraction]]:
    """Return the Schilling and the comparison of each member, computed from the deals."""
    amounts: Counter[str] = Counter()
    compared: dict[str, Fraction] = {}
    for tables in evening.played:
        for board in zip(*tables, strict=True):
            for place, one in enumerate(board):
                for seat, (member, amount) in enumerate(one.won):
                    if member is None:
                        continue
                    others = [two.won[seat][1] for at, two in enumerate(board) if at != place]
                    mean = Fraction(sum(others), len(others))
                    amounts[member] += amount
                    compared[member] = compared.get(member, Fraction(0)) + amount - mean
    return amounts, compared


def boards(evening: Evening) -> Iterator[tuple[Played, ...]]:
    for tables in evening.played:
        yield from zip(*tables, strict=True)


def test_the_standing_is_right_to_the_schilling(serve: Callable[..., Simulated]) -> None:
    evening = Evening(serve(limits=GENEROUS))
    for number in range(1, ROUNDS + 1):
        evening.round(number)
    for board in boards(evening):
        assert len({(one.deck, one.dealer) for one in board}) == 1, "all tables have the same cards"
    assert len({board[0].deck for board in boards(evening)}) == ROUNDS * DEALS
    page = evening.thursday.end()
    amounts, compared = standing(evening)
    assert {one["member"]: one["amount"] for one in page["standing"]} == dict(amounts)
    for one in page["standing"]:
        assert abs(one["compared"] - float(compared[one["member"]])) < 0.01
    assert evening.gone not in [one["member"] for one in page["entered"]]
    [book] = evening.thursday.vroni.book()["evenings"]
    assert book["deals"] == sum(len(deals) for tables in evening.played for deals in tables)
