"""Programs of Debian that the tests of hosting need."""

from __future__ import annotations

import os
import shutil

import pytest

PLACES = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"


def program(name: str) -> str:
    """The path of a program; without it, skip the test, or fail it in CI."""
    path = shutil.which(name, path=PLACES)
    if path:
        return path
    missing = f"there is no {name}: scripts/debian.sh installs it"
    if "CI" in os.environ:
        pytest.fail(missing)
    pytest.skip(missing)
