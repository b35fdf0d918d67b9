"""The bytes that wait until slow clients read them: there is a bound on all, and per address."""

from __future__ import annotations

import logging
from collections.abc import Collection
from typing import Protocol

from starlette.types import Scope

from dobbm.server.addresses import address_of, is_this_machine

MOST_WAITING = 96 * 2**20
"""Maximum number of bytes that wait in one process."""
MOST_OF_ADDRESS = 24 * 2**20
"""Maximum number of bytes that wait for the clients at one address."""
UNREAD = "dobbm.unread"
"""The extension of a request's scope that returns whether its client must read before more can be
sent."""

log = logging.getLogger(__name__)


class Buffer(Protocol):
    """Anything that holds bytes until they can be sent."""

    def get_write_buffer_size(self) -> int:
        """Return how many bytes there are."""


class Reader(Protocol):
    """A connection whose client may read slowly."""

    @property
    def transport(self) -> Buffer:
        """The transport, which may hold bytes that the client has not read."""

    def drop(self) -> None:
        """Abort the connection."""


class Unsent:
    """All that waits in this process; when it is too much, the slowest readers are cut."""

    def __init__(self, most: int = MOST_WAITING, most_of_address: int = MOST_OF_ADDRESS) -> None:
        self._most, self._most_of_address = most, most_of_address
        self._total = 0
        self._readers: dict[str, dict[Reader, int]] = {}
        """How much waited for each reader when it was last looked at, by address."""
        self._addresses: dict[Reader, str] = {}
        self._held: dict[Reader, int] = {}
        """Bytes of the application that wait until the transport takes more."""

    def look(self, reader: Reader, scope: Scope, held: int = 0) -> None:
        """Look at what waits for a reader, and cut slow ones if it has become too much."""
        self.forget(reader)
        if held:
            self._held[reader] = held
        waiting = self._waiting(reader)
        if not waiting:
            return
        address = address_of(scope)
        self._addresses[reader] = address
        own = self._readers.setdefault(address, {})
        own[reader] = waiting
        self._total += waiting
        if sum(own.values()) > self._most_of_address and not is_this_machine(address):
            self._cut([*own], self._most_of_address)
        if self._total > self._most:
            self._cut([*self._addresses], self._most)

    def forget(self, reader: Reader) -> None:
        """Forget a reader for whom nothing waits, or who is gone."""
        self._held.pop(reader, None)
        address = self._addresses.pop(reader, None)
        if address is not None:
            self._total -= self._readers[address].pop(reader)
            if not self._readers[address]:
                del self._readers[address]

    def _waiting(self, reader: Reader) -> int:
        return self._held.get(reader, 0) + reader.transport.get_write_buffer_size()

    def _cut(self, readers: Collection[Reader], most: int) -> None:
        """Cut the readers for whom most waits until half of ``most`` is left, if it is too much.

        They may resume where they were. Those who have read meanwhile are not cut.
        """
        for reader in readers:
            address = self._addresses[reader]
            before, now = self._readers[address][reader], self._waiting(reader)
            self._readers[address][reader] = now
            self._total += now - before
        left = sum(self._waiting(reader) for reader in readers)
        if left <= most:
            return
        slowest = sorted(readers, key=self._waiting, reverse=True)
        number = 0
        while left > most // 2:
            left -= self._waiting(slowest[number])
            self.forget(slowest[number])
            slowest[number].drop()
            number += 1
        log.warning("%d connections were cut: their clients read too slowly", number)
