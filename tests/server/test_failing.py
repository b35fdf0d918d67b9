"""The database is gone, or full: requests say so, nothing is lost, and all goes on by itself."""

from __future__ import annotations

import asyncio
import resource
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from dobbm.runtime.runtime import DEAD
from postgres import PostgreSQL
from server.moody import MoodyStore
from server.serving import Guest, Server, Tables, play, refusal, waiting
from server.simulated import Simulated

BOT_SECONDS = 0.4


@pytest.fixture
def moody(serve: Callable[..., Simulated]) -> Simulated:
    """A server whose database fails when it is told to."""
    return serve(store=MoodyStore, bot_seconds=BOT_SECONDS)


def store_of(server: Simulated) -> MoodyStore:
    store = server.runtime.store
    assert isinstance(store, MoodyStore)
    return store


def is_unavailable(server: Tables, guest: Guest, method: str, path: str) -> None:
    """The answer to such a request; what the database says is for the log alone."""
    answer = server.ask(method, path, headers=guest.headers, json=None if method == "GET" else {})
    assert refusal(answer) == (503, "unavailable")
    assert int(answer.headers["retry-after"]) >= 1
    assert answer.json()["error"]["message"] == "the database is unavailable: try again"


def test_the_database_is_gone_for_a_while(
    moody: Simulated, caplog: pytest.LogCaptureFixture
) -> None:
    vroni, lois = moody.seated("Vroni", "Lois", bots=1)
    number = vroni.see()["number"]
    with vroni.events() as events:
        assert next(events).number == number
        store_of(moody).gone = True
        everything_is_unavailable(moody, vroni, lois)
        moody.pass_time(60)
        store_of(moody).gone = False
        assert moody.ask("GET", "/readyz").status_code == 200
        assert vroni.see()["number"] == number
        assert lois.post("/talk", {"phrase": "hello"}).status_code == 200
        assert next(events).story["change"]["kind"] == "said"
    vroni.bring("Moidl")
    assert vroni.wait(lambda story: story["stage"] == "playing")["deal"] == 1
    assert not [record for record in caplog.records if record.exc_info]


def everything_is_unavailable(server: Tables, vroni: Guest, lois: Guest) -> None:
    for method in ("GET", "HEAD"):
        assert server.ask(method, "/readyz").status_code == 503
    for path in ("/healthz", "/metrics"):
        assert server.ask("GET", path).status_code == 200
    for path in ("/api/v1/tables", vroni.path, f"{vroni.path}/deals/1"):
        is_unavailable(server, vroni, "GET", path)
    for path in ("/api/v1/tables", f"{vroni.path}/seats", f"{vroni.path}/leave"):
        is_unavailable(server, vroni, "POST", path)
    assert refusal(lois.post("/talk", {"phrase": "hello"})) == (503, "unavailable")


def test_the_database_goes_while_a_deal_is_played(moody: Simulated) -> None:
    [vroni] = moody.dealt("Vroni")
    for _ in range(5):
        store_of(moody).gone = True
        moody.pass_time(10)
        store_of(moody).gone = False
        turn = vroni.see()["turn"]
        play([vroni], lambda story: story["turn"] > turn)  # noqa: B023 - it is called here
    story = play([vroni], lambda story: story["stage"] == "between")
    record = vroni.ask("GET", f"/deals/{story['deal']}").json()
    assert record["actions"] == story["view"]["record"]["actions"]


def test_the_disk_is_full_for_a_while(moody: Simulated, caplog: pytest.LogCaptureFixture) -> None:
    """What is kept can still be read; what would be written is refused until there is room."""
    vroni, lois = moody.seated("Vroni", "Lois", bots=1)
    number = vroni.see()["number"]
    store_of(moody).full = True
    cannot_write(moody, vroni, lois, number)
    moody.pass_time(60)
    store_of(moody).full = False
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
    assert [told.number for told in lois.history()] == [*range(1, number + 2)]


def test_it_is_not_ready_without_its_background_work(moody: Simulated) -> None:
    assert moody.ask("GET", "/readyz").status_code == 200

    async def cancel() -> None:
        [beating] = [task for task in asyncio.all_tasks() if task.get_name() == "the heartbeat"]
        beating.cancel()
        await asyncio.wait([beating])

    moody.run(cancel())
    answer = moody.ask("GET", "/readyz")
    assert (answer.status_code, answer.json()) == (503, {"status": "not ready"})
    assert moody.ask("GET", "/healthz").status_code == 200


def test_it_is_not_ready_while_its_background_work_hangs(moody: Simulated) -> None:
    store_of(moody).silent = True
    moody.pass_time(DEAD - 1)
    assert moody.ask("GET", "/readyz").status_code == 200
    moody.pass_time(DEAD)
    assert moody.ask("GET", "/readyz").status_code == 503


@contextmanager
def gone(postgres: PostgreSQL) -> Iterator[None]:
    """The database is gone, for a while."""
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
            assert next(events).story["change"]["kind"] == "said"
        vroni.bring("Moidl")
        vroni.wait(lambda story: story["stage"] == "playing")
        with gone(postgres):
            pass
        assert server.wait_until_ready()
        story = play([vroni, lois], lambda story: story["stage"] == "between")
        record = vroni.ask("GET", f"/deals/{story['deal']}").json()
        assert record["actions"] == story["view"]["record"]["actions"]


@contextmanager
def full(server: Server) -> Iterator[None]:
    """No file of the server's may grow, but for its log, which is smaller."""
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
    with Server(f"sqlite:///{tmp_path}/tables.sqlite", tmp_path / "log") as server:
        vroni, lois = server.seated("Vroni", "Lois", bots=1)
        with full(server):
            for _ in waiting():
                if lois.post("/talk", {"phrase": "hello"}).status_code != 200:
                    break
            cannot_write(server, vroni, lois, vroni.see()["number"])
        for _ in waiting():
            if lois.post("/talk", {"phrase": "hello"}).status_code == 200:
                break
        has_room_again(lois, lois.see()["number"])
    assert "Traceback" not in server.log
