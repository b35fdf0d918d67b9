"""The words of the game and the parsing of actions (docs/rules.md 12).

An action is always a string: in a record, in a view, in the terminal and on the wire. It is a bid,
a doubling word, a card (``HS``) or the discards of the exchange (``B6 B7 L9 A8``).
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

from dobbm.game.cards import CARDS, CardSet
from dobbm.game.errors import UnknownAction, quoted

Seat: TypeAlias = int
"""The number of a seat: 0, 1, … clockwise, so the next seat is on the left (docs/rules.md 2)."""

WEITER = "weiter"
GUT = "gut"
SCHWACHER = "schwacher"
RETOUR = "retour"

BIDS = (WEITER, "dobbm", "solo")
DOUBLING_WORDS = (GUT, SCHWACHER, RETOUR)


Phase: TypeAlias = Literal["bidding", "exchange", "doubling", "play", "done"]
"""The phase of a deal, as it appears in results and views."""

BIDDING: Final = "bidding"
EXCHANGE: Final = "exchange"
DOUBLING: Final = "doubling"
PLAY: Final = "play"
DONE: Final = "done"


class Step(NamedTuple):
    """One action of a deal, with its seat and its phase."""

    seat: Seat
    phase: Phase
    action: str
    """The action as in the record; ``"? ? ? ?"`` for the hidden discards of another seat."""


Kind: TypeAlias = Literal["a bid", "a doubling word", "a card", "a list of cards"]
"""The kind of an action, as worded in error messages."""

A_BID: Final = "a bid"
A_DOUBLING_WORD: Final = "a doubling word"
A_CARD: Final = "a card"
A_LIST: Final = "a list of cards"

_KNOWN: dict[str, tuple[Kind, CardSet]] = {
    **dict.fromkeys(BIDS, (A_BID, 0)),
    **dict.fromkeys(DOUBLING_WORDS, (A_DOUBLING_WORD, 0)),
    **{name: (A_CARD, card) for name, card in CARDS.items()},
}


def parse_action(action: object) -> tuple[Kind, CardSet]:
    """Return the kind of an action and its cards.

    >>> parse_action("weiter")
    ('a bid', 0)

    Raises ``UnknownAction`` for anything but a word of the game, a card, or several distinct
    cards separated by single spaces.
    """
    if not isinstance(action, str):
        raise UnknownAction(f"an action must be a string, not {quoted(action)}")
    return _KNOWN.get(action) or (A_LIST, _parse_list(action))


def _parse_list(action: str) -> CardSet:
    cards = 0
    for name in action.split(" "):
        card = CARDS.get(name)
        if card is None:
            raise UnknownAction(
                f"{quoted(action)} is not a word of the game, a card or a list of cards"
            )
        if cards & card:
            raise UnknownAction(f"{name} appears twice in {quoted(action)}")
        cards |= card
    return cards
