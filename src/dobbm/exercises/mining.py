"""Finds exercises in bots' games: cheaply first, and only what is promising with all care."""

from __future__ import annotations

import itertools
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, closing
from functools import partial
from random import Random
from typing import NamedTuple

from dobbm.ai.memory import Memory
from dobbm.arena.seating import Chair, Tally
from dobbm.copying import CopiedWhole
from dobbm.exercises.exercise import BOTS, KINDS, Choice, Exercise, Kind
from dobbm.exercises.network_playouts import prefers
from dobbm.exercises.themes import theme_of
from dobbm.exercises.valuing import LEAST_LEAD, card_values, valued, worlds_for
from dobbm.game.actions import BIDDING, DOUBLING, EXCHANGE, PLAY
from dobbm.game.cards import HEARTS, SOWS, shuffled
from dobbm.game.deal import Deal
from dobbm.game.play import TRICKS
from dobbm.game.seeds import generator
from dobbm.game.view import View
from dobbm.players import make_explainer, make_player
from dobbm.workers import run_all

GLANCE = 24
"""The worlds of the first, cheap look."""
AGREED = 0.8
"""The share of decisions left out because ``trained`` and ``network`` agree, so that it is unlikely
that ``trained`` misses anything."""
AT_TABLE = ("simple", "trained", "network")
"""The players whose games are searched, a random one in each seat."""
LAST = 4
"""The number of cards in hand from which on the play is an ending; with two, little is left."""
SHOWN = 6
"""The most choices that an exercise lists."""
HARD: dict[Kind, float] = {
    "bid": 0.5,
    "discard": 0.2,
    "schwacher": 0.6,
    "lead": 0.3,
    "defence": 0.6,
    "ending": 0.6,
}
"""The share of each kind that ``trained`` misses; in the bidding ``simple``, because there the
judgement must agree with the tables that ``trained`` follows."""
PROMISING = 4
"""The hearts and sows from which a defender thinks of a Schwacher."""
TOGETHER = 4


class Stream(NamedTuple):
    """An endless sequence of deals in which exercises of a kind are looked for."""

    kind: Kind
    hard: bool
    """Whether those are looked for that ``trained`` misses, or those that it finds."""
    seed: int


def streams(total: int, seed: int) -> dict[Stream, int]:
    """Return how many exercises each stream contributes to a collection of ``total``.

    >>> {(one.kind, one.hard): count for one, count in streams(12, seed=1).items()}["lead", True]
    1
    """
    wanted: dict[Stream, int] = {}
    for at, kind in enumerate(KINDS):
        of_kind = (total + len(KINDS) - 1 - at) // len(KINDS)
        hard = round(HARD[kind] * of_kind)
        wanted |= {Stream(kind, True, seed): hard, Stream(kind, False, seed): of_kind - hard}
    return {stream: count for stream, count in wanted.items() if count}


class Miner(CopiedWhole):
    """Looks for an exercise of a stream; call the object with the number of a deal."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self._bots = {name: make_player(name) for name in (*BOTS, *AT_TABLE)}
        self._judge = make_explainer()

    def __call__(self, number: int) -> tuple[int, Exercise | None]:
        """Return the number, and an exercise from its deal if there is one."""
        rng = generator(self._stream.seed, self._stream.kind, self._stream.hard, number)
        decisions = [deal for deal in self._decisions(rng) if _is_of(self._stream.kind, deal)]
        rng.shuffle(decisions)
        found = (self._exercise(deal, rng, number) for deal in decisions)
        return number, next((one for one in found if one), None)

    def _decisions(self, rng: Random) -> Iterator[Deal]:
        """Yield a deal, played by bots, as it is before each of its actions."""
        deal = Deal.start(shuffled(rng), dealer=rng.randrange(4))
        seats = [Chair(self._bots[rng.choice(AT_TABLE)], Tally()) for _ in range(4)]
        seeds = [rng.getrandbits(32) for _ in seats]
        before_play = self._stream.kind in ("bid", "discard", "schwacher")
        while deal.to_act is not None and not (before_play and deal.phase == PLAY):
            yield deal
            deal = seats[deal.to_act].act(deal, seeds[deal.to_act])

    def _exercise(self, deal: Deal, rng: Random, number: int) -> Exercise | None:
        view = View.of(deal, deal.to_act)
        if self._stream.hard and deal.phase == PLAY and rng.random() < AGREED:
            advised = {self._bots[name].act(view, 0) for name in ("trained", "network")}
            if len(advised) == 1:
                return None
        glance = valued(view, GLANCE, rng.getrandbits(32))
        if glance is None or len(glance.values) < 2:
            return None
        promised = glance.leader()
        if (
            promised.lead < LEAST_LEAD
            or self._is_missed(view, promised.answers) != self._stream.hard
        ):
            return None
        worlds = worlds_for(view)
        judged = valued(view, worlds, rng.getrandbits(32))
        answers = judged and judged.clear()
        again = valued(view, worlds, rng.getrandbits(32)) if answers else None
        if not judged or not answers or not again or again.clear() != answers:
            return None
        seeds = [rng.getrandbits(32) for _ in range(3)]
        if self._judge.act(view, seeds[0]) not in answers or _misleads(deal, answers, seeds[1]):
            return None
        sign = -1 if view.phase == PLAY and view.seat != view.declarer else 1
        means = sorted(judged.means.items(), key=lambda one: -one[1])
        missed = [bot for bot in BOTS if self._bots[bot].act(view, seeds[2]) not in answers]
        if ("trained" in missed) != self._stream.hard and self._stream.kind != "bid":
            return None
        reasons = {one.action: one.reason for one in self._judge.explain(view, seeds[0])}
        reason = next((reasons[one] for one in answers if one in reasons), None)
        return Exercise(
            self._stream.kind,
            deal,
            tuple([Choice(choice, round(sign * mean, 1)) for choice, mean in means[:SHOWN]]),
            tuple(missed),
            theme_of(view, answers[0]),
            reason.to_json() if reason else {},
            {"seed": self._stream.seed, "hard": self._stream.hard, "number": number},
        )

    def _is_missed(self, view: View, answers: tuple[str, ...]) -> bool:
        learner = "simple" if self._stream.kind == "bid" else "trained"
        return self._bots[learner].act(view, 0) not in answers


def _misleads(deal: Deal, answers: tuple[str, ...], seed: int) -> bool:
    """Return whether open cards prefer another card, and the network's play agrees with them."""
    if deal.phase != PLAY:
        return False
    view = View.of(deal, deal.to_act)
    opened = card_values(view, worlds_for(view), seed, played=0.0).leader().answers
    return opened != answers and not prefers(deal, answers[0], opened[0], seed, LEAST_LEAD)


def _is_of(kind: Kind, deal: Deal) -> bool:
    """Return whether the decision that comes now is of a kind."""
    if kind == "bid":
        return deal.phase == BIDDING
    if kind == "discard":
        return deal.phase == EXCHANGE
    if kind == "schwacher":
        assert deal.to_act is not None
        strong = (deal.hand(deal.to_act) & (HEARTS | SOWS)).bit_count() >= PROMISING
        return deal.phase == DOUBLING and not deal.doublings and strong
    if deal.phase != PLAY:
        return False
    view = View.of(deal, deal.to_act)
    assert view.legal
    assert view.seat is not None
    left = TRICKS - Memory.of(view).cards_of(view.seat)
    if len(view.legal) < 2 or left < 3:
        return False
    if kind == "ending":
        return left <= LAST
    if left <= LAST:
        return False
    leads = not Memory.of(view).trick.cards
    return (leads and view.seat == view.declarer) if kind == "lead" else view.seat != view.declarer


def mined(
    wanted: dict[Stream, int], have: Iterable[Exercise], executor: Executor | None
) -> Generator[Exercise]:
    """Yield the exercises that are missing until every stream has as many as are wanted.

    All streams grow at the same pace, so that a collection cut short is a balanced one. Their order
    depends on nothing but the seed. ``have`` are those found before.
    """
    counts, first = dict.fromkeys(wanted, 0), dict.fromkeys(wanted, 0)
    for one in have:
        stream = Stream(one.kind, one.found["hard"], one.found["seed"])
        if stream in wanted:
            counts[stream] += 1
            first[stream] = max(first[stream], one.found["number"] + 1)
    sources = {
        stream: run_all(
            partial(Miner, stream), itertools.count(first[stream]), executor, TOGETHER, repr(stream)
        )
        for stream in wanted
    }
    with ExitStack() as stack:
        for source in sources.values():
            stack.enter_context(closing(source))
        while unfinished := [one for one in wanted if counts[one] < wanted[one]]:
            stream = min(unfinished, key=lambda one: counts[one] / wanted[one])
            yield next(one for _, one in sources[stream] if one)
            counts[stream] += 1
