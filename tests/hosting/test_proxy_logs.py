"""The examples for proxies log no more than the page on privacy promises."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from programs import program

HOSTING = Path(__file__).parents[2] / "hosting"
HARMLESS = {"time_iso8601", "request_method", "status", "body_bytes_sent", "request_time"}
"""Variables that nginx may log: no address, and no path, which names tables and spectators."""


def test_nginx_logs_nothing_about_people() -> None:
    example = (HOSTING / "nginx.conf").read_text()
    [(name, form)] = re.findall(r"^log_format (\w+) '([^']*)';$", example, re.MULTILINE)
    assert {*re.findall(r"\$(\w+)", form)} == HARMLESS
    servers = example.split("\nserver {")[1:]
    assert len(servers) == 2
    for server in servers:
        [used] = re.findall(r"^    access_log \S+ (\w+);$", server, re.MULTILINE)
        assert used == name
        # Less severe messages have the client's address and the path of the request.
        assert re.findall(r"^    error_log \S+ (\w+);$", server, re.MULTILINE) == ["emerg"]


def test_caddy_logs_errors_without_their_requests() -> None:
    example = (HOSTING / "Caddyfile").read_text()
    fields = re.search(r"format filter \{.*?fields \{\s*(.*?)\s*\}", example, re.DOTALL)
    assert fields
    assert fields[1] == "request delete"
    site = example[example.index("{$DOBBM_DOMAIN") :]
    assert not re.search(r"^\s*log\b", site, re.MULTILINE)


@pytest.mark.long
def test_caddy_reads_this_as_we_do() -> None:
    command = [program("caddy"), "adapt", "--config", str(HOSTING / "Caddyfile")]
    read = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    [log] = read["logging"]["logs"].values()
    assert log["encoder"]["fields"] == {"request": {"filter": "delete"}}
    assert not any("logs" in server for server in read["apps"]["http"]["servers"].values())
