"""A second engine for Dobbm, naive on purpose, to check the real one against.

It shares no code with the package. Cards are strings, hands are lists, and every rule follows
docs/rules.md as literally as possible; clarity comes before speed.
"""

from __future__ import annotations

import copy
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

SUITS = "HLAB"
RANKS = "STKOU9876"  # from high to low
POINTS = {"S": 11, "T": 10, "K": 4, "O": 3, "U": 2, "9": 0, "8": 0, "7": 0, "6": 0}
CARDS = [suit + rank for suit in SUITS for rank in RANKS]

BIDS = ("weiter", "dobbm", "solo")
DOUBLING_WORDS = ("gut", "schwacher", "retour")

REQUIRED_FIELDS = {"dealer", "deck", "actions"}
OPTIONAL_FIELDS = {"rules", "players", "must", "meta"}

PRESETS: dict[str, dict[str, Any]] = {
    "pagat": {
        "match": 60,
        "unit": 1,
        "sow_companion": "plain",
        "doubling_from": "declarer",
        "revokes": "prevented",
        "max_doublings": None,
    },
    "wikipedia": {
        "match": 12,
        "unit": 1,
        "sow_companion": "plain",
        "doubling_from": "dealer",
        "revokes": "prevented",
        "max_doublings": None,
    },
    "gamerules": {
        "match": 12,
        "unit": 1,
        "sow_companion": "plain",
        "doubling_from": "declarer",
        "revokes": "prevented",
        "max_doublings": None,
    },
    "akagiri": {
        "match": 60,
        "unit": 5,
        "sow_companion": "plain",
        "doubling_from": "declarer",
        "revokes": "prevented",
        "max_doublings": None,
    },
}


class Refused(Exception):
    """A record is refused: the error code, and the index of the action at fault, if any."""

    def __init__(self, code: str, action: int | None = None) -> None:
        """Codes are those of docs/rules.md 12."""
        super().__init__(code)
        self.code = code
        self.action = action


@dataclass
class NaiveRules:
    """The options of a rule set (docs/rules.md 11)."""

    match: int
    unit: int
    sow_companion: str
    doubling_from: str
    revokes: str
    max_doublings: int | None

    def worth(self, points: int) -> int:
        """The price of a difference in points in an ordinary game (docs/rules.md 8)."""
        # units * unit >= points * match / 60, and units is the smallest such integer
        units, rest = divmod(points * self.match, 60 * self.unit)
        return (units + 1 if rest else units) * self.unit


class NaiveDeal:
    """One deal, from the first bid to the payment; `act` changes it."""

    def __init__(
        self, rules: NaiveRules, players: int, dealer: int, must: bool, deck: list[str]
    ) -> None:
        """Deal the cards (docs/rules.md 2 and 3)."""
        self.rules = rules
        self.players = players
        self.dealer = dealer
        self.must = must
        self.active = [(dealer + 1 + k) % players for k in range(4)]
        packet = min(4, len(deck) // 4 - 1)  # smaller packs are dealt in one round
        self.hands = {
            seat: [
                card
                for first in range(packet * k, len(deck) - 4, 4 * packet)
                for card in deck[first : first + packet]
            ]
            for k, seat in enumerate(self.active)
        }
        self.out = deck[-4:]  # the four cards out of play: the Dobb, later the discards

        self.phase = "bidding"
        # The seats still to act in this round of bidding or doubling or in this trick, in order.
        self.queue = self.active[:1] if must else self.active[:]
        self.declarer: int | None = None
        self.contract: str | None = None
        self.doublings = 0
        self.trick: list[tuple[int, str]] = []
        self.tricks = 0  # of the declarer
        self.tricks_played = 0
        self.pile: list[str] = []  # of the declarer

        self.outcome: str | None = None
        self.points: int | None = None
        self.payments: list[int] | None = None
        self.next_dealer: int | None = None

    def copy(self) -> NaiveDeal:
        """A copy that shares nothing that `act` changes."""
        twin = copy.copy(self)
        twin.hands = {seat: hand[:] for seat, hand in self.hands.items()}
        twin.queue = self.queue[:]
        twin.trick = self.trick[:]
        twin.pile = self.pile[:]
        return twin

    # Legal actions

    def legal(self) -> list[str]:
        """All legal actions, sorted; a discard is its four cards, sorted (docs/rules.md 4-7)."""
        if self.phase == "bidding":
            words = ["solo"]
            if self.contract is None:
                words.append("dobbm")
            if not self.must:
                words.append("weiter")
            return sorted(words)
        if self.phase == "exchange":
            hand = sorted(self.hands[self.queue[0]])
            return sorted(" ".join(four) for four in combinations(hand, 4) if self.discards(four))
        if self.phase == "doubling":
            return ["gut", "retour"] if self.doublings else ["gut", "schwacher"]
        if self.phase == "play":
            return sorted(self.playable(self.hands[self.queue[0]]))
        return []

    def discards(self, cards: Sequence[str]) -> bool:
        """Whether these cards of the declarer may be discarded together (docs/rules.md 5, 11)."""
        sows = [card for card in cards if card[1] == "S"]
        companions = [card for card in cards if card[0] == "H"]
        if self.rules.sow_companion == "plain":
            companions = [card for card in companions if card[1] != "S"]
        return len(cards) == 4 and len(sows) <= len(companions)

    def playable(self, hand: list[str]) -> list[str]:
        """The cards of a hand that may be played to the trick now (docs/rules.md 7)."""
        if not self.trick:
            return hand
        led = self.trick[0][1][0]
        following = [card for card in hand if card[0] == led]
        if following:
            return following
        hearts = [card for card in hand if card[0] == "H"]
        if hearts:
            return hearts
        return hand

    # Actions

    def act(self, action: object) -> None:
        """Take the next action, or refuse it with the first code that applies (docs/rules.md 12).

        An illegal card or discard ends the deal where revokes are penalised (docs/rules.md 9).
        """
        if not isinstance(action, str):
            raise Refused("action")
        cards = action.split(" ")
        if action in BIDS:
            phases = ["bidding"]
        elif action in DOUBLING_WORDS:
            phases = ["doubling"]
        elif any(card not in CARDS for card in cards) or len(set(cards)) < len(cards):
            raise Refused("action")
        elif len(cards) == 1:
            phases = ["exchange", "play"]
        else:
            phases = ["exchange"]
        if self.phase not in phases:
            raise Refused("phase")

        seat = self.queue[0]
        if self.phase in ("exchange", "play") and any(c not in self.hands[seat] for c in cards):
            raise Refused("held")

        legal = self.discards(cards) if self.phase == "exchange" else action in self.legal()
        if not legal and self.phase in ("exchange", "play") and self.rules.revokes == "penalised":
            self.revoke(seat)
        elif not legal:
            raise Refused("illegal")
        elif self.phase == "bidding":
            self.bid(seat, action)
        elif self.phase == "exchange":
            self.discard(seat, cards)
        elif self.phase == "doubling":
            self.double(seat, action)
        else:
            self.play(seat, action)

    def bid(self, seat: int, word: str) -> None:
        """A seat speaks (docs/rules.md 4)."""
        if word != "weiter":
            self.declarer = seat
            self.contract = word
        self.queue.pop(0)
        if word == "solo":
            self.queue = []
        if self.queue:
            return
        if self.declarer is None:
            self.throw_in()
        elif self.contract == "dobbm":
            self.phase = "exchange"
            self.queue = [self.declarer]
            self.hands[self.declarer] += self.out
        else:
            self.phase = "doubling"
            self.ask(self.defenders())

    def discard(self, seat: int, cards: list[str]) -> None:
        """The declarer discards four cards (docs/rules.md 5)."""
        self.hands[seat] = [card for card in self.hands[seat] if card not in cards]
        self.out = cards
        self.phase = "doubling"
        self.ask(self.defenders())

    def double(self, seat: int, word: str) -> None:
        """A defender or the declarer says gut, or doubles (docs/rules.md 6)."""
        assert self.declarer is not None
        if word == "gut":
            self.queue.pop(0)
            if not self.queue:
                self.start_play()
            return
        self.doublings += 1
        self.ask(self.defenders() if seat == self.declarer else [self.declarer])

    def ask(self, seats: list[int]) -> None:
        """Ask these seats, unless the limit of doublings is reached (docs/rules.md 6, 11)."""
        if self.doublings == self.rules.max_doublings:
            self.start_play()
        else:
            self.queue = seats

    def defenders(self) -> list[int]:
        """The defenders in the order in which they are asked (docs/rules.md 6, 11)."""
        assert self.declarer is not None
        seats = self.active
        if self.rules.doubling_from == "declarer":
            seats = self.clockwise_from(self.declarer)
        return [seat for seat in seats if seat != self.declarer]

    def clockwise_from(self, seat: int) -> list[int]:
        """The active seats clockwise, this one first."""
        start = self.active.index(seat)
        return self.active[start:] + self.active[:start]

    def start_play(self) -> None:
        """The declarer leads to the first trick (docs/rules.md 7)."""
        assert self.declarer is not None
        self.phase = "play"
        self.queue = self.clockwise_from(self.declarer)

    def play(self, seat: int, card: str) -> None:
        """A seat plays a card; four end the trick, eight tricks the deal (docs/rules.md 7)."""
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        self.queue.pop(0)
        if self.queue:
            return
        winner = trick_winner(self.trick)
        if winner == self.declarer:
            self.tricks += 1
            self.pile += [played for _, played in self.trick]
        self.trick = []
        self.tricks_played += 1
        if not self.hands[seat]:
            self.count()
        else:
            self.queue = self.clockwise_from(winner)

    # The end of a deal

    def count(self) -> None:
        """Count the cards after the last trick and pay (docs/rules.md 7, 8)."""
        self.points = 0
        if self.tricks > 0:
            self.points = sum(POINTS[card[1]] for card in self.pile + self.out)
        payment = self.raised(self.rules.worth(abs(self.points - 60)))
        if self.points > 60:
            self.end("won", self.declarer, payment)
        elif self.points < 60:
            self.end("lost", self.declarer, -payment)
        else:
            self.end("eingestellt", self.declarer, 0)

    def revoke(self, seat: int) -> None:
        """The seat revokes, and its side pays (docs/rules.md 8, 9)."""
        penalty = self.raised(self.rules.worth(30))
        self.end("revoke", self.declarer, -penalty if seat == self.declarer else penalty)

    def throw_in(self) -> None:
        """Nobody has bid; of five players the next dealer gets a Stockerl (docs/rules.md 4, 8)."""
        if self.players == 4:
            self.end("thrown_in", self.dealer, 0)
        else:
            self.end("thrown_in", (self.dealer + 1) % self.players, self.rules.worth(10))

    def raised(self, payment: int) -> int:
        """A payment doubled for a Solo and for each doubling (docs/rules.md 8)."""
        if self.contract == "solo":
            payment *= 2
        for _ in range(self.doublings):
            payment *= 2
        return payment

    def end(self, outcome: str, next_dealer: int | None, payment: int) -> None:
        """End the deal: the next dealer gets the payment from each other player.

        The declarer, if there is one, deals next, so the player who is paid is the next dealer
        (docs/rules.md 8, 10).
        """
        assert next_dealer is not None
        self.phase = "done"
        self.queue = []
        self.outcome = outcome
        self.next_dealer = next_dealer
        self.payments = [-payment] * self.players
        self.payments[next_dealer] = payment * (self.players - 1)

    def result(self) -> dict[str, object]:
        """The result object of the record (docs/rules.md 12)."""
        bidding = self.phase == "bidding"
        return {
            "phase": self.phase,
            "declarer": None if bidding else self.declarer,
            "contract": None if bidding else self.contract,
            "doublings": self.doublings,
            "points": self.points,
            "tricks": None if self.points is None else self.tricks,
            "outcome": self.outcome,
            "payments": self.payments,
            "next_dealer": self.next_dealer,
            "to_act": self.queue[0] if self.queue else None,
            "legal": None if self.phase == "exchange" else self.legal(),
        }


def trick_winner(trick: list[tuple[int, str]]) -> int:
    """The seat that wins these four cards (docs/rules.md 7)."""
    led = trick[0][1][0]
    suit = "H" if any(card[0] == "H" for _, card in trick) else led
    strongest = min((RANKS.index(card[1]), seat) for seat, card in trick if card[0] == suit)
    return strongest[1]


def is_integer(value: object, low: int, high: int) -> bool:
    """Whether a JSON value is an integer in this range; `4.0` and `true` are not."""
    return type(value) is int and low <= value <= high


def parse(line: bytes) -> dict[str, Any]:
    """The JSON object on a line (docs/rules.md 12)."""

    def no_constant(name: str) -> float:
        raise ValueError(name)

    def integer(digits: str) -> float:
        # Python converts at most this many digits; no field allows so large a number.
        return int(digits) if len(digits) <= 4300 else math.inf

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len({key for key, _ in pairs}) != len(pairs):
            raise ValueError("a key twice")
        return dict(pairs)

    try:
        # Decoded here, because json.loads would also accept UTF-16 when given bytes.
        record = json.loads(
            line.decode(),
            parse_constant=no_constant,
            parse_int=integer,
            object_pairs_hook=unique,
        )
        depth = depth_of(record)
    except (ValueError, RecursionError):
        raise Refused("json") from None
    if not isinstance(record, dict) or depth > 500:
        raise Refused("json")
    return record


def check_fields(record: dict[str, Any]) -> None:
    """Refuse a record with missing, unknown or invalid top-level fields (docs/rules.md 12)."""
    players = record.get("players", 4)
    valid = (
        REQUIRED_FIELDS <= set(record) <= REQUIRED_FIELDS | OPTIONAL_FIELDS
        and isinstance(record.get("rules", {}), dict)
        and isinstance(record.get("meta", {}), dict)
        and isinstance(record.get("must", False), bool)
        and isinstance(record["deck"], list)
        and isinstance(record["actions"], list)
        and is_integer(players, 4, 5)
        and is_integer(record["dealer"], 0, players - 1)
    )
    if not valid:
        raise Refused("record")


def read_rules(given: dict[str, Any]) -> NaiveRules:
    """A preset with its overrides (docs/rules.md 11)."""
    preset = given.get("preset", "pagat")
    if not isinstance(preset, str) or preset not in PRESETS:
        raise Refused("rules")
    options = PRESETS[preset] | {key: value for key, value in given.items() if key != "preset"}
    valid = (
        set(options) == set(PRESETS["pagat"])
        and is_integer(options["match"], 1, 10**9)
        and is_integer(options["unit"], 1, 10**9)
        and options["sow_companion"] in ("plain", "any")
        and options["doubling_from"] in ("declarer", "dealer")
        and options["revokes"] in ("prevented", "penalised")
        and (options["max_doublings"] is None or is_integer(options["max_doublings"], 0, 10**9))
    )
    if not valid:
        raise Refused("rules")
    return NaiveRules(**options)


def open_deal(record: dict[str, Any]) -> NaiveDeal:
    """The deal of a record before its first action (docs/rules.md 12)."""
    check_fields(record)
    rules = read_rules(record.get("rules", {}))
    deck = record["deck"]
    if not all(isinstance(card, str) for card in deck) or sorted(deck) != sorted(CARDS):
        raise Refused("deck")
    return NaiveDeal(
        rules, record.get("players", 4), record["dealer"], record.get("must", False), deck
    )


def depth_of(value: object) -> int:
    """How many objects and lists are nested in a value."""
    depth, level = 0, [value]
    while level := [one for one in level if isinstance(one, dict | list)]:
        depth += 1
        level = [inner for one in level for inner in (one.values() if type(one) is dict else one)]
    return depth


def read(line: bytes) -> NaiveDeal:
    """The deal on a line, as far as its actions go; raises `Refused` (docs/rules.md 12)."""
    record = parse(line)
    deal = open_deal(record)
    for index, action in enumerate(record["actions"]):
        try:
            deal.act(action)
        except Refused as refused:
            raise Refused(refused.code, index) from None
    return deal


def replay(line: bytes) -> dict[str, object]:
    """The result of a record, or its error without the message (docs/rules.md 12)."""
    try:
        return read(line).result()
    except Refused as refused:
        return {"error": {"code": refused.code, "action": refused.action}}


def perft(line: bytes, depth: int) -> int:
    """The number of sequences of ``depth`` legal actions from a record on (docs/rules.md 13).

    Raises `Refused` for an invalid record.
    """
    return count_sequences(read(line), depth)


def count_sequences(deal: NaiveDeal, depth: int) -> int:
    """The number of sequences from a deal on, each acted out to its end and counted as one."""
    if depth == 0:
        return 1
    total = 0
    for action in deal.legal():
        twin = deal.copy()
        twin.act(action)
        total += count_sequences(twin, depth - 1)
    return total
