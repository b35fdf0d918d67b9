"""The document that bot authors read tells the truth: of every table shown, of every refusal."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import (
    content_type_conformance,
    negative_data_rejection,
    not_a_server_error,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from dobbm.table.events import KINDS
from dobbm.web.app import make_app
from dobbm.web.settings import Settings
from web.serving import Guest, Server, play

LONG = "DOBBM_LONG" in os.environ

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
    (path, method, told) for path, way in DOCUMENT["paths"].items() for method, told in way.items()
]


@pytest.fixture(scope="module")
def patient_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that may be asked as often as one likes."""
    folder = tmp_path_factory.mktemp("serving")
    options = ["--bot-seconds", "0", "--limit-requests", "100000"]
    with Server(f"sqlite:///{folder}/tables.sqlite", folder / "log", *options) as server:
        yield server


@pytest.fixture
def guest(patient_server: Server) -> Guest:
    return patient_server.dealt("Vroni", "Lois")[0]


def validator(name: str) -> Any:
    """What holds an answer against the document."""
    schema = {"$ref": f"#/components/schemas/{name}", "components": DOCUMENT["components"]}
    return jsonschema_rs.validator_for(schema)


def test_it_is_served_where_one_looks_for_it(sqlite_server: Server) -> None:
    for path in ("/openapi.json", "/api/v1/openapi.json"):
        assert sqlite_server.ask("GET", path).json() == DOCUMENT


def test_it_is_a_document_of_openapi_with_lawful_schemas() -> None:
    assert DOCUMENT["openapi"].startswith("3.1")
    for schema in DOCUMENT["components"]["schemas"].values():
        jsonschema_rs.meta.validate(schema)
    names = [told["operationId"] for _, _, told in METHODS]
    assert len({*names}) == len(names)


@pytest.mark.parametrize(("path", "method", "told"), METHODS)
def test_every_request_is_described_in_words(path: str, method: str, told: Any) -> None:
    assert told["description"]
    for status, answer in told["responses"].items():
        assert answer["description"]
        refused = int(status) >= 400
        forms = [content["schema"] for content in answer.get("content", {}).values()]
        assert ({"$ref": "#/components/schemas/Problem"} in forms) == refused
    open_to_all = ("/api/v1/tables", "/api/v1/tables/{table}/seats", "/api/v1/practice")
    spectators = (method == "get" and not path.endswith("/hint")) or path in open_to_all
    assert ({} in told.get("security", [{}])) == spectators


@pytest.mark.parametrize("name", sorted(DOCUMENT["components"]["schemas"]))
def test_every_answer_is_described_in_words(name: str) -> None:
    schema = DOCUMENT["components"]["schemas"][name]
    assert schema["description"] or schema["enum"]
    assert schema.get("additionalProperties") is False or name == "ValidationError"


def test_whatever_is_shown_is_as_described(patient_server: Server) -> None:
    """To every seat and to a spectator, from the first event to the end of a session."""
    people = patient_server.dealt("Vroni", "Lois", "Moidl", "Sepp", rules={"match": 12})
    vroni = people[0]
    vroni.put("/forced", {"on": True})
    vroni.put("/muted", {"seats": [1]})
    vroni.post("/talk", {"phrase": "hello"})
    first = people[vroni.see()["view"]["to_act"]]
    last = people[(first.seat or 0) - 1]
    last.put("/plan", {"action": "weiter"})
    first.post("/actions", {"action": "dobbm", "turn": 0})
    first.post("/take-back")
    for guest in people:
        guest.post("/answer", {"agrees": True})
        guest.post("/end")
    play(people, lambda story: story["stage"] == "over")
    table = validator("Table")
    seen = set()
    for guest in (*people, vroni.spectator()):
        table.validate(guest.see())
        for told in guest.history():
            table.validate(told.story)
            seen.add(told.story["change"]["kind"])
    rare = {"filled", "left", "stood_in", "came_back", "refused", "claimed"}
    assert {*KINDS} - seen <= rare
    validator("Record").validate(vroni.ask("GET", "/deals/1").json())
    for guest in (*people, vroni.spectator()):
        validator("View").validate(guest.ask("GET", "/deals/1/view").json())


described = schemathesis.openapi.from_dict(DOCUMENT).exclude(path_regex="/events$")


@described.parametrize()
@settings(
    max_examples=1000 if LONG else 8,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_whatever_is_asked_is_answered_as_described(case: Any, guest: Guest) -> None:
    """Event streams never end, and are asked for in ``test_streams``."""
    if case.path_parameters:
        case.path_parameters["table"] = guest.table
    url = guest.server.address
    case.call_and_validate(base_url=url, headers=guest.headers, checks=CHECKS)
