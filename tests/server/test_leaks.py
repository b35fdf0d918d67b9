"""Every byte that a seat is sent is looked through: nothing in it that the seat may not know yet.

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
from server.serving import Guest, Stream, Tables, lawful, play
from server.simulated import Simulated

CARD = re.compile(rb"\b[HLAB][STKOU6-9]\b")

NAMES = ("Vroni", "Lois", "Moidl")


@dataclass
class Suspect(Guest):
    """A guest who keeps everything that is sent to the seat."""

    heard: list[bytes] = field(default_factory=list)
    """Bodies and events, each as a whole."""
    heads: list[bytes] = field(default_factory=list)

    def ask(self, method: str, way: str = "", **options: Any) -> httpx.Response:
        answer = super().ask(method, way, **options)
        self.keep(answer)
        self.heard.append(answer.content)
        return answer

    def keep(self, answer: httpx.Response | Stream) -> None:
        self.heads += [name + b": " + value for name, value in answer.headers.raw]

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Keep what the stream tells as well."""
        path = f"{self.path}/events"
        with self.server.stream(path, {"after": 0}, self.headers) as answer:
            self.keep(answer)
            yield
            for line in answer.lines:
                self.heard.append(line.encode())
                if '"stage":"between"' in line:
                    break

    def probe(self) -> None:
        """Ask for everything that might give something away."""
        for way in ("", "/deals/1", "/deals/1/view"):
            self.ask("GET", way)
        for way in ("/claim", "/take-back", "/leave" if self.seat is None else "/back"):
            self.post(way)
        self.post("/actions", {"action": "HX", "turn": 0})
        self.post("/shuffle", {"value": "00"})
        self.put("/plan", {"action": "HX"})


class Truth:
    """The deal as it was, known to nobody while it was played."""

    def __init__(self, record: dict[str, Any], declarer: Seat | None, contract: str) -> None:
        self.record = record
        self.declarer = declarer
        self.contract = contract

    def known(self, seat: Seat | None, turn: int) -> set[str]:
        """The cards that a seat knows of after so many actions."""
        deck, actions = self.record["deck"], self.record["actions"][:turn]
        cards = {action for action in actions if action in CARDS}
        if seat is not None:
            place = (seat - self.record["dealer"] - 1) % 4
            cards |= {*deck[4 * place : 4 * place + 4], *deck[16 + 4 * place : 20 + 4 * place]}
            if (seat, self.contract) == (self.declarer, "dobbm") and turn >= 4:
                cards |= {*deck[32:]}
        return cards


def stories(heard: Iterable[bytes]) -> list[tuple[bytes, dict[str, Any]]]:
    """What of it shows the table, with the bytes."""
    found = []
    for piece in heard:
        text = piece.partition(b"data: ")[2] if b"data: " in piece else piece
        told = json.loads(text) if text.startswith(b"{") else {}
        if "view" in told:
            found.append((piece, told))
    return found


def test_no_byte_tells_a_seat_more_than_it_may_know(any_server: Tables) -> None:
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
            story = guests[0].see()
            if story["stage"] == "between":
                break
            view = story["view"]
            if story["stage"] == "playing" and view["to_act"] in seats:
                suspect = suspects[view["to_act"]]
                view = suspect.see()["view"]
                # Somebody shall take up the Dobb, and nobody play a Solo.
                modest = [word for word in ("dobbm", "weiter") if word in (view["legal"] or [])]
                action = modest[0] if modest else lawful(view, suspect.rng)
                suspect.post("/actions", {"action": action, "turn": story["turn"]})
            for suspect in suspects[:: 1 + story["turn"] % 3]:
                suspect.probe()
    record = suspects[0].ask("GET", "/deals/1").json()
    result = guests[0].see()["view"]["result"]
    truth = Truth(record, result["declarer"], result["contract"])
    secret = record["meta"]["shuffle"]["secret"].encode()
    for suspect in suspects:
        shown = stories(suspect.heard)
        assert len(shown) > len(record["actions"])
        for piece, told in shown:
            if told["stage"] != "between":
                cards = {card.decode() for card in CARD.findall(without_names(piece, suspect))}
                secretly = cards - truth.known(suspect.seat, told["turn"])
                assert not secretly, (suspect.seat, told["turn"], secretly)
                assert secret not in piece
                if suspect.seat is not None and told["view"]:
                    assert {*told["view"]["hand"]} <= cards
        pieces = {piece for piece, _ in shown}
        rest = [piece for piece in suspect.heard if piece not in pieces]
        for piece in [*rest[:-1], *suspect.heads]:
            if b'"deck"' not in piece:
                assert not CARD.findall(without_names(piece, suspect)), piece
                assert secret not in piece
        everything = b"\n".join([*suspect.heard, *suspect.heads])
        assert not [token for token in tokens if token and token.encode() in everything]


def without_names(piece: bytes, guest: Guest) -> bytes:
    """What is drawn by lot may look like a card."""
    return piece.replace(guest.table.encode(), b"")


def test_a_card_that_is_not_held_may_be_anywhere(server: Simulated) -> None:
    """The refusal is the same whoever holds it."""
    [vroni] = server.dealt("Vroni", rules={"revokes": "penalised"})
    story = vroni.wait(lambda story: story["view"]["to_act"] == vroni.seat)
    vroni.post("/actions", {"action": "dobbm", "turn": story["turn"]})

    def her_card(story: dict[str, Any]) -> bool:
        return bool(story["view"]["phase"] == "play" and story["view"]["to_act"] == vroni.seat)

    story = play([vroni], her_card)
    told = set()
    for card in CARDS:
        if card not in vroni.see()["view"]["hand"]:
            answer = vroni.post("/actions", {"action": card, "turn": story["turn"]})
            told.add((answer.status_code, answer.text.replace(card, "this card")))
    assert len(told) == 1
    assert told.pop()[0] == 422
