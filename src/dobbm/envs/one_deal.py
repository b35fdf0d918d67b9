"""One deal for the toolkits: actions are integers, and the kernel knows the rules."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from dobbm.ai.kernel.batches import (
    act_once,
    observe_hidden_once,
    observe_once,
    pay_once,
    start_once,
    write_mask,
)
from dobbm.ai.kernel.deal_row import (
    CONTRACT,
    COUNT,
    DEALER,
    DECLARER,
    DISCARDS,
    DOBB,
    GAINED,
    HANDS,
    PHASE,
    PLACE,
    PLAYED,
    ROW_SIZE,
    TABLE,
    TAKEN,
)
from dobbm.ai.kernel.deal_row import (
    DONE as OVER,
)
from dobbm.ai.kernel.observation import ACTION_COUNT, CARDS, HIDDEN_SIZE, OBSERVATION_SIZE
from dobbm.envs.encoding import ACTIONS, PHASES, Observation
from dobbm.envs.options import FULL, EnvOptions
from dobbm.game.actions import DONE, Phase, Seat
from dobbm.game.arguments import takes
from dobbm.game.as_text import table_text
from dobbm.game.cards import Card, CardSet
from dobbm.game.errors import DeckError, IllegalAction, UnknownAction, quoted
from dobbm.game.fields import whole_number
from dobbm.game.setup import cards_of, verified_deck, verified_seat


class OneDeal:
    """A deal that ``act`` changes in place.

    >>> from dobbm.game.cards import DECK
    >>> deal = OneDeal(EnvOptions.of(), DECK, dealer=3)
    >>> deal.act(ACTIONS.index("solo"))
    >>> deal.to_act, [ACTIONS[number] for number in deal.legal_actions()]
    (1, ['gut', 'schwacher or retour'])
    """

    @takes(options=EnvOptions)
    def __init__(self, options: EnvOptions, deck: Iterable[Card | str], dealer: Seat) -> None:
        self.options = options
        self._table = options.table
        self._row = np.zeros(ROW_SIZE, np.int64)
        self._order = np.zeros(CARDS, np.int8)
        cards = verified_deck(deck) if options.pack == FULL else _verified_small(deck, options)
        dealer = verified_seat(dealer, options.players, "dealer")
        start_once(self._row, np.array(cards), dealer, self._table)

    def __copy__(self) -> OneDeal:
        """Return an independent copy."""
        return self.copy()

    def __deepcopy__(self, _: object) -> OneDeal:
        """Return an independent copy, fast."""
        return self.copy()

    def copy(self) -> OneDeal:
        """Return an independent copy."""
        other = object.__new__(OneDeal)
        other.options, other._table = self.options, self._table
        other._row, other._order = self._row.copy(), self._order.copy()
        return other

    @property
    def done(self) -> bool:
        """Whether the deal is over."""
        return bool(self._row[PHASE] == OVER)

    @property
    def to_act(self) -> Seat | None:
        """The seat to act; None when the deal is done."""
        return None if self.done else self._seat_of(int(self._row[PLACE]))

    def hand(self, seat: Seat) -> CardSet:
        """Return the cards that a seat holds now; none for a dealer on holiday."""
        place = self._place_of(seat)
        return int(self._row[HANDS + place]) if place >= 0 else 0

    def dobb_of(self, seat: Seat) -> CardSet:
        """Return the Dobb if ``seat`` has taken it up, else no cards."""
        place = self._place_of(seat)
        row = self._row
        taken_up = 0 <= place == row[DECLARER] and row[PHASE] and row[CONTRACT] == 1
        return int(self._row[DOBB]) if taken_up else 0

    @property
    def declarer(self) -> Seat | None:
        """The highest bidder so far; None if there is none."""
        place = int(self._row[DECLARER])
        return None if place < 0 else self._seat_of(place)

    @property
    def active(self) -> tuple[Seat, ...]:
        """The four active seats, forehand first."""
        return tuple([self._seat_of(place) for place in range(4)])

    @property
    def phase(self) -> Phase:
        """The phase of the deal."""
        phases: tuple[Phase, ...] = (*PHASES, DONE)
        return phases[int(self._row[PHASE])]

    @property
    def legal_mask(self) -> NDArray[np.bool_]:
        """Which actions are legal, shape (41,)."""
        mask = np.empty(ACTION_COUNT, np.int8)
        write_mask(self._row, mask)
        return mask.view(np.bool_)

    def legal_actions(self) -> list[int]:
        """Return the numbers of the legal actions, in ascending order."""
        return np.flatnonzero(self.legal_mask).tolist()

    def act(self, action: int) -> None:
        """Take an action for the seat to act.

        Raises ``IllegalAction`` if the action is not legal now, and ``UnknownAction`` for anything
        but a whole number.
        """
        number = whole_number(action, "an action", UnknownAction)
        known = 0 <= number < ACTION_COUNT
        if not (known and act_once(self._row, self._order, number, self._table)):
            name = ACTIONS[number] if known else quoted(number)
            legal = ", ".join(ACTIONS[number] for number in self.legal_actions())
            raise IllegalAction(f"{name} is not legal now: {legal or 'the deal is over'}")

    def observation(self, seat: Seat | None) -> Observation:
        """Return what ``seat`` may know, shape (468,).

        For None, and for a dealer on holiday, it is what everybody may know, with places counted
        from forehand.
        """
        out = np.empty(OBSERVATION_SIZE, np.int8)
        place = -1 if seat is None else self._place_of(seat)
        observe_once(self._row, self._order, place, out)
        return out

    def hidden(self, seat: Seat) -> Observation:
        """Return what ``seat``, which must be active, does not see, shape (180,)."""
        out = np.empty(HIDDEN_SIZE, np.int8)
        observe_hidden_once(self._row, self._place_of(seat), out)
        return out

    def payments(self) -> NDArray[np.float64]:
        """Return the reward of each seat: zero until the deal is done."""
        rewards = np.zeros(self.options.players)
        if self.done:
            pay_once(self._row, self._table, rewards)
        return rewards

    def __str__(self) -> str:
        """Return the deal as text, all cards open.

        >>> from dobbm.game.cards import DECK
        >>> print(OneDeal(EnvOptions.of(), DECK, dealer=3))
        bidding: seat 0 to act
        seat 0: A6 A7 H6 H7 H8 H9 LS LT
        seat 1: A8 A9 AO AU HK HO HT HU
        seat 2: AK AS AT B6 HS L6 L7 L8
        seat 3: B7 B8 B9 BU L9 LK LO LU
        Dobb: BK BO BS BT
        """
        row = self._row.tolist()
        seats = [*enumerate(self.active)]
        return table_text(
            self.phase,
            self.to_act,
            self.declarer,
            {seat: row[HANDS + place] for place, seat in seats},
            {seat: row[PLAYED + place] & row[TABLE] for place, seat in seats},
            {"Dobb": row[DOBB], "discards": row[DISCARDS]},
            score=(row[GAINED], row[TAKEN]) if row[COUNT] else None,
        )

    def _seat_of(self, place: int) -> Seat:
        return (int(self._row[DEALER]) + 1 + place) % self.options.players

    def _place_of(self, seat: Seat) -> int:
        """Return the place of a seat, counted from forehand; -1 for a dealer on holiday."""
        if type(seat) is not int or not 0 <= seat < self.options.players:
            seat = verified_seat(seat, self.options.players, "seat")
        place = (seat - int(self._row[DEALER]) - 1) % self.options.players
        return place if place < 4 else -1


def _verified_small(deck: Iterable[Card | str], options: EnvOptions) -> tuple[Card, ...]:
    cards = cards_of(deck)
    if sorted(cards) != sorted(options.cards):
        raise DeckError(f"the deck must have each of the {options.pack} cards of its pack once")
    return cards
