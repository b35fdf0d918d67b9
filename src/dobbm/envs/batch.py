"""Many deals at once, millions of actions a second (docs/environments.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import Any, NamedTuple, Self, SupportsIndex, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dobbm.ai.kernel.batches import (
    SKIPPED,
    draw_actions,
    new_deals,
    observe_all_hidden,
    step_all,
)
from dobbm.ai.kernel.deal_row import DEALER, DOBB, HANDS, PHASE, PLACE
from dobbm.ai.kernel.observation import HIDDEN_SIZE
from dobbm.copying import CopiedWhole
from dobbm.envs.encoding import ACTIONS, NUMBERS
from dobbm.envs.following import FollowedDeal, answer, deck_of
from dobbm.envs.one_session import Standing, standings
from dobbm.envs.options import FULL, EnvOptions, verify_full
from dobbm.game.actions import EXCHANGE, Seat
from dobbm.game.arguments import FUNCTION, takes
from dobbm.game.deal import Deal
from dobbm.game.errors import DobbmError, IllegalAction, RecordError, UnknownAction, counted, quoted
from dobbm.game.fields import named, verified, verified_number, whole_number
from dobbm.game.seeds import generator
from dobbm.players import Player, PlayerSource, make_player, player_name

Actions: TypeAlias = NDArray[np.int64]

MOST = 10**8
"""The highest number of environments, of steps in a trajectory, and of sampled worlds."""


class Trajectories(NamedTuple):
    """Many steps of a batch: the first axis counts steps, the second environments."""

    to_act: NDArray[np.int8]
    legal: NDArray[np.bool_]
    observations: NDArray[np.int8]
    """Shape (steps, num_envs, 468); no environments if the batch does not observe."""
    actions: Actions
    rewards: NDArray[np.float64]
    """The reward of each seat for the action, shape (steps, num_envs, players)."""
    done: NDArray[np.bool_]
    """Whether the episode ended with the action."""


class Batch(CopiedWhole):
    """Deals that are played side by side, one action each at a time.

    ``step`` fills the arrays in place and replaces every finished deal by a new one:

    ============  ===================  ====================================================
    array         shape                meaning
    ============  ===================  ====================================================
    to_act        (num_envs,)          the seat to act
    legal         (num_envs, 41)       which actions are legal
    observations  (num_envs, 468)      what the seat to act may know (``encoding.FIELDS``)
    rewards       (num_envs, players)  what each seat received with the last step
    done          (num_envs,)          whether an episode ended with the last step
    ============  ===================  ====================================================

    An episode is a deal or, with ``session=True``, a session.

    >>> batch = Batch(1000, seed=1)
    >>> for _ in range(100):
    ...     batch.step(batch.random_actions())
    >>> float(batch.rewards.sum())
    0.0

    ``bots`` seats players: ``{1: "simple", 3: "trained"}``, or bots of your own. Their actions are
    part of a step, so only the other seats ever have to act. The same seed and actions give the
    same deals.
    """

    def __init__(
        self,
        num_envs: int,
        seed: SupportsIndex = 0,
        *,
        observe: bool = True,
        bots: Mapping[Seat, PlayerSource] | None = None,
        **options: Any,
    ) -> None:
        self.num_envs = verified_count(num_envs)
        self.options = EnvOptions.of(**options)
        observed = verified(observe, bool, "observe", DobbmError)
        bots = verified_bots({} if bots is None else bots, self.options.players, "bots")
        self._table = self.options.table
        with memory_for(self.num_envs, "environment"):
            self._deals = new_deals(
                self.num_envs, seed, self._table, self.options.length, observed=observed
            )
            self._hidden = np.zeros((self.num_envs, HIDDEN_SIZE), np.int8)
        self._bots = _Bots(self, bots, seed) if bots else None
        if self._bots:
            self.done[:] = True  # nothing has begun that these payments could belong to
            self._let_bots_act(self._bots)
            self.done[:] = False

    # The arrays are found again at each access, so that a copy shows its own.

    @property
    def to_act(self) -> NDArray[np.int8]:
        """The seat to act."""
        return self._deals.to_act

    @property
    def legal(self) -> NDArray[np.bool_]:
        """Which actions are legal."""
        return self._deals.legal.view(np.bool_)

    @property
    def observations(self) -> NDArray[np.int8]:
        """The knowledge of the seat to act; no rows if the batch does not observe."""
        return self._deals.observations

    @property
    def rewards(self) -> NDArray[np.float64]:
        """The payment to each seat in the last step."""
        return self._deals.rewards

    @property
    def done(self) -> NDArray[np.bool_]:
        """Whether an episode ended with the last step."""
        return self._deals.done.view(np.bool_)

    @property
    def session(self) -> Standing:
        """Where the sessions stand, as the seats to act see them, shape (num_envs, 2 + players).

        A row has the number of deals until the end, with the one in progress; 1 in a Mußrunde, else
        0; and the ledger without the deal in progress, of the seat to act and then clockwise. Zeros
        without sessions.
        """
        return standings(self.options, self._deals.finished, self._deals.ledgers, self.to_act)

    def step(self, actions: ArrayLike) -> None:
        """Take one action in every deal; ``actions`` are numbers, shape (num_envs,).

        Raises ``IllegalAction`` if an action is not legal, and ``UnknownAction`` if one is not a
        whole number; then nothing has changed.
        """
        numbers = _numbers(actions)
        if numbers.shape != (self.num_envs,):
            raise DobbmError(f"{self.num_envs} actions are needed, not shape {numbers.shape}")
        known = (numbers >= 0) & (numbers < len(ACTIONS))
        if not known.all():
            index = int(known.argmin())
            self._refuse(index, int(numbers[index]))
        chosen = np.ascontiguousarray(numbers, np.int64)
        self._take(chosen)
        if self._bots:
            self.rewards[:] += self._bots.owed
            self._bots.owed[:] = 0
            self._bots.follow(chosen)
            self._let_bots_act(self._bots)

    def random_actions(self) -> Actions:
        """Return a legal action of every deal, all equally likely."""
        actions = np.empty(self.num_envs, np.int64)
        draw_actions(self._deals, actions)
        return actions

    def hidden(self) -> NDArray[np.int8]:
        """Return what the seats to act do not see, shape (num_envs, 180).

        With the observations it is all that there is to know, for critics in training
        (``encoding.HIDDEN_FIELDS``). The array is used again by the next call.
        """
        observe_all_hidden(self._deals, self._hidden)
        return self._hidden

    def deal(self, index: int) -> Deal:
        """Return a deal that has just begun, as a value.

        The order of the cards within a packet is not the one in which they were shuffled. Raises
        ``DobbmError`` for a deal in which somebody has acted.
        """
        index = verified_number(index, 0, self.num_envs - 1, "index", DobbmError)
        row = self._deals.rows[index].tolist()
        if (row[PHASE], row[PLACE]) != (0, 0):
            raise DobbmError(f"the deal in environment {index} has begun: ask before its first bid")
        options = self.options
        verify_full(options, "a deal is a value of the rules engine")
        return Deal.start(
            deck_of(row[HANDS : HANDS + 4], row[DOBB]),
            dealer=row[DEALER],
            players=options.players,
            must=options.must or bool(self.session[index, 1]),
            rules=options.rules,
        )

    @takes(choose=FUNCTION.or_none())
    def trajectories(
        self, steps: int, choose: Callable[[Batch], ArrayLike] | None = None
    ) -> Trajectories:
        """Take ``steps`` steps and return all that happened.

        ``choose`` returns the actions of a step; without it they are random.
        """
        steps = verified_number(steps, 0, MOST, "steps", DobbmError)
        shape = (steps, self.num_envs)
        with memory_for(steps, "step"):
            happened = Trajectories(
                np.empty(shape, np.int8),
                np.empty((*shape, len(ACTIONS)), np.bool_),
                np.empty((steps, *self.observations.shape), np.int8),
                np.empty(shape, np.int64),
                np.empty((*shape, self.options.players)),
                np.empty(shape, np.bool_),
            )
        for step in range(steps):
            happened.to_act[step] = self.to_act
            happened.legal[step] = self.legal
            happened.observations[step] = self.observations
            actions = choose(self) if choose else self.random_actions()
            self.step(actions)
            happened.actions[step] = actions
            happened.rewards[step] = self.rewards
            happened.done[step] = self.done
        return happened

    def close(self) -> None:
        """Release the bots' resources."""
        if self._bots:
            self._bots.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _take(self, actions: Actions) -> None:
        index = step_all(self._deals, actions, self._table, self.options.length)
        if index >= 0:
            self._refuse(index, int(actions[index]))

    def _refuse(self, index: int, action: int) -> None:
        name = ACTIONS[action] if 0 <= action < len(ACTIONS) else f"number {quoted(action)}"
        legal = ", ".join(ACTIONS[number] for number in np.flatnonzero(self.legal[index]))
        raise IllegalAction(f"{name} is not legal in environment {index}: {legal}")

    def _let_bots_act(self, bots: _Bots) -> None:
        """Let the bots act until a seat without a bot has to act in every deal.

        What is paid after the end of an episode is owed to the next step: it belongs to the next.
        """
        while (waiting := np.isin(self.to_act, bots.seats)).any():
            rewards, done = self.rewards.copy(), self.done.copy()
            actions = bots.actions(waiting)
            self._take(actions)
            bots.follow(actions)
            bots.owed[done] += self.rewards[done]
            self.rewards[done] = 0
            np.add(self.rewards, rewards, out=self.rewards)
            np.logical_or(self.done, done, out=self.done)


def verified_count(num_envs: int) -> int:
    """Return the number of environments as an int; raise ``DobbmError`` unless it is positive."""
    return verified_number(num_envs, 1, MOST, "num_envs", DobbmError)


@contextmanager
def memory_for(number: int, thing: str) -> Iterator[None]:
    """Raise ``DobbmError`` if the memory of this machine is not enough for so many things."""
    try:
        yield
    except MemoryError:
        raise DobbmError(f"there is not enough memory for {counted(number, thing)}") from None


def verified_bots(
    bots: Mapping[Seat, PlayerSource], players: int, place: str
) -> dict[Seat, PlayerSource]:
    """Return bots by seat; raise ``DobbmError``, which names ``place``, for anything else."""
    if not isinstance(bots, Mapping):
        raise DobbmError(f"{named(place)} must be a dict of bots by seat, not {quoted(bots)}")
    key = f'a seat in "{place}"'
    return {
        verified_number(seat, 0, players - 1, key, RecordError): bot for seat, bot in bots.items()
    }


def verify_bots_of(options: EnvOptions, bots: Mapping[Seat, PlayerSource]) -> None:
    """Raise ``DobbmError`` for bots that do not know the pack: with a small one, all but random."""
    for bot in bots.values():
        if bot != "random":
            verify_full(options, f"the player {player_name(bot)} knows the game")


def _numbers(actions: ArrayLike) -> NDArray[Any]:
    """Return actions as an array; raise ``UnknownAction`` unless they are whole numbers."""
    if np.ma.is_masked(actions):
        raise UnknownAction("actions must not be masked: every deal needs one")
    if isinstance(actions, np.ndarray) and actions.dtype.hasobject:
        actions = actions.tolist()
    if isinstance(actions, bytes | bytearray | memoryview):
        raise UnknownAction(f"actions must be whole numbers, not {quoted(actions)}")
    if isinstance(actions, Sequence) and not isinstance(actions, str):
        # An array of them would have a common type, in which true is 1.
        whole = [whole_number(action, "an action", UnknownAction) for action in actions]
        large = any(abs(action) >= 2**63 for action in whole)
        return np.array(whole, object if large else np.int64)
    numbers = np.asarray(actions)
    if numbers.dtype.kind not in "iu" and numbers.size:
        raise UnknownAction(f"actions must be whole numbers, not {quoted(actions)}")
    return numbers


class _Bots:
    """The bots of a batch, and the deals as they see them."""

    def __init__(
        self, batch: Batch, bots: Mapping[Seat, PlayerSource], seed: SupportsIndex
    ) -> None:
        free = {*range(batch.options.players)} - {*bots}
        if not free:
            raise DobbmError("at least one seat must be without a bot")
        if batch.options.players == 5 and free == {batch.options.dealer}:
            holiday = f"seat {batch.options.dealer} deals, and with five players never acts"
            raise DobbmError(f"{holiday}: another seat must be without a bot")
        self._batch = batch
        self._players: dict[Seat, Player] = {s: make_player(name) for s, name in bots.items()}
        self._random = generator(seed)
        verify_bots_of(batch.options, bots)
        self._follows = batch.options.pack == FULL
        count = batch.num_envs if self._follows else 0
        self._deals = [FollowedDeal(batch.deal(index)) for index in range(count)]
        self._to_lay: list[list[int]] = [[] for _ in range(batch.num_envs)]
        self.seats = list(bots)
        self.owed = np.zeros_like(batch.rewards)
        """The payments to add to the next step's."""

    def actions(self, waiting: NDArray[np.bool_]) -> Actions:
        """Return the bots' actions in the deals that wait for one, and -1 in all others."""
        actions = np.full(len(waiting), SKIPPED)
        for index in np.flatnonzero(waiting).tolist():
            actions[index] = self._action(index)
        return actions

    def _action(self, index: int) -> int:
        if not self._follows:
            return self._random.choice(np.flatnonzero(self._batch.legal[index]).tolist())
        if self._to_lay[index]:
            return self._to_lay[index].pop()
        deal = self._deals[index].deal
        seat = deal.to_act
        assert seat is not None
        action = answer(self._players[seat], deal, self._random.getrandbits(62))
        if deal.phase != EXCHANGE:
            return NUMBERS[action]
        first, *self._to_lay[index] = [NUMBERS[card] for card in action.split()]
        return first

    def follow(self, actions: Actions) -> None:
        """Take the actions that the batch has just taken."""
        for index, action in enumerate(actions.tolist() if self._follows else ()):
            if action == SKIPPED:
                continue
            self._deals[index].act(action)
            if self._deals[index].deal.to_act is None:
                self._deals[index] = FollowedDeal(self._batch.deal(index))

    def close(self) -> None:
        for player in self._players.values():
            player.close()
