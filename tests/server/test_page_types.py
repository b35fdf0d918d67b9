"""The page's types are those of the served OpenAPI document, and its data those of Python."""

from __future__ import annotations

from typing import Any

import pytest

from scripts import page_data, page_types


def test_schema_file_is_up_to_date() -> None:
    written = page_types.TYPES.read_text(encoding="utf-8")
    assert written == page_types.text(), "write the types anew: make schema"


def test_page_has_the_data_of_python() -> None:
    written = page_data.DATA.read_text(encoding="utf-8")
    assert written == page_data.text(), "write the data anew: make schema"
    handbook = page_data.HANDBOOK.read_text(encoding="utf-8")
    assert handbook == page_data.handbook(), "write the data anew: make schema"


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        ({"type": "integer", "minimum": 0}, "number"),
        ({"$ref": "#/components/schemas/Phrase"}, "Phrase"),
        ({"enum": ["won", "lost"]}, '"won" | "lost"'),
        ({"const": "done"}, '"done"'),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "string | null"),
        (
            {"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "null"}]}},
            "Array<string | null>",
        ),
        (
            {"type": "object", "additionalProperties": {"type": "integer"}},
            "{ [key: string]: number }",
        ),
        ({"type": "object", "additionalProperties": True}, "{ [key: string]: unknown }"),
    ],
)
def test_every_kind_of_schema_has_its_type(shape: dict[str, Any], expected: str) -> None:
    assert page_types.type_of(shape) == expected


def test_optional_fields_are_marked() -> None:
    turn = {"type": "integer", "description": "the current turn"}
    properties = {"turn": turn, "late": {"type": "boolean"}}
    shape = {"description": "When.", "properties": properties, "required": ["turn"]}
    assert list(page_types.interface("AtTurn", shape)) == [
        "/** When. */",
        "export interface AtTurn {",
        "  /** the current turn */",
        "  turn: number;",
        "  late?: boolean;",
        "}\n",
    ]


def test_an_unknown_kind_of_schema_is_an_error() -> None:
    with pytest.raises(ValueError, match="no type for"):
        page_types.type_of({"type": "tuple"})
