"""Friends in a club, at any server of ``server.serving``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import httpx

from server.serving import Guest, Tables

CLUBS = "/api/v1/clubs"


@dataclass
class Friend:
    """A person with a personal link; without a token, a stranger."""

    server: Tables
    club: str
    member: str = ""
    token: str | None = None

    def ask(self, method: str, route: str = "", **options: Any) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        return self.server.ask(method, f"{CLUBS}/{self.club}{route}", headers=headers, **options)

    def post(self, route: str, body: Any = None) -> httpx.Response:
        return self.ask("POST", route, json={} if body is None else body)

    def page(self) -> dict[str, Any]:
        """Return the club as this person sees it."""
        return self._given(self.ask("GET"))

    def book(self, **params: str) -> dict[str, Any]:
        """Return the book."""
        return self._given(self.ask("GET", f"/book?{urlencode(params)}"))

    def role(self) -> str | None:
        """Return what this person is to the club."""
        you = self.page()["you"]
        return you and str(you["role"])

    def bring(self, name: str) -> Friend:
        """Let a member in, as a co-host."""
        return self._linked(self.post("/members", {"name": name}))

    def invite(self, name: str) -> Friend:
        """Bring a guest for the evening."""
        code = self._given(self.post("/invitations"))["code"]
        return self._linked(stranger(self).post("/guests", {"name": name, "code": code}))

    def give(self, friend: Friend, role: str) -> httpx.Response:
        return self.ask("PUT", f"/members/{friend.member}", json={"role": role})

    def send_off(self, friend: Friend) -> httpx.Response:
        return self.ask("DELETE", f"/members/{friend.member}")

    def open(self, **options: Any) -> Guest:
        """Open a table of the club and take its first seat."""
        return Guest(self.server, **self._given(self.post("/tables", options)))

    def sit(self, table: str, seat: int | None = None) -> Guest:
        """Sit down at a table of the club, or go on there."""
        taken = self._given(self.post(f"/tables/{table}/seat", {"seat": seat}))
        return Guest(self.server, table, **taken)

    def _given(self, answer: httpx.Response) -> dict[str, Any]:
        assert answer.is_success, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def _linked(self, answer: httpx.Response) -> Friend:
        return Friend(self.server, **self._given(answer))


def found(server: Tables, name: str = "Donnerstagsrunde", founder: str = "Vroni") -> Friend:
    """Found a club."""
    answer = server.ask("POST", CLUBS, json={"name": name, "founder": founder})
    assert answer.status_code == 201, answer.text
    return Friend(server, **answer.json())


def stranger(friend: Friend) -> Friend:
    """Return somebody who knows only the address of the club."""
    return Friend(friend.server, friend.club)
