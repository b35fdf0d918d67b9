"""A table that pages follow and act at, played below HTTP: no server, no chance, no waiting.

An ``Evening`` plays it; a page is sent what a server would send to its seat.
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
from dobbm.runtime.snapshot import Audience, Snapshot, next_action, pending_plan
from dobbm.runtime.store import Person
from dobbm.server.analysis import analysed
from dobbm.server.problems import STATUS
from dobbm.table import commands, deadlines
from dobbm.table.commands import TableError
from dobbm.table.deadlines import Due
from dobbm.table.events import Event
from dobbm.table.presentation import record_of, view_of
from table.driver import PEOPLE, Evening, person_on

Json: TypeAlias = dict[str, Any]
Tell: TypeAlias = Callable[[list[Json]], None]
"""Sends a page some snapshots, all at once."""

SOON = 1.0
"""Seconds within which bots act and cards are shuffled."""


class Asked(NamedTuple):
    """What a page asks of its table."""

    seat: Seat | None
    method: str
    way: str
    """The path behind that of the table."""
    body: Json


class LiveTable:
    """An evening, and the pages that follow it."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.asked: list[Asked] = []
        """What pages have asked to be done."""
        self.hints: list[Json] = []
        """What a bot thinks."""
        self.refusal: str | None = None
        """The code with which everything is refused; None: what is lawful is done."""
        self.wishes: dict[Seat, Json] = {}
        """What people want of the server for themselves alone."""
        self.names: dict[str, str | None] = dict(PEOPLE)
        self._followers: dict[Tell, Seat | None] = {}
        self._moments = [(evening.table, evening.events[-1])]
        self._told = 1
        evening.watchers.append(self._note)

    def _note(self, event: Event) -> None:
        self._moments.append((self.evening.table, event))

    # -- what pages are sent --------------------------------------------------------------------

    @property
    def id(self) -> str:
        """What it is called in its address."""
        return self.evening.table.id

    @property
    def number(self) -> int:
        """Of the last event."""
        return self.evening.table.number

    @property
    def actions(self) -> list[str]:
        """The actions that pages have sent."""
        return [one.body["action"] for one in self.asked if one.way == "/actions"]

    def snapshot(self, seat: Seat | None, at: int = -1) -> Json:
        """What ``seat`` is sent of the table now, or at a moment since it was opened here."""
        table, event = self._moments[at]
        people = {
            person_on(other): Person(
                person_on(other), self.names[person_on(other)], "", 0.0, self.wishes.get(other, {})
            )
            for other in range(table.options.players)
        }
        audience = Audience(people, frozenset(table.people))
        snapshot: Json = json.loads(Snapshot(table, event).message(audience, seat))
        return snapshot

    def view(self, seat: Seat = 0) -> Json:
        """The deal as ``seat`` sees it now."""
        view: Json = self.snapshot(seat)["view"]
        return view

    def listing(self) -> Json:
        """What the lobby shows of the table."""
        table = self.evening.table
        return {
            "table": table.id,
            "names": [self.names[person_on(seat)] for seat in table.people],
            "free": table.seats.count(None),
            "options": table.options.to_json(),
        }

    def follow(self, seat: Seat | None, tell: Tell) -> None:
        """Let a page follow the table from now on."""
        self._followers[tell] = seat
        tell([self.snapshot(seat)])

    def tell(self) -> None:
        """Send every page what has happened since the last time, all at once."""
        news = range(self._told, len(self._moments))
        self._told = len(self._moments)
        if news:
            for tell, seat in self._followers.items():
                tell([self.snapshot(seat, at) for at in news])

    # -- what happens ---------------------------------------------------------------------------

    def play(self, *actions: str) -> None:
        """Let whoever is to act do so, one after the other, as every page sees."""
        for action in actions:
            self.evening.act(action)
            self.tell()

    def go_on(self) -> None:
        """Let come what comes by itself, one after the other, until people are waited for.

        Also for their part of a shuffle: nobody is left out.
        """
        while True:
            plan, coming = self._planned(), self.evening.coming
            if plan:
                self.play(plan)
            elif coming and coming.at <= self.evening.now + SOON and not self._shuffles(coming):
                self.evening.step()
                self.tell()
            else:
                return

    def _planned(self) -> str | None:
        """What the person to act has planned, if it may be done."""
        deal = self.evening.table.deal
        if deal is None or deal.to_act is None:
            return None
        plan = pending_plan(self.evening.table, deal.to_act, self.wishes.get(deal.to_act, {}))
        return plan if plan and deal.is_legal(plan) else None

    def _shuffles(self, coming: Due) -> bool:
        return coming.what == "deal" and bool(deadlines.missing(self.evening.table))

    def happen(self, event: Event) -> None:
        """Let something happen, as every page sees."""
        self.evening.happen(event)
        self.tell()

    def do(self, command: Callable[..., Event | None], *given: Any, **named: Any) -> None:
        """Let somebody give a command who has no page; every page sees what comes of it."""
        self.evening.do(command, *given, **named)
        self.tell()

    def sit(self, name: str) -> Seat:
        """Let somebody take the first free seat."""
        seat = self.evening.table.seats.index(None)
        self.names[person_on(seat)] = name
        self.evening.sit(1)
        return seat

    # -- what pages ask for ---------------------------------------------------------------------

    def answer(self, asked: Asked) -> tuple[int, Any]:
        """The status and the body with which a request is answered; what it changes is done."""
        if asked.method != "GET":
            self.asked.append(asked)
        try:
            if self.refusal:
                raise TableError(self.refusal, "it is not to be")
            return 200, self._done(asked) or {"turn": self.evening.table.turn}
        except DobbmError as error:
            problem = {"code": error.code, "action": None, "message": str(error)}
            return STATUS.get(error.code, 422), {"error": problem}

    def _done(self, asked: Asked) -> Any:
        """Do what is asked; the answer, if it is more than the turn."""
        seat, _, way, body = asked
        do, table = self.evening.do, self.evening.table
        if asked.method == "GET":
            return self._looked_up(seat, way)
        assert seat is not None
        match way.removeprefix("/"):
            case "actions":
                do(commands.act, seat, body["action"], body["turn"])
            case "next" | "mussrunde" | "end" | "again" as wish:
                do(commands.vote, seat, wish)
            case "shuffle":
                do(commands.contribute, seat, body["value"], body.get("cut"))
            case "take-back":
                do(commands.take_back, seat)
            case "answer":
                do(commands.answer, seat, agrees=body["agrees"])
            case "talk":
                do(commands.say, seat, body["phrase"])
            case "bots":
                do(commands.fill, seat)
            case "leave":
                do(commands.leave, seat)
            case "back":
                do(commands.come_back, seat)
            case "claim":
                deal = commands.verify_claim(table, seat)
                if not proved(View.of(deal, seat)):
                    do(commands.propose, seat, "claim")
                else:
                    do(commands.claim, seat, play_out(deal, seat), table.turn)
            case "plan" | "forced" | "muted" as wish:
                (wanted,) = body.values()
                self.wishes.setdefault(seat, {})[wish] = wanted
                if wish == "plan":
                    self.wishes[seat]["for"] = next_action(table, seat)
            case other:
                raise AssertionError(other)
        return None

    def _looked_up(self, seat: Seat | None, way: str) -> Any:
        table = self.evening.table
        match way.split("/")[1:]:
            case []:
                return self.snapshot(seat)
            case ["hint"]:
                return {"turn": table.turn, "hints": self.hints}
            case ["deals", number, *more]:
                if int(number) > table.finished:
                    raise TableError("unknown", "no such deal is finished")
                played = self.evening.archive[int(number) - 1]
                if more == ["analysis"]:
                    return analysed(played.deal).model_dump()
                if more == ["view"]:
                    return view_of(table.id, played, seat, self.names)
                return record_of(table.id, played, self.names)
            case other:
                raise AssertionError(other)


def practised(asked: Json) -> Json:
    """The answer to who plays a deal on: bots take the first lawful action."""
    deal, acted = from_record(asked["record"]), []
    while deal.to_act not in (None, asked["seat"]):
        action = first_legal_action(deal)
        acted.append({"seat": deal.to_act, "action": action})
        deal = deal.apply(action)
    record = {**to_record(deal), "meta": {}}
    view = View.of(deal, asked["seat"]).to_json()
    return {
        "record": record,
        "acted": acted,
        "view": view | {"record": record} if "record" in view else view,
    }
