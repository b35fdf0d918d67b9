"""A person who looks at something else is called to the table, in the ways that are set."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.conftest import Come
from browser.deals import PAIR, WON
from browser.live import LiveTable
from browser.people import Fingers, Person
from browser.windows import PHONE
from dobbm.table import commands
from dobbm.table.events import StoodIn
from table.driver import between
from tiers import only_long

DEVICE = """
globalThis.done = [];
globalThis.away = false;
Object.defineProperty(Document.prototype, "hidden", { get: () => away });
globalThis.look = (elsewhere) => {
  away = elsewhere;
  document.dispatchEvent(new Event("visibilitychange"));
};
const answers = { permission: "default" };
globalThis.Notification = {
  get permission() { return answers.permission; },
  requestPermission: async () => (answers.permission = globalThis.answer ?? "granted"),
};
const shown = [];
const worker = {
  showNotification: async (title, { body, data }) => {
    done.push(`notification: ${body} ${data}`);
    shown.push({ close: () => done.push("notification closed") });
  },
  getNotifications: async () => shown.splice(0),
};
const device = {
  serviceWorker: { ready: Promise.resolve(worker), register: async () => {} },
  setAppBadge: async () => done.push("badge"),
  clearAppBadge: async () => done.push("no badge"),
  vibrate: () => done.push("vibration"),
  userActivation: { hasBeenActive: true },
  wakeLock: {
    request: async () => {
      done.push("screen on");
      const lock = { released: false };
      lock.release = async () => {
        lock.released = true;
        done.push("screen off");
      };
      globalThis.lock = lock;
      return lock;
    },
  },
};
for (const [name, value] of Object.entries(device)) {
  Object.defineProperty(navigator, name, { value, configurable: true });
}
globalThis.AudioContext = class {
  constructor() { done.push("sound"); }
};
"""
"""A device that notes what the page does with it, and a person who can look elsewhere."""

CALLED = re.compile("icon-called")
WAYS = ["badge", "sound", "vibration", "notification"]


def done(person: Person) -> list[str]:
    """Return what the device has done."""
    return list(person.page.evaluate("done.splice(0)"))


def waiting(come: Come, **look: Any) -> Person:
    """Bring Vroni, who has played a card and looks at something else."""
    person = come(table=WON.at("play"), script=DEVICE, **look)
    person.play("AS")
    person.page.evaluate("done.splice(0), look(true)")
    return person


def icon(person: Person) -> Any:
    return expect(person.page.locator("link[rel=icon]"))


def test_nobody_is_called_while_the_page_is_visible(come: Come) -> None:
    person = come(table=WON.at("play"), script=DEVICE, calls=WAYS)
    person.play("AS")
    person.table.go_on()
    person.is_up_to_date()
    assert done(person) == []


def test_a_turn_calls_once_and_looking_ends_the_call(come: Come) -> None:
    person = waiting(come, calls=["badge", "sound", "vibration"])
    person.table.go_on()
    person.is_up_to_date()
    icon(person).to_have_attribute("href", CALLED)
    expect(person.page).to_have_title("▸ Your turn – Dobbm")
    assert done(person) == ["badge", "sound", "vibration"]
    person.page.evaluate("look(false)")
    icon(person).not_to_have_attribute("href", CALLED)
    assert done(person) == ["no badge"]


def test_a_trick_that_rests_holds_up_no_call(come: Come) -> None:
    person = come(table=WON.at("play", 4), script=DEVICE, calls=["vibration"], stay=None)
    person.play("A7")
    person.table.play("AT", "AK", "HS")
    expect(person.page.locator("#page")).to_have_attribute("data-state", "resting")
    person.page.evaluate("look(true)")
    person.table.play("LS")
    expect(person.page).to_have_title("▸ It is your turn at the table.")
    assert done(person) == ["vibration"]


@pytest.mark.parametrize("way", ["badge", "sound", "vibration"])
def test_each_way_is_switched_separately(come: Come, way: str) -> None:
    person = waiting(come, calls=[way])
    person.table.go_on()
    person.is_up_to_date()
    assert done(person) == [way]


def test_notifications_are_asked_for_with_a_tap_and_show_what_the_table_wants(come: Come) -> None:
    person = come(table=WON.at("play"), script=DEVICE, calls=[])
    person.press(person.button("Menu"))
    person.press(person.button("Settings"))
    person.page.get_by_label("Show a notification").check()
    expect(person.page.get_by_label("Show a notification")).to_be_checked()
    person.escape()
    person.play("AS")
    person.page.evaluate("done.splice(0), look(true)")
    person.table.go_on()
    person.page.wait_for_function("done.length")
    assert done(person) == ["notification: It is your turn at the table. /t/stubai"]
    person.page.evaluate("look(false)")
    person.page.wait_for_function("done.length > 1")
    assert "notification closed" in done(person)


def test_a_browser_that_allows_no_notifications_is_named(come: Come) -> None:
    person = come(Fingers, PHONE, path="/settings", script=DEVICE + "answer = 'denied';", calls=[])
    box = person.page.get_by_label("Show a notification")
    box.click()
    person.hears("The browser does not allow notifications here")
    expect(box).not_to_be_checked()


def test_who_looks_back_and_elsewhere_is_called_to_the_next_deal(come: Come) -> None:
    table = LiveTable(between(people=2))
    path = f"/t/{table.id}/deals/1"
    person = come(table=table, path=path, script=DEVICE, calls=["vibration"])
    expect(person.page.locator(".r-summons")).to_be_visible()
    person.page.evaluate("look(true)")
    table.do(commands.Vote, 0, "next")
    table.do(commands.Vote, 1, "next")
    table.evening.until_dealt()
    table.publish()
    person.hears("The next deal has begun")
    assert "vibration" in done(person)


FOLLOWS = "[...EventSource.open].some((stream) => stream.early === null)"
"""Whether the page has received the table, so that later changes are news."""
ELSEWHERE = ["/", "/rules", "/score", "/settings", "/tables", "/history"]


def looks_at(come: Come, path: str, **look: Any) -> Person:
    """Bring Vroni, who looks at another page while Lois thinks at their table."""
    table = PAIR.at("play", seat=1)
    known = [{"table": table.id, "at": 0}]
    return come(table=table, path=path, tables=known, script=DEVICE, **look)


def until_vronis_turn(person: Person) -> None:
    deal = person.table.evening.deal
    while deal.to_act != 0:
        person.table.play(deal.legal_actions()[0])
        deal = person.table.evening.deal


@pytest.mark.parametrize("path", [*ELSEWHERE[:2], *only_long(*ELSEWHERE[2:])])
def test_who_looks_at_another_page_is_called_to_the_table(come: Come, path: str) -> None:
    person = looks_at(come, path, calls=["vibration", "badge"])
    person.page.wait_for_function(FOLLOWS)
    person.page.evaluate("look(true)")
    until_vronis_turn(person)
    expect(person.page).to_have_title("▸ Your turn – Dobbm")
    icon(person).to_have_attribute("href", CALLED)
    assert sorted(done(person)) == ["badge", "vibration"]
    person.page.evaluate("look(false)")
    strip = person.page.locator(".banner", has_text="It is your turn at the table.")
    expect(strip.get_by_role("timer")).to_have_text(re.compile(r"^\d+:\d\d$"))
    strip.get_by_role("link", name="To the table").click()
    person.is_up_to_date()
    expect(strip).to_have_count(0)
    expect(person.page).to_have_title("▸ Your turn – Dobbm")


def test_a_call_ends_when_nothing_is_asked_any_more(come: Come) -> None:
    person = looks_at(come, "/", calls=["badge", "notification"])
    person.page.wait_for_function(FOLLOWS)
    person.page.evaluate("look(true)")
    until_vronis_turn(person)
    icon(person).to_have_attribute("href", CALLED)
    person.table.happen(StoodIn(person.table.evening.now, 0, "clock"))
    icon(person).not_to_have_attribute("href", CALLED)
    expect(person.page).to_have_title("Dobbm")


def test_a_screen_lock_that_comes_after_the_table_was_left_is_released(come: Come) -> None:
    """Any number of requests leaves no lock behind."""
    wait = """
    const real = navigator.wakeLock.request;
    globalThis.waiting = [];
    navigator.wakeLock.request = () =>
      new Promise((resolve) => waiting.push(() => resolve(real())));
    """
    person = come(table=WON.at("play"), script=DEVICE + wait, calls=["awake"])
    person.page.evaluate("look(true), look(false), look(true), look(false)")
    person.page.evaluate("history.pushState(null, '', '/rules')")
    person.page.evaluate("dispatchEvent(new PopStateEvent('popstate'))")
    expect(person.page.locator("#page")).not_to_have_attribute("data-number", re.compile("."))
    assert person.page.evaluate("waiting.length") == 1
    person.page.evaluate("waiting[0]()")
    person.page.wait_for_function("done.includes('screen off')")
    assert [one for one in done(person) if "screen" in one] == ["screen on", "screen off"]


def test_the_screen_stays_on_while_a_hand_is_held(come: Come) -> None:
    person = come(table=WON.at("play"), script=DEVICE, calls=["awake"])
    assert done(person) == ["screen on"]
    person.page.evaluate("lock.released = true, look(true), look(false)")
    person.page.wait_for_function("done.includes('screen on')")
    assert done(person).count("screen on") == 1
    actions = WON.actions
    person.table.play(*actions[len(person.table.evening.deal.actions) :])
    expect(person.between).to_be_visible()
    assert done(person) == ["screen off"]


WINDOWS = """hidden => {
  const channel = new BroadcastChannel("dobbm-windows");
  const answer = (to, id) =>
    channel.postMessage({ kind: "here", to, follower: { id, table: "stubai", hidden } });
  channel.onmessage = ({ data }) => data.kind === "who" && answer(data.from, -1);
}"""
"""Another window of the same table."""


def test_a_hidden_window_lets_go_of_its_stream_and_is_called_all_the_same(come: Come) -> None:
    person = waiting(come, calls=["badge"])
    person.page.evaluate(WINDOWS, False)
    person.page.wait_for_function("!EventSource.open.size")
    person.table.go_on()
    icon(person).to_have_attribute("href", CALLED)
    person.page.evaluate("look(false)")
    person.page.wait_for_function(FOLLOWS)
    person.is_up_to_date()
