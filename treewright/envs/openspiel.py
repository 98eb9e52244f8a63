"""OpenSpiel's games (Lanctot et al., "OpenSpiel: A Framework for Reinforcement Learning in Games", 2019) as games of
ours. Their rules stay where they are: the verbs ask the interpreter, and everything around them is compiled.
"""

import dataclasses
from functools import lru_cache
from typing import Any

import numpy as np

from treewright.core import sources
from treewright.core.asking import ask
from treewright.core.component import verb
from treewright.core.desk import capacity
from treewright.core.fingerprint import SEED_A, mixed
from treewright.core.game import Game
from treewright.core.record import record
from treewright.envs.library import facts, load, version
from treewright.envs.remembered import RememberedStates
from treewright.envs.states import DRAWS, OVER, States

u = np.uint64
PLAY, PICK, LEGAL, OUTCOMES = range(4)
STEP = u(0xD1342543DE82EF95)
"""An odd number: multiplying by it loses nothing of a digest."""


@lru_cache(None)
def layout(plies: int, players: int) -> np.dtype[Any]:
    """A state: the actions that led to it, whose numbers fit into 16 bits (see LARGEST_CHOICE). So equal positions are
    those with the same past."""
    return record(history=("i2", plies), digest="i8", length="i4", to_move="i1", over="i1", score=("f4", players))


class OpenSpiel(Game):
    """A game of OpenSpiel, by its name and parameters there: openspiel(breakthrough), openspiel("hex(board_size=7)").
    Players move in turn and nothing is hidden; chance may move. Actions have OpenSpiel's numbers; people write
    OpenSpiel's words for them, with _ for a space.

    game   OpenSpiel's own text for the game
    """

    game: str
    first: int = dataclasses.field(init=False)
    """Who moves first."""
    doors: np.ndarray = dataclasses.field(init=False)
    """int64[4]: the addresses of the functions that the verbs ask."""

    least_room = 2048
    __spelt__ = "openspiel"
    __facts__ = (*Game.__facts__, "chance", "zero_sum")

    def __post_init__(self) -> None:
        super().__post_init__()
        self.theirs, self.game, self.in_python = load(self.game)
        for fact, value in facts(self.theirs).items():
            setattr(self, fact, value)
        self.first = int(self.theirs.new_initial_state().current_player())
        self.state = layout(capacity(self), self.players)
        kind = RememberedStates if self.in_python else States
        self.states = states = kind(self.theirs, self.game, self.longest)
        self.asked = (states.play, states.pick, states.legal, states.outcomes)
        self.doors = np.array([id(one) for one in self.asked], np.int64)

    def start(self, s, rng):
        s.to_move = self.first

    def legal(self, s, actions):
        return ask(self.doors[LEGAL], s.digest, s.history.ctypes.data, s.length, actions.ctypes.data)

    def play(self, s, action):
        there = self.after(s.digest, action)
        mover = ask(self.doors[PLAY], s.digest, s.history.ctypes.data, s.length, action, there, s.score.ctypes.data)
        s.history[s.length] = action
        s.length += 1
        s.digest = there
        if mover == OVER:
            s.over = 1
        else:
            s.to_move = mover

    def outcomes(self, s, actions, odds):
        return ask(self.doors[OUTCOMES], s.digest, s.history.ctypes.data, s.length, actions.ctypes.data,
                   odds.ctypes.data)

    def any_action(self, s, actions, rng):
        return ask(self.doors[PICK], s.digest, s.history.ctypes.data, s.length, rng.below(DRAWS))

    @verb
    def after(self, digest, action):
        """The digest of a list of actions that is longer by one: 63 bits, so among the thousand states that are kept
        aside one in ten thousand million million look-ups would find a wrong one."""
        z = u(digest) * STEP + u(action) + SEED_A
        return np.int64(mixed(z, u(30), u(0xBF58476D1CE4E5B9), u(27), u(0x94D049BB133111EB), u(31)) >> u(1))

    def describe(self, s, action):
        state = self.shown(s)
        return "_".join(state.action_to_string(state.current_player(), int(action)).split())

    def show(self, s):
        return str(self.shown(s)).rstrip()

    def shown(self, s):
        """OpenSpiel's state of this position, made anew."""
        return self.states.made(s.history[:s.length].tobytes())

    @property
    def __origin__(self) -> str:
        """The version of OpenSpiel, and the sources of a game that is written in Python."""
        module = type(self.theirs).__module__
        return f"{version()} {sources.fingerprint(module) if self.in_python else ''}"

    def __deepcopy__(self, memo):
        """The states are shared, and nothing else ever changes."""
        return self
