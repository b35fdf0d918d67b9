"""Leagues: every player against every other."""

from __future__ import annotations

from functools import partial

import pytest

from contests import AT_MOST_THREE_DOUBLINGS
from dobbm.arena.league import League
from dobbm.arena.match import Match, play_boards
from dobbm.game.errors import DobbmError
from dobbm.game.view import View
from dobbm.players import BUILT_IN, PlayerSource, Registration, follows
from dobbm.players.simple import play_simply
from dobbm.players.uniform import play_at_random
from python_bots import Simple

DECKS = 12


def play_half_simply(view: View, seed: int) -> str:
    """Play cards like ``simple``, and bid, discard and double like ``random``."""
    return (play_simply if view.phase == "play" else play_at_random)(view, seed)


def league(*players: PlayerSource) -> League:
    result = League(players, partial(Match, rules=AT_MOST_THREE_DOUBLINGS, seed=3))
    for standing in result.standings.values():
        for board in play_boards(standing.match, range(DECKS)):
            standing.add(board)
    return result


@pytest.fixture
def three(monkeypatch: pytest.MonkeyPatch) -> League:
    monkeypatch.setitem(BUILT_IN, "half", Registration(follows(play_half_simply), "in between"))
    return league("random", "half", "simple")


def test_every_pair_of_players_meets_once_on_the_same_decks(three: League) -> None:
    assert [*three.standings] == [("random", "half"), ("random", "simple"), ("half", "simple")]
    deals = {
        pair: [board.deals[0].deal.setup for board in play_boards(standing.match, range(3))]
        for pair, standing in three.standings.items()
    }
    assert len({str(setups) for setups in deals.values()}) == 1


def test_what_one_wins_the_other_loses(three: League) -> None:
    gain, loss = three.gain("simple", "random"), three.gain("random", "simple")
    assert gain.mean == -loss.mean > 0
    assert gain.interval
    assert loss.interval
    assert gain.interval == pytest.approx((-loss.interval[1], -loss.interval[0]))


def test_the_gain_against_the_field_is_the_mean_over_the_others_deck_by_deck(three: League) -> None:
    against_field = three.against_field("half")
    half_random, half_simple = three.gain("half", "random"), three.gain("half", "simple")
    assert against_field.mean == pytest.approx((half_random.mean + half_simple.mean) / 2)
    assert against_field.pulls == pytest.approx(
        [(a + b) / 2 for a, b in zip(half_random.pulls, half_simple.pulls, strict=True)]
    )
    assert against_field.interval
    assert sum(three.against_field(name).mean for name in three.players) == pytest.approx(0)


def test_the_best_comes_first(three: League) -> None:
    assert [name for name, _ in three.ranking()] == ["simple", "half", "random"]
    result = three.to_json()
    assert [place["player"] for place in result["ranking"]] == ["simple", "half", "random"]
    assert [(match["a"], match["b"]) for match in result["matches"]] == [*three.standings]
    assert result["matches"][0]["decks"] == DECKS


def test_bots_in_python_are_ranked_by_name() -> None:
    result = league(Simple(), "random")
    assert [*result.standings] == [("Simple", "random")]
    assert [name for name, _ in result.ranking()] == ["Simple", "random"]
    with pytest.raises(DobbmError, match="'Simple' can be in a league only once"):
        league(Simple(), Simple)


@pytest.mark.parametrize(
    ("players", "complaint"),
    [
        (["simple"], "at least two players"),
        (["simple", "random", "simple"], "'simple' can be in a league only once"),
    ],
)
def test_an_impossible_league(players: list[str], complaint: str) -> None:
    with pytest.raises(DobbmError, match=complaint):
        league(*players)


def test_who_is_not_in_the_league_has_no_gain_in_it() -> None:
    pair = League(["simple", "random"], partial(Match, rules=AT_MOST_THREE_DOUBLINGS))
    for player in ("pimc", "simple"):
        with pytest.raises(DobbmError, match=f"'{player}' and 'simple' play no match"):
            pair.gain(player, "simple")
    with pytest.raises(DobbmError, match='"players" must be a list'):
        League("simple", partial(Match, rules=AT_MOST_THREE_DOUBLINGS))
