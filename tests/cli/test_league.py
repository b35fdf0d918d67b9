"""``dobbm league``: the cross table, the ranking and the chart."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.command import answers, dobbm, shell

LEAGUE = ("league", "random", "simple", "--decks", "6", "--seed", "4", "--max-doublings", "0")


def test_the_cross_table_is_sorted_by_rank() -> None:
    done = dobbm(*LEAGUE)
    title, head, first, second = done.stdout.decode().splitlines()
    assert title == "Against the field: card points per seat and deal, 6 decks per match"
    assert head.split() == ["1", "2", "against", "the", "field"]
    assert first.split()[:3] == ["1", "simple", "·"]
    assert second.split()[:2] == ["2", "random"]
    assert second.split()[-4] == "·"
    assert first.split()[3:6] == first.split()[6:9]  # there are no other players in the field
    assert (done.returncode, done.stderr) == (0, b"")


def test_the_json_has_the_same_matches_as_dobbm_match() -> None:
    (league,) = answers(dobbm(*LEAGUE, "--json"))
    (match,) = answers(dobbm("match", *LEAGUE[1:], "--json"))
    (in_league,) = league["matches"]
    del match["seconds_per_action"], in_league["seconds_per_action"]
    assert in_league == match
    assert league["ranking"][0] == {
        "player": "simple",
        "mean": -match["mean"],
        "ci95": [-match["ci95"][1], -match["ci95"][0]],
    }


def test_the_number_of_processes_changes_nothing() -> None:
    assert dobbm(*LEAGUE, "--jobs", "2").stdout == dobbm(*LEAGUE).stdout


def test_the_chart_is_written_as_svg(tmp_path: Path) -> None:
    picture = tmp_path / "league.svg"
    assert dobbm(*LEAGUE, "--plot", str(picture)).returncode == 0
    assert picture.read_text().startswith("<svg ")
    assert ">simple</text>" in picture.read_text()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ("simple", "a league needs at least two players"),
        ("simple simple", "'simple' can be in a league only once"),
        ("simple nobody", "unknown player 'nobody'"),
        ("simple random --decks 1 --plot l.png", "l.png: the ranking is drawn as SVG"),
        ("simple random --decks 1 --plot /no/such/folder/l.svg", "/no/such/folder/l.svg: No such"),
    ],
)
def test_an_impossible_request_is_refused_in_one_line(arguments: str, complaint: str) -> None:
    done = dobbm("league", *arguments.split())
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().startswith(f"dobbm: {complaint}")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize("option", [(), ("--json",)])
def test_an_interrupted_league_prints_what_it_has(option: tuple[str, ...]) -> None:
    players = ("simple", "random", "py:python_bots:Interrupting")
    done = dobbm("league", *players, "--decks", "2", *option)
    assert (done.returncode, done.stdout) == (130, b"")
    note, *lines = done.stderr.decode().splitlines()
    assert note == "interrupted"
    if option:
        matches = json.loads(lines[0])["matches"]
        assert [(match["b"], match["decks"]) for match in matches] == [
            *(("random", 2), ("py:python_bots:Interrupting", 1)),
        ]
    else:
        assert lines[0].startswith("simple against random: ")
        assert lines[0].endswith(", 2 decks")
        assert lines[1].endswith(", 1 deck")


def test_a_league_whose_reader_has_gone_prints_its_result_on_standard_error() -> None:
    done = shell("dobbm league simple random --decks 1 | true")
    assert done.returncode == 0
    assert done.stderr.startswith(b"Against the field: ")
