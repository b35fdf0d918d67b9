"""The page explains to a newcomer, at each decision of a deal, the things that are met there."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from client.scripts import Scripts, needs_node
from dobbm import Deal, View, shuffled

EXPLAIN = """
const { bidText, captionText, explained } = await import("./game/captions.js");
const names = ["You", "Hias", "Moidl", "Sepp"];
respond(asked.deals.map((views) => {
  const said = new Set();
  return views.map((view) => {
    const name = explained(view, asked.before, said);
    said.add(name);
    return [name, name && captionText(name, view, names, ["HT", "H6"]) + bidText(view)];
  });
}));
"""
NAMES = ["You", "Hias", "Moidl", "Sepp"]
DEALS = 60


def decisions(seed: int) -> list[dict[str, Any]]:
    """Return what seat 0 sees at its decisions in a deal that is played at random."""
    chance = Random(seed)
    deal = Deal.start(shuffled(chance), dealer=chance.randrange(4))
    views = []
    while deal.to_act is not None:
        if deal.to_act == 0:
            views.append(View.of(deal, 0).to_json())
        deal = deal.apply(chance.choice(deal.legal_actions()))
    return views


def explained(scripts: Scripts, before: int) -> list[list[tuple[str, str]]]:
    """Return the names and the texts of what is explained in each of many deals."""
    deals = [decisions(seed) for seed in range(DEALS)]
    answer = scripts.run(EXPLAIN, {"before": before, "deals": deals})
    return [[(name, text) for name, text in deal] for deal in answer]


@needs_node
def test_nothing_is_explained_twice_in_a_deal_and_everything_in_some(scripts: Scripts) -> None:
    met = set()
    for deal in explained(scripts, 0):
        names = [name for name, _text in deal if name]
        assert len(names) == len({*names})
        met |= {*names}
        assert all(text for name, text in deal if name)
    assert met == {"dobb", "sum", "discards", "solo", "sides", "lead", "follow", "S", "O", "U"}


@needs_node
def test_the_rule_of_thumb_is_said_to_those_who_may_bid(scripts: Scripts) -> None:
    deals, found = [decisions(seed) for seed in range(DEALS)], set()
    for views, deal in zip(deals, explained(scripts, 0), strict=True):
        for view, (name, text) in zip(views, deal, strict=True):
            if name == "dobb":
                may_bid = "dobbm" in view["legal"]
                assert ("another heart and another sow" in text) is may_bid
                found.add(may_bid)
    assert found == {False, True}


@needs_node
def test_it_is_explained_for_whom_the_dobb_counts(scripts: Scripts) -> None:
    deals, texts = [decisions(seed) for seed in range(DEALS)], []
    for views, deal in zip(deals, explained(scripts, 0), strict=True):
        for view, (name, text) in zip(views, deal, strict=True):
            if name in {"discards", "solo"}:
                own = view["declarer"] == view["seat"]
                texts.append((name, own, NAMES[view["declarer"]], text))
    kinds = {(name, own) for name, own, _declarer, _text in texts}
    assert kinds == {("discards", False), ("solo", False), ("solo", True)}
    for name, own, declarer, text in texts:
        assert ("nobody takes up the Dobb" in text) is (name == "solo")
        assert f"for {'you' if own else declarer} at the end" in text


@needs_node
def test_explanations_fade_out(scripts: Scripts) -> None:
    counts = [
        sum(bool(name) for deal in explained(scripts, before) for name, _text in deal)
        for before in range(4)
    ]
    assert counts[0] > 2 * counts[1] > 0
    assert counts[2:] == [0, 0]


@needs_node
@pytest.mark.parametrize("before", [0, 1])
def test_the_sum_of_the_discards_is_said_to_whoever_exchanges(
    scripts: Scripts, before: int
) -> None:
    texts = [text for deal in explained(scripts, before) for name, text in deal if name == "sum"]
    assert {*texts} == {"Your discards count for you: 10 points so far."}
