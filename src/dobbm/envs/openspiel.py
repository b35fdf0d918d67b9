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

import math
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dobbm.ai.worlds import Worlds
from dobbm.arena.match import MAX_DOUBLINGS
from dobbm.envs.encoding import ACTIONS, FIELDS, HIDDEN_FIELDS, NUMBERS, parts_of, verified_action
from dobbm.envs.following import FollowedDeal, deck_of, follow
from dobbm.envs.one_deal import OneDeal
from dobbm.envs.options import EnvOptions
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
from dobbm.game.view import HIDDEN, View

with extra_envs("dobbm.envs.openspiel"):
    import pyspiel

NAME = "python_dobbm"

CHANCE = int(pyspiel.PlayerId.CHANCE)
"""OpenSpiel's number for chance, one below the first seat."""

PRIVATE = {"hand", "dobb", "discards", "from_forehand"}
"""The fields of an observation that only its seat knows."""

UNSET: dict[str, Any] = {
    "dealer": -1,
    **{option.name: "" if option.words else -1 for option in OPTIONS.values()},
}
"""The parameters that need no value, with those that mean none."""

PARAMETERS = {
    **UNSET,
    "preset": "pagat",
    "players": 4,
    "must": False,
    "reward": "points",
    "max_doublings": MAX_DOUBLINGS,
}
"""The game's parameters and their defaults: no dealer, and the preset's rules."""

MOST_DOUBLINGS = 900
"""The largest limit on doublings; with more, a payment could exceed a floating-point number."""

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
    """The game of one deal."""

    @takes(params=PARAMS.or_none())
    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        self.options = options_of(params or {})
        rules, players = self.options.rules, self.options.players
        assert rules.max_doublings is not None
        dearest = max(contract.factor for contract in CONTRACTS.values())
        most = HALF if self.options.reward == "points" else worth(HALF, rules)
        utility = float((players - 1) * most * dearest << rules.max_doublings)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(ACTIONS),
            max_chance_outcomes=len(DECK),
            num_players=players,
            min_utility=-utility,
            max_utility=utility,
            utility_sum=0.0,
            max_game_length=4 + DISCARDS + 4 * (rules.max_doublings + 1) + 32,
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
    """A deal at any stage, from the first card dealt."""

    def __init__(self, game: DobbmGame) -> None:
        super().__init__(game)
        self._options = game.options
        self._dealer = game.options.dealer
        self._deck: list[Card] = []
        self._actions: list[int] = []
        self._deal: OneDeal | None = None

    @property
    def deal(self) -> OneDeal:
        """The deal, once all cards are dealt."""
        assert self._deal
        return self._deal

    def current_player(self) -> int:
        """Return the seat to act, or one of OpenSpiel's numbers for chance and the end."""
        if self._deal is None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.deal.to_act
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def is_terminal(self) -> bool:
        """Return whether the deal is over."""
        return self._deal is not None and self._deal.done

    def returns(self) -> list[float]:
        """Return what each seat receives; zeros until the deal is done."""
        if self._deal is None:
            return [0.0] * self._options.players
        return [float(paid) for paid in self._deal.payments()]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the dealers, or the cards not yet dealt, all equally likely."""
        if self._dealer is None:
            outcomes = list(range(self._options.players))
        else:
            dealt = set(self._deck)
            outcomes = [number for number, card in enumerate(DECK) if card not in dealt]
        return [(outcome, 1 / len(outcomes)) for outcome in outcomes]

    def _legal_actions(self, player: int) -> list[int]:
        return self.deal.legal_actions() if player == self.deal.to_act else []

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
        if self._deal:
            self._deal.act(action)
            self._actions.append(action)
        elif self._dealer is None:
            self._dealer = action
        else:
            self._deck.append(DECK[action])
            if len(self._deck) == len(DECK):
                self._deal = OneDeal(self._options, self._deck, self._dealer)

    def _action_to_string(self, player: int, action: int) -> str:
        if player != CHANCE:
            return ACTIONS[verified_action(action)]
        most = self._options.players if self._dealer is None else len(DECK)
        if not 0 <= action < most:
            raise UnknownAction(f"the outcomes are 0 to {most - 1}, not {action}")
        return f"dealer {action}" if self._dealer is None else f"deal {ACTIONS[action]}"

    def __str__(self) -> str:
        if self._deal:
            return f"{self._deal}\nactions: {' '.join(ACTIONS[number] for number in self._actions)}"
        return f"dealer: {self._dealer}, dealt: {' '.join(NAMES[card] for card in self._deck)}"

    def followed(self) -> FollowedDeal:
        """Return the deal as the rules engine has it, once all cards are dealt."""
        assert self._dealer is not None
        return follow(self._options, self._deck, self._dealer, self._actions)

    def known_to(self, seat: Seat | None, *, public: bool = True) -> str:
        """Return as text all that a seat knows, or that everybody knows if ``seat`` is None.

        Without ``public``, only what the others do not know: the seat's cards.
        """
        if self._deal is None:
            return f"seat {seat}, not dealt yet"
        followed = self.followed()
        view, discarded = View.of(followed.deal, seat), followed.discarded
        known = []
        if seat is not None:
            known += [f"seat {seat}", f"dealt {_named(followed.deal.setup.hands()[seat])}"]
        if view.dobb:
            known += [f"Dobb {_named(view.dobb)}", f"discards {_named(view.discards or discarded)}"]
        if public:
            hidden = [HIDDEN if step.phase == EXCHANGE else step.action for step in view.steps]
            actions = [*hidden, *["?"] * discarded.bit_count()]
            known += [f"dealer {view.dealer}", f"actions {' '.join(actions)}"]
        return ", ".join(known)

    @takes(sampler=FUNCTION)
    def resample_from_infostate(self, player: Seat, sampler: Callable[[], float]) -> DobbmState:
        """Return a state with other hidden cards, drawn uniformly from those that are possible.

        ``player`` knows the same in both states. ``sampler`` returns random numbers from 0 to 1.
        """
        player = verified_seat(player, self._options.players, "player")
        random = Random(float(sampler()))
        view = View.of(self.followed().deal, player)
        world = Worlds.of(view).sample(1, random.getrandbits(62))[0].tolist()
        state: DobbmState = self.get_game().new_initial_state()
        if self._options.dealer is None:
            state.apply_action(view.dealer)
        for card in _deck_before(view, world, random):
            state.apply_action(DECK.index(card))
        discards = list(split(world[4]))
        for action in self._actions:
            if state.deal.phase != EXCHANGE or player == view.declarer:
                state.apply_action(action)
            elif discards:
                state.apply_action(NUMBERS[NAMES[discards.pop()]])
            else:  # the exchange is not over: any cards may have been discarded so far
                state.apply_action(random.choice(state.legal_actions()))
        return state


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


class DobbmObserver:
    """Turns states into tensors and texts, as OpenSpiel's observers do.

    The observation of a seat has everything that the seat has learned, so it is an information
    state too, as long as at most three doublings are allowed. Without private information, it is
    what everybody may know, with places counted from forehand.
    """

    def __init__(
        self, options: EnvOptions, iig_obs_type: Any, params: Mapping[str, Any] | None
    ) -> None:
        if params:
            raise RulesError(f'an observer of {NAME} takes no "params", not {dict(params)}')
        self._options, self._kind = options, iig_obs_type
        private = iig_obs_type.private_info
        self._own = private != pyspiel.PrivateInfoType.NONE
        self._all = private == pyspiel.PrivateInfoType.ALL_PLAYERS
        fields = [field for field in FIELDS if self._shows(field.name)]
        hidden = HIDDEN_FIELDS if self._all else ()
        shapes: dict[str, tuple[int, ...]] = {"player": (options.players,)} if self._own else {}
        shapes |= {field.name: field.shape for field in fields}
        shapes |= {f"hidden {field.name}": field.shape for field in hidden}
        sizes = [math.prod(shape) for shape in shapes.values()]
        self.tensor = np.zeros(sum(sizes), np.float32)
        """All fields one after the other."""
        parts = np.split(self.tensor, np.cumsum(sizes)[:-1]) if sizes else []
        self.dict = {
            name: part.reshape(shape)
            for (name, shape), part in zip(shapes.items(), parts, strict=True)
        }
        """The fields by name: views of ``tensor``."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy and pickle the observer as a new one with the same numbers."""
        kind = self._kind
        asked = kind.public_info, kind.perfect_recall, kind.private_info
        return _observer, (self._options, asked), self.tensor.copy()

    def __setstate__(self, tensor: NDArray[np.float32]) -> None:
        """Take over the numbers of another observer."""
        self.tensor[:] = tensor

    def _shows(self, name: str) -> bool:
        return self._own if name in PRIVATE else bool(self._kind.public_info)

    @takes(state=DobbmState)
    def set_from(self, state: DobbmState, player: Seat) -> None:
        """Fill the tensor with what ``player`` sees of ``state``."""
        player = verified_seat(player, self._options.players, "player")
        self.tensor.fill(0)
        if "player" in self.dict:
            self.dict["player"][player] = 1
        if state.is_chance_node():
            return
        seen = parts_of(state.deal.observation(player if self._own else None))
        if self._all and player in state.deal.active:
            hidden = parts_of(state.deal.hidden(player), HIDDEN_FIELDS)
            seen |= {f"hidden {name}": part for name, part in hidden.items()}
        for name, part in seen.items():
            if name in self.dict:
                self.dict[name][:] = part

    @takes(state=DobbmState)
    def string_from(self, state: DobbmState, player: Seat) -> str:
        """Return what ``player`` sees of ``state`` as text."""
        player = verified_seat(player, self._options.players, "player")
        if self._all:
            return str(state)
        return state.known_to(player if self._own else None, public=bool(self._kind.public_info))


def _observer(options: EnvOptions, asked: tuple[Any, ...]) -> DobbmObserver:
    return DobbmObserver(options, pyspiel.IIGObservationType(*asked), None)


pyspiel.register_game(GAME_TYPE, DobbmGame)
