"""The page writes numbers and lists as the browser's library does."""

from __future__ import annotations

import pytest

from client.scripts import Scripts, needs_node

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
const joined = new Intl.ListFormat(language, { type: "conjunction" });
respond({
  list: [rows.map(list), rows.map((items) => joined.format(items))],
  number: [numbers.map(number), library("auto")],
  signed: [numbers.map(signed), library("exceptZero")],
});
"""


@pytest.mark.parametrize("language", ["en", "de", "ja"])
def test_numbers_and_lists_are_written_as_by_the_library(scripts: Scripts, language: str) -> None:
    asked = {"language": language, "numbers": NUMBERS, "lists": LISTS}
    for ours, theirs in scripts.run(WRITING, asked).values():
        assert ours == theirs
