"""The settlement of a finished deal: who pays what, and who deals next (docs/rules.md 7 to 10).

Money is always an integer number of Schilling, never a float.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from dobbm.game.actions import DONE, Seat
from dobbm.game.arguments import verify_argument
from dobbm.game.cards import points as card_points
from dobbm.game.deal import Deal
from dobbm.game.errors import WrongPhase
from dobbm.game.rules import Contract, Rules

HALF = 60
"""Half of all card points; the declarer wins with more and loses with fewer."""
STOCKERL = 10
"""A Stockerl in card points; each other player pays the new dealer what they are worth."""
REVOKE = 30
"""The penalty for a revoke in card points: half a Match."""


Outcome: TypeAlias = Literal["won", "lost", "eingestellt", "thrown_in", "revoke"]
"""The outcome of a deal; it is the declarer who has won or lost."""


class Settlement(NamedTuple):
    """The settlement of a deal."""

    outcome: Outcome
    points: int | None
    """The declarer's card points; None if the deal was not played to the end."""
    tricks: int | None
    """The number of tricks that the declarer took; None if the deal was not played to the end."""
    payments: tuple[int, ...]
    """The amount that each seat receives, in Schilling; negative if it pays. The sum is 0."""
    next_dealer: Seat


def worth(difference: int, rules: Rules) -> int:
    """Return how many Schilling a difference in card points costs in an undoubled Dobbm.

    This is the smallest multiple of ``rules.unit`` that is at least difference * match / 60.

    >>> [worth(difference, Rules(match=12)) for difference in (1, 5, 6, 11, 60)]
    [1, 1, 2, 3, 12]
    """
    return rounded_worth(difference, rules.match, rules.unit)


def rounded_worth(difference: int, match: int, unit: int) -> int:
    """Compute ``worth`` from integers alone, so that this function can also be compiled."""
    return -(-difference * match // (HALF * unit)) * unit


def payment(difference: int, contract: Contract, doublings: int, rules: Rules) -> int:
    """Return what one player pays for a difference in card points, in Schilling.

    The amount is rounded before it is doubled: at a Match of 12, a Solo with 76 points earns 8
    Schilling from each player (pagat's example).

    >>> from dobbm.game.rules import DOBBM, SOLO
    >>> payment(12, DOBBM, 2, Rules()), payment(16, SOLO, 0, Rules(match=12))
    (48, 8)
    """
    return worth(difference, rules) * contract.factor << doublings


def declarer_points(deal: Deal) -> int:
    """Return the declarer's card points after the last trick.

    The four cards out of play count for the declarer, but a declarer without a trick has 0.
    """
    assert deal.play
    if deal.play.tricks == 0:
        return 0
    return deal.play.points + card_points(deal.out_of_play)


def settle(deal: Deal) -> Settlement:
    """Return the settlement of a finished deal.

    Raises ``WrongPhase`` if the deal is not done.
    """
    if type(deal) is not Deal:
        verify_argument(deal, "deal", Deal)
    if deal.phase != DONE:
        raise WrongPhase(f"the deal is not over: it is in the {deal.phase} phase")
    declarer, contract = deal.declarer, deal.contract
    if declarer is None or contract is None:
        return _thrown_in(deal)
    if deal.offender is not None:
        amount = payment(REVOKE, contract, deal.doublings, deal.setup.rules)
        gain = -amount if deal.offender == declarer else amount
        payments = _between(declarer, gain, deal.setup.players)
        return Settlement("revoke", None, None, payments, declarer)
    assert deal.play
    points = declarer_points(deal)
    amount = payment(abs(points - HALF), contract, deal.doublings, deal.setup.rules)
    gain = amount if points > HALF else -amount
    payments = _between(declarer, gain, deal.setup.players)
    return Settlement(_outcome(points), points, deal.play.tricks, payments, declarer)


def _outcome(points: int) -> Outcome:
    if points == HALF:
        return "eingestellt"
    return "won" if points > HALF else "lost"


def _thrown_in(deal: Deal) -> Settlement:
    """Return the settlement of a thrown-in deal (docs/rules.md 4).

    With five players, the next dealer receives a Stockerl.
    """
    setup = deal.setup
    dealer = dealer_after(setup.dealer, setup.players)
    stockerl = worth(STOCKERL, setup.rules) if setup.players == 5 else 0
    return Settlement("thrown_in", None, None, _between(dealer, stockerl, setup.players), dealer)


def dealer_after(dealer: Seat, players: int) -> Seat:
    """Return who deals after a deal that was thrown in.

    With four players the same dealer deals again, with five the next player.
    """
    return dealer if players == 4 else (dealer + 1) % players


def _between(one: Seat, amount: int, players: int) -> tuple[int, ...]:
    """Return the payments if the seat ``one`` receives ``amount`` from every other seat."""
    return tuple([amount * (players - 1) if seat == one else -amount for seat in range(players)])
