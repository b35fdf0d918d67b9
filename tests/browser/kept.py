"""The deals that a page keeps on its device."""

from __future__ import annotations

import json
from typing import Any

from browser.databases import EXISTING
from browser.people import Person
from drawing import finished
from tables import record_of

KEYS = f"""async () => {{
  const database = await ({EXISTING})("dobbm-records");
  if (!database) return [];
  const asked = database.transaction("deals").objectStore("deals").getAllKeys();
  return new Promise((resolve) => {{
    asked.onsuccess = () => (database.close(), resolve(asked.result));
  }});
}}"""

RECORDS = KEYS.replace("getAllKeys", "getAll")

WAITING = """async (ask, least) => {
  for (;;) {
    const found = await ask();
    if (found.length >= least) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}"""

KEEP = """async ([records, evenErased]) => {
  const { src } = document.querySelector("script[src*='/app.js']");
  return (await import(new URL("base/records.js", src))).keep(records, evenErased);
}"""
"""Keeps records, also erased ones as a file does or without them; returns how many were new."""

OLD = """(records) => new Promise((resolve) => {
  const asked = indexedDB.open("dobbm-records", 1);
  asked.onupgradeneeded = () => {
    const store = asked.result.createObjectStore("records");
    records.forEach((record, at) => store.put(record, `the key of the first version ${at}`));
  };
  asked.onsuccess = () => (asked.result.close(), resolve());
})"""
"""Keeps records as the first version of the page did."""

SAT = {"seat": 0, "names": ["Vroni", None, None, None], "bots": [None, *(3 * ["simple"])]}
EARLIER = [
    record_of(
        finished(points),
        meta=SAT | {"table": "stubai", "session": 1, "deal": deal, "ended": 1_700_000_000},
    )
    for deal, points in enumerate((70, 71, 72), start=2)
]
"""Three deals of the session of which ``deals.WON`` is the first."""


def kept(person: Person, least: int = 1) -> list[str]:
    """Wait until the device keeps so many deals, and return their names."""
    found: list[str] = person.page.evaluate(f"({WAITING})({KEYS}, {least})")
    return found


def records(person: Person) -> list[Any]:
    """Return the records that the device keeps."""
    found: list[Any] = person.page.evaluate(RECORDS)
    return found


def keeping(*records: Any) -> str:
    """Return a script that puts records on the device, before a page of this version opens it."""
    return f"void ({OLD})({json.dumps(records)});"
