"""Windows of any width: every screen keeps its amounts whole, in every language."""

from __future__ import annotations

import io
import re
from random import Random

import pytest
from rich.console import Console, RenderableType

from dobbm.game.cards import shuffled
from dobbm.game.deal import Deal
from dobbm.game.rules import Rules
from dobbm.game.session import Session
from dobbm.game.settlement import settle
from dobbm.game.view import View
from dobbm.players import Explanation, Reason
from dobbm.terminal.board import bar, contract_line, heading
from dobbm.terminal.faces import Faces
from dobbm.terminal.hints import hint_page
from dobbm.terminal.reference import help_page, ledger_page
from dobbm.terminal.result import end_page
from dobbm.terminal.wording import LONGEST_NAME, Voice, seat_names
from dobbm.text.translations import translator
from tiers import only_long

WIDTHS = range(30, 81)
LANGUAGES = ("en", "de", "ja")
MATCHES = (60, *only_long(10_000), 10**9)
"""Prices of a Match: amounts of two digits, of five, and of more than ten."""


def voice_in(language: str, players: int = 4) -> Voice:
    return Voice(seat_names("W" * LONGEST_NAME, players), Faces(), translator(language))


def played(match: int, players: int, deals: int = 3) -> Session:
    """A session of deals in which everybody bids and doubles as high as possible."""
    loud = ("retour", "schwacher", "solo")
    rng = Random(match)
    session = Session.open(rng, players, Rules(match=match, max_doublings=9))
    while len(session.finished) < deals:
        session = session.begin(shuffled(rng))
        while deal := session.deal:
            legal = deal.legal_actions()
            session = session.apply(next((word for word in loud if word in legal), legal[-1]))
    return session


def printed(width: int, *parts: RenderableType) -> str:
    console = Console(file=io.StringIO(), width=width)
    for part in parts:
        console.print(part)
    assert isinstance(console.file, io.StringIO)
    text = console.file.getvalue()
    assert "…" not in text.replace("…：", "")
    return text


def amounts_in(text: str) -> list[str]:
    return re.findall(r"[+−]\d[\d.,]*\d|[+−]\d", text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("match", MATCHES)
@pytest.mark.parametrize("players", [4, 5])
def test_no_amount_is_cropped_in_a_window_of_any_width(
    language: str, match: int, players: int
) -> None:
    voice, session = voice_in(language, players), played(match, players)
    deal = session.finished[-1]
    view = View.of(deal, 0)
    totals = [voice.signed(total) for total in session.ledger]
    paid = [voice.signed(payment) for payment in settle(deal).payments]
    price = voice.number(match)
    for width in WIDTHS:
        end = printed(width, *end_page(deal, session.ledger, voice))
        for one in (*totals, *paid):
            assert one in end.split(), (width, end)
        ledger = printed(width, ledger_page(session, voice))
        for one in totals:
            assert one in ledger.split(), (width, ledger)
        assert {*amounts_in(ledger)} <= {
            voice.signed(amount)
            for amounts in (session.ledger, *(settle(one).payments for one in session.finished))
            for amount in amounts
        }
        top = bar(heading(session, voice), contract_line(view, voice), width).plain
        assert price in top or price[:1] not in top.partition("W")[0]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("match", MATCHES)
def test_a_hint_keeps_its_payments_whole(language: str, match: int) -> None:
    voice = voice_in(language)
    deal = Deal.start(shuffled(Random(1)), dealer=3, rules=Rules(match=match))
    reason = Reason("takes the trick {often}", share=0.97)
    explanations = [
        Explanation(word, payment * match / 7, 3.0 * match, reason)
        for word, payment in (("weiter", -1), ("dobbm", 40), ("solo", -400))
    ]
    wide = amounts_in(printed(80, *hint_page(View.of(deal, 0), explanations, voice)))
    assert len(wide) >= 3
    for width in WIDTHS:
        assert amounts_in(printed(width, *hint_page(View.of(deal, 0), explanations, voice))) == wide


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_is_whole_in_a_window_of_any_width(language: str) -> None:
    voice = voice_in(language)
    words = re.sub(r"\s+", "", printed(200, help_page(voice)))
    for width in WIDTHS:
        narrow = printed(width, help_page(voice))
        assert {*narrow} <= {*words, " ", "\n"}
        assert "schwacher, s, an Schwochn" in narrow


def test_a_wide_window_has_everything_in_one_table() -> None:
    voice, session = voice_in("en"), played(60, 4)
    end = printed(80, *end_page(session.finished[-1], session.ledger, voice))
    row = next(line for line in end.splitlines() if line.lstrip().startswith("Vroni"))
    assert len(re.findall("[♥♠♣♦]", row)) == 8
    assert amounts_in(row)
    assert "Game" in printed(100, ledger_page(session, voice))
    assert "Game" not in printed(48, ledger_page(session, voice))


def test_a_heading_drops_whole_parts() -> None:
    parts = "Dobbm · deal 12 · a Match costs 10,000 · Mußrunde 1/5"
    for width in range(20, 90):
        shown = bar(parts, "Lois: Solo × 2", width).plain.strip()
        assert "deal 12" in shown
        assert "10,000" in shown or "costs" not in shown
        assert "1/5" in shown or "Mußrunde" not in shown


def test_numbers_have_the_marks_of_the_language() -> None:
    assert [voice_in(language).signed(-1667) for language in LANGUAGES] == [
        "−1,667",
        "−1.667",
        "−1,667",
    ]


def test_the_payment_in_japanese_has_japanese_commas_and_full_stops() -> None:
    session = played(60, 4)
    page = printed(1000, *end_page(session.finished[-1], session.ledger, voice_in("ja")))
    assert re.search(r"、.*→ [+−][\d,]+。", page)
    assert not re.search(r"\d, |\.\n", page)


def test_one_term_for_the_mussrunde_in_japanese() -> None:
    session = played(60, 4).agree_mussrunde().begin(shuffled(Random(3)))
    assert heading(session, voice_in("ja")).endswith("ムスルンデ 1/4")
    assert heading(session, voice_in("de")).endswith("Mußrunde 1/4")
