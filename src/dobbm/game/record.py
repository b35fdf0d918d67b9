"""Deals as JSON: records, results and errors (docs/records.md)."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

from dobbm.game.actions import DONE, EXCHANGE, Phase, Seat
from dobbm.game.arguments import takes
from dobbm.game.cards import CARDS, NAMES, Card
from dobbm.game.deal import Deal
from dobbm.game.errors import DeckError, DobbmError, RecordError, naming_json, quoted
from dobbm.game.fields import verified, verified_object
from dobbm.game.json_text import DEEPEST as DEEPEST
from dobbm.game.json_text import parse_line as parse_line
from dobbm.game.rules import ContractName, Rules
from dobbm.game.settlement import Outcome, settle
from dobbm.game.setup import verified_players, verified_seat


class Record(TypedDict):
    """A deal as one JSON object."""

    rules: NotRequired[dict[str, Any]]
    players: NotRequired[int]
    dealer: Seat
    must: NotRequired[bool]
    deck: list[str]
    actions: list[str]
    meta: NotRequired[dict[str, Any]]


class Result(TypedDict):
    """The state or outcome of a deal as one JSON object."""

    phase: Phase
    declarer: Seat | None
    contract: ContractName | None
    doublings: int
    points: int | None
    tricks: int | None
    outcome: Outcome | None
    payments: list[int] | None
    next_dealer: Seat | None
    to_act: Seat | None
    legal: list[str] | None


_REQUIRED: dict[str, type] = {"dealer": int, "deck": list, "actions": list}
_OPTIONAL: dict[str, type] = {"rules": dict, "players": int, "must": bool, "meta": dict}


def from_record(record: Any) -> Deal:
    """Return the deal that a record describes.

    Raises a ``DobbmError``: ``RecordError``, ``RulesError``, ``DeckError`` or, with the index of
    the action at fault, an ``ActionError``. ``docs/records.md`` defines their precedence.
    """
    return _deal_of(verified(record, dict, "a record", RecordError))


@naming_json
def _deal_of(record: dict[str, Any]) -> Deal:
    _verify_fields(record)
    players = verified_players(record.get("players", 4))
    dealer = verified_seat(record["dealer"], players, "dealer")
    options = dict(record.get("rules", {}))
    rules = Rules.of(options.pop("preset", "pagat"), **options)
    deck = _parse_deck(record["deck"])
    must = record.get("must", False)
    deal = Deal.start(deck, dealer=dealer, players=players, must=must, rules=rules)
    return deal.apply_all(record["actions"])


@takes(deal=Deal)
def to_record(deal: Deal) -> Record:
    """Return the record of a deal.

    Options equal to the preset's are omitted. Reading the record and writing it again gives the
    same record.
    """
    setup = deal.setup
    return {
        "rules": {"preset": setup.rules.preset, **setup.rules.overrides()},
        "players": setup.players,
        "dealer": setup.dealer,
        "must": setup.must,
        "deck": [NAMES[card] for card in setup.deck],
        "actions": list(deal.actions),
    }


@takes(deal=Deal)
def to_result(deal: Deal) -> Result:
    """Return the result of a deal, with its settlement once the deal is done."""
    end = settle(deal) if deal.phase == DONE else None
    return {
        "phase": deal.phase,
        "declarer": deal.declarer,
        "contract": deal.contract.name if deal.contract else None,
        "doublings": deal.doublings,
        "points": end.points if end else None,
        "tricks": end.tricks if end else None,
        "outcome": end.outcome if end else None,
        "payments": list(end.payments) if end else None,
        "next_dealer": end.next_dealer if end else None,
        "to_act": deal.to_act,
        "legal": listed_actions(deal),
    }


def listed_actions(deal: Deal) -> list[str] | None:
    """Return the legal actions for results and views; None in the exchange, which has too many."""
    return None if deal.phase == EXCHANGE else deal.legal_actions()


def to_error(error: DobbmError) -> dict[str, Any]:
    """Return an error as a JSON object.

    >>> to_error(DeckError("a deck has 36 cards, not 35"))
    {'error': {'code': 'deck', 'action': None, 'message': 'a deck has 36 cards, not 35'}}
    """
    return {"error": {"code": error.code, "action": error.action, "message": str(error)}}


def _verify_fields(record: Any) -> None:
    verified_object(record, "a record", RecordError, required=_REQUIRED, optional=_OPTIONAL)
    for field, value in record.items():
        verified(value, _REQUIRED.get(field) or _OPTIONAL[field], field, RecordError)


def _parse_deck(names: list[Any]) -> list[Card]:
    try:
        return [CARDS[name] for name in names]
    except (KeyError, TypeError):
        wrong = next(name for name in names if not isinstance(name, str) or name not in CARDS)
        raise DeckError(f"{quoted(wrong)} is not a card") from None
