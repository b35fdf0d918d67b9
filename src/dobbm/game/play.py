"""The play of the eight tricks (docs/rules.md 7)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from dobbm.game.actions import PLAY, Seat, Step
from dobbm.game.cards import CARDS, POINTS, Card, CardSet, name, points
from dobbm.game.errors import CardNotHeld, Revoke
from dobbm.game.tricks import legal_cards, suit_of, winning_card

TRICKS = 8


def led_by(leader: Seat, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Return the seats in playing order if ``leader`` leads.

    >>> led_by(2, (0, 1, 2, 3))
    (2, 3, 0, 1)
    """
    turn = seats.index(leader)
    return seats[turn:] + seats[:turn]


class Trick(NamedTuple):
    """A trick, either taken or on the table."""

    seats: tuple[Seat, ...]
    """All four active seats in playing order, the leader first."""
    cards: tuple[Card, ...]
    """The cards so far, in playing order."""
    winner: Seat | None = None
    """The seat that took the trick; None while it is on the table or if it ended in a revoke."""

    @property
    def complete(self) -> bool:
        """Whether all four seats have played."""
        return len(self.cards) == 4

    @property
    def to_come(self) -> tuple[Seat, ...]:
        """The seats that play after the seat to act."""
        return self.seats[len(self.cards) + 1 :]

    @property
    def best(self) -> Card:
        """The winning card so far."""
        return winning_card(sum(self.cards), self.cards[0])

    @property
    def winning(self) -> Seat:
        """The seat that played the winning card so far."""
        return self.seats[self.cards.index(self.best)]

    @property
    def points(self) -> int:
        """The card points in the trick."""
        return points(sum(self.cards))


def tricks_of(
    steps: Iterable[Step], active: tuple[Seat, ...], *, revoked: bool
) -> tuple[Trick, ...]:
    """Return the tricks of a deal so far, in order; the last may be incomplete.

    ``revoked`` says whether the last step was a revoke that ended the deal. If it was a card, the
    last trick includes that card, and nobody takes the trick.
    """
    played = [step for step in steps if step.phase == PLAY]
    legal = len(played) - revoked
    tricks = []
    for start in range(0, len(played), 4):
        cards = tuple([CARDS[step.action] for step in played[start : start + 4]])
        trick = Trick(led_by(played[start].seat, active), cards)
        taken = start + 4 <= legal
        tricks.append(trick._replace(winner=trick.winning) if taken else trick)
    return tuple(tricks)


class Play(NamedTuple):
    """The state of the play."""

    declarer: Seat
    hands: tuple[CardSet, ...]
    """Each seat's cards at the first lead."""
    order: tuple[Seat, ...]
    """The active seats in playing order for this trick, its leader first."""
    trick: tuple[Card, ...] = ()
    """The cards on the table."""
    played: CardSet = 0
    """All cards played, including those on the table."""
    points: int = 0
    """The card points in the declarer's tricks."""
    tricks: int = 0
    """The number of tricks that the declarer has taken."""

    @classmethod
    def start(cls, declarer: Seat, active: tuple[Seat, ...], hands: tuple[CardSet, ...]) -> Play:
        """Return the play before the declarer leads to the first trick."""
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
        """Return the legal cards of the seat to act."""
        hand = self.hands[self.to_act] & ~self.played
        return legal_cards(hand, self.trick[0] if self.trick else 0)

    def apply(self, card: Card) -> Play:
        """Return the play after the seat to act plays ``card``.

        Raises ``CardNotHeld`` or ``Revoke`` if the card is not legal.
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
        # As in ``Deal``, this is twice as fast as the constructor.
        return tuple.__new__(Play, (declarer, hands, order, trick, played, points, tricks))

    def _reason(self) -> str:
        """Return the reason why a card that the seat to act holds is illegal."""
        led = name(self.trick[0])
        if self.legal_cards() & suit_of(self.trick[0]):
            return f"the suit of {led} must be followed (Farbzwang)"
        return f"without a card of the suit of {led}, a heart must be played (Trumpfzwang)"


def trick_points(trick: tuple[Card, ...]) -> int:
    """Return the card points in a trick of four cards."""
    first, second, third, fourth = trick
    return POINTS[first] + POINTS[second] + POINTS[third] + POINTS[fourth]
