"""Recorded deals, from which tests open a table at the moment they need.

The deals were found by playing at random. Vroni sits on seat 0.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from browser.live import LiveTable
from dobbm.arena.seating import first_legal_action
from dobbm.game.actions import Seat
from table.driver import SOLO, Evening, dealt


class Recorded(NamedTuple):
    """A deal, and how it was played."""

    seed: int
    """Determines the cards."""
    before: tuple[str, ...]
    """The bids, the discards and the doublings, before the first card."""
    cards: str
    people: int = 1
    """People have the first seats, bots the others."""
    players: int = 4
    dealer: Seat = 3
    name: str = "stubai"
    """The table's name; it also determines the cards."""

    @property
    def actions(self) -> list[str]:
        """All actions of the deal."""
        return [*self.before, *self.cards.split()]

    def at(self, phase: str, cards: int = 0, *, seat: Seat | None = 0) -> LiveTable:
        """Return a table where a seat, any if None, is to act in a phase, after this many cards."""
        evening = dealt(
            self.people, self.players, dealer=self.dealer, seed=self.seed, name=self.name
        )
        for count, action in enumerate(self.actions):
            deal = evening.deal
            far = phase != "play" or count - len(self.before) >= cards
            if far and deal.phase == phase and seat in (None, deal.to_act):
                break
            evening.act(action)
        return LiveTable(evening)

    def done(self) -> LiveTable:
        """Return the table after the deal."""
        return self.at("done", seat=None)


def gathering(people: int = 1, players: int = 4, bots: int = 0, **options: Any) -> LiveTable:
    """Return a table with free seats."""
    evening = Evening(bots, players, **options)
    evening.sit(people)
    return LiveTable(evening)


def played(cards: int, players: int = 4) -> LiveTable:
    """Return a table of people with a Dobbm of forehand, after this many cards."""
    evening = dealt(players, players)
    evening.act("dobbm", "weiter", "weiter", "weiter")
    while evening.deal.phase != "play":
        evening.act(first_legal_action(evening.deal))
    for _ in range(cards):
        evening.act(first_legal_action(evening.deal))
    return LiveTable(evening)


WON = Recorded(
    22,
    ("dobbm", "weiter", "weiter", "weiter", "AU LK LO LT", "schwacher", "gut"),
    "AS AO A9 A6 A7 AT AK HS LS H6 L9 L6 A8 H8 H9 H7"
    " BS B7 B8 BO BT B6 BU B9 L7 L8 HO HK HU BK LU HT",
)
"""Vroni's Dobbm with a Schwacher, won with 62 points; she plays the very last card."""

SURE = Recorded(
    4,
    ("dobbm", "weiter", "weiter", "weiter", "A6 A8 L7 LU", "schwacher", "gut"),
    "BS B6 B7 B8 BT H7 BU BO A7 AS AK H8 BK HK H6 HS"
    " LS HU L6 LK B9 A9 AO H9 L8 HO L9 LT HT AU AT LO",
)
"""Another one, won with 83 points: after 20 cards Vroni leads, and all other tricks are hers."""

PAIR = Recorded(
    8,
    ("weiter", "dobbm", "weiter", "weiter", "A6 A9 AT BT", "gut", "gut", "gut"),
    "B6 B7 BS BO A7 AS H9 AU L6 L8 LU LS LT L9 HU HT"
    " A8 HS HO H8 L7 HK H6 AO B9 B8 BK LK AK LO BU H7",
    people=2,
)
"""Vroni and Lois with two bots: Lois's Dobbm, lost with 40 points."""

HOLIDAY = Recorded(
    7,
    ("solo", "gut", "gut", "gut"),
    "LU L6 LO LK A8 A9 A7 AT B9 BO",
    people=2,
    players=5,
    dealer=0,
)
"""Five at a table, with Vroni as dealer; in the third trick it is Lois's turn."""

CLAIM = Recorded(
    81,
    SOLO,
    "A9 A7 A6 AU LS H6 L6 L9 BU B7 B6 BK B9 H7 BT B8 AK H8 AS HS L8 HU L7 A8",
    name="claim",
)
"""Vroni's Solo; she leads to the second-last trick and wins the rest."""
