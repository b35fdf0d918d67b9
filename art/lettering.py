"""An alphabet of strokes, ten units high, for names that look carved in wood."""

from art.outlines import compact
from art.shapes import element, number

LETTERS = {
    "A": (8, "M0,10 L4,0 L8,10 M1.4,6.6 H6.6"),
    "B": (6.5, "M0,0 V10 M0,0 H3.5 C7,0 7,4.6 3.5,4.6 H0 M3.5,4.6 C7.7,4.6 7.7,10 3.5,10 H0"),
    "D": (7.5, "M0,0 V10 H2.5 C9.2,10 9.2,0 2.5,0 H0"),
    "E": (5.5, "M5.5,0 H0 V10 H5.5 M0,5 H4.5"),
    "F": (5.5, "M5.5,0 H0 V10 M0,5 H4.5"),
    "G": (7.5, "M7,2 C5.5,-.8 0,-.8 0,5 C0,10.8 6,10.8 7.5,8 V5.3 H4.5"),
    "H": (7, "M0,0 V10 M7,0 V10 M0,5 H7"),
    "I": (0, "M0,0 V10"),
    "K": (6.5, "M0,0 V10 M6.2,0 L0,5.6 M2.3,4 L6.5,10"),
    "L": (5.3, "M0,0 V10 H5.3"),
    "M": (9, "M0,10 L1,0 L4.5,7 L8,0 L9,10"),
    "N": (7.2, "M0,10 V0 L7.2,10 V0"),
    "O": (8, "M4,0 C-1.3,0 -1.3,10 4,10 C9.3,10 9.3,0 4,0Z"),
    "Ö": (8, "M4,0 C-1.3,0 -1.3,10 4,10 C9.3,10 9.3,0 4,0Z M2.3,-3 V-2.9 M5.7,-3 V-2.9"),
    "R": (6.5, "M0,10 V0 H3.5 C7.6,0 7.6,5.2 3.5,5.2 H0 M3,5.2 L6.7,10"),
    "S": (6, "M5.8,1.6 C4.3,-.8 .3,-.3 .3,2.5 C.3,5.6 6,4.4 6,7.4 C6,10.4 1.3,10.8 0,8.2"),
    "T": (7, "M0,0 H7 M3.5,0 V10"),
    "U": (7, "M0,0 V6.4 C0,11.2 7,11.2 7,6.4 V0"),
    "Ü": (7, "M0,0 V6.4 C0,11.2 7,11.2 7,6.4 V0 M2,-2.8 V-2.7 M5,-2.8 V-2.7"),
    "W": (10.5, "M0,0 L2.4,10 L5.2,2 L8,10 L10.5,0"),
    "Z": (6.5, "M0,0 H6.5 L0,10 H6.5"),
    " ": (3, ""),
}
"""The width and the strokes of each letter."""

GAP = 3.4


def width(text: str) -> float:
    """Return the width of a text that is ten units high."""
    return sum(LETTERS[letter][0] for letter in text) + GAP * (len(text) - 1)


def text(words: str, x: float, y: float, *, height: float = 10, weight: float = 1.9) -> str:
    """Draw a text as one path, centred at x with its top at y."""
    at, strokes = 0.0, []
    for letter in words:
        advance, drawn = LETTERS[letter]
        strokes.append(_moved(drawn, at))
        at += advance + GAP
    scale = height / 10
    left = x - width(words) * scale / 2
    place = f"translate({number(left)} {number(y)})"
    if scale != 1:
        place += f"scale({scale:g})"
    return element("path", d=compact("".join(strokes)), stroke_width=weight, transform=place)


def _moved(d: str, by: float) -> str:
    moved = []
    for command, numbers in _commands(d):
        if command == "H":
            moved.append("H" + number(numbers[0] + by))
        elif command == "V" or not numbers:
            moved.append(command + " ".join(number(n) for n in numbers))
        else:
            shifted = [n + by if i % 2 == 0 else n for i, n in enumerate(numbers)]
            moved.append(command + " ".join(number(n) for n in shifted))
    return "".join(moved)


def _commands(d: str) -> list[tuple[str, list[float]]]:
    found: list[tuple[str, list[float]]] = []
    for word in d.replace(",", " ").split():
        if word[0].isalpha():
            found.append((word[0], []))
            word = word[1:]
        closing = word.endswith("Z")
        if word := word.removesuffix("Z"):
            found[-1][1].append(float(word))
        if closing:
            found.append(("Z", []))
    return found
