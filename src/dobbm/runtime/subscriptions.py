"""The devices to which messages of clubs are sent (docs/clubs.md)."""

from __future__ import annotations

from typing import NamedTuple, Protocol


class Subscription(NamedTuple):
    """A device of a member, as its push service knows it."""

    club: str
    """The identifier under which the store keeps the club."""
    device: str
    """The SHA-256 of the endpoint, which names the device without giving access to it."""
    member: str
    endpoint: str
    """The secret address at the device's push service."""
    p256dh: str
    """The device's public key."""
    auth: str
    """A secret of the device, with which messages are encrypted, too."""
    language: str
    since: float
    """When the member has switched messages on, in Unix seconds."""
    told: float = 0.0
    """When the device was last told of a turn, in Unix seconds; 0 if never."""


class KeepsSubscriptions(Protocol):
    """The part of a store that keeps devices, with the members of their clubs."""

    async def subscribe(self, subscription: Subscription, most: int) -> None:
        """Store a device in the place of the same one in the same club.

        Of the devices of its member, the ``most`` that came last are kept.
        """

    async def subscriptions(self, club: str, member: str | None = None) -> list[Subscription]:
        """Return the devices of a club, or of one member, the oldest first."""

    async def subscribed(self) -> list[str]:
        """Return the clubs that have devices."""

    async def tell(self, club: str, member: str, now: float, since: float) -> list[Subscription]:
        """Return a member's devices that have not been told of a turn after ``since``.

        They count as told ``now``: of several processes, only one gets a device.
        """

    async def unsubscribe(
        self, club: str, member: str | None = None, device: str | None = None
    ) -> None:
        """Delete the devices of a club, or only those of a member or with this digest."""
