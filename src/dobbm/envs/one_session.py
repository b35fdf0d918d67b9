"""One episode for the toolkits: a deal, or the deals of a session with its Mußrunde."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import NamedTuple, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dobbm.envs.following import FollowedDeal, follow
from dobbm.envs.one_deal import OneDeal
from dobbm.envs.options import EnvOptions, verify_full
from dobbm.game.actions import Seat
from dobbm.game.arguments import takes
from dobbm.game.cards import Card
from dobbm.game.errors import SessionError
from dobbm.game.settlement import dealer_after
from dobbm.game.setup import cards_of, verified_seat

Standing = NDArray[np.float64]
"""Where a session stands as a seat sees it, shape (2 + players,).

The number of deals until its end, with the one in progress; 1 in its Mußrunde, else 0; and the
ledger without the deal in progress, of the seat and then clockwise. Zeros for a single deal.
"""


class Played(NamedTuple):
    """A deal of an episode: how it began, and the actions so far."""

    options: EnvOptions
    """Those of a single deal."""
    deck: tuple[Card, ...]
    dealer: Seat
    actions: tuple[int, ...] = ()
    """The numbers of the actions."""

    def followed(self) -> FollowedDeal:
        """Return the deal as the rules engine has it, all cards open.

        Raises ``DobbmError`` for a small pack.
        """
        verify_full(self.options, "the rules engine follows the game")
        return follow(self.options, self.deck, self.dealer, self.actions)


class OneSession:
    """An episode that ``begin`` and ``act`` change in place.

    >>> from dobbm.game.cards import DECK
    >>> session = OneSession(EnvOptions.of(session=True), dealer=3)
    >>> session.begin(DECK)
    >>> session.deal.to_act, session.standing(0).tolist()
    (0, [28.0, 0.0, 0.0, 0.0, 0.0, 0.0])
    """

    @takes(options=EnvOptions)
    def __init__(self, options: EnvOptions, dealer: Seat) -> None:
        self.options = options
        self.dealer = verified_seat(dealer, options.players, "dealer")
        """The dealer of the deal in progress or, between two deals, of the next one."""
        self.earlier: tuple[Played, ...] = ()
        """The finished deals."""
        self.ledger = (0.0,) * options.players
        """The payments to each seat for them."""
        self.under_way = self.over = False
        """Whether a deal is in progress, and whether the episode is over."""
        self._nothing = np.zeros(options.players)
        self._nothing.flags.writeable = False
        self._deal: OneDeal | None = None
        self._begun: Played | None = None
        self._actions: list[int] = []

    def shuffled(self, random: Random) -> tuple[Card, ...]:
        """Return a deck for the next deal."""
        cards = self.options.cards
        return tuple(random.sample(cards, len(cards)))

    def copy(self) -> OneSession:
        """Return an independent copy."""
        other = object.__new__(OneSession)
        other.__dict__.update(self.__dict__)
        other._deal = self._deal and self._deal.copy()
        other._actions = self._actions.copy()
        return other

    __copy__ = copy

    def __deepcopy__(self, _: object) -> OneSession:
        """Return an independent copy, fast."""
        return self.copy()

    @property
    def played(self) -> Played | None:
        """The deal in progress; None between two deals."""
        if not self.under_way or self._begun is None:
            return None
        return self._begun._replace(actions=tuple(self._actions))

    @property
    def deal(self) -> OneDeal:
        """The deal in progress or, between two deals and in the end, the one before.

        Raises ``SessionError`` before the first deal.
        """
        if self._deal is None:
            raise SessionError("no deal has begun")
        return self._deal

    @property
    def to_act(self) -> Seat | None:
        """The seat to act; None between two deals and in the end."""
        return self._deal.to_act if self.under_way and self._deal else None

    def begin(self, deck: Iterable[Card | str]) -> None:
        """Begin the next deal with a deck in dealing order.

        Raises ``SessionError`` if a deal is in progress or the episode is over.
        """
        if self.under_way or self.over:
            raise SessionError("the session is over" if self.over else "a deal is in progress")
        in_mussrunde = self.options.session and len(self.earlier) >= self.options.deals
        options = _single(self.options, must=self.options.must or in_mussrunde)
        cards = cards_of(deck)
        self._deal = OneDeal(options, cards, self.dealer)
        self._begun, self._actions, self.under_way = Played(options, cards, self.dealer), [], True

    def act(self, action: int) -> NDArray[np.float64]:
        """Take an action for the seat to act; return what each seat receives.

        That is nothing unless the deal ends. Raises as ``OneDeal.act`` does, and ``SessionError``
        between two deals.
        """
        if not self.under_way:
            raise SessionError("no deal is in progress")
        deal = self.deal
        deal.act(action)
        self._actions.append(action)
        if not deal.done:
            return self._nothing
        rewards = deal.payments()
        self._end(deal, rewards)
        return rewards

    def _end(self, deal: OneDeal, rewards: NDArray[np.float64]) -> None:
        options = self.options
        if played := self.played:
            self.earlier += (played,)
        self.under_way = False
        self.over = len(self.earlier) == (options.deals + options.players if options.session else 1)
        self.ledger = tuple((rewards + self.ledger).tolist())
        self.dealer = dealer_after(self.dealer, options.players)
        if deal.declarer is not None:
            self.dealer = deal.declarer

    def standing(self, seat: Seat) -> Standing:
        """Return where the session stands, as a seat sees it."""
        [standing] = standings(self.options, len(self.earlier), [self.ledger], [seat])
        return cast("Standing", standing)


def standings(
    options: EnvOptions, finished: ArrayLike, ledgers: ArrayLike, seats: ArrayLike
) -> Standing:
    """Return where many sessions stand, a row for each, as one seat of each sees it.

    ``finished`` has the numbers of finished deals, ``ledgers`` a row per session.
    """
    ledgers, seats = np.asarray(ledgers), np.asarray(seats)
    standing = np.zeros((len(seats), 2 + options.players))
    if options.session:
        standing[:, 0] = options.deals + options.players - np.asarray(finished)
        standing[:, 1] = standing[:, 0] <= options.players
        clockwise = (seats[:, np.newaxis] + np.arange(options.players)) % options.players
        standing[:, 2:] = np.take_along_axis(ledgers, clockwise, axis=1)
    return standing


@lru_cache
def _single(options: EnvOptions, *, must: bool) -> EnvOptions:
    """Return the options of one deal of an episode."""
    return replace(options, must=must, session=False)
