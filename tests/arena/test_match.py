"""Duplicate matches."""

from __future__ import annotations

import json
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from clusters import RecordingExecutor
from contests import contest
from dobbm.arena.match import SEATINGS, Match, play_boards
from dobbm.arena.statistics import Estimate
from dobbm.cli import main
from dobbm.game.cards import CARDS
from dobbm.game.deal import Deal
from dobbm.game.errors import DobbmError, PlayerError
from dobbm.game.rules import Rules
from dobbm.game.session import Session
from dobbm.game.settlement import settle
from dobbm.players import BUILT_IN, PlayerSource
from dobbm.workers import WorkerPool
from python_bots import SOURCE, Broken, Simple, register

FIRST_LEGAL = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "act":
        legal = message["view"]["legal"]
        answer = {"id": message["id"], "action": legal[0] if legal else "none"}
        print(json.dumps(answer), flush=True)
"""


def test_in_the_six_seatings_a_has_every_seat_three_times() -> None:
    assert sorted(SEATINGS) == sorted(combinations(range(4), 2))
    assert all(sum(seat in seats for seats in SEATINGS) == 3 for seat in range(4))


@pytest.mark.parametrize("name", ["random", "simple"])
def test_a_player_against_itself_scores_exactly_zero(name: str) -> None:
    standing = contest(name, name, decks=15)
    assert standing.gain == Estimate(0.0, (0.0,) * 15, 15)
    assert standing.gain.interval == (0.0, 0.0)
    assert standing.deals == 90


def test_a_match_with_the_players_swapped_is_the_same_with_the_sign_changed() -> None:
    match, swapped = contest("simple", "random", 10), contest("random", "simple", 10)
    assert match.gain.mean == -swapped.gain.mean
    assert match.gain.pulls == tuple(-pull for pull in swapped.gain.pulls)
    assert match.a.declared_to_json() == swapped.b.declared_to_json()


def test_the_same_seed_gives_the_same_match_and_another_seed_differs() -> None:
    assert contest("simple", "random", 5).gain == contest("simple", "random", 5).gain
    assert contest("simple", "random", 5).gain != contest("simple", "random", 5, seed=4).gain


def test_the_mean_is_in_card_points_whatever_the_stake() -> None:
    rules = Rules(match=60, max_doublings=0)
    dear = Rules(match=6000, max_doublings=0)
    at_60 = contest("simple", "random", 8, rules=rules)
    at_6000 = contest("simple", "random", 8, rules=dear)
    assert at_60.gain.mean == pytest.approx(at_6000.gain.mean)
    assert at_60.gain.pulls == pytest.approx(at_6000.gain.pulls)


def contracts(a: str, b: str, **options: Any) -> list[list[tuple[str, ...]]]:
    """The bids, discards and doubling words, by deck and seating."""
    match = Match(a, b, Rules(max_doublings=3), seed=3, **options)
    return [
        [
            tuple(action for action in played.deal.actions if action not in CARDS)
            for played in board.deals
        ]
        for board in play_boards(match, range(12))
    ]


def test_the_boards_do_not_depend_on_the_workers() -> None:
    match = Match("simple", "random", Rules(), seed=3)
    with WorkerPool(1) as pool:
        assert played(match, executor=pool) == played(match)
    with ThreadPoolExecutor(2) as threads:
        assert played(match, executor=threads) == played(match)
    away = RecordingExecutor()
    assert played(match, executor=away) == played(match)
    assert away.submitted == 3


def test_a_match_needs_at_least_one_job() -> None:
    with pytest.raises(ValueError, match='"jobs" must be a whole number from 1 to 1024, not 0'):
        next(play_boards(Match("simple", "random", Rules()), range(3), jobs=0))


def played(match: Match, **how: Any) -> list[list[Deal]]:
    """The deals of three decks."""
    return [[one.deal for one in board.deals] for board in play_boards(match, range(3), **how)]


@pytest.mark.parametrize("bot", [Simple, Simple()], ids=["class", "object"])
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bot_in_python_plays_a_match_in_any_number_of_processes(
    bot: PlayerSource, jobs: int
) -> None:
    match = Match(bot, "random", Rules(), seed=3)
    assert match.names == ("Simple", "random")
    assert played(match, jobs=jobs) == played(Match("simple", "random", Rules(), seed=3))


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_registered_player_plays_a_match_in_any_number_of_processes(
    jobs: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    register(tmp_path, "hias")
    monkeypatch.syspath_prepend(tmp_path)
    assert main(["match", "hias:quiet", "hias", "--decks", "2", "--jobs", jobs, "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["a"], result["b"], result["decks"]) == ("hias:quiet", "hias", 2)
    assert result["a_declared"]["deals"] == 0 < result["b_declared"]["deals"]
    assert main(["players"]) == 0
    assert re.search(r"^hias +registered by tirol 1\.2$", capsys.readouterr().out, re.MULTILINE)


def test_a_player_in_a_module_plays_a_league_in_several_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "lois_bot.py").write_text(SOURCE)
    monkeypatch.chdir(tmp_path)
    players = ["py:lois_bot:Bot", "simple", "random"]
    assert main(["league", *players, "--decks", "1", "--jobs", "2", "--json"]) == 0
    matches = json.loads(capsys.readouterr().out)["matches"]
    assert [match["mean"] for match in matches if match["b"] == "simple"] == [0.0]


def test_a_bot_that_cannot_be_sent_to_a_worker_is_refused_with_the_remedy() -> None:
    class Local(Simple):
        pass

    match = Match(Local, "random", Rules())
    assert played(match)
    with ThreadPoolExecutor(1) as threads:
        assert played(match, executor=threads) == played(match)
    with pytest.raises(PlayerError, match=r"sent to another process \(.*Local.*\): give a class"):
        played(match, jobs=2)


def test_a_bot_that_a_worker_cannot_import_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    fleeting = ModuleType("fleeting")
    monkeypatch.setitem(sys.modules, "fleeting", fleeting)
    exec(SOURCE, vars(fleeting))
    match = Match(vars(fleeting)["Bot"], "random", Rules())
    with pytest.raises(PlayerError, match="a worker process cannot load a player .*fleeting"):
        played(match, jobs=2)


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_exception_in_a_bot_ends_the_match(jobs: int) -> None:
    with pytest.raises(PlayerError, match="the player Broken raised LookupError: no cards"):
        played(Match("random", Broken, Rules()), jobs=jobs)


def test_frozen_contracts_do_not_depend_on_the_players() -> None:
    of_simple = contracts("simple", "simple")
    assert contracts("random", "random", contracts="simple") == of_simple
    assert contracts("random", "simple", contracts="simple") == of_simple
    assert contracts("random", "simple") != of_simple


def test_contracts_are_frozen_only_by_a_built_in_player() -> None:
    bots: list[Any] = [Simple(), "py:python_bots:Simple"]
    for bot in bots:
        with pytest.raises(PlayerError, match="only by a built-in player"):
            Match("simple", "random", Rules(), contracts=bot)


def test_frozen_contracts_compare_card_play_alone() -> None:
    standing = contest("simple", "random", 40, contracts="simple")
    assert standing.a.declared == standing.b.declared
    assert standing.gain.interval
    assert 0 < standing.gain.interval[0] < standing.gain.interval[1] < 10
    assert standing.to_json()["frozen_contracts"] == "simple"


def test_no_player_is_asked_about_a_frozen_contract() -> None:
    standing = contest("random", "random", 10, contracts="simple")
    played = standing.deals - standing.thrown_in
    assert standing.a.tally.answers + standing.b.tally.answers == 32 * played


def test_the_command_prints_the_result_as_one_json_object(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["match", "simple", "random", "--decks", "4", "--seed", "9", "--json"]) == 0
    out, err = capsys.readouterr()
    result = json.loads(out)
    assert err == ""
    assert (result["a"], result["b"], result["decks"], result["deals"]) == (
        "simple",
        "random",
        4,
        24,
    )
    low, high = result["ci95"]
    assert low < result["mean"] < high
    assert result["faults"] == {"a": 0, "b": 0}
    assert set(result["a_declared"]) >= {"deals", "won"}
    assert result["seconds_per_action"]["a"] > 0


def test_without_json_the_command_prints_a_report(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "simple", "random", "--decks", "2"]) == 0
    first, second, *rest = capsys.readouterr().out.splitlines()
    assert first.startswith("simple against random: ")
    assert second.startswith("2 decks, 12 deals, ")
    assert [line.split(":")[0] for line in rest] == [
        "simple",
        "random",
        "declaring, card points per deal",
        "defending, card points per deal",
    ]


def test_a_program_plays_a_match_and_its_faults_are_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "first.py"
    program.write_text(FIRST_LEGAL)
    name = f"exec:{sys.executable} {program}"
    assert main(["match", name, "random", "--decks", "3", "--seconds", "5", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    # The program knows nothing of the exchange: each of its ordinary games has one fault.
    declared = result["a_declared"]
    assert result["faults"] == {"a": declared["deals"] - declared["solos"], "b": 0}


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["nobody", "random"], "unknown player 'nobody'"),
        (["random", "exec:/no/such/program"], "cannot start '/no/such/program'"),
        (["random", "exec:false"], "the program 'false' ended before its first answer"),
        (["random", "exec:false", "--jobs", "2"], "the program 'false' ended before its first"),
        (
            ["random", "py:python_bots:Broken"],
            "the player py:python_bots:Broken raised LookupError: no cards",
        ),
        (["random", "random", "--match", "9999999999"], '"match" must be a whole number from 1'),
    ],
)
def test_an_impossible_match_is_refused_in_one_sentence(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["match", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert complaint in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "option",
    [
        ["--decks", "0"],
        ["--decks", "many"],
        ["--match", "0"],
        ["--seconds", "-1"],
        ["--seconds", "nan"],
    ],
)
def test_numbers_out_of_range_are_refused(
    option: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["match", "random", "random", *option])
    assert "must be" in capsys.readouterr().err


def test_the_players_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["players"]) == 0
    names = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert names == [*BUILT_IN, "py:MODULE:ATTRIBUTE", "exec:COMMAND"]


def test_a_session_is_dealt_and_ended_as_the_rules_say() -> None:
    """The Mußrunde follows three deals; the six tables get the same cards deal by deal."""
    match = Match("simple", "random", Rules(), seed=2, session=3)
    [board] = play_boards(match, range(1))
    tables = [board.deals[first : first + 7] for first in range(0, 42, 7)]
    assert [table[0].seats_of_a for table in tables] == list(SEATINGS)
    for table in tables:
        deals = [played.deal for played in table]
        session = Session(match.rules, 4, deals[0].setup.dealer, deals, mussrunde_from=3)
        assert session.over
        dealers = [deal.setup.dealer for deal in deals]
        for before, dealer in zip(deals, dealers[1:], strict=False):
            assert dealer == settle(before).next_dealer
        assert [deal.setup.must for deal in deals] == [False] * 3 + [True] * 4
        assert [deal.setup.deck for deal in deals] == [
            played.deal.setup.deck for played in tables[0]
        ]
    assert len({played.deal.setup.deck for played in tables[0]}) == 7


def test_the_session_is_the_unit_of_the_interval() -> None:
    standing = contest("simple", "random", decks=3, session=2)
    assert (standing.decks, standing.deals) == (3, 3 * 6 * 6)
    assert len(standing.gain.pulls) == 3
    assert standing.session_gain.mean == pytest.approx(6 * standing.gain.mean)
    assert contest("random", "random", decks=2, session=1).gain.mean == 0


def test_with_frozen_contracts_all_tables_of_a_session_play_the_same_deals() -> None:
    match = Match("simple", "random", Rules(max_doublings=0), contracts="simple", session=2)
    [board] = play_boards(match, range(1))
    by_table = [board.deals[first : first + 6] for first in range(0, 36, 6)]
    for deals in zip(*by_table, strict=True):
        assert len({played.deal.setup for played in deals}) == 1
        assert len({played.deal.bidding for played in deals}) == 1


def test_a_session_needs_a_number_of_deals() -> None:
    with pytest.raises(DobbmError, match='"session" must be'):
        Match("simple", "random", Rules(), session=-1)
