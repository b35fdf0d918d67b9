"""Random records for differential testing, valid and broken.

The naive engine chooses the actions, so a record follows the rules unless it is broken on purpose.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from dobbm.game.rules import OPTIONS
from naive import (
    BIDS,
    CARDS,
    DOUBLING_WORDS,
    PRESETS,
    RANKS,
    NaiveDeal,
    Refused,
    open_deal,
    parse,
)
from rule_options import random_options

# Values that are invalid, or at least odd, in most fields of a record.
JUNK: list[Any] = [
    None,
    True,
    False,
    0,
    1,
    -1,
    4,
    5,
    2**31,
    2**64,
    -(2**64),
    10**30,
    0.0,
    1.0,
    4.0,
    2.5,
    1e300,
    "",
    " ",
    "4",
    "pagat",
    "HS",
    "weiter",
    "\u0000",
    "\ud800",
    [],
    [[]],
    ["HS"],
    {},
    {"preset": "pagat"},
]

# Strings that are almost actions.
NO_ACTIONS = [
    "",
    " ",
    "hs",
    "Hs",
    "SH",
    "H10",
    "H1",
    "HA",
    "XS",
    "H",
    "S",
    "HSHT",
    "HS,HT",
    "HS\tHT",
    "HS\u00a0HT",
    "HS  HT",
    " HS",
    "HS ",
    "HS\n",
    "HS HS",
    "B6 B7 L9 B6",
    "Weiter",
    "DOBBM",
    "solo ",
    "spiel zu",
    "ich liege",
    "pass",
    "gut gut",
    "gut HS",
    "HS weiter",
    "\uff28\uff33",
    "H\u0665",
]


@dataclass
class Mood:
    """The tendencies of the players in one random deal."""

    bidder: int | None  # the only active seat (0 is forehand) that bids, or None for any of them
    bid: float  # the probability of a bid
    solo: float  # the probability that a bid is a Solo
    double: float  # the probability of a doubling
    sows: float  # the probability of discarding a sow if possible
    strength: int  # +1: strong cards for the declarer, -1: weak ones, 0: any
    revoke: float  # the probability of a revoke at each discard or card


def random_record(rng: Random) -> dict[str, Any]:
    """A random record that follows the rules (docs/rules.md 12).

    It has any preset and overrides, four or five players, and is a deal of a Mußrunde or not. It is
    a complete deal or a random prefix of one. Some records end with a revoke: a penalised one ends
    the deal, a prevented one makes the record invalid, because its last action is `illegal`.

    Thrown-in deals, Solos, discarded sows, long chains of doublings, and declarers who take all
    tricks or none are far more frequent than by chance.
    """
    mood = random_mood(rng)
    record: dict[str, Any] = {}
    rules = random_rules(rng)
    if mood.revoke and rng.random() < 0.7:
        rules["revokes"] = "penalised"
    if rules or rng.random() < 0.5:
        record["rules"] = rules
    players = rng.choice([4, 5])
    if players == 5 or rng.random() < 0.5:
        record["players"] = players
    record["dealer"] = rng.randrange(players)
    must = rng.random() < 0.2
    if must or rng.random() < 0.5:
        record["must"] = must
    if rng.random() < 0.1:
        record["meta"] = {"names": ["Änn", "☃", ""], "proof": {"cut": rng.randrange(36), "x": None}}
    record["deck"] = random_deck(rng, mood)
    record["actions"] = []

    actions = random_actions(rng, mood, open_deal(record))
    if rng.random() < 0.35:
        longest = rng.choice([8, len(actions)])  # the early phases are short
        actions = actions[: rng.randint(0, longest)]
    record["actions"] = actions
    return record


def random_mood(rng: Random) -> Mood:
    """A random mood; in one of ten, nobody bids."""
    strength = rng.choice([0, 0, 0, 1, -1])
    return Mood(
        bidder=rng.randrange(4) if strength else None,
        bid=0.0 if rng.random() < 0.1 else rng.choice([0.3, 0.7, 1.0]),
        solo=rng.choice([0.0, 0.1, 1.0]),
        double=rng.choice([0.05, 0.3, 0.7, 0.97]),
        sows=rng.choice([0.0, 0.8]),
        strength=strength,
        revoke=rng.choice([0.0, 0.0, 0.0, 0.0, 0.05, 0.3]),
    )


def random_rules(rng: Random) -> dict[str, Any]:
    """A random rule set, often a preset without overrides (docs/rules.md 11)."""
    rules: dict[str, Any] = {}
    if rng.random() < 0.6:
        rules["preset"] = rng.choice(list(PRESETS))
    if rng.random() < 0.4:
        return rules
    return rules | random_options(rng, 0.35)


def random_deck(rng: Random, mood: Mood) -> list[str]:
    """A shuffled deck, or one with the strong or the weak cards for the bidder and the Dobb."""
    deck = CARDS[:]
    rng.shuffle(deck)
    if mood.bidder is not None:
        blur = rng.choice([0.0, 4.0, 12.0])
        deck.sort(key=lambda card: mood.strength * power(card) + rng.gauss(0.0, blur))
        favoured, others = deck[-12:], deck[:-12]
        rng.shuffle(favoured)
        rng.shuffle(others)
        first, second = 4 * mood.bidder, 16 + 4 * mood.bidder
        slots = [*range(first, first + 4), *range(second, second + 4), *range(32, 36)]
        deck = [favoured.pop() if slot in slots else others.pop() for slot in range(36)]
    return deck


def power(card: str) -> int:
    """Roughly how good a card is at winning tricks."""
    return 9 * (card[0] == "H") - RANKS.index(card[1])


def random_actions(rng: Random, mood: Mood, deal: NaiveDeal) -> list[str]:
    """The actions of a deal, up to its end or to a revoke."""
    actions: list[str] = []
    while deal.phase != "done":
        if deal.phase in ("exchange", "play") and rng.random() < mood.revoke:
            illegal = random_revoke(rng, deal)
            if illegal is not None:
                return [*actions, illegal]
        action = random_action(rng, mood, deal)
        actions.append(shuffled_cards(rng, action))
        deal.act(action)
    return actions


def random_action(rng: Random, mood: Mood, deal: NaiveDeal) -> str:
    """A legal action that fits the mood."""
    legal = deal.legal()
    seat = deal.queue[0]
    if deal.phase == "bidding":
        silent = mood.bidder not in (None, deal.active.index(seat))
        if "weiter" in legal and (silent or rng.random() >= mood.bid):
            return "weiter"
        if rng.random() < mood.solo:
            return "solo"
        return legal[0]
    if deal.phase == "doubling":
        return legal[1] if rng.random() < mood.double else "gut"
    if deal.phase == "exchange":
        with_sows = [discards for discards in legal if "S" in discards]
        if with_sows and rng.random() < mood.sows:
            return rng.choice(with_sows)
        if mood.strength:  # discard the cards that fit the mood least
            return min(
                legal, key=lambda four: sum(mood.strength * power(card) for card in four.split())
            )
        return rng.choice(legal)
    if mood.strength == 0 or rng.random() < 0.1:
        return rng.choice(legal)
    sign = mood.strength if seat == deal.declarer else -mood.strength
    return max(legal, key=lambda card: sign * power(card))


def random_revoke(rng: Random, deal: NaiveDeal) -> str | None:
    """An illegal card or discard from the hand of the seat to act, or None."""
    hand = deal.hands[deal.queue[0]]
    if deal.phase == "play":
        illegal = [card for card in hand if card not in deal.legal()]
        return rng.choice(illegal) if illegal else None
    sows = [card for card in hand if card[1] == "S"]
    others = [card for card in hand if card[1] != "S"]
    if sows and rng.random() < 0.6:
        cards = sows + rng.sample(others, 4 - len(sows))
        return None if deal.discards(cards) else shuffled_cards(rng, " ".join(cards))
    return " ".join(rng.sample(hand, rng.choice([1, 1, 2, 3, 5, 6, 12])))


def shuffled_cards(rng: Random, action: str) -> str:
    """The same action, with its cards in random order."""
    cards = action.split(" ")
    rng.shuffle(cards)
    return " ".join(cards)


def broken_line(rng: Random) -> bytes:
    """The line of a random record, broken in some way; every error code occurs.

    Usually one thing is wrong, sometimes several, so that the order of the checks matters. Some
    lines are merely unusual and stay valid: other spaces, escapes, any `meta`.
    """
    if rng.random() < 0.05:
        return rng.choice(NO_RECORDS)
    record = random_record(rng)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        rng.choice(BREAKERS)(rng, record)
    line = json.dumps(record).encode()
    return garbled(rng, line) if rng.random() < 0.25 else line


NO_RECORDS = [
    b"",
    b" ",
    b"{",
    b"}",
    b"{}",
    b"[]",
    b"[{}]",
    b"null",
    b"true",
    b"4",
    b'"HS"',
    b"NaN",
    b"{'dealer': 0}",
    b'{"dealer": 0,}',
    b'{"dealer" 0}',
    b"{dealer: 0}",
    b"\x00",
    b"\xff\xfe",
    b"\xef\xbb\xbf{}",
    b"// {}",
    b"[" * 100_000,
    b"[" * 100_000 + b"]" * 100_000,
    b'{"meta": ' * 100_000,
    b'{"meta": ' * 100_000 + b"{}" + b"}" * 100_000,
]

# JSON text that json.dumps does not write, to put in place of a value.
RAW_VALUES = [
    b"NaN",
    b"Infinity",
    b"-Infinity",
    b"1e999",
    b"-1e999",
    b"1e300",
    b"1e-999",
    b"1E0",
    b"-0",
    b"00",
    b"+1",
    b".5",
    b"1.",
    b"0x1",
    b"nul",
    b"True",
    b"undefined",
    b"9" * 20,
    b"9" * 5000,
    b"-" + b"9" * 20_000,
    b"[" * 50 + b"]" * 50,
    b"[" * 100_000 + b"]" * 100_000,
    b'{"":' * 100_000 + b"0" + b"}" * 100_000,
    b'"\\ud800"',
    b'"\\x41"',
    b'"\xc3\x84"',
    b'"\xc4"',
    b'"\xed\xa0\x80"',
    b'"\xc0\x80"',
    b'"\t"',
    b'"',
]


def garbled(rng: Random, line: bytes) -> bytes:
    """The line with its text damaged, or merely written in an unusual way."""
    at = rng.randrange(len(line))
    raw = rng.choice(RAW_VALUES)
    return rng.choice(
        [
            line[:at],
            line[at:],
            line[:at] + line[at + 1 :],
            line[:at] + bytes([rng.randrange(256)]) + line[at:],
            line[:at] + bytes([rng.randrange(256)]) + line[at + 1 :],
            line + line,
            line + b"x",
            b"[" + line + b"]",
            json.dumps(line.decode()).encode(),
            line.decode().encode("utf-16"),
            line.decode().encode("utf-16-le"),
            b"\xef\xbb\xbf" + line,
            b" \t\r\n" + line + b" \t\r\n",
            line.replace(b" ", b""),
            line.replace(b", ", b" ,\n\t"),
            line.replace(b'"H', b'"\\u0048'),
            line.replace(b'"', b"'"),
            line.replace(b"}", b",}"),
            line.replace(b'"dealer": ', b'"dealer": ' + raw + b', "was": '),
            line.replace(b'"dealer": ', b'"meta": {"raw": ' + raw + b'}, "dealer": '),
            line.replace(b'"actions": [', b'"actions": [' + raw + b", "),
            line.replace(b'"deck": [', b'"deck": [' + raw + b", "),
            line.replace(b'"rules": {', b'"rules": {"unit": ' + raw + b', "x": '),
        ]
    )


def break_field(rng: Random, record: dict[str, Any]) -> None:
    """Give a top-level field any value, drop it, or add an unknown one."""
    fields = ["rules", "players", "dealer", "must", "meta", "deck", "actions"]
    field = rng.choice([*fields, "Dealer", "comment", ""])
    if rng.random() < 0.25:
        record.pop(field, None)
    else:
        record[field] = rng.choice(JUNK)


def break_seats(rng: Random, record: dict[str, Any]) -> None:
    """Change the number of players or the dealer, often to an invalid one."""
    record[rng.choice(["players", "dealer"])] = rng.choice(
        [-1, 0, 1, 2, 3, 4, 5, 6, 4.0, 5.0, 1.0, 0.5, True, False, "4", None, 2**70]
    )


def break_rules(rng: Random, record: dict[str, Any]) -> None:
    """Put an invalid option or value into the rules."""
    rules = record.get("rules", {})
    if not isinstance(rules, dict):
        return
    numbers: list[Any] = [
        0,
        1,
        -1,
        10**9,
        10**9 + 1,
        10**40,
        1.0,
        12.0,
        True,
        False,
        "12",
        None,
        [],
        {},
    ]
    words: list[Any] = [
        "plain",
        "Any",
        "declarer",
        "penalized",
        "prevented",
        "",
        None,
        0,
        True,
        ["any"],
        {},
    ]
    presets: list[Any] = [
        "",
        "Pagat",
        "pagat ",
        "bauern",
        None,
        1,
        True,
        [],
        ["pagat"],
        {},
        "akagiri",
    ]
    option, values = rng.choice(
        [
            ("preset", presets),
            *((name, words if option.words else numbers) for name, option in OPTIONS.items()),
            ("target", numbers),
            ("players", numbers),
            ("", words),
        ]
    )
    record["rules"] = rules | {option: rng.choice(values)}


def break_deck(rng: Random, record: dict[str, Any]) -> None:
    """Change the deck, seldom to a valid one."""
    deck = record.get("deck")
    if not isinstance(deck, list) or not deck:
        return
    at = rng.randrange(len(deck))
    record["deck"] = rng.choice(
        [
            [],
            deck[:-1],
            deck[:at] + deck[at + 1 :],
            [*deck, deck[at]],
            deck + deck,
            [*deck[:-1], deck[0]],
            [*deck[:at], rng.choice(CARDS), *deck[at + 1 :]],
            [*deck[:at], rng.choice(JUNK), *deck[at + 1 :]],
            [*deck[:at], rng.choice(NO_ACTIONS), *deck[at + 1 :]],
            [*deck, rng.choice(JUNK)],
            [deck],
            deck[::-1],
        ]
    )


def break_action(rng: Random, record: dict[str, Any]) -> None:
    """Insert any action, or something that is not one, among the actions."""
    actions = record.get("actions")
    if not isinstance(actions, list):
        return
    at = rng.randint(0, len(actions))
    wrong = rng.choice(
        [
            rng.choice(JUNK),
            rng.choice(NO_ACTIONS),
            rng.choice(NO_ACTIONS),
            rng.choice([*BIDS, *DOUBLING_WORDS]),
            rng.choice(CARDS),
            " ".join(rng.sample(CARDS, rng.choice([2, 4, 36]))),
        ]
    )
    record["actions"] = [*actions[:at], wrong, *actions[at + rng.randrange(2) :]]


def break_order(rng: Random, record: dict[str, Any]) -> None:
    """Drop an action, repeat one, swap two, or add some after the last."""
    actions = record.get("actions")
    if not isinstance(actions, list) or not actions:
        return
    at, other = rng.randrange(len(actions)), rng.randrange(len(actions))
    swapped = actions[:]
    swapped[at], swapped[other] = actions[other], actions[at]
    record["actions"] = rng.choice(
        [
            actions[:at] + actions[at + 1 :],
            actions[: at + 1] + actions[at:],
            swapped,
            [*actions, rng.choice([*BIDS, *DOUBLING_WORDS, *CARDS, *NO_ACTIONS])],
            [*actions, " ".join(rng.sample(CARDS, 4))],
            actions + actions,
        ]
    )


def break_turn(rng: Random, record: dict[str, Any]) -> None:
    """Replace one action of a valid record by one that almost fits there."""
    try:
        deal = open_deal(parse(json.dumps(record).encode()))
        good = 0
        stop = rng.randint(0, len(record["actions"]))
        while good < stop:
            deal.act(record["actions"][good])
            good += 1
    except Refused:
        return
    words = [*BIDS, *DOUBLING_WORDS]
    choices = [rng.choice(words), rng.choice(words), rng.choice(CARDS)]
    if deal.phase in ("exchange", "play"):
        hand = deal.hands[deal.queue[0]]
        foreign = [card for card in CARDS if card not in hand]
        some = rng.sample(hand, rng.randint(1, min(6, len(hand))))
        choices += [" ".join(some), " ".join([*some, rng.choice(foreign)]), rng.choice(foreign)]
        choices += [random_revoke(rng, deal) or "gut"]
    record["actions"] = [
        *record["actions"][:good],
        rng.choice(choices),
        *record["actions"][good + 1 :],
    ]


BREAKERS: list[Callable[[Random, dict[str, Any]], None]] = [
    break_field,
    break_seats,
    break_rules,
    break_deck,
    break_action,
    break_order,
    break_turn,
    break_turn,
    break_turn,
]
