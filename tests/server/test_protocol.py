"""The requests of the protocol, on one process, and on two that share a database."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from importlib.metadata import version
from random import Random
from typing import Any

import pytest

from dobbm import from_record, settle
from dobbm.game.shuffle import verify
from dobbm.runtime.entropy import SystemEntropy
from server.serving import Guest, Tables, legal_action, play, refusal
from server.simulated import Simulated

PLAYING = "playing"


def playing(table: dict[str, Any]) -> bool:
    return bool(table["stage"] == PLAYING)


def to_act(guest: Guest) -> dict[str, Any]:
    """Wait for this guest's turn, and return the table."""
    return guest.wait(lambda table: playing(table) and table["view"]["to_act"] == guest.seat)


def test_the_server_is_ready(server: Simulated) -> None:
    answer = server.ask("GET", "/readyz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ready"})
    alive = server.ask("GET", "/healthz").json()
    assert alive == {"status": "ok", "version": version("dobbm")}


def test_opening_a_table_takes_its_first_seat_and_bots_take_the_last(server: Simulated) -> None:
    body = {"players": 4, "rules": {"match": 12}, "name": "Vroni", "bots": 2, "bot": "simple"}
    answer = server.ask("POST", "/api/v1/tables", json=body)
    assert answer.status_code == 201
    opened = answer.json()
    assert set(opened) == {"table", "seat", "token"}
    assert opened["seat"] == 0
    assert len(opened["token"]) >= 40
    table = Guest(server, **opened).see()
    assert [seat["kind"] for seat in table["seats"]] == ["person", "free", "bot", "bot"]
    assert [seat["name"] for seat in table["seats"]] == ["Vroni", None, "simple", "simple"]
    assert table["options"]["rules"] == {"preset": "pagat", "match": 12}
    assert (table["stage"], table["deal"], table["turn"]) == ("gathering", 0, 0)
    assert (table["ledger"], table["view"]) == ([0, 0, 0, 0], None)


def test_a_table_can_be_opened_without_any_options(idle_server: Simulated) -> None:
    answer = idle_server.ask("POST", "/api/v1/tables", json={})
    table = Guest(idle_server, **answer.json()).see()
    assert [seat["kind"] for seat in table["seats"]] == ["person", "free", "free", "free"]


def test_the_deal_starts_when_the_last_seat_is_taken(server: Simulated) -> None:
    vroni, lois = server.seated("Vroni", "Lois", bots=2)
    table = vroni.spectator().see()
    assert (table["stage"], table["deal"], table["turn"]) == ("shuffling", 0, 0)
    table = lois.see()
    assert playing(table)
    assert (table["deal"], table["seat"], table["view"]["seat"]) == (1, 1, 1)
    assert len(table["view"]["hand"]) == 8


def test_against_bots_only_the_first_look_shows_the_deal(server: Simulated) -> None:
    table = server.open().see()
    assert playing(table)
    assert len(table["view"]["hand"]) == 8


def test_the_deal_starts_when_somebody_lets_bots_take_the_free_seats(server: Simulated) -> None:
    vroni, lois = server.seated("Vroni", "Lois", bots=0, players=5, listed=True)
    assert lois.post("/bots").status_code == 200
    table = vroni.wait(playing)
    assert [seat["kind"] for seat in table["seats"]] == ["person"] * 2 + ["bot"] * 3
    listed = server.ask("GET", "/api/v1/tables").json()
    assert vroni.table not in [listing["table"] for listing in listed]
    assert lois.post("/bots").status_code == 200, "what has come need not come again"
    late = server.ask("POST", f"{vroni.path}/seats", json={"name": "Moidl"})
    assert refusal(late) == (409, "full")


def test_a_full_table_has_no_seat_left(server: Simulated) -> None:
    vroni = server.open()
    answer = server.ask("POST", f"{vroni.path}/seats", json={"name": "Lois"})
    assert refusal(answer) == (409, "full")


def test_without_a_token_only_public_information_is_visible(server: Simulated) -> None:
    vroni = server.open()
    mine = vroni.wait(playing)
    theirs = vroni.spectator().see()
    assert theirs["seat"] is theirs["view"]["seat"] is None
    assert (mine["view"]["hand"], theirs["view"]["hand"]) != ([], mine["view"]["hand"])
    assert theirs["view"]["hand"] == []
    assert "own" not in theirs


def test_an_action_is_answered_with_the_new_turn(server: Simulated) -> None:
    [vroni] = server.dealt("Vroni")
    table = to_act(vroni)
    answer = vroni.act(table)
    assert (answer.status_code, answer.json()) == (200, {"turn": table["turn"] + 1})
    assert vroni.see()["turn"] > table["turn"]


def test_a_repeated_action_does_no_harm(any_server: Tables) -> None:
    [vroni] = any_server.dealt("Vroni")
    table = to_act(vroni)
    body = {"action": legal_action(table["view"], Random(3)), "turn": table["turn"]}
    first = vroni.post("/actions", body)
    for _ in range(3):
        again = vroni.post("/actions", body)
        assert (again.status_code, again.json()) == (first.status_code, first.json())
    play([vroni], lambda table: table["stage"] == "between")
    assert vroni.post("/actions", body).json() == {"turn": table["turn"] + 1}
    taken = [message.table["change"] for message in vroni.history()]
    own = [change for change in taken if change["kind"] == "acted" and change["seat"] == 0]
    actions = vroni.ask("GET", "/deals/1").json()["actions"]
    assert len([change for change in taken if change["kind"] == "acted"]) == len(actions)
    assert own[0]["action"] == body["action"]


def test_another_action_at_an_old_turn_is_stale(server: Simulated) -> None:
    [vroni] = server.dealt("Vroni")
    table = to_act(vroni)
    action = legal_action(table["view"], Random(3))
    assert vroni.post("/actions", {"action": action, "turn": table["turn"]}).status_code == 200
    other = "solo" if action != "solo" else "weiter"
    for wrong in (other, "HX"):
        answer = vroni.post("/actions", {"action": wrong, "turn": table["turn"]})
        assert refusal(answer) == (409, "stale")


def test_the_turn_of_another_seat_is_stale_for_this_one(server: Simulated) -> None:
    vroni, lois = server.dealt("Vroni", "Lois")
    table = to_act(vroni)
    action = legal_action(table["view"], Random(3))
    body = {"action": action, "turn": table["turn"]}
    assert vroni.post("/actions", body).status_code == 200
    assert refusal(lois.post("/actions", body)) == (409, "stale")


def test_a_future_turn_is_stale_too(server: Simulated) -> None:
    [vroni] = server.dealt("Vroni")
    table = to_act(vroni)
    action = legal_action(table["view"], Random(3))
    answer = vroni.post("/actions", {"action": action, "turn": table["turn"] + 1})
    assert refusal(answer) == (409, "stale")


def test_a_seat_must_wait_for_its_turn(server: Simulated) -> None:
    vroni, lois = server.dealt("Vroni", "Lois")
    people = {0: vroni, 1: lois}
    table = vroni.wait(lambda table: playing(table) and table["view"]["to_act"] in people)
    other = people[1 - table["view"]["to_act"]]
    answer = other.post("/actions", {"action": "weiter", "turn": table["turn"]})
    assert refusal(answer) == (409, "turn")


def test_before_the_first_deal_nobody_is_to_act(server: Simulated) -> None:
    vroni = server.open(bots=0)
    assert refusal(vroni.post("/actions", {"action": "weiter", "turn": 0})) == (409, "turn")


def test_a_bad_action_is_refused_with_the_same_code_as_in_a_record(server: Simulated) -> None:
    people = server.dealt("Vroni", "Lois", "Moidl", "Sepp")
    table = people[0].see()
    first = people[table["view"]["to_act"]]
    second = people[(table["view"]["to_act"] + 1) % 4]
    assert first.post("/actions", {"action": "dobbm", "turn": 0}).status_code == 200
    wrong = {"HX": "action", "Weiter": "action", "HS HS": "action", "gut": "phase", "HS": "phase"}
    for action, code in {**wrong, "dobbm": "illegal"}.items():
        answer = second.post("/actions", {"action": action, "turn": 1})
        assert refusal(answer) == (422, code), action
    table = play(people, lambda table: table["view"]["phase"] == "play")
    actor = people[table["view"]["to_act"]]
    held = actor.see()["view"]["hand"]
    strange = next(card for card in ("H9", "L9", "A9", "B9") if card not in held)
    answer = actor.post("/actions", {"action": strange, "turn": table["turn"]})
    assert refusal(answer) == (422, "held")


@pytest.mark.parametrize("action", [None, 7, ["HS"], {"HS": 1}, True, "H" * 41])
def test_an_action_must_be_a_string(idle_server: Simulated, action: Any) -> None:
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
def test_a_body_that_does_not_match_the_schema(idle_server: Simulated, body: Any) -> None:
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
def test_a_table_with_impossible_options(
    idle_server: Simulated, wanted: dict[str, Any], code: str
) -> None:
    assert refusal(idle_server.ask("POST", "/api/v1/tables", json=wanted)) == (422, code)


@pytest.mark.parametrize(("option", "least"), [("match", 1), ("unit", 1), ("max_doublings", 0)])
@pytest.mark.parametrize("value", [-1, 10**9 + 1, 10**300])
def test_a_refused_option_is_named_with_its_range(
    idle_server: Simulated, option: str, least: int, value: int
) -> None:
    answer = idle_server.ask("POST", "/api/v1/tables", json={"rules": {option: value}})
    assert refusal(answer) == (422, "rules")
    expected = f'"{option}" must be a whole number from {least} to {10**9}, not '
    assert answer.json()["error"]["message"].startswith(expected)


ROUTES = [
    ("GET", ""),
    ("GET", "/events"),
    ("GET", "/deals"),
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
    ("POST", "/texts"),
    ("GET", "/texts"),
    ("PUT", "/texts/allowed"),
    ("PUT", "/texts/declined"),
    ("PUT", "/portrait"),
    ("PUT", "/excused"),
    ("POST", "/remember"),
    ("PUT", "/plan"),
    ("PUT", "/forced"),
    ("PUT", "/muted"),
]


@pytest.mark.parametrize(
    "table", ["there-is-no-such-one", "x", "a.b", "%00", "V" * 41, "%F0%9F%8D%BA"]
)
def test_an_unknown_table(server: Simulated, table: str) -> None:
    for method, route in [*ROUTES, ("POST", "/seats")]:
        path = f"/api/v1/tables/{table}{route}"
        answer = server.ask(method, path, json={"name": "Lois"})
        assert refusal(answer) == (404, "unknown"), route


def test_a_wrong_token_opens_nothing(any_server: Tables) -> None:
    vroni, other = any_server.open(), any_server.open()
    for token in ("wrong", f"{vroni.token}x", other.token, "Grüße"):
        for method, route in ROUTES:
            header = {b"Authorization": f"Bearer {token}".encode()}
            answer = any_server.ask(method, f"{vroni.path}{route}", headers=header)
            assert refusal(answer) == (401, "token"), route
            assert answer.headers["www-authenticate"] == "Bearer"


def test_without_a_token_nothing_can_be_changed(server: Simulated) -> None:
    nobody = server.open().spectator()
    for method, route in ROUTES:
        if method != "GET":
            assert refusal(nobody.ask(method, route)) == (401, "token"), route


def test_a_body_that_is_too_large(idle_server: Simulated) -> None:
    vroni = idle_server.open(bots=0)
    answer = vroni.ask("POST", "/actions", content=b" " * 16_385)
    assert refusal(answer) == (413, "size")


def test_a_body_that_is_too_large_and_arrives_in_pieces(idle_server: Simulated) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(4):
            yield b"[" * 5_000

    vroni = idle_server.open(bots=0)
    answer = vroni.ask("POST", "/actions", content=pieces())
    assert refusal(answer) == (413, "size")


def test_the_next_deal_starts_when_all_people_are_ready(server: Simulated) -> None:
    vroni, lois = people = server.dealt("Vroni", "Lois")
    table = play(people, lambda table: table["stage"] == "between")
    assert table["view"]["result"]["payments"] == table["ledger"]
    answer = vroni.post("/next")
    assert (answer.status_code, answer.json()) == (200, {"turn": table["turn"]})
    assert vroni.post("/next").status_code == 200
    waiting = lois.see()
    assert (waiting["stage"], waiting["deal"]) == ("between", 1)
    assert [seat["wishes"] for seat in waiting["seats"]] == [["next"], [], [], []]
    assert lois.post("/next").status_code == 200
    table = vroni.wait(lambda table: table["deal"] == 2)
    assert playing(table)
    assert table["turn"] >= waiting["turn"]


def test_a_bot_takes_the_seat_of_a_person_who_leaves(server: Simulated) -> None:
    vroni, lois = server.dealt("Vroni", "Lois")
    assert lois.post("/leave").status_code == 200
    assert refusal(lois.ask("GET")) == (401, "token")
    assert refusal(lois.post("/leave")) == (401, "token")
    seats = vroni.see()["seats"]
    assert [seat["kind"] for seat in seats] == ["person", "bot", "bot", "bot"]
    play([vroni], lambda table: table["stage"] == "between")


def test_a_whole_session(any_server: Tables) -> None:
    """Play to the end of a Mußrunde; every deal can be verified, and the ledger is their sum."""
    people = vroni, lois = any_server.dealt("Vroni", "Lois", rules={"preset": "wikipedia"})
    assert vroni.post("/mussrunde").status_code == 200
    assert vroni.see()["mussrunde_left"] is None
    assert lois.post("/mussrunde").status_code == 200
    table = play(people, lambda table: table["stage"] == "over")
    assert table["mussrunde_left"] == 0
    assert sum(table["ledger"]) == 0
    paid = [0, 0, 0, 0]
    for number in range(1, table["deal"] + 1):
        record = vroni.spectator().ask("GET", f"/deals/{number}").json()
        assert verify(record).deal == number
        assert record["meta"]["names"] == ["Vroni", "Lois", None, None]
        payments = settle(from_record(record)).payments
        paid = [sum(pair) for pair in zip(paid, payments, strict=True)]
    assert paid == table["ledger"]
    assert refusal(vroni.ask("GET", f"/deals/{table['deal'] + 1}")) == (404, "unknown")
    assert refusal(vroni.post("/next")) == (422, "phase")
    assert vroni.post("/again").status_code == 200
    assert lois.post("/again").status_code == 200
    table = vroni.wait(lambda after: after["session"] == 2 and playing(after))
    assert table["ledger"] == [0, 0, 0, 0]
    assert table["deal"] == vroni.see()["deal"]


def test_five_at_a_table(server: Simulated) -> None:
    people = server.dealt("Vroni", "Lois", players=5)
    table = people[0].see()
    dealer = table["view"]["dealer"]
    assert table["view"]["players"] == 5
    hands = [len(guest.see()["view"]["hand"]) for guest in people]
    assert hands == [0 if guest.seat == dealer else 8 for guest in people]
    table = play(people, lambda table: table["deal"] == 2 and playing(table))
    assert len(table["ledger"]) == 5
    assert sum(table["ledger"]) == 0


def test_public_information_is_the_same_for_all_seats(server: Simulated) -> None:
    vroni, lois = people = server.dealt("Vroni", "Lois")
    play(people, lambda table: table["stage"] == "between")
    own = {"seat", "view", "own"}
    both = [vroni.see(), lois.see()]
    mine, theirs = [{key: table[key] for key in table if key not in own} for table in both]
    assert mine == theirs
    assert both[0]["view"]["record"] == both[1]["view"]["record"]


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/api/v2"), ("GET", "/nothing"), ("POST", "/api/v1"), ("GET", "/api/v1/tables/")],
)
def test_an_unknown_path(idle_server: Simulated, method: str, path: str) -> None:
    assert refusal(idle_server.ask(method, path)) == (404, "unknown")


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("DELETE", "/api/v1/tables", "GET, POST"),
        ("OPTIONS", "/api/v1/tables", "GET, POST"),
        ("PUT", "/readyz", "GET"),
        ("TRACE", "/healthz", "GET"),
    ],
)
def test_an_unsupported_method(
    idle_server: Simulated, method: str, path: str, allowed: str
) -> None:
    answer = idle_server.ask(method, path)
    assert refusal(answer) == (405, "method")
    assert answer.headers["allow"] == allowed


@pytest.mark.parametrize("path", ["/readyz", "/metrics", "/api/v1/tables", "/api/v1/talk"])
def test_head_is_get_without_a_body(idle_server: Simulated, path: str) -> None:
    answer = idle_server.ask("HEAD", path)
    assert (answer.status_code, answer.content) == (200, b"")


def test_a_stream_does_not_support_head(idle_server: Simulated) -> None:
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
    headers = {"Content-Type": "application/json"}
    answer = idle_server.ask("POST", "/api/v1/tables", content=body, headers=headers)
    status, code = refusal(answer)
    assert (status, code) in {(422, "request"), (422, "rules")}


JSON = {"Content-Type": "application/json"}


@pytest.mark.parametrize(
    ("body", "headers", "says"),
    [
        (b'{"bots": 3}', {}, "so: Content-Type: application/json, not 'nothing'"),
        (b"bots=3", {"Content-Type": "text/plain"}, "application/json, not 'text/plain'"),
        (b'{"name": "L\xf6is"}', JSON, "not text in UTF-8, from byte 12"),
        (b"\x1f\x8b\x08\x00", JSON | {"Content-Encoding": "gzip"}, "must not be compressed"),
        (b'{"delay": %s}' % (b"9" * 5_000), JSON, "a number of too many digits"),
        (b"[" * 2_000 + b"]" * 2_000, JSON, "nested too deeply"),
        (b"{", JSON, "the request body is not JSON"),
    ],
)
def test_a_body_that_cannot_be_read_is_refused_with_its_cause(
    idle_server: Simulated, body: bytes, headers: dict[str, str], says: str
) -> None:
    answer = idle_server.ask("POST", "/api/v1/tables", content=body, headers=headers)
    assert refusal(answer) == (422, "request")
    assert says in answer.json()["error"]["message"]


def test_a_request_without_a_body_is_told_to_send_one(server: Simulated) -> None:
    [vroni] = server.seated("Vroni", bots=3)
    answer = vroni.ask("POST", "/talk")
    assert refusal(answer) == (422, "request")
    assert answer.json()["error"]["message"].startswith("the request has no body")


def test_a_field_too_many_is_no_action(server: Simulated) -> None:
    [vroni] = server.seated("Vroni", bots=3)
    answer = vroni.post("/take-back", {"action": None, "turn": 1})
    assert refusal(answer) == (422, "request")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Vroni", "Vroni"),
        ("  vom   Hof ", "vom Hof"),
        ("\u202eLois\u2066", "Lois"),
        ("Lo\x00i\x1bs\r\n", "Lois"),
        ("<b>Lois</b>", "<b>Lois</b>"),
        ("ヴローニ 🍺", "ヴローニ 🍺"),
    ],
)
def test_names_are_one_line_without_control_characters(
    idle_server: Simulated, name: str, shown: str
) -> None:
    vroni = idle_server.open(name, bots=0)
    assert vroni.see()["seats"][0]["name"] == shown


FAMILY = "👨\u200d👩\u200d👧\u200d👦"


@pytest.mark.parametrize(
    ("letter", "count"),
    [("V", 30), ("😀", 30), ("a\u0308", 15), ("🇦🇹", 15), ("👩🏽\u200d🌾", 7), (FAMILY, 4)],
)
def test_a_name_has_as_many_letters_as_make_thirty_characters_of_unicode(
    idle_server: Simulated, letter: str, count: int
) -> None:
    """The page offers room for just as many: what people see as one letter is never cut."""
    vroni = idle_server.open(letter * count, bots=0)
    assert vroni.see()["seats"][0]["name"] == letter * count
    longer = idle_server.ask("POST", "/api/v1/tables", json={"name": letter * (count + 1)})
    assert refusal(longer) == (422, "request")
    assert longer.json()["error"]["message"].startswith("name: ")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("\u3164", "visible"),
        ("\u200b\ufeff", "visible"),
        ("\u202e", "visible"),
        ("\u2800\u2800", "visible"),
        ("V" + "\u0301" * 29, "accent"),
        ("\ufdfd", "larger"),
    ],
)
def test_a_name_that_nobody_can_read_is_refused_with_a_reason(
    idle_server: Simulated, name: str, reason: str
) -> None:
    vroni = idle_server.open(bots=0)
    for path in ("/api/v1/tables", f"{vroni.path}/seats"):
        answer = idle_server.ask("POST", path, json={"name": name})
        assert refusal(answer) == (422, "request")
        message = answer.json()["error"]["message"]
        assert message.startswith("name: ")
        assert reason in message


def test_tokens_are_random_and_no_two_are_alike(serve: Callable[..., Simulated]) -> None:
    guests = serve(entropy=SystemEntropy()).seated("Vroni", "Lois", "Moidl", bots=1)
    tokens = {guest.token for guest in guests}
    assert len(tokens) == 3
    assert all(token and re.fullmatch("[A-Za-z0-9_-]{43}", token) for token in tokens)
