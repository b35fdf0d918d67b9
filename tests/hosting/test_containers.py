"""The files for containers, as far as they can be checked without a container engine."""

from __future__ import annotations

import re
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from dobbm.cli.serve import configure

ROOT = Path(__file__).parents[2]
HOSTING = ROOT / "hosting"
VARIABLE = re.compile(r"\$\{(\w+)(?::[?-][^}]*)?\}")
VALUES = {"DOBBM_DOMAIN": "dobbm.example", "DATABASE_PASSWORD": "tests"}


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    text = (HOSTING / "compose.yaml").read_text()
    text = VARIABLE.sub(lambda found: VALUES.get(found[1], ""), text)
    loaded: dict[str, Any] = yaml.safe_load(text)
    return loaded


def instructions() -> list[tuple[str, str]]:
    """The instructions of the Containerfile and their arguments."""
    text = (HOSTING / "Containerfile").read_text().replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(name, arguments.strip()) for name, _, arguments in (x.partition(" ") for x in lines)]


def test_the_image_is_made_by_the_script_of_servers() -> None:
    runs = [arguments for name, arguments in instructions() if name == "RUN"]
    assert len(runs) == 1
    assert " /srv/dobbm/hosting/install.sh " in runs[0]


def test_the_image_contains_no_secret_and_does_not_run_as_root() -> None:
    assert any(
        "rm -r /etc/dobbm " in arguments for name, arguments in instructions() if name == "RUN"
    )
    assert ("USER", "dobbm") in instructions()


def test_everything_the_services_refer_to_is_defined(compose: dict[str, Any]) -> None:
    for service in compose["services"].values():
        assert set(service["networks"]) <= set(compose["networks"])
        assert set(service.get("depends_on", ())) <= set(compose["services"])
        for volume in service["volumes"]:
            source = volume.split(":")[0]
            assert (HOSTING / source).exists() if "/" in source else source in compose["volumes"]
    build = compose["services"]["server"]["build"]
    assert (HOSTING / build["context"] / build["dockerfile"]).samefile(HOSTING / "Containerfile")


def test_the_command_is_one_that_the_server_understands(compose: dict[str, Any]) -> None:
    words = compose["services"]["server"]["command"].split()
    parser = ArgumentParser()
    configure(parser)
    assert words[0] == "serve"
    options = parser.parse_args(words[1:])
    assert options.public_url == "https://dobbm.example"
    subnet = compose["networks"]["front"]["ipam"]["config"][0]["subnet"]
    assert subnet in options.trusted_proxies


def test_no_password_is_in_a_command(compose: dict[str, Any]) -> None:
    for service in compose["services"].values():
        assert VALUES["DATABASE_PASSWORD"] not in str(service.get("command"))


def test_only_the_proxy_can_be_reached_from_outside(compose: dict[str, Any]) -> None:
    assert [name for name, one in compose["services"].items() if "ports" in one] == ["caddy"]
    assert compose["networks"]["back"]["internal"] is True
    assert compose["services"]["database"]["networks"] == ["back"]


def test_caddy_finds_the_server_by_its_name(compose: dict[str, Any]) -> None:
    used = set(re.findall(r"\{\$(\w+):", (HOSTING / "Caddyfile").read_text()))
    environment = compose["services"]["caddy"]["environment"]
    assert set(environment) == used
    server, _, port = environment["DOBBM_SERVER"].partition(":")
    assert f"--port {port} " in compose["services"][server]["command"]
