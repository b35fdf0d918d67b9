"""A table that pages follow and act at, without HTTP, chance or delays.

An ``Evening`` plays the table; a page receives what a server would send to its seat.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from dobbm import View, from_record, to_record
from dobbm.ai.claims import play_out, proved
from dobbm.arena.seating import first_legal_action
from dobbm.game.actions import Seat
from dobbm.game.errors import DobbmError
from dobbm.game.json_text import parse_json
from dobbm.players.decisions import JUDGE, decisions
from dobbm.runtime.audience import Audience, next_action, pending_plan
from dobbm.runtime.history import LINES
from dobbm.runtime.snapshot import Snapshot
from dobbm.runtime.store import Person, Text
from dobbm.server.analysis import analysed, judged
from dobbm.server.hand_worth import VERSION
from dobbm.server.problems import STATUS
from dobbm.table import commands, deadlines
from dobbm.table.commands import Command
from dobbm.table.deadlines import Due
from dobbm.table.events import Event
from dobbm.table.house_rules import Options
from dobbm.table.presentation import present_line, present_listing, record_of, view_of
from dobbm.table.refusals import Refusal
from dobbm.table.talk import clean_text
from table.driver import PEOPLE, Evening, person_on

Json: TypeAlias = dict[str, Any]
Send: TypeAlias = Callable[[list[Json]], None]
"""Sends several snapshots to a page at once."""

SOON = 1.0
"""Seconds within which bots act and cards are shuffled."""


class PageRequest(NamedTuple):
    """A page's request to its table."""

    seat: Seat | None
    method: str
    route: str
    """The path below that of the table."""
    body: Json


class LiveTable:
    """An evening, and the pages that follow its table."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.requests: list[PageRequest] = []
        """Requests of pages, except for reading."""
        self.hints: list[Json] = []
        """A bot's hints, for every request."""
        self.refusal: str | None = None
        """The code with which every request is refused; None to carry out legal ones."""
        self.preferences: dict[Seat, Json] = {}
        """Preferences of people, by seat."""
        self.texts: dict[int, Text] = {}
        """The texts that people have written, by the number of the event."""
        self.reports: list[Json] = []
        """The reports to the host of the server."""
        self.names: dict[str, str | None] = dict(PEOPLE)
        self.neighbours: list[LiveTable] = []
        """Other tables in the lobby."""
        self._followers: dict[Send, str | None] = {}
        """The person behind each page; None for a spectator."""
        self._moments = [(evening.table, evening.events[-1])]
        self._sent = 1
        evening.watchers.append(self._note)

    def _note(self, event: Event) -> None:
        self._moments.append((self.evening.table, event))

    # -- snapshots for pages --------------------------------------------------------------------

    @property
    def id(self) -> str:
        """The table's name in its address."""
        return self.evening.table.id

    @property
    def number(self) -> int:
        """The number of the last event."""
        return self.evening.table.number

    @property
    def actions(self) -> list[str]:
        """The actions that pages have sent."""
        return [one.body["action"] for one in self.requests if one.route == "/actions"]

    def snapshot(self, seat: Seat | None, at: int = -1) -> Json:
        """Return the snapshot for ``seat`` now, or at a moment since the table was opened."""
        table, event = self._moments[at]
        people = {
            person_on(other): Person(
                person_on(other),
                self.names[person_on(other)],
                "",
                0.0,
                self.preferences.get(other, {}),
            )
            for other in range(table.options.players)
        }
        audience = Audience(people, frozenset(table.people), {**self.texts})
        snapshot: Json = json.loads(Snapshot(table, event).message(audience, seat))
        return snapshot

    def view(self, seat: Seat = 0) -> Json:
        """Return the deal as ``seat`` sees it now."""
        view: Json = self.snapshot(seat)["view"]
        return view

    def listing(self) -> Json:
        """Return the table's entry in the lobby."""
        return {**present_listing(self.evening.table, self.names)}

    def follow(self, person: str | None, send: Send, again: int = 0) -> list[Json]:
        """Send a page all later snapshots; return the last, or all since event ``again``.

        Who has left the seat watches: no snapshot shows the seat that the person had then.
        """
        person = None if self.seat_of(person) is None else person
        self._followers[send] = person
        missed = [table.number for table, _ in self._moments if table.number >= again > 0]
        return [self.snapshot_to(person, at) for at in range(-len(missed) or -1, 0)]

    def seat_of(self, person: str | None) -> Seat | None:
        """Return the seat of a person now."""
        return None if person is None else self.evening.table.seat_of(person)

    def snapshot_to(self, person: str | None, at: int) -> Json:
        """Return the snapshot at a moment for the seat that a person had then."""
        table, _ = self._moments[at]
        return self.snapshot(None if person is None else table.seat_of(person), at)

    def publish(self) -> None:
        """Send every page the snapshots of all new events at once."""
        news = range(self._sent, len(self._moments))
        self._sent = len(self._moments)
        if news:
            # Another page may begin to follow meanwhile.
            for send, person in [*self._followers.items()]:
                send([self.snapshot_to(person, at) for at in news])

    # -- progress of the table ------------------------------------------------------------------

    def play(self, *actions: str) -> None:
        """Let the seats to act take these actions; every page sees each of them."""
        for action in actions:
            self.evening.act(action)
            self.publish()

    def go_on(self) -> None:
        """Let bots, plans and timers act, one after the other, until the table waits for people.

        It also waits for their contributions to a shuffle: nobody is left out.
        """
        while True:
            plan, coming = self._planned(), self.evening.coming
            if plan:
                self.play(plan)
            elif coming and coming.at <= self.evening.now + SOON and not self._shuffles(coming):
                self.evening.step()
                self.publish()
            else:
                return

    def _planned(self) -> str | None:
        """Return the planned action of the person to act, if it is legal."""
        deal = self.evening.table.deal
        if deal is None or deal.to_act is None:
            return None
        plan = pending_plan(self.evening.table, deal.to_act, self.preferences.get(deal.to_act, {}))
        return plan if plan and deal.is_legal(plan) else None

    def _shuffles(self, coming: Due) -> bool:
        return coming.what == "deal" and bool(deadlines.missing(self.evening.table))

    def happen(self, event: Event) -> None:
        """Apply an event, as every page sees."""
        self.evening.happen(event)
        self.publish()

    def do(self, command: Callable[..., Command], *arguments: Any, **named: Any) -> None:
        """Carry out a command of somebody without a page; every page sees the result."""
        self.evening.do(command, *arguments, **named)
        self.publish()

    def write(self, seat: Seat, text: str) -> None:
        """Write a text, which pages receive with the next events."""
        cleaned = clean_text(text)
        self.evening.do(commands.Write, seat)
        written = self.evening.table.written[-1]
        self.texts[written.number] = Text(written.number, written.person, cleaned)

    def sit(self, name: str, seat: Seat) -> str:
        """Seat somebody, and return the person's identifier."""
        person = person_on(seat)
        self.names[person] = name
        self.evening.do(commands.Sit, person, seat)
        return person

    def sit_again(self, person: str, seat: Seat) -> Json:
        """Seat somebody who has been at the table, and return the seat."""
        self.evening.do(commands.Sit, person, seat)
        return {"seat": seat}

    # -- requests of pages ----------------------------------------------------------------------

    def answer(self, request: PageRequest) -> tuple[int, Any]:
        """Carry out a request, and return the status and the body of the answer."""
        if request.method != "GET":
            self.requests.append(request)
        return self.attempt(lambda: self._carry_out(request))

    def attempt(self, work: Callable[[], Any]) -> tuple[int, Any]:
        """Do what a request asks for, and return the status and the body of the answer."""
        try:
            if self.refusal:
                raise Refusal(self.refusal, "it is not to be")
            answer = work()
        except DobbmError as error:
            problem = {"code": error.code, "action": None, "message": str(error)}
            return STATUS.get(error.code, 422), {"error": problem}
        return 200, {"turn": self.evening.table.turn} if answer is None else answer

    def _carry_out(self, request: PageRequest) -> Any:
        """Carry out a request, and return the answer if it is more than the turn."""
        seat, _, route, body = request
        do, table = self.evening.do, self.evening.table
        if request.method == "GET":
            return self._look_up(seat, route, body)
        assert seat is not None
        match route.removeprefix("/"):
            case "actions":
                do(commands.Act, seat, body["action"], body["turn"])
            case "ready" | "next" | "mussrunde" | "end" | "again" as wish:
                do(commands.Vote, seat, wish)
            case "delay":
                do(commands.Delay, seat)
            case "shuffle":
                do(commands.Contribute, seat, body["value"], body.get("cut"))
            case "take-back":
                do(commands.TakeBack, seat)
            case "answer":
                do(commands.Answer, seat, agrees=body["agrees"])
            case "talk":
                do(commands.Say, seat, body["phrase"])
            case "texts":
                self.write(seat, body["text"])
            case "texts/allowed":
                do(commands.AllowTexts, seat, **body)
            case "texts/declined":
                do(commands.DeclineTexts, seat, **body)
            case "portrait":
                do(commands.ChoosePortrait, seat, **body)
            case "excused":
                do(commands.Excuse, seat, **body)
            case "bots":
                do(commands.Fill, seat)
            case "swap":
                do(commands.Swap, seat, tuple(body["seats"]))
            case "rules":
                options = Options.from_json(table.options.to_json() | body)
                do(commands.SetRules, seat, options)
            case "handover":
                return {"code": person_on(seat), "until": self.evening.now + 300.0}
            case "leave":
                do(commands.Leave, seat)
            case "back":
                do(commands.ComeBack, seat)
            case "claim":
                deal = commands.verify_claim(table, seat)
                if not proved(View.of(deal, seat)):
                    do(commands.Propose, seat, "claim")
                else:
                    do(commands.Claim, seat, play_out(deal, seat), table.turn)
            case "reports":
                self.reports.append(body)
            case "muted":
                muted = [table.occupant(one).person for one in body["seats"]]
                self.preferences.setdefault(seat, {})["muted"] = muted
            case "plan" | "forced" | "hurried" as wish:
                (value,) = body.values()
                self.preferences.setdefault(seat, {})[wish] = value
                if wish == "plan":
                    self.preferences[seat]["for"] = next_action(table, seat)
            case other:
                place, _, vacated = other.partition("/")
                assert place == "seats", other
                do(commands.Vacate, seat, int(vacated))
        return None

    def _look_up(self, seat: Seat | None, route: str, asked: Json) -> Any:
        table = self.evening.table
        match route.split("/")[1:]:
            case []:
                return self.snapshot(seat)
            case ["texts"]:
                assert seat is not None
                return [
                    {
                        "number": one.number,
                        "seat": one.seat,
                        "name": self.names[one.person],
                        "text": self.texts[one.number].text,
                    }
                    for one in table.readable(seat)
                ]
            case ["hint"]:
                return {"turn": table.turn, "hints": self.hints}
            case ["deals"]:
                lines = self.evening.ledger[int(asked.get("after", 0)) :][:LINES]
                return [present_line(one, table.options.bot, self.names) for one in lines]
            case ["deals", number, *more]:
                if int(number) > table.finished:
                    raise Refusal("unknown", "no such deal is finished")
                played = self.evening.archive[int(number) - 1]
                if more == ["analysis"]:
                    return analysed(played.deal).model_dump()
                if more == ["view"]:
                    return view_of(table.id, played, seat, self.names)
                return record_of(table.id, played, self.names)
            case other:
                raise AssertionError(other)


def of_records(route: list[str], request: Json) -> Any:
    """Answer a request about records: what their lines say, a view, or an analysis."""
    if not route:
        deals = [from_record(parse_json(line)) for line in request["lines"]]
        records = [parse_json(line) for line in request["lines"]]
        return [
            {
                "record": to_record(deal) | {"meta": record.get("meta", {})},
                "worth": {"version": VERSION, "seats": [1.5, -0.5, -0.5, -0.5]},
                "code": "",
                "action": None,
            }
            for deal, record in zip(deals, records, strict=True)
        ]
    deal = from_record(request["record"])
    if route == ["analysis"]:
        return analysed(deal).model_dump()
    view = View.of(deal, request["seat"]).to_json()
    return view | {"record": to_record(deal) | {"meta": {}}}


def practised(request: Json) -> Json:
    """Answer a practice request: bots take the first legal action."""
    deal, acted = from_record(request["record"]), []
    while deal.to_act not in (None, request["seat"]):
        action = first_legal_action(deal)
        acted.append({"seat": deal.to_act, "action": action})
        deal = deal.apply(action)
    record = {**to_record(deal), "meta": {}}
    view = View.of(deal, request["seat"]).to_json()
    return {
        "record": record,
        "acted": acted,
        "view": view | {"record": record} if "record" in view else view,
    }


def judged_seat(request: Json) -> Any:
    """Judge the decisions of a seat."""
    deal, seat = from_record(request["record"]), request["seat"]
    found = [judged(one).model_dump(exclude_unset=True) for one in decisions(deal, seat)]
    return {"judge": JUDGE, "seat": seat, "decisions": found}
