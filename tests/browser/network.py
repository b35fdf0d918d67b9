"""Stands in for a server: serves the application's own files, and lets tests answer requests."""

from __future__ import annotations

import json
import re
import socket
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import uvicorn
from fastapi import FastAPI, Request, Response
from playwright.sync_api import CDPSession, Error, Page
from starlette.middleware.base import RequestResponseEndpoint
from starlette.types import Receive, Scope, Send

from browser.clubs import StandInClub
from browser.live import Json, LiveTable, PageRequest, judged_seat, of_records, practised
from browser.tournaments import StandInTournament
from dobbm.exercises.daily import daily_deals, parse_day
from dobbm.game.actions import Seat
from dobbm.game.errors import DobbmError
from dobbm.runtime.day_results import DayResult, ranked
from dobbm.server.problems import STATUS
from dobbm.server.site import ICON, File, Site, add_missing_page, make_router
from table.driver import person_on

STREAMS = """
globalThis.EventSource = class {
  static CLOSED = 2;
  static open = new Set();
  constructor(address) {
    this.early = [];
    EventSource.open.add(this);
    fetch(address).then(
      async (answer) =>
        answer.ok ? this.begin(await answer.json()) : this.fail(EventSource.CLOSED),
      () => this.fail(0),
    );
  }
  begin(snapshots) {
    const known = [...snapshots, ...this.early];
    this.early = null;
    if (!EventSource.open.has(this)) return;
    this.hear(known);
    this.beat(EventSource.everybody);
  }
  hear(snapshots) {
    this.onopen();
    clearInterval(this.beating);
    this.beating = setInterval(() => this.beat(EventSource.everybody), 2000);
    for (const snapshot of snapshots) this.onmessage({ data: snapshot });
  }
  fail(state) {
    if (!EventSource.open.has(this)) return;
    this.readyState = state;
    this.onerror();
  }
  close() {
    clearInterval(this.beating);
    EventSource.open.delete(this);
  }
  addEventListener(kind, work) {
    this[kind] = work;
  }
  static tell(snapshots) {
    for (const stream of EventSource.open)
      if (stream.early) stream.early.push(...snapshots);
      else stream.hear(snapshots);
  }
  static everybody = {
    data: '{"now": 0, "connected": [0, 1, 2, 3, 4], "spectators": 0, "watching": []}',
  };
  static quiet() {
    for (const stream of EventSource.open) clearInterval(stream.beating);
  }
  static cut() {
    for (const stream of EventSource.open) stream.fail(0);
  }
};
"""
"""Event streams that a test feeds, because an intercepted request is answered all at once."""

ANSWERED = ("*/api/*", "*/locale/de.json")
"""The addresses of requests that tests answer."""


DRAWING = re.compile(rb"(<svg\b[^>]*)>.*", re.DOTALL)


class Undrawn(Site):
    """The page with empty drawings of the same size: drawing them takes a quarter of the time."""

    def file(self, version: str, path: str) -> File:
        found = super().file(version, path)
        if not path.endswith(".svg") or path == ICON:
            return found
        return File(DRAWING.sub(rb"\1/>", found.data), found.media_type)


OF_OTHERS = [
    DayResult("2026-11-26", name, name, paid, 1.0)
    for name, paid in {"Lois": (40, 20, -6), "Moidl": (14, 14, 0), "Hias": (-60, 0, -160)}.items()
]
"""The results of others, of any day."""


@contextmanager
def files(
    fails: Callable[[str], bool] | None = None, of: Callable[[], Site] = Site, folder: str = ""
) -> Iterator[str]:
    """Serve the files of a site with the application's own routes, and yield their address.

    The files come over HTTP because a browser does not cache what tests answer. If ``fails`` says
    so of an address, the server answers with an error. The files are in this ``folder``, such as
    ``/dobbm``, and nothing is outside it.
    """
    app, site = FastAPI(openapi_url=None), of()
    if fails:

        @app.middleware("http")
        async def refuse(request: Request, answer: RequestResponseEndpoint) -> Response:
            return Response(status_code=500) if fails(str(request.url)) else await answer(request)

    app.include_router(make_router(site))
    add_missing_page(app, site)

    async def in_folder(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            inside = scope["path"].startswith(f"{folder}/")
            path = scope["path"].removeprefix(folder) if inside else "/outside"
            scope = {**scope, "path": path}
        await app(scope, receive, send)

    with socket.create_server(("127.0.0.1", 0)) as listening:
        server = uvicorn.Server(uvicorn.Config(in_folder, log_config=None))
        thread = Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


class Network:
    """Answers the page's requests.

    The browser's own protocol pauses the requests: Playwright's routes would switch off its cache,
    without which a page takes three times as long to load.
    """

    def __init__(
        self, page: Page, devtools: CDPSession, table: LiveTable | None, seat: Seat | None
    ) -> None:
        """``table`` is the only table that exists; the page's person has ``seat`` there."""
        self.table = table
        self.person = None if seat is None else person_on(seat)
        self.german: Json | None = None
        """The German messages; None for those of the application."""
        self.down = False
        """Whether the connection is lost."""
        self.founding = "anyone"
        self.privacy = {"contact": "host@dobbm.example", "keep_days": 90, "texts": True}
        """The settings of the server that concern what is stored."""
        self.club = StandInClub()
        """The only club that exists."""
        self.results = [*OF_OTHERS]
        """The results, of any day."""
        self.asked_for_results: list[Json] = []
        """The bodies of requests to add one."""
        self.refused_streams = ""
        """The code with which event streams are refused; empty if they are not."""
        self.holds: Callable[[Json], bool] = lambda asked: "/api/" in asked["url"]
        """Whether a request waits for its answer while some do."""
        self.held: list[Callable[[], None]] | None = None
        """Requests that wait for their answer; None if requests are answered at once."""
        self._failures: list[str] = []
        self._being_answered = 0
        self._page = page
        self._devtools = devtools
        patterns = [{"urlPattern": address} for address in ANSWERED]
        devtools.send("Fetch.enable", {"patterns": patterns})
        devtools.on("Fetch.requestPaused", self._paused)

    @property
    def seat(self) -> Seat | None:
        """The seat of the page's person."""
        return self.table.seat_of(self.person) if self.table else None

    def close(self) -> list[str]:
        """Leave the page, stop answering requests, and return what went wrong.

        A request that nobody answers goes to the server of files, which does not know it: so those
        being answered are finished first, and those not yet answered end with the page.
        """
        self._devtools.remove_listener("Fetch.requestPaused", self._paused)
        while self._being_answered:
            self._page.evaluate("0")
        self._page.goto("about:blank")
        self._devtools.send("Fetch.disable")
        return self._failures

    def cut(self) -> None:
        """Cut the connection."""
        self.down = True
        self._page.evaluate("EventSource.cut()")

    def mend(self) -> None:
        """Restore the connection; the page opens its stream again and receives what it missed."""
        self.down = False

    def release(self) -> None:
        """Answer the requests held."""
        held, self.held = self.held, None
        for go_on in held or []:
            go_on()

    def _paused(self, event: Any) -> None:
        if self.held is not None and self.holds(event["request"]):
            self.held.append(lambda: self._answer(event))
            return
        self._being_answered += 1
        try:
            self._answer(event)
        finally:
            self._being_answered -= 1

    def _answer(self, event: Any) -> None:
        paused, request = {"requestId": event["requestId"]}, event["request"]
        _, _, path, asked, _ = urlsplit(request["url"])
        path = path[max(0, path.find("/api/")) :]
        # The answer to a beat may be on its way during a cut: the browser would complain at times.
        if self.down and not path.endswith("/here"):
            self._respond("Fetch.failRequest", paused | {"errorReason": "Failed"})
            return
        if not path.startswith("/api/") and self.german is None:
            self._respond("Fetch.continueRequest", paused)
            return
        try:
            is_file = "/clubs/import" in request["url"]
            body = {} if is_file else json.loads(request.get("postData", "{}"))
            status, answer = self._answered(request["method"], path, body, dict(parse_qsl(asked)))
        except Exception as error:
            self._failures.append(repr(error))
            status, answer = 500, None
        if self.table:
            self.table.publish()
        if status == 200 and answer is None:
            self._respond("Fetch.fulfillRequest", paused | {"responseCode": 204})
            return
        encoded = b64encode(json.dumps(answer).encode()).decode()
        self._respond("Fetch.fulfillRequest", paused | {"responseCode": status, "body": encoded})

    def _respond(self, method: str, answer: Json) -> None:
        """Answer a request, unless the page that made it has been left meanwhile."""
        try:
            self._devtools.send(method, answer)
        except Error as error:
            if "Invalid InterceptionId" not in error.message:
                raise

    def _answered(
        self, method: str, path: str, body: Json, asked: dict[str, str]
    ) -> tuple[int, Any]:
        table = self.table
        match path.split("/")[3:]:
            case ["practice"]:
                return 200, practised(body)
            case ["daily", day]:
                deals = [one.to_json() for one in daily_deals(parse_day(day))]
                return 200, {"day": day, "deals": deals}
            case ["daily", day, "results"]:
                return 200, self._day_results(method, day, body)
            case ["privacy"]:
                return 200, self.privacy
            case ["clubs"] if method == "GET":
                return 200, {"founding": self.founding, "archive": 20_000_000}
            case ["clubs"] | ["clubs", "import"]:
                return 201, {"club": "stubai", "member": "Vroni", "token": "of-the-chair"}
            case ["clubs", "stubai" | "turnier" as club, *route]:
                if club == "turnier" and not self.club.tournament:
                    self.club.tournament = StandInTournament()
                return self.club.answer(method, route, body, self.person)
            case ["clubs", *_]:
                return 404, {"error": {"code": "unknown", "message": "there is no such club"}}
            case ["judgement"]:
                return 200, judged_seat(body)
            case ["records", *route]:
                try:
                    return 200, of_records(route, body)
                except DobbmError as error:
                    return 422, {"error": {"code": "record", "message": str(error)}}
            case ["tables"] if method == "GET":
                return 200, [one.listing() for one in [table, *table.neighbours]] if table else []
            case ["tables"] if table:
                return 201, {"table": table.id, "seat": self.seat, "token": "of the seat"}
            case ["tables", name, *route] if table and table.id == name:
                match route:
                    case ["events"] if self.refused_streams:
                        problem = {"code": self.refused_streams, "message": "it is not to be"}
                        return STATUS[self.refused_streams], {"error": problem}
                    case ["events"] if not table.refusal:
                        # The answer begins the stream: a call into the page could come too early.
                        missed = table.follow(self.person, self._send, int(asked.get("from", 0)))
                        return 200, as_messages(missed)
                    case ["seats"]:
                        self.person = table.sit(body["name"], body["seat"])
                        return 201, {"seat": self.seat, "token": "of the seat"}
                    case ["seat"] if person := self.person:
                        return table.attempt(lambda: table.sit_again(person, body["seat"]))
                    case ["seat"]:
                        return 401, {"error": {"code": "token", "message": "no token"}}
                    case ["handover"] if method == "PUT":
                        self.person = body["code"]
                        return 200, {"seat": self.seat, "token": "of the seat"}
                    case ["remember"] | ["here"]:
                        return 200, None
                    case ["about"]:
                        return 200, {"table": name, "person": self.person}
                return table.answer(
                    PageRequest(self.seat, method, "/".join(["", *route]), body | asked)
                )
            case ["tables", *_]:
                return 404, {"error": {"code": "unknown", "message": "there is no such table"}}
        return 200, self.german

    def _day_results(self, method: str, day: str, body: Json) -> Json:
        """Answer as a server does that verifies nothing; the person has no other device."""
        if method != "GET":
            self.results = [one for one in self.results if one.token]
        if method == "POST":
            self.asked_for_results.append(body)
            self.results.append(DayResult(day, "", body["name"], (14, -6, 20), 0.0))
        lines = [
            {"place": place, "name": one.name, "paid": one.paid, "total": one.total}
            | {"own": not one.token}
            for place, one in ranked(self.results)
        ]
        return {"day": day, "count": len(lines), "results": lines, "keep_days": 90}

    def _send(self, snapshots: list[Json]) -> None:
        if self.down:
            return
        self._page.evaluate("told => EventSource.tell(told)", as_messages(snapshots))


def as_messages(snapshots: list[Json]) -> list[str]:
    """Return the data of the events that tell a page of these snapshots."""
    return [json.dumps(snapshot) for snapshot in snapshots]
