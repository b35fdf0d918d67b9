"""What several tests lay on the table besides the deals of ``drawing``: views, records, results."""

from __future__ import annotations

import json
from typing import Any

from dobbm import Deal, View, from_record, names, to_record, to_result
from drawing import laid, lying, said

TAKEN_UP = "dobbm weiter weiter weiter"
"""Forehand plays a Dobbm and has the Dobb in hand."""


def held(deal: Deal, seat: int) -> str:
    """The hand of a seat as a string, sorted by names."""
    return " ".join(names(deal.hand(seat)))


def seen(deal: Deal, seat: int | None) -> dict[str, Any]:
    """What a seat sees, or with None a spectator, as the JSON object that a program gets."""
    told: dict[str, Any] = json.loads(json.dumps(View.of(deal, seat).to_json()))
    return told


def record_of(deal: Deal, **changes: Any) -> dict[str, Any]:
    """The record of a deal, some of its fields changed; ``...`` leaves a field out."""
    record = json.loads(json.dumps(to_record(deal))) | changes
    return {field: value for field, value in record.items() if value is not ...}


def result_of(record: Any) -> dict[str, Any]:
    """The result of a record, as a dictionary."""
    return dict(to_result(from_record(record)))


def in_every_phase() -> dict[str, Deal]:
    """``open_deal`` with forehand as declarer, once in every phase."""
    bidding = said(start_of(lying()), "dobbm weiter")
    exchange = said(bidding, "weiter weiter")
    doubling = said(laid(exchange, "AU7 B76"), "gut schwacher")
    play = said(doubling, "gut HS H9")
    done = said(start_of(lying()), "weiter weiter weiter weiter")
    deals = (bidding, exchange, doubling, play, done)
    return {deal.phase: deal for deal in deals}


def start_of(deal: Deal) -> Deal:
    """The same deal before the first word."""
    deck, dealer, players, must, rules = deal.setup
    return Deal.start(deck, dealer=dealer, players=players, must=must, rules=rules)
