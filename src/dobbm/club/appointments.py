"""When a club meets: once a week, in its time zone, unless an evening is moved."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import NamedTuple

from dobbm.club.club_reducer import zone_of
from dobbm.club.club_state import Club

LASTS = timedelta(hours=4)
"""The usual length of an evening: until its end, an appointment is the next one."""
NOTICE = 3 * 3600.0
"""Seconds before an evening in which it is announced to devices."""
AHEAD = 10
"""Number of appointments for which people can answer."""
FURTHEST = 7
"""Number of days by which an evening can be moved."""
SPARE = 6
"""Number of evenings more that are looked at, because some may be moved behind or before others."""


class ClubEvening(NamedTuple):
    """An evening of a club."""

    day: str
    """The day of the week's appointment, to which answers belong even if the evening is moved."""
    begins: datetime


def appointments(club: Club, now: float) -> list[ClubEvening]:
    """Return when the club meets next, the evening in progress included; empty if it does not."""
    earliest = datetime.fromtimestamp(now, zone_of(club.zone)) - LASTS
    coming = [one for one in islice(_all(club, earliest), AHEAD + SPARE) if one.begins >= earliest]
    return sorted(coming, key=lambda one: one.begins)[:AHEAD]


def _all(club: Club, earliest: datetime) -> Iterator[ClubEvening]:
    """Yield the evenings in the order of their days, some of which may be past."""
    if club.weekday is None:
        return
    day = earliest.date() - timedelta(days=FURTHEST)
    day += timedelta(days=(club.weekday - day.weekday()) % 7)
    while True:
        if day.isoformat() not in club.cancelled:
            yield appointment_on(club, day.isoformat())
        day += timedelta(days=7)


def appointment_on(club: Club, day: str) -> ClubEvening:
    """Return the evening that belongs to a day, wherever it is moved."""
    to, time = club.moved.get(day, (day, club.time))
    return ClubEvening(day, begin_of(to, time, club.zone))


def begin_of(day: str, time: str, zone: str) -> datetime:
    """Return when an evening begins: on the wall clock, whenever it is set."""
    return datetime.fromisoformat(f"{day} {time}").replace(tzinfo=zone_of(zone))


def calendar(club: Club, address: str, now: float) -> str:
    """Return the appointments of a club as a calendar file (RFC 5545), which names nobody.

    Each has its time in UTC, so that no program need know the rules of a time zone. Cancelled
    evenings are there, too, for calendars that have them already.
    """
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Dobbm//clubs//EN", "METHOD:PUBLISH"]
    lines.append(f"X-WR-CALNAME:{_escaped(club.name)}")
    coming = dict.fromkeys(appointments(club, now), "CONFIRMED")
    if club.weekday is not None:
        coming |= {appointment_on(club, day): "CANCELLED" for day in sorted(club.cancelled)}
    for (day, begins), status in coming.items():
        lines += [
            "BEGIN:VEVENT",
            f"STATUS:{status}",
            f"UID:{club.id}-{day.replace('-', '')}@dobbm",
            f"DTSTAMP:{_utc(now)}",
            f"DTSTART:{_utc(begins.timestamp())}",
            f"DTEND:{_utc((begins + LASTS).timestamp())}",
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
