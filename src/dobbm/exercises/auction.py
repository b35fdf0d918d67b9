"""The worth of each bid: the others speak and discard by the tables, and the deal is played out.

Only worlds count in which the seats that have spoken would have said what they did.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from dobbm.ai.calling import Numbers
from dobbm.ai.evaluation import best_discards, bid_payment
from dobbm.ai.layout import WORLD
from dobbm.ai.rollouts import play_deals
from dobbm.ai.worlds import Worlds
from dobbm.exercises.choices import Choices, Values
from dobbm.game.actions import BIDS, WEITER
from dobbm.game.cards import CardSet
from dobbm.game.rules import CONTRACTS, DOBBM, SOLO, Contract
from dobbm.game.view import View
from dobbm.players.pimc.payments import payments_by_points

DRAWN = 16
"""The number of worlds drawn for each one wanted."""
SEATS = 4


class Bid(NamedTuple):
    """The highest bid so far, and the place of its seat."""

    place: int
    contract: Contract


def bid_values(view: View, count: int, seed: int, least: float) -> Choices | None:
    """Return the payments for the legal bids; None if too few worlds explain what was said.

    The view is that of a seat at a table of four, who must speak.
    """
    assert view.legal
    if view.players != SEATS or view.must:
        return None
    worlds = [*islice(_explaining(view, count, seed), count)]
    if len(worlds) < count:
        return None
    values: Values = {(word,): _payments(view, word, worlds, seed) for word in view.legal}
    return Choices(values, [1.0] * count, least)


def _explaining(view: View, count: int, seed: int) -> Iterator[list[CardSet]]:
    """Yield worlds in which the tables would have said what has been said."""
    drawn = Worlds.of(view).drawn(DRAWN * count, seed, range(WORLD))
    for first in range(0, len(drawn), WORLD):
        world = [*drawn[first : first + WORLD]]
        bid: Bid | None = None
        for place, word in enumerate(view.actions):
            if _said(world[place], place, bid) != word:
                break
            bid = _after(bid, place, word)
        else:
            yield world


def _said(hand: CardSet, place: int, bid: Bid | None) -> str:
    """Return the bid that the tables advise."""
    words = [word for word in BIDS if bid is None or word != DOBBM.name]
    return max(words, key=lambda word: bid_payment(word, hand, place, bid=bid is not None))


def _after(bid: Bid | None, place: int, word: str) -> Bid | None:
    return bid if word == WEITER else Bid(place, CONTRACTS[word])


def _declared(world: list[CardSet], place: int, word: str, bid: Bid | None) -> Bid | None:
    """Return the bid that stands in the end if the seat at ``place`` says ``word``."""
    bid = _after(bid, place, word)
    for later in range(place + 1, SEATS):
        if bid and bid.contract is SOLO:
            break
        bid = _after(bid, later, _said(world[later], later, bid))
    return bid


def _payments(view: View, word: str, worlds: list[list[CardSet]], seed: int) -> list[float]:
    """Return what the seat is paid in each world if it says ``word``."""
    place, spoken = len(view.actions), None
    for at, said in enumerate(view.actions):
        spoken = _after(spoken, at, said)
    bids = [_declared(world, place, word, spoken) for world in worlds]
    payments = [0.0] * len(worlds)
    for contract in (DOBBM, SOLO):
        played = [at for at, bid in enumerate(bids) if bid and bid.contract is contract]
        rows: Numbers = array("q")
        for at in played:
            rows += _row(view, worlds[at], bids[at])
        made = play_deals(rows, seed, exchanged=contract.exchanges) if played else ()
        for at, points in zip(played, made, strict=True):
            bid = bids[at]
            assert bid
            paid = payments_by_points(contract, 0, view.rules, declares=bid.place == place)
            payments[at] = paid[points]
    return payments


def _row(view: View, world: list[CardSet], bid: Bid | None) -> Numbers:
    """Return a world from the declarer on, after the exchange if there is one."""
    assert bid
    hands, dobb = world[:SEATS], world[SEATS]
    hands = hands[bid.place :] + hands[: bid.place]
    if bid.contract.exchanges:
        twelve = hands[0] | dobb
        [(dobb, _)] = best_discards(twelve, view.rules, 1)
        hands[0] = twelve & ~dobb
    return array("q", [*hands, dobb])
