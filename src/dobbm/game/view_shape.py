"""The JSON object of a view: each field once, with its type and its meaning."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

from dobbm.game.actions import Phase
from dobbm.game.record import Record, Result
from dobbm.game.rules import ContractName


class StepShape(TypedDict):
    """An action in a deal, with its seat and phase."""

    seat: int
    phase: Phase
    action: Annotated[str, "another seat's discards are `? ? ? ?`"]


class TrickShape(TypedDict):
    """A trick, complete or still on the table."""

    seats: Annotated[list[int], "all four seats in the order of play, the leader first"]
    cards: Annotated[list[str], "the cards played so far, in the same order"]
    winner: Annotated[
        int | None, "the seat that took it; null: still on the table, or a revoke ended the deal"
    ]
    points: Annotated[int, "the card points in the trick"]


class OwnPart(TypedDict):
    """The fields of a view that differ from seat to seat."""

    seat: int | None
    hand: Annotated[list[str], "the cards held now"]
    dobb: Annotated[list[str] | None, "the talon, for the declarer who took it up"]
    discards: Annotated[list[str] | None, "the four discards, for their declarer only"]
    legal: Annotated[
        list[str] | None,
        "this seat's legal actions; null in the exchange, [] when it is not its turn",
    ]


class StepsPart(TypedDict):
    """The fields of a view that are the same for all seats but the declarer's."""

    actions: Annotated[list[str], "all so far; another seat's discards are `? ? ? ?`"]
    steps: Annotated[list[StepShape], "the actions, each with its seat and phase"]


class End(TypedDict, total=False):
    """The fields of a view that are there once the deal is done."""

    record: Annotated[Record | None, "the full record, once the deal is done"]
    result: Annotated[Result | None, "the result, once the deal is done"]


class PublicPart(End):
    """The fields of a view that are the same for everybody."""

    rules: dict[str, Any]
    players: int
    dealer: int
    must: Annotated[bool, "whether the deal belongs to a Mußrunde"]
    tricks: Annotated[
        list[TrickShape], "all tricks begun, in order; the last may still be on the table"
    ]
    phase: Phase
    declarer: int | None
    contract: ContractName | None
    doublings: int
    to_act: int | None


class ViewShape(OwnPart, StepsPart, PublicPart):
    """Everything a seat may know about a deal, and nothing more; a spectator's `seat` is null."""
