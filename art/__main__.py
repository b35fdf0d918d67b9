"""`python -m art`: writes the deck and the icons where the pages look for them."""

from art.icon import icon
from art.sheet import DECKS, sprite

ICONS = DECKS.parent / "icons"

if __name__ == "__main__":
    (DECKS / "tell.svg").write_text(sprite(), encoding="utf-8")
    (ICONS / "icon.svg").write_text(icon(), encoding="utf-8")
    (ICONS / "icon-maskable.svg").write_text(icon(bleed=True), encoding="utf-8")
