"""The routes for the deals in the book of a club: favourites and comments (docs/clubs.md)."""

from __future__ import annotations

from fastapi import Request, status

from dobbm.club.club_commands import verify_member
from dobbm.club.club_ids import stream_of
from dobbm.club.club_state import Club, Evening
from dobbm.club.deal_commands import ChooseFavourite, StrikeComment, WriteComment, comment_on
from dobbm.server import book_models
from dobbm.server.addresses import address_of
from dobbm.server.authentication import TableId
from dobbm.server.club_access import AFellow, clubs_of, store_of, verify_texts
from dobbm.server.described_refusals import AT_A_TABLE, CHANGING
from dobbm.server.ledger_routes import count_page
from dobbm.server.rate_limits import RateLimiter
from dobbm.server.routers import make_router
from dobbm.table.refusals import Refusal
from dobbm.table.talk import clean_text

router = make_router("/clubs/{club}", "club")


@router.get("/evenings/{number}/deals", responses=AT_A_TABLE)
async def evening_deals(
    request: Request, who: AFellow, number: int
) -> list[book_models.EveningDeal]:
    """Get the deals of an evening, with the favourites and the comments of the members."""
    await count_page(request)
    clubs = clubs_of(request)
    verify_member(who.club, who.member, clubs.now())
    texts = await clubs.comments(who.club)
    return [
        book_models.EveningDeal(
            table=one.table,
            deal=one.deal,
            amounts=dict(one.amounts),
            declarer=one.declarer,
            contract=one.contract,
            won=one.won,
            **_marks(who.club, texts, one.table, one.deal).model_dump(),
        )
        for one in await clubs.deals(who.club, evening_of(who.club, number))
    ]


@router.put("/deals/{table}/{deal}/favourite", responses=CHANGING)
async def choose_favourite(
    request: Request, who: AFellow, table: TableId, deal: int, wanted: book_models.Favourite
) -> book_models.DealMarks:
    """Count a deal of the book among your favourites, or no more, as a member."""
    command = ChooseFavourite(who.member, table, deal, wanted.chosen)
    club = await clubs_of(request).do(who.club.id, command)
    return _marks(club, await clubs_of(request).comments(club), table, deal)


@router.post(
    "/deals/{table}/{deal}/comments", status_code=status.HTTP_201_CREATED, responses=CHANGING
)
async def write_comment(
    request: Request, who: AFellow, table: TableId, deal: int, wanted: book_models.NewComment
) -> book_models.DealMarks:
    """Comment on a deal of the book, as a member, unless this server allows no texts."""
    verify_texts(request)
    clubs, text = clubs_of(request), clean_text(wanted.text)
    command = WriteComment(who.member, table, deal)
    club = await clubs.do(who.club.id, command, comment=(who.member, text))
    return _marks(club, await clubs.comments(club), table, deal)


@router.delete("/deals/{table}/{deal}/comments/{number}", responses=CHANGING)
async def strike_comment(
    request: Request, who: AFellow, table: TableId, deal: int, number: int
) -> book_models.DealMarks:
    """Strike out a comment for good, the own one or, as a co-host, any.

    The host of the server still sees it in the reports about it.
    """
    clubs = clubs_of(request)
    club = await clubs.do(who.club.id, StrikeComment(who.member, table, deal, number))
    await store_of(request).erase_text(stream_of(club.id), number, reported=False)
    return _marks(club, await clubs.comments(club), table, deal)


@router.post("/deals/{table}/{deal}/comments/{number}/reports", responses=CHANGING)
async def report_comment(
    request: Request, who: AFellow, table: TableId, deal: int, number: int
) -> book_models.DealMarks:
    """Report a comment to the host of the server, who sees it as written, and not who reports it.

    The same member can report it only once: a repeated request changes nothing.
    """
    limiter: RateLimiter = request.state.rate_limiter
    limiter.count_complaint(address_of(request.scope))
    clubs = clubs_of(request)
    verify_member(who.club, who.member, clubs.now())
    comment = comment_on(who.club, table, deal, number)
    await clubs.complain_of_comment(who.club, who.member, comment)
    return _marks(who.club, await clubs.comments(who.club), table, deal)


def evening_of(club: Club, number: int) -> Evening:
    """Return an evening; raise ``Refusal`` with the code ``book`` if there is none."""
    for evening in club.evenings:
        if evening.number == number:
            return evening
    raise Refusal("book", "there is no such evening in the book")


def _marks(club: Club, texts: dict[int, str], table: str, deal: int) -> book_models.DealMarks:
    """Return what members say of a deal; comments whose text is erased are left out."""
    return book_models.DealMarks(
        favourites=club.favoured(table, deal),
        comments=[
            book_models.BookComment(number=one.number, at=one.at, by=one.by, text=texts[one.number])
            for one in club.comments
            if (one.table, one.deal) == (table, deal) and one.number in texts
        ],
    )
