from __future__ import annotations

import json
from dataclasses import FrozenInstanceError
from pathlib import Path
from typing import Any

import pytest

from dobbm.game.errors import RulesError
from dobbm.game.rules import CONTRACTS, OPTIONS, PRESETS, Option, Rules

DOCS = Path(__file__).parents[2] / "docs"
RANGES = {
    "rules.md": ("{} to 10⁹", ", or null"),
    "de/rules.md": ("{} bis 10⁹", ", oder null"),
    "ja/rules.md": ("{}～10⁹", "、またはnull"),
}
"""How the pages write the values of a number, and those of a limit."""


def cells_of(option: Option, numbers: str, limit: str) -> list[str]:
    """The row of an option in a page: its name, its values, and its value in each preset."""
    words = ", ".join(f'`"{word}"`' for word in option.words)
    values = words or numbers.format(option.smallest) + option.limits * limit
    in_presets = [getattr(rules, option.name) for rules in PRESETS.values()]
    written = [f'`"{value}"`' if option.words else json.dumps(value) for value in in_presets]
    return [f"`{option.name}`", values, *written]


@pytest.mark.parametrize("page", RANGES)
def test_the_pages_list_each_option_with_its_values_and_presets(page: str) -> None:
    """docs/rules.md 11"""
    lines = [line.strip("| ") for line in (DOCS / page).read_text(encoding="utf-8").splitlines()]
    head = next(at for at, line in enumerate(lines) if line.endswith("`akagiri`"))
    rows = [line.split(" | ") for line in lines[head + 2 : head + 2 + len(OPTIONS)]]
    assert lines[head].split(" | ")[2:] == [f"`{preset}`" for preset in PRESETS]
    assert rows == [cells_of(option, *RANGES[page]) for option in OPTIONS.values()]
    assert lines[head + 2 + len(OPTIONS)] == "", "the table has a row more"


def test_pagat_is_the_default_preset() -> None:
    assert Rules() == Rules.of() == Rules.of("pagat") == PRESETS["pagat"]


def test_nobody_adds_a_preset() -> None:
    presets: Any = PRESETS
    with pytest.raises(TypeError):
        presets["skat"] = Rules()


def test_a_preset_with_some_options_changed() -> None:
    rules = Rules.of("wikipedia", match=240, max_doublings=0)
    assert rules.overrides() == {"match": 240, "max_doublings": 0}
    assert rules.doubling_from == "dealer"
    assert Rules.of("wikipedia", **rules.overrides()) == rules


def test_an_option_with_the_value_of_the_preset_is_not_an_override() -> None:
    assert Rules.of("akagiri", unit=5).overrides() == {}


@pytest.mark.parametrize("preset", ["", "Pagat", "pagat ", "bauern", None, 1, True, ["pagat"], {}])
def test_a_preset_that_does_not_exist(preset: Any) -> None:
    with pytest.raises(
        RulesError,
        match="unknown preset .*: the presets are pagat, wikipedia, gamer|a string, not ",
    ):
        Rules.of(preset)
    with pytest.raises(RulesError, match='"preset" must be'):
        Rules(preset=preset)


@pytest.mark.parametrize("option", ["target", "", "Match", "preset", "players"])
def test_an_option_that_does_not_exist(option: str) -> None:
    with pytest.raises(RulesError, match="unknown option .*: the options are match, unit, "):
        Rules.of("pagat", **{option: 1})


@pytest.mark.parametrize("option", ["match", "unit", "max_doublings"])
@pytest.mark.parametrize("value", [-1, 10**9 + 1, 10**40, 12.0, True, False, "12", [], {}])
def test_a_value_that_is_not_a_whole_number_in_range(option: str, value: Any) -> None:
    with pytest.raises(
        RulesError, match=f'^"{option}" must be a whole number from . to 1000000000, not '
    ):
        Rules.of("pagat", **{option: value})


@pytest.mark.parametrize("option", ["match", "unit"])
@pytest.mark.parametrize("value", [0, None])
def test_a_price_is_at_least_1(option: str, value: Any) -> None:
    with pytest.raises(RulesError, match=f'^"{option}" must be a whole number from 1 '):
        Rules.of("pagat", **{option: value})


@pytest.mark.parametrize(
    ("option", "values"),
    [("match", [1, 10**9]), ("unit", [1, 10**9]), ("max_doublings", [0, 1, 10**9, None])],
)
def test_the_limits_of_a_number(option: str, values: list[int | None]) -> None:
    for value in values:
        assert Rules.of("gamerules", **{option: value}).options()[option] == value


@pytest.mark.parametrize(
    ("option", "allowed"),
    [
        ("sow_companion", '"plain" or "any"'),
        ("doubling_from", '"declarer" or "dealer"'),
        ("revokes", '"prevented" or "penalised"'),
    ],
)
@pytest.mark.parametrize("value", ["", "Any", "penalized", None, True, 0, ["any"], {}])
def test_a_word_that_is_not_a_choice(option: str, allowed: str, value: Any) -> None:
    with pytest.raises(RulesError, match=f'^"{option}" must be {allowed}, not '):
        Rules.of("pagat", **{option: value})


@pytest.mark.parametrize(
    ("option", "value"),
    [("sow_companion", "any"), ("doubling_from", "dealer"), ("revokes", "penalised")],
)
def test_the_other_choice(option: str, value: str) -> None:
    assert Rules.of("pagat", **{option: value}).overrides() == {option: value}


def test_rules_are_immutable() -> None:
    with pytest.raises(FrozenInstanceError):
        Rules().match = 12  # type: ignore[misc]


def test_contracts() -> None:
    rows = [(name, row.name, row.factor, row.exchanges) for name, row in CONTRACTS.items()]
    assert rows == [("dobbm", "dobbm", 1, True), ("solo", "solo", 2, False)]


def test_compiled_code_has_words_by_their_place_and_no_limit_as_minus_one() -> None:
    coded = {
        name: OPTIONS[name].coded(value) for name, value in PRESETS["wikipedia"].options().items()
    }
    assert [coded[name] for name in ("match", "doubling_from", "max_doublings")] == [12, 1, -1]


def test_only_rules_or_a_preset_are_rules() -> None:
    with pytest.raises(RulesError, match='"rules" must be a Rules or a preset, not 5'):
        Rules.given(5)  # type: ignore[arg-type]
