"""The values of hands, against what hundreds of deals have paid."""

from __future__ import annotations

from random import Random
from statistics import correlation, linear_regression

import pytest

from dobbm import Deal, View
from dobbm.game.cards import DECK
from dobbm.game.settlement import settle
from dobbm.players import make_player
from dobbm.server.hand_worth import each_worth, hand_worths
from drawing import finished, open_deal, said
from tiers import sample_size

DEALS = sample_size(400, long=2000)


def played(number: int) -> Deal:
    """Return a deal that four trained bots have played."""
    deck = Random(number).sample(DECK, len(DECK))
    deal = Deal.start(deck, dealer=number % 4)
    bot = make_player("trained")
    while deal.to_act is not None:
        action = bot.act(View.of(deal, deal.to_act), number)
        assert action
        deal = deal.apply(action)
    return deal


def test_hands_are_worth_what_deals_pay_on_average() -> None:
    """The luck of the cards explains a third of all payments, without a factor of its own."""
    deals = [played(number) for number in range(DEALS)]
    worths = [worth for worths in each_worth(deals) if worths for worth in worths]
    payments = [float(payment) for deal in deals for payment in settle(deal).payments]
    assert correlation(worths, payments) > 0.45
    assert linear_regression(worths, payments).slope == pytest.approx(1, abs=0.4)


@pytest.mark.parametrize(
    "deal",
    [
        finished(72),
        finished(72, "solo"),
        said(open_deal(), "weiter weiter weiter weiter"),
        said(open_deal(must=True), "solo gut gut gut"),
    ],
)
def test_what_one_hand_is_worth_more_the_others_are_worth_less(deal: Deal) -> None:
    worths = hand_worths(deal)
    assert worths
    assert sum(worths) == pytest.approx(0, abs=0.03)


def test_what_was_said_later_does_not_change_what_a_hand_was_worth() -> None:
    first, other = (said(open_deal(), words) for words in ("dobbm weiter", "dobbm solo"))
    assert hand_worths(first) == hand_worths(other)


def test_hands_of_five_players_are_not_valued() -> None:
    assert hand_worths(finished(72, players=5)) is None
