"""``dobbm train-policy``: training the policy by self-play."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from signal import SIGINT, SIGTERM, Signals
from subprocess import PIPE, Popen

import pytest

from cli.command import dobbm
from dobbm import training
from dobbm.ai.rollouts import LearnedPolicy, learned_policy
from dobbm.cli import main
from dobbm.game.errors import DobbmError


def test_the_weights_are_written_with_how_they_were_made(tmp_path: Path) -> None:
    target = tmp_path / "policy.npz"
    done = dobbm("train-policy", "--output", str(target), "--decisions=10000", "--seed=3")
    assert (done.returncode, done.stdout) == (0, b"")
    assert done.stderr == b"decisions: 10,000 of 10,000\n"
    assert [*tmp_path.iterdir()] == [target]
    with target.open("rb") as source:
        learned_policy = LearnedPolicy.load(source)
    assert learned_policy.made == {"decisions": 10_000, "seed": 3}
    assert learned_policy.weights.any()


@pytest.mark.long
def test_the_same_options_give_the_same_file(tmp_path: Path) -> None:
    one, two = tmp_path / "one.npz", tmp_path / "two.npz"
    dobbm("train-policy", "--output", str(one), "--decisions=10000")
    dobbm("train-policy", "--output", str(two), "--decisions=10000", "--jobs=2")
    assert one.read_bytes() == two.read_bytes()


@pytest.mark.parametrize(("sent", "code"), [(SIGINT, 130), (SIGTERM, 143)])
def test_an_interrupted_training_leaves_nothing(tmp_path: Path, sent: Signals, code: int) -> None:
    target = str(tmp_path / "policy.npz")
    process = Popen(
        [sys.executable, "-m", "dobbm", "train-policy", "--output", target], stderr=PIPE
    )
    with process:
        assert process.stderr is not None
        process.stderr.readline()
        process.send_signal(sent)
        assert b"Traceback" not in process.stderr.read()
    assert process.returncode == code
    assert not [*tmp_path.iterdir()]


@pytest.mark.long
def test_a_best_response_is_measured(tmp_path: Path) -> None:
    target = tmp_path / "answer.npz"
    options = ["--decisions=10000", "--against=simple", "--role=defenders", "--deals=20"]
    done = dobbm("train-policy", "--output", str(target), *options, "--json")
    assert done.returncode == 0
    assert done.stderr.count(b"decisions: 10,000 of 10,000") == 1
    found = json.loads(done.stdout)
    assert (found["against"], found["role"]) == ("simple", "defenders")
    low, high = found["gain"]["ci95"]
    assert low < found["gain"]["mean"] < high
    with target.open("rb") as source:
        made = LearnedPolicy.load(source).made
    assert made["role"] == "defenders"
    assert made["against"]["player"] == "simple"


def test_a_response_is_kept_if_it_cannot_be_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise DobbmError("the player has gone")

    monkeypatch.setattr(training, "best_response", lambda *_: learned_policy())
    monkeypatch.setattr(training, "gain_of", fail)
    target = tmp_path / "answer.npz"
    options = ["--output", str(target), "--against", "simple", "--role", "declarer"]
    assert main(["train-policy", *options]) == 2
    with target.open("rb") as source:
        assert LearnedPolicy.load(source).weights.any()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], b"the following arguments are required: --output"),
        (["--output", "x.npz", "--decisions", "9999"], b"must be a whole number of at least 10000"),
        (["--output", "x.npz", "--jobs", "0"], b"must be a whole number from 1 to 256"),
        (["--output", "/nowhere/x.npz"], b"/nowhere/x.npz: No such file"),
        (["--output", "/tmp"], b"/tmp: Is a directory"),
        (["--output", "x.npz", "--against", "trained"], b"--against and --role need each other"),
        (["--output", "x.npz", "--role", "declarer"], b"--against and --role need each other"),
        (["--output", "x.npz", "--deals", "20"], b"they need --against"),
        (["--output", "x.npz", "--json"], b"they need --against"),
        (
            ["--output", "x.npz", "--against", "nobody", "--role", "declarer"],
            b"unknown player 'nobody'",
        ),
    ],
)
def test_bad_requests_are_refused_with_a_message(arguments: list[str], complaint: bytes) -> None:
    done = dobbm("train-policy", *arguments)
    assert done.returncode == 2
    assert complaint in done.stderr
    assert b"Traceback" not in done.stderr
