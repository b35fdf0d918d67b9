"""Hints: the expected payment for each choice, and the reason, in the person's language."""

from __future__ import annotations

from collections.abc import Sequence

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
    window, reasons are placed below the choices, or even the payments are.
    """
    _ = voice.messages.gettext
    beside, below = (_hints(wide=wide, voice=voice) for wide in (True, False))
    lines: list[RenderableType] = []
    for action, payment, spread, reason, _wins in explanations:
        choice, why = _choice(action, view, voice), worded(reason, voice)
        if action == explanations[0].action:
            why = _("The bot's choice: {reason}").format(reason=why)
        amounts = (
            _schilling(payment, view, voice, signed=True),
            _schilling(spread, view, voice, signed=False),
        )
        beside.add_row(Wrapping(choice), *amounts, Wrapping(why, REASON_WIDTH))
        both = Group(choice, Padding(why, (0, 0, 0, 2)))
        below.add_row(Wrapping(both, REASON_WIDTH), *amounts)
        lines.append(Text.assemble(choice, f": {amounts[0]} ± {amounts[1]}"))
        lines.append(Padding(why, (0, 0, 0, 2)))
    legend = _("The payment you can expect (−: you pay), and how much it varies (±).")
    return [Fitting(beside, below, Group(*lines)), Text(legend, DIM)]


def _hints(*, wide: bool, voice: Voice) -> Table:
    """Return the empty table of hints; if it is ``wide``, with a column for the reasons."""
    _ = voice.messages.gettext
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style=DIM)
    table.add_column(no_wrap=wide, overflow="fold")
    table.add_column(_("Schilling"), justify="right", no_wrap=True)
    table.add_column("±", justify="right", no_wrap=True)
    if wide:
        table.add_column(_("Why"), overflow="fold")
    return table


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


def _schilling(amount: float, view: View, voice: Voice, *, signed: bool) -> str:
    """Format an amount rounded to whole Schilling, or to tenths if a Match costs little."""
    fine = view.rules.match < COARSE
    rounded = round(amount * 10) if fine else round(amount) * 10
    whole, tenths = divmod(abs(rounded), 10)
    number = voice.number(whole)
    if fine:
        number = voice.messages.gettext("{whole}.{tenths}").format(whole=number, tenths=tenths)
    if not signed or not rounded:
        return number
    return f"{'+' if rounded > 0 else '−'}{number}"
