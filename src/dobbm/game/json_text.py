"""JSON as text: read from outside, and written so that every reader accepts it."""

from __future__ import annotations

import json
from collections import Counter
from math import isfinite
from typing import Any

from dobbm.game.errors import RecordError, naming_json, quoted

LONGEST_NUMBER = 4300
"""The maximum number of digits in an integer that is parsed as a number."""

DEEPEST = 500
"""The maximum nesting of objects and lists; what Python can read depends on its version."""


OTHERS = {
    b"\x1f\x8b": "compressed with gzip: unpack it first",
    b"\xfd7zXZ": "compressed with xz: unpack it first",
    b"\x28\xb5\x2f\xfd": "compressed with zstd: unpack it first",
    b"\xff\xfe": "text in UTF-16: save it in UTF-8",
    b"\xfe\xff": "text in UTF-16: save it in UTF-8",
}
"""Other files, by the bytes with which they begin."""


@naming_json
def parse_line(line: bytes | str) -> dict[str, Any]:
    """Return the JSON object in one line of a file.

    Raises ``RecordError`` with the code ``json`` if the line does not contain one.
    """
    value = parse_json(line)
    if not isinstance(value, dict):
        raise RecordError(f"expected a JSON object, not {quoted(value)}", code="json")
    return value


def parse_json(source: bytes | str) -> Any:
    """Return the value of a JSON text.

    Raises ``RecordError`` with the code ``json`` if it is not JSON, or if an object in it has a key
    twice: readers disagree about which of the two values counts.
    """
    try:
        return _decoded(source if isinstance(source, str) else source.decode())
    except RecordError:
        raise
    except RecursionError:
        raise RecordError("the JSON is nested too deeply to read", code="json") from None
    except UnicodeDecodeError as error:
        place = f"byte {error.start + 1} is not part of a character in UTF-8"
        kinds = [kind for start, kind in OTHERS.items() if error.object.startswith(start)]
        found = f" but {kinds[0]}" if kinds else f": {place}"
        raise RecordError(f"this is not JSON{found}", code="json") from None
    except json.JSONDecodeError as error:
        if "\0" in error.doc:
            kind = "a binary file, or text in UTF-16: save it in UTF-8"
            raise RecordError(f"this is not JSON but {kind}", code="json") from None
        problem = f"{error.msg[0].lower()}{error.msg[1:].removesuffix(' at')}"
        place = f"at character {error.pos + 1}"
        raise RecordError(f"this is not JSON: {problem} {place}", code="json") from None
    except ValueError as error:
        raise RecordError(f"this is not JSON: {error}", code="json") from None


def verify_keys(source: bytes | str) -> None:
    """Raise ``RecordError`` if an object in a JSON text has a key twice.

    A text that is not JSON passes, for the code that reads it can say more about it.
    """
    try:
        if isinstance(source, bytes):
            source = source.decode(json.detect_encoding(source), "surrogatepass")
        _KEYS.decode(source)
    except RecordError:
        raise
    except (ValueError, RecursionError):
        return


def write_json(value: Any, *, indent: int | None = None, ascii_only: bool = True) -> str:
    """Return a value as a JSON text, with ``null`` for numbers that JSON cannot express.

    >>> write_json({"mean": float("nan"), "deals": 2})
    '{"mean": null, "deals": 2}'
    """
    try:
        return json.dumps(value, indent=indent, ensure_ascii=ascii_only, allow_nan=False)
    except ValueError:
        finite = _finite(value)
        return json.dumps(finite, indent=indent, ensure_ascii=ascii_only, allow_nan=False)


def _finite(value: Any) -> Any:
    """Return a value with None for every number in it that is not finite."""
    match value:
        case float():
            return value if isfinite(value) else None
        case dict():
            return {key: _finite(inner) for key, inner in value.items()}
        case list() | tuple():
            return [_finite(inner) for inner in value]
    return value


def _decoded(text: str) -> Any:
    value = _DECODER.decode(text)
    if text.count("[") + text.count("{") > DEEPEST and _is_too_deep(value):
        raise RecursionError
    return value


def _is_too_deep(value: Any) -> bool:
    level = [value]
    for _ in range(DEEPEST + 1):
        level = [one for one in level if isinstance(one, (dict, list))]
        if not level:
            return False
        level = [inner for one in level for inner in (one.values() if type(one) is dict else one)]
    return True


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        counts = Counter([key for key, _ in pairs])
        twice = next(key for key, count in counts.items() if count > 1)
        raise RecordError(f"the key {quoted(twice)} appears twice in one object", code="json")
    return value


def _refuse(name: str) -> float:
    raise ValueError(f"it has no number {name}")


def _integer(digits: str) -> int | str:
    # Python refuses to convert longer integers, although they are valid JSON. No field accepts one;
    # where any value is allowed, as in ``meta``, the digits are kept as a string.
    return int(digits) if len(digits) <= LONGEST_NUMBER else digits


def _number(digits: str) -> float | str:
    number = float(digits)
    return number if isfinite(number) else digits


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_constant=_refuse, parse_int=_integer, parse_float=_number
)

_KEYS = json.JSONDecoder(object_pairs_hook=_object)
