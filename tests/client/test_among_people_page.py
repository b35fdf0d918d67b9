"""The page settles a session at a club's table as the book of the club does."""

from __future__ import annotations

from random import Random

from client.scripts import Scripts, needs_node
from dobbm.club.book import among_members
from dobbm.club.club_state import Evening, Mark

pytestmark = needs_node

SETTLING = """
import { amongPeople } from "./game/among-people.js";
respond(asked.map(([amounts, bots]) => amongPeople(amounts, bots)));
"""


def test_what_bots_have_won_or_lost_is_nobodys(scripts: Scripts) -> None:
    rng = Random(7)
    sessions = [([20, -50, 40, -10], [False, False, True, True])]
    for _ in range(300):
        amounts = [rng.randint(-90, 90) for _ in range(rng.randint(3, 5))]
        amounts.append(-sum(amounts))
        sessions.append((amounts, [rng.random() < 0.4 for _ in amounts]))
    for (amounts, bots), settled in zip(sessions, scripts.run(SETTLING, sessions), strict=True):
        marks = {
            str(seat): Mark(amount, 3)
            for seat, (amount, bot) in enumerate(zip(amounts, bots, strict=True))
            if not bot
        }
        book = among_members(Evening(1, "2026-12-03", 3, marks, {}))
        assert settled == [book.get(str(seat), 0) for seat in range(len(amounts))]
        assert sum(settled) == 0
