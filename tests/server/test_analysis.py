"""The analysis of a finished deal, checked with plain minimax and by hand."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from dobbm import Deal, Rules, from_record
from dobbm.game.record import to_result
from dobbm.game.view import View
from dobbm.players import make_player
from dobbm.server.analysis import analysed
from dobbm.server.responses import Analysis
from drawing import open_deal, said
from minimax import by_the_rules
from server.serving import Guest, TableJson, play, refusal
from server.simulated import Simulated
from server.test_openapi import validator

FEW = 3
"""Tricks at the end of a deal that plain minimax searches."""


def between(table: TableJson) -> bool:
    return bool(table["stage"] == "between")


def finished(server: Simulated, *names: str, **options: Any) -> list[Guest]:
    """Return people at a table after a deal in which the first of them to bid said Dobb."""
    guests = server.dealt(*names, **options)
    by_seat = {guest.seat: guest for guest in guests}
    table = guests[0].wait(lambda table: table["view"]["to_act"] in by_seat)
    body = {"action": "dobbm", "turn": table["turn"]}
    assert by_seat[table["view"]["to_act"]].post("/actions", body).status_code == 200
    play(guests, between)
    return guests


def analysis(guest: Guest, number: int = 1) -> httpx.Response:
    return guest.ask("GET", f"/deals/{number}/analysis")


def test_every_card_of_a_deal_is_analysed(server: Simulated) -> None:
    vroni, *_ = finished(server, "Vroni", "Lois", "Moidl", "Sepp")
    answer = analysis(vroni)
    assert answer.status_code == 200, answer.text
    found = answer.json()
    validator("Analysis").validate(found)
    record = vroni.ask("GET", "/deals/1").json()
    result = vroni.see()["view"]["result"]
    begun = Deal.start(**from_record(record).setup._asdict())
    actions = record["actions"]
    assert [one["action"] for one in found["plays"]] == [
        *range(len(actions) - len(found["plays"]), len(actions))
    ]
    assert len(found["plays"]) == 32
    # A card leads to the best value after it, and the last card to the final points.
    reached = [one["values"][one["card"]] for one in found["plays"]]
    best = [
        (max if one["seat"] == result["declarer"] else min)(one["values"].values())
        for one in found["plays"]
    ]
    assert found["value"] == best[0]
    assert reached == [*best[1:], result["points"]]
    assert [one["cost"] for one in found["plays"]] == [
        abs(mine - might) for mine, might in zip(reached, best, strict=True)
    ]
    for one in found["plays"]:
        deal = begun.apply_all(actions[: one["action"]])
        assert one["seat"] == deal.to_act
        assert one["card"] == actions[one["action"]]
        assert sorted(one["values"]) == deal.legal_actions()
        if one["action"] >= len(actions) - 4 * FEW:
            for card, value in one["values"].items():
                assert value == by_the_rules(deal.apply(card))
    assert analysis(vroni).json() == found
    assert analysis(vroni.spectator()).json() == found


def test_a_deal_without_play_has_an_empty_analysis(server: Simulated) -> None:
    guests = server.dealt("Vroni", "Lois", "Moidl", "Sepp")
    for _ in range(4):
        table = guests[0].see()
        body = {"action": "weiter", "turn": table["turn"]}
        assert guests[table["view"]["to_act"]].post("/actions", body).status_code == 200
    guests[0].wait(between)
    found = analysis(guests[0]).json()
    assert found == {"value": None, "plays": []}
    validator("Analysis").validate(found)


def test_only_finished_deals_are_analysed(server: Simulated) -> None:
    [vroni] = server.dealt("Vroni")
    for number in (0, 1, 2, -1, 10**30):
        assert refusal(analysis(vroni, number)) == (404, "unknown")
    assert refusal(vroni.ask("GET", "/deals/one/analysis")) == (422, "request")
    nowhere = Guest(server, "nowhere")
    assert refusal(analysis(nowhere)) == (404, "unknown")


def test_delayed_spectators_see_the_analysis_later(idle_server: Simulated) -> None:
    guests = finished(idle_server, "Vroni", "Lois", delay=3600.0)
    assert analysis(guests[0]).status_code == 200
    assert refusal(analysis(guests[0].spectator())) == (404, "unknown")


def played(deal: Deal) -> Deal:
    """Return the deal after the simple player has finished it."""
    player = make_player("simple")
    while deal.to_act is not None:
        action = player.act(View.of(deal, deal.to_act), 0)
        assert action
        deal = deal.apply(action)
    return deal


@pytest.mark.parametrize("players", [4, 5])
@pytest.mark.parametrize("word", ["dobbm", "solo"])
def test_the_last_value_is_the_final_points(word: str, players: int) -> None:
    deal = played(open_deal(players).apply(word))
    found = analysed(deal)
    assert len(found.plays) == 32
    last = found.plays[-1]
    assert last.values == {last.card: to_result(deal)["points"]}
    assert last.cost == 0


def test_costs_add_up_from_the_value_to_the_result() -> None:
    deal = played(open_deal().apply("dobbm"))
    found = analysed(deal)
    assert found.value is not None
    given = [one.cost if one.seat != deal.declarer else -one.cost for one in found.plays]
    assert found.value + sum(given) == to_result(deal)["points"]


def test_a_revoke_is_not_analysed() -> None:
    deal = said(open_deal(rules=Rules(revokes="penalised")), "solo gut gut gut HS")
    revoke = next(card for card in ("L9", "L8", "LK") if not deal.is_legal(card))
    ended = deal.apply(revoke)
    assert ended.offender == 1
    [only] = analysed(ended).plays
    assert (only.card, only.seat) == ("HS", 0)


def test_a_deal_thrown_in_has_an_empty_analysis() -> None:
    deal = said(open_deal(), "weiter weiter weiter weiter")
    assert analysed(deal) == Analysis(value=None, plays=[])
