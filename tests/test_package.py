from __future__ import annotations

import re
from importlib.metadata import version
from pathlib import Path
from types import ModuleType

import pytest

import dobbm


def test_only_the_public_names_and_the_modules_can_be_imported() -> None:
    from_the_modules = [getattr(dobbm, name) for name in dobbm.__all__]
    assert len(from_the_modules) == len(dobbm.__all__)
    visible = {name for name in vars(dobbm) if not name.startswith("_")}
    modules = {name for name in visible if isinstance(getattr(dobbm, name), ModuleType)}
    assert visible - modules == set(dobbm.__all__)
    assert not hasattr(dobbm, "nonsense")


def test_the_docstring_lists_the_public_names() -> None:
    assert dobbm.__doc__
    listed = re.findall(r"``(\w+)``", dobbm.__doc__)
    assert sorted(listed) == sorted(dobbm.__all__)


def test_the_public_names_are_sorted_and_unique() -> None:
    constants = [name for name in dobbm.__all__ if name.isupper()]
    classes = [name for name in dobbm.__all__ if name[0].isupper() and not name.isupper()]
    functions = [name for name in dobbm.__all__ if name.islower()]
    assert dobbm.__all__ == [*sorted(constants), *sorted(classes), *sorted(functions)]
    assert len(set(dobbm.__all__)) == len(dobbm.__all__)


@pytest.mark.parametrize("name", dobbm.__all__)
def test_every_public_function_and_class_has_a_docstring(name: str) -> None:
    value = getattr(dobbm, name)
    if callable(value):
        assert value.__doc__


def test_the_package_is_typed() -> None:
    assert (Path(dobbm.__file__).parent / "py.typed").exists()


def test_the_package_has_a_version() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", version("dobbm"))
