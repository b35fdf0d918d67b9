"""Is a bid better if it counts what it costs to deal next?"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from dobbm.arena.match import SESSION_DEALS
from dobbm.game.cards import shuffled
from dobbm.game.deal import Deal
from dobbm.game.seeds import generator
from dobbm.game.settlement import settle
from dobbm.studies.playing import RULES, Company
from dobbm.studies.report import Finding, Mean
from dobbm.studies.running import Observer, Rows

COUNTING, USUAL = "trained:next=on", "trained"
TABLES = (4, 5)
"""The numbers of players; every second session has five."""

PLAYERS, TOTALS = 0, slice(1, 5)
"""The columns: how many play; in Schilling, the totals of the two kinds of players in both sessions
of a pair, those who count the next deal first."""

QUESTION = "The declarer deals next: is it better to count what that costs before bidding?"
METHOD = (
    f"At every table, copies of {COUNTING} and of {USUAL} sit side by side, and play a session of "
    f"{SESSION_DEALS} deals with its Mußrunde. Then they change places, and get the same cards "
    "deal by deal again. Gain: the mean payment to the seats that count the next deal minus that "
    "to the others, in card points for a seat and deal. The unit of the intervals is a pair of "
    "sessions."
)


def observe_sessions(seed: int) -> Observer:
    """Play sessions in pairs; the number of a deal is that of a pair."""
    play_pair = paired_sessions(COUNTING, USUAL, seed)
    return lambda numbers: np.array([play_pair(number) for number in numbers], np.int64)


def paired_sessions(counting: str, usual: str, seed: int) -> Callable[[int], tuple[int, ...]]:
    """Return a function that plays the pair of sessions with a number, and returns its row."""

    def play(number: int) -> tuple[int, ...]:
        index, kind = divmod(number, len(TABLES))
        players = TABLES[kind]
        totals: list[int] = []
        for turn in (0, 1):
            # Every second seat counts, and in the second session all others.
            counts = [(seat + index) % players % 2 == turn for seat in range(players)]
            names = tuple(counting if one else usual for one in counts)
            paid = _session(Company(names, seed), players, seed, number)
            totals += [paid[counts].sum(), paid[np.invert(counts)].sum()]
        return players, *totals

    return play


def compare_sessions(rows: Rows) -> Finding:
    """Compare the seats that count the next deal with the others."""
    return Finding(
        QUESTION,
        METHOD,
        "gain of counting the next deal, card points a seat and deal",
        ("gain",),
        [
            (f"{players} players", (Mean.of(_gains(rows[rows[:, PLAYERS] == players], players)),))
            for players in TABLES
        ],
    )


def _gains(rows: Rows, players: int) -> NDArray[np.float64]:
    """Return the gain in each pair of sessions."""
    fewer, more = players // 2, players - players // 2
    # In the first session of a pair, the larger half of the seats counts.
    counting_first, usual_first, counting_then, usual_then = rows[:, TOTALS].T
    first = counting_first / more - usual_first / fewer
    then = counting_then / fewer - usual_then / more
    return np.asarray((first + then) / 2 / (SESSION_DEALS + players))


def _session(company: Company, players: int, seed: int, number: int) -> NDArray[np.int64]:
    """Play a session; return what each seat has received."""
    paid, dealer = np.zeros(players, np.int64), number % players
    for index in range(SESSION_DEALS + players):
        deck = shuffled(generator(seed, number, index))
        start = Deal.start(
            deck, dealer=dealer, players=players, must=index >= SESSION_DEALS, rules=RULES
        )
        settlement = settle(company.advance(start))
        paid += settlement.payments
        dealer = settlement.next_dealer
    return paid
