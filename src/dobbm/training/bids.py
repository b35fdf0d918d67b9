"""Fits the expected payment of each bid, from deals in which one seat bids at random."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random
from typing import NamedTuple

import numpy as np

from dobbm.ai.evaluation import PLACES, POWERS, Values, strength_of, table_for
from dobbm.ai.kernel.evaluation import ValueTable, look_up, look_up_each
from dobbm.game.actions import BIDDING, BIDS, WEITER
from dobbm.game.deal import Deal
from dobbm.game.rules import DOBBM, SOLO
from dobbm.game.settlement import settle
from dobbm.players import PlayerFactory
from dobbm.training.games import new_deals
from dobbm.training.reports import Progress, with_reports

ENOUGH = 300
"""The minimum number of examples for a fit. With fewer, the coefficients are those of the place
before; for the first place, and for weiter before any bid, they are 0."""
LEAST = {DOBBM: 40.0, SOLO: 45.0}
"""For each contract, the expected card points that a hand needs to bid it at random."""


class BidOutcome(NamedTuple):
    """A bid made at random, and its outcome."""

    word: str
    hand: int
    place: int
    """The number of seats that spoke before this one."""
    bid: bool
    """Whether one of those seats had bid a Dobbm."""
    payment: int


def fit_bids(
    factories: Sequence[PlayerFactory],
    dobbm: ValueTable,
    solo: ValueTable,
    games: int,
    seed: int,
    report: Progress,
) -> Values:
    """Fit the expected payment of each bid, as a function of the strength of the hand.

    The axes of the result are those of ``LookupTables.bids``.
    """
    asked = play_bids(factories, dobbm, solo, games, seed)
    outcomes = [one for one in with_reports(asked, "games", games, report) if one]
    bids = np.zeros((len(BIDS), 2, PLACES, POWERS))
    for word, bid, place in product(BIDS, (False, True), range(PLACES)):
        there = [one for one in outcomes if (one.word, one.bid, one.place) == (word, bid, place)]
        fitted = bids[BIDS.index(word), int(bid)]
        if len(there) >= ENOUGH:
            hands = np.array([one.hand for one in there])
            table = {"dobbm": dobbm, "solo": solo}[table_for(word)]
            strengths = map(strength_of, look_up_each(table, hands, 0 * hands).tolist())
            powers = np.array([*strengths])[:, None] ** np.arange(POWERS)
            payments = np.array([one.payment for one in there], float)
            fitted[place] = np.linalg.lstsq(powers, payments, rcond=None)[0]
        elif place and (bid or word != WEITER):
            fitted[place] = fitted[place - 1]
    return bids


def play_bids(
    factories: Sequence[PlayerFactory], dobbm: ValueTable, solo: ValueTable, games: int, seed: int
) -> Iterator[BidOutcome | None]:
    """Play deals in which one seat bids at random; yield its outcome, or None if it never spoke.

    The seat bids a contract only if its hand is not hopeless for it (``LEAST``). Apart from the
    bid, it acts as its player chooses. Payments are in Schilling at a Match of 60.
    """
    for start, chairs, rng in new_deals(factories, games, seed):
        deal, seat, said = start, rng.randrange(PLACES), None
        while (asked := deal.to_act) is not None:
            if deal.phase == BIDDING and asked == seat:
                said = _random_bid(deal, dobbm, solo, rng)
                deal = deal.apply(said.word)
            else:
                deal = chairs[asked].act(deal, rng.getrandbits(53))
        yield said and said._replace(payment=settle(deal).payments[seat])


def _random_bid(deal: Deal, dobbm: ValueTable, solo: ValueTable, rng: Random) -> BidOutcome:
    """Return a random bid for the seat whose turn it is, with 0 in place of the payment."""
    assert deal.to_act is not None
    hand, bid = deal.hand(deal.to_act), deal.bidding.contract is not None
    hopeless: dict[str, bool] = {
        DOBBM.name: bid or look_up(dobbm, hand, 0) < LEAST[DOBBM],
        SOLO.name: look_up(solo, hand, 0) < LEAST[SOLO],
    }
    word = rng.choice([word for word in BIDS if not hopeless.get(word)])
    return BidOutcome(word, hand, deal.setup.active.index(deal.to_act), bid, 0)
