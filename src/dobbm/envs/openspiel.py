"""Dobbm as a game of OpenSpiel, ``python_dobbm``, registered when this module is imported.

>>> import pyspiel
>>> import dobbm.envs.openspiel
>>> game = pyspiel.load_game("python_dobbm(players=5,preset=wikipedia)")
>>> game.num_distinct_actions(), game.num_players()
(41, 5)

Chance draws the dealer, unless the parameter ``dealer`` names one, and then deals the 36 cards one
by one. ``resample_from_infostate`` draws another deal, uniformly from all that the player cannot
rule out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any

from dobbm.ai.worlds import Worlds
from dobbm.arena.match import MAX_DOUBLINGS, SESSION_DEALS
from dobbm.envs.encoding import ACTIONS, NUMBERS, verified_action
from dobbm.envs.following import FollowedDeal, deck_of
from dobbm.envs.one_deal import OneDeal
from dobbm.envs.one_session import OneSession, Played
from dobbm.envs.openspiel_observer import DobbmObserver
from dobbm.envs.options import FULL, EnvOptions
from dobbm.envs.small_worlds import resampled
from dobbm.extras import extra_envs
from dobbm.game.actions import EXCHANGE, Seat
from dobbm.game.arguments import FUNCTION, Kind, takes
from dobbm.game.cards import DECK, NAMES, Card, CardSet, names, split
from dobbm.game.errors import DobbmError, IllegalAction, RulesError, UnknownAction
from dobbm.game.exchange import DISCARDS
from dobbm.game.fields import verified_number
from dobbm.game.rules import CONTRACTS, OPTIONS
from dobbm.game.settlement import HALF, worth
from dobbm.game.setup import verified_seat
from dobbm.game.view import View

with extra_envs("dobbm.envs.openspiel"):
    import pyspiel

NAME = "python_dobbm"

CHANCE = int(pyspiel.PlayerId.CHANCE)
"""OpenSpiel's number for chance, one below the first seat."""

UNSET: dict[str, Any] = {
    "dealer": -1,
    "reward": "",
    **{option.name: "" if option.words else -1 for option in OPTIONS.values()},
}
"""The parameters that need no value, with those that mean none."""

PARAMETERS = {
    **UNSET,
    "preset": "pagat",
    "players": 4,
    "must": False,
    "reward": "",
    "pack": FULL,
    "session": False,
    "deals": SESSION_DEALS,
    "max_doublings": MAX_DOUBLINGS,
}
"""The game's parameters and their defaults: no dealer, the usual reward, the preset's rules."""

MOST_DOUBLINGS = 900
"""The largest limit on doublings; with more, a payment could exceed a floating-point number."""

NUMBER_OF = {card: number for number, card in enumerate(DECK)}
"""The number of each card's action."""

OBSERVES = Kind(
    "an IIGObservationType", lambda value: isinstance(value, pyspiel.IIGObservationType)
)
PARAMS = Kind(
    "a dict of parameters by name",
    lambda value: isinstance(value, Mapping) and all(isinstance(key, str) for key in value),
)

GAME_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Dobbm (Tappen)",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=5,
    min_num_players=4,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=True,
    parameter_specification=PARAMETERS,
)


@takes(params=PARAMS)
def options_of(params: Mapping[str, Any]) -> EnvOptions:
    """Return the options that the game's parameters describe; raise as ``EnvOptions.of`` does."""
    chosen = {**PARAMETERS, **params}
    verified_number(chosen["max_doublings"], 0, MOST_DOUBLINGS, "max_doublings", RulesError)
    given = {name: value for name, value in chosen.items() if value != UNSET.get(name)}
    return EnvOptions.of(**given)


class DobbmGame(pyspiel.Game):  # type: ignore[misc]
    """The game of one deal or, with the parameter ``session``, of one session."""

    @takes(params=PARAMS.or_none())
    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        self.options = options_of(params or {})
        rules, players = self.options.rules, self.options.players
        assert rules.max_doublings is not None
        dearest = max(contract.factor for contract in CONTRACTS.values())
        most = HALF if self.options.reward == "points" else worth(HALF, rules)
        deals = self.options.deals + players if self.options.session else 1
        utility = float(deals * (players - 1) * most * dearest << rules.max_doublings)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(ACTIONS),
            max_chance_outcomes=len(DECK),
            num_players=players,
            min_utility=-utility,
            max_utility=utility,
            utility_sum=0.0,
            max_game_length=deals
            * (4 + DISCARDS + 4 * (rules.max_doublings + 1) + self.options.pack - DISCARDS),
        )
        super().__init__(GAME_TYPE, info, dict(params or {}))

    def new_initial_state(self) -> DobbmState:
        """Return a state in which nothing is dealt yet."""
        return DobbmState(self)

    @takes(iig_obs_type=OBSERVES.or_none(), params=PARAMS.or_none())
    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> DobbmObserver:
        """Return an observer for states of this game."""
        return DobbmObserver(
            self.options, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params
        )


class DobbmState(pyspiel.State):  # type: ignore[misc]
    """A deal, or a session, at any stage, from the first card dealt."""

    def __init__(self, game: DobbmGame) -> None:
        super().__init__(game)
        self._options = game.options
        dealer = game.options.dealer
        self._session = None if dealer is None else OneSession(game.options, dealer)
        self._deck: list[Card] = []

    @property
    def session(self) -> OneSession:
        """The episode, once there is a dealer."""
        assert self._session
        return self._session

    @property
    def deal(self) -> OneDeal:
        """The deal in progress, or the last one."""
        return self.session.deal

    def current_player(self) -> int:
        """Return the seat to act, or one of OpenSpiel's numbers for chance and the end."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        seat = self._session.to_act if self._session else None
        return CHANCE if seat is None else seat

    def is_terminal(self) -> bool:
        """Return whether the episode is over."""
        return self._session is not None and self._session.over

    def returns(self) -> list[float]:
        """Return what each seat receives; zeros until the end."""
        if not self.is_terminal():
            return [0.0] * self._options.players
        return list(self.session.ledger)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the dealers, or the cards not yet dealt, all equally likely."""
        if self._session is None:
            outcomes = list(range(self._options.players))
        else:
            dealt, cards = {*self._deck}, self._options.cards
            outcomes = [NUMBER_OF[card] for card in cards if card not in dealt]
        return [(outcome, 1 / len(outcomes)) for outcome in outcomes]

    def _legal_actions(self, player: int) -> list[int]:
        return self.deal.legal_actions() if player == self.session.to_act else []

    def apply_action(self, action: int) -> None:
        """Take an action; raise ``UnknownAction`` for anything but the number of one."""
        super().apply_action(verified_action(action))

    def apply_action_with_legality_check(self, action: int) -> None:
        """Take an action as ``apply_action`` does."""
        super().apply_action_with_legality_check(verified_action(action))

    def child(self, action: int) -> DobbmState:
        """Return the state after an action; errors are those of ``apply_action``."""
        state: DobbmState = super().child(verified_action(action))
        return state

    def action_to_string(self, first: int, *others: int) -> str:
        """Return the name of an action: of the player to act, or of the one given before it."""
        *players, action = first, *others
        last = self._options.players - 1
        seats = [verified_number(one, CHANCE, last, "player", DobbmError) for one in players]
        text: str = super().action_to_string(*seats, verified_action(action))
        return text

    def _apply_action(self, action: int) -> None:
        if self.is_chance_node() and action not in dict(self.chance_outcomes()):
            raise IllegalAction(f"{action} is not an outcome of chance now")
        if self._session is None:
            self._session = OneSession(self._options, action)
        elif self._session.under_way:
            self._session.act(action)
        else:
            self._deck.append(DECK[action])
            if len(self._deck) == self._options.pack:
                self._session.begin(self._deck)
                self._deck = []

    def _action_to_string(self, player: int, action: int) -> str:
        if player != CHANCE:
            return ACTIONS[verified_action(action)]
        most = self._options.players if self._session is None else len(DECK)
        if not 0 <= action < most:
            raise UnknownAction(f"the outcomes are 0 to {most - 1}, not {action}")
        return f"dealer {action}" if self._session is None else f"deal {ACTIONS[action]}"

    def __str__(self) -> str:
        lines = [
            f"dealer {played.dealer}, {_dealt(played.deck)}: {_called(played.actions)}"
            for played in self._begun
        ]
        if self._session and self._session.under_way:
            return "\n".join([*lines, str(self.deal)])
        dealer = self._session and self._session.dealer
        return "\n".join([*lines, f"dealer: {dealer}, dealt: {_dealt(self._deck)}"])

    @property
    def _begun(self) -> tuple[Played, ...]:
        """The deals of the episode, with the one in progress."""
        if self._session is None:
            return ()
        now = self._session.played
        return (*self._session.earlier, *((now,) if now else ()))

    def followed(self) -> FollowedDeal:
        """Return the last deal as the rules engine has it, once all cards are dealt."""
        return self._begun[-1].followed()

    def known_to(self, seat: Seat | None, *, public: bool = True) -> str:
        """Return as text all that a seat knows, or that everybody knows if ``seat`` is None.

        Without ``public``, only what the others do not know: the seat's cards. In a session there
        is a line for every deal.
        """
        if seat is not None:
            seat = verified_seat(seat, self._options.players, "seat")
        lines = [_known(played, seat, public=public) for played in self._begun]
        if self._session is None or not (self._session.under_way or self._session.over):
            lines.append(f"seat {seat}, not dealt yet")
        return "\n".join(lines)

    @takes(sampler=FUNCTION)
    def resample_from_infostate(self, player: Seat, sampler: Callable[[], float]) -> DobbmState:
        """Return a state with other hidden cards, drawn uniformly from those that are possible.

        ``player`` knows the same in both states. ``sampler`` returns random numbers from 0 to 1.
        """
        player = verified_seat(player, self._options.players, "player")
        random = Random(float(sampler()))
        *earlier, now = self._begun
        sample = resampled if self._options.pack != FULL else _resampled
        deck, actions = sample(now, player, random)
        state: DobbmState = self.get_game().new_initial_state()
        if self._options.dealer is None:
            state.apply_action(self._begun[0].dealer)
        for played in (*earlier, now._replace(deck=tuple(deck), actions=actions)):
            for action in (*map(DECK.index, played.deck), *played.actions):
                state.apply_action(action)
        return state


def _resampled(played: Played, player: Seat, random: Random) -> tuple[list[Card], tuple[int, ...]]:
    """Return the deck and the actions of another deal in which ``player`` knows the same."""
    view = View.of(played.followed().deal, player)
    world = Worlds.of(view).sample(1, random.getrandbits(62))[0].tolist()
    deck = _deck_before(view, world, random)
    discards = list(split(world[4]))
    deal, actions = OneDeal(played.options, deck, played.dealer), []
    for action in played.actions:
        if deal.phase == EXCHANGE and player != view.declarer:
            if discards:
                action = NUMBERS[NAMES[discards.pop()]]
            else:  # the exchange is not over: any cards may have been discarded so far
                action = random.choice(deal.legal_actions())
        deal.act(action)
        actions.append(action)
    return deck, tuple(actions)


def _known(played: Played, seat: Seat | None, *, public: bool) -> str:
    """Return what a seat, or everybody, knows about a deal."""
    start = OneDeal(played.options, played.deck, played.dealer)
    actions, known = [], []
    declares = False
    if seat is not None:
        known += [f"seat {seat}", f"dealt {_named(start.hand(seat))}"]
    for number in played.actions:
        discards = start.phase == EXCHANGE
        declares = start.declarer == seat
        actions.append("?" if discards and not declares else ACTIONS[number])
        start.act(number)
    if seat is not None and start.dobb_of(seat):
        known.append(f"Dobb {_named(start.dobb_of(seat))}")
    if public:
        known += [f"dealer {played.dealer}", f"actions {' '.join(actions)}"]
    return ", ".join(known)


def _dealt(deck: Iterable[Card]) -> str:
    return " ".join(NAMES[card] for card in deck)


def _called(actions: Iterable[int]) -> str:
    return " ".join(ACTIONS[number] for number in actions)


def _named(cards: CardSet) -> str:
    return " ".join(names(cards))


def _deck_before(view: View, world: list[CardSet], random: Random) -> list[Card]:
    """Return a deck that leads to ``world``."""
    *hands, out = world
    for trick in view.tricks:
        for seat, card in zip(trick.seats, trick.cards, strict=False):
            hands[view.active.index(seat)] |= card
    dobb = out
    if view.declarer is not None and view.contract == CONTRACTS["dobbm"]:
        declarer = view.active.index(view.declarer)
        twelve = hands[declarer] | out
        dobb = view.dobb or sum(random.sample([*split(twelve)], DISCARDS))
        hands[declarer] = twelve & ~dobb
    return deck_of(hands, dobb)


pyspiel.register_game(GAME_TYPE, DobbmGame)
