"""``dobbm judge``: what decisions gave away, by what their seats could know."""

from __future__ import annotations

import pytest

from cli.command import answers, dobbm, line_of
from dobbm.players.coach import Coach
from dobbm.players.decisions import JUDGE, decisions
from drawing import finished

DEAL = finished(74)


@pytest.mark.parametrize("jobs", ["--jobs=1", "--jobs=2"])
def test_the_decisions_of_a_seat_with_their_cost_and_reason(jobs: str) -> None:
    done = dobbm("judge", "--seat=1", jobs, lines=line_of(DEAL))
    [answer] = answers(done)
    assert answer["judge"] == JUDGE
    verdicts = [Coach().verdict(one) for one in decisions(DEAL, 1)]
    assert [one["taken"] for one in answer["decisions"]] == [one.taken for one in verdicts]
    for found, verdict in zip(answer["decisions"], verdicts, strict=True):
        reasons = {"reason": str(verdict.reason), "better_reason": str(verdict.better_reason)}
        assert found == {"seat": 1, **verdict.to_json(), **reasons}
    assert (done.returncode, done.stderr) == (0, b"")


def test_all_seats_in_order_and_a_bad_line_never_stops_the_others() -> None:
    done = dobbm("judge", lines=b"[]\n" + line_of(DEAL))
    first, second = answers(done)
    assert first["error"]["code"] == "json"
    places = [one["action"] for one in second["decisions"]]
    assert places == sorted(places)
    assert {one["seat"] for one in second["decisions"]} == {0, 1, 2, 3}
    assert done.returncode == 1
