"""The sight of a table that a seat has after one event: as a whole, or as what has changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from dobbm.game.actions import DONE, Seat, Step
from dobbm.game.view import View
from dobbm.game.view_shape import PublicPart
from dobbm.runtime.audience import Audience, own_part
from dobbm.runtime.json_bytes import dumps
from dobbm.table.events import Event
from dobbm.table.presentation import present_table, record_of, view_at_table
from dobbm.table.state import Table


class Since(NamedTuple):
    """The changes for all seats since an earlier message, as parts of a delta."""

    fields: bytes
    """The table's fields that are different, as JSON without braces."""
    view: bytes
    """Those of the view."""
    lists: bytes
    gone: list[str]


class Common:
    """The common part of all seats' messages about an event; it is encoded once."""

    def __init__(self, table: Table, event: Event, audience: Audience) -> None:
        self.table, self.event, self.audience = table, event, audience
        self.deal = table.displayed_deal
        present = audience.present & {*table.people}
        self.shared = present_table(table, audience.names, present, audience.namesakes)
        if audience.texts is None:
            self.shared["texts"] = "forbidden"
        self.public: PublicPart | None = None
        if self.deal:
            self.public = View.of(self.deal, None).public_part()
            if self.deal.phase == DONE and table.last:
                self.public["record"] = record_of(table.id, table.last, audience.names)
        self._steps: dict[bool, bytes] = {}
        self._before = 0, audience
        """The state with which the latest deltas begin, named: to hold it would keep all alive."""
        self._since = Since(b"", b"", b"", [])

    @cached_property
    def fields(self) -> bytes:
        """The table's fields as JSON, without braces."""
        return _fields(self.shared)

    @cached_property
    def public_fields(self) -> bytes:
        """The view's fields as JSON, without braces; empty without a deal."""
        return _fields(self.public) if self.public else b""

    def steps(self, view: View, *, declares: bool) -> bytes:
        """Return the fields of ``view.steps_part`` as JSON; those of the declarer are different."""
        if declares not in self._steps:
            steps = b",".join(map(_step, view.steps))
            self._steps[declares] = b'"actions":%b,"steps":[%b]' % (dumps(view.actions), steps)
        return self._steps[declares]

    def since(self, before: Common) -> Since:
        """Return what has changed for all seats; of the view nothing if there was none before."""
        number, audience = self._before
        if number != before.table.number or not audience.is_same(before.audience):
            self._before = before.table.number, before.audience
            fields = _changed(before.shared, self.shared)
            self._since = Since(fields, b"", b"", [])
            if before.public and self.public:
                old, new = _without_tricks(before.public), _without_tricks(self.public)
                tricks = _tail("tricks", before.public["tricks"], self.public["tricks"])
                gone = [name for name in old if name not in new]
                self._since = Since(fields, _changed(old, new), tricks, gone)
        return self._since


class Sight:
    """The sight that a seat has of a table after an event; a spectator's seat is None."""

    def __init__(self, common: Common, seat: Seat | None) -> None:
        self._common = common
        self._own = own_part(common.table, common.event, common.audience, seat)
        self._view = view_at_table(common.deal, seat) if common.deal else None
        declarer = common.deal.declarer if common.deal else None
        self._declares = seat is not None and seat == declarer

    @cached_property
    def whole(self) -> bytes:
        """All of it as one JSON object."""
        return b'{%b,"view":%b,%b}' % (self._common.fields, self._view_json, _fields(self._own))

    def delta(self, before: Sight) -> bytes:
        """Return what has changed since the caller saw ``before``, as one JSON object.

        It has the fields that are different; of the view, too. In ``lists``, there is for each
        list of the view that has changed how many of its elements stay, and those that follow them.
        The fields of table and view that are ``gone`` are named.
        """
        common = self._common.since(before._common)
        gone = [*common.gone, *(name for name in before._own if name not in self._own)]
        parts = [common.fields, _changed(before._own, self._own)]
        if before._view is None or self._view is None:
            parts.append(b'"view":%b' % self._view_json)
        else:
            own = _changed(before._view.own_part(), self._view.own_part())
            steps = _tail_of_steps(before._view, self._view)
            parts += [_object("view", common.view, own), _object("lists", common.lists, steps)]
        if gone:
            parts.append(_fields({"gone": gone}))
        return b"{%b}" % _joined(*parts)

    @property
    def _view_json(self) -> bytes:
        view, common = self._view, self._common
        if view is None:
            return b"null"
        steps = common.steps(view, declares=self._declares)
        return b"{%b,%b,%b}" % (_fields(view.own_part()), steps, common.public_fields)


def _changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> bytes:
    """Return the fields that are new or different, as JSON without braces."""
    return _fields(
        {
            name: value
            for name, value in after.items()
            if name not in before or before[name] != value
        }
    )


def _tail(name: str, before: Sequence[Any], after: Sequence[Any]) -> bytes:
    """Return the change of a list as a field, if any: how many elements stay, and what follows."""
    if before == after:
        return b""
    same = _same(before, after)
    return _fields({name: [same, after[same:]]})


def _tail_of_steps(before: View, after: View) -> bytes:
    """Return the change of a view's steps as two fields; each step is encoded once."""
    if before.steps == after.steps:
        return b""
    same = _same(before.steps, after.steps)
    more = after.steps[same:]
    actions, steps = dumps([one.action for one in more]), b",".join(map(_step, more))
    return b'"actions":[%d,%b],"steps":[%d,[%b]]' % (same, actions, same, steps)


def _same(before: Sequence[Any], after: Sequence[Any]) -> int:
    """Return how many first elements are the same."""
    if after[: len(before)] == before:
        return len(before)
    for place, (one, other) in enumerate(zip(before, after, strict=False)):
        if one != other:
            return place
    return min(len(before), len(after))


def _without_tricks(public: PublicPart) -> dict[str, Any]:
    return {name: value for name, value in public.items() if name != "tricks"}


def _object(name: str, *fields: bytes) -> bytes:
    """Return a field that is an object with these fields; nothing if there are none."""
    inside = _joined(*fields)
    return b'"%b":{%b}' % (name.encode(), inside) if inside else b""


def _joined(*fields: bytes) -> bytes:
    return b",".join(filter(None, fields))


@lru_cache(10_000)
def _step(step: Step) -> bytes:
    return dumps(step._asdict())


def _fields(value: Mapping[str, Any]) -> bytes:
    """Return the JSON of an object, without its braces."""
    return dumps(value)[1:-1]
