"""Hypothesis strategies for decks, rules, deals, records and sessions, valid and broken.

Examples shrink towards simple ones: the pack in order, the preset ``pagat``, four players, and a
Dobbm of forehand in which every seat takes its first legal action.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from dobbm import CARDS, PRESETS, Deal, Rules, Session, names, to_record
from dobbm.game.actions import (
    BIDDING,
    BIDS,
    DONE,
    DOUBLING,
    DOUBLING_WORDS,
    EXCHANGE,
    PLAY,
    WEITER,
    Phase,
)
from dobbm.game.cards import DECK, Card
from rule_options import VALUES

PHASES: tuple[Phase, ...] = (BIDDING, EXCHANGE, DOUBLING, PLAY, DONE)
IN_PROGRESS: tuple[Phase, ...] = (BIDDING, EXCHANGE, DOUBLING, PLAY)

WORDS = (*BIDS, *DOUBLING_WORDS)
FIELDS = ("rules", "players", "dealer", "must", "deck", "actions", "meta")

# Repeated to make them more likely; otherwise a Solo would overbid most deals.
BIDS_BY_WEIGHT = ("dobbm", "dobbm", "weiter", "weiter", "weiter", "solo")

# Before the bidding


def decks() -> SearchStrategy[tuple[Card, ...]]:
    """The 36 cards in any order."""
    return st.permutations(DECK).map(tuple)


@st.composite
def rule_sets(draw: DrawFn) -> Rules:
    """A preset, with some of its options changed."""
    changes = {name: st.sampled_from(values) for name, values in VALUES.items()}
    preset = draw(st.sampled_from(list(PRESETS)))
    return Rules.of(preset, **draw(st.fixed_dictionaries({}, optional=changes)))


@st.composite
def starts(draw: DrawFn) -> Deal:
    """A deal before the first bid."""
    players = draw(st.sampled_from([4, 5]))
    return Deal.start(
        draw(decks()),
        dealer=draw(st.integers(0, players - 1)),
        players=players,
        must=draw(st.booleans()),
        rules=draw(rule_sets()),
    )


# Actions and deals

SELDOM = st.integers(0, 19).map(lambda roll: roll == 19)


@st.composite
def legal_actions(draw: DrawFn, deal: Deal) -> str:
    """A legal action of the seat to act; the cards of a discard come in any order."""
    legal = deal.legal_actions()
    if deal.phase == BIDDING:
        return draw(st.sampled_from([word for word in BIDS_BY_WEIGHT if word in legal]))
    action = draw(st.sampled_from(legal))
    return draw(st.permutations(action.split(" ")).map(" ".join))


@st.composite
def lists_of_cards(draw: DrawFn, hand: int) -> str:
    """One to six distinct cards, all or most of them from this hand."""
    held = st.sampled_from(names(hand)) if hand else st.nothing()
    cards = st.lists(held | st.sampled_from(list(CARDS)) | held, min_size=1, max_size=6)
    return " ".join(dict.fromkeys(draw(cards)))


def revokes(deal: Deal) -> SearchStrategy[str]:
    """Cards that the seat to act holds but may not play or discard now (docs/rules.md 9)."""
    held = in_hand(deal)
    if deal.phase == PLAY:
        return st.sampled_from(sorted(set(held) - set(deal.legal_actions())))
    wrong_number = st.lists(st.sampled_from(held), min_size=1, max_size=12, unique=True)
    sows = [card for card in held if card.endswith("S")]
    sows_first = st.permutations(held).map(lambda order: list(dict.fromkeys([*sows, *order]))[:4])
    return (wrong_number | sows_first).map(" ".join).filter(lambda cards: not deal.is_legal(cards))


def can_revoke(deal: Deal) -> bool:
    """Whether the seat to act could end the deal with a penalised revoke."""
    if deal.setup.rules.revokes == "prevented" or deal.phase not in (EXCHANGE, PLAY):
        return False
    return deal.phase == EXCHANGE or in_hand(deal) != deal.legal_actions()


def in_hand(deal: Deal) -> list[str]:
    """The cards of the seat to act."""
    assert deal.to_act is not None
    return names(deal.hand(deal.to_act))


@st.composite
def deals(draw: DrawFn, phases: Iterable[Phase] = PHASES) -> Deal:
    """A deal in one of these phases.

    Thrown-in deals and penalised revokes are far more frequent than by chance.
    """
    wanted = draw(st.sampled_from(list(phases)))
    deal = draw(starts())
    if not deal.setup.must:
        passes = draw(st.integers(0, 4 if wanted == DONE else 3))
        deal = deal.apply_all([WEITER] * passes)
    while deal.phase not in (wanted, DONE):
        if wanted == DONE and can_revoke(deal) and draw(SELDOM):
            return deal.apply(draw(revokes(deal)))
        deal = deal.apply(draw(legal_actions(deal)))
    assume(deal.phase == wanted)
    return deal if wanted == DONE else draw(further(deal))


@st.composite
def further(draw: DrawFn, deal: Deal) -> Deal:
    """The deal some actions later, in the same phase."""
    for _ in range(draw(st.integers(0, 31))):
        after = deal.apply(draw(legal_actions(deal)))
        if after.phase != deal.phase:
            break
        deal = after
    return deal


# Sessions


@st.composite
def sessions(draw: DrawFn) -> Session:
    """A session of a few deals, the last of which may be in progress; often with a Mußrunde."""
    players = draw(st.sampled_from([4, 5]))
    session = Session.open(draw(st.randoms()), players, draw(rule_sets()))
    for _ in range(draw(st.integers(0, 7))):
        if session.over:
            break
        if session.mussrunde_from is None and draw(st.booleans()):
            session = session.agree_mussrunde()
        session = draw(one_deal_more(session))
    if not session.over and draw(st.booleans()):
        session = session.begin(draw(decks()))
    return session


@st.composite
def one_deal_more(draw: DrawFn, session: Session) -> Session:
    """The session after one more deal."""
    session = session.begin(draw(decks()))
    chance = draw(st.randoms(use_true_random=False))
    while (deal := session.deal) is not None:
        # Hypothesis draws only the words: the cards do not matter to a session.
        in_words = deal.phase in (BIDDING, DOUBLING)
        action = draw(legal_actions(deal)) if in_words else chance.choice(deal.legal_actions())
        session = session.apply(action)
    return session


# Records, JSON and lines


@st.composite
def records(draw: DrawFn, phases: Iterable[Phase] = PHASES) -> dict[str, Any]:
    """A valid record: fields with default values may be missing, ``meta`` may hold anything."""
    record: dict[str, Any] = {**to_record(draw(deals(phases)))}
    defaults = {"rules": {"preset": "pagat"}, "players": 4, "must": False}
    for field, default in defaults.items():
        if record[field] == default and draw(st.booleans()):
            del record[field]
    if draw(st.booleans()):
        finite = st.floats(allow_nan=False, allow_infinity=False)
        record["meta"] = draw(st.dictionaries(texts(), json_values(finite), max_size=3))
    return record


def texts() -> SearchStrategy[str]:
    """Any string, often one with a meaning in a record."""
    known = st.sampled_from([*WORDS, *CARDS, *FIELDS, "preset", "match", "B6 B7 L9 A8", "H10", ""])
    return known | st.text(st.characters(), max_size=8)


ANY_FLOATS = st.floats()


def json_values(floats: SearchStrategy[float] = ANY_FLOATS) -> SearchStrategy[Any]:
    """Anything that ``json.dumps`` writes; by default also NaN and infinity, which JSON lacks."""
    scalars = st.none() | st.booleans() | st.integers() | floats | texts()
    return st.recursive(
        scalars,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts(), inner, max_size=4),
        max_leaves=8,
    )


@st.composite
def mutated(draw: DrawFn, value: Any) -> Any:
    """A JSON value with one part of it changed, dropped or duplicated."""
    if not (isinstance(value, dict | list) and value):
        return draw(texts() | json_values())
    key = draw(st.sampled_from(list(value) if isinstance(value, dict) else range(len(value))))
    changed: Any = value.copy()
    match draw(st.sampled_from(["within", "within", "within", "any", "out", "twice"])):
        case "within":
            changed[key] = draw(mutated(value[key]))
        case "any":
            changed[key] = draw(json_values())
        case "out":
            del changed[key]
        case "twice" if isinstance(changed, list):
            changed.insert(draw(st.integers(0, len(value))), value[key])
        case "twice":
            changed[draw(texts())] = value[key]
    return changed


@st.composite
def mutated_records(draw: DrawFn) -> Any:
    """A valid record with one to three mutations."""
    record: Any = draw(records())
    for _ in range(draw(st.integers(1, 3))):
        record = draw(mutated(record))
    return record


@st.composite
def damaged_lines(draw: DrawFn) -> bytes:
    """The line of a valid record with some of its bytes replaced."""
    line = json.dumps(draw(records())).encode()
    start = draw(st.integers(0, len(line)))
    end = draw(st.integers(start, min(len(line), start + 8)))
    piece = st.binary(max_size=8) | texts().map(lambda text: text.encode(errors="surrogatepass"))
    return line[:start] + draw(piece) + line[end:]


def nested_lines() -> SearchStrategy[bytes]:
    """Deeply nested JSON, some of it too deep to read."""
    openings = st.sampled_from([b"[", b'{"meta": '])
    return st.builds(lambda opening, depth: opening * depth, openings, st.integers(1, 100_000))


def lines() -> SearchStrategy[bytes]:
    """Any line, valid or not, that a file of records may contain."""
    written = (json_values() | mutated_records()).map(lambda value: json.dumps(value).encode())
    return written | st.binary() | damaged_lines() | nested_lines()
