"""Writes the deck and the icons into the client's folders: ``python -m art``."""

from art.files import separate
from art.icon import icon
from art.sheet import DECKS, sprite

ICONS = DECKS.parent / "icons"

if __name__ == "__main__":
    for card, drawing in separate(sprite()).items():
        (DECKS / "tell" / f"{card}.svg").write_text(drawing, encoding="utf-8")
    (ICONS / "icon.svg").write_text(icon(), encoding="utf-8")
    (ICONS / "icon-called.svg").write_text(icon(called=True), encoding="utf-8")
    (ICONS / "icon-maskable.svg").write_text(icon(bleed=True), encoding="utf-8")
