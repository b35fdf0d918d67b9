"""A session: a series of deals with a ledger (docs/rules.md 10)."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import NamedTuple, Self, TypeVar

from dobbm.game.actions import DONE, Seat
from dobbm.game.arguments import ORDERED, verify_argument
from dobbm.game.cards import Card
from dobbm.game.deal import Deal
from dobbm.game.errors import SessionError
from dobbm.game.fields import verified, verified_number
from dobbm.game.rules import PRESETS, Rules
from dobbm.game.seeds import verified_rng
from dobbm.game.settlement import settle
from dobbm.game.setup import verified_players, verified_seat

Item = TypeVar("Item")

MOST_DEALS = 10**9
"""The highest number of deals in a session."""


class _Fields(NamedTuple):
    """The fields of a session."""

    rules: Rules
    players: int
    first_dealer: Seat
    deals: tuple[Deal, ...]
    """The deals begun, without those dropped by ``compact``; only the last may be unfinished."""
    mussrunde_from: int | None
    """The index of the first deal of the Mußrunde, once one is agreed."""
    closed: bool
    """Whether ``close`` has ended the session."""
    dropped: int
    """The number of finished deals dropped by ``compact``."""
    brought_forward: tuple[int, ...]
    """The ledger of the dropped deals, in Schilling; empty if none were dropped."""


class Session(_Fields):
    """A session at any stage; an immutable value like the deals in it.

    >>> from dobbm.game.cards import DECK
    >>> session = Session.open(Random(7)).begin(DECK)
    >>> for _ in range(4):
    ...     session = session.apply("weiter")
    >>> session.ledger, session.next_dealer == session.first_dealer
    ((0, 0, 0, 0), True)
    """

    __slots__ = ()

    def __new__(
        cls,
        rules: Rules | str,
        players: int,
        first_dealer: Seat,
        deals: Iterable[Deal] = (),
        mussrunde_from: int | None = None,
        closed: bool = False,
        dropped: int = 0,
        brought_forward: Iterable[int] = (),
    ) -> Self:
        """Return a session with these fields, verified; a session that goes on is not verified.

        Raises ``SessionError`` for deals of another table, and the errors of ``open``.
        """
        rules, players = Rules.given(rules), verified_players(players)
        first_dealer = verified_seat(first_dealer, players, "first_dealer")
        deals = _listed(deals, "deals")
        for deal in deals:
            verify_argument(deal, "deals", Deal)
            if (deal.setup.rules, deal.setup.players) != (rules, players):
                raise SessionError("the deals of a session have its rules and players")
        if any(deal.phase != DONE for deal in deals[:-1]):
            raise SessionError("only the last deal of a session may be unfinished")
        if mussrunde_from is not None:
            mussrunde_from = _count(mussrunde_from, "mussrunde_from")
        closed, dropped = verified(closed, bool, "closed", SessionError), _count(dropped, "dropped")
        ledger = [
            verified(amount, int, "brought_forward", SessionError)
            for amount in _listed(brought_forward, "brought_forward")
        ]
        if len(ledger) not in (0, players):
            raise SessionError(f'"brought_forward" must be {players} amounts, not {len(ledger)}')
        return super().__new__(
            cls, rules, players, first_dealer, deals, mussrunde_from, closed, dropped, tuple(ledger)
        )

    @classmethod
    def open(cls, rng: Random, players: int = 4, rules: Rules | str = PRESETS["pagat"]) -> Session:
        """Return a new session, whose first dealer is drawn with ``rng``.

        ``rules`` may be the name of a preset. Raises ``RecordError`` unless there are four or five
        players, and ``RulesError`` for an unknown preset.
        """
        players = verified_players(players)
        return cls(Rules.given(rules), players, verified_rng(rng).randrange(players))

    @property
    def deal(self) -> Deal | None:
        """The deal in progress; None between two deals."""
        if self.deals and self.deals[-1].phase != DONE:
            return self.deals[-1]
        return None

    @property
    def finished(self) -> tuple[Deal, ...]:
        """The finished deals, without those dropped by ``compact``."""
        return self.deals if self.deal is None else self.deals[:-1]

    @property
    def deals_finished(self) -> int:
        """The number of finished deals, including those dropped by ``compact``."""
        return self.dropped + len(self.finished)

    @property
    def next_dealer(self) -> Seat:
        """The dealer of the deal in progress or, between two deals, of the next one."""
        finished = self.finished
        return settle(finished[-1]).next_dealer if finished else self.first_dealer

    @property
    def ledger(self) -> tuple[int, ...]:
        """Each seat's total so far, in Schilling; negative for a loss."""
        before = self.brought_forward or (0,) * self.players
        payments = [settle(deal).payments for deal in self.finished]
        return tuple([sum(column) for column in zip(before, *payments, strict=True)])

    @property
    def mussrunde_left(self) -> int | None:
        """The number of deals to finish before the Mußrunde ends; None if none is agreed."""
        if self.mussrunde_from is None:
            return None
        return self.mussrunde_from + self.players - self.deals_finished

    @property
    def over(self) -> bool:
        """Whether the session is over: no further deal may begin."""
        return self.closed or self.mussrunde_left == 0

    def begin(self, deck: Iterable[Card | str], dealer: Seat | None = None) -> Session:
        """Return the session with a new deal; ``deck`` is in dealing order, after the cut.

        The ``dealer`` is ``next_dealer`` by default; where several tables have the same decks, it
        follows from the number of the deal.

        Raises ``SessionError`` if a deal is in progress or the session is over, and ``DeckError``
        unless ``deck`` has each of the 36 cards exactly once.
        """
        self._verify_between_deals()
        must = self.mussrunde_from is not None
        dealer = self.next_dealer if dealer is None else dealer
        deal = Deal.start(deck, dealer=dealer, players=self.players, must=must, rules=self.rules)
        return self._replace(deals=(*self.deals, deal))

    def apply(self, action: str) -> Session:
        """Return the session after the seat to act takes ``action``.

        Raises ``SessionError`` between two deals, and an ``ActionError`` as ``Deal.apply`` does.
        """
        deal = self.deal
        if deal is None:
            raise SessionError("no deal is in progress")
        return self._replace(deals=(*self.deals[:-1], deal.apply(action)))

    def agree_mussrunde(self) -> Session:
        """Return the session after agreeing on a Mußrunde, which begins with the next deal.

        Raises ``SessionError`` if one is already agreed or the session is over.
        """
        if self.mussrunde_from is not None:
            raise SessionError("a Mußrunde has already been agreed")
        if self.over:
            raise SessionError("the session is over")
        return self._replace(mussrunde_from=self.dropped + len(self.deals))

    def close(self) -> Session:
        """Return the session after the players have agreed to end it.

        Raises ``SessionError`` if a deal is in progress or the session is already over.
        """
        self._verify_between_deals()
        return self._replace(closed=True)

    def compact(self) -> Session:
        """Return the session without its finished deals, except the last, which decides who deals.

        A table that plays for years therefore need not keep all its deals in memory.
        """
        *earlier, _ = self.finished or (None,)
        if not earlier:
            return self
        kept = self._replace(deals=self.deals[: len(earlier)]).ledger
        return self._replace(
            deals=self.deals[len(earlier) :],
            dropped=self.dropped + len(earlier),
            brought_forward=kept,
        )

    def _verify_between_deals(self) -> None:
        if self.over:
            raise SessionError("the session is over")
        if self.deal is not None:
            raise SessionError("a deal is in progress")


def _count(number: int, place: str) -> int:
    return verified_number(number, 0, MOST_DEALS, place, SessionError)


def _listed(values: Iterable[Item], place: str) -> tuple[Item, ...]:
    verify_argument(values, place, ORDERED)
    return tuple(values)
