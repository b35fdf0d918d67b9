"""Simulated time and chance: an event loop on which an evening takes only its computation.

Time stands still while any task can run. When all tasks are waiting, it jumps to the moment at
which the first of them resumes. There are therefore no races, and the same work always runs in the
same order.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextvars import Context
from random import Random
from selectors import SelectSelector
from typing import Any, TypeVar, TypeVarTuple

from dobbm.runtime.entropy import PERSON_BYTES, SECRET_BYTES, TABLE_BYTES, TOKEN_BYTES

Result = TypeVar("Result")
Arguments = TypeVarTuple("Arguments")

START = 1_700_000_000.0
"""The wall time at which simulations begin, in Unix seconds."""
TICK = 1e-6
"""The shortest wait, in seconds."""
ROUNDS = 500_000
"""Loop iterations before a simulation is aborted; an evening at a table takes about 40,000."""


class Deadlock(RuntimeError):
    """All tasks are waiting, and none can ever resume."""


class Endless(RuntimeError):
    """The simulation has not ended after ``ROUNDS`` iterations of the event loop."""


class _Selector(SelectSelector):
    """A selector that advances the simulated time instead of waiting."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        self._rounds = 0

    def select(self, timeout: float | None = None) -> list[Any]:
        self._rounds += 1
        if self._rounds == ROUNDS:
            raise Endless(f"the simulation did not end within {ROUNDS} rounds")
        if timeout is not None and timeout <= 0:
            return []  # some task can run; the loop asks again before time advances
        ready = super().select(0)
        if not ready:
            if timeout is None:
                raise Deadlock("every task is waiting, and none can ever continue")
            self.now += timeout
        return ready


class SimulatedLoop(asyncio.SelectorEventLoop):
    """An event loop whose time advances only when no task can run."""

    def __init__(self) -> None:
        self._simulated = _Selector()
        super().__init__(self._simulated)

    def time(self) -> float:
        """Return the simulated seconds since the loop was created."""
        return self._simulated.now

    def skip(self, seconds: float) -> None:
        """Let ``seconds`` pass at once."""
        self._simulated.now += seconds

    def call_at(
        self,
        when: float,
        callback: Callable[[*Arguments], object],
        *args: *Arguments,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        """Schedule as usual, but at least ``TICK`` ahead, so that rounding cannot stall time."""
        return super().call_at(max(when, self.time() + TICK), callback, *args, context=context)


class SimulatedClock:
    """The clock of a ``SimulatedLoop``. Its wall time can be set."""

    def __init__(self) -> None:
        self._ahead = START

    def now(self) -> float:
        """Return wall time in Unix seconds."""
        return self.monotonic() + self._ahead

    def monotonic(self) -> float:
        """Return the seconds since the start of the loop."""
        return asyncio.get_running_loop().time()

    async def sleep(self, seconds: float) -> None:
        """Sleep for ``seconds`` of simulated time."""
        await asyncio.sleep(seconds)

    def pause(self, seconds: float) -> None:
        """Let ``seconds`` pass in which no task can run, as when the process is stopped."""
        loop = asyncio.get_running_loop()
        assert isinstance(loop, SimulatedLoop)
        loop.skip(seconds)

    def set(self, by: float) -> None:
        """Set the wall clock forward by ``by`` seconds, or back if ``by`` is negative."""
        self._ahead += by


def simulate(main: Coroutine[Any, Any, Result]) -> Result:
    """Run ``main`` in simulated time and return its result."""
    with asyncio.Runner(loop_factory=SimulatedLoop) as runner:
        return runner.run(main)


class SeededEntropy:
    """Reproducible randomness from a seed, in place of the system's."""

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)

    def table_id(self) -> str:
        """See ``Entropy``."""
        return self._rng.randbytes(TABLE_BYTES).hex()

    def person_id(self) -> str:
        """See ``Entropy``."""
        return self._rng.randbytes(PERSON_BYTES).hex()

    def token(self) -> str:
        """See ``Entropy``."""
        return self._rng.randbytes(TOKEN_BYTES).hex()

    def secret(self) -> str:
        """See ``Entropy``."""
        return self._rng.randbytes(SECRET_BYTES).hex()

    def lot(self, below: int) -> int:
        """See ``Entropy``."""
        return self._rng.randrange(below)
