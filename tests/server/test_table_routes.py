"""The routes of a table: lobby, shuffle, claims, take-backs, talk and plans."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from dobbm.game.actions import Seat
from dobbm.game.deal import Deal
from dobbm.game.shuffle import commitment, cutter, verify
from dobbm.runtime.runtime import IDLE
from dobbm.server.config import Limits
from dobbm.server.shared_answers import LASTS
from dobbm.table.deadlines import REVIEW
from dobbm.table.talk import PHRASES
from server.friends import found
from server.serving import Guest, TableJson, Tables, play, refusal
from server.simulated import ModestBots, Simulated

Change = dict[str, Any]


def playing(table: TableJson) -> bool:
    return bool(table["stage"] == "playing")


def between(table: TableJson) -> bool:
    return bool(table["stage"] == "between")


def turn_of(guest: Guest) -> TableJson:
    return guest.wait(lambda table: playing(table) and table["view"]["to_act"] == guest.seat)


def declarer(server: Simulated) -> Guest:
    """Return a person who has bid a Dobbm against three bots."""
    [vroni] = server.dealt("Vroni")
    turn = turn_of(vroni)["turn"]
    assert vroni.post("/actions", {"action": "dobbm", "turn": turn}).status_code == 200
    return vroni


def kinds(guest: Guest) -> list[str]:
    """Return the kinds of all changes of the table, in order."""
    return [message.table["change"]["kind"] for message in guest.history()]


def last_change(guest: Guest, kind: str) -> Change:
    changes = [message.table["change"] for message in guest.history()]
    found: Change = [change for change in changes if change["kind"] == kind][-1]
    return found


def test_by_post_a_person_is_away_until_a_day(server: Simulated) -> None:
    friend = found(server)
    vroni = friend.open(bots=2, free=86_400)
    lois = friend.bring("Lois").sit(vroni.table)
    until = server.clock_now() + 30 * 86_400
    assert lois.put("/excused", {"until": until}).status_code == 200
    table = vroni.see()
    assert table["seats"][1]["excused_until"] == until
    assert "excused_until" not in table["seats"][0]
    change = last_change(vroni, "excused")
    assert (change["seat"], change["until"]) == (1, until)
    play([vroni], lambda table: playing(table) and table["view"]["to_act"] == lois.seat)
    assert vroni.see()["clock"]["since"] == until
    assert lois.put("/excused", {"until": None}).status_code == 200
    table = vroni.see()
    assert "excused_until" not in table["seats"][1]
    assert table["clock"]["since"] <= server.clock_now()


def test_nobody_is_away_until_a_day_at_once_or_for_ever(server: Simulated) -> None:
    [vroni] = server.dealt("Vroni")
    assert refusal(vroni.put("/excused", {"until": server.clock_now() + 60})) == (422, "phase")
    post = found(server).open(free=86_400)
    assert refusal(post.put("/excused", {"until": server.clock_now()})) == (422, "until")
    assert refusal(post.put("/excused", {"until": 1e12})) == (422, "until")
    assert refusal(post.put("/excused", {"until": "2026-12-12"})) == (422, "request")


def test_the_lobby_shows_listed_tables_with_a_free_seat(any_server: Tables) -> None:
    def lobby() -> list[dict[str, Any]]:
        """The lobby, once its last answer is too old."""
        for _ in any_server.waiting(LASTS):
            pass
        answer = any_server.ask("GET", "/api/v1/tables")
        assert answer.status_code == 200
        return list(answer.json())

    def listed() -> list[str]:
        return [table["table"] for table in lobby()]

    private = any_server.open(bots=0)
    first = any_server.open(bots=2, listed=True, rules={"match": 12})
    second = any_server.open("Moidl", bots=0, listed=True)
    assert private.table not in listed()
    mine = [table for table in listed() if table in (first.table, second.table)]
    assert mine == [second.table, first.table]
    shown = {table["table"]: table for table in lobby()}
    assert shown[first.table]["names"] == ["Vroni"]
    assert shown[first.table]["free"] == 1
    assert shown[first.table]["options"]["rules"] == {"preset": "pagat", "match": 12}
    first.bring("Lois")
    assert first.table not in listed()
    assert second.table in listed()


def test_everybody_shuffles_and_the_right_neighbour_cuts(any_server: Tables) -> None:
    vroni, lois, moidl, sepp = people = any_server.seated("Vroni", "Lois", "Moidl", "Sepp")
    shuffle = vroni.follow(lambda table: table["shuffle"])["shuffle"]
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
    table = sepp.wait(playing)
    assert table["shuffle"]["commitment"] == shuffle["commitment"]
    mixed = [{"seat": seat, "value": f"0{seat}"} for seat in range(4)]
    assert table["shuffle"]["contributions"] == mixed
    assert table["shuffle"]["cut"] == {"seat": by_cutter.seat, "at": 17}
    assert table["shuffle"]["left_out"] == []
    assert refusal(moidl.contribute("ff")) == (422, "shuffle")
    play(people, between)
    proof = verify(lois.ask("GET", "/deals/1").json())
    assert proof.commitment == shuffle["commitment"] == commitment(proof.secret)
    assert proof.cut
    assert proof.cut.at == 17
    assert proof.cut.seat == cutter(table["view"]["dealer"], 4)


def test_a_missing_contribution_is_left_out_and_shown(server: Simulated) -> None:
    vroni, _ = server.seated("Vroni", "Lois", bots=2)
    vroni.follow(lambda table: table["shuffle"])
    assert vroni.contribute("5eed").status_code == 200
    table = vroni.wait(playing)
    assert table["shuffle"]["left_out"] == [1]
    assert last_change(vroni, "dealt")["left_out"] == [1]


def test_a_repeated_contribution_does_no_harm(server: Simulated) -> None:
    vroni, _ = server.seated("Vroni", "Lois", bots=2)
    vroni.follow(lambda table: table["shuffle"])
    assert vroni.contribute("5eed").status_code == 200
    again = vroni.contribute("5eed")
    other = vroni.contribute("feed")
    assert again.status_code == 200
    assert refusal(other) == (422, "shuffle")


def test_after_a_while_the_next_deal_starts_without_votes(server: Simulated) -> None:
    vroni, lois = people = server.dealt("Vroni", "Lois")
    play(people, between)
    with lois.events():
        server.pass_time(REVIEW - 1)
        assert between(vroni.see())
        server.pass_time(5)
        table = vroni.see()
    assert (table["deal"], playing(table)) == (2, True)
    assert kinds(vroni).count("wished") == 0


def test_anybody_may_ask_for_more_time_before_the_next_deal(server: Simulated) -> None:
    vroni, lois = people = server.dealt("Vroni", "Lois")
    play(people, between)
    with lois.events():
        server.pass_time(REVIEW - 1)
        assert vroni.post("/delay").status_code == 200
        deal_at = lois.see()["clock"]["deal_at"]
        server.pass_time(REVIEW - 1)
        assert between(vroni.see())
        server.pass_time(5)
        assert playing(vroni.see())
    assert deal_at == pytest.approx(vroni.see()["clock"]["since"], abs=4)


def test_against_bots_only_there_is_no_hurry(server: Simulated) -> None:
    [vroni] = server.dealt("Vroni")
    number = turn_of(vroni)["number"]
    assert vroni.see()["clock"] is None
    for _ in range(2):
        with vroni.events() as events:
            next(events)
            server.pass_time(IDLE)
        server.pass_time(2 * IDLE)
    table = vroni.see()
    assert table["number"] == number
    assert table["seats"][0]["stood_in"] is None


def test_the_session_ends_when_all_people_want_it(server: Simulated) -> None:
    vroni, lois = people = server.dealt("Vroni", "Lois")
    assert vroni.post("/end").status_code == 200
    table = play(people, between)
    assert table["seats"][0]["wishes"] == ["end"]
    assert lois.post("/end").status_code == 200
    assert vroni.see()["stage"] == "over"
    assert refusal(vroni.post("/mussrunde")) == (422, "phase")


def test_a_claim_outside_the_play_is_refused(server: Simulated) -> None:
    [vroni] = server.dealt("Vroni")
    assert refusal(vroni.post("/claim")) == (422, "phase")


def last_card(vroni: Guest) -> TableJson:
    """Play until she is to act with one card left, and return the table."""

    def is_last(table: TableJson) -> bool:
        mine = table["view"]["phase"] == "play" and table["view"]["to_act"] == vroni.seat
        return mine and len(vroni.see()["view"]["hand"]) == 1

    return play([vroni], is_last)


def test_a_claim_that_can_be_proved_ends_the_deal(serve: Callable[..., Simulated]) -> None:
    vroni = declarer(serve(seed=8))  # with this seed her last card is the highest
    last_card(vroni)
    answer = vroni.post("/claim")
    assert answer.status_code == 200
    assert last_change(vroni, "claimed")["proved"]
    assert between(vroni.see())
    assert answer.json()["turn"] == vroni.see()["turn"]
    assert len(vroni.ask("GET", "/deals/1").json()["actions"]) >= 36


def test_bots_refuse_a_claim_that_is_not_proved(serve: Callable[..., Simulated]) -> None:
    vroni = declarer(serve(seed=1))
    table = last_card(vroni)
    assert refusal(vroni.post("/claim")) == (409, "refused")
    assert vroni.act(table).status_code == 200


def test_against_bots_only_actions_are_taken_back_at_will(server: Simulated) -> None:
    vroni = declarer(server)
    table = turn_of(vroni)
    assert vroni.act(table).status_code == 200
    turn = turn_of(vroni)["turn"]
    assert vroni.post("/take-back", {"turn": turn}).status_code == 200
    assert refusal(vroni.post("/take-back", {"turn": turn})) == (409, "stale")
    again = turn_of(vroni)
    assert again["view"]["actions"] == table["view"]["actions"]
    assert again["turn"] > turn
    assert vroni.act(again).status_code == 200


def test_before_the_first_action_nothing_can_be_taken_back(server: Simulated) -> None:
    [vroni] = server.dealt("Vroni")
    turn_of(vroni)
    assert refusal(vroni.post("/take-back")) == (422, "phase")


def test_among_people_all_must_agree_to_a_take_back(server: Simulated) -> None:
    people = vroni, *_, moidl, sepp = server.dealt("Vroni", "Lois", "Moidl", "Sepp")
    table = vroni.see()
    actor = people[table["view"]["to_act"]]
    others = [guest for guest in people if guest is not actor]
    assert actor.act().status_code == 200
    assert actor.post("/take-back").status_code == 200
    question = sepp.see()["question"]
    assert (question["what"], question["seat"], question["agreed"]) == ("take_back", actor.seat, [])
    assert refusal(actor.post("/answer", {"agrees": True})) == (422, "phase")
    for guest in others:
        assert guest.post("/answer", {"agrees": True}).status_code == 200
    after = moidl.wait(lambda table: table["question"] is None)
    assert after["view"]["actions"] == table["view"]["actions"]
    assert after["view"]["to_act"] == actor.seat


def test_one_objection_prevents_a_take_back(server: Simulated) -> None:
    people = server.dealt("Vroni", "Lois", "Moidl", "Sepp")
    actor = people[people[0].see()["view"]["to_act"]]
    other = people[(actor.seat or 0) - 1]
    actor.act()
    turn = actor.see()["turn"]
    assert actor.post("/take-back").status_code == 200
    assert other.post("/answer", {"agrees": False}).status_code == 200
    table = actor.see()
    assert (table["question"], table["turn"]) == (None, turn)
    assert refusal(other.post("/answer", {"agrees": True})) == (422, "phase")


def test_talk_consists_of_set_phrases(server: Simulated) -> None:
    phrases = server.ask("GET", "/api/v1/talk").json()
    assert {*phrases} == {*PHRASES}
    vroni, lois = server.seated("Vroni", "Lois")
    assert vroni.post("/talk", {"phrase": "hello"}).status_code == 200
    assert last_change(lois, "said")["phrase"] == "hello"
    assert refusal(vroni.post("/talk", {"phrase": "Depp"})) == (422, "phrase")
    assert refusal(vroni.post("/talk", {"phrase": 7})) == (422, "request")


def test_a_muted_person_is_not_heard(server: Simulated) -> None:
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
    table = first.wait(lambda table: table["turn"] == 2)
    assert table["view"]["actions"] == ["weiter", "weiter"]
    assert table["view"]["to_act"] == ((second.seat or 0) + 1) % 4


def test_a_plan_that_is_not_legal_is_dropped(server: Simulated) -> None:
    people = server.dealt("Vroni", "Lois", "Moidl", "Sepp")
    first = people[people[0].see()["view"]["to_act"]]
    second = people[((first.seat or 0) + 1) % 4]
    assert second.put("/plan", {"action": "dobbm"}).status_code == 200
    first.post("/actions", {"action": "dobbm", "turn": first.see()["turn"]})
    table = second.see()
    assert (table["turn"], table["view"]["to_act"]) == (1, second.seat)
    assert second.act().status_code == 200


def test_another_action_drops_the_plan(server: Simulated) -> None:
    [vroni] = server.dealt("Vroni")
    table = turn_of(vroni)
    assert vroni.put("/plan", {"action": "HS HT HK HO"}).status_code == 200
    assert vroni.see()["own"]["plan"] == "HS HT HK HO"
    assert vroni.act(table).status_code == 200
    assert vroni.see()["own"]["plan"] is None
    assert refusal(vroni.put("/plan", {"action": "XX"})) == (422, "action")


def test_endless_talk_is_limited(server: Simulated) -> None:
    vroni, lois = server.seated("Vroni", "Lois")
    answers = [vroni.post("/talk", {"phrase": "oops"}) for _ in range(40)]
    assert [answer.status_code for answer in answers[:10]] == [200] * 10
    assert refusal(answers[-1]) == (429, "limit")
    assert lois.post("/talk", {"phrase": "oops"}).status_code == 200


def test_forced_cards_are_played_automatically(server: Simulated) -> None:
    vroni = declarer(server)
    assert vroni.put("/forced", {"on": True}).status_code == 200
    assert vroni.see()["own"]["forced"] is True

    def vroni_has_a_choice(table: TableJson) -> bool:
        view = table["view"]
        mine = playing(table) and view["to_act"] == 0
        return mine and (view["phase"] != "play" or len(view["legal"]) > 1)

    posted = 1
    while not between(
        table := vroni.wait(lambda table: between(table) or vroni_has_a_choice(table))
    ):
        assert vroni.act(table).status_code == 200
        posted += 1
    changes = [message.table["change"] for message in vroni.history()]
    own = [change for change in changes if change["kind"] == "acted" and change["seat"] == 0]
    assert posted < len(own)


@pytest.mark.parametrize("number", ["0", "2", "99999999999999999999"])
def test_an_unfinished_deal_has_no_record(server: Simulated, number: str) -> None:
    vroni = server.open()
    for route in ("", "/view"):
        assert refusal(vroni.ask("GET", f"/deals/{number}{route}")) == (404, "unknown")
        assert refusal(vroni.ask("GET", f"/deals/one{route}")) == (422, "request")


def test_a_finished_deal_can_be_seen_again_when_the_next_one_has_begun(server: Simulated) -> None:
    vroni, lois = server.dealt("Vroni", "Lois")
    play((vroni, lois), between)
    as_it_ended = [guest.see()["view"] for guest in (vroni, lois, vroni.spectator())]
    for guest in (vroni, lois):
        assert guest.post("/next").status_code == 200
    vroni.wait(lambda table: table["deal"] == 2 and playing(table))
    for guest, view in zip((vroni, lois, vroni.spectator()), as_it_ended, strict=True):
        assert guest.ask("GET", "/deals/1/view").json() == view
        assert view["record"] == guest.ask("GET", "/deals/1").json()


def test_the_ledger_has_a_line_for_every_deal_with_the_names_of_then(server: Simulated) -> None:
    vroni, lois = server.dealt("Vroni", "Lois")
    play((vroni, lois), between)
    ended = vroni.see()
    [line] = vroni.ask("GET", "/deals").json()
    assert (line["deal"], line["session"], line["must"]) == (1, 1, False)
    shared = ("declarer", "contract", "doublings", "points", "tricks", "outcome", "payments")
    assert {key: line[key] for key in shared} == {
        key: ended["view"]["result"][key] for key in shared
    }
    assert (line["ledger"], line["settled"]) == (ended["ledger"], ended["settled"])
    assert lois.post("/leave").status_code == 200
    assert vroni.wait(lambda table: table["seats"][1]["kind"] == "bot")
    names = [(seat["kind"], seat["name"]) for seat in line["seats"]]
    bot = ended["options"]["bot"]
    assert names == [("person", "Vroni"), ("person", "Lois"), ("bot", bot), ("bot", bot)]
    assert vroni.spectator().ask("GET", "/deals").json() == [line]
    assert vroni.ask("GET", "/deals?after=1").json() == []


REQUEST = "2f1c7a90b3d44e5f8a6b0c1d2e3f4a5b"


def test_a_repeated_request_gets_the_same_table_seat_and_token(any_server: Tables) -> None:
    def asked(path: str, name: str, request: str) -> Any:
        body = {"name": name, "request": request}
        answer = any_server.ask("POST", f"/api/v1/{path}", json=body)
        assert answer.status_code == 201
        return answer.json()

    opened = asked("tables", "Vroni", REQUEST)
    assert asked("tables", "Vroni", REQUEST) == opened
    assert asked("tables", "Vroni", REQUEST[::-1])["table"] != opened["table"]
    seats = f"tables/{opened['table']}/seats"
    seated = asked(seats, "Lois", REQUEST[1:])
    assert asked(seats, "Lois", REQUEST[1:]) == seated
    assert asked(seats, "Moidl", REQUEST[2:])["seat"] != seated["seat"]
    vroni = Guest(any_server, **opened)
    assert [seat["kind"] for seat in vroni.see()["seats"]] == ["person"] * 3 + ["free"]


@pytest.mark.parametrize("request_id", ["short", "x" * 65, "with a space and much more", "", 7])
def test_a_request_with_a_bad_identifier_is_refused(
    idle_server: Simulated, request_id: object
) -> None:
    body = {"name": "Vroni", "request": request_id}
    answer = idle_server.ask("POST", "/api/v1/tables", json=body)
    assert refusal(answer) == (422, "request")


def test_a_deal_with_retours_without_end_stays_playable(
    serve: Callable[..., Simulated],
) -> None:
    """Each refusal names the limit; gut goes on."""
    server = serve(limits=Limits(requests=100_000))
    people = server.dealt("Vroni", "Lois", "Moidl", "Sepp")
    by_seat = {guest.seat: guest for guest in people}

    def acted(action: str) -> httpx.Response:
        table = people[0].see()
        guest = by_seat[table["view"]["to_act"]]
        return guest.post("/actions", {"action": action, "turn": table["turn"]})

    assert acted("solo").status_code == acted("schwacher").status_code == 200
    refusals = [answer for answer in [acted("retour") for _ in range(60)] if answer.is_error]
    assert len(refusals) == 60 - 19
    assert {refusal(answer) for answer in refusals} == {(422, "illegal")}
    assert "doubled at most 20 times: say gut" in refusals[0].text
    table = people[0].see()
    assert by_seat[table["view"]["to_act"]].see()["view"]["legal"] == ["gut"]
    for _ in range(3):
        acted("gut")
    assert play(people, between)["view"]["result"]["doublings"] == 20


def test_bots_stop_doubling_at_the_limit(
    serve: Callable[..., Simulated], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def act(_: ModestBots, name: str, deal: Deal, seat: Seat, seed: int) -> str:  # noqa: ARG001
        legal = deal.legal_actions()
        return next((word for word in legal if word in ("solo", "schwacher", "retour")), legal[0])

    monkeypatch.setattr(ModestBots, "act", act)
    server = serve()
    [vroni] = server.dealt("Vroni")
    while (table := vroni.see())["view"]["phase"] not in ("play", "done"):
        if table["view"]["to_act"] == vroni.seat:
            passes = [word for word in table["view"]["legal"] if word in ("weiter", "gut")]
            vroni.post("/actions", {"action": passes[0], "turn": table["turn"]})
        server.pass_time(0.1)
    assert table["view"]["doublings"] == 20
