"""The commands of a tournament, and its standing."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from club.friends_of_a_club import Friends, refused
from dobbm.club.club_commands import AddTable, Depart
from dobbm.club.club_events import DealScored
from dobbm.club.club_state import Place
from dobbm.club.tournament import Tournament
from dobbm.club.tournament_commands import (
    DrawRound,
    EndTournament,
    Enter,
    OpenTournament,
    Withdraw,
)
from dobbm.club.tournament_standing import Placing, standing
from dobbm.table.house_rules import Options

SECRET = "5e" * 32
PEOPLE = "abcdefgh"


class Evening(Friends):
    """A club with a tournament for which everybody has entered."""

    def __init__(self, *, deals: int = 2, duplicate: bool = True, people: str = PEOPLE) -> None:
        super().__init__(*people)
        options = Options(club="stubai", deals=deals).to_json()
        self.do(OpenTournament("a", deals, "lot", duplicate, options, SECRET))
        for member in people:
            self.do(Enter(member, member, f"{ord(member):02x}"))

    @property
    def tournament(self) -> Tournament:
        return self.club.tournaments[-1]

    def draw(self, by: str = "a", *, even_unfinished: bool = False) -> None:
        number = len(self.tournament.rounds) + 1
        tables = tuple(f"table-{number}-{place}" for place in range(10))
        self.do(DrawRound(by, number, tables, even_unfinished))

    def score(self, place: int, *amounts: int) -> None:
        """Finish a deal at a table of the current round."""
        current = self.tournament.rounds[-1]
        table, seats = current.tables[place], current.seats[place]
        won = {member: amount for member, amount in zip(seats, amounts, strict=True) if member}
        pairs = [list(pair) for pair in zip(seats, amounts, strict=True)]
        deal = self.club.scored.get(table, 0) + 1
        self.happen(DealScored(self.now, table, deal, won, None, None, None, [], pairs))

    def scores(self) -> dict[str, Placing]:
        return {one.member: one for one in standing(self.tournament)}


def test_a_member_opens_one_tournament_at_a_time() -> None:
    evening = Evening()
    options = Options().to_json()
    refused(evening, "tournament", OpenTournament("b", 4, "lot", False, options, SECRET))
    evening.join("guest", "guest", by="a")
    evening.do(EndTournament("a"))
    refused(evening, "role", OpenTournament("guest", 4, "lot", False, options, SECRET))
    evening.do(OpenTournament("b", 4, "lot", False, options, SECRET))
    assert len(evening.club.tournaments) == 2


def test_tables_are_in_the_order_of_opening_however_their_deals_come() -> None:
    evening = Evening()
    options = Options().to_json()
    opened = [f"tournament-{number}" for number in range(1, 12)]
    for table in opened:
        evening.do(DrawRound("a", 1, (table, f"{table}-2")))
        evening.do(EndTournament("a", even_unfinished=True))
        evening.do(OpenTournament("a", 2, "lot", True, options, SECRET))
        for member in PEOPLE:
            evening.do(Enter(member, member, ""))
    evening.do(AddTable("a", "late"))
    others = ["tournament-2-2", "tournament-2"]
    assert evening.club.in_order([*opened[2:], *others, "late", opened[0]]) == [
        "late",
        opened[0],
        *reversed(others),
        *opened[2:],
    ]


def test_who_opens_it_and_the_hosts_lead_it() -> None:
    evening = Evening()
    tables = ("one", "two")
    refused(evening, "role", DrawRound("b", 1, tables))
    refused(evening, "role", Withdraw("b", "c"))
    evening.draw("founder")
    refused(evening, "role", EndTournament("b", even_unfinished=True))
    evening.do(EndTournament("a", even_unfinished=True))


def test_a_repeated_request_draws_one_round() -> None:
    evening = Evening()
    evening.draw()
    assert evening.do(DrawRound("a", 1, ("other", "tables"))) is None
    refused(evening, "tournament", DrawRound("a", 3, ("one", "two")))


def test_a_round_is_drawn_when_all_tables_have_finished() -> None:
    evening = Evening(deals=1)
    evening.draw()
    evening.score(0, 0, 0, 0, 0)
    refused(evening, "tournament", DrawRound("a", 2, ("one", "two")))
    evening.score(1, 0, 0, 0, 0)
    evening.draw()
    evening.draw(even_unfinished=True)
    assert len(evening.tournament.rounds) == 3
    assert evening.club.place_of("table-2-1") == Place(2, 2, 1)


def test_who_has_left_is_not_drawn_and_who_comes_late_is() -> None:
    evening = Evening()
    evening.do(Withdraw("b", "b"))
    evening.do(Depart("c", "c"))
    evening.do(Enter("a", "founder", ""))
    evening.draw()
    seated = {one for seats in evening.tournament.rounds[0].seats for one in seats}
    assert seated == {*"adefgh", "founder", None}


def test_a_contribution_stays_the_first() -> None:
    evening = Evening()
    evening.do(Withdraw("b", "b"))
    evening.do(Enter("b", "b", "ffff"))
    assert evening.tournament.values["b"] == f"{ord('b'):02x}"
    assert evening.tournament.contributions[1] == evening.tournament.values["b"]


def test_the_comparison_is_with_the_same_cards_in_the_same_seat() -> None:
    evening = Evening(people="abcdefghijkl")
    evening.draw()
    evening.score(0, 30, -10, -10, -10)
    evening.score(1, -6, 2, 2, 2)
    evening.score(2, 0, 0, 0, 0)
    best = evening.tournament.rounds[0].seats[0][0]
    assert best
    assert evening.scores()[best].compared == Fraction(33)  # others: -6 and 0
    assert standing(evening.tournament)[0].member == best


def test_without_the_same_decks_schilling_decide() -> None:
    evening = Evening(duplicate=False)
    evening.draw()
    evening.score(0, 1, 2, 3, -6)
    assert [one.amount for one in standing(evening.tournament)] == [3, 2, 1, -6]
    assert not any(one.compared for one in standing(evening.tournament))


RESULTS = st.lists(st.integers(-100, 100), min_size=3, max_size=3)


@given(st.lists(RESULTS, min_size=2, max_size=6))
def test_comparisons_and_winnings_add_up_to_zero(results: list[list[int]]) -> None:
    evening = Evening(deals=3)
    evening.draw()
    for number, won in enumerate(results):
        evening.score(number % 2, *won, -sum(won))
    assert sum(one.compared for one in evening.scores().values()) == 0
    assert sum(one.amount for one in evening.scores().values()) == 0
