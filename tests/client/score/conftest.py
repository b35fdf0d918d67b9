"""The page's score sheet in Node; tests that need it are skipped without Node."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest

from client.score.page import Page


@pytest.fixture(scope="session")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    if not shutil.which("node"):
        pytest.skip("Node is not installed")
    page = Page(tmp_path_factory.mktemp("page"))
    yield page
    page.close()
