"""Trains the network of ``ai.network`` by self-play, best on an accelerator (docs/bots.md).

The method is proximal policy optimisation (Schulman et al., 2017). Many deals are played side by
side, all by the network. A second network, the critic, sees all cards and estimates the declarer's
final points; how this estimate changes after a card is the card's advantage. Cards with an
advantage become likelier. The critic is needed for training only.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dobbm.ai.evaluation import lookup_tables
from dobbm.ai.kernel.network import CARDS, INPUTS, LOG_SIZE, WORDS, Network
from dobbm.ai.kernel.playout_state import STATE_SIZE
from dobbm.ai.kernel.policy_gradient import DECISIONS
from dobbm.ai.kernel.position import Trick
from dobbm.ai.kernel.self_play import (
    ALL_INPUTS,
    ALL_WORDS,
    deal_each,
    finish_each,
    gained_each,
    play_each,
    read_each,
)
from dobbm.ai.network import TrainedNetwork
from dobbm.extras import extra_network
from dobbm.game.seeds import fixed_size, verified_seed
from dobbm.training.examples import COMPANION
from dobbm.training.reports import Progress
from dobbm.training.self_play import LEAST, MEMORY, MOMENTUM, between

with extra_network("training a network"):
    import jax
    import jax.numpy as jnp
    import optax
    from jax import Array

TOGETHER = 65_536
"""The number of deals that are played side by side; after them, the weights are updated."""
PARTS = 32
"""The number of updates from these deals."""
HIDDEN = (512, 256)
CRITICS_HIDDEN = (1024, 512, 256)

TEMPERATURE = (1.5, 0.1)
"""The softmax temperature at the start and the end of training; it falls geometrically. It is the
advantage in card points that makes one card e times as likely as another."""
STEPS = (1e-3, 2e-5)
"""The learning rate at the start and the end of training; it falls geometrically."""
CLIP = 0.2
"""The share by which one round may change the probability of a card."""
TRACE = 0.95
"""The decay per card with which an advantage counts later changes of the critic's estimate
(Schulman et al., 2016)."""
AVERAGED = 0.998
"""The decay per update of the average of the weights; the average is the result."""
ADAM = optax.scale_by_adam(MOMENTUM, MEMORY, LEAST)
SPREAD = 30.0
"""The scale of the critic's estimates, in card points."""

Rows: TypeAlias = NDArray[np.int64]
"""One row, or one number, for each deal."""
Layers: TypeAlias = list[tuple[Array, Array]]
"""The weights and biases of a network's layers."""


class Learned(NamedTuple):
    """All that training changes: the two networks, Adam's moments, and the average."""

    networks: tuple[Layers, Layers]
    """The network and the critic."""
    moments: optax.OptState
    average: Layers


class Round(NamedTuple):
    """The decisions of a round; the first axis counts cards, the second deals."""

    inputs: Array
    everything: Array
    """The inputs of the critic."""
    legal: Array
    """The legal cards, a bit each, in two words."""
    declaring: Array
    """Whether the declarer plays."""
    gained: Array
    """The declarer's points so far."""
    chosen: Array
    likely: Array
    """The logarithm of the probability of the card chosen."""


def learn_network(
    deals: int, seed: int, report: Progress, pause: Callable[[], None] = lambda: None
) -> TrainedNetwork:
    """Learn the network's weights from ``deals`` deals in self-play, starting at random.

    At least ``PARTS`` deals are needed. A remainder that does not fill a round is left out.
    ``pause`` is called after every card; if it raises, the training ends.
    """
    together = min(TOGETHER, deals - deals % PARTS)
    rounds = deals // together
    key, own = jax.random.split(jax.random.key(fixed_size(seed, bits=32)))
    learned = _new(own)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        table = _Table(together, seed, key, pool, pause)
        return _learn(table, learned, rounds, report)


def _learn(table: _Table, learned: Learned, rounds: int, report: Progress) -> TrainedNetwork:
    update = jax.jit(_update, donate_argnums=0)
    for number in range(rounds):
        done = number / rounds
        played, final = table.play(number, learned.networks[0])
        learned = update(learned, played, final, between(STEPS, done), between(TEMPERATURE, done))
        report("deals", (number + 1) * table.deals, rounds * table.deals)
    first, second, last = [(np.asarray(w), np.asarray(b)) for w, b in learned.average]
    network = Network(*first, *second, np.ascontiguousarray(last[0].T), last[1])
    return TrainedNetwork(network, {"deals": rounds * table.deals, "seed": table.seed})


class _Table:
    """Deals played side by side, on all processor cores."""

    def __init__(
        self,
        deals: int,
        seed: int,
        key: Array,
        pool: ThreadPoolExecutor,
        pause: Callable[[], None],
    ) -> None:
        self.deals, self.seed = deals, verified_seed(seed)
        self._key, self._pool, self._pause = key, pool, pause
        self._state = (
            np.zeros((deals, STATE_SIZE), np.int64),
            np.zeros((deals, len(Trick._fields)), np.int64),
            np.zeros((deals, LOG_SIZE), np.int64),
        )
        cores = os.cpu_count() or 1
        edges = [deals * part // cores for part in range(cores + 1)]
        self._parts = [slice(*pair) for pair in pairwise(edges)]

    def play(self, number: int, network: Layers) -> tuple[Round, Array]:
        """Play new deals to the end; return the decisions, and the declarer's final points."""
        tables = lookup_tables()
        strengths = (tables.dobbm, tables.solo)
        seed, numbers = fixed_size(self.seed), number * self.deals + np.arange(self.deals)

        def deal(states: Rows, tricks: Rows, logs: Rows, numbers: Rows) -> None:
            deal_each(states, tricks, logs, numbers, seed, strengths, tables.kept, COMPANION)

        self._each(deal, *self._state, numbers)
        decisions = [self._decide(network) for _ in range(DECISIONS)]
        final = np.empty(self.deals, np.float32)
        self._each(finish_each, *self._state, final)
        return Round(*map(jnp.stack, zip(*decisions, strict=True))), jnp.asarray(final)

    def _decide(self, network: Layers) -> Round:
        """Play one card in each deal."""
        inputs = np.empty((self.deals, WORDS), np.uint64)
        everything = np.empty((self.deals, ALL_WORDS), np.uint64)
        legal = np.empty((self.deals, 1), np.uint64)
        gained = np.empty(self.deals, np.float32)
        declaring = self._state[1][:, Trick._fields.index("seat")] == 0
        self._each(read_each, *self._state, inputs, everything, legal)
        self._each(gained_each, self._state[0], gained)
        self._key, key = jax.random.split(self._key)
        read, allowed = (jnp.asarray(words.view(np.uint32)) for words in (inputs, legal))
        chosen, likely = _choose(network, read, allowed, key)
        cards = np.asarray(chosen)
        self._pause()
        self._each(play_each, *self._state, cards)
        seen = jnp.asarray(everything.view(np.uint32))
        return Round(
            read, seen, allowed, jnp.asarray(declaring), jnp.asarray(gained), chosen, likely
        )

    def _each(self, function: Callable[..., None], *arrays: Any) -> None:
        """Call ``function`` with each part's rows of the arrays."""

        def call(part: slice) -> None:
            function(*(array[part] for array in arrays))

        list(self._pool.map(call, self._parts))


def _new(key: Array) -> Learned:
    """Return networks with random weights."""
    keys = jax.random.split(key)
    network = _random_layers(keys[0], (INPUTS, *HIDDEN, CARDS))
    critic = _random_layers(keys[1], (ALL_INPUTS, *CRITICS_HIDDEN, 1))
    average = jax.tree.map(jnp.array, network)
    return Learned((network, critic), ADAM.init((network, critic)), average)


def _random_layers(key: Array, sizes: tuple[int, ...]) -> Layers:
    """Return random layers (He et al., 2015); the last one is weak, so it begins undecided."""
    layers = []
    for size, following in pairwise(sizes):
        key, own = jax.random.split(key)
        strength = np.sqrt(2 / size) * (1 if following != sizes[-1] else 0.1)
        layers.append((strength * jax.random.normal(own, (size, following)), jnp.zeros(following)))
    return layers


def _bits(words: Array, count: int) -> Array:
    """Return the first ``count`` bits of words of 32 bits, as numbers."""
    bits = (words[..., None] >> jnp.arange(32, dtype=jnp.uint32)) & 1
    return bits.reshape(*words.shape[:-1], -1)[..., :count].astype(jnp.bfloat16)


def _outputs(layers: Layers, values: Array) -> Array:
    for index, (weights, bias) in enumerate(layers):
        if index:
            values = jax.nn.relu(values)
        values = bias + jnp.dot(
            values.astype(jnp.bfloat16),
            weights.astype(jnp.bfloat16),
            preferred_element_type=jnp.float32,
        )
    return values


def _logits(network: Layers, inputs: Array, legal: Array) -> Array:
    return jnp.where(_bits(legal, CARDS) > 0, _outputs(network, _bits(inputs, INPUTS)), -1e9)


def _estimates(critic: Layers, everything: Array, gained: Array) -> Array:
    """Return the declarer's final points as the critic expects them."""
    return gained + SPREAD * _outputs(critic, _bits(everything, ALL_INPUTS))[..., 0]


@jax.jit
def _choose(network: Layers, inputs: Array, legal: Array, key: Array) -> tuple[Array, Array]:
    """Return a card drawn for each deal, and the logarithms of their probabilities."""
    logits = _logits(network, inputs, legal)
    chosen = jax.random.categorical(key, logits)
    return chosen.astype(jnp.int32), _likely(logits, chosen)


def _likely(logits: Array, chosen: Array) -> Array:
    return jnp.take_along_axis(jax.nn.log_softmax(logits), chosen[:, None], 1)[:, 0]


def _update(
    learned: Learned, played: Round, final: Array, step: float, temperature: float
) -> Learned:
    """Return what has been learned from a round, in ``PARTS`` updates."""
    critic = learned.networks[1]
    estimates = jax.lax.map(
        lambda seen: _estimates(critic, *seen), (played.everything, played.gained)
    )
    changes = jnp.concatenate([estimates[1:], final[None]]) - estimates

    def sum_up(later: Array, change: Array) -> tuple[Array, Array]:
        total = change + TRACE * later
        return total, total

    _, sums = jax.lax.scan(sum_up, jnp.zeros_like(final), changes, reverse=True)
    advantages = jnp.where(played.declaring, sums, -sums)

    def split(column: Array) -> Array:
        rest = column.shape[2:]
        divided = column.reshape(DECISIONS, PARTS, -1, *rest)
        return jnp.moveaxis(divided, 1, 0).reshape(PARTS, -1, *rest)

    batches = jax.tree.map(split, (played, advantages, estimates + sums))

    def learn(learned: Learned, batch: tuple[Round, Array, Array]) -> tuple[Learned, None]:
        gradient = jax.grad(_loss)(learned.networks, *batch, temperature)
        return _step(learned, gradient, step), None

    return jax.lax.scan(learn, learned, batches)[0]


def _loss(
    networks: tuple[Layers, Layers],
    played: Round,
    advantages: Array,
    targets: Array,
    temperature: float,
) -> Array:
    """Return the loss of the network plus that of the critic, which share no weights."""
    network, critic = networks
    logits = _logits(network, played.inputs, played.legal)
    ratio = jnp.exp(_likely(logits, played.chosen) - played.likely)
    kept = jnp.clip(ratio, 1 - CLIP, 1 + CLIP)
    gains = jnp.minimum(ratio * advantages, kept * advantages)
    logarithms = jax.nn.log_softmax(logits)
    entropy = -(jnp.exp(logarithms) * jnp.maximum(logarithms, -50)).sum(-1)
    free = jax.lax.population_count(played.legal).sum(-1) > 1
    gain = (free * (gains + temperature * entropy)).sum() / free.sum()
    errors = _estimates(critic, played.everything, played.gained) - targets
    return (errors**2).mean() - gain


def _step(learned: Learned, gradient: Any, length: float) -> Learned:
    """Return the weights after one step of Adam."""
    directions, moments = ADAM.update(gradient, learned.moments)
    steps = jax.tree.map(lambda direction: -length * direction, directions)
    networks = optax.apply_updates(learned.networks, steps)
    average = optax.incremental_update(networks[0], learned.average, 1 - AVERAGED)
    return Learned(networks, moments, average)
