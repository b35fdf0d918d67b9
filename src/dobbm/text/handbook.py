"""A summary of the rules, for people who want to play (docs/rules.md 1 to 10).

The reasons that it gives are those of pagat.com ("Schwacher", "Scoring"), that the declarer may
look at the discards is Akagiri's.

Some sentences are true only under certain options: which trumps must go with discarded sows, for
example, depends on ``sow_companion``. The page in the browser shows the same sentences, which
``scripts/page_data.py`` exports.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from gettext import NullTranslations
from typing import NamedTuple
from unicodedata import east_asian_width

from dobbm.game.rules import DOBBM, OPTIONS, SOLO, Rules
from dobbm.game.settlement import HALF, REVOKE, STOCKERL, payment, worth

EXAMPLE = 72
"""The declarer's card points in the example payment."""

INDENT = "  "


class Sentence(NamedTuple):
    """A translatable message in English, of one or more sentences."""

    text: str
    """The message; ``values`` replace the names in braces."""
    when: Mapping[str, Sequence[str]] = {}
    """The values of ``cases`` for which the sentence is true; absent cases do not matter."""


class Chapter(NamedTuple):
    """One topic of the handbook."""

    name: str
    title: Sentence
    sentences: Sequence[Sentence]


TITLES = {
    "pagat": Sentence("Dobbm: a summary of the rules, according to pagat.com (John McLeod)"),
    "wikipedia": Sentence("Dobbm: a summary of the rules, according to Wikipedia"),
    "gamerules": Sentence(
        "Dobbm: a summary of the rules, according to gamerules.com (Amber Crook)"
    ),
    "akagiri": Sentence("Dobbm: a summary of the rules, according to Akagiri"),
}
"""For each preset, the title of the handbook, which names the source."""

GAME = (
    Sentence(
        "One player, the declarer, plays alone against three defenders and needs more than 60 of "
        "the 120 card points to win. Four people play. With five at the table, the dealer is on "
        "holiday (er feiert): no cards and no say, but a share in every payment."
    ),
)
CARDS = (
    Sentence(
        "36 Tell cards in hearts, leaves, acorns and bells. From high to low, with their points: "
        "sow 11, ten 10, king 4, Ober 3, Unter 2; the nine, eight, seven and six count nothing. "
        "Hearts are always trumps. The Weli is just the six of bells."
    ),
)
DEAL = (
    Sentence(
        "The first dealer is drawn by lot. The dealer shuffles, and the player on the dealer's "
        "right cuts."
    ),
    Sentence(
        "Deal clockwise, four cards at a time, twice round. The last four go face down in the "
        "middle: the Dobb. The declarer of a deal deals the next one."
    ),
)
BIDDING = (
    Sentence("Forehand, on the dealer's left, begins; each player speaks once."),
    Sentence(
        '"Weiter": I pass. "Dobbm" ("i dob"): I play and exchange with the Dobb; allowed only '
        'while nobody has bid. "Solo": I play without the Dobb, for double payment; a Solo '
        "overbids a Dobbm and ends the bidding."
    ),
    Sentence(
        "If nobody bids, the cards are thrown in. With four players, the same dealer deals again; "
        "with five, the next player deals and gets a Stockerl of {stockerl} Schilling from each of "
        "the others."
    ),
    Sentence(
        "The Stockerl is a compensation: with five, the dealer pays along with the defenders, and "
        "the declarer wins more often than not. Normally you deal by choice, because you were the "
        "last declarer; after a thrown-in deal, you are forced to."
    ),
)
EXCHANGE = (
    Sentence(
        "In a Dobbm, the declarer takes up the Dobb without showing it and discards four cards "
        "face down."
    ),
    Sentence(
        "With each sow, a trump that is not a sow must be discarded too, so at most two sows can "
        "go.",
        {"sow_companion": ["plain"]},
    ),
    Sentence(
        "That the sow of hearts, too, needs another trump with it is how Akagiri, who translated "
        "the rules of pagat.com, reads them; pagat.com only asks for a trump with each sow.",
        {"sow_companion": ["plain"]},
    ),
    Sentence(
        "No more sows than trumps may be discarded; the sow of hearts counts as both. So at most "
        "two sows can go.",
        {"sow_companion": ["any"]},
    ),
    Sentence(
        "Akagiri, who translated the rules of pagat.com, reads them otherwise: the sow of hearts, "
        "too, needs another trump with it.",
        {"sow_companion": ["any"]},
    ),
    Sentence("The four cards out of play count for the declarer at the end, in a Solo too."),
)
DOUBLING = (
    Sentence("There is no doubling at this table.", {"doubling": ["none"]}),
    Sentence(
        'After the declarer\'s "i lig", in a Solo after the bid, the defenders answer in turn, '
        "starting on the declarer's left:",
        {"doubling": ["limited", "unlimited"], "doubling_from": ["declarer"]},
    ),
    Sentence(
        'After the declarer\'s "i lig", in a Solo after the bid, the defenders answer in turn, '
        "starting on the dealer's left:",
        {"doubling": ["limited", "unlimited"], "doubling_from": ["dealer"]},
    ),
    Sentence(
        '"gut", or "Schwacher", which doubles the payment. The declarer answers a Schwacher with '
        '"gut", or with "retour", which doubles it again; then any defender may say retour, then '
        "the declarer, and so on.",
        {"doubling": ["limited", "unlimited"]},
    ),
    Sentence("There is no limit.", {"doubling": ["unlimited"]}),
    Sentence("The maximum number of doublings is {doublings}.", {"doubling": ["limited"]}),
    Sentence(
        "Do not give deals away among friends: a declarer and a defender in alliance could cheat "
        "the other players by unreasonable doubling. pagat.com did not see it happen, but warns "
        "against playing with people whom you do not trust.",
        {"doubling": ["limited", "unlimited"]},
    ),
)
PLAY = (
    Sentence(
        "The declarer leads to the first of the eight tricks; the winner of each trick leads to "
        "the next."
    ),
    Sentence(
        "Follow suit; if you cannot, play a heart; if you have no heart either, play any card. You "
        "need not try to win the trick. The highest heart wins; without hearts, the highest card "
        "of the suit led wins."
    ),
    Sentence(
        "The defenders keep their tricks in one pile. During the play you may look back at the "
        "tricks of your own side, the declarer also at the discards; in a Solo, nobody looks at "
        "the Dobb before the end."
    ),
    Sentence(
        "A card or discard that breaks these rules is a revoke (verleugnen, laungen). Here it is "
        "refused. With real cards, it ends the deal and costs half a Match, {penalty} Schilling, "
        "doubled as below. A declarer who revokes pays it to each of the others; if a defender "
        "revokes, the declarer receives it from each of the others.",
        {"revokes": ["prevented"]},
    ),
    Sentence(
        "A card or discard that breaks these rules is a revoke (verleugnen, laungen). It ends the "
        "deal and costs half a Match, {penalty} Schilling, doubled as below. A declarer who "
        "revokes pays it to each of the others; if a defender revokes, the declarer receives it "
        "from each of the others.",
        {"revokes": ["penalised"]},
    ),
    Sentence(
        "The penalty is mild, says pagat.com, and meant for an accident, as in Droggn: nobody may "
        "revoke on purpose, in order to lose less."
    ),
)
PAYMENT = (
    Sentence(
        "With more than 60 points, the declarer wins and each defender pays; with fewer, the "
        "declarer pays each defender; exactly 60 is a draw (eingestellt). A declarer who takes no "
        "trick has no points at all. All eight tricks are a Match, which earns nothing extra."
    ),
    Sentence(
        "The difference from 60 sets the payment: 60 points cost {match} Schilling, fewer "
        "proportionally less,"
    ),
    Sentence("rounded up to whole Schilling.", {"rounding": ["whole"]}),
    Sentence("rounded up to multiples of {unit} Schilling.", {"rounding": ["multiples"]}),
    Sentence("A Solo, each Schwacher and each retour then double the payment."),
    Sentence(
        "For example, {points} points earn {amount} Schilling from each player, {solo} in a Solo."
    ),
)
END = (
    Sentence(
        "Stop after any deal, or agree on a Mußrunde: as many deals as there are players. In each "
        "of them, forehand must play a Dobbm or a Solo, and nobody else bids."
    ),
)

CHAPTERS = (
    Chapter("game", Sentence("The game"), GAME),
    Chapter("cards", Sentence("The cards"), CARDS),
    Chapter("deal", Sentence("The deal"), DEAL),
    Chapter("bidding", Sentence("The bidding"), BIDDING),
    Chapter("exchange", Sentence("The exchange"), EXCHANGE),
    Chapter("doubling", Sentence("Doubling"), DOUBLING),
    Chapter("play", Sentence("The play"), PLAY),
    Chapter("payment", Sentence("The payment"), PAYMENT),
    Chapter("end", Sentence("The end"), END),
)


def cases(rules: Rules) -> dict[str, str]:
    """Return the properties of the rules that decide which sentences are true."""
    limits = {None: "unlimited", 0: "none"}
    words = {name: value for name, value in rules.options().items() if OPTIONS[name].words}
    return {
        **words,
        "doubling": limits.get(rules.max_doublings, "limited"),
        "rounding": "whole" if rules.unit == 1 else "multiples",
    }


def values(rules: Rules) -> dict[str, int | None]:
    """Return the numbers that replace the names in braces: Schilling, card points and doublings."""
    return {
        "stockerl": worth(STOCKERL, rules),
        "penalty": worth(REVOKE, rules),
        "doublings": rules.max_doublings,
        "match": rules.match,
        "unit": rules.unit,
        "points": EXAMPLE,
        "amount": payment(EXAMPLE - HALF, DOBBM, 0, rules),
        "solo": payment(EXAMPLE - HALF, SOLO, 0, rules),
    }


def chapters(rules: Rules, messages: NullTranslations) -> dict[str, str]:
    """Return the text of each chapter by its title, in the language of ``messages``."""
    given, numbers = cases(rules), values(rules)
    return {
        messages.gettext(chapter.title.text): _joined(
            messages.gettext(text).format(**numbers)
            for text, when in chapter.sentences
            if all(given[case] in allowed for case, allowed in when.items())
        )
        for chapter in CHAPTERS
    }


def text(rules: Rules, messages: NullTranslations, width: int) -> str:
    """Return the whole handbook as plain text in lines of at most ``width`` cells."""
    headline = messages.gettext(TITLES[rules.preset].text)
    parts = ["\n".join(wrapped(headline, width))]
    for title, paragraph in chapters(rules, messages).items():
        lines = [INDENT + line for line in wrapped(paragraph, width - len(INDENT))]
        parts.append("\n".join([title, *lines]))
    return "\n\n".join(parts)


def wrapped(paragraph: str, width: int) -> list[str]:
    """Wrap a paragraph into lines of at most ``width`` cells; a Japanese character takes two.

    Japanese text may break after any character, but no line begins with a closing mark.

    >>> wrapped("The sow is the highest card.", 12)
    ['The sow is', 'the highest', 'card.']
    >>> wrapped("ハートが切札。", 12)
    ['ハートが切', '札。']
    """
    lines = [""]
    for piece in _PIECE.findall(paragraph):
        if lines[-1] and cells(lines[-1] + piece.rstrip()) > width:
            lines.append("")
        lines[-1] += piece
    return [line.rstrip() for line in lines]


def cells(line: str) -> int:
    """Return the width of a line in terminal cells.

    >>> cells("Weli"), cells("切札")
    (4, 4)
    """
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in line)


_PIECE = re.compile(
    r"[「（]*(?:[\u2e80-\uffff]|[^\s\u2e80-\uffff]+)[、。・」）：ーァィゥェォッャュョっゃゅょ]*\s*"
)
"""Matches text that is never broken: a word or a Japanese character, with its punctuation."""


def _joined(sentences: Iterable[str]) -> str:
    """Join sentences, with a space only after those that end in a narrow character."""
    joined = ""
    for sentence in sentences:
        gap = " " if joined and cells(joined[-1]) == 1 else ""
        joined += gap + sentence
    return joined
