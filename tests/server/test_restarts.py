"""Tables survive restarts, and nobody loses time while nobody could play."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from dobbm.table.deadlines import GONE
from dobbm.table.house_rules import BANK, FREE
from server.serving import Guest, TableJson, play
from server.simulated import Simulated

HOUR = 3600.0


@pytest.fixture(params=["one", "two", "sqlite"])
def server(
    request: pytest.FixtureRequest, serve: Callable[..., Simulated], tmp_path: Path
) -> Simulated:
    """A server that keeps its tables in memory, in one process or two, or in SQLite."""
    if request.param == "sqlite":
        return serve(sqlite=tmp_path / "tables.sqlite")
    return serve(2 if request.param == "two" else 1)


def in_play(server: Simulated) -> list[Guest]:
    """Return two people at a table; one of them is to act."""
    people = server.dealt("Vroni", "Lois")
    people[0].wait(lambda table: table["view"]["to_act"] in (0, 1))
    return people


def clocks_set(table: TableJson, guest: Guest) -> list[float]:
    """Return by how many seconds the clock was set each time, up to this table."""
    changes = [message.table["change"] for message in guest.history()[: table["number"]]]
    return [change["by"] for change in changes if change["kind"] == "clock_set"]


def nobody_has_lost_time(table: TableJson) -> bool:
    people = [seat for seat in table["seats"] if seat["kind"] == "person"]
    return all((seat["stood_in"], seat["bank"]) == (None, BANK) for seat in people)


def test_a_table_is_restored_after_a_restart(server: Simulated) -> None:
    people = vroni, lois = in_play(server)
    play(people, lambda table: table["stage"] == "between")
    shown, messages = vroni.see(), lois.history()
    server.stop()
    server.start()
    again = vroni.see()
    assert again["view"] == shown["view"]
    assert again["ledger"] == shown["ledger"]
    assert [(one.number, one.table["change"]) for one in lois.history()[: len(messages)]] == [
        (one.number, one.table["change"]) for one in messages
    ]
    play(people, lambda table: table["deal"] == 2 and table["stage"] == "between")


def test_downtime_is_charged_to_nobodys_bank(server: Simulated) -> None:
    vroni, lois = in_play(server)
    before = vroni.see()
    server.stop()
    server.pass_time(HOUR)
    server.start()
    table = vroni.see()
    assert nobody_has_lost_time(table)
    assert clocks_set(table, vroni) == [pytest.approx(HOUR, abs=GONE)]
    assert table["view"] == before["view"]
    assert table["clock"]["since"] == pytest.approx(before["clock"]["since"] + HOUR, abs=GONE)
    actor = (vroni, lois)[table["view"]["to_act"]]
    assert actor.act(actor.see()).status_code == 200


@pytest.mark.parametrize("by", [HOUR, -HOUR])
def test_setting_the_wall_clock_charges_nobodys_bank(server: Simulated, by: float) -> None:
    vroni, lois = in_play(server)
    with vroni.events(), lois.events():
        server.clock.set(by)
        server.pass_time(10)
        table = vroni.see()
        assert nobody_has_lost_time(table)
        assert clocks_set(table, vroni) == [pytest.approx(by)]
        server.pass_time(FREE + BANK)
        assert vroni.see()["seats"][table["view"]["to_act"]]["stood_in"] == "clock"
