from __future__ import annotations

from random import Random
from typing import Any

import pytest

from dobbm import Deal, DobbmError, Rules, Session
from dobbm.game.cards import DECK
from dobbm.game.errors import DeckError, IllegalAction, RecordError, SessionError, WrongPhase
from drawing import finished, lying, open_deal, said

ANY_DECK = open_deal().setup.deck
PENALISED = Rules(revokes="penalised")


def opened(players: int = 4, rules: Rules | None = None) -> Session:
    """A session in which the last seat deals first, so that seat 0 is forehand."""
    return Session(rules or Rules(), players, first_dealer=players - 1)


def dealt(session: Session, words: str) -> Session:
    """The session after these actions of one more deal."""
    session = session.begin(ANY_DECK)
    for action in words.split():
        session = session.apply(action)
    return session


def after(session: Session, deal: Deal) -> Session:
    """The session after one more deal, with the deck and the actions of ``deal``."""
    session = session.begin(deal.setup.deck)
    for action in deal.actions:
        session = session.apply(action)
    return session


PASSES = "weiter weiter weiter weiter"

# The first dealer


@pytest.mark.parametrize("players", [4, 5])
def test_the_first_dealer_is_drawn_by_lot(players: int) -> None:
    drawn = [Session.open(Random(seed), players).first_dealer for seed in range(1000)]
    assert set(drawn) == set(range(players))
    for seat in range(players):
        assert 0.8 < drawn.count(seat) / (1000 / players) < 1.2


def test_the_same_seed_gives_the_same_first_dealer() -> None:
    assert Session.open(Random(3), 5) == Session.open(Random(3), 5)


def test_a_session_before_its_first_deal() -> None:
    session = Session.open(Random(3), 5, Rules(match=12))
    assert session.deal is None
    assert session.finished == ()
    assert session.ledger == (0, 0, 0, 0, 0)
    assert session.next_dealer == session.first_dealer
    assert (session.mussrunde_left, session.over) == (None, False)


# The next dealer


@pytest.mark.parametrize("points", [72, 48, 60])
@pytest.mark.parametrize("players", [4, 5])
def test_the_declarer_deals_next_whatever_the_outcome(points: int, players: int) -> None:
    session = after(opened(players), finished(points, players=players))
    assert session.deal is None
    assert session.next_dealer == 0
    assert session.begin(ANY_DECK).deals[-1].setup.dealer == 0


def test_the_declarer_deals_next_after_a_revoke_too() -> None:
    session = after(opened(rules=PENALISED), said(lying(rules=PENALISED), "HS LK"))
    assert session.next_dealer == 0


def test_with_four_players_a_thrown_in_deal_has_the_same_dealer_again() -> None:
    session = dealt(opened(), PASSES)
    assert session.next_dealer == 3
    assert dealt(session, PASSES).ledger == (0, 0, 0, 0)


def test_with_five_players_a_thrown_in_deal_passes_to_the_left() -> None:
    session = opened(5)
    dealers = []
    for _ in range(6):
        session = dealt(session, PASSES)
        dealers.append(session.deals[-1].setup.dealer)
    assert dealers == [4, 0, 1, 2, 3, 4]


# The ledger


def test_the_stockerl_is_in_the_ledger() -> None:
    session = opened(5, Rules(match=12))
    ledgers = []
    for _ in range(3):
        session = dealt(session, PASSES)
        ledgers.append(session.ledger)
    assert ledgers == [(8, -2, -2, -2, -2), (6, 6, -4, -4, -4), (4, 4, 4, -6, -6)]


def test_the_ledger_adds_up_the_payments() -> None:
    session = after(opened(), finished(72))
    assert session.ledger == (36, -12, -12, -12)
    session = dealt(session, "solo schwacher")
    assert session.ledger == (36, -12, -12, -12)  # nothing is paid before the end


def test_a_deal_in_progress_is_not_finished() -> None:
    session = dealt(opened(), "weiter")
    assert session.deal
    assert session.deal.actions == ("weiter",)
    assert session.finished == ()
    assert session.next_dealer == 3


# The Mußrunde


@pytest.mark.parametrize("players", [4, 5])
def test_a_mussrunde_has_as_many_deals_as_players(players: int) -> None:
    session = opened(players).agree_mussrunde()
    dealers, left = [], [session.mussrunde_left]
    while not session.over:
        session = dealt(session, "solo gut gut gut")
        deal = session.deal
        assert deal
        assert deal.setup.must
        dealers.append(deal.setup.dealer)
        while session.deal:
            session = session.apply(session.deal.legal_actions()[0])
        left.append(session.mussrunde_left)
    assert dealers == [players - 1, *range(players - 1)]
    assert left == [*range(players, -1, -1)]


def test_a_mussrunde_begins_with_the_next_deal() -> None:
    session = dealt(opened(5), "weiter").agree_mussrunde()
    assert session.deal
    assert not session.deal.setup.must
    assert session.mussrunde_left == 6  # this deal, and five more
    for _ in range(3):
        session = session.apply("weiter")
    assert session.mussrunde_left == 5
    session = session.begin(ANY_DECK)
    assert session.deal
    assert session.deal.setup.must
    with pytest.raises(IllegalAction, match="in a Mußrunde, forehand must bid"):
        session.apply("weiter")


def test_a_mussrunde_is_agreed_only_once() -> None:
    agreed = opened().agree_mussrunde()
    for session in (agreed, dealt(agreed, "solo gut")):
        with pytest.raises(SessionError, match="^a Mußrunde has already been agreed$"):
            session.agree_mussrunde()


# The end


def test_the_table_may_end_the_session_between_two_deals() -> None:
    session = dealt(opened(), PASSES).close()
    assert session.over
    with pytest.raises(SessionError, match="^the session is over$"):
        session.begin(ANY_DECK)
    with pytest.raises(SessionError, match="^the session is over$"):
        session.close()
    with pytest.raises(SessionError, match="^the session is over$"):
        session.agree_mussrunde()


def test_a_session_may_end_before_its_first_deal() -> None:
    assert opened().close().over


def test_a_session_does_not_end_in_the_middle_of_a_deal() -> None:
    session = dealt(opened(), "weiter")
    with pytest.raises(SessionError, match="^a deal is in progress$"):
        session.close()
    with pytest.raises(SessionError, match="^a deal is in progress$"):
        session.begin(ANY_DECK)


def test_between_two_deals_nobody_can_act() -> None:
    for session in (opened(), dealt(opened(), PASSES), opened().close()):
        with pytest.raises(SessionError, match="^no deal is in progress$"):
            session.apply("weiter")


def test_an_action_that_the_deal_refuses() -> None:
    with pytest.raises(WrongPhase):
        dealt(opened(), "gut")


def test_a_deck_with_a_missing_card() -> None:
    with pytest.raises(DeckError):
        opened().begin(DECK[1:])


def test_the_rules_and_players_hold_for_every_deal() -> None:
    rules = Rules.of("akagiri", match=120)
    session = dealt(dealt(opened(5, rules), PASSES), PASSES)
    assert [(deal.setup.rules, deal.setup.players) for deal in session.deals] == [(rules, 5)] * 2


def test_a_session_is_a_value() -> None:
    before = opened()
    dealt(before, "weiter")
    assert before == opened()


def test_four_or_five_play() -> None:
    with pytest.raises(RecordError, match='"players" must be 4 or 5, not 7'):
        Session.open(Random(1), players=7)


def test_a_session_made_of_its_fields_is_verified() -> None:
    played = dealt(opened(), PASSES)
    assert Session(*played) == played
    assert Session("pagat", 4, 3, [*played.deals]).deals == played.deals
    assert Session("pagat", 4, 0, (), 2, True, 1, [3, -1, -1, -1]).brought_forward == (
        3,
        -1,
        -1,
        -1,
    )


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"players": True}, '"players" must be a whole number, not True'),
        ({"first_dealer": 4}, '"first_dealer" must be a seat from 0 to 3, not 4'),
        ({"deals": {1}}, '"deals" must be a list'),
        ({"deals": [None]}, '"deals" must be a Deal, not None'),
        ({"deals": [open_deal(5)]}, "the deals of a session have its rules and players"),
        (
            {"deals": [open_deal(), open_deal()]},
            "only the last deal of a session may be unfinished",
        ),
        ({"mussrunde_from": -1}, '"mussrunde_from" must be a whole number from 0'),
        ({"closed": 1}, '"closed" must be True or False, not 1'),
        ({"brought_forward": [0]}, '"brought_forward" must be 4 amounts, not 1'),
    ],
)
def test_wrong_fields_of_a_session_are_named(changed: dict[str, Any], reason: str) -> None:
    usual = {"rules": "pagat", "players": 4, "first_dealer": 3}
    with pytest.raises(DobbmError, match=reason):
        Session(**{**usual, **changed})


def test_a_compact_session_keeps_its_ledger_and_the_last_deal() -> None:
    played = dealt(dealt(opened(), PASSES), PASSES)
    compact = played.compact()
    assert (len(compact.deals), compact.dropped, compact.ledger) == (1, 1, played.ledger)
    assert opened().compact() == opened()
