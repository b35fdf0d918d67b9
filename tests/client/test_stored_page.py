"""The page checks all that it takes from a device: the settings, and sheets of another version."""

from __future__ import annotations

from typing import Any

import pytest

from client.scripts import Scripts, needs_node
from dobbm.game.rules import PRESETS
from dobbm.server.threaded_bots import LADDER
from dobbm.table.portraits import PORTRAITS

pytestmark = needs_node

STORAGE = """
globalThis.addEventListener = () => {};
const stored = new Map();
for (const [key, value] of Object.entries(asked.stored)) stored.set(key, JSON.stringify(value));
globalThis.localStorage = {
  getItem: (key) => stored.get(key) ?? null,
  setItem: (key, value) => stored.set(key, value),
  removeItem: (key) => stored.delete(key),
};
"""

SETTINGS = f"""{STORAGE}
const {{ settings }} = await import("./base/settings.js");
const {{ LANGUAGES }} = await import("./base/i18n.js");
const {{ bots }} = await import("./game/characters.js");
respond({{ settings, languages: Object.keys(LANGUAGES), bots: Object.keys(bots()) }});
"""

SHEETS = f"""{STORAGE}
const {{ keepSheets, keptSheets }} = await import("./score/sheets.js");
const kept = keptSheets();
keepSheets(kept);
respond([kept.sheets, JSON.parse(stored.get("dobbm-score")).sheets]);
"""


WRITTEN = f"""{STORAGE}
const {{ keepSheets }} = await import("./score/sheets.js");
stored.set("dobbm-score", asked.text);
keepSheets({{ open: null, sheets: [asked.sheet] }});
respond(JSON.parse(stored.get("dobbm-score")).sheets);
"""


def settings(scripts: Scripts, **stored: Any) -> Any:
    return scripts.run(SETTINGS, {"stored": {"dobbm": stored}})


def test_every_choice_that_the_page_offers_is_kept(scripts: Scripts) -> None:
    offered = settings(scripts)
    assert set(offered["bots"]) <= set(LADDER)
    for name, values in {
        "portrait": PORTRAITS,
        "language": offered["languages"],
    }.items():
        for value in values:
            assert settings(scripts, **{name: value})["settings"][name] == value
    for play in [{"bot": bot} for bot in offered["bots"]] + [
        {"rules": {"preset": preset, "match": 10_000}} for preset in PRESETS
    ]:
        assert settings(scripts, play=play)["settings"]["play"] == play


@pytest.mark.parametrize(
    ("stored", "expected"),
    [
        ({"tables": None, "name": "Vroni"}, {"tables": [], "name": "Vroni"}),
        (
            {"tables": [{"table": "a", "at": 1}, 7, {"at": 2}]},
            {"tables": [{"table": "a", "at": 1}]},
        ),
        ({"play": {"preset": "pagat", "players": 5}}, {"play": {"players": 5}}),
        ({"play": {"rules": {"match": "60", "preset": "bundle"}}}, {"play": {"rules": {}}}),
        ({"volume": 2, "tempo": "1"}, {"volume": 1, "tempo": 1}),
        ({"language": "constructor", "portrait": "../x"}, {"language": None, "portrait": None}),
        ({"silent": ["turn", "__proto__", None]}, {"silent": ["turn"]}),
        ({"stay": None}, {"stay": None}),
    ],
)
def test_a_setting_that_is_wrong_is_ignored_and_the_others_count(
    scripts: Scripts, stored: dict[str, Any], expected: dict[str, Any]
) -> None:
    found = settings(scripts, **stored)["settings"]
    assert {name: found[name] for name in expected} == expected


SHEET: dict[str, Any] = {
    "id": "evening",
    "begun": 1,
    "names": ["Lois", "Vroni", "Hias", "Moidl"],
    "preset": "pagat",
    "match": 60,
    "unit": 1,
    "firstDealer": 0,
    "deals": [{"end": "thrown_in"}],
    "mussrundeFrom": None,
    "closed": False,
}


def test_a_sheet_of_another_version_is_left_out_but_never_thrown_away(scripts: Scripts) -> None:
    later = SHEET | {"id": "later", "preset": "of another version"}
    kept = {"dobbm-score": {"open": None, "sheets": [later, SHEET]}}
    assert scripts.run(SHEETS, {"stored": kept}) == [[SHEET], [SHEET, later]]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("{", "{"),
        ('{"sheets": [', '{"sheets": ['),
        ("Vroni 5, Lois -5", "Vroni 5, Lois -5"),
        ('"Vroni"', "Vroni"),
        ("7", 7),
    ],
)
def test_whatever_is_stored_in_place_of_the_sheets_is_kept_beside_them(
    scripts: Scripts, text: str, value: Any
) -> None:
    assert scripts.run(WRITTEN, {"stored": {}, "text": text, "sheet": SHEET}) == [SHEET, value]


@pytest.mark.parametrize(
    "wrong", [{"begun": None}, {"closed": 1}, {"mussrundeFrom": 99}, {"deals": [None]}]
)
def test_a_sheet_with_a_wrong_value_can_still_be_corrected(
    scripts: Scripts, wrong: dict[str, Any]
) -> None:
    kept = {"dobbm-score": {"open": None, "sheets": [SHEET | wrong]}}
    ((found,), _) = scripts.run(SHEETS, {"stored": kept})
    assert found["names"] == SHEET["names"]
    assert len(found["deals"]) == 1


WINDOWS = f"""{STORAGE}
globalThis.document = {{ documentElement: {{ dataset: {{}} }}, cookie: "" }};
globalThis.sessionStorage = {{ getItem: () => null, setItem: () => {{}}, removeItem: () => {{}} }};
const seats = [];
globalThis.fetch = async (path, {{ body }}) => {{
  if (!path.endsWith("/seats")) return Response.json({{}});
  seats.push(JSON.parse(body).request);
  return asked.lost ? new Promise(() => {{}}) : Response.json({{ seat: 0, token: "token" }});
}};
globalThis.setTimeout = () => 0;
const {{ changeSettings, rememberTable, settings }} = await import("./base/settings.js");
const {{ progressIn }} = await import("./learn/progress.js");
const {{ takeSeat }} = await import("./base/api.js");
const lesson = progressIn("lesson", 8);
lesson.solve(1);
rememberTable("stubai");
// Meanwhile, another window:
const change = (key, how) => stored.set(key, JSON.stringify(how(JSON.parse(stored.get(key)))));
change("dobbm.lesson.solved", (solved) => [...solved, 3]);
change("dobbm", (kept) => ({{
  ...kept, theme: "dark", play: {{ players: 5 }}, silent: ["card"],
  tables: [{{ table: "b", at: 1 }}, ...kept.tables],
}}));
stored.set("dobbm-seat", JSON.stringify({{ elsewhere: "e".repeat(32) }}));
lesson.solve(5);
rememberTable("c");
changeSettings(({{ play, silent }}) => ({{
  play: {{ ...play, bot: "pimc" }}, silent: [...silent, "word"],
}}));
takeSeat("stubai", "Vroni", 0);
const {{ theme, play, silent, tables }} = settings;
respond({{
  solved: [1, 3, 5].map(lesson.solved), theme, play, silent, tables: tables.map((one) => one.table),
  seats: Object.keys(JSON.parse(stored.get("dobbm-seat"))),
}});
"""


def test_a_change_keeps_what_another_window_has_changed_meanwhile(scripts: Scripts) -> None:
    assert scripts.run(WINDOWS, {"stored": {}, "lost": True}) == {
        "solved": [True, True, True],
        "theme": "dark",
        "play": {"players": 5, "bot": "pimc"},
        "silent": ["card", "word"],
        "tables": ["c", "b", "stubai"],
        "seats": ["elsewhere", "stubai"],
    }


FOLDER = f"""{STORAGE}
import {{ cpSync }} from "node:fs";
cpSync("base", "club/pocket/static/1/base", {{ recursive: true }});
globalThis.document = {{ documentElement: {{ dataset: {{}} }} }};
const server = await import("./base/settings.js");
server.rememberTable("stubai");
const pocket = await import("./club/pocket/static/1/base/settings.js");
for (let table = 0; table < 30; table += 1) pocket.rememberTable(`alone${{table}}`);
pocket.changeSettings({{ name: "Vroni" }});
server.changeSettings({{ theme: "dark" }});
respond({{
  server: server.settings, pocket: pocket.settings.tables.length, keys: [...stored.keys()].length,
}});
"""


def test_a_page_in_a_folder_has_tables_of_its_own_and_shares_all_other_settings(
    scripts: Scripts,
) -> None:
    found = scripts.run(FOLDER, {"stored": {}})
    assert [one["table"] for one in found["server"]["tables"]] == ["stubai"]
    assert found["server"]["name"] == "Vroni"
    assert (found["pocket"], found["keys"]) == (20, 2)
