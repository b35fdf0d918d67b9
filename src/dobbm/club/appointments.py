"""When a club meets: once a week, in its time zone."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice

from dobbm.club.club_reducer import zone_of
from dobbm.club.club_state import Club

LASTS = timedelta(hours=4)
"""The usual length of an evening: until its end, an appointment is the next one."""
NOTICE = 3 * 3600.0
"""Seconds before an evening in which it is announced to devices."""
AHEAD = 10
"""Number of appointments for which people can answer."""


def appointments(club: Club, now: float) -> list[datetime]:
    """Return when the club meets next, the evening in progress included; empty if it does not."""
    return [*islice(_all(club, now), AHEAD)]


def _all(club: Club, now: float) -> Iterator[datetime]:
    if club.weekday is None:
        return
    zone = zone_of(club.zone)
    earliest = datetime.fromtimestamp(now, zone) - LASTS
    hour, minute = map(int, club.time.split(":"))
    first = earliest.replace(hour=hour, minute=minute, second=0, microsecond=0, fold=0)
    first += timedelta(days=(club.weekday - first.weekday()) % 7)
    if first < earliest:
        first += timedelta(days=7)
    while True:
        if first.date().isoformat() not in club.cancelled:
            yield first
        first += timedelta(days=7)  # on the wall clock, whenever it is set


def calendar(club: Club, address: str, now: float) -> str:
    """Return the appointments of a club as a calendar file (RFC 5545), which names nobody.

    Each has its time in UTC, so that no program need know the rules of a time zone.
    """
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Dobbm//clubs//EN", "METHOD:PUBLISH"]
    for one in appointments(club, now):
        lines += [
            "BEGIN:VEVENT",
            f"UID:{club.id}-{one:%Y%m%d}@dobbm",
            f"DTSTAMP:{_utc(now)}",
            f"DTSTART:{_utc(one.timestamp())}",
            f"DTEND:{_utc((one + LASTS).timestamp())}",
            f"SUMMARY:{_escaped(club.name)}",
            f"URL:{address}",
            "END:VEVENT",
        ]
    return "".join(f"{_folded(line)}\r\n" for line in [*lines, "END:VCALENDAR"])


def _utc(at: float) -> str:
    return f"{datetime.fromtimestamp(at, UTC):%Y%m%dT%H%M%SZ}"


def _escaped(text: str) -> str:
    """Return a text with what calendars take for something else."""
    for sign in ("\\", ";", ","):
        text = text.replace(sign, "\\" + sign)
    return text


def _folded(line: str) -> str:
    """Break a line after at most 75 bytes, between two characters."""
    pieces, piece = [], ""
    for character in line:
        if len((piece + character).encode()) > 74:
            pieces.append(piece)
            piece = ""
        piece += character
    return "\r\n ".join([*pieces, piece])
