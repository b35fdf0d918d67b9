"""No byte that is sent to a seat contains anything that the seat may not know yet.

What a seat may know is worked out from the finished record, by hand (docs/rules.md 3, 5, 7).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx

from dobbm.game.actions import Seat
from dobbm.game.cards import CARDS
from server.serving import Guest, Stream, Tables, legal_action, play
from server.simulated import Simulated

CARD = re.compile(rb"\b[HLAB][STKOU6-9]\b")

NAMES = ("Vroni", "Lois", "Moidl")


@dataclass
class Suspect(Guest):
    """A guest who keeps everything that is sent to the seat."""

    received: list[bytes] = field(default_factory=list)
    """Complete bodies and events."""
    heads: list[bytes] = field(default_factory=list)

    def ask(self, method: str, route: str = "", **options: Any) -> httpx.Response:
        answer = super().ask(method, route, **options)
        self.keep(answer)
        self.received.append(answer.content)
        return answer

    def keep(self, answer: httpx.Response | Stream) -> None:
        self.heads += [name + b": " + value for name, value in answer.headers.raw]

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Also keep what arrives on the stream."""
        path = f"{self.path}/events"
        with self.server.stream(path, {"after": 0}, self.headers) as answer:
            self.keep(answer)
            yield
            for line in answer.lines:
                self.received.append(line.encode())
                if '"stage":"between"' in line:
                    break

    def probe(self) -> None:
        """Send requests whose answers might give something away."""
        for route in ("", "/deals", "/deals/1", "/deals/1/view"):
            self.ask("GET", route)
        for route in ("/claim", "/take-back", "/leave" if self.seat is None else "/back"):
            self.post(route)
        self.post("/actions", {"action": "HX", "turn": 0})
        self.post("/shuffle", {"value": "00"})
        self.put("/plan", {"action": "HX"})


class Truth:
    """The deal as it really was."""

    def __init__(self, record: dict[str, Any], declarer: Seat | None, contract: str) -> None:
        self.record = record
        self.declarer = declarer
        self.contract = contract

    def known(self, seat: Seat | None, turn: int) -> set[str]:
        """Return the cards that a seat knows after this many actions."""
        deck, actions = self.record["deck"], self.record["actions"][:turn]
        cards = {action for action in actions if action in CARDS}
        if seat is not None:
            place = (seat - self.record["dealer"] - 1) % 4
            cards |= {*deck[4 * place : 4 * place + 4], *deck[16 + 4 * place : 20 + 4 * place]}
            if (seat, self.contract) == (self.declarer, "dobbm") and turn >= 4:
                cards |= {*deck[32:]}
        return cards


def tables_in(received: Iterable[bytes]) -> list[tuple[bytes, dict[str, Any]]]:
    """Return the pieces that show the table, as bytes and as JSON."""
    found = []
    for piece in received:
        text = piece.partition(b"data: ")[2] if b"data: " in piece else piece
        data = json.loads(text) if text.startswith(b"{") else {}
        if "view" in data:
            found.append((piece, data))
    return found


def test_no_byte_shows_a_seat_more_than_it_may_know(any_server: Tables) -> None:
    guests = any_server.seated(*NAMES, bots=1)
    seats: list[Seat | None] = [*range(len(guests)), None]
    tokens = [guest.token for guest in guests]
    suspects = [
        Suspect(any_server, guests[0].table, seat, token)
        for seat, token in zip(seats, [*tokens, None], strict=True)
    ]
    with ExitStack() as streams:
        for suspect in suspects:
            streams.enter_context(suspect.listening())
        for _ in any_server.waiting():
            table = guests[0].see()
            if table["stage"] == "between":
                break
            view = table["view"]
            if table["stage"] == "playing" and view["to_act"] in seats:
                suspect = suspects[view["to_act"]]
                view = suspect.see()["view"]
                # Somebody must take up the Dobb, and nobody may play a Solo.
                modest = [word for word in ("dobbm", "weiter") if word in (view["legal"] or [])]
                action = modest[0] if modest else legal_action(view, suspect.rng)
                suspect.post("/actions", {"action": action, "turn": table["turn"]})
            for suspect in suspects[:: 1 + table["turn"] % 3]:
                suspect.probe()
    for _ in any_server.waiting():  # until so many requests are granted again
        answer = suspects[0].ask("GET", "/deals/1")
        if answer.is_success:
            break
    record = answer.json()
    result = guests[0].see()["view"]["result"]
    truth = Truth(record, result["declarer"], result["contract"])
    secret = record["meta"]["shuffle"]["secret"].encode()
    for suspect in suspects:
        shown = tables_in(suspect.received)
        assert len(shown) > len(record["actions"])
        for piece, data in shown:
            if data["stage"] != "between":
                cards = {card.decode() for card in CARD.findall(without_names(piece, suspect))}
                leaked = cards - truth.known(suspect.seat, data["turn"])
                assert not leaked, (suspect.seat, data["turn"], leaked)
                assert secret not in piece
                if suspect.seat is not None and data["view"]:
                    assert {*data["view"]["hand"]} <= cards
        pieces = {piece for piece, _ in shown}
        rest = [piece for piece in suspect.received if piece not in pieces]
        for piece in [*rest[:-1], *suspect.heads]:
            if b'"deck"' not in piece:
                assert not CARD.findall(without_names(piece, suspect)), piece
                assert secret not in piece
        everything = b"\n".join([*suspect.received, *suspect.heads])
        assert not [token for token in tokens if token and token.encode() in everything]


def without_names(piece: bytes, guest: Guest) -> bytes:
    """Remove the table's random name, which may look like a card."""
    return piece.replace(guest.table.encode(), b"")


def test_a_refusal_does_not_reveal_who_holds_the_card(server: Simulated) -> None:
    """The refusal is the same wherever the card is."""
    [vroni] = server.dealt("Vroni", rules={"revokes": "penalised"})
    table = vroni.wait(lambda table: table["view"]["to_act"] == vroni.seat)
    vroni.post("/actions", {"action": "dobbm", "turn": table["turn"]})

    def her_card(table: dict[str, Any]) -> bool:
        return bool(table["view"]["phase"] == "play" and table["view"]["to_act"] == vroni.seat)

    table = play([vroni], her_card)
    refusals = set()
    for card in CARDS:
        if card not in vroni.see()["view"]["hand"]:
            answer = vroni.post("/actions", {"action": card, "turn": table["turn"]})
            refusals.add((answer.status_code, answer.text.replace(card, "this card")))
    assert len(refusals) == 1
    assert refusals.pop()[0] == 422
