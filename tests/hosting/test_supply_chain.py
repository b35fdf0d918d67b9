"""Pinned versions, hashes, checksums and licences of everything a server is installed from."""

from __future__ import annotations

import json
import re
import tomllib
from hashlib import sha256
from importlib.metadata import metadata, requires
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import jsonschema_rs
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from scripts import sbom
from scripts.requirements import BUILD, SERVER

ROOT = Path(__file__).parents[2]
OURS = {"README.md", "SHA256SUMS"}
"""Our own files beside the vendored ones; types (``.d.ts``) are ours, too."""


def pinned(path: Path) -> dict[str, str]:
    return dict(sbom.PINNED.findall(path.read_text()))


def checksums() -> dict[str, str]:
    lines = [line.split("  ") for line in sbom.CHECKSUMS.read_text().splitlines()]
    return {name: checksum for checksum, name in lines}


def needed(name: str, extras: frozenset[str] = frozenset()) -> set[tuple[str, frozenset[str]]]:
    """Return the packages that an installed package requires here, with their extras."""
    requirements = [Requirement(line) for line in requires(name) or ()]
    return {
        (canonicalize_name(one.name), frozenset(one.extras))
        for one in requirements
        if not one.marker or any(one.marker.evaluate({"extra": e}) for e in ("", *extras))
    }


def closure(name: str, *extras: str) -> set[str]:
    """Return the names of all packages that are installed with one."""
    waiting, found = {(name, frozenset(extras))}, set[tuple[str, frozenset[str]]]()
    while waiting:
        found |= waiting
        waiting = {one for known in waiting for one in needed(*known)} - found
    return {one for one, _ in found} - {"dobbm"}


@pytest.fixture(scope="module")
def bill() -> dict[str, Any]:
    text: dict[str, Any] = json.loads(sbom.bill())
    return text


@pytest.mark.parametrize("path", [SERVER, BUILD], ids=lambda path: path.name)
def test_every_version_is_that_of_the_constraints(path: Path) -> None:
    constraints = {
        canonicalize_name(name): version
        for name, version in pinned(ROOT / "constraints.txt").items()
    }
    assert {name: constraints.get(canonicalize_name(name)) for name in pinned(path)} == pinned(path)


@pytest.mark.parametrize("path", [SERVER, BUILD], ids=lambda path: path.name)
def test_every_version_has_hashes_and_no_line_names_a_registry(path: Path) -> None:
    text = path.read_text()
    assert "://" not in text
    assert not re.search(r"^-", text, re.MULTILINE)
    for block in re.split(r"\n(?=\w)", text)[1:]:
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", block), block


def test_the_requirements_of_the_server_are_complete() -> None:
    assert closure("dobbm", "server") - set(pinned(SERVER)) == set()


def test_the_requirements_of_the_build_are_complete() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    tools = {Requirement(line).name for line in project["build-system"]["requires"]}
    everything = {name for tool in tools for name in closure(tool)} | tools
    assert everything - set(pinned(BUILD)) == set()


def test_vendored_files_are_as_published() -> None:
    found = {
        path.relative_to(sbom.VENDOR).as_posix(): sha256(path.read_bytes()).hexdigest()
        for path in sbom.VENDOR.rglob("*")
        if path.is_file() and path.name not in OURS and not path.name.endswith(".d.ts")
    }
    assert found == checksums()


def test_the_bill_of_materials_follows_its_schema(bill: dict[str, Any]) -> None:
    folder = files("cyclonedx.schema") / "_res"
    names = [f"{one}.SNAPSHOT.schema.json" for one in ("bom-1.6", "spdx", "jsf-0.82")]
    names.append("cryptography-defs.SNAPSHOT.schema.json")
    schemas = [json.loads((folder / name).read_text()) for name in names]
    resources = [
        (urljoin(schemas[0]["$id"], name), schema)
        for name, schema in zip(names, schemas, strict=True)
    ]
    registry = jsonschema_rs.Registry(resources, draft=jsonschema_rs.Draft7)
    jsonschema_rs.Draft7Validator(schemas[0], registry=registry).validate(bill)


def test_the_bill_of_materials_is_complete(bill: dict[str, Any]) -> None:
    components = {one["name"]: one for one in bill["components"]}
    assert set(components) == set(pinned(SERVER)) | {"lit-html", "uqr"}
    assert closure("dobbm", "server") <= set(components)
    for name, version in pinned(SERVER).items():
        assert components[name]["purl"] == f"pkg:pypi/{name}@{version}"
        assert components[name]["licenses"][0]["expression"]
    vendored = {
        file["name"]: file["hashes"][0]["content"]
        for library in ("lit-html", "uqr")
        for file in components[library]["components"]
    }
    assert vendored == checksums()


def test_every_component_is_needed_by_another(bill: dict[str, Any]) -> None:
    depended = {ref for one in bill["dependencies"] for ref in one.get("dependsOn", ())}
    assert {one["bom-ref"] for one in bill["components"]} == depended


def test_the_licences_are_those_of_the_bill() -> None:
    assert sbom.LICENCES.read_text() == sbom.licences()


def test_licences_are_given_by_hand_only_where_the_metadata_have_none() -> None:
    for name in sbom.FROM_THEIR_TEXTS:
        assert "License-Expression" not in metadata(name)
