"""A person's mistakes as exercises: asked from seat 0, as the coach answers, again and again."""

from __future__ import annotations

from typing import Any

import pytest

from browser.deals import WON
from browser.judged_deals import DISCARD, LED, judged
from client.scripts import Scripts, needs_node
from dobbm import Deal, View, from_record

pytestmark = needs_node

OWN = """
import { ownExercise } from "./me/own-exercise.js";
import { returnsOf } from "./me/returns.js";
import { viewToAct } from "./game/position.js";
respond(asked.flatMap((record) => returnsOf(record).map((mistake) => {
  const found = ownExercise("deal", record, mistake);
  return found && { ...found, view: viewToAct(found.record) };
})));
"""


def own(scripts: Scripts, *records: dict[str, Any]) -> list[Any]:
    found: list[Any] = scripts.run(OWN, records)
    return found


def test_a_mistake_is_asked_as_it_came(scripts: Scripts) -> None:
    [found] = own(scripts, judged(DISCARD))
    assert found["kind"] == "discard"
    assert found["own"]["took"] == "AU LK LO LT"
    assert found["reason"] == DISCARD["better_reason"]
    before = Deal.begin(from_record(judged()).setup).apply_all(WON.before[:4])
    assert sorted(found["view"]["hand"]) == sorted(View.of(before, 0).to_json()["hand"])


def test_an_action_that_gives_away_less_than_a_point_is_right_too(scripts: Scripts) -> None:
    [found] = own(scripts, judged(DISCARD))
    [best, *others] = found["choices"]
    assert best == {"actions": ["B8 BU LK LT", "B8 BU LO LT"], "value": 0}
    assert [one["value"] for one in others] == [-2.4, -3.1, -4.3, -4.8, -8]


def turned(record: dict[str, Any], by: int) -> dict[str, Any]:
    """Return the record of the same deal with everybody so many seats further on."""
    seat = (record["meta"]["seat"] + by) % 4
    said = record["meta"]["judged"]
    mistakes = [
        {**one, "better_reason": {**one["better_reason"], "seat": (2 + by) % 4}}
        for one in said["mistakes"]
    ]
    meta = {**record["meta"], "seat": seat, "judged": {**said, "seat": seat, "mistakes": mistakes}}
    return {**record, "dealer": (record["dealer"] + by) % 4, "meta": meta}


@pytest.mark.parametrize("by", range(4))
def test_the_person_has_the_nearest_seat_in_every_exercise(scripts: Scripts, by: int) -> None:
    [found] = own(scripts, turned(judged(LED), by))
    assert found["view"]["seat"] == found["view"]["to_act"] == 0
    assert found["view"]["declarer"] == 0
    assert found["reason"]["seat"] == 2
    assert found["kind"] == "lead"


def test_a_deal_of_five_is_asked_at_a_table_of_four(scripts: Scripts) -> None:
    record = judged(LED)
    mistake = {**LED, "better_reason": {**LED["better_reason"], "seat": 3}}  # type: ignore[dict-item]
    five = {**record, "players": 5, "dealer": 0}
    said = {**record["meta"]["judged"], "seat": 1, "mistakes": [mistake]}
    five["meta"] = {**record["meta"], "seat": 1, "judged": said}
    [found] = own(scripts, five)
    assert found["view"]["hand"] == own(scripts, record)[0]["view"]["hand"]
    assert found["reason"]["seat"] == 2


@pytest.mark.parametrize(
    "broken",
    [
        {**DISCARD, "better": "HS HT HK HO"},
        {**DISCARD, "better": 7},
        {**DISCARD, "action": 5},
        {**DISCARD, "behind": None},
        {**DISCARD, "better_reason": "because"},
        {**DISCARD, "cost": "much"},
        None,
    ],
)
def test_a_mistake_from_another_hand_that_makes_no_sense_is_left_out(
    scripts: Scripts, broken: Any
) -> None:
    assert [one for one in own(scripts, judged(broken)) if one] == []


RETURNS = """
import { dueOn, nextDue, returnsAfter, returnsOf } from "./me/returns.js";
let record = asked.record;
const days = [];
for (const right of asked.answers) {
  const [mistake] = returnsOf(record);
  days.push(mistake.due);
  const changes = returnsAfter(record, mistake, right, mistake.due);
  record = { ...record, meta: { ...record.meta, ...changes } };
}
const left = [{ id: "deal", returns: returnsOf(record) }];
const due = asked.on ? dueOn(left, asked.on) : [];
respond({ days, left: left[0].returns, next: nextDue(left) ?? null, due });
"""


def returns(scripts: Scripts, answers: list[bool], *mistakes: Any, **more: Any) -> Any:
    record = judged(*(mistakes or (DISCARD,)))
    return scripts.run(RETURNS, {"record": record, "answers": answers, **more})


def test_a_mistake_returns_at_growing_intervals_and_then_no_more(scripts: Scripts) -> None:
    found = returns(scripts, [True] * 5)
    assert found["days"] == ["2026-11-27", "2026-11-30", "2026-12-07", "2026-12-23", "2027-01-27"]
    assert found["left"] == []
    assert found["next"] is None


def test_a_wrong_answer_begins_anew_on_the_next_day(scripts: Scripts) -> None:
    found = returns(scripts, [True, True, False, True])
    assert found["days"] == ["2026-11-27", "2026-11-30", "2026-12-07", "2026-12-08"]
    assert found["next"] == "2026-12-11"


def test_the_costliest_of_the_mistakes_that_are_due_comes_first(scripts: Scripts) -> None:
    found = returns(scripts, [], LED, DISCARD, on="2026-11-27")
    assert [one["mistake"]["action"] for one in found["due"]] == [4, 7]
    assert returns(scripts, [], LED, DISCARD, on="2026-11-26")["due"] == []


def test_cheap_mistakes_do_not_return(scripts: Scripts) -> None:
    assert returns(scripts, [], {**DISCARD, "cost": 2.9})["left"] == []
