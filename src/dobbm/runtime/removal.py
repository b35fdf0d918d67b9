"""Takes seats and links from people at the request of the host."""

from __future__ import annotations

from dobbm.club.club_ids import person_at, stream_of
from dobbm.club.club_state import Club
from dobbm.game.actions import Seat
from dobbm.runtime.changes import entry_of
from dobbm.runtime.entropy import Entropy
from dobbm.runtime.history import History, inline
from dobbm.runtime.people import digest
from dobbm.runtime.snapshot import Snapshot
from dobbm.runtime.store import Store
from dobbm.table.commands import Leave
from dobbm.table.deadlines import Activity, due
from dobbm.table.reducer import apply_event


async def remove_person(store: Store, table_id: str, seat: Seat, now: float) -> None:
    """Give a person's seat to a bot, as if the person had left.

    Another process may be running the table; it notices the intervention. Raises ``Refusal`` if
    there is no such table or no person in the seat, and ``UnreadableEvent``.
    """
    stored = False
    while not stored:
        newest = (await History(store, inline).load(table_id))[-1]
        event = Leave(seat).decide(newest.table, max(now, newest.event.at))
        assert event
        changed = Snapshot(apply_event(newest.table, event), event)
        coming = due(changed.table, Activity({}, frozenset()), 0.0)
        stored = await store.append(entry_of(changed, coming))
    await store.intervene()


async def replace_link(store: Store, entropy: Entropy, club: Club, member: str) -> str:
    """Return a new token of a member of a club; no other opens a chair or a seat there any more.

    The person sits down again with it. Another process may be running the tables, as above.
    """
    token = entropy.token()
    await _replace_token(store, stream_of(club.id), member, token)
    await store.unsubscribe(stream_of(club.id), member)
    for table in club.all_tables:  # with tokens that nobody knows
        await _replace_token(store, table, person_at(table, member), entropy.token())
    await store.intervene()
    return token


async def _replace_token(store: Store, table: str, person: str, token: str) -> None:
    """Replace a person's token, if the person has been at the table."""
    replaced = False
    while not replaced:  # until nobody else replaces it at the same time
        before = {one.id: one.token for one in await store.people(table)}.get(person)
        if before is None:
            return
        replaced = await store.set_token(person, digest(token), before)
