"""The bytes that slow readers leave unread are bounded: the slowest are cut, and resume."""

from __future__ import annotations

from collections.abc import Callable

from dobbm.server.unsent import Buffer, Unsent
from server.connections import HIGH_WATER, Connection
from server.simulated import Simulated


class Reader:
    """A client that has not read so many bytes."""

    def __init__(self, waiting: int) -> None:
        self.waiting = waiting
        self.transport: Buffer = self
        self.is_cut = False

    def get_write_buffer_size(self) -> int:
        return self.waiting

    def drop(self) -> None:
        self.is_cut = True


def cut(unsent: Unsent, *readers: tuple[str, Reader]) -> list[int]:
    """Look at readers at these addresses; return the places of those that are cut."""
    for address, reader in readers:
        unsent.look(reader, {"client": (address, 4711)})
    return [place for place, (_, reader) in enumerate(readers) if reader.is_cut]


def test_of_an_address_for_which_too_much_waits_the_slowest_are_cut() -> None:
    unsent = Unsent(most=1000, most_of_address=100)
    sizes = [("192.0.2.7", 40), ("192.0.2.7", 10), ("192.0.2.8", 90), ("192.0.2.7", 55)]
    assert cut(unsent, *[(address, Reader(size)) for address, size in sizes]) == [3]


def test_of_all_for_whom_too_much_waits_the_slowest_are_cut() -> None:
    """This machine has no bound of its own: its proxy stands for everybody."""
    unsent = Unsent(most=1000, most_of_address=100)
    readers = [(f"192.0.2.{number}", Reader(99)) for number in range(8)]
    assert cut(unsent, *readers, ("127.0.0.1", Reader(200)), ("192.0.2.9", Reader(4))) == []
    [*rest] = cut(unsent, ("192.0.2.10", Reader(99)), ("127.0.0.1", Reader(600)))
    assert rest == [1]
    assert not any(reader.is_cut for _, reader in readers[5:])


def test_who_has_read_meanwhile_is_not_cut() -> None:
    unsent = Unsent(most=1000, most_of_address=100)
    first, second = Reader(90), Reader(60)
    unsent.look(first, {"client": ("192.0.2.7", 4711)})
    first.waiting = 30
    assert cut(unsent, ("192.0.2.7", first), ("192.0.2.7", second)) == []
    unsent.forget(second)
    assert cut(unsent, ("192.0.2.7", Reader(65))) == []


def test_streams_that_read_nothing_are_cut_and_those_of_others_go_on(
    serve: Callable[..., Simulated],
) -> None:
    server = serve()
    vroni = server.open(bots=3)
    vroni.wait(lambda table: table["stage"] == "playing")
    most = 3 * HIGH_WATER
    server.states[0]["connections"].unsent = Unsent(most, most)
    head = f"GET {vroni.path}/events?after=0 HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    reader = Connection(server, "192.0.2.8")
    reader.send(head)
    lazy = [Connection(server) for _ in range(40)]
    for one in lazy:
        one.transport.is_read = False
        one.send(head, 0.1)
        waiting = sum(one.transport.get_write_buffer_size() for one in lazy if not one.is_closed)
        assert waiting <= most + 2 * HIGH_WATER
    assert any(one.is_closed for one in lazy)
    assert not reader.is_closed
    before = len(reader.transport.written)
    assert vroni.post("/talk", {"phrase": "hello"}).status_code == 200
    reader.pass_time(0.1)
    assert len(reader.transport.written) > before
    again = Connection(server)
    again.send(head)
    assert again.statuses == [200]
