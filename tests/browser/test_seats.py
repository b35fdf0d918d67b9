"""Sitting down, moving, standing up, arranging the table, and changing the device."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from browser.conftest import Come
from browser.deals import PAIR, gathering
from browser.live import LiveTable
from browser.people import Person
from browser.windows import DESK, PHONE, Size
from dobbm.table import commands
from dobbm.table.events import StoodIn


def friends(come: Come, table: LiveTable, count: int) -> list[Person]:
    return [come(table=table, seat=seat) for seat in range(count)]


def test_a_friend_takes_the_seat_of_a_bot_when_the_deal_is_over(come: Come) -> None:
    table = PAIR.at("play", seat=0)
    vroni, friend = come(table=table), come(table=table, seat=None)
    friend.press(friend.button("Take a seat"))
    friend.page.get_by_label("Your name at the table").fill("Moidl")
    friend.press(friend.button("Sit down here: ").first)
    friend.sees("You sit down when this deal is over.")
    with friend.sends("/seats"):
        table.evening.play_out()
        table.publish()
    assert table.evening.table.people == (0, 1, 2)
    won = table.evening.table.settled[0].amount
    amount = f"{won:+d}".replace("-", "−")
    vroni.sees(
        f"Moidl sits down for Sepp and begins at 0. The {amount} of Sepp stay with the bots."
    )
    friend.hears("Moidl sits down for Sepp and begins at 0.")
    friend.press(friend.page.get_by_role("link", name="Look back at the deal"))
    seen = friend.page.get_by_label("Visible cards").get_by_role("option")
    expect(seen).to_have_count(5)
    expect(seen.filter(has_text="What you knew")).to_have_count(0)
    vroni.press(vroni.button("Ledger"))
    ledger = vroni.page.get_by_role("dialog").get_by_role("table")
    expect(ledger.get_by_role("columnheader").nth(2)).to_contain_text("Moidl")
    expect(ledger.locator(".totals td").nth(2)).to_have_text("0")
    expect(ledger.locator(".gone tr")).to_have_text([f"former bots{amount}", "Together0"])


def test_all_hear_what_becomes_of_the_winnings_of_a_person_who_leaves(come: Come) -> None:
    table = PAIR.done()
    vroni = come(table=table, seat=0)
    won = table.evening.table.ledger[1]
    table.evening.do(commands.Leave, 1)
    table.publish()
    amount = f"{won:+d}".replace("-", "−")
    vroni.sees(
        f"Lois leaves; a bot takes over. The bot begins at 0, and the {amount} stay with Lois."
    )
    vroni.press(vroni.button("Ledger"))
    gone = vroni.page.get_by_role("dialog").locator(".gone tr")
    expect(gone).to_have_text([f"Lois (has left){amount}", "Together0"])


def test_the_lobby_shows_the_faces_of_the_table(come: Come) -> None:
    """Also if a person has chosen one, and if a bot sits after a free seat."""
    table = gathering(people=2, bots=1, listed=True)
    table.do(commands.ChoosePortrait, 0, portrait="plaits")
    faces = []
    for path in ("/tables", f"/t/{table.id}"):
        images = come(table=table, seat=None, path=path).page.locator(".little-table img")
        expect(images).to_have_count(3)
        faces.append({image.get_attribute("src") for image in images.all()})
    assert faces[0] == faces[1]


def test_the_lobby_marks_the_own_table_and_offers_it_first(come: Come) -> None:
    table = gathering(2, listed=True)
    table.neighbours.append(gathering(3, name="other", listed=True))
    table.neighbours.append(gathering(2, name="third", listed=True))
    known = [{"table": table.id, "at": 0}]
    person = come(table=table, seat=0, path="/tables", name="Vroni", tables=known)
    expect(person.page.locator(".yours")).to_contain_text("your table")
    expect(person.page.locator(".primary")).to_have_attribute("href", "/t/stubai")


def test_an_invitation_leads_to_one_seat(come: Come) -> None:
    table = gathering()
    friend = come(table=table, seat=None, path=f"/t/{table.id}?seat=2")
    with friend.sends("/seats"):
        friend.press(friend.button("Sit down", exact=True))
    expect(friend.button("Stand up")).to_be_visible()
    assert table.evening.table.people == (0, 2)


def test_an_invitation_that_cannot_be_copied_is_shown(come: Come) -> None:
    table = gathering()
    vroni = come(table=table)
    vroni.page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    vroni.press(vroni.button("Invite somebody to this seat: seat 3"))
    expect(vroni.page.get_by_role("dialog", name="Invite")).to_contain_text(f"/t/{table.id}?seat=2")


def test_on_a_phone_the_seats_come_before_the_folded_code(come: Come) -> None:
    phone, desk = (come(size=size, table=gathering()) for size in (PHONE, DESK))
    panels = phone.page.locator(".panel h2")
    expect(panels).to_have_text(["3 seats are free", "Invite friends", "House rules"])
    code = phone.page.get_by_role("img", name="The link as a QR code")
    expect(code).to_be_hidden()
    phone.press(phone.page.get_by_text("The link as a QR code"))
    expect(code).to_be_visible()
    expect(desk.page.get_by_role("img", name="The link as a QR code")).to_be_visible()


AROUND = """() => {
  const faults = [];
  const middle = ({ left, right }) => (left + right) / 2;
  const table = document.querySelector(".little-table").getBoundingClientRect();
  const box = (one) => one.getBoundingClientRect();
  const faces = [...document.querySelectorAll(".who .face")].map(box);
  const total = faces.reduce((sum, face) => sum + middle(face) - middle(table), 0);
  if (Math.abs(total) > 1) faults.push(`the ring leans by ${total} px`);
  for (const [at, seat] of document.querySelectorAll(".who li").entries()) {
    for (const label of seat.querySelectorAll(".name, .row > button")) {
      const { top, width, height } = label.getBoundingClientRect();
      const isSign = label.matches(".quietly, .icon, .bot .invite");
      const isButton = label.matches("button");
      if (isButton && Math.min(width, height) < 44) faults.push(`small: ${label.title}`);
      const shown = isButton && !isSign ? top + 5 : top;
      const hidden = getComputedStyle(label).clipPath !== "none";
      if (!isSign && !hidden && shown < faces[at].bottom) faults.push(`cut: ${seat.innerText}`);
    }
  }
  return faults;
}"""


@pytest.mark.parametrize("size", [PHONE, DESK])
@pytest.mark.parametrize("players", [4, 5])
def test_whole_portraits_sit_evenly_around_the_table(come: Come, size: Size, players: int) -> None:
    person = come(size=size, table=gathering(2, players, bots=1, ready_check=True))
    expect(person.page.get_by_role("listitem").filter(has_text="host")).to_contain_text("Vroni")
    assert person.page.evaluate(AROUND) == []


def test_the_host_arranges_the_table(come: Come) -> None:
    table = gathering(people=2)
    vroni, lois = friends(come, table, 2)
    expect(lois.button("Remove")).to_have_count(0)
    expect(vroni.page.locator(".primary")).to_have_text("Share the link")
    swap = vroni.button("Change places with the next seat: Lois")
    expect(swap).to_have_count(0)
    vroni.press(vroni.button("Rearrange"))
    with vroni.sends("/swap"):
        vroni.press(swap)
    lois.hears("free seat and Lois change places.")
    expect(vroni.button("Free this seat: Lois")).to_have_count(0)
    vroni.press(vroni.button("Done"))
    with vroni.sends("/rules"):
        vroni.press(vroni.button("Change the rules"))
        vroni.page.get_by_label("5 (dealer on holiday)").check()
        vroni.press(vroni.page.get_by_role("dialog").get_by_role("button", name="Change the rules"))
    lois.sees("The host has changed the house rules: five players.")
    assert table.evening.table.options.players == 5
    with vroni.sends("/seats/2"):
        vroni.press(vroni.button("Free this seat: Lois"))
    lois.sees("The host has freed your seat.")
    vroni.sees("The host frees the seat of Lois.")
    lois.sees("You can sit down again only after the first deal.")
    expect(lois.page.get_by_role("button", name="Sit down")).to_have_count(0)
    assert table.evening.table.people == (0,)


def test_a_guest_moves_to_another_seat(come: Come) -> None:
    table = gathering(people=2)
    lois = come(table=table, seat=1, size=PHONE)
    lois.press(lois.button("Rearrange"))
    expect(lois.button("Change places with the next seat")).to_have_count(0)
    with lois.sends("/seat"):
        lois.press(lois.button("Move here: seat 4"))
    expect(lois.page.locator(".who b")).to_have_text("Lois (you)")
    assert table.evening.table.people == (0, 3)


def test_everybody_says_to_be_ready(come: Come) -> None:
    table = gathering(people=2, bots=2, ready_check=True)
    vroni, lois = friends(come, table, 2)
    vroni.sees("0 of 2 are.")
    with vroni.sends("/ready"):
        vroni.press(vroni.button("I am ready"))
    lois.hears("Vroni is ready.")
    lois.sees("1 of 2 are.")
    with lois.sends("/ready"):
        lois.press(lois.button("I am ready"))
    with vroni.sends("/shuffle"), lois.sends("/shuffle"):
        table.go_on()
    table.go_on()
    for person in (vroni, lois):
        expect(person.hand).to_have_count(8)


def test_who_has_stood_up_sits_down_again_between_two_deals(come: Come) -> None:
    table = PAIR.done()
    lois = come(table=table, seat=1, size=PHONE)
    lois.press(lois.button("Menu"))
    lois.press(lois.button("Stand up"))
    with lois.sends("/leave"):
        lois.press(lois.button("Stand up", exact=True))
    lois.press(lois.button("Take a seat"))
    with lois.sends("/seat"), lois.sends("/events?beat=true&delta=true"):
        lois.press(lois.button("Sit down here: ").last)
    assert table.evening.table.people == (0, 3)
    expect(lois.button("Next deal")).to_be_visible()


def test_a_seat_moves_to_another_device(come: Come) -> None:
    table = PAIR.at("play", seat=0)
    old = come(table=table)
    old.press(old.button("Menu"))
    old.press(old.button("Continue on another device"))
    expect(old.page.get_by_role("img", name="The link as a QR code")).to_be_visible()
    link = old.page.locator("dialog .link").inner_text()
    path = link.removeprefix(old.address)
    new = come(table=table, seat=None, path=path, size=PHONE)
    new.sees("Your seat is on this device now.")
    expect(new.hand.first).to_be_visible()
    assert new.page.url.endswith(f"/t/{table.id}")
    assert old.network
    old.network.person = None
    old.network.cut()
    old.network.mend()
    table.do(commands.Say, 1, "hello")
    old.sees("Your seat has moved to another device.")
    expect(old.page.locator("dialog")).to_have_count(0)


def told(person: Person, connected: list[int], *watching: str) -> None:
    """Let the server say whose connection is there, and who watches."""
    beat = json.dumps(
        {"now": 0, "connected": connected, "spectators": len(watching), "watching": watching}
    )
    person.page.evaluate("data => { EventSource.everybody = { data } }", beat)
    person.page.clock.run_for(5000)


def test_who_was_ready_hears_that_a_change_of_the_table_asks_again(come: Come) -> None:
    table = gathering(people=3, ready_check=True)
    table.evening.vote("ready", 1)
    vroni, lois, _moidl = friends(come, table, 3)
    expect(vroni.page.locator(".primary")).to_have_text("I am ready")
    vroni.press(vroni.button("Rearrange"))
    with vroni.sends("/swap"):
        vroni.press(vroni.button("Change places with the next seat: Vroni (you)"))
    lois.hears("Lois and Vroni change places. Say again that you are ready.")


def test_the_waiting_room_shows_whose_connection_is_lost(come: Come) -> None:
    table = gathering(people=2, bots=2, ready_check=True)
    table.evening.vote("ready", 1)
    vroni = come(table=table, timed=True)
    lois = vroni.page.get_by_role("listitem").filter(has_text="Lois")
    expect(lois).to_contain_text("ready ✓")
    told(vroni, [0])
    expect(lois).to_contain_text("connection lost")
    expect(lois).not_to_contain_text("ready")


def test_the_waiting_room_shows_who_watches(come: Come) -> None:
    vroni = come(table=gathering(people=2, ready_check=True), timed=True)
    told(vroni, [0, 1], "Anna")
    vroni.sees("1 spectator: Anna")


def test_the_waiting_room_shows_that_its_own_connection_is_lost(come: Come) -> None:
    vroni = come(table=gathering(people=2, ready_check=True), timed=True)
    expect(vroni.button("I am ready")).to_be_visible()
    vroni.page.evaluate("EventSource.quiet()")
    vroni.page.clock.run_for(4990)
    expect(vroni.page.get_by_text("No connection – reconnecting …")).to_be_visible()


def test_who_is_gone_before_the_first_deal_makes_the_others_ready_anew(come: Come) -> None:
    table = gathering(people=2, bots=2, ready_check=True)
    vroni = come(table=table)
    with vroni.sends("/ready"):
        vroni.press(vroni.button("I am ready"))
    vroni.sees("1 of 2 are.")
    table.happen(StoodIn(table.evening.now, 1, "gone"))
    vroni.sees("Lois is away: say again that you are ready, to begin without Lois.")
    vroni.sees("Lois is away.")
    vroni.sees("0 of 2 are.")
    expect(vroni.page.get_by_role("listitem").filter(has_text="Lois")).to_contain_text("away")


def test_between_two_deals_it_says_who_is_not_there(come: Come) -> None:
    table = PAIR.done()
    vroni = come(table=table, timed=True)
    told(vroni, [0])
    expect(vroni.page.get_by_role("main")).to_contain_text("Lois: connection lost.")


def test_the_list_of_seats_offers_what_is_possible_now(come: Come) -> None:
    """Also if it was opened between two deals."""
    table = PAIR.done()
    table.happen(StoodIn(table.evening.now, 1, "gone"))
    vroni = come(table=table)
    vroni.press(vroni.button("Menu"))
    vroni.press(vroni.button("Seats"))
    release = vroni.button("Free this seat: Lois")
    expect(release).to_be_visible()
    table.evening.vote("next", 0)
    table.evening.until_dealt()
    table.publish()
    expect(release).to_have_count(0)
    vroni.sees("Between two deals, the seat of a person who is away can be given to a bot.")


def test_the_open_menu_follows_the_game(come: Come) -> None:
    table = PAIR.done()
    vroni = come(table=table)
    vroni.press(vroni.button("Menu"))
    expect(vroni.button("Take back")).to_have_count(0)
    table.evening.vote("next", 0, 1)
    table.evening.until_dealt()
    table.publish()
    expect(vroni.button("Take back")).to_be_visible()
