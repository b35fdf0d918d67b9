"""The screen of a table at every moment: ``table/screen-state.js``, run in Node.

In ``lying``, seat 0 declares, everybody has said gut, and seat 0 leads: L7 LK LO L6, which seat 1
takes; AS AT A8 A6, which seat 1 takes, too.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import pytest

from client.scripts import Scripts, needs_node
from dobbm import Deal, View
from dobbm.arena.seating import first_legal_action
from dobbm.game.actions import Seat
from drawing import finished, lying, open_deal, said

pytestmark = needs_node

ScreenEvent: TypeAlias = dict[str, Any]
Screen: TypeAlias = dict[str, Any]

FIRST, SECOND = "L7 LK LO L6", "AS AT A8 A6"
NAMES = ("Vroni", "Lois", "Moidl", "Sepp")
NOW = 1000.0
"""Unix seconds at the table."""

PROGRAM = """
import { trickOnTable } from "./game/tricks.js";
import { initialState, screenOf, update } from "./table/screen-state.js";
let state = initialState();
const usual = { now: 1000, elapsed: 5000, step: 0, hidden: false, confirm: false };
const trickOf = { collect: () => state.restingTrick, swept: () => state.sweeping };
respond(asked.map(({ timed, context, ...event }) => {
  const happened = timed ? { ...event, trick: trickOf[event.kind]() } : event;
  const updated = update(Object.freeze(state), happened, { ...usual, ...context });
  state = updated.state;
  const screen = screenOf(state, 1000);
  const { view, restingTrick, chosen, talk, texts, unread } = screen;
  const { proof, table, lostSeat, waits, late, fast, meanwhile } = screen;
  const lies = (restingTrick ?? trickOnTable(view))?.cards ?? [];
  return {
    hand: view.hand, lies, rests: restingTrick !== null, number: table.number,
    pending: state.pending, chosen, plan: table.own?.plan ?? null,
    said: Object.fromEntries(talk), texts, unread, proof, lostSeat, waits, late, fast,
    meanwhile, effects: updated.effects.filter(({ kind }) => kind !== "contribute"),
  };
}));
"""

RESTED: ScreenEvent = {"kind": "collect", "timed": True}
"""The trick has rested for its time."""
SWEPT: ScreenEvent = {"kind": "swept", "timed": True}
TAP_ON_THE_BOARD: ScreenEvent = {"kind": "collect"}


class Table:
    """A table as one seat sees it."""

    def __init__(self, deal: Deal, seat: Seat | None = 0) -> None:
        self.deal = deal
        self.seat = seat
        self.number = 40
        self.turn = len(deal.actions)
        self.own: dict[str, Any] = {}
        self.seats: list[dict[str, Any]] = [
            {"kind": "person", "name": name, "wishes": [], "present": True, "stood_in": None}
            for name in NAMES
        ]
        self.clock: dict[str, Any] | None = None
        self.options: dict[str, Any] = {"free": 15.0}
        self.question: dict[str, Any] | None = None

    def shown(self, kind: str = "agreed", **fields: Any) -> ScreenEvent:
        """Return a snapshot after a change of this kind."""
        self.number += 1
        table = {
            "table": "stubai",
            "number": self.number,
            "turn": self.turn,
            "stage": "between" if self.deal.phase == "done" else "playing",
            "deal": 1,
            "seat": self.seat,
            "seats": [dict(seat) for seat in self.seats],
            "view": View.of(self.deal, self.seat).to_json(),
            "ledger": [0, 0, 0, 0],
            "change": {"kind": kind, "at": NOW, **fields},
            "own": dict(self.own),
            "options": self.options,
            "clock": self.clock,
            "question": self.question,
            "settled": [],
            "stand_ins": [],
            "mussrunde_left": None,
        }
        return {"kind": "snapshot", "table": table}

    def acted(self, action: str) -> ScreenEvent:
        """Let the seat to act take an action, and return a snapshot."""
        actor = self.deal.to_act
        self.deal = self.deal.apply(action)
        self.turn += 1
        return self.shown("acted", seat=actor, action=action)

    def played(self, cards: str) -> list[ScreenEvent]:
        """Return snapshots after each of the cards."""
        return [self.acted(card) for card in cards.split()]

    def talk(self, times: int) -> list[ScreenEvent]:
        """Return this many snapshots of changes that show nothing new on the table."""
        return [self.shown("said", seat=1, phrase="hello") for _ in range(times)]


def tap(card: str, **context: Any) -> ScreenEvent:
    """The person taps a card; ``context`` describes what is unusual at that moment."""
    return {"kind": "card", "card": card, "tapped": True, "context": context}


def say(action: str, **fields: Any) -> ScreenEvent:
    """The person says a word, discards four cards, or takes a hint."""
    return {"kind": "action", "action": action, **fields}


def screens_after(scripts: Scripts, *events: ScreenEvent) -> list[Screen]:
    """Return what the screen shows after each event."""
    screen: list[Screen] = scripts.run(PROGRAM, events)
    return screen


def effects(screen: Screen, kind: str) -> list[dict[str, Any]]:
    """The effects of one kind, without their kind."""
    return [
        {key: value for key, value in effect.items() if key != "kind"}
        for effect in screen["effects"]
        if effect["kind"] == kind
    ]


def texts(screen: Screen) -> list[str]:
    """Return the announcements and notices."""
    return [effect["text"] for effect in screen["effects"] if "text" in effect]


def sounds(screen: Screen) -> list[str]:
    return [effect["sound"] for effect in effects(screen, "sound")]


# Resting tricks


def test_full_trick_rests_before_the_next_card_is_shown(scripts: Scripts) -> None:
    table = Table(lying(), seat=2)
    events = [table.shown(), *table.played(FIRST), table.acted("AS"), RESTED, SWEPT]
    *_, full, waiting, sweeping, swept = screens_after(scripts, *events)
    assert full["rests"]
    assert effects(full, "rest")[0]["trick"]["winner"] == 1
    for screen in (full, waiting, sweeping):
        assert screen["lies"] == FIRST.split()
    assert waiting["number"] == full["number"]
    assert effects(sweeping, "sweep")[0]["trick"]["winner"] == 1
    assert swept["lies"] == ["AS"]
    assert swept["number"] == waiting["number"] + 1


def test_tap_on_the_board_sweeps_a_resting_trick_once(scripts: Scripts) -> None:
    table = Table(lying(), seat=2)
    events = [table.shown(), *table.played(FIRST), TAP_ON_THE_BOARD, TAP_ON_THE_BOARD, SWEPT]
    *_, first, again, swept = screens_after(scripts, *events)
    assert effects(first, "sweep")
    assert not again["effects"]
    assert not swept["rests"]
    assert swept["lies"] == []


def test_timer_of_a_swept_trick_does_not_sweep_the_next(scripts: Scripts) -> None:
    table = Table(lying(), seat=2)
    first, second = table.played(FIRST), table.played(SECOND)
    late = {"kind": "collect", "trick": {"winner": 1}}
    *_, screen = screens_after(
        scripts, table.shown(), *first, TAP_ON_THE_BOARD, SWEPT, *second, late
    )
    assert screen["rests"]
    assert not screen["effects"]


def test_no_trick_rests_on_a_hidden_page(scripts: Scripts) -> None:
    table = Table(lying(), seat=2)
    *first, last = table.played(FIRST)
    *_, screen = screens_after(scripts, table.shown(), *first, last | {"context": {"hidden": True}})
    assert not screen["rests"]
    assert screen["lies"] == []


def test_last_trick_rests_before_the_result_is_shown(scripts: Scripts) -> None:
    *before, last = finished(72).actions
    table = Table(lying().apply_all(before[len(lying().actions) :]), seat=2)
    screen, rests = screens_after(scripts, table.shown(), table.acted(last))
    assert len(screen["lies"]) == 3
    assert rests["rests"]
    assert len(rests["lies"]) == 4


# Pace


def at(elapsed: int, event: ScreenEvent) -> ScreenEvent:
    """The event at this time in milliseconds, with 350 ms between two actions on the screen."""
    return event | {"context": {"elapsed": elapsed, "step": 350}}


def step(elapsed: int) -> ScreenEvent:
    """The time for the next snapshot has come."""
    return at(elapsed, {"kind": "step"})


def waits(screen: Screen) -> list[int]:
    """Return for how many milliseconds the screen waits from now."""
    return [effect["milliseconds"] for effect in effects(screen, "wait")]


def test_cards_that_arrive_together_are_shown_one_after_the_other(scripts: Scripts) -> None:
    table = Table(lying(), seat=3)
    begin = table.shown()
    together = [at(1000, card) for card in table.played("L7 LK LO")]
    steps = [step(1350), step(1700)]
    _, *screens = screens_after(scripts, begin, *together, *steps)
    assert [len(screen["lies"]) for screen in screens] == [1, 1, 1, 2, 3]
    assert [waits(screen) for screen in screens] == [[], [350], [], [350], []]
    assert [len(sounds(screen)) for screen in screens] == [1, 0, 0, 1, 2]


def test_a_card_that_arrives_later_does_not_wait(scripts: Scripts) -> None:
    table = Table(lying(), seat=3)
    begin, one, other = table.shown(), *table.played("L7 LK")
    *_, soon = screens_after(scripts, begin, at(1000, one), at(1200, other))
    assert waits(soon) == [150]
    *_, late = screens_after(scripts, begin, at(1000, one), at(1350, other))
    assert len(late["lies"]) == 2


def test_talk_does_not_pass_a_card_that_waits(scripts: Scripts) -> None:
    table = Table(lying(), seat=3)
    begin, cards, talk = table.shown(), table.played("L7 LK"), table.talk(1)
    *_, waiting, done = screens_after(
        scripts, begin, *(at(1000, event) for event in [*cards, *talk]), step(1350)
    )
    assert waiting["said"] == {}
    assert len(done["lies"]) == 2
    assert done["said"] == {"1": "hello"}


def test_as_many_actions_as_may_wait_are_shown_within_a_second_and_a_half(
    scripts: Scripts,
) -> None:
    table = Table(open_deal(), seat=1)
    words = ("dobbm", "weiter", "weiter", "weiter")
    begin, bids = table.shown(), [table.acted(word) for word in words]
    discards = table.acted(first_legal_action(table.deal))
    events = [at(1000, event) for event in (begin, *bids, discards)]
    *_, last = screens_after(scripts, *events, *map(step, (1350, 1700, 2050, 2400)))
    assert last["number"] == table.number


def test_a_hidden_page_spaces_nothing(scripts: Scripts) -> None:
    table = Table(lying(), seat=3)
    begin, *cards = table.shown(), *table.played("L7 LK LO")
    hidden = {"context": {"elapsed": 1000, "step": 350, "hidden": True}}
    *_, screen = screens_after(scripts, begin, *(card | hidden for card in cards))
    assert len(screen["lies"]) == 3


def test_a_tap_shows_the_waiting_cards_at_once(scripts: Scripts) -> None:
    """Nothing is played before the person has seen them."""
    table = Table(lying(), seat=3)
    begin, *cards = table.shown(), *table.played("L7 LK LO")
    first = at(1500, {"kind": "card", "card": "L6"})
    second = at(1600, {"kind": "card", "card": "L6"})
    *_, seen, played = screens_after(
        scripts, begin, *(at(1000, card) for card in cards), first, second
    )
    assert seen["lies"] == ["L7", "LK", "LO"]
    assert "Look at what the others have played, then choose." in texts(seen)
    assert effects(seen, "send") == []
    assert [sent["action"] for sent in effects(played, "send")] == ["L6"]


@pytest.mark.parametrize(("more", "rests"), [(0, True), (1, False)])
def test_more_than_a_trick_behind_is_shown_at_once(
    scripts: Scripts, more: int, rests: bool
) -> None:
    """While the first trick rests, others play the second, and lead to the third."""
    table = Table(lying(), seat=2)
    events = [table.shown(), *table.played(FIRST), *table.played(SECOND)]
    third = [table.acted(first_legal_action(table.deal)) for _ in range(more)]
    *_, screen = screens_after(scripts, *events, *third, RESTED, SWEPT)
    assert screen["rests"] == rests
    assert len(screen["lies"]) == (4 if rests else more)
    assert sum(" plays " in text for text in texts(screen)) == 3 + more
    behind = "The last 5 actions are shown at once, because the page was behind."
    assert (behind in texts(screen)) == (not rests)


def hurry(on: bool = True) -> ScreenEvent:
    """The person, who can only watch, wants no pauses, or wants them again."""
    return {"kind": "hurry", "on": on}


def test_a_spectator_fast_forwards_until_pressed_again(scripts: Scripts) -> None:
    table = Table(lying(), seat=None)
    begin, *cards = table.shown(), *table.played(f"{FIRST} {SECOND}")
    events = [begin, hurry(), *(at(1000, card) for card in cards[:6]), hurry(False)]
    *_, sixth, off, seventh = screens_after(scripts, *events, at(1000, cards[6]))
    assert sixth["lies"] == SECOND.split()[:2]
    assert sixth["effects"] == []
    assert texts(off) == ["Fast-forward is off."]
    assert (len(seventh["lies"]), waits(seventh)) == (2, [350])


def test_fast_forward_sweeps_a_trick_and_shows_what_waits(scripts: Scripts) -> None:
    table = Table(lying(), seat=None)
    *_, rests, fast = screens_after(
        scripts, table.shown(), *table.played(FIRST), *table.played(SECOND), hurry()
    )
    assert rests["rests"]
    assert not fast["rests"]
    assert fast["number"] == table.number
    assert texts(fast) == ["Fast-forward is on."]
    assert effects(fast, "hurry") == []


def test_fast_forward_ends_when_the_person_may_act_again(scripts: Scripts) -> None:
    """A bot has stood in, and the person takes the seat back."""
    table = Table(lying(), seat=3)
    table.seats[3]["stood_in"] = "clock"
    begin, *cards = table.shown(), *table.played("L7 LK")
    table.seats[3]["stood_in"] = None
    events = [begin, hurry(), *(at(1000, card) for card in cards), table.shown("came_back", seat=3)]
    *_, fast, back, waiting = screens_after(scripts, *events, at(1000, table.acted("LO")))
    assert (len(fast["lies"]), fast["fast"]) == (2, True)
    assert not back["fast"]
    assert waits(waiting) == [350]


def test_who_plays_cannot_fast_forward(scripts: Scripts) -> None:
    _, pressed = screens_after(scripts, Table(lying(), seat=3).shown(), hurry())
    assert not pressed["fast"]
    assert pressed["effects"] == []


# The person's own card


def test_own_card_is_shown_at_once_and_not_twice(scripts: Scripts) -> None:
    table = Table(lying())
    begin = table.shown()
    turn = table.turn
    first, tapped, confirmed = screens_after(scripts, begin, tap("L7"), table.acted("L7"))
    assert "L7" in first["hand"]
    assert tapped["lies"] == confirmed["lies"] == ["L7"]
    assert "L7" not in tapped["hand"]
    assert tapped["pending"] == {"action": "L7", "turn": turn}
    assert confirmed["pending"] is None
    assert effects(tapped, "send") == [{"action": "L7", "turn": turn}]
    assert texts(tapped) == ["You play Seven of leaves."]
    assert sounds(tapped) == ["card"]
    assert confirmed["effects"] == []


def test_refused_card_is_taken_back(scripts: Scripts) -> None:
    table = Table(lying())
    refusal = {"kind": "refusal", "text": "Too fast: wait a moment."}
    first, _, refused = screens_after(scripts, table.shown(), tap("L7"), refusal)
    assert refused["hand"] == first["hand"]
    assert refused["lies"] == []
    assert refused["pending"] is None
    assert effects(refused, "notify") == [{"text": "Too fast: wait a moment."}]


def test_refused_card_comes_back_while_somebody_talks(scripts: Scripts) -> None:
    table = Table(said(lying(), "L7 LK LO"), seat=3)
    begin, card, talk = table.shown(), tap("L6"), table.talk(2)
    refusal = {"kind": "refusal", "text": "Too fast: wait a moment."}
    *_, refused, later = screens_after(scripts, begin, card, talk[0], refusal, talk[1])
    for screen in (refused, later):
        assert screen["lies"] == ["L7", "LK", "LO"]
        assert "L6" in screen["hand"]


CUT_OFF: ScreenEvent = {"kind": "connection", "connected": False}
BACK: ScreenEvent = {"kind": "connection", "connected": True}
BEAT: ScreenEvent = {
    "kind": "beat",
    "beat": {"now": NOW, "connected": [0, 1, 2, 3], "spectators": 0, "watching": []},
}
KEPT = "Your move is sent as soon as the connection is back."


def test_a_card_played_without_a_connection_is_kept_and_arrives(scripts: Scripts) -> None:
    table = Table(lying())
    events = [table.shown(), CUT_OFF, tap("L7"), BACK, table.acted("L7")]
    _, _, kept, back, arrived = screens_after(scripts, *events)
    assert kept["late"]
    assert texts(kept) == ["You play Seven of leaves.", KEPT]
    assert back["pending"]
    assert texts(arrived) == ["Your move has arrived."]
    assert not arrived["late"]
    assert arrived["lies"] == ["L7"]


def test_a_card_is_kept_if_the_connection_is_lost_before_it_arrives(scripts: Scripts) -> None:
    table = Table(lying())
    *_, lost = screens_after(scripts, table.shown(), tap("L7"), CUT_OFF)
    assert lost["late"]
    assert texts(lost) == ["Connection lost; reconnecting.", KEPT]


def test_a_card_is_withdrawn_if_a_bot_has_played_another(scripts: Scripts) -> None:
    table = Table(said(lying(), "L7 LK LO"), seat=3)
    events = [table.shown(), CUT_OFF, tap("L6"), BACK]
    table.deal = table.deal.apply("LU")
    table.turn += 1
    acted = table.shown("acted", seat=3, action="LU", by_bot=True)
    *_, withdrawn, shown = screens_after(scripts, *events, acted, BEAT)
    assert texts(withdrawn)[0] == "Your move came too late: a bot has acted for you."
    assert withdrawn["pending"] is None
    assert "L6" in shown["hand"]


def test_a_card_that_a_bot_has_played_too_is_not_withdrawn(scripts: Scripts) -> None:
    table = Table(lying())
    events = [table.shown(), tap("L7"), table.acted("L7")]
    events[-1]["table"]["change"]["by_bot"] = True
    assert screens_after(scripts, *events)[-1]["effects"] == []


def test_a_card_is_withdrawn_if_the_turn_has_passed_in_another_way(scripts: Scripts) -> None:
    table = Table(said(lying(), "L7"), seat=1)
    events = [table.shown(), tap("LK")]
    table.deal, table.turn = lying(), table.turn + 1
    *_, withdrawn = screens_after(scripts, *events, table.shown("took_back", seat=0, actions=1))
    assert texts(withdrawn)[0] == "Your move no longer counts: the game has moved on."
    assert withdrawn["lies"] == []


def test_another_card_may_be_played_after_a_refusal(scripts: Scripts) -> None:
    table = Table(said(lying(), "L7 LK LO"), seat=3)
    refusal = {"kind": "refusal", "text": "Too fast: wait a moment."}
    events = [table.shown(), tap("L6"), *table.talk(1), refusal, tap("LU", elapsed=6000)]
    *_, screen = screens_after(scripts, *events)
    assert screen["lies"] == ["L7", "LK", "LO", "LU"]


def test_trick_completed_by_the_own_card_rests_at_once(scripts: Scripts) -> None:
    table = Table(said(lying(), "L7 LK LO"), seat=3)
    events = [table.shown(), tap("L6"), table.acted("L6"), table.acted("AS"), RESTED, SWEPT]
    *_, tapped, confirmed, next_card, _, swept = screens_after(scripts, *events)
    for screen in (tapped, confirmed, next_card):
        assert screen["rests"]
        assert screen["lies"] == FIRST.split()
    assert not effects(confirmed, "rest")
    assert swept["lies"] == ["AS"]


def test_own_card_stays_on_the_table_while_somebody_talks(scripts: Scripts) -> None:
    table = Table(lying())
    events = [table.shown(), tap("L7"), *table.talk(1), table.acted("L7")]
    *_, talked, confirmed = screens_after(scripts, *events)
    assert "L7" not in talked["hand"]
    assert talked["lies"] == confirmed["lies"] == ["L7"]
    assert texts(talked) == ["Lois: Griaß enk! (hello everybody)"]
    assert confirmed["effects"] == []


def test_own_trick_rests_once_even_if_somebody_talks_meanwhile(scripts: Scripts) -> None:
    table = Table(said(lying(), "L7 LK LO"), seat=3)
    events = [table.shown(), tap("L6"), *table.talk(1), table.acted("L6"), RESTED, SWEPT]
    *_, waiting, _, swept = screens_after(scripts, *events)
    assert waiting["lies"] == FIRST.split()
    assert not swept["rests"]
    assert swept["lies"] == []
    assert texts(swept) == ["Lois: Griaß enk! (hello everybody)"]


def test_second_tap_while_a_card_is_sent_plays_nothing(scripts: Scripts) -> None:
    """The hand closes up behind a played card, so its neighbour may come under the finger."""
    table = Table(lying())
    events = [table.shown(), tap("L7", elapsed=1000)]
    soon, later = tap("HS", elapsed=1500), tap("HS", elapsed=1700)
    *_, quick, slow = screens_after(scripts, *events, soon, later)
    for screen in (quick, slow):
        assert texts(screen) == ["Your card is on its way."]
        assert not effects(screen, "send")
    assert slow["lies"] == ["L7"]


def test_illegal_card_is_refused_with_the_rule(scripts: Scripts) -> None:
    table = Table(said(lying(), "L7"), seat=1)
    _, screen = screens_after(scripts, table.shown(), tap("AS"))
    assert texts(screen)[0].startswith("Farbzwang: leaves are led")
    assert screen["lies"] == ["L7"]


def test_card_is_tapped_twice_if_the_settings_say_so(scripts: Scripts) -> None:
    table = Table(lying())
    taps = [tap(card, confirm=True) for card in ("HS", "L7", "L7")]
    _, first, second, third = screens_after(scripts, table.shown(), *taps)
    assert [first["chosen"], second["chosen"], third["chosen"]] == [["HS"], ["L7"], []]
    assert not effects(second, "send")
    assert third["lies"] == ["L7"]


def test_dragged_card_is_played_at_once(scripts: Scripts) -> None:
    dragged = tap("L7", confirm=True) | {"dragged": True}
    _, screen = screens_after(scripts, Table(lying()).shown(), dragged)
    assert screen["lies"] == ["L7"]


def test_only_one_action_is_sent_at_a_time(scripts: Scripts) -> None:
    *_, screen = screens_after(scripts, Table(open_deal()).shown(), say("dobbm"), say("solo"))
    assert screen["effects"] == []


def test_next_deal_begins_without_a_chosen_card(scripts: Scripts) -> None:
    table = Table(lying())
    events = [table.shown(), tap("HS", confirm=True), table.shown("dealt")]
    *_, chosen, dealt = screens_after(scripts, *events)
    assert chosen["chosen"] == ["HS"]
    assert dealt["chosen"] == []


def test_tap_behind_a_resting_trick_sweeps_it_instead(scripts: Scripts) -> None:
    """Nobody reacts to a card that is not visible yet."""
    table = Table(lying(), seat=2)
    events = [table.shown(), *table.played(FIRST), table.acted("AS")]
    *_, screen = screens_after(scripts, *events, tap("AT"))
    assert effects(screen, "sweep")
    assert not effects(screen, "send")
    assert texts(screen) == [
        "The trick is taken away first: look at what the others have played, then choose."
    ]


def test_card_already_played_in_another_window_is_not_planned(scripts: Scripts) -> None:
    table = Table(lying(), seat=1)
    events = [table.shown(), *table.played(FIRST), table.acted("AS")]
    *_, screen = screens_after(scripts, *events, tap("AS"))
    assert effects(screen, "sweep")
    assert not effects(screen, "plan")


def test_winner_of_a_trick_may_lead_while_it_rests(scripts: Scripts) -> None:
    table = Table(lying(), seat=1)
    events = [table.shown(), *table.played(FIRST), tap("AS", elapsed=6000)]
    *_, screen = screens_after(scripts, *events)
    assert not screen["rests"]
    assert screen["lies"] == ["AS"]


TOO_SOON = "Too soon: choose the card again to play it."


def test_second_tap_after_the_card_that_wins_the_trick_does_not_lead(scripts: Scripts) -> None:
    """The hand has closed the gap, so it would hit the neighbour of the card just played."""
    table = Table(said(lying(), "L7"), seat=1)
    begin, others = table.shown(), table.played("LK LO L6")
    soon, later = tap("AS", elapsed=5300), tap("AS", elapsed=5301)
    *_, early, leads = screens_after(scripts, begin, tap("LK"), *others, soon, later)
    assert texts(early) == [TOO_SOON]
    assert early["rests"]
    assert leads["lies"] == ["AS"]


def test_tap_after_one_that_took_a_trick_away_plays_nothing(scripts: Scripts) -> None:
    """A double tap takes the first trick away, and shows what has been led to the second."""
    table = Table(lying(), seat=2)
    events = [table.shown(), *table.played(FIRST), table.acted("AS")]
    first, second, third = (tap("AT", elapsed=time) for time in (7000, 7300, 7301))
    *_, sweeps, _, soon, played = screens_after(scripts, *events, first, SWEPT, second, third)
    assert effects(sweeps, "sweep")
    assert texts(soon) == [TOO_SOON]
    assert not effects(soon, "send")
    assert [sent["action"] for sent in effects(played, "send")] == ["AT"]


@pytest.mark.parametrize("tapped", [True, False])
def test_only_a_tap_on_the_board_may_be_half_a_double_tap(scripts: Scripts, tapped: bool) -> None:
    """The space bar is not, and a card may follow it at once."""
    table = Table(lying(), seat=1)
    sweeps = TAP_ON_THE_BOARD | {"tapped": tapped, "context": {"elapsed": 7000}}
    events = [table.shown(), *table.played(FIRST), sweeps, SWEPT]
    *_, card = screens_after(scripts, *events, tap("AS", elapsed=7200))
    assert texts(card)[:1] == [TOO_SOON if tapped else "You play Sow of acorns."]


@pytest.mark.parametrize("how", [{"dragged": True}, {}])
def test_a_card_dragged_or_entered_right_after_the_last_one_is_played(
    scripts: Scripts, how: dict[str, bool]
) -> None:
    table = Table(lying(), seat=1)
    events = [table.shown(), *table.played(FIRST)]
    card = {"kind": "card", "card": "AS", "context": {"elapsed": 5100}} | how
    *_, screen = screens_after(scripts, *events, card)
    assert screen["lies"] == ["AS"]


# Words, discards, hints


def test_four_cards_are_chosen_for_the_exchange_and_no_fifth(scripts: Scripts) -> None:
    table = Table(said(open_deal(), "dobbm weiter weiter weiter"))
    taps = [tap(card) for card in ("AU", "A7", "B7", "B6", "B9", "A7")]
    *_, four, fifth, back = screens_after(scripts, table.shown(), *taps)
    assert four["chosen"] == fifth["chosen"] == ["AU", "A7", "B7", "B6"]
    assert texts(fifth) == ["You discard only four cards: put one back first."]
    assert back["chosen"] == ["AU", "B7", "B6"]


def test_no_card_is_played_during_the_bidding(scripts: Scripts) -> None:
    _, screen = screens_after(scripts, Table(open_deal()).shown(), tap("HS"))
    assert texts(screen) == ["You cannot play before the bidding and doubling are over."]


def test_word_is_shown_at_once(scripts: Scripts) -> None:
    table = Table(open_deal())
    _, screen = screens_after(scripts, table.shown(), say("dobbm"))
    assert effects(screen, "send") == [{"action": "dobbm", "turn": 0}]
    assert texts(screen) == ["You say: i dob (bids a Dobbm)."]
    assert sounds(screen) == ["word"]


def test_hint_of_an_earlier_turn_is_not_taken(scripts: Scripts) -> None:
    table = Table(lying())
    _, screen = screens_after(scripts, table.shown(), say("L7", turn=table.turn - 1))
    assert texts(screen) == ["The game has moved on."]
    assert screen["lies"] == []


def test_action_shows_all_waiting_snapshots_first(scripts: Scripts) -> None:
    table = Table(lying(), seat=2)
    events = [table.shown(), *table.played(FIRST), table.acted("AS")]
    *_, screen = screens_after(scripts, *events, say("AT"))
    assert not screen["rests"]
    assert screen["lies"] == ["AS", "AT"]
    assert [text for text in texts(screen) if "plays" in text] == ["Lois plays Sow of acorns."]


def test_trick_being_swept_does_not_take_the_next_one_with_it(scripts: Scripts) -> None:
    """The person completes the next trick while the last one is being swept."""
    table = Table(lying())
    *before, last = SECOND.split()
    events = [table.shown(), *table.played(FIRST), *table.played(" ".join(before))]
    *_, filled, swept = screens_after(scripts, *events, TAP_ON_THE_BOARD, say(last), SWEPT)
    assert filled["rests"]
    assert swept["rests"]
    assert swept["lies"] == SECOND.split()


def test_spectator_hears_of_a_seat_that_becomes_free(scripts: Scripts) -> None:
    table = Table(lying(), seat=None)
    before = table.shown()
    table.seats[1]["kind"] = "bot"
    *_, left = screens_after(scripts, before, table.shown("left", seat=1))
    assert texts(left)[0].endswith("A seat is free: you can take it.")


# Plans


def test_card_tapped_out_of_turn_is_planned_and_unplanned(scripts: Scripts) -> None:
    table = Table(lying(), seat=1)
    _, planned, again = screens_after(scripts, table.shown(), tap("LK"), tap("LK"))
    assert (planned["plan"], again["plan"]) == ("LK", None)
    assert effects(planned, "plan") == [{"action": "LK"}]
    assert effects(again, "plan") == [{"action": None}]
    assert texts(planned) == ["Planned: the card is played as soon as it is your turn."]


def test_tap_right_after_the_own_card_plans_nothing(scripts: Scripts) -> None:
    table = Table(lying())
    events = [table.shown(), tap("L7", elapsed=1000), table.acted("L7")]
    soon, later = tap("HS", elapsed=1600), tap("HS", elapsed=1601)
    *_, quick, slow = screens_after(scripts, *events, soon, later)
    assert quick["plan"] is None
    assert texts(quick) == ["Too soon after your last card: choose this one again to plan it."]
    assert slow["plan"] == "HS"


def test_card_is_planned_right_after_a_word(scripts: Scripts) -> None:
    """No card has been played, so no second tap can be on its way."""
    table = Table(lying(words="gut gut"), seat=3)
    *_, planned = screens_after(scripts, table.shown(), table.acted("gut"), tap("L6"))
    assert effects(planned, "plan") == [{"action": "L6"}]


def test_card_is_planned_while_a_trick_rests(scripts: Scripts) -> None:
    table = Table(lying(), seat=3)
    events = [table.shown(), *table.played(FIRST), table.acted("AS")]
    plan = tap("A8", elapsed=6000)
    *_, planned, resting, swept = screens_after(scripts, *events, plan, RESTED, SWEPT)
    assert planned["rests"]
    assert effects(planned, "plan") == [{"action": "A8"}]
    assert not effects(planned, "sweep")
    assert planned["plan"] == resting["plan"] == swept["plan"] == "A8"


def test_illegal_plan_is_announced(scripts: Scripts) -> None:
    table = Table(lying(), seat=1)
    begin = table.shown()
    table.own = {"plan": "AS"}
    _, screen = screens_after(scripts, begin, table.acted("L7"))
    assert effects(screen, "notify") == [{"text": "You may not play your planned card now."}]


def test_tap_brings_back_a_person_with_a_stand_in(scripts: Scripts) -> None:
    table = Table(lying())
    table.seats[0]["stood_in"] = "gone"
    _, screen = screens_after(scripts, table.shown(), tap("L7"))
    assert screen["effects"] == [{"kind": "back"}]
    assert screen["lies"] == []


@pytest.mark.parametrize("event", [tap("AU"), say("gut")])
@pytest.mark.parametrize("before", ["", "dobbm", "dobbm weiter weiter weiter"])
def test_a_person_with_a_stand_in_comes_back_before_the_play(
    scripts: Scripts, before: str, event: ScreenEvent
) -> None:
    table = Table(said(open_deal(), before))
    table.seats[0]["stood_in"] = "clock"
    _, screen = screens_after(scripts, table.shown(), event)
    assert screen["effects"] == [{"kind": "back"}]
    assert screen["chosen"] == []


# Announcements and notices


def test_newcomer_hears_the_turn_but_no_old_news(scripts: Scripts) -> None:
    table = Table(lying())
    (screen,) = screens_after(scripts, table.shown("said", seat=1, phrase="hello"))
    assert effects(screen, "remember")
    assert [text[:18] for text in texts(screen)] == ["Your turn to lead."]


def test_spectator_does_not_remember_the_table(scripts: Scripts) -> None:
    (screen,) = screens_after(scripts, Table(lying(), seat=None).shown())
    assert not effects(screen, "remember")


def test_turn_is_heard(scripts: Scripts) -> None:
    table = Table(lying(), seat=1)
    _, screen = screens_after(scripts, table.shown(), table.acted("L7"))
    assert sounds(screen) == ["card", "turn"]
    assert texts(screen)[0] == "Vroni plays Seven of leaves."
    assert texts(screen)[1].startswith("Your turn: you must follow suit (leaves)")


def test_turn_is_not_heard_before_the_trick_is_swept(scripts: Scripts) -> None:
    table = Table(lying(), seat=1)
    *_, screen = screens_after(scripts, table.shown(), *table.played(FIRST))
    assert screen["rests"]
    assert sounds(screen) == ["card"]


def test_leaving_person_is_announced_by_name(scripts: Scripts) -> None:
    table = Table(lying())
    begin = table.shown()
    table.seats[1] = {"kind": "bot", "name": "simple", "wishes": [], "present": False}
    _, screen = screens_after(scripts, begin, table.shown("left", seat=1))
    later = "This deal still counts for Lois; then the bot begins at 0."
    assert effects(screen, "notify") == [{"text": f"Lois leaves; a bot takes over. {later}"}]


def test_phrase_stays_over_its_seat_until_its_time_is_over(scripts: Scripts) -> None:
    table = Table(lying())
    silence = {"kind": "silence", "seat": 1, "phrase": "hello"}
    begin, hello = table.shown(), table.shown("said", seat=1, phrase="hello")
    oops = table.shown("said", seat=1, phrase="oops")
    _, first, over = screens_after(scripts, begin, hello, silence)
    assert first["said"] == {"1": "hello"}
    assert over["said"] == {}
    *_, second = screens_after(scripts, begin, hello, oops, silence)
    assert second["said"] == {"1": "oops"}


def test_lost_connection_is_announced_once(scripts: Scripts) -> None:
    lost, back = ({"kind": "connection", "connected": on} for on in (False, True))
    _, first, again, found = screens_after(scripts, Table(lying()).shown(), lost, lost, back)
    assert texts(first) == ["Connection lost; reconnecting."]
    assert again["effects"] == []
    assert texts(found) == ["Reconnected."]


def test_a_person_missing_in_a_beat_has_lost_the_connection(scripts: Scripts) -> None:
    def beat(*connected: Seat) -> ScreenEvent:
        return {
            "kind": "beat",
            "beat": {"now": NOW, "connected": connected, "spectators": 1, "watching": []},
        }

    table = Table(lying()).shown()
    beats = [beat(0, 1, 2, 3), beat(0, 2, 3), beat(0, 2, 3), beat(0, 1, 2, 3)]
    *_, lost, still, found = (texts(screen) for screen in screens_after(scripts, table, *beats))
    assert (lost, still) == (["Lois: connection lost."], [])
    assert found == ["Lois is connected again."]


def test_by_post_nobody_need_be_connected(scripts: Scripts) -> None:
    table = Table(lying())
    table.options = {"free": 86_400.0}
    beat = {
        "kind": "beat",
        "beat": {"now": NOW, "connected": [0], "spectators": 0, "watching": []},
    }
    *_, screen = screens_after(scripts, table.shown(), beat)
    assert texts(screen) == []


def test_who_has_just_stood_up_has_not_lost_the_connection(scripts: Scripts) -> None:
    """The trick still rests when the next beat comes, so that the person still is on screen."""
    table = Table(lying())
    events = [table.shown(), *table.played(FIRST)]
    table.seats[1] = {"kind": "bot", "name": "simple", "wishes": [], "present": False}
    left = table.shown("left", seat=1, name="Lois")
    beat = {
        "kind": "beat",
        "beat": {"now": NOW, "connected": [0, 2, 3], "spectators": 0, "watching": []},
    }
    *_, screen = screens_after(scripts, *events, left, beat)
    assert screen["rests"]
    assert texts(screen) == []


def test_a_beat_that_leaves_out_the_person_says_nothing_about_the_own_connection(
    scripts: Scripts,
) -> None:
    """It has arrived, so the connection is there; a seat that was given up is not yet forgotten."""
    beat = {
        "kind": "beat",
        "beat": {"now": NOW, "connected": [1, 2, 3], "spectators": 1, "watching": []},
    }
    _, heard = screens_after(scripts, Table(lying()).shown(), beat)
    assert texts(heard) == []


def timed(deal: Deal) -> Table:
    """Return a table with a clock; the table has waited for some lost connections already."""
    table = Table(deal)
    table.clock = {"since": NOW, "free": 15.0, "bank": 120.0, "deal_at": None}
    for seat in table.seats:
        seat["grace"] = 21.6
    return table


def test_the_clock_waits_for_the_person_to_act_whose_connection_is_lost(scripts: Scripts) -> None:
    table = timed(lying().apply("L7"))
    missing = {
        "kind": "beat",
        "beat": {"now": NOW, "connected": [0, 2, 3], "spectators": 0, "watching": []},
    }
    here, lost = screens_after(scripts, table.shown(), missing)
    assert (here["waits"], lost["waits"]) == (0, 22)
    assert texts(lost) == ["Lois: connection lost. The clock waits for up to 22 seconds."]
    table.seats[1]["stood_in"] = "gone"
    _, lost = screens_after(scripts, table.shown(), missing)
    assert lost["waits"] == 0
    assert texts(lost) == ["Lois: connection lost."]


def test_the_clock_waits_while_the_own_connection_is_lost(scripts: Scripts) -> None:
    lost = {"kind": "connection", "connected": False}
    for deal, waits in ((lying(), 22), (lying().apply("L7"), 0)):
        screens = screens_after(scripts, timed(deal).shown(), lost)
        assert [screen["waits"] for screen in screens] == [0, waits]
        grace = " The clock waits for up to 22 seconds." if waits else ""
        assert texts(screens[1]) == [f"Connection lost; reconnecting.{grace}"]


def test_who_comes_while_a_bot_stands_in_hears_that_and_has_no_turn(scripts: Scripts) -> None:
    for why, text in (("gone", "You were away"), ("clock", "Your time ran out")):
        table = Table(lying())
        table.seats[0]["stood_in"] = why
        (screen,) = screens_after(scripts, table.shown())
        assert texts(screen) == [f"{text}: a bot is playing for you."]


def test_shuffle_of_a_finished_deal_is_checked_once(scripts: Scripts) -> None:
    table = Table(finished(72))
    checked = {"kind": "checked", "deal": 1, "proof": {"state": "holds"}}
    first, found, later = screens_after(
        scripts, table.shown(), checked, table.shown("wished", seat=0)
    )
    assert effects(first, "check")
    assert first["proof"]["state"] == "checking"
    assert found["proof"]["state"] == later["proof"]["state"] == "holds"
    assert not effects(later, "check")


def test_the_person_hears_once_that_the_next_deal_is_near(scripts: Scripts) -> None:
    clock = {"since": NOW, "free": 15.0, "bank": 120.0, "deal_at": NOW + 30.0}
    table = Table(finished(72))
    first = {"kind": "snapshot", "table": table.shown()["table"] | {"clock": clock}}
    ticks = [{"kind": "tick", "context": {"now": NOW + passed}} for passed in (9, 10, 11)]
    _, early, due, late = screens_after(scripts, first, *ticks)
    warning = "The next deal begins in 20 seconds. You can ask for more time."
    assert [texts(early), texts(due), texts(late)] == [[], [warning], []]


# An older database


def test_a_table_restored_from_an_older_database_replaces_what_was_shown(scripts: Scripts) -> None:
    table = Table(lying(), seat=0)
    older = Table(lying(), seat=0)
    before = [table.shown(), say("L7"), *table.played(FIRST), table.acted("AS")]
    *_, shown, again = screens_after(scripts, *before, older.shown(), older.acted("L7"))
    assert (shown["number"], shown["lies"], shown["rests"]) == (41, [], False)
    assert shown["pending"] is None
    assert (again["number"], again["lies"]) == (42, ["L7"])
    sentence = "The host has restored an earlier state of this table: go on from here."
    assert effects(shown, "notify") == [{"text": sentence}]


def test_another_history_of_a_table_replaces_what_was_shown(scripts: Scripts) -> None:
    table, other = Table(lying(), seat=0), Table(lying(), seat=0)
    *_, screen = screens_after(scripts, table.acted("L7"), other.shown())
    assert (screen["number"], screen["lies"]) == (41, [])
    assert len(effects(screen, "notify")) == 1


# A lost seat


def test_a_person_who_was_removed_keeps_reading_why(scripts: Scripts) -> None:
    table = Table(lying(), seat=0)
    seated = table.shown()
    table.seat = None
    *_, removed, later = screens_after(scripts, seated, table.shown("left", seat=0), *table.talk(1))
    why = "A bot has your seat now. Between two deals, you can sit down again."
    assert removed["lostSeat"] == later["lostSeat"] == why
    assert effects(removed, "forget") == []
    assert texts(removed) == [why]


def test_a_seat_that_moves_to_another_device_is_forgotten_here(scripts: Scripts) -> None:
    table = Table(lying(), seat=0)
    seated = table.shown()
    table.seat = None
    table.number -= 1
    *_, moved = screens_after(scripts, seated, table.shown())
    assert texts(moved) == ["Your seat has moved to another device."]
    assert effects(moved, "forget") == [{}]


def test_a_new_seat_takes_the_place_of_a_lost_one(scripts: Scripts) -> None:
    table = Table(lying(), seat=0)
    seated = table.shown()
    table.seat = None
    left = table.shown("left", seat=0)
    table.seat = 2
    *_, again = screens_after(scripts, seated, left, table.shown("sat", seat=2))
    assert again["lostSeat"] == ""


def test_a_seat_that_somebody_else_leaves_is_not_the_persons(scripts: Scripts) -> None:
    table = Table(lying(), seat=0)
    *_, screen = screens_after(scripts, table.shown(), table.shown("left", seat=1))
    assert screen["lostSeat"] == ""
    assert effects(screen, "forget") == []


def wrote(table: Table, text: str | None, seat: Seat = 1) -> ScreenEvent:
    return table.shown("wrote", seat=seat, text=text)


def text(number: int, words: str) -> dict[str, Any]:
    return {"number": number, "seat": 1, "name": "Lois", "text": words}


def announced(screen: Screen) -> list[tuple[str, str]]:
    kinds = ("announce", "notify")
    return [(one["kind"], one["text"]) for one in screen["effects"] if one["kind"] in kinds]


def test_a_text_is_shown_in_a_notice_and_counted_until_it_is_read(scripts: Scripts) -> None:
    table = Table(lying())
    one, other, own, muted, read = screens_after(
        scripts,
        table.shown(),
        wrote(table, "Griaß di!"),
        wrote(table, "Selber!", seat=0),
        wrote(table, None),
        {"kind": "reading", "on": True},
    )[-5:]
    assert one["unread"] == 0
    assert (announced(other), other["unread"]) == ([("notify", "Lois: Griaß di!")], 1)
    assert (announced(own), own["unread"]) == ([], 1)
    assert (announced(muted), muted["unread"]) == ([], 1)
    assert read["unread"] == 0


def test_a_text_is_not_announced_twice_while_it_is_read(scripts: Scripts) -> None:
    table = Table(lying())
    *_, read = screens_after(
        scripts, table.shown(), {"kind": "reading", "on": True}, wrote(table, "Griaß di!")
    )
    assert (announced(read), read["unread"]) == ([], 0)


def test_a_text_from_before_the_person_arrived_is_not_news(scripts: Scripts) -> None:
    table = Table(lying())
    *_, arrived = screens_after(scripts, wrote(table, "Griaß di!"))
    assert arrived["unread"] == 0
    assert "Griaß di!" not in str(announced(arrived))


def test_earlier_texts_come_before_later_ones_and_each_text_once(scripts: Scripts) -> None:
    table = Table(lying())
    begin, news = table.shown(), wrote(table, "Drei")
    earlier = {"kind": "texts", "texts": [text(2, "Oans"), text(9, "Zwoa"), text(42, "Drei")]}
    _, before, after = screens_after(scripts, begin, news, earlier)
    assert before["texts"] is None
    assert [one["text"] for one in after["texts"]] == ["Oans", "Zwoa", "Drei"]


def test_later_texts_are_shown_although_the_earlier_ones_were_refused(scripts: Scripts) -> None:
    table = Table(lying())
    refused: ScreenEvent = {"kind": "texts", "texts": None}
    *_, shown = screens_after(scripts, table.shown(), wrote(table, "Drei"), refused)
    assert [one["text"] for one in shown["texts"]] == ["Drei"]


# Coming back after a loss of the connection, questions, and the turn


def next_deal(table: Table) -> ScreenEvent:
    """Deal the cards of the next deal."""
    table.deal = open_deal()
    shown = table.shown("dealt")
    shown["table"]["deal"] = 2
    return shown


def test_much_that_was_missed_is_one_list_without_old_notices(scripts: Scripts) -> None:
    table = Table(finished(72))
    events = [table.shown(), CUT_OFF, BACK]
    events += [table.shown("delayed", seat=1), table.shown("delayed", seat=1)]
    events += [table.shown("wished", seat=2, wish="next"), table.shown("sat", seat=3)]
    *_, held, back = screens_after(scripts, *events, next_deal(table), BEAT)
    assert held["effects"] == []
    assert effects(back, "notify") == []
    missed, turn = (effect["text"] for effect in effects(back, "announce"))
    news = "Sepp sits down. Deal 2 has begun. It is your turn."
    assert missed == f"Meanwhile: {news}"
    assert turn.startswith("Your turn to bid.")
    assert back["number"] == table.number
    assert back["meanwhile"][0] == "Sepp sits down."


def test_little_that_was_missed_is_shown_as_it_happened(scripts: Scripts) -> None:
    table = Table(lying(), seat=2)
    events = [table.shown(), CUT_OFF, BACK, table.acted("L7"), BEAT]
    *_, back = screens_after(scripts, *events)
    assert texts(back) == ["Vroni plays Seven of leaves."]
    assert back["meanwhile"] == []


def test_what_a_bot_played_for_the_person_who_was_cut_off_is_listed(scripts: Scripts) -> None:
    table = Table(lying())
    events = [table.shown(), tap("L7"), CUT_OFF, BACK]
    events.append(table.acted("HS"))
    events[-1]["table"]["change"]["by_bot"] = True
    events[-1]["table"]["stand_ins"] = [len(lying().steps)]
    *_, withdrawn, back = screens_after(scripts, *events, BEAT)
    assert texts(withdrawn)[0] == "Your move came too late: a bot has acted for you."
    assert back["meanwhile"][0] == "A bot played for you: Sow of hearts."


def test_a_card_that_arrives_late_is_no_news(scripts: Scripts) -> None:
    table = Table(lying())
    events = [table.shown(), CUT_OFF, tap("L7"), BACK, table.acted("L7"), table.acted("LK"), BEAT]
    *_, back = screens_after(scripts, *events)
    assert back["meanwhile"] == []
    assert back["lies"] == ["L7", "LK"]


def test_the_same_move_by_a_bot_is_not_the_persons(scripts: Scripts) -> None:
    table = Table(lying())
    events = [table.shown(), CUT_OFF, tap("L7"), BACK, table.acted("L7")]
    events[-1]["table"]["change"]["by_bot"] = True
    *_, arrived = screens_after(scripts, *events)
    assert texts(arrived) == ["A bot has made the same move for you."]


def test_the_next_deal_is_not_announced_to_a_person_who_is_cut_off(scripts: Scripts) -> None:
    table = Table(finished(72))
    table.clock = {"since": NOW, "free": 15.0, "bank": 120.0, "deal_at": NOW + 15.0}
    tick: ScreenEvent = {"kind": "tick"}
    *_, cut_off = screens_after(scripts, table.shown(), CUT_OFF, tick)
    assert texts(cut_off) == []


def test_a_stream_that_the_server_ends_is_no_lost_connection(scripts: Scripts) -> None:
    ended = {**CUT_OFF, "ended": True}
    begin = Table(lying()).shown()
    *_, silent, again = screens_after(scripts, begin, ended, BACK)
    assert texts(silent) == texts(again) == []
    *_, silent, lost, back = screens_after(scripts, begin, ended, CUT_OFF, BACK)
    assert texts(silent) == []
    assert texts(lost) == ["Connection lost; reconnecting."]
    assert texts(back) == ["Reconnected."]


def question(seat: Seat, *agreed: Seat) -> dict[str, Any]:
    return {"what": "claim", "seat": seat, "since": NOW, "agreed": list(agreed)}


@pytest.mark.parametrize(
    ("asked", "seat", "sentence"),
    [
        (question(1), None, "Not everybody has answered in time."),
        (question(1, 0, 2, 3), None, "No legal play fulfils the claim."),
        (question(1), 2, "The table did not agree."),
        (question(1), 1, "Lois withdraws the question."),
        (question(0), 0, "You have withdrawn your question."),
    ],
)
def test_a_refused_question_says_why(
    scripts: Scripts, asked: dict[str, Any], seat: Seat | None, sentence: str
) -> None:
    table = Table(lying(), seat=0)
    table.question = asked
    begin = table.shown()
    table.question = None
    *_, refused = screens_after(scripts, begin, table.shown("refused", seat=seat))
    assert effects(refused, "notify") == [{"text": sentence}]


@pytest.mark.parametrize(
    ("asker", "lapsed"),
    [(1, "The question of Lois no longer counts."), (0, "Your question no longer counts.")],
)
def test_a_question_that_lapses_with_a_change_is_mentioned(
    scripts: Scripts, asker: Seat, lapsed: str
) -> None:
    table = Table(lying(), seat=0)
    table.question = question(asker)
    begin = table.shown()
    table.question = None
    table.seats[1]["stood_in"] = "gone"
    *_, gone = screens_after(scripts, begin, table.shown("stood_in", seat=1))
    assert effects(gone, "notify") == [{"text": f"A bot stands in for Lois. {lapsed}"}]


@pytest.mark.parametrize("change", ["came_back", "sat", "wished"])
def test_the_turn_is_not_announced_again_when_somebody_else_comes(
    scripts: Scripts, change: str
) -> None:
    table = Table(open_deal())
    fields = {"wish": "ready"} if change == "wished" else {}
    *_, screen = screens_after(scripts, table.shown(), table.shown(change, seat=1, **fields))
    assert [text for text in texts(screen) if "Your turn" in text] == []


def test_the_turn_is_announced_when_the_person_returns(scripts: Scripts) -> None:
    table = Table(open_deal())
    table.seats[0]["stood_in"] = "gone"
    begin = table.shown()
    table.seats[0]["stood_in"] = None
    *_, back = screens_after(scripts, begin, table.shown("came_back", seat=0))
    assert texts(back)[0] == "You are back."
    assert texts(back)[1].startswith("Your turn to bid.")
