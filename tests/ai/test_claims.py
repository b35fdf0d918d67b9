"""A claim is proved exactly if it holds in every world, whatever the others play.

The tests check claims by playing every line to its end with ``Play``, card by card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

import pytest

from dobbm.ai import claims
from dobbm.ai.claims import may_win, play_out, proved, sure_tricks
from dobbm.ai.memory import Memory
from dobbm.ai.worlds import Worlds
from dobbm.game.actions import DONE, Seat
from dobbm.game.cards import DECK, HEARTS, SOWS, Card, CardSet, parse_cards, shuffled, split
from dobbm.game.deal import Deal
from dobbm.game.errors import DobbmError, WrongPhase
from dobbm.game.play import TRICKS, Play
from dobbm.game.settlement import settle
from dobbm.game.tricks import highest
from dobbm.game.view import View
from drawing import cards, dealt, said
from rebuilding import OUT_OF_PLAY, World
from tables import in_every_phase
from tiers import sample_size

ENDINGS = sample_size(250, long=4_000)
WORLDS = sample_size(200, long=1_000)
"""Up to this many worlds are all checked; of more, a sample of a tenth of this number."""

HIGH = [card for card in DECK if card & (HEARTS | SOWS | SOWS >> 1 | SOWS >> 2)]
"""Cards for a declarer who can often claim: hearts, sows, tens and kings."""

Leads = Callable[[CardSet], CardSet]
"""Selects the cards of a hand that a claimer considers leading."""


def any_card(hand: CardSet) -> CardSet:
    return hand


def from_the_top(hand: CardSet) -> CardSet:
    """A single card, hearts first: this claimer ignores the cards of the others."""
    return highest(hand)


def takes_all(play: Play, seat: Seat, leads: Leads = any_card) -> bool:
    """Whether ``seat`` can take all tricks double-dummy, whatever the others play."""
    if play.over:
        return True
    to_play = play.legal_cards()
    if play.to_act != seat:
        return all(takes_all_after(play, card, seat, leads) for card in split(to_play))
    if not play.trick:
        to_play = leads(to_play)
    return any(takes_all_after(play, card, seat, leads) for card in split(to_play))


def takes_all_after(play: Play, card: Card, seat: Seat, leads: Leads) -> bool:
    """Whether ``seat`` can take all tricks after ``card``, which may itself lose the trick."""
    after = play.apply(card)
    return (bool(after.trick) or after.order[0] == seat) and takes_all(after, seat, leads)


def all_may_go_to(side: set[Seat], play: Play) -> bool:
    """Whether ``side`` takes all tricks on at least one line."""
    return play.over or any(
        (bool(after.trick) or after.order[0] in side) and all_may_go_to(side, after)
        for after in map(play.apply, split(play.legal_cards()))
    )


def in_world(view: View, world: World) -> Play:
    """The play if the cards lie as in a world of the view."""
    assert view.declarer is not None
    memory = Memory.of(view)
    hands = [0] * view.players
    for seat, hand in zip(view.active, world[:OUT_OF_PLAY], strict=True):
        hands[seat] = hand
    trick = memory.trick
    return Play(view.declarer, tuple(hands), trick.seats, trick.cards, memory.played)


def in_worlds(view: View) -> list[Play]:
    """The play in every world of the view, or in a sample if there are too many."""
    worlds = Worlds.of(view)
    rows = worlds.all() if worlds.count <= WORLDS else worlds.sample(WORLDS // 10, seed=1)
    return [in_world(view, tuple(row)) for row in rows.tolist()]


def one_card_holds(view: View, leads: Leads) -> bool:
    """Whether the seat to act has a card after which it can take all tricks in all these worlds."""
    assert view.seat is not None
    plays = in_worlds(view)
    return any(
        all(takes_all_after(play, card, view.seat, leads) for play in plays)
        for card in split(plays[0].legal_cards())
    )


def with_hand(own: list[Card], rng: Random, players: int = 4) -> Deal:
    """A deal with these cards for forehand, and random ones for the others."""
    rest = [card for card in shuffled(rng) if card not in own]
    deck = [*own[:4], *rest[:12], *own[4:], *rest[12:]]
    return Deal.start(deck, dealer=players - 1, players=players)


def leading(hand: str) -> Deal:
    """A Solo of forehand with this hand, before the first lead."""
    return said(with_hand(cards(hand), Random(1)), "solo gut gut gut")


def endings(seed: int, tricks: int) -> Iterator[Deal]:
    """Yield deals in their last tricks, played at random so far, with at least five cards left.

    Forehand declares, with high cards.
    """
    rng = Random(seed)
    for _ in range(ENDINGS):
        deal = with_hand(rng.sample(HIGH, 8), rng, players=rng.choice([4, 5]))
        deal = deal.apply(rng.choice(["dobbm", "solo"]))
        left = rng.randrange(5, 4 * tricks + 1)
        while not deal.play or deal.play.played.bit_count() < 4 * TRICKS - left:
            quiet = [action for action in deal.legal_actions() if action in ("weiter", "gut")]
            deal = deal.apply(rng.choice(quiet or deal.legal_actions()))
        yield deal


def side_of(seat: Seat, deal: Deal) -> set[Seat]:
    """The seats on the side of ``seat``."""
    defenders = {*deal.setup.active} - {deal.declarer}
    return defenders if seat in defenders else {seat}


def refused(deal: Deal, seat: Seat) -> bool:
    """Whether the rest cannot be played out for ``seat``; if it can, its side must get it all."""
    try:
        rest = play_out(deal, seat)
    except DobbmError:
        return True
    for action in rest:
        deal = deal.apply(action)
        assert deal.play
        assert deal.play.trick or deal.play.order[0] in side_of(seat, deal)
    assert deal.phase == DONE
    return False


@pytest.mark.parametrize(
    "hand",
    [
        "HSTKOU987",
        "HSTKOU8 LST",
        "HSTKO6 LS AS BS",  # four higher hearts draw the other four, and then the six is good
    ],
)
def test_the_rest_is_sure(hand: str) -> None:
    assert sure_tricks(View.of(leading(hand), 0))


@pytest.mark.parametrize(
    "hand",
    [
        "HTKOU987 LS",  # the sow of hearts is missing
        "HSTK76 LS AS BS",  # four hearts are out, and the fourth lead is low
        "HSTK LST AST BS",  # three hearts do not draw six
        "HSTKOU9 LSK",  # somebody may keep the ten
    ],
)
def test_the_rest_is_not_sure(hand: str) -> None:
    view = View.of(leading(hand), 0)
    assert not sure_tricks(view)
    assert not proved(view)


def defender_takes_over() -> Deal:
    """Seat 1 has trumped the first lead, and leads with six hearts and the sow of acorns left."""
    deal = dealt(
        "H6 LT98 A98 B97", "HSTKOU98 AS", "H7 LS76 AT BSTK", "LKOU AKOU BOU", dobb="A76 B86"
    )
    return said(deal, "solo gut gut gut LT H8 L6 LU")


def test_a_defender_on_lead_may_have_sure_tricks() -> None:
    view = View.of(defender_takes_over(), 1)
    assert sure_tricks(view)
    assert proved(view)


def test_the_last_to_play_may_have_sure_tricks() -> None:
    """Forehand has lost a trick to the sow of leaves, and trumps the next lead."""
    deal = dealt(
        "HSTKOU98 L6", "LSTK ASTKO B9", "H7 LO AU98 BSTK", "H6 LU9 A7 BOU87", dobb="L87 A6 B6"
    )
    deal = said(deal, "solo gut gut gut L6 LS LO L9 AS A8 A7")
    assert sure_tricks(View.of(deal, 0))


def test_tricks_are_sure_only_for_the_seat_to_act() -> None:
    deal = leading("HSTKOU987")
    assert not any(proved(View.of(deal, seat)) for seat in (1, 2, 3, None))
    assert not any(proved(View.of(deal.apply("HS"), seat)) for seat in (0, 1, 2, 3, None))


@pytest.mark.parametrize("phase", ["bidding", "exchange", "doubling", "done"])
def test_nothing_is_proved_outside_the_play(phase: str) -> None:
    deal = in_every_phase()[phase]
    assert not any(proved(View.of(deal, seat)) for seat in (*range(4), None))


def test_a_bare_high_card_falls() -> None:
    assert not may_win(parse_cards("AT L9"), parse_cards("AS AK"))
    assert may_win(parse_cards("AT A6"), parse_cards("AS AK"))


def test_an_extra_heart_wins_in_the_end() -> None:
    assert not may_win(parse_cards("H7 L9"), parse_cards("HS AS"))
    assert may_win(parse_cards("H7 H6"), parse_cards("HS AS"))
    assert not may_win(
        parse_cards("H8 H7 H6"), parse_cards("HS HT")
    )  # a hand of two cards has no third heart


@pytest.mark.parametrize("tricks", [2, 3, 4])
def test_double_dummy_each_other_hand_can_be_judged_alone(tricks: int) -> None:
    claims: Counter[bool] = Counter()
    for deal in endings(tricks, tricks):
        play = deal.play
        assert play
        if not play.trick:
            own, *others = (deal.hand(seat) for seat in play.order)
            claim = not any(may_win(held, own) for held in others)
            assert takes_all(play, play.to_act) == claim
            assert takes_all(play, play.to_act, from_the_top) == claim
            claims[claim] += 1
    assert min(claims[True], claims[False]) > 10


@pytest.mark.parametrize("tricks", [2, 3])
def test_sure_tricks_are_never_lost(tricks: int) -> None:
    claims: Counter[bool] = Counter()
    for deal in endings(tricks, tricks):
        assert deal.to_act is not None
        view = View.of(deal, deal.to_act)
        if sure_tricks(view):
            assert one_card_holds(view, from_the_top)
            claims[deal.to_act == deal.declarer] += 1
    assert min(claims[True], claims[False]) > 0


@pytest.mark.parametrize("tricks", [2, 3, 4])
def test_a_declarers_claim_is_proved_exactly_if_one_card_holds_in_every_world(tricks: int) -> None:
    """Whether the declarer then sees all cards, or leads in a fixed order, makes no difference."""
    claims: Counter[bool] = Counter()
    for deal in endings(tricks, tricks):
        view = View.of(deal, deal.declarer)
        if deal.to_act == deal.declarer and Worlds.of(view).count <= WORLDS:
            claim = proved(view)
            assert one_card_holds(view, any_card) == claim
            assert one_card_holds(view, from_the_top) == claim
            claims[claim] += 1
    assert min(claims[True], claims[False]) > 10


def test_worlds_prove_a_claim_that_is_not_sure_at_sight() -> None:
    """Forehand has the sow and the six of acorns; the king and the Unter are unseen.

    Only seat 3 can have the eight of bells, and it has no leaves: so it has one of the two.
    """
    deal = dealt(
        "HKU87 LS AT BTK", "HT LTKU9 AO9 BO", "HS LO876 AK7 B6", "HO96 AU8 BU98", dobb="AS6 BS7"
    )
    deal = said(deal, "dobbm weiter weiter weiter").apply("B7 BK H8 HK")
    deal = said(deal, "gut gut gut BT BO B6 BU BS HT HS B9 L6 HO LS LT")
    deal = said(deal, "H6 H7 AO LO AT A9 A7 A8 HU L9 L8 H9")
    view = View.of(deal, 0)
    assert not sure_tricks(view)
    assert proved(view)


def test_a_sure_claim_is_played_out_to_all_eight_tricks() -> None:
    deal = leading("HSTKO6 LS AS BS")
    end = settle(deal.apply_all(play_out(deal, 0)))
    assert (end.points, end.tricks) == (120, 8)


def test_a_defenders_claim_leaves_the_declarer_nothing() -> None:
    deal = defender_takes_over()
    for seat in (1, 2, 3):
        end = settle(deal.apply_all(play_out(deal, seat)))
        assert (end.points, end.tricks) == (0, 0)


@pytest.mark.parametrize("tricks", [2, 3])
def test_a_granted_claim_is_played_out_whenever_the_rules_allow_it(tricks: int) -> None:
    claims: Counter[bool] = Counter()
    for deal in endings(tricks, tricks):
        assert deal.play
        for seat in deal.setup.active:
            possible = all_may_go_to(side_of(seat, deal), deal.play)
            assert refused(deal, seat) != possible
            claims[possible] += 1
    assert min(claims[True], claims[False]) > 10


def test_a_proved_claim_can_be_played_out() -> None:
    for deal in endings(8, 8):
        assert deal.to_act is not None
        if proved(View.of(deal, deal.to_act)):
            assert not refused(deal, deal.to_act)


def test_an_impossible_claim_is_not_played_out() -> None:
    with pytest.raises(DobbmError, match="cannot be right: any line of play gives"):
        play_out(leading("HTKOU987 LS"), 0)


def test_the_search_for_a_play_gives_up_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claims, "TRIED", 5)
    deal = in_every_phase()["play"]
    with pytest.raises(DobbmError, match="too hard to check"):
        play_out(deal, 0)


def test_only_an_active_seat_can_claim_the_rest() -> None:
    deal = said(with_hand(cards("HSTKOU987"), Random(1), players=5), "solo gut gut gut")
    with pytest.raises(DobbmError, match="seat 4 is not playing"):
        play_out(deal, 4)


@pytest.mark.parametrize("phase", ["bidding", "exchange", "doubling", "done"])
def test_claims_are_played_out_only_in_the_play(phase: str) -> None:
    with pytest.raises(WrongPhase, match=f"not in phase {phase}"):
        play_out(in_every_phase()[phase], 0)
