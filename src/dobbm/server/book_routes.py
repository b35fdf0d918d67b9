"""The routes for the book of a club: its evenings, totals and payments (docs/clubs.md)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import suppress
from datetime import date
from typing import Annotated, Literal, TypeAlias

from fastapi import Query, Request, status
from fastapi.responses import Response as Plain
from fastapi.responses import StreamingResponse
from pydantic import AfterValidator

from dobbm.club.book import (
    FIRST,
    LAST,
    Total,
    deal_of_the_night,
    debts,
    evenings_between,
    totals,
)
from dobbm.club.book_commands import EnterEvening, Pay, StrikeEvening, StrikePayment
from dobbm.club.club_commands import ClubCommand, verify_member
from dobbm.club.club_state import Club, Evening
from dobbm.runtime.json_bytes import dumps
from dobbm.runtime.store import UnreadableEvent
from dobbm.server import book_models, club_models
from dobbm.server.addresses import address_of
from dobbm.server.book_csv import Of, csv_of
from dobbm.server.club_access import AFellow, Fellow, clubs_of, tables_of
from dobbm.server.deal_routes import evening_of
from dobbm.server.described_refusals import AT_A_TABLE, CHANGING
from dobbm.server.ledger_routes import count_page
from dobbm.server.rate_limits import RateLimiter
from dobbm.server.routers import make_router
from dobbm.table.presentation import record_of
from dobbm.table.refusals import Refusal

PAGE = 25
"""Deals of an evening that count as a page of old events."""


def _real(day: str) -> str:
    """Return a date as it is; raise ``ValueError`` if there is no such day, as 2026-02-30."""
    return date.fromisoformat(day).isoformat()


Date: TypeAlias = Annotated[str, Query(pattern=club_models.DAY), AfterValidator(_real)]

router = make_router("/clubs/{club}", "club")


@router.get("/book", responses=AT_A_TABLE)
async def book(
    request: Request, who: AFellow, since: Date = FIRST, until: Date = LAST
) -> book_models.Book:
    """Get the evenings from a date to another, totals over them, and who owes whom."""
    await count_page(request)
    return _book(await completed(request, who), since, until)


@router.get("/book.csv", responses=AT_A_TABLE, response_class=Plain)
async def book_as_csv(
    request: Request,
    who: AFellow,
    since: Date = FIRST,
    until: Date = LAST,
    of: Annotated[
        Of,
        Query(
            description="a line for each member and evening; for each member and table; for each "
            "payment and debt, those of all evenings; or for each place in a tournament"
        ),
    ] = "evenings",
    language: Annotated[
        Literal["de", "en", "ja"],
        Query(description="of the headings; in German, semicolons separate"),
    ] = "en",
) -> Plain:
    """Get a part of the book as CSV."""
    await count_page(request)
    club = await completed(request, who)
    people = await clubs_of(request).people(club)
    names = {member: one.name for member, one in people.items()}
    text = csv_of(of, club, evenings_between(club, since, until)[::-1], names, language)
    file = "book" if of == "evenings" else of
    headers = {"content-disposition": f'attachment; filename="dobbm-{file}.csv"'}
    return Plain("\ufeff" + text, media_type="text/csv", headers=headers)


@router.get("/evenings/{number}/records", responses=AT_A_TABLE, response_class=Plain)
async def evening_records(request: Request, who: AFellow, number: int) -> Plain:
    """Get the records of the deals of an evening, one in each line (docs/records.md).

    Tables that the host of the server has closed are left out.
    """
    club = await completed(request, who)
    chosen = evening_of(club, number)
    return await _saved(request, club, [chosen], f"dobbm-{chosen.day}.jsonl")


@router.get("/records", responses=AT_A_TABLE, response_class=Plain)
async def book_as_records(
    request: Request, who: AFellow, since: Date = FIRST, until: Date = LAST
) -> Plain:
    """Get the records of the deals of all these evenings, the oldest first."""
    club = await completed(request, who)
    evenings = evenings_between(club, since, until)[::-1]
    return await _saved(request, club, evenings, "dobbm-book.jsonl")


@router.post("/evenings", status_code=status.HTTP_201_CREATED, responses=CHANGING)
async def enter_evening(
    request: Request, who: AFellow, wanted: book_models.NewEvening
) -> book_models.Book:
    """Enter an evening with real cards, as a member."""
    command = EnterEvening(who.member, wanted.day, wanted.deals, wanted.amounts)
    return await _change(request, who, command)


@router.delete("/evenings/{number}", responses=CHANGING)
async def strike_evening(request: Request, who: AFellow, number: int) -> book_models.Book:
    """Strike out an evening that was entered."""
    return await _change(request, who, StrikeEvening(who.member, number))


@router.post("/payments", status_code=status.HTTP_201_CREATED, responses=CHANGING)
async def pay(request: Request, who: AFellow, wanted: book_models.NewPayment) -> book_models.Book:
    """Write down that a member has paid another, as one of the two or as a co-host."""
    command = Pay(who.member, wanted.payer, wanted.payee, wanted.amount, wanted.settles)
    return await _change(request, who, command)


@router.delete("/payments/{number}", responses=CHANGING)
async def strike_payment(request: Request, who: AFellow, number: int) -> book_models.Book:
    """Strike out a payment."""
    return await _change(request, who, StrikePayment(who.member, number))


async def _saved(request: Request, club: Club, evenings: list[Evening], name: str) -> Plain:
    """Return a file with the records of some evenings, no faster than pages of old events."""
    await count_page(request)
    lines = _records(request, club, evenings)
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return StreamingResponse(lines, media_type="application/jsonl", headers=headers)


async def _records(request: Request, club: Club, evenings: list[Evening]) -> AsyncIterator[bytes]:
    limiter: RateLimiter = request.state.rate_limiter
    sent = 0
    spans = [(of, *one.tables[of]) for one in evenings for of in club.in_order(one.tables)]
    for table, first, last in spans:
        with suppress(Refusal, UnreadableEvent):
            runner = await tables_of(request).runner(club, table)
            for deal in range(first, last + 1):
                played = await runner.feed.deal(deal, None)
                sent += 1
                if sent % PAGE == 0:
                    await limiter.old_page(address_of(request.scope))
                yield dumps(record_of(table, played, runner.people.names)) + b"\n"


async def _change(request: Request, who: Fellow, command: ClubCommand) -> book_models.Book:
    return _book(await clubs_of(request).do(who.club.id, command), FIRST, LAST)


async def completed(request: Request, who: Fellow) -> Club:
    """Return the club with all finished deals in its book, whichever process has played them."""
    verify_member(who.club, who.member, clubs_of(request).now())
    return await tables_of(request).complete(who.club)


def _book(club: Club, since: str, until: str) -> book_models.Book:
    chosen = evenings_between(club, since, until)
    return book_models.Book(
        evenings=[_evening(club, one) for one in chosen],
        totals=[_mark(one) for one in totals(chosen)],
        debts=[book_models.BookDebt(**one._asdict()) for one in debts(club)],
        payments=[book_models.BookPayment(**one._asdict()) for one in club.payments],
    )


def _evening(club: Club, evening: Evening) -> book_models.BookEvening:
    best = deal_of_the_night(club, evening)
    return book_models.BookEvening(
        number=evening.number,
        day=evening.day,
        deals=evening.deals,
        tables=[_span(club, one, *evening.tables[one]) for one in club.in_order(evening.tables)],
        by=evening.by,
        standing=[_mark(one) for one in totals([evening])],
        night=best
        and book_models.NightDeal(
            table=best[0], deal=best[1], favourites=len(club.favoured(*best))
        ),
    )


def _span(club: Club, table: str, first: int, last: int) -> book_models.TableSpan:
    place = club.place_of(table)
    return book_models.TableSpan(table=table, **place._asdict(), first=first, last=last)


def _mark(total: Total) -> book_models.MemberMark:
    return book_models.MemberMark(
        member=total.member,
        evenings=total.evenings,
        per_deal=round(total.mark.per_deal, 3),
        **total.mark._asdict(),
    )
