"""``dobbm perft``: the number of ways in which a deal can continue."""

from __future__ import annotations

import pytest

from cli.command import answers, dobbm, line_of
from drawing import finished, lying, open_deal


@pytest.mark.parametrize(
    ("depth", "counts"), [(0, [1, 1, 1]), (1, [3, 2, 0]), (2, [7, 4, 0]), (3, [15, 14, 0])]
)
def test_counts_of_a_file(depth: int, counts: list[int]) -> None:
    lines = b"".join(map(line_of, [open_deal(), lying(words=""), finished(72)]))
    done = dobbm("perft", "--depth", str(depth), lines=lines)
    assert answers(done) == [{"perft": count} for count in counts]
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_bad_line_never_stops_the_others() -> None:
    done = dobbm("perft", "--depth", "1", "-", lines=b"\n[]\n" + line_of(dealer=9) + line_of())
    first, second, third = answers(done)
    assert first["error"]["code"] == "json"
    assert second["error"]["code"] == "record"
    assert third == {"perft": 3}
    assert done.returncode == 1


def test_an_exchange_is_one_action_whatever_the_order_of_its_cards() -> None:
    done = dobbm("perft", "--depth=1", lines=line_of(actions=["dobbm", *["weiter"] * 3]))
    assert answers(done) == [{"perft": 339}]
