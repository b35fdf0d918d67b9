"""A file from which a club is founded again may come from anybody: it is right, or refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from dobbm.club.club_commands import Announce
from dobbm.runtime.club_import import Archive, read_archive
from dobbm.runtime.stored_fields import ArchiveError
from server.friends import found
from server.serving import play
from server.simulated import Simulated
from tiers import sample_size

NOW = 1_800_000_000.0
BOTS = ("simple",)
HOSTILE: list[Any] = [
    None,
    True,
    -1,
    1.5,
    10**18,
    10**400,
    1e300,
    "",
    "x" * 1000,
    "\0",
    "\ud800",
    "\u202e\u3164",
    "javascript:alert(1)",
    [],
    [[]],
    {},
    {"a": {"b": {"c": []}}},
    ["x"] * 1000,
]
TRIES = sample_size(300, long=10_000)
Lines = list[dict[str, Any]]


@pytest.fixture(scope="module")
def lines() -> Lines:
    """The archive of a small club in which much has happened."""
    server = Simulated()
    vroni = found(server)
    lois = vroni.bring("Lois")
    sepp = vroni.invite("Sepp")
    vroni.give(lois, "cohost")
    vroni.ask("PUT", "/appointment", json={"weekday": 3, "time": "20:00"})
    [day, later, third, *_] = [one["day"] for one in vroni.page()["appointments"]]
    vroni.ask("PUT", f"/appointment/{later}", json={"meets": False})
    vroni.ask("PUT", f"/appointment/{third}", json={"meets": True, "time": "19:30"})
    server.run(server.states[0]["clubs"].clubs.do(vroni.club, Announce(day)))
    lois.ask("PUT", "/coming", json={"day": day, "answer": "yes"})
    body = {"name": "Runde", "zone": "UTC", "call": "https://meet.example/dobbm", "free": 60}
    vroni.ask("PUT", "", json=body)
    vroni.ask("PUT", "/watching", json={"allowed": True})
    first = vroni.open(bots=1, free=86_400)
    seats = [first, lois.sit(first.table), sepp.sit(first.table)]
    first.put("/portrait", {"portrait": "plaits"})
    assert first.put("/excused", {"until": server.clock_now() + 86_400}).is_success
    first.post("/talk", {"phrase": "hello"})
    play(seats, lambda table: (table["shuffle"] or {}).get("deal", 0) > 2)
    vroni.book()
    amounts = {vroni.member: 20, lois.member: -20}
    vroni.post("/evenings", {"day": "2023-11-10", "deals": 3, "amounts": amounts})
    vroni.post("/payments", {"payer": lois.member, "payee": vroni.member, "amount": 20})
    marked = f"/deals/{first.table}/1"
    vroni.ask("PUT", f"{marked}/favourite", json={"chosen": True})
    for text in ("Schian gspielt!", "Hoppla!"):
        number = lois.post(f"{marked}/comments", {"text": text}).json()["comments"][-1]["number"]
    lois.ask("DELETE", f"{marked}/comments/{number}")
    sepp.send_off(sepp)
    moidl = vroni.bring("Moidl")
    moidl.send_off(moidl)
    vroni.give(moidl, "member")
    file = vroni.ask("GET", "/export").text
    server.close()
    return [json.loads(line) for line in file.splitlines()]


def read(lines: Lines) -> Archive:
    return read_archive([json.dumps(one).encode() for one in lines], NOW, BOTS)


def changed(lines: Lines, number: int, /, **fields: Any) -> Lines:
    return [*lines[:number], lines[number] | fields, *lines[number + 1 :]]


def first(lines: Lines, **fields: Any) -> int:
    """Return the place of the first line with these fields."""
    return next(n for n, one in enumerate(lines) if fields.items() <= one.items())


def test_the_file_itself_can_be_read(lines: Lines) -> None:
    archive = read(lines)
    assert archive.club.watched
    assert len(archive.club.evenings) == 2
    assert archive.founder == "Vroni"
    assert [time for _, time in archive.club.moved.values()] == ["19:30"]
    assert archive.club.announced
    assert [one.text for one in archive.comments.values()] == ["Schian gspielt!"]


def test_every_wrong_field_is_refused_or_does_no_harm(lines: Lines) -> None:
    rng = Random(5)
    refused = 0
    for _ in range(TRIES):
        number = rng.randrange(len(lines))
        field = rng.choice([*lines[number], "more"])
        try:
            read(changed(lines, number, **{field: rng.choice(HOSTILE)}))
        except ArchiveError as error:
            refused += 1
            assert str(error)
            str(error).encode(errors="replace")
    assert refused > 0.95 * TRIES


def test_a_file_with_lines_lost_moved_or_doubled_is_refused(lines: Lines) -> None:
    rng = Random(6)
    for _ in range(TRIES // 3):
        one, other = sorted(rng.sample(range(len(lines)), 2))
        tried = [*lines]
        way = rng.choice(["lose", "double", "swap"])
        if way == "lose":
            del tried[one:other]
        elif way == "double":
            tried.insert(other, tried[one])
        else:
            tried[one], tried[other] = tried[other], tried[one]
        try:
            archive = read(tried)
        except ArchiveError:
            continue
        assert way == "swap", (one, other)
        assert archive.club.number == read(lines).club.number


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("founded", {"zone": "../../etc/passwd"}),
        ("founded", {"name": "x" * 31}),
        ("member_joined", {"role": "founder"}),
        ("member_joined", {"member": "club:abcdefgh"}),
        ("described", {"call": "javascript:alert(1)"}),
        ("described", {"by": "nobody-there"}),
        ("described", {"rules": {"preset": "bridge"}}),
        ("described", {"rules": {"match": 60}}),
        ("appointed", {"time": "25:00"}),
        ("appointed", {"weekday": 7}),
        ("day_moved", {"time": "25:00"}),
        ("day_moved", {"to": ""}),
        ("day_moved", {"to": "2036-12-04"}),
        ("evening_announced", {"day": "2026-12-04"}),
        ("deal_scored", {"amounts": {}}),
        ("deal_scored", {"deal": 2}),
        ("evening_entered", {"deals": 1001}),
        ("evening_entered", {"day": "1300-01-01"}),
        ("paid", {"amount": 10**7}),
        ("watching_allowed", {"allowed": 1}),
        ("opened", {"bots": 4}),
        ("sat", {"seat": 9}),
        ("sat", {"person": "304a8992c9627705e469e83d"}),
        ("said", {"phrase": "<script>"}),
        ("portrait_chosen", {"portrait": "../x"}),
        ("excused", {"until": 1e300}),
        ("committed", {"secret": "00"}),
        ("acted", {"seat": 4}),
        ("acted", {"action": "HX"}),
        ("contributed", {"value": "zz"}),
        ("began", {"first_dealer": 7}),
    ],
)
def test_what_the_club_would_not_have_done_is_refused(
    lines: Lines, kind: str, fields: dict[str, Any]
) -> None:
    number = first(lines, kind=kind)
    with pytest.raises(ArchiveError, match=r"^(line|the table) "):
        read(changed(lines, number, **fields))


@pytest.mark.parametrize(
    "options", [{"listed": True}, {"club": None}, {"delay": 60.0}, {"bot": "none"}, {"players": 9}]
)
def test_a_table_with_other_options_is_refused(lines: Lines, options: dict[str, Any]) -> None:
    number = first(lines, kind="opened")
    with pytest.raises(ArchiveError):
        read(changed(lines, number, options=lines[number]["options"] | options))


@pytest.mark.parametrize(
    "file",
    [
        b"",
        b"\n",
        b"[]\n",
        b"\xff\xfe\n",
        b"[" * 100_001,
        b"[" * 90_000,
        b'{"format":"dobbm-club","version":2,"club":"abcdefgh"}\n',
        b'{"format":"dobbm-club","version":1,"club":"../../..a"}\n',
        b'{"format":"dobbm-club","version":1,"club":"abcdefgh"}\n{"end":1}\n',
        b'{"format":"dobbm-club","format":"dobbm-club","version":1,"club":"abcdefgh"}\n',
        b'{"format":"dobbm-club","version":1,"club":"abcdefgh","at":NaN}\n',
        b'{"kind":"founded"}\n',
    ],
)
def test_other_files_are_refused(file: bytes) -> None:
    with pytest.raises(ArchiveError):
        read_archive(file.splitlines(keepends=True), NOW, BOTS)


def test_a_truncated_file_is_refused(lines: Lines) -> None:
    for end in (1, 2, len(lines) // 2, len(lines) - 1):
        with pytest.raises(ArchiveError):
            read(lines[:end])


def test_names_that_others_could_not_read_are_refused(lines: Lines) -> None:
    number = first(lines, name="Vroni")
    tried: list[Callable[[], object]] = [
        lambda name=name: read(changed(lines, number, name=name))  # type: ignore[misc]
        for name in ("", "x" * 31, "\u3164", " Vroni", "Vro\nni", 7, "Another")
    ]
    for reading in tried:
        with pytest.raises(ArchiveError):
            reading()


@pytest.mark.parametrize("text", [None, "", "  two  spaces ", "x" * 201, ["Hoppla!"]])
def test_a_comment_is_a_short_line_by_a_member(lines: Lines, text: Any) -> None:
    number = next(n for n, one in enumerate(lines) if "comment" in one)
    with pytest.raises(ArchiveError, match=f"line {number + 1}: this is no comment"):
        read(changed(lines, number, text=text))


def test_a_comment_comes_once(lines: Lines) -> None:
    number = next(n for n, one in enumerate(lines) if "comment" in one)
    with pytest.raises(ArchiveError, match="a comment comes twice"):
        read([*lines[:number], lines[number], *lines[number:]])


@pytest.mark.parametrize("comment", [0, 1, 10_000, "1", True, [1]])
def test_a_comment_belongs_to_its_event(lines: Lines, comment: Any) -> None:
    number = next(n for n, one in enumerate(lines) if "comment" in one)
    with pytest.raises(ArchiveError, match=f"line {number + 1}"):
        read(changed(lines, number, comment=comment))
