"""The page's summary of a deal: the payments and their reasons, the result, the next dealer."""

from __future__ import annotations

import re
from gettext import NullTranslations
from typing import Any

import pytest

from client.scripts import Scripts, needs_node
from dobbm import Deal
from dobbm.game.rules import Rules
from dobbm.game.settlement import settle
from dobbm.terminal.faces import Faces
from dobbm.terminal.result import arithmetic
from dobbm.terminal.wording import Voice
from drawing import finished, lying, open_deal, said
from rule_options import variants

pytestmark = needs_node

NAMES = ("You", "Hias", "Moidl", "Vroni", "Sepp")
TWELVE = Rules(match=12)

STEPS = """
import { arithmetic } from "./game/arithmetic.js";
respond(asked.map(([deal, table, names]) => arithmetic(deal, table, names)));
"""

PASSED = "weiter weiter weiter weiter"


def without_a_trick(rules: Rules) -> Deal:
    """Return a finished deal whose declarer has taken nothing, whatever the cards say."""
    deal = finished(45, rules=rules, words="" if rules.max_doublings == 0 else "gut gut gut")
    assert deal.play
    return deal._replace(play=deal.play._replace(tricks=0))


DEALS = [
    finished(72, words="schwacher gut"),
    finished(72, "solo", players=5, words="schwacher retour retour gut"),
    finished(71, rules=TWELVE),
    finished(45, players=5, rules=TWELVE),
    finished(60),
    finished(48, "solo", rules=Rules.of("akagiri")),
    said(open_deal(), PASSED),
    said(open_deal(5, rules=TWELVE), PASSED),
    said(lying(words="schwacher gut", rules=Rules(revokes="penalised")), "LS AS"),
    *(
        finished(72, rules=rules, words="" if rules.max_doublings == 0 else "gut gut gut")
        for rules in variants().values()
    ),
    *map(without_a_trick, variants().values()),
]


def page_arguments(deal: Deal) -> list[Any]:
    """Return the arguments of the page's function for a deal."""
    end, rules = settle(deal), deal.setup.rules
    summary = {
        **{field: getattr(end, field) for field in ("outcome", "points", "payments")},
        "nextDealer": end.next_dealer,
        "noTrick": False,
        "declarer": deal.declarer,
        "contract": deal.contract and deal.contract.name,
        "doublings": deal.doublings,
    }
    table = {"players": deal.setup.players, **rules.options()}
    return [summary, table, NAMES]


def test_the_page_explains_payments_in_the_words_of_the_terminal(scripts: Scripts) -> None:
    answer = scripts.run(STEPS, [page_arguments(deal) for deal in DEALS])
    voice = Voice(NAMES, Faces(), NullTranslations())
    terminal = [arithmetic(deal, voice)[-1].removesuffix(".") for deal in DEALS]
    assert [", ".join(steps).removesuffix(".") for steps in answer] == terminal


def test_the_page_explains_what_the_engine_lets_everybody_pay(scripts: Scripts) -> None:
    paid = [(deal, {abs(amount) for amount in settle(deal).payments}) for deal in DEALS]
    deals = [(deal, amounts) for deal, amounts in paid if any(amounts)]
    answer = scripts.run(STEPS, [page_arguments(deal) for deal, _ in deals])
    for steps, (_, amounts) in zip(answer, deals, strict=True):
        said = {int(number.replace(",", "")) for number in re.findall(r"\d[\d,]*", steps[-1])}
        assert amounts - {0} <= said, steps


@pytest.mark.parametrize(
    ("dealer", "sentence"),
    [(0, "Nothing is paid; you deal again."), (2, "Nothing is paid; Moidl deals again.")],
)
def test_a_deal_thrown_in_by_four_is_explained_in_one_sentence(
    scripts: Scripts, dealer: int, sentence: str
) -> None:
    deal = {"outcome": "thrown_in", "payments": [0, 0, 0, 0], "nextDealer": dealer}
    table = {"players": 4, "match": 60, "unit": 1}
    assert scripts.run(STEPS, [[deal, table, NAMES]]) == [[sentence]]


OUTCOMES = """
import { outcome } from "./game/commentary.js";
respond(asked.map(([view, names]) => outcome(view, names)));
"""


@pytest.mark.parametrize(
    ("seat", "won", "lost"),
    [
        (0, "You won with 72 points.", "You lost with 45 points."),
        (2, "Lois won with 72 points: your side lost.", "Lois lost with 45 points: your side won."),
        (None, "Lois won with 72 points.", "Lois lost with 45 points."),
    ],
)
def test_the_outcome_is_described_from_the_side_of_the_seat(
    scripts: Scripts, seat: int | None, won: str, lost: str
) -> None:
    ends = [("won", 72), ("lost", 45)]
    results = [{"outcome": how, "declarer": 0, "points": points} for how, points in ends]
    views = [[{"seat": seat, "result": result}, ["Lois", *NAMES[1:]]] for result in results]
    assert scripts.run(OUTCOMES, views) == [won, lost]


JAPANESE = """
await speak("ja");
const { stepText, dealerText, ending } = await import("./game/commentary.js");
respond([
  stepText({ phase: "bidding", action: "weiter" }, "Hias", false),
  dealerText("Hias", 4),
  dealerText("Hias", 5),
  ending(asked, ["Hias", "Moidl"]),
]);
"""


def test_japanese_has_its_own_full_stops_without_a_space(scripts: Scripts) -> None:
    result = {"outcome": "won", "declarer": 0, "points": 72, "payments": [36, -12]}
    sentences = scripts.run(JAPANESE, {"seat": 1, "result": result})
    assert all(sentence.endswith("。") for sentence in sentences)
    assert not [sentence for sentence in sentences if re.search(r"[().]|。 ", sentence)]
    assert sentences[-1].count("。") == 3
