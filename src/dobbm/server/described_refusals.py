"""The refusals of requests, as the OpenAPI document describes them."""

from __future__ import annotations

from typing import Any, TypeAlias

from dobbm.server import responses
from dobbm.server.authentication import TOKEN

Described: TypeAlias = dict[int | str, dict[str, Any]]

LATER = {"Retry-After": {"schema": {"type": "integer"}, "description": "seconds"}}

REFUSALS: Described = {
    401: {"description": "`token`: missing, it opens no seat at this table, or it can be guessed"},
    403: {
        "description": "`origin`: according to the browser, another site's page sent the request. "
        "`banned`: the host has banned the address or the name. `host`: only the host of the table "
        "may do this. `removed`: the host has freed the caller's seat. `club`: the table belongs "
        "to a club. `role`: only others in the club may do this. `invitation`: no link for guests, "
        "or one for another evening. `founding`: only the host of the server founds clubs"
    },
    404: {"description": "`unknown`: no such table, deal or club. `member`: no such member"},
    409: {
        "description": "`full`, `stale`, `turn`, `seat`, `refused`, `handover`, `used`, "
        "`texts`, `gone`, `crowded`, `reported`: not possible now. `room`: the server has no room "
        "for a new table. `taken`: somebody in the club has this name, or the club is on the "
        "server already. `tournament`: not the time for it in the tournament. `long`: the table "
        "has as many events as it may have"
    },
    408: {"description": "`slow`: the body did not arrive in time"},
    410: {"description": "`closed`: the host has closed the table"},
    413: {"description": "`size`: the body is too large"},
    422: {
        "description": "does not match the schema (`request`) or breaks a rule, named by the code"
    },
    429: {"description": "`limit`: too many requests", "headers": LATER},
    503: {
        "description": "`unavailable`: the database is unavailable; nothing was done. "
        "`unreadable`: the table is set aside, because the server cannot read one of its events",
        "headers": LATER,
    },
}


PROBLEM = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}}
"""Names the model of a refusal. For each model that FastAPI is given itself, it makes what would
validate it: for ten in every route, this is a tenth of the time to import the API. It gets one."""


def refused(*statuses: int) -> Described:
    """Return the OpenAPI description of these refusals, and of those that every route has."""
    always = (403, 422, 429, 503)
    found: Described = {
        status: REFUSALS[status] | PROBLEM for status in sorted({*statuses, *always})
    }
    found[422] = REFUSALS[422] | {"model": responses.Problem}
    return found


AT_A_TABLE = refused(401, 404, 410)
CHANGING = refused(401, 404, 408, 409, 410, 413)
WITHOUT_TOKEN: dict[str, Any] = {"security": [{}, {TOKEN.scheme_name: []}]}
"""Marks requests in the OpenAPI document that need no token because spectators may make them."""
