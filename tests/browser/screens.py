"""Every screen of the page, and how to get there directly."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from playwright.sync_api import Locator, expect

from browser.conftest import Come
from browser.deals import HOLIDAY, PAIR, WON, gathering, played
from browser.hints import LEAD
from browser.judged_deals import CODE, DISCARD, ID, LED, judged
from browser.kept import EARLIER, keeping
from browser.live import LiveTable
from browser.people import Fingers, Person
from browser.session import ended
from browser.windows import PHONE
from dobbm.game.actions import Seat
from dobbm.table import commands
from dobbm.table.events import StoodIn
from table.driver import dealt

STEPS = 8
"""The number of steps of the lesson."""
EXERCISES = 7
"""The number of exercises in tactics."""


ON_ONE_DAY = """{
  const Plain = Date;
  globalThis.Date = class extends Plain {
    constructor(...given) { super(...(given.length ? given : [2026, 10, 26, 12])); }
  };
  null;
}"""
"""Lets the page believe that it is one and the same day, so that its deals are always the same."""
ALL_PLAYED = (
    ON_ONE_DAY
    + """if (location.host) localStorage.setItem("dobbm-daily", JSON.stringify({
  "2026-11-26/1": { said: "kkkl", paid: 14 },
  "2026-11-26/2": { said: "kkk", paid: -6 },
  "2026-11-26/3": { said: "l", paid: 20 },
}));"""
)
"""On that day, the device has played all deals."""
FIRST = "Math.random = () => 0; null"
"""Lets the page choose the first of the exercises that would do."""


class Screen(NamedTuple):
    """A screen of the page."""

    path: str | None = None
    """None for the table."""
    table: Callable[[], LiveTable] | None = None
    seat: Seat | None = 0
    opened: Mapping[str, Callable[[Person], None]] = MappingProxyType({})
    """Functions that open things on the screen, one after the other, in any language."""
    device: Mapping[str, Any] = MappingProxyType({})
    """Settings of the device."""
    script: str = ""
    """Runs before the page."""
    fails: bool = False
    """Whether the browser complains about requests that are refused."""

    def looks(self, come: Come, **options: Any) -> Iterator[tuple[str, Person]]:
        """Yield a person with a phone at the screen, then with each thing opened there."""
        table = self.table and self.table()
        look = {**self.device, **options}
        person = come(
            Fingers, PHONE, table=table, seat=self.seat, path=self.path, script=self.script, **look
        )
        if self.fails:
            person.forgive_requests()
        person.page.get_by_role("heading", level=1).first.wait_for()
        yield "as it is", person
        for name, use in self.opened.items():
            use(person)
            yield name, person
            person.escape()


# -- tables -------------------------------------------------------------------------------------


def trick() -> LiveTable:
    """Return a table with two cards to follow, after both sides have taken tricks."""
    table = WON.at("play", 18)
    table.hints = LEAD
    return table


def replaced() -> LiveTable:
    """Return a table where, after a deal, Sepp has sat down in the seat of a bot."""
    table = PAIR.done()
    table.sit("Sepp", 3)
    return table


def over() -> LiveTable:
    """Return a table whose session is over, and where Lois would like another one."""
    table = replaced()
    table.evening.vote("end")
    table.do(commands.Vote, 1, "again")
    return table


def agreed() -> LiveTable:
    """Return a table where all have agreed to the Mußrunde, and the end is asked for."""
    table = PAIR.done()
    table.evening.vote("mussrunde")
    table.do(commands.Vote, 1, "end")
    return table


def must_play() -> LiveTable:
    """Return a table where Lois, as forehand, must play the first deal of the Mußrunde."""
    table = agreed()
    table.evening.until_dealt()
    return table


def cutting() -> LiveTable:
    """Return a table between two deals where Vroni may cut."""
    table = PAIR.done()
    table.evening.step()
    table.evening.contribute(0)
    return table


def shuffling() -> LiveTable:
    """Return a table whose next shuffle waits for Lois's contribution."""
    table = cutting()
    table.evening.vote("next")
    return table


def written() -> LiveTable:
    """Return a table whose people have written to each other."""
    table = PAIR.at("play")
    table.do(commands.AllowTexts, 0, allowed=True)
    for seat, text in enumerate(["Mußrunde, Solo, Dobbm! " * 8, "<Schwacher> & Retour"]):
        table.write(seat, text)
    return table


def declined() -> LiveTable:
    """Return a table at which Lois wants no texts."""
    table = written()
    table.do(commands.DeclineTexts, 1, declined=True)
    return table


def turned_off() -> LiveTable:
    """Return a table whose host has turned texts off, and where Vroni has muted Lois."""
    table = written()
    table.do(commands.AllowTexts, 0, allowed=False)
    table.preferences[0] = {"muted": [table.evening.table.occupant(1).person]}
    return table


def getting_ready() -> LiveTable:
    """Return a table with a bot and a free seat, where Lois is ready."""
    table = gathering(people=2, bots=1, ready_check=True)
    table.do(commands.Vote, 1, "ready")
    return table


def first_card() -> LiveTable:
    """Return a table where Lois has led to the first trick."""
    table = PAIR.at("play", seat=1)
    table.play("B6")
    return table


def five() -> LiveTable:
    """Return a table of five where Lois follows in the first trick."""
    return HOLIDAY.at("play", seat=1)


def by_post() -> LiveTable:
    """Return a table by post where it is the turn of Lois, who is away for ten days."""
    table = LiveTable(dealt(2, dealer=0, free=86_400.0))
    table.do(commands.Excuse, 1, table.evening.now + 10 * 86_400)
    return table


def stood_in(table: LiveTable, seat: Seat = 0) -> LiveTable:
    """Let a bot stand in for a person."""
    table.happen(StoodIn(table.evening.now, seat, "clock" if table.evening.table.deal else "gone"))
    return table


# -- what people do -----------------------------------------------------------------------------


def see(target: Locator) -> None:
    """Wait until something is visible."""
    expect(target.first).to_be_visible()


def next_step(person: Person) -> None:
    """Go to the next step of the lesson."""
    person.press(person.page.locator(".steps button").last)


def nth_button(index: int) -> Callable[[Person], None]:
    """Return a function that opens a button's dialog; negative numbers count from the bar's end."""

    def use(person: Person) -> None:
        bar = person.page.get_by_role("main").locator("header")
        person.press((bar if index < 0 else person.page).get_by_role("button").nth(index))
        person.page.get_by_role("dialog").wait_for()

    return use


def hint(person: Person) -> None:
    """Open the hints, and wait until the bot has thought."""
    nth_button(1)(person)
    person.page.get_by_role("dialog").get_by_role("listitem").first.wait_for()


def menu_entry(index: int, inside: str) -> Callable[[Person], None]:
    """Return a function that chooses an entry of the menu and waits for what the dialog has."""

    def use(person: Person) -> None:
        nth_button(0)(person)
        person.press(person.page.get_by_role("dialog").get_by_role("button").nth(index))
        person.page.get_by_role("dialog").locator(inside).first.wait_for()

    return use


def begin_with_bots(person: Person) -> None:
    """Press the last button about the beginning, as a person who has a seat."""
    person.press(person.page.locator(".begin").get_by_role("button").last)
    person.page.get_by_role("dialog").wait_for()


def end_of_session(person: Person) -> None:
    """Press the last button after a deal."""
    person.press(person.page.locator(".asks").get_by_role("button").last)
    person.page.get_by_role("dialog").wait_for()


def nth_next(index: int) -> Callable[[Person], None]:
    """Return a function that presses a button for what may come next."""

    def use(person: Person) -> None:
        person.press(person.page.locator(".asks").get_by_role("button").nth(index))
        see(person.page.get_by_role("dialog"))

    return use


def unfold(person: Person) -> None:
    """Unfold everything that can be unfolded."""
    for summary in reversed(person.page.locator("details:not([open]) > summary").all()):
        person.press(summary)


def rearrange(person: Person) -> None:
    """Begin to rearrange the seats."""
    person.press(person.page.locator(".arrange"))
    see(person.page.locator(".who .icon").first)


def change_rules(person: Person) -> None:
    """Open the form for the house rules, as the host."""
    person.press(person.page.locator(".agreed > header").get_by_role("button"))
    see(person.page.get_by_role("dialog").locator("select"))


def lose_seat(person: Person) -> None:
    """Let the host free the person's seat."""
    person.table.do(commands.Vacate, 0, 1)
    see(person.page.locator("p.panel"))


def stand_up(person: Person) -> None:
    """Leave the seat to a bot during a deal."""
    person.table.do(commands.Leave, 0)
    see(person.page.locator(".wanting"))


def take_seat(person: Person) -> None:
    """Open the list of seats, as a spectator."""
    person.press(person.page.locator(".wanting").get_by_role("button").first)
    see(person.page.get_by_role("dialog").locator(".who"))


def wish_seat(person: Person) -> None:
    """Choose the seat of a bot in the middle of a deal."""
    take_seat(person)
    person.press(person.page.get_by_role("dialog").locator(".who .bot button").first)
    see(person.page.locator(".wanting[role=status]"))


def tap_illegal_card(person: Person) -> None:
    person.press(person.page.locator(".held.illegal").first)
    see(person.page.locator(".toast"))


def tap_card(person: Person) -> None:
    """Tap a card that is chosen, for the discard or because it must be tapped twice."""
    person.press(person.page.locator(".held:is(.legal, .toggles):not(.chosen)").first)
    see(person.page.locator(".held.chosen"))


def tap_four_cards(person: Person) -> None:
    for chosen in range(4):
        tap_card(person)
        expect(person.page.locator(".held.chosen")).to_have_count(chosen + 1)


def plan_card(person: Person) -> None:
    person.press(person.page.locator(".held").last)
    see(person.page.locator(".held.planned"))


def fill_trick(person: Person) -> None:
    person.table.play(*WON.cards.split()[9:12])
    see(person.page.locator(".before .primary"))


def talk(person: Person) -> None:
    """Let Vroni and Lois say something."""
    for seat, phrase in enumerate(["good_cards", "well_played"]):
        person.table.do(commands.Say, seat, phrase)
    see(person.page.locator(".bubble.talk"))


def report_something(person: Person) -> None:
    """Open the dialog that reports a text, from the table talk."""
    nth_button(-2)(person)
    person.press(person.page.locator(".dialog-body > button").last)
    see(person.page.locator(".reporting"))


def lose_others(person: Person) -> None:
    """Let the connections of all others be lost, while two people watch."""
    person.page.evaluate(
        """() => {
          const beat = { now: 0, connected: [0], spectators: 2, watching: [] };
          EventSource.everybody = { data: JSON.stringify(beat) };
          for (const stream of [...EventSource.open, ...EventSource.open])
            stream.beat(EventSource.everybody);
        }"""
    )
    see(person.page.locator(".plate .badge.lost"))


def ask_to_take_back(person: Person) -> None:
    """Let Lois ask to take back a card."""
    person.table.do(commands.Propose, 1, "take_back")
    see(person.page.locator(".question, .wanting"))


def claim(person: Person) -> None:
    """Let the seat to act claim the rest of the tricks."""
    person.table.do(commands.Propose, person.table.evening.to_act, "claim")
    see(person.page.locator(".question"))


def lose_connection(person: Person) -> None:
    """Cut the connection; nothing is answered from now on."""
    assert person.network
    person.network.held = person.network.held or []
    person.page.evaluate("EventSource.cut()")


def go_offline(person: Person) -> None:
    lose_connection(person)
    see(person.page.locator(".offline"))


def play_offline(person: Person) -> None:
    """Play a card that is kept until the connection is back."""
    held = person.page.locator(".held")
    left = held.count() - 1
    person.press(person.page.locator(".held.legal").first)
    expect(held).to_have_count(left)


def load_offline(person: Person) -> None:
    """Load the table while the server cannot be reached."""
    assert person.network
    person.network.held = []
    person.page.reload()
    person.page.wait_for_function("globalThis.EventSource?.open?.size")
    lose_connection(person)
    see(person.page.locator("main.sheet"))


def come_back(person: Person) -> None:
    """Come back to the table after a bot has played two cards for the person."""
    person.open("")
    person.table.play(*WON.cards.split()[:9])
    person.open(f"/t/{person.table.id}")
    see(person.page.locator(".meanwhile"))


def close_table(person: Person) -> None:
    person.table.refusal = "closed"
    person.page.evaluate("EventSource.cut()")
    see(person.page.locator("main.sheet"))


def vote_in_everything(person: Person) -> None:
    """Let Lois vote for everything that may come next."""
    for what in ("next", "mussrunde", "end"):
        person.table.do(commands.Vote, 1, what)
    person.table.do(commands.Delay, 1)
    see(person.page.locator(".asks small"))


def begin_next_deal(person: Person) -> None:
    person.table.evening.vote("next")
    person.table.evening.until_dealt()
    person.table.publish()
    see(person.page.locator(".r-summons a"))


def choose_seat(person: Person) -> None:
    """Ask to play on from a moment of the replay."""
    person.press(person.page.locator(".r-ways .row button:first-child"))
    see(person.page.get_by_role("dialog"))


def play_on(person: Person) -> None:
    choose_seat(person)
    person.press(person.page.get_by_role("dialog").locator(".primary"))
    see(person.page.locator(".r-branch"))


HAPPENINGS = frozenset(
    {
        *(lose_seat, stand_up, fill_trick, talk, lose_others, ask_to_take_back, claim),
        *(go_offline, load_offline, come_back, close_table, vote_in_everything, begin_next_deal),
    }
)
"""Functions by which something happens on a screen without the person's doing."""


def score_button(index: int) -> Callable[[Person], None]:
    """Return a function that opens a dialog with a button of the score sheet."""

    def use(person: Person) -> None:
        person.press(person.page.get_by_role("main").get_by_role("button").nth(index))
        see(person.page.get_by_role("dialog"))

    return use


def nth_button_in(part: str, index: int, inside: str) -> Callable[[Person], None]:
    """Return a function that opens a dialog from a part of a page, and waits for what is in it."""

    def use(person: Person) -> None:
        person.press(person.page.locator(part).get_by_role("button").nth(index))
        see(person.page.get_by_role("dialog").locator(inside))

    return use


def comment_on_deal(person: Person) -> None:
    evening = person.page.locator(".evening").first
    if evening.get_attribute("open") is None:
        person.press(evening.locator("summary"))
    person.press(person.page.locator(".deals button").nth(1))
    see(person.page.get_by_role("dialog").locator("form"))


def leave_club(person: Person) -> None:
    person.press(person.page.locator(".people .danger"))
    see(person.page.get_by_role("dialog").locator("form"))


def add_result(person: Person) -> None:
    person.page.locator(".others input").fill("Vroni")
    person.press(person.page.locator(".others .primary"))
    see(person.page.locator(".others .mine"))


SHEET = {
    "format": "dobbm-score-1",
    "id": "stubai",
    "begun": 0,
    "names": ["Vroni", "Lois", "Hias", "Moidl"],
    "preset": "pagat",
    "match": 60,
    "unit": 1,
    "firstDealer": 0,
    "deals": [
        {
            "end": "played",
            "declarer": 1,
            "contract": "dobbm",
            "doublings": 1,
            "points": 72,
            "noTrick": False,
        },
        {"end": "thrown_in"},
    ],
    "mussrundeFrom": None,
    "closed": False,
}
"""A score sheet with two deals."""


def with_sheet(**changes: Any) -> str:
    """Return a script that puts the sheet on the device."""
    kept = json.dumps({"open": SHEET["id"], "sheets": [{**SHEET, **changes}]})
    return f"if (location.host) localStorage.setItem('dobbm-score', {json.dumps(kept)});"


SCREENS = {
    "missing page": Screen("/nowhere", fails=True),
    "start": Screen("/", opened={"a new table": nth_button(1)}),
    "start again": Screen("/", trick, device={"tables": [{"table": "stubai", "at": 0}]}),
    "settings": Screen("/settings"),
    "privacy": Screen("/privacy"),
    "clubs": Screen("/clubs", device={"clubs": [{"club": "stubai", "name": "Donnerstag"}]}),
    "club": Screen(
        "/c/stubai",
        WON.done,
        opened={
            "the club": nth_button_in(".topbar", 0, "input"),
            "notice": nth_button_in(".topbar", 1, "textarea"),
            "table": nth_button_in(".tonight", 2, "form"),
            "tournament": nth_button_in(".tonight", 3, "form"),
            "guest": nth_button_in(".tonight", 4, "svg"),
            "calendar": nth_button_in(".appointment", 3, "svg"),
            "when": nth_button_in(".appointment", 4, "select"),
            "moving": nth_button_in(".appointment", 5, "select"),
            "more about a member": nth_button_in(".people", -7, "button"),
            "own link": nth_button_in(".people", -4, "svg"),
            "own name": nth_button_in(".people", -3, "input"),
            "own absence": nth_button_in(".people", -2, "input"),
            "CSV": nth_button_in(".book", -3, "button"),
            "comment": comment_on_deal,
        },
    ),
    "club as a member": Screen("/c/stubai", WON.done, seat=2, opened={"leaving": leave_club}),
    "tournament": Screen("/c/turnier", WON.done),
    "tournament for a player": Screen("/c/turnier", WON.done, seat=2),
    "board": Screen("/c/turnier/board", WON.done),
    "no tournament": Screen("/c/stubai/board", WON.done),
    "club of others": Screen("/c/stubai", seat=None),
    "club for a guest": Screen("/c/stubai#guest=WyJ2Il0.c1gnZWQ", seat=None),
    "own record": Screen(
        "/me",
        table=WON.done,
        device={"tables": [{"table": "stubai", "at": 1_700_000_000}]},
        script=keeping(*EARLIER),
    ),
    "rules": Screen("/rules"),
    "glossary": Screen("/rules#glossary"),
    "deals of the day": Screen("/daily", script=ON_ONE_DAY),
    "everybody's results": Screen("/daily", script=ALL_PLAYED, opened={"added": add_result}),
    "history": Screen("/history"),
    "score": Screen("/score"),
    "score sheet": Screen(
        "/score",
        script=with_sheet(),
        opened={"sheets": score_button(0), "deal": score_button(1), "new deal": score_button(3)},
    ),
    "final score": Screen("/score", script=with_sheet(closed=True)),
    "lesson": Screen("/learn", opened={f"step {step}": next_step for step in range(2, STEPS + 1)}),
    "tactics": Screen(
        "/learn#tactics",
        opened={f"exercise {number}": next_step for number in range(2, EXERCISES + 1)},
    ),
    "no open table": Screen("/tables"),
    "open tables": Screen("/tables", lambda: gathering(listed=True)),
    "no such table": Screen("/t/nonsense", fails=True),
    "unreachable table": Screen(table=trick, opened={"after a reload": load_offline}),
    "closed table": Screen(table=trick, opened={"closed": close_table}, fails=True),
    "invitation": Screen(table=gathering, opened={"beginning with bots": begin_with_bots}),
    "invited": Screen(table=gathering, seat=None),
    "invited to a seat": Screen("/t/stubai?seat=3", getting_ready, None),
    "arranging the seats": Screen(
        table=getting_ready, opened={"rearranging": rearrange, "house rules": change_rules}
    ),
    "ready": Screen(table=getting_ready, seat=1, opened={"seat freed": lose_seat}),
    "bidding": Screen(table=lambda: WON.at("bidding")),
    "bidding in the Mußrunde": Screen(table=must_play, seat=1),
    "exchange": Screen(table=lambda: WON.at("exchange"), opened={"four cards": tap_four_cards}),
    "doubling": Screen(table=lambda: WON.at("doubling")),
    "trick": Screen(
        table=trick,
        opened={
            "menu": nth_button(0),
            "Mußrunde": menu_entry(-7, "p"),
            "end of the session": menu_entry(-6, "p"),
            "standing": menu_entry(-5, "p"),
            "settings": menu_entry(-4, "select"),
            "seats": menu_entry(-3, ".who"),
            "another device": menu_entry(-2, "svg"),
            "standing up": menu_entry(-1, "p"),
            "hint": hint,
            "last trick": nth_button(4),
            "own tricks": nth_button(5),
            "table talk": nth_button(-2),
            "ledger": nth_button(-1),
            "illegal card": tap_illegal_card,
        },
    ),
    "newcomer": Screen(table=trick, device={"guided": []}),
    "careful player": Screen(table=trick, device={"confirm": True}, opened={"chosen": tap_card}),
    "resting trick": Screen(
        table=lambda: WON.at("play", 9), device={"stay": None}, opened={"full": fill_trick}
    ),
    "connection lost": Screen(
        table=trick, opened={"no connection": go_offline, "card kept": play_offline}
    ),
    "two people": Screen(
        table=first_card,
        opened={
            "phrases": talk,
            "planned card": plan_card,
            "connections lost": lose_others,
            "question": ask_to_take_back,
        },
    ),
    "asking": Screen(table=first_card, seat=1, opened={"waiting": ask_to_take_back}),
    "claiming": Screen(table=lambda: played(20), seat=2, opened={"question": claim}),
    "stood in while bidding": Screen(table=lambda: stood_in(PAIR.at("doubling"))),
    "stood in": Screen(table=lambda: stood_in(PAIR.at("play"))),
    "by post": Screen(table=by_post, opened={"absence": menu_entry(-3, "input")}),
    "away by post": Screen(table=by_post, seat=1, opened={"return": menu_entry(-3, "input")}),
    "another stood in": Screen(table=lambda: stood_in(PAIR.at("play"), 1)),
    "away between two deals": Screen(table=lambda: stood_in(PAIR.done())),
    "back again": Screen(table=lambda: WON.at("play"), opened={"meanwhile": come_back}),
    "seat given up": Screen(table=lambda: PAIR.at("play"), opened={"watching": stand_up}),
    "texts": Screen(
        table=written, opened={"table talk": nth_button(-2), "report": report_something}
    ),
    "no texts": Screen(table=declined, opened={"table talk": nth_button(-2)}),
    "own wish for no texts": Screen(table=declined, seat=1, opened={"table talk": nth_button(-2)}),
    "texts turned off": Screen(table=turned_off, opened={"table talk": nth_button(-2)}),
    "watching": Screen(
        table=trick, seat=None, opened={"seats": take_seat, "seat wanted": wish_seat}
    ),
    "watching people": Screen(table=lambda: LiveTable(dealt()), seat=None),
    "watching a result": Screen(table=replaced, seat=None),
    "five players": Screen(table=five, seat=1, opened={"phrases": talk}),
    "holiday": Screen(table=lambda: HOLIDAY.at("play", 10, seat=1)),
    "result": Screen(
        table=WON.done, opened={"all of it": unfold, "end of the session": end_of_session}
    ),
    "between two deals": Screen(
        table=cutting,
        opened={"votes": vote_in_everything, "Mußrunde": nth_next(2), "end": nth_next(3)},
    ),
    "Mußrunde agreed": Screen(table=agreed, opened={"ledger": nth_button(-1)}),
    "shuffling": Screen(table=shuffling),
    "session over": Screen(table=over),
    "end of nine deals": Screen(table=ended),
    "replay": Screen(
        "/t/stubai/deals/1",
        WON.done,
        opened={"choice of a seat": choose_seat, "playing on": play_on},
    ),
    "replay between two deals": Screen(
        "/t/stubai/deals/1", PAIR.done, opened={"next deal": begin_next_deal}
    ),
    "kept deal": Screen(f"/me/deal/{ID}", script=keeping(judged(DISCARD))),
    "shared deal": Screen(f"/d#{CODE}"),
    "no such deal": Screen("/t/stubai/deals/9", WON.done, fails=True),
    "exercises": Screen("/exercises", script=FIRST),
    "own mistakes": Screen("/exercises#mistakes", script=keeping(judged(DISCARD, LED)) + FIRST),
}
