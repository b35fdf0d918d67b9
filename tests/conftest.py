"""The Hypothesis profile of each tier, and the shared fixtures of ``postgres``.

Quick runs try the same examples every time, so a new failure is due to the change. Long runs try
new examples.
"""

from __future__ import annotations

import gc
import os
import shutil
import signal
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, settings

from postgres import postgres, postgres_url, sqlite_url, store_url
from tiers import LONG

__all__ = ["postgres", "postgres_url", "sqlite_url", "store_url"]

# Drawing a deal takes long, and a busy machine is not a failure.
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

settings.register_profile("quick", PATIENT, max_examples=25, derandomize=True)
settings.register_profile(LONG, PATIENT, max_examples=1000)
settings.load_profile("quick")

# A parent process that ignores Ctrl-C passes this on; the tests need the default.
signal.signal(signal.SIGINT, signal.default_int_handler)

MEMORY = Path("/dev/shm")
ROOM = 4 * 1024**3
"""Bytes; the files of one run take less than a tenth."""

# Nothing here outlives the machine, and a disk writes each change of a database down, at once.
if MEMORY.is_dir() and "TMPDIR" not in os.environ and shutil.disk_usage(MEMORY).free > ROOM:
    os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)

# Nothing that is made while the tests are collected becomes garbage.
gc.disable()


def pytest_collection_finish() -> None:
    """Exempt the collected tests from garbage collection: there are thousands, and they stay."""
    gc.collect()
    gc.freeze()
    gc.enable()
