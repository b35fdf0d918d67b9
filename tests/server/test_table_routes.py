"""What the server has routes of its own for: lobby, shuffle, claims, taking back, talk, plans."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from dobbm.game.shuffle import commitment, cutter, verify
from dobbm.runtime.runtime import IDLE
from dobbm.table.deadlines import REVIEW
from dobbm.table.talk import PHRASES
from server.serving import Guest, Story, Tables, play, refusal
from server.simulated import Simulated

Change = dict[str, Any]


def playing(story: Story) -> bool:
    return bool(story["stage"] == "playing")


def between(story: Story) -> bool:
    return bool(story["stage"] == "between")


def turn_of(guest: Guest) -> Story:
    return guest.wait(lambda story: playing(story) and story["view"]["to_act"] == guest.seat)


def declarer(server: Simulated) -> Guest:
    """Somebody who has said Dobb against three bots, and takes up the Dobb."""
    [vroni] = server.dealt("Vroni")
    turn = turn_of(vroni)["turn"]
    assert vroni.post("/actions", {"action": "dobbm", "turn": turn}).status_code == 200
    return vroni


def kinds(guest: Guest) -> list[str]:
    """What has happened at the table, in order."""
    return [told.story["change"]["kind"] for told in guest.history()]


def last_change(guest: Guest, kind: str) -> Change:
    changes = [told.story["change"] for told in guest.history()]
    found: Change = [change for change in changes if change["kind"] == kind][-1]
    return found


def test_the_lobby_shows_what_is_listed_and_has_a_free_seat(any_server: Tables) -> None:
    def listed() -> list[str]:
        answer = any_server.ask("GET", "/api/v1/tables")
        assert answer.status_code == 200
        return [table["table"] for table in answer.json()]

    private = any_server.open(bots=0)
    first = any_server.open(bots=2, listed=True, rules={"match": 12})
    second = any_server.open("Moidl", bots=0, listed=True)
    assert private.table not in listed()
    mine = [table for table in listed() if table in (first.table, second.table)]
    assert mine == [second.table, first.table]
    shown = {table["table"]: table for table in any_server.ask("GET", "/api/v1/tables").json()}
    assert shown[first.table]["names"] == ["Vroni"]
    assert shown[first.table]["free"] == 1
    assert shown[first.table]["options"]["rules"] == {"preset": "pagat", "match": 12}
    first.bring("Lois")
    assert first.table not in listed()
    assert second.table in listed()


def test_everybody_mixes_and_the_right_neighbour_cuts(any_server: Tables) -> None:
    vroni, lois, moidl, sepp = people = any_server.seated("Vroni", "Lois", "Moidl", "Sepp")
    shuffle = vroni.follow(lambda story: story["shuffle"])["shuffle"]
    assert (shuffle["deal"], shuffle["open"], shuffle["contributions"]) == (1, True, [])
    by_cutter = people[shuffle["cutter"]]
    not_cutter = people[shuffle["cutter"] - 1]
    assert refusal(not_cutter.contribute("00", cut=17)) == (422, "shuffle")
    for wrong in ("", "0", "XY", "AB", "00" * 65):
        assert refusal(vroni.contribute(wrong))[0] == 422
    assert refusal(by_cutter.contribute("00", cut=36)) == (422, "shuffle")
    for guest in people:
        cut = 17 if guest is by_cutter else None
        assert guest.contribute(f"0{guest.seat}", cut).status_code == 200
    story = sepp.wait(playing)
    assert story["shuffle"]["commitment"] == shuffle["commitment"]
    mixed = [{"seat": seat, "value": f"0{seat}"} for seat in range(4)]
    assert story["shuffle"]["contributions"] == mixed
    assert story["shuffle"]["cut"] == {"seat": by_cutter.seat, "at": 17}
    assert story["shuffle"]["left_out"] == []
    assert refusal(moidl.contribute("ff")) == (422, "shuffle")
    play(people, between)
    proof = verify(lois.ask("GET", "/deals/1").json())
    assert proof.commitment == shuffle["commitment"] == commitment(proof.secret)
    assert proof.cut
    assert proof.cut.at == 17
    assert proof.cut.seat == cutter(story["view"]["dealer"], 4)


def test_whose_contribution_does_not_come_is_left_out_and_shown(server: Simulated) -> None:
    vroni, _ = server.seated("Vroni", "Lois", bots=2)
    vroni.follow(lambda story: story["shuffle"])
    assert vroni.contribute("5eed").status_code == 200
    story = vroni.wait(playing)
    assert story["shuffle"]["left_out"] == [1]
    assert last_change(vroni, "dealt")["left_out"] == [1]


def test_a_contribution_that_comes_again_does_no_harm(server: Simulated) -> None:
    vroni, _ = server.seated("Vroni", "Lois", bots=2)
    vroni.follow(lambda story: story["shuffle"])
    assert vroni.contribute("5eed").status_code == 200
    again = vroni.contribute("5eed")
    other = vroni.contribute("feed")
    assert again.status_code == 200
    assert refusal(other) == (422, "shuffle")


def test_at_the_end_the_next_deal_starts_without_those_who_say_nothing(server: Simulated) -> None:
    vroni, lois = people = server.dealt("Vroni", "Lois")
    play(people, between)
    with lois.events():
        server.pass_time(REVIEW - 1)
        assert between(vroni.see())
        server.pass_time(2)
        story = vroni.see()
    assert (story["deal"], playing(story)) == (2, True)
    assert kinds(vroni).count("wished") == 0


def test_who_plays_bots_only_takes_all_the_time_in_the_world(server: Simulated) -> None:
    [vroni] = server.dealt("Vroni")
    number = turn_of(vroni)["number"]
    assert vroni.see()["clock"] is None
    for _ in range(2):
        with vroni.events() as events:
            next(events)
            server.pass_time(IDLE)
        server.pass_time(2 * IDLE)
    story = vroni.see()
    assert story["number"] == number
    assert story["seats"][0]["stood_in"] is None


def test_the_session_ends_when_all_people_want_it(server: Simulated) -> None:
    vroni, lois = people = server.dealt("Vroni", "Lois")
    assert vroni.post("/end").status_code == 200
    story = play(people, between)
    assert story["seats"][0]["wishes"] == ["end"]
    assert lois.post("/end").status_code == 200
    assert vroni.see()["stage"] == "over"
    assert refusal(vroni.post("/mussrunde")) == (422, "phase")


def test_a_claim_outside_the_play_is_refused(server: Simulated) -> None:
    [vroni] = server.dealt("Vroni")
    assert refusal(vroni.post("/claim")) == (422, "phase")


def last_card(vroni: Guest) -> Story:
    """The turn at which she has one card left."""

    def is_last(story: Story) -> bool:
        mine = story["view"]["phase"] == "play" and story["view"]["to_act"] == vroni.seat
        return mine and len(vroni.see()["view"]["hand"]) == 1

    return play([vroni], is_last)


def test_a_claim_that_can_be_proved_ends_the_deal(serve: Callable[..., Simulated]) -> None:
    vroni = declarer(serve(seed=8))  # with this seed she has the highest card left
    last_card(vroni)
    answer = vroni.post("/claim")
    assert answer.status_code == 200
    assert last_change(vroni, "claimed")["proved"]
    assert between(vroni.see())
    assert answer.json()["turn"] == vroni.see()["turn"]
    assert len(vroni.ask("GET", "/deals/1").json()["actions"]) >= 36


def test_bots_want_to_see_a_claim_that_is_not_proved(serve: Callable[..., Simulated]) -> None:
    vroni = declarer(serve(seed=1))
    story = last_card(vroni)
    assert refusal(vroni.post("/claim")) == (409, "refused")
    assert vroni.act(story).status_code == 200


def test_among_bots_one_takes_back_at_will(server: Simulated) -> None:
    vroni = declarer(server)
    story = turn_of(vroni)
    assert vroni.act(story).status_code == 200
    turn = turn_of(vroni)["turn"]
    assert vroni.post("/take-back", {"turn": turn}).status_code == 200
    assert refusal(vroni.post("/take-back", {"turn": turn})) == (409, "stale")
    again = turn_of(vroni)
    assert again["view"]["actions"] == story["view"]["actions"]
    assert again["turn"] > turn
    assert vroni.act(again).status_code == 200


def test_before_the_first_action_nothing_can_be_taken_back(server: Simulated) -> None:
    [vroni] = server.dealt("Vroni")
    turn_of(vroni)
    assert refusal(vroni.post("/take-back")) == (422, "phase")


def test_among_people_all_must_agree_to_a_taking_back(server: Simulated) -> None:
    people = vroni, *_, moidl, sepp = server.dealt("Vroni", "Lois", "Moidl", "Sepp")
    story = vroni.see()
    actor = people[story["view"]["to_act"]]
    others = [guest for guest in people if guest is not actor]
    assert actor.act().status_code == 200
    assert actor.post("/take-back").status_code == 200
    question = sepp.see()["question"]
    assert (question["what"], question["seat"], question["agreed"]) == ("take_back", actor.seat, [])
    assert refusal(actor.post("/answer", {"agrees": True})) == (422, "phase")
    for guest in others:
        assert guest.post("/answer", {"agrees": True}).status_code == 200
    after = moidl.wait(lambda story: story["question"] is None)
    assert after["view"]["actions"] == story["view"]["actions"]
    assert after["view"]["to_act"] == actor.seat


def test_one_who_does_not_agree_is_enough(server: Simulated) -> None:
    people = server.dealt("Vroni", "Lois", "Moidl", "Sepp")
    actor = people[people[0].see()["view"]["to_act"]]
    other = people[(actor.seat or 0) - 1]
    actor.act()
    turn = actor.see()["turn"]
    assert actor.post("/take-back").status_code == 200
    assert other.post("/answer", {"agrees": False}).status_code == 200
    story = actor.see()
    assert (story["question"], story["turn"]) == (None, turn)
    assert refusal(other.post("/answer", {"agrees": True})) == (422, "phase")


def test_talk_is_set_phrases(server: Simulated) -> None:
    phrases = server.ask("GET", "/api/v1/talk").json()
    assert {*phrases} == {*PHRASES}
    vroni, lois = server.seated("Vroni", "Lois")
    assert vroni.post("/talk", {"phrase": "hello"}).status_code == 200
    assert last_change(lois, "said")["phrase"] == "hello"
    assert refusal(vroni.post("/talk", {"phrase": "Depp"})) == (422, "phrase")
    assert refusal(vroni.post("/talk", {"phrase": 7})) == (422, "request")


def test_who_is_muted_is_not_heard(server: Simulated) -> None:
    vroni, lois, moidl = server.seated("Vroni", "Lois", "Moidl")
    assert lois.put("/muted", {"seats": [0]}).status_code == 200
    assert vroni.post("/talk", {"phrase": "bye"}).status_code == 200
    assert lois.see()["own"]["muted"] == [0]
    assert last_change(lois, "said")["phrase"] is None
    assert last_change(moidl, "said")["phrase"] == "bye"
    assert lois.put("/muted", {"seats": []}).status_code == 200
    assert last_change(lois, "said")["phrase"] == "bye"
    assert refusal(lois.put("/muted", {"seats": [0] * 9})) == (422, "request")


def test_a_planned_word_is_said_when_its_time_comes(server: Simulated) -> None:
    people = server.dealt("Vroni", "Lois", "Moidl", "Sepp")
    first = people[people[0].see()["view"]["to_act"]]
    second = people[((first.seat or 0) + 1) % 4]
    assert second.put("/plan", {"action": "weiter"}).status_code == 200
    assert second.see()["own"]["plan"] == "weiter"
    assert "plan" not in first.see()["own"]
    assert (
        first.post("/actions", {"action": "weiter", "turn": first.see()["turn"]}).status_code == 200
    )
    story = first.wait(lambda story: story["turn"] == 2)
    assert story["view"]["actions"] == ["weiter", "weiter"]
    assert story["view"]["to_act"] == ((second.seat or 0) + 1) % 4


def test_a_plan_that_cannot_be_taken_is_dropped(server: Simulated) -> None:
    people = server.dealt("Vroni", "Lois", "Moidl", "Sepp")
    first = people[people[0].see()["view"]["to_act"]]
    second = people[((first.seat or 0) + 1) % 4]
    assert second.put("/plan", {"action": "dobbm"}).status_code == 200
    first.post("/actions", {"action": "dobbm", "turn": first.see()["turn"]})
    story = second.see()
    assert (story["turn"], story["view"]["to_act"]) == (1, second.seat)
    assert second.act().status_code == 200


def test_who_acts_otherwise_has_dropped_the_plan(server: Simulated) -> None:
    [vroni] = server.dealt("Vroni")
    story = turn_of(vroni)
    assert vroni.put("/plan", {"action": "HS HT HK HO"}).status_code == 200
    assert vroni.see()["own"]["plan"] == "HS HT HK HO"
    assert vroni.act(story).status_code == 200
    assert vroni.see()["own"]["plan"] is None
    assert refusal(vroni.put("/plan", {"action": "XX"})) == (422, "action")


def test_who_talks_without_end_is_stopped(server: Simulated) -> None:
    vroni, lois = server.seated("Vroni", "Lois")
    said = [vroni.post("/talk", {"phrase": "oops"}) for _ in range(40)]
    assert [answer.status_code for answer in said[:10]] == [200] * 10
    assert refusal(said[-1]) == (429, "limit")
    assert lois.post("/talk", {"phrase": "oops"}).status_code == 200


def test_forced_cards_play_themselves(server: Simulated) -> None:
    vroni = declarer(server)
    assert vroni.put("/forced", {"on": True}).status_code == 200
    assert vroni.see()["own"]["forced"] is True

    def vroni_is_free(story: Story) -> bool:
        view = story["view"]
        mine = playing(story) and view["to_act"] == 0
        return mine and (view["phase"] != "play" or len(view["legal"]) > 1)

    posted = 1
    while not between(story := vroni.wait(lambda story: between(story) or vroni_is_free(story))):
        assert vroni.act(story).status_code == 200
        posted += 1
    changes = [told.story["change"] for told in vroni.history()]
    own = [change for change in changes if change["kind"] == "acted" and change["seat"] == 0]
    assert posted < len(own)


@pytest.mark.parametrize("number", ["0", "2", "99999999999999999999"])
def test_a_deal_that_is_not_finished_has_no_record(server: Simulated, number: str) -> None:
    vroni = server.open()
    for way in ("", "/view"):
        assert refusal(vroni.ask("GET", f"/deals/{number}{way}")) == (404, "unknown")
        assert refusal(vroni.ask("GET", f"/deals/one{way}")) == (422, "request")


def test_a_finished_deal_can_be_seen_again_when_the_next_one_has_begun(server: Simulated) -> None:
    vroni, lois = server.dealt("Vroni", "Lois")
    play((vroni, lois), between)
    as_it_ended = [guest.see()["view"] for guest in (vroni, lois, vroni.spectator())]
    for guest in (vroni, lois):
        assert guest.post("/next").status_code == 200
    vroni.wait(lambda story: story["deal"] == 2 and playing(story))
    for guest, view in zip((vroni, lois, vroni.spectator()), as_it_ended, strict=True):
        assert guest.ask("GET", "/deals/1/view").json() == view
        assert view["record"] == guest.ask("GET", "/deals/1").json()
