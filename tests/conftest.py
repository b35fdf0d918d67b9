"""How thoroughly the properties are tested: quickly, or long when ``DOBBM_LONG`` is set.

The fixtures that are shared are those of ``postgres``.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

from postgres import postgres, postgres_url, sqlite_url, store_url

__all__ = ["postgres", "postgres_url", "sqlite_url", "store_url"]

# A deal is a long draw, and a busy machine is no failure.
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

# Elsewhere every run tries new deals; in CI a failure must be the change's own fault.
REPEATABLE = "CI" in os.environ

settings.register_profile("quick", PATIENT, max_examples=60, derandomize=REPEATABLE)
settings.register_profile("long", PATIENT, max_examples=1000, derandomize=REPEATABLE)
settings.load_profile("long" if os.environ.get("DOBBM_LONG") else "quick")
