"""Limits on what is stored: no new tables in a full database, no new deals at a full table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from dobbm.runtime.live_table import TO_FINISH
from dobbm.runtime.store import StoreSize
from dobbm.server.config import Limits
from dobbm.server.quotas import LASTS, shares
from dobbm.table.talk import PHRASES
from server.serving import play, refusal
from server.simulated import Simulated

GIGABYTE = 1_000_000_000


@pytest.fixture
def serve() -> Iterator[Callable[..., Simulated]]:
    servers: list[Simulated] = []

    def start(sqlite: Path | None = None, **limits: int) -> Simulated:
        servers.append(Simulated(limits=Limits(**limits), sqlite=sqlite))
        return servers[-1]

    yield start
    for server in servers:
        server.close()


def opening(server: Simulated) -> tuple[int, str | None]:
    """Ask for a table; return the status, and the code of a refusal."""
    answer = server.ask("POST", "/api/v1/tables", json={"name": "Vroni", "bots": 3})
    return answer.status_code, answer.json().get("error", {}).get("code")


@pytest.mark.parametrize("kind", ["memory", "sqlite"])
def test_no_more_tables_than_the_limit_are_opened(
    serve: Callable[..., Simulated], tmp_path: Path, kind: str
) -> None:
    server = serve(tmp_path / "tables.sqlite" if kind == "sqlite" else None, tables=2)
    for _ in range(2):
        assert opening(server) == (201, None)
        server.pass_time(LASTS)
    assert opening(server) == (409, "room")


def test_a_database_that_is_large_enough_gets_no_more_tables(
    serve: Callable[..., Simulated], tmp_path: Path
) -> None:
    # More than the disk can have: nothing could be left free.
    server = serve(tmp_path / "tables.sqlite", free_disk=10**12)
    assert opening(server) == (409, "room")
    # The games that go on need the server: no proxy may take it away.
    assert server.ask("GET", "/readyz").status_code == 200


def test_a_full_table_finishes_its_deal_and_deals_no_more(
    serve: Callable[..., Simulated],
) -> None:
    server = serve(table_events=10)
    guests = server.dealt("Vroni", "Lois")
    play(guests, lambda table: table["view"] and "result" in table["view"])
    assert guests[0].see()["number"] > 10
    assert refusal(guests[0].post("/next")) == (409, "long")
    before = server.events(guests[0].table)
    server.pass_time(3600)  # otherwise, the next deal begins after 30 seconds
    assert server.events(guests[0].table) == before
    assert guests[0].see()["stage"] == "between"


def test_a_full_table_ends_at_last_even_if_a_deal_does_not(
    serve: Callable[..., Simulated],
) -> None:
    server = serve(table_events=10)
    vroni, _ = server.dealt("Vroni", "Lois")
    for _ in range(2 * TO_FINISH):
        said = vroni.post("/talk", {"phrase": next(iter(PHRASES))})
        if said.status_code == 409:
            break
        server.pass_time(2)
    assert refusal(said) == (409, "long")
    assert len(server.events(vroni.table)) == 10 + TO_FINISH


@pytest.mark.parametrize(
    ("stored", "share"),
    [
        (StoreSize(500_000, 9), {"tables": 0.5}),
        (StoreSize(0, 250_000), {"table_events": 0.25}),
        (StoreSize(0, 0, 50 * GIGABYTE), {"database": 0.5}),
        (StoreSize(0, 0, 0, GIGABYTE), {"free_disk": 0.2}),
        (StoreSize(0, 0, 0, 0), {"free_disk": float("inf")}),
    ],
)
def test_shares_of_the_limits(stored: StoreSize, share: dict[str, float]) -> None:
    assert shares(stored, Limits()).items() >= share.items()


def test_the_metrics_say_how_full_it_is(serve: Callable[..., Simulated], tmp_path: Path) -> None:
    server = serve(tmp_path / "tables.sqlite", tables=4)
    assert opening(server) == (201, None)
    server.pass_time(LASTS)
    lines = server.ask("GET", "/metrics").text.splitlines()
    assert 'dobbm_quota_used{quota="tables"} 0.25' in lines
    assert "dobbm_stored_tables 1.0" in lines
    [free] = [line for line in lines if line.startswith("dobbm_disk_free_bytes ")]
    assert float(free.split()[1]) > 0
