"""The page's account of a person's own deals: summaries, their fold, sessions and the search."""

from __future__ import annotations

from typing import Any

import pytest

from client.scripts import Scripts, needs_node
from dobbm import Deal
from dobbm.game.settlement import settle
from drawing import finished, open_deal, said
from tables import record_of

pytestmark = needs_node

FOLD = """
import { search, ANY } from "./me/filters.js";
import { course, margin, mean, sessions, statistics } from "./me/statistics.js";
import { summarise } from "./me/summary.js";
const deals = asked.records.map((record, at) => summarise(`deal ${at}`, record));
const found = statistics(deals);
respond({
  deals, found, sessions: sessions(deals), course: course(deals, asked.most ?? 10),
  searched: search(deals, { ...ANY, ...asked.filter }).map(({ id }) => id),
  gain: [mean(found.all.gain), margin(found.all.gain)],
});
"""

WON, LOST, SOLO = (
    finished(72),
    finished(45),
    finished(80, "solo", words="schwacher retour gut gut gut"),
)
PASSED = said(open_deal(), "weiter weiter weiter weiter")
DECLARER = 0
"""The seat that declares in these deals: forehand."""


def kept(played: Deal, seat: int | None = DECLARER, **meta: Any) -> dict[str, Any]:
    """Return the record of a deal as the device keeps it."""
    return record_of(played, meta={"seat": seat, "table": "stubai", "session": 1} | meta)


def fold(scripts: Scripts, *records: dict[str, Any], **more: Any) -> Any:
    return scripts.run(FOLD, {"records": records} | more)


def test_the_sums_are_those_of_the_settlements(scripts: Scripts) -> None:
    deals = [WON, LOST, SOLO, PASSED]
    found = fold(scripts, *(kept(deal) for deal in deals))["found"]
    paid = [settle(deal).payments[DECLARER] for deal in deals]
    assert found["all"]["gain"]["sum"] == sum(paid)
    assert found["all"]["gain"]["count"] == 4
    assert found["declarer"]["gain"]["count"] == 3
    assert found["declarer"]["won"] == 2
    assert found["solo"]["gain"]["sum"] == paid[2]
    assert found["best"]["gain"] == max(paid)
    assert found["worst"]["gain"] == min(paid)


def test_a_defender_has_the_points_of_the_side_and_the_own_doublings(scripts: Scripts) -> None:
    told = fold(scripts, kept(SOLO, 1), kept(SOLO, 2), kept(SOLO))
    first, second, own = told["deals"]
    assert [first["role"], own["role"]] == ["defender", "declarer"]
    assert [first["points"], own["points"]] == [40, 80]
    assert [first["schwacher"], second["schwacher"], own["retour"]] == [True, False, True]
    assert told["found"]["schwacher"]["gain"]["count"] == 1
    assert told["found"]["retour"]["gain"]["count"] == 1


def test_the_deals_of_others_are_shown_but_not_counted(scripts: Scripts) -> None:
    told = fold(scripts, kept(WON, None), kept(WON, 7))
    assert [one["role"] for one in told["deals"]] == ["unknown", "unknown"]
    assert told["found"]["all"]["gain"]["count"] == 0
    assert told["sessions"] == []


def test_play_is_what_is_left_without_the_luck_of_the_cards(scripts: Scripts) -> None:
    """Payments count as at a Match of 60, for which hands are valued."""
    worth = {"version": 1, "seats": [10, -5, -5, 0]}
    found = fold(scripts, kept(WON, worth=worth), kept(LOST))["found"]
    assert found["hands"] == {"count": 1, "sum": 10, "squares": 100}
    assert found["play"]["sum"] == settle(WON).payments[DECLARER] - 10


def test_values_of_another_version_do_not_count(scripts: Scripts) -> None:
    told = fold(scripts, kept(WON, worth={"version": 0, "seats": [1, 2, 3, 4]}), kept(WON))
    assert [one["isValued"] for one in told["deals"]] == [False, False]
    assert told["found"]["hands"]["count"] == 0


def test_the_interval_is_that_of_the_mean(scripts: Scripts) -> None:
    paid = [settle(deal).payments[DECLARER] for deal in (WON, LOST)]
    mean, margin = fold(scripts, kept(WON), kept(LOST))["gain"]
    assert mean == sum(paid) / 2
    assert margin == pytest.approx(1.96 * abs(paid[0] - paid[1]) / 2)


def test_opponents_are_people_or_bots_of_one_strength(scripts: Scripts) -> None:
    bots = [None, "pimc", "pimc", "pimc"]
    told = fold(scripts, kept(WON, bots=bots), kept(WON, bots=bots, names=["", "Hias", None, None]))
    assert [one["opponents"] for one in told["deals"]] == ["pimc", "people"]
    assert {*told["found"]["opponents"]} == {"pimc", "people"}


def test_deals_of_one_table_and_session_belong_together(scripts: Scripts) -> None:
    records = [kept(WON, session=1, ended=1), kept(LOST, session=2, ended=2), kept(SOLO, ended=3)]
    told = fold(scripts, *records)["sessions"]
    assert [(one["session"], len(one["deals"])) for one in told] == [(1, 2), (2, 1)]


def test_a_course_of_many_deals_has_few_points_and_ends_with_the_sum(scripts: Scripts) -> None:
    told = fold(scripts, *(50 * [kept(WON)]), most=10)["course"]
    assert len(told) <= 11
    assert told[-1] == 50 * settle(WON).payments[DECLARER]


FILTERS = [
    ({"role": "declarer", "contract": "solo", "result": "lost"}, []),
    ({"role": "declarer", "contract": "solo", "result": "won"}, ["deal 2"]),
    ({"result": "lost"}, ["deal 1", "deal 3"]),
    ({"star": True}, ["deal 1"]),
    ({"text": "HANS  stubai"}, ["deal 0"]),
    ({"month": "2023-11"}, ["deal 0"]),
    ({}, ["deal 0", "deal 1", "deal 2", "deal 3"]),
]


@pytest.mark.parametrize(("wanted", "found"), FILTERS)
def test_deals_are_found_by_plain_filters(
    scripts: Scripts, wanted: dict[str, Any], found: list[str]
) -> None:
    records = [
        kept(WON, names=["", "Hansjörg", None, None], ended=1_700_000_000),
        kept(LOST, star=True),
        kept(SOLO),
        kept(WON, 1),
    ]
    assert fold(scripts, *records, filter=wanted)["searched"] == found


@pytest.mark.parametrize(
    "meta",
    [
        {"names": "Hias", "bots": {"0": 1}, "ended": "now", "session": -1, "deal": 0.5},
        {"names": [1, None, {}], "worth": {"version": 1, "seats": [1, None, 2, 3]}, "star": 1},
        {"table": 7, "worth": []},
    ],
)
def test_remarks_of_another_hand_do_no_harm(scripts: Scripts, meta: dict[str, Any]) -> None:
    [deal] = fold(scripts, kept(WON, **meta))["deals"]
    assert (deal["at"], deal["worth"], deal["star"]) == (0, None, False)
    assert deal["gain"] == settle(WON).payments[DECLARER]
