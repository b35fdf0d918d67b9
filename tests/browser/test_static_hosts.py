"""The pocket edition on hosts of files, with the settings that ``docs/pocket.md`` gives them."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest
from playwright.sync_api import expect

from browser.conftest import Come
from browser.homes import FOLDER, ROOT, STARTING
from browser.people import Fingers
from browser.windows import PHONE
from programs import program
from server.serving import HOST, waiting

pytestmark = [pytest.mark.long, pytest.mark.timeout(900)]

COMPRESSED = "app.zip"
"""The part of which the host has compressed forms, too: to compress all takes minutes."""


def documented(beginning: str, **changes: str) -> str:
    """Return the settings for a host in the documentation, with these changes."""
    page = (ROOT / "docs" / "pocket.md").read_text()
    [text] = re.findall(rf"```text\n({beginning}.*?)```", page, re.DOTALL)
    for written, used in changes.items():
        assert written in text
        text = text.replace(written, used)
    return str(text)


def plain(folder: Path, port: int, work: Path, home: str) -> list[str]:  # noqa: ARG001
    return [sys.executable, "-m", "http.server", "--directory", str(folder), str(port)]


def caddy(folder: Path, port: int, work: Path, home: str) -> list[str]:
    settings = documented("example", **{"example.org": f"http://{HOST}:{port}"})
    settings = settings.replace("/srv/www", str(folder)).replace("/dobbm/", f"{home}/")
    path = work / "Caddyfile"
    path.write_text(f"{{\n\tadmin off\n\tauto_https off\n}}\n{settings}")
    return [program("caddy"), "run", "--adapter", "caddyfile", "--config", str(path)]


def nginx(folder: Path, port: int, work: Path, home: str) -> list[str]:
    settings = documented("server {", **{"443 ssl": f"{HOST}:{port}", "example.org": HOST})
    settings = settings.replace("/srv/www", str(folder)).replace("/dobbm/", f"{home}/")
    temporary = "".join(
        f"{kind}_temp_path {work}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    path = work / "nginx.conf"
    path.write_text(
        f"user root;\npid {work}/pid;\ndaemon off;\nevents {{}}\nhttp {{\naccess_log off;\n"
        f"include /etc/nginx/mime.types;\n{temporary}{settings}}}\n"
    )
    return [program("nginx"), "-e", "stderr", "-c", str(path)]


class Host(NamedTuple):
    """A host that serves the pocket edition."""

    address: str
    """The address of the edition, without a slash."""
    kind: str


@contextmanager
def running(command: list[str], port: int, work: Path) -> Iterator[None]:
    """Run a host until the block ends."""
    with (work / "log").open("wb") as log:
        # Caddy keeps its files there.
        own = {**os.environ, "XDG_DATA_HOME": str(work), "HOME": str(work)}
        process = subprocess.Popen(command, env=own, stdout=log, stderr=log)
    try:
        for _ in waiting():
            assert process.poll() is None, (work / "log").read_text()
            with socket.socket() as probe:
                if probe.connect_ex((HOST, port)) == 0:
                    break
        yield
    finally:
        process.terminate()
        process.wait()


@pytest.fixture(scope="module")
def packed(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a host, in which one file has its compressed forms."""
    copy = tmp_path_factory.mktemp("www") / "www"
    shutil.copytree(folder, copy)
    [part] = copy.glob(f"dobbm/static/*/pocket/{COMPRESSED}")
    compress = ("/usr/bin/env", "node", ROOT / "scripts" / "compress.mjs")
    subprocess.run(compress, input=str(part).encode(), check=True)
    return copy


@pytest.fixture(scope="module", params=["", FOLDER], ids=["root", "folder"])
def home(request: pytest.FixtureRequest) -> str:
    """The folder of the edition below the root of the site."""
    return str(request.param)


@pytest.fixture(scope="module", params=[plain, caddy, nginx], ids=["plain", "Caddy", "nginx"])
def host(
    request: pytest.FixtureRequest,
    home: str,
    packed: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Host]:
    work = tmp_path_factory.mktemp("host")
    with socket.create_server((HOST, 0)) as found:
        port = found.getsockname()[1]
    folder = packed if home else packed / FOLDER[1:]
    kind = request.param
    with running(kind(folder, port, work, home), port, work):
        yield Host(f"http://{HOST}:{port}{home}", kind.__name__)


def test_a_stranger_plays_a_card_and_loads_the_table_anew(come: Come, host: Host) -> None:
    person = come(Fingers, PHONE, to=host.address, keeps=True)
    person.open()
    person.press(person.button("Play now"))
    expect(person.hand).to_have_count(8, timeout=STARTING)
    assert person.page.url.startswith(f"{host.address}/t/")
    person.is_over(STARTING)
    person.act()
    before = person.number
    person.page.reload()
    person.is_over(STARTING)
    assert int(person.number or 0) >= int(before or 0)


def test_a_table_that_the_browser_does_not_keep_has_a_page(come: Come, host: Host) -> None:
    """Without a service worker, as without HTTPS."""
    person = come(Fingers, PHONE, to=host.address)
    person.open()
    person.press(person.button("Play now"))
    expect(person.hand).to_have_count(8, timeout=STARTING)
    person.forgive_requests(r"/t/\S+")
    answer = person.page.reload()
    assert answer
    assert answer.status == 404
    if host.kind == "plain":
        person.sees("Error response")
    else:
        expect(person.hand).to_have_count(8, timeout=STARTING)


def test_files_have_the_types_that_browsers_ask_for(host: Host, packed: Path) -> None:
    [runtime] = (packed / "dobbm" / "pocket").iterdir()
    [static] = (packed / "dobbm" / "static").iterdir()
    types = {
        "": "text/html",
        "learn/": "text/html",
        "sw.js": "javascript",
        f"static/{static.name}/app.js": "javascript",
        f"static/{static.name}/styles/base.css": "text/css",
        f"static/{static.name}/fonts/grenze.woff2": "font/woff2",
        f"static/{static.name}/icons/icon.svg": "image/svg+xml",
        f"pocket/{runtime.name}/pyodide.js": "javascript",
        f"pocket/{runtime.name}/pyodide.asm.wasm": "application/wasm",
    }
    for path, expected in types.items():
        answer = httpx.head(f"{host.address}/{path}")
        assert answer.status_code == 200, path
        assert expected in answer.headers["content-type"], path


@pytest.mark.parametrize(("form", "senders"), [("br", {"caddy"}), ("gzip", {"caddy", "nginx"})])
def test_the_compressed_form_is_sent(
    host: Host, packed: Path, form: str, senders: set[str]
) -> None:
    [part] = packed.glob(f"dobbm/static/*/pocket/{COMPRESSED}")
    address = f"{host.address}/{part.relative_to(packed / 'dobbm').as_posix()}"
    answer = httpx.head(address, headers={"Accept-Encoding": form})
    assert answer.headers.get("content-encoding") == (form if host.kind in senders else None)
