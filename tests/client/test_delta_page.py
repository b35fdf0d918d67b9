"""The page renews a table by the changes that a stream brings."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

from client.scripts import Scripts, needs_node
from dobbm.game.actions import Seat
from runtime.deltas import audience, evening

pytestmark = needs_node

RENEW = """
const { renewed } = await import("./base/delta.js");
const [first, ...changes] = asked;
const kept = JSON.stringify(first);
const tables = [first];
for (const change of changes) tables.push(renewed(tables.at(-1), change));
respond({ tables, kept: JSON.stringify(first) === kept });
"""


@pytest.mark.parametrize("seat", [0, 2, None])
def test_a_renewed_table_is_the_one_that_the_server_has(
    scripts: Scripts, seat: Seat | None
) -> None:
    sights = [moment.sight(audience(), seat) for moment in evening(9, 3)]
    changes = [json.loads(after.delta(before)) for before, after in pairwise(sights)]
    found = scripts.run(RENEW, [json.loads(sights[0].whole), *changes])
    assert found["tables"] == [json.loads(sight.whole) for sight in sights]
    assert found["kept"], "a table that is on screen has been changed"
