"""A study under way: its file, and how it continues."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from dobbm import DobbmError
from dobbm.studies import running
from dobbm.studies.report import Finding, Mean
from dobbm.studies.running import Observer, Rows, Run, Study


def observer(seed: int) -> Observer:
    return lambda numbers: np.array([(number, seed) for number in numbers for _ in range(2)])


def conclude(rows: Rows) -> Finding:
    return Finding("?", "…", "number", ("number",), [("all", (Mean.of(rows[:, 0]),))])


STUDY = Study("numbers", 100, observer, conclude, together=8)


def numbers(run: Run) -> Mean:
    return run.finding().rows[0][1][0]


def test_a_run_plays_all_deals_and_says_how_many() -> None:
    run = Run("numbers", STUDY, 1)
    assert [*run.play(20)] == [8, 16, 20]
    assert numbers(run) == Mean.of([*range(20)] * 2)


def test_the_rows_do_not_depend_on_the_executor() -> None:
    alone, together = Run("numbers", STUDY, 1), Run("numbers", STUDY, 1)
    assert [*alone.play(50)][-1] == 50
    with ThreadPoolExecutor(2) as pool:
        assert [*together.play(50, pool)][-1] == 50
    assert alone.finding() == together.finding()


def test_a_run_continues_where_it_was_left(tmp_path: Path) -> None:
    path = tmp_path / "numbers.npz"
    with closing(Run("numbers", STUDY, 1, path).play(50)) as counts:
        assert [next(counts), next(counts)] == [8, 16]
    assert [file.name for file in tmp_path.iterdir()] == ["numbers.npz"]
    again = Run("numbers", STUDY, 1, path)
    assert again.deals == 16
    assert [*again.play(50)] == [24, 32, 40, 48, 50]
    whole = Run("numbers", STUDY, 1)
    assert [*whole.play(50)][-1] == 50
    assert again.finding() == whole.finding()


def test_a_run_does_not_continue_with_other_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "numbers.npz"
    assert [*Run("numbers", STUDY, 1, path).play(8)] == [8]
    monkeypatch.setattr(running, "_weights", lambda: "newer")
    with pytest.raises(DobbmError, match="holds another study: \"weights\" is '.*', not 'newer'"):
        Run("numbers", STUDY, 1, path)


def test_a_finished_run_is_extended_or_read(tmp_path: Path) -> None:
    path = tmp_path / "numbers.npz"
    assert [*Run("numbers", STUDY, 1, path).play(8)] == [8]
    before = path.read_bytes()
    finished = Run("numbers", STUDY, 1, path)
    assert not [*finished.play(8)]
    assert numbers(finished).mean == 3.5
    assert path.read_bytes() == before
    assert [*finished.play(10)] == [10]
    assert numbers(finished).mean == 4.5


def test_two_runs_never_save_in_the_same_file(tmp_path: Path) -> None:
    path = tmp_path / "numbers.npz"
    other = Run("numbers", STUDY, 1, path)
    with closing(Run("numbers", STUDY, 1, path).play(50)) as counts:
        assert next(counts) == 8
        with pytest.raises(DobbmError) as refused:
            next(other.play(50))
    assert str(refused.value) == f"another study is being saved in {path}"
    assert next(other.play(50)) == 16


@pytest.mark.parametrize(
    ("name", "seed", "difference"),
    [("others", 1, "\"study\" is 'numbers', not 'others'"), ("numbers", 2, '"seed" is 1, not 2')],
)
def test_another_study_is_refused(tmp_path: Path, name: str, seed: int, difference: str) -> None:
    path = tmp_path / "numbers.npz"
    assert [*Run("numbers", STUDY, 1, path).play(8)]
    with pytest.raises(DobbmError) as refused:
        Run(name, STUDY, seed, path)
    assert str(refused.value) == f"{path} holds another study: {difference}"


def test_fewer_deals_than_there_are_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "numbers.npz"
    assert [*Run("numbers", STUDY, 1, path).play(16)]
    with pytest.raises(DobbmError, match="has 16 deals, more than 8"):
        next(Run("numbers", STUDY, 1, path).play(8))


@pytest.mark.parametrize("content", [b"", b"nonsense", b"PK\x03\x04nonsense"])
def test_a_file_without_a_study_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "numbers.npz"
    path.write_bytes(content)
    with pytest.raises(DobbmError, match="holds no study"):
        Run("numbers", STUDY, 1, path)


def test_arrays_of_another_kind_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "numbers.npz"
    np.savez(path, rows=np.zeros(3))
    with pytest.raises(DobbmError, match="holds no study"):
        Run("numbers", STUDY, 1, path)
    np.save(tmp_path / "array.npy", np.zeros(3))
    with pytest.raises(DobbmError, match="holds no study"):
        Run("numbers", STUDY, 1, tmp_path / "array.npy")
