"""Breaks files of the page on their way to the browser, and looks for a way out."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeAlias

from browser.people import Person
from dobbm.server.site import MEDIA_TYPES, Site

Answer: TypeAlias = tuple[int, str, bytes] | None
"""A status, a media type and a body; None if there is no answer."""

SITE = Site()
KINDS = (".js", ".css", ".json")
PARTS = sorted(path for path in SITE.paths if path.endswith(KINDS))
"""The scripts, style sheets and texts of the page."""

PAGE = b"<!doctype html><title>Welcome</title><p>Accept the terms of this network."
NOISE = bytes(range(256)) * 8


def media_type(path: str) -> str:
    return MEDIA_TYPES["." + path.rsplit(".", 1)[1]]


def half(path: str) -> bytes:
    data = SITE.file(SITE.version, path).data
    return data[: len(data) // 2]


WAYS: Mapping[str, Callable[[str], Answer]] = {
    "no answer": lambda _: None,
    "404": lambda _: (404, "application/json", b'{"error": {"code": "unknown"}}'),
    "500": lambda _: (500, "text/plain", b"Internal Server Error"),
    "a web page": lambda _: (200, "text/html", PAGE),
    "half": lambda path: (200, media_type(path), half(path)),
    "noise": lambda path: (200, media_type(path), NOISE),
}
"""How a file can be missing."""
STALLS = "stalls"
"""One more way, which takes long: the server never answers, at least not in the block."""

WAY_OUT = """() => {
  const visible = (element) => element.checkVisibility({ visibilityProperty: true });
  const usable = [...document.querySelectorAll("button:enabled, a.button")].filter((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const found = document.elementFromPoint(x + width / 2, y + height / 2);
    return visible(element) && (element.contains(found) || !found);
  });
  const ways = [...document.querySelectorAll("a[href='/'], .topbar a, .bar button")];
  const leads = location.pathname === "/" || ways.some(visible);
  return usable.length > 0 && leads && document.body.innerText.trim().length > 20;
}"""
"""Whether there is text, a button that can be pressed, and a way back or to the start page."""


@contextmanager
def missing(person: Person, path: str, way: str, times: int = 1000) -> Iterator[list[str]]:
    """Break a file of the page ``times`` times; yield the addresses under which it is requested.

    The browser may complain that it is missing.

    Any text that is neither one of ``WAYS`` nor ``STALLS`` is sent in place of the file.
    """
    answer = WAYS[way](path) if way in WAYS else (200, media_type(path), way.encode())
    asked: list[str] = []
    devtools = person.context.new_cdp_session(person.page)

    def paused(event: Any) -> None:
        paused = {"requestId": event["requestId"]}
        asked.append(event["request"]["url"])
        if way == STALLS:
            return
        if len(asked) > times:
            devtools.send("Fetch.continueRequest", paused)
        elif answer is None:
            devtools.send("Fetch.failRequest", paused | {"errorReason": "ConnectionReset"})
        else:
            status, kind, body = answer
            headers = [{"name": "Content-Type", "value": kind}]
            encoded = {"responseHeaders": headers, "body": b64encode(body).decode()}
            devtools.send("Fetch.fulfillRequest", paused | {"responseCode": status} | encoded)

    pattern = f"*/static/{SITE.version}/{path}"
    file = path.replace("*", ".*")
    person.forgive(rf"^Failed to load .*/static/{SITE.version}/{file}(\?.*)?$")
    patterns = [{"urlPattern": pattern}, {"urlPattern": f"{pattern}\\?*"}]
    devtools.send("Network.clearBrowserCache")
    devtools.send("Fetch.enable", {"patterns": patterns})
    devtools.on("Fetch.requestPaused", paused)
    try:
        yield asked
    finally:
        devtools.remove_listener("Fetch.requestPaused", paused)
        devtools.detach()


@contextmanager
def with_version(person: Person, version: str | None) -> Iterator[None]:
    """Let the server have another version of the page; with None, it does not answer."""
    name = "**/manifest.webmanifest"
    icons = f"/static/{version}/icons/icon.svg"
    person.page.route(name, lambda route: route.fulfill(body=icons) if version else route.abort())
    person.forgive_requests("manifest.webmanifest")
    yield
    person.page.unroute(name)
