"""The pocket edition on a server: below its own address, from a folder that has all of it."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from dobbm.game.errors import DobbmError
from dobbm.server.pocket_folder import PocketFolder, make_pocket_router
from dobbm.server.problems import add_handlers
from server.pockets import PARTS, RUNTIME, build_pocket


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    build_pocket(tmp_path)
    return tmp_path


def ask(offered: Path | PocketFolder, path: str, **headers: str) -> httpx.Response:
    """Return the response of a server that offers this folder."""
    pocket = PocketFolder(offered) if isinstance(offered, Path) else offered
    app = FastAPI(redirect_slashes=False)
    add_handlers(app)
    app.include_router(make_pocket_router(pocket))
    sent = {name.replace("_", "-"): value for name, value in headers.items()}

    async def response() -> httpx.Response:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://club.example") as client:
            return await client.get(path, headers={"Accept-Encoding": ""} | sent)

    return asyncio.run(response())


@pytest.mark.parametrize("path", ["", "t/dPZh5_-x", "t/dPZh5_-x/deals/2", "learn", "learn/"])
def test_every_page_knows_its_address_and_is_revalidated(folder: Path, path: str) -> None:
    answer = ask(folder, f"/pocket/{path}")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert 'src="/pocket/static/' in answer.text
    assert not {'="./', '="../'} & {answer.text[at : at + 4] for at in range(len(answer.text))}
    assert 'data-edition="pocket" data-server="/"' in answer.text
    assert ("pages/learn.js" in answer.text) == path.startswith("learn")
    tag = answer.headers["etag"]
    assert ask(folder, f"/pocket/{path}", If_None_Match=tag).status_code == 304


def test_an_unknown_address_is_missing_even_if_the_page_is_known(folder: Path) -> None:
    tag = ask(folder, "/pocket/").headers["etag"]
    answer = ask(folder, "/pocket/nothing", If_None_Match=tag)
    assert answer.status_code == 404
    assert "data-edition" in answer.text


def test_the_address_without_a_slash_leads_to_it(folder: Path) -> None:
    answer = ask(folder, "/pocket")
    assert (answer.status_code, answer.headers["location"]) == (308, "/pocket/")


@pytest.mark.parametrize(
    ("path", "media_type"),
    [
        ("sw.js", "text/javascript; charset=utf-8"),
        ("manifest.webmanifest", "application/manifest+json"),
        ("licences.txt", "text/plain; charset=utf-8"),
        (f"pocket/{RUNTIME}/loader.js", "text/javascript; charset=utf-8"),
        (f"pocket/{RUNTIME}/python.zip", "application/zip"),
    ],
)
def test_files_have_their_types_and_are_kept_as_long_as_they_hold(
    folder: Path, path: str, media_type: str
) -> None:
    answer = ask(folder, f"/pocket/{path}")
    assert answer.headers["content-type"] == media_type
    kept = "immutable" in answer.headers["cache-control"]
    assert kept == path.startswith("pocket/")
    assert answer.content == (folder / path).read_bytes()


@pytest.mark.parametrize(
    ("takes", "form", "sent"),
    [
        ("gzip, br", "br", ".br"),
        ("gzip", "gzip", ".gz"),
        ("br;q=0, gzip", "gzip", ".gz"),
        ("", None, ""),
    ],
)
def test_the_best_compressed_form_is_sent(
    folder: Path, takes: str, form: str | None, sent: str
) -> None:
    path = f"pocket/{RUNTIME}/python.zip"
    app = FastAPI()
    app.include_router(make_pocket_router(PocketFolder(folder)))

    async def response() -> bytes:
        transport = httpx.ASGITransport(app)
        async with (
            httpx.AsyncClient(transport=transport, base_url="http://club.example") as client,
            client.stream("GET", f"/pocket/{path}", headers={"Accept-Encoding": takes}) as answer,
        ):
            assert answer.headers.get("content-encoding") == form
            assert answer.headers["vary"] == "Accept-Encoding"
            return b"".join([part async for part in answer.aiter_raw()])

    assert asyncio.run(response()) == (folder / f"{path}{sent}").read_bytes()


@pytest.mark.parametrize(
    "path",
    [
        f"pocket/{RUNTIME}/python.zip.br",
        "pocket/other/python.zip",
        "static/other/app.js",
        f"pocket/{RUNTIME}/..%2f..%2fsw.js",
        "static/",
    ],
)
def test_nothing_else_is_served(folder: Path, path: str) -> None:
    assert ask(folder, f"/pocket/{path}").status_code == 404


def test_a_file_that_vanishes_is_missing(folder: Path) -> None:
    pocket = PocketFolder(folder)
    path = f"pocket/{RUNTIME}/loader.js"
    (folder / path).unlink()
    assert ask(pocket, f"/pocket/{path}").status_code == 404


@pytest.mark.parametrize("broken", ["index.html", "sw.js", "static/{version}/pocket/parts.json"])
def test_a_folder_that_is_no_pocket_edition_is_refused(folder: Path, broken: str) -> None:
    [version] = [path.name for path in (folder / "static").iterdir()]
    (folder / broken.format(version=version)).write_text("{}")
    with pytest.raises(DobbmError, match="is no pocket edition, as make pocket builds one"):
        PocketFolder(folder)


@pytest.mark.parametrize("cut", [f"pocket/{RUNTIME}/python.zip", "static/{version}/app.js"])
def test_a_folder_that_lacks_a_file_is_refused(folder: Path, cut: str) -> None:
    [version] = [path.name for path in (folder / "static").iterdir()]
    (folder / cut.format(version=version)).unlink()
    with pytest.raises(DobbmError, match=r"no whole pocket edition: \S+ is missing or cut off"):
        PocketFolder(folder)


def test_a_folder_with_half_a_file_is_refused(folder: Path) -> None:
    path = folder / "pocket" / RUNTIME / "python.zip"
    path.write_bytes(PARTS["python.zip"][:-1])
    with pytest.raises(DobbmError, match=r"python\.zip is missing or cut off"):
        PocketFolder(folder)


def test_a_missing_folder_is_refused(folder: Path) -> None:
    shutil.rmtree(folder)
    with pytest.raises(DobbmError, match="is no pocket edition"):
        PocketFolder(folder)
