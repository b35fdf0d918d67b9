"""The file of a match: one deal per line, as a record (docs/matches.md).

The deals of a deck, or of a session, at its six tables are written together. However the program
ends, the file holds every completed deck, and the match resumes with the next one.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict
from itertools import islice
from math import inf
from pathlib import Path
from typing import Any

from dobbm.arena.match import SEATINGS, SEATS, Board, Match, MatchDeal
from dobbm.arena.seating import Tally
from dobbm.files import lines_of
from dobbm.game.actions import DONE, Seat
from dobbm.game.errors import DobbmError, naming_json, quoted
from dobbm.game.fields import named
from dobbm.game.json_text import parse_line, write_json
from dobbm.game.record import from_record, to_record
from dobbm.locks import lock

IDENTITY = ("seed", "seconds", "contracts", "probe", "regret", "session")
"""The fields of ``Match`` that, with the players' names and the rules, identify a match."""


def kept_boards(
    path: Path,
    match: Match,
    decks: int,
    play: Callable[[Iterable[int]], Generator[Board]],
) -> Generator[Board]:
    """Yield the first ``decks`` boards of a match; those not yet in the file are played and added.

    Raises ``DobbmError`` if ``path`` is not a regular file or holds anything but this match, or if
    another program is writing to it or there is no room for a board. Raises ``OSError`` if it
    cannot be opened.
    """
    if path.exists() and not path.is_file():
        raise DobbmError(f"{path} is not a file in which a match can be saved")
    with io.FileIO(path, "a") as file:
        _lock(file, path)
        done = complete = 0
        for board, end in islice(_read_boards(path, match), decks):
            done, complete = board.deck + 1, end
            yield board
        if done == decks:
            return
        file.truncate(complete)  # drop a deck that was cut off in the middle
        with closing(play(range(done, decks))) as boards:
            for board in boards:
                try:
                    _append(file, match, board)
                except OSError as error:
                    raise DobbmError(f"{path}: {error.strerror}") from None
                yield board


def _lock(file: io.FileIO, path: Path) -> None:
    """Lock the file against other matches while it is open."""
    try:
        lock(file, wait=False)
    except BlockingIOError:
        raise DobbmError(f"another match is being written to {path}") from None


def _append(file: io.FileIO, match: Match, board: Board) -> None:
    lines = [write_json(_to_line(match, board.deck, played)) + "\n" for played in board.deals]
    rest = memoryview("".join(lines).encode())
    while rest:
        rest = rest[file.write(rest) :]


def _read_boards(path: Path, match: Match) -> Iterator[tuple[Board, int]]:
    """Yield the complete boards in the file, each with the byte offset of its end."""
    deals: list[MatchDeal] = []
    deck = end = 0
    with open(path, "rb") as file:
        for number, line in enumerate(lines_of(file, path), 1):
            if not line.endswith(b"\n") and (number > 1 or _begins(line, match)):
                return
            try:
                deals.append(_from_line(line, match, deck, deals))
            except DobbmError as error:
                raise DobbmError(f"{path}, line {number}: {error}") from None
            end += len(line)
            if len(deals) == len(SEATINGS) * match.length:
                yield Board(deck, tuple(deals)), end
                deals = []
                deck += 1


def _begins(line: bytes, match: Match) -> bool:
    """Return whether the file's only line can be the beginning of this match's first deal."""
    first, _, _ = write_json(to_record(match.start(0))).rpartition("]")
    return line.startswith(first.encode()) or first.encode().startswith(line)


def _to_line(match: Match, deck: int, played: MatchDeal) -> dict[str, Any]:
    return {
        **to_record(played.deal),
        "meta": {
            "match": _identity(match),
            "deck": deck,
            "seats": _sides(played.seats_of_a),
            "tallies": [asdict(tally) for tally in played.tallies],
        },
    }


def _identity(match: Match) -> dict[str, Any]:
    a, b = match.names
    return {"a": a, "b": b, **{field: getattr(match, field) for field in IDENTITY}}


@naming_json
def _from_line(line: bytes, match: Match, deck: int, before: Sequence[MatchDeal]) -> MatchDeal:
    """Return the deal in a line; ``before`` are the deals with its deck in the lines before.

    Raises ``DobbmError`` unless it is the next deal of ``match`` with this deck.
    """
    record = parse_line(line)
    deal = from_record(record)
    meta = record.get("meta", {})
    if meta.keys() != {"match", "deck", "seats", "tallies"} or not isinstance(meta["match"], dict):
        raise DobbmError("this is not a deal of a match")
    found = {**meta["match"], **deal.setup.rules.options()}
    due = _identity(match) | match.rules.options()
    for field, value in due.items():
        if found.get(field) != value:
            raise DobbmError(
                f"this is another match: {named(field)} is {quoted(found.get(field))}, "
                f"not {quoted(value)}"
            )
    seating, number = divmod(len(before), match.length)
    seats_of_a = SEATINGS[seating]
    if meta["deck"] != deck or meta["seats"] != _sides(seats_of_a):
        one, other = seats_of_a
        raise DobbmError(f"expected deck {deck} with A in seats {one} and {other}")
    earlier = [played.deal for played in before[len(before) - number :]]
    setup = match.start(deck, earlier).setup
    if deal.setup != setup._replace(rules=deal.setup.rules) or deal.phase != DONE:
        raise DobbmError(f"deck {deck} was dealt differently or not played to the end")
    return MatchDeal(seats_of_a, deal, _tallies(meta["tallies"]))


def _sides(seats_of_a: tuple[Seat, ...]) -> list[str]:
    """Return the side of each seat, ``a`` or ``b``."""
    return ["a" if seat in seats_of_a else "b" for seat in SEATS]


def _tallies(value: Any) -> tuple[Tally, ...]:
    fields = asdict(Tally()).keys()
    if (
        not isinstance(value, list)
        or len(value) != len(SEATS)
        or not all(isinstance(tally, dict) and tally.keys() == fields for tally in value)
        or not all(_is_count(count) for tally in value for count in tally.values())
    ):
        rule = f"{len(SEATS)} objects with {', '.join(fields)}, none below 0"
        raise DobbmError(f'"tallies" must be {rule}')
    return tuple(Tally(**tally) for tally in value)


def _is_count(value: Any) -> bool:
    return type(value) in (int, float) and 0 <= value < inf
