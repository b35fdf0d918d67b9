"""The eight tricks (docs/rules.md 7)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from dobbm.game.actions import PLAY, Seat, Step
from dobbm.game.cards import CARDS, POINTS, Card, CardSet, name, points
from dobbm.game.errors import CardNotHeld, Revoke
from dobbm.game.tricks import legal_cards, suit_of, winning_card

TRICKS = 8


def led_by(leader: Seat, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The seats in the order in which they play if ``leader`` leads.

    >>> led_by(2, (0, 1, 2, 3))
    (2, 3, 0, 1)
    """
    turn = seats.index(leader)
    return seats[turn:] + seats[:turn]


class Trick(NamedTuple):
    """A trick, taken or on the table."""

    seats: tuple[Seat, ...]
    """All four in the order of play, the leader first."""
    cards: tuple[Card, ...]
    """In the order of play, as many as there are so far."""
    winner: Seat | None = None
    """The seat that has taken it; None: it lies on the table, or a revoke has ended the deal."""

    @property
    def complete(self) -> bool:
        """Whether all four have played."""
        return len(self.cards) == 4

    @property
    def to_come(self) -> tuple[Seat, ...]:
        """The seats that play after the one whose turn it is."""
        return self.seats[len(self.cards) + 1 :]

    @property
    def best(self) -> Card:
        """The card that wins, or would win if no more were played."""
        return winning_card(sum(self.cards), self.cards[0])

    @property
    def winning(self) -> Seat:
        """The seat that played the best card."""
        return self.seats[self.cards.index(self.best)]

    @property
    def points(self) -> int:
        """The card points in its cards."""
        return points(sum(self.cards))


def tricks_of(
    steps: Iterable[Step], active: tuple[Seat, ...], *, revoked: bool
) -> tuple[Trick, ...]:
    """The tricks of a deal that have been led to, in order; the last may lie on the table.

    ``revoked``: the last step was a revoke that has ended the deal. Its card completes no trick.
    """
    played = [step for step in steps if step.phase == PLAY]
    lawful = len(played) - revoked
    tricks = []
    for start in range(0, len(played), 4):
        cards = tuple([CARDS[step.action] for step in played[start : start + 4]])
        trick = Trick(led_by(played[start].seat, active), cards)
        taken = start + 4 <= lawful
        tricks.append(trick._replace(winner=trick.winning) if taken else trick)
    return tuple(tricks)


class Play(NamedTuple):
    """The play as far as it has gone."""

    declarer: Seat
    hands: tuple[CardSet, ...]
    """What each seat held when the first card was led."""
    order: tuple[Seat, ...]
    """The active seats in the order in which they play to this trick, its leader first."""
    trick: tuple[Card, ...] = ()
    """The cards on the table."""
    played: CardSet = 0
    """All cards played, those on the table too."""
    points: int = 0
    """Card points in the tricks that the declarer has taken."""
    tricks: int = 0
    """How many tricks the declarer has taken."""

    @classmethod
    def start(cls, declarer: Seat, active: tuple[Seat, ...], hands: tuple[CardSet, ...]) -> Play:
        """The play before the declarer leads to the first trick."""
        return cls(declarer, hands, led_by(declarer, active))

    @property
    def to_act(self) -> Seat:
        """The seat that must play a card."""
        return self.order[len(self.trick)]

    @property
    def over(self) -> bool:
        """Whether all eight tricks have been taken."""
        return self.played.bit_count() == 4 * TRICKS

    def legal_cards(self) -> CardSet:
        """The cards that the seat to act may play."""
        hand = self.hands[self.to_act] & ~self.played
        return legal_cards(hand, self.trick[0] if self.trick else 0)

    def apply(self, card: Card) -> Play:
        """The play after the seat to act has played ``card``.

        Raises ``CardNotHeld`` or ``Revoke`` if it may not.
        """
        declarer, hands, order, trick, played, points, tricks = self
        seat = order[len(trick)]
        hand = hands[seat] & ~played
        if not card & hand:
            raise CardNotHeld(f"seat {seat} does not hold {name(card)}")
        if trick and not card & legal_cards(hand, trick[0]):
            raise Revoke(self._reason())
        trick += (card,)
        played |= card
        if len(trick) == 4:
            turn = trick.index(winning_card(sum(trick), trick[0]))
            order = order[turn:] + order[:turn]
            if order[0] == declarer:
                points += trick_points(trick)
                tricks += 1
            trick = ()
        # As in ``Deal``: the constructor takes twice as long.
        return tuple.__new__(Play, (declarer, hands, order, trick, played, points, tricks))

    def _reason(self) -> str:
        """Why only the legal cards may be played."""
        led = name(self.trick[0])
        if self.legal_cards() & suit_of(self.trick[0]):
            return f"the suit of {led} must be followed (Farbzwang)"
        return f"without the suit of {led} a heart must be played (Trumpfzwang)"


def trick_points(trick: tuple[Card, ...]) -> int:
    """The card points in a trick of four cards."""
    first, second, third, fourth = trick
    return POINTS[first] + POINTS[second] + POINTS[third] + POINTS[fourth]
