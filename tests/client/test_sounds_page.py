"""Sounds on a device that interrupts them: an old sound is never heard later."""

from __future__ import annotations

import pytest

from client.scripts import Scripts, needs_node

pytestmark = needs_node

DEVICE = """
const heard = [];
let now = 0;
performance.now = () => now;
globalThis.document = { hidden: false };
Object.defineProperty(globalThis, "navigator", {
  value: { userActivation: { hasBeenActive: true } },
});
class Part {
  connect() { return this; }
  start() { heard.push(now); }
  stop() {}
  gain = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
}
for (const name of ["OscillatorNode", "GainNode"]) globalThis[name] = Part;
const contexts = [];
globalThis.AudioContext = class {
  currentTime = 0;
  state = asked.state;
  constructor() { contexts.push(this); }
  resume() {
    return new Promise((resolve, reject) => {
      this.answer = (allowed) => {
        if (!allowed) return reject(new Error("no touch yet"));
        this.state = "running";
        resolve();
      };
    });
  }
};
const { sound } = await import("./table/sounds.js");
sound("word");
now = asked.later;
contexts[0].answer?.(asked.allowed);
await new Promise((resolve) => setImmediate(resolve));
if (asked.closed) contexts[0].state = "closed";
sound("word");
respond([heard.length, contexts.length]);
"""


@pytest.mark.parametrize(
    ("state", "later", "allowed", "closed", "heard"),
    [
        ("running", 0, True, False, [2, 1]),
        ("suspended", 100, True, False, [2, 1]),
        ("interrupted", 60_000, True, False, [1, 1]),
        ("interrupted", 100, False, False, [0, 1]),
        ("running", 0, True, True, [2, 2]),
    ],
)
def test_an_interrupted_sound_is_heard_soon_or_never(
    scripts: Scripts, state: str, later: int, allowed: bool, closed: bool, heard: list[int]
) -> None:
    asked = {"state": state, "later": later, "allowed": allowed, "closed": closed}
    assert scripts.run(DEVICE, asked) == heard
