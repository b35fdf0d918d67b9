"""What a finished deal is worth, and who deals next (docs/rules.md 7 to 10).

Money is in whole Schilling and never touches a float.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from dobbm.game.actions import DONE, Seat
from dobbm.game.cards import points as card_points
from dobbm.game.deal import Deal
from dobbm.game.errors import WrongPhase
from dobbm.game.rules import Contract, Rules

HALF = 60
"""Card points: with more the declarer wins, with fewer the defenders."""
STOCKERL = 10
"""Card points whose worth a new dealer gets after a thrown-in deal of five."""
REVOKE = 30
"""Card points whose worth a revoke costs: half of a Match."""


Outcome: TypeAlias = Literal["won", "lost", "eingestellt", "thrown_in", "revoke"]
"""How a deal ended, seen from the declarer."""


class Settlement(NamedTuple):
    """The end of a deal."""

    outcome: Outcome
    points: int | None
    """The declarer's card points; None without play to the end."""
    tricks: int | None
    """The declarer's tricks; None without play to the end."""
    payments: tuple[int, ...]
    """What each seat receives, in Schilling; the sum is 0."""
    next_dealer: Seat


def worth(difference: int, rules: Rules) -> int:
    """What a difference in card points costs in an ordinary game, in Schilling.

    The smallest multiple of ``rules.unit`` that is at least difference * match / 60.

    >>> [worth(difference, Rules(match=12)) for difference in (1, 5, 6, 11, 60)]
    [1, 1, 2, 3, 12]
    """
    return rounded_worth(difference, rules.match, rules.unit)


def rounded_worth(difference: int, match: int, unit: int) -> int:
    """``worth`` for bare numbers."""
    return -(-difference * match // (HALF * unit)) * unit


def payment(difference: int, contract: Contract, doublings: int, rules: Rules) -> int:
    """What one player pays for a difference in card points, in Schilling.

    Rounding comes before doubling (pagat: 76 points in a Solo at a match of 12 are 8 Schilling).

    >>> from dobbm.game.rules import DOBBM, SOLO
    >>> payment(12, DOBBM, 2, Rules()), payment(16, SOLO, 0, Rules(match=12))
    (48, 8)
    """
    return worth(difference, rules) * contract.factor << doublings


def declarer_points(deal: Deal) -> int:
    """The declarer's card points after the last trick.

    The four cards out of play count for the declarer, but a declarer without a trick has 0.
    """
    assert deal.play
    if deal.play.tricks == 0:
        return 0
    return deal.play.points + card_points(deal.out_of_play)


def settle(deal: Deal) -> Settlement:
    """The settlement of a deal that is done.

    Raises ``WrongPhase`` before.
    """
    if deal.phase != DONE:
        raise WrongPhase(f"the deal is not over: it is in phase {deal.phase}")
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
    """Four deal again; of five the next deals, and gets a Stockerl (docs/rules.md 4)."""
    setup = deal.setup
    if setup.players == 4:
        dealer, stockerl = setup.dealer, 0
    else:
        dealer, stockerl = (
            (setup.dealer + 1) % setup.players,
            worth(STOCKERL, setup.rules),
        )
    return Settlement("thrown_in", None, None, _between(dealer, stockerl, setup.players), dealer)


def _between(one: Seat, amount: int, players: int) -> tuple[int, ...]:
    """Payments in which ``one`` receives ``amount`` from each of the others."""
    return tuple([amount * (players - 1) if seat == one else -amount for seat in range(players)])
