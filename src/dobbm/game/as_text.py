"""Deals as text for people: whose turn it is, the calls, and the cards by seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dobbm.game.actions import BIDDING, DONE, DOUBLING, Phase, Seat, Step
from dobbm.game.cards import CardSet, names
from dobbm.game.errors import counted
from dobbm.game.play import Trick


def deal_text(
    phase: Phase,
    to_act: Seat | None,
    declarer: Seat | None,
    hands: Mapping[Seat, CardSet | None],
    aside: Mapping[str, CardSet | None],
    steps: Sequence[Step],
    tricks: Sequence[Trick],
) -> str:
    """Return a deal as text; the arguments are those of ``table_text``."""
    calls = [f"seat {s.seat} {s.action}" for s in steps if s.phase in (BIDDING, DOUBLING)]
    on_table = {
        seat: card
        for trick in tricks[-1:]
        if trick.winner is None
        for seat, card in zip(trick.seats, trick.cards, strict=False)
    }
    won = [trick.points for trick in tricks if trick.winner == declarer]
    score = (sum(won), len(won)) if tricks else None
    return table_text(phase, to_act, declarer, hands, on_table, aside, calls, score)


def table_text(
    phase: Phase,
    to_act: Seat | None,
    declarer: Seat | None,
    hands: Mapping[Seat, CardSet | None],
    on_table: Mapping[Seat, CardSet],
    aside: Mapping[str, CardSet | None],
    calls: Sequence[str] = (),
    score: tuple[int, int] | None = None,
) -> str:
    """Return what lies on a table as text.

    A hand that is None is hidden. ``aside`` has the cards that no seat holds, by what they are;
    those that are None are left out. ``score`` has the declarer's card points and tricks.
    """
    lines = [DONE if phase == DONE else f"{phase}: seat {to_act} to act"]
    if calls:
        lines.append(f"calls: {', '.join(calls)}")
    for seat, hand in hands.items():
        title = f"seat {seat} (declarer)" if seat == declarer else f"seat {seat}"
        held = "?" if hand is None else " ".join(names(hand))
        laid = f" | {' '.join(names(on_table[seat]))}" if on_table.get(seat) else ""
        lines.append(f"{title}: {held}{laid}".rstrip())
    lines += [f"{what}: {' '.join(names(cards))}" for what, cards in aside.items() if cards]
    if score:
        lines.append(f"declarer: {score[0]} card points in {counted(score[1], 'trick')}")
    return "\n".join(lines)
