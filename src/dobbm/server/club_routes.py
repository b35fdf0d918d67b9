"""The routes for clubs: founding, members, guests and tables (docs/clubs.md)."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from fastapi import Request, Response, status

from dobbm.club.appointments import appointments
from dobbm.club.away_commands import absence_of
from dobbm.club.book import numbers
from dobbm.club.club_commands import (
    AllowWatching,
    Depart,
    Describe,
    GiveRole,
    verify_active,
    verify_may_renew,
    verify_member,
)
from dobbm.club.club_reducer import DESCRIBED, day_of
from dobbm.club.club_state import Club
from dobbm.runtime.runner import TableRunner
from dobbm.runtime.store import Person
from dobbm.server import club_models, models, responses
from dobbm.server.authentication import TableId
from dobbm.server.club_access import (
    AFellow,
    AFormerFellow,
    AVisitor,
    ClubId,
    Visitor,
    clubs_of,
    invitation,
    invited_by,
    pushing_of,
    remember_club,
    table_options,
    tables_of,
    verify_may_found,
)
from dobbm.server.described_refusals import AT_A_TABLE, CHANGING, WITHOUT_TOKEN, refused
from dobbm.server.lobby_routes import verify_room
from dobbm.server.routers import make_router
from dobbm.server.seat_routes import count_change
from dobbm.table.deadlines import turn_end
from dobbm.table.refusals import Refusal

EVENING = 18 * 3600.0
"""Seconds for which guests may stay."""
HERE = 60.0
"""A member who has looked at the club in the last so many seconds is there."""

router = make_router("/clubs", "club")


@router.post("", status_code=status.HTTP_201_CREATED, responses=refused(408, 409, 413))
async def found_club(request: Request, wanted: club_models.NewClub) -> club_models.Link:
    """Found a club; the answer has the founder's personal link.

    A request that is repeated with the same `request` returns the same club and token.
    """
    verify_may_found(request)
    await verify_room(request)
    found = await clubs_of(request).found(wanted.name, wanted.zone, wanted.founder, wanted.request)
    return club_models.Link(**found._asdict())


@router.get("/{club}", responses=AT_A_TABLE, openapi_extra=WITHOUT_TOKEN)
async def club_page(request: Request, response: Response, who: AVisitor) -> club_models.ClubPage:
    """Get a club: with a personal link its people and its tables, without one only its name.

    If everybody may watch the tables of the club, strangers get them, too, without its people.

    Every visit renews the cookie that opens the chair.
    """
    if who.member and who.token:
        remember_club(request, response, who.club.id, who.token)
    return await page_of(request, who)


@router.put("/{club}", responses=CHANGING)
async def describe_club(
    request: Request, who: AFellow, wanted: club_models.ClubChange
) -> club_models.ClubPage:
    """Change the name, the time zone, the address for calls and the customs, as a co-host."""
    described = who.club._asdict() | wanted.model_dump(exclude_none=True)
    if "rules" in wanted.model_fields_set:
        described["rules"] = wanted.rules
    command = Describe(who.member, **{name: described[name] for name in DESCRIBED})
    club = await clubs_of(request).do(who.club.id, command)
    return await page_of(request, Visitor(club, who.member, who.token))


@router.put("/{club}/watching", responses=CHANGING)
async def allow_watching(
    request: Request, who: AFellow, wanted: club_models.Watching
) -> club_models.ClubPage:
    """Let everybody watch the tables, or only the people of the club, as a co-host."""
    club = await clubs_of(request).do(who.club.id, AllowWatching(who.member, wanted.allowed))
    return await page_of(request, Visitor(club, who.member, who.token))


@router.get("/{club}/link", responses=AT_A_TABLE)
async def own_link(who: AFellow) -> club_models.Link:
    """Get the own personal link, to open the own chair on another device."""
    return club_models.Link(club=who.club.id, member=who.member, token=who.token)


@router.post("/{club}/members", status_code=status.HTTP_201_CREATED, responses=CHANGING)
async def add_member(
    request: Request, who: AFellow, wanted: club_models.NewMember
) -> club_models.Link:
    """Let a member in, as a co-host; the answer has the member's personal link."""
    found = await clubs_of(request).admit(
        who.club.id,
        wanted.name,
        "member",
        who.member,
        request=_own_request(who.member, wanted.request),
    )
    return club_models.Link(**found._asdict())


@router.post("/{club}/requests", status_code=status.HTTP_201_CREATED, responses=CHANGING)
async def ask_to_join(
    request: Request, club: ClubId, wanted: club_models.NewMember
) -> club_models.Link:
    """Ask to be let in: the link opens the club as soon as a co-host admits the person."""
    count_change(request)
    found = await clubs_of(request).admit(club, wanted.name, "asking", None, request=wanted.request)
    return club_models.Link(**found._asdict())


@router.post("/{club}/invitations", responses=CHANGING)
async def invite(request: Request, who: AFellow) -> club_models.Invitation:
    """Get tonight's link for guests, as a member."""
    clubs = clubs_of(request)
    verify_member(who.club, who.member, clubs.now())
    until = clubs.now() + EVENING
    code = invitation(request, who.club.id, who.member, clubs.now(), until)
    return club_models.Invitation(code=code, until=until)


@router.post("/{club}/guests", status_code=status.HTTP_201_CREATED, responses=CHANGING)
async def come_as_guest(
    request: Request, club: ClubId, wanted: club_models.NewGuest
) -> club_models.Link:
    """Come as a guest for the evening, with tonight's link."""
    count_change(request)
    clubs = clubs_of(request)
    by, until = invited_by(request, await clubs.club(club), wanted.code, clubs.now())
    found = await clubs.admit(club, wanted.name, "guest", by, until=until, request=wanted.request)
    return club_models.Link(**found._asdict())


@router.put("/{club}/members/{member}", responses=CHANGING)
async def give_role(
    request: Request, who: AFellow, member: str, wanted: club_models.NewRole
) -> club_models.ClubPage:
    """Admit who asks, keep a guest, take back who has left, make a co-host or pass the club on."""
    clubs, before = clubs_of(request), who.club.members.get(member)
    if wanted.role == "member" and before and before.left is not None:
        club = await clubs.readmit(who.club, who.member, member)
    else:
        club = await clubs.do(who.club.id, GiveRole(who.member, member, wanted.role))
    return await page_of(request, Visitor(club, who.member, who.token))


@router.put("/{club}/name", responses=CHANGING)
async def take_name(
    request: Request, who: AFellow, wanted: club_models.NewName
) -> club_models.ClubPage:
    """Take another name, in the club and in all that you have played at its tables."""
    await tables_of(request).rename(who.club, who.member, who.token, wanted.name)
    return await page_of(request, Visitor(who.club, who.member, who.token))


@router.delete("/{club}/members/{member}", responses=CHANGING)
async def leave_club(
    request: Request, who: AFormerFellow, member: str, *, erase: bool = False
) -> club_models.ClubPage:
    """Leave the club or, as a co-host, ask a member to leave; the seats go to bots.

    With `erase`, people take their own name out of the book and of the tables of the club, also
    after they have left.
    """
    if erase and member != who.member:
        raise Refusal("role", "people take only their own names out of the book")
    clubs = clubs_of(request)
    club = await clubs.do(who.club.id, Depart(who.member, member))
    await tables_of(request).close_seats(club, member)
    if erase:
        await clubs.erase(club, member)
    stays = None if member == who.member else who.member
    return await page_of(request, Visitor(club, stays, who.token))


@router.post("/{club}/members/{member}/link", responses=CHANGING)
async def renew_link(request: Request, who: AFellow, member: str) -> club_models.Link:
    """Make a new personal link, one's own or, as a co-host, a member's.

    The old link opens nothing any more, nor does any device with a seat at a table of the club.
    """
    clubs = clubs_of(request)
    verify_may_renew(who.club, who.member, member, clubs.now())
    token = await clubs.new_link(who.club, member)
    await tables_of(request).close_seats(who.club, member)
    return club_models.Link(club=who.club.id, member=member, token=token)


@router.post("/{club}/tables", status_code=status.HTTP_201_CREATED, responses=CHANGING)
async def open_club_table(
    request: Request, who: AFellow, wanted: club_models.NewClubTable
) -> responses.Opened:
    """Open a table of the club and take a seat at it, as a member."""
    await verify_room(request)
    options = table_options(who.club, wanted)
    repeated = _own_request(who.member, wanted.request)
    welcome = await tables_of(request).open(who.club, who.member, options, wanted.bots, repeated)
    return responses.Opened(**welcome._asdict())


@router.post("/{club}/tables/{table}/seat", responses=CHANGING)
async def sit_in_club(
    request: Request, who: AFellow, table: TableId, wanted: club_models.WantedChair
) -> responses.Seated:
    """Sit down at a table of the club, or go on there on this device.

    A token that another device has for the same seat opens it no longer.
    """
    welcome = await tables_of(request).sit(who.club, who.member, table, wanted.seat)
    return responses.Seated(seat=welcome.seat, token=welcome.token)


@router.post("/{club}/tables/{table}/reminder", responses=CHANGING)
async def remind(request: Request, who: AFellow, table: TableId) -> club_models.Reminded:
    """Remind the person whose turn it is at a table of the club, at most once in an hour."""
    verify_active(who.club, who.member, clubs_of(request).now())
    runner, pushing = await tables_of(request).runner(who.club, table), pushing_of(request)
    reminded = pushing is not None and await pushing.remind(runner.table, who.member)
    return club_models.Reminded(reminded=reminded)


@router.delete("/{club}/tables/{table}", responses=CHANGING)
async def retire_table(request: Request, who: AFellow, table: TableId) -> club_models.ClubPage:
    """Put a table away that is played no more; its deals stay in the book.

    While people sit there, they and the co-hosts do so.
    """
    club = await tables_of(request).retire(who.club, who.member, table)
    return await page_of(request, Visitor(club, who.member, who.token))


async def page_of(request: Request, who: Visitor) -> club_models.ClubPage:
    """Return the club as somebody sees it."""
    clubs, club, now = clubs_of(request), who.club, clubs_of(request).now()
    you = club.members[who.member] if who.member else None
    shown = club_models.ClubPage(
        club=club.id,
        name=club.name,
        now=now,
        you=club_models.ClubSelf(member=who.member, role=you.role) if who.member and you else None,
        lost=who.lost,
    )
    runners: list[TableRunner] = []
    is_inside = you is not None and you.role != "asking"
    if is_inside or club.watched:
        runners = await tables_of(request).runners(club)
    if not is_inside:
        tables = [_table(club, {}, runner) for runner in runners]
        return shown.model_copy(update={"watched": club.watched, "tables": tables})
    people = await clubs.people(club)
    tables = [_table(club, club.at_table(runner.table.id), runner) for runner in runners]
    playing = {one.member for table in tables for one in table.seats if one.here}
    return shown.model_copy(
        update={
            "zone": club.zone,
            "call": club.call,
            "free": club.free,
            "texts": club.texts,
            "rules": club.rules,
            "notice": await clubs.notice(club) or "",
            "weekday": club.weekday,
            "time": club.time,
            "appointments": _appointments(club, now),
            "cancelled": [day for day in sorted(club.cancelled) if day >= day_of(now, club.zone)],
            "members": _members(club, people, playing, now),
            "tables": tables,
            "tournament": club.tournament.number if club.tournament else None,
            "watched": club.watched,
            "may_write": request.state.settings.texts,
        }
    )


def _appointments(club: Club, now: float) -> list[club_models.Appointment]:
    found = []
    for day, begins in appointments(club, now):
        to, time = club.moved.get(day, (None, None))
        answers, at = dict(club.answers.get(day, {})), begins.timestamp()
        found.append(club_models.Appointment(day=day, at=at, to=to, time=time, answers=answers))
    return found


def _members(
    club: Club, people: Mapping[str, Person], playing: AbstractSet[str | None], now: float
) -> list[club_models.ClubMember]:
    here = {one.id for one in people.values() if one.seen > now - HERE} | playing
    nameless = any(people[id_].name is None for id_ in club.members)
    numbered = numbers(club.members) if nameless else {}
    away = {id_: absence_of(club, id_, now) or (None, None) for id_ in club.members}
    return [
        club_models.ClubMember(
            member=id_,
            name=people[id_].name,
            number=numbered.get(id_) if people[id_].name is None else None,
            role=one.role,
            since=one.since,
            until=one.until,
            active=one.is_active(now),
            here=id_ in here and one.is_active(now),
            away_from=away[id_][0],
            away_until=away[id_][1],
        )
        for id_, one in club.members.items()
    ]


def _table(club: Club, members: Mapping[str, str], runner: TableRunner) -> club_models.ClubTable:
    """Return a table of the club, with the members in its seats, by the people that they are."""
    table = runner.table
    present = runner.people.audience(table).present
    seats = []
    for seat, one in enumerate(table.seats):
        seats.append(
            club_models.ClubSeat(
                kind="free" if one is None else "person" if one.person else "bot",
                member=members.get(one.person) if one and one.person else None,
                portrait=one.portrait if one else None,
                here=seat in present,
                amount=table.ledger[seat],
                excused_until=one and one.excused_until,
                excused_from=one.excused_from if one and one.excused_until else None,
            )
        )
    return club_models.ClubTable(
        table=table.id,
        number=club.place_of(table.id).number,
        stage=table.stage,
        deals=table.finished,
        to_act=table.deal.to_act if table.deal else None,
        until=turn_end(table) if table.options.by_post else None,
        free=table.options.free,
        seats=seats,
        bot=table.options.bot,
        rules=table.options.to_json()["rules"],
    )


def _own_request(member: str, request: models.Repeatable) -> str | None:
    """Return a request that only this member can repeat."""
    return None if request is None else f"{member} {request}"
