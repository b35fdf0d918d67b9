"""A deal, from the first bid to the last card, as an immutable value.

Each phase has a module of its own: ``bidding``, ``exchange``, ``doubling`` and ``play``.
``Deal.apply`` returns the deal after an action; ``Deal.is_legal`` returns whether the action is
legal, and ``Deal.verify`` raises an error with the reason if it is not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, Self

from dobbm.game.actions import (
    A_BID,
    A_CARD,
    A_DOUBLING_WORD,
    BIDDING,
    BIDS,
    DONE,
    DOUBLING,
    DOUBLING_WORDS,
    EXCHANGE,
    PLAY,
    Phase,
    Seat,
    Step,
    parse_action,
)
from dobbm.game.arguments import ORDERED, takes, verify_argument
from dobbm.game.as_text import deal_text
from dobbm.game.bidding import Bidding
from dobbm.game.cards import CARDS, Card, CardSet, names
from dobbm.game.doubling import Doubling
from dobbm.game.errors import (
    ActionError,
    DobbmError,
    RecordError,
    Revoke,
    WrongPhase,
    quoted,
)
from dobbm.game.exchange import discards_action, legal_discards, verify_discards
from dobbm.game.fields import verified, whole_number
from dobbm.game.play import Play, Trick, tricks_of
from dobbm.game.rules import PRESETS, Contract, Rules
from dobbm.game.setup import Setup, verified_deck, verified_players, verified_seat

_PAGAT = PRESETS["pagat"]


class _Fields(NamedTuple):
    """The fields of a deal."""

    setup: Setup
    steps: tuple[Step, ...]
    """All actions so far, each with its seat and phase."""
    phase: Phase
    bidding: Bidding
    hands: tuple[CardSet, ...]
    """Each seat's cards now or, once the play has begun, at the first lead."""
    discards: CardSet | None = None
    """The declarer's four discards, once made."""
    doubling: Doubling | None = None
    play: Play | None = None
    offender: Seat | None = None
    """The seat whose revoke ended the deal (docs/rules.md 9)."""


class Deal(_Fields):
    """A deal at any stage. Create one with ``Deal.start``.

    >>> from dobbm.game.cards import DECK
    >>> deal = Deal.start(DECK, dealer=3)
    >>> deal.to_act, deal.legal_actions()
    (0, ['dobbm', 'solo', 'weiter'])
    >>> deal = deal.apply("solo").apply("gut").apply("gut").apply("gut")
    >>> deal.phase, deal.declarer, deal.legal_actions()
    ('play', 0, ['A6', 'A7', 'H6', 'H7', 'H8', 'H9', 'LS', 'LT'])
    """

    __slots__ = ()

    def __new__(
        cls,
        setup: Setup,
        steps: Iterable[Step],
        phase: Phase,
        bidding: Bidding,
        hands: Iterable[CardSet],
        discards: CardSet | None = None,
        doubling: Doubling | None = None,
        play: Play | None = None,
        offender: Seat | None = None,
    ) -> Self:
        """Return the deal with these fields; raise ``RecordError`` unless its steps lead to them.

        The engine makes deals with ``tuple.__new__``, which verifies nothing and is faster.
        """
        verify_argument(setup, "setup", Setup)
        steps = tuple(verified(steps, list, "steps", RecordError))
        for step in steps:
            verify_argument(step, "steps", Step)
        given = (setup, steps, phase, bidding, hands, discards, doubling, play, offender)
        begun = cls.start(
            setup.deck,
            dealer=setup.dealer,
            players=setup.players,
            must=setup.must,
            rules=setup.rules,
        )
        deal = begun.apply_all([step.action for step in steps])
        different = [
            field
            for field, value, found in zip(cls._fields, given, deal, strict=True)
            if type(value) is not type(found) or value != found
        ]
        if different:
            raise RecordError(
                f'"{different[0]}" does not follow from the setup and the steps: '
                "make a deal with Deal.start and apply"
            )
        return cls._make(deal)

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how pickle and copy make the same deal: without verifying it again."""
        return type(self)._make, (tuple(self),)

    @classmethod
    def start(
        cls,
        deck: Iterable[Card | str],
        *,
        dealer: Seat,
        players: int = 4,
        must: bool = False,
        rules: Rules | str = _PAGAT,
    ) -> Deal:
        """Return a new deal; the bidding has not begun.

        The cards of ``deck`` may be given by name, and ``rules`` by the name of a preset.

        Raises ``DeckError`` unless ``deck`` has each of the 36 cards exactly once, ``RulesError``
        for an unknown preset, and ``RecordError`` for an invalid number of players, dealer or flag.
        """
        players = verified_players(players)
        dealer = verified_seat(dealer, players, "dealer")
        must = verified(must, bool, "must", RecordError)
        rules = Rules.given(rules)
        return cls.begin(Setup(verified_deck(deck), dealer, players, must, rules))

    @classmethod
    @takes(setup=Setup)
    def begin(cls, setup: Setup) -> Deal:
        """Return a new deal, before the first bid, from a ``setup`` that is known to be valid."""
        bidding = Bidding.start(setup.active, must=setup.must)
        fields = (setup, (), BIDDING, bidding, setup.hands(), None, None, None, None)
        return tuple.__new__(cls, fields)

    @property
    def actions(self) -> tuple[str, ...]:
        """All actions so far, as in a record."""
        return tuple([step.action for step in self.steps])

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The tricks so far, in order; the last may be incomplete."""
        revoked = self.offender is not None
        return tricks_of(self.steps, self.setup.active, revoked=revoked)

    @property
    def declarer(self) -> Seat | None:
        """The declarer; None until the bidding is over, and in a thrown-in deal."""
        return None if self.phase == BIDDING else self.bidding.declarer

    @property
    def contract(self) -> Contract | None:
        """The declarer's contract; None while there is no declarer."""
        return None if self.phase == BIDDING else self.bidding.contract

    @property
    def doublings(self) -> int:
        """The number of Schwacher and retours so far."""
        return self.doubling.doublings if self.doubling else 0

    @property
    def out_of_play(self) -> CardSet:
        """The four cards out of play: the discards once made, else the Dobb."""
        return self.setup.dobb if self.discards is None else self.discards

    @property
    def to_act(self) -> Seat | None:
        """The seat that must act; None when the deal is done."""
        if self.phase == DONE:
            return None
        if self.play:
            return self.play.to_act
        if self.doubling:
            return self.doubling.to_ask[0]
        if self.phase == EXCHANGE:
            return self.bidding.declarer
        return self.bidding.to_speak[0]

    def hand(self, seat: Seat) -> CardSet:
        """Return the cards that ``seat`` holds; twelve for a declarer during the exchange.

        Raises ``DobbmError`` for a seat that is not at the table.
        """
        seat = self.verified_seat(seat)
        return self.hands[seat] & ~self.play.played if self.play else self.hands[seat]

    def verified_seat(self, seat: Seat) -> Seat:
        """Return ``seat`` as an int; raise ``DobbmError`` if it is not at the table."""
        number = whole_number(seat, "seat", DobbmError)
        if not 0 <= number < self.setup.players:
            raise DobbmError(f"there is no seat {quoted(seat)} at a table of {self.setup.players}")
        return number

    def legal_actions(self) -> list[str]:
        """Return the legal actions of the seat to act, sorted; empty when the deal is done.

        In the exchange, these are up to 495 lists of discards.
        """
        if self.phase == DONE:
            return []
        if self.play:
            return names(self.play.legal_cards())
        if self.doubling:
            return self.doubling.legal_words()
        if self.phase == EXCHANGE:
            return list(self.legal_discards())
        return self.bidding.legal_words()

    def legal_discards(self) -> Iterator[str]:
        """Yield the legal discards of a declarer who has taken up the Dobb, sorted as strings.

        Raises ``WrongPhase`` outside the exchange.
        """
        declarer = self.declarer
        if self.phase != EXCHANGE or declarer is None:
            raise WrongPhase(f"there is nothing to discard: {_COMES_NOW[self.phase]}")
        for discards in legal_discards(self.hands[declarer], self.setup.rules):
            yield discards_action(discards)

    def verify(self, action: str) -> None:
        """Raise an ``ActionError`` with the reason if ``action`` is not legal now."""
        self._after_legal(action)

    def is_legal(self, action: str) -> bool:
        """Return whether ``action`` is legal now."""
        try:
            self.verify(action)
        except ActionError:
            return False
        return True

    def apply(self, action: str) -> Deal:
        """Return the deal after the seat to act takes ``action``.

        Raises an ``ActionError`` if the action is illegal. If the rules penalise revokes, a revoke
        raises no error but ends the deal (docs/rules.md 9).
        """
        try:
            return self._after_legal(action)
        except Revoke:
            if self.setup.rules.revokes == "prevented":
                raise
            return self._replace(steps=self._with_step(action), phase=DONE, offender=self.to_act)

    @takes(actions=ORDERED)
    def apply_all(self, actions: Iterable[str]) -> Deal:
        """Return the deal after all ``actions``, taken in order.

        Raises an ``ActionError`` as ``apply`` does, with the index of the action at fault.
        """
        deal = self
        for index, action in enumerate(actions):
            try:
                deal = deal.apply(action)
            except ActionError as error:
                error.action = index
                raise
        return deal

    def __str__(self) -> str:
        """Return the deal as text, all cards open."""
        hands = {seat: self.hand(seat) for seat in self.setup.active}
        aside = {"Dobb": self.setup.dobb, "discards": self.discards}
        turn = (self.phase, self.to_act, self.declarer)
        return deal_text(*turn, hands, aside, self.steps, self.tricks)

    def _repr_html_(self) -> str:
        """Return the picture that a notebook shows: all cards, open."""
        from dobbm.pictures import deal_picture

        return deal_picture(self)

    def _after_legal(self, action: str) -> Deal:
        kind, cards = parse_action(action)
        if kind == A_CARD and self.phase == PLAY:
            return self._after_card(action, cards)
        if kind == A_BID and self.phase == BIDDING:
            return self._after_bid(action)
        if kind == A_DOUBLING_WORD and self.phase == DOUBLING:
            return self._after_doubling_word(action)
        if cards and self.phase == EXCHANGE:
            return self._after_discards(action, cards)
        raise WrongPhase(f"{quoted(action)} is {kind}, but {_COMES_NOW[self.phase]}")

    def _with_step(self, action: str) -> tuple[Step, ...]:
        """Return the steps plus ``action``, taken by the seat to act."""
        seat = self.to_act
        assert seat is not None
        return (*self.steps, Step(seat, self.phase, action))

    def _after_bid(self, word: str) -> Deal:
        bidding = self.bidding
        steps = (*self.steps, _STEPS[word][bidding.to_speak[0]])
        bidding = bidding.apply(word)
        phase, hands = BIDDING, self.hands
        if not bidding.to_speak:
            declarer, contract = bidding.declarer, bidding.contract
            if declarer is None or contract is None:
                phase = DONE
            elif contract.exchanges:
                phase = EXCHANGE
                hands = with_hand(hands, declarer, hands[declarer] | self.setup.dobb)
            else:
                doubling = Doubling.start(self.setup.rules, self.setup.active, declarer)
                return self._doubled(steps, bidding, hands, None, doubling)
        return tuple.__new__(
            Deal, (self.setup, steps, phase, bidding, hands, None, None, None, None)
        )

    def _after_discards(self, action: str, discards: CardSet) -> Deal:
        declarer = self.bidding.declarer
        assert declarer is not None
        hand = self.hands[declarer]
        verify_discards(declarer, hand, discards, self.setup.rules)
        hands = with_hand(self.hands, declarer, hand & ~discards)
        doubling = Doubling.start(self.setup.rules, self.setup.active, declarer)
        return self._doubled(self._with_step(action), self.bidding, hands, discards, doubling)

    def _doubled(
        self,
        steps: tuple[Step, ...],
        bidding: Bidding,
        hands: tuple[CardSet, ...],
        discards: CardSet | None,
        doubling: Doubling,
    ) -> Deal:
        """Return the deal after "i lig": a word of the doubling is due, or the play begins."""
        phase, play = DOUBLING, None
        if not doubling.to_ask:
            phase, play = PLAY, Play.start(doubling.declarer, self.setup.active, hands)
        return tuple.__new__(
            Deal, (self.setup, steps, phase, bidding, hands, discards, doubling, play, None)
        )

    def _after_doubling_word(self, word: str) -> Deal:
        _, steps, _, bidding, hands, discards, doubling, _, _ = self
        assert doubling
        steps += (_STEPS[word][doubling.to_ask[0]],)
        return self._doubled(steps, bidding, hands, discards, doubling.apply(word))

    def _after_card(self, action: str, card: Card) -> Deal:
        setup, steps, phase, bidding, hands, discards, doubling, play, offender = self
        assert play
        steps += (_STEPS[action][play.order[len(play.trick)]],)
        play = play.apply(card)
        if not play.trick and play.over:
            phase = DONE
        # Twice as fast as the named tuple's constructor; a deal does this for each of 32 cards.
        return tuple.__new__(
            Deal, (setup, steps, phase, bidding, hands, discards, doubling, play, offender)
        )


def with_hand(hands: tuple[CardSet, ...], seat: Seat, hand: CardSet) -> tuple[CardSet, ...]:
    """Return a copy of ``hands`` in which ``seat`` has ``hand``."""
    return (*hands[:seat], hand, *hands[seat + 1 :])


_ACTIONS: dict[Phase, Iterable[str]] = {BIDDING: BIDS, DOUBLING: DOUBLING_WORDS, PLAY: CARDS}
_STEPS = {
    action: tuple([Step(seat, phase, action) for seat in range(5)])
    for phase, actions in _ACTIONS.items()
    for action in actions
}
"""Steps for words and played cards, by action and seat; built in advance for speed."""

_COMES_NOW: dict[Phase, str] = {
    BIDDING: "a bid is due (weiter, dobbm or solo)",
    EXCHANGE: "the declarer must discard four cards",
    DOUBLING: "a doubling word is due (gut, schwacher or retour)",
    PLAY: "a single card must be played",
    DONE: "the deal is over",
}
