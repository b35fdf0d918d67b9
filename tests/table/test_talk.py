from __future__ import annotations

from dataclasses import replace

import pytest

from dobbm.table import commands
from dobbm.table.events import TextsAllowed, TextsDeclined, Wrote
from dobbm.table.house_rules import Options
from dobbm.table.presentation import present_event
from dobbm.table.refusals import Refusal
from dobbm.table.state import Written
from dobbm.table.talk import (
    BURST,
    BURST_SECONDS,
    LONGEST_TEXT,
    MOST_TEXTS,
    PHRASES,
    TextError,
    clean_text,
)
from table.driver import Evening, between, dealt, person_on, refused


@pytest.mark.parametrize("key", PHRASES)
def test_a_phrase_is_short_and_has_a_gloss(key: str) -> None:
    phrase = PHRASES[key]
    assert key.replace("_", "").isalpha()
    assert key == key.lower()
    assert 0 < len(phrase.text) <= 20
    assert phrase.gloss


def test_only_set_phrases_can_be_said() -> None:
    evening = Evening()
    evening.sit(1)
    before = evening.table
    evening.do(commands.Say, 0, "hello")
    assert evening.table.number == before.number + 1
    refused(evening, "phrase", commands.Say, 0, "Du Depp")


def test_all_phrases_differ() -> None:
    assert len({phrase.text for phrase in PHRASES.values()}) == len(PHRASES)


# Texts are cleaned


@pytest.mark.parametrize(
    ("written", "cleaned"),
    [
        ("  Schian\n\tgspielt!  ", "Schian gspielt!"),
        ("Gu\u0308at", "Güat"),
        ("\u202eherum", "herum"),
        ("\u2066Sepp\u2069 \u200bgeht\x1b[31m", "Sepp geht[31m"),
        ("🧑\u200d🌾 mäht", "🧑\u200d🌾 mäht"),
        ("<b>Herz</b> & 'Sau'", "<b>Herz</b> & 'Sau'"),
        ("もう一回！", "もう一回！"),
        ("\ud800a", "a"),
    ],
)
def test_a_text_is_one_line_without_control_characters(written: str, cleaned: str) -> None:
    assert clean_text(written) == cleaned
    assert clean_text(cleaned) == cleaned


@pytest.mark.parametrize(
    "text",
    [
        *("", "   ", "\n", "\u202e\u200d", "\u200c \u200d"),
        *("\u3164", "\u2800\u2800", "\ufe0f\u3000"),
    ],
    ids=ascii,
)
def test_a_text_needs_something_visible(text: str) -> None:
    with pytest.raises(TextError, match="at least one visible character"):
        clean_text(text)


def test_a_text_is_as_long_as_it_looks() -> None:
    assert len(clean_text("u\u0308" * LONGEST_TEXT)) == LONGEST_TEXT
    with pytest.raises(TextError, match="at most 200 characters, not 201"):
        clean_text("x" * (LONGEST_TEXT + 1))


# People write


def friends(people: int = 3) -> Evening:
    """Return an evening of friends whose host allows texts."""
    return dealt(people, texts=True)


def texts(evening: Evening) -> str:
    return evening.table.texts


def test_friends_write_to_each_other() -> None:
    evening = friends()
    assert evening.do(commands.Write, 1) == Wrote(evening.now, 1)
    number = evening.table.number
    assert evening.table.written == (Written(number, evening.now, 1, person_on(1)),)
    assert evening.table.readable(0) == evening.table.readable(1) == evening.table.written
    assert refused(evening, "seat", commands.Write, 3) == "no person sits in seat 3"


def test_a_text_sent_again_is_written_once() -> None:
    """Even if nobody may write by then, or only later; others may use the same identifier."""
    evening = friends(people=2)
    assert evening.do(commands.Write, 0, "a") == Wrote(evening.now, 0, "a")
    assert evening.do(commands.Write, 0, "a") is None
    evening.do(commands.AllowTexts, 0, allowed=False)
    assert evening.do(commands.Write, 0, "a") is None
    evening.do(commands.AllowTexts, 0, allowed=True)
    for seat, request in ((1, "a"), (0, "b"), (0, None), (0, None)):
        assert evening.do(commands.Write, seat, request)


def test_writing_does_not_touch_the_game() -> None:
    evening = friends(people=2)
    before = evening.table
    evening.wait(3.0)
    evening.do(commands.Write, 0)
    assert evening.table._replace(number=before.number, written=()) == before


def test_the_host_allows_and_forbids_texts_in_mid_deal() -> None:
    evening = dealt(people=3)
    assert texts(evening) == "off"
    assert "allows no texts" in refused(evening, "texts", commands.Write, 1)
    refused(evening, "host", commands.AllowTexts, 1, allowed=True)
    assert evening.do(commands.AllowTexts, 0, allowed=True) == TextsAllowed(evening.now, 0, True)
    assert evening.do(commands.AllowTexts, 0, allowed=True) is None
    evening.do(commands.Write, 1)
    evening.do(commands.AllowTexts, 0, allowed=False)
    refused(evening, "texts", commands.Write, 1)


def test_new_house_rules_leave_the_texts_as_they_are() -> None:
    evening = Evening(texts=True)
    evening.sit(2)
    options = replace(evening.table.options, bank=60.0, texts=False)
    evening.do(commands.SetRules, 0, options)
    assert evening.table.options == replace(options, texts=True)


def test_nobody_writes_while_somebody_at_the_table_declines() -> None:
    evening = friends(people=4)
    evening.do(commands.DeclineTexts, 2, declined=True)
    assert evening.do(commands.DeclineTexts, 2, declined=True) is None
    assert texts(evening) == "declined"
    for seat in range(4):
        assert refused(evening, "texts", commands.Write, seat) == (
            "somebody at this table wants no texts"
        )
    evening.do(commands.DeclineTexts, 2, declined=False)
    assert texts(evening) == "on"


def test_who_declines_is_heeded_while_sitting_there() -> None:
    evening = friends(people=4)
    evening.do(commands.DeclineTexts, 2, declined=True)
    evening.do(commands.Leave, 2)
    assert texts(evening) == "on"
    evening.play_out()
    evening.do(commands.Sit, person_on(2), 2)
    assert texts(evening) == "declined"


def test_nobody_hears_who_declines() -> None:
    event = TextsDeclined(1.5, 2, True)
    assert present_event(event, 2)["seat"] == 2
    assert [present_event(event, seat)["seat"] for seat in (0, 1, 3, None)] == [None] * 4


def test_a_newcomer_reads_nothing_from_before() -> None:
    evening = between(people=3, texts=True)
    evening.do(commands.Write, 0)
    evening.do(commands.Sit, "newcomer", 3)
    assert evening.table.readable(3) == ()
    evening.do(commands.Write, 1)
    assert [one.seat for one in evening.table.readable(3)] == [1]
    assert [one.seat for one in evening.table.readable(2)] == [0, 1]


def test_who_changes_seats_goes_on_reading_and_who_leaves_does_not() -> None:
    evening = between(people=3, texts=True)
    evening.do(commands.Write, 0)
    evening.do(commands.Sit, person_on(2), 3)
    assert len(evening.table.readable(3)) == 1
    evening.do(commands.Leave, 3)
    evening.do(commands.Sit, person_on(2), 3)
    assert evening.table.readable(3) == ()


def test_people_who_swap_seats_take_along_what_they_may_read() -> None:
    evening = Evening(texts=True)
    evening.sit(1)
    evening.do(commands.Write, 0)
    evening.sit(1)
    evening.do(commands.Swap, 0, (0, 1))
    assert [len(evening.table.readable(seat)) for seat in (0, 1)] == [0, 1]


def test_a_flood_of_texts_is_limited_by_the_tables_clock() -> None:
    evening = friends()
    for _ in range(BURST):
        evening.do(commands.Write, 1)
        evening.wait(0.5)
    refused(evening, "limit", commands.Write, 1)
    evening.do(commands.Write, 2)
    with pytest.raises(Refusal) as caught:
        evening.do(commands.Write, 1)
    assert caught.value.after == 8
    evening.wait(BURST_SECONDS - 0.5 * BURST)
    evening.do(commands.Write, 1)
    refused(evening, "limit", commands.Write, 1)


def test_a_table_keeps_the_last_texts() -> None:
    evening = friends()
    for _ in range(MOST_TEXTS + 3):
        evening.do(commands.Write, 1)
        evening.now += BURST_SECONDS
    assert len(evening.table.written) == MOST_TEXTS
    assert evening.table.written[-1].number == evening.table.number


def test_texts_are_off_unless_a_table_says_otherwise() -> None:
    assert not Options().texts
