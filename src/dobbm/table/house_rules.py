"""The house rules of a table, agreed before anybody sits down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any, Literal, Self, TypedDict, cast

from dobbm.game.actions import DOUBLING, RETOUR, SCHWACHER
from dobbm.game.deal import Deal
from dobbm.game.rules import PRESETS, Rules

BANK = 120.0
"""Default seconds in each seat's time bank, which is refilled for every deal."""
FREE = 15.0
"""Default seconds for each action before the time bank is charged."""
BY_POST = 3600.0
"""From so many free seconds for each action on, a table is played by post."""
GRACE = 30.0
"""Seconds in each deal during which the clock waits for a person whose connection is lost."""
MOST_EXCUSED = 31 * 86400.0
"""Maximum number of seconds for which a person can say to be away, at a table by post."""

MOST_DOUBLINGS = 20
"""Maximum number of doublings in a deal, whatever the rules: all clients can show the payments."""
MOST_SEATINGS = 100
"""Maximum number of times that people sit down at a table: its state stays small."""
MOST_IN_CLUB = 10_000
"""The same at the table of a club, which goes on for years with the same people."""
MOST_DELAYS = 10
"""Maximum number of times that people get more time before a deal: nobody can hold up a table."""


def exceeds_doublings(deal: Deal, action: str) -> bool:
    """Return whether ``action`` would double a deal more than ``MOST_DOUBLINGS`` times."""
    doubles = deal.phase == DOUBLING and action in (SCHWACHER, RETOUR)
    return doubles and deal.doublings >= MOST_DOUBLINGS


class HouseRules(TypedDict):
    """The house rules of a table; the host may change some of them."""

    players: Literal[4, 5]
    rules: Annotated[dict[str, Any], "`preset` and overrides, as in a record"]
    bot: Annotated[str, "the bot that plays seats without a person"]
    bank: Annotated[float, "seconds in a seat's time bank, refilled for every deal"]
    free: Annotated[float, "seconds for each action before the time bank is used"]
    listed: Annotated[bool, "whether the lobby shows the table"]
    delay: Annotated[float, "seconds by which spectators see events later"]
    ready_check: Annotated[bool, "whether the first deal waits until all are ready"]
    texts: Annotated[bool, "whether the host allows texts"]
    club: Annotated[str | None, "the club that the table belongs to; null: none"]
    deals: Annotated[int | None, "after how many deals the session ends; null: as the people wish"]
    decks: Annotated[str | None, "the name of the decks that other tables have, too; null: none"]


@dataclass(frozen=True)
class Options:
    """The house rules of a table."""

    players: int = 4
    rules: Rules = PRESETS["pagat"]
    bot: str = "simple"
    """Name of the bot that plays the seats without a person, including seats that people leave."""
    bank: float = BANK
    free: float = FREE
    listed: bool = False
    """Whether the lobby lists the table while seats are free."""
    delay: float = 0.0
    """Delay in seconds before spectators see what the players see."""
    ready_check: bool = False
    """Whether the first deal waits until all people have said that they are ready."""
    texts: bool = False
    """Whether people may write texts to each other; the host may change this at any time."""
    club: str | None = None
    """The club that the table belongs to: only its members and guests take seats."""
    deals: int | None = None
    """After how many deals the session ends, as a round of a tournament does; None if people end
    it when they wish."""
    decks: str | None = None
    """The name under which the decks are shuffled that other tables have, too; None if this table
    shuffles for itself. Nobody contributes to such a shuffle, and the deal passes on after each
    deal, so that all tables have the same dealer for the same deck."""

    @property
    def by_post(self) -> bool:
        """Whether people play by post: nobody need be there, and only the clock ends a turn."""
        return self.free >= BY_POST

    @property
    def asks_who_is_there(self) -> bool:
        """Whether the clock begins a deal only among people who are all there.

        Friends who meet every week hold their seats from one evening to the next: nobody who comes
        early plays with bots for those who come later. A round of a tournament does not wait.
        """
        return self.club is not None and self.deals is None and not self.by_post

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Restore options from a JSON object made by ``to_json``.

        Raises ``RulesError`` for invalid rules.
        """
        rules = dict(data["rules"])
        return cls(**{**data, "rules": Rules.of(rules.pop("preset"), **rules)})

    def to_json(self) -> HouseRules:
        """Return the options as a JSON object, with the rules in the same form as in a record."""
        return _to_json(self).copy()


@lru_cache(1024)
def _to_json(options: Options) -> HouseRules:
    """Make the JSON object once; the cache lets all messages of a table share it."""
    rules = {"preset": options.rules.preset, **options.rules.overrides()}
    return cast("HouseRules", vars(options) | {"rules": rules})
