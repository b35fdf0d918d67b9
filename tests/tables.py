"""Views, records and results of the deals of ``drawing``."""

from __future__ import annotations

import json
from typing import Any

from dobbm import Deal, View, from_record, names, to_record, to_result
from drawing import laid, lying, said

TAKEN_UP = "dobbm weiter weiter weiter"
"""The bids after which forehand declares a Dobbm and takes up the Dobb."""


def held(deal: Deal, seat: int) -> str:
    """The hand of a seat as a string, sorted by names."""
    return " ".join(names(deal.hand(seat)))


def seen(deal: Deal, seat: int | None) -> dict[str, Any]:
    """The view of a seat, or of a spectator (None), as the JSON object that a program gets."""
    view: dict[str, Any] = json.loads(json.dumps(View.of(deal, seat).to_json()))
    return view


def record_of(deal: Deal, **changes: Any) -> dict[str, Any]:
    """The record of a deal with some fields changed; ``...`` drops a field."""
    record = json.loads(json.dumps(to_record(deal))) | changes
    return {field: value for field, value in record.items() if value is not ...}


def result_of(record: Any) -> dict[str, Any]:
    """The result of a record, as a dictionary."""
    return dict(to_result(from_record(record)))


def in_every_phase() -> dict[str, Deal]:
    """``open_deal`` in every phase: forehand declares, except in the deal thrown in as done."""
    bidding = said(start_of(lying()), "dobbm weiter")
    exchange = said(bidding, "weiter weiter")
    doubling = said(laid(exchange, "AU7 B76"), "gut schwacher")
    play = said(doubling, "gut HS H9")
    done = said(start_of(lying()), "weiter weiter weiter weiter")
    deals = (bidding, exchange, doubling, play, done)
    return {deal.phase: deal for deal in deals}


def start_of(deal: Deal) -> Deal:
    """The same deal before the first bid."""
    deck, dealer, players, must, rules = deal.setup
    return Deal.start(deck, dealer=dealer, players=players, must=must, rules=rules)
