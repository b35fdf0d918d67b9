"""Every refusal is told in one form: ``{"error": {"code", "message", "action"}}``."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from dobbm.errors import DobbmError, UnknownAction
from dobbm.record import to_error
from dobbm.store import StoreUnavailable

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
    "unavailable": 503,
}
"""The status of a refusal by its code; all others are about what the request says: 422."""

CODES = {401: "token", 404: "unknown", 405: "method", 413: "size", 429: "limit"}


class Refused(DobbmError):
    """A request that the server does not take; ``after``: seconds until it may be tried again."""

    def __init__(self, code: str, message: str, after: int | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.after = after


def problem(status: int, code: str, message: str, after: int | None = None) -> JSONResponse:
    """The answer to a request that is refused."""
    headers = {} if after is None else {"Retry-After": str(after)}
    if status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    error = {"code": code, "action": None, "message": message}
    return JSONResponse({"error": error}, status, headers)


def add_handlers(app: FastAPI) -> None:
    """Let the application answer with problems."""

    @app.exception_handler(DobbmError)
    async def refuse(_: Request, error: DobbmError) -> JSONResponse:
        status = STATUS.get(error.code, 422)
        after = 1 if isinstance(error, StoreUnavailable) else getattr(error, "after", None)
        if after is None and status != 401:
            return JSONResponse(to_error(error), status)
        return problem(status, error.code, str(error), after)

    @app.exception_handler(RequestValidationError)
    async def complain(_: Request, error: RequestValidationError) -> JSONResponse:
        amiss = error.errors()
        # An action that is no string is no action, as in a record (docs/records.md).
        action = all(one["loc"] == ("body", "action") and one["type"] != "missing" for one in amiss)
        code = UnknownAction.code if action else "request"
        return problem(422, code, "; ".join([_told(one) for one in amiss]))

    @app.exception_handler(HTTPException)
    async def answer(_: Request, error: HTTPException) -> JSONResponse:
        code = CODES.get(error.status_code, "request")
        return problem(error.status_code, code, str(error.detail))

    @app.exception_handler(Exception)
    async def apologise(_: Request, error: Exception) -> JSONResponse:
        log.error("a request failed: %s", type(error).__name__, exc_info=error)
        return problem(500, "error", "the server has made a mistake, and has written it down")


def _told(error: Any) -> str:
    """Where something is amiss, and what."""
    place = ".".join([str(part) for part in error["loc"][1:]]) or str(error["loc"][0])
    return f"{place}: {error['msg']}"
