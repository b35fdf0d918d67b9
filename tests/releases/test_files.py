"""Files that an earlier release has written mean the same to this version."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from cli.command import dobbm
from releases.frozen import RELEASES, lines, messages, result, views

pytestmark = pytest.mark.parametrize("release", RELEASES, ids=lambda release: release.name)


def contains(new: Any, old: Any) -> bool:
    """Whether a value says all that an earlier one says; objects may say more."""
    if isinstance(old, dict) and isinstance(new, dict):
        return all(name in new and contains(new[name], value) for name, value in old.items())
    if isinstance(old, list) and isinstance(new, list):
        return len(old) == len(new) and all(map(contains, new, old))
    return bool(new == old)


def test_records_have_the_same_results(release: Path) -> None:
    records = lines(release / "records.jsonl")
    assert len(records) > 10
    for record, old in zip(records, lines(release / "results.jsonl"), strict=True):
        assert contains(result(record), old)


def test_views_say_the_same(release: Path) -> None:
    records = lines(release / "records.jsonl")
    for record, old in zip(records, lines(release / "views.jsonl"), strict=True):
        assert contains([*views(record)], old)


def test_an_outside_player_hears_the_same(release: Path, tmp_path: Path) -> None:
    [record, *_] = lines(release / "records.jsonl")
    assert contains(messages(record, tmp_path), lines(release / "messages.jsonl"))


def test_a_database_is_upgraded_and_verified(release: Path, tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    shutil.copy(release / "tables.sqlite", file)
    checked = dobbm("backup", str(file), "--check")
    assert checked.returncode == 0, checked.stderr
    upgraded = f"sqlite:///{tmp_path}/upgraded.sqlite"
    assert dobbm("restore", str(file), "--database", upgraded).returncode == 0
    exported = dobbm("export", "--database", upgraded)
    assert dobbm("verify", lines=exported.stdout).returncode == 0
    kept = tmp_path / "kept.jsonl"
    kept.write_bytes(exported.stdout)
    assert contains(lines(kept), lines(release / "tables.jsonl"))
