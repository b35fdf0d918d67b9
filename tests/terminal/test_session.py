"""Whole games of `dobbm play`, driven through pipes and at a terminal."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from cli.command import dobbm
from dobbm.game.actions import DONE
from dobbm.game.cards import CARDS, Card, CardSet, parse_cards, split
from dobbm.game.session import Session
from dobbm.terminal.session_log import read_session
from terminal.driver import BETWEEN, RunningGame, environment, passive

CARD = re.compile(r"[♥♠♣♦][6-9UOKTS]")
SUITS = dict(zip("♥♠♣♦", "HLAB", strict=True))


def new_game(folder: Path, *options: str, terminal: bool = False, **env: str) -> RunningGame:
    """Start a game with a fixed seed and its session in ``folder``."""
    path = str(folder / "session.jsonl")
    return RunningGame(folder, "--seed", "7", "--session", path, *options, terminal=terminal, **env)


def resumed_game(folder: Path, *options: str, terminal: bool = False) -> RunningGame:
    return RunningGame(
        folder, "--resume", str(folder / "session.jsonl"), *options, terminal=terminal
    )


class Person:
    """A person who plays some deals passively, and then types given lines."""

    def __init__(self, deals: int, *then: str) -> None:
        self.deals = deals
        self.then = list(then)

    def __call__(self, session: Session) -> str:
        if len(session.finished) < self.deals or not self.then:
            return passive(session)
        return self.then.pop(0)


def cards_in(text: str) -> set[Card]:
    return {CARDS[SUITS[name[0]] + name[1]] for name in CARD.findall(text)}


def test_a_session_from_the_first_deal_to_the_end(tmp_path: Path) -> None:
    with new_game(tmp_path) as game:
        game.play_to_the_end(Person(2, "e", "y"))
        assert game.status() == 0
        assert "The first dealer is drawn by lot: You." in game.output
        assert game.output.rstrip().endswith(f"Saved in {game.path}")
        assert game.session.closed
        assert len(game.session.deals) == 2
        sums = re.findall(r"Total +([+−\d ]+)", game.output)[-1].replace("−", "-").split()
        assert [int(amount) for amount in sums] == list(game.session.ledger)


def test_a_name_from_right_to_left_moves_no_number(tmp_path: Path) -> None:
    with new_game(tmp_path, "--name", "דוד") as game:
        game.play_to_the_end(Person(1, "ledger", "e", "y"))
        assert game.status() == 0
        assert game.output.count("\u2068דוד\u2069") == game.output.count("דוד") > 9
    assert "\u2068" not in (tmp_path / "session.jsonl").read_text()


@pytest.mark.parametrize("players", [4, pytest.param(5, marks=pytest.mark.long)])
def test_a_mussrunde_ends_the_session_after_one_deal_for_each(tmp_path: Path, players: int) -> None:
    with new_game(tmp_path, "--players", str(players)) as game:
        game.play_to_the_end(Person(1, "m", "y"))
        assert game.status() == 0
        session = game.session
        assert [deal.setup.must for deal in session.deals] == [False] + [True] * players
        declarers = [deal.declarer for deal in session.deals[1:]]
        assert sorted(map(str, declarers)) == [str(seat) for seat in range(players)]
        for number in range(1, players + 1):
            assert f"Mußrunde {number}/{players}" in game.output
        assert "Mußrunde: You must play a Dobbm or a Solo." in game.output
        assert "The session is over." in game.output


def test_a_mussrunde_must_be_confirmed(tmp_path: Path) -> None:
    with new_game(tmp_path) as game:
        game.until_prompt()
        assert "Are you sure? (y/n)" in game.type("m")
        game.type("n")
        assert game.session.mussrunde_from is None
        game.type("m")
        assert "it begins with the next deal" in game.type("y")
        assert game.session.mussrunde_from == 1
        assert "already been agreed" in game.type("m")


def known_to_the_person(session: Session) -> CardSet:
    """Return the cards that the person may know: dealt, played, or taken up from the Dobb."""
    deal = session.deals[-1]
    known = deal.setup.hands()[0] | (deal.play.played if deal.play else 0)
    if deal.declarer == 0 and deal.contract and deal.contract.exchanges:
        known |= deal.setup.dobb
    return known


@pytest.mark.parametrize("players", [4, 5])
def test_no_hidden_card_is_ever_printed(tmp_path: Path, players: int) -> None:
    with new_game(tmp_path, "--players", str(players), "--preset", "gamerules") as game:
        output = game.until_prompt()
        prompts = 0
        while len((session := game.session).finished) < 4:
            if session.deal:
                # The output before a prompt may end one deal, whose cards are then open.
                in_progress = output.rpartition(BETWEEN)[2]
                known = known_to_the_person(session)
                assert all(card & known for card in cards_in(in_progress))
                prompts += 1
            output = game.type(passive(session))
        assert prompts > 20


def test_without_a_seed_the_decks_differ_each_time(tmp_path: Path) -> None:
    decks = set()
    for name in ("one", "two"):
        path = tmp_path / name
        with RunningGame(tmp_path, "--session", str(path)) as game:
            game.until_prompt()
        decks.add(read_session(path).deals[0].setup.deck)
    assert len(decks) == 2


@pytest.mark.parametrize(
    ("language", "words"), [("de_AT.UTF-8", "Geber"), ("ja_JP.UTF-8", "ディーラー")]
)
def test_the_game_speaks_the_language_of_the_environment(
    tmp_path: Path, language: str, words: str
) -> None:
    with new_game(tmp_path, LANG=language) as game:
        assert words in game.until_prompt()
    with resumed_game(tmp_path) as game:
        assert words in game.until_prompt()
    with resumed_game(tmp_path, "--language", "en") as game:
        assert "Dealer" in game.until_prompt()


def uninterrupted_session(folder: Path) -> Session:
    """Return the session of three deals, played without interruption."""
    folder.mkdir()
    with new_game(folder) as game:
        game.play_to_the_end(Person(3, "e", "y"))
        return game.session


@pytest.mark.long
def test_a_game_killed_in_the_middle_of_a_trick_ends_as_if_uninterrupted(tmp_path: Path) -> None:
    with new_game(tmp_path) as game:
        game.until_prompt()
        while not (game.session.deal and game.session.deal.play and game.session.deal.play.trick):
            game.type(passive(game.session))
        before = game.session
        game.process.send_signal(signal.SIGKILL)
        assert game.status() == -signal.SIGKILL
    with resumed_game(tmp_path) as game:
        output = game.until_prompt()
        assert "The session continues where it stopped." in output
        assert "On the table:" in output
        assert game.session == before
    with resumed_game(tmp_path) as game:
        game.play_to_the_end(Person(3, "e", "y"))
        assert game.status() == 0
        assert game.session == uninterrupted_session(tmp_path / "again")


@pytest.mark.long
def test_a_game_killed_at_every_prompt_ends_as_if_uninterrupted(tmp_path: Path) -> None:
    with new_game(tmp_path) as game:
        game.until_prompt()
    finished = 0
    while finished < 1:
        with resumed_game(tmp_path) as game:
            game.until_prompt()
            game.type(passive(game.session))
            finished = len(game.session.finished)
    with resumed_game(tmp_path) as game:
        game.play_to_the_end(Person(3, "e", "y"))
    assert read_session(tmp_path / "session.jsonl") == uninterrupted_session(tmp_path / "again")


def test_a_line_torn_by_a_kill_is_dropped_and_reported(tmp_path: Path) -> None:
    with new_game(tmp_path) as game:
        game.until_prompt()
    path = tmp_path / "session.jsonl"
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"seat": 0, "act')
    with resumed_game(tmp_path) as game:
        assert "was incomplete and has been removed" in game.until_prompt()
    assert path.read_bytes() == whole


def test_resume_continues_the_session_played_last(tmp_path: Path) -> None:
    with RunningGame(tmp_path, "--resume") as game:
        assert game.status() == 2
        assert "there is no unfinished session in" in game.output
    for seed in ("1", "2"):
        with RunningGame(tmp_path, "--seed", seed) as game:
            game.until_prompt()
            game.type("q")
            assert game.status() == 0
            assert game.output.rstrip().endswith("To resume: dobbm play --resume")
    files = {path: path.read_text() for path in (tmp_path / "dobbm" / "sessions").iterdir()}
    with RunningGame(tmp_path, "--resume") as game:
        game.until_prompt()
        game.type("weiter" if "weiter" in game.output else "gut")
    [played_on] = [path for path, text in files.items() if path.read_text() != text]
    assert '"seed": 2' in files[played_on]


def test_two_terminals_cannot_play_one_session(tmp_path: Path) -> None:
    with new_game(tmp_path) as game:
        game.until_prompt()
        with resumed_game(tmp_path) as other:
            assert other.status() == 2
            assert "is being played in another terminal" in other.output
        assert "To resume" in game.type("q")


def test_an_error_names_the_bad_line_and_changes_nothing(tmp_path: Path) -> None:
    with new_game(tmp_path) as game:
        game.until_prompt()
    path = tmp_path / "session.jsonl"
    lines = path.read_text().splitlines()
    lines[2] = '{"seat": 3, "action": "weiter"}'
    path.write_text("\n".join(lines) + "\n")
    before = path.read_bytes()
    with resumed_game(tmp_path) as game:
        assert game.status() == 2
        assert f"{path}, line 3: it is seat 1's turn, not seat 3's" in game.output
    assert path.read_bytes() == before


def test_the_end_of_the_input_keeps_the_game(tmp_path: Path) -> None:
    with new_game(tmp_path) as game:
        game.until_prompt()
        game.end_input()
        assert game.status() == 0
        assert f"To resume: dobbm play --resume {game.path}" in game.output


def test_a_closed_input_ends_the_game_like_an_empty_one(tmp_path: Path) -> None:
    command = f"exec '{sys.executable}' -m dobbm play --session '{tmp_path}/session.jsonl' <&-"
    ended = subprocess.run(
        ["sh", "-c", command], capture_output=True, text=True, env=environment(tmp_path)
    )
    assert ended.returncode == 0
    assert ended.stderr == ""
    assert "\nEverything is saved. To resume: dobbm play --resume" in ended.stdout


def test_ctrl_c_prints_how_to_continue(tmp_path: Path) -> None:
    with new_game(tmp_path) as game:
        game.until_prompt()
        game.process.send_signal(signal.SIGINT)
        assert game.status() == 130
        assert f"To resume: dobbm play --resume {game.path}" in game.output
        assert "Traceback" not in game.output


@pytest.mark.parametrize(
    "hangup", [pytest.param(signal.SIGTERM, marks=pytest.mark.long), signal.SIGHUP]
)
def test_closing_the_terminal_loses_nothing(tmp_path: Path, hangup: int) -> None:
    with new_game(tmp_path, terminal=True) as game:
        game.until_prompt()
        before = game.session
        game.process.send_signal(hangup)
        assert game.status() == -hangup
    with resumed_game(tmp_path) as game:
        game.until_prompt()
        assert game.session == before


def test_settings_of_a_session_cannot_be_changed_later(tmp_path: Path) -> None:
    with new_game(tmp_path) as game:
        game.until_prompt()
    for option in (
        ("--players", "5"),
        ("--seed", "3"),
        ("--match", "12"),
        ("--preset", "akagiri"),
        ("--max-doublings", "none"),
        ("--name", "Anna"),
    ):
        done = dobbm("play", "--resume", str(game.path), *option)
        assert done.returncode == 2
        assert f"{option[0]} cannot be changed in a resumed session" in done.stderr.decode()


@pytest.mark.parametrize("kind", ["exec", "py"])
def test_a_program_named_by_a_session_file_does_not_run_without_consent(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    trap = tmp_path / "trap"
    (tmp_path / "trapped.py").write_text(f"open({str(trap)!r}, 'w')\nclass Bot: pass\n")
    bots = {"exec": f"exec:touch {trap}", "py": "py:trapped:Bot"}[kind]
    with new_game(tmp_path) as game:
        game.until_prompt()
    path = tmp_path / "session.jsonl"
    first, *rest = path.read_text().splitlines(keepends=True)
    opening = json.loads(first)
    opening["session"]["meta"]["bots"] = bots
    path.write_text("".join([json.dumps(opening) + "\n", *rest]))
    with resumed_game(tmp_path) as game:
        assert game.status() == 2
        assert "if you trust it, add --bots" in game.output
    assert not trap.exists()


def test_bots_that_never_answer_end_the_game_with_a_report(tmp_path: Path) -> None:
    with new_game(tmp_path, "--bots", "exec:true") as game:
        assert game.status() == 2
        assert "the program 'true' ended before its first answer, with status 0" in game.output


SPEECHLESS = """
class Bot:
    def act(self, view, seed):
        return None
"""


def test_bots_without_an_answer_take_the_first_legal_action(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    (tmp_path / "speechless.py").write_text(SPEECHLESS)
    with new_game(tmp_path, "--bots", "py:speechless:Bot") as game:
        game.play_to_the_end(Person(1, "e", "y"))
        assert game.status() == 0
        assert game.session.deals[0].phase == DONE


def test_a_revoke_must_be_confirmed_and_ends_the_deal(tmp_path: Path) -> None:
    with new_game(tmp_path, "--revokes", "penalised") as game:
        game.until_prompt()
        while not (game.session.deal and game.session.deal.play):
            game.type(passive(game.session))
        deal = game.session.deal
        assert deal.play
        illegal = deal.hand(0) & ~deal.play.legal_cards()
        name = next(name for name, card in CARDS.items() if card & illegal)
        output = game.type(name)
        assert "Follow suit" in output
        assert "it ends the deal and costs half a Match.\nAre you sure? (y/n)" in output
        game.type("n")
        assert game.session.deal == deal
        game.type(name)
        output = game.type("y")
        assert "You revoked (verleugnet)" in output
        assert "A revoke costs half a Match: 30 points, 1 Schilling a point → 30" in output
        assert game.session.deals[0].offender == 0


def test_all_pages_can_be_opened(tmp_path: Path) -> None:
    with new_game(tmp_path) as game:
        game.until_prompt()
        assert "save and quit" in game.type("h")
        assert "Total" in game.type("l")
        assert "There are no tricks to look back at now." in game.type("t")
        assert "Hearts are always trumps" in game.type("rules")
        assert "A session can end only between deals" in game.type("e")
        while not (game.session.deal and game.session.deal.play):
            game.type(passive(game.session))
        assert "Your side's tricks: 0 (0 points)" in game.type("t")


# Compiled code is kept here between runs.
CACHE = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")


def test_a_hint_is_given_in_every_phase(tmp_path: Path) -> None:
    with new_game(tmp_path, XDG_CACHE_HOME=CACHE) as game:
        game.until_prompt()
        hinted = set()
        while not game.session.finished:
            deal = game.session.deal
            assert deal
            if deal.phase not in hinted:
                output = game.type("?")
                assert "Thinking" in output
                listing = output.partition("Thinking")[2]
                if deal.phase in ("bidding", "doubling"):
                    assert all(word in listing for word in deal.legal_actions())
                elif deal.play:
                    assert cards_in(listing) >= {*split(deal.play.legal_cards())}
                assert game.session.deal == deal
                hinted.add(deal.phase)
            game.type("dobbm" if "dobbm" in deal.legal_actions() else passive(game.session))
        assert hinted >= {"bidding", "play"}
        assert "No deal is in progress" in game.type("?")


def test_the_same_session_gives_the_same_hint(tmp_path: Path) -> None:
    with new_game(tmp_path, XDG_CACHE_HOME=CACHE) as game:
        game.until_prompt()
        hint, again = game.type("?"), game.type("?")
    assert hint.partition("The bot's choice")[2] == again.partition("The bot's choice")[2]


def test_without_the_libraries_a_hint_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import sys; sys.modules['numba'] = sys.modules['wasmtime'] = None"
    )
    with new_game(tmp_path, PYTHONPATH=str(tmp_path)) as game:
        game.until_prompt()
        assert "Hints need additional libraries: pip install '.[bots]'" in game.type("?")
        before = game.session
        game.type(passive(before))
        assert game.session != before


def test_a_pipe_gets_plain_text(tmp_path: Path) -> None:
    with new_game(tmp_path) as game:
        game.play_to_the_end(Person(1, "e", "y"))
        assert "\x1b" not in game.output
        assert "\r" not in game.output


def test_letters_instead_of_symbols(tmp_path: Path) -> None:
    with new_game(tmp_path, "--letters") as game:
        game.play_to_the_end(Person(1, "e", "y"))
        assert not set("♥♠♣♦") & set(game.output)
        assert re.search(r"Your hand: 1:[HLAB][6-9UOKTS]", game.output)


def test_an_encoding_without_the_symbols_gets_letters(tmp_path: Path) -> None:
    with new_game(tmp_path, PYTHONIOENCODING="ascii") as game:
        game.play_to_the_end(Person(1, "e", "y"))
        assert game.status() == 0
        assert game.output.isascii()
        assert re.search(r"Your hand: 1:[HLAB][6-9UOKTS]", game.output)
        assert re.search(
            r"1 Schilling a point -> \d+, .*each of the three\sdefenders -> [+-]\d+", game.output
        )


def test_unreadable_input_is_refused_like_any_other(tmp_path: Path) -> None:
    with new_game(tmp_path) as game:
        game.until_prompt()
        for typed in ("\0", "\x1b[A", "x" * 5000, "1" * 5000, "𝟙"):
            assert "is not a card, a word or a command" in " ".join(game.type(typed).split())
        assert game.session.deal
        assert not game.session.deal.play


def test_the_person_is_called_by_name(tmp_path: Path) -> None:
    with new_game(tmp_path, "--name", "\x1b[31mAnna") as game:
        output = game.until_prompt()
        assert "Dealer: [31mAnna" in output
        assert "\x1b" not in output


def test_a_name_that_nobody_can_read_is_refused_with_a_reason() -> None:
    done = dobbm("play", "--name", "\u3164")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"dobbm: every character of a name must be visible\n"


@pytest.mark.parametrize("players", [4, pytest.param(5, marks=pytest.mark.long)])
def test_a_terminal_is_redrawn_in_colour(tmp_path: Path, players: int) -> None:
    options = ("--players", str(players), "--fast")
    with new_game(tmp_path, *options, terminal=True, TERM="xterm-256color") as game:
        output = game.until_prompt()
        assert "\x1b[H" in output
        assert re.search(r"\x1b\[[\d;]*m ♥. \x1b\[0m", output)
        while len(game.session.finished) < 1:
            output = game.type(passive(game.session))
        assert BETWEEN in output
        assert game.type("l").count("\x1b[H") == 1
        game.type("")
        game.type("q")
        assert game.status() == 0


def test_no_color_is_respected(tmp_path: Path) -> None:
    with new_game(tmp_path, terminal=True, TERM="xterm-256color", NO_COLOR="1") as game:
        output = game.until_prompt()
        assert "\x1b[H" in output
        assert not re.search(r"\x1b\[[\d;]*\b(3[0-8]|4[0-8]|9[0-7])\b[\d;]*m", output)


def test_a_dumb_terminal_gets_plain_lines(tmp_path: Path) -> None:
    with new_game(tmp_path, terminal=True, TERM="dumb") as game:
        assert "\x1b" not in game.until_prompt()


def test_ctrl_d_at_a_terminal_keeps_the_game(tmp_path: Path) -> None:
    with new_game(tmp_path, "--fast", terminal=True, TERM="xterm") as game:
        game.until_prompt()
        game.press("\x04")
        assert game.status() == 0
        assert "To resume: dobbm play --resume" in game.output


def test_ctrl_c_at_a_terminal_ends_without_a_traceback(tmp_path: Path) -> None:
    with new_game(tmp_path, terminal=True, TERM="xterm") as game:
        game.until_prompt()
        game.press("\x03")
        assert game.status() == 130
        assert "Traceback" not in game.output


def test_the_hand_is_numbered_from_the_highest_trump(tmp_path: Path) -> None:
    with new_game(tmp_path) as game:
        output = game.until_prompt()
    [hand] = re.findall("Your hand: (.*)", output)
    cards = CARD.findall(hand)
    hearts = [CARDS[SUITS[name[0]] + name[1]] for name in cards if name[0] == "♥"]
    assert all(higher > lower for higher, lower in pairwise(hearts))
    assert [name[0] for name in cards[: len(hearts)]] == ["♥"] * len(hearts)
    assert parse_cards(" ".join(SUITS[name[0]] + name[1] for name in cards)).bit_count() == 8
