"""The file of a match."""

from __future__ import annotations

import fcntl
import io
import json
import signal
import subprocess
import sys
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from contests import AT_MOST_THREE_DOUBLINGS
from dobbm import Rules, from_record
from dobbm.arena import archive
from dobbm.arena.archive import kept_boards
from dobbm.arena.match import SEATINGS, Board, Match, play_boards
from dobbm.arena.seating import Tally
from dobbm.cli import main
from dobbm.game.errors import DobbmError
from python_bots import Simple

MATCH = Match("simple", "random", AT_MOST_THREE_DOUBLINGS, seed=5)
FULL = Path("/dev/full")
"""A device on which there is never any room."""


def boards(path: Path, decks: int, match: Match = MATCH) -> list[Board]:
    return list(kept_boards(path, match, decks, lambda rest: play_boards(match, rest)))


def cards(boards: list[Board]) -> list[tuple[str, ...]]:
    return [played.deal.actions for board in boards for played in board.deals]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "match.jsonl"


def lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines()]


def test_every_deal_is_a_record_with_its_seating(file: Path) -> None:
    played = boards(file, 3)
    written = lines(file)
    assert [from_record(line) for line in written] == [
        played.deal for board in played for played in board.deals
    ]
    assert [line["meta"]["deck"] for line in written] == [0] * 6 + [1] * 6 + [2] * 6
    for line, seats_of_a in zip(written, [*SEATINGS] * 3, strict=True):
        assert line["meta"]["seats"] == ["a" if seat in seats_of_a else "b" for seat in range(4)]
        assert line["meta"]["match"]["a"] == "simple"
        assert [tally["faults"] for tally in line["meta"]["tallies"]] == [0] * 4


def test_the_boards_read_from_the_file_are_exactly_those_played(file: Path) -> None:
    assert boards(file, 3) == boards(file, 3)


def test_a_match_goes_on_where_its_file_ends(file: Path, tmp_path: Path) -> None:
    boards(file, 2)
    begun = file.read_bytes()
    assert cards(boards(file, 5)) == cards(boards(tmp_path / "at_once.jsonl", 5))
    assert file.read_bytes().startswith(begun)
    assert len(lines(file)) == 30


def test_a_match_of_sessions_goes_on_where_its_file_ends(file: Path, tmp_path: Path) -> None:
    match = replace(MATCH, session=1)
    whole = boards(tmp_path / "whole.jsonl", 2, match)
    content = (tmp_path / "whole.jsonl").read_bytes()
    file.write_bytes(content[: len(content) * 3 // 4])
    assert cards(boards(file, 2, match)) == cards(whole)
    assert len(lines(file)) == 2 * 6 * 5
    with pytest.raises(DobbmError, match='this is another match: "session" is 1, not null'):
        boards(file, 1)


def test_a_longer_file_gives_only_the_decks_asked_for_and_stays_complete(file: Path) -> None:
    whole = boards(file, 4)
    content = file.read_bytes()
    assert boards(file, 2) == whole[:2]
    assert file.read_bytes() == content


@pytest.mark.parametrize("kept", [1, 100, 400, 700])
def test_a_match_cut_off_in_its_first_deal_begins_again(file: Path, kept: int) -> None:
    whole = boards(file, 1)
    file.write_bytes(file.read_bytes()[:kept])
    assert cards(boards(file, 1)) == cards(whole)
    assert len(lines(file)) == 6


def test_another_match_cut_off_in_its_first_deal_is_left_unchanged(file: Path) -> None:
    boards(file, 1)
    content = file.read_bytes()[:700]
    file.write_bytes(content)
    with pytest.raises(DobbmError, match="line 1: this is not JSON"):
        boards(file, 1, replace(MATCH, seed=6))
    assert file.read_bytes() == content


@pytest.mark.skipif(not FULL.exists(), reason="needs a device that is always full")
def test_a_full_disk_is_named_with_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The report says what the decks before were worth."""
    append = archive._append

    def append_until_full(file: io.FileIO, match: Match, board: Board) -> None:
        if board.deck < 2:
            append(file, match, board)
            return
        with FULL.open("wb", buffering=0) as full:
            append(full, match, board)

    monkeypatch.setattr(archive, "_append", append_until_full)
    target = tmp_path / "match.jsonl"
    options = ["--seed", "5", "--decks", "9", "--save", str(target)]
    assert main(["match", "simple", "random", *options]) == 2
    shown, said = capsys.readouterr()
    assert shown == ""
    assert "2 decks, 12 deals" in said
    assert f"dobbm: {target}: No space left on device" in said


@pytest.mark.parametrize("lost", [1, 300, 4000, 9000])
def test_an_incomplete_deck_is_played_again(file: Path, lost: int) -> None:
    whole = boards(file, 3)
    file.write_bytes(file.read_bytes()[:-lost])
    assert cards(boards(file, 3)) == cards(whole)
    assert [line["meta"]["deck"] for line in lines(file)] == [0] * 6 + [1] * 6 + [2] * 6


@pytest.mark.parametrize(
    ("other", "difference"),
    [
        (Match("random", "random", AT_MOST_THREE_DOUBLINGS, 5), "\"a\" is 'simple', not 'random'"),
        (Match(Simple, "random", AT_MOST_THREE_DOUBLINGS, 5), "\"a\" is 'simple', not 'Simple'"),
        (Match("simple", "random", AT_MOST_THREE_DOUBLINGS, 6), '"seed" is 5, not 6'),
        (Match("simple", "random", Rules(), 5), '"max_doublings" is 3, not null'),
        (
            Match("simple", "random", AT_MOST_THREE_DOUBLINGS, 5, contracts="random"),
            "\"contracts\" is null, not 'random'",
        ),
        (
            Match("simple", "random", AT_MOST_THREE_DOUBLINGS, 5, probe=True),
            '"probe" is false, not true',
        ),
    ],
)
def test_the_file_of_another_match_is_refused(file: Path, other: Match, difference: str) -> None:
    boards(file, 1)
    content = file.read_bytes()
    with pytest.raises(DobbmError) as refused:
        boards(file, 2, other)
    assert str(refused.value) == f"{file}, line 1: this is another match: {difference}"
    assert file.read_bytes() == content


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("My diary\n", "line 1: this is not JSON"),
        ("My diary", "line 1: this is not JSON"),
        ('{"deck": []}\n', 'line 1: the field "dealer" of a record is missing'),
    ],
)
def test_a_file_of_another_kind_is_refused_and_left_unchanged(
    file: Path, content: str, complaint: str
) -> None:
    file.write_text(content)
    with pytest.raises(DobbmError, match=complaint):
        boards(file, 1)
    assert file.read_text() == content


def changed(line: dict[str, Any], **meta: Any) -> dict[str, Any]:
    return line | {"meta": line["meta"] | meta}


@pytest.mark.parametrize(
    ("meta", "complaint"),
    [
        ({"deck": 7}, r"line 9: expected deck 1 with A in seats 0 and 3"),
        ({"seats": ["a"] * 4}, r"line 9: expected deck 1 with A in seats 0 and 3"),
        ({"match": None}, "line 9: this is not a deal of a match"),
        ({"mood": "good"}, "line 9: this is not a deal of a match"),
        ({"tallies": [{}] * 4}, 'line 9: "tallies" must be 4 objects with answers, faults, '),
        ({"tallies": [asdict(Tally(faults=-3))] * 4}, "line 9: .*, none below 0"),
        ({"tallies": None}, 'line 9: "tallies" must be 4 objects with answers, faults, '),
    ],
)
def test_a_line_out_of_place_is_named(file: Path, meta: dict[str, Any], complaint: str) -> None:
    boards(file, 2)
    written = lines(file)
    written[8] = changed(written[8], **meta)
    file.write_text("".join(json.dumps(line) + "\n" for line in written))
    with pytest.raises(DobbmError, match=complaint):
        boards(file, 2)


@pytest.mark.parametrize("change", [{"dealer": 3}, {"actions": []}])
def test_a_deal_of_another_deck_is_refused(file: Path, change: dict[str, Any]) -> None:
    boards(file, 1)
    written = lines(file)
    assert written[0]["dealer"] != 3
    file.write_text(json.dumps(written[0] | {"actions": []} | change) + "\n")
    with pytest.raises(DobbmError, match="line 1: deck 0 was dealt differently or not played"):
        boards(file, 1)


def test_a_record_without_a_match_is_refused(file: Path) -> None:
    boards(file, 1)
    record = {key: value for key, value in lines(file)[0].items() if key != "meta"}
    file.write_text(json.dumps(record) + "\n")
    with pytest.raises(DobbmError, match="line 1: this is not a deal of a match"):
        boards(file, 1)


def test_no_two_matches_write_to_one_file(file: Path) -> None:
    boards(file, 1)
    with open(file, "rb") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        with pytest.raises(DobbmError, match="another match is being written to"):
            boards(file, 2)


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DobbmError, match="is not a file in which a match can be saved"):
        boards(tmp_path, 1)


ENDED = """
import os, sys
from dobbm.arena import archive
from dobbm.cli import main

append = archive._append

def append_and_end(file, match, board):
    append(file, match, board)
    if board.deck == 2:
        os.kill(os.getpid(), int(sys.argv[1]))

archive._append = append_and_end
sys.exit(main(sys.argv[2:]))
"""
"""The command, with a signal sent to itself when its third deck has been written."""


@pytest.mark.parametrize("send", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_after_any_signal_the_file_is_valid_and_the_match_can_go_on(
    file: Path, send: signal.Signals
) -> None:
    command = ["match", "simple", "random", "--seed", "5", "--decks", "9", "--save", str(file)]
    done = subprocess.run(
        [sys.executable, "-c", ENDED, str(int(send)), *command], capture_output=True, check=False
    )
    note, _, report = done.stderr.partition(b"\n")
    assert (done.stdout, note) == (b"", b"interrupted" if send == signal.SIGINT else b"")
    assert bool(report) == (send == signal.SIGINT)
    assert file.read_bytes().count(b"\n") == 18
    assert cards(boards(file, 4)) == cards(list(play_boards(MATCH, range(4))))
