"""The deals of a day, over HTTP."""

from __future__ import annotations

from datetime import date

import pytest

from dobbm.exercises.daily import daily_deals
from server.serving import refusal
from server.simulated import Simulated
from server.test_openapi import validator


def test_the_deals_of_a_day(idle_server: Simulated) -> None:
    answer = idle_server.ask("GET", "/api/v1/daily/2026-11-26")
    assert answer.status_code == 200
    validator("Daily").validate(answer.json())
    deals = [one.to_json() for one in daily_deals(date(2026, 11, 26))]
    assert answer.json() == {"day": "2026-11-26", "deals": deals}


def test_bots_play_a_deal_of_the_day(idle_server: Simulated) -> None:
    """The metadata of its record do no harm."""
    given = idle_server.ask("GET", "/api/v1/daily/2026-11-26").json()["deals"][1]
    asked = {name: given[name] for name in ("record", "seat", "bots")}
    answer = idle_server.ask("POST", "/api/v1/practice", json=asked)
    assert answer.status_code == 200
    assert answer.json()["view"]["to_act"] == given["seat"]


@pytest.mark.parametrize("day", ["today", "2026-02-30", "2026-1-1", "%F0%9F%83%8F"])
def test_a_day_that_is_none_is_refused(idle_server: Simulated, day: str) -> None:
    assert refusal(idle_server.ask("GET", f"/api/v1/daily/{day}")) == (422, "day")
