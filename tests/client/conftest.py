"""Fixtures: the page's scripts in Node."""

from __future__ import annotations

import pytest

from client.scripts import Scripts


@pytest.fixture(scope="session")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> Scripts:
    return Scripts(tmp_path_factory.mktemp("scripts"))
