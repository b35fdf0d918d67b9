"""The clubs of a store: who belongs to them, and what changes them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from math import inf
from typing import Literal, NamedTuple, TypeAlias

from dobbm.club.club_commands import ClubCommand, Join, Readmit, known, verify_active, verify_zone
from dobbm.club.club_events import (
    NAMES,
    ClubEvent,
    DealScored,
    Departed,
    Founded,
    MemberJoined,
    Role,
    RoleGiven,
    from_json,
    to_json,
)
from dobbm.club.club_ids import club_of, is_club, person_at, stream_of
from dobbm.club.club_reducer import apply_club_event, founded
from dobbm.club.club_state import Club, DealComment, Evening
from dobbm.club.notice_commands import RemoveNotice, WriteNotice
from dobbm.runtime.bans import normal_name
from dobbm.runtime.complaints import Complaint, complain
from dobbm.runtime.entropy import Entropy, repeated_table, repeated_token
from dobbm.runtime.people import digest, with_digest
from dobbm.runtime.runtime import Runtime
from dobbm.runtime.store import MOST_EVENTS, Entry, Person, Store, Text, UnreadableEvent
from dobbm.table.portraits import BOT_NAMES
from dobbm.table.refusals import Refusal

KEPT = 64
"""Number of clubs kept in memory; others are read again when they are wanted."""
PAGE = 500
"""Number of events of a club that are read at once."""
SEEN = 20.0
"""Seconds between two notes of the presence of a member."""


Lost: TypeAlias = Literal["replaced", "over", "left"]
"""Why a link opens nothing: there is a newer one, the evening of a guest is over, or the person has
left."""


class Admitted(NamedTuple):
    """The club, the identifier and the secret token of somebody who has come to it."""

    club: str
    member: str
    token: str


class Clubs:
    """The clubs of a store.

    A club has no runner, because it has no deadlines. A change is decided on and stored, and
    decided on again if another process has stored one first.
    """

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._store = runtime.store
        self._entropy = runtime.entropy
        self._clubs: OrderedDict[str, Club] = OrderedDict()
        self.on_event: Callable[[Club, ClubEvent], None] = lambda _club, _event: None
        """Called with a club before every event that this process stores, and with the event."""
        self.changes = 0
        """Grows with every change of a club of which this process hears."""
        runtime.store.on_change(self._hear)
        runtime.namesakes.append(self.namesakes)

    def now(self) -> float:
        """Return the time in Unix seconds, as events have it."""
        return round(self._runtime.clock.now(), 3)

    async def found(
        self, name: str, zone: str, founder: str, request: str | None = None
    ) -> Admitted:
        """Found a club; repeated with the same ``request``, return the same club and token."""
        self._runtime.bans.verify_name(founder)
        new = Founded(self.now(), name, zone, self._entropy.person_id())
        club_id, token, stored = await store_club(self._store, self._entropy, new, founder, request)
        if not stored:
            return Admitted(club_id, await self.member(await self.club(club_id), token), token)
        return Admitted(club_id, new.member, token)

    async def club(self, club_id: str) -> Club:
        """Return a club with all that has been stored; raise ``Refusal`` if there is none.

        The code is ``unknown``, or ``closed`` if the host has closed it.
        """
        stream, club = stream_of(club_id), self._clubs.get(club_id)
        closed = await self._store.closed([stream])
        if closed.get(stream, True):
            self._clubs.pop(club_id, None)
            if closed:
                raise Refusal("closed", "the host has closed this club")
            raise Refusal("unknown", "there is no such club")
        return self._keep(await read_club(self._store, club_id, club))

    async def do(
        self,
        club_id: str,
        command: ClubCommand,
        person: Person | None = None,
        comment: tuple[str, str] | None = None,
    ) -> Club:
        """Carry out a command and return the club.

        ``person`` joins with it, or a ``comment`` or notice is stored, a member and the text.

        Raises the errors of the command's ``decide``, and ``StoreUnavailable``.
        """
        stream = stream_of(club_id)
        while True:
            club = await self.club(club_id)
            event = command.decide(club, self.now())
            if event is None:
                return club
            if club.number >= MOST_EVENTS:
                raise Refusal("long", "this club is full: found a new one")
            number = club.number + 1
            text = Text(number, *comment) if comment else None
            entry = Entry(stream, number, to_json(event), None, person=person, text=text)
            if await self._store.append(entry):
                self.changes += 1
                self.on_event(club, event)
                if isinstance(event, MemberJoined | RoleGiven | Departed):
                    self.tell_members(club_id)
                return self._keep(apply_club_event(club, event))

    async def admit(
        self,
        club_id: str,
        name: str,
        role: Role,
        by: str | None,
        *,
        until: float | None = None,
        request: str | None = None,
    ) -> Admitted:
        """Let somebody in, or ask to be let in; repeated with ``request``, return the same."""
        self._runtime.bans.verify_name(name)
        stream, entropy = stream_of(club_id), self._entropy
        token = repeated_token(stream, request) if request else entropy.token()
        await self.verify_free(await self.club(club_id), name, digest(token))
        # The same identifier for the same request: the club knows then that it is repeated.
        id_ = person_at(stream, token) if request else entropy.person_id()
        person = Person(id_, name, digest(token), 0.0, {})  # not there yet
        await self.do(club_id, Join(person.id, role, by, until), person)
        return Admitted(club_id, person.id, token)

    async def readmit(self, club: Club, by: str, member: str) -> Club:
        """Let a former member in again, whose link opens the chair again; return the club.

        Raises ``Banned``, and ``Refusal`` with the code ``member`` if the name has been erased, or
        ``taken`` if somebody else has it.
        """
        former = (await self.people(club))[member]
        if former.name is None:
            raise Refusal("member", "this member has no name any more")
        self._runtime.bans.verify_name(former.name)
        await self.verify_free(club, former.name, former.token)
        return await self.do(club.id, Readmit(by, member))

    async def verify_free(self, club: Club, name: str, own: str) -> None:
        """Raise ``Refusal`` with the code ``taken`` if somebody else in the club has the name.

        ``own`` is the digest of the token of the person who wants it.
        """
        for person in (await self.people(club)).values():
            alike = person.name is not None and normal_name(person.name) == normal_name(name)
            active = club.members[person.id].is_active(self.now())
            if alike and active and person.token != own:
                raise Refusal("taken", "somebody in the club has this name already")

    async def deals(self, club: Club, evening: Evening) -> list[DealScored]:
        """Return the deals of an evening, in the order in which they came into the book."""
        found: list[DealScored] = []
        stream, after = stream_of(club.id), evening.number - 1
        while len(found) < evening.deals and evening.tables:
            page = await self._store.events(stream, after, PAGE)
            if not page:
                break
            for stored in page:
                if stored.get("kind") == NAMES[DealScored]:
                    deal = _read(stream, club, stored)
                    if isinstance(deal, DealScored) and evening.has(deal.table, deal.deal):
                        found.append(deal)
            after += len(page)
        return found

    async def comments(self, club: Club) -> dict[int, str]:
        """Return the texts of the comments by number; those that were erased are missing."""
        return {one.number: one.text for one in await self._store.texts(stream_of(club.id))}

    async def notice(self, club: Club) -> str | None:
        """Return the text of the notice; None if there is none, or if it was erased."""
        if club.notice is None:
            return None
        found = await self._store.texts(stream_of(club.id), club.notice)
        return found[0].text if found else None

    async def change_notice(self, club_id: str, by: str, text: str) -> Club:
        """Write the notice, or remove it with an empty text; texts before it are deleted."""
        command = WriteNotice(by) if text else RemoveNotice(by)
        club = await self.do(club_id, command, comment=(by, text) if text else None)
        stream, kept = stream_of(club_id), {club.notice, *[one.number for one in club.comments]}
        for one in await self._store.texts(stream):
            if one.number <= club.number and one.number not in kept:
                await self._store.erase_text(stream, one.number, reported=False)
        return club

    async def complain_of_comment(self, club: Club, by: str, comment: DealComment) -> None:
        """Report a comment to the host of the server, as ``complain`` does.

        Raises ``Refusal`` with the code ``gone`` if its text was erased.
        """
        text = (await self.comments(club)).get(comment.number)
        if text is None:
            raise Refusal("gone", "this comment is no longer kept")
        about = (stream_of(club.id), comment.number, comment.by, by, comment.deal)
        await complain(self._store, Complaint(*about, text, self.now()))

    async def people(self, club: Club) -> dict[str, Person]:
        """Return all who have been members, by identifier; a name that is erased is None."""
        return {one.id: one for one in await self._store.people(stream_of(club.id))}

    async def namesakes(self, club_id: str) -> tuple[str, ...]:
        """Return the names of bots that people of a club bear, but not those who only ask."""
        with suppress(Refusal, UnreadableEvent):
            club, now = await self.club(club_id), self.now()
            here = {one for one in club.active(now) if club.members[one].role != "asking"}
            people = (await self.people(club)).values()
            names = {normal_name(one.name) for one in people if one.name and one.id in here}
            return tuple(name for name in BOT_NAMES if normal_name(name) in names)
        return ()

    def tell_members(self, club_id: str) -> None:
        """Let the tables of a club know that its people, or their names, may have changed."""
        self._runtime.at_each(lambda runner: runner.hear_of_members(club_id))

    async def member(self, club: Club, token: str, *, even_gone: bool = False) -> str:
        """Return the member with this token, and note that the member is there.

        Raises ``Banned``, and ``Refusal`` with the code ``token`` if it opens nothing here, or if
        the member is gone, unless that does not matter.
        """
        person = with_digest((await self.people(club)).values(), digest(token))
        if person is None:
            raise Refusal("token", "this link opens no chair here: is there a newer one?")
        self._runtime.bans.verify_name(person.name)
        one, now = club.members[person.id], self.now()
        if not one.is_active(now) and not even_gone:
            gone = "you have left this club" if one.left is not None else "this link was for a day"
            raise Refusal("token", f"{gone}: ask for a new one")
        if now - person.seen > SEEN:
            await self._store.seen({person.id: now}, now)
        return person.id

    async def lost(self, club: Club, token: str) -> Lost:
        """Return why the token of a personal link opens nothing any more."""
        person = with_digest((await self.people(club)).values(), digest(token))
        if person is None:
            return "replaced"
        return "over" if club.members[person.id].left is None else "left"

    async def welcome_until(self, club: Club, token: str) -> float:
        """Return until when the person with this token may be in the club; raises as ``member``.

        Raises ``Refusal`` with the code ``role`` for somebody who has only asked to be let in.
        """
        member = await self.member(club, token)
        until = verify_active(club, member, self.now()).until
        return inf if until is None else until

    async def new_link(self, club: Club, member: str) -> str:
        """Return a new token of a member; the old one opens nothing any more."""
        known(club, member, self.now())
        token = self._entropy.token()
        before = (await self.people(club))[member].token
        if not await self._store.set_token(member, digest(token), before):
            raise Refusal("used", "somebody has just made a new link: try again")
        self.changes += 1
        return token

    async def erase(self, club: Club, member: str) -> None:
        """Take the name of a member out of the book, and out of the tables of the club."""
        await self._store.erase_person(member)
        for table in club.all_tables:
            await self._store.erase_person(person_at(table, member))

    def _hear(self, stream: str, _: int) -> None:
        if not stream or is_club(stream):
            self.changes += 1
            self.tell_members(club_of(stream))

    def _keep(self, club: Club) -> Club:
        newest = self._clubs.get(club.id)
        if newest is None or newest.number < club.number:
            self._clubs[club.id] = club
        self._clubs.move_to_end(club.id)
        if len(self._clubs) > KEPT:
            self._clubs.popitem(last=False)
        return club


async def store_club(
    store: Store, entropy: Entropy, new: Founded, founder: str, request: str | None = None
) -> tuple[str, str, bool]:
    """Store a new club; return its identifier, the founder's token, and whether it is new.

    Raises ``Refusal`` with the code ``zone`` for an unknown time zone.
    """
    verify_zone(new.zone)
    club_id = repeated_table(f"club {request}") if request else entropy.table_id()
    token = repeated_token(club_id, request) if request else entropy.token()
    person, stream = Person(new.member, founder, digest(token), new.at, {}), stream_of(club_id)
    entry = Entry(stream, 1, to_json(new), None, person=person, club=club_id)
    return club_id, token, await store.append(entry)


async def read_club(store: Store, club_id: str, known: Club | None = None) -> Club:
    """Return a club with all its events, from a state that is ``known``.

    Raises ``UnreadableEvent``, and ``Refusal`` with the code ``unknown`` if there is no such club.
    """
    stream, club = stream_of(club_id), known
    for stored in await store.events(stream, club.number if club else 0):
        event = _read(stream, club, stored)
        if club:
            club = apply_club_event(club, event)
        elif isinstance(event, Founded):
            club = founded(club_id, event)
    if club is None:
        raise Refusal("unknown", "there is no such club")
    return club


def _read(stream: str, club: Club | None, stored: dict[str, object]) -> ClubEvent:
    """Return a stored event; raise ``UnreadableEvent`` for one that only others understand."""
    try:
        return from_json(stored)
    except (KeyError, TypeError) as error:
        number = club.number + 1 if club else 1
        raise UnreadableEvent(stream, number, f"not understood: {error!r}") from None
