"""Parses typed words, cards and commands, and explains why actions are refused."""

from __future__ import annotations

import re
from enum import Enum, auto

from dobbm.game.actions import (
    BIDDING,
    DONE,
    DOUBLING,
    EXCHANGE,
    GUT,
    PLAY,
    RETOUR,
    SCHWACHER,
    WEITER,
    Phase,
)
from dobbm.game.cards import CARDS, NAMES, WELI, parse_cards, split
from dobbm.game.errors import ActionError, CardNotHeld, Revoke, WrongPhase
from dobbm.game.exchange import DISCARDS, companions_of, trumps_missing
from dobbm.game.rules import DOBBM, SOLO
from dobbm.game.tricks import suit_of
from dobbm.game.view import View
from dobbm.terminal.faces import sorted_hand
from dobbm.terminal.wording import Voice


class TypedCommand(Enum):
    """The commands that a person may type besides actions."""

    NOTHING = auto()
    HINT = auto()
    HELP = auto()
    RULES = auto()
    TRICKS = auto()
    LEDGER = auto()
    MUSSRUNDE = auto()
    END = auto()
    QUIT = auto()


class ParseError(Exception):
    """Raised with a message for the person if input is not a valid word, card or command."""


_COMMANDS = {
    "": TypedCommand.NOTHING,
    **dict.fromkeys(("?", "hint", "tipp"), TypedCommand.HINT),
    **dict.fromkeys(("h", "help", "hilfe"), TypedCommand.HELP),
    **dict.fromkeys(("rules", "regeln"), TypedCommand.RULES),
    **dict.fromkeys(("t", "tricks", "stiche"), TypedCommand.TRICKS),
    **dict.fromkeys(("l", "ledger", "rechnung"), TypedCommand.LEDGER),
    **dict.fromkeys(("m", "mussrunde"), TypedCommand.MUSSRUNDE),
    **dict.fromkeys(("e", "end", "ende"), TypedCommand.END),
    **dict.fromkeys(("q", "quit", "exit"), TypedCommand.QUIT),
}

_YES = ("y", "yes", "j", "ja", "はい")

_WORDS: dict[Phase, dict[str, str]] = {
    BIDDING: {
        **dict.fromkeys(("w", "weiter", "pass", "gut", "guat", "spiel zu"), WEITER),
        **dict.fromkeys(("d", "dobbm", "dobm", "dob", "i dob", "i dobb"), DOBBM.name),
        **dict.fromkeys(("tappe", "ich tappe", "i tapp"), DOBBM.name),
        **dict.fromkeys(("s", "solo"), SOLO.name),
    },
    DOUBLING: {
        **dict.fromkeys(("g", "gut", "guat", "spiel zu", "pass"), GUT),
        **dict.fromkeys(("s", "schwacher", "an schwochn", "schwochn"), SCHWACHER),
        **dict.fromkeys(("an schwachen", "schwachen", "double"), SCHWACHER),
        **dict.fromkeys(("r", "retour", "redouble"), RETOUR),
    },
}

_NARROW = {0x3000: " ", **{code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}}
"""Replaces the full-width letters, digits and signs that Japanese input methods type."""

_SUITS = {**dict(zip("hlab", "HLAB", strict=True)), **dict(zip("♥♠♣♦", "HLAB", strict=True))}
_SUITS |= dict(zip("♡♤♧♢", "HLAB", strict=True))


def parse_command(text: str) -> TypedCommand | None:
    """Return the command that the person typed, or None if the input is not a command."""
    return _COMMANDS.get(_plain(text))


def confirms(text: str) -> bool:
    """Return whether the person answered a question with yes."""
    return _plain(text) in _YES


def parse_action(text: str, view: View, voice: Voice) -> str:
    """Return the action that the person typed, as written in records; it need not be legal.

    The input is a word of the game or one or more cards, each typed as a name (``HS``, ``♥s``,
    ``h10``, ``Weli``) or as a position in the sorted hand. Raises ``ParseError`` for other input,
    and for a card that is repeated.
    """
    plain = _plain(text)
    for words in (_WORDS.get(view.phase, {}), *_WORDS.values()):
        if plain in words:
            return words[plain]
    names = [_card(word, text, view, voice) for word in _card_words(plain) or [plain]]
    doubled = [name for name in names if names.count(name) > 1]
    if doubled:
        _ = voice.messages.gettext
        card = voice.faces.name(CARDS[doubled[0]])
        raise ParseError(_("You typed {card} twice.").format(card=card))
    return " ".join(names)


def refusal(view: View, action: str, error: ActionError, voice: Voice) -> str:
    """Return a sentence that explains to the person why ``action`` is illegal."""
    if isinstance(error, WrongPhase):
        return _due(view, voice)
    if isinstance(error, CardNotHeld):
        _ = voice.messages.gettext
        missing = " ".join(
            [voice.faces.name(card) for card in split(parse_cards(action) & ~view.hand)]
        )
        return _("You do not hold {cards}.").format(cards=missing)
    if isinstance(error, Revoke):
        return _revoke(view, action, voice)
    return _wrong_word(action, voice)


def _plain(text: str) -> str:
    """Normalise input: ignore case, width, quotes, full stops, exclamation marks, extra spaces."""
    kept = re.sub(r"[\"'„“”.!\ufe0e\ufe0f]", "", text.translate(_NARROW).casefold())
    return " ".join(kept.split())


def _card_words(plain: str) -> list[str]:
    words = plain.replace(",", " ").split()
    if len(words) == 2 and words[0] in _SUITS and not words[1].isdigit():
        return ["".join(words)]
    return words


def _card(word: str, text: str, view: View, voice: Voice) -> str:
    _ = voice.messages.gettext
    if word == "weli":
        return NAMES[WELI]
    hand = sorted_hand(view.hand)
    if word.isdecimal() and word.isascii() and len(word) < 3:
        number = int(word)
        if not 1 <= number <= len(hand):
            raise ParseError(
                voice.messages.ngettext(
                    "There is no card number {number}: you hold {count} card.",
                    "There is no card number {number}: you hold {count} cards.",
                    len(hand),
                ).format(number=number, count=len(hand))
            )
        return NAMES[hand[number - 1]]
    name = _SUITS.get(word[0], "") + word[1:].replace("10", "t").upper()
    if name not in CARDS:
        raise ParseError(
            _("{typed} is not a card, a word or a command; type h for help.").format(
                typed=text if len(text) <= 60 else f"{text[:59]}…"
            )
        )
    return name


def _due(view: View, voice: Voice) -> str:
    """Return a sentence that explains what to type in this phase."""
    _ = voice.messages.gettext
    sentences: dict[Phase, str] = {
        BIDDING: _("It is time to bid: weiter, dobbm or solo (rules, 4)."),
        EXCHANGE: _("First discard four cards, by number or name (rules, 5)."),
        DOUBLING: _("Before the play, say gut or double (rules, 6)."),
        PLAY: _("Play a card now, by number or name (rules, 7)."),
        DONE: _("The deal is over."),
    }
    return sentences[view.phase]


def _wrong_word(action: str, voice: Voice) -> str:
    _ = voice.messages.gettext
    if action == WEITER:
        return _("In a Mußrunde, forehand must bid dobbm or solo (rules, 4).")
    if action == DOBBM.name:
        return _("Somebody has already bid a Dobbm; only a Solo overbids it (rules, 4).")
    if action == RETOUR:
        return _(
            "A retour answers a Schwacher, and there is none yet: say gut or schwacher (rules, 6)."
        )
    return _("There is already a Schwacher; to double again, say retour (rules, 6).")


def _revoke(view: View, action: str, voice: Voice) -> str:
    _ = voice.messages.gettext
    if view.phase == EXCHANGE:
        return _wrong_discards(view, action, voice)
    led = suit_of(view.tricks[-1].cards[0])
    held = voice.faces.cards(parse_cards(" ".join(view.legal or ()))).plain
    if view.hand & led:
        return _("Follow suit: {suit} are led, and you hold {cards} (Farbzwang; rules, 7).").format(
            suit=voice.suit(led), cards=held
        )
    return _(
        "You have no {suit}, so you must play a heart: {cards} (Trumpfzwang; rules, 7)."
    ).format(suit=voice.suit(led), cards=held)


def _wrong_discards(view: View, action: str, voice: Voice) -> str:
    _ = voice.messages.gettext
    cards = parse_cards(action)
    if cards.bit_count() != DISCARDS:
        return _("Discard exactly four cards, not {count} (rules, 5).").format(
            count=cards.bit_count()
        )
    short = trumps_missing(cards, companions_of(view.rules))
    if view.rules.sow_companion == "plain":
        return voice.messages.ngettext(
            "With each sow, discard a trump that is not a sow: "
            "{count} more trump needed (rules, 5).",
            "With each sow, discard a trump that is not a sow: "
            "{count} more trumps needed (rules, 5).",
            short,
        ).format(count=short)
    return voice.messages.ngettext(
        "You may not discard more sows than trumps: {count} more trump needed (rules, 5).",
        "You may not discard more sows than trumps: {count} more trumps needed (rules, 5).",
        short,
    ).format(count=short)
