from __future__ import annotations

import re
from importlib.metadata import version
from pathlib import Path
from types import ModuleType

import pytest

import dobbm


def test_the_public_names_are_what_can_be_imported() -> None:
    """Besides them the package shows nothing but its modules."""
    shown = {name for name in vars(dobbm) if not name.startswith("_")}
    modules = {name for name in shown if isinstance(getattr(dobbm, name), ModuleType)}
    assert shown - modules == set(dobbm.__all__)


def test_the_public_names_stand_in_the_docstring() -> None:
    assert dobbm.__doc__
    told = re.findall(r"``(\w+)``", dobbm.__doc__)
    assert sorted(told) == sorted(dobbm.__all__)


def test_the_public_names_are_sorted_and_told_once() -> None:
    constants = [name for name in dobbm.__all__ if name.isupper()]
    classes = [name for name in dobbm.__all__ if name[0].isupper() and not name.isupper()]
    functions = [name for name in dobbm.__all__ if name.islower()]
    assert dobbm.__all__ == [*sorted(constants), *sorted(classes), *sorted(functions)]
    assert len(set(dobbm.__all__)) == len(dobbm.__all__)


@pytest.mark.parametrize("name", dobbm.__all__)
def test_every_public_function_and_class_says_what_it_is(name: str) -> None:
    value = getattr(dobbm, name)
    if callable(value):
        assert value.__doc__


def test_the_package_tells_its_types() -> None:
    assert (Path(dobbm.__file__).parent / "py.typed").exists()


def test_the_package_has_a_version() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", version("dobbm"))
