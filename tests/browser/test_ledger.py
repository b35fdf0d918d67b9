"""The ledger on its slate, and the end of a session: every deal with its reason, every curve."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from browser.conftest import Come
from browser.live import LiveTable
from browser.looks import BROKEN
from browser.people import Person
from browser.screens import over
from browser.session import ended
from browser.windows import DESK, PHONE, Size
from dobbm.table import commands
from table.driver import Evening, between, dealt
from tiers import only_long

DEALS = 4


def evening(people: int = 1, players: int = 4, deals: int = DEALS) -> Evening:
    """Return an evening after some deals, all of different games."""
    played = dealt(people, players)
    for number in range(deals):
        played.until_dealt()
        game = ("solo",) if number % 2 else ("weiter", "dobbm", "weiter", "weiter")
        played.act(*game)
        played.play_out()
        if number < deals - 1:
            played.vote("next")
    return played


def written(amount: int) -> str:
    return f"{amount:+}".replace("-", "−") if amount else "0"


def slate(person: Person) -> Locator:
    """Open the ledger, and return its table."""
    person.press(person.button("Ledger"))
    return person.page.get_by_role("dialog").get_by_role("table")


def test_the_ledger_has_a_line_with_its_reason_for_every_deal(come: Come) -> None:
    played = evening()
    person = come(table=LiveTable(played))
    ledger = slate(person)
    expect(ledger.get_by_role("link")).to_have_count(DEALS)
    totals = ledger.get_by_role("row").nth(1).get_by_role("cell")
    expect(totals).to_have_text([written(sum_) for sum_ in played.table.ledger])
    sums = ledger.locator(".sums")
    for at, line in enumerate(played.ledger):
        reason = ledger.get_by_role("link").nth(at)
        game = "Solo" if line.contract == "solo" else "Dobbm"
        expect(reason).to_contain_text(
            re.compile(rf"{line.number}\s+\w+: {game}.*{line.end.points}")
        )
        expect(sums.nth(at).get_by_role("cell")).to_have_text(
            [
                f"{written(paid)}{written(sum_)}"
                for sum_, paid in zip(line.ledger, line.end.payments, strict=True)
            ]
        )
    paid, sum_ = played.ledger[-1].end.payments[0], played.ledger[-1].ledger[0]
    spoken = f"{written(paid)} in this deal, {written(sum_)} in all"
    expect(sums.last.get_by_role("cell").first).to_have_accessible_name(spoken)
    person.press(ledger.get_by_role("link").nth(1))
    expect(person.page.get_by_role("heading", name="Deal 2")).to_be_visible()


CENTRES = """cells => cells.map((cell) => {
  const { left, width } = cell.getBoundingClientRect();
  const range = new Range();
  range.selectNodeContents(cell);
  const text = range.getBoundingClientRect();
  return [left + width / 2, text.left + text.width / 2];
})"""
"""Returns the middle of each cell, and that of its text."""


def test_every_total_stands_in_the_middle_of_its_column(come: Come) -> None:
    person = come(size=DESK, table=ended())
    totals = person.page.locator(".all .totals td")
    totals.first.wait_for()
    names = person.page.locator(".all thead th")
    middles = zip(totals.evaluate_all(CENTRES), names.evaluate_all(CENTRES), strict=True)
    for (cell, text), (column, _) in middles:
        assert (cell, text) == pytest.approx((column, column), abs=1)


SIDEWAYS: Size = (844, 390)


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("size", [PHONE, *only_long(SIDEWAYS, DESK)])
def test_no_heading_breaks_inside_a_word(come: Come, size: Size, language: str) -> None:
    person = come(size=size, table=ended(), language=language)
    person.page.get_by_role("region", name=re.compile("standings|Endstand")).wait_for()
    assert person.page.evaluate(BROKEN) == []


def test_the_ledger_grows_with_the_evening(come: Come) -> None:
    table = LiveTable(evening(deals=1))
    person = come(table=table)
    expect(slate(person).get_by_role("link")).to_have_count(1)
    person.escape()
    table.do(commands.Vote, 0, "next")
    table.evening.until_dealt()
    table.evening.play_out()
    table.publish()
    person.is_up_to_date()
    expect(slate(person).get_by_role("link")).to_have_count(2)


def test_those_who_have_left_keep_their_line(come: Come) -> None:
    played = evening(people=2, deals=2)
    lost = played.table.ledger[1]
    played.do(commands.Leave, 1)
    played.vote("next", 0)
    played.until_dealt()
    played.play_out()
    person = come(table=LiveTable(played))
    ledger = slate(person)
    expect(ledger.get_by_role("row", name="Lois (has left)")).to_contain_text(written(lost))
    expect(ledger.get_by_role("link").nth(0)).to_contain_text("Lois: Dobbm")
    expect(ledger.get_by_role("link").nth(2)).to_contain_text("sits down for Lois.")


def test_the_mussrunde_is_marked(come: Come) -> None:
    played = evening(deals=1)
    played.vote("mussrunde")
    played.until_dealt()
    played.play_out()
    ledger = slate(come(table=LiveTable(played)))
    expect(ledger.locator(".mussrunde").get_by_role("link")).to_contain_text("2 M")


def finished() -> LiveTable:
    """Return a table whose session is over after some deals."""
    played = evening()
    played.vote("end")
    return LiveTable(played)


@pytest.mark.parametrize(("deals", "curves"), [(2, 0), (3, 1)])
def test_curves_need_three_deals(come: Come, deals: int, curves: int) -> None:
    played = evening(deals=deals)
    played.vote("end")
    person = come(table=LiveTable(played))
    person.page.get_by_role("region", name="The final standings").wait_for()
    expect(person.page.locator(".curve")).to_have_count(curves)


def test_former_bots_stand_below_the_players_of_a_session(come: Come) -> None:
    person = come(table=over())
    expect(person.page.locator(".bar")).to_contain_text("End of the session")
    expect(person.page.locator("#outcome")).not_to_contain_text("former bots")
    rows = person.page.get_by_role("region", name="The final standings").get_by_role("row")
    expect(rows.last).to_have_text(re.compile(r"former bots\s*\+20"))
    paid = person.page.get_by_role("region", name="Who pays whom").get_by_role("listitem")
    expect(paid.first).to_contain_text("Lois pays")
    expect(paid.first.locator(".paying")).to_contain_text("20")


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_the_end_of_a_session_shows_standing_curves_and_deals(come: Come, size: Size) -> None:
    table = finished()
    person = come(size=size, table=table)
    ledger = table.evening.table.ledger
    standing = person.page.get_by_role("region", name="The final standings")
    amounts = standing.get_by_role("row").get_by_role("cell")
    expect(amounts).to_have_text([written(sum_) for sum_ in sorted(ledger, reverse=True)])
    curves = person.page.get_by_role("img", name="Everybody’s winnings, deal by deal")
    expect(curves.locator("polyline")).to_have_count(4)
    looks = curves.locator("polyline").evaluate_all(
        "curves => curves.map((curve) => curve.getAttribute('stroke-dasharray'))"
    )
    assert len({*looks}) == 4, "the curves differ without colour, too"
    labels = curves.locator("g text").all_text_contents()
    assert [label.split()[-1] for label in labels[::-1]] == amounts.all_inner_texts()
    payments = [paid for line in table.evening.ledger for paid in line.end.payments]
    memories = person.page.locator(".memories").get_by_role("listitem")
    for title, paid in (("Best deal", max(payments)), ("Worst deal", min(payments))):
        expect(memories.filter(has_text=title)).to_contain_text(written(paid))
    doubling = memories.filter(has_text="Biggest doubling")
    expect(doubling).to_contain_text("Solo")
    expect(person.between).to_be_in_viewport(ratio=1)


def test_the_end_of_a_session_can_be_shared_as_a_picture(come: Come) -> None:
    person = come(table=finished())
    with person.page.expect_download() as download:
        person.press(person.button("A picture to share"))
    assert download.value.suggested_filename == "dobbm-stubai.png"
    assert download.value.path().read_bytes().startswith(b"\x89PNG")


def test_a_wide_window_has_the_reasons_beside_the_board(come: Come) -> None:
    played = evening(deals=2)
    played.vote("next")
    played.until_dealt()
    person = come(size=DESK, table=LiveTable(played))
    panel = person.page.get_by_role("complementary", name="The ledger")
    expect(panel.get_by_role("link")).to_have_count(2)
    expect(panel.get_by_role("link").last).to_contain_text("Solo")


@pytest.mark.parametrize("club", [None, "stubai"])
def test_in_a_club_nobody_pays_bots(come: Come, club: str | None) -> None:
    """As in the book of the club."""
    played = between(2, club=club)
    while not (min(played.table.ledger[:2]) < 0 < max(played.table.ledger[:2])):
        played.vote("next")
        played.until_dealt()
        played.play_out()
    played.vote("end")
    person = come(table=LiveTable(played))
    paying = person.page.get_by_role("region", name="Who pays whom")
    paying.wait_for()
    note = paying.get_by_text("Nobody pays or gets what bots have won or lost")
    expect(note).to_have_count(1 if club else 0)
    payments = paying.get_by_role("listitem")
    assert (payments.count() == 1) == bool(club)
