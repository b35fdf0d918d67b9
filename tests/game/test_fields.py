from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from dobbm.game.errors import RecordError
from dobbm.game.fields import is_whole, verified, verified_number, verified_object


@pytest.mark.parametrize("value", [{}, [], 3, True])
def test_a_value_of_the_right_type_is_returned(value: Any) -> None:
    assert verified(value, type(value), "meta", RecordError) is value


@pytest.mark.parametrize(
    ("value", "kind", "message"),
    [
        (True, int, '"dealer" must be a whole number, not True'),
        (1, bool, '"dealer" must be True or False, not 1'),
        ("H6", list, "\"dealer\" must be a list, not 'H6'"),
        ([], dict, '"dealer" must be a dict, not a list'),
    ],
)
def test_a_value_of_another_type_is_refused(value: Any, kind: type, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        verified(value, kind, "dealer", RecordError)
    assert str(caught.value) == message


@pytest.mark.parametrize("value", [1, 17, 35])
def test_a_number_in_range_is_returned(value: int) -> None:
    assert verified_number(value, 1, 35, "at", RecordError) == value


@pytest.mark.parametrize(
    ("value", "found"),
    [(0, "0"), (36, "36"), (True, "True"), (1.0, "1.0"), ("1", "'1'"), (None, "None")],
)
def test_any_other_number_or_value_is_refused(value: Any, found: str) -> None:
    with pytest.raises(RecordError) as caught:
        verified_number(value, 1, 35, "at", RecordError)
    assert str(caught.value) == f'"at" must be a whole number from 1 to 35, not {found}'


@pytest.mark.parametrize("value", [{"seat": 1}, {"seat": 1, "at": 2}])
def test_an_object_has_its_required_fields_and_may_have_optional_ones(value: Any) -> None:
    found = verified_object(value, "cut", RecordError, required=["seat"], optional=["at"])
    assert found is value


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (None, '"cut" must be a dict, not None'),
        ({"at": 2}, 'the field "seat" of "cut" is missing'),
        ({"seat": 1, "deep": 2}, "unknown field 'deep' in \"cut\""),
    ],
)
def test_another_object_is_refused(value: Any, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        verified_object(value, "cut", RecordError, required=["seat"], optional=["at"])
    assert str(caught.value) == message


def test_whole_numbers_of_numpy_count_but_no_masked_ones() -> None:
    found = verified_number(np.int64(7), 1, 9, "dealer", RecordError)
    assert (found, type(found)) == (7, int)
    assert verified(np.bool_(True), bool, "must", RecordError) is True
    assert is_whole(np.uint8(3))
    assert not is_whole(np.bool_(True))
    with pytest.raises(RecordError):
        verified_number(np.ma.array([7], mask=[True])[0], 1, 9, "dealer", RecordError)
