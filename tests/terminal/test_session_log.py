from __future__ import annotations

import json
import os
from datetime import datetime
from pathlib import Path
from random import Random

import pytest

from dobbm.game.cards import DECK, shuffled
from dobbm.game.errors import SessionError
from dobbm.game.rules import Rules
from dobbm.game.session import Session
from dobbm.terminal.session_log import (
    SessionLog,
    new_path,
    newest_unfinished,
    read_session,
    sessions_folder,
)

META = {"names": ["Forehand"], "seed": 7}


def started_log(path: Path, players: int = 4) -> SessionLog:
    """Return a session file in which seat 1 has bid a Dobbm and must now discard."""
    log = SessionLog.create(path, Session(Rules.of("akagiri", match=120), players, 0), META)
    log.begin(DECK)
    for word in ("dobbm", "weiter", "weiter", "weiter"):
        log.apply(word)
    return log


def lines_of(path: Path) -> list[str]:
    return path.read_text().splitlines()


def test_every_step_is_written_before_the_next(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    with SessionLog.create(path, Session(Rules(), 4, 2), {}) as log:
        assert len(lines_of(path)) == 1
        log.begin(DECK)
        assert len(lines_of(path)) == 2
        log.apply("weiter")
        assert json.loads(lines_of(path)[-1]) == {"seat": 3, "action": "weiter"}
        log.agree_mussrunde()
        assert json.loads(lines_of(path)[-1]) == {"mussrunde": True}


def test_a_refused_action_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    with started_log(path) as log:
        before = lines_of(path)
        with pytest.raises(ValueError, match="the declarer must discard four cards"):
            log.apply("gut")
        assert lines_of(path) == before


@pytest.mark.parametrize("players", [4, 5])
def test_a_session_is_read_back_after_every_step(tmp_path: Path, players: int) -> None:
    rng = Random(players)
    path = tmp_path / "session.jsonl"
    with SessionLog.create(path, Session.open(rng, players), META) as log:
        for _ in range(2):
            log.begin(shuffled(rng))
            while deal := log.session.deal:
                log.apply(rng.choice(deal.legal_actions()))
                assert read_session(path) == log.session
        log.agree_mussrunde()
        while not log.session.over:
            log.begin(shuffled(rng))
            while deal := log.session.deal:
                log.apply(rng.choice(deal.legal_actions()))
        end = log.session
    with SessionLog.resume(path) as resumed:
        assert resumed.session == end
        assert resumed.meta == META


def test_a_resumed_session_continues_where_it_stopped(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    with started_log(path) as log:
        before = log.session
    with SessionLog.resume(path) as log:
        assert log.session == before
        assert not log.torn
        log.apply("H6 H7 H8 H9")
    assert read_session(path) == before.apply("H6 H7 H8 H9")


def test_a_closed_session_takes_no_more_steps(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    with SessionLog.create(path, Session(Rules(), 4, 0), {}) as log:
        log.close_session()
    with (
        SessionLog.resume(path) as log,
        pytest.raises(SessionError, match="the session is over"),
    ):
        log.begin(DECK)


@pytest.mark.parametrize("cut", range(1, 20))
def test_a_line_cut_off_by_a_kill_is_dropped_and_overwritten(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "session.jsonl"
    started_log(path).__exit__()
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"seat": 1, "action": "H6 H7 H8 H9"}'[:cut])
    with SessionLog.resume(path) as log:
        assert log.torn
        assert path.read_bytes() == whole
        log.apply("H6 H7 H8 H9")
    assert read_session(path) == log.session


def test_a_file_cut_anywhere_holds_the_session_up_to_there_or_none(tmp_path: Path) -> None:
    path, part = tmp_path / "session.jsonl", tmp_path / "part.jsonl"
    started_log(path).__exit__()
    whole = path.read_bytes()
    for length in range(len(whole)):
        part.write_bytes(whole[:length])
        steps = whole[:length].count(b"\n")
        if steps == 0:
            with pytest.raises(SessionError, match="there is no session in this file"):
                read_session(part)
        elif steps > 1:
            deal = read_session(part).deal
            assert deal
            assert len(deal.actions) == steps - 2


OPENING = '{"session": {"version": 1, "players": 4, "rules": {}, "first_dealer": 0, "meta": {}}}'


def deal_line(**changes: object) -> str:
    record: dict[str, object] = {
        "dealer": 0,
        "deck": [suit + rank for suit in "HLAB" for rank in "6789UOKTS"],
        "actions": [],
    }
    return json.dumps({"deal": record | changes})


@pytest.mark.parametrize(
    ("lines", "line", "reason"),
    [
        (["no json"], 1, "this is not JSON"),
        (["[]"], 1, "expected a JSON object, not a list"),
        (['{"deal": {}}'], 1, "a session file must begin with"),
        (['{"session": 4}'], 1, "a session file must begin with"),
        ([OPENING.replace('"version": 1', '"version": 2')], 1, "of version 1, not 2"),
        (
            [OPENING.replace('"meta": {}', '"mate": {}')],
            1,
            'the field "meta" of a session is missing',
        ),
        ([OPENING.replace('"players": 4', '"players": 6')], 1, '"players" must be 4 or 5, not 6'),
        (
            [OPENING.replace('"players": 4', '"players": true')],
            1,
            '"players" must be a whole number',
        ),
        ([OPENING.replace('"first_dealer": 0', '"first_dealer": 4')], 1, "from 0 to 3, not 4"),
        ([OPENING.replace('"rules": {}', '"rules": {"match": 0}')], 1, '"match" must be a whole'),
        ([OPENING, OPENING], 2, "not a step of a session"),
        ([OPENING, '{"seat": 0, "action": "weiter"}'], 2, "no deal is in progress"),
        ([OPENING, deal_line(dealer=1)], 2, '"dealer" of this deal should be 0, not 1'),
        ([OPENING, deal_line(must=True)], 2, '"must" of this deal should be false, not true'),
        ([OPENING, deal_line(rules={"match": 12})], 2, "the rules of this deal"),
        ([OPENING, deal_line(actions=["weiter"])], 2, "a new deal must have no actions"),
        ([OPENING, deal_line(deck=["HS"])], 2, "a deck has 36 cards, not 1"),
        ([OPENING, deal_line(), deal_line()], 3, "a deal is in progress"),
        (
            [OPENING, deal_line(), '{"seat": 0, "action": "weiter"}'],
            3,
            "it is seat 1's turn, not seat 0's",
        ),
        ([OPENING, deal_line(), '{"seat": true, "action": "solo"}'], 3, "it is seat 1's turn"),
        ([OPENING, deal_line(), '{"seat": 1, "action": "HS"}'], 3, "a bid is due"),
        ([OPENING, deal_line(), '{"closed": true}'], 3, "a deal is in progress"),
        ([OPENING, '{"mussrunde": false}'], 2, "not a step of a session"),
        ([OPENING, '{"mussrunde": true}', '{"mussrunde": true}'], 3, "already been agreed"),
        ([OPENING, '{"closed": true}', "", '{"closed": true}'], 4, "the session is over"),
    ],
)
def test_an_error_names_the_bad_line_and_the_file_stays_unchanged(
    tmp_path: Path, lines: list[str], line: int, reason: str
) -> None:
    path = tmp_path / "session.jsonl"
    content = "".join(f"{line}\n" for line in lines)
    path.write_text(content)
    with pytest.raises(SessionError, match=reason) as caught:
        SessionLog.resume(path)
    assert str(caught.value).startswith(f"{path}, line {line}: ")
    assert path.read_text() == content


def test_blank_lines_are_ignored(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    path.write_text(f"{OPENING}\n\n{deal_line()}\n")
    assert len(read_session(path).deals) == 1


def test_two_games_cannot_share_a_file(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    with (
        started_log(path),
        pytest.raises(SessionError, match="is being played in another terminal"),
    ):
        SessionLog.resume(path)
    SessionLog.resume(path).__exit__()


def test_a_new_session_never_overwrites_an_old_one(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    started_log(path).__exit__()
    before = path.read_bytes()
    with pytest.raises(SessionError, match="already exists"):
        SessionLog.create(path, Session(Rules(), 4, 0), {})
    assert path.read_bytes() == before


def test_a_file_without_a_complete_first_line_has_no_session(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    path.write_text(OPENING[:30])
    with pytest.raises(SessionError, match="there is no session in this file"):
        SessionLog.resume(path)
    assert path.read_text() == OPENING[:30]


def test_a_line_that_does_not_fit_on_the_disk_leaves_no_trace(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    path = tmp_path / "session.jsonl"
    with SessionLog.create(path, Session(Rules(), 4, 0), {}) as log:
        before = path.read_bytes()
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        # Python ignores the signal of a file that grows too large: the write fails.
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 20, limits[1]))
        try:
            with pytest.raises(OSError, match="too large"):
                log.begin(DECK)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        assert path.read_bytes() == before
        assert log.session.deals == ()
        log.begin(DECK)
    assert read_session(path) == log.session


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path / "dobbm" / "sessions"


def test_session_files_are_in_the_data_folder(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert sessions_folder() == folder
    monkeypatch.setenv("XDG_DATA_HOME", "")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert sessions_folder() == tmp_path / ".local/share/dobbm/sessions"


def test_two_sessions_in_the_same_second_get_different_names(folder: Path) -> None:
    now = datetime(2026, 1, 6, 20, 15, 30)
    first = new_path(now)
    assert first == folder / "2026-01-06-201530.jsonl"
    started_log(first).__exit__()
    assert new_path(now) == folder / "2026-01-06-201530-2.jsonl"


def test_the_latest_unfinished_session_is_found(folder: Path) -> None:
    assert newest_unfinished() is None
    for age, name in enumerate(("over", "last", "before")):
        path = folder / f"{name}.jsonl"
        with SessionLog.create(path, Session(Rules(), 4, 0), {}) as log:
            if name == "over":
                log.close_session()
        os.utime(path, (1000 - age, 1000 - age))
    assert newest_unfinished() == folder / "last.jsonl"


def test_a_file_without_a_complete_first_line_cannot_be_resumed(folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / "torn.jsonl").write_text(OPENING[:30])
    assert newest_unfinished() is None


def test_an_unreadable_file_is_not_skipped_silently(folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / "bad.jsonl").write_text("bad\n")
    with pytest.raises(SessionError, match=r"bad\.jsonl, line 1"):
        newest_unfinished()
