"""The OpenAPI document correctly describes every table shown and every refusal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import BytesIO
from typing import Any

import jsonschema_rs
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, settings
from requests.adapters import HTTPAdapter
from schemathesis.checks import (
    content_type_conformance,
    negative_data_rejection,
    not_a_server_error,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)
from schemathesis.config import SchemathesisConfig
from urllib3 import HTTPResponse

from dobbm.server.app import make_app
from dobbm.server.config import Limits, Settings
from dobbm.table.deadlines import BLIP
from dobbm.table.events import KINDS
from dobbm.table.house_rules import BY_POST
from server.friends import found
from server.serving import Guest, play
from server.simulated import Simulated
from server.test_table_routes import declarer, last_card
from server.test_tournament_routes import Thursday
from tiers import sample_size

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
    unsupported_method,
]

DOCUMENT = make_app(Settings("sqlite:///unused", "unused")).openapi()

METHODS = [
    (path, method, operation)
    for path, methods in DOCUMENT["paths"].items()
    for method, operation in methods.items()
]


class SimulatedAdapter(HTTPAdapter):
    """Lets ``requests`` call a server in this process."""

    def __init__(self, server: Simulated) -> None:
        super().__init__()
        self._server = server

    def send(self, request: requests.PreparedRequest, *_: Any, **__: Any) -> requests.Response:
        assert request.method
        headers = {name: _as_bytes(value) for name, value in request.headers.items()}
        answer = self._server.ask(
            request.method, request.path_url, content=request.body, headers=headers
        )
        raw = HTTPResponse(
            BytesIO(answer.content), answer.headers, answer.status_code, preload_content=False
        )
        return self.build_response(request, raw)


def _as_bytes(value: str | bytes) -> bytes:
    return value.encode("latin-1") if isinstance(value, str) else value


@pytest.fixture(scope="module")
def patient_server() -> Iterator[Simulated]:
    """A server with a very high request limit."""
    server = Simulated(limits=Limits(requests=100_000))
    yield server
    server.close()


@pytest.fixture(scope="module")
def session(patient_server: Simulated) -> requests.Session:
    """The session through which schemathesis calls the server."""
    session = requests.Session()
    session.mount(patient_server.address, SimulatedAdapter(patient_server))
    return session


@pytest.fixture
def guest(patient_server: Simulated) -> Guest:
    return patient_server.dealt("Vroni", "Lois")[0]


def validator(name: str) -> Any:
    """Return a validator of answers for a schema of the document."""
    schema = {"$ref": f"#/components/schemas/{name}", "components": DOCUMENT["components"]}
    return jsonschema_rs.validator_for(schema)


def test_the_document_is_served_at_the_usual_paths(idle_server: Simulated) -> None:
    for path in ("/openapi.json", "/api/v1/openapi.json"):
        assert idle_server.ask("GET", path).json() == DOCUMENT


def test_the_document_is_openapi_with_valid_schemas() -> None:
    assert DOCUMENT["openapi"].startswith("3.1")
    for schema in DOCUMENT["components"]["schemas"].values():
        jsonschema_rs.meta.validate(schema)
    names = [operation["operationId"] for _, _, operation in METHODS]
    assert len({*names}) == len(names)


@pytest.mark.parametrize(("path", "method", "told"), METHODS)
def test_every_request_has_a_description(path: str, method: str, told: Any) -> None:
    assert told["description"].startswith(told["summary"])
    for status, answer in told["responses"].items():
        assert answer["description"]
        refused = int(status) >= 400
        forms = [content["schema"] for content in answer.get("content", {}).values()]
        assert ({"$ref": "#/components/schemas/Problem"} in forms) == refused
    open_to_all = (
        ("post", "/api/v1/tables"),
        ("post", "/api/v1/tables/{table}/seats"),
        ("post", "/api/v1/practice"),
        ("post", "/api/v1/judgement"),
        ("post", "/api/v1/records"),
        ("post", "/api/v1/records/analysis"),
        ("post", "/api/v1/records/view"),
        ("post", "/api/v1/tables/{table}/here"),
        ("put", "/api/v1/tables/{table}/handover"),
        ("post", "/api/v1/clubs"),
        ("post", "/api/v1/clubs/import"),
        ("post", "/api/v1/clubs/{club}/requests"),
        ("post", "/api/v1/clubs/{club}/guests"),
    )
    private = ("/link", "/push", "/book", "/book.csv", "/records", "/tournament", "/export")
    personal = path.endswith(("/hint", "/about", "/evenings/{number}/deals", *private))
    spectators = (method == "get" and not personal) or (method, path) in open_to_all
    assert ({} in told.get("security", [{}])) == spectators


def at_a_tournament(server: Simulated) -> list[Guest]:
    """Return two people at a table with shared decks."""
    thursday = Thursday(server, people=2)
    [table] = thursday.draw()
    return thursday.sit_down(table)


@pytest.mark.parametrize("name", sorted(DOCUMENT["components"]["schemas"]))
def test_every_schema_has_a_description(name: str) -> None:
    schema = DOCUMENT["components"]["schemas"][name]
    assert schema["description"] or schema["enum"]
    assert schema.get("additionalProperties") is False or name == "ValidationError"


def test_every_table_shown_matches_its_schema(serve: Callable[..., Simulated]) -> None:
    """For every seat and a spectator, at every event, of every kind."""
    evenings = [
        evening_of_four(serve()),
        evening_of_two(serve()),
        claimed(serve(seed=8)),
        gathering(serve()),
        without_host(serve()),
    ]
    seen = set()
    guests = [guest for people in evenings for guest in (*people, people[0].spectator())]
    for guest in (*guests, *at_a_tournament(serve()), *by_post(serve())):
        for table in [guest.see(), *[message.table for message in guest.history()]]:
            validator("Table").validate(table)
            seen.add(table["change"]["kind"])
    assert seen == {*KINDS}
    for text in evenings[0][2].ask("GET", "/texts").json():
        validator("WrittenText").validate(text)
    validator("Record").validate(evenings[0][0].ask("GET", "/deals/1").json())
    for guest in evenings[0]:
        validator("View").validate(guest.ask("GET", "/deals/1/view").json())


def evening_of_four(server: Simulated) -> list[Guest]:
    """Play to the end of a session, with talk, plans, questions and a clock that is set."""
    people = server.dealt("Vroni", "Lois", "Moidl", "Sepp", rules={"match": 12})
    vroni = people[0]
    vroni.put("/forced", {"on": True})
    vroni.put("/muted", {"seats": [1]})
    vroni.post("/talk", {"phrase": "hello"})
    vroni.post("/texts", {"text": "Griaß enk!"})
    vroni.put("/texts/allowed", {"allowed": False})
    people[2].put("/texts/declined", {"declined": True})
    people[2].put("/portrait", {"portrait": "cap"})
    first = people[vroni.see()["view"]["to_act"]]
    last = people[(first.seat or 0) - 1]
    last.put("/plan", {"action": "weiter"})
    first.post("/actions", {"action": "dobbm", "turn": 0})
    first.post("/take-back")
    for guest in people:
        guest.post("/answer", {"agrees": True})
    first.post("/actions", {"action": "dobbm", "turn": vroni.see()["turn"]})
    first.post("/take-back")
    last.post("/answer", {"agrees": False})
    server.clock.set(3600.0)
    play(people, lambda table: table["stage"] == "between")
    vroni.post("/delay")
    for guest in people:
        guest.post("/end")
    return people


def test_every_schema_has_a_name_of_its_own() -> None:
    """FastAPI gives two with one name a suffix, and generators of clients leave one out."""
    assert all(name.isalpha() for name in DOCUMENT["components"]["schemas"])


def evening_of_two(server: Simulated) -> list[Guest]:
    """Bots take the free seats; a person is cut off twice, for long the second time, and leaves."""
    vroni, lois = server.seated("Vroni", "Lois")
    vroni.post("/bots")
    with vroni.events():
        table = vroni.wait(lambda table: table["view"] and table["view"]["to_act"] in (0, 1))
        if table["view"]["to_act"] == 0:
            vroni.act(table)
        server.pass_time(BLIP)
        lois.see()
        vroni.wait(lambda table: table["seats"][1]["stood_in"])
    lois.see()
    lois.post("/leave")
    return [vroni]


def gathering(server: Simulated) -> list[Guest]:
    """The host arranges the table."""
    vroni, lois = server.seated("Vroni", "Lois", bots=1, ready_check=True)
    vroni.put("/rules", {"bank": 60})
    vroni.post("/swap", {"seats": [1, 2]})
    vroni.post("/ready")
    vroni.ask("DELETE", "/seats/3")
    return [vroni, lois]


def without_host(server: Simulated) -> list[Guest]:
    """The host goes away during a deal; after it, one of the others wants a bot in the seat."""
    _, lois, moidl = server.seated("Vroni", "Lois", "Moidl", bots=1)
    with lois.events(), moidl.events():
        play([lois, moidl], lambda table: table["stage"] == "between")
        assert lois.ask("DELETE", "/seats/0").is_success
        assert lois.see()["seats"][0]["released_by"] == [1]
    return [lois, moidl]


def by_post(server: Simulated) -> list[Guest]:
    """Somebody is away for a day."""
    vroni = found(server).open(free=BY_POST)
    assert vroni.put("/excused", {"until": server.clock_now() + 86_400}).is_success
    return [vroni]


def claimed(server: Simulated) -> list[Guest]:
    """Play a deal that ends with a claim."""
    vroni = declarer(server)
    last_card(vroni)
    assert vroni.post("/claim").status_code == 200
    return [vroni]


COVERING = {"enabled": bool(sample_size(0, long=1))}
"""The phase that tries every limit of every schema; to list its requests takes seconds."""
CONFIG = SchemathesisConfig.from_dict({"phases": {"coverage": COVERING}})
described = schemathesis.openapi.from_dict(DOCUMENT, config=CONFIG).exclude(path_regex="/events$")


@described.parametrize()
@settings(
    max_examples=sample_size(5, long=1000),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_every_response_matches_the_document(
    case: Any, guest: Guest, session: requests.Session
) -> None:
    """Event streams never end; ``test_streams`` requests them."""
    if case.path_parameters:
        case.path_parameters["table"] = guest.table
    case.call_and_validate(
        base_url=guest.server.address, session=session, headers=guest.headers, checks=CHECKS
    )
