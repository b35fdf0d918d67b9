"""The page's account of a session: everybody's winnings deal by deal, and the deals to remember."""

from __future__ import annotations

from typing import Any

from client.scripts import Scripts, needs_node
from dobbm.game.actions import Seat
from dobbm.table import commands
from dobbm.table.presentation import present_line, present_table
from table.driver import NAMES, PEOPLE, Evening, dealt, person_on

pytestmark = needs_node

COURSES = """
import { courses, memories, winners } from "./game/evening.js";
const told = courses(...asked);
respond({ courses: told, winners: winners(told), ...memories(asked[2]) });
"""


def play(evening: Evening, *words: str) -> None:
    """Play the next deal, beginning with these words."""
    evening.until_dealt()
    evening.act(*words)
    evening.play_out()


def account(scripts: Scripts, evening: Evening) -> Any:
    """Return the page's account of the session so far."""
    table = evening.table
    lines = [present_line(one, "simple", PEOPLE) for one in evening.ledger]
    names = [f"in seat {seat}" for seat in range(table.options.players)]
    return scripts.run(COURSES, [present_table(table, PEOPLE, ()), names, lines])


def test_every_course_ends_with_what_the_ledger_says(scripts: Scripts) -> None:
    evening = dealt(people=2)
    for number in range(3):
        play(evening)
        evening.vote("next")
        told = account(scripts, evening)["courses"]
        ends = {course["seat"]: course["amounts"][-1] for course in told}
        assert ends == dict(enumerate(evening.table.ledger))
        assert all(len(course["amounts"]) == number + 2 for course in told)
        assert [*ends.values()] == sorted(ends.values(), reverse=True)


def test_who_leaves_and_who_moves_keep_their_course(scripts: Scripts) -> None:
    evening = dealt(people=2)
    play(evening)
    lost = evening.table.ledger[1]
    evening.do(commands.Leave, 1)
    evening.do(commands.Sit, person_on(0), 2)
    evening.vote("next", 2)
    play(evening)
    told = account(scripts, evening)["courses"]
    gone = next(course for course in told if NAMES[1] in course["name"])
    assert gone["amounts"] == [0, lost, lost]
    assert gone["seat"] is None
    moved = next(course for course in told if course["seat"] == 2)
    first, second = evening.ledger
    assert moved["amounts"] == [0, first.ledger[0], second.ledger[2]]
    assert [sum(column) for column in zip(*(one["amounts"] for one in told), strict=True)] == [
        0
    ] * 3


def test_the_deals_to_remember_have_the_largest_amounts(scripts: Scripts) -> None:
    evening = dealt(people=1)
    for words in (
        ("solo", "schwacher", "retour"),
        ("weiter", "dobbm"),
        ("weiter", "weiter", "solo"),
    ):
        play(evening, *words)
        evening.vote("next")
    told = account(scripts, evening)
    paid = [
        (amount, line.number, Seat(seat))
        for line in evening.ledger
        for seat, amount in enumerate(line.end.payments)
    ]
    for memory, most in (("best", max), ("worst", min)):
        found = told[memory]
        assert (found["amount"], found["line"]["deal"], found["seat"]) in paid
        assert found["amount"] == most(amount for amount, _, _ in paid)
    assert told["doubled"]["line"]["deal"] == 1


def test_a_session_of_plain_deals_has_no_doubling_to_remember(scripts: Scripts) -> None:
    evening = dealt(people=1)
    play(evening, "weiter", "weiter", "weiter", "weiter")
    assert account(scripts, evening)["doubled"] is None
    assert account(scripts, evening)["best"] is None


def test_the_bots_that_people_have_replaced_never_win_the_session(scripts: Scripts) -> None:
    evening = dealt(people=1)
    play(evening, "weiter", "weiter", "weiter", "solo")
    best = max(range(1, 4), key=lambda seat: evening.table.ledger[seat])
    assert evening.table.ledger[best] == max(evening.table.ledger) > 0
    evening.do(commands.Sit, person_on(1), best)
    told = account(scripts, evening)
    former = told["courses"][-1]
    assert (former["plays"], former["amounts"][-1]) == (False, evening.ledger[0].ledger[best])
    assert former not in told["winners"]
