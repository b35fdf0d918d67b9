"""Keeps the devices of clubs in memory, as a part of a store."""

from __future__ import annotations

from typing import TypeAlias

from dobbm.runtime.subscriptions import Subscription

Subscriptions: TypeAlias = dict[tuple[str, str], Subscription]
"""The devices, by club and digest."""


class MemorySubscriptions:
    """The part of a store in memory that keeps devices."""

    _subscriptions: Subscriptions

    async def subscribe(self, subscription: Subscription, most: int) -> None:
        """See ``Store``."""
        kept = self._subscriptions
        kept[subscription.club, subscription.device] = subscription
        for old in (await self.subscriptions(subscription.club, subscription.member))[:-most]:
            del kept[old.club, old.device]

    async def subscriptions(self, club: str, member: str | None = None) -> list[Subscription]:
        """See ``Store``."""
        found = [
            one
            for one in self._subscriptions.values()
            if one.club == club and member in (None, one.member)
        ]
        return sorted(found, key=lambda one: (one.since, one.device))

    async def subscribed(self) -> list[str]:
        """See ``Store``."""
        return sorted({one.club for one in self._subscriptions.values()})

    async def tell(self, club: str, member: str, now: float, since: float) -> list[Subscription]:
        """See ``Store``."""
        told = [
            one._replace(told=now)
            for one in await self.subscriptions(club, member)
            if one.told <= since
        ]
        self._subscriptions.update({(one.club, one.device): one for one in told})
        return told

    async def unsubscribe(
        self, club: str, member: str | None = None, device: str | None = None
    ) -> None:
        """See ``Store``."""
        for one in await self.subscriptions(club, member):
            if device in (None, one.device):
                del self._subscriptions[one.club, one.device]


def forget_devices(kept: Subscriptions, *whose: str) -> None:
    """Remove the devices of clubs and members with these identifiers."""
    for key in [key for key, one in kept.items() if one.club in whose or one.member in whose]:
        del kept[key]
