"""How the pocket edition starts again: with the memory of the Python that started before."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route

import taps
from browser.conftest import Come
from browser.homes import FOLDER
from browser.people import Person

pytestmark = [pytest.mark.long, pytest.mark.timeout(600)]

WITH = """
async ({ name, damage }) => {
  for (let at = 0; at < 300; at++) {
    for (const cache of await caches.keys())
      for (const request of await (await caches.open(cache)).keys())
        if (new URL(request.url).pathname.endsWith(name)) {
          if (damage) await (await caches.open(cache)).put(request, new Response("damaged"));
          const size = (await (await caches.match(request)).blob()).size;
          if (damage || size > 1e6) return size;
        }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
"""
"""Waits until the device keeps a file, and damages it if wanted; returns its size."""

ZERO = """
async () => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys())
      if (new URL(request.url).pathname.endsWith("/memory")) {
        const bytes = new Uint8Array(await (await cache.match(request)).arrayBuffer());
        bytes.fill(0, bytes.length / 2, bytes.length / 2 + 200_000);
        await cache.put(request, new Response(bytes));
      }
  }
}
"""
"""Damages the memory that the device keeps where Python finds it late."""

BEGIN = """
async () => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys())
      if (new URL(url).pathname.endsWith("/memory"))
        await cache.put(`${url}&begun`, new Response());
  }
}
"""
"""Leaves what a start that takes up the memory leaves if it does not end."""

OPEN = """
async () => {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ name: "Anna", bots: 3 });
  const ask = async (path, how) => (await pocket.request(path, how)).json();
  const { table, token } = await ask("/tables", { method: "POST", headers, body });
  const { view } = await ask(`/tables/${table}`, { headers: { authorization: `Bearer ${token}` } });
  return [table, view.hand.join(" ")];
}
"""
"""Opens a table; returns its name and the hand."""


def start(person: Person) -> None:
    """Visit the start page until the application is ready."""
    person.open(f"{FOLDER}/")
    person.page.evaluate(taps.CONNECTION)


def kept(person: Person, name: str, *, damage: bool = False) -> int:
    size: int = person.page.evaluate(WITH, {"name": name, "damage": damage})
    return size


def test_a_later_start_takes_up_the_memory_of_the_first(come: Come, host: str) -> None:
    """It does not import the libraries again: it starts although they are damaged.

    What it draws by lot is new: tables and hands are others than after the first start. A damaged
    memory is made again.
    """
    person = come(to=host, keeps=True)
    start(person)
    assert 10e6 < kept(person, "/memory") < 60e6
    kept(person, "/memory", damage=True)
    start(person)
    assert 10e6 < kept(person, "/memory") < 60e6
    first = person.page.evaluate(OPEN)
    kept(person, "/python.zip", damage=True)
    start(person)
    second = person.page.evaluate(OPEN)
    assert all(one != other for one, other in zip(first, second, strict=True))


def test_a_memory_with_which_no_start_succeeds_is_made_again(come: Come, host: str) -> None:
    person = come(to=host, keeps=True)
    start(person)
    kept(person, "/memory")
    person.page.evaluate(ZERO)
    person.open(f"{FOLDER}/")
    person.sees("This device or this browser cannot run the game.")
    assert kept(person, "/python.zip") > 1e6  # there may be no connection
    start(person)
    assert 10e6 < kept(person, "/memory") < 60e6


def test_a_memory_whose_start_has_not_ended_is_not_taken_up_again(come: Come, host: str) -> None:
    """The process of the page may have ended because of it."""
    person = come(to=host, keeps=True)
    start(person)
    kept(person, "/memory")
    person.page.evaluate(BEGIN)
    kept(person, "/python.zip", damage=True)
    person.forgive(r"/pyodide\.asm\.js$")
    person.open(f"{FOLDER}/")
    person.sees("This device or this browser cannot run the game.")
    start(person)


def test_a_program_of_the_right_size_with_other_bytes_is_asked_for_again(
    come: Come, host: str
) -> None:
    person = come(to=host)
    asked = []

    def replace(route: Route) -> None:
        answer = route.fetch()
        asked.append(route.request.url)
        route.fulfill(response=answer, body=bytes(len(answer.body())))

    person.context.route("**/pyodide.asm.wasm", replace, times=1)
    start(person)
    assert len(asked) == 1
