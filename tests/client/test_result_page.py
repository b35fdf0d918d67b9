"""The page's own account of how a deal ended, from its record alone, against the engine's."""

from __future__ import annotations

from random import Random
from typing import Any

from client.scripts import Scripts, needs_node
from dobbm import Deal, DobbmError, from_record
from dobbm.game.actions import DONE, DOUBLING, GUT
from dobbm.game.settlement import settle
from random_records import random_record
from tables import record_of
from tiers import sample_size

pytestmark = needs_node

RECORDS = sample_size(600, long=10_000)

RESULTS = """
import { ended } from "./game/result.js";
respond(asked.map((record) => {
  const { declarer, contract, doublers, outcome, points, payments, tricks } = ended(record);
  const won = tricks.filter(({ winner }) => winner === declarer).length;
  return [declarer, contract, doublers, outcome, points, payments.map((one) => one || 0),
    points === null ? null : won];
}));
"""


def by_engine(deal: Deal) -> list[Any]:
    """Return the same from the engine."""
    end = settle(deal)
    doublers = [one.seat for one in deal.steps if one.phase == DOUBLING and one.action != GUT]
    contract = deal.contract and deal.contract.name
    return [deal.declarer, contract, doublers, end.outcome, end.points, [*end.payments], end.tricks]


def finished_records() -> list[Deal]:
    """Return random deals that are over, of every preset and outcome."""
    rng = Random(7)
    found: list[Deal] = []
    while len(found) < RECORDS:
        try:
            deal = from_record(random_record(rng))
        except DobbmError:
            continue
        if deal.phase == DONE and deal.setup.rules.match <= 10**5 and deal.doublings <= 20:
            found.append(deal)
    return found


def test_the_page_knows_how_every_deal_ended(scripts: Scripts) -> None:
    deals = finished_records()
    told = scripts.run(RESULTS, [record_of(deal) for deal in deals])
    assert told == [by_engine(deal) for deal in deals]
    outcomes = {settle(deal).outcome for deal in deals}
    assert outcomes == {"won", "lost", "eingestellt", "thrown_in", "revoke"}
