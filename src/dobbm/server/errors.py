"""Every refusal is told in one form: ``{"error": {"code", "message", "action"}}``."""

from __future__ import annotations

import logging
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from dobbm.game.errors import DobbmError, UnknownAction
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
}
"""The status of a refusal by its code; all others are about what the request says: 422."""

CODES = {401: "token", 404: "unknown", 405: "method", 413: "size", 429: "limit"}
"""The codes of what is refused before it comes to a table, by the status."""

UNREADABLE = 422
"""The status of a body that is no JSON in UTF-8, or nested too deeply to read."""
AGAIN = 1
"""Seconds after which to try again while the database cannot be used."""
MOST_TOLD = 10
"""As many things that are amiss in a request are told."""
LONGEST_PLACE = 60
"""Characters of where something is amiss: the names of fields are the request's own."""

log = logging.getLogger(__name__)


class Refused(DobbmError):
    """A request that the server does not take; ``after``: seconds until it may be tried again."""

    def __init__(self, code: str, message: str, after: int | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.after = after


def problem(
    status: int, code: str, message: str, after: int | None = None, action: int | None = None
) -> JSONResponse:
    """The answer to a request that is refused."""
    headers = {} if after is None else {"Retry-After": str(after)}
    if status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    # A request can quote half a character, which no answer can repeat.
    told = message.encode(errors="replace").decode()
    return JSONResponse(
        {"error": {"code": code, "action": action, "message": told}}, status, headers
    )


def add_handlers(app: FastAPI) -> None:
    """Let the application answer with problems."""

    @app.exception_handler(DobbmError)
    async def refuse(_: Request, error: DobbmError) -> JSONResponse:
        status = STATUS.get(error.code, 422)
        after = getattr(error, "after", None)
        return problem(status, error.code, str(error), after, error.action)

    @app.exception_handler(StoreUnavailable)
    async def wait(_: Request, error: StoreUnavailable) -> JSONResponse:
        log.warning("%s", error)  # what the database says is not for everybody
        return problem(503, error.code, "the database cannot be used now: try again", AGAIN)

    @app.exception_handler(RequestValidationError)
    async def complain(_: Request, error: RequestValidationError) -> JSONResponse:
        amiss = error.errors()
        # An action that is no string is no action, as in a record (docs/records.md).
        action = all(one["loc"] == ("body", "action") and one["type"] != "missing" for one in amiss)
        code = UnknownAction.code if action else "request"
        return problem(422, code, "; ".join([_told(one) for one in amiss[:MOST_TOLD]]))

    @app.exception_handler(HTTPException)
    async def answer(_: Request, error: HTTPException) -> JSONResponse:
        status = UNREADABLE if error.status_code == 400 else error.status_code
        told = problem(status, CODES.get(status, "request"), str(error.detail))
        told.headers.update(error.headers or {})
        return told


def _told(error: Any) -> str:
    """Where something is amiss, and what."""
    place = ".".join([str(part) for part in error["loc"][1:]]) or str(error["loc"][0])
    return f"{place[:LONGEST_PLACE]}: {error['msg']}"
