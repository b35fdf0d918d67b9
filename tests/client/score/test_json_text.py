"""A key that a file of JSON has twice in one object is named."""

from __future__ import annotations

import json

import pytest

from client.scripts import Scripts, needs_node
from dobbm.game.errors import RecordError
from dobbm.game.json_text import parse_json

pytestmark = needs_node

REPEATED = """
const { repeatedKey } = await import("./score/json-text.js");
respond(repeatedKey(asked));
"""


def is_refused(text: str) -> bool:
    """Return whether Python refuses the text."""
    try:
        parse_json(text)
    except RecordError:
        return True
    return False


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('{"deals": [], "deals": []}', "deals"),
        ('{"a": {"names": 1, "b": "names", "names": 2}}', "names"),
        ('[{"x": [{"y": 1}]}, {"y": [{"z": 1, "z": 1}]}]', "z"),
        (r'{"\u0061": 1, "a": 2}', "a"),
        (r'{"a\"b": 1, "a\"b": 2}', 'a"b'),
        ('{"": 1, "": 2}', ""),
        ('{"__proto__": 1, "__proto__": 2}', "__proto__"),
    ],
)
def test_a_key_that_appears_twice_is_named(scripts: Scripts, text: str, key: str) -> None:
    assert scripts.run(REPEATED, text) == key
    assert is_refused(text)


@pytest.mark.parametrize(
    "text",
    [
        json.dumps([{"a": "a", "b": {"a": ["a", "a"]}}, {"a": '{"a": 1, "a": 2}'}]),
        '{"constructor": 1, "toString": [{}, {}, ""]}',
        '"a"',
        "[]",
    ],
)
def test_other_values_have_no_such_key(scripts: Scripts, text: str) -> None:
    assert scripts.run(REPEATED, text) is None
    assert not is_refused(text)


@pytest.mark.parametrize("text", ["", "{", '{"a": 1, "a": 2', '{"a": 1 "a": 2}'])
def test_a_text_that_is_no_json_has_no_key(scripts: Scripts, text: str) -> None:
    assert scripts.run(REPEATED, text) is None
