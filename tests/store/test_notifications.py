"""Notices are read strictly, because every role of a database may send some."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dobbm.runtime.store import Report
from dobbm.store.notifications import LONGEST, notice, parse_notice, report_notice

REPORT: dict[str, Any] = {
    "process": "b",
    "heard": {"vroni": 1.5},
    "streams": ["vroni"],
    "spectators": ["Anna", ""],
}
CHANGES: list[dict[str, Any]] = [
    {"process": 7},
    {"heard": ["vroni"]},
    {"heard": {"vroni": "1"}},
    {"heard": {"vroni": None}},
    {"heard": {"vroni": True}},
    {"heard": {"vroni": -1}},
    {"heard": {"vroni": float("nan")}},
    {"heard": {"vroni": float("inf")}},
    {"heard": {"vroni": 10**400}},
    {"streams": {"vroni": 1}},
    {"streams": [["vroni"]]},
    {"streams": [{}]},
    {"streams": [7]},
    {"spectators": 7},
    {"spectators": [None]},
    {"spectators": ["x" * 31]},
    {"spectators": ["\ud800"]},
]
FOREIGN_NOTICES = [
    "x",
    "",
    "7",
    "NaN",
    '{"a": 1}',
    '["stubai"]',
    '["stubai", "1"]',
    '["stubai", true]',
    '["stubai", -1]',
    '["stubai", 1.0]',
    '["stubai", 1e999]',
    f'["stubai", {2**31}]',
    '["stubai", 1, 1]',
    "[7, 1]",
    "[" * 7_000,
    "1" * 7_000,
    *[json.dumps(["stubai", REPORT | change]) for change in CHANGES],
    '["stubai", {"process": "b", "heard": {}, "streams": []}]',
]


@pytest.mark.parametrize("payload", FOREIGN_NOTICES, ids=lambda payload: payload[:60])
def test_what_no_server_sends_is_no_notice(payload: str) -> None:
    assert len(payload) <= LONGEST
    assert parse_notice(payload) is None


def test_what_a_server_sends_is_understood() -> None:
    report = Report("b", {"vroni": 1.5, "seff": 0}, ["vroni"], ["Anna", "אסתר", ""])
    assert parse_notice(notice("stubai", 7)) == ("stubai", 7)
    assert parse_notice(notice("", 0)) == ("", 0)
    assert parse_notice(report_notice("stubai", report)) == ("stubai", report)
