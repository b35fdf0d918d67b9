"""A recorded session of nine deals, in which the lead changes four times.

Trained bots played it; some of its doublings were drawn at random.
"""

from __future__ import annotations

from browser.live import LiveTable
from dobbm.table import commands
from table.driver import dealt

SEED = 208
"""Determines the cards of all deals."""
PEOPLE = 3
"""Vroni, Lois and Moidl; a bot has the last seat."""

DEALS = (
    (
        ("dobbm", "weiter", "weiter", "weiter", "A8 B6 L7 L8", "gut", "gut", "gut"),
        "H6 HO LT HK L9 LS LK L6 HU HS AK H9 B9 BU BO BS H8 BK LU H7 AT A6 A9 A7 AS B8 AU LO HT "
        "B7 AO BT",
    ),
    (
        ("weiter", "weiter", "dobbm", "weiter", "B6 BO BT L6", "gut", "gut", "gut"),
        "A7 AS AT AU HS H9 H6 H7 B9 BU B8 HU AO BS A9 A8 AK L9 H8 HK L8 LS LU LO HT B7 LK HO A6 "
        "BK LT L7",
    ),
    (
        ("weiter", "dobbm", "weiter", "weiter", "A6 A9 AO BT", "gut", "gut", "gut"),
        "L6 LT LU LO BS BU B8 B9 B6 HO BO HK L9 LS L8 L7 A8 A7 AS H8 LK H6 H9 HT B7 H7 HS AK AT "
        "AU BK HU",
    ),
    (
        ("dobbm", "weiter", "weiter", "weiter", "AK AT B8 BK", "gut", "schwacher", "gut"),
        "LS L8 LO L9 L6 LU LK HU H7 HK HO H9 L7 BS AO H6 HS H8 BT BO A8 AS A7 A6 LT B6 B7 A9 HT "
        "B9 BU AU",
    ),
    (
        ("weiter", "dobbm", "weiter", "weiter", "B6 BU LO LU", "schwacher", "gut"),
        "H8 HT H9 HK AS AU AK A7 A9 A8 A6 AT AO HS LS BT B9 B7 BK H7 H6 L8 BS L7 HU B8 L9 L6 HO "
        "BO LT LK",
    ),
    (
        ("weiter", "dobbm", "weiter", "weiter", "AK AT L8 LK", "gut", "gut", "gut"),
        "BS B7 B9 BK B6 B8 BT HK H9 H8 HU H7 HS LS LT HT HO LU A7 A8 BO LO A6 BU H6 L9 L7 AU AO "
        "A9 L6 AS",
    ),
    (
        ("dobbm", "weiter", "weiter", "weiter", "A7 AK AO L6", "schwacher", "gut"),
        "B9 BO LS BU LU L9 L7 HU BK B8 LT BS HK HT HS AT LO L8 LK H6 H9 H7 AU B7 BT HO A9 B6 AS "
        "A8 A6 H8",
    ),
    (
        ("dobbm", "weiter", "weiter", "weiter", "AK B6 BU L7", "gut", "gut", "gut"),
        "A9 A6 AO AS HS H7 BS HO B7 HU B9 B8 A7 BK A8 AU BT HT BO H9 H8 LO LS L9 H6 L6 L8 LT HK "
        "LU LK AT",
    ),
    (
        ("weiter", "weiter", "dobbm", "solo", "gut", "gut", "gut"),
        "AS AK A7 A8 A6 AT A9 HU HS H6 LT H7 BO HK BK B8 AU LK H8 BS B6 B9 HT L9 AO LO L6 L7 LS "
        "L8 LU BT",
    ),
)
"""The bids, discards and doublings of each deal, and its cards."""


def ended() -> LiveTable:
    """Return the table after the last deal, where Lois would like another session."""
    evening = dealt(PEOPLE, seed=SEED, name="evening")
    for before, cards in DEALS:
        evening.until_dealt()
        evening.act(*before, *cards.split())
        evening.vote("next" if evening.table.finished < len(DEALS) else "end")
    evening.do(commands.Vote, 1, "again")
    return LiveTable(evening)
