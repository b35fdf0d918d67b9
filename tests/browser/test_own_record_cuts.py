"""Deals are never lost or doubled, whatever interrupts the page that adds them."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

from browser.conftest import Come
from browser.kept import kept
from browser.people import Person
from dobbm import Deal, to_record
from dobbm.arena.seating import first_legal_action
from dobbm.game.cards import DECK
from tiers import sample_size

ROUNDS = sample_size(6, long=1000)
DEALS = 60


def record(number: int) -> str:
    """Return the line of a deal in which everybody takes the first legal action."""
    deal = Deal.start(Random(number).sample(DECK, len(DECK)), dealer=number % 4)
    while deal.to_act is not None:
        deal = deal.apply(first_legal_action(deal))
    return json.dumps({**to_record(deal), "meta": {"seat": 0, "table": "stubai", "deal": number}})


def add(person: Person, file: Path) -> None:
    """Choose a file, and wait for nothing."""
    person.page.get_by_label("Add from a file").set_input_files(file)


def finish(person: Person) -> None:
    """Wait until the page has said what became of the file."""
    person.sees("Already here")
    person.escape()


def test_no_reload_and_no_second_window_loses_or_doubles_a_deal(come: Come, tmp_path: Path) -> None:
    rng = Random(38)
    lines = [record(number) for number in range(DEALS)]
    file = tmp_path / "dobbm.jsonl"
    person = come(path="/me")
    person.forgive_requests()
    known: set[str] = set()
    for _ in range(ROUNDS):
        some = rng.choices(lines, k=rng.randrange(1, 30))
        file.write_text("\n".join(some))
        add(person, file)
        match rng.choice(["wait", "reload", "leave", "again"]):
            case "wait":
                finish(person)
            case "reload":
                person.page.reload()
            case "leave":
                person.open("/rules")
                person.open("/me")
            case "again":
                finish(person)
                add(person, file)
                finish(person)
        now = kept(person, 0)
        assert len(now) == len({*now})
        assert known <= {*now}
        known = {*now}
    person.open("/me")
    file.write_text("\n".join(lines))
    add(person, file)
    finish(person)
    assert len(kept(person, DEALS)) == DEALS
