"""The points given away over the months, from what the coach has said of the deals kept here."""

from __future__ import annotations

from typing import Any

from client.scripts import Scripts, needs_node
from client.test_statistics_page import LOST, WON, kept
from dobbm.players.decisions import JUDGE

pytestmark = needs_node

TREND = """
import { summarise } from "./me/summary.js";
import { trend } from "./me/trend.js";
respond(trend(asked.map((record, at) => summarise(`deal ${at}`, record))));
"""
MAY, JUNE = 1_778_500_000, 1_781_500_000
"""Moments in two months, in Unix seconds."""


def judged(lost: dict[str, float], judge: str = JUDGE, seat: int = 0) -> dict[str, Any]:
    return {"judge": judge, "seat": seat, "lost": lost}


def test_the_points_of_judged_deals_are_added_up_by_month_and_kind(scripts: Scripts) -> None:
    found = scripts.run(
        TREND,
        [
            kept(WON, ended=MAY, judged=judged({"play": 3, "exchange": 8})),
            kept(LOST, ended=JUNE, judged=judged({"play": 1})),
            kept(WON, ended=JUNE, judged=judged({"bidding": 4, "play": 2})),
        ],
    )
    assert [(one["deals"], one["lost"]) for one in found] == [(2, [4, 0, 0, 3]), (1, [0, 8, 0, 3])]
    assert found[0]["month"] > found[1]["month"]


def test_deals_of_other_judges_or_seats_and_unjudged_ones_do_not_count(scripts: Scripts) -> None:
    found = scripts.run(
        TREND,
        [
            kept(WON, ended=MAY),
            kept(WON, ended=MAY, judged=judged({"play": 3}, judge="coach 0")),
            kept(WON, ended=MAY, judged=judged({"play": 3}, seat=1)),
            kept(WON, ended=MAY, judged="nonsense"),
        ],
    )
    assert found == []


WORST = """
globalThis.localStorage = { getItem: () => null, setItem: () => {} };
const { worstIn } = await import("./me/one-thing.js");
respond(worstIn(asked));
"""


def decided(
    chances: tuple[int, int, int, int], lost: tuple[int, int, int, int], times: int
) -> list[Any]:
    return [{"chances": chances, "lost": lost}, {"chances": None, "lost": None}] * times


def test_one_thing_to_try_is_what_gives_away_the_most_for_each_decision(scripts: Scripts) -> None:
    """Twenty discards have given away 3 points each, and eighty cards half a point."""
    assert scripts.run(WORST, decided((1, 1, 0, 4), (0, 3, 0, 2), 20)) == "exchange"


def test_few_decisions_of_a_kind_say_nothing(scripts: Scripts) -> None:
    assert scripts.run(WORST, decided((1, 1, 0, 4), (0, 3, 0, 2), 19)) == "play"
    assert scripts.run(WORST, decided((1, 1, 0, 0), (9, 9, 0, 9), 19)) is None


def test_who_gives_nothing_away_needs_no_advice(scripts: Scripts) -> None:
    assert scripts.run(WORST, decided((9, 9, 9, 9), (0, 0, 0, 0), 9)) is None
