"""What is a place at the table worth, and how often is a deal thrown in?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor

from dobbm.game.deal import Deal
from dobbm.game.settlement import settle
from dobbm.studies.playing import played
from dobbm.studies.report import Finding, Mean

PLAYER = "trained"

QUESTION = "What is a place at the table worth, and how often is a deal thrown in?"
METHOD = (
    f"Copies of the player {PLAYER} play whole deals, half of them with four at the table and half "
    "with five. Declares: the share of deals in which the place plays its own game. Gain: the "
    "payment in card points, with the Stockerl if five play."
)


def study_seats(
    deals: int, seed: int, executor: Executor | None, report: Callable[[int], None]
) -> Finding:
    """Let copies of one player play whole deals, and compare their places."""
    rows: list[tuple[str, tuple[Mean, ...]]] = []
    for players in (4, 5):
        finished: list[Deal] = []
        for deal in played((PLAYER,) * players, range(deals // 2), seed, executor):
            finished.append(deal)
            report(len(finished) + (players == 5) * (deals // 2))
        rows += [
            (f"{players} players: {name}", _figures(finished, seat))
            for seat, name in enumerate(_places(players))
        ]
    return Finding(
        QUESTION,
        METHOD,
        "gain of a place, card points a deal",
        ("% thrown in", "% declares", "gain"),
        rows,
    )


def _places(players: int) -> Sequence[str]:
    last = "the dealer" if players == 4 else "fourth"
    return ["forehand", "second", "third", last, *["the dealer, on holiday"][: players - 4]]


def _figures(deals: Sequence[Deal], seat: int) -> tuple[Mean, ...]:
    return (
        Mean.of([deal.declarer is None for deal in deals]).times(100),
        Mean.of([deal.declarer == seat for deal in deals]).times(100),
        Mean.of([settle(deal).payments[seat] for deal in deals]),
    )
