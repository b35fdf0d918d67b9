"""The table as a screen, or as plain lines where no screen is drawn."""

from __future__ import annotations

from typing import NamedTuple

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from dobbm.game.actions import EXCHANGE, PLAY, Seat
from dobbm.game.cards import Card, CardSet, parse_cards
from dobbm.game.play import Trick
from dobbm.game.session import Session
from dobbm.game.view import View
from dobbm.terminal.announcements import (
    dealer_line,
    dobb_line,
    format_contract,
    spoken_by,
    trick_line,
    tricks_line,
    tricks_taken,
    word_line,
)
from dobbm.terminal.faces import BOX_HEIGHT, BOX_WIDTH, DIM, EDGE, framed, sorted_hand
from dobbm.terminal.wording import Voice

WIDTH, HEIGHT = 80, 24
"""The smallest terminal, in cells, on which the table is drawn; on a wider one it is centred."""

_BAR = Style.parse("bold #e4e4e4 on #3a3a3a")
_TURN = Style.parse("bold #ffd75f")


class Place(NamedTuple):
    """The position of a seat's name and card, relative to the middle of the table's top edge."""

    row: int
    column: int
    """The start of the name, or its middle if ``centred``."""
    centred: bool
    card_row: int
    card_column: int


_OWN = Place(10, 0, centred=True, card_row=6, card_column=-3)
_FOUR = (
    _OWN,
    Place(4, -38, centred=False, card_row=4, card_column=-12),
    Place(0, 0, centred=True, card_row=2, card_column=-3),
    Place(4, 15, centred=False, card_row=4, card_column=6),
)
_FIVE = (
    _OWN,
    Place(5, -38, centred=False, card_row=4, card_column=-16),
    Place(0, -17, centred=True, card_row=2, card_column=-9),
    Place(0, 17, centred=True, card_row=2, card_column=3),
    Place(5, 17, centred=False, card_row=4, card_column=10),
)
SEPARATOR = " · "
"""Separates the parts of a heading."""

_TABLE_HEIGHT = 11
_DOBB_ROW = 4

_SIDE_WIDTH, _MIDDLE_WIDTH = 22, 30
"""The room in cells for a seat's words, at the sides and in the middle; the latest are drawn."""


class Canvas:
    """A grid for text placed by row and column."""

    def __init__(self, width: int, height: int) -> None:
        self._width = width
        self._rows: list[list[tuple[int, Text]]] = [[] for _ in range(height)]

    def put(self, row: int, column: int, *lines: Text) -> None:
        """Place lines one below another, starting at this row and column."""
        for offset, line in enumerate(lines):
            self._rows[row + offset].append((max(column, 0), line))

    def centre(self, row: int, column: int, *lines: Text) -> None:
        """Place lines one below another, starting at this row, each centred on this column."""
        for offset, line in enumerate(lines):
            start = min(column - line.cell_len // 2, self._width - line.cell_len)
            self.put(row + offset, start, line)

    def lines(self) -> list[Text]:
        """Return the rows for printing."""
        drawn = []
        for pieces in self._rows:
            line = Text()
            for column, piece in sorted(pieces, key=lambda placed: placed[0]):
                line.append(" " * (column - line.cell_len))
                line.append_text(piece)
            drawn.append(line)
        return drawn


def drawn_table(
    view: View, voice: Voice, heading: str, width: int, *, collected: bool = True
) -> list[Text]:
    """Draw the whole screen above the prompt, ``width`` cells wide.

    If ``collected`` is True, a complete trick is no longer drawn.
    """
    trick = view.tricks[-1] if view.tricks else None
    if trick and trick.complete and collected:
        trick = None
    return [
        bar(heading, contract_line(view, voice), width),
        Text(),
        *_seats(view, voice, width, trick),
        *_hand(view, voice, width),
        *_latest_lines(view, voice),
    ]


def plain_table(view: View, voice: Voice) -> list[Text]:
    """Return the lines that the person to act needs: the current trick and their hand."""
    _ = voice.messages.gettext
    lines = []
    trick = view.tricks[-1] if view.tricks else None
    if trick and not trick.complete:
        played = [
            Text.assemble(voice.name(seat), " ", voice.faces.card(card))
            for seat, card in zip(trick.seats, trick.cards, strict=False)
        ]
        comma = Text(voice.listed(("", "")))
        lines.append(Text.assemble(_("On the table:"), " ", comma.join(played)))
    hand = Text(_("Your hand:"))
    for number, card in enumerate(sorted_hand(view.hand), 1):
        hand.append(f" {number}:")
        hand.append_text(voice.faces.card(card))
        hand.append("*" if view.phase == PLAY and card & _legal_cards(view) else " ")
    lines.append(hand)
    return lines


def question(view: View, voice: Voice) -> str:
    """Return the prompt for the person to act."""
    _ = voice.messages.gettext
    if view.phase == EXCHANGE:
        return _("Discard four cards, such as 9 10 11 12 (?: hint, h: help):")
    if view.phase == PLAY:
        return _("Your card (?: hint, h: help):")
    return _("Your call: {words} (?: hint, h: help):").format(
        words=voice.listed(_spoken_order(view))
    )


def _spoken_order(view: View) -> list[str]:
    """Return the legal words, with ``weiter`` or ``gut`` first."""
    words = list(view.legal or ())
    return sorted(words, key=lambda word: word not in ("weiter", "gut"))


def heading(session: Session, voice: Voice) -> str:
    """Return the heading: the deal's number, the price of a Match and, if any, the Mußrunde."""
    _ = voice.messages.gettext
    deals, first = len(session.deals), session.mussrunde_from
    parts = [
        "Dobbm",
        _("deal {number}").format(number=deals),
        _("a Match costs {match}").format(match=voice.number(session.rules.match)),
    ]
    if first is not None and deals > first:
        number, count = deals - first, session.players
        parts.append(_("Mußrunde {number}/{count}").format(number=number, count=count))
    return SEPARATOR.join(parts)


def bar(left: str, right: str, width: int) -> Text:
    """Return the line at the top of a screen."""
    for first, last in ((one, other) for other in (right, "") for one in _shortened(left)):
        gap = width - cell_len(first) - cell_len(last) - 2
        if gap > 0:
            break
    line = Text(f" {first}{' ' * max(gap, 1)}{last} ", _BAR)
    line.truncate(width)
    return line


def _shortened(left: str) -> list[str]:
    """Return a heading with all its parts, and shorter ones that lack more and more of them."""
    parts = left.split(SEPARATOR)
    dropped = [parts, parts[1:], [*parts[1:2], *parts[3:]], parts[1:2]]
    return [SEPARATOR.join(some) for some in dropped if some]


def contract_line(view: View, voice: Voice) -> str:
    """Return the declarer, the contract and its doublings: ``Lois: Dobbm × 2 × 2``."""
    if view.declarer is None or view.contract is None:
        return ""
    return f"{voice.name(view.declarer)}: {format_contract(view.contract, view.doublings)}"


def _seats(view: View, voice: Voice, width: int, trick: Trick | None) -> list[Text]:
    """Draw names, words and cards around the table, and the Dobb while it lies in the middle."""
    canvas = Canvas(width, _TABLE_HEIGHT)
    middle = width // 2
    for seat, place in enumerate(_FOUR if view.players == 4 else _FIVE):
        room = _MIDDLE_WIDTH if place.centred else _SIDE_WIDTH
        name, role, words = _seat_text(seat, view, voice, room)
        if place.centred:
            canvas.centre(place.row, middle + place.column, *_joined(place, name, role, words))
        else:
            column = middle + place.column
            canvas.put(place.row, column, *[part for part in (name, role, words) if part])
        if trick and seat in trick.seats[: len(trick.cards)]:
            card = trick.cards[trick.seats.index(seat)]
            winning = card == trick.best
            box = voice.faces.box(card, winning=winning)
            canvas.put(place.card_row, middle + place.card_column, *box)
    if _dobb_on_table(view) and not view.tricks:
        back = framed(Text("Dobb", EDGE), Text("▒▒▒▒", DIM), style=EDGE)
        canvas.put(_DOBB_ROW, middle - BOX_WIDTH // 2, *back)
    return canvas.lines()


def _joined(place: Place, name: Text, role: Text, words: Text) -> list[Text]:
    """Arrange a centred seat's text: one line at the bottom of the table, two at the top."""
    if place is _OWN:
        return [Text("  ").join([part for part in (name, role, words) if part])]
    return [Text("  ").join([part for part in (name, role) if part]), words]


def _seat_text(seat: Seat, view: View, voice: Voice, room: int) -> tuple[Text, Text, Text]:
    """Return a seat's name, its role in the deal, and the last words that fit in ``room`` cells."""
    name = voice.name(seat)
    at_turn = seat == view.to_act
    line = Text(f"▸ {name}", _TURN) if at_turn else Text(name, "bold")
    part = Text(" · ".join(_roles(seat, view, voice)), DIM)
    words = [voice.quote(words) for words in spoken_by(seat, view)]
    return line, part, Text(_latest_words(words, room), "italic")


def _latest_words(words: list[str], room: int) -> str:
    """Return as many of the last words as fit in ``room`` cells."""
    line = " ".join(words)
    return line if cell_len(line) <= room else _latest_words(words[1:], room)


def _roles(seat: Seat, view: View, voice: Voice) -> list[str]:
    _ = voice.messages.gettext
    parts = []
    if seat == view.declarer:
        parts.append(_("declarer"))
    if seat == view.dealer:
        parts.append(_("dealer") if view.players == 4 else _("dealer, on holiday"))
    return parts


def _dobb_on_table(view: View) -> bool:
    """Return whether the Dobb still lies on the table."""
    return view.contract is None or not view.contract.exchanges


def _hand(view: View, voice: Voice, width: int) -> list[Text]:
    """Draw the person's hand as numbered boxes; if some cards are illegal, raise the legal ones."""
    hand = sorted_hand(view.hand)
    if not hand:
        return _no_hand(view, voice, width)
    gap = 1 if len(hand) < 10 else 0
    start = (width - len(hand) * (BOX_WIDTH + gap)) // 2
    canvas = Canvas(width, BOX_HEIGHT + 2)
    choice = any(not _is_legal(card, view) for card in hand)
    for number, card in enumerate(hand, 1):
        column = start + (number - 1) * (BOX_WIDTH + gap)
        legal = _is_legal(card, view)
        row = 0 if choice and legal else 1
        canvas.put(row, column, *voice.faces.box(card, dimmed=not legal))
        label = Text(str(number), "bold") if legal else Text(f"({number})", DIM)
        canvas.centre(row + BOX_HEIGHT, column + BOX_WIDTH // 2, label)
    return canvas.lines()


def _no_hand(view: View, voice: Voice, width: int) -> list[Text]:
    _ = voice.messages.gettext
    canvas = Canvas(width, BOX_HEIGHT + 2)
    if view.seat not in view.active:
        canvas.centre(2, width // 2, Text(_("You are on holiday in this deal (er feiert)."), DIM))
    return canvas.lines()


def _is_legal(card: Card, view: View) -> bool:
    """Return whether a card may be played now; always True unless the person must play a card."""
    at_turn = view.phase == PLAY and view.seat == view.to_act
    return not at_turn or bool(card & _legal_cards(view))


def _legal_cards(view: View) -> CardSet:
    return parse_cards(" ".join(view.legal or ()))


def _latest_lines(view: View, voice: Voice) -> list[Text]:
    """Return two lines about the latest events: words spoken, the Dobb, or tricks taken."""
    if view.phase == EXCHANGE and view.dobb is not None:
        return [Text(), dobb_line(view, voice)]
    if view.tricks or view.phase == PLAY:
        taken = tricks_taken(view, *view.active)
        last = trick_line(len(taken), taken[-1], voice) if taken else Text()
        return [last, Text(tricks_line(view, voice), DIM)]
    words = [word_line(step, view, voice) for step in view.steps]
    return [Text(), dealer_line(view, voice), *words][-2:]
