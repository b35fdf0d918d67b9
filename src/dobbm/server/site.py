"""Serves the browser client: its files, messages and pages, read once at the server's start.

Browsers get the modules and the style sheets without their comments, the latter in one piece and
one line.

File URLs contain a version computed from all files, so browsers request each URL only once. The
page itself, which refers to that version, is revalidated every time, and so are the few other files
whose URLs contain no version.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from hashlib import sha256
from pathlib import Path, PurePosixPath
from posixpath import normpath

from fastapi import APIRouter, FastAPI, Request, Response
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, RedirectResponse
from starlette.types import Scope

from dobbm.folders import package_folder
from dobbm.server.config import Settings
from dobbm.server.host_names import advice
from dobbm.server.links import mended, origin_of, preview, shared_address
from dobbm.server.problems import problem
from dobbm.server.styles import joined

STATIC = package_folder("client")
LOCALE = package_folder("text", "locale")

PAGES = {
    "/": "start",
    "/c/{club}": "club",
    "/c/{club}/board": "board",
    "/clubs": "clubs",
    "/d": "shared",
    "/daily": "daily",
    "/exercises": "exercises",
    "/history": "history",
    "/learn": "learn",
    "/me": "me",
    "/me/deal/{id}": "replay",
    "/privacy": "privacy",
    "/rules": "rules",
    "/score": "score",
    "/settings": "settings",
    "/tables": "lobby",
    "/t/{table}": "table",
    "/t/{table}/deals/{number}": "replay",
}
"""The client's paths, each with the module that draws its page, as in ``base/router.js``. The HTML
of the pages differs only in the links that preload their modules and styles, and in the tags for
previews."""

SHELL, WORKER, MANIFEST, ICON = "index.html", "sw.js", "manifest.webmanifest", "icons/icon.svg"
FILLED_IN = (SHELL, WORKER, MANIFEST)
"""Template files; their URLs do not contain the version."""

MEDIA_TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".zip": "application/zip",
}
"""Media types of the files served; files of other types in the folder are not served."""

SERVER, POCKET, BOTH = "server", "pocket", "both"
"""The editions of the page, by where its tables are: ``BOTH`` has them on a server, and a pocket
edition beside it."""

MISSING = "missing"
"""The module that draws the page for any other path."""

IMPORT = re.compile(r'(?:^|;)(?:import|export)[ {](?:[^;]*?from ?)?"(\..*?)";', re.MULTILINE)
STYLES = re.compile(r'style\((?:"\w+"(?:, )?)+\)')
"""Patterns that match references to other modules (``IMPORT``) and to style sheets (``STYLES``)."""

PLAIN = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Dobbm</title>
<h1>Dobbm</h1>
{paragraphs}
</html>
"""

COMMENT = re.compile(rb"^ */\*(?:[^*]|\*(?!/))*\*/$|^ *//.*$", re.MULTILINE)
"""Matches a comment that fills its lines; such comments are a quarter of our compressed modules,
and a sixth of our style sheets."""

SPACE = re.compile(rb"\s*([{};])\s*|\s+")
"""Matches the space in a style sheet, and what needs none around it."""

PREVIEWED = 256
"""Maximum number of addresses whose pages are kept ready to be sent."""

FOR_EVER = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"


@dataclass(frozen=True)
class File:
    """A file that can be sent plain or compressed."""

    data: bytes
    media_type: str

    @classmethod
    def named(cls, path: str, data: bytes) -> File:
        """Return a file; the suffix of ``path`` determines its media type."""
        return cls(data, MEDIA_TYPES[Path(path).suffix])

    @cached_property
    def compressed(self) -> bytes:
        """The data compressed with gzip, or unchanged if compression does not make it smaller."""
        return min(gzip.compress(self.data, mtime=0), self.data, key=len)

    def answer(self, sent: Headers, cache: str, tag: str = "") -> Response:
        """Return the response to a request with these headers: a 304 if its ETag matches ``tag``.

        The ETag is weak because it covers both the compressed and the plain form.
        """
        headers = {"Cache-Control": cache, "Vary": "Accept-Encoding"}
        if tag:
            headers["ETag"] = f'W/"{tag}"'
            if f'"{tag}"' in sent.get("if-none-match", ""):
                return Response(status_code=304, headers=headers)
        data = self.compressed if takes(sent, "gzip") else self.data
        if data is not self.data:
            headers["Content-Encoding"] = "gzip"
        return Response(data, media_type=self.media_type, headers=headers)


class Site:
    """All files and pages served to browsers."""

    def __init__(
        self,
        static: Path = STATIC,
        locale: Path = LOCALE,
        *,
        home: str = "/",
        edition: str = SERVER,
        has_contact: bool = False,
        more: Mapping[str, bytes] | None = None,
    ) -> None:
        """``home`` is where browsers find the folder of the files, and ``edition`` says where the
        tables are. The start page leads to the one on privacy if the host ``has_contact``. ``more``
        has further files by path.
        """
        found = {
            path.relative_to(static).as_posix(): path.read_bytes()
            for path in sorted(static.rglob("*"))
            if path.suffix in MEDIA_TYPES and path.is_file()
        }
        for catalogue in sorted(locale.glob("*/LC_MESSAGES/dobbm.json")):
            found[f"locale/{catalogue.parts[-3]}.json"] = catalogue.read_bytes()
        found |= more or {}
        privacy = " data-privacy" if has_contact else ""
        self.version = _digest(found | {"edition": f"{edition}{privacy}".encode()})[:12]
        filled_in = {path: found.pop(path) for path in FILLED_IN if path in found}
        self._files = {
            path: File.named(path, _shortened(path, data) if _is_ours(path) else data)
            for path, data in joined(found).items()
        }
        files = json.dumps([f"static/{self.version}/{path}" for path in self._files])
        texts = {
            path: data.decode().replace("{version}", self.version).replace("{files}", files)
            for path, data in filled_in.items()
        }
        shell = texts.pop(SHELL).replace("{edition}", edition).replace("{privacy}", privacy)
        names = [*PAGES.values(), MISSING]
        self._home = home
        self._shells = {name: shell.replace("{preload}", self._preload(name)) for name in names}
        self._pages = {path: File.named(path, text.encode()) for path, text in texts.items()}
        self._pages |= {f"{name}.html": self.shell(name) for name in names}
        self.shared_page = lru_cache(maxsize=PREVIEWED)(self._shared_page)

    @property
    def paths(self) -> Iterable[str]:
        """The paths of all files with a version in their URLs."""
        return self._files.keys()

    def file(self, version: str, path: str) -> File:
        """Return a file by version and path; raise 404 if either is unknown."""
        if version != self.version or path not in self._files:
            raise no_such_page()
        return self._files[path]

    def page(self, path: str) -> File:
        """Return a page or file for a URL without a version; raise 404 if there is none."""
        page = self._pages.get(path) or self._files.get(path)
        if page is None:
            raise no_such_page()
        return page

    def shell(self, name: str, home: str | None = None, tags: str = "") -> File:
        """Return the HTML of a page with these tags for previews.

        ``home`` is where the page finds the folder of the files if not in that of the site, such as
        ``../`` for a page in a folder of its own.
        """
        text = self._shells[name].replace("{home}", self._home if home is None else home)
        return File.named(SHELL, text.replace("{preview}", tags).encode())

    def _shared_page(self, name: str, address: str) -> File:
        """Return a page with the tags for previews of a link to its absolute address."""
        return self.shell(name, tags=preview(name, address, self.version))

    def _preload(self, name: str) -> str:
        """Return links that preload a page's modules and styles.

        Without them, browsers would discover these files one after another. The modules let the
        base style pass first, so that the page shows itself early.
        """
        modules = self._imported("app.js") | self._imported(f"pages/{name}.js")
        styles = [
            style
            for module in modules
            for styles in STYLES.findall(self._files[module].data.decode())
            for style in re.findall(r"\w+", styles)[1:]
        ]
        static = f"{{home}}static/{self.version}"
        links = [
            f'rel="modulepreload" fetchpriority="low" href="{static}/{path}"' for path in modules
        ]
        links += [
            f'rel="preload" as="style" href="{static}/styles/{style}.css"' for style in styles
        ]
        return "\n  ".join([f"<link {link}>" for link in links])

    def _imported(self, module: str) -> dict[str, None]:
        """Return a module and its direct and indirect imports, in the order of discovery."""
        found: dict[str, None] = {}
        waiting = [module]
        while waiting:
            path = waiting.pop()
            if path in self._files and path not in found:
                found[path] = None
                script = self._files[path].data.decode()
                folder = PurePosixPath(path).parent
                waiting += [normpath(folder / name) for name in IMPORT.findall(script)]
        return found


def make_router(site: Site) -> APIRouter:
    """Return the routes of a site."""
    router = APIRouter(include_in_schema=False)

    for path, name in PAGES.items():
        router.get(path)(_shell(site, name))

    @router.get("/static/{version}/{path:path}")
    async def file(request: Request, version: str, path: str) -> Response:
        return site.file(version, path).answer(request.headers, FOR_EVER)

    @router.get(f"/{WORKER}")
    async def worker(request: Request) -> Response:
        return site.page(WORKER).answer(request.headers, REVALIDATE, site.version)

    @router.get(f"/{MANIFEST}")
    async def manifest(request: Request) -> Response:
        return site.page(MANIFEST).answer(request.headers, REVALIDATE, site.version)

    @router.get("/favicon.ico")
    async def icon(request: Request) -> Response:
        return site.page(ICON).answer(request.headers, REVALIDATE, site.version)

    return router


def wants_page(scope: Scope, sent: Headers) -> bool:
    """Return whether a browser requests a page, for a person to read."""
    asks_for_page = scope["method"] == "GET" and "text/html" in sent.get("accept", "")
    return asks_for_page and not scope["path"].startswith(("/api/", "/static/"))


def banned_page() -> Response:
    """Return a page for people with a banned address, in all languages.

    It needs no other file.
    """
    return HTMLResponse(_banned_page(), 403)


@cache
def _banned_page() -> str:
    sentence = "The host of this server does not let you play."
    texts = [("en", sentence)]
    for catalogue in sorted(LOCALE.glob("*/LC_MESSAGES/dobbm.json")):
        translated = json.loads(catalogue.read_bytes()).get(sentence, sentence)
        texts.append((catalogue.parts[-3], translated))
    return _plain_page(texts)


def misnamed_page(scope: Scope, host: str) -> Response:
    """Return a page for people who have used a name of the server that it does not answer to."""
    return HTMLResponse(_plain_page(advice(scope, host)), 403)


def _plain_page(texts: list[tuple[str, str]]) -> str:
    """Return a page that needs no other file, with paragraphs in their languages."""
    paragraphs = [
        f"<p>{text}</p>" if language == "en" else f'<p lang="{language}">{text}</p>'
        for language, text in texts
    ]
    return PLAIN.replace("{paragraphs}", "\n".join(paragraphs))


def add_missing_page(app: FastAPI, site: Site) -> None:
    """Add a handler that answers 404 with a page for browsers, and with JSON for other clients."""

    @app.exception_handler(404)
    async def missing(request: Request, error: HTTPException) -> Response:
        path = mended(request.scope["path"], PAGES) if request.method == "GET" else None
        if path is not None and path != request.scope["path"]:
            return _redirect(request, path)
        if not wants_page(request.scope, request.headers):
            return problem(404, "unknown", error.detail)
        answer = site.page(f"{MISSING}.html").answer(request.headers, REVALIDATE)
        answer.status_code = 404
        return answer


def _shell(site: Site, name: str) -> Callable[[Request], Awaitable[Response]]:
    async def shell(request: Request) -> Response:
        path = mended(request.scope["path"], PAGES)
        if path is None:
            raise HTTPException(404)
        if path != request.scope["path"]:
            return _redirect(request, path)
        settings: Settings | None = getattr(request.state, "settings", None)
        origin = origin_of(request, settings.public_url if settings else None)
        page = site.shared_page(name, shared_address(request, origin))
        return page.answer(request.headers, REVALIDATE, site.version)

    return shell


def _redirect(request: Request, path: str) -> Response:
    query = request.url.query
    return RedirectResponse(f"{path}?{query}" if query else path, 308)


def _digest(found: Mapping[str, bytes]) -> str:
    """Return a hash over the paths and contents of all files."""
    whole = sha256()
    for path, data in found.items():
        whole.update(f"{path} {len(data)} ".encode() + data)
    return whole.hexdigest()


def _is_ours(path: str) -> bool:
    """Return whether a file is a module or a style sheet of ours.

    The comments of others hold their licences.
    """
    return path.endswith((".js", ".css")) and not path.startswith("vendor/")


def _shortened(path: str, source: bytes) -> bytes:
    """Return a module or a style sheet without the comments; a module's code stays on its line."""
    if path.endswith(".css"):
        return SPACE.sub(lambda space: space[1] or b" ", COMMENT.sub(b"", source))
    return COMMENT.sub(lambda comment: b"\n" * comment[0].count(b"\n"), source)


def takes(sent: Headers, form: str) -> bool:
    """Return whether the sender of a request takes this compressed form of a file."""
    for way in sent.get("accept-encoding", "").lower().split(","):
        name, _, weight = way.replace(" ", "").partition(";q=")
        if name in (form, "*"):
            return weight.strip("0.") != "" if weight else True
    return False


def no_such_page() -> HTTPException:
    """Return the error for an address at which there is nothing."""
    return HTTPException(404, "there is no such page")
