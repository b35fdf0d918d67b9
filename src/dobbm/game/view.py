"""A seat's view of a deal, limited to what the seat may know (docs/protocol.md 1)."""

from __future__ import annotations

from typing import Any, NamedTuple, Self

from dobbm.game.actions import BIDDING, DONE, DOUBLING, EXCHANGE, PLAY, Phase, Seat, Step
from dobbm.game.arguments import Checked, Kind, between, verify_argument
from dobbm.game.as_text import deal_text
from dobbm.game.cards import CARD_SET, NAMES, CardSet, names
from dobbm.game.deal import Deal
from dobbm.game.errors import DobbmError
from dobbm.game.fields import is_whole
from dobbm.game.play import Trick, tricks_of
from dobbm.game.record import Record, Result, from_record, listed_actions, to_record, to_result
from dobbm.game.rules import Contract, Rules
from dobbm.game.setup import active_seats
from dobbm.game.view_shape import OwnPart, PublicPart, StepsPart, TrickShape

HIDDEN = "? ? ? ?"
"""The placeholder for another seat's discards."""
FIRST_STEPS = 5
"""The number of steps to search for the discards: at most four bids precede them."""


class _Fields(NamedTuple):
    """The fields of a view."""

    seat: Seat | None
    """The seat that has this view; None for a spectator."""
    rules: Rules
    players: int
    dealer: Seat
    must: bool
    hand: CardSet
    """The cards held now; empty for a dealer on holiday and for a spectator."""
    dobb: CardSet | None
    """The talon, for a declarer who has taken it up; otherwise None."""
    discards: CardSet | None
    """The discards, for the declarer who made them; otherwise None."""
    steps: tuple[Step, ...]
    """All actions so far, with another seat's discards as ``"? ? ? ?"``."""
    phase: Phase
    declarer: Seat | None
    contract: Contract | None
    doublings: int
    to_act: Seat | None
    legal: tuple[str, ...] | None
    """The seat's legal actions: empty unless the seat must act, None if it must discard."""
    record: Record | None
    """The record of the whole deal, once it is done."""
    result: Result | None
    """The result of the deal, once it is done."""


class View(_Fields):
    """Everything that a seat may know of a deal, and nothing more. Create one with ``View.of``."""

    __slots__ = ()

    def __new__(cls, *fields: Any, **named: Any) -> Self:
        """Return the view with these fields, each verified alone.

        Raises ``DobbmError`` for a value that the field never has. ``View.of`` verifies nothing.
        """
        try:
            view = cls._make(_Fields(*fields, **named))
        except TypeError as error:
            raise DobbmError(f"a view is made with View.of: {error}") from None
        for field, kind in _KINDS.items():
            verify_argument(getattr(view, field), field, kind)
        return view

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how pickle and copy make the same view: without verifying it again."""
        return type(self)._make, (tuple(self),)

    @classmethod
    def of(cls, deal: Deal, seat: Seat | None) -> View:
        """Return the view of ``deal`` for ``seat``, or for a spectator if ``seat`` is None.

        Raises ``DobbmError`` for a seat that is not at the table.
        """
        if type(deal) is not Deal:
            verify_argument(deal, "deal", Deal)
        setup = deal.setup
        seat = None if seat is None else deal.verified_seat(seat)
        done = deal.phase == DONE
        is_declarer = seat is not None and seat == deal.declarer
        has_dobb = is_declarer and deal.contract is not None and deal.contract.exchanges
        if seat != deal.to_act:
            legal: tuple[str, ...] | None = ()
        else:
            listed = listed_actions(deal)
            legal = None if listed is None else tuple(listed)
        fields = (
            seat,
            setup.rules,
            setup.players,
            setup.dealer,
            setup.must,
            0 if seat is None else deal.hand(seat),
            setup.dobb if has_dobb else None,
            deal.discards if is_declarer else None,
            deal.steps if is_declarer else _with_hidden_discards(deal.steps),
            deal.phase,
            deal.declarer,
            deal.contract,
            deal.doublings,
            deal.to_act,
            legal,
            to_record(deal) if done else None,
            to_result(deal) if done else None,
        )
        return tuple.__new__(cls, fields)

    @property
    def active(self) -> tuple[Seat, ...]:
        """The four seats that play, forehand first."""
        return active_seats(self.dealer, self.players)

    @property
    def actions(self) -> tuple[str, ...]:
        """All actions so far, with another seat's discards as ``"? ? ? ?"``."""
        return tuple([step.action for step in self.steps])

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The tricks so far, in order; the last may be incomplete."""
        revoked = self.result is not None and self.result["outcome"] == "revoke"
        return tricks_of(self.steps, self.active, revoked=revoked)

    def __str__(self) -> str:
        """Return the view as text: other hands are "?" until the deal is done, then all is open."""
        if self.record:
            return str(from_record(self.record))
        hands = {seat: self.hand if seat == self.seat else None for seat in self.active}
        aside = {"Dobb": self.dobb, "discards": self.discards}
        turn = (self.phase, self.to_act, self.declarer)
        return deal_text(*turn, hands, aside, self.steps, self.tricks)

    def _repr_html_(self) -> str:
        """Return the picture that a notebook shows: the cards that the seat sees."""
        from dobbm.pictures import view_picture

        return view_picture(self)

    def to_json(self) -> dict[str, Any]:
        """Return the view as the JSON object that an outside player reads."""
        return {**self.own_part(), **self.steps_part(), **self.public_part()}

    def own_part(self) -> OwnPart:
        """Return the fields of ``to_json`` that differ from seat to seat."""
        return {
            "seat": self.seat,
            "hand": names(self.hand),
            "dobb": None if self.dobb is None else names(self.dobb),
            "discards": None if self.discards is None else names(self.discards),
            "legal": None if self.legal is None else list(self.legal),
        }

    def steps_part(self) -> StepsPart:
        """Return the fields of ``to_json`` that are the same for all seats but the declarer's."""
        return {
            "actions": [step.action for step in self.steps],
            "steps": [
                {"seat": seat, "phase": phase, "action": action}
                for seat, phase, action in self.steps
            ],
        }

    def public_part(self) -> PublicPart:
        """Return the fields of ``to_json`` that are the same for everybody."""
        part: PublicPart = {
            "rules": self.rules.options(),
            "players": self.players,
            "dealer": self.dealer,
            "must": self.must,
            "tricks": [_trick_to_json(trick) for trick in self.tricks],
            "phase": self.phase,
            "declarer": self.declarer,
            "contract": self.contract.name if self.contract else None,
            "doublings": self.doublings,
            "to_act": self.to_act,
        }
        if self.phase == DONE:
            part |= {"record": self.record, "result": self.result}
        return part


def _one_of(*values: object) -> Kind:
    """Return the kind of an argument that is one of ``values``, of the same type."""
    return Kind(
        f"one of {', '.join(map(str, values))}",
        lambda value: any(type(value) is type(one) and value == one for one in values),
    )


_SEAT = between(0, 4).or_none()
_FLAG = Kind("True or False", lambda value: type(value) is bool)
_STEPS = Kind(
    "a tuple of steps",
    lambda value: type(value) is tuple and all(type(step) is Step for step in value),
)
_ACTIONS = Kind(
    "a tuple of strings",
    lambda value: type(value) is tuple and all(type(action) is str for action in value),
)
_OBJECT = Kind("a dict", lambda value: isinstance(value, dict)).or_none()
_KINDS: dict[str, Checked] = {
    "seat": _SEAT,
    "rules": Rules,
    "players": between(4, 5),
    "dealer": between(0, 4),
    "must": _FLAG,
    "hand": CARD_SET,
    "dobb": CARD_SET.or_none(),
    "discards": CARD_SET.or_none(),
    "steps": _STEPS,
    "phase": _one_of(BIDDING, EXCHANGE, DOUBLING, PLAY, DONE),
    "declarer": _SEAT,
    "contract": Kind("a contract", lambda value: isinstance(value, Contract)).or_none(),
    "doublings": Kind("a whole number from 0", lambda value: is_whole(value) and value >= 0),
    "to_act": _SEAT,
    "legal": _ACTIONS.or_none(),
    "record": _OBJECT,
    "result": _OBJECT,
}
"""The kind of each field of a view."""


def _with_hidden_discards(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Return the steps as everybody but the declarer sees them."""
    for index, step in enumerate(steps[:FIRST_STEPS]):
        if step.phase == EXCHANGE:
            return (*steps[:index], step._replace(action=HIDDEN), *steps[index + 1 :])
    return steps


def _trick_to_json(trick: Trick) -> TrickShape:
    return {
        "seats": list(trick.seats),
        "cards": [NAMES[card] for card in trick.cards],
        "winner": trick.winner,
        "points": trick.points,
    }
