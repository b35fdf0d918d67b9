"""Whole deals as text, drawn from the views of all seats, so that a leaked card shows in review.

``python tests/game/playthroughs.py`` rewrites all files of ``playthroughs/`` from their heads: the
title, and the record on one line. To add a playthrough, create a file with only these two lines.

A step has the public state with the seat to act, the view of each seat, and the action. A view has
the hand, the declarer's Dobb and discards (or the discards as the others see them), and the legal
actions. ``HST`` is the sow and the ten of hearts.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from dobbm import Deal, View, from_record, settle
from dobbm.game.actions import BIDDING, DOUBLING, DOUBLING_WORDS, EXCHANGE, Seat
from dobbm.game.cards import NAMES, RANK_LETTERS, SUIT_LETTERS, Card

FOLDER = Path(__file__).parent / "playthroughs"
PATHS = sorted(FOLDER.glob("*.txt"))


def read_deal(path: Path) -> Deal:
    """The deal of a playthrough, as far as its record goes."""
    _, record = read_head(path)
    return from_record(json.loads(record))


def read_head(path: Path) -> list[str]:
    """The title and the record, the two lines that this module does not write."""
    return path.read_text(encoding="utf-8").splitlines()[:2]


def playthrough(path: Path) -> str:
    """The text of a file, as the engine plays its record now."""
    deal = read_deal(path)
    lines = [*read_head(path), "", *rules_and_deck(deal), "", *steps(deal), *ending(deal)]
    return "\n".join(lines) + "\n"


def rules_and_deck(deal: Deal) -> Iterator[str]:
    setup = deal.setup
    yield f"rules {setup.rules.preset}: {json.dumps(setup.rules.overrides())}"
    yield f"{setup.players} players, seat {setup.dealer} deals{', Mußrunde' * setup.must}"
    yield f"deck  {in_packets(setup.deck[:16])}"
    yield f"      {in_packets(setup.deck[16:32])}"
    yield f"Dobb  {in_packets(setup.deck[32:])}"


def in_packets(cards: tuple[Card, ...]) -> str:
    packets = [cards[start : start + 4] for start in range(0, len(cards), 4)]
    return "   ".join(" ".join(NAMES[card] for card in packet) for packet in packets)


def steps(end: Deal) -> Iterator[str]:
    setup = end.setup
    deal = Deal.start(
        setup.deck, dealer=setup.dealer, players=setup.players, must=setup.must, rules=setup.rules
    )
    for number, action in enumerate(end.actions, start=1):
        yield f"{number}. {table(deal)}"
        for seat in range(setup.players):
            yield f"   {seat}  {view_line(deal, seat)}".rstrip()
        yield f"   action: {action}"
        yield ""
        deal = deal.apply(action)


def table(deal: Deal) -> str:
    """The public state, with the seat to act."""
    seat = deal.to_act
    if deal.phase == BIDDING:
        return f"Bidding: {' '.join([*deal.actions, '…'])} Seat {seat} speaks."
    if deal.phase == EXCHANGE:
        ways = len(deal.legal_actions())
        return f"Exchange: seat {seat} lays four cards away, in one of {ways} ways."
    if deal.phase == DOUBLING:
        words = [action for action in deal.actions if action in DOUBLING_WORDS]
        return f"Seat {deal.declarer} lies: {' '.join([*words, '…'])} Seat {seat} answers."
    play = deal.play
    assert play
    number = play.played.bit_count() // 4 + 1
    trick = [f"{by}:{NAMES[card]}" for by, card in zip(play.order, play.trick, strict=False)]
    score = f"declarer {play.declarer} has {play.tricks} tricks and {play.points} points"
    return f"Trick {number}, {score}: {' '.join([*trick, '…'])} Seat {seat} plays."


def view_line(deal: Deal, seat: Seat) -> str:
    """The view of one seat, from the same JSON that an outside player reads."""
    view = View.of(deal, seat).to_json()
    parts = [drawn(view["hand"]).ljust(15)]
    if view["dobb"] is not None:
        parts.append(f"Dobb {drawn(view['dobb'])}")
    if view["discards"] is not None:
        parts.append(f"discarded {drawn(view['discards'])}")
    else:
        parts += [f"heard {action}" for action in view["actions"] if " " in action]
    if view["legal"] is None:
        parts.append("may lay away")
    elif view["legal"]:
        parts.append(f"may {' '.join(view['legal'])}")
    return " | ".join(parts)


def drawn(cards: list[str]) -> str:
    """A set of cards, suit by suit and from high to low.

    >>> drawn(["A6", "H9", "HS", "LT"])
    'HS9 LT A6'
    """
    groups = []
    for suit in SUIT_LETTERS:
        ranks = [rank for rank in reversed(RANK_LETTERS) if suit + rank in cards]
        if ranks:
            groups.append(suit + "".join(ranks))
    return " ".join(groups)


def ending(deal: Deal) -> Iterator[str]:
    end = settle(deal)
    yield f"outcome      {end.outcome}"
    if deal.offender is not None:
        yield f"offender     {deal.offender}"
    if deal.contract is not None:
        yield f"declarer     {deal.declarer}, {deal.contract.name}, doublings {deal.doublings}"
    if end.points is not None:
        yield f"points       {end.points} in {end.tricks} tricks"
    yield f"payments     {' '.join(f'{payment:+}' if payment else '0' for payment in end.payments)}"
    yield f"next dealer  {end.next_dealer}"


def write_all() -> None:
    """Rewrite all playthroughs from their heads."""
    for path in PATHS:
        path.write_text(playthrough(path), encoding="utf-8")


if __name__ == "__main__":
    write_all()
