"""Ends a connection so that its client can read the last response.

If a connection is closed while its client is still sending, the client's kernel learns that its
data was lost, and forgets the response that it has received. So the server first ends only its own
side, and discards what still arrives until the client ends its side, too.
"""

from __future__ import annotations

import asyncio
from typing import Any

SILENCE = 2.0
"""Seconds without data after which the server no longer waits for the client to end its side."""
TURNS = 15
"""For how many times ``SILENCE`` it waits at most while data arrives."""
MOST = 64 * 2**20
"""Maximum number of bytes that it discards."""


class LingeringTransport(asyncio.Transport):
    """A transport whose ``close`` lets the client read everything; ``finish`` closes it at once."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__()
        self._transport = transport
        self._loop = loop
        self._closing = False
        self._discarded = 0
        self.client_ended = False
        """Whether the client has ended its side, so that there is nothing to wait for."""

    def close(self) -> None:
        """Send what is written; then wait for the client to end its side, and close."""
        if self.is_closing():
            return
        self._closing = True
        if self.client_ended:
            self.finish()
            return
        try:
            self._transport.write_eof()
        except OSError:  # the client has closed both sides
            self.abort()
            return
        self._transport.resume_reading()
        self._loop.call_later(SILENCE, self._wait, self._discarded, TURNS - 1)

    def discard(self, data: bytes) -> None:
        """Discard data that arrives after the last request."""
        self._discarded += len(data)
        if self._discarded > MOST:
            self.abort()

    def finish(self) -> None:
        """Send what is written, and close."""
        self._closing = True
        self._transport.close()

    def abort(self) -> None:
        """Close without sending what is written."""
        self._closing = True
        self._transport.abort()

    def is_closing(self) -> bool:
        """Return whether nothing more can be written."""
        return self._closing or self._transport.is_closing()

    def get_write_buffer_size(self) -> int:
        """Return how many bytes the client has not read."""
        return self._transport.get_write_buffer_size()

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Send data."""
        self._transport.write(data)

    def pause_reading(self) -> None:
        """Receive no more data until ``resume_reading``."""
        if not self.is_closing():
            self._transport.pause_reading()

    def resume_reading(self) -> None:
        """Receive data again."""
        if not self.is_closing():
            self._transport.resume_reading()

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """Return information about the connection."""
        return self._transport.get_extra_info(name, default)

    def _wait(self, discarded: int, turns: int) -> None:
        """Close if no data has arrived since the last turn, or if this is the last one."""
        if self._transport.is_closing():
            return
        if self._discarded == discarded or not turns:
            self.finish()
        else:
            self._loop.call_later(SILENCE, self._wait, self._discarded, turns - 1)
