"""The kernel gives the same answers as native code and as WebAssembly, bit for bit."""

from __future__ import annotations

import subprocess
import sys
from array import array
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from threading import Thread

import pytest
import wasmtime

from deals_in_play import before_the_first_card, decisions
from dobbm.ai import evaluation, machine, network, rollouts
from dobbm.ai.calling import KernelError, Machine, Out
from dobbm.ai.code_cache import PACKAGE
from dobbm.ai.facts import facts_in_play
from dobbm.ai.kernel.entries import ENTRIES
from dobbm.ai.layout import Sizes
from dobbm.ai.machine import new_machine, sizes, use_machine
from dobbm.ai.solver import Solver
from dobbm.ai.wasmtime import WasmtimeInstance, kernel
from dobbm.ai.worlds import Worlds
from dobbm.game.cards import DECK, shuffled
from dobbm.game.deal import Deal
from dobbm.game.errors import DobbmError
from dobbm.game.rules import PRESETS, Rules
from dobbm.game.view import View
from dobbm.players import make_player
from dobbm.players.pimc.belief import likelihood
from scripts.kernel_sources import digest_of_build

KERNEL = PACKAGE / "ai" / "kernel" / "kernel.wasm"
KINDS = ("native", "wasm")


def on_each(answer: Callable[[], object]) -> tuple[object, object]:
    """The answers on a native machine and on one of WebAssembly."""
    found = []
    for kind in KINDS:
        use_machine(kind)
        found.append(answer())
    use_machine(None)
    first, second = found
    return first, second


def views(count: int, seed: int) -> Iterator[View]:
    """Views of seats that must play one of several cards, late ones as often as early ones."""
    for deal in decisions(count, seed):
        yield View.of(deal, deal.to_act)


@pytest.mark.parametrize("count", [12, pytest.param(640, marks=pytest.mark.long)])
def test_deals_have_the_same_values_after_the_same_search(count: int) -> None:
    def solve_all() -> list[object]:
        rng, solver = Random(51), Solver()
        return [solver.solve(before_the_first_card(rng)) for _ in range(count)]

    native, wasm = on_each(solve_all)
    assert native == wasm


@pytest.mark.parametrize("count", [60, pytest.param(2_000, marks=pytest.mark.long)])
def test_positions_in_mid_play_are_rated_the_same(count: int) -> None:
    def rate_all() -> list[object]:
        found: list[object] = []
        for view in views(count, seed=52):
            possible, facts = Worlds.of(view), facts_in_play(view)
            drawn = possible.drawn(20, 7, possible.from_declarer)
            found += [possible.count, drawn, Solver().values(facts, drawn)]
            found += [likelihood(view, drawn), rollouts.played_values(facts, drawn, 3, 5)]
            found += [network.preferences(view), rollouts.ranked_cards(view)]
        return found

    native, wasm = on_each(rate_all)
    assert native == wasm


def test_hands_and_discards_have_the_same_values() -> None:
    def value_all() -> list[object]:
        rng, found = Random(53), []
        for _ in range(40):
            twelve = sum(shuffled(rng)[:12])
            found.append((evaluation.best_discards(twelve, Rules(), 8), _points(rng)))
        return list(found)

    native, wasm = on_each(value_all)
    assert native == wasm


def _points(rng: Random) -> tuple[float, float]:
    hand = sum(shuffled(rng)[:8])
    return evaluation.solo_points(hand), evaluation.dobbm_points(hand)


@pytest.mark.parametrize("player", ["trained", "network", "pimc:quick"])
@pytest.mark.parametrize("preset", PRESETS)
def test_a_player_plays_the_same_deals(player: str, preset: str) -> None:
    def play_all() -> list[object]:
        rng, bot, found = Random(54), make_player(player), []
        for players in (4, 5):
            deal = Deal.start(shuffled(rng), dealer=3, players=players, rules=Rules.of(preset))
            while deal.to_act is not None:
                deal = deal.apply(bot.act(View.of(deal, deal.to_act), rng.getrandbits(30)) or "")
            found.append(deal.steps)
        return list(found)

    native, wasm = on_each(play_all)
    assert native == wasm


def test_the_cards_of_the_likeliest_play_are_the_same() -> None:
    def play_all() -> list[object]:
        return [rollouts.likeliest_cards(deal) for deal in decisions(30, seed=55)]

    native, wasm = on_each(play_all)
    assert native == wasm


def test_the_kernel_is_compiled_from_the_present_sources() -> None:
    """After a change, run ``make kernel``."""
    assert digest_of_build().encode() in KERNEL.read_bytes()


@pytest.mark.long
def test_the_kernel_is_compiled_to_the_same_bytes_again(tmp_path: Path) -> None:
    again, script = tmp_path / "kernel.wasm", Path(__file__).parents[2] / "scripts" / "kernel.py"
    subprocess.run([sys.executable, script, again], check=True)
    assert again.read_bytes() == KERNEL.read_bytes()


def test_webassembly_exports_the_entry_points_and_imports_only_what_reports_a_fault() -> None:
    module = kernel().module
    exported = {each.name for each in module.exports}
    assert exported == {*ENTRIES, "arguments", "memory", "__heap_base", "__stack_pointer"}
    assert all(name.startswith(("Py", "numba_", "log10")) for name in map(_name, module.imports))


def test_webassembly_needs_no_simd_which_old_processors_lack() -> None:
    config = wasmtime.Config()
    config.wasm_relaxed_simd = config.wasm_simd = False
    assert wasmtime.Module(wasmtime.Engine(config), KERNEL.read_bytes())


def _name(imported: object) -> str:
    return str(imported.name)  # type: ignore[attr-defined]


@pytest.fixture(params=KINDS)
def runs(request: pytest.FixtureRequest) -> Machine:
    return new_machine(request.param)


def test_a_kept_array_is_made_once_and_stays_through_later_calls(runs: Machine) -> None:
    made = []

    def make() -> array[float]:
        made.append("again")
        return array("d", evaluation.stored_tables()["solo"].numbers)

    hands = array("q", [sum(DECK[:8])])
    found = []
    for _ in range(3):
        out = Out("d", 1)
        runs.call("look_up_hands", runs.keep("solo", make), hands, array("q", [0]), 1, out)
        runs.call("draw_worlds", 1 << 40, 1, 0, Out("q", 5_000), 5_000)
        found.append(out.values[0])
    assert made == ["again"]
    assert len(set(found)) == 1


def test_arrays_of_any_size_fit(runs: Machine) -> None:
    """Ten megabytes of worlds do not fit into the first memory of WebAssembly."""
    numbers = Out("q", 1_300_000)
    runs.call("draw_worlds", 1_000, 5, 0, numbers, len(numbers.values))
    assert 0 <= min(numbers.values) < max(numbers.values) < 1_000


def test_the_sizes_are_those_of_the_stored_arrays(runs: Machine) -> None:
    found: Sizes = sizes(runs)
    assert found.values == len(evaluation.stored_tables()["solo"].numbers)
    assert found.policy == rollouts.learned_policy().weights.size


def test_a_fault_of_the_kernel_is_an_error_that_names_its_place() -> None:
    """An address beyond the memory, as no caller of ours passes it."""
    runs = new_machine("wasm")
    place = r"(?s)^the kernel stopped in sizes: .*dobbm::ai::kernel::entries::sizes"
    with pytest.raises(KernelError, match=place):
        runs.call("sizes", 0xFFFF_FFF0)
    assert sizes(runs).inputs


def test_a_machine_that_has_stopped_often_still_answers() -> None:
    """Each time, what was on its stack is gone, too: it holds about 1,600 such calls."""
    runs = new_machine("wasm")
    for _ in range(10_000):
        with pytest.raises(KernelError, match="draw_worlds"):
            runs.call("draw_worlds", 0, 1, 0, Out("q", 5), 5)
    assert sizes(runs).inputs


def test_a_call_may_need_more_memory_than_it_finds() -> None:
    """The candidates of the belief, thirty times as many as a bot draws."""
    view = next(views(1, seed=56))
    possible = Worlds.of(view)
    drawn = possible.drawn(60_000, 7, possible.from_declarer)
    native, wasm = on_each(lambda: sum(likelihood(view, drawn)))
    assert native == wasm


def test_too_little_memory_is_an_error_of_the_kernel() -> None:
    with pytest.raises(KernelError, match="too little memory"):
        WasmtimeInstance().grow(1 << 16)


@pytest.mark.parametrize("kind", ["native", "wasm"])
def test_a_division_by_zero_in_the_kernel_is_an_error(kind: str) -> None:
    """No worlds, as no caller of ours asks for them."""
    with pytest.raises(KernelError, match=r"^the kernel stopped in draw_worlds: "):
        new_machine(kind).call("draw_worlds", 0, 1, 0, Out("q", 5), 5)


def test_every_thread_has_a_machine_of_its_own() -> None:
    found = []
    threads = [Thread(target=lambda: found.append(machine.machine())) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({*map(id, found), id(machine.machine())}) == 3


def test_an_unknown_machine_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    use_machine(None)
    monkeypatch.setenv("DOBBM_KERNEL", "steam")
    with pytest.raises(DobbmError, match="DOBBM_KERNEL must be native or wasm, not steam"):
        machine.machine()
