"""Plays the deals of a data set, and turns each into rows: one for every decision."""

from __future__ import annotations

from contextlib import ExitStack, closing
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dobbm.ai.kernel.observation import ACTION_COUNT, CARDS, OBSERVATION_SIZE
from dobbm.ai.solver import Solver
from dobbm.arena.match import SEATS
from dobbm.arena.seating import Chair, Tally, play_deal
from dobbm.copying import CopiedWhole
from dobbm.envs.encoding import NUMBERS
from dobbm.envs.one_deal import OneDeal
from dobbm.envs.options import EnvOptions
from dobbm.game.actions import EXCHANGE, PLAY
from dobbm.game.arguments import ORDERED, TEXT, verify_argument
from dobbm.game.cards import shuffled
from dobbm.game.deal import Deal
from dobbm.game.errors import DobbmError, PlayerError, RulesError
from dobbm.game.fields import verified
from dobbm.game.json_text import write_json
from dobbm.game.record import to_record
from dobbm.game.rules import Rules
from dobbm.game.seeds import derived, verified_seed
from dobbm.game.settlement import settle
from dobbm.players import PlayerFactory, player_factory
from dobbm.players.outside import SECONDS

UNKNOWN = -1
"""Stands for a double-dummy value where there is none."""


class Column(NamedTuple):
    """A column of a data set."""

    name: str
    type: str
    """The name of the NumPy type of each number."""
    shape: tuple[int, ...]
    """The shape of the value in one row."""
    meaning: str


COLUMNS = (
    Column("deal", "int64", (), "the number of the deal, from 0"),
    Column("step", "int16", (), "the number of the decision in the deal, from 0"),
    Column("seat", "int8", (), "the seat to act"),
    Column("player", "int8", (), "the player in this seat: its place in the list of players"),
    Column("observation", "int8", (OBSERVATION_SIZE,), "what the seat knows"),
    Column("legal", "bool", (ACTION_COUNT,), "which actions are legal"),
    Column("action", "int8", (), "the number of the action taken"),
    Column("payment", "float64", (), "what the seat receives for the deal, in card points"),
    Column("schilling", "float64", (), "the same in Schilling, by the rules"),
)
"""The columns of every data set."""

DOUBLE_DUMMY = Column(
    "double_dummy",
    "int8",
    (CARDS,),
    "the declarer's final card points after each card if everybody sees all cards and plays best; "
    "-1 if the card is not legal, and outside the play",
)
"""The column that double-dummy analysis adds."""

Columns = dict[str, NDArray[Any]]
"""The columns of some rows, by name; the first axis of each array counts the rows."""


class RecordedDeal(NamedTuple):
    """A deal of a data set."""

    columns: Columns
    record: str
    """The deal as a record, on one line; its ``meta`` has its number and the players by seat."""
    faults: int
    """The number of illegal, late and missing answers, each replaced by the first legal action."""


@dataclass(frozen=True)
class Recording:
    """The settings that determine the deals of a data set.

    Raises ``PlayerError`` for no players or an unknown one, and ``RulesError`` for rules by which
    revokes are possible, because only legal actions have a number.
    """

    players: tuple[str, ...]
    """The names of the players; one of them is drawn for every seat of every deal."""
    rules: Rules
    seed: int = 0
    """Seed of the deals and of all other randomness."""
    double_dummy: bool = False
    """Whether to add the double-dummy value of every legal card."""
    seconds: float = SECONDS
    """The time limit of an outside player for each action, in seconds."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "seed", verified_seed(self.seed))
        object.__setattr__(self, "rules", Rules.given(self.rules))
        verify_argument(self.players, "players", ORDERED)
        flag = verified(self.double_dummy, bool, "double_dummy", DobbmError)
        object.__setattr__(self, "double_dummy", flag)
        if not self.players:
            raise PlayerError("a data set needs at least one player")
        for player in self.players:
            verify_argument(player, 'a name in "players"', TEXT)
        if self.rules.revokes != "prevented":
            raise RulesError('a data set has only legal actions: "revokes" must be "prevented"')
        self.factories()

    def factories(self) -> list[PlayerFactory]:
        """Return a factory of each player."""
        return [player_factory(player, self.seconds) for player in self.players]

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns of the data set."""
        return (*COLUMNS, DOUBLE_DUMMY) if self.double_dummy else COLUMNS


class Recorder(CopiedWhole):
    """The players of a recording; call the object with the number of a deal to play it.

    Raises ``PlayerError`` if an outside player cannot be started.
    """

    def __init__(self, recording: Recording) -> None:
        self._recording = recording
        self._options = EnvOptions(
            rules=recording.rules, players=len(SEATS), must=False, dealer=None, reward="points"
        )
        self._solver = Solver() if recording.double_dummy else None
        with ExitStack() as stack:
            self._players = [
                [stack.enter_context(closing(make_player())) for _ in SEATS]
                for make_player in recording.factories()
            ]
            self._all_players = stack.pop_all()

    def close(self) -> None:
        """Close the players; no deal can be played after that."""
        self._all_players.close()

    def __call__(self, number: int) -> RecordedDeal:
        """Play and record deal ``number``, which depends on nothing but the recording."""
        rng = derived("data set", self._recording.seed, number)
        start = Deal.start(shuffled(rng), dealer=rng.choice(SEATS), rules=self._recording.rules)
        drawn = [rng.randrange(len(self._players)) for _ in SEATS]
        seeds = [rng.getrandbits(53) for _ in SEATS]
        chairs = [Chair(self._players[drawn[seat]][seat], Tally()) for seat in SEATS]
        deal = play_deal(start, chairs, seeds)
        names = [self._recording.players[player] for player in drawn]
        meta = {"deal": number, "players": names}
        return RecordedDeal(
            self._columns(number, deal, drawn),
            write_json({**to_record(deal), "meta": meta}),
            sum(chair.tally.faults for chair in chairs),
        )

    def _columns(self, number: int, deal: Deal, drawn: list[int]) -> Columns:
        """Return one row per decision; the four discards are four decisions."""
        table = OneDeal(self._options, deal.setup.deck, deal.setup.dealer)
        position = Deal.begin(deal.setup)
        seats, observations, masks, actions, values = [], [], [], [], []
        for seat, phase, action in deal.steps:
            for word in action.split() if phase == EXCHANGE else [action]:
                seats.append(seat)
                observations.append(table.observation(seat))
                masks.append(table.legal_mask)
                actions.append(NUMBERS[word])
                table.act(NUMBERS[word])
                if self._solver:
                    values.append(_values(self._solver, position))
            if self._solver:
                position = position.apply(action)
        columns = {
            "deal": np.full(len(seats), number),
            "step": np.arange(len(seats)),
            "seat": np.array(seats),
            "player": np.array(drawn)[seats],
            "observation": np.array(observations),
            "legal": np.array(masks),
            "action": np.array(actions),
            "payment": table.payments()[seats],
            "schilling": np.array(settle(deal).payments, np.float64)[seats],
        }
        if self._solver:
            columns[DOUBLE_DUMMY.name] = np.array(values)
        return {
            column.name: columns[column.name].astype(column.type)
            for column in self._recording.columns
        }


def _values(solver: Solver, position: Deal) -> NDArray[np.int8]:
    """Return the value of each card, shape (36,); ``UNKNOWN`` if it cannot be played."""
    values = np.full(CARDS, UNKNOWN, np.int8)
    if position.phase == PLAY:
        for card, points in solver.solve(position).cards.items():
            values[NUMBERS[card]] = points
    return values
