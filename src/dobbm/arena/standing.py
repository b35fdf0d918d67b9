"""The standing of a match: totals and means over its boards.

Mean payments are in card points; a card point is worth match / 60 Schilling. The sampling unit of
every interval is the deck or, where sessions are played, the session.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, get_args

from dobbm.arena.match import Board, Match, MatchDeal
from dobbm.arena.seating import Tally
from dobbm.arena.statistics import Comparison, Estimate, Sample, combined
from dobbm.copying import CopiedWhole
from dobbm.game.arguments import Kind, takes
from dobbm.game.errors import DobbmError
from dobbm.game.rules import SOLO
from dobbm.game.settlement import HALF, settle

Role: TypeAlias = Literal["declaring", "defending"]
ROLES: tuple[Role, ...] = get_args(Role)
ROLE = Kind('"declaring" or "defending"', lambda value: value in ROLES)


class Side(CopiedWhole):
    """The results of one of the two players, over all its seats."""

    def __init__(self) -> None:
        self.declared = self.won = 0
        """Deals declared, and how many of them were won."""
        self.solos = self.solos_won = 0
        """The Solos among these deals, and how many of them were won."""
        self.tally = Tally()
        self.payments: dict[Role, Sample] = {role: Sample() for role in ROLES}
        """Payments per seat and deal in Schilling, by role; deals thrown in are left out."""
        self.losses: dict[Role, Sample] = {role: Sample() for role in ROLES}
        """Card points lost by free cards, as ``regret`` measures them."""

    def next_deck(self) -> None:
        """Begin the next deck."""
        for role in ROLES:
            self.payments[role].next_deck()
            self.losses[role].next_deck()

    def add(self, role: Role | None, payment: int, tally: Tally) -> None:
        """Add the result of a seat in a deal; ``role`` is None if nobody declared."""
        self.tally.add(tally)
        if role:
            self.payments[role].add(payment)
            self.losses[role].add(tally.lost, tally.free_cards)

    def add_declared(self, *, solo: bool, won: bool) -> None:
        """Add a deal that the side declared."""
        self.declared += 1
        self.won += won
        self.solos += solo
        self.solos_won += solo and won

    def declared_to_json(self) -> dict[str, int]:
        """Return the numbers of declared deals and Solos, and of those won, as a JSON object."""
        return {
            "deals": self.declared,
            "won": self.won,
            "solos": self.solos,
            "solos_won": self.solos_won,
        }


class Standing(CopiedWhole):
    """The standing of a match so far."""

    @takes(match=Match)
    def __init__(self, match: Match) -> None:
        self.match = match
        self.deals = 0
        self.thrown_in = 0
        """The number of deals thrown in; ``gain`` counts them, but the means by role do not."""
        self.a = Side()
        self.b = Side()
        self._received = Sample()
        self._point = HALF / match.rules.match
        """One Schilling in card points."""

    @takes(board=Board)
    def add(self, board: Board) -> None:
        """Add the next board."""
        for sample in (self._received, self.a, self.b):
            sample.next_deck()
        for played in board.deals:
            self._add_deal(played)

    def _add_deal(self, played: MatchDeal) -> None:
        deal, settlement = played.deal, settle(played.deal)
        self.deals += 1
        self.thrown_in += deal.declarer is None
        for seat, (payment, tally) in enumerate(
            zip(settlement.payments, played.tallies, strict=True)
        ):
            side = self.a if seat in played.seats_of_a else self.b
            role: Role | None = None
            if deal.declarer is not None:
                role = "declaring" if seat == deal.declarer else "defending"
            side.add(role, payment, tally)
            if side is self.a:
                self._received.add(payment)
            if role == "declaring":
                side.add_declared(solo=deal.contract == SOLO, won=settlement.outcome == "won")

    @property
    def decks(self) -> int:
        """The number of decks, or of sessions, played."""
        return len(self._received.counts)

    @property
    def gain(self) -> Estimate:
        """A's mean payment per seat and deal, in card points.

        Raises ``DobbmError`` before the first board.
        """
        gain = self._received.estimate(self._point)
        if gain is None:
            raise DobbmError("no board has been played yet")
        return gain

    @property
    def session_gain(self) -> Estimate:
        """A's mean payment per seat and session, in card points; of a deal without sessions."""
        return combined([(self.match.length, self.gain)])

    @takes(role=ROLE)
    def payments(self, role: Role) -> Comparison:
        """Compare the mean payments to A and B in ``role``, in card points per seat and deal."""
        return Comparison(self.a.payments[role], self.b.payments[role], self._point)

    @takes(role=ROLE)
    def regret(self, role: Role) -> Comparison:
        """Compare the card points that A and B lose per free card in ``role``."""
        return Comparison(self.a.losses[role], self.b.losses[role])

    def to_json(self) -> dict[str, Any]:
        """Return the standing as a JSON object."""
        match, a, b = self.match, self.a.tally, self.b.tally
        result: dict[str, Any] = {
            "a": match.names[0],
            "b": match.names[1],
            "decks": self.decks,
            "deals": self.deals,
            **self.gain.to_json(),
            "thrown_in": self.thrown_in,
            "a_declared": self.a.declared_to_json(),
            "b_declared": self.b.declared_to_json(),
            **{role: self.payments(role).to_json() for role in ROLES},
            "faults": {"a": a.faults, "b": b.faults},
            "seconds_per_action": {"a": a.seconds_per_answer, "b": b.seconds_per_answer},
        }
        if match.session is not None:
            result["session"] = {"deals": match.session, **self.session_gain.to_json()}
        if match.contracts is not None:
            result["frozen_contracts"] = match.contracts
        if match.regret:
            result["regret"] = {role: self.regret(role).to_json() for role in ROLES}
        if match.probe:
            result["probe"] = {
                name: {"probes": tally.probes, "changed": tally.changed}
                for name, tally in (("a", a), ("b", b))
            }
        return result
