"""The service worker shows the messages of clubs, and a tap leads to their page."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from client.scripts import Scripts, needs_node
from dobbm.server.site import STATIC

pytestmark = needs_node

WORKER = """
const heard = {};
const shown = [];
globalThis.location = new URL(asked.home + "sw.js");
globalThis.addEventListener = (kind, work) => (heard[kind] = work);
globalThis.registration = { showNotification: async (title, how) => shown.push({ title, ...how }) };
const file = asked.home + "static/1/locale/de.json";
globalThis.Request = class { constructor(path) { this.url = new URL(path, location).href; } };
globalThis.caches = { match: async () => undefined, open: async () => ({ put: async () => {} }) };
globalThis.fetch = async ({ url }) => {
  if (!asked.catalogue || url !== file) throw new TypeError("no network");
  return Response.json(asked.catalogue);
};
new Function(asked.script.replace("{files}", "[]").replace("{version}", "1"))();
let finished;
const data = { json: () => asked.message };
heard.push({ data, waitUntil: (work) => (finished = work) });
await finished;
respond(shown);
"""
TURN = {"kind": "turn", "club": "Donnerstag", "table": "x", "path": "t/x", "language": "de"}


def shown(scripts: Scripts, home: str = "https://club.example/", **asked: Any) -> Any:
    script = (STATIC / "sw.js").read_text()
    [found] = scripts.run(WORKER, {"message": TURN, "home": home, "script": script} | asked)
    return found


def test_a_message_is_in_the_language_of_its_reader(scripts: Scripts) -> None:
    german = {"It is your turn.": "Du bist an der Reihe."}
    found = shown(scripts, catalogue=german)
    assert found == {
        "title": "Donnerstag",
        "body": "Du bist an der Reihe.",
        "tag": "dobbm",
        "renotify": True,
        "lang": "de",
        "icon": "/static/1/icons/icon-192.png",
        "data": "/t/x",
    }


def test_a_message_is_in_english_if_the_texts_are_not_there(scripts: Scripts) -> None:
    assert shown(scripts)["body"] == "It is your turn."
    assert shown(scripts, message=TURN | {"language": "en"})["body"] == "It is your turn."


@pytest.mark.parametrize(
    ("kind", "text", "tag"),
    [
        ("table", "Somebody has opened a table.", "dobbm-table"),
        ("seat", "A seat has become free.", "dobbm-seat"),
        ("round", "The next round is drawn: go to your table.", "dobbm-round"),
        (
            "substitute",
            "Somebody looks for a substitute for the next evening.",
            "dobbm-substitute",
        ),
        (
            "change",
            "The plan for an evening has changed: look at the club.",
            "dobbm-change",
        ),
    ],
)
def test_messages_of_a_kind_replace_each_other(
    scripts: Scripts, kind: str, text: str, tag: str
) -> None:
    found = shown(scripts, message=TURN | {"kind": kind, "path": "c/y"})
    assert (found["body"], found["tag"], found["data"]) == (text, tag, "/c/y")


@pytest.mark.parametrize(
    ("answered", "text"),
    [
        (True, "The evening begins at {time}."),
        (False, "The evening begins at {time}. Are you coming?"),
    ],
)
def test_a_message_before_an_evening_has_its_time(
    scripts: Scripts, answered: bool, text: str
) -> None:
    begins = 1_796_324_400.0
    evening = {"kind": "evening", "begins": begins, "answered": answered}
    found = shown(scripts, message=TURN | evening, catalogue={text: f"{text} (de)"})
    here = f"{datetime.fromtimestamp(begins):%H:%M}"
    assert found["body"] == f"{text} (de)".replace("{time}", here)
    assert found["tag"] == "dobbm-evening"


def test_a_tap_leads_to_a_page_in_the_same_folder(scripts: Scripts) -> None:
    assert shown(scripts, home="https://club.example/dobbm/")["data"] == "/dobbm/t/x"
