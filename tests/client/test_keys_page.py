"""Keys in the page: digits by their position, letters by what they say, in every layout."""

from __future__ import annotations

from client.scripts import Scripts, needs_node

pytestmark = needs_node

KEYS = {
    "1 Digit1": "1",
    "& Digit1": "1",  # French
    "é Digit2": "2",
    "à Digit0": "0",
    "+ Digit1": "1",  # Czech
    "ě Digit2": "2",
    "ą Digit1": "1",  # Lithuanian
    "Dead Digit2": "2",
    "１ Digit1": "1",  # full-width
    "１ ": "1",
    "ぬ Digit1": "1",  # kana
    "Process Digit1": "1",
    "Unidentified Digit9": "9",
    "Process Numpad3": "3",
    "3 Numpad3": "3",
    "PageDown Numpad3": "PageDown",
    "1 Digit1 shift": "1",  # French, with Shift
    "! Digit1 shift": "!",
    "? Digit6 shift": "?",
    "f KeyF": "f",
    "F KeyF shift": "f",
    "f KeyY": "f",  # Dvorak
    "y KeyF": "y",
    "ｆ KeyF": "f",
    "а KeyF": "f",  # Russian
    "φ KeyF": "f",  # Greek
    "は KeyF": "f",
    "כ KeyF": "f",  # Hebrew
    "Process KeyF": "f",
    "ğ KeyF": "ğ",  # Turkish F
    "　 Space": " ",
    "Process Space": " ",
    "ArrowLeft ArrowLeft": "ArrowLeft",
    "Enter NumpadEnter": "Enter",
    "Process Enter": "Process",
    "Escape Escape": "Escape",
    "": "",
}
"""The meaning of a key, by its character, position and modifiers as a browser reports them."""

PRESSING = """
globalThis.addEventListener = () => undefined;
const { keyOf } = await import("./base/keys.js");
respond(asked.map(keyOf));
"""


def test_a_key_means_the_same_in_every_layout(scripts: Scripts) -> None:
    events = []
    for pressed in KEYS:
        key, _, rest = pressed.partition(" ")
        code, _, shift = rest.partition(" ")
        events.append({"key": key, "code": code, "shiftKey": bool(shift)})
    events.append({})
    assert scripts.run(PRESSING, events) == [*KEYS.values(), ""]
