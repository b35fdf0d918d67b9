"""JSON as bytes: by orjson where it is installed, else by the standard library.

Browsers, in which the pocket edition runs, have no orjson.
"""

from __future__ import annotations

import json
from collections.abc import Callable


def standard(value: object) -> bytes:
    """Encode a value by the standard library, as orjson does: compact, and not escaped."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()


try:
    import orjson
except ModuleNotFoundError:
    dumps: Callable[[object], bytes] = standard
else:
    dumps = orjson.dumps
