"""Splits a deck into one file per card, so that a page loads and lays out only the cards it shows.

Each file is a complete picture. Its symbol ``card`` inherits CSS properties from the page that uses
it.
"""

from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"

ElementTree.register_namespace("", SVG.strip("{}"))


def separate(sprite: str) -> dict[str, str]:
    """Return a file for each card of a sprite, by name, with the parts that the card uses."""
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
