"""The routes for what a server stores about people (docs/server.md)."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from dobbm.runtime.about import StoredPerson, stored_about
from dobbm.runtime.people import digest, with_digest
from dobbm.runtime.runtime import Runtime
from dobbm.server import responses
from dobbm.server.authentication import TOKEN, Named, needed_token, table_id
from dobbm.server.config import Settings
from dobbm.server.described_refusals import refused
from dobbm.server.ledger_routes import count_page
from dobbm.server.routers import make_router
from dobbm.table.refusals import Refusal

router = make_router("", "privacy")


@router.get("/privacy", responses=refused())
async def privacy(request: Request) -> responses.Privacy:
    """Get the settings of the host that concern what is stored."""
    settings: Settings = request.state.settings
    return responses.Privacy(
        contact=settings.contact, keep_days=settings.keep_days, texts=settings.texts
    )


@router.get(
    "/tables/{table}/about", response_model=responses.StoredPerson, responses=refused(401, 404)
)
async def about(
    request: Request,
    table: Named,
    _: Annotated[object, Depends(TOKEN)],  # for the OpenAPI document
) -> StoredPerson:
    """Get all that is stored about the caller at a table, also after leaving.

    The actions of the deals are in their records (`GET …/deals/{number}`).
    """
    await count_page(request)
    await table_id(table)
    token = digest(needed_token(request, table))
    # Not through the runtime: a table that is closed or cannot be read has its people, too.
    runtime: Runtime = request.state.runtime
    person = with_digest(await runtime.store.people(table), token)
    if person is None:
        raise Refusal("token", "nobody with this token has been at this table")
    return await stored_about(runtime.store, table, person)
