"""The routes with which members switch on messages on their devices (docs/clubs.md)."""

from __future__ import annotations

from hashlib import sha256
from typing import Annotated, Literal

from fastapi import Query, Request
from pydantic import Field

from dobbm.club.club_commands import verify_active
from dobbm.club.club_ids import stream_of
from dobbm.runtime.subscriptions import Subscription
from dobbm.server import models
from dobbm.server.club_access import AFellow, Fellow, clubs_of, pushing_of, store_of
from dobbm.server.described_refusals import AT_A_TABLE, CHANGING
from dobbm.server.routers import make_router
from dobbm.server.table_models import ResponseModel
from dobbm.table.refusals import Refusal

LONGEST_ENDPOINT = 1_000
"""Maximum number of characters of the address of a device."""

router = make_router("/clubs/{club}", "club")


class NewDevice(models.Request):
    """A device, as its browser describes it (`PushSubscription`)."""

    endpoint: str = Field(max_length=LONGEST_ENDPOINT)
    p256dh: str = Field(pattern="^[A-Za-z0-9_-]{87}$", description="the device's public key")
    auth: str = Field(pattern="^[A-Za-z0-9_-]{22}$", description="a secret of the device")
    language: Literal["de", "en", "ja"] = Field(default="en", description="of the messages")


class Devices(ResponseModel):
    """The devices on which a member has switched messages on."""

    key: str | None = Field(
        description="the server's public key, for `PushManager.subscribe`; null: it sends none"
    )
    devices: list[str] = Field(description="the SHA-256 of the `endpoint` of each, in hexadecimal")


@router.get("/push", responses=AT_A_TABLE)
async def devices(request: Request, who: AFellow) -> Devices:
    """Get the own devices that receive messages, and the key with which a browser adds one."""
    return await _devices(request, who)


@router.put("/push", responses=CHANGING)
async def add_device(request: Request, who: AFellow, wanted: NewDevice) -> Devices:
    """Switch messages on, on a device: of tables opened, own turns and free seats.

    Of more than ten devices of a member, the oldest is forgotten.
    """
    pushing, now = pushing_of(request), clubs_of(request).now()
    verify_active(who.club, who.member, now)
    if pushing is None:
        raise Refusal("push", "this server sends no messages")
    device = sha256(wanted.endpoint.encode()).hexdigest()
    stream, given = stream_of(who.club.id), wanted.model_dump()
    added = Subscription(club=stream, device=device, member=who.member, since=now, **given)
    await pushing.subscribe(added)
    return await _devices(request, who)


@router.delete("/push", responses=CHANGING)
async def remove_device(
    request: Request,
    who: AFellow,
    device: Annotated[
        str, Query(pattern="^[0-9a-f]{64}$", description="the SHA-256 of its `endpoint`")
    ],
) -> Devices:
    """Switch messages off, on one of the own devices."""
    await store_of(request).unsubscribe(stream_of(who.club.id), who.member, device)
    return await _devices(request, who)


async def _devices(request: Request, who: Fellow) -> Devices:
    pushing = pushing_of(request)
    found = await store_of(request).subscriptions(stream_of(who.club.id), who.member)
    key = pushing.public_key if pushing else None
    return Devices(key=key, devices=[one.device for one in found])
