"""The two tiers of tests: every change runs the quick one, ``make check-all`` the long one too.

A test that only the long tier runs is marked ``long``. A test that a larger sample makes stronger
takes the size from ``sample_size``.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import settings

LONG = "long"
"""The Hypothesis profile of the long tier (``conftest.py``)."""


def only_long(*parameters: Any) -> list[Any]:
    """Return parameters of a test, marked so that only the long tier runs it with them."""
    return [pytest.param(one, marks=pytest.mark.long) for one in parameters]


def sample_size(quick: int, *, long: int) -> int:
    """The size of a sample in the current tier."""
    return long if settings.get_current_profile_name() == LONG else quick
