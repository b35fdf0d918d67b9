"""Run the long tests whose sources the last commits touched.

    python scripts/long_tests.py

The last commits are those of the 24 hours before the newest one. The test modules whose sources
were touched last come first; a module whose minutes exceed the rest of the budget is left out.
Standard error lists which modules run, which are left out, and why. The exit status is that of
pytest, or 0 if nothing runs.
"""

from __future__ import annotations

import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
HOURS = 24
BUDGET = 10
"""Core-minutes: on two cores, the tests run for about five minutes.

Only ``make check-all`` runs the modules that take longer.
"""

PYTEST = ("-m", "", "--hypothesis-profile=long", "--hypothesis-seed=0", "--timeout=1200")
"""Runs everything at full size, but with the same examples every time."""
NOTHING_COLLECTED = 5


class LongTests(NamedTuple):
    """A test module with long tests, or with larger properties or samples in the long tier."""

    module: str
    minutes: float
    """Core-minutes at full size."""
    sources: tuple[str, ...]
    """Patterns of the files that its tests depend on, except those of ``depends_on``."""

    def depends_on(self, file: str) -> bool:
        """Return whether the tests depend on a file.

        They always depend on their own module and on the helpers in its folder.
        """
        path = Path(file)
        beside = path.parent == Path(self.module).parent != Path("tests")
        helps = beside and path.suffix == ".py" and not path.name.startswith("test_")
        return helps or any(fnmatch(file, pattern) for pattern in (self.module, *self.sources))


class Choice(NamedTuple):
    """The decision whether a module runs, and the reason."""

    module: str
    runs: bool
    reason: str


def in_package(*patterns: str) -> tuple[str, ...]:
    """Return patterns of files in the package, given relative to its folder."""
    return tuple(f"src/dobbm/{pattern}" for pattern in patterns)


RULES = in_package(
    *(f"game/{module}.py" for module in ("cards", "tricks", "rules", "actions", "setup", "deal")),
    *(f"game/{module}.py" for module in ("bidding", "exchange", "doubling", "play")),
    "game/settlement.py",
)
RECORDS = in_package("game/*.py")
KERNEL = (*RULES, *in_package("ai/kernel/*.py"))
MACHINES = (
    *in_package("game/seeds.py", "game/errors.py", "ai/calling.py", "ai/facts.py", "ai/layout.py"),
    *in_package("ai/machine.py", "ai/native.py", "ai/wasm.py", "ai/kernel/kernel.wasm"),
    *("scripts/kernel*", "constraints.txt"),
)
POLICY = in_package("ai/kernel/policy.py", "ai/*rollouts.py", "ai/data/policy.npz")
NETWORK = in_package("ai/*network.py", "ai/kernel/self_play.py", "ai/data/network.npz")
KNOWLEDGE = in_package("ai/memory.py", "ai/worlds.py")
BOTS = in_package("players/*.py", "ai/evaluation.py", "ai/data/*.npz", "ai/worlds.py")
TRAINING = in_package("training/*.py")
TABLE = (*RULES, *in_package("table/*.py"))
SERVING = in_package("cli/serve.py", "cli/listening.py")
SERVER = (*TABLE, *in_package("runtime/*.py", "store/*.py", "server/*.py"), *SERVING)
PAGE = in_package("client/*.js", "client/*.css", "client/*.html")
POCKET = ("scripts/pocket*", *in_package("pocket/*.py"))
CONNECTION = in_package("client/pocket/*.js")
ENVIRONMENTS = (*RULES, *in_package("envs/*.py", "ai/kernel/deal_row.py", "ai/kernel/batches.py"))
HOSTING = ("hosting/*", *SERVING)
SHUFFLE = in_package("game/shuffle.py", "client/shuffle.js")

LONG_TESTS = (
    LongTests("tests/arena/test_regret.py", 0.2, in_package("arena/*.py", "ai/solver.py")),
    LongTests(
        "tests/browser/test_alone.py",
        1,
        (*POCKET, *CONNECTION, *in_package("client/base/alone.js", "server/pocket_folder.py")),
    ),
    LongTests("tests/browser/test_black_hole.py", 1, (*PAGE, *SERVER)),
    LongTests("tests/browser/test_calling.py", 0.2, PAGE),
    LongTests("tests/browser/test_daily.py", 2, (*PAGE, *POCKET)),
    LongTests("tests/browser/test_dialogs.py", 1, PAGE),
    LongTests("tests/browser/test_directions.py", 2, PAGE),
    LongTests("tests/browser/test_cookies.py", 1, (*PAGE, *SERVER)),
    LongTests("tests/browser/test_evening.py", 4, (*PAGE, *SERVER)),
    LongTests("tests/browser/test_guide.py", 2, PAGE),
    LongTests("tests/browser/test_hand.py", 0.5, PAGE),
    LongTests("tests/browser/test_history.py", 0.4, PAGE),
    LongTests("tests/browser/test_host.py", 0.7, PAGE),
    LongTests(
        "tests/browser/test_journeys.py", 4, (*PAGE, *POCKET, *in_package("store/backups.py"))
    ),
    LongTests("tests/browser/test_kept_tables.py", 5, (*PAGE, *POCKET)),
    LongTests("tests/browser/test_keys.py", 0.5, PAGE),
    LongTests("tests/browser/test_ledger.py", 0.4, PAGE),
    LongTests("tests/browser/test_lesson_walk.py", 13, PAGE),
    LongTests("tests/browser/test_layout.py", 12, PAGE),
    LongTests("tests/browser/test_links.py", 0.2, PAGE),
    LongTests("tests/browser/test_loading.py", 0.3, PAGE),
    LongTests("tests/browser/test_missing_parts.py", 5, (*PAGE, *in_package("server/site.py"))),
    LongTests("tests/browser/test_names.py", 1, PAGE),
    LongTests("tests/browser/test_numbers.py", 0.5, PAGE),
    LongTests("tests/browser/test_old_devices.py", 1, (*POCKET, *CONNECTION)),
    LongTests("tests/browser/test_other_browsers.py", 3, (*PAGE, *POCKET)),
    LongTests("tests/browser/test_pocket.py", 3.5, (*POCKET, *CONNECTION)),
    LongTests("tests/browser/test_pocket_start.py", 1, (*POCKET, *CONNECTION)),
    LongTests("tests/browser/test_replay.py", 5, PAGE),
    LongTests("tests/browser/test_result.py", 1.5, PAGE),
    LongTests("tests/browser/test_same_deals.py", 4, (*SERVER, *POCKET, *CONNECTION)),
    LongTests("tests/browser/test_score.py", 1.5, PAGE),
    LongTests("tests/browser/test_screens.py", 15, PAGE),
    LongTests("tests/browser/test_static_hosts.py", 4, ("docs/pocket.md", *POCKET, *CONNECTION)),
    LongTests("tests/browser/test_stillness.py", 2, PAGE),
    LongTests("tests/browser/test_stored_values.py", 5, PAGE),
    LongTests("tests/browser/test_table.py", 1.5, PAGE),
    LongTests("tests/browser/test_titles.py", 0.2, PAGE),
    LongTests(
        "tests/browser/test_tournament_night.py",
        10,
        in_package("club/*.py", "runtime/tournaments.py"),
    ),
    LongTests("tests/browser/test_translators.py", 1, PAGE),
    LongTests("tests/browser/test_walks.py", 5, PAGE),
    LongTests(
        "tests/cli/test_match.py", 0.3, in_package("cli/match.py", "arena/*.py", "workers.py")
    ),
    LongTests("tests/cli/test_hazards.py", 1, in_package("cli/*.py", "studies/*.py")),
    LongTests("tests/cli/test_replay.py", 0.5, in_package("cli/records.py", "cli/replay.py")),
    LongTests("tests/cli/test_serve.py", 1, SERVER),
    LongTests("tests/cli/test_solve.py", 0.3, in_package("cli/solve.py", "ai/solver.py")),
    LongTests("tests/cli/test_study.py", 0.5, in_package("cli/study.py", "studies/*.py")),
    LongTests("tests/cli/test_train_network.py", 0.5, (*NETWORK, *TRAINING)),
    LongTests("tests/cli/test_train_policy.py", 0.2, (*POLICY, *TRAINING)),
    LongTests("tests/ai/test_code_cache.py", 2, KERNEL),
    LongTests("tests/ai/kernel/test_playouts.py", 2, KERNEL),
    LongTests("tests/ai/kernel/test_search.py", 6, KERNEL),
    LongTests("tests/pocket/test_deaths.py", 2, (*SERVER, *POCKET)),
    LongTests("tests/pocket/test_same_deals.py", 0.3, (*SERVER, *POCKET)),
    LongTests("tests/test_cluster.py", 2, in_package("cluster.py", "workers.py")),
    LongTests("tests/cli/test_arguments.py", 1, in_package("cluster.py", "cli/arguments.py")),
    LongTests("tests/cli/test_dataset.py", 1, in_package("cli/dataset.py", "envs/*.py")),
    LongTests("tests/club/test_book.py", 0.5, in_package("club/*.py")),
    LongTests("tests/club/test_draw.py", 0.5, in_package("club/draw.py")),
    LongTests("tests/club/test_tournament_commands.py", 0.5, in_package("club/*.py")),
    LongTests(
        "tests/server/test_club_archive.py",
        1,
        in_package("runtime/club*.py", "runtime/archived_tables.py", "runtime/stored_fields.py"),
    ),
    LongTests(
        "tests/server/test_hostile_archives.py",
        1,
        in_package("runtime/club*.py", "runtime/archived_tables.py", "runtime/stored_fields.py"),
    ),
    LongTests(
        "tests/runtime/test_archived_tables.py",
        0.5,
        in_package("runtime/archived_tables.py", "runtime/stored_fields.py"),
    ),
    LongTests("tests/server/test_club_year.py", 4, in_package("club/*.py", "runtime/club*.py")),
    LongTests(
        "tests/server/test_tournament_evening.py",
        1,
        in_package("club/*.py", "runtime/club*.py", "runtime/tournaments.py"),
    ),
    LongTests("tests/envs/test_recording.py", 1, ENVIRONMENTS),
    LongTests("tests/envs/test_batch.py", 6, ENVIRONMENTS),
    LongTests("tests/envs/test_encoding.py", 6, ENVIRONMENTS),
    LongTests("tests/envs/test_one_session.py", 1, ENVIRONMENTS),
    LongTests("tests/envs/test_openspiel.py", 6, ENVIRONMENTS),
    LongTests("tests/envs/test_pettingzoo.py", 2, ENVIRONMENTS),
    LongTests("tests/envs/test_small_pack.py", 2, ENVIRONMENTS),
    LongTests(
        "tests/envs/test_equilibrium.py",
        3,
        (*ENVIRONMENTS, "benchmarks/equilibrium.py", "benchmarks/smallest/*.py"),
    ),
    LongTests("tests/players/test_explaining.py", 0.5, (*BOTS, *POLICY)),
    LongTests("tests/players/test_network.py", 0.2, (*BOTS, *NETWORK)),
    LongTests("tests/players/test_simple.py", 0.2, in_package("players/simple/*.py")),
    LongTests("tests/players/test_trained.py", 0.5, (*BOTS, *POLICY)),
    LongTests(
        "tests/client/score/test_twin.py", 1, in_package("game/settlement.py", "client/game/*.js")
    ),
    LongTests("tests/test_pocket_build.py", 6, POCKET),
    LongTests("tests/hosting/test_install.py", 5, HOSTING),
    LongTests("tests/hosting/test_proxy_logs.py", 0.5, ("hosting/nginx.conf", "hosting/Caddyfile")),
    LongTests("tests/hosting/test_proxies.py", 1, HOSTING),
    LongTests("tests/runtime/test_world.py", 25, (*TABLE, *in_package("runtime/*.py"))),
    LongTests("tests/server/test_kill.py", 30, SERVER),
    LongTests("tests/server/test_people_race.py", 10, SERVER),
    LongTests("tests/store/test_backups.py", 0.5, in_package("store/*.py")),
    LongTests("tests/store/test_durability.py", 2, in_package("store/*.py")),
    LongTests("tests/table/test_deadlines.py", 0.2, TABLE),
    LongTests("tests/table/test_machine.py", 5, TABLE),
    LongTests("tests/terminal/test_session.py", 0.6, in_package("terminal/*.py")),
    LongTests("tests/terminal/test_widths.py", 0.5, in_package("terminal/*.py")),
    LongTests("tests/terminal/test_board.py", 0.3, in_package("terminal/*.py")),
    LongTests(
        "tests/exercises/test_collection.py", 1, in_package("exercises/*.py", "players/pimc/*.py")
    ),
    LongTests("tests/game/test_against_naive.py", 9, RECORDS),
    LongTests("tests/ai/test_machine.py", 2, (*KERNEL, *KNOWLEDGE, *BOTS, *MACHINES)),
    LongTests("tests/ai/test_claims.py", 8, (*KNOWLEDGE, *in_package("ai/claims.py"))),
    LongTests(
        "tests/test_package.py",
        1,
        ("pyproject.toml", "constraints.txt", "hatch_build.py", "README.md"),
    ),
    LongTests("tests/test_processes.py", 0.5, (*KERNEL, *MACHINES, *in_package("workers.py"))),
    LongTests("tests/test_workers.py", 0.3, in_package("workers.py")),
    LongTests("tests/test_docs.py", 2, ("*.md", *in_package("cli/*.py"))),
    LongTests("tests/test_notebooks.py", 14, ("notebooks/*", *ENVIRONMENTS)),
    LongTests("tests/ai/test_evaluation.py", 0.2, (*BOTS, *TRAINING)),
    LongTests("tests/game/test_perft.py", 0.5, (*RECORDS, "tests/game/perft/*")),
    LongTests("tests/game/test_properties.py", 10, RECORDS),
    LongTests("tests/game/test_shuffle.py", 3, SHUFFLE),
    LongTests("tests/game/test_shuffle_twin.py", 1, SHUFFLE),
    LongTests("tests/ai/test_solver.py", 3, (*KERNEL, *in_package("ai/solver.py"))),
    LongTests("tests/ai/test_worlds.py", 8, (*KERNEL, *KNOWLEDGE)),
    LongTests(
        "tests/studies/test_studies.py", 1.5, (*POLICY, *TRAINING, *in_package("studies/*.py"))
    ),
    LongTests("tests/training/test_fitting.py", 0.2, TRAINING),
    LongTests("tests/training/test_network_self_play.py", 0.5, (*NETWORK, *TRAINING)),
    LongTests("tests/training/test_self_play.py", 0.3, (*POLICY, *TRAINING)),
    LongTests("tests/training/test_lookup_tables.py", 0.3, TRAINING),
    LongTests("tests/client/test_deal_code.py", 1, in_package("client/me/*.js")),
    LongTests("tests/client/test_course.py", 2, (*RULES, *PAGE)),
    LongTests("tests/browser/test_own_record_cuts.py", 30, PAGE),
    LongTests("tests/client/test_result_page.py", 1, (*RULES, *in_package("client/game/*.js"))),
    LongTests(
        "tests/server/test_hand_worth.py", 1, in_package("server/hand_worth.py", "ai/data/*")
    ),
    LongTests("tests/server/test_attacks.py", 6, SERVER),
    LongTests("tests/server/test_clients.py", 2, SERVER),
    LongTests("tests/server/test_failing.py", 2, SERVER),
    LongTests("tests/server/test_metrics.py", 0.5, SERVER),
    LongTests("tests/server/test_openapi.py", 10, SERVER),
    LongTests("tests/server/test_practice_routes.py", 2, SERVER),
    LongTests("tests/server/test_rolling.py", 5, SERVER),
    LongTests("tests/server/test_timing.py", 1, SERVER),
)
"""Every test module that is larger in the long tier (checked by ``tests/test_long_tests.py``)."""


def last_touched(root: Path) -> list[str]:
    """Return the files that the last commits touched, the latest first."""

    def git(*arguments: str) -> str:
        command = ["git", "-C", str(root), *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    newest = int(git("log", "-1", "--format=%ct"))
    names = git("log", f"--since={newest - HOURS * 3600}", "--format=", "--name-only")
    return list(dict.fromkeys(names.splitlines()))


def choose(touched: list[str], budget: float = BUDGET) -> list[Choice]:
    """Return a choice for each module of ``LONG_TESTS``, the most recently touched first."""

    def age(tests: LongTests) -> int:
        """Return the index in ``touched`` of the first file that these tests depend on."""
        places = (place for place, file in enumerate(touched) if tests.depends_on(file))
        return next(places, len(touched))

    choices = []
    for tests in sorted(LONG_TESTS, key=age):
        place = age(tests)
        if place == len(touched):
            choices.append(Choice(tests.module, False, "no source was touched"))
        elif tests.minutes > budget:
            reason = f"takes {tests.minutes:g} minutes, {budget:g} are left"
            choices.append(Choice(tests.module, False, reason))
        else:
            budget = round(budget - tests.minutes, 1)
            choices.append(Choice(tests.module, True, f"{touched[place]} was touched"))
    return choices


def main() -> int:
    """Choose the modules, report the choice, and run them; return the exit status."""
    choices = choose(last_touched(ROOT))
    for choice in choices:
        verb = "runs" if choice.runs else "left out"
        print(f"{choice.module}: {verb}, {choice.reason}", file=sys.stderr)
    modules = [choice.module for choice in choices if choice.runs]
    if not modules:
        print("no long tests to run", file=sys.stderr)
        return 0
    command = ["-m", "pytest", "--numprocesses=auto", "--dist=worksteal", *PYTEST, *modules]
    status = subprocess.run([sys.executable, *command], cwd=ROOT, check=False).returncode
    return 0 if status == NOTHING_COLLECTED else status


if __name__ == "__main__":
    sys.exit(main())
