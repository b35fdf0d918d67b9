from __future__ import annotations

import io
from gettext import NullTranslations

import pytest
from rich.console import Console, RenderableType

from dobbm.game.deal import Deal
from dobbm.game.rules import Rules
from dobbm.game.settlement import settle
from dobbm.terminal.faces import Faces
from dobbm.terminal.result import arithmetic, out_of_play, outcome, revealed
from dobbm.terminal.wording import Voice, seat_names
from drawing import dealt, finished, laid, lying, open_deal, played_out, said

TWELVE = Rules(match=12)
REVOKES = Rules(revokes="penalised")


def voice(players: int = 4) -> Voice:
    return Voice(seat_names("You", players), Faces(), NullTranslations())


def printed(*parts: RenderableType) -> str:
    console = Console(file=io.StringIO(), width=80)
    for part in parts:
        console.print(part)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def last_line(deal: Deal) -> str:
    return arithmetic(deal, voice(deal.setup.players))[-1]


def test_a_won_game_as_settled_at_the_table() -> None:
    deal = finished(72, words="schwacher gut")
    assert outcome(deal, voice()) == "You won with 72 points."
    assert arithmetic(deal, voice()) == [
        "In tricks 70 + discarded 2 (♦7 ♦6 ♣U ♣7) = 72 points.",
        "72 − 60 = 12 points over 60, 1 Schilling a point → 12, Schwacher × 2 → 24, 24 from each "
        "of the three defenders → +72.",
    ]


def test_in_a_solo_the_dobb_counts() -> None:
    counted, _paid = arithmetic(finished(72, "solo"), voice())
    assert " + in the Dobb " in counted


@pytest.mark.parametrize(
    ("deal", "steps"),
    [
        (
            finished(72),
            "72 − 60 = 12 points over 60, 1 Schilling a point → 12, 12 from each of the three "
            "defenders → +36.",
        ),
        (
            finished(72, words="schwacher retour gut gut gut"),
            "72 − 60 = 12 points over 60, 1 Schilling a point → 12, Schwacher × 2 → 24, Retour × "
            "2 → 48, "
            "48 from each of the three defenders → +144.",
        ),
        (
            finished(72, players=5, words="schwacher retour gut gut gut"),
            "72 − 60 = 12 points over 60, 1 Schilling a point → 12, Schwacher × 2 → 24, Retour × "
            "2 → 48, "
            "48 from each of the three defenders and from the dealer → +192.",
        ),
        (
            finished(72, "solo", words="schwacher retour retour gut"),
            "72 − 60 = 12 points over 60, 1 Schilling a point → 12, Solo × 2 → 24, Schwacher × 2 "
            "→ 48, Retour × 2 → 96, "
            "Retour × 2 → 192, 192 from each of the three defenders → +576.",
        ),
        (
            finished(71, rules=TWELVE),
            "71 − 60 = 11 points over 60, a Match of 12: 12 Schilling for 60 points → 3 (rounded "
            "up), 3 from each of the three defenders → +9.",
        ),
        (
            finished(45, rules=TWELVE),
            "60 − 45 = 15 points short of 60, a Match of 12: 12 Schilling for 60 points → 3, 3 to "
            "each of the three defenders → −9.",
        ),
        (
            finished(48, "solo", rules=Rules.of("akagiri")),
            "60 − 48 = 12 points short of 60, 1 Schilling a point → 15 (rounded up), Solo × 2 → "
            "30, "
            "30 to each of the three defenders → −90.",
        ),
        (finished(60, words="schwacher gut"), "60 points: eingestellt, nothing is paid."),
    ],
)
def test_the_arithmetic_of_a_finished_game(deal: Deal, steps: str) -> None:
    assert last_line(deal) == steps


def test_a_lost_game_and_a_draw() -> None:
    assert outcome(finished(45), voice()) == "You lost with 45 points."
    assert outcome(finished(60), voice()) == "You: eingestellt, a draw with 60 points."


def test_a_declarer_without_a_trick_has_no_points() -> None:
    # Everybody else holds only cards that win.
    deal = dealt(
        "L876 A876 B87",
        "HSTKO LSTKO",
        "HU98 ASTK BST",
        "H76 LU9 AOU9 BK",
        dobb="B6 BO9 BU",
    )
    deal = laid(said(deal, "dobbm weiter weiter weiter"), "B6 BO9 BU")
    deal = played_out(said(deal, "gut gut gut"))
    assert deal.play
    assert deal.play.tricks == 0
    assert outcome(deal, voice()) == "You lost with 0 points."
    assert arithmetic(deal, voice()) == [
        "No trick, so no points: the four cards out of play (♦O ♦U ♦9 ♦6: 5) also go "
        "to the defenders.",
        "60 − 0 = 60 points short of 60, 1 Schilling a point → 60, 60 to each of the three "
        "defenders → −180.",
    ]


def test_when_four_throw_in_the_same_dealer_deals_again() -> None:
    deal = said(open_deal(), "weiter weiter weiter weiter")
    assert outcome(deal, voice()) == "Nobody has bid: the cards are thrown in."
    assert arithmetic(deal, voice()) == ["Nothing is paid; Hias deals again."]


def test_when_five_throw_in_the_next_dealer_gets_a_stockerl() -> None:
    deal = said(open_deal(5, rules=TWELVE), "weiter weiter weiter weiter")
    assert arithmetic(deal, voice(5)) == [
        "A Stockerl, the consolation for the next dealer, You: 10 points, a Match of 12: "
        "12 Schilling for 60 points → 2, 2 from each of the four others → +8."
    ]


def test_a_defender_who_revokes_costs_all_defenders() -> None:
    deal = said(lying(words="schwacher gut", rules=REVOKES), "LS AS")
    assert outcome(deal, voice()) == ("Lois revoked (verleugnet) by playing ♣S instead of leaves.")
    assert arithmetic(deal, voice()) == [
        "A revoke costs half a Match: 30 points, 1 Schilling a point → 30, Schwacher × 2 → 60, "
        "60 from each of the three defenders → +180."
    ]


def test_a_card_instead_of_a_trump_is_a_revoke() -> None:
    deal = said(lying(rules=REVOKES), "A6 A9 AT A8 BS BU B9 B8 BT AO")
    assert outcome(deal, voice()) == ("Hias revoked (verleugnet) by playing ♣O instead of a heart.")


def test_illegal_discards_are_a_revoke_of_the_declarer() -> None:
    deal = said(open_deal(rules=REVOKES), "dobbm weiter weiter weiter").apply("LS B7 A7 A6")
    assert outcome(deal, voice()) == ("You revoked (verleugnet) by discarding ♠S ♦7 ♣7 ♣6.")
    assert last_line(deal) == (
        "A revoke costs half a Match: 30 points, 1 Schilling a point → 30, 30 to each of the "
        "three defenders → −90."
    )


def cells(line: str) -> list[str]:
    return line.replace("●", "").split()


def test_everything_is_open_after_the_deal() -> None:
    deal = finished(72)
    page = printed(revealed(deal, (36, -12, -12, -12), voice()), *out_of_play(deal, voice()))
    rows = [cells(line) for line in page.splitlines()]
    by_name = {row[0]: row[1:] for row in rows if row}
    for seat, name in enumerate(voice().names):
        *cards, paid, sum_ = by_name[name]
        played = {card.rstrip("*") for card in cards}
        assert played == set(Faces().cards(deal.hands[seat]).plain.split())
        assert (paid, sum_) == (("+36", "+36") if seat == 0 else ("−12", "−12"))
    tricks = [int(points) for points in by_name["Points"]]
    assert len(tricks) == 8
    assert sum(tricks) + 2 == 120
    assert page.count("*") == 8
    assert "In the Dobb: ♦7 ♦6 ♣U ♣7\nDiscarded: ♦7 ♦6 ♣U ♣7" in page


def test_the_dealer_on_holiday_pays_without_cards() -> None:
    page = printed(revealed(finished(72, players=5), (48, -12, -12, -12, -12), voice(5)))
    assert cells(page.splitlines()[-4]) == ["Moidl", "−12", "−12"]


@pytest.mark.parametrize(
    "deal",
    [
        said(open_deal(), "weiter weiter weiter weiter"),
        said(lying(rules=REVOKES), "LS AS"),
        said(open_deal(rules=REVOKES), "dobbm weiter weiter weiter").apply("LS B7 A7 A6"),
    ],
)
def test_hands_are_printed_if_the_deal_was_not_played_out(deal: Deal) -> None:
    page = printed(revealed(deal, settle(deal).payments, voice()))
    for hand in deal.hands:
        assert Faces().cards(hand).plain in page
