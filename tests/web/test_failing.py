"""The database is gone, or full: it is said, nothing is lost, and all goes on by itself."""

from __future__ import annotations

import resource
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from postgres import PostgreSQL
from web.serving import Guest, play, refusal
from web.simulated import Simulated


def is_unavailable(server: Simulated, guest: Guest, method: str, path: str) -> None:
    """The answer to such a request, and what the database says is for the log alone."""
    answer = server.ask(method, path, headers=guest.headers, json=None if method == "GET" else {})
    assert refusal(answer) == (503, "unavailable")
    assert int(answer.headers["retry-after"]) >= 1
    assert answer.json()["error"]["message"] == "the database cannot be used now: try again"


@contextmanager
def gone(postgres: PostgreSQL) -> Iterator[None]:
    """The database is gone, for a while."""
    postgres.stop()
    try:
        yield
    finally:
        postgres.start()


def test_the_database_is_gone_for_a_while(
    postgres: PostgreSQL, serve: Callable[..., Simulated]
) -> None:
    server = serve(database=postgres.new_database())
    vroni, lois = server.seated("Vroni", "Lois", bots=1)
    number = vroni.see()["number"]
    with vroni.events() as events:
        assert next(events).number == number
        with gone(postgres):
            assert server.ask("GET", "/readyz").status_code == 503
            assert server.ask("HEAD", "/readyz").status_code == 503
            assert server.ask("GET", "/healthz").status_code == 200
            assert server.ask("GET", "/metrics").status_code == 200
            for path in ("/api/v1/tables", vroni.path, f"{vroni.path}/deals/1"):
                is_unavailable(server, vroni, "GET", path)
            for path in ("/api/v1/tables", f"{vroni.path}/seats", f"{vroni.path}/leave"):
                is_unavailable(server, vroni, "POST", path)
            answer = lois.post("/talk", {"phrase": "hello"})
            assert refusal(answer) == (503, "unavailable")
        assert server.wait_until_ready()
        assert vroni.see()["number"] == number
        for _ in waiting():
            if lois.post("/talk", {"phrase": "hello"}).status_code == 200:
                break
        assert next(events).story["change"]["kind"] == "said"
    vroni.bring("Moidl")
    assert vroni.wait(lambda story: story["stage"] == "playing")["deal"] == 1


def test_the_database_goes_while_a_deal_is_played(
    postgres: PostgreSQL, serve: Callable[..., Simulated]
) -> None:
    server = serve("--bot-seconds", "0.02", database=postgres.new_database())
    [vroni] = server.dealt("Vroni")
    with gone(postgres):
        pass
    assert server.wait_until_ready()
    story = play([vroni], lambda story: story["stage"] == "between")
    assert vroni.ask("GET", "/deals/1").json()["actions"] == story["view"]["record"]["actions"]


@contextmanager
def full(server: Simulated) -> Iterator[None]:
    """No file of the server's may grow, but for its log, which is smaller."""
    pid = server.process.pid
    largest = max(path.stat().st_size for path in server.folder.iterdir())
    soft, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (largest, hard))
    try:
        yield
    finally:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (soft, hard))


def test_the_disk_is_full_for_a_while(serve: Callable[..., Simulated]) -> None:
    """What is kept can still be read; what would be written is refused until there is room."""
    server = serve()
    vroni, lois = server.seated("Vroni", "Lois", bots=1)
    with full(server):
        for _ in waiting():
            answer = lois.post("/talk", {"phrase": "hello"})
            if answer.status_code != 200:
                break
        assert refusal(answer) == (503, "unavailable")
        assert int(answer.headers["retry-after"]) >= 1
        number = vroni.see()["number"]
        assert server.ask("GET", "/readyz").status_code == 200
        assert refusal(lois.post("/leave")) == (503, "unavailable")
        opening = server.ask("POST", "/api/v1/tables", json={})
        assert refusal(opening) == (503, "unavailable")
        assert lois.see()["number"] == number
    for _ in waiting():
        if lois.post("/talk", {"phrase": "hello"}).status_code == 200:
            break
    assert lois.see()["number"] == number + 1
    assert [told.number for told in lois.history()] == [*range(1, number + 2)]
    assert "Traceback" not in server.log
