"""The draw of a tournament: who sits at which table, and which decks a round has.

Both follow from the club's secret, to which it has committed before, and from what the players have
contributed: nobody can choose them, and everybody can check them (docs/shuffle.md).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import combinations, product
from math import inf
from typing import TypeVar

from dobbm.club.tournament import Draw, Tournament, TournamentRound
from dobbm.table.house_rules import Options

Player = TypeVar("Player")
Places = tuple[tuple[str | None, ...], ...]

TRIED = 240
"""The number of people who are seated in all trials of a draw together, so that it takes at most
about a quarter of a second."""


def round_seed(secret: str, values: Iterable[str], number: int) -> str:
    """Return the seed of a round, from 1: 64 hexadecimal digits.

    >>> round_seed("00" * 32, ["5eed", "a1b2c3"], 1)[:16]
    '857f34a55397b265'
    """
    lines = [f"round {number}", f"secret {secret}", *[f"contribution {one}" for one in values]]
    return sha256("".join([f"{line}\n" for line in lines]).encode()).hexdigest()


def options_of(club: str, tournament: Tournament, number: int) -> Options:
    """Return the house rules of the tables of a round; shared decks are named after it."""
    options = Options.from_json(tournament.options)
    decks = f"{club}-{tournament.number}-{number}"
    return replace(options, decks=decks) if tournament.duplicate else options


def deck_seed(tournament: Tournament, number: int) -> str | None:
    """Return the seed of the decks of a round that is drawn; None if tables do not share decks."""
    values = tournament.rounds[number - 1].values
    return round_seed(tournament.secret, values, number) if tournament.duplicate else None


def by_lot(players: Iterable[str], seed: str) -> list[str]:
    """Return the players in the order of their lots.

    >>> by_lot(["Lois", "Moidl", "Sepp", "Vroni"], "00" * 32)
    ['Vroni', 'Sepp', 'Lois', 'Moidl']
    """
    return sorted(players, key=lambda one: sha256(f"lot {one} of {seed}".encode()).digest())


def seating(
    draw: Draw, players: Sequence[str], size: int, seed: str, earlier: Iterable[TournamentRound]
) -> Places:
    """Return the players at tables with ``size`` seats; bots, None, have the last seats.

    ``players`` are in the order of their standing, the best first. There are as few tables as
    possible, and no table has two people more than another.
    """
    rounds = [round_.seats for round_ in earlier]
    lots = by_lot(players, seed)
    groups = _split(list(players) if draw == "standing" and rounds else lots, size)
    if draw == "everybody" and rounds:
        groups = _mixed(lots, size, seed, _meetings(rounds))
    order = {player: place for place, player in enumerate(lots)}
    return tuple(
        (*sorted(group, key=order.__getitem__), *[None] * (size - len(group))) for group in groups
    )


def _split(players: Sequence[Player], size: int) -> list[list[Player]]:
    """Split players into groups of at most ``size``, the first of which may have one more."""
    tables = -(-len(players) // size)
    least, more = divmod(len(players), tables)
    groups, start = [], 0
    for table in range(tables):
        end = start + least + (table < more)
        groups.append(list(players[start:end]))
        start = end
    return groups


def _meetings(rounds: Iterable[Places]) -> Counter[frozenset[str]]:
    """Return how often any two people have been at the same table."""
    return Counter(
        frozenset(pair)
        for places in rounds
        for seats in places
        for pair in combinations([one for one in seats if one], 2)
    )


def _mixed(lots: list[str], size: int, seed: str, met: Counter[frozenset[str]]) -> list[list[str]]:
    """Return groups in which people meet again as rarely as possible, as far as swaps find them.

    A third meeting costs more than two second ones.
    """
    costs = [[met[frozenset((one, other))] ** 2 for other in lots] for one in lots]
    best, least = [[*range(0)]], inf
    for trial in range(max(1, TRIED // len(lots))):
        order = by_lot([str(place) for place in range(len(lots))], f"{seed} {trial}")
        groups = _improved(_split([int(place) for place in order], size), costs)
        cost = sum(costs[one][other] for group in groups for one, other in combinations(group, 2))
        if cost < least:
            best, least = groups, cost
        if cost == 0:
            break
    return [[lots[place] for place in group] for group in best]


def _improved(groups: list[list[int]], costs: list[list[int]]) -> list[list[int]]:
    """Swap people between groups as long as a swap lets fewer people meet again."""
    improves = True
    while improves:
        improves = False
        for one, other in combinations(groups, 2):
            for first, second in product(range(len(one)), range(len(other))):
                a, b = one[first], other[second]
                difference = [y - x for x, y in zip(costs[a], costs[b], strict=True)]
                saved = sum(difference[x] for x in other if x != b)
                if saved > sum(difference[x] for x in one if x != a):
                    one[first], other[second] = b, a
                    improves = True
    return groups
