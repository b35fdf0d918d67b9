"""``dobbm daily``: the deals of a day."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from cli.command import answers, dobbm
from dobbm import from_record


def test_the_deals_of_a_day_are_described() -> None:
    first, second, third = dobbm("daily", "2026-11-26").stdout.decode().splitlines()
    assert first.startswith("2026-11-26 1. You speak first, seat 3 deals, against network.")
    assert second.startswith("2026-11-26 2. You speak second, seat 2 deals, against network.")
    assert third.startswith("2026-11-26 3. You speak first, in a deal of a Mußrunde,")
    for line in (first, second, third):
        assert re.search(r"You hold( [HLAB][STKOU6-9]){8}$", line)


def test_the_deals_of_a_day_are_records() -> None:
    found = answers(dobbm("daily", "2026-11-26", "--json"))
    assert [one["meta"]["deal"] for one in found] == [1, 2, 3]
    assert [from_record(one).actions for one in found] == [()] * 3


def test_without_a_date_it_is_today_in_utc() -> None:
    before = datetime.now(UTC).date()
    found = answers(dobbm("daily", "--json"))
    days = {before.isoformat(), datetime.now(UTC).date().isoformat()}
    assert {one["meta"]["day"] for one in found} <= days


def test_a_day_that_is_none_is_refused() -> None:
    done = dobbm("daily", "2026-02-30")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"must be a date such as 2026-11-26, not '2026-02-30'" in done.stderr
