"""A member of a club switches messages on and off on a device."""

from __future__ import annotations

from hashlib import sha256

import pytest
from playwright.sync_api import expect

from browser.conftest import Come
from browser.deals import WON
from browser.looks import TOO_WIDE, violations
from browser.people import Fingers, Person
from browser.windows import DESK, PHONE, Size

ENDPOINT = "https://updates.push.services.mozilla.com/wpush/v2/phone"
DIGEST = sha256(ENDPOINT.encode()).hexdigest()
LABEL = "Messages on this device"
DEVICE = f"""
const subscription = {{
  endpoint: "{ENDPOINT}",
  toJSON: () => ({{ endpoint: "{ENDPOINT}", keys: {{ p256dh: "P", auth: "A" }} }}),
  unsubscribe: async () => ((globalThis.kept = null), (globalThis.foreign = false), true),
}};
globalThis.kept = null;
globalThis.asked = [];
const pushManager = {{
  getSubscription: async () => kept ?? (globalThis.foreign ? subscription : null),
  subscribe: async (options) => {{
    asked.push(options);
    if (globalThis.foreign) throw new DOMException("another key", "InvalidStateError");
    if (globalThis.broken) throw new DOMException("no push service", "AbortError");
    return (globalThis.kept = subscription);
  }},
}};
const registration = {{ pushManager }};
const serviceWorker = {{
  ready: Promise.resolve(registration),
  register: async () => registration,
  getRegistration: async () => (globalThis.unkept ? undefined : registration),
}};
Object.defineProperty(navigator, "serviceWorker", {{ value: serviceWorker }});
globalThis.PushManager = class {{}};
const answers = {{ permission: "default" }};
globalThis.Notification = {{
  get permission() {{ return answers.permission; }},
  requestPermission: async () => (answers.permission = globalThis.answer ?? "granted"),
}};
"""
"""A device with a push service of its own."""
WITHOUT = "delete globalThis.PushManager;"
IPHONE = """
Object.defineProperty(navigator, "userAgent", { value: "Mozilla/5.0 (iPhone; CPU iPhone OS 26)" });
"""
IPAD = """
Object.defineProperty(navigator, "platform", { value: "MacIntel" });
Object.defineProperty(navigator, "maxTouchPoints", { value: 5 });
"""


def came(
    come: Come, script: str = DEVICE, kind: type[Person] = Person, size: Size = DESK
) -> Person:
    return come(kind, size, path="/c/stubai", table=WON.done(), script=script)


@pytest.mark.parametrize(("kind", "size"), [(Person, DESK), (Fingers, PHONE)])
def test_messages_are_switched_on_and_off(come: Come, kind: type[Person], size: Size) -> None:
    person = came(come, DEVICE, kind, size)
    switch = person.page.get_by_label(LABEL)
    expect(switch).not_to_be_checked()
    with person.page.expect_request("**/push") as asked:
        person.press(switch)
    assert asked.value.method == "PUT"
    assert asked.value.post_data_json == {
        "endpoint": ENDPOINT,
        "p256dh": "P",
        "auth": "A",
        "language": "en",
    }
    expect(switch).to_be_checked()
    assert person.network
    [options] = person.page.evaluate("asked")
    assert options == {
        "userVisibleOnly": True,
        "applicationServerKey": person.network.club.push["key"],
    }
    assert violations(person) == []
    assert person.page.evaluate(TOO_WIDE) == []
    with person.page.expect_request("**/push?*") as asked:
        person.press(switch)
    assert asked.value.method == "DELETE"
    assert asked.value.url.endswith(f"/push?device={DIGEST}")
    expect(switch).not_to_be_checked()


def test_the_page_knows_again_that_messages_are_on(come: Come) -> None:
    person = came(come, DEVICE + "kept = subscription;")
    assert person.network
    person.network.club.push["devices"] = [DIGEST]
    person.page.reload()
    expect(person.page.get_by_label(LABEL)).to_be_checked()


BEFORE = "0" * 64
"""The digest of the subscription that the browser has renewed."""


def remembering(digest: str, permission: str = "granted") -> str:
    """Return a script: the device was registered in the club under a digest."""
    kept = f"""localStorage.setItem("dobbm-messages", '{{"/clubs/stubai/push":"{digest}"}}');"""
    return f"{DEVICE} kept = subscription; answers.permission = '{permission}'; {kept}"


def test_a_subscription_that_the_browser_has_renewed_takes_the_place_of_the_old_one(
    come: Come,
) -> None:
    person = came(come, remembering(BEFORE))
    switch = person.page.get_by_label(LABEL)
    expect(switch).to_be_checked()
    assert person.network
    assert person.network.club.push["devices"] == [DIGEST]
    person.network.club.push["devices"] = [BEFORE]
    with person.page.expect_request(f"**/push?device={BEFORE}") as asked:
        person.page.reload()
    assert asked.value.method == "DELETE"
    expect(switch).to_be_checked()
    assert person.network.club.push["devices"] == [DIGEST]


@pytest.mark.parametrize(
    ("digest", "permission"), [(DIGEST, "granted"), (BEFORE, "default"), ("", "granted")]
)
def test_messages_that_were_switched_off_stay_off(come: Come, digest: str, permission: str) -> None:
    person = came(come, remembering(digest, permission))
    expect(person.page.get_by_label(LABEL)).not_to_be_checked()
    person.page.wait_for_load_state("networkidle")
    assert person.network
    assert person.network.club.push["devices"] == []


def test_who_refuses_the_permission_reads_where_to_change_it(come: Come) -> None:
    person = came(come, DEVICE + "globalThis.answer = 'denied';")
    person.press(person.page.get_by_label(LABEL))
    person.sees("The browser does not allow notifications here")
    expect(person.page.get_by_label(LABEL)).to_have_count(0)
    assert person.network
    assert person.network.club.push["devices"] == []


def test_who_closes_the_question_is_asked_again(come: Come) -> None:
    person = came(come, DEVICE + "globalThis.answer = 'default';")
    switch = person.page.get_by_label(LABEL)
    person.press(switch)
    person.sees("The browser does not allow notifications here")
    expect(switch).not_to_be_checked()
    person.page.evaluate("globalThis.answer = 'granted'")
    person.press(switch)
    expect(switch).to_be_checked()


@pytest.mark.parametrize("fault", ["globalThis.broken = true;", "globalThis.unkept = true;"])
def test_a_browser_without_a_push_service_says_so(come: Come, fault: str) -> None:
    person = came(come, DEVICE + fault)
    switch = person.page.get_by_label(LABEL)
    person.press(switch)
    person.sees("The browser could not switch messages on")
    expect(switch).not_to_be_checked()


def test_a_subscription_with_an_earlier_key_of_the_server_is_replaced(come: Come) -> None:
    person = came(come, DEVICE + "globalThis.foreign = true;")
    switch = person.page.get_by_label(LABEL)
    person.press(switch)
    expect(switch).to_be_checked()
    assert len(person.page.evaluate("asked")) == 2


@pytest.mark.parametrize(
    ("script", "text"),
    [
        (WITHOUT, "This browser shows no messages."),
        (WITHOUT + IPHONE, "On an iPhone or iPad, messages come only to a page on the home screen"),
        (WITHOUT + IPAD, "On an iPhone or iPad, messages come only to a page on the home screen"),
    ],
)
def test_a_device_without_messages_has_no_switch(come: Come, script: str, text: str) -> None:
    person = came(come, DEVICE + script)
    person.sees(text)
    expect(person.page.get_by_label(LABEL)).to_have_count(0)


def test_a_server_that_sends_none_has_no_switch(come: Come) -> None:
    person = came(come)
    assert person.network
    person.network.club.push["key"] = None
    person.page.reload()
    person.sees("Your chair")
    person.page.wait_for_load_state("networkidle")
    expect(person.page.get_by_text("essages")).to_have_count(0)


def test_a_new_link_switches_messages_off(come: Come) -> None:
    person = came(come)
    switch = person.page.get_by_label(LABEL)
    person.press(switch)
    expect(switch).to_be_checked()
    assert person.network
    person.press(person.button("New link for me"))
    person.network.club.push["devices"] = []
    person.press(person.page.get_by_role("dialog").get_by_role("button", name="New link"))
    person.page.get_by_role("dialog").locator("code").wait_for()
    person.escape()
    expect(switch).not_to_be_checked()
