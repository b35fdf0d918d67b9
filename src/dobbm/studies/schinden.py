"""Should a defender hold a high card back when the declarer leads a side suit?"""

from __future__ import annotations

import numpy as np

from dobbm.ai.rollouts import likeliest_cards
from dobbm.game.actions import PLAY
from dobbm.game.cards import AT, BT, CARDS, HEARTS, LT, SOWS, Card, name, points
from dobbm.game.deal import Deal
from dobbm.game.settlement import declarer_points
from dobbm.game.tricks import suit_of, winning_card
from dobbm.players.simple.play import POOR
from dobbm.studies.playing import Company, as_declarer, is_in_play
from dobbm.studies.report import Finding
from dobbm.studies.running import Observer, Rows, by_deal
from dobbm.studies.sufficient_hands import count

TENS = LT | AT | BT

HIGH, TURN, TABLE, TRICKS, LIKED, RELEASED, HELD = range(7)
"""The columns: the high card; whether this defender plays second, third or last, as 1 to 3; the
card points on the table; the tricks before; the card that trained would play; the declarer's card
points if the high card is played, and if it is held back."""

QUESTION = (
    "“When the declarer leads from a side suit, it is very often right for the defenders to hold "
    "back their high cards”, says pagat. How often, and what does this schinden bring?"
)
METHOD = (
    "Forehand plays a Dobbm that it expects to win, and all play as trained does, until the "
    "declarer has led a side suit and a defender can choose: its highest card of the suit would "
    "take the lead, its lowest one would not. The same deal is played on with either card. Gain: "
    "how many card points fewer the declarer makes if the high card is held back."
)


def observe_schinden(seed: int) -> Observer:
    """Play Dobbms twice, with a defender's high card and with its low one."""
    company = Company(("trained",) * 4, seed)

    def reach(deal: Deal) -> Deal | None:
        taken = as_declarer(deal)
        if taken is None:
            return None
        deal = company.advance(taken, is_in_play)
        for card in likeliest_cards(deal):
            if choice(deal):
                return deal
            deal = deal.apply(card)
        return None

    def play(number: int) -> tuple[int, ...]:
        deal = company.find(number, reach)
        assert deal.play
        chosen = choice(deal)
        assert chosen
        high, low = chosen
        ends = [company.advance(deal.apply(name(card))) for card in (high, low)]
        table, tricks = deal.play.trick, deal.play.played.bit_count() // 4
        liked = CARDS[likeliest_cards(deal)[0]]
        figures = len(table), sum(map(points, table)), tricks, liked
        return high, *figures, *map(declarer_points, ends)

    return by_deal(play)


def compare_schinden(rows: Rows) -> Finding:
    """Compare the two cards, by what the high one is, who plays it, and when."""
    high, turn, tricks = rows[:, HIGH], rows[:, TURN], rows[:, TRICKS]
    kinds = {
        "all": np.ones(len(rows), np.bool_),
        "the sow": count(high, SOWS) == 1,
        "the ten": count(high, TENS) == 1,
        "another card": count(high, SOWS | TENS) == 0,
        "second to play": turn == 1,
        "third to play": turn == 2,
        "last to play": turn == 3,
        "first trick": tricks == 0,
        "a later trick": tricks > 0,
    }
    poor = (rows[:, TABLE] < POOR) & (turn < 3)
    kinds |= {"poor trick, a partner to come": poor, "any other trick": ~poor}
    kinds |= {
        "trained plays the high card": rows[:, LIKED] == high,
        "trained plays another card": rows[:, LIKED] != high,
    }
    gains = rows[:, RELEASED] - rows[:, HELD]
    return Finding.by_kind(
        QUESTION,
        METHOD,
        "gain by holding back, card points",
        kinds,
        {
            "% of choices": None,
            "declarer, high card": rows[:, RELEASED],
            "declarer, held back": rows[:, HELD],
            "% gain by it": gains > 0,
            "% lose by it": gains < 0,
            "gain": gains,
        },
    )


def choice(deal: Deal) -> tuple[Card, Card] | None:
    """Return the high and the low card between which a defender can choose, if it can.

    The declarer has led a side suit; the highest card of the suit would take the lead, the lowest
    would not.
    """
    play = deal.play
    if not (play and play.trick and deal.phase == PLAY and play.order[0] == play.declarer):
        return None
    led = play.trick[0]
    held = deal.hand(play.to_act) & suit_of(led)
    if led & HEARTS or not held:
        return None
    low, high = held & -held, 1 << held.bit_length() - 1
    best = winning_card(sum(play.trick), led)
    return (high, low) if low < best < high else None
