"""Players at one table."""

from __future__ import annotations

from collections.abc import Sequence

from dobbm.arena.seating import Chair, Tally, agree_contract, first_legal_action, play_deal
from dobbm.game.deal import Deal
from dobbm.game.view import View
from dobbm.players import make_player
from drawing import open_deal, said


class Scripted:
    """A player that gives scripted answers, legal or not."""

    def __init__(self, answers: Sequence[str | None]) -> None:
        self.answers = list(answers)
        self.ended: list[View] = []

    def act(self, view: View, seed: int) -> str | None:  # noqa: ARG002 - it has a script
        return self.answers.pop(0) if self.answers else None

    def end(self, view: View) -> None:
        self.ended.append(view)

    def close(self) -> None:
        """There is nothing to close."""


def seated(*players: Scripted) -> list[Chair]:
    return [Chair(player, Tally()) for player in players]


def test_legal_answers_are_taken_without_fault() -> None:
    chairs = seated(*(Scripted(["weiter"]) for _ in range(4)))
    deal = play_deal(open_deal(), chairs, [0] * 4)
    assert deal.actions == ("weiter",) * 4
    assert [chair.tally.faults for chair in chairs] == [0, 0, 0, 0]


def test_an_illegal_answer_is_a_fault_and_the_first_legal_action_is_taken() -> None:
    chairs = seated(Scripted(["HS"]), *(Scripted(["weiter"]) for _ in range(3)))
    deal = chairs[0].act(open_deal(), 0)
    assert deal.actions == ("dobbm",)
    assert chairs[0].tally.faults == 1


def test_no_answer_is_a_fault_too_and_the_deal_is_played_to_its_end() -> None:
    chairs = seated(*(Scripted([]) for _ in range(4)))
    deal = play_deal(open_deal(), chairs, [0] * 4)
    assert deal.phase == "done"
    assert sum(chair.tally.faults for chair in chairs) == len(deal.actions)


def test_a_contract_is_agreed_up_to_the_first_card() -> None:
    forehand = Scripted(["dobbm", "AU B6 B7 L7"])
    others = [Scripted(["weiter", "gut"]) for _ in range(3)]
    chairs = seated(forehand, *others)
    deal = agree_contract(open_deal(), chairs, [0] * 4)
    assert (deal.phase, deal.to_act, deal.declarer) == ("play", 0, 0)
    assert [chair.tally.answers for chair in chairs] == [2, 2, 2, 2]
    assert not any(player.ended for player in (forehand, *others))


def test_there_may_be_no_contract() -> None:
    chairs = seated(*(Scripted(["weiter"]) for _ in range(4)))
    assert agree_contract(open_deal(), chairs, [0] * 4).phase == "done"


def test_the_first_legal_discard_is_the_first_in_string_order() -> None:
    deal = said(open_deal(), "dobbm weiter weiter weiter")
    assert first_legal_action(deal) == min(deal.legal_actions())


def test_every_player_gets_the_record_at_the_end() -> None:
    players = [Scripted(["weiter"]) for _ in range(4)]
    play_deal(open_deal(), seated(*players), [0] * 4)
    for seat, player in enumerate(players):
        (view,) = player.ended
        assert view.seat == seat
        assert view.record is not None
        assert view.record["actions"] == ["weiter"] * 4


class Witness:
    """A player that plays like ``random`` and keeps every view that it gets."""

    def __init__(self) -> None:
        self.inner = make_player("random")
        self.views: list[View] = []

    def act(self, view: View, seed: int) -> str | None:
        self.views.append(view)
        return self.inner.act(view, seed)

    def end(self, view: View) -> None:
        self.inner.end(view)

    def close(self) -> None:
        self.inner.close()


def test_a_player_is_asked_only_at_its_turn_and_sees_only_its_own_view() -> None:
    witnesses = [Witness() for _ in range(4)]
    deal = play_deal(open_deal(), [Chair(witness, Tally()) for witness in witnesses], [5, 6, 7, 8])
    assert isinstance(deal, Deal)
    for seat, witness in enumerate(witnesses):
        assert witness.views
        for view in witness.views:
            assert view.seat == view.to_act == seat
            assert view.record is None
