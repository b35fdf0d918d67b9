"""Announcements: the calls in Tyrolean and their meaning, and lines about the deal."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from dobbm.game.actions import (
    BIDDING,
    DOUBLING,
    EXCHANGE,
    GUT,
    PLAY,
    RETOUR,
    SCHWACHER,
    WEITER,
    Seat,
    Step,
)
from dobbm.game.cards import Card, points
from dobbm.game.play import Trick
from dobbm.game.rules import DOBBM, SOLO, Contract
from dobbm.game.view import View
from dobbm.terminal.wording import Voice
from dobbm.text.dialect import CONSENT, LYING, SPOKEN


def spoken(step: Step, view: View) -> str:
    """Return the Tyrolean words for a step before the play."""
    if step.phase == EXCHANGE:
        return LYING
    return CONSENT if _consents(step, view) else SPOKEN[step.phase][step.action]


def spoken_by(seat: Seat, view: View) -> list[str]:
    """Return everything that ``seat`` has said in this deal."""
    return [spoken(step, view) for step in view.steps if step.seat == seat and step.phase != PLAY]


def _consents(step: Step, view: View) -> bool:
    """Return whether a step is a *weiter* that accepts another player's Dobbm."""
    if step.action != WEITER:
        return False
    before = view.steps[: view.steps.index(step)]
    return any(one.action == DOBBM.name for one in before)


def gloss(step: Step, view: View, voice: Voice) -> str:
    """Return the meaning of the words spoken in a step."""
    _ = voice.messages.gettext
    if _consents(step, view):
        return _("accepts the Dobbm")
    meanings = {
        (BIDDING, WEITER): _("passes"),
        (BIDDING, DOBBM.name): _("bids a Dobbm"),
        (BIDDING, SOLO.name): _("plays without the Dobb, for double payment"),
        (DOUBLING, GUT): _("does not double"),
        (DOUBLING, SCHWACHER): _("Schwacher: doubles"),
        (DOUBLING, RETOUR): _("doubles again"),
    }
    return meanings.get((step.phase, step.action)) or _("four cards discarded")


def format_contract(contract: Contract, doublings: int) -> str:
    """Format a contract and its doublings.

    >>> format_contract(SOLO, 2), format_contract(DOBBM, 7)
    ('Solo × 2 × 2', 'Dobbm × 2^7')
    """
    factors = " × 2" * doublings if doublings < 5 else f" × 2^{doublings}"
    return contract.name.title() + factors


def word_line(step: Step, view: View, voice: Voice) -> Text:
    """Return the line for a step before the play: the words spoken and their meaning."""
    return Text.assemble(
        (voice.name(step.seat), "bold"),
        ": ",
        (voice.quote(spoken(step, view)), "italic"),
        (f" ({gloss(step, view, voice)})", "dim"),
    )


def card_line(seat: Seat, card: Card, voice: Voice) -> Text:
    """Return the line for a card that was played."""
    return Text.assemble((voice.name(seat), "bold"), ": ", voice.faces.card(card))


def dealer_line(view: View, voice: Voice) -> Text:
    """Return the first line of a deal, which names the dealer."""
    _ = voice.messages.gettext
    if view.players == 5:
        line = _("Dealer, on holiday in this deal: {name}")
    else:
        line = _("Dealer: {name}")
    return Text(line.format(name=voice.name(view.dealer)), "dim")


def must_line(view: View, voice: Voice) -> Text:
    """Return the line about forehand's obligation to bid in a Mußrunde."""
    _ = voice.messages.gettext
    forehand = voice.name((view.dealer + 1) % view.players)
    return Text(_("Mußrunde: {name} must play a Dobbm or a Solo.").format(name=forehand))


def dobb_line(view: View, voice: Voice) -> Text:
    """Return the line that shows the declarer the Dobb."""
    assert view.dobb is not None
    _ = voice.messages.gettext
    cards = voice.faces.cards(view.dobb)
    return Text.assemble(_("In the Dobb:"), " ", cards, f" ({voice.points(points(view.dobb))})")


def own_side(view: View) -> tuple[Seat, ...]:
    """Return the seats whose tricks ``view.seat`` may look back at (docs/rules.md 7).

    The result is empty before there is a declarer, and for a dealer on holiday.
    """
    if view.declarer is None or view.seat not in view.active:
        return ()
    if view.seat == view.declarer:
        return (view.declarer,)
    return tuple([seat for seat in view.active if seat != view.declarer])


def tricks_taken(view: View, *seats: Seat) -> list[Trick]:
    """Return the tricks that any of ``seats`` has taken, in order."""
    return [trick for trick in view.tricks if trick.winner in seats]


def trick_line(number: int, trick: Trick, voice: Voice) -> Text:
    """Return the line that names the winner of a trick; ``number`` counts from 1."""
    _ = voice.messages.gettext
    name = voice.name(trick.winner)
    return Text(_("Trick {number} goes to {name}.").format(number=number, name=name))


def tricks_line(view: View, voice: Voice) -> str:
    """Return the line with each side's number of tricks and the points of the person's side."""
    assert view.declarer is not None
    _ = voice.messages.gettext
    declarer = len(tricks_taken(view, view.declarer))
    defenders = len(tricks_taken(view, *view.active)) - declarer
    line = _("Tricks: declarer {declarer}, defenders {defenders}").format(
        declarer=declarer, defenders=defenders
    )
    own = own_side(view)
    if own:
        taken = sum(trick.points for trick in tricks_taken(view, *own))
        line += " · " + _("your side: {points}").format(points=voice.points(taken))
    return line


def deal_lines(view: View, voice: Voice) -> Iterator[Text]:
    """Yield the lines that describe the deal so far, in order."""
    yield dealer_line(view, voice)
    if view.must:
        yield must_line(view, voice)
    for step in view.steps:
        if step.phase == EXCHANGE and view.dobb is not None:
            yield dobb_line(view, voice)
        if step.phase != PLAY:
            yield word_line(step, view, voice)
    if view.phase == EXCHANGE and view.dobb is not None:
        yield dobb_line(view, voice)
    for number, trick in enumerate(view.tricks, start=1):
        for seat, card in zip(trick.seats, trick.cards, strict=False):
            yield card_line(seat, card, voice)
        if trick.winner is not None:
            yield trick_line(number, trick, voice)
