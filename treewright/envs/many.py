"""Many games side by side: stepped, observed and masked in one compiled call, with arrays in and out.

A game that ends begins anew in the same step. Each game draws from random numbers of its own, so it depends on its seed
and on the actions that it is given alone: not on how many games there are, nor on where it stands among them.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from treewright.core.compiling import compiling_for
from treewright.core.errors import Refused
from treewright.core.game import Game
from treewright.core.planes import plane_shape
from treewright.core.stream import Stream, branch
from treewright.envs.opening import checked_seed, illegal_action, opened
from treewright.envs.table import ALL_LEGAL, begin_all, draw_all, new_table, step_all

MOST_GAMES = 2**20


class Batch(NamedTuple):
    """What n games show; all arrays are the caller's to keep."""

    observation: np.ndarray
    """float32[n, channels, rows, columns]: what the player to move sees."""
    mask: np.ndarray
    """int8[n, actions]: 1 for each action that he may take."""
    player: np.ndarray
    """int64[n]: who is to move."""
    reward: np.ndarray
    """float32[n, players]: what each player got in this step: the score, on the scale, of a game that ended."""
    over: np.ndarray
    """bool[n]: did a game end in this step? Observation, mask and player are then those of the next one."""


class Many:
    """`reset` and `step` return a `Batch`."""

    def __init__(self, game: str | Game, games: int = 64, scale: str = "sign"):
        if not isinstance(games, int) or isinstance(games, bool) or not 1 <= games <= MOST_GAMES:
            raise Refused(f"games must be a whole number from 1 to {MOST_GAMES}, not {games!r}")
        self.game, self.games = opened(game), games
        self._table, self._begun = new_table(self.game, games, scale), False
        self.actions, self.players = int(self.game.actions), int(self.game.players)
        self.plane_shape = plane_shape(self.game)
        with compiling_for(f"many games of {self.game.name}"):
            begin_all(self.game, self._table)
            step_all(self.game, self._table, np.full(games, ALL_LEGAL, np.int64))
            draw_all(self.game, self._table, np.empty(games, np.int64), Stream(0))

    @property
    def states(self) -> np.ndarray:
        """The true states, for those who may look: a copy."""
        return self._table.states.copy()

    def reset(self, seed: int | Sequence[int] | None = None) -> Batch:
        """Begin all games: with one seed for each, or with one from which those of all games branch; without one their
        random numbers go on (and come from the system the first time)."""
        if seed is not None or not self._begun:
            self._table.streams[:] = [Stream(one).state for one in self._seeds(seed)]
        begin_all(self.game, self._table)
        self._table.rewards[:], self._table.over[:], self._begun = 0, False, True
        return self._batch()

    def sample(self, rng: Stream) -> np.ndarray:
        """int64[n]: a legal action for each game, drawn from `rng` (a `tw.Stream(seed)`), each as likely as the others.
        The games' own random numbers are left alone."""
        if not self._begun:
            raise Refused("these games have not begun: call reset() first")
        drawn = np.empty(self.games, np.int64)
        draw_all(self.game, self._table, drawn, rng)
        return drawn

    def step(self, actions: "Sequence[int] | np.ndarray") -> Batch:
        """One action for each game, by whoever is to move there. If one of them is not legal, nothing is played."""
        if not self._begun:
            raise Refused("these games have not begun: call reset() first")
        given = np.asarray(actions)
        if given.shape != (self.games,) or given.dtype.kind not in "iu":
            raise Refused(f"actions must be {self.games} whole numbers, one for each game, not an array of "
                          f"{given.dtype} of shape {given.shape}")
        wrong = step_all(self.game, self._table, np.ascontiguousarray(given, np.int64))
        if wrong != ALL_LEGAL:
            raise illegal_action(self.game, given[wrong], f"player {self._table.movers[wrong]} of game {wrong}")
        return self._batch()

    def _seeds(self, seed: int | Sequence[int] | None) -> list[np.random.SeedSequence]:
        if seed is None:
            return np.random.SeedSequence().spawn(self.games)
        if not isinstance(seed, Sequence | np.ndarray):
            root = checked_seed(seed)
            return [branch(root, i) for i in range(self.games)]
        if len(seed) != self.games:
            raise Refused(f"there are {self.games} games, but {len(seed)} seeds")
        return [np.random.SeedSequence(checked_seed(one)) for one in seed]

    def _batch(self) -> Batch:
        table = self._table
        return Batch(table.planes.copy(), table.masks.copy(), table.movers.copy(), table.rewards.copy(),
                     table.over.copy())
