"""Ordinary clients: generated from the OpenAPI document, or made for event streams.

They are installed by pip and npm into temporary folders.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from dobbm.server.app import make_app
from dobbm.server.config import Settings
from server.serving import Guest, Server, play

pytestmark = pytest.mark.long

CLIENTS = Path(__file__).parent / "clients"
PYTHON_PACKAGES = ("openapi-python-client==0.29.0", "httpx-sse==0.4.3")
NODE_PACKAGES = (
    "@hey-api/openapi-ts@0.95.0",
    "openapi-typescript@7.13.0",
    "eventsource@4.1.1",
    "typescript@5.9.3",
    "@types/node@20",
)
COMPILER_OPTIONS = {
    "strict": True,
    "noUncheckedIndexedAccess": True,
    "module": "commonjs",
    "moduleResolution": "node10",
    "target": "es2022",
    "lib": ["es2022", "dom", "dom.iterable"],
    "outDir": "out",
    "types": ["node"],
}
SECONDS = 300
"""Seconds after which a command has failed."""


def run(folder: Path, *command: str | Path) -> subprocess.CompletedProcess[str]:
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"  # the generator runs ruff
    return subprocess.run(
        [*map(str, command)],
        cwd=folder,
        env=os.environ | {"PATH": path},
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )


def output(folder: Path, *command: str | Path) -> str:
    """Return the output of a command that must succeed without a warning."""
    done = run(folder, *command)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "warning" not in (done.stdout + done.stderr).lower(), done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("server")
    database = f"sqlite:///{folder}/tables.sqlite"
    with Server(database, folder / "log", "--bot-seconds", "0.02") as server:
        yield server


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The OpenAPI document as a file."""
    path = tmp_path_factory.mktemp("document") / "openapi.json"
    path.write_text(json.dumps(make_app(Settings("unused", "unused")).openapi()))
    return path


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a virtual environment in which the Python clients are installed."""
    folder = tmp_path_factory.mktemp("python")
    run(folder, sys.executable, "-m", "venv", "venv")
    installed = run(folder, "venv/bin/python", "-m", "pip", "install", *PYTHON_PACKAGES)
    if installed.returncode:
        pytest.skip(f"pip cannot install the clients: {installed.stderr[-200:]}")
    return folder


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the clients for Node are installed."""
    if not shutil.which("npm"):
        pytest.skip("npm is not installed")
    folder = tmp_path_factory.mktemp("node")
    (folder / "package.json").write_text('{"private": true}')
    installed = run(folder, "npm", "install", "--no-audit", "--no-fund", *NODE_PACKAGES)
    if installed.returncode:
        pytest.skip(f"npm cannot install the clients: {installed.stderr[-200:]}")
    return folder


@pytest.fixture(scope="module")
def vroni(server: Server) -> Guest:
    """A person at a table where a deal has been played."""
    vroni = server.dealt("Vroni")[0]
    play([vroni], lambda table: table["stage"] == "between")
    return vroni


def events(guest: Guest) -> list[tuple[int, str]]:
    """Return the number and kind of every event of a table whose deal is over."""
    return [(one.number, one.table["change"]["kind"]) for one in guest.history()]


def followed(printed: str) -> list[tuple[int, str]]:
    lines = [line.split() for line in printed.splitlines()]
    return [(int(number), kind) for number, kind, *_ in lines]


def test_a_generated_python_client_plays_a_deal(
    server: Server, document: Path, python: Path
) -> None:
    generator = python / "venv/bin/openapi-python-client"
    output(python, generator, "generate", "--path", document, "--fail-on-warning")
    shutil.copy(CLIENTS / "play.py", python / "dobbm-client")
    ledger = output(python / "dobbm-client", python / "venv/bin/python", "play.py", server.address)
    assert sum(json.loads(ledger)) == 0


def test_a_generated_typescript_client_plays_a_deal(
    server: Server, document: Path, node: Path
) -> None:
    tools = node / "node_modules/.bin"
    output(node, tools / "openapi-ts", "--input", document, "--output", "client")
    output(node, tools / "openapi-typescript", document, "--output", "schema.d.ts")
    for script in ("play.ts", "types.ts"):
        shutil.copy(CLIENTS / script, node)
    options = {"compilerOptions": COMPILER_OPTIONS, "include": ["*.ts", "client"]}
    (node / "tsconfig.json").write_text(json.dumps(options))
    output(node, tools / "tsc", "--project", node)
    ledger = output(node, "node", "out/play.js", server.address)
    assert sum(json.loads(ledger)) == 0


@pytest.mark.parametrize("after", [0, 5])
def test_httpx_sse_follows_a_table(server: Server, python: Path, vroni: Guest, after: int) -> None:
    expected = events(vroni)
    arguments = (server.address, vroni.table, vroni.token or "", str(after), str(len(expected)))
    script = CLIENTS / "follow.py"
    assert followed(output(python, "venv/bin/python", script, *arguments)) == expected[after:]


@pytest.mark.parametrize("after", [0, 5])
def test_eventsource_follows_a_table(server: Server, node: Path, vroni: Guest, after: int) -> None:
    expected = events(vroni)
    shutil.copy(CLIENTS / "follow.cjs", node)
    arguments = (server.address, vroni.table, vroni.token or "", str(after), str(len(expected)))
    assert followed(output(node, "node", "follow.cjs", *arguments)) == expected[after:]


@pytest.mark.skipif(not shutil.which("curl"), reason="curl is not installed")
def test_curl_follows_a_table(tmp_path: Path, server: Server, vroni: Guest) -> None:
    expected = events(vroni)
    url = f"{server.address}/api/v1/tables/{vroni.table}/events?after=0"
    authorization = f"Authorization: Bearer {vroni.token}"
    done = run(tmp_path, "curl", "-sN", "--max-time", "3", "-H", authorization, url)
    blocks = done.stdout.split("\n\n")
    assert blocks.pop() == ""
    fields = [dict(line.split(": ", 1) for line in block.splitlines()) for block in blocks]
    assert [(int(one["id"]), json.loads(one["data"])["change"]["kind"]) for one in fields] == (
        expected
    )
    assert [one.get("retry") for one in fields] == ["500"] + [None] * (len(fields) - 1)
