"""The bots of the pocket edition on devices that run no kernel."""

from __future__ import annotations

import asyncio

import pytest

from dobbm.game.cards import DECK
from dobbm.game.deal import Deal
from dobbm.game.view import View
from dobbm.pocket.executor import LoopExecutor
from dobbm.pocket.pocket_bots import PocketBots
from dobbm.table.refusals import Refusal

DEAL = Deal.start(DECK, dealer=3)


def bots(*, thinks: bool) -> PocketBots:
    return PocketBots(at_once=True, thread=lambda _: LoopExecutor(), thinks=thinks)


def test_without_a_kernel_only_simple_bots_are_offered() -> None:
    assert bots(thinks=False).names == ("random", "simple")
    assert "pimc:strong" in bots(thinks=True).names


def test_without_a_kernel_a_simple_bot_acts_for_a_strong_one() -> None:
    async def act(name: str) -> str:
        return await bots(thinks=False).act(name, DEAL, 0, 1)

    assert asyncio.run(act("pimc:strong")) == asyncio.run(act("simple"))


def test_without_a_kernel_hints_and_analyses_are_refused() -> None:
    async def ask() -> None:
        with pytest.raises(Refusal, match="cannot run the bot that gives hints"):
            await bots(thinks=False).explain(View.of(DEAL, 0), 1)
        with pytest.raises(Refusal, match="cannot run the bot that gives hints"):
            await bots(thinks=False).analyse(DEAL)

    asyncio.run(ask())


def test_bots_begin_to_think_when_the_person_has_an_answer() -> None:
    async def play() -> list[str]:
        happened = []
        thinking = bots(thinks=True)

        async def act() -> None:
            await thinking.act("trained", DEAL, 0, 1)
            happened.append("acted")

        with thinking.answering():
            acting = asyncio.create_task(act())
            for _ in range(100):
                await asyncio.sleep(0)
            happened.append("answered")
        await acting
        return happened

    assert asyncio.run(play()) == ["answered", "acted"]
