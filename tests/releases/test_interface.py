"""Clients written for an earlier release work with this version's HTTP interface."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from releases.contract import Comparison
from releases.frozen import RELEASES, interface

Change = Callable[[dict[str, Any]], object]


@pytest.mark.parametrize("release", RELEASES, ids=lambda release: release.name)
def test_nothing_of_the_interface_is_lost(release: Path) -> None:
    old = json.loads((release / "openapi.json").read_text(encoding="utf-8"))
    assert [*Comparison(old, interface()).losses()] == []


@cache
def table() -> dict[str, Any]:
    """A small interface: seats are taken at a table, with a wish that refers to itself."""
    wish = {"anyOf": [{"$ref": "#/components/schemas/Wish"}, {"type": "null"}]}
    fields = {"name": {"type": "string", "maxLength": 30}, "bot": {"enum": ["simple", "pimc"]}}
    sitting = {"type": "object", "required": ["name"], "properties": fields | {"wish": wish}}
    seat = {"type": "object", "required": ["seat"], "properties": {"seat": {"type": "integer"}}}
    operation = {
        "parameters": [{"in": "query", "name": "from", "schema": {"type": "integer"}}],
        "requestBody": {"required": True, "content": {"json": {"schema": sitting}}},
        "responses": {"201": {"content": {"json": {"schema": seat}}}, "409": {}},
    }
    schemas = {"Wish": {"type": "object", "properties": {"then": wish}}}
    return {"paths": {"/seats": {"post": operation}}, "components": {"schemas": schemas}}


def losses(change: Change) -> list[str]:
    """The losses of the table's clients by a change of its interface."""
    changed = deepcopy(table())
    change(changed)
    return [*Comparison(table(), changed).losses()]


def post(document: dict[str, Any]) -> Any:
    return document["paths"]["/seats"]["post"]


def sitting(document: dict[str, Any]) -> Any:
    return post(document)["requestBody"]["content"]["json"]["schema"]


def seat(document: dict[str, Any]) -> Any:
    return post(document)["responses"]["201"]["content"]["json"]["schema"]


@pytest.mark.parametrize(
    ("change", "loss"),
    [
        (lambda it: it["paths"].clear(), "POST /seats is gone"),
        (lambda it: post(it)["parameters"].clear(), "POST /seats, parameter from is gone"),
        (
            lambda it: post(it)["parameters"][0].update(required=True),
            "POST /seats requires the parameter from",
        ),
        (lambda it: post(it)["responses"].pop("409"), "POST /seats: 409 is gone"),
        (lambda it: sitting(it)["properties"].pop("bot"), "POST /seats, request: bot is gone"),
        (lambda it: sitting(it)["required"].append("bot"), "POST /seats, request requires bot"),
        (
            lambda it: sitting(it)["properties"]["name"].update(maxLength=20),
            "POST /seats, request, name has maxLength 20, not 30",
        ),
        (
            lambda it: sitting(it)["properties"]["bot"].update(enum=["pimc"]),
            "POST /seats, request, bot no longer accepts simple",
        ),
        (
            lambda it: it["components"]["schemas"]["Wish"]["properties"].clear(),
            "POST /seats, request, wish: then is gone",
        ),
        (lambda it: seat(it)["properties"].pop("seat"), "POST /seats, 201: seat is gone"),
        (lambda it: seat(it).pop("required"), "POST /seats, 201: seat may be missing"),
        (
            lambda it: seat(it)["properties"]["seat"].update(type="string"),
            "POST /seats, 201, seat is of the type string, not integer",
        ),
    ],
)
def test_what_clients_lose_is_named(change: Change, loss: str) -> None:
    assert losses(change) == [loss]


@pytest.mark.parametrize(
    "change",
    [
        lambda it: it["paths"].update({"/texts": {"get": {}}}),
        lambda it: post(it)["parameters"].append({"in": "query", "name": "to", "schema": {}}),
        lambda it: post(it)["responses"].update({"429": {}}),
        lambda it: sitting(it)["properties"].update(portrait={"type": "string"}),
        lambda it: sitting(it)["properties"]["bot"]["enum"].append("network"),
        lambda it: sitting(it).pop("required"),
        lambda it: sitting(it)["properties"]["name"].update(maxLength=40),
        lambda it: seat(it)["properties"].update(token={"type": "string"}),
        lambda it: seat(it)["required"].append("token"),
    ],
)
def test_additions_break_nobody(change: Change) -> None:
    assert losses(change) == []
