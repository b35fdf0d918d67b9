"""A picture of the own hand goes with the link to a deal."""

from __future__ import annotations

from base64 import b64decode
from io import BytesIO

from PIL import Image
from playwright.sync_api import expect

from browser.conftest import Come
from browser.deals import WON
from browser.people import Person

SHEET = """
Navigator.prototype.canShare = () => true;
Navigator.prototype.share = async ({ text, url, files }) => {
  const bytes = new Uint8Array(await files[0].arrayBuffer());
  globalThis.shared = { text, url, picture: btoa(String.fromCharCode(...bytes)) };
};
"""
COPY = """
delete Navigator.prototype.share;
if (navigator.clipboard) navigator.clipboard.writeText = async () => undefined;
"""


def replay(come: Come, script: str) -> Person:
    live = WON.done()
    person = come(table=live, path="", script=script)
    person.open(f"/t/{live.id}/deals/1")
    person.press(person.page.locator("summary[title=More]"))
    return person


def test_the_share_sheet_gets_a_picture_with_the_link(come: Come) -> None:
    person = replay(come, SHEET)
    person.press(person.button("Share this deal"))
    person.page.wait_for_function("globalThis.shared")
    shared = person.page.evaluate("shared")
    assert shared["text"] == "I made +12 Schilling with these cards. And you?"
    assert "/d#1/pagat/x" in shared["url"]
    assert Image.open(BytesIO(b64decode(shared["picture"]))).size == (1080, 1080)


def test_without_a_share_sheet_the_picture_is_saved(come: Come) -> None:
    person = replay(come, COPY)
    with person.page.expect_download() as saved:
        person.press(person.button("Share this deal"))
    assert saved.value.suggested_filename == "dobbm.png"
    expect(person.page.locator(".toast")).to_contain_text("Link copied")
