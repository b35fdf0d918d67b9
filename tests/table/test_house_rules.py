from __future__ import annotations

import json

import pytest

from dobbm import PRESETS, Rules
from dobbm.game.errors import RulesError
from dobbm.table.house_rules import BANK, FREE, Options

FRIENDS = Options(
    players=5,
    rules=Rules.of("akagiri", match=12, max_doublings=2),
    bot="pimc:quick",
    bank=60.0,
    free=5.0,
    listed=True,
    delay=30.0,
)


def test_by_default_four_play_by_the_rules_of_pagat() -> None:
    options = Options()
    assert (options.players, options.rules, options.bot) == (4, PRESETS["pagat"], "simple")
    assert (options.bank, options.free) == (BANK, FREE)
    assert not options.listed


@pytest.mark.parametrize("options", [Options(), FRIENDS, Options(rules=PRESETS["gamerules"])])
def test_options_survive_json(options: Options) -> None:
    assert Options.from_json(json.loads(json.dumps(options.to_json()))) == options


def test_only_differences_from_the_preset_are_stored() -> None:
    assert Options().to_json()["rules"] == {"preset": "pagat"}
    assert FRIENDS.to_json()["rules"] == {"preset": "akagiri", "match": 12, "max_doublings": 2}


def test_an_unknown_preset_is_refused() -> None:
    with pytest.raises(RulesError, match="unknown preset 'sautanz'"):
        Options.from_json(Options().to_json() | {"rules": {"preset": "sautanz"}})
