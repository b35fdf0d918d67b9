"""The requests of the protocol, on one process, and on two that share a database."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from random import Random
from typing import Any

import pytest

from dobbm import from_record, settle
from dobbm.game.shuffle import verify
from dobbm.runtime.entropy import SystemEntropy
from server.serving import Guest, Tables, lawful, play, refusal
from server.simulated import Simulated

PLAYING = "playing"


def playing(story: dict[str, Any]) -> bool:
    return bool(story["stage"] == PLAYING)


def to_act(guest: Guest) -> dict[str, Any]:
    """The table when it is this guest's turn."""
    return guest.wait(lambda story: playing(story) and story["view"]["to_act"] == guest.seat)


def test_it_is_ready(server: Simulated) -> None:
    answer = server.ask("GET", "/readyz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ready"})
    assert server.ask("GET", "/healthz").json() == {"status": "ok"}


def test_who_opens_a_table_has_its_first_seat_and_bots_have_the_last(server: Simulated) -> None:
    body = {"players": 4, "rules": {"match": 12}, "name": "Vroni", "bots": 2, "bot": "simple"}
    answer = server.ask("POST", "/api/v1/tables", json=body)
    assert answer.status_code == 201
    opened = answer.json()
    assert set(opened) == {"table", "seat", "token"}
    assert opened["seat"] == 0
    assert len(opened["token"]) >= 40
    story = Guest(server, **opened).see()
    assert [seat["kind"] for seat in story["seats"]] == ["person", "free", "bot", "bot"]
    assert [seat["name"] for seat in story["seats"]] == ["Vroni", None, "simple", "simple"]
    assert story["options"]["rules"] == {"preset": "pagat", "match": 12}
    assert (story["stage"], story["deal"], story["turn"]) == ("gathering", 0, 0)
    assert (story["ledger"], story["view"]) == ([0, 0, 0, 0], None)


def test_a_table_can_be_opened_with_hardly_a_word(idle_server: Simulated) -> None:
    answer = idle_server.ask("POST", "/api/v1/tables", json={})
    story = Guest(idle_server, **answer.json()).see()
    assert [seat["kind"] for seat in story["seats"]] == ["person", "free", "free", "free"]


def test_the_deal_starts_when_the_last_seat_is_taken(server: Simulated) -> None:
    vroni, lois = server.seated("Vroni", "Lois", bots=2)
    story = vroni.spectator().see()
    assert (story["stage"], story["deal"], story["turn"]) == ("shuffling", 0, 0)
    story = lois.see()
    assert playing(story)
    assert (story["deal"], story["seat"], story["view"]["seat"]) == (1, 1, 1)
    assert len(story["view"]["hand"]) == 8


def test_who_plays_bots_only_finds_the_deal_at_the_first_look(server: Simulated) -> None:
    story = server.open().see()
    assert playing(story)
    assert len(story["view"]["hand"]) == 8


def test_the_deal_starts_when_somebody_lets_bots_take_the_free_seats(server: Simulated) -> None:
    vroni, lois = server.seated("Vroni", "Lois", bots=0, players=5, listed=True)
    assert lois.post("/bots").status_code == 200
    story = vroni.wait(playing)
    assert [seat["kind"] for seat in story["seats"]] == ["person"] * 2 + ["bot"] * 3
    listed = server.ask("GET", "/api/v1/tables").json()
    assert vroni.table not in [table["table"] for table in listed]
    assert lois.post("/bots").status_code == 200, "what has come need not come again"
    late = server.ask("POST", f"{vroni.path}/seats", json={"name": "Moidl"})
    assert refusal(late) == (409, "full")


def test_a_full_table_has_no_seat_left(server: Simulated) -> None:
    vroni = server.open()
    answer = server.ask("POST", f"{vroni.path}/seats", json={"name": "Lois"})
    assert refusal(answer) == (409, "full")


def test_without_a_token_one_sees_what_the_table_sees(server: Simulated) -> None:
    vroni = server.open()
    mine = vroni.wait(playing)
    theirs = vroni.spectator().see()
    assert theirs["seat"] is theirs["view"]["seat"] is None
    assert (mine["view"]["hand"], theirs["view"]["hand"]) != ([], mine["view"]["hand"])
    assert theirs["view"]["hand"] == []
    assert "own" not in theirs


def test_an_action_is_answered_with_the_new_turn(server: Simulated) -> None:
    [vroni] = server.dealt("Vroni")
    story = to_act(vroni)
    answer = vroni.act(story)
    assert (answer.status_code, answer.json()) == (200, {"turn": story["turn"] + 1})
    assert vroni.see()["turn"] > story["turn"]


def test_an_action_that_comes_again_does_no_harm(any_server: Tables) -> None:
    [vroni] = any_server.dealt("Vroni")
    story = to_act(vroni)
    wanted = {"action": lawful(story["view"], Random(3)), "turn": story["turn"]}
    first = vroni.post("/actions", wanted)
    for _ in range(3):
        again = vroni.post("/actions", wanted)
        assert (again.status_code, again.json()) == (first.status_code, first.json())
    play([vroni], lambda story: story["stage"] == "between")
    assert vroni.post("/actions", wanted).json() == {"turn": story["turn"] + 1}
    taken = [told.story["change"] for told in vroni.history()]
    own = [change for change in taken if change["kind"] == "acted" and change["seat"] == 0]
    actions = vroni.ask("GET", "/deals/1").json()["actions"]
    assert len([change for change in taken if change["kind"] == "acted"]) == len(actions)
    assert own[0]["action"] == wanted["action"]


def test_another_action_at_an_old_turn_is_stale(server: Simulated) -> None:
    [vroni] = server.dealt("Vroni")
    story = to_act(vroni)
    action = lawful(story["view"], Random(3))
    assert vroni.post("/actions", {"action": action, "turn": story["turn"]}).status_code == 200
    other = "solo" if action != "solo" else "weiter"
    for wrong in (other, "HX"):
        answer = vroni.post("/actions", {"action": wrong, "turn": story["turn"]})
        assert refusal(answer) == (409, "stale")


def test_the_turn_of_another_seat_is_stale_for_this_one(server: Simulated) -> None:
    vroni, lois = server.dealt("Vroni", "Lois")
    story = to_act(vroni)
    action = lawful(story["view"], Random(3))
    wanted = {"action": action, "turn": story["turn"]}
    assert vroni.post("/actions", wanted).status_code == 200
    assert refusal(lois.post("/actions", wanted)) == (409, "stale")


def test_a_turn_that_is_to_come_is_stale_too(server: Simulated) -> None:
    [vroni] = server.dealt("Vroni")
    story = to_act(vroni)
    action = lawful(story["view"], Random(3))
    answer = vroni.post("/actions", {"action": action, "turn": story["turn"] + 1})
    assert refusal(answer) == (409, "stale")


def test_whose_turn_it_is_not_must_wait(server: Simulated) -> None:
    vroni, lois = server.dealt("Vroni", "Lois")
    people = {0: vroni, 1: lois}
    story = vroni.wait(lambda story: playing(story) and story["view"]["to_act"] in people)
    other = people[1 - story["view"]["to_act"]]
    answer = other.post("/actions", {"action": "weiter", "turn": story["turn"]})
    assert refusal(answer) == (409, "turn")


def test_before_the_first_deal_nobody_is_to_act(server: Simulated) -> None:
    vroni = server.open(bots=0)
    assert refusal(vroni.post("/actions", {"action": "weiter", "turn": 0})) == (409, "turn")


def test_a_bad_action_is_refused_with_the_code_of_a_record(server: Simulated) -> None:
    people = server.dealt("Vroni", "Lois", "Moidl", "Sepp")
    story = people[0].see()
    first = people[story["view"]["to_act"]]
    second = people[(story["view"]["to_act"] + 1) % 4]
    assert first.post("/actions", {"action": "dobbm", "turn": 0}).status_code == 200
    wrong = {"HX": "action", "Weiter": "action", "HS HS": "action", "gut": "phase", "HS": "phase"}
    for action, code in {**wrong, "dobbm": "illegal"}.items():
        answer = second.post("/actions", {"action": action, "turn": 1})
        assert refusal(answer) == (422, code), action
    story = play(people, lambda story: story["view"]["phase"] == "play")
    actor = people[story["view"]["to_act"]]
    held = actor.see()["view"]["hand"]
    strange = next(card for card in ("H9", "L9", "A9", "B9") if card not in held)
    answer = actor.post("/actions", {"action": strange, "turn": story["turn"]})
    assert refusal(answer) == (422, "held")


@pytest.mark.parametrize("action", [None, 7, ["HS"], {"HS": 1}, True, "H" * 41])
def test_what_is_no_string_is_no_action(idle_server: Simulated, action: Any) -> None:
    vroni = idle_server.open(bots=0)
    answer = vroni.post("/actions", {"action": action, "turn": 0})
    assert refusal(answer) == (422, "action")


@pytest.mark.parametrize(
    "body",
    [
        {},
        [],
        {"action": "HS"},
        {"action": "HS", "turn": "0"},
        {"action": "HS", "turn": 0.0},
        {"action": "HS", "turn": True},
        {"action": "HS", "turn": -1},
        {"action": "HS", "turn": 0, "seat": 1},
    ],
)
def test_a_body_that_is_not_as_described(idle_server: Simulated, body: Any) -> None:
    vroni = idle_server.open(bots=0)
    assert refusal(vroni.post("/actions", body)) == (422, "request")


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"players": 3}, "request"),
        ({"players": "4"}, "request"),
        ({"bots": -1}, "request"),
        ({"bots": 4}, "seats"),
        ({"players": 5, "bots": 5}, "request"),
        ({"bot": "deep blue"}, "bot"),
        ({"bot": "exec:rm"}, "bot"),
        ({"rules": {"match": 0}}, "rules"),
        ({"rules": {"preset": "skat"}}, "rules"),
        ({"rules": {"preset": 7}}, "rules"),
        ({"rules": {"self": 7}}, "rules"),
        ({"rules": []}, "request"),
        ({"name": 7}, "request"),
        ({"name": "V" * 31}, "request"),
        ({"nome": "Vroni"}, "request"),
    ],
)
def test_a_table_that_cannot_be(idle_server: Simulated, wanted: dict[str, Any], code: str) -> None:
    assert refusal(idle_server.ask("POST", "/api/v1/tables", json=wanted)) == (422, code)


WAYS = [
    ("GET", ""),
    ("GET", "/events"),
    ("GET", "/deals/1"),
    ("GET", "/deals/1/view"),
    ("POST", "/actions"),
    ("POST", "/next"),
    ("POST", "/mussrunde"),
    ("POST", "/end"),
    ("POST", "/again"),
    ("POST", "/leave"),
    ("POST", "/back"),
    ("POST", "/shuffle"),
    ("POST", "/claim"),
    ("POST", "/take-back"),
    ("POST", "/answer"),
    ("POST", "/talk"),
    ("POST", "/remember"),
    ("PUT", "/plan"),
    ("PUT", "/forced"),
    ("PUT", "/muted"),
]


@pytest.mark.parametrize(
    "table", ["there-is-no-such-one", "x", "a.b", "%00", "V" * 41, "%F0%9F%8D%BA"]
)
def test_a_table_that_there_is_not(server: Simulated, table: str) -> None:
    for method, way in [*WAYS, ("POST", "/seats")]:
        path = f"/api/v1/tables/{table}{way}"
        answer = server.ask(method, path, json={"name": "Lois"})
        assert refusal(answer) == (404, "unknown"), way


def test_a_wrong_token_opens_nothing(any_server: Tables) -> None:
    vroni, other = any_server.open(), any_server.open()
    for token in ("wrong", f"{vroni.token}x", other.token, "Grüße"):
        for method, way in WAYS:
            header = {b"Authorization": f"Bearer {token}".encode()}
            answer = any_server.ask(method, f"{vroni.path}{way}", headers=header)
            assert refusal(answer) == (401, "token"), way
            assert answer.headers["www-authenticate"] == "Bearer"


def test_without_a_token_nothing_can_be_changed(server: Simulated) -> None:
    nobody = server.open().spectator()
    for method, way in WAYS:
        if method != "GET":
            assert refusal(nobody.ask(method, way)) == (401, "token"), way


def test_a_body_that_is_too_large(idle_server: Simulated) -> None:
    vroni = idle_server.open(bots=0)
    answer = vroni.ask("POST", "/actions", content=b" " * 16_385)
    assert refusal(answer) == (413, "size")


def test_a_body_that_is_too_large_and_comes_in_pieces(idle_server: Simulated) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(4):
            yield b"[" * 5_000

    vroni = idle_server.open(bots=0)
    answer = vroni.ask("POST", "/actions", content=pieces())
    assert refusal(answer) == (413, "size")


def test_the_next_deal_starts_when_all_people_are_ready(server: Simulated) -> None:
    vroni, lois = people = server.dealt("Vroni", "Lois")
    story = play(people, lambda story: story["stage"] == "between")
    assert story["view"]["result"]["payments"] == story["ledger"]
    answer = vroni.post("/next")
    assert (answer.status_code, answer.json()) == (200, {"turn": story["turn"]})
    assert vroni.post("/next").status_code == 200
    waiting = lois.see()
    assert (waiting["stage"], waiting["deal"]) == ("between", 1)
    assert [seat["wishes"] for seat in waiting["seats"]] == [["next"], [], [], []]
    assert lois.post("/next").status_code == 200
    story = vroni.wait(lambda story: story["deal"] == 2)
    assert playing(story)
    assert story["turn"] >= waiting["turn"]


def test_who_leaves_gives_the_seat_to_a_bot(server: Simulated) -> None:
    vroni, lois = server.dealt("Vroni", "Lois")
    assert lois.post("/leave").status_code == 200
    assert refusal(lois.ask("GET")) == (401, "token")
    assert refusal(lois.post("/leave")) == (401, "token")
    seats = vroni.see()["seats"]
    assert [seat["kind"] for seat in seats] == ["person", "bot", "bot", "bot"]
    play([vroni], lambda story: story["stage"] == "between")


def test_a_whole_session(any_server: Tables) -> None:
    """To the end of a Mußrunde; every deal can be verified, and the ledger is their sum."""
    people = vroni, lois = any_server.dealt("Vroni", "Lois", rules={"preset": "wikipedia"})
    assert vroni.post("/mussrunde").status_code == 200
    assert vroni.see()["mussrunde_left"] is None
    assert lois.post("/mussrunde").status_code == 200
    story = play(people, lambda story: story["stage"] == "over")
    assert story["mussrunde_left"] == 0
    assert sum(story["ledger"]) == 0
    paid = [0, 0, 0, 0]
    for number in range(1, story["deal"] + 1):
        record = vroni.spectator().ask("GET", f"/deals/{number}").json()
        assert verify(record).deal == number
        assert record["meta"]["names"] == ["Vroni", "Lois", None, None]
        payments = settle(from_record(record)).payments
        paid = [sum(pair) for pair in zip(paid, payments, strict=True)]
    assert paid == story["ledger"]
    assert refusal(vroni.ask("GET", f"/deals/{story['deal'] + 1}")) == (404, "unknown")
    assert refusal(vroni.post("/next")) == (422, "phase")
    assert vroni.post("/again").status_code == 200
    assert lois.post("/again").status_code == 200
    story = vroni.wait(lambda after: after["session"] == 2 and playing(after))
    assert story["ledger"] == [0, 0, 0, 0]
    assert story["deal"] == vroni.see()["deal"]


def test_five_at_a_table(server: Simulated) -> None:
    people = server.dealt("Vroni", "Lois", players=5)
    story = people[0].see()
    dealer = story["view"]["dealer"]
    assert story["view"]["players"] == 5
    hands = [len(guest.see()["view"]["hand"]) for guest in people]
    assert hands == [0 if guest.seat == dealer else 8 for guest in people]
    story = play(people, lambda story: story["deal"] == 2 and playing(story))
    assert len(story["ledger"]) == 5
    assert sum(story["ledger"]) == 0


def test_what_is_shown_to_all_is_the_same(server: Simulated) -> None:
    vroni, lois = people = server.dealt("Vroni", "Lois")
    play(people, lambda story: story["stage"] == "between")
    own = {"seat", "view", "own"}
    both = [vroni.see(), lois.see()]
    mine, theirs = [{key: story[key] for key in story if key not in own} for story in both]
    assert mine == theirs
    assert both[0]["view"]["record"] == both[1]["view"]["record"]


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/api/v2"), ("GET", "/nothing"), ("POST", "/api/v1"), ("GET", "/api/v1/tables/")],
)
def test_a_path_that_leads_nowhere(idle_server: Simulated, method: str, path: str) -> None:
    assert refusal(idle_server.ask(method, path)) == (404, "unknown")


@pytest.mark.parametrize(
    ("method", "path"), [("DELETE", "/api/v1/tables"), ("PUT", "/readyz"), ("TRACE", "/healthz")]
)
def test_a_method_that_is_not_served(idle_server: Simulated, method: str, path: str) -> None:
    answer = idle_server.ask(method, path)
    assert refusal(answer) == (405, "method")
    assert answer.headers["allow"]


@pytest.mark.parametrize("path", ["/readyz", "/metrics", "/api/v1/tables", "/api/v1/talk"])
def test_head_is_get_without_a_body(idle_server: Simulated, path: str) -> None:
    answer = idle_server.ask("HEAD", path)
    assert (answer.status_code, answer.content) == (200, b"")


def test_a_stream_has_no_head(idle_server: Simulated) -> None:
    vroni = idle_server.open(bots=0)
    assert vroni.ask("HEAD").status_code == 200
    assert vroni.ask("HEAD", "/events").status_code == 405


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b'{"name": "\xff"}',
        b'{"name": "\\ud800"}',
        b'{"\\ud800": 1}',
        b'{"rules": {"\\ud800": 1}}',
        b'{"rules": {"preset": "\\ud800"}}',
        b'{"rules": {"match": NaN}}',
        b'{"rules": {"match": 1e999}}',
        b'{"rules": {"match": %s}}' % (b"9" * 5_000),
        b'{"players": %s}' % (b"9" * 5_000),
        b'{"bank": NaN}',
        b'{"bank": Infinity}',
        b'{"delay": -1}',
        b"[" * 15_000,
        b'{"a": ' * 2_000,
        b'{"a": ' * 2_000 + b"1" + b"}" * 2_000,
        b"null",
        b'"name"',
        b"7",
    ],
)
def test_nonsense_is_refused(idle_server: Simulated, body: bytes) -> None:
    told = {"Content-Type": "application/json"}
    answer = idle_server.ask("POST", "/api/v1/tables", content=body, headers=told)
    status, code = refusal(answer)
    assert (status, code) in {(422, "request"), (422, "rules")}


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Vroni", "Vroni"),
        ("  vom   Hof ", "vom Hof"),
        ("\u202eLois\u2066", "Lois"),
        ("Lo\x00i\x1bs\r\n", "Lois"),
        ("<b>Lois</b>", "<b>Lois</b>"),
        ("ヴローニ 🍺", "ヴローニ 🍺"),
        ("\u200b", ""),
    ],
)
def test_names_are_one_line_without_control_characters(
    idle_server: Simulated, name: str, shown: str
) -> None:
    vroni = idle_server.open(name, bots=0)
    assert vroni.see()["seats"][0]["name"] == shown


def test_a_token_tells_nothing_and_no_two_are_alike(serve: Callable[..., Simulated]) -> None:
    guests = serve(entropy=SystemEntropy()).seated("Vroni", "Lois", "Moidl", bots=1)
    tokens = {guest.token for guest in guests}
    assert len(tokens) == 3
    assert all(token and re.fullmatch("[A-Za-z0-9_-]{43}", token) for token in tokens)
