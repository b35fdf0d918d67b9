"""The page's sentences: table talk, card names of each deck, names of people."""

from __future__ import annotations

import re
from typing import Any

import pytest

from client.scripts import Scripts, needs_node
from dobbm import View
from dobbm.game.cards import CARDS
from drawing import open_deal, said

pytestmark = needs_node

TALK = """
import { changeText } from "./game/change-text.js";
await speak(asked.language);
const table = { seat: 0, view: null };
respond(asked.phrases.map((phrase) =>
  changeText({ ...table, change: { kind: "said", seat: 1, phrase } }, ["Lois", "Resi"])));
"""


def test_table_talk_is_shown_with_its_meaning(scripts: Scripts) -> None:
    text = scripts.run(TALK, {"language": "en", "phrases": ["so_it_goes", "round"]})
    assert text == ["Resi: Jo mei. (so it goes)", "Resi: 🍺 (a round for the table)"]


ACTED = """
import { changeText } from "./game/change-text.js";
await speak("en");
const change = { kind: "acted", seat: 3 };
respond(changeText({ change, seat: 0, view: asked }, ["Lois", "Resi", "Hias", "Sepp"]));
"""


def test_the_last_word_announces_that_the_cards_are_thrown_in(scripts: Scripts) -> None:
    deal = said(open_deal(), "weiter weiter weiter weiter")
    text = scripts.run(ACTED, View.of(deal, 0).to_json())
    assert text == "Sepp: weiter (passes). Nobody has bid: the cards are thrown in."


SKIN = """
import { settings } from "./base/settings.js";
import { cardName, CARDS, suitName, teach } from "./cards/deck.js";
import { whyNotDiscard, whyNot } from "./game/reasons.js";
await speak(asked);
const tricks = [{ cards: ["LS"], winner: null }];
const words = () => ({
  names: CARDS.map(cardName),
  suits: [..."HLAB"].map(suitName),
  rule: whyNot("H7", { hand: ["LO", "L9", "H7"], legal: ["LO", "L9"], tricks }),
  discards: whyNotDiscard(["AS", "L6"], { sow_companion: "plain" }),
});
settings.skin = "french";
const french = words();
teach(true);
const taught = words();
settings.skin = "tell";
respond({ french, taught, own: words() });
"""


def test_the_french_deck_has_french_card_names(scripts: Scripts) -> None:
    shown = scripts.run(SKIN, "en")["french"]
    assert shown["suits"] == ["hearts", "spades", "clubs", "diamonds"]
    assert shown["rule"] == (
        "Farbzwang: spades are led, and you hold Queen of spades and Nine of spades."
    )
    assert shown["discards"].startswith("With each ace, discard a heart")
    assert len(set(shown["names"])) == len(CARDS)
    for name in shown["names"]:
        assert not re.search("Sow|Ober|Unter|Weli|leaves|acorns|bells", name)


def test_the_lesson_keeps_the_games_own_card_names(scripts: Scripts) -> None:
    answer = scripts.run(SKIN, "en")
    assert answer["taught"] == answer["own"]
    assert answer["own"]["suits"] == ["hearts", "leaves", "acorns", "bells"]


NAMES = """
import { markedNames, seatNames } from "./game/seats.js";
await speak("en");
const seats = (name) => [{ kind: "person", name }, { kind: "bot" }, { kind: "person", name: "" }];
respond(["Resi", "", null].map((name) => [seatNames(seats(name), 0), markedNames(seats(name), 0)]));
"""


def test_a_person_without_a_name_is_you_everywhere(scripts: Scripts) -> None:
    [named, nameless, erased] = scripts.run(NAMES, None)
    assert named == [["Resi", "Vroni", "Guest 3"], ["Resi (you)", "Vroni", "Guest 3"]]
    assert nameless == [["You", "Vroni", "Guest 3"]] * 2
    assert erased[0][0] == "You"


def test_an_erased_name_is_that_of_somebody_from_before(scripts: Scripts) -> None:
    watched = NAMES.replace("(name), 0)", "(name), null)")
    assert scripts.run(watched, None)[2][0] == ["somebody from before", "Vroni", "Guest 3"]


ALIKE = """
import { seatNames } from "./game/seats.js";
await speak("en");
const anna = { kind: "person", name: "Anna" };
respond(seatNames([anna, { kind: "free" }, anna, { kind: "free" }, anna], 2));
"""


def test_people_with_the_same_name_are_numbered(scripts: Scripts) -> None:
    assert scripts.run(ALIKE, None) == ["Anna", "free seat", "Anna 2", "free seat", "Anna 3"]


NAMESAKE = """
import { seatNames } from "./game/seats.js";
respond(seatNames([{ kind: "person", name: "vroni" }, { kind: "bot" }], 0));
"""


def test_no_bot_has_the_name_of_a_person(scripts: Scripts) -> None:
    assert scripts.run(NAMESAKE, None) == ["vroni", "Hias"]


NAMESAKES = """
import { BOTS } from "./base/data.js";
import { namesThen, seatNames, seatPortraits } from "./game/seats.js";
const person = { kind: "person", name: "Anna" };
const bot = (namesakes) => ({ kind: "bot", name: "pimc", namesakes });
const some = [person, bot(["ursula", "Resl"]), bot(["ursula", "Resl"])];
const all = [person, ...Array.from({ length: 3 }, () => bot(BOTS))];
const numbered = seatNames(all);
const people = { seats: [person, { ...person, name: "Resl" }, person] };
const then = namesThen({ seats: some }, people, []);
respond([seatNames(some), numbered, seatPortraits(all, numbered), then]);
"""


def test_no_bot_has_the_name_of_a_member_of_the_club(scripts: Scripts) -> None:
    some, numbered, portraits, then = scripts.run(NAMESAKES, None)
    assert some == ["Anna", "Kaspar", "Lois"]
    assert numbered == ["Anna", "Resl 2", "Kaspar 2", "Ursula 2"]
    assert portraits[1:] == ["resl", "kaspar", "ursula"]
    assert then == ["Anna", "Kaspar", "Lois"]


LETTERS = """
import { settings } from "./base/settings.js";
import { suitLetter } from "./cards/deck.js";
await speak(asked.language);
settings.skin = asked.skin;
respond([..."HLAB"].map(suitLetter));
"""


@pytest.mark.parametrize(
    ("language", "skin", "letters"),
    [
        ("en", "tell", ["H", "L", "A", "B"]),
        ("en", "french", ["H", "S", "C", "D"]),
        ("de", "tell4", ["H", "L", "E", "S"]),
        ("de", "french", ["H", "P", "Kr", "Ka"]),
        ("ja", "tell", ["ハ", "葉", "ど", "ベ"]),
        ("ja", "french", ["ハ", "ス", "ク", "ダ"]),
    ],
)
def test_suit_letters_follow_the_language_and_the_deck(
    scripts: Scripts, language: str, skin: str, letters: list[str]
) -> None:
    assert scripts.run(LETTERS, {"language": language, "skin": skin}) == letters


CHANGED = """
import { changeText } from "./game/change-text.js";
await speak("en");
const { before = null, ...table } = asked;
respond(changeText({ view: null, ...table }, ["Lois", "Resi", "Hias", "Sepp"], before));
"""

PERSON = {"kind": "person", "name": "", "wishes": []}


@pytest.mark.parametrize(
    ("own", "sentence"),
    [
        (
            0,
            "Resi wants to give the seat of Sepp to a bot: all who are here must agree "
            "(Seats in the menu).",
        ),
        (1, "Waiting for the others to agree."),
    ],
)
def test_all_hear_that_one_wants_to_give_a_seat_to_a_bot(
    scripts: Scripts, own: int, sentence: str
) -> None:
    change = {"kind": "release_wished", "seat": 1, "released": 3}
    assert scripts.run(CHANGED, {"seat": own, "change": change}) == sentence


@pytest.mark.parametrize(
    ("own", "until", "sentence"),
    [
        (0, 1_797_000_000, "Resi is away until Dec 11."),
        (1, 1_797_000_000, "You are away until Dec 11."),
        (0, None, "Resi is back."),
        (1, None, "You are back."),
    ],
)
def test_all_hear_until_when_somebody_is_away(
    scripts: Scripts, own: int, until: float | None, sentence: str
) -> None:
    change = {"kind": "excused", "seat": 1, "until": until}
    assert scripts.run(CHANGED, {"seat": own, "change": change}) == sentence


@pytest.mark.parametrize(("own", "sentence"), [(0, "Resi is"), (1, "You are")])
def test_all_hear_from_when_to_when_somebody_will_be_away(
    scripts: Scripts, own: int, sentence: str
) -> None:
    change = {"kind": "excused", "seat": 1, "since": 1_796_800_000, "until": 1_797_000_000}
    told = scripts.run(CHANGED, {"seat": own, "change": change})
    assert told == f"{sentence} away from Dec 9 to Dec 11."


@pytest.mark.parametrize(
    ("seat", "agreed", "sentence"),
    [
        (0, [1], "Resi asks for the Mußrunde: last deals in which forehand must play."),
        (
            1,
            [1],
            "You have asked for the Mußrunde: it begins with the next deal if everybody agrees.",
        ),
        (0, [1, 2], "Resi agrees to the Mußrunde. 2 people have not agreed yet."),
        (1, [0, 1, 2], "You agree to the Mußrunde. 1 person has not agreed yet."),
        (0, [0, 1, 2, 3], "Resi agrees too: the Mußrunde begins with the next deal."),
        (1, [0, 1, 2, 3], "The Mußrunde begins with the next deal."),
        (None, [0, 1, 2, 3], "Resi agrees too: the Mußrunde begins with the next deal."),
    ],
)
def test_one_asks_for_the_mussrunde_the_others_agree_and_the_last_one_decides(
    scripts: Scripts, seat: int | None, agreed: list[int], sentence: str
) -> None:
    change = {"kind": "wished", "seat": 1, "wish": "mussrunde"}
    seats = [{**PERSON, "wishes": ["mussrunde"] if one in agreed else []} for one in range(4)]
    left = 4 if len(agreed) == 4 else None
    asked = {"seat": seat, "seats": seats, "mussrunde_left": left, "change": change}
    assert scripts.run(CHANGED, asked) == sentence


@pytest.mark.parametrize(
    ("seat", "stage", "sentence"),
    [
        (0, "playing", "A bot is playing for you: press “Resume playing” to come back."),
        (1, "playing", "A bot stands in for Lois."),
        (0, "between", "You count as away: a bot plays for you until you are back."),
        (1, "between", "Lois is away."),
        (1, "waiting", "Lois is away."),
    ],
)
def test_a_bot_is_said_to_play_only_while_a_deal_is_played(
    scripts: Scripts, seat: int, stage: str, sentence: str
) -> None:
    seats = [{**PERSON, "stood_in": "gone"}, PERSON, PERSON, PERSON]
    view = {"players": 4, "dealer": 3}
    change = {"kind": "stood_in", "seat": 0}
    asked = {"seat": seat, "seats": seats, "stage": stage, "view": view, "change": change}
    assert scripts.run(CHANGED, asked) == sentence


def test_no_bot_plays_for_a_person_on_holiday(scripts: Scripts) -> None:
    seats = [{**PERSON, "stood_in": "gone"}, *[PERSON] * 4]
    view = {"players": 5, "dealer": 0}
    change = {"kind": "stood_in", "seat": 0}
    asked = {"seat": 1, "seats": seats, "stage": "playing", "view": view, "change": change}
    assert scripts.run(CHANGED, asked) == "Lois is away."


def test_a_change_of_a_seat_says_what_becomes_of_the_winnings(scripts: Scripts) -> None:
    """Those of a bot stay with the bots, those of a person with the person."""
    people = [{"kind": "person", "name": name} for name in ("Lois", "Resi", "Hias")]
    before = {
        "seats": [*people, {"kind": "bot", "name": "simple"}],
        "seat": 0,
        "session": 1,
        "ledger": [5, -40, 0, 35],
    }
    table = {"seat": 0, "stage": "between", "before": before}

    def said(kind: str, at: int, **changed: Any) -> str:
        asked = table | {"change": {"kind": kind, "seat": at}} | changed
        text: str = scripts.run(CHANGED, asked)
        return text

    ledger = [5, -40, 0, 0]
    kept = "The +35 of Nanne stay with the bots."
    assert said("sat", 3, ledger=ledger) == f"Sepp sits down for Nanne and begins at 0. {kept}"
    own = said("sat", 3, ledger=[5, -40, 0, -12], seat=3)
    assert own == f"You sit down for Nanne and begin at −12. {kept}"
    none = before | {"ledger": [0] * 4}
    begins = "Sepp sits down for Nanne and begins at 0."
    assert said("sat", 3, ledger=[0] * 4, before=none) == begins
    fresh = before | {"session": 0}
    assert said("sat", 3, ledger=[0] * 4, before=fresh) == "Sepp sits down."
    leaves = "Resi leaves; a bot takes over."
    kept = "The bot begins at 0, and the −40 stay with Resi."
    assert said("left", 1) == f"{leaves} {kept}"
    later = "This deal still counts for Resi; then the bot begins at 0."
    assert said("left", 1, stage="playing") == f"{leaves} {later}"
    assert said("left", 1, before=fresh) == leaves
