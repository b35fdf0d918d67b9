"""Duplicate matches: two players play every deck at six tables (docs/protocol.md 3)."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from random import Random
from typing import NamedTuple

from dobbm.arena.seating import Chair, Tally, agree_contract, play_deal
from dobbm.copying import CopiedWhole
from dobbm.game.actions import Seat
from dobbm.game.arguments import SERIES, WORKERS, takes
from dobbm.game.cards import shuffled
from dobbm.game.deal import Deal
from dobbm.game.errors import DobbmError, PlayerError
from dobbm.game.fields import verified, whole_number
from dobbm.game.rules import Rules
from dobbm.game.seeds import generator, verified_seed
from dobbm.players import (
    BUILT_IN,
    Player,
    PlayerFactory,
    PlayerSource,
    make_player,
    player_factory,
    player_name,
)
from dobbm.players.outside import SECONDS
from dobbm.workers import EXECUTOR, WorkerPool, run_all

SEATS = range(4)
SEATINGS: tuple[tuple[Seat, ...], ...] = tuple(combinations(SEATS, 2))
"""The six ways to give two of the four seats to A; B takes the others."""

MAX_DOUBLINGS = 3
"""Default limit on doublings; without it, a random player's retours would dominate the results."""


@dataclass(frozen=True)
class Match:
    """The settings of a match; the decks depend only on the seed.

    A player is a name, as on the command line, or a bot in Python: an object with ``act(view,
    seed)``, which is copied for every seat, or a class or function that makes one.

    Raises ``PlayerError`` for an unknown player.
    """

    a: PlayerSource
    b: PlayerSource
    rules: Rules
    seed: int = 0
    """Seed of the decks and of all other randomness."""
    seconds: float = SECONDS
    """The time limit of an outside player for each action, in seconds."""
    contracts: str | None = None
    """The built-in player that bids, discards and doubles for all seats; None if A and B do."""
    regret: bool = False
    """Whether to measure the regret of cards played (``regret``); needs the extra ``solver``."""
    probe: bool = False
    """Whether to ask for every action in another world too (``probe``); needs the same extra."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "seed", verified_seed(self.seed))
        object.__setattr__(self, "rules", Rules.given(self.rules))
        for flag in ("regret", "probe"):
            object.__setattr__(self, flag, verified(getattr(self, flag), bool, flag, DobbmError))
        self.factories()
        if self.contracts is not None:
            player_factory(self.contracts)
            if self.contracts.partition(":")[0] not in BUILT_IN:
                raise PlayerError("contracts can be frozen only by a built-in player")

    @property
    def names(self) -> tuple[str, str]:
        """The names of the players A and B."""
        return player_name(self.a), player_name(self.b)

    def factories(self) -> tuple[PlayerFactory, PlayerFactory]:
        """Return the factories of the players A and B."""
        return player_factory(self.a, self.seconds), player_factory(self.b, self.seconds)

    def start(self, deck: int) -> Deal:
        """Return a new deal with deck number ``deck`` (from 0); the bidding has not begun."""
        rng = generator(self.seed, whole_number(deck, "deck", DobbmError))
        return Deal.start(shuffled(rng), dealer=rng.choice(SEATS), rules=self.rules)

    def seeds(self, deck: int) -> list[int]:
        """Return the players' seeds for a deck, in seat order.

        A player's own randomness depends only on the seed, the deck and the seat, so a player
        matched against itself acts the same in every seating.
        """
        deck = whole_number(deck, "deck", DobbmError)
        return [generator(self.seed, deck, seat).getrandbits(53) for seat in SEATS]


class MatchDeal(NamedTuple):
    """A finished deal of a match."""

    seats_of_a: tuple[Seat, ...]
    deal: Deal
    tallies: tuple[Tally, ...]
    """The tally of each seat, in seat order."""


class Board(NamedTuple):
    """A deck played in every seating."""

    deck: int
    """The number of the deck, from 0."""
    deals: tuple[MatchDeal, ...]
    """The deal of each seating, in the order of ``SEATINGS``."""


class Tables(CopiedWhole):
    """The tables of a match, one per seating, with their players; call the object to play a deck.

    Every seat of every table has its own player, which plays every deck once. Raises
    ``PlayerError`` if an outside player cannot be started.
    """

    @takes(match=Match)
    def __init__(self, match: Match) -> None:
        self._match = match
        self._judge: Callable[[Deal, Sequence[Tally]], None] | None = None
        if match.regret:
            from dobbm.arena.regret import Judge  # imported here because its libraries are optional

            self._judge = Judge().judge
        make_a, make_b = match.factories()
        with ExitStack() as stack:
            self._tables = [
                [
                    stack.enter_context(closing(make_a() if seat in seats_of_a else make_b()))
                    for seat in SEATS
                ]
                for seats_of_a in SEATINGS
            ]
            self._players = stack.pop_all()

    def close(self) -> None:
        """Close the players; no deck can be played after that."""
        self._players.close()

    def __call__(self, deck: int) -> Board:
        """Play deck number ``deck`` (from 0) in every seating."""
        match, seeds = self._match, self._match.seeds(deck)
        start = match.start(deck)
        if match.contracts is not None:
            contractors = [Chair(make_player(match.contracts), Tally()) for _ in SEATS]
            start = agree_contract(start, contractors, seeds)
        rng = generator(match.seed, deck, "probe")
        deals = []
        for seats_of_a, players in zip(SEATINGS, self._tables, strict=True):
            chairs = [self._chair(player, rng) for player in players]
            deal = play_deal(start, chairs, seeds)
            tallies = tuple(chair.tally for chair in chairs)
            if self._judge:
                self._judge(deal, tallies)
            deals.append(MatchDeal(seats_of_a, deal, tallies))
        return Board(deck, tuple(deals))

    def _chair(self, player: Player, rng: Random) -> Chair:
        if not self._match.probe:
            return Chair(player, Tally())
        from dobbm.arena.probe import ProbedChair  # likewise optional

        return ProbedChair(player, Tally(), rng)


@takes(match=Match, decks=SERIES, jobs=WORKERS, executor=EXECUTOR)
def play_boards(
    match: Match, decks: Iterable[int], jobs: int = 1, executor: Executor | None = None
) -> Generator[Board]:
    """Yield a board for each of the ``decks``, played in ``jobs`` processes or in ``executor``.

    Each worker has its own tables. The boards come in the order of the decks and do not depend on
    the number of workers. Raises the errors of ``Tables``, ``PlayerError`` for a bot that cannot be
    sent to another process, ``DobbmError`` if a worker dies.
    """
    if isinstance(executor, ThreadPoolExecutor) or (executor is None and jobs == 1):
        yield from run_all(partial(Tables, match), decks, executor, chunk=1)
        return
    tables = partial(_tables_of, _packed(match))
    if executor:
        yield from run_all(tables, decks, executor, chunk=1)
    else:
        with WorkerPool(jobs) as pool:
            yield from run_all(tables, decks, pool, chunk=1)


def _packed(match: Match) -> bytes:
    try:
        return pickle.dumps(match)
    except Exception as error:
        raise PlayerError(
            f"a player cannot be sent to another process ({error}): "
            "give a class, or a function of a module, that makes it"
        ) from error


def _tables_of(packed: bytes) -> Tables:
    """Return the tables of a match in a worker, which may be unable to import a bot's module."""
    try:
        match = pickle.loads(packed)  # noqa: S301 - our own process has packed it
    except PlayerError:
        raise
    except Exception as error:
        raise PlayerError(
            f"a worker process cannot load a player ({error}): define it in a module"
        ) from error
    return Tables(match)
