"""Pack what the pocket edition needs of Python; runs in its own Python, called by pocket.mjs.

A rehearsal opens tables and plays. What it has loaded of the standard library and of the libraries
is packed, compiled and without docstrings; of our own packages, everything that is no command.
"""

from __future__ import annotations

import asyncio
import importlib.util
import json
import marshal
import struct
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

SOURCES, CORE, PURE, OUT = Path("/sources"), Path("/core"), Path("/pure"), Path("/out")
"""Our sources, the compiled library, all libraries of Python, and where the archives go."""
STANDARD = Path("/lib/python314.zip")
UNPACKED = ("dobbm/game/", "dobbm/players/", "dobbm/table/", "dobbm/pocket/")
"""Our packages that are packed although the rehearsal may not load all of them."""
UNCHECKED = 1
"""The flag of compiled code that is not compared with its source."""
EVER_NEEDED = ("_pyodide/", "pyodide/ffi/", "json/")
"""Parts of the standard library that are packed although the rehearsal may not load them."""
READS_ITSELF = b"install_lazy_importer()"
"""A mark of modules that read their own source: they are not compiled."""
LATE = "dobbm/ai/data/network.npz"
"""A large file that is wanted only after the first cards."""
WEIGHTS = "dobbm/ai/data/policy.npz", "dobbm/ai/data/evaluation.npz"
"""Files that change more seldom than our code."""

sys.dont_write_bytecode = True
sys.path[:0] = [str(CORE), str(SOURCES)]
sys.path.append(str(PURE))
# FastAPI does without the old models of pydantic.
sys.modules["pydantic.v1"] = None  # type: ignore[assignment]

from dobbm.pocket.boot import Pocket, opened  # noqa: E402
from dobbm.runtime.entropy import SystemEntropy  # noqa: E402

REHEARSED = ("simple", "network", "pimc")
"""Bots that load what all of them need."""


class Rehearsed(SystemEntropy):
    """Gives every rehearsal the same table and the same cards."""

    def table_id(self) -> str:
        """See ``Entropy``."""
        return "rehearsal"

    def secret(self) -> str:
        """See ``Entropy``."""
        return "59" * 32

    def lot(self, below: int) -> int:
        """See ``Entropy``."""
        return 59 % below


class Passing:
    """A device that forgets everything after the rehearsal."""

    def __init__(self) -> None:
        self._rows: dict[str, str | None] = {}

    async def write(self, rows: Mapping[str, str | None]) -> None:
        """See ``Device``."""
        self._rows |= rows

    async def read(self, prefix: str) -> list[tuple[str, str]]:
        """See ``Device``."""
        found = sorted(self._rows.items())
        return [(key, row) for key, row in found if row is not None and key.startswith(prefix)]


async def ask(pocket: Pocket, method: str, path: str, body: object = None, token: str = "") -> Any:
    """Send a request as the page does; return the answer's JSON."""
    parts: list[bytes] = []
    headers = [("content-type", "application/json"), ("origin", "http://localhost")]
    headers += [("authorization", f"Bearer {token}")] if token else []
    sent = b"" if body is None else json.dumps(body).encode()
    await pocket.request(
        method,
        f"/api/v1{path}",
        headers,
        sent,
        lambda *_: None,
        lambda part, _: parts.append(bytes(part)),
        asyncio.Event(),
    )
    text = b"".join(parts)
    return json.loads(text) if text[:1] in (b"{", b"[") else None


async def listen(pocket: Pocket, path: str) -> None:
    """Follow an event stream for a moment."""
    gone = asyncio.Event()
    heard = asyncio.Event()
    asyncio.get_running_loop().call_later(0.2, gone.set)
    url = f"/api/v1{path}"
    await pocket.request("GET", url, [], b"", lambda *_: None, lambda *_: heard.set(), gone)
    if not heard.is_set():
        raise RuntimeError("the event stream is mute")


async def play(pocket: Pocket, table: str, token: str) -> None:
    """Play a deal to its end, each time as the hint says."""
    while True:
        shown = await ask(pocket, "GET", table, token=token)
        view = shown["view"]
        if view and "result" in view:
            return
        if view and view["to_act"] == shown["seat"]:
            hint = await ask(pocket, "GET", f"{table}/hint", token=token)
            acted = {"action": hint["hints"][0]["action"], "turn": shown["turn"]}
            await ask(pocket, "POST", f"{table}/actions", acted, token)
        else:
            await asyncio.sleep(0.01)


async def rehearse(bot: str) -> None:
    """Play a deal against three bots, with all that a person may ask for."""
    device = Passing()
    await device.write({"secret": "of the rehearsal"})
    async with opened(device, entropy=Rehearsed(), bot_seconds=0.0) as pocket:
        pocket.complete()
        opening = {"name": "Anna", "bots": 3, "bot": bot}
        seated = await ask(pocket, "POST", "/tables", opening)
        table, token = f"/tables/{seated['table']}", seated["token"]
        for path in ("/tables", "/talk", f"{table}/wrong"):
            await ask(pocket, "GET", path, token=token)
        await play(pocket, table, token)
        await ask(pocket, "POST", f"{table}/remember", token=token)
        await listen(pocket, f"{table}/events")
        for path in ("ledger", "deals/1", "deals/1/analysis", "events?wait=0"):
            await ask(pocket, "GET", f"{table}/{path}", token=token)


def compiled(name: str, source: bytes) -> bytes:
    """Return a module's compiled code, without docstrings."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=2)
    head = importlib.util.MAGIC_NUMBER + struct.pack("<I", UNCHECKED) + bytes(8)
    return head + marshal.dumps(code)


def loaded_from(place: Path) -> set[str]:
    """Return the files of all modules that have been loaded from a folder or an archive."""
    files = [str(getattr(module, "__file__", None)) for module in [*sys.modules.values()]]
    return {str(Path(file).relative_to(place)) for file in files if file.startswith(f"{place}/")}


def standard_library() -> dict[str, bytes]:
    """Return the files of the standard library that have been loaded."""
    archive, loaded = zipfile.ZipFile(STANDARD), loaded_from(STANDARD)
    found: dict[str, bytes] = {}
    for name in archive.namelist():
        if name in loaded or (name.startswith(EVER_NEEDED) and name.endswith(".py")):
            found |= packed(name, archive.read(name))
    return found


def libraries() -> dict[str, bytes]:
    """Return the files of the libraries that have been loaded."""
    found: dict[str, bytes] = {}
    for place in (CORE, PURE):
        for name in loaded_from(place):
            found |= packed(name, (place / name).read_bytes())
    return found


def ours() -> dict[str, bytes]:
    """Return the files of our own packages."""
    loaded = loaded_from(SOURCES)
    found: dict[str, bytes] = {}
    for path in (SOURCES / "dobbm").rglob("*"):
        name = str(path.relative_to(SOURCES))
        wanted = name in loaded or name.startswith(UNPACKED) or path.suffix == ".npz"
        if wanted and path.suffix in (".py", ".npz"):
            found |= packed(name, path.read_bytes())
    [described] = PURE.glob("dobbm-*.dist-info/METADATA")
    found[str(described.relative_to(PURE))] = described.read_bytes().partition(b"\n\n")[0]
    return found


def packed(name: str, data: bytes) -> dict[str, bytes]:
    """Return a file under the name under which it is packed."""
    if name.endswith(".py") and READS_ITSELF not in data:
        return {f"{name}c": compiled(name, data)}
    return {name: data}


def write_zip(path: Path, found: dict[str, bytes]) -> None:
    """Write files to an archive that depends on nothing but them."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        for name, data in sorted(found.items()):
            archive.writestr(zipfile.ZipInfo(name), data)


async def main() -> None:
    """Rehearse, then pack."""
    for bot in REHEARSED:
        await rehearse(bot)
    found = ours()
    write_zip(OUT / "late.zip", {LATE: found.pop(LATE)})
    write_zip(OUT / "weights.zip", {name: found.pop(name) for name in WEIGHTS})
    write_zip(OUT / "app.zip", found)
    python = standard_library() | libraries()
    [library] = [name for name in python if name.endswith(".so")]
    (OUT / "pydantic_core.wasm").write_bytes(python.pop(library))
    write_zip(OUT / "python.zip", python)


await main()  # type: ignore[top-level-await]  # noqa: F704
