"""The page follows a deal from its record to the view of the seat that must act, as the engine."""

from __future__ import annotations

from random import Random
from typing import Any

from client.scripts import Scripts, needs_node
from dobbm import Deal, Rules, View, shuffled, to_record
from rule_options import random_options

pytestmark = needs_node

FOLLOW = """
import { viewToAct } from "./game/position.js";
respond(asked.map(viewToAct));
"""
SORTED = ("hand", "dobb", "discards")


def begun(seed: int) -> Deal:
    """Return a random deal of four, by random rules, before any of its actions."""
    rng = Random(seed)
    rules = Rules.of(**random_options(rng, 0.4))
    deal = Deal.start(shuffled(rng), dealer=rng.randrange(4), must=rng.random() < 0.3, rules=rules)
    for _ in range(rng.randrange(40)):
        after = deal.apply(rng.choice(deal.legal_actions()))
        if after.to_act is None:
            break
        deal = after
    return deal


def plain(view: dict[str, Any]) -> dict[str, Any]:
    """Return a view without the order of cards."""
    cards = {name: view[name] and sorted(view[name]) for name in SORTED}
    return {**view, **cards, "rules": None, "steps": view["steps"]}


def test_the_page_sees_what_the_seat_sees_under_any_rules(scripts: Scripts) -> None:
    deals = [begun(seed) for seed in range(200)]
    views = scripts.run(FOLLOW, [to_record(deal) for deal in deals])
    for deal, view in zip(deals, views, strict=True):
        assert deal.to_act is not None
        assert plain(view) == plain(View.of(deal, deal.to_act).to_json())
