"""The page says of a shuffle only what the person who reads it can know."""

from __future__ import annotations

from typing import Any

import pytest

from client.scripts import Scripts, needs_node
from dobbm.game.cards import NAMES
from dobbm.game.shuffle import Contribution, Proof, commitment

pytestmark = needs_node

SECRET = "5a" * 32
VALUE = "0b" * 16

BROWSER = """
globalThis.sessionStorage = { getItem: () => JSON.stringify(asked.drawn), setItem: () => {} };
globalThis.localStorage = { getItem: () => JSON.stringify(asked.kept), setItem: () => {} };
globalThis.document = {
  createTreeWalker: () => ({}), createComment: () => ({}), documentElement: { dataset: {} },
};
globalThis.addEventListener = () => {};
globalThis.matchMedia = () => ({ matches: false, addEventListener: () => {} });
globalThis.location = { href: "http://localhost/" };
"""

CHECK = """
const { checked } = await import("./table/proof.js");
const { proofText, shuffleParts } = await import("./table/proved.js");
await speak("en");
const found = await checked({ table: "T", seat: asked.seat, view: { record: asked.record } });
const flat = (drawn) => {
  if (typeof drawn === "string") return drawn;
  return (Array.isArray(drawn) ? drawn : drawn?.values ?? []).map(flat).join(" ");
};
respond({ text: proofText(found), parts: flat(shuffleParts(asked.record, asked.names)) });
"""


def look(
    scripts: Scripts,
    seat: int | None,
    *,
    kept: bool = True,
    drawn: str | None = None,
    left_out: tuple[int, ...] = (),
    people: tuple[str | None, ...] = ("Vroni", "Lois", "Moidl", "Sepp"),
) -> Any:
    contributions = tuple([Contribution(one, VALUE) for one in (0, 1) if one not in left_out])
    proof = Proof("T", 1, commitment(SECRET), SECRET, contributions, None, left_out)
    meta = {"names": list(people), "shuffle": proof.to_json()}
    record = {
        "players": 4,
        "dealer": 0,
        "deck": [NAMES[card] for card in proof.deck()],
        "meta": meta,
    }
    own = {"T 1": {"value": VALUE, "commitment": commitment(SECRET)}}
    names = ["Anna", "Berta", "Cilli", "Dora"]
    window = drawn and {"T 1": {"value": drawn, "commitment": commitment(SECRET)}}
    asked = {"seat": seat, "record": record, "names": names, "drawn": window}
    asked["kept"] = own if kept else None
    return scripts.run(BROWSER + CHECK, asked)


def test_a_browser_whose_part_is_counted_reads_that_the_shuffle_is_verified(
    scripts: Scripts,
) -> None:
    shown = look(scripts, 0)
    assert shown["text"][0] == "✓ The shuffle is verified"
    assert "committed to its part before anybody contributed" in shown["text"][1]


def test_a_person_whose_part_was_left_out_does_not_read_that_it_is_verified(
    scripts: Scripts,
) -> None:
    headline, meaning = look(scripts, 0, left_out=(0,))["text"]
    assert headline == "The deck follows from its parts, but yours was left out"
    assert "does not show you" in meaning


@pytest.mark.parametrize("seat", [None, 0])
def test_a_browser_that_took_no_part_reads_only_that_the_deck_follows(
    scripts: Scripts, seat: int | None
) -> None:
    """A spectator, and a person who returns with another browser."""
    headline, meaning = look(scripts, seat, kept=False)["text"]
    assert headline == "The deck follows from its parts"
    assert "cannot know" in meaning
    assert "before anybody contributed" not in meaning


def test_a_person_replaced_by_a_bot_contributed_not_the_bot(scripts: Scripts) -> None:
    parts = look(scripts, 0, people=("Vroni", None, "Moidl", "Sepp"))["parts"]
    assert "a person who has left" in parts
    assert "Anna" in parts
    assert "Berta" not in parts


def test_a_window_whose_answer_was_lost_recognises_its_part(scripts: Scripts) -> None:
    shown = look(scripts, 0, kept=False, drawn=VALUE)
    assert shown["text"][0] == "✓ The shuffle is verified"


def test_of_several_windows_one_contributes_and_none_doubts_the_server(scripts: Scripts) -> None:
    other = "0c" * 16
    assert look(scripts, 0, drawn=other)["text"][0] == "✓ The shuffle is verified"
    assert look(scripts, 0, kept=False, drawn=other)["text"][0] == "The deck follows from its parts"
