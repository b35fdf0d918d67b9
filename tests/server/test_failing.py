"""While the database is gone or full, requests say so; nothing is lost, and play resumes later."""

from __future__ import annotations

import asyncio
import resource
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from dobbm.runtime.supervisor import DEAD
from dobbm.server.shared_answers import LASTS
from postgres import PostgreSQL
from server.failing_store import FailingStore
from server.serving import Guest, Server, Tables, play, refusal, waiting
from server.simulated import Simulated

BOT_SECONDS = 0.4


@pytest.fixture
def failing_server(serve: Callable[..., Simulated]) -> Simulated:
    """A server whose database can be made to fail."""
    return serve(store=FailingStore, bot_seconds=BOT_SECONDS)


def store_of(server: Simulated) -> FailingStore:
    store = server.runtime.store
    assert isinstance(store, FailingStore)
    return store


def is_unavailable(server: Tables, guest: Guest, method: str, path: str) -> None:
    """Check that a request is refused, without details from the database."""
    answer = server.ask(method, path, headers=guest.headers, json=None if method == "GET" else {})
    assert refusal(answer) == (503, "unavailable")
    assert int(answer.headers["retry-after"]) >= 1
    assert answer.json()["error"]["message"] == "the database is unavailable: try again"


def test_the_database_is_gone_for_a_while(
    failing_server: Simulated, caplog: pytest.LogCaptureFixture
) -> None:
    vroni, lois = failing_server.seated("Vroni", "Lois", bots=1)
    number = vroni.see()["number"]
    with vroni.events() as events:
        assert next(events).number == number
        store_of(failing_server).gone = True
        everything_is_unavailable(failing_server, vroni, lois)
        failing_server.pass_time(60)
        store_of(failing_server).gone = False
        assert failing_server.ask("GET", "/readyz").status_code == 200
        assert vroni.see()["number"] == number
        assert lois.post("/talk", {"phrase": "hello"}).status_code == 200
        assert next(events).table["change"]["kind"] == "said"
    vroni.bring("Moidl")
    assert vroni.wait(lambda table: table["stage"] == "playing")["deal"] == 1
    assert not [record for record in caplog.records if record.exc_info]


def everything_is_unavailable(server: Tables, vroni: Guest, lois: Guest) -> None:
    for _ in server.waiting():  # the answer before may be a second old
        if server.ask("HEAD", "/readyz").status_code == 503:
            break
    assert server.ask("GET", "/readyz").status_code == 503
    for path in ("/healthz", "/metrics"):
        assert server.ask("GET", path).status_code == 200
    for path in ("/api/v1/tables", vroni.path, f"{vroni.path}/deals/1"):
        is_unavailable(server, vroni, "GET", path)
    for path in ("/api/v1/tables", f"{vroni.path}/seats", f"{vroni.path}/leave"):
        is_unavailable(server, vroni, "POST", path)
    assert refusal(lois.post("/talk", {"phrase": "hello"})) == (503, "unavailable")


def test_the_database_fails_during_a_deal(failing_server: Simulated) -> None:
    [vroni] = failing_server.dealt("Vroni")
    for _ in range(5):
        store_of(failing_server).gone = True
        failing_server.pass_time(10)
        store_of(failing_server).gone = False
        turn = vroni.see()["turn"]
        play([vroni], lambda table: table["turn"] > turn)  # noqa: B023 - it is called here
    table = play([vroni], lambda table: table["stage"] == "between")
    record = vroni.ask("GET", f"/deals/{table['deal']}").json()
    assert record["actions"] == table["view"]["record"]["actions"]


def test_the_disk_is_full_for_a_while(
    failing_server: Simulated, caplog: pytest.LogCaptureFixture
) -> None:
    """Stored data can still be read; writes are refused until there is room again."""
    vroni, lois = failing_server.seated("Vroni", "Lois", bots=1)
    number = vroni.see()["number"]
    store_of(failing_server).full = True
    cannot_write(failing_server, vroni, lois, number)
    failing_server.pass_time(60)
    store_of(failing_server).full = False
    has_room_again(lois, number)
    assert not [record for record in caplog.records if record.exc_info]


def cannot_write(server: Tables, vroni: Guest, lois: Guest, number: int) -> None:
    is_unavailable(server, lois, "POST", f"{lois.path}/leave")
    assert refusal(lois.put("/forced", {"on": True})) == (503, "unavailable")
    assert refusal(server.ask("POST", "/api/v1/tables", json={})) == (503, "unavailable")
    assert server.ask("GET", "/readyz").status_code == 200
    assert vroni.see()["number"] == lois.see()["number"] == number


def has_room_again(lois: Guest, number: int) -> None:
    assert lois.post("/talk", {"phrase": "hello"}).status_code == 200
    assert lois.see()["number"] == number + 1
    assert [message.number for message in lois.history()] == [*range(1, number + 2)]


def test_the_server_is_not_ready_without_its_background_work(failing_server: Simulated) -> None:
    assert failing_server.ask("GET", "/readyz").status_code == 200

    async def cancel() -> None:
        [beating] = [task for task in asyncio.all_tasks() if task.get_name() == "the heartbeat"]
        beating.cancel()
        await asyncio.wait([beating])

    failing_server.run(cancel())
    failing_server.pass_time(LASTS)
    answer = failing_server.ask("GET", "/readyz")
    assert (answer.status_code, answer.json()) == (503, {"status": "not ready"})
    assert failing_server.ask("GET", "/healthz").status_code == 200


def test_the_server_is_not_ready_while_its_background_work_hangs(failing_server: Simulated) -> None:
    store_of(failing_server).silent = True
    failing_server.pass_time(DEAD - 1)
    assert failing_server.ask("GET", "/readyz").status_code == 200
    failing_server.pass_time(DEAD)
    assert failing_server.ask("GET", "/readyz").status_code == 503


@contextmanager
def gone(postgres: PostgreSQL) -> Iterator[None]:
    """Stop the database while the block runs."""
    postgres.stop()
    try:
        yield
    finally:
        postgres.start()


@pytest.mark.long
def test_postgresql_is_gone_for_a_while(postgres: PostgreSQL, tmp_path: Path) -> None:
    with Server(postgres.new_database(), tmp_path / "log", "--bot-seconds", "0.02") as server:
        vroni, lois = server.seated("Vroni", "Lois", bots=1)
        number = vroni.see()["number"]
        with vroni.events() as events:
            assert next(events).number == number
            with gone(postgres):
                everything_is_unavailable(server, vroni, lois)
            assert server.wait_until_ready()
            for _ in waiting():
                if lois.post("/talk", {"phrase": "hello"}).status_code == 200:
                    break
            assert next(events).table["change"]["kind"] == "said"
        vroni.bring("Moidl")
        vroni.wait(lambda table: table["stage"] == "playing")
        with gone(postgres):
            pass
        assert server.wait_until_ready()
        table = play([vroni, lois], lambda table: table["stage"] == "between")
        record = vroni.ask("GET", f"/deals/{table['deal']}").json()
        assert record["actions"] == table["view"]["record"]["actions"]


@contextmanager
def full(server: Server) -> Iterator[None]:
    """Let no file of the server grow except its log, which is smaller than the limit."""
    pid = server.process.pid
    largest = max(path.stat().st_size for path in server.folder.iterdir())
    soft, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (largest, hard))
    try:
        yield
    finally:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.long
def test_the_disk_of_sqlite_is_full_for_a_while(tmp_path: Path) -> None:
    quiet = ("--log-level", "warning")  # so that the log does not grow, either
    with Server(f"sqlite:///{tmp_path}/tables.sqlite", tmp_path / "log", *quiet) as server:
        vroni, lois = server.seated("Vroni", "Lois", bots=1)
        with full(server):
            # After a failure, SQLite may find room for a while in its log.
            for attempt, _ in enumerate(waiting()):  # what is so already is not written again
                if lois.put("/forced", {"on": attempt % 2 == 0}).status_code == 503:
                    break
            assert server.ask("GET", "/readyz").status_code == 200
            assert vroni.see()["number"] == lois.see()["number"]
        for _ in waiting():
            if lois.post("/talk", {"phrase": "hello"}).status_code == 200:
                break
        has_room_again(lois, lois.see()["number"])
    assert "Traceback" not in server.log
