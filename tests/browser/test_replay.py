"""The replay of a finished deal: every step, what was known then, what every card was worth.

The engine and the solver check every moment that the page shows.
"""

from __future__ import annotations

import itertools
import json
import re
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Locator, Response, expect

from browser.conftest import Come
from browser.deals import WON
from browser.live import LiveTable
from browser.looks import TOO_WIDE, violations
from browser.people import Fingers, Json, Keys, Person, spoken
from browser.test_hand import FINGER, UNCOVERED
from browser.test_secrets import CARD, may_know, on_page
from browser.windows import DESK, PHONE, Size
from dobbm import Deal, View, from_record, names
from dobbm.ai.solver import Solver
from dobbm.game.settlement import settle
from dobbm.table.presentation import view_of

PLAYERS = ["Vroni", "Hias", "Moidl", "Sepp"]
"""Vroni, and the page's names of the bots."""


class Finished(NamedTuple):
    """A deal that Vroni has played with three bots, and its public link."""

    live: LiveTable
    record: Json

    @property
    def path(self) -> str:
        return f"/t/{self.live.id}/deals/1"

    @property
    def api(self) -> str:
        return f"/api/v1/tables/{self.live.id}/deals/1"

    @property
    def actions(self) -> list[str]:
        recorded: list[str] = self.record["actions"]
        return recorded

    @property
    def last(self) -> int:
        """The moment after the last action."""
        return len(self.actions)

    @property
    def first_card(self) -> int:
        """The moment before the first card."""
        return self.last - 32

    def at(self, moment: int) -> Deal:
        """Return the deal after this many actions, by the engine."""
        return from_record(self.record | {"actions": self.actions[:moment]})


@pytest.fixture
def deal() -> Finished:
    live = WON.done()
    return Finished(live, live.view()["record"])


@pytest.fixture
def come(come: Come, deal: Finished) -> Come:
    """Brings people without a seat at the table of the deal."""
    found: Come = partial(come, table=deal.live, seat=None, path="")
    return found


def look_back(person: Person, deal: Finished, moment: str = "") -> None:
    """Open the link to a moment of the deal."""
    person.open(f"{deal.path}{moment}")
    expect(person.page.get_by_role("heading", name="Deal 1")).to_be_visible()


def shows(person: Person, deal: Finished, moment: int, viewer: str = "") -> None:
    """Check that the page and its address are at this moment."""
    steps = person.page.get_by_role("region", name="Steps")
    expect(steps.get_by_role("status")).to_have_text(f"{moment} of {deal.last}")
    expect(person.page).to_have_url(re.compile(f"#{moment}{viewer}$"))


ON_TABLE = """lists => Object.fromEntries(lists.map((list) => [
  list.ariaLabel,
  Object.fromEntries([...list.querySelectorAll("li")].map((card) => [
    card.querySelector("[role=img], button").ariaLabel,
    card.querySelector("b")?.innerText ?? "",
  ])),
]))"""


def on_table(person: Person) -> dict[str, dict[str, str]]:
    """Return the open cards by whose hand it is, each with the worth shown for it."""
    lists = person.page.get_by_role("region", name="The table").get_by_role("list")
    found: dict[str, dict[str, str]] = lists.evaluate_all(ON_TABLE)
    return found


def hand_of(person: Person, seat: int) -> Locator:
    """Return the hand of a seat; it is empty while the cards lie face down."""
    return person.page.get_by_role("list", name=f"{PLAYERS[seat]}'s hand", exact=True)


def own_hand(person: Person) -> Locator:
    """Return the hand of the seat that the person plays."""
    return person.page.get_by_role("list", name="Your hand")


def hands_are_open(person: Person, stood: Deal) -> None:
    found = on_table(person)
    for seat, name in enumerate(PLAYERS):
        assert {*found[f"{name}'s hand"]} == {spoken(card) for card in names(stood.hand(seat))}


@pytest.mark.parametrize("stride", [3, pytest.param(1, marks=pytest.mark.long)])
def test_every_step_matches_the_engine_and_has_its_address(
    come: Come, deal: Finished, stride: int
) -> None:
    person = come()
    look_back(person, deal)
    hands_are_open(person, deal.at(0))
    for moment in range(1, deal.last + 1):
        person.page.keyboard.press("ArrowRight")
        if moment % stride and moment < deal.last:
            continue
        shows(person, deal, moment)
        hands_are_open(person, deal.at(moment))
        said = deal.actions[moment - 1]
        if CARD.fullmatch(said):
            player = PLAYERS[deal.at(moment - 1).to_act or 0]
            person.hears(f"{player} plays {spoken(said)}.")
    expect(person.button("Next", exact=True)).to_be_disabled()
    person.sees("How it ended")
    paid = person.page.get_by_role("list", name="The payment").get_by_role("listitem")
    payments = settle(deal.at(deal.last)).payments
    assert [amount(text) for text in paid.all_inner_texts()] == list(payments)


def amount(text: str) -> int:
    """Return the number at the end of a text."""
    return int(text.split()[-1].replace("−", "-").replace(",", ""))


def test_a_link_leads_to_its_card(come: Come, deal: Finished) -> None:
    person = come()
    for moment in (deal.first_card + 6, 1, deal.last):
        person.page.goto("about:blank")
        look_back(person, deal, f"#{moment}")
        shows(person, deal, moment)
        hands_are_open(person, deal.at(moment))
        here = person.page.locator("[aria-current=step]")
        expect(here).to_have_count(1)
        said = deal.actions[moment - 1]
        if CARD.fullmatch(said):
            expect(here).to_contain_text(spoken(said))


def test_back_and_forward_go_from_link_to_link(come: Come, deal: Finished) -> None:
    person = come()
    look_back(person, deal, f"#{deal.first_card}")
    person.page.keyboard.press("ArrowRight")
    shows(person, deal, deal.first_card + 1)
    look_back(person, deal, "#2")
    shows(person, deal, 2)
    person.page.go_back()
    shows(person, deal, deal.first_card + 1)
    hands_are_open(person, deal.at(deal.first_card + 1))
    person.page.go_forward()
    shows(person, deal, 2)
    hands_are_open(person, deal.at(2))


OFF_AXIS = """() => {
  const box = (one) => one.getBoundingClientRect();
  const [x, y] = [(one) => (one.left + one.right) / 2, (one) => (one.top + one.bottom) / 2];
  const meet = (one, two) =>
    one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom;
  const [felt, trick] = [".r-felt", ".r-trick"].map((one) => box(document.querySelector(one)));
  const cards = [...document.querySelectorAll("ol.r-trick .card")].map(box);
  return [...document.querySelectorAll(".r-place")].flatMap((seat) => {
    const [face, hand] = [".face", ".r-hand"].map((one) => box(seat.querySelector(one)));
    const isBeside = ["left", "right"].includes(seat.dataset.place);
    const off = isBeside ? y(box(seat)) - y(trick) : x(hand) - x(trick);
    const edge = Math.min(face.left - felt.left, felt.right - hand.right, felt.right - face.right);
    return [
      Math.abs(off) > 2 ? `${seat.ariaLabel} is ${off} px beside the axis` : "",
      edge < 16 ? `${seat.ariaLabel} is ${edge} px from the edge` : "",
      cards.some((card) => meet(card, hand)) ? `the trick touches ${seat.ariaLabel}` : "",
    ].filter(Boolean);
  });
}"""


@pytest.mark.parametrize("size", [(390, 844), (820, 1180), DESK])
def test_the_hands_lie_on_the_axes_of_the_trick(come: Come, deal: Finished, size: Size) -> None:
    person = come(size=size)
    look_back(person, deal, f"#{deal.first_card + 11}")
    expect(person.page.locator("ol.r-trick li")).not_to_have_count(0)
    assert person.page.evaluate(OFF_AXIS) == []


def test_the_only_card_that_may_be_played_stays_clear(come: Come, deal: Finished) -> None:
    """Its value is on the name plate of its player."""
    person = come()
    moments = range(deal.first_card, deal.last - 4)
    forced = next(moment for moment in moments if len(deal.at(moment).legal_actions()) == 1)
    look_back(person, deal, f"#{forced}")
    best = person.page.locator("[data-turn] .r-name .r-best")
    expect(best).to_have_text(re.compile(r"^★ \d+$"))
    expect(person.page.locator(".r-worth")).to_have_count(0)
    only = person.page.get_by_role("listitem").filter(has_text="the best play")
    expect(only).to_have_count(1)


def test_a_link_to_a_moment_is_copied(come: Come, deal: Finished) -> None:
    person = come()
    person.context.grant_permissions(["clipboard-read", "clipboard-write"])
    look_back(person, deal, f"#{deal.first_card + 3}/2")
    person.press(person.page.get_by_label("More", exact=True))
    person.press(person.button("Copy link"))
    person.sees("Link to this moment copied.")
    copied = person.page.evaluate("navigator.clipboard.readText()")
    assert copied == f"{person.address}{deal.path}#{deal.first_card + 3}/2"


def test_keys_go_to_either_end_and_keep_the_focus(come: Come, deal: Finished) -> None:
    person = come(Keys)
    look_back(person, deal)
    keyboard = person.page.keyboard
    following = person.button("Next", exact=True)
    following.focus()
    for key, moment in (
        ("ArrowRight", 1),
        ("Enter", 2),
        ("ArrowRight", 3),
        ("ArrowLeft", 2),
        ("End", deal.last),
        ("ArrowRight", deal.last),
        ("ArrowLeft", deal.last - 1),
        ("Enter", deal.last),
        ("Home", 0),
        ("ArrowLeft", 0),
    ):
        keyboard.press(key)
        shows(person, deal, moment)
        expect(following).to_be_focused()


def test_swipes_lead_from_step_to_step(come: Come, deal: Finished) -> None:
    person = come(Fingers, PHONE)
    begun = deal.first_card + 4
    look_back(person, deal, f"#{begun}")
    for right, down, moment in (
        (-120, 10, begun + 1),
        (-120, 0, begun + 2),
        (120, 0, begun + 1),
        (20, 0, begun + 1),
        (0, -200, begun + 1),
    ):
        person.page.evaluate("scrollTo(0, 0)")
        swipe(person, right, down)
        shows(person, deal, moment)


def swipe(person: Person, right: int, down: int) -> None:
    """Swipe over the middle of the table."""
    box = person.page.get_by_role("region", name="The table").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    devtools = person.context.new_cdp_session(person.page)
    for turn, kind in enumerate(["touchStart", *["touchMove"] * 4, "touchEnd"]):
        here = {"x": x + right * min(turn, 4) / 4, "y": y + down * min(turn, 4) / 4}
        touches = [] if kind == "touchEnd" else [here]
        devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})
    devtools.detach()


def test_the_slider_and_the_list_lead_to_a_moment(come: Come, deal: Finished) -> None:
    person = come()
    look_back(person, deal)
    slider = person.page.get_by_role("slider", name="Step")
    slider.focus()
    person.page.keyboard.press("End")
    shows(person, deal, deal.last)
    person.page.keyboard.press("ArrowLeft")
    shows(person, deal, deal.last - 1)
    expect(slider).to_be_focused()
    card = deal.actions[deal.first_card + 9]
    person.press(person.button(re.compile(f"{spoken(card)}\\b.*cost")))
    shows(person, deal, deal.first_card + 10)


def test_autoplay_runs_and_stops(come: Come, deal: Finished) -> None:
    person = come(timed=True)
    look_back(person, deal, f"#{deal.last - 3}")
    person.page.get_by_label("Speed").select_option("fast")
    run = person.button("Autoplay")
    person.press(run)
    person.press(person.button("Stop"))
    expect(run).to_be_visible()
    person.page.clock.run_for(10_000)
    shows(person, deal, deal.last - 3)
    person.press(run)
    person.page.clock.run_for(1200)
    shows(person, deal, deal.last - 1)
    person.page.clock.run_for(600)
    shows(person, deal, deal.last)
    expect(run).to_be_visible()
    person.press(run)
    person.page.clock.run_for(600)
    shows(person, deal, 1)


def test_the_worth_of_every_card_matches_the_solver(come: Come, deal: Finished) -> None:
    """From the third trick on: every trick is shown in the same way."""
    person = come()
    solver = Solver()
    begun = deal.first_card + 8
    look_back(person, deal, f"#{begun}")
    costs = person.page.get_by_role("listitem").filter(
        has_text=re.compile("costs? (nothing|[0-9])")
    )
    expect(costs).to_have_count(32)
    entries = costs.all_inner_texts()
    for moment in range(begun, deal.last):
        shows(person, deal, moment)
        stood = deal.at(moment)
        seat, card = stood.to_act, deal.actions[moment]
        assert seat is not None
        assert stood.play
        solution = solver.solve(stood)
        best = solution.value
        person.sees(f"Best play from here: {points(best)} for the declarer.")
        assert worths(person) == {
            f"{PLAYERS[seat]}'s hand": {
                spoken(one): (value, value == best) for one, value in solution.cards.items()
            }
        }
        cost = abs(best - solution.cards[card])
        entry = entries[moment - deal.first_card]
        assert PLAYERS[seat] in entry
        assert spoken(card) in entry
        assert (f"costs {points(cost)}" if cost else "costs nothing") in entry
        assert ("◆" in entry) == (cost >= 5)
        person.page.keyboard.press("ArrowRight")
        if cost:
            person.sees(f"It cost {points(cost)}.")
            better = [spoken(one) for one, value in solution.cards.items() if value == best]
            named = person.page.locator(".r-line").get_by_text(f"(+{cost}).").inner_text()
            assert any(f"Better: {one} (+{cost})." in named for one in better)
            assert any(f"Better: {one} (+{cost})." in entry for one in better)


def points(count: int) -> str:
    return "1 point" if count == 1 else f"{count} points"


def worths(person: Person) -> dict[str, dict[str, tuple[int, bool]]]:
    """Return the worth below each card, and whether it is the best, by whose hand it is."""

    def parsed(worth: str) -> tuple[int, bool]:
        found = re.search(r"(\d+) points? for the declarer(, the best)?", worth)
        assert found, worth
        return int(found[1]), bool(found[2])

    found = {
        hand: {card: parsed(worth) for card, worth in cards.items() if worth}
        for hand, cards in on_table(person).items()
    }
    return {hand: cards for hand, cards in found.items() if cards}


@pytest.mark.parametrize("seat", [0, 2])
def test_the_replay_of_one_seat_shows_only_what_it_knew(
    come: Come, deal: Finished, seat: int
) -> None:
    """Only forwards: announcements of a later moment may still be in the page."""
    person = come()
    look_back(person, deal, f"#0/{seat}")
    expect(person.page.get_by_label("Visible cards")).to_have_value(str(seat))
    person.sees("The deck follows from its parts")
    for moment in (0, deal.first_card, deal.first_card + 13, deal.last - 6):
        person.page.get_by_role("slider", name="Step").fill(str(moment))
        shows(person, deal, moment, f"/{seat}")
        stood = deal.at(moment)
        view = View.of(stood, seat).to_json()
        found = on_table(person)
        assert {*found.pop(f"{PLAYERS[seat]}'s hand")} == {spoken(card) for card in view["hand"]}
        assert {*found} <= {"The trick"}
        assert on_page(person) <= may_know(view)
        written = person.page.content()
        hidden = {*deal.record["deck"]} - may_know(view)
        assert [card for card in hidden if spoken(card) in written] == []
        for other in {*range(4)} - {seat}:
            held = f"{PLAYERS[other]}: {len(names(stood.hand(other)))} card"
            expect(person.page.get_by_role("img", name=held)).to_be_visible()


def test_the_replay_switches_between_one_seat_and_all_cards(come: Come, deal: Finished) -> None:
    person = come()
    moment = deal.first_card + 5
    look_back(person, deal, f"#{moment}")
    seen = person.page.get_by_label("Visible cards")
    seen.select_option("What Moidl knew")
    shows(person, deal, moment, "/2")
    expect(hand_of(person, 1)).to_have_count(0)
    assert violations(person) == []
    expect(person.page.get_by_role("listitem").filter(has_text="for the declarer")).to_have_count(0)
    seen.select_option("All cards open")
    shows(person, deal, moment)
    hands_are_open(person, deal.at(moment))
    seen.select_option("What Moidl knew")
    person.page.get_by_role("heading", level=1).click()
    person.page.keyboard.press("End")
    shows(person, deal, deal.last, "/2")
    discards = next(said for said in deal.actions if len(said.split()) == 4)
    expect(person.page.get_by_role("heading", name="Discards")).to_be_visible()
    assert {*discards.split()} <= on_page(person)


def test_the_record_is_saved_unchanged(come: Come, deal: Finished) -> None:
    person = come()
    look_back(person, deal)
    person.press(person.page.get_by_label("More", exact=True))
    with person.page.expect_download() as saving:
        person.press(person.button("Save the record"))
    assert saving.value.suggested_filename == f"dobbm-{deal.live.id}-1.jsonl"
    (line,) = Path(saving.value.path()).read_text().splitlines()
    assert json.loads(line) == deal.record


def test_a_failed_check_of_the_shuffle_is_explained(
    come: Come, deal: Finished, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = come()
    false = json.loads(json.dumps(deal.record))
    false["meta"]["shuffle"]["secret"] = "00" * 32
    monkeypatch.setattr("browser.live.view_of", lambda *given: {**view_of(*given), "record": false})
    look_back(person, deal)
    person.sees("✗ The shuffle failed the check")
    person.sees("does not give the deck that was dealt.")
    person.sees("the secret does not match the commitment")


def test_another_ending_is_played(come: Come, deal: Finished) -> None:
    """Moidl plays on from the second-last trick."""
    person = come(Fingers, PHONE)
    answers = practice_answers(person)
    begun = deal.last - 8
    look_back(person, deal, f"#{begun}")
    play_on_as(person, "Moidl")
    assert person.page.evaluate(TOO_WIDE) == []
    assert violations(person) == []
    for left in (2, 1):
        expect(person.page.get_by_text("Your turn: tap a card.")).to_be_visible()
        cards = own_hand(person).get_by_role("button")
        expect(cards).to_have_count(left)
        legal = answers[-1].json()["view"]["legal"]
        for other in (0, 1, 3):
            expect(hand_of(person, other)).to_have_count(0)
        person.press(own_hand(person).get_by_role("button", name=spoken(legal[-1])))
    figures = person.page.get_by_role("table", name="In Schilling")
    expect(figures).to_be_visible()
    assert person.page.evaluate(TOO_WIDE) == []
    record = answers[-1].json()["record"]
    assert record["actions"][:begun] == deal.actions[:begun]
    ends = [settle(deal.at(deal.last)), settle(from_record(record))]
    rows = figures.get_by_role("row").all()[1:]
    cells = [[amount(one) for one in row.get_by_role("cell").all_inner_texts()] for row in rows]
    assert cells[:4] == [list(both) for both in zip(*[end.payments for end in ends], strict=True)]
    assert cells[4] == [end.points for end in ends]
    person.press(person.button("Play again"))
    expect(figures).to_have_count(0)
    expect(own_hand(person).get_by_role("button")).to_have_count(2)
    person.press(person.button("Back to the replay"))
    shows(person, deal, begun)
    hands_are_open(person, deal.at(begun))


def test_going_back_leads_from_practice_to_the_replay(come: Come, deal: Finished) -> None:
    person = come()
    look_back(person, deal, f"#{deal.last - 8}")
    loaded = person.page.evaluate("performance.getEntriesByType('resource').length")
    for _ in range(2):
        play_on_as(person, "Moidl")
        expect(person.button("Back to the replay")).to_be_visible()
        person.page.go_back()
        shows(person, deal, deal.last - 8)
        hands_are_open(person, deal.at(deal.last - 8))
    asked = person.page.evaluate(
        "(from) => performance.getEntriesByType('resource').slice(from).map((one) => one.name)",
        loaded,
    )
    assert not [address for address in asked if address.endswith(deal.api)], "it is still the page"
    person.page.go_back()
    expect(person.page).to_have_url("about:blank")


def practice_answers(person: Person) -> list[Response]:
    """Collect the server's answers to practice requests from now on."""
    answers: list[Response] = []

    def note(response: Response) -> None:
        asked = response.request.post_data_json or {}
        if response.url.endswith("/practice") and asked["seat"] is not None:
            answers.append(response)

    person.page.on("response", note)
    return answers


def play_on_as(person: Person, name: str) -> None:
    person.press(person.button("Play on from here"))
    chosen = person.page.get_by_role("dialog").get_by_role("radio", name=name)
    person.press(chosen)
    expect(chosen).to_be_checked()
    person.press(person.button("Play", exact=True))


def test_forehand_bids_something_else(come: Come, deal: Finished) -> None:
    person = come()
    answers = practice_answers(person)
    forehand = (deal.record["dealer"] + 1) % 4
    look_back(person, deal, "#0")
    play_on_as(person, PLAYERS[forehand])
    person.press(person.calls.filter(has_text="Solo"))
    play_a_card(person, answers)
    assert answers[-1].json()["record"]["actions"][0] == "solo"
    person.press(person.button("Back to the replay"))
    shows(person, deal, 0)


def test_the_declarer_discards_other_cards(come: Come, deal: Finished) -> None:
    person = come()
    answers = practice_answers(person)
    begun = next(turn for turn, said in enumerate(deal.actions) if len(said.split()) == 4)
    declarer = deal.at(begun).declarer
    assert declarer is not None
    look_back(person, deal, f"#{begun}")
    play_on_as(person, PLAYERS[declarer])
    discard_button = person.button("Discard", exact=True)
    expect(discard_button).to_be_disabled()
    held = names(deal.at(begun).hand(declarer))
    others = [card for card in held if card[1] != "S" and card not in deal.actions[begun]]
    chosen = others[-4:]
    for card in chosen:
        held_card = own_hand(person).get_by_role("button", name=spoken(card))
        person.press(held_card)
        expect(held_card).to_have_attribute("aria-pressed", "true")
    fifth = next(card for card in held if card not in chosen)
    person.press(own_hand(person).get_by_role("button", name=spoken(fifth)))
    person.sees("You discard only four cards: put one back first.")
    person.press(discard_button)
    play_a_card(person, answers)
    assert {*answers[-1].json()["record"]["actions"][begun].split()} == {*chosen}


def play_a_card(person: Person, answers: list[Response]) -> None:
    """Say "gut" while asked, and play the first legal card."""
    prompt = person.page.get_by_text("Your turn: tap a card.")
    gut = person.button(re.compile("^gut"))
    expect(prompt.or_(gut)).to_be_visible()
    while gut.count():
        person.press(gut)
        expect(prompt.or_(gut)).to_be_visible()
    card = answers[-1].json()["view"]["legal"][0]
    person.press(own_hand(person).get_by_role("button", name=spoken(card)))
    expect(own_hand(person).get_by_role("button")).to_have_count(7)


LEVELS = """
[...document.querySelectorAll("h1, h2, h3, h4, h5, h6")].map((one) => Number(one.tagName[1]))
"""


def test_no_level_of_headings_is_left_out(come: Come, deal: Finished) -> None:
    person = come()
    for moment in ("#0", "#14", f"#{deal.last}"):
        look_back(person, deal, moment)
        levels = person.page.evaluate(LEVELS)
        assert levels[0] == 1
        assert all(level <= before + 1 for before, level in itertools.pairwise(levels)), levels


def test_a_deal_that_was_never_played(come: Come, deal: Finished) -> None:
    person = come()
    person.open(f"/t/{deal.live.id}/deals/999")
    person.sees("There is no such deal")
    person.forgive_requests()
    person.press(person.page.get_by_role("link", name="Start page"))
    expect(person.button("Play now")).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, pytest.param((640, 360), marks=pytest.mark.long)])
def test_cards_to_be_tapped_are_as_wide_as_a_finger(come: Come, deal: Finished, size: Size) -> None:
    """In hands of twelve cards, too."""
    person = come(Fingers, size)
    begun = next(turn for turn, said in enumerate(deal.actions) if len(said.split()) == 4)
    declarer = deal.at(begun).declarer
    assert declarer is not None
    for moment in (begun, deal.first_card):
        look_back(person, deal, f"#{moment}")
        play_on_as(person, PLAYERS[declarer])
        cards = own_hand(person).get_by_role("button")
        expect(cards).to_have_count(12 if moment == begun else 8)
        cards.last.scroll_into_view_if_needed()
        assert cards.evaluate_all(UNCOVERED, FINGER) == []
        assert person.page.evaluate(TOO_WIDE) == []
