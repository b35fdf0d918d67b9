"""The two tiers of tests: every change runs the quick one, ``make check-all`` the long one too.

A test that only the long tier runs is marked ``long``. A test that a larger sample makes stronger
takes its size from here.
"""

from __future__ import annotations

from hypothesis import settings

LONG = "long"
"""The Hypothesis profile of the long tier (``conftest.py``)."""


def sample_size(quick: int, *, long: int) -> int:
    """The size of a sample in the tier that runs."""
    return long if settings.get_current_profile_name() == LONG else quick
