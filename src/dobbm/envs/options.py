"""The options of an environment: the rules, the table and the reward."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal, TypeAlias

from dobbm.ai.kernel.batches import SINGLE
from dobbm.ai.kernel.deal_row import PACKS, Table
from dobbm.arena.match import MAX_DOUBLINGS, SESSION_DEALS
from dobbm.game.actions import Seat
from dobbm.game.cards import DECK, Card
from dobbm.game.errors import DobbmError, RecordError, RulesError, quoted
from dobbm.game.fields import verified, verified_number
from dobbm.game.rules import OPTIONS, Rules
from dobbm.game.session import MOST_DEALS
from dobbm.game.setup import verified_players, verified_seat

Reward: TypeAlias = Literal["points", "schilling"]
REWARDS: tuple[Reward, ...] = ("points", "schilling")

FULL = len(DECK)
"""The number of cards in the pack of the game."""


def ignored_options(options: Mapping[str, Any] | None) -> str:
    """Return a warning about the options given to ``reset``, which has none, or nothing.

    Raises ``RulesError`` for anything but a dict of options: the toolkits let environments ignore
    what they do not know, and their own tests rely on it.
    """
    if not isinstance(options, Mapping | None):
        raise RulesError(f'"options" must be a dict or None, not {quoted(options)}')
    if not options:
        return ""
    names = ", ".join([quoted(name) for name in options])
    return f"reset() ignores the options {names}: give options when you make the environment"


@dataclass(frozen=True, kw_only=True)
class EnvOptions:
    """The options that all environments share.

    Every deal has one reward per seat, the payment. In Schilling it is the payment of the rules. In
    points it is what the rules pay at a Match of 60 without rounding: a defender receives or pays
    the declarer's card points above or below 60, times the factors of a Solo and of the doublings.

    A session has ``deals`` deals and then the Mußrunde. Who deals next is up to the rules, so
    ``dealer`` is the first dealer; the rewards add up to the ledger.
    """

    rules: Rules
    players: int
    must: bool
    """Whether the deals belong to a Mußrunde, so that forehand must bid."""
    dealer: Seat | None
    """The dealer's seat; None if it is drawn for every deal, or for every session."""
    reward: Reward
    pack: int = FULL
    """The number of cards: 36, or fewer (docs/environments.md)."""
    session: bool = False
    """Whether an episode is a session rather than a deal."""
    deals: int = SESSION_DEALS
    """The number of deals of a session before its Mußrunde."""

    def __post_init__(self) -> None:
        players = verified_players(self.players)
        dealer = None if self.dealer is None else verified_seat(self.dealer, players, "dealer")
        if not (isinstance(self.reward, str) and self.reward in REWARDS):
            raise RulesError(f'"reward" must be "points" or "schilling", not {quoted(self.reward)}')
        if type(self.pack) is not int or self.pack not in PACKS:
            known = " or ".join(map(str, PACKS))
            raise RulesError(f'"pack" must be {known}, not {quoted(self.pack)}')
        session = verified(self.session, bool, "session", RulesError)
        must = verified(self.must, bool, "must", RecordError)
        if must and session:
            raise RulesError('"must" is for single deals: a session ends with its own Mußrunde')
        verified_options = {
            "rules": Rules.given(self.rules),
            "players": players,
            "must": must,
            "dealer": dealer,
            "session": session,
            "deals": verified_number(self.deals, 0, MOST_DEALS, "deals", RulesError),
        }
        for option, value in verified_options.items():
            object.__setattr__(self, option, value)

    @classmethod
    def of(
        cls,
        preset: str = "pagat",
        *,
        players: int = 4,
        must: bool = False,
        dealer: Seat | None = None,
        reward: Reward | None = None,
        pack: int = FULL,
        session: bool = False,
        deals: int = SESSION_DEALS,
        max_doublings: int | None = MAX_DOUBLINGS,
        **rules: Any,
    ) -> EnvOptions:
        """Return the options of a preset, with some of its rules overridden.

        >>> EnvOptions.of("wikipedia", unit=2).rules.match
        12

        At most three doublings are allowed, as in matches, unless ``max_doublings`` says something
        else. The reward is in points for single deals, in Schilling for sessions, unless ``reward``
        says something else.

        Raises ``RulesError`` for unknown or invalid options, and ``RecordError`` for an invalid
        number of players or dealer.
        """
        if unknown := [option for option in rules if option not in OPTIONS]:
            names = [one.name for one in fields(cls) if one.name != "rules"]
            known = ", ".join(["preset", *names, *OPTIONS])
            raise RulesError(f"unknown option {quoted(unknown[0])}: the options are {known}")
        overridden = Rules.of(preset, max_doublings=max_doublings, **rules)
        return cls(
            rules=overridden,
            players=players,
            must=must,
            dealer=dealer,
            reward=("schilling" if session else "points") if reward is None else reward,
            pack=pack,
            session=session,
            deals=deals,
        )

    @property
    def length(self) -> int:
        """The deals of a session before its Mußrunde, as the kernel takes them."""
        return self.deals if self.session else SINGLE

    @property
    def table(self) -> Table:
        """The options as the kernel takes them."""
        return Table.of(
            self.rules,
            players=self.players,
            must=self.must,
            dealer=self.dealer,
            in_points=self.reward == "points",
            pack=self.pack,
        )

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards of the pack."""
        return PACKS[self.pack]


def verify_full(options: EnvOptions, what: str) -> None:
    """Raise ``DobbmError`` if the pack is small: ``what`` needs the rules engine."""
    if options.pack != FULL:
        raise DobbmError(f"{what}, which has all {FULL} cards: leave out pack={options.pack}")
