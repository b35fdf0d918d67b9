"""How thoroughly properties are tested in each tier, and the shared fixtures of ``postgres``.

Quick runs try the same examples every time, so a failure is the change's own fault. Long ones
explore.
"""

from __future__ import annotations

import gc
import signal

from hypothesis import HealthCheck, settings

from postgres import postgres, postgres_url, sqlite_url, store_url
from tiers import LONG

__all__ = ["postgres", "postgres_url", "sqlite_url", "store_url"]

# A deal is a long draw, and a busy machine is no failure.
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

settings.register_profile("quick", PATIENT, max_examples=25, derandomize=True)
settings.register_profile(LONG, PATIENT, max_examples=1000)
settings.load_profile("quick")

# Whatever started the tests may have told its children to ignore Ctrl-C; ours must not.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish() -> None:
    """Thousands of tests stay for good: the garbage collector need not look at them each time."""
    gc.collect()
    gc.freeze()
