"""A summary of the rules, for people who want to play (docs/rules.md 1 to 10).

The paragraphs depend on the rule set: the price of a Match, the cards that must go with a discarded
sow, the defender who answers the declarer's "i lig" first.
"""

from __future__ import annotations

import re
from gettext import NullTranslations
from typing import NamedTuple
from unicodedata import east_asian_width

from dobbm.game.rules import DOBBM, SOLO, Rules
from dobbm.game.settlement import HALF, REVOKE, STOCKERL, payment, worth

EXAMPLE = 72
"""The declarer's card points in the example of a payment."""

INDENT = "  "


class Chapter(NamedTuple):
    """One topic of the handbook."""

    title: str
    text: str


def headline(rules: Rules, messages: NullTranslations) -> str:
    """Return the title of the handbook, which names its source."""
    _ = messages.gettext
    title = {
        "pagat": _("Dobbm: a summary of the rules, according to pagat.com (John McLeod)"),
        "wikipedia": _("Dobbm: a summary of the rules, according to Wikipedia"),
        "gamerules": _("Dobbm: a summary of the rules, according to gamerules.com (Amber Crook)"),
        "akagiri": _("Dobbm: a summary of the rules, according to gamefarm (Akagiri)"),
    }
    return title[rules.preset]


def chapters(rules: Rules, messages: NullTranslations) -> list[Chapter]:
    """Return the summary of the rules, topic by topic, in the language of ``messages``."""
    _ = messages.gettext
    return [
        Chapter(
            _("The game"),
            _(
                "One player, the declarer, plays alone against three defenders and needs more than "
                "60 of the 120 card points to win. Four people play. With five at the table, the "
                "dealer is on holiday (er feiert): no cards and no say, but a share in every "
                "payment."
            ),
        ),
        Chapter(
            _("The cards"),
            _(
                "36 Tell cards in hearts, leaves, acorns and bells. From high to low, with their "
                "points: sow 11, ten 10, king 4, Ober 3, Unter 2; the nine, eight, seven and six "
                "count nothing. Hearts are always trumps. The Weli is just the six of bells."
            ),
        ),
        Chapter(
            _("The deal"),
            _(
                "Deal clockwise, four cards at a time, twice round. The last four go face down in "
                "the middle: the Dobb. The declarer of a deal deals the next one."
            ),
        ),
        Chapter(_("The bidding"), _bidding(rules, messages)),
        Chapter(_("The exchange"), _exchange(rules, messages)),
        Chapter(_("Doubling"), _doubling(rules, messages)),
        Chapter(_("The play"), _play(rules, messages)),
        Chapter(_("The payment"), _payment(rules, messages)),
        Chapter(
            _("The end"),
            _(
                "Stop after any deal, or agree on a Mußrunde: as many deals as there are players. "
                "In each of them, forehand must play a Dobbm or a Solo, and nobody else bids."
            ),
        ),
    ]


def text(rules: Rules, messages: NullTranslations, width: int) -> str:
    """Return the whole handbook as plain text in lines of at most ``width`` cells."""
    parts = ["\n".join(wrapped(headline(rules, messages), width))]
    for title, paragraph in chapters(rules, messages):
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


def _joined(*sentences: str) -> str:
    """Join sentences, with a space after narrow characters and none after wide ones."""
    joined = ""
    for sentence in sentences:
        gap = " " if joined and cells(joined[-1]) == 1 else ""
        joined += gap + sentence
    return joined


def _bidding(rules: Rules, messages: NullTranslations) -> str:
    return messages.gettext(
        'Forehand, on the dealer\'s left, begins; each player speaks once. "Weiter": I pass. '
        '"Dobbm" ("i dob"): I play and exchange with the Dobb; allowed only while nobody has bid. '
        '"Solo": I play without the Dobb, for double payment; a Solo overbids a Dobbm and ends the '
        "bidding. If nobody bids, the cards are thrown in. With four players, the same dealer "
        "deals again; with five, the next player deals and gets a Stockerl of {stockerl} Schilling "
        "from each of the others."
    ).format(stockerl=worth(STOCKERL, rules))


def _exchange(rules: Rules, messages: NullTranslations) -> str:
    _ = messages.gettext
    taking = _(
        "In a Dobbm, the declarer takes up the Dobb without showing it and discards four cards "
        "face down."
    )
    if rules.sow_companion == "plain":
        sows = _(
            "With each sow, a trump that is not a sow must be discarded too, so at most two sows "
            "can go."
        )
    else:
        sows = _(
            "No more sows than trumps may be discarded; the sow of hearts counts as both. So at "
            "most two sows can go."
        )
    counting = _("The four cards out of play count for the declarer at the end, in a Solo too.")
    return _joined(taking, sows, counting)


def _doubling(rules: Rules, messages: NullTranslations) -> str:
    _ = messages.gettext
    if rules.max_doublings == 0:
        return _("There is no doubling at this table.")
    if rules.doubling_from == "declarer":
        asking = _(
            'When the declarer says "i lig", the defenders answer in turn, starting on the '
            "declarer's left:"
        )
    else:
        asking = _(
            'When the declarer says "i lig", the defenders answer in turn, starting on the '
            "dealer's left:"
        )
    words = _(
        '"gut", or "Schwacher", which doubles the payment. The declarer answers a Schwacher with '
        '"gut", or with "retour", which doubles it again; then any defender may say retour, then '
        "the declarer, and so on."
    )
    if rules.max_doublings is None:
        limit = _("There is no limit.")
    else:
        limit = messages.ngettext(
            "At most {count} doubling is allowed.",
            "At most {count} doublings are allowed.",
            rules.max_doublings,
        ).format(count=rules.max_doublings)
    return _joined(asking, words, limit)


def _play(rules: Rules, messages: NullTranslations) -> str:
    _ = messages.gettext
    tricks = _(
        "The declarer leads to the first of the eight tricks; the winner of each trick leads to "
        "the next. Follow suit; if you cannot, play a heart; if you have no heart either, play any "
        "card. You need not try to win the trick. The highest heart wins; without hearts, the "
        "highest card of the suit led wins."
    )
    if rules.revokes == "prevented":
        return tricks
    revoke = _(
        "A card or discard that breaks these rules is a revoke (verleugnen). It ends the deal and "
        "costs half a Match, {amount} Schilling, doubled as below. A declarer who revokes pays it "
        "to each of the others; if a defender revokes, the declarer receives it from each of the "
        "others."
    ).format(amount=worth(REVOKE, rules))
    return _joined(tricks, revoke)


def _payment(rules: Rules, messages: NullTranslations) -> str:
    _ = messages.gettext
    points = _(
        "With more than 60 points, the declarer wins and each defender pays; with fewer, the "
        "declarer pays each defender; exactly 60 is a draw (eingestellt). A declarer who takes no "
        "trick has no points at all. All eight tricks are a Match, which earns nothing extra."
    )
    price = _(
        "The difference from 60 sets the payment: 60 points cost {match} Schilling, fewer "
        "proportionally less,"
    ).format(match=rules.match)
    if rules.unit == 1:
        rounding = _("rounded up to whole Schilling.")
    else:
        rounding = _("rounded up to multiples of {unit} Schilling.").format(unit=rules.unit)
    doubling = _("A Solo, each Schwacher and each retour then double the payment.")
    example = _(
        "For example, {points} points earn {amount} Schilling from each player, {solo} in a Solo."
    ).format(
        points=EXAMPLE,
        amount=payment(EXAMPLE - HALF, DOBBM, 0, rules),
        solo=payment(EXAMPLE - HALF, SOLO, 0, rules),
    )
    return _joined(points, price, rounding, doubling, example)
