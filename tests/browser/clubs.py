"""Stands in for the club of a server: its people, its tables and its book."""

from __future__ import annotations

from copy import deepcopy
from datetime import datetime
from hashlib import sha256
from typing import Any

from browser.live import Json
from browser.tournaments import StandInTournament
from table.driver import person_on

ROLES = {
    "Vroni": "founder",
    "Lois": "cohost",
    "Moidl": "member",
    "Hias": "guest",
    "Sepp": "asking",
}
SEATS = ("Vroni", "Lois", None, "")
"""The people at the table; None is a bot, an empty name a free seat."""


def member(name: str, role: str) -> Json:
    until = 86_400 if role == "guest" else None
    here = role in ("founder", "cohost")
    return {"member": name, "name": name, "role": role, "since": 0, "until": until} | {
        "active": True,
        "here": here,
    }


def mark(name: str, amount: int, deals: int = 9) -> Json:
    return {
        "member": name,
        "amount": amount,
        "deals": deals,
        "evenings": 2,
        "declared": 4,
        "won": 3,
        "defended": 5,
        "held": 2,
        "best_solo": 96,
        "per_deal": round(amount / deals, 3),
    }


def evening(number: int, day: str, *, by: str | None = None) -> Json:
    tables = [] if by else [span("stubai", 1)]
    night = None if by else {"table": "stubai", "deal": 2, "favourites": 1}
    standing = [mark("Vroni", 40), mark("Hias", 6), mark("Lois", -46)]
    deals = 9 if by else 2
    return {"number": number, "day": day, "deals": deals, "tables": tables, "by": by} | {
        "standing": standing,
        "night": night,
    }


def span(table: str, number: int, round_: int | None = None, tournament: int | None = None) -> Json:
    place = {"number": number, "round": round_, "tournament": tournament}
    return {"table": table, "first": 1, "last": 2} | place


DEALS: list[Json] = [
    {
        "table": "stubai",
        "deal": 1,
        "amounts": {"Vroni": -6, "Hias": 3, "Lois": 3},
        "declarer": "Vroni",
        "contract": "dobbm",
        "won": False,
        "favourites": [],
        "comments": [],
    },
    {
        "table": "stubai",
        "deal": 2,
        "amounts": {"Vroni": 46, "Hias": 3, "Lois": -49},
        "declarer": "Vroni",
        "contract": "solo",
        "won": True,
        "favourites": ["Lois"],
        "comments": [{"number": 12, "at": 0, "by": "Lois", "text": "Schian gspielt!"}],
    },
]
"""The deals of the evening that was played."""


TABLE: Json = {
    "table": "stubai",
    "number": 1,
    "stage": "playing",
    "deals": 3,
    "seats": [
        {
            "kind": "free" if name == "" else "person" if name else "bot",
            "member": name or None,
            "portrait": "plaits" if name == "Lois" else None,
            "here": name == "Vroni",
            "amount": amount,
            "excused_until": None,
        }
        for name, amount in zip(SEATS, (12, -4, -8, 0), strict=True)
    ],
    "rules": {"preset": "pagat"},
    "bot": "simple",
    "to_act": 0,
    "free": 86_400.0,
    "until": 7_200.0,
}
EVENING: Json = {
    "day": "2026-12-03",
    "at": 3 * 86_400,
    "answers": {"Lois": "yes", "Moidl": "substitute"},
}
"""The next evening, in three days."""
LATER: Json = {"day": "2026-12-10", "at": 10 * 86_400}
"""The day and the time of the evening after it."""
BOOK: Json = {
    "evenings": [evening(9, "2026-11-26"), evening(4, "2026-11-19", by="Lois")],
    "totals": [mark("Vroni", 80), mark("Hias", 12), mark("Gone", 0), mark("Lois", -92)],
    "debts": [
        {"payer": "Lois", "payee": "Vroni", "amount": 80},
        {"payer": "Lois", "payee": "Hias", "amount": 12},
    ],
    "payments": [
        {"number": 7, "at": 0, "by": "Vroni", "payer": "Lois", "payee": "Vroni", "amount": 20}
    ],
}


class StandInClub:
    """A club with the identifier ``stubai``, which carries out what it is asked for."""

    def __init__(self) -> None:
        self.came: str | None = None
        """The member as whom a stranger has come."""
        self.name = "Donnerstag"
        self.zone, self.now = "Europe/Vienna", 0.0
        self.call = "https://calls.example/dobbm"
        self.free = 15.0
        self.seat_is_free = True
        self.has_texts = True
        self.texts = True
        self.members = [member(name, role) for name, role in ROLES.items()]
        self.tables = [deepcopy(TABLE)]
        self.book = deepcopy(BOOK)
        self.deals = deepcopy(DEALS)
        self.weekday: int | None = 3
        self.time = "20:00"
        self.evenings = [deepcopy(EVENING), deepcopy(EVENING) | LATER]
        self.cancelled: list[str] = []
        self.push: Json = {"key": "B" * 87, "devices": []}
        self.notice = ""
        self.rules: Json | None = None
        self.tournament: StandInTournament | None = None
        self.watched = True

    def own(self, person: str | None) -> str | None:
        """Return the member who somebody at the table is."""
        known = {person_on(seat): name for seat, name in enumerate(("Vroni", "Lois", "Moidl"))}
        return self.came or known.get(person or "")

    def page(self, person: str | None) -> Json:
        """Return the club as somebody at the table sees it."""
        own = self.own(person)
        role = next((one["role"] for one in self.members if one["member"] == own), None)
        page = {"club": "stubai", "name": self.name, "now": self.now}
        page |= {"zone": self.zone, "call": "", "members": [], "tables": []}
        page |= {"watched": self.watched, "tables": self.tables if self.watched else []}
        if role and role != "asking":
            page |= {"members": self.members, "tables": self.tables, "call": self.call}
            meets = [one for one in self.evenings if one["day"] not in self.cancelled]
            page |= {"free": self.free, "texts": self.texts, "may_write": self.has_texts}
            page |= {"notice": self.notice, "rules": self.rules}
            page |= {"weekday": self.weekday, "time": self.time}
            page |= {"appointments": [] if self.weekday is None else meets}
            page |= {"cancelled": self.cancelled}
            if self.tournament:
                page |= {"tournament": None if self.tournament.ended is not None else 9}
        return page | {"you": role and {"member": own, "role": role}}

    def answer(
        self, method: str, route: list[str], body: Json, person: str | None
    ) -> tuple[int, Any]:
        """Return the status and the answer to a request."""
        seated = {"table": "stubai", "seat": 0, "token": "of the seat"}
        match method, route:
            case "POST", ["requests" | "guests" as way]:
                self.came = f"{body['name']} {way}"
                role = "asking" if way == "requests" else "guest"
                self.members.append(member(self.came, role) | {"name": body["name"]})
                return 201, self._link(self.came)
            case "POST", ["members"]:
                self.members.append(member(body["name"], "member"))
                return 201, self._link(body["name"])
            case ("GET", ["link"]) | ("POST", ["members", _, "link"]):
                return 200, self._link("Vroni")
            case "POST", ["invitations"]:
                return 200, {"code": "WyJ2Il0.c1gnZWQ", "until": 64_800}
            case "POST", ["tables"]:
                return 201, seated
            case "POST", ["tables", _, "seat"]:
                if not self.seat_is_free:
                    error = {"code": "phase", "message": "only between two deals"}
                    return 422, {"error": error}
                return 200, seated
            case _, ["push"]:
                return 200, self._pushed(method, body)
            case "POST", ["tournaments"]:
                self.tournament = StandInTournament()
                return 201, self.tournament.answer("GET", [], self.own(person))
            case _, ["tournament", *which]:
                if not self.tournament:
                    none = {"now": 0, "club": "stubai", "name": self.name, "tournament": None}
                    return 200, none
                return 200, self.tournament.answer(method, which, self.own(person))
            case "PUT", ["notice"]:
                self.notice = body["text"].strip()
                return 200, {"text": self.notice}
            case "POST", ["tables", _, "reminder"]:
                return 200, {"reminded": True}
            case "GET", ["evenings", _, "deals"]:
                return 200, self.deals
            case _, ["deals", _, number, *what]:
                return 200, self._marked(self.deals[int(number) - 1], method, what, body)
            case _, ["book" | "evenings" | "payments" as what, *which]:
                return 200, self._written(method, what, which, body)
        self._change(method, route, body)
        if route == ["absence"]:
            self._away(self.own(person), body)
        page = self.page(person)
        if route == ["coming"] and page["you"]:
            self._evening(body["day"])["answers"][page["you"]["member"]] = body["answer"]
        return 200, page

    def _away(self, name: str | None, body: Json) -> None:
        """Let a member be away on some days, in UTC."""
        begin, end = [
            body[day] and datetime.fromisoformat(f"{body[day]} {time}+00:00").timestamp()
            for day, time in (("first", "00:00"), ("last", "23:59:59"))
        ]
        for one in self.members:
            if one["member"] == name:
                one |= {"away_from": begin, "away_until": end}

    def _evening(self, day: str) -> Json:
        return next(one for one in self.evenings if one["day"] == day)

    def _link(self, name: str) -> Json:
        return {"club": "stubai", "member": name, "token": "of-the-chair"}

    def _marked(self, deal: Json, method: str, what: list[str], body: Json) -> Json:
        if what == ["favourite"]:
            deal["favourites"] = [one for one in deal["favourites"] if one != "Vroni"]
            deal["favourites"] += ["Vroni"] if body["chosen"] else []
        elif method == "POST" and what == ["comments"]:
            comment = {"number": 20 + len(deal["comments"]), "at": 0, "by": "Vroni"}
            deal["comments"].append(comment | {"text": body["text"]})
        elif method == "DELETE":
            deal["comments"] = [one for one in deal["comments"] if str(one["number"]) not in what]
        return {"favourites": deal["favourites"], "comments": deal["comments"]}

    def _pushed(self, method: str, body: Json) -> Json:
        if method != "GET":
            added = [sha256(body["endpoint"].encode()).hexdigest()] if method == "PUT" else []
            self.push["devices"] = added
        return self.push

    def _change(self, method: str, route: list[str], body: Json) -> None:
        match method, route:
            case "PUT", ["members", name]:
                for one in self.members:
                    if one["member"] == name:
                        one["role"] = body["role"]
            case "DELETE", ["members", name]:
                self.members = [one for one in self.members if one["member"] != name]
            case "DELETE", ["tables", _]:
                self.tables = []
            case "PUT", ["watching"]:
                self.watched = body["allowed"]
            case "PUT", ["appointment", day]:
                self.cancelled = [] if body["meets"] else [day]
                self._evening(day).update({"to": body.get("to"), "time": body.get("time")})
            case "PUT", ["appointment"]:
                self.weekday, self.time = body["weekday"], body["time"]
            case "PUT", []:
                self.name, self.call = body["name"], body["call"]
                self.free, self.texts = body["free"], body["texts"]
                self.rules = body["rules"]

    def _written(self, method: str, what: str, which: list[str], body: Json) -> Json:
        entries = self.book.get(what, [])
        match method, what:
            case "POST", "payments":
                debt = {name: body[name] for name in ("payer", "payee", "amount")}
                entries.append(debt | {"number": 10 + len(entries), "at": 0, "by": "Vroni"})
                self.book["debts"].remove(debt)
            case "POST", "evenings":
                entries.insert(0, evening(10 + len(entries), body["day"], by="Vroni"))
            case "DELETE", _:
                self.book[what] = [one for one in entries if str(one["number"]) not in which]
        return self.book
