"""``dobbm train-network``: training the network by self-play."""

from __future__ import annotations

import sys
from pathlib import Path
from signal import SIGINT
from subprocess import PIPE, Popen

import pytest

from cli.command import dobbm
from dobbm.ai.network import TrainedNetwork


@pytest.mark.long
def test_the_weights_are_written_with_how_they_were_made(tmp_path: Path) -> None:
    target = tmp_path / "network.npz"
    done = dobbm("train-network", "--output", str(target), "--deals=64", "--seed=-3")
    assert (done.returncode, done.stdout) == (0, b"")
    assert done.stderr.endswith(b"deals: 64 of 64\n")
    assert [*tmp_path.iterdir()] == [target]
    with target.open("rb") as source:
        assert TrainedNetwork.load(source).made == {"deals": 64, "seed": -3}


@pytest.mark.long
def test_an_interrupted_training_ends_in_order_and_leaves_nothing(tmp_path: Path) -> None:
    options = ["--output", str(tmp_path / "network.npz"), "--deals=64000", "--seed=1"]
    program = (
        "import dobbm.training.network_self_play as training\n"
        "from dobbm.cli import main\n"
        "training.TOGETHER = 64\n"
        f"raise SystemExit(main(['train-network', *{options}]))"
    )
    with Popen([sys.executable, "-c", program], stderr=PIPE) as process:
        assert process.stderr is not None
        assert b"deals: 64 of 64,000" in process.stderr.readline()
        process.send_signal(SIGINT)
        assert b"Traceback" not in process.stderr.read()
    assert process.returncode == 130
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], b"the following arguments are required: --output"),
        (["--output", "x.npz", "--deals", "31"], b"must be a whole number of at least 32"),
        (["--output", "x.npz", "--seed", "one"], b"--seed"),
        (["--output", "/nowhere/x.npz"], b"/nowhere/x.npz: No such file"),
    ],
)
def test_bad_requests_are_refused_with_a_message(arguments: list[str], complaint: bytes) -> None:
    done = dobbm("train-network", *arguments)
    assert done.returncode == 2
    assert complaint in done.stderr
    assert b"Traceback" not in done.stderr
