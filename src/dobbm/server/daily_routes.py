"""The route for the deals of a day."""

from __future__ import annotations

from dobbm.exercises.daily import daily_deals, parse_day
from dobbm.game.errors import DobbmError
from dobbm.server import responses
from dobbm.server.described_refusals import refused
from dobbm.server.lean_routes import make_router
from dobbm.table.refusals import Refusal

router = make_router("", "practice")


@router.get("/daily/{day}", responses=refused())
async def daily(day: str) -> responses.Daily:
    """Get the three deals of a day, which follow from its date alone.

    They are the same for everybody. Each record has the whole deck, because `POST /practice` needs
    it and nothing is stored: a fair client shows only the cards of `seat`.
    """
    try:
        found = daily_deals(parse_day(day))
    except DobbmError as error:
        raise Refusal("day", str(error)) from None
    deals = [responses.DailyDeal(**one.to_json()) for one in found]
    return responses.Daily(day=day, deals=deals)
