"""Makes the routers of the API."""

from __future__ import annotations

from fastapi import APIRouter

from dobbm.server.authentication import API


def make_router(path: str, tag: str) -> APIRouter:
    """Return a router for the paths of the API that begin with ``path``."""
    return APIRouter(
        prefix=API + path,
        tags=[tag],
        generate_unique_id_function=lambda route: route.name,
    )
