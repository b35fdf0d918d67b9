"""The limits of all connections together."""

from __future__ import annotations

import socket
from asyncio import Event
from collections.abc import Callable
from unittest.mock import Mock

import pytest
from starlette.types import Receive, Scope, Send

from dobbm.server.config import Limits
from dobbm.server.connections import (
    CALM,
    PROBE_AFTER,
    UNREACHABLE,
    WAVE,
    Connections,
)
from server.connections import POST, REQUEST, Connection
from server.simulated import Simulated


def test_a_vanished_client_is_noticed_within_twenty_seconds(idle_server: Simulated) -> None:
    options = Connection(idle_server).transport.options
    assert options[socket.SOL_SOCKET, socket.SO_KEEPALIVE] == 1
    assert options[socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT] == 1000 * UNREACHABLE
    assert options[socket.IPPROTO_TCP, socket.TCP_KEEPIDLE] == PROBE_AFTER
    assert UNREACHABLE + PROBE_AFTER <= 20


def test_an_address_may_have_a_limited_number_of_connections(
    serve: Callable[..., Simulated],
) -> None:
    """This machine and trusted proxies may have any number."""
    server = serve(limits=Limits(address_connections=2))
    first, *_ = [Connection(server, "2001:db8::1") for _ in range(2)]
    assert Connection(server, "2001:db8::2").transport.is_aborted
    assert not Connection(server, "2001:db8:0:1::2").is_closed
    assert not any(Connection(server, "127.0.0.1").is_closed for _ in range(4))
    first.transport.close()
    first.pass_time(0)
    assert not Connection(server, "2001:db8::2").is_closed


def test_the_connection_that_has_waited_longest_makes_room(
    serve: Callable[..., Simulated],
) -> None:
    """Those that wait for the rest of a request count, too."""
    server = serve()
    server.states[0]["connections"] = Connections(server.settings, most=3)
    fresh, used, half = (Connection(server, f"192.0.2.{host}") for host in range(3))
    half.send(POST + b"Content-Length: 2\r\n\r\n")
    used.send(REQUEST)
    assert not Connection(server, "192.0.2.4").is_closed
    assert fresh.is_closed
    assert not fresh.transport.is_aborted
    assert not Connection(server, "192.0.2.5").is_closed
    assert half.transport.is_aborted
    assert not used.is_closed
    assert len(server.states[0]["connections"]) == 3


def test_a_request_that_is_being_answered_makes_no_room(serve: Callable[..., Simulated]) -> None:
    async def compute(_scope: Scope, _receive: Receive, _send: Send) -> None:
        await Event().wait()

    server = serve()
    server.states[0]["connections"] = Connections(server.settings, most=1)
    busy = Connection(server, app=compute)
    busy.send(REQUEST)
    assert Connection(server).transport.is_aborted
    assert not busy.is_closed


def test_memory_is_returned_after_a_wave_of_connections(
    serve: Callable[..., Simulated], monkeypatch: pytest.MonkeyPatch
) -> None:
    returned = Mock()
    monkeypatch.setattr("dobbm.server.connections.return_memory", returned)
    server = serve(limits=Limits(address_connections=3 * WAVE))
    for _ in range(2):
        connections = [Connection(server) for _ in range(2 * WAVE + 1)]
        for connection in connections:
            connection.transport.close()
        connections[0].pass_time(CALM)
    assert returned.call_count == 2
