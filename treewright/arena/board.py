"""The true state of a game, which the referee alone holds, and what every seat may see of it.

The rules run natively: a move costs two microseconds, whatever the game, so workers that share one interpreter hardly
wait for each other.
"""

import numpy as np

from treewright.agents.agent import Agent
from treewright.core.compiling import compiled, compiling_for
from treewright.core.expansion import by_chance
from treewright.core.game import CHANCE, Game
from treewright.core.record import view
from treewright.core.stream import Stream

NOTHING = -1


@compiled
def advance(game: Game, states: np.ndarray, actions: np.ndarray, odds: np.ndarray, dice: Stream, action: int) -> int:
    """Play `action` if it is legal, or an outcome where chance is to move. Returns what was played, or NOTHING."""
    s = states[0]
    if s.over:
        return NOTHING
    if game.chance and s.to_move == CHANCE:
        outcome = by_chance(game, s, actions, odds, dice)
        game.play(s, outcome)
        return outcome
    for k in range(game.legal(s, actions)):
        if actions[k] == action:
            game.play(s, action)
            return action
    return NOTHING


@compiled
def look(game: Game, states: np.ndarray, seat: int, seen: np.ndarray) -> None:
    """Write into seen[0] what a seat may know."""
    game.observe(states[0], seat, seen[0])


class Board:
    """One state, changed in place by what is played; `dice` are chance's random numbers."""

    def __init__(self, game: Game, states: np.ndarray, dice: Stream):
        self.game, self.states, self.dice = game, states.copy(), dice
        game.copy(self.states, 0, states[0])
        self._actions, self._odds = np.zeros(game.widest, np.int32), np.zeros(game.widest)
        self._over, self._to_move = self.states["over"], self.states["to_move"]
        self._compile()

    @property
    def over(self) -> bool:
        return bool(self._over[0])

    @property
    def to_move(self) -> int:
        return int(self._to_move[0])

    @property
    def scores(self) -> tuple[float, ...]:
        return tuple(self.states["score"][0].tolist())

    def play(self, action: int) -> bool:
        """Play an action of the player to move; False: it is not legal, and nothing has changed."""
        return 0 <= action < self.game.actions and self._advance(action) != NOTHING

    def draw(self) -> int:
        """Play and return an outcome, where chance is to move."""
        return self._advance(NOTHING)

    def put(self, action: int) -> None:
        """Play an action, or an outcome of chance, that is known to be legal."""
        with np.errstate(over="ignore"):
            self.game.play(view(self.states), action)

    def seen_by(self, seat: int) -> np.ndarray:
        """What a seat may know, as an array of its own."""
        return observation(self.game, self.states, seat)

    def shown_to(self, agent: Agent, seat: int) -> np.ndarray:
        """The same, or the truth for an agent that cheats."""
        return shown(self.game, self.states, agent, seat)

    def _advance(self, action: int) -> int:
        return int(advance(self.game, self.states, self._actions, self._odds, self.dice, action))

    def _compile(self) -> None:
        """On a copy, so that compiling takes nothing from the first move's time."""
        with compiling_for(f"the rules of {self.game.name}"):
            advance(self.game, self.states.copy(), self._actions, self._odds, Stream(0), NOTHING)
            self.seen_by(0)


def observation(game: Game, states: np.ndarray, seat: int) -> np.ndarray:
    """The state, or what the game says of it where something is hidden; a copy that may be kept and changed."""
    if not (game.hidden or game.veiled):
        return states.copy()
    seen = np.zeros_like(states)
    look(game, states, seat, seen)
    return seen


def shown(game: Game, states: np.ndarray, agent: Agent, seat: int) -> np.ndarray:
    """What an agent gets to see: what its seat may know, or the truth if it cheats."""
    return states.copy() if agent.cheats else observation(game, states, seat)


def drawn(game: Game, states: np.ndarray, dice: Stream) -> int:
    """An outcome, where chance is to move; it is not played."""
    return int(by_chance(game, states[0], np.zeros(game.widest, np.int32), np.zeros(game.widest), dice))
