"""The page sorts, counts and judges hands as the engine and the terminal do."""

from __future__ import annotations

from random import Random

from client.scripts import Scripts, needs_node
from dobbm import Deal, shuffled
from dobbm.game.actions import PLAY
from dobbm.game.cards import CARDS, DECK, NAMES, names, parse_cards, points
from dobbm.game.errors import Revoke
from dobbm.game.exchange import COMPANIONS, trumps_missing
from dobbm.game.view import View
from dobbm.terminal.faces import sorted_hand

pytestmark = needs_node

HANDS = """
import { cardName, CARDS, pointsIn, sortedHand } from "./cards/deck.js";
import { trumpsMissing } from "./game/reasons.js";
respond({
  sorted: asked.map((hand) => sortedHand(hand)),
  points: asked.map(pointsIn),
  missing: asked.map((hand) =>
    ["plain", "any"].map((sow_companion) => trumpsMissing(hand.slice(0, 4), { sow_companion })),
  ),
  names: CARDS.map((card) => [card, cardName(card)]),
});
"""

REASONS = """
import { whyNot } from "./game/reasons.js";
respond(asked.map(([card, view]) => whyNot(card, view)));
"""


def random_hands() -> list[list[str]]:
    rng = Random(8)
    return [[NAMES[card] for card in rng.sample(DECK, rng.randint(1, 12))] for _ in range(2000)]


def test_hands_are_sorted_as_at_the_terminal(scripts: Scripts) -> None:
    hands = random_hands()
    answer = scripts.run(HANDS, hands)
    for hand, ordered in zip(hands, answer["sorted"], strict=True):
        assert ordered == [NAMES[card] for card in sorted_hand(parse_cards(" ".join(hand)))]


def test_hands_are_counted_as_the_engine_does(scripts: Scripts) -> None:
    hands = random_hands()
    answer = scripts.run(HANDS, hands)
    assert answer["points"] == [points(parse_cards(" ".join(hand))) for hand in hands]


def test_trumps_missing_with_sows_are_those_of_the_engine(scripts: Scripts) -> None:
    hands = random_hands()
    answer = scripts.run(HANDS, hands)
    for hand, missing in zip(hands, answer["missing"], strict=True):
        discards = parse_cards(" ".join(hand[:4]))
        assert missing == [
            trumps_missing(discards, COMPANIONS["plain"]),
            trumps_missing(discards, COMPANIONS["any"]),
        ]


def test_every_card_has_its_own_name(scripts: Scripts) -> None:
    answer = scripts.run(HANDS, [])
    assert {card for card, _ in answer["names"]} == CARDS.keys()
    assert len({name for _, name in answer["names"]}) == len(CARDS)


def test_a_card_is_refused_with_the_engines_rule(scripts: Scripts) -> None:
    questions, expected = [], []
    for seed in range(300):
        deal = begun(Random(seed))
        assert deal.to_act is not None
        for card in names(deal.hand(deal.to_act)):
            questions.append([card, View.of(deal, deal.to_act).to_json()])
            expected.append(rule_against(deal, card))
    answer = scripts.run(REASONS, questions)
    assert [reason and reason.partition(":")[0] for reason in answer] == expected
    assert {"Farbzwang", "Trumpfzwang", None} == set(expected)


def test_a_refusal_lists_following_cards_in_the_order_of_the_hand(scripts: Scripts) -> None:
    hand = ["L7", "BS", "L9", "LO"]
    tricks = [{"cards": ["LT"], "winner": None}]
    view = {"legal": ["L7", "L9", "LO"], "hand": hand, "tricks": tricks}
    (reason,) = scripts.run(REASONS, [["BS", view]])
    assert reason.endswith("you hold Ober of leaves, Nine of leaves, and Seven of leaves.")


def begun(rng: Random) -> Deal:
    """Return a deal with some cards played."""
    deal = Deal.start(shuffled(rng), dealer=0).apply_all(["solo", "gut", "gut", "gut"])
    for _ in range(rng.randint(0, 31)):
        deal = deal.apply(rng.choice(deal.legal_actions()))
    assert deal.phase == PLAY
    return deal


def rule_against(deal: Deal, card: str) -> str | None:
    """Return the rule by which the engine refuses a card; None if the card is legal."""
    try:
        deal.apply(card)
    except Revoke as revoke:
        return "Farbzwang" if "Farbzwang" in str(revoke) else "Trumpfzwang"
    return None
