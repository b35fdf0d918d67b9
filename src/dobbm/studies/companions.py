"""Does it matter which trump must be discarded with a sow?"""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import numpy as np

from dobbm.ai.evaluation import best_discards
from dobbm.game.cards import HS, SOWS
from dobbm.game.deal import Deal
from dobbm.game.exchange import discards_action
from dobbm.game.rules import SowCompanion
from dobbm.game.settlement import HALF, declarer_points
from dobbm.studies.playing import FOREHAND_PLAYS, RULES, Company, as_declarer
from dobbm.studies.report import Finding
from dobbm.studies.running import Observer, Rows, by_deal
from dobbm.studies.sufficient_hands import count

COMPANIONS: tuple[SowCompanion, ...] = get_args(SowCompanion)

TWELVE = 0
DISCARDS, POINTS = slice(1, 3), slice(3, 5)
"""The columns: the twelve cards before the discard; then, by ``COMPANIONS``, the discards and the
declarer's card points."""

QUESTION = (
    "A declarer who discards a sow must discard a trump with it. Akagiri thinks that a sow is no "
    "such trump; the other texts do not say so. Does it matter?"
)
METHOD = (
    "Forehand plays a Dobbm that it expects to win. It discards the best four cards by the lookup "
    "tables, by Akagiri's reading and with any trump, and all play the same deal on as trained "
    "does. Discard a sow: with any trump. Other discards: the readings lead to different ones. "
    "Gain: what each defender pays by Akagiri's reading, in card points."
)


def observe_companions(seed: int) -> Observer:
    """Play Dobbms with the best discards by both readings of the rule."""
    company = Company(("trained",) * 4, seed)
    readings = [replace(RULES, sow_companion=companion) for companion in COMPANIONS]

    def play(number: int) -> tuple[object, ...]:
        deal = company.find(number, as_declarer)
        twelve, ends = deal.hand(0), []
        for rules in readings:
            [(discards, _)] = best_discards(twelve, rules, 1)
            taken = Deal.begin(deal.setup._replace(rules=rules)).apply_all(FOREHAND_PLAYS)
            ends.append(company.advance(taken.apply(discards_action(discards))))
        return twelve, *[end.discards for end in ends], *map(declarer_points, ends)

    return by_deal(play)


def compare_companions(rows: Rows) -> Finding:
    """Compare the readings, by the sows among the twelve cards."""
    twelve, (plain, free) = rows[:, TWELVE], rows[:, DISCARDS].T
    sows, with_hearts = count(twelve, SOWS), twelve & HS != 0
    gains = rows[:, POINTS] - HALF
    return Finding.by_kind(
        QUESTION,
        METHOD,
        "any trump rather than one that is no sow, card points from each defender",
        {
            "all": np.ones(len(rows), np.bool_),
            "with the sow of hearts and another": with_hearts & (sows >= 2),
            "with all four sows": sows == SOWS.bit_count(),
            "other discards": plain != free,
        },
        {
            "% of deals": None,
            "% discard a sow": free & SOWS != 0,
            "% other discards": plain != free,
            "gain": gains[:, 0],
            "difference": gains[:, 1] - gains[:, 0],
        },
    )
