"""Players in Python from elsewhere: objects, modules, and packages that register players."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from threading import Lock
from typing import Any

import pytest

from dobbm.game.errors import PlayerError
from dobbm.game.view import View
from dobbm.players import make_player, player_factory, player_name
from drawing import open_deal
from python_bots import Simple, register

VIEW = View.of(open_deal(), 0)


class Recorder:
    """Answers with the calls so far."""

    def __init__(self) -> None:
        self.calls: list[str] = []

    def act(self, view: View, seed: int) -> str:  # noqa: ARG002
        self.calls.append(f"act {seed}")
        return " ".join(self.calls)

    def end(self, view: View) -> None:  # noqa: ARG002
        self.calls.append("end")

    def close(self) -> None:
        self.calls.append("close")


class Faulty:
    """Returns or raises whatever it is made with."""

    def __init__(self, answer: Any = None) -> None:
        self.answer = answer

    def act(self, view: View, seed: int) -> Any:  # noqa: ARG002
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer


def test_a_bot_needs_nothing_but_act() -> None:
    player = make_player(Simple())
    assert player.act(VIEW, 1) == make_player("simple").act(VIEW, 1)
    player.end(VIEW)
    player.close()


def test_end_and_close_are_called_if_present() -> None:
    made: list[Recorder] = []

    def make() -> Recorder:
        made.append(Recorder())
        return made[-1]

    player = make_player(make)
    assert player.act(VIEW, 3) == "act 3"
    player.end(VIEW)
    player.close()
    assert made[0].calls == ["act 3", "end", "close"]


@pytest.mark.parametrize("source", [Recorder(), Recorder], ids=["object", "class"])
def test_every_seat_has_a_bot_of_its_own(source: Any) -> None:
    factory = player_factory(source)
    one, another = factory(), factory()
    assert [one.act(VIEW, 1), another.act(VIEW, 2)] == ["act 1", "act 2"]


@pytest.mark.parametrize("answer", [None, 7, ["weiter"], b"weiter"])
def test_an_answer_that_is_no_string_is_none(answer: object) -> None:
    assert make_player(Faulty(answer)).act(VIEW, 1) is None


def test_an_exception_names_the_bot_and_the_line() -> None:
    player = make_player(Faulty(KeyError("HX")))
    line = r"the player Faulty raised KeyError: 'HX' \(.*test_guests.py, line \d+\)"
    with pytest.raises(PlayerError, match=line) as caught:
        player.act(VIEW, 1)
    assert isinstance(caught.value.__cause__, KeyError)


def test_a_bot_that_exits_has_failed() -> None:
    player = make_player(Faulty(SystemExit(0)))
    with pytest.raises(PlayerError, match="the player Faulty raised SystemExit: 0"):
        player.act(VIEW, 1)


def test_the_name_is_that_of_the_class_unless_the_bot_has_one() -> None:
    named: Any = Simple()
    named.name = "simple, tuned"
    assert player_name(named) == "simple, tuned"
    assert [player_name(source) for source in (Simple(), Simple, "pimc:quick")] == [
        *("Simple", "Simple", "pimc:quick"),
    ]


def test_a_bot_that_cannot_be_copied_is_refused_with_the_remedy() -> None:
    bot: Any = Simple()
    bot.lock = Lock()
    with pytest.raises(PlayerError, match="Simple cannot be copied .*: give a class or function"):
        make_player(bot)


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        (object(), "the player object must be an object with act(view, seed), or a class"),
        (object, "the player object must be an object with act(view, seed), or a class"),
        (lambda view, seed: "weiter", "cannot be made: missing a required"),  # noqa: ARG005
    ],
)
def test_a_source_that_makes_no_player(source: Any, problem: str) -> None:
    with pytest.raises(PlayerError, match=re.escape(problem)):
        make_player(source)


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder on the path, with a package that registers the player ``hias``."""
    register(tmp_path, "hias")
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("package")
def test_a_registered_player_is_found_by_its_name() -> None:
    assert make_player("hias").act(VIEW, 1) == make_player("simple").act(VIEW, 1)


@pytest.mark.usefixtures("package")
def test_a_registered_player_gets_the_options_after_the_colon() -> None:
    with pytest.raises(PlayerError, match="the player hias:loud raised ValueError: no such style"):
        make_player("hias:loud")
    assert make_player("hias:quiet").act(VIEW, 1) == "weiter"


def test_options_for_a_player_that_takes_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = "class Bot:\n    def act(self, view, seed): pass\n"
    register(tmp_path, "hias", source=source, package="stubai")
    register(tmp_path, "lois", source=source + "Bot = Bot()\n", package="telfes")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(PlayerError, match="hias:quiet cannot be made: too many positional"):
        player_factory("hias:quiet")
    with pytest.raises(PlayerError, match="lois:quiet takes no options: remove ':quiet'"):
        player_factory("lois:quiet")


@pytest.mark.usefixtures("package")
def test_an_unknown_name_is_refused_with_the_registered_ones_too() -> None:
    with pytest.raises(PlayerError, match="pimc, hias, py:MODULE:ATTRIBUTE and exec:COMMAND"):
        make_player("haias")


def test_two_packages_cannot_register_one_name(package: Path) -> None:
    register(package, "hias", package="stubai")
    with pytest.raises(PlayerError, match="hias is registered more than once: by (stubai|tirol)"):
        make_player("hias")


def test_a_built_in_player_cannot_be_replaced(package: Path) -> None:
    register(package, "simple", source="raise SystemExit", package="stubai")
    assert make_player("simple").act(VIEW, 1)


def test_a_player_in_a_module_of_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "vroni_bot.py").write_text(
        "class Bot:\n    def act(self, view, seed): return f'seed {seed}'\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", [place for place in sys.path if place])
    assert make_player("py:vroni_bot:Bot").act(VIEW, 5) == "seed 5"


@pytest.mark.parametrize(
    ("source", "name", "problem"),
    [
        ("", "py:", "py: must be followed by a module and an attribute"),
        ("", "py:broken_bot", "py: must be followed by a module and an attribute"),
        ("", "py:no_such_bot:Bot", "cannot be imported: ModuleNotFoundError: No module named"),
        ("", "py:broken_bot:Bot", "cannot be imported: AttributeError: module 'broken_bot' has no"),
        ("1/0", "py:broken_bot:Bot", "ZeroDivisionError: division by zero (FOLDER/broken_bot.py, "),
        ("def", "py:broken_bot:Bot", "SyntaxError: invalid syntax (broken_bot.py, line 1)"),
    ],
)
def test_a_module_without_a_player_is_refused_in_one_line(
    source: str, name: str, problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken_bot.py").write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "broken_bot", raising=False)
    with pytest.raises(PlayerError) as caught:
        make_player(name)
    assert problem.replace("FOLDER", str(tmp_path)) in str(caught.value)
    assert "\n" not in str(caught.value)
