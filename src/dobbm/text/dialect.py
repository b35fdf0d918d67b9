"""The Tyrolean words of the table, in the terminal and on the page."""

from __future__ import annotations

from dobbm.game.actions import BIDDING, DOUBLING, GUT, RETOUR, SCHWACHER, WEITER
from dobbm.game.rules import DOBBM, SOLO

SPOKEN = {
    BIDDING: {WEITER: "weiter", DOBBM.name: "i dob", SOLO.name: "Solo"},
    DOUBLING: {GUT: "gut", SCHWACHER: "an Schwochn", RETOUR: "retour"},
}
"""The words for the actions of a phase."""
LYING = "i lig"
"""The declarer's words after the exchange, before the doubling."""
CONSENT = "spiel zu"
"""The words for a *weiter* that accepts another player's Dobbm."""
