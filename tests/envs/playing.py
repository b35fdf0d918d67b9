"""Deals played at random by an environment and by the rules engine, side by side."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from dobbm import PRESETS, Deal, Session, shuffled
from dobbm.envs import ACTIONS, EnvOptions, OneDeal
from dobbm.envs.following import FollowedDeal
from dobbm.game.cards import CardSet
from rule_options import variants

TABLES: dict[str, dict[str, Any]] = {
    **{name: {"preset": name, "reward": "schilling"} for name in PRESETS},
    "in card points": {},
    "five players": {"players": 5, "reward": "schilling", "unit": 3},
    "five players, asked from the dealer": {"players": 5, "doubling_from": "dealer"},
    "a Mußrunde": {"must": True},
    **{
        name: {"reward": "schilling", "max_doublings": None, **rules.overrides()}
        for name, rules in variants().items()
        if name not in PRESETS
    },
}

SESSIONS: dict[str, dict[str, Any]] = {
    "four players": {"session": True, "deals": 3},
    "five players": {"session": True, "deals": 3, "players": 5, "unit": 2},
    "nothing but the Mußrunde, in card points": {"session": True, "deals": 0, "reward": "points"},
    "a first dealer": {"session": True, "deals": 1, "dealer": 2, "preset": "akagiri"},
}


def opened(options: EnvOptions, dealer: int) -> Session:
    """The session of the rules engine that such an environment plays."""
    session = Session(options.rules, options.players, dealer)
    return session if options.deals else session.agree_mussrunde()


def followed_by(session: Session, options: EnvOptions, deal: Deal) -> Session:
    """The session with its deal played to the end, and the Mußrunde agreed when it is due."""
    session = session._replace(deals=(*session.deals, deal))
    return session.agree_mussrunde() if session.deals_finished == options.deals else session


class Pair:
    """One deal twice: as the rules engine has it, and as an environment has it."""

    def __init__(self, options: EnvOptions, random: Random) -> None:
        deck, dealer = shuffled(random), random.randrange(options.players)
        self._followed = FollowedDeal(
            Deal.start(
                deck, dealer=dealer, players=options.players, must=options.must, rules=options.rules
            )
        )
        self.one = OneDeal(options, deck, dealer)

    @property
    def deal(self) -> Deal:
        return self._followed.deal

    @property
    def discarded(self) -> CardSet:
        return self._followed.discarded

    def act(self, number: int) -> None:
        """Take an action in both."""
        self.one.act(number)
        self._followed.act(number)


def pairs(table: str, count: int, seed: int) -> Iterator[Pair]:
    """Yield pairs at every decision of ``count`` random deals, and at each deal's end."""
    random, options = Random(seed), EnvOptions.of(**TABLES[table])
    for _ in range(count):
        pair = Pair(options, random)
        while not pair.one.done:
            yield pair
            numbers = pair.one.legal_actions()
            # A Dobbm is more interesting than three other words.
            likely = [n for n in numbers if ACTIONS[n] in ("dobbm", "schwacher or retour")]
            pair.act(random.choice(likely if likely and random.random() < 0.3 else numbers))
        yield pair
