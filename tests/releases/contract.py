"""Compares a description of the HTTP interface with an earlier one.

Additions break nobody: paths, optional parameters and fields, responses, values that are sent. What
existed must still exist, and nothing that a client may leave out or send may now be refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

Schema = dict[str, Any]

LEAST = ("minimum", "exclusiveMinimum", "minLength", "minItems")
MOST = ("maximum", "exclusiveMaximum", "maxLength", "maxItems")


class Pair(NamedTuple):
    """The same part of both descriptions."""

    place: str
    old: Schema
    new: Schema


class Comparison:
    """The description of an earlier release, and that of this version."""

    def __init__(self, old: Schema, new: Schema) -> None:
        self._old, self._new = old, new

    def losses(self) -> Iterator[str]:
        """Yield what has been lost, and where."""
        for path, methods in self._old["paths"].items():
            for method, operation in methods.items():
                place = f"{method.upper()} {path}"
                now = self._new["paths"].get(path, {}).get(method)
                if now is None:
                    yield f"{place} is gone"
                else:
                    yield from self._operation(Pair(place, operation, now))

    def _operation(self, pair: Pair) -> Iterator[str]:
        place, old, new = pair
        known, now = _parameters(old), _parameters(new)
        for name, parameter in now.items():
            optional = not known.get(name, {}).get("required")
            if parameter.get("required") and optional:
                yield f"{place} requires the parameter {name[1]}"
        for name, parameter in known.items():
            there = f"{place}, parameter {name[1]}"
            if name not in now:
                yield f"{there} is gone"
            else:
                both = Pair(there, parameter["schema"], now[name]["schema"])
                yield from self._schema(both, sent=True)
        yield from self._content(f"{place}, request", old, new, "requestBody", sent=True)
        yield from self._each(pair, "responses")
        for status in old["responses"].keys() & new["responses"].keys():
            there = f"{place}, {status}"
            yield from self._content(there, old["responses"], new["responses"], status, sent=False)

    def _content(
        self, place: str, old: Schema, new: Schema, name: str, *, sent: bool
    ) -> Iterator[str]:
        before, after = old.get(name, {}), new.get(name, {})
        if after.get("required") and not before.get("required"):
            yield f"{place} is required"
        types = Pair(place, before, after)
        yield from self._each(types, "content")
        for kind, media in before.get("content", {}).items():
            now = after.get("content", {}).get(kind, {})
            if "schema" in media and "schema" in now:
                yield from self._schema(Pair(place, media["schema"], now["schema"]), sent=sent)

    @staticmethod
    def _each(pair: Pair, part: str) -> Iterator[str]:
        """Yield the names that a part has no more."""
        for name in pair.old.get(part, {}):
            if name not in pair.new.get(part, {}):
                yield f"{pair.place}: {name} is gone"

    def _schema(
        self, pair: Pair, *, sent: bool, above: frozenset[tuple[str, str]] = frozenset()
    ) -> Iterator[str]:
        """Compare two schemas; ``above`` are the names of those that contain them."""
        named = pair.old.get("$ref", ""), pair.new.get("$ref", "")
        if all(named):
            if named in above:
                return
            above |= {named}
        old, new = _resolved(self._old, pair.old), _resolved(self._new, pair.new)
        if _alternatives(old) or _alternatives(new):
            choices = _alternatives(new) or [new]
            for one in _alternatives(old) or [old]:
                found = [
                    [*self._schema(Pair(pair.place, one, choice), sent=sent, above=above)]
                    for choice in choices
                ]
                if all(found):
                    yield from min(found, key=len)
            return
        both = Pair(pair.place, old, new)
        yield from _narrowed(both) if sent else _optional(both)
        if "type" in old and "type" in new and old["type"] != new["type"]:
            yield f"{pair.place} is of the type {new['type']}, not {old['type']}"
        yield from self._each(both, "properties")
        for place, before, after in _inner(both):
            yield from self._schema(Pair(place, before, after), sent=sent, above=above)


def _parameters(operation: Schema) -> dict[tuple[str, str], Schema]:
    return {(one["in"], one["name"]): one for one in operation.get("parameters", ())}


def _resolved(document: Schema, schema: Schema) -> Schema:
    while "$ref" in schema:
        found: Schema = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
        schema = found
    return schema


def _alternatives(schema: Schema) -> list[Schema]:
    return schema.get("anyOf") or schema.get("oneOf") or []


def _inner(pair: Pair) -> Iterator[Pair]:
    """Yield the schemas that both have for what is in them."""
    place, old, new = pair
    for name, before in old.get("properties", {}).items():
        if name in new.get("properties", {}):
            yield Pair(f"{place}, {name}", before, new["properties"][name])
    for part in ("items", "additionalProperties"):
        if isinstance(old.get(part), dict) and isinstance(new.get(part), dict):
            yield Pair(place, old[part], new[part])
    for before, after in zip(old.get("prefixItems", ()), new.get("prefixItems", ()), strict=False):
        yield Pair(place, before, after)


def _values(schema: Schema) -> list[Any] | None:
    return [schema["const"]] if "const" in schema else schema.get("enum")


def _narrowed(pair: Pair) -> Iterator[str]:
    """Yield how a server accepts less than before."""
    place, old, new = pair
    for name in sorted({*new.get("required", ())} - {*old.get("required", ())}):
        yield f"{place} requires {name}"
    now = _values(new)
    if now is not None:
        gone = [one for one in _values(old) or ["other values"] if one not in now]
        yield from (f"{place} no longer accepts {one}" for one in gone)
    for limit in (*LEAST, *MOST, "pattern"):
        if limit in new and (limit not in old or _tighter(limit, old[limit], new[limit])):
            yield f"{place} has {limit} {new[limit]}, not {old.get(limit)}"


def _tighter(limit: str, old: Any, new: Any) -> bool:
    if limit in LEAST:
        return bool(new > old)
    return bool(new < old) if limit in MOST else bool(new != old)


def _optional(pair: Pair) -> Iterator[str]:
    """Yield the fields that a server may now leave out."""
    for name in pair.old.get("required", ()):
        if name not in pair.new.get("required", ()):
            yield f"{pair.place}: {name} may be missing"
