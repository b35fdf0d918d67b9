"""The probe detects players that see more than their views."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random

import pytest

from contests import contest
from dobbm import Deal, Rules, View, shuffled
from dobbm.arena.probe import ProbedChair, redealt
from dobbm.arena.seating import Chair, Tally
from dobbm.cli import main
from dobbm.game.actions import EXCHANGE
from dobbm.game.cards import NAMES, points
from dobbm.players import BUILT_IN, Registration, follows, make_player
from drawing import lying, open_deal, said

PRESETS = ("pagat", "akagiri")


def turns(seed: int, players: int = 4, preset: str = "pagat", player: str = "random") -> list[Deal]:
    """A deal played by a built-in player, before every action."""
    rng = Random(seed)
    deal = Deal.start(shuffled(rng), dealer=1, players=players, rules=Rules.of(preset))
    seat, stood = make_player(player), []
    while deal.to_act is not None:
        stood.append(deal)
        deal = deal.apply(seat.act(View.of(deal, deal.to_act), seed) or "")
    return stood


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("players", [4, 5])
def test_the_seat_to_act_sees_the_same_and_the_hidden_cards_lie_elsewhere(
    players: int, preset: str
) -> None:
    rng, checked, elsewhere = Random(3), 0, 0
    for seed in range(4):
        for player in ("random", "simple"):
            for deal in turns(seed, players, preset, player):
                copy = redealt(deal, rng)
                assert View.of(copy, copy.to_act) == View.of(deal, deal.to_act)
                checked += 1
                elsewhere += copy != deal
    assert elsewhere > 0.9 * checked


@pytest.mark.parametrize("words", ["", "weiter", "dobbm weiter weiter weiter", "solo gut"])
def test_every_hidden_card_can_come_to_every_hidden_place(words: str) -> None:
    deal = said(open_deal(), words)
    seen: dict[int, set[str]] = {}
    rng = Random(1)
    for _ in range(200):
        copy = redealt(deal, rng)
        places = {f"seat {seat}": copy.hand(seat) for seat in range(4) if seat != copy.to_act}
        if deal.phase != EXCHANGE:
            places["Dobb"] = copy.out_of_play
        for place, cards in places.items():
            for card in NAMES:
                if card & cards:
                    seen.setdefault(card, set()).add(place)
    hidden = 24 if deal.phase == EXCHANGE else 28
    assert len(seen) == hidden
    assert all(len(where) == hidden // 8 + (deal.phase != EXCHANGE) for where in seen.values())


def test_the_discards_change_for_a_defender_but_not_for_the_declarer() -> None:
    rng = Random(2)
    of_defender = said(lying(words="gut gut gut"), "HS")
    assert len({redealt(of_defender, rng).discards for _ in range(20)}) > 10
    of_declarer = lying()
    assert {redealt(of_declarer, rng).discards for _ in range(20)} == {of_declarer.discards}


@pytest.mark.parametrize("name", ["random", "simple"])
def test_an_honest_player_is_probed_at_every_action_and_never_changes(name: str) -> None:
    standing = contest(name, "random", 3, probe=True)
    for side in (standing.a, standing.b):
        assert side.tally.probes > 300
        assert side.tally.answers == 2 * side.tally.probes
        assert side.tally.changed == 0


def test_probing_changes_nothing() -> None:
    plain = contest("simple", "random", 3).to_json()
    probed = contest("simple", "random", 3, probe=True).to_json()
    del probed["probe"], plain["seconds_per_action"], probed["seconds_per_action"]
    assert probed == plain


def deal_of_the_table() -> Deal:
    """The deal of the calling chair, for which no honest player would reach."""
    frame = sys._getframe()
    while not isinstance(frame.f_locals.get("deal"), Deal):
        assert frame.f_back
        frame = frame.f_back
    deal = frame.f_locals["deal"]
    assert isinstance(deal, Deal)
    return deal


def peek(view: View, seed: int) -> str:
    """Play like ``simple``, but choose a card by the hand of the seat on the left."""
    deal = deal_of_the_table()
    if view.phase == "play" and view.legal and view.seat is not None:
        return view.legal[points(deal.hand((view.seat + 1) % 4)) % len(view.legal)]
    return make_player("simple").act(view, seed) or ""


def test_a_planted_peeker_is_detected_and_its_opponent_is_not(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(BUILT_IN, "peeker", Registration(follows(peek), "looks into the next hand"))
    arguments = ["match", "peeker", "simple", "--decks", "2", "--probe"]
    assert main([*arguments, "--json"]) == 0
    probe = json.loads(capsys.readouterr().out)["probe"]
    assert probe["a"]["changed"] > 50
    assert probe["b"] == {"probes": probe["b"]["probes"], "changed": 0}
    assert main(arguments) == 0
    *_, of_peeker, of_simple = capsys.readouterr().out.splitlines()
    assert of_peeker.startswith("probe of peeker: ")
    assert of_peeker.endswith(" changed with the hidden cards: it peeks or is not deterministic")
    assert of_simple.startswith("probe of simple: 0 of ")
    assert of_simple.endswith(" answers changed with the hidden cards")


class Insider:
    """A player that is given the deal, and goes by the hand of the seat on its left."""

    deal = open_deal()

    def act(self, view: View, seed: int) -> str | None:  # noqa: ARG002 - it goes by the deal
        assert view.legal
        assert view.seat is not None
        return view.legal[points(self.deal.hand((view.seat + 1) % 4)) % len(view.legal)]

    def end(self, view: View) -> None:
        """Nothing is remembered."""

    def close(self) -> None:
        """There is nothing to close."""


class CachingInsider(Insider):
    """An insider that caches its answers, and gives the same to the same view."""

    def __init__(self) -> None:
        self.kept: dict[View, str | None] = {}

    def act(self, view: View, seed: int) -> str | None:
        return self.kept.setdefault(view, super().act(view, seed))


class LeakyChair(Chair):
    """A chair that gives its player the deal."""

    def answer(self, deal: Deal, seed: int) -> str | None:
        assert isinstance(self.player, Insider)
        self.player.deal = deal
        return super().answer(deal, seed)


class ProbedLeakyChair(ProbedChair, LeakyChair):
    """A leaky chair with the probe."""


def test_a_player_that_is_given_the_deal_is_detected() -> None:
    chair = ProbedLeakyChair(Insider(), Tally(), Random(4))
    for _ in range(40):
        chair.answer(lying(), 0)
    assert chair.tally.probes == 40
    assert 10 < chair.tally.changed < 40


def test_under_the_probe_a_player_with_cached_answers_gains_nothing_by_peeking() -> None:
    honest = {
        ProbedLeakyChair(CachingInsider(), Tally(), Random(seed)).answer(lying(), 0)
        for seed in range(20)
    }
    assert len(honest) > 2  # the answers come from the other world, not from this one
    assert len({LeakyChair(CachingInsider(), Tally()).answer(lying(), 0) for _ in range(20)}) == 1


CHANCE = """
import json, random, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "act":
        view = message["view"]
        answer = random.choice(view["legal"]) if view["legal"] else "none"
        print(json.dumps({"id": message["id"], "action": answer}), flush=True)
"""


@pytest.mark.parametrize("honest", [True, False])
def test_a_program_that_is_not_deterministic_is_detected(honest: bool, tmp_path: Path) -> None:
    program = tmp_path / "player.py"
    program.write_text(CHANCE.replace("random.choice", "max") if honest else CHANCE)
    name = f"exec:{sys.executable} {program}"
    standing = contest(name, "simple", 1, probe=True, seconds=10.0)
    assert standing.a.tally.probes > 50
    assert (standing.a.tally.changed == 0) == honest
    assert standing.b.tally.changed == 0
