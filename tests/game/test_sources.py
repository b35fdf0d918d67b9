"""Every example and number in the sources of the rules, tested against the engine.

A docstring quotes the statements that its test checks, one per line: the source, and the words in
typographic quotation marks. The table at the end of ``docs/rules.md`` lists the same statements
with their tests; a test at the end of this module compares the two.
"""

from __future__ import annotations

import re
from inspect import cleandoc
from itertools import pairwise
from pathlib import Path
from random import Random
from types import FunctionType

import pytest

from dobbm import CARDS, Deal, Rules, Session, View, names, parse_cards, settle
from dobbm.game.cards import (
    ACORNS,
    BELLS,
    DECK,
    HEARTS,
    LEAVES,
    PACK,
    SUITS,
    WELI,
    points,
    shuffled,
)
from dobbm.game.errors import IllegalAction, Revoke, WrongPhase
from dobbm.game.settlement import worth
from dobbm.game.tricks import legal_cards, winning_card
from drawing import cards, dealt, finished, laid, lying, open_deal, played_out, said

RULES_PAGE = Path(__file__).parents[2] / "docs" / "rules.md"

AT_12 = Rules(match=12)
PENALISED = Rules(revokes="penalised")


def winner(trick: str) -> str:
    """The card that wins the trick; the first card is led."""
    played = cards(trick)
    return names(winning_card(sum(played), played[0]))[0]


def may_play(hand: str, led: str) -> list[str]:
    """The cards of the hand that may be played after this lead."""
    return names(legal_cards(sum(cards(hand)), CARDS[led]))


def gain(deal: Deal) -> int:
    """The declarer's payment in a finished deal, in all; negative if the declarer pays."""
    assert deal.declarer is not None
    return settle(deal).payments[deal.declarer]


# Cards


def test_pack() -> None:
    """
    pagat: “36 Doppeldeutsche Karten (Tell cards) with suits of hearts, leaves, acorns and bells.”
    wikipedia: “a deck of 36 cards of the William Tell or Hungarian pattern”
    wikipedia: “a regular, shortened pack of 36 cards”
    wikipedia: “Num Cards: 36”
    mirror: “Cards | 36 |”
    mirror: “Acorns | Leaves | Bells”
    gamerules: “a Tell Card deck which has four suits and 9 cards in each suit”
    gamerules: “There are four suits of acorns, bells, hearts, and leaves. Each suit has 9 cards.”
    akagiri: “36枚のカードを使います。”
    """
    assert len(set(DECK)) == 36
    assert SUITS == (HEARTS, LEAVES, ACORNS, BELLS)
    assert [suit.bit_count() for suit in SUITS] == [9, 9, 9, 9]
    assert HEARTS | LEAVES | ACORNS | BELLS == PACK


@pytest.mark.parametrize("suit", "HLAB")
def test_ranks(suit: str) -> None:
    """
    pagat: “Card: Sow Ten King Ober Unter Nine Eight Seven Six”
    wikipedia: “Ten > King > Ober > Unter > Nine > Eight > Seven > Six”
    wikipedia: “the Sow (Sau) or Deuce (Daus) is the highest-ranking card”
    wikipedia: “This ranking is also valid within the trump suit as well as the plain suits.”
    wikipedia: “S 10 K O U 9 8 7 6”
    wikipedia: “A 10 K O U 9 8 7 6”
    mirror: “Rank (high→low) | S 10 K O U 9 8 7 6 |”
    gamerules: “They rank Sow (high), 10, King, Ober, Unter, 9, 8, 7, and 6 (low).”
    akagiri: “エースではなくがあって、それが最強のカードです。”
    """
    order = [suit + rank for rank in "STKOU9876"]
    for higher, lower in pairwise(order):
        assert winner(f"{lower} {higher}") == higher
        assert winner(f"{higher} {lower}") == higher


@pytest.mark.parametrize(
    ("rank", "value"),
    [("S", 11), ("T", 10), ("K", 4), ("O", 3), ("U", 2), ("9", 0), ("8", 0), ("7", 0), ("6", 0)],
)
def test_values(rank: str, value: int) -> None:
    """
    pagat: “Value: 11 10 4 3 2 0 0 0 0”
    wikipedia: “The ten, with 10 points, is just below the Sow (11 points) in value”
    wikipedia: “well above the King (4), Ober (3) and Unter (2)”
    wikipedia: “The so-called Spatzen ("sparrows" i.e. the Nines, Eights, Sevens and Sixes)”
    wikipedia: “do not score points at the end of the hand”
    mirror: “Value | 11 | 10 | 4 | 3 | 2 | – |”
    gamerules: “the values are 11 points, 10 points, 4, 3, 2, 0, 0, 0, and 0 points”
    akagiri: “1010点”
    akagiri: “11点”
    """
    assert [points(CARDS[suit + rank]) for suit in "HLAB"] == [value] * 4


def test_120_points() -> None:
    """
    pagat: “the card points in the game total 120”
    wikipedia: “There are 120 card points in the deck.”
    wikipedia: “There are 120 card points in toto.”
    akagiri: “全カードの合計点は120点となります。”
    akagiri: “全部の合計点は120点なので、60点が基準点になります。”
    """
    assert points(PACK) == 120


def test_weli() -> None:
    """
    pagat: “The WELI has no special significance in Dobbm - it is merely the six of bells.”
    wikipedia: “The Six of Bells is marked as "WELI" but has no significance in this game.”
    """
    assert CARDS["B6"] == WELI
    assert points(WELI) == 0
    assert winner("B7 B6") == winner("B6 B7") == "B7"


def test_hearts_are_trumps() -> None:
    """
    pagat: “Hearts are permanently trumps.”
    wikipedia: “Hearts are permanent trumps.”
    wikipedia: “Permanent trump suit”
    mirror: “Contracts: Dobbm or Solo. Hearts are permanent trumps.”
    gamerules: “The trumps suit is always hearts for this game.”
    akagiri: “常にハートが切札になります。”
    """
    assert winner("LS H6 AS BS") == "H6"


# Seats and dealing


def test_four_play() -> None:
    """
    pagat: “There are 4 active players.”
    wikipedia: “There are 4 active players.”
    wikipedia: “Players: 4”
    mirror: “Players | 4 |”
    gamerules: “NUMBER OF PLAYERS: 4 or 5 players”
    akagiri: “4人。”
    """
    assert open_deal().setup.active == (0, 1, 2, 3)


def test_fifth_player_has_a_holiday() -> None:
    """
    pagat: “Five can play, in which case the dealer takes a holiday (er feiert).”
    wikipedia: “Five can play, in which case the dealer takes a holiday (er feiert).”
    gamerules: “the dealer will sit out each round of play so there are only 4 active players”
    gamerules: “In 5 player games, the dealer does not play in the round.”
    akagiri: “5人でもできますが、その場合はディーラーはプレイに参加しません。”
    """
    deal = open_deal(players=5)
    assert deal.setup.dealer == 4
    assert deal.setup.active == (0, 1, 2, 3)
    assert deal.hand(4) == 0


@pytest.mark.parametrize("players", [4, 5])
def test_batches_of_four(players: int) -> None:
    """
    pagat: “dealt in batches of 4, until the four active players have 8 cards each”
    wikipedia: “2 packets of four cards to each player in clockwise order”
    wikipedia: “each player is dealt eight cards, four cards go to the talon”
    gamerules: “8-card hands 4 cards at a time in clockwise order”
    akagiri: “ディーラーの左隣から時計回りに、まとめて4枚ずつ2回配ります。”
    """
    deck = list(shuffled(Random(1)))
    deal = Deal.start(deck, dealer=players - 1, players=players)
    assert deal.hand(0) == sum(deck[0:4] + deck[16:20])
    assert deal.hand(3) == sum(deck[12:16] + deck[28:32])
    assert [deal.hand(seat).bit_count() for seat in range(4)] == [8, 8, 8, 8]


def test_last_four_cards_are_the_dobb() -> None:
    """
    pagat: “The last four cards are placed face down in the centre to form the Dobb.”
    wikipedia: “The last four cards are placed face down on the table to form the Dobb.”
    gamerules: “The remaining 4 cards are placed in the center for later.”
    akagiri: “残りの4枚はテーブル中央に裏向きにおきます。これがドッブ(Dobb)となります。”
    """
    deck = shuffled(Random(1))
    deal = Deal.start(deck, dealer=3)
    assert deal.setup.dobb == sum(deck[-4:])
    assert [View.of(deal, seat).dobb for seat in range(4)] == [None] * 4


def test_first_dealer_by_lot() -> None:
    """
    pagat: “The first dealer is chosen at random.”
    wikipedia: “The first dealer is chosen by lot.”
    gamerules: “The first dealer is randomly chosen”
    """
    assert {Session.open(Random(seed)).first_dealer for seed in range(50)} == {0, 1, 2, 3}


def test_declarer_deals_next() -> None:
    """
    pagat: “The dealer for each hand is the declarer from the previous hand.”
    wikipedia: “The role of dealer does not rotate; instead the last declarer becomes the dealer.”
    gamerules: “the next dealer will be declarer from the previous round”
    akagiri: “2回目からのディーラーは前回のデクレアラー(後述)がなります。”
    """
    deal = said(open_deal(), "weiter weiter dobbm weiter")
    assert settle(played_out(deal)).next_dealer == 2


def test_declarer_of_five_gets_a_holiday() -> None:
    """
    pagat: “you keep playing until you are declarer, after which you get a holiday”
    akagiri: “5人ゲームではデクレアラーを行った後はディーラーになってプレイを休むことになります。”
    """
    session = Session(Rules(), players=5, first_dealer=4).begin(DECK)
    for bid in ("weiter", "weiter", "solo"):
        session = session.apply(bid)
    while session.deal:
        session = session.apply(session.deal.legal_actions()[0])
    session = session.begin(DECK)
    assert session.deal is not None
    assert session.deal.hand(2) == 0
    assert session.deal.setup.active == (3, 4, 0, 1)


# Bidding


def test_each_player_speaks_once() -> None:
    """
    pagat: “Starting with the player to dealer's left, and continuing clockwise”
    pagat: “each player has just one opportunity to bid”
    pagat: “there is no opportunity to raise your own bid”
    wikipedia: “Forehand opens the bidding. Each player has one chance to bid”
    gamerules: “once you bid you do not get a chance to change it or increase it later”
    akagiri: “ビッドの機会は各プレイヤーに1回だけしかありません(一巡しか回りません)。”
    """
    deal = open_deal()
    asked = []
    for bid in ("weiter", "dobbm", "weiter", "weiter"):
        asked.append(deal.to_act)
        deal = deal.apply(bid)
    assert asked == [0, 1, 2, 3]
    with pytest.raises(WrongPhase):
        deal.apply("solo")


def test_two_bids() -> None:
    """
    pagat: “There are two possible bids:”
    pagat: “A player who does not wish to bid says weiter.”
    wikipedia: “There are basically two types of contract:”
    wikipedia: “"pass" (weiter), "Dobbm" or "I'll dobb" (i dob = ich tappe, "I tap") or "Solo"”
    gamerules: “There are three options for bidding on your turn”
    gamerules: “You may pass, bid Dobbm, or bid Solo.”
    akagiri: “次の2種類のいずれかをビッドするか、パス(weiter)をします。”
    """
    assert open_deal().legal_actions() == ["dobbm", "solo", "weiter"]


def test_after_a_dobbm_only_solo_or_consent() -> None:
    """
    pagat: “may either bid Solo or allow the ordinary game to be played by saying "gut"”
    wikipedia: “there is no holding”
    gamerules: “Once a player calls Dobbm, remaining players can only call solo or pass.”
    akagiri: “それ以降のプレイヤーはソロかパス(gut)しかビッドできません。”
    """
    deal = said(open_deal(), "dobbm")
    assert deal.legal_actions() == ["solo", "weiter"]
    with pytest.raises(IllegalAction):
        deal.apply("dobbm")


def test_solo_ends_the_bidding() -> None:
    """
    gamerules: “A bid of solo starts the game with the bidder as the declarer.”
    akagiri: “ソロのビッドがあったらビッドは終わります。”
    """
    deal = said(open_deal(), "weiter solo")
    assert (deal.phase, deal.declarer) == ("doubling", 1)


def test_highest_bidder_plays_against_three() -> None:
    """
    pagat: “The highest bidder becomes the declarer and plays the game which was bid.”
    pagat: “The other three players, the defenders, play as a team against the declarer.”
    wikipedia: “one player always plays as a soloist against all the others”
    gamerules: “If all other players pass, then the player to call Dobbm is the declarer”
    akagiri: “最後にパス以外のビッドを行ったプレイヤーがビッドに成功したことになり、”
    akagiri: “デクレアラーは他の3人を敵に回してプレイすることになります。”
    """
    kept = said(open_deal(), "weiter dobbm weiter weiter")
    assert (kept.declarer, kept.contract and kept.contract.name) == (1, "dobbm")
    overbid = said(open_deal(), "weiter dobbm weiter solo")
    assert (overbid.declarer, overbid.contract and overbid.contract.name) == (3, "solo")
    assert overbid.doubling is not None
    assert set(overbid.doubling.defenders) == {0, 1, 2}


def test_four_throw_in() -> None:
    """
    pagat: “If everyone says weiter, the cards are thrown in”
    pagat: “in the four player game the same player deals again”
    pagat: “this runs the risk that the hand will be passed out”
    wikipedia: “If all pass, the cards are thrown in and redealt.”
    gamerules: “If all four players pass the round is restarted. In a four-player game,”
    akagiri: “4人ゲームの場合には同じディーラーが新しいディールを始めます。”
    """
    end = settle(said(open_deal(), "weiter weiter weiter weiter"))
    assert (end.outcome, end.payments, end.next_dealer) == ("thrown_in", (0, 0, 0, 0), 3)


@pytest.mark.parametrize(
    ("preset", "match", "stockerl"),
    [("pagat", 6, 1), ("pagat", 12, 2), ("pagat", 60, 10), ("akagiri", 60, 10)],
)
def test_five_throw_in(preset: str, match: int, stockerl: int) -> None:
    """
    pagat: “In the five player version, the deal passes to the left when a hand is thrown in”
    pagat: “a Stockerl from each other player equal to the value of 10 points”
    pagat: “i.e. 2 Schilling in a 12 Schilling game, 10 Schilling in a 60 Schilling game, etc.”
    gamerules: “in a 5-player game the dealer passes to the left”
    gamerules: “the new dealer gets a special payment called Stockeri”
    akagiri: “5人ゲームの場合にはディーラーは左隣のプレイヤーに交代します。”
    akagiri: “新しくディーラーになったプレイヤーに全員が10点を支払います。”
    """
    rules = Rules.of(preset, match=match)
    end = settle(said(open_deal(players=5, rules=rules), "weiter weiter weiter weiter"))
    assert end.next_dealer == 0
    assert end.payments == (4 * stockerl, -stockerl, -stockerl, -stockerl, -stockerl)


# Exchange


def test_exchange() -> None:
    """
    pagat: “the declarer picks up the four Dobb cards without showing them to the other players”
    pagat: “and discards four cards face down”
    wikipedia: “The soloist takes the talon (called the dobb) and discards four cards”
    gamerules: “replace any four into the center, facedown”
    akagiri: “手札に加えてから、4枚のカードを裏向きに捨て札します。”
    """
    deal = said(open_deal(), "dobbm weiter weiter weiter")
    dobb = deal.setup.dobb
    assert deal.hand(0).bit_count() == 12
    assert [View.of(deal, seat).dobb for seat in range(4)] == [dobb, None, None, None]
    deal = laid(deal, "L7 A6 B76")
    assert deal.hand(0).bit_count() == 8
    discards = parse_cards("L7 A6 B7 B6")
    assert [View.of(deal, seat).discards for seat in range(4)] == [discards, None, None, None]


@pytest.mark.parametrize(
    ("discards", "allowed"),
    [
        ("LS A76 B7", False),
        ("LS HU A76", True),
        ("LS AS HU A7", False),
        ("LS AS HUO", True),
        ("LS AS BS HU", False),
    ],
)
def test_discarded_sows(discards: str, allowed: bool) -> None:
    """
    pagat: “A sow may only be discarded if a trump is discarded with it”
    pagat: “two sows may be discarded with two trumps”
    wikipedia: “a Sow (Deuce) may only be discarded if it is accompanied by a trump card”
    wikipedia: “If two Sows are discarded, two trump cards must also be discarded.”
    gamerules: “they will also need to place a trump in there as well. Two sows require two trumps.”
    akagiri: “エースを2枚捨て札するときには、切札も2枚捨て札しなければなりません。”
    akagiri: “3枚以上のエースは捨て札できません。”
    """
    deal = dealt(
        "HSUO LS AS BS A6 B9",
        "H98 LK98 A98 B8",
        "HTK7 LO AT BTKO",
        "H6 LTU6 AKO BU6",
        dobb="L7 AU7 B7",
    )
    deal = said(deal, "dobbm weiter weiter weiter")
    assert deal.is_legal(" ".join(names(sum(cards(discards))))) == allowed


def test_trump_sow_needs_another_trump() -> None:
    """
    akagiri: “切札のエースを捨て札するときも、それ以外の切り札を1枚以上捨て札しなければならない”
    """
    deal = said(open_deal(), "dobbm weiter weiter weiter")
    with pytest.raises(Revoke):
        laid(deal, "HS A76 B7")
    assert laid(deal, "HSU A76").discards == parse_cards("HS HU A7 A6")


def test_trump_sow_alone_where_the_table_allows_it() -> None:
    """
    pagat: “A sow may only be discarded if a trump is discarded with it”
    """
    deal = said(open_deal(rules=Rules(sow_companion="any")), "dobbm weiter weiter weiter")
    assert laid(deal, "HS A76 B7").phase == "doubling"


@pytest.mark.parametrize(("discards", "value"), [("A76 B76", 0), ("HTU L7 LT", 22)])
def test_discards_count_for_the_declarer(discards: str, value: int) -> None:
    """
    pagat: “The value of the discarded cards will be added to the declarer's tricks.”
    pagat: “The Dobb is counted with the declarer's tricks”
    wikipedia: “the points of the discarded cards count as part of the declarer's tricks”
    gamerules: “automatically be scored in the declarer’s score at the end of the round”
    akagiri: “捨て札したカードの点数はプレイ終了後にデクレアラーの点数に加えられます。”
    """
    deal = laid(said(open_deal(), "dobbm weiter weiter weiter"), discards)
    deal = played_out(deal)
    assert deal.play is not None
    assert deal.play.tricks > 0
    assert settle(deal).points == deal.play.points + value


def test_dobb_of_a_solo_counts_for_the_declarer() -> None:
    """
    pagat: “In a Solo the talon is left face down and its value counts with the declarer's tricks.”
    wikipedia: “the soloist turns down the option of exchanging cards with the talon”
    gamerules: “there is no exchanging but the facedown cards are still scored”
    akagiri: “ソロの場合には交換は行われませんが、ドッブの点数はデクレアラーの点数に加えられます。”
    """
    deal = finished(70, "solo")
    assert deal.play is not None
    assert points(deal.setup.dobb) == 2
    assert deal.play.points == 68


# Doubling


def test_first_defender_is_asked_first() -> None:
    """
    pagat: “The first active player to the left of the declarer speaks first”
    pagat: “If the first defender does not double, the other two defenders in turn”
    akagiri: “まずデクレアラーの左隣のプレイヤーが決め、宣言しなければ、時計回りの順に”
    """
    deal = said(open_deal(), "weiter solo")
    asked = []
    while deal.phase == "doubling":
        asked.append(deal.to_act)
        deal = deal.apply("gut")
    assert asked == [2, 3, 0]


def test_wikipedia_asks_from_the_dealers_left() -> None:
    """
    wikipedia: “This starts with the player to the dealer's left who says "good" or "play on"”
    """
    deal = said(open_deal(rules=Rules.of("wikipedia")), "weiter solo")
    assert deal.to_act == 0


def test_any_defender_may_double() -> None:
    """
    pagat: “saying either "an Schwochn" to double the stake, or "gut" or "spiel zu" if content”
    wikipedia: “the other defenders in turn may opt to double the stakes”
    gamerules: “any opponent may call for the stakes to be doubled”
    """
    deal = said(open_deal(), "solo")
    for word in ("gut", "gut", "schwacher"):
        assert deal.legal_actions() == ["gut", "schwacher"]
        deal = deal.apply(word)
    assert deal.doublings == 1


def test_first_schwacher_is_enough() -> None:
    """
    akagiri: “誰か1人がダブルを宣言した時点でダブルは有効になる”
    """
    deal = said(open_deal(), "solo schwacher")
    assert (deal.doublings, deal.to_act) == (1, 0)


def test_declarer_accepts_or_says_retour() -> None:
    """
    pagat: “the declarer may either accept this, saying "gut", or double the stake again”
    wikipedia: “either accept it by saying "good" or double the stake again by saying "Retour"”
    gamerules: “the declarer may for a redouble or pass and start the game”
    akagiri: “リダブル(retour)を宣言して、プレイの点数をさらに2倍にすることができます。”
    """
    deal = said(open_deal(), "solo schwacher")
    assert deal.legal_actions() == ["gut", "retour"]
    assert deal.apply("gut").phase == "play"
    assert deal.apply("retour").doublings == 2


def test_any_defender_may_say_retour() -> None:
    """
    pagat: “any defender - not necessarily the one who gave the original Schwacher”
    wikipedia: “The defenders may then say "Retour" in response.”
    akagiri: “後でリダブルを宣言したプレイヤーが違ってもかまいません。”
    """
    deal = said(open_deal(), "solo schwacher retour gut gut")
    assert (deal.to_act, deal.legal_actions()) == (3, ["gut", "retour"])
    assert deal.apply("retour").to_act == 0


def test_retour_without_limit() -> None:
    """
    pagat: “The declarer may then say a further retour, and so on without limit.”
    gamerules: “this can continue until a side passes for the game to begin”
    gamerules: “the stakes can be doubled as many times as players wish”
    akagiri: “デクレアラーがリダブルをかけるということを無制限に行うことができます。”
    akagiri: “どちらかがリダブルをかけないことにすると、それで終わります。”
    """
    deal = said(open_deal(), "solo schwacher" + " retour" * 100)
    assert (deal.phase, deal.doublings) == ("doubling", 101)
    assert deal.to_act == 0
    assert deal.apply("gut").phase == "play"


# Play


def test_declarer_leads_and_play_is_clockwise() -> None:
    """
    pagat: “The declarer leads to the first trick.”
    pagat: “Play is clockwise.”
    wikipedia: “Play is clockwise and the declarer leads to the first trick.”
    gamerules: “The declarer leads the first trick”
    gamerules: “The leader may play any card”
    akagiri: “デクレアラーが最初のリードを行い”
    """
    deal = said(open_deal(), "weiter solo gut gut gut")
    assert deal.legal_actions() == names(deal.hand(1))
    order = []
    for card in ("B8", "BK", "BU", "B9"):
        order.append(deal.to_act)
        deal = deal.apply(card)
    assert order == [1, 2, 3, 0]


def test_winner_leads_next() -> None:
    """
    pagat: “The winner of a trick leads to the next.”
    wikipedia: “The winner of the trick leads to the next trick.”
    gamerules: “the winner will lead the next trick”
    """
    deal = said(lying(), "L7 LK LO L6")
    assert deal.to_act == 1


@pytest.mark.parametrize(
    ("hand", "led", "playable"),
    [
        ("HS9 AT B6", "A7", ["AT"]),
        ("HS9 AT B6", "H7", ["H9", "HS"]),
        ("HS9 AT B6", "L7", ["H9", "HS"]),
        ("AT B6", "L7", ["AT", "B6"]),
        ("AT B6", "H7", ["AT", "B6"]),
    ],
)
def test_follow_suit_or_trump(hand: str, led: str, playable: list[str]) -> None:
    """
    pagat: “Players must follow suit if possible”
    pagat: “a player with no cards of the suit led must play a heart”
    pagat: “A player who holds no hearts and no cards of the suit led may play any card.”
    wikipedia: “Each player must follow suit if possible (Farbzwang).”
    wikipedia: “he must trump (Trumpfzwang, i.e. play a card of the Hearts suit)”
    gamerules: “followers must follow suit if able. If not, they must play a heart to the trick.”
    gamerules: “If not able to do that either they may play any card to the trick.”
    akagiri: “リードされたスートがあればそのスートを出さなければなりません。”
    akagiri: “ない場合には切札(ハート)を出さなければなりません。”
    akagiri: “リードされたスートも切札もない場合には、どのカードを出してもかまいません。”
    """
    assert may_play(hand, led) == playable


@pytest.mark.parametrize(
    ("trick", "taken_by"),
    [
        ("A6 AT BS LK", "AT"),
        ("A6 AT H7 LK", "H7"),
        ("A6 H9 H7 AS", "H9"),
        ("H6 AS LS BS", "H6"),
        ("A6 LS BS LT", "A6"),
    ],
)
def test_who_wins_a_trick(trick: str, taken_by: str) -> None:
    """
    pagat: “Each trick is won by the highest heart in it”
    pagat: “or, if it contains no hearts, by the highest card of the suit led”
    gamerules: “The trick is won by the highest trump”
    gamerules: “or if not applicable, by the highest card of the suit led”
    """
    assert winner(trick) == taken_by


def test_defenders_share_one_pile() -> None:
    """
    pagat: “The three defenders keep their tricks in a single pile.”
    wikipedia: “The defenders keep their tricks in one place.”
    gamerules: “The opponents keep their won tricks in the same pile together.”
    akagiri: “デクレアラー以外の3人は取ったカードを同じ山に置きます。”
    """
    deal = said(lying(), "L7 LK LO L6 B8 BK BU B9")
    assert deal.to_act == 2
    assert deal.play is not None
    assert (deal.play.points, deal.play.tricks) == (0, 0)


def test_nobody_looks_at_the_dobb_of_a_solo() -> None:
    """
    pagat: “the declarer in a Solo should not look at the Dobb until the end of the play”
    akagiri: “ソロの時にはドッブのカードはデクレアラーも見ることはできません。”
    """
    deal = lying("solo")
    assert [View.of(deal, seat).dobb for seat in range(4)] == [None] * 4
    end = View.of(finished(70, "solo"), 0)
    assert end.record is not None
    assert end.record["deck"][-4:] == ["AU", "A7", "B7", "B6"]


def test_declarer_may_look_at_the_discards() -> None:
    """
    akagiri: “プレイ中に自分の側の取ったカードや自分の捨て札を見ることはできます。”
    """
    assert View.of(said(lying(), "HS H9 HK H6"), 0).discards == parse_cards("AU A7 B7 B6")


# Scoring


@pytest.mark.parametrize(
    ("declarer", "outcome"), [(59, "lost"), (60, "eingestellt"), (61, "won"), (50, "lost")]
)
def test_side_with_more_points_wins(declarer: int, outcome: str) -> None:
    """
    pagat: “The side with more card points wins”
    wikipedia: “The aim of the soloist is to score more than 60 card points (Augen) in tricks”
    gamerules: “Payments are made to the side with more points”
    akagiri: “1人で全得点の過半数以上を取ることを目指します。”
    akagiri: “デクレアラーの点数が60点より多い場合には、60点との差額を”
    akagiri: “デクレアラーの点数が60点未満の場合には、60点との差額を”
    """
    assert settle(finished(declarer)).outcome == outcome


@pytest.mark.parametrize("preset", ["pagat", "wikipedia", "gamerules", "akagiri"])
def test_sixty_is_a_draw(preset: str) -> None:
    """
    pagat: “If each side has 60 card points it is a draw (eingestellt) and there is no payment.”
    wikipedia: “If both sides score 60 it is a draw (eingestellt).”
    wikipedia: “The opposing team only needs to score 60 points to win.”
    gamerules: “then it is a draw and no payments are made”
    akagiri: “デクレアラーが60点ちょうどの場合には、どちらも支払いはありません。”
    """
    end = settle(finished(60, words="schwacher gut", rules=Rules.of(preset)))
    assert (end.outcome, end.payments) == ("eingestellt", (0, 0, 0, 0))


def test_match_earns_nothing_extra() -> None:
    """
    pagat: “If one side takes all eight tricks, this is called a Match.”
    pagat: “There is no extra score for this”
    wikipedia: “If the winning side takes all tricks it is a matsch.”
    gamerules: “If a team wins all 8 tricks this is called a match.”
    akagiri: “一方の側が全トリックを取った場合をマッチ(Match)と呼びます。”
    """
    deal = dealt(
        "HSTKOU98 LS",
        "H7 LTKO ASTK B6",
        "H6 LU98 AOU9 B7",
        "L76 A87 BSTU8",
        dobb="A6 BKO9",
    )
    deal = played_out(said(deal, "solo gut gut gut"))
    end = settle(deal)
    assert (end.tricks, end.points, end.payments) == (8, 120, (360, -120, -120, -120))


@pytest.mark.parametrize(
    ("contract", "match", "each"), [("dobbm", 60, 60), ("dobbm", 12, 12), ("solo", 60, 120)]
)
def test_declarer_without_a_trick(contract: str, match: int, each: int) -> None:
    """
    pagat: “if the declarer loses every trick the defenders get the Dobb as well”
    pagat: “so that a Match in an ordinary game is always worth 60 points”
    wikipedia: “The stake is expressed in terms of the cost of a matsch (worth 60 points)”
    gamerules: “they also get to score the points from the center cards instead of the declarer”
    akagiri: “捨て札やドッブの点数もデクレアラーの相手側のものになります。”
    akagiri: “マッチの時には、支払い点数は必ず60点となります。”
    """
    deal = dealt(
        "L9876 A9876",
        "HSTKO LST AS BT",
        "HU9 LKO ATK BO9",
        "H876 LU AOU BSK",
        dobb="BU876",
        rules=Rules(match=match),
    )
    words = "solo" if contract == "solo" else "dobbm weiter weiter weiter"
    deal = said(deal, words)
    if contract == "dobbm":
        deal = laid(deal, "BU876")
    end = settle(played_out(deal))
    assert (end.tricks, end.points) == (0, 0)
    assert end.payments == (-3 * each, each, each, each)


# Payments


def test_declarer_and_each_defender_settle() -> None:
    """
    pagat: “If the declarer wins, all the defenders pay the declarer”
    pagat: “a declarer who loses pays each of the defenders”
    gamerules: “if the declarer wins the opponents each pays them the needed stakes”
    gamerules: “If the opponents win, they each are paid the required stakes by the declarer.”
    akagiri: “60点との差額を他の各プレイヤーがデクレアラーに支払います。”
    akagiri: “60点との差額をデクレアラーが他の各プレイヤーに支払います。”
    """
    assert settle(finished(70)).payments == (30, -10, -10, -10)
    assert settle(finished(50)).payments == (-30, 10, 10, 10)


def test_dealer_on_holiday_pays_too() -> None:
    """
    pagat: “the dealer pays to or receives from the declarer the same amount”
    pagat: “the dealer has to pay along with the defenders”
    akagiri: “5人プレイの場合には、プレイしなかったディーラーもデクレアラーに支払います。”
    akagiri: “デクレアラーはプレイしなかったディーラーにも支払います。”
    """
    assert settle(finished(70, players=5)).payments == (40, -10, -10, -10, -10)
    assert settle(finished(50, players=5)).payments == (-40, 10, 10, 10, 10)


@pytest.mark.parametrize("match", [6, 12, 60, 120, 240])
def test_stake_is_the_cost_of_a_match(match: int) -> None:
    """
    pagat: “The stake is expressed in terms of the cost of a Match.”
    pagat: “Typical stakes are 6, 12, 60, 120 or 240 Schilling.”
    wikipedia: “typically a multiple of six e.g. 6 or 12 schillings”
    gamerules: “Stakes can be anything but should be determined before the game begins.”
    """
    assert worth(60, Rules(match=match)) == match


@pytest.mark.parametrize("difference", [1, 9, 16])
def test_sixty_schilling_game(difference: int) -> None:
    """
    pagat: “in a 60 Schilling game each card point in an ordinary game is worth 1 Schilling”
    pagat: “In a Solo the payments are doubled to 2 Schilling per point.”
    pagat: “based on the difference between the card points they have taken and 60”
    wikipedia: “based on the number of card points above 60 that they have scored”
    gamerules: “based on how many points more than 60 were scored”
    """
    assert gain(finished(60 + difference)) == 3 * difference
    assert gain(finished(60 + difference, "solo")) == 3 * 2 * difference


@pytest.mark.parametrize(
    ("contract", "players", "each", "total"),
    [("dobbm", 4, 48, 144), ("dobbm", 5, 48, 192), ("solo", 4, 96, 288), ("solo", 5, 96, 384)],
)
def test_72_points_with_schwacher_and_retour(
    contract: str, players: int, each: int, total: int
) -> None:
    """
    pagat: “a declarer who took 72 card points in an ordinary game with Schwacher and Retour”
    pagat: “would win 48 Schilling from each defender”
    pagat: “144 Schilling in total in a four player game, or 192 Schilling in a five player game”
    pagat: “The same result in a Solo would bring the declarer 288 or 384 Schilling.”
    """
    end = settle(finished(72, contract, "schwacher retour gut gut gut", players))
    assert end.payments == (total, *[-each] * (players - 1))


@pytest.mark.parametrize(
    ("contract", "words", "factor"),
    [
        ("dobbm", "gut gut gut", 1),
        ("dobbm", "schwacher gut", 2),
        ("dobbm", "schwacher retour gut gut gut", 4),
        ("dobbm", "schwacher retour retour gut", 8),
        ("solo", "gut gut gut", 2),
        ("solo", "schwacher gut", 4),
    ],
)
def test_what_doubles(contract: str, words: str, factor: int) -> None:
    """
    pagat: “Payments are doubled in a Solo. A Schwacher and each retour also double the payments.”
    pagat: “The payments are also doubled for a Schwacher and for each Retour”
    wikipedia: “The payments are doubled for a Solo, a Schwacher and each Retour.”
    gamerules: “Solo games double the stakes”
    gamerules: “each double or redouble called after the exchange also doubles the stakes again”
    akagiri: “ダブルがあるとプレイの得失点は2倍になります。”
    akagiri: “ソロの場合には上記の点数がすべて2倍になります。”
    akagiri: “ダブルやリダブルがあった場合には、その倍数を掛けます。”
    """
    assert settle(finished(70, contract, words)).payments[1] == -10 * factor


@pytest.mark.parametrize("preset", ["wikipedia", "gamerules"])
@pytest.mark.parametrize(
    ("declarer", "each"),
    [(n, 1) for n in range(61, 66)]
    + [(n, 2) for n in range(66, 71)]
    + [(n, 3) for n in range(71, 76)]
    + [(n, -1) for n in range(55, 60)]
    + [(n, -2) for n in range(50, 55)]
    + [(n, -3) for n in range(45, 50)],
)
def test_twelve_schilling_game(preset: str, declarer: int, each: int) -> None:
    """
    pagat: “When playing for 6 or 12 Schilling”
    pagat: “the score for an ordinary game is generally rounded up to the next Schilling”
    pagat: “61 to 65 1 55 to 59 1”
    pagat: “66 to 70 2 50 to 54 2”
    pagat: “71 to 75 3 45 to 49 3”
    gamerules: “If the declarer’s score is 61 to 65 they are paid 1 stake from each opponent.”
    gamerules: “If their score was 66 to 70 they are paid 2 stakes. 71 to 75, 3 stakes.”
    gamerules: “If the declarer’s score is 55 to 59 the declarer pays each opponent 1 stake.”
    gamerules: “For a score of 50 to 54, 2 stakes are paid. For 45 to 49, 3 stakes.”
    """
    end = settle(finished(declarer, rules=Rules.of(preset)))
    assert end.payments == (3 * each, -each, -each, -each)


def test_71_points_at_twelve() -> None:
    """
    wikipedia: “if a matsch is worth 12 schillings and the declarer scores 71 points”
    wikipedia: “he receives 3 schillings from each defender”
    """
    assert settle(finished(71, rules=Rules.of("wikipedia"))).payments == (9, -3, -3, -3)


@pytest.mark.parametrize(("words", "each"), [("gut gut gut", 8), ("schwacher gut", 16)])
def test_rounding_comes_before_doubling(words: str, each: int) -> None:
    """
    pagat: “In a Solo, or in case of a Schwacher, the rounding is carried out before the doubling.”
    pagat: “a declarer taking 76 points in a Solo would win 8 Schilling from each defender”
    pagat: “or 16 Schilling each if they gave a Schwacher”
    """
    assert settle(finished(76, "solo", words, rules=AT_12)).payments[1] == -each


@pytest.mark.parametrize(
    ("difference", "paid"), [(1, 5), (4, 5), (5, 5), (6, 10), (9, 10), (10, 10)]
)
def test_akagiri_rounds_up_to_fives(difference: int, paid: int) -> None:
    """
    akagiri: “通常は支払点数は5点単位などに切り上げられます(端数1点~4点→5点、6点~9点→10点)。”
    """
    rules = Rules.of("akagiri")
    assert settle(finished(60 + difference, rules=rules)).payments[1] == -paid
    assert settle(finished(60 - difference, rules=rules)).payments[1] == paid


# Revokes


@pytest.mark.parametrize("match", [60, 12])
@pytest.mark.parametrize(("contract", "factor"), [("dobbm", 1), ("solo", 2)])
def test_defender_revokes(contract: str, factor: int, match: int) -> None:
    """
    pagat: “Revoking (i.e. failure to follow suit or play a trump when required to)”
    pagat: “the penalty is half the value of a Match in the game currently being played”
    pagat: “If a defender revokes, all of the defenders have to pay the declarer”
    wikipedia: “Revoking (failing to follow Farbzwang or Trumpfzwang) is called verleugnen”
    wikipedia: “is penalised with half the value of the game being played”
    """
    rules = Rules(match=match, revokes="penalised")
    deal = said(lying(contract, "schwacher gut", rules=rules), "L7 AS")
    end = settle(deal)
    each = match // 2 * factor * 2
    assert (end.outcome, end.payments) == ("revoke", (3 * each, -each, -each, -each))


def test_declarer_revokes() -> None:
    """
    pagat: “a declarer who revokes pays all the defenders”
    """
    deal = said(lying(rules=PENALISED), "L7 LK LO L6 L9 HK LU B9")
    assert settle(deal).payments == (-90, 30, 30, 30)


def test_wrong_number_of_discards() -> None:
    """
    pagat: “The same penalty is payable by the declarer if the wrong number of cards”
    """
    deal = said(open_deal(rules=PENALISED), "dobbm weiter weiter weiter")
    assert settle(laid(deal, "A76 B7")).payments == (-90, 30, 30, 30)


def test_a_revoke_may_be_cheaper_than_playing_on() -> None:
    """
    pagat: “a player's interest to revoke on purpose, so as to avoid a higher loss”
    """
    revoked = said(lying(rules=PENALISED), "L7 AS")
    assert settle(revoked).payments[1] == -30
    assert settle(finished(100, rules=PENALISED)).payments[1] == -40


# The end of a session


@pytest.mark.parametrize("players", [4, 5])
def test_mussrunde(players: int) -> None:
    """
    pagat: “a series of deals on which the player to dealer's left must be declarer”
    pagat: “can choose to play either an ordinary game or a Solo”
    pagat: “the deal passes to the left after each hand”
    pagat: “for as many deals as there are players, so that everyone is forced to be declarer once”
    wikipedia: “each player in turn (always being the one to the dealer's left) must be declarer”
    wikipedia: “It ends when every player has been a declarer.”
    akagiri: “必ずドッブンまたはソロのビッドをしてデクレアラーにならなければなりません”
    akagiri: “他のプレイヤーはビッドできません”
    akagiri: “全員がこのようにしてデクレアラーになってプレイし終わったらゲーム終了となります。”
    """
    session = Session(Rules(), players, first_dealer=2).agree_mussrunde()
    declarers = []
    while not session.over:
        session = session.begin(DECK)
        assert session.deal is not None
        assert session.deal.legal_actions() == ["dobbm", "solo"]
        session = session.apply("solo")
        declarers.append(session.deals[-1].declarer)
        while session.deal:
            session = session.apply(session.deal.legal_actions()[0])
    assert declarers == [(3 + turn) % players for turn in range(players)]


def test_session_may_end_after_any_deal() -> None:
    """
    gamerules: “There is not an official end to this game. only when all players are done playing.”
    akagiri: “各ディールが独立したゲームになっているので、いつ終わってもかまいません。”
    """
    session = Session(Rules(), players=4, first_dealer=3).begin(DECK)
    for _ in range(4):
        session = session.apply("weiter")
    assert session.close().over


# Tactics, as far as the rules imply them


def test_schieben() -> None:
    """
    pagat: “the other defenders are able to discard their sows and tens”
    """
    assert may_play("AST BST", "L7") == ["AS", "AT", "BS", "BT"]
    assert winner("L7 LK AS BT") == "LK"
    assert points(sum(cards("L7 LK AS BT"))) == 25


def test_defenders_with_trumps_must_spend_them() -> None:
    """
    pagat: “they have to play their trumps rather than discarding”
    """
    assert may_play("H7 AST BST", "L7") == ["H7"]


def test_schinden() -> None:
    """
    pagat: “it is very often right for the defenders to hold back their high cards”
    """
    assert may_play("LST8 B6", "LK") == ["L8", "LS", "LT"]


def test_fox() -> None:
    """
    pagat: “Sometimes the fox will win a trick, or at least be lost very cheaply.”
    pagat: “when the defenders have mistakenly discarded their high cards in that suit”
    """
    assert winner("L8 LU L9 L6") == "LU"
    assert winner("L8 LT L9 L6") == "LT"
    assert points(sum(cards("LK LU L9 L6"))) == 6


# The table in docs/rules.md

STATEMENT = re.compile(r"^(\w+): “(.*?)”$", re.MULTILINE)
ROW = re.compile(r"^\| (\w+) \| “(.*)” \| `(\w+)` \|$", re.MULTILINE)


def statements() -> list[tuple[str, str, str]]:
    """The source, the words and the test of every statement in this module."""
    return [
        (source, words, name)
        for name, test in globals().items()
        if name.startswith("test_") and isinstance(test, FunctionType)
        for source, words in STATEMENT.findall(cleandoc(test.__doc__ or ""))
    ]


def test_every_statement_is_in_the_rules_and_tested_here() -> None:
    page = RULES_PAGE.read_text(encoding="utf-8")
    rows = [(source, words.replace("\\|", "|"), name) for source, words, name in ROW.findall(page)]
    assert rows == statements()


def test_every_test_here_quotes_a_source() -> None:
    quoting = {name for _, _, name in statements()}
    silent = [name for name in globals() if name.startswith("test_") and name not in quoting]
    assert silent == [
        "test_every_statement_is_in_the_rules_and_tested_here",
        "test_every_test_here_quotes_a_source",
    ]
