"""The chart of means with their intervals."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from dobbm.arena.chart import LONGEST_NAME, chart, ticks
from dobbm.arena.statistics import Estimate, certain

SVG = "{http://www.w3.org/2000/svg}"


def estimate(mean: float, reach: float) -> Estimate:
    """A mean with an interval of this reach on either side."""
    pull = reach / certain(2) / 2
    return Estimate(mean, (pull, -pull), 2)


def drawn(*rows: tuple[str, Estimate]) -> ElementTree.Element:
    return ElementTree.fromstring(chart("Who is best?", rows))


def texts(picture: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in picture.iter(f"{SVG}text")]


def test_names_figures_and_dots_are_in_the_order_of_the_rows() -> None:
    picture = drawn(("Vroni", estimate(3, 1)), ("Lois", estimate(-2, 0.5)))
    found = texts(picture)
    assert found[0] == "Who is best?"
    assert found[-4:] == ["Vroni", "+3.00 [+2.00, +4.00]", "Lois", "-2.00 [-2.50, -1.50]"]
    vroni, lois = picture.iter(f"{SVG}circle")
    assert float(vroni.attrib["cy"]) < float(lois.attrib["cy"])
    assert float(vroni.attrib["cx"]) > float(lois.attrib["cx"])


def test_a_dot_is_in_the_middle_of_its_whisker() -> None:
    picture = drawn(("Vroni", estimate(3, 1)))
    *_, whisker = picture.iter(f"{SVG}line")
    (dot,) = picture.iter(f"{SVG}circle")
    ends = float(whisker.attrib["x1"]), float(whisker.attrib["x2"])
    assert float(dot.attrib["cx"]) == pytest.approx(sum(ends) / 2, abs=0.2)
    assert float(dot.attrib["cy"]) == float(whisker.attrib["y1"]) == float(whisker.attrib["y2"])


def test_everything_lies_within_the_picture() -> None:
    picture = drawn(("a", estimate(123.4, 7)), ("b" * 99, estimate(-0.01, 0)))
    width, height = float(picture.attrib["width"]), float(picture.attrib["height"])
    for element in picture.iter():
        for place in ("x", "x1", "x2", "cx"):
            assert 0 <= float(element.attrib.get(place, 0)) <= width
        for place in ("y", "y1", "y2", "cy"):
            assert 0 <= float(element.attrib.get(place, 0)) <= height


def test_a_chart_without_rows_has_a_title_and_a_scale() -> None:
    assert texts(drawn())[:2] == ["Who is best?", "0"]


def test_a_single_deck_has_a_dot_without_a_whisker() -> None:
    picture = drawn(("Vroni", Estimate(3, (0.0,), 1)))
    assert texts(picture)[-1] == "+3.00"
    assert len([*picture.iter(f"{SVG}line")]) == len(ticks([Estimate(3, (0.0,), 1)]))


def test_a_name_is_shown_unchanged_unless_it_is_too_long() -> None:
    found = texts(drawn(("exec:a <b> & 'c'", estimate(1, 1)), ("d" * 80, estimate(0, 1))))
    assert "exec:a <b> & 'c'" in found
    assert "d" * (LONGEST_NAME - 1) + "…" in found


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([(3, 1)], [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4]),
        ([(24, 3), (-38, 7)], [-50, -40, -30, -20, -10, 0, 10, 20, 30]),
        ([(0, 0)], [0, 0.2]),
        ([(0.03, 0)], [0, 0.005, 0.01, 0.015, 0.02, 0.025, 0.03]),
    ],
)
def test_ticks_are_round_and_span_zero_and_all_intervals(
    rows: list[tuple[float, float]], expected: list[float]
) -> None:
    assert ticks([estimate(*row) for row in rows]) == expected
