"""Which window of a pocket runs the game: one at a time, even if that one is frozen."""

from __future__ import annotations

import pytest

from client.scripts import Scripts, needs_node

pytestmark = needs_node

WINDOWS = """
const { Ownership } = await import("./pocket/ownership.js");
const said = [];
// The browser's lock: who has it keeps it until somebody steals it, or closes.
const [waiting, lock] = [[], {}];
const grant = (who, work, reject) => {
  Object.assign(lock, { who, reject });
  work();
};
const locks = (who) => ({
  request(_name, { steal }, work) {
    return new Promise((_resolve, reject) => {
      if (steal) lock.reject?.(new DOMException("stolen", "AbortError"));
      if (steal || !lock.who) grant(who, work, reject);
      else waiting.push([who, work, reject]);
    });
  },
});
const windows = {};
const ticks = {};
function open(who, { version = "1", losses = 0, isFrozen = false } = {}) {
  windows[who] = { version, isFrozen };
  windows[who].ownership = new Ownership({
    locks: asked.locks ? locks(who) : undefined,
    name: "game",
    version,
    losses,
    ask: () => {
      for (const [other, { ownership, isFrozen, version }] of Object.entries(windows))
        if (ownership?.isOwner && !isFrozen && other !== who) windows[who].ownership.hear(version);
    },
    own: () => {
      said.push(`${who} runs it`);
      for (const [other, { ownership, isFrozen }] of Object.entries(windows))
        if (other !== who && !isFrozen) ownership?.yield();
    },
    lose: () => {
      said.push(`${who} has lost it`);
      delete ticks[who];
    },
    repeat: (work) => (ticks[who] = work),
  });
  windows[who].ownership.start();
}
const pass = async (count) => {
  for (let turn = 0; turn < count; turn += 1) {
    for (const [who, work] of Object.entries(ticks)) if (!windows[who].isFrozen) work();
    await new Promise((resolve) => setImmediate(resolve));
  }
};
const freeze = (who, on = true) => (windows[who].isFrozen = on);
const close = (who) => {
  delete windows[who];
  delete ticks[who];
  lock.who = undefined;
  if (waiting.length) grant(...waiting.shift());
};
"""
"""Windows of one browser, whose clocks tick when ``pass`` says so."""

with_and_without_locks = pytest.mark.parametrize("locks", [True, False])


def said(scripts: Scripts, story: str, locks: bool) -> list[str]:
    """Return what the windows say in a story about them."""
    found: list[str] = scripts.run(f"{WINDOWS}{story}\nrespond(said);", {"locks": locks})
    return found


@with_and_without_locks
def test_the_first_window_runs_the_game_and_keeps_it(scripts: Scripts, locks: bool) -> None:
    story = 'open("A"); await pass(3); open("B"); await pass(100);'
    assert said(scripts, story, locks) == ["A runs it"]


@with_and_without_locks
def test_another_window_takes_over_when_the_first_one_is_closed(
    scripts: Scripts, locks: bool
) -> None:
    story = 'open("A"); await pass(3); open("B"); close("A"); await pass(10);'
    assert said(scripts, story, locks) == ["A runs it", "B runs it"]


@with_and_without_locks
def test_another_window_takes_the_game_from_one_that_is_frozen(
    scripts: Scripts, locks: bool
) -> None:
    story = 'open("A"); await pass(3); open("B"); await pass(3); freeze("A");'
    assert said(scripts, f"{story} await pass(5);", locks) == ["A runs it"]
    taken = said(scripts, f"{story} await pass(10);", locks)
    assert [one for one in taken if one != "A has lost it"] == ["A runs it", "B runs it"]
    assert ("A has lost it" in taken) == locks


@with_and_without_locks
def test_the_window_opened_last_decides_which_version_runs(scripts: Scripts, locks: bool) -> None:
    """The older one hears of it once, and does not take the game back."""
    story = 'open("A"); await pass(3); open("B", { version: "2" }); await pass(1);'
    again = 'open("A", { losses: 1 }); await pass(100);'
    taken = ["A has lost it", "A runs it", "B runs it"]
    assert sorted(said(scripts, f"{story} {again}", locks)) == taken


def test_a_short_silence_is_no_reason(scripts: Scripts) -> None:
    story = 'open("A"); open("B"); await pass(3);'
    pause = 'freeze("A"); await pass(6); freeze("A", false); await pass(1);'
    assert said(scripts, story + 20 * pause, locks=True) == ["A runs it"]


def test_a_window_that_was_robbed_is_more_patient_with_the_other_one(scripts: Scripts) -> None:
    story = 'open("B"); open("A", { losses: 1 }); freeze("B"); await pass(12);'
    assert said(scripts, story, locks=True) == ["B runs it"]
    assert "A runs it" in said(scripts, f"{story} await pass(6);", locks=True)


def test_of_many_windows_only_the_last_owner_has_not_lost_the_game(scripts: Scripts) -> None:
    story = """
    for (const who of ["A", "B", "C"]) open(who);
    freeze("A"); await pass(20); freeze("B"); await pass(20);
    """
    found = said(scripts, story, locks=True)
    assert found.count("C runs it") == 1
    assert {one for one in found if "lost" in one} == {"A has lost it", "B has lost it"}
