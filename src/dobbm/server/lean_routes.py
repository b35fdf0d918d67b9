"""Answers usual requests at a table, with a third of the Python calls that FastAPI needs.

FastAPI describes their routes, as all others, and answers every request that is unusual: so its
validation, its errors and the OpenAPI document hold for all requests.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterable
from inspect import Parameter, signature
from types import UnionType
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

from fastapi import Request, Response
from fastapi.params import Depends
from fastapi.routing import APIRoute
from pydantic import BaseModel, ValidationError
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from dobbm.game.errors import DobbmError
from dobbm.server.authentication import API, caller, mover, sitter
from dobbm.server.middleware import Replayed
from dobbm.server.problems import refusal

JSON = "application/json"
CALLERS = {caller, mover, sitter}
TABLES = f"{API}/tables/"
TABLE = f"{TABLES}{{table}}"


class _Plan(NamedTuple):
    """How to call an endpoint that takes a caller and a body, or less."""

    requests: list[str]
    """The names of parameters that take the request itself."""
    callers: dict[str, Callable[..., Awaitable[Any]]]
    bodies: dict[str, type[BaseModel]]

    @classmethod
    def of(cls, endpoint: Callable[..., Any]) -> _Plan | None:
        """Return the plan for an endpoint; None if it takes or returns anything else."""
        plan, hints = cls([], {}, {}), get_type_hints(endpoint, include_extras=True)
        if not _is_class(hints["return"], BaseModel | Response | type(None)):
            return None
        for name, parameter in signature(endpoint).parameters.items():
            kind = hints[name]
            source = _source(kind)
            if kind is Request:
                plan.requests.append(name)
            elif source in CALLERS:
                plan.callers[name] = source
            elif _is_class(kind, BaseModel) and _is_needed(parameter):
                plan.bodies[name] = kind
            else:
                return None
        return plan if plan.callers and len(plan.bodies) <= 1 else None

    async def arguments(self, request: Request) -> dict[str, Any] | None:
        """Return the arguments for a request; None if it is unusual. Raises the caller's errors."""
        given: dict[str, Any] = dict.fromkeys(self.requests, request)
        for name, model in self.bodies.items():
            read = request.receive
            if request.headers.get("content-type") != JSON or not isinstance(read, Replayed):
                return None
            try:
                given[name] = model.model_validate(json.loads(read.body))
            except (ValidationError, ValueError, RecursionError):
                return None
        for name, find in self.callers.items():
            described = () if find is caller else (None,)
            given[name] = await find(request, request.path_params["table"], *described)
        return given


class _LeanRoute(NamedTuple):
    """A route of a table whose usual requests go straight to its endpoint."""

    route: APIRoute
    plan: _Plan

    @classmethod
    def of(cls, route: APIRoute) -> _LeanRoute | None:
        """Return the lean form of a route; None if it has none."""
        # Answers without the fields that are not set are made by FastAPI.
        if not route.path.startswith(TABLE) or route.response_model_exclude_unset:
            return None
        plan = _Plan.of(route.endpoint)
        return None if plan is None else cls(route, plan)

    async def answer(self, request: Request) -> Response | None:
        """Return the answer to a request; None if it is unusual."""
        status = self.route.status_code or 200
        try:
            given = await self.plan.arguments(request)
            if given is None:
                return None
            found = await self.route.endpoint(**given)
        except DobbmError as error:
            return refusal(error)
        if isinstance(found, Response):
            return found
        if found is None:
            return Response(status_code=status)
        return Response(found.model_dump_json(), status, media_type=JSON)


class LeanRoutes:
    """Middleware that answers usual requests at a table, and passes on all others."""

    def __init__(self, app: ASGIApp, routes: Iterable[BaseRoute]) -> None:
        self._app = app
        self._routes = {
            (method, route.path.removeprefix(TABLE)): lean
            for route in routes
            if isinstance(route, APIRoute) and (lean := _LeanRoute.of(route))
            for method in route.methods or ()
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer the request, or pass it on."""
        lean = None
        if scope["type"] == "http" and scope["path"].startswith(TABLES):
            table, slash, rest = scope["path"].removeprefix(TABLES).partition("/")
            lean = self._routes.get((scope["method"], slash + rest)) if table else None
        if lean is None:
            await self._app(scope, receive, send)
            return
        scope.update(path_params={"table": table}, route=lean.route)
        request = Request(scope, receive)
        answer = await lean.answer(request)
        if answer is None:
            await self._app(scope, receive, send)
        else:
            await answer(scope, receive, send)


def _source(kind: Any) -> Any:
    """Return the function on which an annotated parameter depends, if any."""
    if get_origin(kind) is not Annotated:
        return None
    return next((one.dependency for one in get_args(kind)[1:] if isinstance(one, Depends)), None)


def _is_class(kind: Any, base: type | UnionType) -> bool:
    return isinstance(kind, type) and issubclass(kind, base)


def _is_needed(parameter: Parameter) -> bool:
    return parameter.default is Parameter.empty
