"""Reference pages (help, tricks, ledger), the greeting and the farewell."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from dobbm.folders import is_data_folder
from dobbm.game.cards import SUITS, points
from dobbm.game.deal import Deal
from dobbm.game.play import Trick
from dobbm.game.session import Session
from dobbm.game.settlement import settle
from dobbm.game.view import View
from dobbm.terminal.announcements import format_contract, own_side, tricks_taken
from dobbm.terminal.faces import DIM
from dobbm.terminal.fitting import Fitting, Wrapping
from dobbm.terminal.session_log import SESSIONS, SessionLog
from dobbm.terminal.wording import Voice

GAME_WIDTH = 20
"""The smallest width in cells in which the ledger describes the games."""

MEANING_WIDTH = 30
"""The smallest width in cells in which meanings stand beside what can be typed."""

LAST_DEALS = 12
"""Maximum number of deals that the ledger lists; the totals still include all deals."""


def greeting(log: SessionLog, voice: Voice) -> list[Text]:
    """Return the messages shown when the program starts."""
    _ = voice.messages.gettext
    lines = []
    if log.torn:
        lines.append(_("The last line of the file was incomplete and has been removed."))
    if log.session.deals:
        lines.append(_("The session continues where it stopped."))
    else:
        name = voice.name(log.session.first_dealer)
        lines.append(_("The first dealer is drawn by lot: {name}.").format(name=name))
    return [Text(line) for line in lines]


def farewell(path: Path, voice: Voice) -> str:
    """Return a line that explains how to resume the session."""
    _ = voice.messages.gettext
    again = f"{_called()} play --resume"
    if not is_data_folder(path.parent, SESSIONS):
        # A path that begins with a hyphen would look like an option.
        separator = "=" if str(path).startswith("-") else " "
        again += f"{separator}{shlex.quote(str(path))}"
    return _("Everything is saved. To resume: {command}").format(command=again)


def _called() -> str:
    """Return ``dobbm`` as the person must type it: with a path if the shell cannot find it."""
    path = Path(sys.argv[0])
    if path.name != "dobbm" or shutil.which("dobbm"):
        return "dobbm"
    return shlex.quote(os.path.relpath(path))


def help_page(voice: Voice) -> RenderableType:
    """Return a table of everything that the person can type."""
    _ = voice.messages.gettext
    examples = ["3", "HS", *([] if voice.faces.letters else ["♥S"]), "h10", "Weli"]
    rows = [
        ("weiter, w", _('passes, or accepts a Dobbm ("spiel zu")')),
        ("dobbm, d, i dob", _("plays and exchanges with the Dobb")),
        ("solo, s", _("plays without the Dobb, for double payment; overbids a Dobbm")),
        ("gut, g", _("does not double")),
        ("schwacher, s, an Schwochn", _("doubles; defenders only, and only once")),
        ("retour, r", _("doubles again")),
        (voice.listed(examples), _("a card, by number or name")),
        ("H, L, A, B", _suits(voice)),
        ("9 10 11 12, B6 B7 L9 A8", _("four cards to discard")),
        ("?", _("a hint: what each choice is worth to you, and why")),
        ("t", _("your side's tricks")),
        ("l", _("the ledger")),
        ("m", _("a Mußrunde: each player must play once, then the session ends")),
        ("e", _("between deals: end the session")),
        ("q, Ctrl-C, Ctrl-D", _("save and quit")),
        ("rules", _("a summary of the rules")),
        ("h", _("this page")),
    ]
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column(style="bold", no_wrap=True)
    table.add_column(overflow="fold")
    lines: list[RenderableType] = []
    for typed, meaning in rows:
        table.add_row(Wrapping(typed), Wrapping(meaning, MEANING_WIDTH))
        lines += [Text(typed, "bold"), Padding(meaning, (0, 0, 0, 2))]
    return Fitting(table, Group(*lines))


def _suits(voice: Voice) -> str:
    """Return every suit's letter, its symbol if the cards have symbols, and its name."""
    letters = (voice.faces._replace(letters=True), voice.faces)
    return " · ".join(
        " ".join([*dict.fromkeys(faces.suit(suit) for faces in letters), voice.suit(suit)])
        for suit in SUITS
    )


def tricks_page(view: View, voice: Voice) -> list[Text]:
    """List the tricks that the person may look back at: those of their side (docs/rules.md 7)."""
    _ = voice.messages.gettext
    own = own_side(view)
    if not own:
        return [Text(_("There are no tricks to look back at now."))]
    taken = tricks_taken(view, *own)
    lines = [
        _trick_line(number, trick, voice)
        for number, trick in enumerate(view.tricks, start=1)
        if trick in taken
    ]
    total = voice.points(sum(trick.points for trick in taken))
    lines.append(
        Text(
            _("Your side's tricks: {count} ({points})").format(count=len(taken), points=total),
            "bold",
        )
    )
    if view.discards is not None:
        lines.append(
            Text.assemble(
                _("Your discards:"),
                " ",
                voice.faces.cards(view.discards),
                f" ({voice.points(points(view.discards))})",
            )
        )
    return lines


def _trick_line(number: int, trick: Trick, voice: Voice) -> Text:
    """Format one trick: ``3  Lois ♥S*  Vroni ♥7 …``, with a star after the winning card."""
    line = Text(f"{number}  ")
    for seat, card in zip(trick.seats, trick.cards, strict=True):
        star = "* " if seat == trick.winner else "  "
        line.append_text(Text.assemble((f"{voice.name(seat)} ", DIM), voice.faces.card(card), star))
    return line.append(f"({voice.points(trick.points)})", DIM)


def ledger_page(session: Session, voice: Voice) -> RenderableType:
    """Tabulate the payments of the last deals, and the totals of all deals, in Schilling.

    A narrow window shows the payments without the games, or the totals alone.
    """
    _ = voice.messages.gettext
    totals = [voice.signed(total) for total in session.ledger]
    lines = [
        Text.assemble(name, ": ", (total, "bold"))
        for name, total in zip(voice.names, totals, strict=True)
    ]
    with_games, without = (_ledger(session, voice, totals, games=games) for games in (True, False))
    return Fitting(with_games, without, Group(Text(_("Total"), "bold"), *lines))


def _ledger(session: Session, voice: Voice, totals: list[str], *, games: bool) -> Table:
    _ = voice.messages.gettext
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_footer=True)
    table.add_column(_("Deal"), justify="right", footer="" if games else _("Total"), no_wrap=True)
    if games:
        table.add_column(_("Game"), footer=_("Total"), overflow="fold")
    for name, total in zip(voice.names, totals, strict=True):
        table.add_column(Wrapping(name), justify="right", footer=total, min_width=6, no_wrap=True)
    for number, deal in list(enumerate(session.finished, 1))[-LAST_DEALS:]:
        payments = [voice.signed(amount) for amount in settle(deal).payments]
        game = [Wrapping(_game(deal, voice), GAME_WIDTH)] if games else []
        table.add_row(voice.number(number), *game, *payments)
    return table


def _game(deal: Deal, voice: Voice) -> str:
    """Describe a deal briefly: ``Lois, Solo × 2: 72``."""
    _ = voice.messages.gettext
    if deal.declarer is None or deal.contract is None:
        return _("thrown in")
    end = settle(deal)
    result = _("revoke") if end.points is None else str(end.points)
    game = format_contract(deal.contract, deal.doublings)
    return f"{voice.name(deal.declarer)}, {game}: {result}"
