"""What could one seat gain that knows how the other three decide, in each phase of a deal?"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import islice
from random import Random

import numpy as np

from dobbm.ai.evaluation import best_discards
from dobbm.copying import CopiedWhole
from dobbm.envs.following import deck_of
from dobbm.game.actions import BIDDING, DOUBLING, EXCHANGE, PLAY, Phase, Seat
from dobbm.game.cards import DECK
from dobbm.game.deal import Deal
from dobbm.game.exchange import discards_action
from dobbm.game.seeds import generator
from dobbm.game.settlement import settle
from dobbm.game.view import View
from dobbm.players import make_player
from dobbm.players.trained import play_as_trained
from dobbm.studies.playing import Company
from dobbm.studies.report import Finding
from dobbm.studies.running import Observer, Rows, by_deal

AGAINST = ("trained", "network")
"""The players of whom there are four copies; every second deal has the other ones."""
PHASES: tuple[Phase, ...] = (BIDDING, EXCHANGE, DOUBLING, PLAY)
ANSWERED: tuple[tuple[Phase, ...], ...] = (
    (),
    *[(phase,) for phase in PHASES],
    PHASES,
)
"""The phases in which the seat responds, once for each time that a deal is played."""
RIVALS, PAID = 0, slice(1, 1 + len(ANSWERED))
"""The columns: the index of the players, and the Schilling that the seat gets each time."""

WORLDS = 200
"""The number of deals in which the actions before the play are compared."""
TRIES = 40
"""How often a deal is drawn for each that is wanted, at most."""
CANDIDATES = 6
"""The discards that are compared: those that the tables rate best."""
ERRORS = 2.0
"""The standard errors by which an action must be better than the copy's own."""
SEED_BITS = 32

QUESTION = (
    "How much could one seat gain that knows how the other three decide? Its gain is a lower bound "
    "on that of a best response: on what the players give away in the whole game."
)
METHOD = (
    "Four copies of a player sit at a table. One seat responds, in all phases or in one: before "
    f"the play, it draws {WORLDS} deals in which the others would have acted as they have, plays "
    "each out after every action, and acts otherwise than its copy only if that surely pays "
    f"better ({ERRORS:g} standard errors); its cards are those of pimc. "
    "The same deal is played without a response, too. Gain: in Schilling for that seat and a "
    "deal at a Match of 60."
)


class Responder(CopiedWhole):
    """A seat among copies of a built-in player, which answers in some phases and not in others."""

    def __init__(self, seat: Seat, phases: Collection[Phase]) -> None:
        self._seat = seat
        self._phases = phases
        self._copies = Company(("trained",) * 4, 0)
        self._pimc = make_player("pimc")

    def play(self, deal: Deal, rivals: Company, random: Random) -> Deal:
        """Play a deal to its end among ``rivals``, who also act for the seat where it does not."""
        while deal.to_act is not None:
            deal = rivals.advance(deal, self._responds)
            if deal.to_act is not None:
                deal = deal.apply(self.action(deal, random))
        return deal

    def action(self, deal: Deal, random: Random) -> str:
        """Return the copy's action, or another one that surely pays better, by what is known."""
        view = View.of(deal, self._seat)
        if deal.phase == PLAY:
            card = self._pimc.act(view, random.getrandbits(SEED_BITS))
            assert card is not None
            return card
        usual = play_as_trained(view, 0)
        actions = _considered(view, usual)
        alike = list(islice(self._alike(deal, view, random), WORLDS))
        if not alike or len(actions) < 2:
            return usual
        paid = np.array([[self._paid(one, action) for action in actions] for one in alike])
        gains = paid - paid[:, [actions.index(usual)]]
        errors = gains.std(axis=0) / np.sqrt(len(alike))
        sure = np.where(gains.mean(axis=0) > ERRORS * errors, gains.mean(axis=0), 0.0)
        return actions[int(sure.argmax())] if sure.max() > 0 else usual

    def _responds(self, deal: Deal) -> bool:
        return deal.to_act == self._seat and deal.phase in self._phases

    def _paid(self, deal: Deal, action: str) -> int:
        """Return what the seat gets if all play on as ``trained`` after its action."""
        return settle(self._copies.advance(deal.apply(action))).payments[self._seat]

    def _alike(self, deal: Deal, view: View, random: Random) -> Iterator[Deal]:
        """Yield deals in which the others would have acted as the seat has seen."""
        setup, dobb = deal.setup, view.dobb
        own = setup.hands()[self._seat]
        unseen = [card for card in DECK if not card & (own | (dobb or 0))]
        for _ in range(TRIES * WORLDS):
            random.shuffle(unseen)
            hands = [sum(unseen[8 * turn : 8 * turn + 8]) for turn in range(3)]
            hands.insert(setup.active.index(self._seat), own)
            deck = deck_of(hands, sum(unseen[24:]) if dobb is None else dobb)
            found = Deal.start(deck, dealer=setup.dealer, rules=setup.rules)
            same = self._followed(found, deal)
            if same is not None:
                yield same

    def _followed(self, found: Deal, deal: Deal) -> Deal | None:
        """Return the deal with the steps of another; None if somebody would act otherwise."""
        for step in deal.steps:
            if step.seat == self._seat:
                found = found.apply(step.action)
                continue
            action = play_as_trained(View.of(found, step.seat), 0)
            if step.phase != EXCHANGE and action != step.action:
                return None
            found = found.apply(action)
        return found


def _considered(view: View, usual: str) -> list[str]:
    """Return the actions to compare, the copy's own among them."""
    if view.phase != EXCHANGE:
        return list(view.legal or ())
    rated = best_discards(view.hand, view.rules, CANDIDATES)
    return list(dict.fromkeys([usual, *[discards_action(one) for one, _ in rated]]))


def observe_responses(seed: int) -> Observer:
    """Play each deal once without a response, once with one in each phase, once with all."""
    tables = [Company((name,) * 4, seed) for name in AGAINST]

    def play(number: int) -> tuple[int, ...]:
        index, rivals = divmod(number, len(AGAINST))
        seat, company = index % 4, tables[rivals]
        ends = [
            Responder(seat, phases).play(company.start(number), company, generator(seed, number))
            for phases in ANSWERED
        ]
        return rivals, *[settle(end).payments[seat] for end in ends]

    return by_deal(play)


def compare_responses(rows: Rows) -> Finding:
    """Compare what the seat gains by its responses, against each player."""
    gains = rows[:, PAID] - rows[:, [PAID.start]]
    names = ("bids", "discards", "doublings", "cards", "all of them")
    return Finding.by_kind(
        QUESTION,
        METHOD,
        "gain by responding in all phases, Schilling a deal",
        {f"against {name}": rows[:, RIVALS] == index for index, name in enumerate(AGAINST)},
        {name: gains[:, column] for column, name in enumerate(names, start=1)},
    )
