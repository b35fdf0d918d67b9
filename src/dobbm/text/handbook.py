"""The rules in short, for people who want to play (docs/rules.md 1 to 10).

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
        "pagat": _("Dobbm, the rules in short, after pagat.com (John McLeod)"),
        "wikipedia": _("Dobbm, the rules in short, after Wikipedia"),
        "gamerules": _("Dobbm, the rules in short, after gamerules.com (Amber Crook)"),
        "akagiri": _("Dobbm, the rules in short, after gamefarm (Akagiri)"),
    }
    return title[rules.preset]


def chapters(rules: Rules, messages: NullTranslations) -> list[Chapter]:
    """Return the rules in short, topic by topic, in the language of ``messages``."""
    _ = messages.gettext
    return [
        Chapter(
            _("The game"),
            _(
                "One player, the declarer, plays alone against three defenders and wants more than "
                "60 of the 120 card points. Four play. With five at the table the dealer is on "
                "holiday (er feiert): no cards and no say, but a share in every payment."
            ),
        ),
        Chapter(
            _("The cards"),
            _(
                "36 Tell cards in hearts, leaves, acorns and bells. From high to low, with their "
                "points: sow 11, ten 10, king 4, Ober 3, Unter 2; nine, eight, seven and six "
                "nothing. Hearts are always trumps. The Weli is just the six of bells."
            ),
        ),
        Chapter(
            _("The deal"),
            _(
                "Clockwise, four cards at a time, twice round. The last four lie face down in the "
                "middle: the Dobb. The declarer of a deal deals the next one."
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
                "Stop after any deal, or agree on a Mußrunde: as many deals as there are players, "
                "and in each of them forehand must play, a Dobbm or a Solo, and nobody else bids."
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
        '"Dobbm" ("i dob"): I play and exchange with the Dobb; only while nobody has bid. "Solo": '
        "I play without the Dobb, for double; it overbids a Dobbm and ends the bidding. If nobody "
        "bids, the cards are thrown in. Four players: the same dealer deals again. Five: the next "
        "one deals and gets a Stockerl of {stockerl} Schilling from each of the others."
    ).format(stockerl=worth(STOCKERL, rules))


def _exchange(rules: Rules, messages: NullTranslations) -> str:
    _ = messages.gettext
    taking = _(
        "In a Dobbm the declarer takes up the Dobb unseen and lays away four cards face down."
    )
    if rules.sow_companion == "plain":
        sows = _(
            "Every sow laid away needs a trump with it, one of its own that is not itself a sow; "
            "so two sows at most can go."
        )
    else:
        sows = _(
            "No more sows than trumps may be laid away; the sow of hearts counts as both. So two "
            "sows at most can go."
        )
    counting = _(
        "The four cards out of play count for the declarer in the end, those of a Solo too."
    )
    return _joined(taking, sows, counting)


def _doubling(rules: Rules, messages: NullTranslations) -> str:
    _ = messages.gettext
    if rules.max_doublings == 0:
        return _("There is no doubling at this table.")
    if rules.doubling_from == "declarer":
        asking = _(
            'When the declarer says "i lig", the defenders are asked in turn, beginning on the '
            "declarer's left:"
        )
    else:
        asking = _(
            'When the declarer says "i lig", the defenders are asked in turn, beginning on the '
            "dealer's left:"
        )
    words = _(
        '"gut", or "Schwacher", which doubles the payment. The declarer says "gut", or "retour", '
        "which doubles it again; then any defender may say retour, then the declarer, and so on."
    )
    if rules.max_doublings is None:
        limit = _("There is no limit.")
    else:
        limit = messages.ngettext(
            "After {count} doubling nobody is asked any more.",
            "After {count} doublings nobody is asked any more.",
            rules.max_doublings,
        ).format(count=rules.max_doublings)
    return _joined(asking, words, limit)


def _play(rules: Rules, messages: NullTranslations) -> str:
    _ = messages.gettext
    tricks = _(
        "The declarer leads to the first of eight tricks, then whoever has won the last one. "
        "Follow suit; if you cannot, play a heart; if you cannot do that either, play anything. "
        "You need not win a trick. The highest heart wins it, without hearts the highest card of "
        "the suit led."
    )
    if rules.revokes == "prevented":
        return tricks
    revoke = _(
        "Whoever breaks these rules, or lays away wrongly, ends the deal (verleugnen): half a "
        "Match, {amount} Schilling, doubled as below. The declarer pays it to everybody, or gets "
        "it from everybody if a defender was at fault."
    ).format(amount=worth(REVOKE, rules))
    return _joined(tricks, revoke)


def _payment(rules: Rules, messages: NullTranslations) -> str:
    _ = messages.gettext
    points = _(
        "With more than 60 points the declarer wins and each defender pays; with fewer the "
        "declarer pays each; 60 is eingestellt, a draw. A declarer without a trick has no points "
        "at all. All eight tricks are a Match, which earns nothing extra."
    )
    price = _("60 points of difference cost {match} Schilling, fewer cost in proportion,").format(
        match=rules.match
    )
    if rules.unit == 1:
        rounding = _("rounded up to whole Schilling.")
    else:
        rounding = _("rounded up to multiples of {unit} Schilling.").format(unit=rules.unit)
    doubling = _("After that a Solo doubles, and so does every Schwacher and retour.")
    example = _(
        "So {points} points bring {amount} Schilling from each player, {solo} in a Solo."
    ).format(
        points=EXAMPLE,
        amount=payment(EXAMPLE - HALF, DOBBM, 0, rules),
        solo=payment(EXAMPLE - HALF, SOLO, 0, rules),
    )
    return _joined(points, price, rounding, doubling, example)
