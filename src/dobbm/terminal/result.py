"""The end of a deal: the points, the arithmetic of the payment, everybody's cards, the ledger."""

from __future__ import annotations

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from dobbm.game.actions import Seat
from dobbm.game.cards import parse_cards, points
from dobbm.game.deal import Deal
from dobbm.game.play import Trick
from dobbm.game.rules import DOBBM, SOLO, Contract, Rules
from dobbm.game.settlement import HALF, REVOKE, STOCKERL, settle, worth
from dobbm.game.tricks import suit_of
from dobbm.terminal.faces import DIM
from dobbm.terminal.fitting import Fitting, Paragraph, Wrapping
from dobbm.terminal.wording import Voice


def end_page(deal: Deal, ledger: tuple[int, ...], voice: Voice) -> list[RenderableType]:
    """Return the page shown at the end of a deal; ``ledger`` already includes that deal."""
    return [
        Paragraph(outcome(deal, voice), "bold"),
        revealed(deal, ledger, voice),
        *out_of_play(deal, voice),
        *[Paragraph(line) for line in arithmetic(deal, voice)],
    ]


def outcome(deal: Deal, voice: Voice) -> str:
    """Describe the outcome of a deal in one sentence."""
    _ = voice.messages.gettext
    end = settle(deal)
    if end.outcome == "thrown_in":
        return _("Nobody has bid: the cards are thrown in.")
    if end.outcome == "revoke":
        return _revoke(deal, voice)
    name, points = voice.name(deal.declarer), voice.points(end.points or 0)
    if end.outcome == "won":
        return _("{name} won with {points}.").format(name=name, points=points)
    if end.outcome == "lost":
        return _("{name} lost with {points}.").format(name=name, points=points)
    return _("{name}: eingestellt, a draw with {points}.").format(name=name, points=points)


def arithmetic(deal: Deal, voice: Voice) -> list[str]:
    """Explain the payments of a deal step by step (docs/rules.md 7 and 8)."""
    end = settle(deal)
    if end.outcome == "thrown_in":
        return [_thrown_in(deal, voice)]
    if end.points is None:
        return [_penalty(deal, voice)]
    return [_counted(deal, voice), _paid(deal, end.points, voice)]


def _counted(deal: Deal, voice: Voice) -> str:
    """Explain how the declarer's card points add up."""
    _ = voice.messages.gettext
    assert deal.play
    out = voice.faces.cards(deal.out_of_play).plain
    if deal.play.tricks == 0:
        return _(
            "No trick, so no points: the four cards out of play ({cards}: {out}) also go to the "
            "defenders."
        ).format(cards=out, out=points(deal.out_of_play))
    discarded = _("In tricks {taken} + discarded {out} ({cards}) = {points}.")
    in_dobb = _("In tricks {taken} + in the Dobb {out} ({cards}) = {points}.")
    counted = discarded if deal.contract is DOBBM else in_dobb
    return counted.format(
        taken=deal.play.points,
        out=points(deal.out_of_play),
        cards=out,
        points=voice.points(settle(deal).points or 0),
    )


def _paid(deal: Deal, points: int, voice: Voice) -> str:
    """Explain how the payment follows from the points: ``72 − 60 = 12 points over 60, …``."""
    _ = voice.messages.gettext
    difference = abs(points - HALF)
    if not difference:
        return _("{points}: eingestellt, nothing is paid.").format(points=voice.points(points))
    over = points > HALF
    begin = _("{made} − 60 = {points} over 60") if over else _("60 − {made} = {points} short of 60")
    first_step = begin.format(made=points, points=voice.points(difference))
    return _chain(first_step, difference, deal, voice)


def _penalty(deal: Deal, voice: Voice) -> str:
    _ = voice.messages.gettext
    begin = _("A revoke costs half a Match: {points}").format(points=voice.points(REVOKE))
    return _chain(begin, REVOKE, deal, voice)


def _thrown_in(deal: Deal, voice: Voice) -> str:
    _ = voice.messages.gettext
    end = settle(deal)
    dealer = voice.name(end.next_dealer)
    if deal.setup.players == 4:
        if dealer == _("You"):
            return _("Nothing is paid; you deal again.")
        return _("Nothing is paid; {name} deals again.").format(name=dealer)
    begin = _("A Stockerl, the consolation for the next dealer, {name}: {points}").format(
        name=dealer, points=voice.points(STOCKERL)
    )
    steps = [begin, *_priced(STOCKERL, deal.setup.rules, voice)]
    steps.append(
        _("{amount} from each of the four others → {total}").format(
            amount=voice.number(worth(STOCKERL, deal.setup.rules)),
            total=voice.signed(end.payments[end.next_dealer]),
        )
    )
    return voice.sentence(steps)


def _chain(begin: str, difference: int, deal: Deal, voice: Voice) -> str:
    """Explain, after ``begin``, how the difference in points becomes the declarer's payment."""
    contract, declarer = deal.contract, deal.declarer
    assert contract is not None
    assert declarer is not None
    rules = deal.setup.rules
    each = worth(difference, rules)
    multiplied = _multiplied(each, contract, deal.doublings, voice)
    total = settle(deal).payments[declarer]
    last_step = _summed(total > 0, deal.setup.players, voice).format(
        amount=voice.number(each << len(multiplied)), total=voice.signed(total)
    )
    return voice.sentence([begin, *_priced(difference, rules, voice), *multiplied, last_step])


def _summed(received: bool, players: int, voice: Voice) -> str:
    """Return the template of the last step: each other player's amount and the total."""
    _ = voice.messages.gettext
    if players == 4:
        if received:
            return _("{amount} from each of the three defenders → {total}")
        return _("{amount} to each of the three defenders → {total}")
    if received:
        return _("{amount} from each of the three defenders and from the dealer → {total}")
    return _("{amount} to each of the three defenders and to the dealer → {total}")


def _priced(difference: int, rules: Rules, voice: Voice) -> list[str]:
    _ = voice.messages.gettext
    by_the_point = rules.match % HALF == 0
    step = (
        _("{price} Schilling a point → {amount}")
        if by_the_point
        else _("a Match of {match}: {match} Schilling for 60 points → {amount}")
    ).format(
        price=voice.number(rules.match // HALF),
        match=voice.number(rules.match),
        amount=voice.number(worth(difference, rules)),
    )
    if worth(difference, rules) * HALF != difference * rules.match:
        step += " " + _("(rounded up)")
    return [step]


def _multiplied(amount: int, contract: Contract, doublings: int, voice: Voice) -> list[str]:
    """List what doubles the payment (Solo, Schwacher, retours), each with the new amount."""
    names = ["Solo"] if contract == SOLO else []
    names += ["Schwacher", *["Retour"] * (doublings - 1)][:doublings]
    return [f"{name} × 2 → {voice.number(amount << count)}" for count, name in enumerate(names, 1)]


def revealed(deal: Deal, ledger: tuple[int, ...], voice: Voice) -> RenderableType:
    """Tabulate everybody's cards, by trick if all were played, with payments and ledger.

    In a narrow window, the cards have lines of their own.
    """
    _ = voice.messages.gettext
    end = settle(deal)
    tricks = deal.tricks if end.points is not None else ()
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), show_footer=bool(tricks), pad_edge=False)
    table.add_column(footer=Text(_("Points"), DIM), no_wrap=True)
    for number, trick in enumerate(tricks, 1):
        points = Text(str(trick.points), DIM)
        table.add_column(str(number), footer=points, justify="left", no_wrap=True)
    if not tricks:
        table.add_column(_("Cards"), no_wrap=True)
    paid = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    paid.add_column(no_wrap=True)
    for one in (table, paid):
        one.add_column(_("Deal"), justify="right", min_width=7, no_wrap=True)
        one.add_column(_("Ledger"), justify="right", min_width=8, no_wrap=True)
    lines = []
    hands = []
    for seat in range(deal.setup.players):
        name = Text(voice.name(seat), "bold")
        if seat == deal.declarer:
            name.append(" ●", "bold")
        if tricks:
            cards = [_card_in(trick, seat, voice) for trick in tricks]
        else:
            cards = [voice.faces.cards(deal.hands[seat])]
        amounts = voice.signed(end.payments[seat]), voice.signed(ledger[seat])
        table.add_row(*map(Wrapping, (name, *cards)), *amounts)
        paid.add_row(Wrapping(name), *amounts)
        hands.append(Text.assemble(name, ": ", Text(" ").join(cards)))
        for title, amount in zip((_("Deal"), _("Ledger")), amounts, strict=True):
            lines.append(Text.assemble(name, f", {title}: {amount}"))
    return Fitting(table, Group(*hands, Fitting(paid, Group(*lines))))


def _card_in(trick: Trick, seat: Seat, voice: Voice) -> Text:
    """Return the card that a seat played in a trick, with a star if the card wins."""
    if seat not in trick.seats:
        return Text()
    card = voice.faces.card(trick.cards[trick.seats.index(seat)])
    return Text.assemble(card, ("*", "bold")) if seat == trick.winner else card


def out_of_play(deal: Deal, voice: Voice) -> list[Text]:
    """List the Dobb and the discards."""
    _ = voice.messages.gettext
    lines = [Text.assemble(_("In the Dobb:"), " ", voice.faces.cards(deal.setup.dobb))]
    if deal.discards is not None:
        lines.append(Text.assemble(_("Discarded:"), " ", voice.faces.cards(deal.discards)))
    return lines


def _revoke(deal: Deal, voice: Voice) -> str:
    """Describe the revoke that ended the deal, and name the offender."""
    _ = voice.messages.gettext
    name = voice.name(deal.offender)
    cards = parse_cards(deal.actions[-1])
    card_names = voice.faces.cards(cards).plain
    if deal.play is None:
        return _("{name} revoked (verleugnet) by discarding {cards}.").format(
            name=name, cards=card_names
        )
    led = suit_of(deal.play.trick[0])
    if deal.hand(deal.play.to_act) & led:
        return _("{name} revoked (verleugnet) by playing {card} instead of {suit}.").format(
            name=name, card=card_names, suit=voice.suit(led)
        )
    return _("{name} revoked (verleugnet) by playing {card} instead of a heart.").format(
        name=name, card=card_names
    )
