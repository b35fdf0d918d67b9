"""The routes for tournaments of a club (docs/clubs.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from fastapi import Request, status

from dobbm.club.club_commands import verify_active
from dobbm.club.club_state import Club
from dobbm.club.tournament import Tournament, TournamentRound
from dobbm.club.tournament_commands import Enter, Withdraw, is_led_by
from dobbm.club.tournament_standing import standing
from dobbm.game.shuffle import commitment
from dobbm.runtime.runner import TableRunner
from dobbm.runtime.store import Person
from dobbm.server import tournament_models
from dobbm.server.club_access import AFellow, clubs_of, table_options, tournaments_of
from dobbm.server.described_refusals import AT_A_TABLE, CHANGING
from dobbm.server.lobby_routes import verify_room
from dobbm.server.routers import make_router
from dobbm.table.house_rules import FREE

router = make_router("/clubs/{club}", "club")


@router.post("/tournaments", status_code=status.HTTP_201_CREATED, responses=CHANGING)
async def open_tournament(
    request: Request, who: AFellow, wanted: tournament_models.NewTournament
) -> tournament_models.TournamentNow:
    """Open a tournament, for which everybody in the club can enter, as a member."""
    options = table_options(who.club, wanted)
    if options.by_post:  # as the club usually plays: in a tournament all are there at once
        options = replace(options, free=FREE)
    club = await tournaments_of(request).open(
        who.club, who.member, options, wanted.deals, wanted.draw, duplicate=wanted.duplicate
    )
    return await _page(request, club, who.member)


@router.get("/tournament", responses=AT_A_TABLE)
async def newest_tournament(request: Request, who: AFellow) -> tournament_models.TournamentNow:
    """Get the newest tournament, which may be over."""
    clubs = clubs_of(request)
    verify_active(who.club, who.member, clubs.now())
    club = await tournaments_of(request).complete(who.club)
    return await _page(request, club, who.member)


@router.put("/tournament/players/{member}", responses=CHANGING)
async def enter(
    request: Request, who: AFellow, member: str, wanted: tournament_models.PlayerEntry
) -> tournament_models.TournamentNow:
    """Play in the tournament from its next round on; who leads it can enter others, too."""
    command = Enter(who.member, member, wanted.value)
    club = await clubs_of(request).do(who.club.id, command)
    return await _page(request, club, who.member)


@router.delete("/tournament/players/{member}", responses=CHANGING)
async def withdraw(request: Request, who: AFellow, member: str) -> tournament_models.TournamentNow:
    """Play in the tournament no more; a bot takes the seat."""
    club = await clubs_of(request).do(who.club.id, Withdraw(who.member, member))
    await tournaments_of(request).release(club, member)
    return await _page(request, club, who.member)


@router.post("/tournament/rounds", responses=CHANGING)
async def draw_round(
    request: Request, who: AFellow, wanted: tournament_models.NextRound
) -> tournament_models.TournamentNow:
    """Draw the next round and open its tables, as the one who leads the tournament."""
    await verify_room(request)
    club = await tournaments_of(request).draw(
        who.club, who.member, wanted.number, even_unfinished=wanted.even_unfinished
    )
    return await _page(request, club, who.member)


@router.post("/tournament/end", responses=CHANGING)
async def end_tournament(
    request: Request, who: AFellow, wanted: tournament_models.Ending
) -> tournament_models.TournamentNow:
    """End the tournament, as the one who leads it; its secret is shown."""
    club = await tournaments_of(request).end(
        who.club, who.member, even_unfinished=wanted.even_unfinished
    )
    return await _page(request, club, who.member)


async def _page(request: Request, club: Club, member: str) -> tournament_models.TournamentNow:
    clubs, now = clubs_of(request), clubs_of(request).now()
    newest = club.tournaments[-1] if club.tournaments else None
    shown = None
    if newest:
        people, runners = await clubs.people(club), {}
        if newest.rounds:
            found = await tournaments_of(request).runners(newest.rounds[-1])
            runners = {one.table.id: one for one in found}
            club = await clubs.club(club.id)  # the deals that have come into the book
        shown = _tournament(club, club.tournaments[-1], people, runners, member, now)
    return tournament_models.TournamentNow(now=now, club=club.id, name=club.name, tournament=shown)


def _tournament(
    club: Club,
    tournament: Tournament,
    people: Mapping[str, Person],
    runners: Mapping[str, TableRunner],
    member: str,
    now: float,
) -> tournament_models.TournamentPage:
    return tournament_models.TournamentPage(
        number=tournament.number,
        by=tournament.by,
        leads=is_led_by(club, tournament, member, now),
        deals=tournament.deals,
        draw=tournament.draw,
        duplicate=tournament.duplicate,
        players=tournament.players,
        commitment=commitment(tournament.secret),
        secret=None if tournament.ended is None else tournament.secret,
        ended=tournament.ended,
        entered=[
            tournament_models.Player(member=one, name=people[one].name)
            for one in tournament.entered
            if club.members[one].is_active(now)
        ],
        rounds=[
            _round(club, number, one, people, runners)
            for number, one in enumerate(tournament.rounds, 1)
        ],
        standing=[
            tournament_models.PlayerScore(
                member=one.member,
                name=people[one.member].name,
                amount=one.amount,
                deals=one.deals,
                compared=round(float(one.compared), 2),
            )
            for one in standing(tournament)
        ],
    )


def _round(
    club: Club,
    number: int,
    round_: TournamentRound,
    people: Mapping[str, Person],
    runners: Mapping[str, TableRunner],
) -> tournament_models.DrawnRound:
    tables = [
        _live(club, runners[table], people)
        if table in runners
        else _played(table, seats, len(results), people)
        for table, seats, results in zip(round_.tables, round_.seats, round_.results, strict=True)
    ]
    return tournament_models.DrawnRound(
        number=number, contributions=list(round_.values), tables=tables
    )


def _live(
    club: Club, runner: TableRunner, people: Mapping[str, Person]
) -> tournament_models.DrawnTable:
    """Return a table of the last round, with those who sit there now."""
    table, members = runner.table, club.at_table(runner.table.id)
    present = runner.people.audience(table).present
    sitting = [one and one.person and members.get(one.person) for one in table.seats]
    return tournament_models.DrawnTable(
        table=table.id,
        seats=[_seat(member, people, here=seat in present) for seat, member in enumerate(sitting)],
        deals=table.finished,
        over=table.stage == "over" or not table.people,
        to_act=table.deal.to_act if table.deal else None,
    )


def _played(
    table: str, seats: tuple[str | None, ...], deals: int, people: Mapping[str, Person]
) -> tournament_models.DrawnTable:
    drawn = [_seat(member, people, here=False) for member in seats]
    return tournament_models.DrawnTable(
        table=table, seats=drawn, deals=deals, over=True, to_act=None
    )


def _seat(
    member: str | None, people: Mapping[str, Person], *, here: bool
) -> tournament_models.DrawnSeat:
    name = people[member].name if member else None
    return tournament_models.DrawnSeat(member=member, name=name, here=here)
