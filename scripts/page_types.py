"""Write the TypeScript types of requests and responses, from the server's OpenAPI document.

Every schema becomes an interface for the type check of the page's modules; browsers never load the
file. Run this script whenever a request or a response changes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

from dobbm.server.app import make_app
from dobbm.server.config import Settings
from dobbm.server.site import STATIC

TYPES: Path = STATIC / "schema.d.ts"

Schema: TypeAlias = dict[str, Any]

HEAD = "/** The types of the API, written by scripts/page_types.py: `make schema`. */\n"

SIMPLE = {
    "boolean": "boolean",
    "integer": "number",
    "null": "null",
    "number": "number",
    "string": "string",
}


def text() -> str:
    """Return the declarations of all schemas of the document, in their order."""
    document = make_app(Settings("sqlite:///unused", "unused")).openapi()
    schemas: dict[str, Schema] = document["components"]["schemas"]
    parts = [HEAD, *["\n".join(interface(name, schema)) for name, schema in schemas.items()]]
    return "\n".join(parts)


def interface(name: str, schema: Schema) -> Iterator[str]:
    """Yield the lines that declare the type of an object."""
    yield f"/** {schema['description']} */"
    yield f"export interface {name} {{"
    for field, member in schema["properties"].items():
        if "description" in member:
            yield f"  /** {member['description']} */"
        mark = "" if field in schema.get("required", []) else "?"
        yield f"  {field}{mark}: {type_of(member)};"
    yield "}\n"


def type_of(schema: Schema) -> str:
    """Return the TypeScript type of a schema; raise ``ValueError`` for an unknown kind."""
    match schema:
        case {"$ref": str(address)}:
            return address.rpartition("/")[2]
        case {"anyOf": choices}:
            return " | ".join([type_of(choice) for choice in choices])
        case {"enum": values}:
            return " | ".join([json.dumps(value) for value in values])
        case {"const": value}:
            return json.dumps(value)
        case {"type": "array", "items": items}:
            return f"Array<{type_of(items)}>"
        case {"type": "object", "additionalProperties": dict(values)}:
            return f"{{ [key: string]: {type_of(values)} }}"
        case {"type": "object", "additionalProperties": True}:
            return "{ [key: string]: unknown }"
        case {"type": str(kind)} if kind in SIMPLE:
            return SIMPLE[kind]
    raise ValueError(f"no type for {schema}")


if __name__ == "__main__":
    TYPES.write_text(text(), encoding="utf-8")
