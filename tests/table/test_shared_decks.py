"""Tables of a tournament: they play some deals, perhaps with the decks of other tables."""

from __future__ import annotations

import pytest

from dobbm.game.shuffle import shared_secret, verify
from dobbm.table import commands
from dobbm.table.events import Committed, DecksShared
from dobbm.table.presentation import present_event, present_table, record_of
from dobbm.table.refusals import Refusal
from table.driver import PEOPLE, Evening, dealt

SEED = "5e" * 32


def sharing(name: str, deals: int = 3) -> Evening:
    """Return a table with shared decks, at the first deal."""
    evening = Evening(0, name=name, deals=deals, decks="stubai-3-1")
    evening.do(commands.ShareDecks, SEED)
    evening.sit(4)
    until_dealt(evening)
    return evening


def until_dealt(evening: Evening) -> None:
    """Advance until cards are dealt, with the secrets that the seed gives."""
    while not evening.table.deal:
        deadline = evening.coming
        if deadline and deadline.what == "commit":
            evening.now = max(evening.now, deadline.at)
            secret = shared_secret(SEED, evening.table.finished + 1)
            evening.happen(Committed(evening.now, secret))
        elif not evening.step():
            evening.vote("next")


def throw_in(evening: Evening) -> None:
    """Let everybody pass."""
    for _ in range(4):
        evening.act("weiter")


def test_all_tables_deal_the_same_cards() -> None:
    one, other = sharing("one"), sharing("other")
    assert one.deal.setup.deck == other.deal.setup.deck
    assert one.deal.setup.dealer == other.deal.setup.dealer


def test_the_deal_passes_on_even_if_nobody_plays_it() -> None:
    one, other = sharing("one"), sharing("other")
    throw_in(one)
    other.play_out()
    for evening in (one, other):
        until_dealt(evening)
    assert one.deal.setup.dealer == other.deal.setup.dealer == 0
    assert one.deal.setup.deck == other.deal.setup.deck


def test_the_proof_of_a_shared_deck_holds_and_names_all_tables() -> None:
    evening = sharing("one")
    evening.play_out()
    last = evening.table.last
    assert last
    proof = verify(record_of("one", last, PEOPLE))
    assert (proof.table, proof.deal) == ("stubai-3-1", 1)
    assert not proof.contributions
    assert not proof.left_out


def test_nobody_contributes_to_a_shared_deck() -> None:
    evening = sharing("one")
    evening.play_out()
    while not evening.table.secret:
        evening.step()
    shuffle = present_table(evening.table, PEOPLE, ())["shuffle"]
    assert shuffle
    assert not shuffle["open"]
    with pytest.raises(Refusal, match="all tables have the same cards"):
        evening.do(commands.Contribute, 0, "5eed")


def test_the_seed_is_given_once_and_shown_to_nobody() -> None:
    evening = sharing("one")
    assert evening.do(commands.ShareDecks, "00" * 32) is None
    assert SEED not in str(present_table(evening.table, PEOPLE, ()))
    assert "seed" not in present_event(DecksShared(1.5, SEED), 0)


def test_a_table_of_a_tournament_ends_after_its_deals() -> None:
    evening = dealt(deals=2)
    evening.play_out()
    assert evening.table.finished == 1
    evening.until_dealt()
    evening.play_out()
    assert evening.table.stage == "over"
    assert evening.table.finished == 2


def test_a_deal_thrown_in_counts_as_a_deal() -> None:
    evening = dealt(deals=1)
    throw_in(evening)
    assert evening.table.stage == "over"


@pytest.mark.parametrize("topic", ["mussrunde", "end"])
def test_people_cannot_lengthen_or_shorten_a_round(topic: str) -> None:
    evening = dealt(deals=2)
    with pytest.raises(Refusal, match="the number of deals is fixed here: 2"):
        evening.vote(topic, 0)


def test_nobody_plays_on_after_a_round() -> None:
    evening = dealt(deals=1)
    throw_in(evening)
    with pytest.raises(Refusal, match="fixed here: 1"):
        evening.vote("again", 0)


def test_the_rules_of_a_tournament_stay() -> None:
    evening = Evening(0, deals=2)
    evening.sit(2)
    with pytest.raises(Refusal, match="the same rules"):
        evening.do(commands.SetRules, 0, evening.table.options)
