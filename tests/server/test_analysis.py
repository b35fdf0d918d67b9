"""What the cards of a finished deal were worth: judged again by plain minimax, and by hand."""

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
from server.serving import Guest, Story, play, refusal
from server.simulated import Simulated
from server.test_openapi import validator

FEW = 3
"""Tricks that plain minimax looks through."""


def between(story: Story) -> bool:
    return bool(story["stage"] == "between")


def finished(server: Simulated, *names: str, **wanted: Any) -> list[Guest]:
    """People at a table where a deal is done in which the first of them to speak has said Dobb."""
    guests = server.dealt(*names, **wanted)
    by_seat = {guest.seat: guest for guest in guests}
    story = guests[0].wait(lambda story: story["view"]["to_act"] in by_seat)
    body = {"action": "dobbm", "turn": story["turn"]}
    assert by_seat[story["view"]["to_act"]].post("/actions", body).status_code == 200
    play(guests, between)
    return guests


def analysis(guest: Guest, number: int = 1) -> httpx.Response:
    return guest.ask("GET", f"/deals/{number}/analysis")


def test_every_card_of_a_deal_is_judged(server: Simulated) -> None:
    vroni, *_ = finished(server, "Vroni", "Lois", "Moidl", "Sepp")
    answer = analysis(vroni)
    assert answer.status_code == 200, answer.text
    told = answer.json()
    validator("Analysis").validate(told)
    record = vroni.ask("GET", "/deals/1").json()
    result = vroni.see()["view"]["result"]
    begun = Deal.start(**from_record(record).setup._asdict())
    actions = record["actions"]
    assert [one["action"] for one in told["plays"]] == [
        *range(len(actions) - len(told["plays"]), len(actions))
    ]
    assert len(told["plays"]) == 32
    # A card leads to what is best from there; the last one to what was counted.
    reached = [one["values"][one["card"]] for one in told["plays"]]
    best = [
        (max if one["seat"] == result["declarer"] else min)(one["values"].values())
        for one in told["plays"]
    ]
    assert told["value"] == best[0]
    assert reached == [*best[1:], result["points"]]
    assert [one["cost"] for one in told["plays"]] == [
        abs(mine - might) for mine, might in zip(reached, best, strict=True)
    ]
    for one in told["plays"]:
        deal = begun.apply_all(actions[: one["action"]])
        assert one["seat"] == deal.to_act
        assert one["card"] == actions[one["action"]]
        assert sorted(one["values"]) == deal.legal_actions()
        if one["action"] >= len(actions) - 4 * FEW:
            for card, value in one["values"].items():
                assert value == by_the_rules(deal.apply(card))
    assert analysis(vroni).json() == told
    assert analysis(vroni.spectator()).json() == told


def test_a_deal_without_play_has_nothing_to_judge(server: Simulated) -> None:
    guests = server.dealt("Vroni", "Lois", "Moidl", "Sepp")
    for _ in range(4):
        story = guests[0].see()
        body = {"action": "weiter", "turn": story["turn"]}
        assert guests[story["view"]["to_act"]].post("/actions", body).status_code == 200
    guests[0].wait(between)
    told = analysis(guests[0]).json()
    assert told == {"value": None, "plays": []}
    validator("Analysis").validate(told)


def test_only_what_is_done_is_judged(server: Simulated) -> None:
    [vroni] = server.dealt("Vroni")
    for number in (0, 1, 2, -1, 10**30):
        assert refusal(analysis(vroni, number)) == (404, "unknown")
    assert refusal(vroni.ask("GET", "/deals/one/analysis")) == (422, "request")
    nowhere = Guest(server, "nowhere")
    assert refusal(analysis(nowhere)) == (404, "unknown")


def test_who_looks_on_late_is_told_late(idle_server: Simulated) -> None:
    guests = finished(idle_server, "Vroni", "Lois", delay=3600.0)
    assert analysis(guests[0]).status_code == 200
    assert refusal(analysis(guests[0].spectator())) == (404, "unknown")


def played(deal: Deal) -> Deal:
    """The deal as the simple player ends it."""
    player = make_player("simple")
    while deal.to_act is not None:
        action = player.act(View.of(deal, deal.to_act), 0)
        assert action
        deal = deal.apply(action)
    return deal


@pytest.mark.parametrize("players", [4, 5])
@pytest.mark.parametrize("word", ["dobbm", "solo"])
def test_the_last_value_is_what_was_counted(word: str, players: int) -> None:
    deal = played(open_deal(players).apply(word))
    found = analysed(deal)
    assert len(found.plays) == 32
    last = found.plays[-1]
    assert last.values == {last.card: to_result(deal)["points"]}
    assert last.cost == 0


def test_what_is_given_away_adds_up() -> None:
    """From what the deal was worth to what it has brought."""
    deal = played(open_deal().apply("dobbm"))
    found = analysed(deal)
    assert found.value is not None
    given = [one.cost if one.seat != deal.declarer else -one.cost for one in found.plays]
    assert found.value + sum(given) == to_result(deal)["points"]


def test_a_revoke_is_no_card_that_could_have_been_played() -> None:
    deal = said(open_deal(rules=Rules(revokes="penalised")), "solo gut gut gut HS")
    revoke = next(card for card in ("L9", "L8", "LK") if not deal.is_legal(card))
    ended = deal.apply(revoke)
    assert ended.offender == 1
    [only] = analysed(ended).plays
    assert (only.card, only.seat) == ("HS", 0)


def test_a_deal_that_is_thrown_in() -> None:
    deal = said(open_deal(), "weiter weiter weiter weiter")
    assert analysed(deal) == Analysis(value=None, plays=[])
