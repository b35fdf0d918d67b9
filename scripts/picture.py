"""Draw ``docs/terminal.svg``: the table as ``dobbm play`` displays it, in mid-trick."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path
from random import Random

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.terminal_theme import MONOKAI

from dobbm import Session, View, shuffled
from dobbm.players import make_player
from dobbm.terminal.board import WIDTH, drawn_table, heading, question
from dobbm.terminal.faces import Faces
from dobbm.terminal.wording import Voice, seat_names
from dobbm.text.translations import translator

PICTURE = Path(__file__).parents[1] / "docs" / "terminal.svg"
SEED = 59
PERSON = 0
ACTIONS = 19
"""Minimum number of actions in the pictured deal."""

# The picture must look the same without fetching fonts from another server.
FORMAT = re.sub(r"@font-face \{\{.*?\}\}", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)


def main() -> None:
    """Play part of a deal with the player ``simple`` in all seats, and draw the table."""
    rng = Random(SEED)
    session = Session.open(rng).begin(shuffled(rng))
    player = make_player("simple")
    while session.deal and (len(session.deal.actions) < ACTIONS or session.deal.to_act != PERSON):
        view = View.of(session.deal, session.deal.to_act)
        session = session.apply(player.act(view, SEED) or "")
    assert session.deal
    view = View.of(session.deal, PERSON)
    voice = Voice(seat_names("Sepp", 4), Faces(), translator("en"))
    console = Console(record=True, width=WIDTH - 2, file=StringIO(), highlight=False, markup=False)
    for line in drawn_table(view, voice, heading(session, voice), WIDTH - 2):
        console.print(line)
    console.print(question(view, voice))
    PICTURE.write_text(
        console.export_svg(title="dobbm play", theme=MONOKAI, code_format=FORMAT, unique_id="dobbm")
    )


if __name__ == "__main__":
    main()
