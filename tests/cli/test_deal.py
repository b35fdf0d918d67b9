"""``dobbm deal``: random records without actions."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dobbm import PRESETS, Rules, from_record
from dobbm.cli import main
from dobbm.game.cards import HEARTS, points
from rule_options import variants


def drawn(capsys: pytest.CaptureFixture[str], arguments: str = "") -> dict[str, Any]:
    assert main(["deal", *arguments.split()]) == 0
    record: dict[str, Any] = json.loads(capsys.readouterr().out)
    return record


def test_a_record_without_actions(capsys: pytest.CaptureFixture[str]) -> None:
    record = drawn(capsys)
    assert record["actions"] == []
    assert from_record(record).setup.rules == Rules()


def test_the_same_seed_gives_the_same_deal(capsys: pytest.CaptureFixture[str]) -> None:
    assert drawn(capsys, "--seed 7") == drawn(capsys, "--seed 7") != drawn(capsys, "--seed 8")


def test_several_deals_begin_with_the_single_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["deal", "--seed", "7", "--count", "3"]) == 0
    first, second, third = map(json.loads, capsys.readouterr().out.splitlines())
    assert first == drawn(capsys, "--seed 7")
    assert len({tuple(one["deck"]) for one in (first, second, third)}) == 3


def test_without_a_seed_every_deal_differs(capsys: pytest.CaptureFixture[str]) -> None:
    assert drawn(capsys)["deck"] != drawn(capsys)["deck"]


def test_the_dealer_is_drawn_by_lot_or_named(capsys: pytest.CaptureFixture[str]) -> None:
    dealers = {drawn(capsys, f"--players 5 --seed {seed}")["dealer"] for seed in range(40)}
    assert dealers == {0, 1, 2, 3, 4}
    assert drawn(capsys, "--dealer 2 --seed 1")["dealer"] == 2


def test_naming_the_dealer_does_not_change_the_cards(capsys: pytest.CaptureFixture[str]) -> None:
    one, other = drawn(capsys, "--seed 7 --dealer 0"), drawn(capsys, "--seed 7 --dealer 1")
    assert one["deck"] == other["deck"]


def test_a_deal_of_a_mussrunde(capsys: pytest.CaptureFixture[str]) -> None:
    assert drawn(capsys)["must"] is False
    assert drawn(capsys, "--must")["must"] is True


@pytest.mark.parametrize("preset", PRESETS)
def test_presets(preset: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert drawn(capsys, f"--preset {preset}")["rules"] == {"preset": preset}


@pytest.mark.parametrize(
    ("arguments", "rules"),
    [
        *(
            (f"--{name.replace('_', '-')} {value}", rules.overrides())
            for one, rules in variants().items()
            for name, _, value in [one.partition("=")]
            if value
        ),
        ("--match 12 --unit 5", {"match": 12, "unit": 5}),
        ("--max-doublings none", {}),
    ],
)
def test_options(arguments: str, rules: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    assert drawn(capsys, arguments)["rules"] == {"preset": "pagat", **rules}


def test_a_dealer_who_does_not_play_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["deal", "--dealer", "4"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("dobbm: ")


@pytest.mark.parametrize("value", ["1000000001", "99999999999999999999"])
@pytest.mark.parametrize("option", ["--unit", "--match", "--max-doublings"])
def test_a_limit_is_named_whatever_the_length_of_the_number(
    option: str, value: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["deal", option, value]) == 2
    assert f"to 1000000000, not {value}" in capsys.readouterr().err


WHERE = "hearts(forehand) >= 4 and points(dealer) < 20"


def test_deals_that_satisfy_a_condition(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["deal", "--seed", "7", "--count", "3", "--where", WHERE]) == 0
    out, err = capsys.readouterr()
    assert err == "dobbm: 2.24 % of all deals satisfy the condition\n"
    deals = [from_record(json.loads(line)) for line in out.splitlines()]
    assert len({deal.setup.deck for deal in deals}) == 3
    for deal in deals:
        forehand, dealer = deal.hand(deal.setup.active[0]), deal.hand(deal.setup.dealer)
        assert (forehand & HEARTS).bit_count() >= 4
        assert points(dealer) < 20
    assert main(["deal", "--seed", "7", "--where", WHERE]) == 0
    assert capsys.readouterr().out == out.splitlines(keepends=True)[0]


@pytest.mark.parametrize(
    ("players", "where", "message"),
    [
        (4, "hearts(me) > 3", "condition, column 8: found 'me'; the places are forehand, "),
        (5, "hearts(dealer) > 3", "condition, column 8: found 'dealer'; the places are "),
        (4, "hearts(forehand) > 8", "no deal satisfies the condition"),
    ],
)
def test_a_condition_that_gives_no_deals_is_refused_in_a_sentence(
    players: int, where: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["deal", "--players", str(players), "--where", where]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"dobbm: {message}")
    assert err.count("\n") == 1
