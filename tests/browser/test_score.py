"""The page keeps the score of a table with real cards, and agrees with the engine."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from browser.conftest import Come
from browser.looks import TOO_FINE, TOO_WIDE, UNREADABLE, violations
from browser.people import Fingers, Json, Person, spoken
from browser.screens import SHEET, with_sheet
from browser.windows import DESK, PHONE, Size
from client.score.vectors import played
from dobbm import Rules, parse_cards
from dobbm.game.cards import points as card_points
from dobbm.game.rules import DOBBM, PRESETS, SOLO, Contract
from dobbm.game.settlement import payment
from tiers import only_long

NAMES = ["Vroni", "Lois", "Hias", "Moidl", "Sepp"]
VRONI, LOIS, HIAS, MOIDL, SEPP = range(5)


class Writer:
    """A person who keeps the score of these people."""

    def __init__(self, person: Person, players: int) -> None:
        self.person = person
        self.page = person.page
        self.names = NAMES[:players]

    def begin(self, dealer: int = VRONI, match: int = 60, preset: str = "pagat") -> None:
        self.person.open("/score")
        if len(self.names) == 5:
            self.tick(self.page.get_by_role("radio", name="five players"))
        for number, name in enumerate(self.names, 1):
            self.page.get_by_label(f"Name of player {number}").fill(name)
        self.tick(self.page.get_by_role("radio", name=f"{self.names[dealer]} deals first"))
        self.page.get_by_label("Rules from").select_option(preset)
        self.page.get_by_role("spinbutton", name="Price of a Match").fill(str(match))
        self.press("Begin")
        expect(self.ledger_table).to_be_visible()

    @property
    def dialog(self) -> Locator:
        return self.page.get_by_role("dialog")

    @property
    def ledger_table(self) -> Locator:
        return self.page.get_by_role("table", name="The ledger, in Schilling")

    def press(self, name: str) -> None:
        self.person.press(self.person.button(name, exact=True))

    def tick(self, radio: Locator) -> None:
        """Press the label of a radio button."""
        self.person.press(radio.locator("xpath=.."))
        expect(radio).to_be_checked()

    def choose(self, group: str, name: str) -> None:
        choices = self.dialog.get_by_role("group", name=group, exact=True)
        self.tick(choices.get_by_role("radio", name=re.compile(f"^{re.escape(name)}")))

    def write(self, **deal: Any) -> None:
        """Enter a new deal, in the format of `docs/score.md`."""
        deals = self.ledger_table.get_by_role("button", name=re.compile(r"^\d"))
        before = deals.count()
        self.press("New deal")
        self.fill_in(deal)
        self.press("Write it down")
        expect(self.dialog).to_have_count(0)
        expect(deals).to_have_count(before + 1)

    def fill_in(self, deal: Json) -> None:
        end = deal.get("end", "played")
        self.choose("How did it end?", end.replace("_", " "))
        if end == "thrown_in":
            return
        self.choose("Declarer", self.names[deal["declarer"]])
        self.choose("Game", deal.get("contract", "dobbm").capitalize())
        doubling = self.dialog.get_by_role("group", name="Schwacher and retours")
        for _ in range(deal.get("doublings", 0)):
            self.person.press(doubling.get_by_role("button", name="One doubling more"))
        if end == "revoke":
            self.choose("Who revoked?", self.names[deal["offender"]])
        elif deal.get("noTrick"):
            self.person.press(self.dialog.get_by_text("The declarer took no tricks"))
        else:
            self.points.fill(str(deal["points"]))

    @property
    def points(self) -> Locator:
        return self.dialog.get_by_role("spinbutton", name="The declarer's points")

    def open_deal(self, number: int) -> None:
        self.person.press(self.ledger_table.get_by_role("button", name=re.compile(f"^{number}\\b")))
        expect(self.dialog).to_be_visible()

    def ledger(self) -> list[int]:
        """Return everybody's total."""
        totals = self.ledger_table.get_by_role("row").nth(1).get_by_role("cell")
        return [amount(text) for text in totals.all_inner_texts()]

    def stands(self, *ledger: int) -> None:
        """Wait until everybody has these totals."""
        totals = self.ledger_table.get_by_role("row").nth(1).get_by_role("cell")
        expect(totals).to_have_text([written(sum_) for sum_ in ledger])


def amount(text: str) -> int:
    return int(text.replace("−", "-").replace(",", ""))


def written(sum_: int) -> str:
    """Return a sum as the page writes it, with its sign."""
    return f"{sum_:+,}".replace("-", "−") if sum_ else "0"


def pays(points: int, contract: Contract = DOBBM, doublings: int = 0, match: int = 60) -> int:
    """Return what each opponent pays the declarer, by the engine; negative if the declarer pays."""
    due = payment(abs(points - 60), contract, doublings, Rules(match=match))
    return due if points > 60 else -due


@pytest.mark.parametrize(
    ("kind", "size", "players", "seed"),
    [
        pytest.param(Fingers, PHONE, 4, 412, marks=pytest.mark.long),
        (Person, DESK, 5, 319),
    ],
)
def test_an_evening_agrees_with_a_session_of_the_engine(
    come: Come, kind: type[Person], size: Size, players: int, seed: int
) -> None:
    """Two random sessions in which everything happens that can happen."""
    session = played(Random(seed))
    sheet, expected = session["sheet"], session["told"]
    ends = {end for _, _, end, _ in expected["lines"]}
    assert len(sheet["names"]) == players
    assert ends >= {"won", "lost", "revoke", "thrown_in"}
    assert expected["left"] == 0
    person = come(kind, size)
    writer = Writer(person, players)
    preset = next(name for name, rules in PRESETS.items() if rules.unit == sheet["unit"])
    writer.begin(sheet["firstDealer"], sheet["match"], preset)
    ledger = [0] * players
    lines = zip(sheet["deals"], expected["lines"], strict=True)
    for number, (deal, (dealer, _, _, payments)) in enumerate(lines):
        if number == sheet["mussrundeFrom"]:
            writer.press("Mußrunde")
            writer.press("Agreed")
            person.sees(f"{players} deals left.")
        begins = "Dealer" if players == 4 else "Dealer, on holiday in this deal"
        person.sees(f"{begins}: {writer.names[dealer]}")
        writer.write(**deal)
        ledger = [sum_ + paid for sum_, paid in zip(ledger, payments, strict=True)]
        writer.stands(*ledger)
        last = writer.ledger_table.get_by_role("row").last.get_by_role("cell")
        line = [
            re.compile(rf"^{re.escape(written(paid))}\s+{re.escape(written(sum_))}$")
            for sum_, paid in zip(ledger, payments, strict=True)
        ]
        expect(last).to_have_text(line, use_inner_text=True)
        assert person.page.evaluate(TOO_WIDE) == []
    assert ledger == expected["ledger"]
    person.sees("The session is over.")
    expect(person.button("New deal")).to_have_count(0)
    paid_off(writer, ledger)
    assert violations(person) == []
    person.page.reload()
    writer.stands(*ledger)
    paid_off(writer, ledger)


def paid_off(writer: Writer, ledger: list[int]) -> None:
    """Check that the listed payments settle the ledger."""
    sums = dict.fromkeys(writer.names, 0)
    for line in writer.page.get_by_role("listitem").filter(has_text=" pays ").all_inner_texts():
        debtor, creditor, paid = re.fullmatch(r"(\w+) pays (\w+) ([\d,]+)\.", line.strip()).groups()  # type: ignore[union-attr]
        sums[debtor] -= amount(paid)
        sums[creditor] += amount(paid)
    assert list(sums.values()) == ledger


def test_a_deal_is_explained_before_it_is_entered(come: Come) -> None:
    """Solo, Schwacher, one retour, 72 points: the same steps as on pagat."""
    person = come()
    writer = Writer(person, 4)
    writer.begin()
    writer.press("New deal")
    writer.fill_in({"declarer": LOIS, "contract": "solo", "doublings": 2, "points": 72})
    each = pays(72, SOLO, 2)
    expect(writer.dialog.get_by_role("listitem")).to_have_text(
        [
            "72 − 60 = 12 points over 60",
            "1 Schilling a point → 12",
            "Solo × 2 → 24",
            "Schwacher × 2 → 48",
            "Retour × 2 → 96",
            f"{each} from each of the three defenders → +{3 * each}",
        ]
    )
    assert violations(person) == []
    writer.press("Cancel")
    writer.stands(0, 0, 0, 0)
    writer.write(declarer=LOIS, contract="solo", doublings=2, points=72)
    writer.stands(-each, 3 * each, -each, -each)


def test_a_pile_is_counted_by_tapping_its_cards(come: Come) -> None:
    person = come(Fingers, PHONE)
    writer = Writer(person, 4)
    writer.begin()
    writer.press("New deal")
    writer.choose("Declarer", "Hias")
    writer.press("Count a pile")
    pile = "HS HT LS LK AT BO B6"
    tap(writer, pile)
    count = card_points(parse_cards(pile))
    expect(writer.points).to_have_value(str(count))
    expect(writer.dialog.get_by_text(f"7 cards: {count} points")).to_be_visible()
    tap(writer, "BO")
    expect(writer.points).to_have_value(str(count - 3))
    assert person.page.evaluate(TOO_WIDE) == []
    writer.choose("Whose pile?", "defenders")
    expect(writer.dialog.get_by_text("0 cards: 0 points")).to_be_visible()
    tap(writer, pile)
    expect(writer.points).to_have_value(str(120 - count))
    writer.press("Write it down")
    each = pays(120 - count)
    writer.stands(-each, -each, 3 * each, -each)


def test_a_pile_that_is_put_back_leaves_no_points(come: Come) -> None:
    writer = Writer(come(), 4)
    writer.begin()
    writer.press("New deal")
    writer.choose("Declarer", "Hias")
    writer.points.fill("72")
    writer.press("Count a pile")
    expect(writer.points).to_have_value("72")
    tap(writer, "HS HS")
    expect(writer.points).to_have_value("")
    tap(writer, "HS HT")
    writer.press("Put all back")
    expect(writer.points).to_have_value("")
    writer.press("Write it down")
    expect(writer.dialog).to_be_visible()
    tap(writer, "HS")
    writer.points.fill("60")
    expect(writer.dialog.get_by_text("0 cards: 0 points")).to_be_visible()


def test_a_deal_that_is_closed_by_mistake_is_there_again_but_not_one_cancelled(come: Come) -> None:
    writer = Writer(come(), 4)
    writer.begin()
    writer.press("New deal")
    writer.fill_in({"declarer": LOIS, "points": 72})
    writer.person.escape()
    writer.press("New deal")
    expect(writer.points).to_have_value("72")
    writer.press("Cancel")
    writer.press("New deal")
    expect(writer.points).to_have_value("")


def tap(writer: Writer, cards: str) -> None:
    for card in cards.split():
        button = writer.dialog.get_by_role("button", name=spoken(card), exact=True)
        before = button.get_attribute("aria-pressed")
        writer.person.press(button)
        expect(button).not_to_have_attribute("aria-pressed", before or "")


def test_all_32_cards_with_the_defenders_mean_no_trick(come: Come) -> None:
    writer = Writer(come(), 4)
    writer.begin()
    writer.press("New deal")
    writer.choose("Declarer", "Hias")
    writer.press("Count a pile")
    writer.choose("Whose pile?", "defenders")
    cards = writer.dialog.get_by_role(
        "button", name=re.compile(" of (hearts|leaves|acorns|bells)$")
    )
    cards.evaluate_all("cards => cards.slice(0, 32).forEach((card) => card.click())")
    expect(writer.dialog.get_by_text("32 cards: 120 points")).to_be_visible()
    expect(writer.dialog.get_by_label("The declarer took no tricks")).to_be_checked()
    expect(writer.points).to_have_value("0")
    writer.press("Write it down")
    each = pays(0)
    writer.stands(-each, -each, 3 * each, -each)


def test_a_correction_changes_all_later_totals(come: Come) -> None:
    person = come()
    writer = Writer(person, 4)
    writer.begin()
    writer.write(declarer=LOIS, points=72)
    writer.write(declarer=HIAS, points=40, doublings=1)
    first, second = pays(72), pays(40, doublings=1)
    before = [-first - second, 3 * first - second, -first + 3 * second, -first - second]
    writer.stands(*before)
    writer.open_deal(1)
    writer.press("Correct it")
    expect(writer.points).to_have_value("72")
    writer.points.fill("48")
    writer.press("Correct it")
    first = pays(48)
    writer.stands(-first - second, 3 * first - second, -first + 3 * second, -first - second)
    writer.press("Undo")
    writer.stands(*before)
    writer.open_deal(2)
    writer.press("Delete")
    first = pays(72)
    writer.stands(-first, 3 * first, -first, -first)
    person.sees("Dealer: Lois")
    writer.press("Undo")
    writer.stands(*before)


def test_a_correction_may_make_a_later_deal_impossible(come: Come) -> None:
    """The declarer of five deals next and is on holiday: Hias cannot have played deal 2."""
    person = come()
    writer = Writer(person, 5)
    writer.begin()
    writer.write(declarer=LOIS, points=72)
    writer.write(declarer=HIAS, points=72)
    each = pays(72)
    writer.stands(-2 * each, 3 * each, 3 * each, -2 * each, -2 * each)
    writer.open_deal(1)
    writer.press("Correct it")
    writer.choose("Declarer", "Hias")
    writer.press("Correct it")
    person.sees("Deal 2 is no longer possible.")
    person.sees("Hias deals and is on holiday, so somebody else must be the declarer.")
    writer.stands(-each, -each, 4 * each, -each, -each)
    writer.press("Correct deal 2")
    writer.press("Correct it")
    writer.choose("Declarer", "Sepp")
    writer.press("Correct it")
    writer.stands(-2 * each, -2 * each, 3 * each, -2 * each, 3 * each)
    person.sees("Dealer, on holiday in this deal: Sepp")


def test_a_correction_announces_changed_dealers(come: Come) -> None:
    """Hias declared, not Lois: he deals the next, in which nobody bids; then Moidl deals."""
    person = come()
    writer = Writer(person, 5)
    writer.begin()
    writer.write(declarer=LOIS, points=72)
    writer.write(end="thrown_in")
    writer.write(declarer=VRONI, points=60)
    writer.open_deal(1)
    writer.press("Correct it")
    writer.choose("Declarer", "Hias")
    writer.press("Correct it")
    person.hears(
        "Deal 2 is now dealt by Hias. Its Stockerl goes to Moidl. Deal 3 is now dealt by Moidl."
    )


def test_a_form_refused_shows_where_its_fault_is(come: Come) -> None:
    person = come()
    writer = Writer(person, 4)
    person.open("/score")
    first, second = (person.page.get_by_label(f"Name of player {seat}") for seat in (1, 2))
    for _again in range(2):
        writer.press("Begin")
        expect(first).to_be_focused()
    for seat, name in enumerate(["Vroni", "VRONI", "Hias", "Moidl"], 1):
        person.page.get_by_label(f"Name of player {seat}").fill(name)
    writer.press("Begin")
    expect(second).to_be_focused()
    second.fill("Lois")
    price = person.page.get_by_role("spinbutton", name="Price of a Match")
    price.fill("0")
    writer.press("Begin")
    expect(price).to_be_focused()
    price.fill("60")
    writer.press("Begin")
    writer.press("New deal")
    writer.press("Write it down")
    expect(writer.dialog.get_by_role("radio", name="Vroni")).to_be_focused()
    writer.choose("Declarer", "Hias")
    writer.press("Write it down")
    expect(writer.points).to_be_focused()


def test_an_impossible_entry_is_refused_with_a_message(come: Come) -> None:
    person = come()
    writer = Writer(person, 4)
    person.open("/score")
    writer.press("Begin")
    expect(person.page.get_by_role("alert")).to_have_text("Every player needs a name.")
    writer.begin(match=12)
    writer.press("New deal")
    writer.press("Write it down")
    expect(writer.dialog.get_by_role("alert")).to_have_text("Who was the declarer?")
    writer.fill_in({"declarer": MOIDL, "points": 119})
    writer.press("Write it down")
    expect(writer.dialog.get_by_role("alert")).to_contain_text("No cards add up to 1 or 119 points")
    writer.points.fill("60.5")
    writer.press("Write it down")
    expect(writer.dialog.get_by_role("alert")).to_contain_text("a whole number from 0 to 120")
    writer.points.fill("120")
    writer.press("Write it down")
    each = pays(120, match=12)
    writer.stands(-each, -each, -each, 3 * each)


def test_a_half_filled_form_survives_a_reload(come: Come) -> None:
    person = come(Fingers, PHONE)
    writer = Writer(person, 5)
    person.open("/score")
    writer.tick(person.page.get_by_role("radio", name="five players"))
    name = person.page.get_by_label("Name of player 2")
    name.fill("Lois")
    person.page.reload()
    expect(name).to_have_value("Lois")
    expect(person.page.get_by_role("radio", name="five players")).to_be_checked()
    writer.begin()
    writer.press("New deal")
    writer.fill_in({"declarer": LOIS, "contract": "solo", "doublings": 1, "points": 72})
    person.page.reload()
    expect(writer.points).to_have_value("72")
    writer.press("Write it down")
    each = pays(72, SOLO, 1)
    writer.stands(-each, 4 * each, -each, -each, -each)
    writer.open_deal(1)
    writer.press("Correct it")
    writer.points.fill("84")
    person.page.reload()
    expect(writer.points).to_have_value("84")
    writer.press("Cancel")
    writer.stands(-each, 4 * each, -each, -each, -each)
    person.page.reload()
    writer.stands(-each, 4 * each, -each, -each, -each)
    expect(writer.dialog).to_have_count(0)


def test_an_empty_name_field_shows_its_number(come: Come) -> None:
    person = come(Fingers, PHONE)
    person.open("/score")
    for number in range(1, 5):
        name = person.page.get_by_label(f"Name of player {number}")
        expect(name).to_have_attribute("placeholder", f"Player {number}")


def test_a_name_that_is_too_long_is_cut_with_a_message(come: Come) -> None:
    person = come()
    person.open("/score")
    person.page.get_by_label("Name of player 1").press_sequentially("Bartholomäus Haselwanter")
    expect(person.page.get_by_label("Name of player 1")).to_have_value("Bartholomäus Has")
    person.sees("A name can have at most 16 letters.")


def test_the_keyboard_focus_is_not_lost(come: Come) -> None:
    """Not even on a button that has nothing more to do."""
    person = come()
    writer = Writer(person, 4)
    writer.begin()
    writer.press("New deal")
    choices = writer.dialog.get_by_role("group", name="Declarer")
    choices.get_by_role("radio").first.focus()
    person.page.keyboard.press("ArrowDown")
    expect(choices.get_by_role("radio", name="Lois")).to_be_checked()
    doubling = writer.dialog.get_by_role("group", name="Schwacher and retours")
    more, less = [
        doubling.get_by_role("button", name=f"One doubling {which}") for which in ("more", "less")
    ]
    more.focus()
    person.page.keyboard.press("Enter")
    expect(doubling).to_contain_text("× 2")
    less.focus()
    for _ in range(2):
        person.page.keyboard.press("Enter")
        expect(doubling).to_contain_text("no Schwacher")
        expect(less).to_be_focused()
    writer.points.fill("72")
    person.page.keyboard.press("Enter")
    each = pays(72)
    writer.stands(-each, 3 * each, -each, -each)
    expect(person.button("New deal")).to_be_focused()
    undo = person.button("Undo")
    undo.focus()
    person.page.keyboard.press("Enter")
    for _ in range(2):
        writer.stands(0, 0, 0, 0)
        expect(undo).to_be_focused()
        person.page.keyboard.press("Enter")


def test_a_sheet_works_without_a_connection(come: Come) -> None:
    person = come(Fingers, PHONE, keeps=True)
    writer = Writer(person, 4)
    writer.begin()
    writer.write(declarer=LOIS, points=72)
    # The device stores the page as soon as it has come to rest.
    person.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    person.context.set_offline(True)
    reached = "fetch('/readyz').then(() => true, () => false)"
    assert person.page.evaluate(reached) is False
    person.forgive_requests("/readyz")
    person.page.reload()
    each = pays(72)
    writer.stands(-each, 3 * each, -each, -each)
    writer.press("New deal")
    writer.choose("Declarer", "Hias")
    writer.press("Count a pile")
    tap(writer, "HS HT LS LT AS AT BS BT")
    expect(writer.points).to_have_value("84")
    writer.press("Write it down")
    more = pays(84)
    sums = (-each - more, 3 * each - more, -each + 3 * more, -each - more)
    writer.stands(*sums)
    person.page.reload()
    writer.stands(*sums)
    person.context.set_offline(False)


def test_a_sheet_is_shared_as_text(come: Come) -> None:
    person = come()
    person.context.grant_permissions(["clipboard-read", "clipboard-write"])
    writer = Writer(person, 4)
    writer.begin()
    writer.write(declarer=LOIS, points=72)
    writer.write(end="thrown_in")
    writer.press("End the session")
    writer.press("Share")
    person.sees("Copied.")
    lines = person.page.evaluate("navigator.clipboard.readText()").splitlines()
    sums = "\\s+".join(map(re.escape, ("−12", "+36", "−12", "−12")))
    assert re.match(r"Dobbm, .*, a Match costs 60$", lines[0])
    assert lines[2].split() == NAMES[:4]
    assert re.fullmatch(rf"1\.\s+{sums}\s+Lois: Dobbm, 72", lines[3])
    assert re.fullmatch(rf"2\.\s+{sums}\s+thrown in", lines[4])
    assert {*lines[6:]} == {f"{name} pays Lois 12." for name in ("Vroni", "Hias", "Moidl")}


def test_a_printed_sheet_has_the_ledger_and_no_buttons(come: Come) -> None:
    person = come()
    writer = Writer(person, 5)
    writer.begin()
    writer.write(declarer=LOIS, points=72)
    writer.write(end="thrown_in")
    writer.open_deal(2)
    writer.press("Delete")
    notice = person.page.locator(".toast")
    expect(notice).to_be_visible()
    person.page.emulate_media(media="print")
    assert notice.evaluate("notice => getComputedStyle(notice).display") == "none"
    person.page.emulate_media(media="screen")
    writer.press("Undo")
    person.page.evaluate("addEventListener('beforeprint', () => (globalThis.printed = true))")
    writer.press("Print")
    assert person.page.evaluate("globalThis.printed") is True
    person.page.set_viewport_size({"width": 718, "height": 1000})
    person.page.emulate_media(media="print", color_scheme="dark")
    assert person.page.evaluate(TOO_WIDE) == []
    expect(writer.ledger_table).to_be_visible()
    for name in ("New deal", "Share", "Print", "Undo", "Sheets"):
        expect(person.button(name, exact=True)).to_be_hidden()
    inks = writer.ledger_table.get_by_role("cell").first.evaluate("""cell => {
      const { color, borderBottomColor } = getComputedStyle(cell);
      return [color, borderBottomColor, getComputedStyle(document.body).backgroundColor];
    }""")
    assert inks == ["rgb(0, 0, 0)", "rgb(0, 0, 0)", "rgba(0, 0, 0, 0)"]


IN_VIEW = """() => {
  const face = document.querySelector(".slate-face").getBoundingClientRect();
  const head = document.querySelector(".chalk thead").getBoundingClientRect();
  const deals = [...document.querySelectorAll(".chalk tbody")]
    .map((deal) => deal.getBoundingClientRect());
  const seen = deals.filter(({ bottom, top }) => bottom > head.bottom + 1 && top < face.bottom - 1);
  return [seen.length, seen[0].top - head.bottom, face.bottom - seen.at(-1).bottom];
}"""
"""Return how many deals are in view, and how far they stay from the heads and from the foot."""


def test_nine_deals_are_in_view_on_a_desktop_and_none_in_part(come: Come) -> None:
    deals = [{"end": "thrown_in"}] * 12
    person = come(size=DESK, path="/score", script=with_sheet(deals=deals))
    person.page.locator(".chalk tbody").nth(11).wait_for()
    count, above, below = person.page.evaluate(IN_VIEW)
    assert count == 9
    assert (above, below) == pytest.approx((0, 0), abs=3)


def test_the_next_deal_is_in_reach_on_a_phone_however_long_the_sheet(come: Come) -> None:
    deals = [{"end": "thrown_in"}] * 12
    person = come(Fingers, PHONE, path="/score", script=with_sheet(deals=deals))
    expect(person.button("New deal")).to_be_in_viewport(ratio=1)


def test_a_sheet_is_saved_and_opened_by_somebody_else(come: Come, tmp_path: Path) -> None:
    person = come()
    writer = Writer(person, 5)
    writer.begin()
    writer.write(declarer=LOIS, points=72)
    writer.write(end="revoke", declarer=HIAS, offender=MOIDL)
    ledger = writer.ledger()
    with person.page.expect_download() as saving:
        writer.press("Save as a file")
    file = tmp_path / saving.value.suggested_filename
    saving.value.save_as(file)
    contents = json.loads(file.read_text())
    assert contents["names"] == NAMES
    assert [deal["end"] for deal in contents["deals"]] == ["played", "revoke"]
    other = Writer(come(), 5)
    other.person.open("/score")
    other.page.get_by_label("Open a file").set_input_files(file)
    other.stands(*ledger)


def test_a_file_with_a_key_twice_is_refused_and_the_key_named(come: Come, tmp_path: Path) -> None:
    person = come(path="/score")
    text = json.dumps({"format": "dobbm-score-1", **SHEET})
    file = tmp_path / "sheet.json"
    file.write_text(text.replace('"match":', '"match": 12, "match":'))
    person.page.get_by_label("Open a file").set_input_files(file)
    person.sees('This file has the key "match" twice in one place')
    file.write_text(text)
    person.page.get_by_label("Open a file").set_input_files(file)
    expect(person.page.locator(".ledger")).to_be_visible()


@pytest.mark.parametrize("players", [5, *only_long(4)])
@pytest.mark.parametrize("size", [PHONE, (844, 390), *only_long((1024, 768), (1440, 900))])
def test_the_final_standing_has_a_line_for_each_player(
    come: Come, size: Size, players: int
) -> None:
    names = NAMES[:players]
    person = come(size=size, path="/score", script=with_sheet(names=names, closed=True))
    final = person.page.locator(".final")
    expect(final.get_by_role("row")).to_have_count(1 + players)
    for row in final.locator("tbody tr").all():
        name, sum_ = row.locator("th").bounding_box(), row.locator("td").bounding_box()
        assert name
        assert sum_
        assert abs(name["y"] - sum_["y"]) < 4
        assert sum_["x"] > name["x"]
    assert person.page.evaluate(UNREADABLE) == []


OUTSIDE = """() => [...document.querySelectorAll(":is(.final, .curves) :is(th, td, li, text)")]
  .filter((one) => {
    const [part, frame] = [one, one.closest(".slate-face")].map((it) => it.getBoundingClientRect());
    return part.left < frame.left || part.right > frame.right;
  }).map((one) => one.textContent.trim())"""
"""Returns what leaves the frames of the final standings and of the curves."""


@pytest.mark.parametrize("players", [4, 5])
@pytest.mark.parametrize("size", [PHONE, (320, 640)])
def test_amounts_of_millions_stay_readable_on_a_phone(come: Come, size: Size, players: int) -> None:
    """Those of all deals scroll if there are too many of them, the others are in their frames."""
    great = {"end": "played", "contract": "solo", "doublings": 13, "points": 72, "noTrick": False}
    deals = [{**great, "declarer": declarer} for declarer in (LOIS, HIAS, MOIDL)]
    sheet = with_sheet(names=NAMES[:players], match=1000, deals=deals, closed=True)
    person = come(Fingers, size, path="/score", script=sheet)
    expect(person.page.locator(".final, .curves")).to_have_count(2)
    scrolls = person.page.get_by_role("group", name="Score sheet")
    expect(scrolls).to_have_count(int(players == 5 or size[0] == 320))
    for look in (TOO_FINE, TOO_WIDE, OUTSIDE):
        assert person.page.evaluate(look) == []
    assert violations(person) == []
