"""Founds a club again from its archive (``club_export``), which may come from anybody.

Nothing in an archive is believed: every event must be one that the club would have decided on, and
the book must be what the ledgers of its tables say.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any, NamedTuple

from dobbm.club import club_events
from dobbm.club.club_ids import person_at, stream_of
from dobbm.club.club_reducer import apply_club_event, founded
from dobbm.club.club_state import Club
from dobbm.club.draw import deck_seed, options_of
from dobbm.club.tournament import Tournament
from dobbm.game.errors import DobbmError, quoted
from dobbm.game.json_text import parse_line
from dobbm.runtime.archived_tables import ReadTable, read_table
from dobbm.runtime.club_export import FORMAT, VERSION
from dobbm.runtime.club_past import fits_a_name, verify_club_event, verify_founded
from dobbm.runtime.clubs import Admitted
from dobbm.runtime.entropy import Entropy, repeated_token
from dobbm.runtime.history import Offload, inline
from dobbm.runtime.people import digest, with_digest
from dobbm.runtime.store import MOST_EVENTS, Entry, Json, Person, Store, Text
from dobbm.runtime.stored_fields import ArchiveError, made
from dobbm.table.refusals import Refusal
from dobbm.table.talk import clean_notice, clean_text

LONGEST_LINE = 100_000
"""Maximum bytes of a line."""
ID = re.compile("[A-Za-z0-9_-]{8,34}")
"""Pattern of the identifiers in an archive; with the prefix of clubs, a store can keep them."""
NO_COMMENT = "this is no comment on a deal of the club, nor its notice"
AHEAD = 24 * 3600.0
"""Seconds by which the clock of another server may be fast."""


class Line(NamedTuple):
    """A line of an archive."""

    number: int
    """From 1."""
    value: Json


class Section(NamedTuple):
    """The events and the people of the club, or of one of its tables."""

    place: Line
    events: list[Line]
    people: dict[str, str | None]
    """Their names by identifier."""
    comments: dict[int, Line]
    """The lines with the texts of comments and of the notice, by the number of the event."""


class Archive(NamedTuple):
    """A club that can be founded again."""

    club: Club
    events: list[Json]
    names: dict[str, str | None]
    """The names of the members."""
    comments: dict[int, Text]
    """The comments on deals, and the notice, by the number of the event."""
    tables: dict[str, tuple[ReadTable, dict[str, str | None]]]
    """The tables, with the names of the people there."""

    @property
    def founder(self) -> str | None:
        """The name of the founder."""
        return self.names[self.club.founder]

    def entries(self, token: str, other: Callable[[], str]) -> list[Entry]:
        """Return all that is stored: ``token`` opens the founder's chair, and nothing the others.

        ``other`` returns tokens that nobody knows.
        """
        club, stream = self.club, stream_of(self.club.id)

        def joined(new: dict[str, str | None], id_: str) -> Person | None:
            if id_ not in new:
                return None
            opening = token if id_ == club.founder else other()
            return Person(id_, new.pop(id_), digest(opening), 0.0, {})

        new = dict(self.names)
        entries = [
            Entry(
                stream,
                number,
                event,
                None,
                person=joined(new, event.get("member", "")),
                text=self.comments.get(number),
                club=club.id,
            )
            for number, event in enumerate(self.events, 1)
        ]
        for id_, (table, names) in self.tables.items():
            new = dict(names)
            for number, event in enumerate(table.events, 1):
                person = joined(new, event.get("person", ""))
                entry = Entry(id_, number, event, None, person=person, club=club.id)
                entries.append(entry._replace(checkpoint=table.checkpoints.get(number)))
        return entries


def read_archive(lines: Iterable[bytes], now: float, bots: Collection[str]) -> Archive:
    """Return the club of an archive; ``bots`` names those that the server has.

    Raises ``ArchiveError``, which names the line that is wrong and says what is wrong there.
    """
    club_id, [of_club, *of_tables] = _sections(lines)
    latest = now + AHEAD
    with_kinds = [_made(line, latest) for line in of_club.events]
    members = _members(of_club, with_kinds)
    tables: dict[str, tuple[ReadTable, dict[str, str | None]]] = {}
    for section in of_tables:
        table = section.place.value["table"]
        people = {person_at(table, one): one for one in members}
        for line in section.comments.values():
            raise _at(line, NO_COMMENT)
        read = read_table(table, club_id, section.events, {*people}, latest, bots)
        _verify_people(section, read.seated, people, of_club.people)
        tables[table] = read, section.people
    reads = {one: read for one, (read, _) in tables.items()}
    club = _replayed(club_id, of_club, with_kinds, reads, bots)
    if {*club.all_tables} != {*tables}:
        raise _at(of_club.place, "the tables of the club are not those in the file")
    events = [line.value for line in of_club.events]
    return Archive(club, events, of_club.people, _comments(club, of_club), tables)


async def found_again(
    store: Store,
    entropy: Entropy,
    archive: Archive,
    request: str | None = None,
    offload: Offload = inline,
) -> Admitted:
    """Store the club of an archive; the token opens the chair of its founder.

    Repeated with the same ``request``, return the same token. Raises ``Refusal`` with the code
    ``taken`` if the club, one of its tables or one of its people is in the store already.
    """
    club = archive.club
    token = repeated_token(club.id, f"again {request}") if request else entropy.token()
    entries = await offload(lambda: archive.entries(token, entropy.token))
    if not await store.append_all(entries):
        people = await store.people(stream_of(club.id)) if request else []
        if not with_digest(people, digest(token)):
            raise Refusal("taken", "this club is on this server already, or a part of it")
    return Admitted(club.id, club.founder, token)


def _sections(lines: Iterable[bytes]) -> tuple[str, list[Section]]:
    """Return the identifier of the club, and its section before those of its tables."""
    read = _parsed(lines)
    head = next(read, Line(1, {}))
    value = head.value
    if value.get("format") != FORMAT:
        raise _at(head, "this is not the archive of a club")
    if value.get("version") != VERSION:
        raise _at(head, f"only archives of the version {VERSION} can be read here")
    sections, ids = [Section(head, [], {}, {})], {_id(head, "club")}
    for line in read:
        value = line.value
        if "kind" in value:
            sections[-1].events.append(line)
            if len(sections[-1].events) > MOST_EVENTS:
                raise _at(line, f"more than {MOST_EVENTS} events")
        elif {*value} == {"person", "name"}:
            person = _id(line, "person")
            if person in ids:
                raise _at(line, "a person comes twice")
            ids.add(person)
            sections[-1].people[person] = _name(line)
        elif {*value} == {"table"}:
            if _id(line, "table") in ids:
                raise _at(line, "a table comes twice")
            ids.add(value["table"])
            sections.append(Section(line, [], {}, {}))
        elif {*value} == {"comment", "text"} and type(value["comment"]) is int:
            if value["comment"] in sections[-1].comments:
                raise _at(line, "a comment comes twice")
            sections[-1].comments[value["comment"]] = line
        elif value != {"end": line.number - 1}:
            raise _at(line, "neither an event nor a person nor a comment nor a table")
        else:
            if next(read, None):
                raise _at(line, "something follows the end")
            return head.value["club"], sections
    raise _at(line if sections[-1].events else head, "the end of the file is missing")


def _parsed(lines: Iterable[bytes]) -> Iterator[Line]:
    for number, line in enumerate(lines, 1):
        if len(line) > LONGEST_LINE:
            raise ArchiveError(f"line {number}: longer than {LONGEST_LINE} bytes")
        try:
            yield Line(number, parse_line(line))
        except DobbmError as error:
            raise ArchiveError(f"line {number}: {error}") from None


def _id(line: Line, field: str) -> str:
    found = line.value.get(field)
    if not isinstance(found, str) or not ID.fullmatch(found):
        raise _at(line, f"{quoted(found)} is no identifier")
    return found


def _name(line: Line) -> str | None:
    name = line.value.get("name")
    if name is None:
        return None
    if not isinstance(name, str) or not fits_a_name(name):
        raise _at(line, f"{quoted(name)} is no name")
    return name


def _made(line: Line, latest: float) -> Any:
    """Return the event of the club in a line, if its fields are those of one."""
    try:
        return made(club_events.KINDS, line.value, latest)
    except ArchiveError as error:
        raise _at(line, str(error)) from None


def _members(section: Section, events: list[Any]) -> set[str]:
    """Return all who have ever belonged to the club; each has a line with a name."""
    came = {one.member for one in events if isinstance(one, club_events.Founded)}
    came |= {one.member for one in events if isinstance(one, club_events.MemberJoined)}
    if came != {*section.people}:
        raise _at(section.place, "the members of the club are not the people in the file")
    return came


def _verify_people(
    section: Section, seated: set[str], members: dict[str, str], names: dict[str, str | None]
) -> None:
    """Raise ``ArchiveError`` unless everybody at a table is a member, under the same name."""
    if seated != {*section.people}:
        raise _at(section.place, "those who sat at this table are not the people in the file")
    for person, name in section.people.items():
        if name not in (None, names[members[person]]):
            raise _at(section.place, f"{quoted(name)} has another name in the club")


def _comments(club: Club, section: Section) -> dict[int, Text]:
    """Return the comments and the notice; raise ``ArchiveError`` for a text that is neither."""
    authors = {one.number: one.by for one in club.comments}
    if club.notice is not None:
        authors[club.notice] = section.events[club.notice - 1].value["by"]
    for number, line in section.comments.items():
        text, clean = line.value["text"], clean_notice if number == club.notice else clean_text
        if number not in authors or not isinstance(text, str) or not _is_clean(text, clean):
            raise _at(line, NO_COMMENT)
    found = section.comments.items()
    return {number: Text(number, authors[number], line.value["text"]) for number, line in found}


def _is_clean(text: str, clean: Callable[[str], str]) -> bool:
    try:
        return clean(text) == text
    except DobbmError:
        return False


def _replayed(
    club_id: str,
    section: Section,
    events: list[Any],
    tables: dict[str, ReadTable],
    bots: Collection[str],
) -> Club:
    """Return the club after its events; raise ``ArchiveError`` for one that it cannot have had."""
    club: Club | None = None
    scores = {table: iter(read.lines) for table, read in tables.items()}
    for line, event in zip(section.events, events, strict=True):
        try:
            if club is None:
                club = founded(club_id, verify_founded(event))
            else:
                verify_club_event(club, event, scores, bots)
                club = apply_club_event(club, event)
        except Exception as error:  # whatever happens: the file comes from anybody
            raise _at(line, str(error) or type(error).__name__) from error
    if club is None:
        raise _at(section.place, "the club has no events")
    if club.tournament:
        raise _at(section.place, "a tournament is not over: its cards would be known")
    for tournament in club.tournaments:
        for number, round_ in enumerate(tournament.rounds, 1):
            for table, seats in zip(round_.tables, round_.seats, strict=True):
                if not _is_drawn(club, tournament, number, seats, tables.get(table)):
                    raise _at(section.place, f"the table {table} is not that of the tournament")
    for table, read in tables.items():
        if club.scored.get(table, 0) != len(read.lines):
            raise _at(section.place, f"the book has not the deals of the table {table}")
    return club


def _is_drawn(
    club: Club,
    tournament: Tournament,
    number: int,
    seats: tuple[str | None, ...],
    read: ReadTable | None,
) -> bool:
    """Return whether a table has the rules and the decks of its round, and began with its bots."""
    if read is None or read.events[0]["bots"] != seats.count(None):
        return False
    has_seed = read.deck_seed == deck_seed(tournament, number) or not read.lines
    return read.options == options_of(club.id, tournament, number) and has_seed


def _at(line: Line, what: str) -> ArchiveError:
    return ArchiveError(f"line {line.number}: {what}")
