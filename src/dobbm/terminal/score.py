"""The end of a deal: the points, the arithmetic of the payment, everybody's cards, the ledger."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text

from dobbm.actions import Seat
from dobbm.cards import CARDS, parse_cards, points
from dobbm.deal import Deal
from dobbm.rules import SOLO, Contract, Rules
from dobbm.session import Session
from dobbm.settlement import HALF, REVOKE, STOCKERL, settle, worth
from dobbm.terminal.course import Course
from dobbm.terminal.voice import Voice
from dobbm.view import View


def outcome(deal: Deal, voice: Voice) -> str:
    """How a deal has ended, in one sentence."""
    _ = voice.messages.gettext
    end = settle(deal)
    if end.outcome == "thrown_in":
        return _("Nobody has bid: the cards are thrown in.")
    if end.outcome == "revoke":
        return _revoke(deal, voice)
    name, points = voice.name(deal.declarer), voice.points(end.points or 0)
    if end.outcome == "won":
        return _("{name}: won with {points}.").format(name=name, points=points)
    if end.outcome == "lost":
        return _("{name}: lost with {points}.").format(name=name, points=points)
    return _("{name}: eingestellt, a draw with {points}.").format(name=name, points=points)


def arithmetic(deal: Deal, voice: Voice) -> list[str]:
    """How the payments of a deal come about, step by step (docs/rules.md 7 and 8)."""
    end = settle(deal)
    if end.outcome == "thrown_in":
        return [_thrown_in(deal, voice)]
    if end.points is None:
        return [_penalty(deal, voice)]
    return [_counted(deal, voice), _paid(deal, end.points, voice)]


def _counted(deal: Deal, voice: Voice) -> str:
    """The declarer's card points."""
    _ = voice.messages.gettext
    assert deal.play
    out = voice.faces.cards(deal.out_of_play).plain
    if deal.play.tricks == 0:
        return _(
            "No trick, so no points: the four cards out of play ({cards}: {out}) are the "
            "defenders' too."
        ).format(cards=out, out=points(deal.out_of_play))
    return _("In tricks {taken} + out of play {out} ({cards}) = {points}.").format(
        taken=deal.play.points,
        out=points(deal.out_of_play),
        cards=out,
        points=voice.points(settle(deal).points or 0),
    )


def _paid(deal: Deal, points: int, voice: Voice) -> str:
    """From the points to the payment: ``72 points: 12 over, at a Match of 60 → 12, …``."""
    _ = voice.messages.gettext
    difference = abs(points - HALF)
    if not difference:
        return _("{points}: eingestellt, nothing is paid.").format(points=voice.points(points))
    over = _("{count} over") if points > HALF else _("{count} short")
    begin = f"{voice.points(points)}: {over.format(count=difference)}"
    return _chain(begin, difference, deal, voice)


def _penalty(deal: Deal, voice: Voice) -> str:
    _ = voice.messages.gettext
    begin = _("A revoke costs half a Match: {points}").format(points=voice.points(REVOKE))
    return _chain(begin, REVOKE, deal, voice)


def _thrown_in(deal: Deal, voice: Voice) -> str:
    _ = voice.messages.gettext
    end = settle(deal)
    dealer = voice.name(end.next_dealer)
    if deal.setup.players == 4:
        return _("Nothing is paid; the same dealer deals again: {name}.").format(name=dealer)
    begin = _("A Stockerl for the next dealer, {name}: {points}").format(
        name=dealer, points=voice.points(STOCKERL)
    )
    steps = [begin, *_priced(STOCKERL, deal.setup.rules, voice)]
    steps.append(_shared(deal.setup.players - 1, end.payments[end.next_dealer], voice))
    return ", ".join(steps) + "."


def _chain(begin: str, difference: int, deal: Deal, voice: Voice) -> str:
    """A payment from the difference in points to what the declarer receives or pays."""
    contract, declarer = deal.contract, deal.declarer
    assert contract is not None
    assert declarer is not None
    rules, players = deal.setup.rules, deal.setup.players
    steps = [begin, *_priced(difference, rules, voice)]
    steps += _multiplied(worth(difference, rules), contract, deal.doublings, voice)
    steps.append(_shared(players - 1, settle(deal).payments[declarer], voice))
    return ", ".join(steps) + "."


def _priced(difference: int, rules: Rules, voice: Voice) -> list[str]:
    _ = voice.messages.gettext
    step = _("at a Match of {match} → {amount}").format(
        match=rules.match, amount=worth(difference, rules)
    )
    if worth(difference, rules) * HALF != difference * rules.match:
        step += " " + _("(rounded up)")
    return [step]


def _multiplied(amount: int, contract: Contract, doublings: int, voice: Voice) -> list[str]:
    """What doubles a payment, each with the amount after it."""
    _ = voice.messages.gettext
    names = ["Solo"] if contract == SOLO else []
    names += ["Schwacher", *["Retour"] * (doublings - 1)][:doublings]
    return [f"{name} → {amount << count}" for count, name in enumerate(names, 1)]


def _shared(payers: int, total: int, voice: Voice) -> str:
    """How many pay, or are paid, and what that makes in all."""
    _ = voice.messages.gettext
    if payers == 3:
        others = _("three defenders")
    elif total:
        others = _("three defenders and the dealer")
    return f"{others} → {signed(total)}"


def signed(amount: int) -> str:
    """Money with its sign.

    >>> signed(72), signed(0), signed(-24)
    ('+72', '0', '−24')
    """
    return f"{amount:+}".replace("-", "−") if amount else "0"
