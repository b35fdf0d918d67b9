"""What the screen of a table shows, and when: the page's ``table/screen-state.js`` run by Node.

In ``lying`` seat 0 declares, everybody has said gut, and seat 0 leads: L7 LK LO L6, which seat 1
takes; AS AT A8 A6, which seat 1 takes, too.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import pytest

from dobbm import Deal, View
from dobbm.game.actions import Seat
from drawing import finished, lying, open_deal, said
from server.scripts import Scripts, needs_node

pytestmark = needs_node

Happening: TypeAlias = dict[str, Any]
Seen: TypeAlias = dict[str, Any]

FIRST, SECOND = "L7 LK LO L6", "AS AT A8 A6"
NAMES = ("Vroni", "Lois", "Moidl", "Sepp")
NOW = 1000.0
"""Unix seconds at the table; the device's clock is ten seconds behind."""

PROGRAM = """
import { trickOnTable } from "./game/tricks.js";
import { initialState, screenOf, update } from "./table/screen-state.js";
let state = initialState();
const usual = { now: 990, elapsed: 5000, hidden: false, confirm: false };
const trickOf = { collect: () => state.restingTrick, swept: () => state.sweeping };
respond(asked.map(({ timed, context, ...event }) => {
  const happened = timed ? { ...event, trick: trickOf[event.kind]() } : event;
  const updated = update(Object.freeze(state), happened, { ...usual, ...context });
  state = updated.state;
  const { view, restingTrick, chosen, talk, proof, table, now } = screenOf(state, 990);
  const lies = (restingTrick ?? trickOnTable(view))?.cards ?? [];
  return {
    hand: view.hand, lies, rests: restingTrick !== null, number: table.number,
    pending: state.pending, chosen, plan: table.own?.plan ?? null,
    said: Object.fromEntries(talk), proof, now,
    effects: updated.effects.filter(({ kind }) => kind !== "contribute"),
  };
}));
"""

RESTED: Happening = {"kind": "collect", "timed": True}
"""The trick has rested for its time."""
SWEPT: Happening = {"kind": "swept", "timed": True}
TAP_ON_THE_BOARD: Happening = {"kind": "collect"}


class Table:
    """A table as the person on a seat is shown it."""

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

    def shown(self, kind: str = "agreed", **fields: Any) -> Happening:
        """A snapshot, after a change of this kind."""
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
            "change": {"kind": kind, "at": NOW, **fields},
            "own": dict(self.own),
        }
        return {"kind": "snapshot", "table": table}

    def acted(self, action: str) -> Happening:
        """A snapshot, after the seat to act has acted."""
        actor = self.deal.to_act
        self.deal = self.deal.apply(action)
        self.turn += 1
        return self.shown("acted", seat=actor, action=action)

    def played(self, cards: str) -> list[Happening]:
        """Snapshots, one after each card."""
        return [self.acted(card) for card in cards.split()]

    def talk(self, times: int) -> list[Happening]:
        """Snapshots of as many changes that show nothing new on the table."""
        return [self.shown("said", seat=1, phrase="hello") for _ in range(times)]


def tap(card: str, **context: Any) -> Happening:
    """The person taps a card; ``context`` says what else is so at that moment."""
    return {"kind": "card", "card": card, "context": context}


def say(action: str, **fields: Any) -> Happening:
    """The person says a word, lays four cards away, or takes a hint."""
    return {"kind": "action", "action": action, **fields}


def watched(scripts: Scripts, *happenings: Happening) -> list[Seen]:
    """What the screen shows after each of them."""
    seen: list[Seen] = scripts.run(PROGRAM, happenings)
    return seen


def effects(seen: Seen, kind: str) -> list[dict[str, Any]]:
    """The effects of one kind, without their kind."""
    return [
        {key: value for key, value in effect.items() if key != "kind"}
        for effect in seen["effects"]
        if effect["kind"] == kind
    ]


def told(seen: Seen) -> list[str]:
    """What is announced or notified."""
    return [effect["text"] for effect in seen["effects"] if "text" in effect]


def sounds(seen: Seen) -> list[str]:
    return [effect["sound"] for effect in effects(seen, "sound")]


# Tricks rest


def test_full_trick_rests_before_the_next_card_is_shown(scripts: Scripts) -> None:
    table = Table(lying(), seat=2)
    happenings = [table.shown(), *table.played(FIRST), table.acted("AS"), RESTED, SWEPT]
    *_, full, waiting, sweeping, swept = watched(scripts, *happenings)
    assert full["rests"]
    assert effects(full, "rest")[0]["trick"]["winner"] == 1
    for seen in (full, waiting, sweeping):
        assert seen["lies"] == FIRST.split()
    assert waiting["number"] == full["number"]
    assert effects(sweeping, "sweep")[0]["trick"]["winner"] == 1
    assert swept["lies"] == ["AS"]
    assert swept["number"] == waiting["number"] + 1


def test_tap_on_the_board_sweeps_a_resting_trick_once(scripts: Scripts) -> None:
    table = Table(lying(), seat=2)
    happenings = [table.shown(), *table.played(FIRST), TAP_ON_THE_BOARD, TAP_ON_THE_BOARD, SWEPT]
    *_, first, again, swept = watched(scripts, *happenings)
    assert effects(first, "sweep")
    assert not again["effects"]
    assert not swept["rests"]
    assert swept["lies"] == []


def test_time_of_a_trick_that_is_gone_does_not_sweep_the_next(scripts: Scripts) -> None:
    table = Table(lying(), seat=2)
    first, second = table.played(FIRST), table.played(SECOND)
    late = {"kind": "collect", "trick": {"winner": 1}}
    *_, seen = watched(scripts, table.shown(), *first, TAP_ON_THE_BOARD, SWEPT, *second, late)
    assert seen["rests"]
    assert not seen["effects"]


def test_no_trick_rests_on_a_page_that_nobody_sees(scripts: Scripts) -> None:
    table = Table(lying(), seat=2)
    *first, last = table.played(FIRST)
    *_, seen = watched(scripts, table.shown(), *first, last | {"context": {"hidden": True}})
    assert not seen["rests"]
    assert seen["lies"] == []


@pytest.mark.parametrize(("behind", "rests"), [(11, True), (12, False)])
def test_trick_rests_only_with_fewer_than_12_changes_behind_it(
    scripts: Scripts, behind: int, rests: bool
) -> None:
    table = Table(lying(), seat=2)
    first, second = table.played(FIRST), table.played(SECOND)
    happenings = [table.shown(), *first, *second, *table.talk(behind), RESTED, SWEPT]
    *_, seen = watched(scripts, *happenings)
    assert seen["rests"] == rests
    assert seen["lies"] == (SECOND.split() if rests else [])


def test_last_trick_rests_before_the_result_is_shown(scripts: Scripts) -> None:
    *before, last = finished(72).actions
    table = Table(lying().apply_all(before[len(lying().actions) :]), seat=2)
    seen, rests = watched(scripts, table.shown(), table.acted(last))
    assert len(seen["lies"]) == 3
    assert rests["rests"]
    assert len(rests["lies"]) == 4


# The person's own card


def test_own_card_is_shown_at_once_and_not_twice(scripts: Scripts) -> None:
    table = Table(lying())
    begin = table.shown()
    turn = table.turn
    first, tapped, confirmed = watched(scripts, begin, tap("L7"), table.acted("L7"))
    assert "L7" in first["hand"]
    assert tapped["lies"] == confirmed["lies"] == ["L7"]
    assert "L7" not in tapped["hand"]
    assert tapped["pending"] == {"action": "L7", "turn": turn}
    assert confirmed["pending"] is None
    assert effects(tapped, "send") == [{"action": "L7", "turn": turn}]
    assert told(tapped) == ["You play Seven of leaves."]
    assert sounds(tapped) == ["card"]
    assert confirmed["effects"] == []


def test_refused_card_is_taken_back(scripts: Scripts) -> None:
    table = Table(lying())
    refusal = {"kind": "refusal", "text": "Too fast: wait a moment."}
    first, _, refused = watched(scripts, table.shown(), tap("L7"), refusal)
    assert refused["hand"] == first["hand"]
    assert refused["lies"] == []
    assert refused["pending"] is None
    assert effects(refused, "notify") == [{"text": "Too fast: wait a moment."}]


def test_refused_card_comes_back_while_somebody_talks(scripts: Scripts) -> None:
    table = Table(said(lying(), "L7 LK LO"), seat=3)
    begin, card, talk = table.shown(), tap("L6"), table.talk(2)
    refusal = {"kind": "refusal", "text": "Too fast: wait a moment."}
    *_, refused, later = watched(scripts, begin, card, talk[0], refusal, talk[1])
    for seen in (refused, later):
        assert seen["lies"] == ["L7", "LK", "LO"]
        assert "L6" in seen["hand"]


def test_another_card_may_be_played_after_a_refusal(scripts: Scripts) -> None:
    table = Table(said(lying(), "L7 LK LO"), seat=3)
    refusal = {"kind": "refusal", "text": "Too fast: wait a moment."}
    happenings = [table.shown(), tap("L6"), *table.talk(1), refusal, tap("LU", elapsed=6000)]
    *_, seen = watched(scripts, *happenings)
    assert seen["lies"] == ["L7", "LK", "LO", "LU"]


def test_own_card_that_fills_a_trick_lets_it_rest_at_once(scripts: Scripts) -> None:
    table = Table(said(lying(), "L7 LK LO"), seat=3)
    happenings = [table.shown(), tap("L6"), table.acted("L6"), table.acted("AS"), RESTED, SWEPT]
    *_, tapped, confirmed, next_card, _, swept = watched(scripts, *happenings)
    for seen in (tapped, confirmed, next_card):
        assert seen["rests"]
        assert seen["lies"] == FIRST.split()
    assert not effects(confirmed, "rest")
    assert swept["lies"] == ["AS"]


def test_own_card_stays_on_the_table_while_somebody_talks(scripts: Scripts) -> None:
    table = Table(lying())
    happenings = [table.shown(), tap("L7"), *table.talk(1), table.acted("L7")]
    *_, talked, confirmed = watched(scripts, *happenings)
    assert "L7" not in talked["hand"]
    assert talked["lies"] == confirmed["lies"] == ["L7"]
    assert told(talked) == ["Lois: Griaß enk! (hello everybody)"]
    assert confirmed["effects"] == []


def test_own_trick_rests_once_even_if_somebody_talks_meanwhile(scripts: Scripts) -> None:
    table = Table(said(lying(), "L7 LK LO"), seat=3)
    happenings = [table.shown(), tap("L6"), *table.talk(1), table.acted("L6"), RESTED, SWEPT]
    *_, waiting, _, swept = watched(scripts, *happenings)
    assert waiting["lies"] == FIRST.split()
    assert not swept["rests"]
    assert swept["lies"] == []
    assert told(swept) == ["Lois: Griaß enk! (hello everybody)"]


def test_second_tap_on_the_way_plays_nothing(scripts: Scripts) -> None:
    """The hand closes up behind a card, and its neighbour may come under the finger."""
    table = Table(lying())
    happenings = [table.shown(), tap("L7", elapsed=1000)]
    soon, later = tap("HS", elapsed=1500), tap("HS", elapsed=1700)
    *_, quick, slow = watched(scripts, *happenings, soon, later)
    assert quick["effects"] == []
    assert told(slow) == ["Your card is on its way."]
    assert slow["lies"] == ["L7"]


def test_card_that_may_not_be_played_is_refused_with_the_rule(scripts: Scripts) -> None:
    table = Table(said(lying(), "L7"), seat=1)
    _, seen = watched(scripts, table.shown(), tap("AS"))
    assert told(seen)[0].startswith("Farbzwang: leaves are led")
    assert seen["lies"] == ["L7"]


def test_card_is_tapped_twice_where_the_settings_say_so(scripts: Scripts) -> None:
    table = Table(lying())
    taps = [tap(card, confirm=True) for card in ("HS", "L7", "L7")]
    _, first, second, third = watched(scripts, table.shown(), *taps)
    assert [first["chosen"], second["chosen"], third["chosen"]] == [["HS"], ["L7"], []]
    assert not effects(second, "send")
    assert third["lies"] == ["L7"]


def test_card_that_is_dragged_is_played_at_once(scripts: Scripts) -> None:
    dragged = tap("L7", confirm=True) | {"dragged": True}
    _, seen = watched(scripts, Table(lying()).shown(), dragged)
    assert seen["lies"] == ["L7"]


def test_only_one_action_is_sent_at_a_time(scripts: Scripts) -> None:
    *_, seen = watched(scripts, Table(open_deal()).shown(), say("dobbm"), say("solo"))
    assert seen["effects"] == []


def test_chosen_card_is_none_any_more_in_the_next_deal(scripts: Scripts) -> None:
    table = Table(lying())
    happenings = [table.shown(), tap("HS", confirm=True), table.shown("dealt")]
    *_, chosen, dealt = watched(scripts, *happenings)
    assert chosen["chosen"] == ["HS"]
    assert dealt["chosen"] == []


def test_tap_behind_a_resting_trick_sweeps_it_instead(scripts: Scripts) -> None:
    """Nobody answers to a card that is not shown yet."""
    table = Table(lying(), seat=2)
    happenings = [table.shown(), *table.played(FIRST), table.acted("AS")]
    *_, seen = watched(scripts, *happenings, tap("AT"))
    assert effects(seen, "sweep")
    assert not effects(seen, "send")


def test_whoever_takes_the_trick_may_lead_while_it_rests(scripts: Scripts) -> None:
    table = Table(lying(), seat=1)
    *_, seen = watched(scripts, table.shown(), *table.played(FIRST), tap("AS"))
    assert not seen["rests"]
    assert seen["lies"] == ["AS"]


# Words, discards, hints


def test_four_cards_are_chosen_for_the_exchange_and_no_fifth(scripts: Scripts) -> None:
    table = Table(said(open_deal(), "dobbm weiter weiter weiter"))
    taps = [tap(card) for card in ("AU", "A7", "B7", "B6", "B9", "A7")]
    *_, four, fifth, back = watched(scripts, table.shown(), *taps)
    assert four["chosen"] == fifth["chosen"] == ["AU", "A7", "B7", "B6"]
    assert told(fifth) == ["You discard only four cards: put one back first."]
    assert back["chosen"] == ["AU", "B7", "B6"]


def test_no_card_is_played_during_the_bidding(scripts: Scripts) -> None:
    _, seen = watched(scripts, Table(open_deal()).shown(), tap("HS"))
    assert told(seen) == ["You cannot play before the bidding and doubling are over."]


def test_word_is_shown_at_once(scripts: Scripts) -> None:
    table = Table(open_deal())
    _, seen = watched(scripts, table.shown(), say("dobbm"))
    assert effects(seen, "send") == [{"action": "dobbm", "turn": 0}]
    assert told(seen) == ["You say: i dob (bids a Dobbm)."]
    assert sounds(seen) == ["word"]


def test_hint_of_an_earlier_turn_is_not_taken(scripts: Scripts) -> None:
    table = Table(lying())
    _, seen = watched(scripts, table.shown(), say("L7", turn=table.turn - 1))
    assert told(seen) == ["The game has moved on."]
    assert seen["lies"] == []


def test_action_shows_what_still_waits_and_acts_on_it(scripts: Scripts) -> None:
    table = Table(lying(), seat=2)
    happenings = [table.shown(), *table.played(FIRST), table.acted("AS")]
    *_, seen = watched(scripts, *happenings, say("AT"))
    assert not seen["rests"]
    assert seen["lies"] == ["AS", "AT"]
    assert [text for text in told(seen) if "plays" in text] == ["Lois plays Sow of acorns."]


def test_trick_on_its_way_does_not_take_the_next_one_with_it(scripts: Scripts) -> None:
    """The person fills the next trick while the last one is being swept."""
    table = Table(lying())
    *before, last = SECOND.split()
    happenings = [table.shown(), *table.played(FIRST), *table.played(" ".join(before))]
    *_, filled, swept = watched(scripts, *happenings, TAP_ON_THE_BOARD, say(last), SWEPT)
    assert filled["rests"]
    assert swept["rests"]
    assert swept["lies"] == SECOND.split()


# Plans


def test_card_of_another_turn_is_planned_and_taken_back(scripts: Scripts) -> None:
    table = Table(lying(), seat=1)
    _, planned, again = watched(scripts, table.shown(), tap("LK"), tap("LK"))
    assert (planned["plan"], again["plan"]) == ("LK", None)
    assert effects(planned, "plan") == [{"action": "LK"}]
    assert effects(again, "plan") == [{"action": None}]
    assert told(planned) == ["Planned: the card is played as soon as it is your turn."]


def test_tap_right_after_the_own_card_plans_nothing(scripts: Scripts) -> None:
    table = Table(lying())
    happenings = [table.shown(), tap("L7", elapsed=1000), table.acted("L7")]
    soon, later = tap("HS", elapsed=1600), tap("HS", elapsed=1601)
    *_, quick, slow = watched(scripts, *happenings, soon, later)
    assert quick["plan"] is None
    assert slow["plan"] == "HS"


def test_plan_that_may_not_be_played_is_told(scripts: Scripts) -> None:
    table = Table(lying(), seat=1)
    begin = table.shown()
    table.own = {"plan": "AS"}
    _, seen = watched(scripts, begin, table.acted("L7"))
    assert effects(seen, "notify") == [{"text": "You may not play your planned card now."}]


def test_tap_brings_back_a_person_for_whom_a_bot_plays(scripts: Scripts) -> None:
    table = Table(lying())
    table.seats[0]["stood_in"] = "gone"
    _, seen = watched(scripts, table.shown(), tap("L7"))
    assert seen["effects"] == [{"kind": "back"}]
    assert seen["lies"] == []


# What is told


def test_whoever_comes_hears_the_turn_but_no_old_news(scripts: Scripts) -> None:
    table = Table(lying())
    (seen,) = watched(scripts, table.shown("said", seat=1, phrase="hello"))
    assert effects(seen, "remember")
    assert [text[:18] for text in told(seen)] == ["Your turn to lead."]


def test_table_of_others_is_not_remembered(scripts: Scripts) -> None:
    (seen,) = watched(scripts, Table(lying(), seat=None).shown())
    assert not effects(seen, "remember")


def test_turn_is_heard(scripts: Scripts) -> None:
    table = Table(lying(), seat=1)
    _, seen = watched(scripts, table.shown(), table.acted("L7"))
    assert sounds(seen) == ["card", "turn"]
    assert told(seen)[0] == "Vroni plays Seven of leaves."
    assert told(seen)[1].startswith("Your turn: you must follow suit (leaves)")


def test_turn_is_not_heard_before_the_trick_is_swept(scripts: Scripts) -> None:
    table = Table(lying(), seat=1)
    *_, seen = watched(scripts, table.shown(), *table.played(FIRST))
    assert seen["rests"]
    assert sounds(seen) == ["card"]


def test_whoever_leaves_is_told_by_the_old_name(scripts: Scripts) -> None:
    table = Table(lying())
    begin = table.shown()
    table.seats[1] = {"kind": "bot", "name": "simple", "wishes": [], "present": False}
    _, seen = watched(scripts, begin, table.shown("left", seat=1))
    assert effects(seen, "notify") == [{"text": "Lois leaves; a bot takes over."}]


def test_phrase_hangs_over_its_seat_until_its_time_is_over(scripts: Scripts) -> None:
    table = Table(lying())
    silence = {"kind": "silence", "seat": 1, "phrase": "hello"}
    begin, hello = table.shown(), table.shown("said", seat=1, phrase="hello")
    oops = table.shown("said", seat=1, phrase="oops")
    _, first, over = watched(scripts, begin, hello, silence)
    assert first["said"] == {"1": "hello"}
    assert over["said"] == {}
    *_, second = watched(scripts, begin, hello, oops, silence)
    assert second["said"] == {"1": "oops"}


def test_lost_connection_is_told_once(scripts: Scripts) -> None:
    lost, back = ({"kind": "connection", "connected": on} for on in (False, True))
    _, first, again, found = watched(scripts, Table(lying()).shown(), lost, lost, back)
    assert told(first) == ["Connection lost; reconnecting."]
    assert again["effects"] == []
    assert told(found) == ["Reconnected."]


def test_shuffle_of_a_finished_deal_is_checked_once(scripts: Scripts) -> None:
    table = Table(finished(72))
    checked = {"kind": "checked", "deal": 1, "proof": {"state": "holds"}}
    first, found, later = watched(scripts, table.shown(), checked, table.shown("wished", seat=0))
    assert effects(first, "check")
    assert first["proof"]["state"] == "checking"
    assert found["proof"]["state"] == later["proof"]["state"] == "holds"
    assert not effects(later, "check")


def test_time_is_that_of_the_server(scripts: Scripts) -> None:
    (seen,) = watched(scripts, Table(lying()).shown())
    assert seen["now"] == NOW
