from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from gettext import NullTranslations
from random import Random

import pytest
from rich.console import Console

from dobbm.game.cards import BS, HEARTS, LEAVES, shuffled
from dobbm.game.deal import Deal
from dobbm.game.rules import Rules
from dobbm.game.view import View
from dobbm.players import Explanation, Reason, make_player
from dobbm.players.pimc import Pimc, PimcOptions
from dobbm.terminal.board import HEIGHT, WIDTH
from dobbm.terminal.faces import Faces
from dobbm.terminal.hints import hint_page, worded
from dobbm.terminal.wording import Voice, seat_names
from dobbm.text.translations import translator
from drawing import lying, open_deal

VOICE = Voice(seat_names("You", 4), Faces(), NullTranslations())
OTHER_LINES = 8
"""Lines that a screen needs besides the hint: title, trick, hand, prompt, and blanks."""


def voice_in(language: str) -> Voice:
    return VOICE._replace(messages=translator(language))


def printed(
    deal: Deal, explanations: list[Explanation], voice: Voice = VOICE, width: int = WIDTH - 2
) -> list[str]:
    """Return the lines of a hint for the seat to act."""
    console = Console(width=width, color_system=None)
    with console.capture() as captured:
        for part in hint_page(View.of(deal, deal.to_act), explanations, voice):
            console.print(part)
    return [line.rstrip() for line in captured.get().splitlines()]


@cache
def explained(deal: Deal) -> list[Explanation]:
    return Pimc(PimcOptions(worlds=8)).explain(View.of(deal, deal.to_act), 1)


def decisions(seed: int) -> Iterator[Deal]:
    """Yield a deal with a declarer at every step."""
    rng, player = Random(seed), make_player("simple")
    deal = Deal.start(shuffled(rng), dealer=3).apply_all(["dobbm", "weiter", "weiter", "weiter"])
    while deal.to_act is not None:
        yield deal
        deal = deal.apply(player.act(View.of(deal, deal.to_act), 0) or "")


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "loses 10 points to ♦S more often than not"),
        ("de", "verliert ziemlich oft 10 Augen an ♦S"),
        ("ja", "半分以上の場合に♦Sに10点を取られる"),
    ],
)
def test_a_reason_is_in_the_persons_language(language: str, sentence: str) -> None:
    lost = Reason("loses {points} to {card} {often}", BS, share=0.61, points=10)
    assert worded(lost, voice_in(language)) == sentence


def test_a_reason_has_names_and_symbols() -> None:
    assert (
        worded(Reason("leaves the trick to {seat}", seat=2), VOICE) == "leaves the trick to Vroni"
    )
    discarded = Reason("discards {points} and keeps no {suits}", points=4, suits=HEARTS | LEAVES)
    assert worded(discarded, VOICE) == "discards 4 points and keeps no ♥ ♠"


def test_cards_have_their_numbers_and_the_best_is_first() -> None:
    reason = Reason("takes the trick {often}", share=1.0)
    explanations = [
        Explanation("HT", 34.4, 41.0, reason),
        Explanation("A6", -7.6, 9.0, reason),
        Explanation("B9", 0.2, 0.0, reason),
    ]
    lines = printed(lying("solo"), explanations)
    assert lines[0].split()[:4] == ["2", "♥T", "+34", "S"]
    assert lines[1].split()[:4] == ["8", "♣6", "−8", "S"]
    assert lines[2].split()[:4] == ["7", "♦9", "0", "S"]


@pytest.mark.parametrize(
    ("share", "language", "words"),
    [
        (0.04, "en", "hardly ever wins"),
        (0.25, "en", "wins about 3 in 10"),
        (0.7, "de", "gewinnt etwa 7 von 10"),
        (0.7, "ja", "10回に約7回勝ちます"),
        (0.96, "en", "almost always wins"),
    ],
)
@pytest.mark.parametrize("width", [30, 40, WIDTH])
def test_a_hint_says_how_often_a_choice_wins(
    share: float, language: str, words: str, width: int
) -> None:
    """So does the page, where 25 deals of 100 are rounded up, too."""
    reason = Reason("takes the trick {often}", share=1.0)
    explanations = [Explanation("HT", 34.4, 41.0, reason, share)]
    lines = printed(lying("solo"), explanations, voice_in(language), width)
    assert "".join(words.split()) in "".join("".join(lines).split())
    assert "±" not in "".join(lines)


@pytest.mark.parametrize(("language", "amount"), [("en", "+2.5"), ("de", "+2,5"), ("ja", "+2.5")])
def test_a_cheap_match_prints_tenths(language: str, amount: str) -> None:
    deal = open_deal(rules=Rules(match=12))
    explanations = [Explanation("dobbm", 2.46, 1.0, Reason("leaves the trick to {seat}", seat=1))]
    assert amount in printed(deal, explanations, voice_in(language))[0]


@pytest.mark.parametrize("language", ["en", "de", "ja"])
def test_a_hint_fits_on_the_smallest_screen(language: str) -> None:
    for seed in range(3):
        for deal in decisions(seed):
            assert len(printed(deal, explained(deal), voice_in(language))) <= HEIGHT - OTHER_LINES


@pytest.mark.parametrize("language", ["en", "de", "ja"])
def test_a_narrow_terminal_cuts_nothing_off(language: str) -> None:
    for deal in decisions(4):
        explanations = explained(deal)
        lines = printed(deal, explanations, voice_in(language), width=40)
        text = "".join("".join(lines).split())
        assert "…" not in text
        for explanation in explanations:
            assert str(abs(round(explanation.payment))) in text


@pytest.mark.parametrize(
    ("language", "mark"),
    [("en", "The bot's choice: "), ("de", "Die Wahl des Bots: "), ("ja", "ボットの選択：")],
)
def test_the_bots_choice_is_marked(language: str, mark: str) -> None:
    """It is the first, even if another has a better payment, as it may in the exchange."""
    for deal in decisions(5):
        lines = printed(deal, explained(deal), voice_in(language))
        assert mark in lines[0]
        assert sum(mark in line for line in lines) == 1
