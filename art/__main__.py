"""Writes the deck, the room, the portraits and the icons for the client: ``python -m art``."""

from art.carving import rosette, stringing
from art.files import separate
from art.icon import icon
from art.laid import laid
from art.parlour import FOLDER as PARLOUR
from art.parlour import SIGNS, chevron, doors, facts, ledge, sign
from art.portraits import FOLDER, PORTRAITS, portrait
from art.sheet import DECKS, sprite
from art.slate import dust, pores
from art.valley import DAY, EVENING, valley
from art.wood import wood

ICONS = DECKS.parent / "icons"

if __name__ == "__main__":
    for card, drawing in separate(sprite()).items():
        (DECKS / "tell" / f"{card}.svg").write_text(drawing, encoding="utf-8")
    (PARLOUR / "wood.svg").write_text(wood() + "\n", encoding="utf-8")
    (PARLOUR / "rosette.svg").write_text(rosette(), encoding="utf-8")
    (PARLOUR / "stringing.svg").write_text(stringing(), encoding="utf-8")
    (PARLOUR / "ledge.svg").write_text(ledge(), encoding="utf-8")
    (PARLOUR / "doors.svg").write_text(doors(), encoding="utf-8")
    (PARLOUR / "facts.svg").write_text(facts(), encoding="utf-8")
    (PARLOUR / "laid.svg").write_text(laid(), encoding="utf-8")
    (PARLOUR / "pores.svg").write_text(pores(), encoding="utf-8")
    (PARLOUR / "dust.svg").write_text(dust(), encoding="utf-8")
    (PARLOUR / "valley.svg").write_text(valley(DAY), encoding="utf-8")
    (PARLOUR / "valley-evening.svg").write_text(valley(EVENING), encoding="utf-8")
    (PARLOUR / "chevron.svg").write_text(chevron(), encoding="utf-8")
    for name in SIGNS:
        (PARLOUR / f"{name}.svg").write_text(sign(name), encoding="utf-8")
    (ICONS / "icon.svg").write_text(icon(), encoding="utf-8")
    (ICONS / "icon-called.svg").write_text(icon(called=True), encoding="utf-8")
    (ICONS / "icon-maskable.svg").write_text(icon(bleed=True), encoding="utf-8")
    for name in PORTRAITS:
        (FOLDER / f"{name}.svg").write_text(portrait(name), encoding="utf-8")
