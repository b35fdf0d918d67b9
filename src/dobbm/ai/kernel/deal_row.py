"""A deal as a row of numbers that one action at a time changes in place.

The phases mirror those of ``dobbm.game.deal``, except that the discards are discarded one card at a
time; tests compare the two action by action. The rules for cards, discards and payments are
compiled from the game's own code.

Places are counted from forehand, who has place 0, so the dealer of four has place 3.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dobbm.ai.kernel.bits import compiled, inlined
from dobbm.ai.kernel.rng import Stream, below, shuffle
from dobbm.ai.kernel.terms import COMPANION_SETS, FROM_DEALER, Terms, terms_of
from dobbm.game.cards import DECK, LANE, NAMES, RANK_LETTERS, SOWS, points
from dobbm.game.exchange import DISCARDS as DISCARD_COUNT
from dobbm.game.exchange import next_discards
from dobbm.game.rules import CONTRACTS, Rules
from dobbm.game.settlement import HALF, STOCKERL, rounded_worth
from dobbm.game.tricks import legal_cards, winning_card

Row: TypeAlias = NDArray[np.int64]
"""One deal, at the offsets below."""

HANDS = 0
"""The cards that the four places hold."""
PLAYED = 4
"""The cards that the four places have played."""
DOBB, DISCARDS = 8, 9
PHASE = 10
PLACE = 11
"""The place to act."""
LEGAL = 12
"""The set of its legal actions."""
DECLARER, CONTRACT = 13, 14
"""The place that has bid highest, -1 for none, and the factor of its contract, 0 for none."""
BIDS = 15
"""The bids of the four places: the factor of a contract, -1 for weiter, 0 for none yet."""
ASKED = 19
"""How many of those to be asked about doubling have said gut since the last doubling."""
DOUBLINGS = 20
RAISES = 21
"""The number of the last doubling that each of the four places has said; 0 for none."""
LED, BEST, WINNER = 25, 26, 27
"""The first card of the trick, the best one, and the place that played it."""
TABLE = 28
"""The cards of the trick."""
COUNT = 29
"""The number of cards played."""
GAINED, TAKEN = 30, 31
"""The declarer's card points and tricks."""
DEALER = 32
"""The dealer's seat."""
ROW_SIZE = 33

BIDDING, EXCHANGE, DOUBLING, PLAY, DONE = range(5)
"""The phases."""

WEITER, DOBBM, SOLO, GUT, RAISE = (1 << 9, 1 << 10, 1 << 11, 1 << 12, 1 << 13)
"""The words as bits of a set of actions. They fill the lane of bells, above its nine cards."""

PACKS = {
    4 * len(ranks): tuple(card for card in DECK if NAMES[card][1] in ranks)
    for ranks in (RANK_LETTERS, "UOKTS", "9TS")
}
"""The cards of each pack, by their number: all, those that count, or three of each suit."""

_CARDS = np.zeros((len(DECK) // 4 + 1, len(DECK)), np.int64)
"""The same; the row is the number of ranks."""
for _count, _pack in PACKS.items():
    _CARDS[_count // 4, :_count] = _pack

_DOBBM, _SOLO = CONTRACTS["dobbm"].factor, CONTRACTS["solo"].factor

ACTIONS = (*DECK, WEITER, DOBBM, SOLO, GUT, RAISE)
"""All actions as bits; an action's number is its index."""

ACTION_BITS = np.array(ACTIONS)
ACTION_NUMBERS = np.zeros(4 * LANE, np.int64)
"""The number of each action, by the position of its bit."""
for _number, _action in enumerate(ACTIONS):
    ACTION_NUMBERS[_action.bit_length() - 1] = _number

Order: TypeAlias = NDArray[np.int8]
"""For each card in the order of ``DECK``: 1 if it was played first, up to 32; 0 if it was not."""


class Table(NamedTuple):
    """The parts of a table that stay the same from deal to deal."""

    players: int
    must: bool
    """Whether the deals belong to a Mußrunde."""
    dealer: int
    """The dealer's seat; -1 if it is drawn for every deal."""
    rules: Terms
    in_points: bool
    """Whether a reward is in card points rather than in Schilling."""
    pack: int
    """The number of cards, one of ``PACKS``; four of them lie in the Dobb."""

    @classmethod
    def of(
        cls,
        rules: Rules,
        *,
        players: int,
        must: bool,
        dealer: int | None,
        in_points: bool,
        pack: int = len(DECK),
    ) -> Table:
        """Return a table for a rule set; without a ``dealer``, the seat is drawn for every deal."""
        return cls(
            players,
            must,
            -1 if dealer is None else dealer,
            terms_of(rules),
            in_points,
            pack,
        )


@inlined
def start(row: Row, stream: Stream, deck: NDArray[np.int64], table: Table) -> None:
    """Shuffle, deal, and let the bidding begin; everything but ``table`` is modified."""
    for place in range(table.pack):
        deck[place] = _CARDS[table.pack // 4, place]
    shuffle(stream, deck[: table.pack], 0, table.pack - 4)
    dealer = below(stream, table.players) if table.dealer < 0 else table.dealer
    deal_out(row, deck, dealer, table)


@inlined
def deal_out(row: Row, deck: NDArray[np.int64], dealer: int, table: Table) -> None:
    """Deal the cards of ``deck``, and let the bidding begin; ``row`` is modified."""
    for field in range(ROW_SIZE):
        row[field] = 0
    dobb = table.pack - 4
    packet = min(4, dobb // 4)
    for place in range(4):
        hand = 0
        for card in range(packet * place, packet * (place + 1)):
            hand |= deck[card] | (deck[16 + card] if table.pack == len(DECK) else 0)
        row[HANDS + place] = hand
    row[DOBB] = deck[dobb] | deck[dobb + 1] | deck[dobb + 2] | deck[dobb + 3]
    row[DEALER] = dealer
    row[DECLARER] = -1
    row[LEGAL] = DOBBM | SOLO | (0 if table.must else WEITER)


@compiled
def act(row: Row, order: Order, action: int, table: Table) -> None:
    """Take a legal action, given as a bit; ``row`` and ``order`` are modified."""
    if row[PHASE] == PLAY:
        row[PLACE], row[LEGAL] = play(row, row[PLACE], action)
        order[number_of(action)] = row[COUNT]
    elif row[PHASE] == BIDDING:
        bid(row, action, table)
    elif row[PHASE] == DOUBLING:
        answer(row, action, table)
    else:
        discard(row, action, table)


@inlined
def companions(held: int, table: Table) -> int:
    """Return the cards of the declarer, of those ``held``, that may be discarded with a sow.

    They are trumps, but all cards if there are too few trumps for any four discards: this happens
    in the smallest packs only.
    """
    trumps = COMPANION_SETS[table.rules.sow_companion]
    sows_needed = DISCARD_COUNT - (held & ~SOWS).bit_count()
    return held if sows_needed > (held & trumps).bit_count() else trumps


@inlined
def bid(row: Row, word: int, table: Table) -> None:
    """Take a word of the bidding; ``row`` is modified."""
    place = row[PLACE]
    contract = _SOLO if word == SOLO else _DOBBM if word == DOBBM else 0
    row[BIDS + place] = contract or -1
    if contract:
        row[DECLARER], row[CONTRACT] = place, contract
    if contract != _SOLO and place < 3 and not table.must:
        row[PLACE] = place + 1
        row[LEGAL] = WEITER | SOLO | (0 if row[CONTRACT] else DOBBM)
    elif row[CONTRACT] == _DOBBM:
        declarer = row[PLACE] = row[DECLARER]
        row[HANDS + declarer] |= row[DOBB]
        row[PHASE] = EXCHANGE
        hand = row[HANDS + declarer]
        row[LEGAL] = next_discards(hand, 0, companions(hand, table))
    elif row[CONTRACT] == _SOLO:
        _lie(row, table)
    else:
        _finish(row)


@inlined
def discard(row: Row, cards: int, table: Table) -> None:
    """Discard one card or more; ``row`` is modified."""
    hand = HANDS + row[DECLARER]
    row[hand] ^= cards
    row[DISCARDS] |= cards
    may_go = companions(row[hand] | row[DISCARDS], table)
    row[LEGAL] = next_discards(row[hand], row[DISCARDS], may_go)
    if not row[LEGAL]:
        _lie(row, table)


@inlined
def _lie(row: Row, table: Table) -> None:
    """Go on after "i lig": to the doubling, or to the play if nobody may double."""
    if table.rules.max_doublings == 0:
        _lead(row)
    else:
        row[PHASE] = DOUBLING
        row[PLACE] = _defender(row, table)
        row[LEGAL] = GUT | RAISE


@inlined
def _defender(row: Row, table: Table) -> int:
    """Return the place of the defender who is asked next."""
    if table.rules.doubling_from == FROM_DEALER:
        return row[ASKED] + (row[ASKED] >= row[DECLARER])
    return (row[DECLARER] + 1 + row[ASKED]) & 3


@inlined
def answer(row: Row, word: int, table: Table) -> None:
    """Take a word of the doubling; ``row`` is modified."""
    if word == RAISE:
        row[DOUBLINGS] += 1
        row[RAISES + row[PLACE]] = row[DOUBLINGS]
        row[ASKED] = 0
    else:
        row[ASKED] += 1
    declarers_turn = row[DOUBLINGS] & 1
    if row[DOUBLINGS] == table.rules.max_doublings or row[ASKED] == (1 if declarers_turn else 3):
        _lead(row)
    else:
        row[PLACE] = row[DECLARER] if declarers_turn else _defender(row, table)


@inlined
def _lead(row: Row) -> None:
    row[PHASE] = PLAY
    row[PLACE] = row[DECLARER]
    row[LEGAL] = row[HANDS + row[DECLARER]]


@inlined
def play(row: Row, place: int, card: int) -> tuple[int, int]:
    """Play a card; return the place to act and its legal cards. ``row`` is modified.

    The caller stores what is returned, and when the card was played: a loop can do without.
    """
    count = row[COUNT] + 1
    row[COUNT] = count
    row[HANDS + place] ^= card
    row[PLAYED + place] |= card
    if count & 3 == 1:
        row[LED] = row[BEST] = card
        row[WINNER] = place
    elif winning_card(row[BEST] | card, row[LED]) == card:
        row[BEST], row[WINNER] = card, place
    row[TABLE] |= card
    if count & 3:
        place = (place + 1) & 3
    else:
        place = row[WINNER]
        if place == row[DECLARER]:
            row[GAINED] += points(row[TABLE])
            row[TAKEN] += 1
        row[TABLE] = row[LED] = 0
        if not row[HANDS + place]:
            _finish(row)
    return place, legal_cards(row[HANDS + place], row[LED])


@inlined
def _finish(row: Row) -> None:
    row[PHASE] = DONE
    row[LEGAL] = 0
    if row[TAKEN]:
        row[GAINED] += points(row[DISCARDS] or row[DOBB])


@inlined
def number_of(action: int) -> int:
    """Return the number of an action that is given as a bit."""
    return ACTION_NUMBERS[(action - 1).bit_count()]


@inlined
def seat_of(row: Row, place: int, table: Table) -> int:
    """Return the seat of a place."""
    seat = row[DEALER] + 1 + place
    return seat - table.players if seat >= table.players else seat


@compiled
def pay(row: Row, table: Table, rewards: NDArray[np.float64]) -> None:
    """Write what each seat receives for a finished deal to ``rewards``, one entry per seat.

    It is the payment in Schilling; in points, a payment for a Match of 60 and without rounding.
    """
    if row[CONTRACT]:
        seat = seat_of(row, row[DECLARER], table)
        amount = simple_amount(row, table) * 2.0 ** row[DOUBLINGS]
    else:
        seat = seat_of(row, 0, table)
        amount = _worth(STOCKERL, table) if table.players == 5 else 0.0
    for other in range(table.players):
        rewards[other] = amount * (table.players - 1) if other == seat else 0.0 - amount


@inlined
def simple_amount(row: Row, table: Table) -> float:
    """Return each defender's payment before doubling; negative if the declarer pays."""
    amount = _worth(abs(row[GAINED] - HALF), table) * row[CONTRACT]
    return amount if row[GAINED] > HALF else -amount


@inlined
def _worth(difference: int, table: Table) -> float:
    if table.in_points:
        return float(difference)
    return float(rounded_worth(difference, table.rules.match, table.rules.unit))
