"""The referee notices every error: each message here is a correct one with one thing changed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from dobbm.game.cards import names
from dobbm.game.view import View
from loading.wire import Message
from server.people import TABLES, Person
from server.referee import Account, Referee
from server.servers import SOON, SimulatedWire
from server.simulated import Simulated

Change = Callable[[dict[str, Any], Referee], None]
"""Introduces one error into a message."""


def _shows_a_card_of_another(data: dict[str, Any], referee: Referee) -> None:
    data["options"]["bot"] = names(_deal(referee).hand(1))[0]


def _shows_the_view_of_another(data: dict[str, Any], referee: Referee) -> None:
    data["view"] = View.of(_deal(referee), 1).to_json()


def _tells_the_secret_of_the_shuffle(data: dict[str, Any], referee: Referee) -> None:
    data["shuffle"]["commitment"] = referee.now.secret


def _tells_who_somebody_is(data: dict[str, Any], referee: Referee) -> None:
    data["seats"][0]["name"] = referee.now.occupant(0).person


def _is_a_turn_late(data: dict[str, Any], _: Referee) -> None:
    data["turn"] -= 1


def _is_for_another_seat(data: dict[str, Any], _: Referee) -> None:
    data["seat"] = 1


CHANGES: list[Change] = [
    _shows_a_card_of_another,
    _shows_the_view_of_another,
    _tells_the_secret_of_the_shuffle,
    _tells_who_somebody_is,
    _is_a_turn_late,
    _is_for_another_seat,
]


def _deal(referee: Referee) -> Any:
    assert referee.now.deal
    return referee.now.deal


async def _begun(server: Simulated) -> tuple[Person, Referee, Message]:
    """Return a person who has acted, the referee, and the last message received."""
    wire = SimulatedWire(server)
    answer = await wire.post(TABLES, {"name": "Vroni", "bots": 3})
    table, seat, token = (answer.body[key] for key in ("table", "seat", "token"))
    person = Person([wire], table, seat, token, Random(7))
    referee = Referee(server.runtime.store, table)
    person.connect()
    number = await _play_until_own_turn(person, referee)
    message = (await person.history(number))[-1]
    await person.disconnect()
    return person, referee, message


async def _play_until_own_turn(person: Person, referee: Referee) -> int:
    """Play until nothing happens without the person; return the number of the last event."""
    while True:
        number = await referee.look()
        deal = referee.now.deal
        if person.acknowledged and deal and deal.to_act == person.seat:
            return number
        for route, body in person.due_requests():
            await person.insist(route, body)
        await asyncio.sleep(SOON)


@pytest.fixture(scope="module")
def begun() -> Iterator[tuple[Person, Referee, Message]]:
    server = Simulated()
    yield server.run(_begun(server))
    server.close()


def test_a_correct_message_is_accepted(begun: tuple[Person, Referee, Message]) -> None:
    _, referee, message = begun
    referee.judge_message(0, message)


@pytest.mark.parametrize("change", CHANGES)
def test_a_message_with_one_error_is_noticed(
    begun: tuple[Person, Referee, Message], change: Change
) -> None:
    _, referee, message = begun
    data = deepcopy(message.data)
    change(data, referee)
    with pytest.raises(AssertionError):
        referee.judge_message(0, message._replace(data=data))


def test_lost_and_unrequested_actions_are_noticed(
    begun: tuple[Person, Referee, Message],
) -> None:
    person, referee, _ = begun
    account, requested, turns = referee.account, person.requested, [*person.acknowledged]
    assert account(0, requested, turns) == Account(len(turns), lost=0, doubled=0)
    wrong = {**requested, turns[0]: "never said"}
    assert account(0, wrong, turns) == Account(len(turns), lost=1, doubled=1)
    assert account(0, {}, []) == Account(0, lost=0, doubled=len(turns))
