"""Serves the pocket edition beside the server's own page, from a folder that ``make pocket`` built.

It lies below ``/pocket/``, and its service worker keeps it on the devices of people who visit the
server, so that they can play alone without a connection.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from fastapi import APIRouter, Request, Response
from starlette.datastructures import Headers
from starlette.responses import RedirectResponse

from dobbm.game.errors import DobbmError
from dobbm.server.links import mended
from dobbm.server.site import (
    FOR_EVER,
    MEDIA_TYPES,
    PAGES,
    POCKET,
    REVALIDATE,
    SHELL,
    WORKER,
    File,
    no_such_page,
    takes,
)

HOME = "/pocket/"
"""The address of the pocket edition on a server."""
VERSIONED = ("static/", "pocket/")
"""Addresses in these folders contain a version or a digest."""
TYPES = MEDIA_TYPES | {".txt": "text/plain"}
PACKED = {"br": ".br", "gzip": ".gz"}
"""The compressed forms of a file, best first: their names in requests, and their suffixes."""
MARK = f'data-edition="{POCKET}"'
VERSION = re.compile(r"\bstatic/(\w+)/")
FILES = re.compile(r"const FILES = (\[.*?\]);")


class PocketFolder:
    """The files of a pocket edition; raises ``DobbmError`` if a folder is not a whole one."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        try:
            needed = [*_needed(folder)]
        except (OSError, ValueError, LookupError):
            raise DobbmError(f"{folder} is no pocket edition, as make pocket builds one") from None
        for name, size in needed:
            found = folder / name
            if not found.is_file() or size not in (None, found.stat().st_size):
                raise DobbmError(
                    f"{folder} is no whole pocket edition: {name} is missing or cut off"
                )
        paths = {path.relative_to(folder).as_posix() for path in folder.rglob("*")}
        self._versioned = {path for path in paths if path.startswith(VERSIONED)}
        self._others: dict[str, File] = {}
        for path in paths - self._versioned:
            if media_type := TYPES.get(Path(path).suffix):
                data = (folder / path).read_bytes()
                data = _at_home(data) if path.endswith(".html") else data
                self._others[path] = File(data, media_type)

    async def answer(self, path: str, sent: Headers) -> Response:
        """Return the answer to a request for a path below ``HOME``; raise 404 for no such file."""
        if path.startswith(VERSIONED):
            return await asyncio.to_thread(self._read, path, sent)
        page, name = mended(f"/{path}", PAGES), path
        if path.endswith(".html") or path not in self._others:
            name = f"{page[1:]}/{SHELL}" if page else SHELL
        file = self._others.get(name, self._others[SHELL])
        if name == SHELL and page is None:
            answer = file.answer(sent, REVALIDATE)
            answer.status_code = 404
            return answer
        return file.answer(sent, REVALIDATE, sha256(file.data).hexdigest()[:12])

    def _read(self, path: str, sent: Headers) -> Response:
        """Return a file that never changes, in the best form that the client takes."""
        media_type = TYPES.get(Path(path).suffix)
        if path not in self._versioned or media_type is None:
            raise no_such_page()
        headers = {"Cache-Control": FOR_EVER, "Vary": "Accept-Encoding"}
        for form, suffix in PACKED.items():
            if f"{path}{suffix}" in self._versioned and takes(sent, form):
                headers["Content-Encoding"] = form
                path += suffix
                break
        try:
            data = (self._folder / path).read_bytes()
        except OSError:
            raise no_such_page() from None
        return Response(data, media_type=media_type, headers=headers)


def _needed(folder: Path) -> Iterator[tuple[str, int | None]]:
    """Yield what a pocket edition needs, as itself says, by path, and sizes as far as known.

    Raises ``OSError``, ``ValueError`` or ``LookupError`` if it is none.
    """
    shell = (folder / SHELL).read_text(encoding="utf-8")
    version = VERSION.search(shell)
    if MARK not in shell or version is None:
        raise ValueError("not its page")
    own = f"static/{version[1]}/pocket/"
    listed = json.loads((folder / own / "parts.json").read_bytes())
    found = FILES.search((folder / WORKER).read_text(encoding="utf-8"))
    files = json.loads(found[1] if found else "")
    yield from dict.fromkeys(files).items()
    for name, size in listed["sizes"].items():
        place = own if f"{own}{name}" in files else f"pocket/{listed['runtime']}/"
        yield f"{place}{name}", size


def _at_home(page: bytes) -> bytes:
    """Return a page that knows its address, and that there is a server beside it."""
    home = f'="{HOME}'.encode()
    found = page.replace(b'="./', home).replace(b'="../', home)
    return found.replace(MARK.encode(), f'{MARK} data-server="/"'.encode(), 1)


def make_pocket_router(pocket: PocketFolder) -> APIRouter:
    """Return the routes of a pocket edition."""
    router = APIRouter(include_in_schema=False)

    @router.get(HOME[:-1])
    async def folder() -> Response:
        return RedirectResponse(HOME, 308)

    @router.get(f"{HOME}{{path:path}}")
    async def file(request: Request, path: str) -> Response:
        return await pocket.answer(path, request.headers)

    return router
