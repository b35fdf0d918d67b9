"""Deals are never lost or doubled, whatever interrupts the page that keeps them."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

from browser.conftest import Come
from browser.kept import KEEP, RECORDS, WAITING, kept
from browser.live import Json, LiveTable
from browser.people import Person
from dobbm import Deal, to_record
from dobbm.arena.seating import first_legal_action
from dobbm.game.cards import DECK
from table.driver import Evening
from tiers import sample_size

ROUNDS = sample_size(6, long=1000)
DEALS = 60
CUTS = sample_size(10, long=600)
AT_A_TABLE = 12
"""The deals of a table, before the person goes to the next one."""
STEPS = 40
"""Far more than the page takes to keep a deal: some cuts come when all is done."""

CUT = """
const nothing = new Proxy(() => {}, { get: () => nothing, set: () => true, apply: () => nothing });
const changes = new Set();
let [left, ended] = [Infinity, false];
globalThis.endAfter = (steps) => (left = steps);
const isOver = () => {
  if (ended) return true;
  left -= 1;
  if (left > 0) return false;
  ended = true;
  for (const change of changes) try { change.abort(); } catch {}
  return true;
};
const guard = (owner, name, forNothing) => {
  const work = owner[name];
  owner[name] = function (...given) {
    return isOver() ? forNothing() : work.apply(this, given);
  };
};
for (const name of ["get", "put", "delete", "count", "getAll", "getAllKeys", "clear", "openCursor"])
  guard(IDBObjectStore.prototype, name, () => nothing);
guard(IDBFactory.prototype, "open", () => nothing);
guard(Storage.prototype, "setItem", () => {});
guard(globalThis, "fetch", () => new Promise(() => {}));
const { transaction } = IDBDatabase.prototype;
IDBDatabase.prototype.transaction = function (...given) {
  if (isOver()) return nothing;
  const change = transaction.apply(this, given);
  changes.add(change);
  const forget = () => changes.delete(change);
  for (const end of ["complete", "abort"]) change.addEventListener(end, forget);
  return change;
};
"""
"""Ends the page, for all that it keeps and asks, at one of the steps in which it does so.

What it has not finished keeping by then is undone, as by a browser that is killed.
"""

OWN = f"""async () => (await ({RECORDS})()).filter(({{ meta }}) => meta.table !== "stubai")"""
"""Returns the records of deals that were played on the device."""


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


def table(number: int) -> LiveTable:
    """Return a table of the person and three bots."""
    evening = Evening(3, name=f"table{number}")
    evening.sit(1)
    return LiveTable(evening)


def end_a_deal(live: LiveTable) -> tuple[str, int]:
    """Play the next deal to its end, of which the page hears at once; return which it was."""
    live.evening.until_dealt()
    live.evening.play_out()
    live.publish()
    return live.id, live.evening.table.finished


def deal_of(record: Json) -> tuple[str, int]:
    """Return the table of a record, and the number of the deal there."""
    return record["meta"]["table"], record["meta"]["deal"]


def kept_deals(person: Person) -> list[tuple[str, int]]:
    """Return the deals that the device keeps, by table and number."""
    script = f"async () => (await ({RECORDS})()).map(({{ meta }}) => [meta.table, meta.deal])"
    return [(table, number) for table, number in person.page.evaluate(script)]


def test_no_deal_is_lost_or_doubled_by_cuts_reloads_and_files(come: Come) -> None:
    """A deal that is there stays, and one of a file is there as soon as the page says so."""
    rng = Random(38)
    others = [json.loads(record(number)) for number in range(30)]
    own: set[tuple[str, int]] = set()
    promised: set[tuple[str, int]] = set()
    before: set[tuple[str, int]] = set()
    live = table(0)
    person = come(table=live, script=CUT)
    person.forgive("^null$")  # a transaction that the script ends has no error
    assert person.network
    for cut in range(CUTS):
        if live.evening.table.finished >= AT_A_TABLE:
            live = person.network.table = table(cut)
            person.open(f"/t/{live.id}")
            person.is_up_to_date()
        file = rng.sample(others, 5)
        person.page.evaluate("steps => endAfter(steps)", rng.randint(1, STEPS))
        if rng.random() < 0.3:
            person.page.evaluate(f"given => void ({KEEP})(given)", [file, True])
        own.add(end_a_deal(live))
        if rng.random() < 0.5:
            person.is_up_to_date()
        person.open(f"/t/{live.id}")
        person.page.evaluate(f"({WAITING})({OWN}, {len(own)})")
        if rng.random() < 0.3:
            person.page.evaluate(KEEP, [file, True])
            promised |= {deal_of(one) for one in file}
        found = kept_deals(person)
        assert len(found) == len({*found}), f"a deal is there twice after {cut} cuts"
        assert {*found} >= own | promised | before, f"a deal is lost after {cut} cuts"
        assert {*found} <= own | {deal_of(one) for one in others}
        before = {*found}
