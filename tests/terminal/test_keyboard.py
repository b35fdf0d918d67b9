"""Keys, windows and names at a terminal: what a person types, and what reaches the screen."""

from __future__ import annotations

import json
import os
import pty
import re
import shlex
import signal
from pathlib import Path

import pytest

from dobbm.cli import main
from dobbm.terminal.keyboard import Keyboard
from terminal.driver import BETWEEN, RunningGame, passive
from terminal.test_session import new_game, resumed_game

UP, LEFT, BACKSPACE = "\x1b[A", "\x1b[D", "\x7f"
PROMPT = "h: help): \x1b[0m"
REDRAWN = "\x1b[H"
"""The beginning of a screen. The editor writes its line again when the window is resized."""
OWN_CONTROL = re.compile(r"\x1b\[[\d;?]*[A-Za-z]|[\r\n\x07\b]")
"""The control characters that the editor and the screen send."""


def at_terminal(folder: Path, *options: str) -> RunningGame:
    return new_game(folder, *options, "--fast", terminal=True, TERM="xterm")


def test_a_line_can_be_edited_and_repeated(tmp_path: Path) -> None:
    with at_terminal(tmp_path) as game:
        game.until_prompt()
        assert "is not a card" in game.type("soloo")
        game.press(UP + BACKSPACE + LEFT + LEFT)
        game.type("")
        assert "solo" in game.session.deals[-1].actions


def test_no_control_character_reaches_the_screen(tmp_path: Path) -> None:
    with at_terminal(tmp_path, "--name", "\x1b[31mAnna\u202e") as game:
        game.until_prompt()
        for keys in (UP, "\x1b[3;5~", "\x16\x1b[2J", "\x16\x07", "\x1bOP"):
            game.press(keys)
            game.type("x")
        game.press("\x15")
        game.type("q")
        assert game.status() == 0
        assert "\u202e" not in game.output
        assert "\x1b[2J" not in game.output.replace("\x1b[H\x1b[2J", "")
        assert "\x1b" not in OWN_CONTROL.sub("", game.output)


def test_a_pipe_never_gets_control_characters(tmp_path: Path) -> None:
    with new_game(tmp_path, "--name", "\x1b[31mAnna") as game:
        game.until_prompt()
        assert "\x1b" not in game.type("\x1b[2J\x07\x9b31m")
        assert "\x07" not in game.output


def test_a_name_in_a_session_file_cannot_move_the_cursor(tmp_path: Path) -> None:
    with new_game(tmp_path) as game:
        game.until_prompt()
    change_meta(tmp_path, names=["An\x1b[2Jna", "\x9bLois", "Vroni\u202e", "\x07"])
    with resumed_game(tmp_path) as game:
        output = game.until_prompt()
        assert not set("\x1b\x9b\x07\u202e") & set(output)


def change_meta(folder: Path, **meta: object) -> None:
    """Change the settings in a session file."""
    path = folder / "session.jsonl"
    first, *rest = path.read_text().splitlines(keepends=True)
    opening = json.loads(first)
    opening["session"]["meta"] |= meta
    path.write_text("".join([json.dumps(opening) + "\n", *rest]))


def test_a_resized_window_is_redrawn_and_keeps_what_was_typed(tmp_path: Path) -> None:
    with at_terminal(tmp_path) as game:
        assert "╭────╮" in game.until_prompt()
        game.press("sol")
        game.until("sol")
        for columns, framed in ((50, False), (100, True)):
            game.resize(columns, 30)
            game.until(REDRAWN)
            assert ("╭────╮" in game.until(f"{PROMPT}sol")) == framed
        game.type("o")
        assert "solo" in game.session.deals[-1].actions


def test_a_window_resized_during_a_redraw_is_drawn_once_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn: list[int] = []
    sizes = [50, 100]

    def resize() -> None:
        sizes.pop(0)
        signal.raise_signal(signal.SIGWINCH)

    def redraw() -> None:
        drawn.append(len(sizes))
        if sizes:
            resize()

    ours, theirs = pty.openpty()
    terminal = os.fdopen(theirs)
    monkeypatch.setattr("sys.stdin", terminal)
    monkeypatch.setattr("builtins.input", lambda _prompt: "solo")
    with Keyboard() as keyboard:
        resize()
        assert keyboard.read_line(str, redraw) == "solo\n"
        assert drawn == [1, 0]
        os.write(ours, b"\n")
        sizes.append(30)
        signal.raise_signal(signal.SIGWINCH)
        keyboard.wait(60, redraw)
    assert drawn == [1, 0, 1, 0]
    terminal.close()
    os.close(ours)


def test_a_finished_deal_is_redrawn_without_cutting_an_amount(tmp_path: Path) -> None:
    with at_terminal(tmp_path) as game:
        text = game.until_prompt()
        while BETWEEN not in text:
            text = game.type(passive(game.session))
        for columns in (64, 30, 50, 80):
            game.resize(columns)
            game.until(REDRAWN)
            page = game.until("h: help").replace("−", "-")
            for total in game.session.ledger:
                amount = re.escape(f"{total:+}" if total else "0")
                assert re.search(rf"(?<![\d+-]){amount}(?!\d)", page), page


def test_what_is_typed_during_a_pause_is_kept(tmp_path: Path) -> None:
    with new_game(tmp_path, terminal=True, TERM="xterm") as game:
        game.until("Dobbm")
        game.press("so" + UP + "lo\n")
        game.until("solo")
        game.until_prompt()
        assert "solo" in game.session.deals[-1].actions


def test_the_lot_is_named_once_even_if_the_person_is_on_holiday(tmp_path: Path) -> None:
    path = str(tmp_path / "session.jsonl")
    for terminal in (True, False):
        options = ("--players", "5", "--seed", "22", "--session", path, "--fast")
        with RunningGame(tmp_path, *options, terminal=terminal, TERM="xterm") as game:
            output = game.until_prompt()
            assert BETWEEN in output
            page = output.rpartition("\x1b[H")[2]
            assert "drawn by lot" in output
            assert page.count("drawn by lot") == (0 if terminal else 1)
            if not terminal:
                assert output.index("drawn by lot") < output.index("Dealer, on holiday")
        Path(path).unlink()


@pytest.mark.parametrize(("language", "name"), [("de", "Du"), ("ja", "あなた")])
def test_the_usual_name_follows_the_language(tmp_path: Path, language: str, name: str) -> None:
    with new_game(tmp_path) as game:
        game.until_prompt()
    with resumed_game(tmp_path, "--language", language) as game:
        output = game.until_prompt()
        assert name in output
        assert "You" not in output


def test_a_given_name_stays_in_every_language(tmp_path: Path) -> None:
    with new_game(tmp_path, "--name", "Du") as game:
        game.until_prompt()
    with resumed_game(tmp_path, "--language", "ja") as game:
        assert "Du" in game.until_prompt()


def test_names_that_are_missing_get_the_usual_ones(tmp_path: Path) -> None:
    with new_game(tmp_path, "--language", "de") as game:
        game.until_prompt()
    change_meta(tmp_path, names=["", "Lois", "Vroni", "Hias"])
    with resumed_game(tmp_path) as game:
        assert "Du" in game.until_prompt()


@pytest.mark.parametrize(
    "name", ["-x.jsonl", "a b.jsonl", "it's.jsonl", "--fast.jsonl", "$x.jsonl"]
)
def test_the_command_that_resumes_is_accepted(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", None)
    assert main(["play", f"--session={name}"]) == 0
    command = capsys.readouterr().out.rpartition("To resume: ")[2]
    program, *arguments = shlex.split(command)
    assert program == "dobbm"
    assert main(arguments) == 0
    assert Path(name).exists()
    assert "continues where it stopped" in capsys.readouterr().out


def test_hints_and_umlauts_are_readable_in_ascii(tmp_path: Path) -> None:
    with new_game(tmp_path, "--language", "de", PYTHONIOENCODING="ascii") as game:
        game.until_prompt()
        game.type("h")
        game.type("l")
        game.type("q")
        assert game.output.isascii()
        assert "Mussrunde" in game.output
        assert "zurueck" in game.output or "fuer" in game.output
        assert "?" not in re.sub(r"\?: Tipp|^\?  ", "", game.output, flags=re.MULTILINE)
