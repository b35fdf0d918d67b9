"""``dobbm rules``, and the handbook that it prints."""

from __future__ import annotations

import os
import subprocess
import sys
from gettext import NullTranslations

import pytest

from dobbm.cli import main
from dobbm.cli.rules import usual_language
from dobbm.game.rules import PRESETS, Rules
from dobbm.text.handbook import cells, chapters, text, wrapped
from dobbm.text.translations import translator

ENGLISH = NullTranslations()


def page(rules: Rules) -> str:
    """Return the handbook in English, on one line."""
    return " ".join(text(rules, ENGLISH, 80).split())


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["rules", *arguments]) == 0
    return capsys.readouterr().out


def test_rules_in_english(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, "--language", "en")
    assert out.startswith("Dobbm: a summary of the rules, according to pagat.com (John McLeod)\n")
    assert "Hearts are always trumps." in out


@pytest.mark.parametrize(("language", "trump"), [("de", "Trumpf"), ("ja", "切札")])
def test_rules_in_other_languages(
    language: str, trump: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out = printed(capsys, "--preset", "wikipedia", "--language", language)
    assert trump in out
    assert "Wikipedia" in out


@pytest.mark.parametrize("language", ["en", "de", "ja"])
@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_reads_well_in_every_language(preset: str, language: str) -> None:
    output = text(PRESETS[preset], translator(language), 80)
    assert len(chapters(PRESETS[preset], translator(language))) == 9
    assert 55 <= output.count("\n") <= 95
    assert max(map(cells, output.splitlines())) <= 80
    assert "{" not in output


@pytest.mark.parametrize("language", ["en", "de", "ja"])
@pytest.mark.parametrize("width", [20, 40, 63])
def test_lines_fit_the_terminal(language: str, width: int) -> None:
    lines = text(PRESETS["pagat"], translator(language), width).splitlines()
    assert max(map(cells, lines)) <= width


def test_width_of_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    assert max(map(cells, printed(capsys, "--language", "en").splitlines())) <= 40
    monkeypatch.setenv("COLUMNS", "200")
    assert max(map(cells, printed(capsys, "--language", "en").splitlines())) <= 80


def test_price_of_a_match_and_stockerl() -> None:
    assert "60 points cost 60 Schilling" in page(PRESETS["pagat"])
    assert "72 points earn 12 Schilling from each player, 24 in a Solo" in page(PRESETS["pagat"])
    assert "a Stockerl of 10 Schilling" in page(PRESETS["pagat"])
    assert "60 points cost 12 Schilling" in page(PRESETS["gamerules"])
    assert "72 points earn 3 Schilling from each player, 6 in a Solo" in page(PRESETS["gamerules"])
    assert "a Stockerl of 2 Schilling" in page(PRESETS["gamerules"])


def test_rounding() -> None:
    assert "rounded up to whole Schilling." in page(PRESETS["pagat"])
    assert "rounded up to multiples of 5 Schilling." in page(PRESETS["akagiri"])


def test_who_is_asked_first() -> None:
    assert "starting on the declarer's left" in page(PRESETS["pagat"])
    assert "starting on the dealer's left" in page(PRESETS["wikipedia"])


def test_sow_companions() -> None:
    assert "With each sow, a trump that is not a sow must be discarded too" in page(Rules())
    assert "the sow of hearts counts as both" in page(Rules(sow_companion="any"))


def test_limit_of_doublings() -> None:
    assert "There is no limit." in page(Rules())
    assert "The maximum number of doublings is 3." in page(Rules(max_doublings=3))
    assert "There is no doubling at this table." in page(Rules(max_doublings=0))


def test_penalty_for_a_revoke() -> None:
    for revokes in ("prevented", "penalised"):
        assert "half a Match, 30 Schilling" in page(Rules(revokes=revokes))
        assert "nobody may revoke on purpose" in page(Rules(revokes=revokes))
    assert "Here it is refused." in page(Rules())
    assert "Here it is refused." not in page(Rules(revokes="penalised"))


def test_the_lot_the_cut_and_the_tricks_of_your_side() -> None:
    assert "The first dealer is drawn by lot." in page(Rules())
    assert "the player on the dealer's right cuts." in page(Rules())
    assert "look back at the tricks of your own side" in page(Rules())


def test_reasons_and_readings_are_given() -> None:
    assert "The Stockerl is a compensation" in page(Rules())
    assert "is how Akagiri, who translated the rules of pagat.com, reads them" in page(Rules())
    assert "Akagiri, who translated the rules" in page(Rules(sow_companion="any"))
    assert "Do not give deals away among friends" in page(Rules())
    assert "among friends" not in page(Rules(max_doublings=0))


def test_no_japanese_line_begins_with_a_closing_mark() -> None:
    for width in range(6, 30):
        lines = wrapped("ハートが切札。Weliはベルの6です（特別な力は、ありません）。", width)
        assert not any(line[0] in "。、）ー" for line in lines)
        assert not any(line[-1] == "（" for line in lines)


def test_a_word_too_long_for_the_line_stands_alone() -> None:
    assert wrapped("a Stockerl!", 5) == ["a", "Stockerl!"]


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "ja_JP.UTF-8"}, "ja"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_AT", "LC_MESSAGES": "ja_JP"}, "ja"),
        ({"LANG": "de_AT", "LC_MESSAGES": "ja_JP", "LC_ALL": "C"}, "en"),
        ({"LANG": "de_AT", "LC_MESSAGES": "", "LC_ALL": ""}, "de"),
    ],
)
def test_language_of_the_environment(environment: dict[str, str], language: str) -> None:
    assert usual_language(environment) == language


def test_the_command_follows_the_environment() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "dobbm", "rules"],
        env={**os.environ, "LC_ALL": "de_AT.UTF-8", "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    assert done.stdout.startswith("Dobbm, die Regeln in Kürze")
