"""The short form of exercises for the page.

Seats are counted from the one that must act, which is seat 0. A card is a character, in the order
of the pack; a word of the game is its first letter, and ``x`` a Schwacher. Equal actions are
separated by slashes, choices by spaces.
"""

from __future__ import annotations

from collections.abc import Iterable
from string import ascii_uppercase, digits
from typing import Any, TypedDict

from dobbm.exercises.exercise import BOTS, KINDS, Exercise
from dobbm.exercises.themes import THEMES
from dobbm.game.actions import BIDS, DOUBLING_WORDS, SCHWACHER
from dobbm.game.cards import DECK, NAMES

CARDS = dict(zip([NAMES[card] for card in DECK], ascii_uppercase + digits, strict=True))
WORDS = {word: word[0] for word in (*BIDS, *DOUBLING_WORDS)} | {SCHWACHER: "x"}
VERSION = 1
SEATS = 4


class Packed(TypedDict):
    """A collection of exercises in short form."""

    version: int
    kinds: list[str]
    bots: list[str]
    themes: list[str]
    sentences: list[str]
    """The sentences of the reasons."""
    exercises: list[list[Any]]
    """For each: its name, the numbers of its kind and its dealer, the deck, the actions, its
    choices, the worth of each in whole points or Schilling, the bots that miss it as bits, the
    number of its theme, and its reason: the number of the sentence, and the values for its
    placeholders."""


def packed(exercises: Iterable[Exercise]) -> Packed:
    """Return exercises in short form; all must be deals of four by the usual rules."""
    sentences: dict[str, int] = {}
    rows = [_row(one, sentences) for one in exercises]
    return {
        "version": VERSION,
        "kinds": list(KINDS),
        "bots": list(BOTS),
        "themes": list(THEMES),
        "sentences": list(sentences),
        "exercises": rows,
    }


def _row(exercise: Exercise, sentences: dict[str, int]) -> list[Any]:
    setup, reason, seat = exercise.deal.setup, dict(exercise.reason), exercise.deal.to_act
    assert seat is not None
    sentence = reason.pop("sentence", "")
    if "seat" in reason:
        reason["seat"] = (reason["seat"] - seat) % SEATS
    choices = ["/".join(map(short, one.actions)) for one in exercise.choices]
    return [
        name_of(exercise),
        KINDS.index(exercise.kind),
        (setup.dealer - seat) % SEATS,
        "".join([CARDS[NAMES[card]] for card in setup.deck]),
        "".join(map(short, exercise.deal.actions)),
        " ".join(choices),
        [round(one.value) for one in exercise.choices],
        sum([1 << BOTS.index(bot) for bot in exercise.missed]),
        THEMES.index(exercise.theme),
        [sentences.setdefault(sentence, len(sentences)), reason],
    ]


def name_of(exercise: Exercise) -> str:
    """Return a name that the exercise keeps in larger collections: where it was found."""
    found = exercise.found
    return f"{exercise.kind[:2]}{'eh'[found['hard']]}{found['seed']}-{found['number']}"


def short(action: str) -> str:
    """Return an action in short form.

    >>> short("weiter"), short("H6 H7 B6 BS")
    ('w', 'AB19')
    """
    return WORDS.get(action) or "".join([CARDS[name] for name in action.split(" ")])
