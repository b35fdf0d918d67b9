"""``dobbm dataset``: progress, interruption, and a cluster that loses a worker."""

from __future__ import annotations

import json
import signal
import subprocess
from contextlib import ExitStack
from pathlib import Path

import pytest

from cli.command import DOBBM, dobbm
from clusters import scheduler, worker
from dobbm import Rules, from_record
from dobbm.envs.datasets import Description, read, read_shards
from tiers import only_long

PATIENCE = 60.0
"""Seconds."""


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def dataset(folder: Path, *options: str) -> tuple[str, str]:
    """Write a data set; return what was printed, and standard error."""
    done = dobbm("dataset", "simple", "random", "--output", str(folder), *options)
    assert done.returncode == 0
    return done.stdout.decode(), done.stderr.decode()


def test_it_says_what_it_has_written_and_how_far_it_is(tmp_path: Path) -> None:
    printed, progress = dataset(tmp_path / "deals", "--deals", "40", "--per-shard", "25")
    rows = len(read(tmp_path / "deals", ["deal"])["deal"])
    assert printed == f"{tmp_path / 'deals'}: 40 deals, {rows:,} decisions, 2 shards, 0 faults\n"
    lines = progress.splitlines()
    assert (lines[0], lines[-1], len(lines)) == ("deals: 2 of 40", "deals: 40 of 40", 20)
    again = dataset(tmp_path / "deals", "--deals", "40", "--per-shard", "25")
    assert again == (printed, "")


def test_the_options_are_followed(tmp_path: Path) -> None:
    options = ("--format", "npz", "--double-dummy", "--seed=9", "--seconds=2", "--preset=akagiri")
    dataset(tmp_path, "--deals", "2", "--max-doublings", "1", *options)
    found = Description.of(tmp_path)
    assert found.options == {
        "players": ["simple", "random"],
        "rules": {"preset": "akagiri", **Rules.of("akagiri", max_doublings=1).options()},
        "seed": 9,
        "double_dummy": True,
        "seconds": 2.0,
        "format": "npz",
        "per_shard": 1000,
    }
    assert "double_dummy" in read(tmp_path)
    for line in (tmp_path / "records-00000.jsonl").read_bytes().splitlines():
        assert from_record(json.loads(line)).phase == "done"


def test_another_data_set_is_refused(tmp_path: Path) -> None:
    dataset(tmp_path, "--deals", "1")
    done = dobbm("dataset", "random", "--deals", "1", "--output", str(tmp_path))
    difference = "\"players\" is 'simple random', not 'random'"
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode() == f"dobbm: {tmp_path} holds another data set: {difference}\n"


@pytest.mark.parametrize("send", [signal.SIGINT, signal.SIGKILL, *only_long(signal.SIGTERM)])
def test_a_signal_leaves_whole_shards_only(tmp_path: Path, send: signal.Signals) -> None:
    options = ("--deals", "2000", "--per-shard", "40")
    with subprocess.Popen(
        [*DOBBM, "dataset", "simple", "random", "--output", str(tmp_path / "cut"), *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stderr
        assert process.stderr.readline() == b"deals: 100 of 2,000\n"
        process.send_signal(send)
        printed, errors = process.communicate(timeout=PATIENCE)
    assert printed == b""
    assert b"Traceback" not in errors
    shards = [*read_shards(tmp_path / "cut")]
    assert len(shards) >= 2
    if send != signal.SIGKILL:
        assert process.returncode == {signal.SIGINT: 130, signal.SIGTERM: 143}[send]
        assert len(files(tmp_path / "cut")) == 1 + 2 * len(shards)
    dataset(tmp_path / "whole", "--deals", "80", "--per-shard", "40")
    for name, content in files(tmp_path / "whole").items():
        assert name == "dataset.json" or (tmp_path / "cut" / name).read_bytes() == content


def test_the_missing_library_is_named(tmp_path: Path) -> None:
    (tmp_path / "pyarrow.py").write_text("raise ModuleNotFoundError(name='pyarrow')")
    (tmp_path / "distributed.py").write_text("raise ModuleNotFoundError(name='distributed')")
    for options, message in {
        (): "the format parquet needs pyarrow: pip install '.[data]'",
        ("--cluster", "tcp://127.0.0.1:1"): "a cluster needs distributed: pip install '.[cluster]'",
    }.items():
        done = subprocess.run(
            [*DOBBM, "dataset", "simple", "--output", str(tmp_path / "deals"), *options],
            env={"PYTHONPATH": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (2, f"dobbm: {message}\n")
        assert not (tmp_path / "deals").exists()


@pytest.mark.long
@pytest.mark.parametrize("file_format", ["parquet", "npz"])
def test_a_cluster_that_loses_a_worker_writes_the_same_files(
    tmp_path: Path, file_format: str
) -> None:
    options = ("--deals", "200", "--per-shard", "50", "--double-dummy", "--format", file_format)
    command = [*DOBBM, "dataset", "simple", "random", *options]
    with (
        scheduler() as address,
        worker(address) as first,
        worker(address),
        subprocess.Popen(
            [*command, "--output", str(tmp_path / "cluster"), "--cluster", address],
            stderr=subprocess.PIPE,
        ) as process,
    ):
        assert process.stderr
        assert process.stderr.readline() == b"deals: 10 of 200\n"
        first.kill()
        process.communicate(timeout=PATIENCE)
        assert process.returncode == 0
    dataset(tmp_path / "alone", *options, "--jobs", "1")
    assert files(tmp_path / "cluster") == files(tmp_path / "alone")


@pytest.mark.long
@pytest.mark.parametrize("with_worker", [False, True])
def test_a_lost_cluster_is_one_line(tmp_path: Path, with_worker: bool) -> None:
    with ExitStack() as stack:
        address = stack.enter_context(scheduler())
        only = stack.enter_context(worker(address))
        options = ("--deals", "20000", "--output", str(tmp_path / "deals"), "--cluster", address)
        process = subprocess.Popen([*DOBBM, "dataset", "simple", *options], stderr=subprocess.PIPE)
        assert process.stderr
        assert process.stderr.readline() == b"deals: 1,000 of 20,000\n"
        if with_worker:
            only.kill()
    errors = process.communicate(timeout=PATIENCE)[1].splitlines()
    assert process.returncode == 2
    assert [line for line in errors if not line.startswith(b"deals: ")] == [
        b"dobbm: the connection to the cluster is lost"
    ]
