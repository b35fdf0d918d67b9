"""A browser that paints cards."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from deck.painter import Painter

CHROMIUM = Path("/usr/bin/chromium-headless-shell")


@pytest.fixture(scope="package")
def painter() -> Iterator[Painter]:
    """A painter of cards; skips without Playwright or Chromium.

    Its event loop must not outlive these tests, because others start loops of their own.
    """
    api = pytest.importorskip("playwright.sync_api")
    if not CHROMIUM.exists():
        pytest.skip("needs chromium-headless-shell")
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
        yield Painter(browser.new_page())
        browser.close()
