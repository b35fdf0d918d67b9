"""Nothing is lost in a pocket: windows that hang or act at once, a full device, saved deals."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Come
from browser.homes import FOLDER, PLACE, ROWS, STARTING
from browser.people import Person
from cli.command import dobbm
from dobbm.pocket.device_store import FORMAT
from kills import replayed

pytestmark = [pytest.mark.long, pytest.mark.timeout(600)]

HANG = "seconds => { for (const end = Date.now() + 1000 * seconds; Date.now() < end; ); }"
"""Lets a worker do nothing else, as in a window that the device has frozen."""
ASK = """
async ([method, path, body]) => {
  const app = document.querySelector("script[type=module]").getAttribute("src");
  const files = new URL(app, `${location.origin}/dobbm/`);
  const pocket = await import(new URL("pocket/connection.js", files));
  const sent = { method, headers: { "content-type": "application/json" } };
  if (body) sent.body = JSON.stringify(body);
  for (;;) {
    try {
      const answer = await pocket.request(path, sent);
      return [answer.status, await answer.json()];
    } catch {
      // Another window runs the game now: the page asks again, too.
    }
  }
}
"""
FULL = """
() => {
  self.isFull = true;
  const { add } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.add = function (...given) {
    if (self.isFull) queueMicrotask(() => this.transaction.abort());
    return add.apply(this, given);
  };
}
"""
"""Lets a device keep no more events until ``isFull`` is false."""
LATER = f"(asked) => void (globalThis.answered = ({ASK})(asked))"
"""Asks without waiting for the answer, which ``answered`` gets."""
FORMATTED = """
([name, format]) => new Promise((resolve) => {
  indexedDB.open(name).onsuccess = ({ target }) => {
    const change = target.result.transaction("rows", "readwrite");
    change.objectStore("rows").put(format, "format");
    change.oncomplete = () => resolve(target.result.close());
  };
})
"""


def sit_down(person: Person) -> str:
    """Open a table on the start page, wait for the turn, and return the table's path."""
    person.open(f"{FOLDER}/")
    person.press(person.button("Play now"))
    person.calls.first.wait_for(timeout=STARTING)
    return "/tables/" + person.page.url.rpartition("/")[2]


def ask(page: Page, method: str, path: str, body: Any = None) -> tuple[int, Any]:
    """Send a request as the page does; return the status and the answer."""
    status, answer = page.evaluate(ASK, [method, path, body])
    return status, answer


def own_turn(page: Page, path: str) -> Any:
    """Return the table as soon as it is the person's turn, or the deal is over."""
    while True:
        _, shown = ask(page, "GET", path)
        if shown["view"]["to_act"] in (shown["seat"], None):
            return shown


def deals(page: Page, path: str) -> dict[int, list[str]]:
    """Replay what the device keeps of a table; return the actions of its deals, but no discards."""
    table = path.rpartition("/")[2]
    found = replayed(table, events(page, path))
    return {deal: [hidden(one) for one in actions] for deal, actions in found.items()}


def hidden(action: str) -> str:
    return "? ? ? ?" if " " in action else action


def events(page: Page, path: str) -> list[Any]:
    """Return the events that the device keeps of a table, which has no gaps."""
    rows = dict(page.evaluate(ROWS, PLACE))
    prefix = f"event/{path.rpartition('/')[2]}/"
    kept = sorted(key for key in rows if key.startswith(prefix))
    assert kept == [f"{prefix}{number:010}" for number in range(1, len(kept) + 1)]
    return [json.loads(rows[key]) for key in kept]


def window_of(person: Person) -> Page:
    """Open another window on the person's table."""
    page = person.context.new_page()
    page.goto(person.page.url)
    page.locator("#page main").wait_for(timeout=STARTING)
    return page


def test_a_window_takes_over_from_one_that_hangs_and_nothing_is_doubled(
    come: Come, host: str
) -> None:
    person = come(to=host, keeps=True)
    path = sit_down(person)
    other = window_of(person)
    [worker] = person.page.workers
    shown = own_turn(person.page, path)
    action = {"action": shown["view"]["legal"][0], "turn": shown["turn"]}
    worker.evaluate(f"() => void setTimeout({HANG}, 0, 25)")
    # The first window asks its own worker, which hangs; the other one does not know.
    person.page.evaluate(LATER, ["POST", f"{path}/actions", action])
    assert ask(other, "POST", f"{path}/actions", action)[0] == 200
    assert own_turn(other, path)["turn"] > shown["turn"]
    assert person.page.evaluate("answered")[0] == 200
    seen = [own_turn(page, path) for page in (other, person.page)]
    assert seen[0]["view"] == seen[1]["view"]
    assert deals(other, path)[1] == [hidden(one) for one in seen[0]["view"]["actions"]]


def test_two_windows_act_in_turns_and_at_once(come: Come, host: str) -> None:
    person = come(to=host, keeps=True)
    path = sit_down(person)
    pages = [person.page, window_of(person)]
    for number in range(6):
        shown = own_turn(pages[number % 2], path)
        if shown["view"]["to_act"] is None:
            break
        legal = shown["view"]["legal"] or [
            ask(pages[0], "GET", f"{path}/hint")[1]["hints"][0]["action"]
        ]
        wishes = [{"action": action, "turn": shown["turn"]} for action in (legal[0], legal[-1])]
        for page, wish in zip(pages, wishes, strict=True):
            page.evaluate(LATER, ["POST", f"{path}/actions", wish])
        statuses = [page.evaluate("answered")[0] for page in pages]
        assert sorted(statuses) == ([200, 200] if legal[0] == legal[-1] else [200, 409])
    shown = own_turn(pages[0], path)
    seen = [hidden(one) for one in shown["view"]["actions"]]
    assert deals(pages[0], path)[shown["deal"]] == seen
    for page in pages:
        expect(page.locator("#page")).to_have_attribute("data-state", "current", timeout=STARTING)


def test_a_full_device_refuses_in_words_and_the_deal_goes_on_when_there_is_space(
    come: Come, host: str
) -> None:
    person = come(to=host, keeps=True)
    path = sit_down(person)
    before = own_turn(person.page, path)
    [worker] = person.page.workers
    worker.evaluate(FULL)
    person.press(person.calls.first)
    full = "This device cannot save right now: it may be full. Nothing is lost."
    expect(person.page.get_by_text(full).first).to_be_visible(timeout=10_000)
    assert own_turn(person.page, path)["turn"] == before["turn"]
    worker.evaluate("isFull = false")
    person.press(person.calls.first)
    while own_turn(person.page, path)["turn"] == before["turn"]:
        pass
    assert deals(person.page, path)[1]


def test_tables_of_a_newer_version_are_refused_with_a_way_out(come: Come, host: str) -> None:
    person = come(to=host, keeps=True)
    path = sit_down(person)
    kept = events(person.page, path)
    person.page.evaluate(FORMATTED, [PLACE, str(FORMAT + 1)])
    person.open(f"{FOLDER}/")
    person.page.get_by_text("A newer version of Dobbm").first.wait_for(timeout=STARTING)
    with person.page.expect_download() as download:
        person.press(person.button("Save as a file"))
    rows = dict(map(json.loads, Path(download.value.path()).read_text().splitlines()))
    assert events(person.page, path) == kept
    assert rows["format"] == str(FORMAT + 1)
    assert [key for key in rows if key.startswith("event/")]


def test_deals_are_saved_as_records_and_added_once_on_another_device(
    come: Come, host: str, tmp_path: Path
) -> None:
    person = come(to=host, keeps=True)
    sit_down(person)
    person.play_deal()
    person.open(f"{FOLDER}/me")
    expect(person.button("Favourite")).to_have_count(1)
    with person.page.expect_download(timeout=STARTING) as download:
        person.press(person.button("Save as a file"))
    file = tmp_path / "dobbm.jsonl"
    download.value.save_as(file)
    [line] = file.read_text().splitlines()
    [result] = map(json.loads, dobbm("replay", str(file)).stdout.splitlines())
    assert result["phase"] == "done"
    assert dobbm("verify", str(file)).returncode == 0

    other = come(to=host, keeps=True)
    broken = json.dumps(json.loads(line) | {"deck": 36 * ["HS"]})
    file.write_text(f"{line}\n\nGriaß enk\n{broken}\n{line}\n")
    other.open(f"{FOLDER}/me")
    for added, known in ((1, 1), (0, 2)):
        other.page.get_by_label("Add from a file").set_input_files(file)
        dialog = other.page.get_by_role("dialog")
        for text in (
            f"Added: {added}",
            f"Already here: {known}",
            "Left out: 2",
            "Line 3: not JSON",
            "Line 4: the deck is not the 36 cards, each once",
        ):
            expect(dialog).to_contain_text(text, timeout=STARTING)
        dialog.get_by_role("button", name="Close").last.click()
    expect(other.button("Favourite")).to_have_count(1)
