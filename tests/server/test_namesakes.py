"""At a table of a club, no bot bears the name of a member."""

from __future__ import annotations

import pytest

from server.friends import Friend, found, stranger
from server.serving import Guest, Tables, play
from server.simulated import Simulated


@pytest.fixture
def vroni(any_server: Tables) -> Friend:
    """The founder of a club, who bears the name of a bot as well as Resl does."""
    founder = found(any_server)
    founder.bring("resl")
    return founder


def namesakes(table: Guest) -> list[str]:
    """Return the names that the bot in the last seat goes without."""
    seat = table.see()["seats"][-1]
    assert seat["kind"] == "bot"
    names: list[str] = seat.get("namesakes", [])
    return names


def test_a_bot_goes_without_the_names_of_all_members(vroni: Friend) -> None:
    vroni.bring("Anna")
    table = vroni.open(bots=3)
    assert namesakes(table) == ["Vroni", "Resl"]


def test_a_bot_gives_its_name_to_who_comes_and_may_have_that_of_who_goes(vroni: Friend) -> None:
    table = vroni.open(bots=3)
    hias, ursula = vroni.bring("Hias"), vroni.invite("Ursula")
    assert namesakes(table) == ["Vroni", "Hias", "Resl", "Ursula"]
    assert hias.ask("PUT", "/name", json={"name": "Matthias"}).is_success
    assert vroni.send_off(ursula).is_success
    assert namesakes(table) == ["Vroni", "Resl"]
    assert hias.ask("PUT", "/name", json={"name": "Kaspar"}).is_success
    assert namesakes(table) == ["Vroni", "Resl", "Kaspar"]


def test_who_only_asks_takes_no_name_from_a_bot(vroni: Friend) -> None:
    table = vroni.open(bots=3)
    asking = stranger(vroni).post("/requests", {"name": "Moidl"}).json()
    assert namesakes(table) == ["Vroni", "Resl"]
    assert vroni.give(Friend(vroni.server, **asking), "member").is_success
    assert namesakes(table) == ["Vroni", "Moidl", "Resl"]


def test_bots_in_finished_deals_go_without_these_names_too(vroni: Friend) -> None:
    table = vroni.open(bots=3)
    play([table], lambda shown: shown["stage"] == "between")
    [line] = table.ask("GET", "/deals").json()
    assert [one.get("namesakes") for one in line["seats"]] == [None, *3 * [["Vroni", "Resl"]]]
    assert table.see()["held"] == line["seats"]


def test_nothing_is_said_of_names_at_tables_outside_clubs(any_server: Tables) -> None:
    table = any_server.open(bots=3)
    assert namesakes(table) == []


def test_a_table_knows_the_names_after_a_restart(server: Simulated) -> None:
    founder = found(server)
    table = founder.open(bots=3)
    server.stop()
    server.start()
    assert namesakes(table) == ["Vroni"]
