"""Files for browsers: one page at many addresses, versioned files, and messages."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
from gettext import GNUTranslations
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from dobbm.server.problems import add_handlers
from dobbm.server.site import LOCALE, MEDIA_TYPES, PAGES, STATIC, Site, make_router
from dobbm.server.styles import joined
from server.serving import refusal
from server.simulated import Simulated

SITE = Site()

FILES = {
    "index.html": '<script type="module" src="{home}static/{version}/main.js"></script>',
    "main.js": 'import { a } from "./base/a.js";',
    "base/a.js": "export const a = 1;",
    "base/b.js": """/** The twin of a. */

/**
 * It is "b", as the name says: a * b.
 * @type {number}
 */
export const b = /** @type {any} */ (2); // no other
/** @type {any} */ (b);
  // Nothing follows.
""",
    "vendor/c.js": "/** @license MIT */\n",
    "cards/unter.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>" + " " * 500,
    "styles/table.css": "body { color: green; }",
    "manifest.webmanifest": '{"icons": [{"src": "static/{version}/icons/icon.svg"}]}',
    "sw.js": "const version = '{version}'; const files = {files};",
    "icons/icon.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
    ".hidden": "nobody's business",
    "vendor/LICENSE": "for those who read the source",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for path, text in FILES.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    return tmp_path


def ask(folder: Path, path: str, **headers: str) -> httpx.Response:
    """Return the response of a site with the files of this folder."""
    app = FastAPI()
    add_handlers(app)
    app.include_router(make_router(Site(folder)))

    async def response() -> httpx.Response:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(
            transport=transport, base_url="http://dobbm.example"
        ) as client:
            return await client.get(path, headers={"Accept-Encoding": ""} | as_headers(headers))

    return asyncio.run(response())


def as_headers(keywords: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in keywords.items()}


def get(server: Simulated, path: str, **headers: str) -> httpx.Response:
    sent = {"Accept-Encoding": "gzip"} | as_headers(headers)
    return server.ask("GET", path, headers=sent)


@pytest.mark.parametrize("path", PAGES)
def test_pages_differ_only_in_what_they_preload_and_are_revalidated(
    idle_server: Simulated, path: str
) -> None:
    path = path.format(table="dPZh5_-x", number=3, id="0abc", club="dPZh5_-x")
    answer = get(idle_server, path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert "default-src 'self';" in answer.headers["content-security-policy"]
    shell = (STATIC / "index.html").read_text()
    filled_in = {"home": "/", "version": SITE.version, "edition": "server", "privacy": ""}
    for place, what in filled_in.items():
        shell = shell.replace(f"{{{place}}}", what)
    before, middle, after = re.split("{preview}|{preload}", shell)
    assert answer.text.startswith(before)
    assert middle in answer.text
    assert answer.text.endswith(after)
    known = get(idle_server, path, If_None_Match=answer.headers["etag"])
    assert (known.status_code, known.content) == (304, b"")
    assert get(idle_server, path, If_None_Match='W/"another"').status_code == 200


@pytest.mark.parametrize("name", ["table", "replay", "score", "lobby"])
def test_a_page_preloads_its_modules_and_styles_and_no_others(name: str) -> None:
    shell = SITE.page(f"{name}.html").data.decode()
    preloaded = set(
        re.findall(rf'<link rel="\w*preload".*? href="/static/{SITE.version}/(.+?)">', shell)
    )
    assert {"app.js", "base/router.js", f"pages/{name}.js", f"styles/{name}.css"} <= preloaded
    for path in preloaded:
        assert SITE.file(SITE.version, path).data
        if path.endswith(".js"):
            folder = (STATIC / path).parent
            imported = re.findall(
                r'(?:^|;)(?:import|} from)[^"\n]*"(.+?)";',
                (STATIC / path).read_text(),
                re.MULTILINE,
            )
            assert {str((folder / i).resolve().relative_to(STATIC)) for i in imported} <= preloaded
    others = {f"pages/{other}.js" for other in PAGES.values()} - {f"pages/{name}.js"}
    assert not others & preloaded


@pytest.mark.parametrize(
    "path", ["/t", "/t/", "/t/a/deals", "/learn/x", "/index.html", "/cards", "/static", "/deals/1"]
)
def test_other_addresses_are_unknown(idle_server: Simulated, path: str) -> None:
    assert refusal(get(idle_server, path)) == (404, "unknown")


@pytest.mark.parametrize("path", ["/t/", "/nothing", "/learn/x", "/t/a/b/c"])
def test_a_browser_gets_a_page_for_an_unknown_address(idle_server: Simulated, path: str) -> None:
    answer = get(idle_server, path, Accept="text/html,*/*")
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "pages/missing.js" in answer.text
    assert refusal(get(idle_server, f"/api{path}", Accept="text/html")) == (404, "unknown")


def test_a_versioned_file_is_cached_forever(idle_server: Simulated) -> None:
    path = f"/static/{SITE.version}/shuffle.js"
    answer = get(idle_server, path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["content-encoding"] == "gzip"
    assert b"export async function verify(" in answer.content
    head = idle_server.ask("HEAD", path)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-type"] == answer.headers["content-type"]
    assert refusal(idle_server.ask("POST", path)) == (405, "method")


def test_a_client_without_gzip_gets_an_uncompressed_file(idle_server: Simulated) -> None:
    whole = SITE.file(SITE.version, "shuffle.js").data
    for accepted in ("identity", "gzip;q=0", "br, deflate", "gzip; q=0.0"):
        answer = get(idle_server, f"/static/{SITE.version}/shuffle.js", Accept_Encoding=accepted)
        assert "content-encoding" not in answer.headers
        assert answer.content == whole
        assert answer.headers["vary"] == "Accept-Encoding"
    for accepted in ("br, gzip", "gzip;q=0.5, *;q=0", "GZIP", "*"):
        answer = get(idle_server, f"/static/{SITE.version}/shuffle.js", Accept_Encoding=accepted)
        assert answer.headers["content-encoding"] == "gzip"
        assert int(answer.headers["content-length"]) < len(whole) / 2


@pytest.mark.parametrize(
    "path",
    [
        "/static/0123456789ab/shuffle.js",
        "/static/VERSION/no-such-file.js",
        "/static/VERSION/",
        "/static/VERSION/vendor",
        "/static/VERSION/vendor/README.md",
        "/static/VERSION/index.html",
        "/static/VERSION/../app.py",
        "/static/VERSION/%2e%2e/app.py",
        "/static/VERSION/..%2fapp.py",
        "/static/VERSION//etc/passwd",
        "/static/VERSION/locale/xx.json",
        "/static/VERSION/locale/../shuffle.js",
    ],
)
def test_nothing_but_the_files_is_served(idle_server: Simulated, path: str) -> None:
    """The path is sent literally; other clients would resolve the dots."""
    answer = idle_server.ask("GET", path.replace("VERSION", SITE.version))
    assert refusal(answer) == (404, "unknown")


@pytest.mark.parametrize("language", ["de", "ja"])
def test_page_and_terminal_have_the_same_translations(
    idle_server: Simulated, language: str
) -> None:
    answer = get(idle_server, f"/static/{SITE.version}/locale/{language}.json")
    assert answer.headers["content-type"] == "application/json"
    messages = answer.json()
    with (LOCALE / language / "LC_MESSAGES" / "dobbm.mo").open("rb") as catalogue:
        spoken = GNUTranslations(catalogue)
    assert "" not in messages
    assert len(messages) > 100
    for text, translated in messages.items():
        if isinstance(translated, str):
            assert spoken.gettext(text) == translated
    one, other = messages["{count} point"]
    assert one == spoken.ngettext("{count} point", "{count} points", 1)
    assert other == spoken.ngettext("{count} point", "{count} points", 2)


def test_placeholders_are_filled_in(folder: Path) -> None:
    version = Site(folder).version
    shell = ask(folder, "/")
    assert shell.text == f'<script type="module" src="/static/{version}/main.js"></script>'
    manifest = ask(folder, "/manifest.webmanifest")
    assert manifest.headers["content-type"] == "application/manifest+json"
    assert manifest.json() == {"icons": [{"src": f"static/{version}/icons/icon.svg"}]}
    worker = ask(folder, "/sw.js")
    assert worker.headers["content-type"] == "text/javascript; charset=utf-8"
    assert worker.headers["cache-control"] == "no-cache"
    version_line, files = worker.text.split("; const files = ")
    assert version_line == f"const version = '{version}'"
    expected = ["main.js", "base/a.js", "base/b.js", "cards/unter.svg", "styles/table.css"]
    expected += ["vendor/c.js", "icons/icon.svg", "locale/de.json", "locale/ja.json"]
    assert {*json.loads(files[:-1])} == {f"static/{version}/{path}" for path in expected}
    for path in json.loads(files[:-1]):
        assert ask(folder, f"/{path}").status_code == 200
    icon = ask(folder, "/favicon.ico")
    assert (icon.text, icon.headers["content-type"]) == (FILES["icons/icon.svg"], "image/svg+xml")


def test_a_compressed_file_has_the_same_content(folder: Path) -> None:
    path = f"/static/{Site(folder).version}/cards/unter.svg"
    packed = ask(folder, path, Accept_Encoding="gzip")
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.text == FILES["cards/unter.svg"]
    assert int(packed.headers["content-length"]) == len(
        gzip.compress(FILES["cards/unter.svg"].encode(), mtime=0)
    )
    short = ask(folder, path.replace("cards/unter.svg", "base/a.js"), Accept_Encoding="gzip")
    assert "content-encoding" not in short.headers
    assert short.text == FILES["base/a.js"]


def test_comments_are_not_sent_and_the_code_stays_on_its_lines(folder: Path) -> None:
    static = f"/static/{Site(folder).version}"
    assert ask(folder, f"{static}/base/b.js").text.splitlines() == [
        *[""] * 6,
        "export const b = /** @type {any} */ (2); // no other",
        "/** @type {any} */ (b);",
        "",
    ]
    assert ask(folder, f"{static}/vendor/c.js").text == FILES["vendor/c.js"]


def test_only_lines_of_comments_are_left_out() -> None:
    for path in STATIC.rglob("*.js"):
        if "vendor" in path.parts or path.name == "sw.js":
            continue
        name = path.relative_to(STATIC).as_posix()
        lines = path.read_text().splitlines()
        sent = SITE.file(SITE.version, name).data.decode().splitlines()
        for line, kept in zip(lines, sent, strict=True):
            assert kept == line or re.match(r" *(/\*\*|\*|//)", line), (name, line)


def test_style_sheets_lack_only_their_comments_and_line_breaks() -> None:
    sources = {
        path.relative_to(STATIC).as_posix(): path.read_bytes() for path in STATIC.rglob("*.css")
    }
    for path, text in joined(sources).items():
        sent = SITE.file(SITE.version, path).data.decode()
        assert not re.search(r"^ */\*[^*]*\*/$", sent, re.MULTILINE), path
        bare, shown = (
            re.sub(r"/\*.*?\*/", "", one, flags=re.DOTALL) for one in (text.decode(), sent)
        )
        assert re.sub(r"\s*([{};])\s*", r" \1 ", bare).split() == (
            re.sub(r"([{};])", r" \1 ", shown).split()
        ), path
        assert "\n" not in sent, path


@pytest.mark.parametrize("path", ["/sw.js", "/manifest.webmanifest", "/favicon.ico"])
def test_a_missing_file_is_unknown(folder: Path, path: str) -> None:
    for gone in ("sw.js", "manifest.webmanifest", "icons/icon.svg"):
        (folder / gone).unlink()
    assert refusal(ask(folder, path)) == (404, "unknown")


def test_every_file_of_the_client_has_a_media_type() -> None:
    for path in STATIC.rglob("*"):
        for_readers = ("README", "LICENSE", "SHA256SUMS")
        is_served = not path.name.startswith(for_readers) and not path.name.endswith(".d.ts")
        if path.is_file() and is_served:
            assert path.suffix in MEDIA_TYPES, path


def test_all_files_that_the_page_names_exist(idle_server: Simulated) -> None:
    for address in re.findall(r'(?:src|href)="([^"]+)"', get(idle_server, "/").text):
        assert get(idle_server, address).status_code == 200, address


def test_every_change_of_a_file_changes_the_version(folder: Path) -> None:
    known = {Site(folder).version}
    assert {Site(folder).version} == known
    changes = {"main.js": "//", "index.html": "<p>", "new.css": "", "sw.js": "//"}
    for path, text in changes.items():
        (folder / path).write_text(text)
        known.add(Site(folder).version)
    (folder / "new.css").rename(folder / "newer.css")
    known.add(Site(folder).version)
    assert len(known) == len(changes) + 2
    (folder / ".hidden").write_text("changed")
    known.add(Site(folder, folder).version)  # without the catalogues
    assert len(known) == len(changes) + 3
    assert all(len(version) == 12 and int(version, 16) >= 0 for version in known)


def test_a_page_finds_its_files_in_the_folder_of_the_site(folder: Path) -> None:
    site = Site(folder, home="./")
    assert f'src="./static/{site.version}/main.js"' in site.page("start.html").data.decode()
    assert f'src="../static/{site.version}/main.js"' in site.shell("learn", "../").data.decode()


def test_a_page_knows_whether_the_host_gives_a_contact() -> None:
    """Its version differs, so that no browser keeps the one before."""
    published = Site(has_contact=True)
    assert published.version != SITE.version
    for site, tag in ((SITE, '"server">'), (published, '"server" data-privacy>')):
        assert f"data-edition={tag}" in site.page("start.html").data.decode()


def test_a_page_knows_its_edition() -> None:
    for site, edition in ((SITE, "server"), (Site(edition="pocket"), "pocket")):
        assert f'data-edition="{edition}"' in site.page("start.html").data.decode()
