"""Golden deals: every playthrough is unchanged, and there is one for every case in ``NEEDED``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from dobbm import PRESETS, Deal, settle
from dobbm.game.actions import DONE
from game.playthroughs import PATHS, playthrough, read_deal

Condition = Callable[[Deal], bool]


def by_preset(preset: str) -> Condition:
    return lambda deal: deal.setup.rules.preset == preset


def by_players(players: int) -> Condition:
    return lambda deal: deal.setup.players == players


def by_outcome(outcome: str) -> Condition:
    return lambda deal: settle(deal).outcome == outcome


def by_tricks(tricks: int) -> Condition:
    return lambda deal: settle(deal).tricks == tricks


def solo(deal: Deal) -> bool:
    return "solo" in deal.actions


def solo_over_dobbm(deal: Deal) -> bool:
    return solo(deal) and "dobbm" in deal.actions


def schwacher_and_retours(deal: Deal) -> bool:
    return "schwacher" in deal.actions and deal.actions.count("retour") >= 2


def mussrunde(deal: Deal) -> bool:
    return deal.setup.must


def doubling_limit(deal: Deal) -> bool:
    return 0 < deal.doublings == deal.setup.rules.max_doublings


def discarded_sow(deal: Deal) -> bool:
    return any(" " in action and "S" in action for action in deal.actions)


def revoke_of_the_declarer(deal: Deal) -> bool:
    return deal.offender is not None and deal.offender == deal.declarer


def revoke_of_a_defender(deal: Deal) -> bool:
    return deal.offender not in (None, deal.declarer)


def thrown_in_by_five(deal: Deal) -> bool:
    return deal.declarer is None and deal.setup.players == 5


NEEDED: dict[str, Condition] = {
    **{preset: by_preset(preset) for preset in PRESETS},
    **{f"{players} players": by_players(players) for players in (4, 5)},
    **{
        outcome: by_outcome(outcome)
        for outcome in ("won", "lost", "eingestellt", "thrown_in", "revoke")
    },
    "no trick": by_tricks(0),
    "all eight tricks": by_tricks(8),
    "a Solo": solo,
    "a Solo over a Dobbm": solo_over_dobbm,
    "Schwacher and retours": schwacher_and_retours,
    "a limit of doublings": doubling_limit,
    "a must deal": mussrunde,
    "a sow discarded": discarded_sow,
    "a revoke of the declarer": revoke_of_the_declarer,
    "a revoke of a defender": revoke_of_a_defender,
    "a Stockerl": thrown_in_by_five,
}


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_the_engine_reproduces_the_playthrough(path: Path) -> None:
    # After an intended change, run python tests/game/playthroughs.py and review the diff.
    assert path.read_text(encoding="utf-8").splitlines() == playthrough(path).splitlines()


@pytest.mark.parametrize("wanted", NEEDED)
def test_there_is_a_playthrough_with(wanted: str) -> None:
    assert any(NEEDED[wanted](read_deal(path)) for path in PATHS)


def test_every_playthrough_is_a_whole_deal() -> None:
    unfinished = [path.name for path in PATHS if read_deal(path).phase != DONE]
    assert unfinished == []
