"""The messages to the devices of members, and what delivers them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Literal, NamedTuple, Protocol, TypeAlias

from dobbm.game.errors import DobbmError
from dobbm.runtime.subscriptions import Subscription

Kind: TypeAlias = Literal["table", "turn", "seat", "round", "substitute", "evening", "change"]
"""Kinds of messages: a table has been opened, it is one's turn, a seat has become free, one plays
in the round of a tournament that has been drawn, somebody looks for a substitute, an evening begins
soon, an evening is moved or cancelled or takes place after all."""


class Undelivered(DobbmError):
    """A message that a push service has not taken; the text names no device."""

    code = "push"


class DeviceMessage(NamedTuple):
    """A message to a device; it says nothing of cards."""

    kind: Kind
    club: str
    """The name of the club."""
    table: str
    path: str
    """The page that it opens, below the start page."""
    ttl: int
    """Seconds for which it is worth sending."""
    evening: Mapping[str, float | bool] = {}
    """When an evening begins, in Unix seconds, and whether the member has ``answered``."""

    def body(self, language: str) -> bytes:
        """Return the text that the page's service worker reads (``client/sw.js``)."""
        told = {"kind": self.kind, "club": self.club, "table": self.table, "path": self.path}
        told_of = {**told, **self.evening, "language": language}
        return json.dumps(told_of, ensure_ascii=False).encode()


class PushService(Protocol):
    """Reaches the push services of browsers."""

    @property
    def public_key(self) -> str:
        """The key by which browsers know this server, in base64url."""

    def verify(self, subscription: Subscription) -> None:
        """Raise ``Refusal`` with the code ``push`` for a device that cannot be reached."""

    async def send(self, subscription: Subscription, message: DeviceMessage) -> bool:
        """Send a message; return False if there is no such device any more.

        Raises ``Undelivered`` if the push service does not take it.
        """
