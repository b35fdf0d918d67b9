"""What does it cost to declare, because the declarer deals next?"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dobbm.game.actions import BIDDING, BIDS
from dobbm.game.settlement import dealer_after, settle
from dobbm.studies.playing import Company
from dobbm.studies.report import Finding, Mean
from dobbm.studies.running import Observer, Rows

KINDS = tuple((name, players) for players in (4, 5) for name in ("trained", "trained:next=on"))
"""The player, and how many sit at the table; each kind plays every fourth deal."""
NOBODY = -1
"""The declarer of a deal that was thrown in, and the word of a seat that was not asked."""
MOST_PLAYERS = 5
PARTS = 20
"""The values are computed in so many parts of the deals, which gives their interval."""

KIND, DECLARER = range(2)
WORDS = slice(2, 6)
"""The index of each place's bid in ``BIDS``."""
PAYMENTS = 6
"""The columns; the payments of all seats begin at the last of them."""

QUESTION = "The declarer deals next, and the dealer's place is the worst: what does that cost?"
METHOD = (
    "Copies of one player play whole deals, and the next dealer is known after each. Gain: the "
    "payment of a place in card points. Lasting: what a seat at this place is ahead in the long "
    "run, with all deals that follow, compared with the average place. Charge: what declaring "
    "costs in the deals that follow, compared with saying weiter, when nobody has bid before; "
    "charge over a Dobbm: the same for a Solo when somebody has. trained:next=on subtracts these "
    "charges from what a bid promises. The intervals come from 20 parts of the deals."
)


def observe_charges(seed: int) -> Observer:
    """Let copies of one player play whole deals."""
    companies = [Company((name,) * players, seed) for name, players in KINDS]

    def play(numbers: range) -> Rows:
        rows = np.full((len(numbers), PAYMENTS + MOST_PLAYERS), NOBODY, np.int64)
        for row, number in zip(rows, numbers, strict=True):
            index, kind = divmod(number, len(KINDS))
            deal = companies[kind](index)
            row[KIND] = kind
            if deal.declarer is not None:
                row[DECLARER] = deal.declarer
            spoken = [BIDS.index(step.action) for step in deal.steps if step.phase == BIDDING]
            row[2 : 2 + len(spoken)] = spoken
            row[PAYMENTS : PAYMENTS + deal.setup.players] = settle(deal).payments
        return rows

    return play


def compare_charges(rows: Rows) -> Finding:
    """Compare what the places are worth, and what declaring costs there."""
    found = []
    for kind, (name, players) in enumerate(KINDS):
        own = rows[rows[:, KIND] == kind]
        parts = [_figures(part, players) for part in np.array_split(own, PARTS) if len(part)]
        for place, called in enumerate(("forehand", "second", "third", "fourth", "the dealer")):
            if place < players:
                figures = [_mean([part[place][column] for part in parts]) for column in range(4)]
                found.append((f"{players} players, {name}: {called}", tuple(figures)))
    return Finding(
        QUESTION,
        METHOD,
        "what declaring costs later, card points",
        ("gain", "lasting", "charge over a Dobbm", "charge"),
        found,
    )


def _figures(rows: Rows, players: int) -> NDArray[np.float64]:
    """Return a row for each place: its gain, its lasting value, and the two charges."""
    declarers = rows[:, DECLARER]
    dealers = np.where(declarers == NOBODY, dealer_after(players - 1, players), declarers)
    gains = rows[:, PAYMENTS : PAYMENTS + players].mean(axis=0)
    # The place of a seat in the next deal; seats are numbered by their places in this one.
    places = (np.arange(players) - dealers[:, np.newaxis] - 1) % players
    moves = np.array([np.bincount(at, minlength=players) for at in places.T]) / max(len(rows), 1)
    lasting = np.linalg.lstsq(
        np.vstack([np.eye(players) - moves, np.ones(players)]), np.append(gains, 0.0), rcond=None
    )[0]
    figures = np.full((players, 4), np.nan)
    figures[:, 0], figures[:, 1] = gains, lasting
    words = rows[:, WORDS]
    for place in range(4):
        bid_before = (words[:, :place] > 0).any(axis=1)
        for column, asked in ((3, ~bid_before), (2, bid_before)):
            passed = (words[:, place] == 0) & asked
            if passed.any():
                later = lasting[places[passed, place]].mean()
                figures[place, column] = later - lasting[players - 1]
    return figures


def _mean(values: list[float]) -> Mean:
    """Return the mean of one figure over the parts; none if some part lacks it."""
    if not values or np.isnan(values).any():
        return Mean.of([])
    return Mean.of(values)
