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
from dobbm.game.fields import verified, verified_number, whole_number
from dobbm.game.rules import Rules
from dobbm.game.seeds import generator, verified_seed
from dobbm.game.session import MOST_DEALS
from dobbm.game.settlement import settle
from dobbm.game.setup import Setup
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

SESSION_DEALS = 24
"""Default number of deals of a session before its Mußrunde."""

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
    session: int | None = None
    """The deals of a session before its Mußrunde; None if every deck is a single deal.

    In a session, all tables get the same cards deal by deal, and the rules say who deals.
    """

    def __post_init__(self) -> None:
        object.__setattr__(self, "seed", verified_seed(self.seed))
        object.__setattr__(self, "rules", Rules.given(self.rules))
        for flag in ("regret", "probe"):
            object.__setattr__(self, flag, verified(getattr(self, flag), bool, flag, DobbmError))
        if self.session is not None:
            deals = verified_number(self.session, 0, MOST_DEALS, "session", DobbmError)
            object.__setattr__(self, "session", deals)
        self.factories()
        if self.contracts is not None:
            player_factory(self.contracts)
            if player_name(self.contracts).partition(":")[0] not in BUILT_IN:
                raise PlayerError("contracts can be frozen only by a built-in player")

    @property
    def names(self) -> tuple[str, str]:
        """The names of the players A and B."""
        return player_name(self.a), player_name(self.b)

    def factories(self) -> tuple[PlayerFactory, PlayerFactory]:
        """Return the factories of the players A and B."""
        return player_factory(self.a, self.seconds), player_factory(self.b, self.seconds)

    @property
    def length(self) -> int:
        """The number of deals at each table of a board: of a session, or one."""
        return 1 if self.session is None else self.session + len(SEATS)

    def start(self, deck: int, earlier: Sequence[Deal] = ()) -> Deal:
        """Return a new deal with deck number ``deck`` (from 0); the bidding has not begun.

        In a session, ``deck`` is the number of the session, and ``earlier`` are the deals that its
        table has finished.
        """
        number = len(earlier)
        rng = generator(self.seed, *_place(deck, number))
        cards, dealer = shuffled(rng), rng.choice(SEATS)
        if earlier:
            dealer = settle(earlier[-1]).next_dealer
        must = self.session is not None and number >= self.session
        return Deal.start(cards, dealer=dealer, must=must, rules=self.rules)

    def seeds(self, deck: int, number: int = 0) -> list[int]:
        """Return the players' seeds for a deck, in seat order; ``number`` counts a session's deals.

        A player's own randomness depends only on the seed, the deck and the seat, so a player
        matched against itself acts the same in every seating.
        """
        place = _place(deck, number)
        return [generator(self.seed, *place, seat).getrandbits(53) for seat in SEATS]


def _place(deck: int, number: int) -> tuple[int | str, ...]:
    """Return what distinguishes the randomness of one deal of a board from all others."""
    deck = whole_number(deck, "deck", DobbmError)
    return (deck, "deal", number) if number else (deck,)


class MatchDeal(NamedTuple):
    """A finished deal of a match."""

    seats_of_a: tuple[Seat, ...]
    deal: Deal
    tallies: tuple[Tally, ...]
    """The tally of each seat, in seat order."""


class Board(NamedTuple):
    """A deck played in every seating."""

    deck: int
    """The number of the deck, or of the session, from 0."""
    deals: tuple[MatchDeal, ...]
    """The deal of each seating, in the order of ``SEATINGS``; in a session, all of its deals."""


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
        match = self._match
        rng = generator(match.seed, deck, "probe")
        agreed: dict[Setup, Deal] = {}
        deals = []
        for seats_of_a, players in zip(SEATINGS, self._tables, strict=True):
            finished: list[Deal] = []
            for number in range(match.length):
                start, seeds = match.start(deck, finished), match.seeds(deck, number)
                if match.contracts is not None:
                    if start.setup not in agreed:
                        contractors = [Chair(make_player(match.contracts), Tally()) for _ in SEATS]
                        agreed[start.setup] = agree_contract(start, contractors, seeds)
                    start = agreed[start.setup]
                chairs = [self._chair(player, rng) for player in players]
                deal = play_deal(start, chairs, seeds)
                tallies = tuple(chair.tally for chair in chairs)
                if self._judge:
                    self._judge(deal, tallies)
                finished.append(deal)
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
