"""The presentation of tables and events to a seat or a spectator."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dobbm.game.shuffle import commitment, verify
from dobbm.game.view import HIDDEN, View
from dobbm.runtime.snapshot import Snapshot
from dobbm.table import commands
from dobbm.table.deadlines import REVIEW
from dobbm.table.events import Acted, Opened, Sat, StoodIn
from dobbm.table.house_rules import Options
from dobbm.table.presentation import present_event, present_table, record_of, view_of
from table.driver import PEOPLE, SOLO, Evening, between, dealt, person_on, sent


def message_to(evening: Evening, seat: int | None, present: tuple[int, ...] = ()) -> dict[str, Any]:
    """Return the message to a seat, as JSON."""
    message: dict[str, Any] = json.loads(
        sent(Snapshot(evening.table, evening.events[-1]), seat, present)
    )
    return message


# The table


def test_a_table_with_a_free_seat() -> None:
    evening = Evening(bots=1, listed=True)
    evening.sit(2)
    message = message_to(evening, 0, present=(0,))
    assert (message["table"], message["number"], message["stage"]) == ("stubai", 3, "gathering")
    assert (message["seat"], message["deal"], message["turn"], message["session"]) == (0, 0, 0, 0)
    assert [seat["kind"] for seat in message["seats"]] == ["person", "person", "free", "bot"]
    assert [seat["name"] for seat in message["seats"]] == ["Vroni", "Lois", None, "simple"]
    assert [seat["present"] for seat in message["seats"]] == [True, False, False, False]
    assert message["options"] == evening.table.options.to_json()
    assert message["ledger"] == [0, 0, 0, 0]
    for field in ("next_dealer", "mussrunde_left", "shuffle", "question", "view"):
        assert message[field] is None


def test_each_seat_sees_its_own_view() -> None:
    evening = dealt()
    hands = [message_to(evening, seat)["view"]["hand"] for seat in range(4)]
    assert [len(hand) for hand in hands] == [8, 8, 8, 8]
    assert len({card for hand in hands for card in hand}) == 32
    assert message_to(evening, None)["view"]["hand"] == []


def test_bank_and_stand_in_are_visible_to_everybody() -> None:
    evening = dealt()
    evening.now += 25.26
    evening.act("weiter")
    evening.happen(StoodIn(evening.now, 1, "gone"))
    message = message_to(evening, None)
    assert message["seats"][0]["bank"] == 109.7
    assert [seat["stood_in"] for seat in message["seats"]] == [None, "gone", None, None]
    clock = {"since": evening.now, "free": 15.0, "bank": 120.0, "deal_at": None}
    assert message["clock"] == clock


def test_the_time_of_the_next_deal_is_shown_until_it_is_wanted_by_all() -> None:
    evening = between()
    assert message_to(evening, None)["clock"]["deal_at"] == evening.now + REVIEW
    evening.now += 5.0
    evening.do(commands.Delay, 2)
    assert message_to(evening, None)["clock"]["deal_at"] == evening.now + REVIEW
    evening.vote("next")
    assert message_to(evening, None)["clock"]["deal_at"] is None


def test_a_table_without_a_clock_shows_none() -> None:
    assert message_to(dealt(people=1), 0)["clock"] is None


def test_votes_are_shown_until_they_pass() -> None:
    evening = between()
    evening.vote("next", 2)
    evening.vote("mussrunde", 2)
    assert message_to(evening, 0)["seats"][2]["wishes"] == ["mussrunde", "next"]


def test_the_mussrunde_and_the_next_dealer() -> None:
    evening = between()
    evening.vote("mussrunde")
    message = message_to(evening, None)
    assert message["mussrunde_left"] == 4
    assert evening.table.session
    assert message["next_dealer"] == evening.table.session.next_dealer
    evening.vote("end")
    assert message_to(evening, None)["next_dealer"] is None


def test_an_erased_name() -> None:
    evening = dealt(people=2)
    presentation = present_table(evening.table, {person_on(0): None}, ())
    assert [seat["name"] for seat in presentation["seats"]] == [None, None, "simple", "simple"]


def test_those_who_held_the_seats_at_the_end_of_a_deal_and_newcomers() -> None:
    evening = between(people=2)
    evening.do(commands.Leave, 1)
    evening.happen(Sat(evening.now, 1, person_on(3)))
    message = message_to(evening, 1)
    people = [{"kind": "person", "name": name} for name in ("Vroni", "Lois")]
    assert message["held"] == [*people, *[{"kind": "bot", "name": "simple"}] * 2]
    assert message["own"]["newcomer"]
    assert "newcomer" not in message_to(evening, 0)["own"]
    assert message_to(dealt(), 0)["held"] is None


def test_a_question_and_who_has_agreed() -> None:
    evening = dealt()
    evening.act("weiter")
    evening.do(commands.TakeBack, 0)
    evening.do(commands.Answer, 3, agrees=True)
    evening.do(commands.Answer, 1, agrees=True)
    assert message_to(evening, None)["question"] == {
        "what": "take_back",
        "seat": 0,
        "since": evening.now,
        "agreed": [1, 3],
    }


# The shuffle


def test_everything_about_the_shuffle_but_the_secret_is_public() -> None:
    evening = between()
    evening.step()
    secret, cutter = evening.table.secret, evening.table.cutter
    assert secret
    assert cutter is not None
    evening.do(commands.Contribute, cutter, "5eed", 17)
    message = message_to(evening, None)
    assert message["shuffle"] == {
        "commitment": commitment(secret),
        "deal": 2,
        "contributions": [{"seat": cutter, "value": "5eed"}],
        "cut": {"seat": cutter, "at": 17},
        "cutter": cutter,
        "left_out": [],
        "open": True,
    }
    assert secret not in json.dumps(message)
    evening.vote("next")
    evening.wait(1.0)
    shuffle = message_to(evening, None)["shuffle"]
    assert shuffle["left_out"] == sorted({0, 1, 2, 3} - {cutter})
    assert (shuffle["open"], shuffle["cutter"]) == (False, None)


# The end of a deal


def test_a_finished_deal_is_open_to_everybody() -> None:
    evening = between(people=2)
    secret = evening.archive[0].proof.secret
    for seat in (0, 3, None):
        view = message_to(evening, seat)["view"]
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
    evening.vote("next")
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
    finished = evening.archive[0].deal
    evening.vote("next")
    assert message_to(evening, 1)["view"]["actions"] == list(finished.actions)
    evening.until_dealt()
    assert message_to(evening, 1)["view"]["actions"] == []


# Events


def test_the_discards_are_hidden_from_the_others() -> None:
    evening = dealt()
    evening.act("dobbm", "weiter", "weiter", "weiter")
    discards = next(evening.deal.legal_discards())
    evening.act(discards)
    event = evening.events[-1]
    assert present_event(event, 0)["action"] == discards
    for seat in (1, 2, 3, None):
        assert present_event(event, seat)["action"] == HIDDEN


@pytest.mark.parametrize("action", ["dobbm", "gut", "HS"])
def test_words_and_cards_are_visible_to_everybody(action: str) -> None:
    assert present_event(Acted(1.5, 0, action, by_bot=False), None) == {
        "kind": "acted",
        "at": 1.5,
        "seat": 0,
        "action": action,
        "by_bot": False,
    }


def test_nobody_learns_the_secret_or_who_people_are() -> None:
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


def test_talk_is_repeated_verbatim() -> None:
    evening = dealt()
    evening.act(*SOLO)
    evening.do(commands.Say, 2, "oops")
    assert present_event(evening.events[-1], 0)["phrase"] == "oops"
