"""Fixtures: the page's scripts in Node."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from client.scripts import Scripts


@pytest.fixture(scope="session")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scripts]:
    scripts = Scripts(tmp_path_factory.mktemp("scripts"))
    yield scripts
    scripts.close()
