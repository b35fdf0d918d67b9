"""Whether all screens look as before, pixel by pixel and property by property.

    LOOKS=/tmp/looks pytest tests/browser/pictures.py

The first run, before a change of the style sheets, fills the folder; each later run compares with
it. What has been removed from the folder is taken anew.
"""

from __future__ import annotations

import gzip
import os
import re
from collections.abc import Iterator
from io import BytesIO
from itertools import zip_longest
from pathlib import Path
from typing import TypeAlias

import pytest
from PIL import Image, ImageChops

from browser.conftest import Come
from browser.looks import resize, set_font_size
from browser.network import files
from browser.people import Person
from browser.screens import SCREENS
from browser.windows import DESK, PHONE, Size

WINDOWS: tuple[Size, ...] = (PHONE, DESK, (1920, 1080))
"""The windows of the pictures."""
MORE_WINDOWS: tuple[Size, ...] = ((320, 480), (844, 390), (820, 1180), (1100, 560), (2560, 1440))
"""Windows of which only the styles are compared."""
FOLDER = Path(os.environ.get("LOOKS", "looks"))
SMOOTHING = 32
"""Browsers smooth the edges of turned cards now a little more, now less: so much of 255."""
DIFFERENCES = 20
"""The number of differences shown for each screen."""

STEADY = """
performance.now = () => 5000;
Date.now = () => 1.8e12;
let seed = 1;
Math.random = () => (seed = seed * 48271 % 2147483647) / 2147483647;
const later = setTimeout;
setTimeout = (act, after, ...more) => (after < 1500 ? later(act, after, ...more) : 0);
"""
"""Stops the clocks, lets nothing vanish after a while, and gives the same random numbers."""

STAND_STILL = """() => {
  document.activeElement?.blur();
  for (const animation of document.getAnimations())
    try { animation.finish(); } catch { animation.cancel(); }
  return new Promise((rest) => requestAnimationFrame(() => requestAnimationFrame(rest)));
}"""
ADDRESS = re.compile(r"http://[^/]+/static/\w+/")
PROPERTIES = "() => [...getComputedStyle(document.body)].filter((name) => !name.startsWith('--'))"

Styles: TypeAlias = list[list[str]]
"""For each box of a page, what it is and where, then its computed styles; first their names."""


@pytest.fixture(scope="package")
def site() -> Iterator[str]:
    """The address of the page's files, with the drawings."""
    with files() as address:
        yield address


@pytest.mark.parametrize("name", SCREENS)
def test_every_box_has_the_same_styles(come: Come, name: str) -> None:
    faults: list[str] = []
    for look, person in looks(come, name, "light"):
        for window in windows(person):
            path = FOLDER / f"{name}, {look}, {window}.txt.gz"
            faults += [f"{look}, {window}: {found}" for found in difference(path, at_rest(person))]
    assert not faults, "\n".join(faults[:DIFFERENCES])


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", SCREENS)
def test_every_pixel_is_the_same(come: Come, name: str, theme: str) -> None:
    faults: list[str] = []
    for look, person in looks(come, name, theme):
        for size in WINDOWS:
            resize(person, size)
            at_rest(person)
            path = FOLDER / f"{name}, {look}, {theme}, {size[0]}.png"
            code = person.page.locator(".qr")  # its address has another port each time
            picture = person.page.screenshot(animations="disabled", mask=[code])
            if not alike(kept(path, picture), picture):
                path.with_suffix(".new.png").write_bytes(picture)
                faults.append(path.name)
        resize(person, PHONE)
    assert not faults, "\n".join(faults)


def alike(before: bytes, after: bytes) -> bool:
    """Return whether two pictures are the same, except for how smooth the edges of cards are."""
    if before == after:
        return True
    old, new = (Image.open(BytesIO(data)).convert("RGB") for data in (before, after))
    changed = ImageChops.difference(old, new).convert("L").histogram()
    return old.size == new.size and not any(changed[SMOOTHING:])


def looks(come: Come, name: str, theme: str) -> Iterator[tuple[str, Person]]:
    screen = SCREENS[name]
    steady = screen._replace(script=STEADY + screen.script)
    return steady.looks(come, language="de", theme=theme)


def windows(person: Person) -> Iterator[str]:
    """Yield the name of each kind of window and medium as the page is shown in it."""
    for size in (*WINDOWS, *MORE_WINDOWS):
        resize(person, size)
        yield f"{size[0]}x{size[1]}"
    resize(person, PHONE)
    set_font_size(person, 32)
    yield "large print"
    set_font_size(person, 16)
    person.page.emulate_media(media="print")
    yield "on paper"
    person.page.emulate_media(media="screen")


def kept(path: Path, data: bytes) -> bytes:
    """Return what is kept in this file, or keep this data if there is no file."""
    if not path.exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return path.read_bytes()


def at_rest(person: Person) -> Styles:
    """Return the styles of the page as soon as nothing moves any more."""
    person.page.mouse.move(0, 0)
    before = None
    for _ in range(20):
        person.page.evaluate(STAND_STILL)
        now = captured(person, [])
        if now == before:
            break
        before = now
    properties = person.page.evaluate(PROPERTIES)
    return [["box", *properties], *captured(person, properties)]


def captured(person: Person, properties: list[str]) -> Styles:
    """Return the boxes of the page, those of pseudo-elements included, with these properties."""
    snapshot = person.window.devtools.send(
        "DOMSnapshot.captureSnapshot", {"computedStyles": properties}
    )
    strings = [ADDRESS.sub("", one) for one in snapshot["strings"]]
    nodes, layout = (snapshot["documents"][0][part] for part in ("nodes", "layout"))
    names, attributes = nodes["nodeName"], nodes["attributes"]
    found = []
    boxes = zip(layout["nodeIndex"], layout["bounds"], layout["styles"], strict=True)
    for node, bounds, styles in boxes:
        texts = [strings[word] for word in attributes[node]]
        named = dict(zip(texts[::2], texts[1::2], strict=True)).get("class", "")
        what = f"{strings[names[node]]} {named} {[round(one, 2) for one in bounds]}"
        found.append([what, *(strings[value] for value in styles)])
    return found


def difference(path: Path, styles: Styles) -> Iterator[str]:
    """Yield what differs from the styles in a file."""
    text = "\n\n".join("\n".join(box) for box in styles)
    before = gzip.decompress(kept(path, gzip.compress(text.encode(), 1, mtime=0))).decode()
    if before == text:
        return
    boxes = [box.split("\n") for box in before.split("\n\n")]
    properties = boxes[0]
    for old, new in zip_longest(boxes, styles, fillvalue=["nothing"]):
        others = [
            f"{name}: {one} -> {other}"
            for name, one, other in zip_longest(properties, old, new)
            if one != other
        ]
        if others:
            yield f"{old[0][:100]}: {others[:4]}"
