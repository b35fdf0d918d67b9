"""The kernel's entry points: functions that are called from outside, on any machine.

Their arguments are numbers and pointers only, and the caller owns the memory. What a seat knows of
the play is passed as ``facts`` (``dobbm.ai.layout``). ``scripts/kernel.py`` compiles the functions
listed in ``ENTRIES`` to WebAssembly.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from inspect import get_annotations
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numba import carray, types  # type: ignore[attr-defined]
from numpy.typing import NDArray

from dobbm.ai.code_cache import mark_ready
from dobbm.ai.kernel import rollouts
from dobbm.ai.kernel.belief import WORLD_FEATURES, add_features, weighted
from dobbm.ai.kernel.bits import FOLDER, beyond, inlined, native_code
from dobbm.ai.kernel.evaluation import CELLS as VALUE_CELLS
from dobbm.ai.kernel.evaluation import find_discards, look_up_each
from dobbm.ai.kernel.floats import exponential, logarithm
from dobbm.ai.kernel.network import (
    CARDS,
    INPUTS,
    Network,
    log_of,
    network_probabilities,
    new_layers,
)
from dobbm.ai.kernel.playout_state import (
    DISCARDED,
    GAINED,
    HANDS,
    OUT,
    TRICKS,
    PlayoutState,
    new_state,
    play_card,
)
from dobbm.ai.kernel.policy import CELLS as POLICY_CELLS
from dobbm.ai.kernel.policy import action_probabilities
from dobbm.ai.kernel.position import (
    NODES,
    WORK_SIZE,
    Trick,
    fill_work,
    new_trick,
    seats_of,
)
from dobbm.ai.kernel.rng import open_stream, shuffle
from dobbm.ai.kernel.search import value_worlds
from dobbm.ai.kernel.transpositions import TABLE_SIZE
from dobbm.ai.kernel.worlds import Hidden, count_ways, draw_numbers, lay_out, total_of, ways_shape
from dobbm.ai.layout import COUNT, DISCARDS, EXCHANGED, FACTS, HAND, MOST_CARDS, SEAT, WORLD

Function = TypeVar("Function", bound=Callable[..., Any])

Ints: TypeAlias = NDArray[np.int64]
Words: TypeAlias = NDArray[np.uint64]
Floats: TypeAlias = NDArray[np.float32]
Doubles: TypeAlias = NDArray[np.float64]

KINDS = {
    "int": types.int64,
    "float": types.float64,
    "Ints": types.CPointer(types.int64),
    "Words": types.CPointer(types.uint64),
    "Floats": types.CPointer(types.float32),
    "Doubles": types.CPointer(types.float64),
    "None": types.void,
}
"""The types of arguments and results: numbers, and pointers to numbers."""

LEAST_SHARE = 1e-30
"""The lowest probability of which a logarithm is returned."""

array_at: Any = carray
"""Returns the array of the given shape at a pointer."""

ENTRIES: dict[str, tuple[Any, Callable[..., Any]]] = {}
"""For each entry point, its signature and its function."""


def entry(function: Function) -> Function:
    """List a function as an entry point; its annotations are its signature."""
    given = get_annotations(function)
    result = KINDS[given.pop("return")]
    ENTRIES[function.__name__] = result(*[KINDS[kind] for kind in given.values()]), function
    return function


@cache
def native_entries() -> dict[str, Callable[..., Any]]:
    """Return the native code of all entry points; the first time, they are compiled."""
    found = {
        name: native_code(function, signature) for name, (signature, function) in ENTRIES.items()
    }
    if FOLDER:
        mark_ready(FOLDER)
    return found


@entry
def sizes(found: Ints) -> None:
    """Fill ``found`` with the sizes of arrays (``Sizes``)."""
    found[0], found[1] = WORK_SIZE, TABLE_SIZE
    found[2], found[3], found[4] = VALUE_CELLS, POLICY_CELLS, INPUTS


@entry
def begin_search(work: Ints) -> None:
    """Fill the memory of a search, ``WORK_SIZE`` words, for any number of searches."""
    fill_work(work)


@entry
def value_cards(
    work: Ints, table: Words, facts: Ints, worlds: Ints, count: int, values: Ints
) -> int:
    """Fill ``values`` with each legal card's exact value in ``count`` worlds; return the nodes.

    ``worlds`` has rows of five, the current hands from the declarer on and the cards out of play;
    ``values`` has rows of eight, in the declarer's final card points. The number of nodes is that
    of the last world.
    """
    state = new_state()
    trick = recall(facts, state)
    memory = array_at(work, (WORK_SIZE,))
    rows, found = array_at(worlds, (count, WORLD)), array_at(values, (count, MOST_CARDS))
    known = array_at(table, (TABLE_SIZE,))
    value_worlds(memory, known, rows, trick, state[GAINED], state[TRICKS] > 0, found)
    return memory[NODES]


@entry
def count_worlds(kinds: int, hidden: Ints, rooms: Ints, ways: Ints) -> int:
    """Fill ``ways`` for hidden cards of several kinds; return the number of worlds.

    ``hidden`` has three columns of ``kinds`` rows (``Hidden``), and ``rooms`` has four elements.
    """
    known = hidden_of(kinds, hidden, rooms)
    return total_of(known, count_ways(known, array_at(ways, ways_shape(known))))


@entry
def draw_worlds(total: int, seed: int, first: int, numbers: Ints, count: int) -> None:
    """Fill ``numbers`` with those of the worlds drawn from the one called ``first`` on."""
    draw_numbers(array_at(numbers, (count,)), total, seed, first)


@entry
def lay_out_worlds(
    kinds: int,
    hidden: Ints,
    rooms: Ints,
    ways: Ints,
    known: Ints,
    columns: Ints,
    numbers: Ints,
    count: int,
    worlds: Ints,
) -> None:
    """Fill ``worlds`` with the worlds that have these numbers.

    ``known`` has one element for each of the five columns of a world, and ``columns`` one for each
    of the four places of ``rooms``.
    """
    cards = hidden_of(kinds, hidden, rooms)
    lay_out(
        array_at(numbers, (count,)),
        cards,
        array_at(ways, ways_shape(cards)),
        array_at(known, (WORLD,)),
        array_at(columns, (4,)),
        array_at(worlds, (count, WORLD)),
    )


@entry
def look_up_hands(table: Doubles, hands: Ints, discards: Ints, count: int, found: Doubles) -> None:
    """Fill ``found`` with the expected card points of ``count`` hands, given their discards."""
    kept, out = array_at(hands, (count,)), array_at(discards, (count,))
    array_at(found, (count,))[:] = look_up_each(array_at(table, (VALUE_CELLS,)), kept, out)


@entry
def choose_discards(
    table: Doubles, twelve: int, companions: int, count: int, best: Ints, values: Doubles
) -> int:
    """Fill ``best`` with up to ``count`` of the best legal discards, and ``values`` with theirs."""
    found, worths = array_at(best, (count,)), array_at(values, (count,))
    return find_discards(array_at(table, (VALUE_CELLS,)), twelve, companions, found, worths)


@entry
def rate_cards(facts: Ints, weights: Floats, probabilities: Floats) -> int:
    """Fill ``probabilities`` with the policy's, for the legal cards; return these cards."""
    state = new_state()
    trick = recall(facts, state)
    rated = array_at(probabilities, (MOST_CARDS,))
    return action_probabilities(state, trick, array_at(weights, (POLICY_CELLS,)), rated)


@entry
def play_worlds(
    facts: Ints,
    weights: Floats,
    worlds: Ints,
    count: int,
    seed: int,
    repeats: int,
    values: Doubles,
) -> None:
    """Fill ``values``, rows of eight, with the mean points of playouts after each legal card."""
    state = new_state()
    trick = recall(facts, state)
    rollouts.play_worlds(
        state,
        trick,
        array_at(worlds, (count, WORLD)),
        facts[EXCHANGED] != 0,
        array_at(weights, (POLICY_CELLS,)),
        seed,
        repeats,
        array_at(values, (count, MOST_CARDS)),
    )


@entry
def play_deals(
    weights: Floats, worlds: Ints, count: int, exchanged: int, seed: int, values: Ints
) -> None:
    """Play ``count`` deals from the first card; fill ``values`` with the declarer's points."""
    known, rows = array_at(weights, (POLICY_CELLS,)), array_at(worlds, (count, WORLD))
    rollouts.play_deals(rows, exchanged != 0, known, seed, array_at(values, (count,)))


@entry
def play_likeliest(facts: Ints, weights: Floats, world: Ints, cards: Ints) -> int:
    """Play out one world by the policy's best cards; fill ``cards`` and return their number."""
    state = new_state()
    trick = recall(facts, state)
    rollouts.enter(state, array_at(world, (WORLD,)), facts[EXCHANGED] != 0)
    found = array_at(cards, (CARDS,))
    return rollouts.play_likeliest(state, trick, array_at(weights, (POLICY_CELLS,)), found)


@entry
def weigh_worlds(
    facts: Ints,
    roles: Ints,
    policy: Floats,
    tables: Doubles,
    belief: Doubles,
    worlds: Ints,
    count: int,
    trust: float,
    likely: Doubles,
) -> None:
    """Fill ``likely`` with how likely each world is, given what the other seats said and played.

    ``tables`` are those for kept hands, for Solos and for hands as dealt, one after the other.
    ``trust`` is the weight of the cards played; the rest is spread evenly over all worlds. The
    likelihoods are relative.
    """
    rows, logarithms = array_at(worlds, (count, WORLD)), np.zeros(count)
    weights, cards = array_at(policy, (POLICY_CELLS,)), played_in(facts)
    rollouts.weigh_worlds(cards, facts[SEAT], rows, facts[EXCHANGED] != 0, weights, logarithms)
    most, total = greatest(logarithms, count), 0.0
    for index in range(count):
        likely[index] = exponential(logarithms[index] - most)
        total += likely[index]
    features = np.zeros((count, WORLD_FEATURES))
    add_features(
        features,
        array_at(roles, (4,)),
        played_by_each(cards),
        rows,
        array_at(tables, (VALUE_CELLS,)),
        array_at(beyond(tables, VALUE_CELLS), (VALUE_CELLS,)),
        array_at(beyond(tables, 2 * VALUE_CELLS), (VALUE_CELLS,)),
    )
    for index in range(count):
        logarithms[index] = weighted(features[index], belief)
    most = greatest(logarithms, count)
    for index in range(count):
        evidence = trust * likely[index] * count / total + (1 - trust)
        likely[index] = exponential(logarithms[index] - most) * evidence


@entry
def ask_network(
    facts: Ints, weights: Floats, wide: int, narrow: int, probabilities: Floats, behind: Doubles
) -> int:
    """Fill ``probabilities`` with the network's, for the legal cards; return these cards.

    ``behind`` is filled with the logarithms of these probabilities, divided by the greatest one.
    ``weights`` holds the arrays of ``Network`` one after the other; ``wide`` and ``narrow`` are the
    sizes of its hidden layers.
    """
    state = new_state()
    trick = recall(facts, state)
    network = network_of(weights, wide, narrow)
    log = log_of(played_in(facts), facts[EXCHANGED] != 0)
    rated = array_at(probabilities, (MOST_CARDS,))
    cards = network_probabilities(state, trick, log, network, new_layers(network), rated)
    count = cards.bit_count()
    most = greatest(rated, count)
    for index in range(count):
        behind[index] = logarithm(max(rated[index] / most, LEAST_SHARE))
    return cards


@entry
def shuffle_numbers(numbers: Ints, count: int, seed: int) -> None:
    """Fill ``numbers`` with those below ``count`` in random order."""
    stream, shuffled = np.zeros(1, np.uint64), array_at(numbers, (count,))
    for index in range(count):
        shuffled[index] = index
    open_stream(stream, seed, 0)
    shuffle(stream, shuffled, 0, count)


@inlined
def recall(facts: Ints, state: PlayoutState) -> Trick:
    """Fill ``state``, which is empty, with what the seat knows; return the trick on the table."""
    trick = new_trick(0)
    for index in range(facts[COUNT]):
        card = facts[COUNT + 1 + index]
        state[HANDS + trick.seat] |= card
        trick = play_card(state, trick, card)
    state[HANDS + facts[SEAT]] = facts[HAND]
    state[OUT] = state[DISCARDED] = facts[DISCARDS]
    return trick


@inlined
def played_in(facts: Ints) -> Ints:
    """Return the cards played so far, in order."""
    return array_at(facts, (FACTS,))[COUNT + 1 : COUNT + 1 + facts[COUNT]]


@inlined
def played_by_each(cards: Ints) -> Ints:
    """Return the cards that each place has played."""
    played = np.zeros(4, np.int64)
    for card, seat in zip(cards, seats_of(cards)):  # noqa: B905 - compiled; they are equally long
        played[seat] |= card
    return played


@inlined
def greatest(numbers: Doubles, count: int) -> float:
    """Return the greatest of the first ``count`` numbers."""
    most = numbers[0]
    for index in range(1, count):
        most = max(most, numbers[index])
    return most


@inlined
def hidden_of(kinds: int, columns: Ints, rooms: Ints) -> Hidden:
    """Return the hidden cards whose three columns follow each other."""
    known = array_at(columns, (3, kinds))
    return Hidden(known[0], known[1], known[2], (rooms[0], rooms[1], rooms[2], rooms[3]))


@inlined
def network_of(weights: Floats, wide: int, narrow: int) -> Network:
    """Return the network whose arrays follow each other in ``weights``."""
    first_bias = beyond(weights, INPUTS * wide)
    second = beyond(first_bias, wide)
    second_bias = beyond(second, wide * narrow)
    last = beyond(second_bias, narrow)
    return Network(
        array_at(weights, (INPUTS, wide)),
        array_at(first_bias, (wide,)),
        array_at(second, (wide, narrow)),
        array_at(second_bias, (narrow,)),
        array_at(last, (CARDS, narrow)),
        array_at(beyond(last, CARDS * narrow), (CARDS,)),
    )
