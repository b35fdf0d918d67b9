"""Two windows change one score sheet: a change counts only if it means what the person saw."""

from __future__ import annotations

import json
from typing import Any

import pytest

from client.score.page import Page
from client.score.test_sheet import HIAS, LOIS, MOIDL, THROWN_IN, VRONI, played, sheet
from client.scripts import Scripts, needs_node
from client.test_stored_page import SHEETS

Sheet = dict[str, Any]


def seen(page: Page, *deals: dict[str, Any], **more: Any) -> Sheet:
    """Return a sheet as a window has read it."""
    read: Sheet = page.call("withIds", sheet(*deals, **more))
    return read


def after(page: Page, now: Sheet | None, seen: Sheet, **change: Any) -> Any:
    """Return the sheet of now after a change by somebody who saw another; None if it is refused."""
    made = page.call("changed", now, seen, change)
    return made and made["sheet"]


def changed(page: Page, sheet: Sheet, **change: Any) -> Sheet:
    """Return a sheet after a change by somebody who sees it."""
    made: Sheet = page.call("withIds", after(page, sheet, sheet, **change))
    return made


def written(page: Page, sheet: Sheet, deal: dict[str, Any]) -> Sheet:
    return changed(page, sheet, what="write", deal=deal)


def events(page: Page, seen: Sheet, now: Sheet | None) -> list[str]:
    return [
        " ".join(str(part) for part in event.values()) for event in page.call("since", seen, now)
    ]


def test_a_deal_that_comes_after_the_end_of_the_mussrunde_is_refused(page: Page) -> None:
    """The form was opened for the last deal of the Mußrunde, which another window then wrote."""
    before = seen(page, *[played(seat) for seat in (VRONI, HIAS, MOIDL)], mussrunde=0)
    ended = written(page, before, played(LOIS))
    assert page.call("replay", ended)["over"]
    assert after(page, ended, before, what="write", deal=played(LOIS)) is None
    assert after(page, ended, ended, what="write", deal=played(VRONI)) is None
    assert events(page, before, ended) == ["written 4"]


def test_a_deal_that_another_window_has_written_is_not_written_twice(page: Page) -> None:
    before = seen(page, played(VRONI))
    now = written(page, before, played(HIAS))
    assert after(page, now, before, what="write", deal=played(HIAS)) is None
    assert len(written(page, now, played(HIAS))["deals"]) == 3


@pytest.mark.parametrize(
    ("elsewhere", "event"),
    [
        ({"what": "agree"}, "agreed"),
        ({"what": "end"}, "ended"),
        ({"what": "remove"}, "removed"),
        ({"what": "delete", "id": "deal-0"}, "deleted 1"),
        ({"what": "correct", "id": "deal-0", "deal": played(MOIDL)}, "corrected 1"),
    ],
)
def test_a_deal_is_refused_if_another_window_has_changed_its_place(
    page: Page, elsewhere: dict[str, Any], event: str
) -> None:
    """With five players, the declarer of a deal deals next."""
    before = seen(page, played(VRONI), players=5)
    now = after(page, before, before, **elsewhere)
    assert after(page, now, before, what="write", deal=played(HIAS)) is None
    assert events(page, before, now) == [event]


def test_a_correction_that_changes_no_dealer_hinders_no_new_deal(page: Page) -> None:
    before = seen(page, played(VRONI, 72))
    now = changed(page, before, what="correct", id="deal-0", deal=played(VRONI, 84))
    made = after(page, now, before, what="write", deal=played(HIAS))
    assert [deal["points"] for deal in made["deals"]] == [84, 72]


def test_a_correction_hits_its_own_deal_wherever_it_is_now(page: Page) -> None:
    """The deals before it are deleted, and Vroni still deals."""
    before = seen(page, *[played(seat) for seat in (VRONI, HIAS, VRONI, HIAS)], players=5)
    now = changed(page, before, what="delete", id="deal-1")
    assert after(page, now, before, what="correct", id="deal-3", deal=played(MOIDL)) is None
    now = changed(page, now, what="delete", id="deal-2")
    made = after(page, now, before, what="correct", id="deal-3", deal=played(MOIDL))
    assert [deal["declarer"] for deal in made["deals"]] == [VRONI, MOIDL]
    made = after(page, now, before, what="delete", id="deal-3")
    assert [deal["id"] for deal in made["deals"]] == ["deal-0"]


@pytest.mark.parametrize("what", [{"what": "delete"}, {"what": "correct", "deal": played(LOIS)}])
def test_the_neighbour_of_a_deleted_deal_is_left_alone_though_it_looks_the_same(
    page: Page, what: dict[str, Any]
) -> None:
    before = seen(page, played(VRONI), THROWN_IN, THROWN_IN)
    now = changed(page, before, what="delete", id="deal-1")
    assert after(page, now, before, id="deal-1", **what) is None
    again = written(page, now, THROWN_IN)
    assert after(page, again, before, id="deal-1", **what) is None
    assert events(page, before, again) == ["deleted 2", "written 3"]


def test_a_deal_corrected_elsewhere_is_neither_corrected_nor_deleted_unseen(page: Page) -> None:
    before = seen(page, played(VRONI, 72))
    now = changed(page, before, what="correct", id="deal-0", deal=played(VRONI, 84))
    assert after(page, now, before, what="correct", id="deal-0", deal=played(VRONI, 90)) is None
    assert after(page, now, before, what="delete", id="deal-0") is None
    assert changed(page, now, what="delete", id="deal-0")["deals"] == []


@pytest.mark.parametrize("what", [{"what": what} for what in ("agree", "end", "remove", "restore")])
def test_nothing_is_agreed_ended_deleted_or_undone_over_a_deal_unseen(
    page: Page, what: dict[str, Any]
) -> None:
    before = seen(page, played(VRONI))
    now = written(page, before, played(HIAS))
    assert after(page, now, before, sheet=sheet(), **what) is None
    assert page.call("changed", before, before, {"sheet": sheet(), **what})


def test_a_mussrunde_agreed_twice_or_cancelled_after_its_first_deal_stays(page: Page) -> None:
    before = seen(page, played(VRONI))
    now = changed(page, before, what="agree")
    assert after(page, now, before, what="agree") is None
    assert after(page, written(page, now, played(HIAS)), now, what="cancel") is None
    assert changed(page, now, what="cancel")["mussrundeFrom"] is None
    assert events(page, now, changed(page, now, what="cancel")) == ["cancelled"]


def test_an_undone_change_leaves_no_trace(page: Page) -> None:
    before = seen(page, played(VRONI))
    now = written(page, before, played(HIAS))
    assert after(page, now, now, what="restore", sheet=before) == before


def test_ids_stay_on_the_device_and_are_never_given_twice(page: Page) -> None:
    twice = sheet({**THROWN_IN, "id": "deal-1"}, THROWN_IN, {**THROWN_IN, "id": "deal-1"})
    ids = [deal["id"] for deal in page.call("withIds", twice)["deals"]]
    assert ids[0] == "deal-1"
    assert len(set(ids)) == 3
    assert page.call("sheetsOf", page.call("toFile", seen(page, THROWN_IN)))["sheets"] == [
        sheet(THROWN_IN)
    ]


FOUR = [played(VRONI), played(HIAS), played(MOIDL), played(LOIS)]


def stored(scripts: Scripts, sheet: Sheet) -> Sheet:
    """Return a stored sheet as the page reads it, writes it and reads it again."""
    kept = {"dobbm-score": {"open": None, "sheets": [sheet]}}
    (found,), written = scripts.run(SHEETS, {"stored": kept})
    assert [found] == written
    return dict(found)


@needs_node
def test_a_mussrunde_with_a_deal_too_many_stays_one(page: Page, scripts: Scripts) -> None:
    """An earlier version of the page made ordinary deals of it."""
    found = stored(scripts, sheet(*FOUR, played(VRONI), mussrunde=0))
    assert found["mussrundeFrom"] == 0
    replayed = page.call("replay", found)
    assert (replayed["left"], replayed["over"], replayed["broken"]) == (0, True, 4)
    assert page.call("fault", found["deals"][4], replayed["place"]) == "past_mussrunde"
    mended = page.call("replay", page.call("withoutDeal", found, 4))
    assert (mended["left"], mended["broken"]) == (0, None)


@needs_node
@pytest.mark.parametrize(
    ("wrong", "doubts"),
    [
        ({"mussrundeFrom": 99}, ["mussrunde"]),
        ({"mussrundeFrom": "0"}, ["mussrunde"]),
        ({"closed": 1, "begun": None}, ["begun", "closed"]),
        ({"deals": [THROWN_IN, None]}, ["deals"]),
    ],
)
def test_what_had_to_be_mended_on_a_stored_sheet_is_kept_in_mind(
    scripts: Scripts, wrong: dict[str, Any], doubts: list[str]
) -> None:
    found = stored(scripts, sheet(THROWN_IN) | wrong)
    assert found["doubts"] == doubts
    assert stored(scripts, json.loads(json.dumps(found)))["doubts"] == doubts
