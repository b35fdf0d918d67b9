"""Builds a French-suited deck from the npm package ``@letele/playing-cards``.

    python -m art.french FOLDER

The package (0.1.0, CC0-1.0) contains Adrian Kennard's cards as React components. The deck uses
their suit signs and court figures, on a coarser grid of coordinates to stay small. The layout, the
indices and the back are those of the Tell deck.
"""

import re
import sys
from dataclasses import dataclass
from pathlib import Path

from art import back, numerals
from art import palette as p
from art.outlines import coarse
from art.pips import FRENCH, pips
from art.shapes import element, group, rect, turned, use
from art.sheet import DECKS, SUITS, symbol

FRENCH_SUIT = {"H": "H", "B": "D", "L": "S", "A": "C"}
FRENCH_RANK = {"S": "A", "K": "K", "O": "Q", "U": "J"}
RANKS = "STKOU9876"

SINGLE = {"7": 128, "9": 195}
"""The height of the one sign that is not repeated in the lower half."""

GRID = 3.2
"""The number of the package's units in one unit here; in the package, a figure is 1300 wide."""

PAINT = {"red": p.RED, "#44F": p.DARK_BLUE, "#FC4": p.YELLOW, "none": "none", "#000": p.INK}

LEFT, TOP, ACROSS, DOWN = 27, 35, 196, 320


@dataclass
class Node:
    """An element of a component."""

    tag: str
    props: dict[str, str]
    children: list["Node"]

    def all(self, tag: str) -> list["Node"]:
        """Return this element and those below it that have the tag, in document order."""
        below = [found for child in self.children for found in child.all(tag)]
        return [self, *below] if self.tag == tag else below


TOKEN = re.compile(
    r'createElement\("(?P<tag>\w+)"|(?P<prop>\w+): (?P<value>"[^"]*"|-?[\d.]+)|(?P<end>\))'
)


def component(source: str, name: str) -> Node:
    """Parse the drawing of one card from the bundle of components."""
    body = source[source.index(f"const Svg{name} = ") :]
    body = body[body.index("createElement") : body.index("\n};")]
    root = Node("root", {}, [])
    open_nodes = [root]
    for found in TOKEN.finditer(body.replace("}, props)", "}").replace("_extends(", "")):
        if tag := found["tag"]:
            node = Node(tag, {}, [])
            open_nodes[-1].children.append(node)
            open_nodes.append(node)
        elif found["end"]:
            open_nodes.pop()
        else:
            open_nodes[-1].props[found["prop"]] = found["value"].strip('"')
    return root


def suit_sign(source: str, suit: str) -> str:
    """Draw a suit sign, fifty units high around the origin."""
    ten = component(source, FRENCH_SUIT[suit] + "10")
    sign = next(s for s in ten.all("symbol") if s.props["viewBox"].startswith("-600"))
    (outline,) = sign.all("path")
    d = coarse(outline.props["d"], 2)
    drawing = element("path", d=d, fill=numerals.colour(suit), transform="scale(.1)")
    return group(drawing, id=f"suit-{suit}", stroke="none")


def layers(card: Node, suit: str) -> list[str]:
    """Return the colour layers of a court figure, each printed over the one before."""
    symbols = {s.props["id"]: s for s in card.all("symbol")}
    order = dict.fromkeys(
        reference.props["xlinkHref"].removeprefix("#")
        for reference in card.all("use")
        if reference.props.get("width") == "164.8"
    )
    return [
        "".join(layer_part(child, suit) for child in symbols[name].children)
        for name in order
        if name in symbols
    ]


def layer_part(node: Node, suit: str) -> str:
    """Draw a path, or a suit sign on a figure's clothes."""
    props = node.props
    paint = {key: PAINT.get(props[key], props[key]) for key in ("fill", "stroke") if key in props}
    width = float(props.get("strokeWidth", 0))
    if node.tag == "path":
        stroke = {"stroke_width": round(width / GRID, 1)} if width else {}
        return element("path", d=coarse(props["d"], GRID), **paint, **stroke)
    size = float(props["width"])
    place = re.sub(r"-?\d+\.\d+", lambda found: f"{float(found[0]):.4g}", props["transform"])
    steps = f"scale({1 / GRID:g}){place}translate({size / 2:g} {size / 2:g})scale({size / 60:.3g})"
    return element("use", href=f"#suit-{suit}", transform=steps)


def court(source: str, suit: str, rank: str) -> str:
    """Draw a court card layer by layer, each at both ends of the card."""
    card = component(source, FRENCH_SUIT[suit] + FRENCH_RANK[rank])
    scale = f"translate({LEFT} {TOP})scale({ACROSS * GRID / 1300:.4g} {DOWN * GRID / 2000:.4g})"
    prints = []
    for number, layer in enumerate(layers(card, suit)):
        name = f"{suit}{rank}-{number}"
        prints.append(group(layer, id=name, transform=scale, stroke="none"))
        prints.append(turned(use(name)))
    frame = rect(LEFT, TOP, ACROSS, DOWN, stroke=p.DARK_BLUE, stroke_width=1.4)
    return "".join(prints) + frame


def face(source: str, suit: str, rank: str) -> str:
    """Draw one card."""
    if rank == "S":
        picture = use(f"suit-{suit}", 125, 195, 2.2)
    elif rank in FRENCH_RANK:
        picture = court(source, suit, rank)
    else:
        picture = pips(suit, FRENCH[rank], SINGLE.get(rank, 0))
    name = f"index-{suit}{rank}"
    shown = numerals.index(FRENCH_RANK.get(rank, rank), suit, tab=rank in "KOU", across=40)
    return picture + group(shown, id=name) + turned(use(name))


def sprite(source: str) -> str:
    """Return the whole deck as one file; the cards have the same names as in the Tell deck."""
    signs = "".join(suit_sign(source, suit) for suit in SUITS)
    cards = [symbol(suit + rank, face(source, suit, rank)) for suit in SUITS for rank in RANKS]
    backside = symbol("back", back.back())
    content = [
        element("defs", signs, numerals.definitions("AKQJT9876"), back.definitions()),
        *cards,
        backside,
    ]
    return element("svg", *(piece + "\n" for piece in content), xmlns="http://www.w3.org/2000/svg")


if __name__ == "__main__":
    bundle = Path(sys.argv[1]) / "dist" / "index.esm.js"
    (DECKS / "french.svg").write_text(sprite(bundle.read_text(encoding="utf-8")), encoding="utf-8")
