"""What the page tells in sentences: the talk of the others, the words of a skin, who one is."""

from __future__ import annotations

from web.scripts import Scripts, needs_node

pytestmark = needs_node

TALK = """
import { told } from "./game/commentary.js";
await speak(asked.language);
tell(asked.phrases.map((phrase) =>
  told({ change: { kind: "said", seat: 1, phrase }, seat: 0, view: null }, ["Lois", "Resi"])));
"""


def test_table_talk_is_told_with_what_it_means(scripts: Scripts) -> None:
    heard = scripts.run(TALK, {"language": "en", "phrases": ["so_it_goes", "round"]})
    assert heard == ["Resi: Jo mei. (so it goes)", "Resi: 🍺 (a round for the table)"]
