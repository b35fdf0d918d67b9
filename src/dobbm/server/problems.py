"""Error responses, all in one form: ``{"error": {"code", "message", "action"}}``."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.routing import Match, Route

from dobbm.game.errors import DobbmError, UnknownAction, quoted
from dobbm.runtime.store import StoreUnavailable

STATUS = {
    "unknown": 404,
    "token": 401,
    "full": 409,
    "stale": 409,
    "turn": 409,
    "seat": 409,
    "refused": 409,
    "limit": 429,
    "origin": 403,
    "size": 413,
    "slow": 408,
    "unreadable": 503,
    "banned": 403,
    "closed": 410,
    "host": 403,
    "removed": 403,
    "handover": 409,
    "used": 409,
    "texts": 409,
    "room": 409,
    "long": 409,
    "crowded": 409,
    "gone": 409,
    "reported": 409,
    "role": 403,
    "club": 403,
    "member": 404,
    "invitation": 403,
    "taken": 409,
    "tournament": 409,
    "founding": 403,
}
"""HTTP status by error code. Other errors concern the content of the request and get 422, except
``StoreUnavailable``, which gets 503."""

CODES = {401: "token", 404: "unknown", 405: "method", 413: "size", 429: "limit"}
"""Error code by the status of an ``HTTPException``; other statuses get the code ``request``."""

UNREADABLE = 422
"""The status for a body that is not JSON in UTF-8, or is nested too deeply."""
NOT_ALLOWED = 405
DISCONNECTED = 499
"""The status logged for a client that has disconnected before it was answered."""
AGAIN = 1
"""Seconds after which clients should retry when the database is unavailable."""
AS_JSON = "a body must be JSON, and the request must say so: Content-Type: application/json"
MAX_REPORTED = 10
"""Maximum number of validation errors reported."""
LONGEST_PLACE = 60
"""Maximum length of an error's location: it contains field names, which clients choose."""

log = logging.getLogger(__name__)


def problem(
    status: int,
    code: str,
    message: str,
    after: int | None = None,
    action: int | None = None,
    club: str | None = None,
) -> JSONResponse:
    """Return an error response; ``after`` is the number of seconds for ``Retry-After``."""
    headers = {} if after is None else {"Retry-After": str(after)}
    if status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    # The message may quote a lone surrogate from the request, which UTF-8 cannot encode.
    text = message.encode(errors="replace").decode()
    error = {"code": code, "action": action, "message": text} | ({"club": club} if club else {})
    return JSONResponse({"error": error}, status, headers)


def refusal(error: DobbmError) -> JSONResponse:
    """Return the response to a request that an error refuses."""
    if isinstance(error, StoreUnavailable):
        log.warning("%s", error)  # the database's own message is not for clients
        return problem(503, error.code, "the database is unavailable: try again", AGAIN)
    after = getattr(error, "after", None)
    status, club = STATUS.get(error.code, 422), getattr(error, "club", None)
    return problem(status, error.code, str(error), after, error.action, club)


def add_handlers(app: FastAPI) -> None:
    """Add the handlers that turn errors into error responses."""

    @app.exception_handler(DobbmError)
    async def refuse(_: Request, error: DobbmError) -> JSONResponse:
        return refusal(error)

    @app.exception_handler(ClientDisconnect)
    async def give_up(_: Request, __: ClientDisconnect) -> Response:
        return Response(status_code=DISCONNECTED)  # for the log; nobody receives it

    @app.exception_handler(RequestValidationError)
    async def complain(request: Request, error: RequestValidationError) -> JSONResponse:
        errors = error.errors()
        if isinstance(error.body, bytes) and error.body:  # it was not read as JSON
            found = quoted(request.headers.get("content-type", "nothing"))
            return problem(422, "request", f"{AS_JSON}, not {found}")
        # As in a record (docs/records.md), an action that is not a string is an unknown action.
        action = all(
            one["loc"] == ("body", "action") and one["type"] not in ("missing", "extra_forbidden")
            for one in errors
        )
        code = UnknownAction.code if action else "request"
        return problem(422, code, "; ".join([_described(one) for one in errors[:MAX_REPORTED]]))

    @app.exception_handler(HTTPException)
    async def answer(request: Request, error: HTTPException) -> JSONResponse:
        status = UNREADABLE if error.status_code == 400 else error.status_code
        detail = _unread(request, error.__cause__) or str(error.detail)
        response = problem(status, CODES.get(status, "request"), detail)
        response.headers.update(error.headers or {})
        if status == NOT_ALLOWED:
            first = filter(None, response.headers.get("Allow", "").split(", "))
            response.headers["Allow"] = ", ".join(sorted({*first, *_methods(request)}))
        return response


def _unread(request: Request, cause: BaseException | None) -> str | None:
    """Return why a body could not be read at all; None if that was not the problem."""
    match cause:
        case ValueError() | RecursionError() if "content-encoding" in request.headers:
            return "the request body must not be compressed: send it without Content-Encoding"
        case UnicodeDecodeError():
            return f"the request body is not text in UTF-8, from byte {cause.start + 1}"
        case RecursionError():
            return "the request body is nested too deeply"
        case ValueError():
            return "the request body has a number of too many digits"
    return None


def _methods(request: Request) -> Iterator[str]:
    """Yield the methods of the routes with the path of a request."""
    for route in request.app.routes:
        if isinstance(route, Route) and route.matches(request.scope)[0] is not Match.NONE:
            yield from route.methods or ()


def _described(error: Any) -> str:
    """Return the location and message of a validation error."""
    if error["type"] == "json_invalid":
        return "the request body is not JSON"
    if error["type"] == "missing" and error["loc"] == ("body",):
        return "the request has no body, or not its length: send JSON, with Content-Length"
    place = ".".join([str(part) for part in error["loc"][1:]]) or str(error["loc"][0])
    if error["type"] in ("model_attributes_type", "model_type"):
        return f"{place[:LONGEST_PLACE]}: must be a JSON object"
    return f"{place[:LONGEST_PLACE]}: {error['msg'].removeprefix('Value error, ')}"
