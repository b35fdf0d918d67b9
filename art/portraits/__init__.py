"""Portraits: busts in the manner of the deck, for the persons who play as bots and for people."""

from collections.abc import Callable

from art.portraits import bots, people
from art.shapes import element, inked
from art.sheet import DECKS

FOLDER = DECKS.parent / "portraits"

PORTRAITS: dict[str, Callable[[], str]] = {
    person.__name__.replace("_", "-"): person
    for person in (
        bots.hias,
        bots.vroni,
        bots.lois,
        bots.moidl,
        bots.sepp,
        bots.nanne,
        bots.jogl,
        bots.burgl,
        bots.veit,
        bots.resl,
        bots.kaspar,
        bots.ursula,
        people.hat_feather,
        people.plaits,
        people.moustache,
        people.headscarf,
        people.spectacles,
        people.curls,
        people.beard,
        people.bonnet,
        people.cap,
        people.braid_crown,
        people.bald,
        people.fur_cap,
    )
}
"""The function that draws each portrait, by the name of the file."""


def portrait(name: str) -> str:
    """Draw a portrait of 120 by 120 units, made to be clipped to a circle."""
    return (
        element(
            "svg",
            inked(PORTRAITS[name]()),
            xmlns="http://www.w3.org/2000/svg",
            viewBox="0 0 120 120",
        )
        + "\n"
    )
