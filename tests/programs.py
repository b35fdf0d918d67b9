"""Programs of Debian that some tests need."""

from __future__ import annotations

import os
import shutil
from typing import NoReturn

import pytest

PLACES = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"


def program(name: str) -> str:
    """The path of a program; without it, skip the test, or fail it in CI."""
    return shutil.which(name, path=PLACES) or miss(name)


def miss(name: str) -> NoReturn:
    """Skip a test that needs what this machine lacks, or fail it in CI."""
    missing = f"there is no {name}: scripts/debian.sh installs it"
    if "CI" in os.environ:
        pytest.fail(missing)
    pytest.skip(missing)
