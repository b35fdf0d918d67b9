"""What is a place at the table worth?"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dobbm.game.settlement import settle
from dobbm.studies.playing import Company
from dobbm.studies.report import Finding, Mean
from dobbm.studies.running import Observer, Rows

PLAYER = "trained"
TABLES = (4, 5)
"""The numbers of players; every second deal has five."""
NOBODY = -1
"""The declarer of a deal that was thrown in."""

PLAYERS, DECLARER, PAYMENTS = range(3)
"""The columns; the payments of all seats begin at the last of them."""

QUESTION = "What is a place at the table worth, and how often is a deal thrown in?"
METHOD = (
    f"Copies of the player {PLAYER} play whole deals, half of them with four at the table and half "
    "with five. Declares: the share of deals in which the place plays its own game. Gain: the "
    "payment in card points, with the Stockerl if five play."
)


def observe_seats(seed: int) -> Observer:
    """Let copies of one player play whole deals."""
    companies = [Company((PLAYER,) * players, seed) for players in TABLES]

    def play(numbers: range) -> Rows:
        rows = np.zeros((len(numbers), PAYMENTS + max(TABLES)), np.int64)
        for row, number in zip(rows, numbers, strict=True):
            index, kind = divmod(number, len(TABLES))
            deal = companies[kind](index)
            players = TABLES[kind]
            row[:PAYMENTS] = players, NOBODY if deal.declarer is None else deal.declarer
            row[PAYMENTS : PAYMENTS + players] = settle(deal).payments
        return rows

    return play


def compare_seats(rows: Rows) -> Finding:
    """Compare the places at the table."""
    return Finding(
        QUESTION,
        METHOD,
        "gain of a place, card points a deal",
        ("% thrown in", "% declares", "gain"),
        [
            (f"{players} players: {name}", _figures(rows[rows[:, PLAYERS] == players], seat))
            for players in TABLES
            for seat, name in enumerate(_places(players))
        ],
    )


def _places(players: int) -> Sequence[str]:
    last = "the dealer" if players == 4 else "fourth"
    return ["forehand", "second", "third", last, *["the dealer, on holiday"][: players - 4]]


def _figures(rows: Rows, seat: int) -> tuple[Mean, ...]:
    declarers = rows[:, DECLARER]
    return (
        Mean.percent(declarers == NOBODY),
        Mean.percent(declarers == seat),
        Mean.of(rows[:, PAYMENTS + seat]),
    )
