"""Simulated time: an event loop on which an evening takes as long as its work.

Time stands still while anything can be done. Only when everybody waits does it jump to the moment
at which the first of them goes on. So nothing races, and the same work happens in the same order
every time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextvars import Context
from selectors import SelectSelector
from typing import Any, TypeVar, TypeVarTuple

Result = TypeVar("Result")
Arguments = TypeVarTuple("Arguments")

START = 1_700_000_000.0
"""The wall time at which simulations begin."""
TICK = 1e-6
"""Seconds that the shortest wait takes."""
ROUNDS = 500_000
"""Rounds of the loop after which a simulation is given up. An evening at a table takes 40,000."""


class Deadlock(RuntimeError):
    """Everybody waits, and nobody will ever go on."""


class Endless(RuntimeError):
    """The simulation goes round in circles."""


class _Selector(SelectSelector):
    """Lets time pass instead of waiting."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        self._rounds = 0

    def select(self, timeout: float | None = None) -> list[Any]:
        self._rounds += 1
        if self._rounds == ROUNDS:
            raise Endless(f"the simulation has not ended after {ROUNDS} rounds")
        ready = super().select(0)
        if not ready:
            if timeout is None:
                raise Deadlock("everybody waits, and nobody will ever go on")
            self.now += max(0.0, timeout)
        return ready


class SimulatedLoop(asyncio.SelectorEventLoop):
    """An event loop whose time passes only when nothing else is left to do."""

    def __init__(self) -> None:
        self._simulated = _Selector()
        super().__init__(self._simulated)

    def time(self) -> float:
        """Seconds since the start."""
        return self._simulated.now

    def call_at(
        self,
        when: float,
        callback: Callable[[*Arguments], object],
        *args: *Arguments,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        """As everywhere, but never at once: a rest that rounding leaves must come to an end."""
        return super().call_at(max(when, self.time() + TICK), callback, *args, context=context)


class SimulatedClock:
    """The clock of a ``SimulatedLoop``. Its wall time can be set."""

    def __init__(self) -> None:
        self._ahead = START

    def now(self) -> float:
        """Wall time in Unix seconds."""
        return self.monotonic() + self._ahead

    def monotonic(self) -> float:
        """Seconds since the start of the loop."""
        return asyncio.get_running_loop().time()

    async def sleep(self, seconds: float) -> None:
        """Wait so many simulated seconds."""
        await asyncio.sleep(seconds)

    def set(self, by: float) -> None:
        """Set the wall clock forward, or back where ``by`` is negative."""
        self._ahead += by


def simulate(main: Coroutine[Any, Any, Result]) -> Result:
    """The result of ``main``, run on simulated time."""
    with asyncio.Runner(loop_factory=SimulatedLoop) as runner:
        return runner.run(main)
