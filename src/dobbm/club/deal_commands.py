"""The commands with which members mark the deals of the book: favourites and comments."""

from __future__ import annotations

from typing import NamedTuple

from dobbm.club.book_commands import MOST_WRITTEN
from dobbm.club.club_commands import verify_member, verify_own
from dobbm.club.club_events import CommentStruck, CommentWritten, FavouriteChosen
from dobbm.club.club_state import Club, DealComment
from dobbm.table.refusals import Refusal

MOST_COMMENTS = 50
"""Maximum number of comments on a deal."""


class ChooseFavourite(NamedTuple):
    """Count a deal among the own favourites, or no more."""

    by: str
    table: str
    deal: int
    chosen: bool

    def decide(self, club: Club, now: float) -> FavouriteChosen | None:
        """Let members do it; raise ``Refusal`` with the code ``book`` if there is no such deal."""
        _verify_deal(club, self.by, self.table, self.deal, now)
        if (self.by in club.favourites.get((self.table, self.deal), ())) == self.chosen:
            return None
        return FavouriteChosen(now, *self)


class WriteComment(NamedTuple):
    """Comment on a deal; the text comes with the event (``Clubs.do``)."""

    by: str
    table: str
    deal: int

    def decide(self, club: Club, now: float) -> CommentWritten:
        """Let members do it; raise ``Refusal`` with the code ``book`` if there is no such deal."""
        _verify_deal(club, self.by, self.table, self.deal, now)
        if len(club.comments) >= MOST_WRITTEN:
            raise Refusal("crowded", f"the book has {MOST_WRITTEN} comments: strike out old ones")
        about = [one for one in club.comments if (one.table, one.deal) == (self.table, self.deal)]
        if len(about) >= MOST_COMMENTS:
            raise Refusal("crowded", f"there are {MOST_COMMENTS} comments on this deal already")
        return CommentWritten(now, *self)


class StrikeComment(NamedTuple):
    """Strike out a comment."""

    by: str
    table: str
    deal: int
    number: int

    def decide(self, club: Club, now: float) -> CommentStruck:
        """Allow it to the member who wrote it, and to co-hosts."""
        verify_member(club, self.by, now)
        verify_own(club, self.by, comment_on(club, *self[1:]).by, now)
        return CommentStruck(now, *self)


def comment_on(club: Club, table: str, deal: int, number: int) -> DealComment:
    """Return a comment on a deal; raise ``Refusal`` with the code ``book`` if there is none."""
    for comment in club.comments:
        if (comment.table, comment.deal, comment.number) == (table, deal, number):
            return comment
    raise Refusal("book", "there is no such comment on this deal")


def _verify_deal(club: Club, by: str, table: str, deal: int, now: float) -> None:
    verify_member(club, by, now)
    if not 1 <= deal <= club.scored.get(table, 0):
        raise Refusal("book", "there is no such deal in the book")
