"""Tables outlive the server, and time in which nobody could play is nobody's."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from dobbm.table.deadlines import GONE
from dobbm.table.house_rules import BANK, FREE
from server.serving import Guest, Story, play
from server.simulated import Simulated

HOUR = 3600.0


@pytest.fixture(params=["one", "two", "sqlite"])
def server(
    request: pytest.FixtureRequest, serve: Callable[..., Simulated], tmp_path: Path
) -> Simulated:
    """A server whose tables are kept in one of these places."""
    if request.param == "sqlite":
        return serve(sqlite=tmp_path / "tables.sqlite")
    return serve(2 if request.param == "two" else 1)


def in_play(server: Simulated) -> list[Guest]:
    """Two people at a table, one of whom is to act."""
    people = server.dealt("Vroni", "Lois")
    people[0].wait(lambda story: story["view"]["to_act"] in (0, 1))
    return people


def clocks_set(story: Story, guest: Guest) -> list[float]:
    """By how many seconds clocks were set until then."""
    changes = [told.story["change"] for told in guest.history()[: story["number"]]]
    return [change["by"] for change in changes if change["kind"] == "clock_set"]


def nobody_has_lost_time(story: Story) -> bool:
    people = [seat for seat in story["seats"] if seat["kind"] == "person"]
    return all((seat["stood_in"], seat["bank"]) == (None, BANK) for seat in people)


def test_what_is_kept_is_there_again(server: Simulated) -> None:
    people = vroni, lois = in_play(server)
    play(people, lambda story: story["stage"] == "between")
    shown, told = vroni.see(), lois.history()
    server.stop()
    server.start()
    again = vroni.see()
    assert again["view"] == shown["view"]
    assert again["ledger"] == shown["ledger"]
    assert [(one.number, one.story["change"]) for one in lois.history()[: len(told)]] == [
        (one.number, one.story["change"]) for one in told
    ]
    play(people, lambda story: story["deal"] == 2 and story["stage"] == "between")


def test_a_server_that_was_down_charges_nobodys_bank(server: Simulated) -> None:
    vroni, lois = in_play(server)
    before = vroni.see()
    server.stop()
    server.pass_time(HOUR)
    server.start()
    story = vroni.see()
    assert nobody_has_lost_time(story)
    assert clocks_set(story, vroni) == [pytest.approx(HOUR, abs=GONE)]
    assert story["view"] == before["view"]
    assert story["clock"]["since"] == pytest.approx(before["clock"]["since"] + HOUR, abs=GONE)
    actor = (vroni, lois)[story["view"]["to_act"]]
    assert actor.act(actor.see()).status_code == 200


@pytest.mark.parametrize("by", [HOUR, -HOUR])
def test_a_clock_on_the_wall_that_is_set_charges_nobodys_bank(server: Simulated, by: float) -> None:
    vroni, lois = in_play(server)
    with vroni.events(), lois.events():
        server.clock.set(by)
        server.pass_time(10)
        story = vroni.see()
        assert nobody_has_lost_time(story)
        assert clocks_set(story, vroni) == [pytest.approx(by)]
        server.pass_time(FREE + BANK)
        assert vroni.see()["seats"][story["view"]["to_act"]]["stood_in"] == "clock"
