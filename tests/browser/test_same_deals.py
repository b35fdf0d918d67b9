"""Fifty deals in a browser's pocket, which a server repeats to the card."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import taps
from browser.conftest import Come
from browser.homes import Home, device_of
from browser.people import Person
from pocket.evenings import EVENINGS, is_done, kept, on_a_server, opening, timeless, wish

pytestmark = [pytest.mark.long, pytest.mark.timeout(1200)]

DEALS = 10
"""Deals against each bot: fifty in all."""
ASK = """async ([method, path, body, token]) => {
  const headers = { "content-type": "application/json" };
  if (token) headers.authorization = `Bearer ${token}`;
  const answer = await pocket.request(path, { method, headers, body });
  return [answer.status, await answer.json()];
}"""
"""Asks the worker as the page does."""
STAY = """async ([path, token]) => {
  const headers = { authorization: `Bearer ${token}` };
  const body = (await pocket.request(path, { headers })).body.getReader();
  (async () => { while (!(await body.read()).done); })();
}"""
"""Follows a table, so that no bot stands in."""


@pytest.mark.parametrize("home", ["pocket"], indirect=True)
def test_fifty_deals_in_a_pocket_are_those_of_a_server(come: Come, home: Home) -> None:
    """All chance comes from the browser; the server gets it from the events."""
    person = come(to=home.address, keeps=True, path="/")
    person.page.evaluate(taps.CONNECTION)
    tables = {bot: open_table(person, bot) for bot in EVENINGS}
    playing = {*EVENINGS}
    while playing:
        for bot in sorted(playing):
            if not go_on(person, *tables[bot]):
                playing.remove(bot)
    rows = device_of(person)
    # The browser's own loop runs in this thread.
    with ThreadPoolExecutor(1) as thread:
        for bot, (table, _) in tables.items():
            events = kept(rows, table)
            repeated = thread.submit(on_a_server, bot, DEALS, rows["secret"], table, events)
            assert timeless(repeated.result()) == timeless(events), bot


def open_table(person: Person, bot: str) -> tuple[str, str]:
    """Open a table and stay there; return its identifier and the token of the seat."""
    opened = ask(person, "POST", "/tables", opening(bot))
    person.page.evaluate(STAY, [f"/tables/{opened['table']}/events", opened["token"]])
    return opened["table"], opened["token"]


def go_on(person: Person, table: str, token: str) -> bool:
    """Do what is wished at a table; return whether there is more to play."""
    shown = ask(person, "GET", f"/tables/{table}", token=token)
    if is_done(shown, DEALS):
        return False
    if wanted := wish(shown):
        ask(person, "POST", f"/tables/{table}{wanted.route}", wanted.body, token)
    return True


def ask(person: Person, method: str, path: str, body: Any = None, token: str = "") -> Any:
    """Send a request to the worker; return the answer."""
    sent = None if body is None else json.dumps(body)
    status, answer = person.page.evaluate(ASK, [method, path, sent, token])
    assert status < 300, answer
    return answer
