"""``dobbm perft``: the number of ways in which a deal can continue."""

from __future__ import annotations

from codecs import BOM_UTF8

import pytest

from cli.command import answers, dobbm, line_of
from dobbm.game.perft import perft
from drawing import finished, lying, open_deal


@pytest.mark.parametrize(
    ("depth", "counts"), [(0, [1, 1, 1]), (1, [3, 2, 0]), (2, [7, 4, 0]), (3, [15, 14, 0])]
)
def test_counts_of_a_file(depth: int, counts: list[int]) -> None:
    lines = b"".join(map(line_of, [open_deal(), lying(words=""), finished(72)]))
    done = dobbm("perft", "--depth", str(depth), lines=lines)
    assert answers(done) == [{"perft": count} for count in counts]
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_deep_count_is_the_sum_of_its_parts() -> None:
    done = dobbm("perft", "--depth", "5", lines=line_of(open_deal()))
    assert answers(done) == [{"perft": perft(open_deal(), 5)}]


def test_a_bad_line_never_stops_the_others() -> None:
    done = dobbm("perft", "--depth", "1", "-", lines=b"\n[]\n" + line_of(dealer=9) + line_of())
    first, second, third = answers(done)
    assert first["error"]["code"] == "json"
    assert second["error"]["code"] == "record"
    assert third == {"perft": 3}
    assert done.returncode == 1


def test_a_byte_order_mark_may_begin_a_file() -> None:
    done = dobbm("perft", "--depth", "1", lines=BOM_UTF8 + line_of() + BOM_UTF8 + line_of())
    first, second = answers(done)
    assert first == {"perft": 3}
    assert second["error"]["code"] == "json"


def test_an_exchange_is_one_action_whatever_the_order_of_its_cards() -> None:
    done = dobbm("perft", "--depth=1", lines=line_of(actions=["dobbm", *["weiter"] * 3]))
    assert answers(done) == [{"perft": 339}]
