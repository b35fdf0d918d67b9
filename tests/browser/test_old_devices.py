"""The pocket edition on devices that can do less: with little memory, too old."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

import taps
from browser.conftest import Come
from browser.homes import FOLDER, STARTING
from browser.people import Person

pytestmark = pytest.mark.timeout(600)

NO_MEMORY = """
  const { Instance } = WebAssembly;
  WebAssembly.Instance = class extends Instance {
    constructor(module, ...given) {
      if (WebAssembly.Module.exports(module).some(({ name }) => name === "__heap_base"))
        throw new RangeError("WebAssembly.Instance(): Out of memory: Cannot allocate Wasm memory");
      super(module, ...given);
    }
  };
"""
NO_COMPILER = """
  WebAssembly.compileStreaming = async () => {
    throw new WebAssembly.CompileError("Out of memory");
  };
"""
TOO_OLD = "WebAssembly.validate = () => false;"
WEAK = "This browser can run only the easy-going bots"


def plays_a_deal_without_hints(person: Person) -> None:
    """Play a deal against easy-going bots, and look back at it."""
    person.press(person.button("Play now"))
    expect(person.hand).to_have_count(8, timeout=STARTING)
    expect(person.button("Hint")).to_have_count(0)
    person.play_deal()
    person.press(person.page.get_by_role("link", name="Look back").first)
    person.sees("Trick 1")
    expect(person.page.get_by_text(WEAK)).not_to_have_count(0)


@pytest.mark.long
def test_a_device_without_memory_for_the_kernel_plays_with_easy_going_bots(
    come: Come, host: str
) -> None:
    person = come(to=host, script=taps.in_workers(NO_MEMORY))
    person.open(f"{FOLDER}/")
    person.page.get_by_text(WEAK).first.wait_for(timeout=STARTING)
    plays_a_deal_without_hints(person)


def is_told_at_once(person: Person) -> None:
    asked: list[str] = []
    person.page.on("request", lambda request: asked.append(request.url))
    person.open(f"{FOLDER}/")
    person.sees("This device or this browser cannot run the game.")
    assert not [address for address in asked if address.endswith((".zip", ".asm.wasm"))]


@pytest.mark.long
def test_a_device_that_cannot_compile_the_game_is_told_for_good(come: Come, host: str) -> None:
    """Parts that arrive later say nothing else."""
    person = come(to=host, script=taps.in_workers(NO_COMPILER))
    late: list[Route] = []
    person.context.route("**/weights.zip", lambda route: late.append(route))
    person.open(f"{FOLDER}/")
    person.sees("This device or this browser cannot run the game.")
    with person.page.expect_response("**/weights.zip"):
        late[0].continue_()
    person.press(person.button("Play now"))
    person.sees("There is no game here")


def test_a_browser_that_cannot_run_python_is_told_before_it_loads_it(come: Come, host: str) -> None:
    is_told_at_once(come(to=host, script=taps.in_workers(TOO_OLD)))


def test_a_browser_that_cannot_read_pyodide_is_told_before_it_loads_it(
    come: Come, host: str
) -> None:
    person = come(to=host)
    unreadable = {"body": "static {", "content_type": "text/javascript"}
    person.context.route("**/pocket/modern.js", lambda route: route.fulfill(**unreadable))
    is_told_at_once(person)
