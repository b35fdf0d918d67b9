"""Verifies what a person says to have made of the deals of a day: nothing of it can be made up."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dobbm.exercises.daily import BOT, DailyDeal
from dobbm.game.actions import DONE
from dobbm.game.deal import Deal
from dobbm.game.settlement import settle
from dobbm.server.threaded_bots import ThreadedBots
from dobbm.table.refusals import Refusal


def finished(given: DailyDeal, actions: Sequence[str]) -> Deal:
    """Return a deal of a day after all of its actions.

    Raises an ``ActionError`` for an illegal one, and ``Refusal`` with the code ``unfinished``.
    """
    deal = given.deal.apply_all(actions)
    if deal.phase != DONE:
        raise Refusal("unfinished", f"deal {given.number} is not over")
    return deal


async def payment(
    given: DailyDeal, deal: Deal, bots: ThreadedBots, charge: Callable[[float], None]
) -> int:
    """Return what the person received in a finished deal against the bots of the day.

    Raises ``Refusal`` with the code ``result`` if a bot does something else at its turn.
    """
    names = [bot or BOT for bot in given.bots]
    replayed = given.deal
    while replayed.to_act is not None:
        replayed, _ = await bots.continue_deal(replayed, given.seat, names, charge)
        done = len(replayed.actions)
        if replayed.actions != deal.actions[:done]:
            raise Refusal("result", f"in deal {given.number}, a bot of this server acts otherwise")
        if replayed.to_act is not None:
            replayed = replayed.apply(deal.actions[done])
    return settle(deal).payments[given.seat]
