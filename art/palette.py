"""The colours of the deck: few and warm, as in stencil-coloured woodcuts."""

INK = "#2b1b12"
PAPER = "#fbf3e0"
WHITE = "#fffaf0"
RED = "#b7322a"
DARK_RED = "#80201d"
GREEN = "#4c7f3c"
DARK_GREEN = "#2f5630"
YELLOW = "#eab93b"
OCHRE = "#c4862f"
BROWN = "#8a5a30"
DARK_BROWN = "#573519"
BLUE = "#3c6696"
DARK_BLUE = "#27446b"
STEEL = "#c2cacb"
GREY = "#8d928c"
FLESH = "#f4cfa6"
BLUSH = "#e2866a"

MEADOW = "#bfce8f"
RANGE = "#b4c2c4"
"""The colour of distant mountains."""

SKY = {"H": "#f5dccb", "B": "#f8e7b4", "L": "#dde9c9", "A": "#d5e4e8"}
"""The sky behind the figures of a suit."""

INDEX = {"H": RED, "B": RED, "L": INK, "A": INK}
"""The colour of a suit's index, unless the page sets ``--index-h`` and so on."""
