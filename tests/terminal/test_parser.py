from __future__ import annotations

from collections.abc import Callable
from gettext import NullTranslations

import pytest

from dobbm.game.deal import Deal
from dobbm.game.errors import ActionError
from dobbm.game.rules import Rules
from dobbm.game.view import View
from dobbm.terminal import parser
from dobbm.terminal.faces import Faces
from dobbm.terminal.parser import ParseError, TypedCommand
from dobbm.terminal.wording import Voice, seat_names
from drawing import dealt, laid, lying, open_deal, said

VOICE = Voice(seat_names("You", 4), Faces(), NullTranslations())


def own_view(deal: Deal) -> View:
    """Return the view of the person, who is to act."""
    assert deal.to_act == 0
    return View.of(deal, 0)


def bidding() -> Deal:
    return open_deal()


def overbidding() -> Deal:
    """Seat 3 has bid a Dobbm; the person, the dealer, speaks next."""
    deal = open_deal()
    return Deal.start(deal.setup.deck, dealer=0).apply_all(["weiter", "weiter", "dobbm"])


def exchange() -> Deal:
    """The person holds ♥STU ♠ST7 ♣6 ♦9 and the Dobb: ♣U7 ♦76."""
    return said(open_deal(), "dobbm weiter weiter weiter")


def doubling() -> Deal:
    """Forehand, on seat 1, is declarer; the person is the last defender to be asked."""
    deal = Deal.start(open_deal().setup.deck, dealer=0).apply_all(
        ["dobbm", "weiter", "weiter", "weiter"]
    )
    return laid(deal, "AU7 B76").apply_all(["gut", "gut"])


def answering() -> Deal:
    """A defender has doubled the person's game."""
    return lying(words="schwacher")


def leading() -> Deal:
    """The person is declarer and leads."""
    return lying()


@pytest.mark.parametrize(
    ("deal", "text", "action"),
    [
        *[(bidding, text, "weiter") for text in ("weiter", "w", "Weiter!", '"weiter"', "pass")],
        *[(bidding, text, "dobbm") for text in ("dobbm", "d", "I dob", "i  DOB", "ich tappe")],
        *[(bidding, text, "solo") for text in ("solo", "s", "Solo.")],
        *[(overbidding, text, "weiter") for text in ("weiter", "gut", "spiel zu", "Spiel zu.")],
        *[(doubling, text, "gut") for text in ("gut", "g", "guat", "spiel zu")],
        *[(doubling, text, "schwacher") for text in ("schwacher", "s", "an Schwochn", "double")],
        *[(answering, text, "retour") for text in ("retour", "r", "Retour!", "redouble")],
        *[
            (leading, text, "HS")
            for text in ("HS", "hs", "♥S", "♥s", "♥️S", "♡S", "h s", "1", "１", "ｈＳ", "ＨＳ！")
        ],
        *[(leading, text, "HT") for text in ("HT", "h10", "H10", "♥10", "2")],
        *[(leading, text, "A6") for text in ("A6", "♣6", "a6", "8")],
        *[(exchange, text, "B6") for text in ("B6", "♦6", "weli", "Weli", "WELI")],
        (exchange, "9 10 11 12", "B6 AU A7 A6"),
        (exchange, "9,10,11,12", "B6 AU A7 A6"),
        (exchange, "1, LS hu ♣6", "HS LS HU A6"),
        (exchange, "1 2 3", "HS HT HU"),
    ],
)
def test_typed_text_becomes_an_action(deal: Callable[[], Deal], text: str, action: str) -> None:
    assert parser.parse_action(text, own_view(deal()), VOICE) == action


@pytest.mark.parametrize(
    ("deal", "text", "sentence"),
    [
        (leading, "HX", "HX is not a card, a word or a command; type h for help."),
        (leading, "♥", "♥ is not a card, a word or a command; type h for help."),
        (leading, "servus", "servus is not a card, a word or a command; type h for help."),
        (leading, "99999", "99999 is not a card, a word or a command; type h for help."),
        (leading, "²", "² is not a card, a word or a command; type h for help."),
        (leading, ",", ", is not a card, a word or a command; type h for help."),
        (leading, "x" * 61, f"{'x' * 59}… is not a card, a word or a command; type h for help."),
        (leading, "9", "There is no card number 9: you hold 8 cards."),
        (leading, "0", "There is no card number 0: you hold 8 cards."),
        (exchange, "1 2 3 1", "You typed ♥S twice."),
        (exchange, "b7 9 AU weli", "You typed ♦6 twice."),
    ],
)
def test_text_that_cannot_be_understood_is_reported(
    deal: Callable[[], Deal], text: str, sentence: str
) -> None:
    with pytest.raises(ParseError) as error:
        parser.parse_action(text, own_view(deal()), VOICE)
    assert str(error.value) == sentence


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("", TypedCommand.NOTHING),
        ("  ", TypedCommand.NOTHING),
        ("?", TypedCommand.HINT),
        ("hint", TypedCommand.HINT),
        ("h", TypedCommand.HELP),
        ("ｈ", TypedCommand.HELP),
        ("？", TypedCommand.HINT),
        ("Hilfe", TypedCommand.HELP),
        ("T", TypedCommand.TRICKS),
        ("l", TypedCommand.LEDGER),
        ("m", TypedCommand.MUSSRUNDE),
        ("Mußrunde", TypedCommand.MUSSRUNDE),
        ("e", TypedCommand.END),
        ("q", TypedCommand.QUIT),
        ("rules", TypedCommand.RULES),
        ("HS", None),
        ("d", None),
    ],
)
def test_commands(text: str, command: TypedCommand | None) -> None:
    assert parser.parse_command(text) is command


def must() -> Deal:
    return open_deal(must=True)


def doubled_doubling() -> Deal:
    """The declarer on seat 1 has said retour, and the person is asked again."""
    deal = Deal.start(open_deal().setup.deck, dealer=0).apply_all(
        ["dobbm", "weiter", "weiter", "weiter"]
    )
    return laid(deal, "AU7 B76").apply_all(["schwacher", "retour", "gut", "gut"])


def following() -> Deal:
    """♠T is led, and the person holds ♠K98 and other cards."""
    hands = ("H98 LK98 AS9 B8", "HK7 LO AT BSTKO", "HO6 LU6 AKO8 BU", "HSTU LST7 A6 B9")
    deal = dealt(*hands, dobb="AU7 B76")
    return laid(said(deal, "weiter weiter weiter dobbm"), "AU7 B76").apply_all(
        ["gut", "gut", "gut", "LT"]
    )


def trumping() -> Deal:
    """♠T is led; the person has no leaves, but ♥98."""
    hands = ("H98 BK7 AS98 B8", "HK7 LO AT BSTUO", "HO6 LU6 AKO7 B9", "HSTU LST7 A6 LK")
    deal = dealt(*hands, dobb="L98 AU B6")
    return laid(said(deal, "weiter weiter weiter dobbm"), "L98 AU B6").apply_all(
        ["gut", "gut", "gut", "LT"]
    )


def any_companion() -> Deal:
    return said(open_deal(rules=Rules(sow_companion="any")), "dobbm weiter weiter weiter")


NOT_YET = "Before the play, say gut or double (rules, 6)."
SOW = "With each sow, discard a trump that is not a sow: {} needed (rules, 5)."


@pytest.mark.parametrize(
    ("deal", "text", "sentence"),
    [
        (bidding, "hs", "It is time to bid: weiter, dobbm or solo (rules, 4)."),
        (bidding, "retour", "It is time to bid: weiter, dobbm or solo (rules, 4)."),
        (must, "weiter", "In a Mußrunde, forehand must bid dobbm or solo (rules, 4)."),
        (
            overbidding,
            "i dob",
            "Somebody has already bid a Dobbm; only a Solo overbids it (rules, 4).",
        ),
        (exchange, "gut", "First discard four cards, by number or name (rules, 5)."),
        (exchange, "1 2 3", "Discard exactly four cards, not 3 (rules, 5)."),
        (exchange, "hs", "Discard exactly four cards, not 1 (rules, 5)."),
        (exchange, "HS BS A7 A6", "You do not hold ♦S."),
        (exchange, "LS B7 A7 A6", SOW.format("1 more trump")),
        (exchange, "LS HS A7 A6", SOW.format("2 more trumps")),
        (exchange, "LS HS HU A6", SOW.format("1 more trump")),
        (
            any_companion,
            "LS B7 A7 A6",
            "You may not discard more sows than trumps: 1 more trump needed (rules, 5).",
        ),
        (
            doubling,
            "hs",
            "Before the play, say gut or double (rules, 6).",
        ),
        (
            doubling,
            "retour",
            "A retour answers a Schwacher, and there is none yet: say gut or schwacher (rules, 6).",
        ),
        (
            doubled_doubling,
            "schwacher",
            "There is already a Schwacher; to double again, say retour (rules, 6).",
        ),
        (leading, "B6", "You do not hold ♦6."),
        (leading, "gut", "Play a card now, by number or name (rules, 7)."),
        (leading, "HS HT", "Play a card now, by number or name (rules, 7)."),
        (
            following,
            "AS",
            "Follow suit: leaves are led, and you hold ♠K ♠9 ♠8 (Farbzwang; rules, 7).",
        ),
        (
            trumping,
            "AS",
            "You have no leaves, so you must play a heart: ♥9 ♥8 (Trumpfzwang; rules, 7).",
        ),
    ],
)
def test_a_refusal_names_the_rule(deal: Callable[[], Deal], text: str, sentence: str) -> None:
    state = deal()
    view = own_view(state)
    action = parser.parse_action(text, view, VOICE)
    with pytest.raises(ActionError) as error:
        state.verify(action)
    assert parser.refusal(view, action, error.value, VOICE) == sentence


@pytest.mark.parametrize(("text", "yes"), [("y", True), ("Ｙ", True), ("はい", True), ("n", False)])
def test_a_question_is_answered_in_any_width(text: str, yes: bool) -> None:
    assert parser.confirms(text) is yes
