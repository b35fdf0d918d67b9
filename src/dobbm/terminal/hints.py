"""Hints: how often each choice wins, its expected payment and its reason, in words."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from dobbm.game.actions import EXCHANGE, PLAY
from dobbm.game.cards import CARDS, SUITS, parse_cards
from dobbm.game.view import View
from dobbm.players import Explanation, Reason
from dobbm.terminal.faces import DIM, sorted_hand
from dobbm.terminal.fitting import Fitting, Wrapping
from dobbm.terminal.wording import Voice

COARSE = 60
"""Price of a Match, in Schilling, below which hints include tenths of a Schilling."""

REASON_WIDTH = 16
"""The smallest width in cells of a column with reasons."""


def hint_page(
    view: View, explanations: Sequence[Explanation], voice: Voice
) -> list[RenderableType]:
    """Return a page with one row per explanation, and a legend.

    The first of ``explanations`` is that of the bot's choice, which the page marks. In a narrow
    window, reasons are placed below the choices.
    """
    _ = voice.messages.gettext
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_header=False)
    for justify in ("left", "left", "right"):
        table.add_column(no_wrap=True, justify=justify)
    table.add_column(overflow="fold")
    lines: list[RenderableType] = []
    for action, payment, _spread, reason, wins in explanations:
        choice, why = _choice(action, view, voice), worded(reason, voice)
        if action == explanations[0].action:
            why = _("The bot's choice: {reason}").format(reason=why)
        share = "" if wins is None else often(wins, voice)
        amount = f"{_schilling(payment, view, voice)} S"
        cells = [Wrapping(cell) for cell in (choice, share, amount)]
        table.add_row(*cells, Wrapping(why, REASON_WIDTH))
        lines.append(Text(" · ").join(filter(None, [choice, Text(amount), Text(share)])))
        lines.append(Padding(why, (0, 0, 0, 2)))
    legend = _("How often you win, and the payment you can expect (−: you pay).")
    return [Fitting(table, Group(*lines)), Text(legend, DIM)]


def often(share: float, voice: Voice) -> str:
    """Say how often a share of all deals is, in the words of the page (``winsText``)."""
    _ = voice.messages.gettext
    count = floor(share * 10 + 0.5)
    if count == 0:
        return _("hardly ever wins")
    return (
        _("almost always wins")
        if count == 10
        else _("wins about {count} in 10").format(count=count)
    )


def worded(reason: Reason, voice: Voice) -> str:
    """Return a reason as a sentence in the person's language."""
    _ = voice.messages.gettext
    return _(reason.sentence).format(
        card=voice.faces.name(reason.card) if reason.card else "",
        seat="" if reason.seat is None else voice.name(reason.seat),
        often=_(reason.often),
        points=voice.points(reason.points),
        suits=" ".join([voice.faces.suit(suit) for suit in SUITS if suit & reason.suits]),
    )


def _choice(action: str, view: View, voice: Voice) -> Text:
    """Format a choice: a call, the discards, or a card after its number in the hand."""
    if view.phase == PLAY:
        card = CARDS[action]
        number = sorted_hand(view.hand).index(card) + 1
        return Text.assemble((f"{number} ", DIM), voice.faces.card(card))
    if view.phase == EXCHANGE:
        return voice.faces.cards(parse_cards(action))
    return Text(action, "bold")


def _schilling(amount: float, view: View, voice: Voice) -> str:
    """Format an amount rounded to whole Schilling, or to tenths if a Match costs little."""
    fine = view.rules.match < COARSE
    rounded = round(amount * 10) if fine else round(amount) * 10
    whole, tenths = divmod(abs(rounded), 10)
    number = voice.number(whole)
    if fine:
        number = voice.messages.gettext("{whole}.{tenths}").format(whole=number, tenths=tenths)
    return f"{'+' if rounded > 0 else '−'}{number}" if rounded else number
