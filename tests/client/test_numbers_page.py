"""The page writes numbers and lists as the browser's library does."""

from __future__ import annotations

import re

import pytest

from client.scripts import Scripts, needs_node
from dobbm.server.site import STATIC

pytestmark = needs_node

NUMBERS = [0, 1, -1, 12, -360, 999, 1000, -1000, 12_345, -999_999, 1_000_000, 0.7, -1.5, 1234.25]
LISTS = ["", "H", "HL", "HLA", "HLAB"]

WRITING = """
import { list, number, signed } from "./base/i18n.js";
const { language, numbers, lists } = asked;
await speak(language);
const library = (signDisplay) => {
  const format = new Intl.NumberFormat(language, { signDisplay });
  return numbers.map((value) => format.format(value).replace("-", "−"));
};
const rows = lists.map((items) => [...items]);
const joined = new Intl.ListFormat(language.slice(0, 2), { type: "conjunction" });
respond({
  list: [rows.map(list), rows.map((items) => joined.format(items))],
  number: [numbers.map(number), library("auto")],
  signed: [numbers.map(signed), library("exceptZero")],
});
"""


@pytest.mark.parametrize("language", ["en", "de", "ja", "en-GB", "en-IN", "de-AT", "de-CH"])
def test_numbers_and_lists_are_written_as_by_the_library(scripts: Scripts, language: str) -> None:
    asked = {"language": language, "numbers": NUMBERS, "lists": LISTS}
    for ours, theirs in scripts.run(WRITING, asked).values():
        assert ours == theirs


DATES = """
import { moment, monthText } from "./base/i18n.js";
import { dayText } from "./me/days.js";
await speak(asked.language);
const browser = { languages: asked.languages };
Object.defineProperty(globalThis, "navigator", { value: browser, configurable: true });
const format = (options) => new Intl.DateTimeFormat(asked.expected, options);
respond([
  [dayText("2026-12-03"), format({ dateStyle: "full" }).format(Date.UTC(2026, 11, 3))],
  [dayText("2026-12-03", "medium"), format({ dateStyle: "medium" }).format(Date.UTC(2026, 11, 3))],
  [moment(1.8e9), format({ dateStyle: "medium", timeStyle: "short" }).format(1.8e12)],
  [monthText("2026-11"), format({ month: "long", year: "numeric" }).format(new Date(2026, 10, 15))],
]);
"""


@pytest.mark.parametrize(
    ("language", "languages", "expected"),
    [
        ("en", ["en-GB", "en"], "en-GB"),
        ("en", ["de-AT", "en-AU"], "en-AU"),
        ("en", ["de-AT"], "en"),
        ("de", ["en-GB", "de-AT"], "de-AT"),
        ("ja", ["ja-JP"], "ja-JP"),
    ],
)
def test_dates_are_those_of_the_region_in_the_language_of_the_page(
    scripts: Scripts, language: str, languages: list[str], expected: str
) -> None:
    asked = {"language": language, "languages": languages, "expected": expected}
    for ours, theirs in scripts.run(DATES, asked):
        assert ours == theirs


def test_only_one_module_formats_dates_and_numbers() -> None:
    formats = re.compile(r"Intl\.(DateTime|Number|RelativeTime)Format\(\w|\.toLocale(Date|Time)")
    found = {one.name for one in STATIC.rglob("*.js") if formats.search(one.read_text())}
    assert found == {"i18n.js", "sw.js"}, "the service worker imports nothing"


DURATIONS = """
import { minutes } from "./base/i18n.js";
respond(asked.map(minutes));
"""


def test_a_duration_is_never_longer_than_it_is(scripts: Scripts) -> None:
    day = 24 * 3600
    shown = scripts.run(DURATIONS, [65, 7199, 7200, day, day - 1, day + 300, day - 120, 3 * day])
    assert shown == [
        "1:05",
        "119:59",
        "2 hours",
        *["24 hours"] * 3,
        "23 hours",
        "72 hours",
    ]
