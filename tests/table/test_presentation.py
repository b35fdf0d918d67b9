"""What a seat, or a spectator, is shown of a table and told of what happens."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dobbm.game.shuffle import commitment, verify
from dobbm.game.view import HIDDEN, View
from dobbm.runtime.snapshot import Snapshot
from dobbm.table import commands
from dobbm.table.events import Acted, Opened, Sat, StoodIn
from dobbm.table.house_rules import Options
from dobbm.table.presentation import present_event, present_table, record_of, view_of
from table.driver import PEOPLE, SOLO, Evening, between, dealt, person_on, sent


def seen(evening: Evening, seat: int | None, present: tuple[int, ...] = ()) -> dict[str, Any]:
    """What a seat gets over the wire."""
    told: dict[str, Any] = json.loads(
        sent(Snapshot(evening.table, evening.events[-1]), seat, present)
    )
    return told


# The table


def test_a_table_with_a_free_seat() -> None:
    evening = Evening(bots=1, listed=True)
    evening.sit(2)
    story = seen(evening, 0, present=(0,))
    assert (story["table"], story["number"], story["stage"]) == ("stubai", 3, "gathering")
    assert (story["seat"], story["deal"], story["turn"], story["session"]) == (0, 0, 0, 0)
    assert [seat["kind"] for seat in story["seats"]] == ["person", "person", "free", "bot"]
    assert [seat["name"] for seat in story["seats"]] == ["Vroni", "Lois", None, "simple"]
    assert [seat["present"] for seat in story["seats"]] == [True, False, False, False]
    assert story["options"] == evening.table.options.to_json()
    assert story["ledger"] == [0, 0, 0, 0]
    for field in ("next_dealer", "mussrunde_left", "shuffle", "question", "view"):
        assert story[field] is None


def test_each_seat_sees_its_own_view() -> None:
    evening = dealt()
    hands = [seen(evening, seat)["view"]["hand"] for seat in range(4)]
    assert [len(hand) for hand in hands] == [8, 8, 8, 8]
    assert len({card for hand in hands for card in hand}) == 32
    assert seen(evening, None)["view"]["hand"] == []


def test_bank_and_stand_in_are_for_all_to_see() -> None:
    evening = dealt()
    evening.now += 25.26
    evening.act("weiter")
    evening.happen(StoodIn(evening.now, 1, "gone"))
    story = seen(evening, None)
    assert story["seats"][0]["bank"] == 109.7
    assert [seat["stood_in"] for seat in story["seats"]] == [None, "gone", None, None]
    assert story["clock"] == {"since": evening.now, "free": 15.0, "bank": 120.0}


def test_no_clock_is_shown_where_none_runs() -> None:
    assert seen(dealt(people=1), 0)["clock"] is None


def test_wishes_are_shown_until_they_are_granted() -> None:
    evening = between()
    evening.wish("next", 2)
    evening.wish("mussrunde", 2)
    assert seen(evening, 0)["seats"][2]["wishes"] == ["mussrunde", "next"]


def test_the_mussrunde_and_the_next_dealer() -> None:
    evening = between()
    evening.wish("mussrunde")
    story = seen(evening, None)
    assert story["mussrunde_left"] == 4
    assert evening.table.session
    assert story["next_dealer"] == evening.table.session.next_dealer
    evening.wish("end")
    assert seen(evening, None)["next_dealer"] is None


def test_a_name_that_was_erased() -> None:
    evening = dealt(people=2)
    story = present_table(evening.table, {person_on(0): None}, ())
    assert [seat["name"] for seat in story["seats"]] == [None, None, "simple", "simple"]


def test_a_question_and_who_has_agreed() -> None:
    evening = dealt()
    evening.act("weiter")
    evening.do(commands.take_back, 0)
    evening.do(commands.answer, 3, agrees=True)
    evening.do(commands.answer, 1, agrees=True)
    assert seen(evening, None)["question"] == {
        "what": "take_back",
        "seat": 0,
        "since": evening.now,
        "agreed": [1, 3],
    }


# The shuffle


def test_of_the_shuffle_all_is_public_but_the_secret() -> None:
    evening = between()
    evening.step()
    secret, cutter = evening.table.secret, evening.table.cutter
    assert secret
    assert cutter is not None
    evening.do(commands.contribute, cutter, "5eed", 17)
    story = seen(evening, None)
    assert story["shuffle"] == {
        "commitment": commitment(secret),
        "deal": 2,
        "contributions": [{"seat": cutter, "value": "5eed"}],
        "cut": {"seat": cutter, "at": 17},
        "cutter": cutter,
        "left_out": [],
        "open": True,
    }
    assert secret not in json.dumps(story)
    evening.wish("next")
    evening.wait(1.0)
    shuffle = seen(evening, None)["shuffle"]
    assert shuffle["left_out"] == sorted({0, 1, 2, 3} - {cutter})
    assert (shuffle["open"], shuffle["cutter"]) == (False, None)


# The end of a deal


def test_when_a_deal_is_done_everything_is_open() -> None:
    evening = between(people=2)
    secret = evening.archive[0].proof.secret
    for seat in (0, 3, None):
        view = seen(evening, seat)["view"]
        assert view["record"] == json.loads(
            json.dumps(record_of(evening.table.id, evening.archive[0], PEOPLE))
        )
        meta = view["record"]["meta"]
        assert (meta["table"], meta["deal"]) == ("stubai", 1)
        assert meta["names"] == ["Vroni", "Lois", None, None]
        assert meta["shuffle"]["secret"] == secret
        assert view["result"]["phase"] == "done"


def test_a_finished_deal_is_shown_with_its_steps_and_tricks() -> None:
    evening = between(people=2)
    deal = evening.archive[0].deal
    evening.wish("next")
    evening.until_dealt()
    for seat in (0, 3, None):
        view = view_of(evening.table.id, evening.archive[0], seat, PEOPLE)
        assert view["seat"] == seat
        assert view["steps"] == View.of(deal, seat).to_json()["steps"]
        assert [trick["winner"] for trick in view["tricks"]] == [
            trick.winner for trick in deal.tricks
        ]
        assert view["record"] == record_of(evening.table.id, evening.archive[0], PEOPLE)


def test_every_record_carries_the_proof_of_its_shuffle() -> None:
    evening = Evening(bots=3)
    evening.sit(1)
    for number in (1, 2, 3):
        evening.until_dealt()
        evening.play_out()
        proof = verify(record_of(evening.table.id, evening.archive[number - 1], PEOPLE))
        assert (proof.deal, proof.table) == (number, "stubai")


def test_the_last_deal_is_shown_until_the_next_is_dealt() -> None:
    evening = between()
    done = evening.archive[0].deal
    evening.wish("next")
    assert seen(evening, 1)["view"]["actions"] == list(done.actions)
    evening.until_dealt()
    assert seen(evening, 1)["view"]["actions"] == []


# What has happened


def test_others_are_not_told_what_is_laid_away() -> None:
    evening = dealt()
    evening.act("dobbm", "weiter", "weiter", "weiter")
    discards = next(evening.deal.legal_discards())
    evening.act(discards)
    event = evening.events[-1]
    assert present_event(event, 0)["action"] == discards
    for seat in (1, 2, 3, None):
        assert present_event(event, seat)["action"] == HIDDEN


@pytest.mark.parametrize("action", ["dobbm", "gut", "HS"])
def test_words_and_cards_are_for_all(action: str) -> None:
    assert present_event(Acted(1.5, 0, action, by_bot=False), None) == {
        "kind": "acted",
        "at": 1.5,
        "seat": 0,
        "action": action,
        "by_bot": False,
    }


def test_nobody_is_told_the_secret_or_who_people_are() -> None:
    evening = Evening(bots=2)
    evening.sit(2)
    evening.wait(0.0)
    secret = evening.table.secret
    assert secret
    changes = json.dumps([present_event(event, 0) for event in evening.events])
    assert secret not in changes
    assert person_on(1) not in changes
    assert present_event(Sat(1.5, 2, "somebody"), 0) == {"kind": "sat", "at": 1.5, "seat": 2}
    opening = Opened(1.5, Options().to_json(), 3)
    assert present_event(opening, None) == {"kind": "opened", "at": 1.5, "bots": 3}


def test_talk_is_told_as_it_was_said() -> None:
    evening = dealt()
    evening.act(*SOLO)
    evening.do(commands.say, 2, "oops")
    assert present_event(evening.events[-1], 0)["phrase"] == "oops"
