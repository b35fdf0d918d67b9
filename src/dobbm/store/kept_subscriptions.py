"""Keeps the devices to which messages of clubs are sent."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import ColumnElement, Connection, Executable, and_, delete, select, update

from dobbm.runtime.subscriptions import Subscription
from dobbm.store.database import Database
from dobbm.store.inserting import insert_within
from dobbm.store.schema import subscriptions

COLUMNS = [subscriptions.c[field] for field in Subscription._fields]
ORDER = subscriptions.c.since, subscriptions.c.device


class KeptSubscriptions:
    """The part of a store that keeps devices."""

    _database: Database

    async def subscribe(self, subscription: Subscription, most: int) -> None:
        """See ``Store``."""
        same = [*_chosen(subscription.club, None, subscription.device)]
        own = [*_chosen(subscription.club, subscription.member)]
        newest_first = [column.desc() for column in ORDER]
        newest = select(subscriptions.c.device).where(*own).order_by(*newest_first)

        def write(connection: Connection) -> None:
            connection.execute(delete(subscriptions).where(*same))
            kept = [*connection.scalars(newest.limit(most - 1))]
            old = subscriptions.c.device.not_in(kept)
            connection.execute(delete(subscriptions).where(*own, old))
            insert_within(connection, subscriptions, subscription._asdict(), and_(*own), most)

        await self._database.write(write)

    async def subscriptions(self, club: str, member: str | None = None) -> list[Subscription]:
        """See ``Store``."""
        query = select(*COLUMNS).where(*_chosen(club, member)).order_by(*ORDER)
        return await self._database.read(lambda connection: _read(connection, query))

    async def subscribed(self) -> list[str]:
        """See ``Store``."""
        query = select(subscriptions.c.club).distinct().order_by(subscriptions.c.club)
        return await self._database.read(lambda connection: [*connection.scalars(query)])

    async def tell(self, club: str, member: str, now: float, since: float) -> list[Subscription]:
        """See ``Store``."""
        chosen = *_chosen(club, member), subscriptions.c.told <= since
        statement = update(subscriptions).where(*chosen).values(told=now).returning(*COLUMNS)
        return sorted(
            await self._database.write(lambda connection: _read(connection, statement)),
            key=lambda one: (one.since, one.device),
        )

    async def unsubscribe(
        self, club: str, member: str | None = None, device: str | None = None
    ) -> None:
        """See ``Store``."""
        statement = delete(subscriptions).where(*_chosen(club, member, device))
        await self._database.write(lambda connection: connection.execute(statement))


def _chosen(
    club: str, member: str | None = None, device: str | None = None
) -> Iterator[ColumnElement[bool]]:
    yield subscriptions.c.club == club
    if member is not None:
        yield subscriptions.c.member == member
    if device is not None:
        yield subscriptions.c.device == device


def _read(connection: Connection, statement: Executable) -> list[Subscription]:
    return [Subscription(*row) for row in connection.execute(statement)]
