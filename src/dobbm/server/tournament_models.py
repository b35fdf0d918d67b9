"""The JSON bodies of the routes for tournaments: requests, then responses."""

from __future__ import annotations

from pydantic import Field

from dobbm.club.tournament import MOST_DEALS_IN_ROUND, Draw
from dobbm.club.tournament_commands import MOST_ROUNDS
from dobbm.game.actions import Seat
from dobbm.server.models import NewRules, Request
from dobbm.server.table_models import ResponseModel
from dobbm.table.shapes import Unix


class NewTournament(NewRules):
    """The settings of a tournament, and the house rules of its tables."""

    deals: int = Field(default=4, ge=1, le=MOST_DEALS_IN_ROUND, description="deals in a round")
    draw: Draw = Field(
        default="everybody",
        description="who sits at which table: by `lot`; by `standing`, the best at the first "
        "table; so that `everybody` meets everybody as far as possible. The first round is drawn "
        "by lot",
    )
    duplicate: bool = Field(default=False, description="whether all tables have the same decks")


class PlayerEntry(Request):
    """The contribution of a player to the draws and the decks of a tournament."""

    value: str = Field(
        default="", max_length=128, description="1 to 64 random bytes as hexadecimal digits"
    )


class NextRound(Request):
    """The round to be drawn."""

    number: int = Field(ge=1, le=MOST_ROUNDS, description="from 1")
    even_unfinished: bool = Field(
        default=False, description="whether tables that still play do not matter"
    )


class Ending(Request):
    """The end of a tournament."""

    even_unfinished: bool = False


class Player(ResponseModel):
    """Somebody in a tournament."""

    member: str
    name: str | None = Field(description="null: erased")


class DrawnSeat(ResponseModel):
    """A seat at a table of a round."""

    member: str | None = Field(description="null: a bot")
    name: str | None
    here: bool = Field(description="whether the person follows the table now")


class DrawnTable(ResponseModel):
    """A table of a round."""

    table: str
    seats: list[DrawnSeat] = Field(description="in the current round, who sits there now")
    deals: int = Field(description="how many it has finished")
    over: bool = Field(description="whether it plays no more in this round")
    to_act: Seat | None = Field(description="the seat whose turn it is")


class DrawnRound(ResponseModel):
    """A round of a tournament."""

    number: int
    contributions: list[str] = Field(description="to its draw and its decks")
    tables: list[DrawnTable]


class PlayerScore(Player):
    """The score of a player; the winnings of bots are nobody's."""

    amount: int = Field(description="in Schilling")
    deals: int
    compared: float = Field(
        description="by how many Schilling the player was better than the mean of the others who "
        "had the same cards in the same seat, rounded to 0.01; 0 without the same decks"
    )


class TournamentPage(ResponseModel):
    """A tournament of a club."""

    number: int
    by: str = Field(description="the member who has opened it")
    leads: bool = Field(description="whether the caller may draw rounds")
    deals: int = Field(description="deals in a round")
    draw: Draw
    duplicate: bool
    players: int = Field(description="seats at a table")
    commitment: str = Field(description="the SHA-256 of the secret, published from the start")
    secret: str | None = Field(description="shown at the end")
    ended: Unix | None
    entered: list[Player]
    rounds: list[DrawnRound]
    standing: list[PlayerScore] = Field(
        description="the best first; with the same decks, only deals that all tables have finished"
    )


class TournamentNow(ResponseModel):
    """The newest tournament of a club."""

    now: Unix
    club: str
    name: str
    tournament: TournamentPage | None = Field(description="null: the club has had none")
