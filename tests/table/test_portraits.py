from __future__ import annotations

import pytest

from dobbm.server.site import STATIC
from dobbm.table import commands
from dobbm.table.portraits import PORTRAITS
from table.driver import between, dealt, person_on, refused


@pytest.mark.parametrize("portrait", PORTRAITS)
def test_the_page_draws_every_portrait(portrait: str) -> None:
    assert (STATIC / "portraits" / f"{portrait}.svg").is_file()


def test_everybody_sees_a_portrait() -> None:
    evening = dealt(people=2)
    evening.do(commands.ChoosePortrait, 1, "cap")
    assert [evening.table.occupant(seat).portrait for seat in range(4)] == [None, "cap", None, None]
    assert evening.do(commands.ChoosePortrait, 1, "cap") is None


def test_a_portrait_moves_with_its_person_but_not_to_a_successor() -> None:
    evening = between(people=2)
    evening.do(commands.ChoosePortrait, 1, "cap")
    evening.do(commands.Sit, person_on(1), 3)
    assert evening.table.occupant(3).portrait == "cap"
    evening.do(commands.Sit, "newcomer", 1)
    assert evening.table.occupant(1).portrait is None


def test_an_unknown_portrait_is_refused() -> None:
    text = refused(dealt(people=1), "portrait", commands.ChoosePortrait, 0, "mask")
    assert text.startswith("unknown portrait 'mask': the portraits are hat-feather, plaits")
