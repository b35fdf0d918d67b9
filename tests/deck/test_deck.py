"""The files of the decks: complete, small, generated, and safe to serve."""

import gzip
from xml.etree import ElementTree

import pytest

from art.files import separate
from art.icon import icon
from art.outlines import coarse, compact
from art.sheet import DECKS, sprite

SVG = "{http://www.w3.org/2000/svg}"
CARDS = {suit + rank for suit in "HBLA" for rank in "STKOU9876"}

skins = pytest.mark.parametrize("skin", ["tell", "french"])


def read(skin: str) -> str:
    return sprite() if skin == "tell" else (DECKS / f"{skin}.svg").read_text(encoding="utf-8")


def cards_of_tell() -> dict[str, str]:
    return {file.stem: file.read_text(encoding="utf-8") for file in (DECKS / "tell").iterdir()}


def test_committed_deck_is_what_the_code_draws() -> None:
    assert cards_of_tell() == separate(sprite())


def test_each_card_file_defines_exactly_what_it_uses() -> None:
    for name, drawing in cards_of_tell().items():
        root = ElementTree.fromstring(drawing)
        (card,) = root.iterfind(f"{SVG}symbol")
        assert (card.get("id"), card.get("viewBox")) == ("card", "0 0 250 390")
        names = {element.get("id") for element in root.iter() if element.get("id")}
        used = {use.get("href", "")[1:] for use in root.iter(f"{SVG}use")}
        assert used <= names, name
        assert {part.get("id") for part in root.iterfind(f"{SVG}defs/*")} <= used, name


def test_all_files_together_compress_to_sixty_kilobytes() -> None:
    cards = cards_of_tell()
    assert cards.keys() == CARDS | {"back"}
    assert sum([len(gzip.compress(card.encode(), 9)) for card in cards.values()]) <= 60_000


def test_committed_icons_are_what_the_code_draws() -> None:
    icons = DECKS.parent / "icons"
    assert (icons / "icon.svg").read_text(encoding="utf-8") == icon()
    assert (icons / "icon-maskable.svg").read_text(encoding="utf-8") == icon(bleed=True)


@skins
def test_every_card_and_the_back_are_symbols(skin: str) -> None:
    root = ElementTree.fromstring(read(skin))
    symbols = [symbol.get("id") for symbol in root.iter(f"{SVG}symbol")]
    assert set(symbols) == CARDS | {"back"}
    assert len(symbols) == 37
    assert {symbol.get("viewBox") for symbol in root.iter(f"{SVG}symbol")} == {"0 0 250 390"}


@skins
def test_deck_compresses_to_sixty_kilobytes(skin: str) -> None:
    assert len(gzip.compress(read(skin).encode(), 9)) <= 60_000


@skins
def test_every_reference_is_defined_once_in_the_same_file(skin: str) -> None:
    elements = list(ElementTree.fromstring(read(skin)).iter())
    names = [element.get("id") for element in elements if element.get("id")]
    assert len(names) == len(set(names))
    used = {element.get("href") for element in elements if element.tag == f"{SVG}use"}
    assert used <= {f"#{name}" for name in names}


@skins
def test_deck_needs_no_font_no_style_and_no_other_file(skin: str) -> None:
    root = ElementTree.fromstring(read(skin))
    tags = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert tags <= {"svg", "defs", "symbol", "g", "use", "path", "rect", "circle"}
    attributes = {name for element in root.iter() for name in element.attrib}
    assert not attributes & {"style", "class", "src", "onload"}
    assert "url(" not in read(skin)


@skins
@pytest.mark.parametrize("suit", "hbla")
def test_pages_choose_the_colour_of_every_suits_index(skin: str, suit: str) -> None:
    assert f"var(--index-{suit}," in read(skin)


def test_seven_of_leaves_shows_seven_leaves_beside_those_of_its_indices() -> None:
    root = ElementTree.fromstring(read("tell"))
    for card, count in [("LT", 10), ("L9", 9), ("L8", 8), ("L7", 7), ("L6", 6)]:
        symbol = next(s for s in root.iter(f"{SVG}symbol") if s.get("id") == card)
        index = next(g for g in symbol.iter(f"{SVG}g") if g.get("id") == f"index-{card}")
        everywhere = [u for u in symbol.iter(f"{SVG}use") if u.get("href") == "#suit-L"]
        in_index = [u for u in index.iter(f"{SVG}use") if u.get("href") == "#suit-L"]
        assert len(everywhere) - len(in_index) == count, card


def test_every_number_card_shows_a_drawing_of_its_own_suit() -> None:
    for name in CARDS - {"B6"}:
        if name[1] in "T9876":
            drawings = {f"#{part}-{name[0]}" for part in ("scene", "sprig", "emblem")}
            assert any(f'href="{drawing}"' in cards_of_tell()[name] for drawing in drawings), name


@pytest.mark.parametrize(
    ("drawn", "kept"),
    [
        ("M10 10 L31 10", "m5 5h11"),
        ("M0 0 c0 0 1 0 40 0", "m0 0h20"),
        ("M0 0 h1 h1 h1 h1", "m0 0h1 1"),
        ("M0 0 h20 v20 z m4 4 h4", "m0 0h10v10zm2 2h2"),
        ("M0 0 a10 10 0 0140 0", "m0 0a5 5 0 0 1 20 0"),
    ],
)
def test_coarser_grid_keeps_the_outline(drawn: str, kept: str) -> None:
    assert coarse(drawn, 2) == kept


@pytest.mark.parametrize(
    ("drawn", "kept"),
    [
        ("M10,10 L31,12 M5,5 V9", "m10 10l21 2m-26-7v4"),
        ("M0,0 L.5,.5 L12.31,0", "m0 0l.5.5 11.8-.5"),
        ("M8,18 A10,10 0 0 1 18,8 Z", "m8 18a10 10 0 0 1 10-10z"),
        ("M0,0 c0,2 3,4 5,4 s1,-1 1,-2", "m0 0c0 2 3 4 5 4s1-1 1-2"),
    ],
)
def test_compact_path_has_the_same_points(drawn: str, kept: str) -> None:
    assert compact(drawn) == kept
