"""Routes that answer usual requests at a third of the Python calls that FastAPI needs.

FastAPI describes these routes, as all others, and answers every request that is unusual: so its
validation, its errors and the OpenAPI document hold for all requests.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from inspect import Parameter, signature
from types import UnionType
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

from fastapi import APIRouter, Request, Response
from fastapi.params import Depends
from fastapi.routing import APIRoute
from pydantic import BaseModel, ValidationError

from dobbm.server.authentication import API, caller, mover, sitter

JSON = "application/json"
CALLERS = {caller, mover, sitter}

Answer = Callable[[Request], Coroutine[Any, Any, Response]]


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
            if request.headers.get("content-type") != JSON:
                return None
            try:
                given[name] = model.model_validate(await request.json())
            except (ValidationError, ValueError, RecursionError):
                return None
        for name, find in self.callers.items():
            described = () if find is caller else (None,)
            given[name] = await find(request, request.path_params["table"], *described)
        return given


class LeanRoute(APIRoute):
    """A route whose usual requests go straight to its endpoint, if its parameters allow that."""

    def get_route_handler(self) -> Answer:
        """Return the function that answers requests."""
        usual, plan, endpoint = super().get_route_handler(), _Plan.of(self.endpoint), self.endpoint
        # Answers without the fields that are not set are made by FastAPI.
        if plan is None or self.response_model_exclude_unset:
            return usual
        status = self.status_code or 200

        async def answer(request: Request) -> Response:
            given = await plan.arguments(request)
            if given is None:
                return await usual(request)
            found = await endpoint(**given)
            if isinstance(found, Response):
                return found
            if found is None:
                return Response(status_code=status)
            return Response(found.model_dump_json(), status, media_type=JSON)

        return answer


def make_router(path: str, tag: str) -> APIRouter:
    """Return a router for the paths of the API that begin with ``path``."""
    return APIRouter(
        prefix=API + path,
        tags=[tag],
        route_class=LeanRoute,
        generate_unique_id_function=lambda route: route.name,
    )


def _source(kind: Any) -> Any:
    """Return the function on which an annotated parameter depends, if any."""
    if get_origin(kind) is not Annotated:
        return None
    return next((one.dependency for one in get_args(kind)[1:] if isinstance(one, Depends)), None)


def _is_class(kind: Any, base: type | UnionType) -> bool:
    return isinstance(kind, type) and issubclass(kind, base)


def _is_needed(parameter: Parameter) -> bool:
    return parameter.default is Parameter.empty
