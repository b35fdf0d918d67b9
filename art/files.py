"""A deck as a file for each card: a page loads and lays out only the cards that it shows.

Each file is a picture by itself, and has the symbol ``card``, which properties of a page reach.
"""

from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"

ElementTree.register_namespace("", SVG.strip("{}"))


def separate(sprite: str) -> dict[str, str]:
    """The cards of a sprite by name, each in a file of its own with the parts that it uses."""
    root = ElementTree.fromstring(sprite)  # noqa: S314 - our own drawing
    parts = {part.get("id"): part for part in root.iterfind(f"{SVG}defs/*")}
    return {str(symbol.get("id")): _file(symbol, parts) for symbol in root.iterfind(f"{SVG}symbol")}


def _file(symbol: ElementTree.Element, parts: dict[str | None, ElementTree.Element]) -> str:
    needed: list[ElementTree.Element] = []
    waiting = [symbol]
    while waiting:
        used = {use.get("href", "")[1:] for use in waiting.pop().iter(f"{SVG}use")}
        found = [part for name, part in parts.items() if name in used and part not in needed]
        needed += found
        waiting += found
    file = ElementTree.Element(f"{SVG}svg", viewBox=symbol.get("viewBox", ""))
    if needed:
        ElementTree.SubElement(file, f"{SVG}defs").extend(needed)
    card = ElementTree.SubElement(file, symbol.tag, {**symbol.attrib, "id": "card"})
    card.extend(symbol)
    ElementTree.SubElement(file, f"{SVG}use", href="#card")
    return ElementTree.tostring(file, encoding="unicode").replace(" />", "/>") + "\n"
