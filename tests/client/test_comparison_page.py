"""The page says truly how a deal differed from what others made of the same seat."""

from __future__ import annotations

from typing import Any

from browser.deals import WON
from client.scripts import Scripts, needs_node
from dobbm import Deal, View
from dobbm.arena.seating import first_legal_action
from tables import record_of

pytestmark = needs_node

COMPARE = """
globalThis.document = {
  createTreeWalker: () => ({}), createComment: () => ({}), documentElement: { dataset: {} },
};
globalThis.localStorage = { getItem: () => null, setItem: () => {} };
globalThis.addEventListener = () => {};
globalThis.matchMedia = () => ({ matches: false, addEventListener: () => {} });
globalThis.location = { href: "http://localhost/" };
const { Comparison } = await import("./me/comparison.js");
await speak("en");
const flat = (drawn) => {
  if (typeof drawn === "string") return drawn;
  return (Array.isArray(drawn) ? drawn : drawn?.values ?? []).map(flat).join("|");
};
const { view, others, analysis } = asked;
const given = { record: view.record, seat: 0, bots: [null, "network", "network", "network"] };
const compared = new Comparison(given, ["You", "Hias", "Moidl", "Jogl"], view, () => {});
compared.rivals = others.map(([name, view]) => ({ name, view, failed: false }));
compared.analysis = analysis;
// Names are isolated from the direction of the text around them.
respond(flat(compared.drawn()).replaceAll(/[\\u2066-\\u2069]/g, ""));
"""


def played(*actions: str) -> dict[str, Any]:
    """Return the view of Vroni's deal after these actions, and then any to its end."""
    deal = Deal.begin(WON.at("bidding").evening.deal.setup)
    for action in actions:
        deal = deal.apply(action)
    while deal.to_act is not None:
        deal = deal.apply(first_legal_action(deal))
    return {**View.of(deal, 0).to_json(), "record": record_of(deal)}


def compare(scripts: Scripts, *others: tuple[str, dict[str, Any]], analysis: Any = None) -> str:
    asked = {"view": played(*WON.actions), "others": others, "analysis": analysis}
    text: str = scripts.run(COMPARE, asked)
    return text


def test_the_order_of_discards_is_no_difference(scripts: Scripts) -> None:
    bids, rest = WON.actions[:4], WON.actions[5:]
    text = compare(scripts, ("Sepp", played(*bids, "LT LO LK AU", *rest)))
    assert "discarded" not in text
    assert "Sepp played exactly as you did." in text


def test_those_who_did_the_same_share_a_sentence(scripts: Scripts) -> None:
    other = played(*WON.before, "A8")
    same = played(*WON.actions)
    text = compare(scripts, ("Sepp", other), ("Lois", same), ("Ursula", other))
    (sentence,) = [one for one in text.split("|") if "Ursula" in one and "you" in one]
    assert sentence.startswith("In trick 1, you played ")
    assert "; Sepp and Ursula played " in sentence
    assert "Lois played exactly as you did." in text


def test_what_was_given_away_is_said_of_both_sides(scripts: Scripts) -> None:
    costs = [(0, 20), (1, 15), (0, 4), (2, 22)]
    plays = [{"seat": seat, "cost": cost} for seat, cost in costs]
    text = compare(scripts, analysis={"value": 76, "plays": plays})
    assert "the declarer makes 76 points." in text
    assert "yours gave away 24 points, and those of the other side 37 points." in text
