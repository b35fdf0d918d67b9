"""Duplicate matches: two players, every deck played at six tables (docs/protocol.md 3)."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import ExitStack, closing
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import NamedTuple

from dobbm.actions import Seat
from dobbm.arena.table import Chair, Tally, play_deal
from dobbm.cards import shuffled
from dobbm.deal import Deal
from dobbm.players import Player, PlayerFactory, player_factory
from dobbm.players.outside import SECONDS
from dobbm.rules import Rules

SEATS = range(4)
SEATINGS: tuple[tuple[Seat, ...], ...] = tuple(combinations(SEATS, 2))
"""The six ways to give two of the four seats to A; B has the others."""


@dataclass(frozen=True)
class Match:
    """What is played; nothing else decides about the cards.

    Raises ``PlayerError`` for a name that nobody has.
    """

    a: str
    b: str
    rules: Rules
    seed: int = 0
    """Of the decks and of all chance."""
    seconds: float = SECONDS
    """What a program has for an action."""

    def __post_init__(self) -> None:
        self.factories()

    def factories(self) -> tuple[PlayerFactory, PlayerFactory]:
        """What makes the players A and B."""
        return player_factory(self.a, self.seconds), player_factory(self.b, self.seconds)

    def start(self, deck: int) -> Deal:
        """The deal of a deck, by its number from 0, before the first word."""
        rng = Random(f"{self.seed} {deck}")
        return Deal.start(shuffled(rng), dealer=rng.choice(SEATS), rules=self.rules)

    def seeds(self, deck: int) -> list[int]:
        """The players' seeds for a deck, in seat order.

        A player's own chance depends on the seed, the deck and the seat alone, so that a player
        matched against itself does the same in every seating.
        """
        return [Random(f"{self.seed} {deck} {seat}").getrandbits(53) for seat in SEATS]


class Played(NamedTuple):
    """A deal at its end."""

    seats_of_a: tuple[Seat, ...]
    deal: Deal
    tallies: tuple[Tally, ...]
    """In seat order."""


class Board(NamedTuple):
    """A deck that was played in every seating."""

    deck: int
    """Its number, from 0."""
    deals: tuple[Played, ...]
    """In the order of ``SEATINGS``."""


def play_boards(match: Match, decks: Iterable[int]) -> Generator[Board]:
    """Play these decks of the match, one after the other.

    Every seat of every seating has a player of its own, which meets every deck once. The next
    number is taken from ``decks`` when the next board is asked for. Raises ``PlayerError`` for a
    program that cannot be started.
    """
    make_a, make_b = match.factories()
    with ExitStack() as stack:
        tables = [
            [
                stack.enter_context(closing(make_a() if seat in seats_of_a else make_b()))
                for seat in SEATS
            ]
            for seats_of_a in SEATINGS
        ]
        for deck in decks:
            yield _play_board(match, deck, tables)


def _play_board(match: Match, deck: int, tables: list[list[Player]]) -> Board:
    start, seeds = match.start(deck), match.seeds(deck)
    deals = []
    for seats_of_a, players in zip(SEATINGS, tables, strict=True):
        chairs = [Chair(player, Tally()) for player in players]
        deal = play_deal(start, chairs, seeds)
        deals.append(Played(seats_of_a, deal, tuple(chair.tally for chair in chairs)))
    return Board(deck, tuple(deals))
