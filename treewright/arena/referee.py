"""The referee: it alone holds the true state, and hands every seat what that seat may see.

An agent in a game with hidden information gets `game.observe` of its seat after every event; where nothing is hidden
it gets the state. Chance moves by the referee's own random numbers.
"""

import dataclasses
import time
from collections.abc import Sequence

import numpy as np

from treewright.agents.agent import Agent
from treewright.core.errors import Refused
from treewright.core.game import CHANCE, Game
from treewright.core.record import view
from treewright.core.stream import Seed, Stream, branch
from treewright.core.thinking import Stop


@dataclasses.dataclass(frozen=True)
class Played:
    """A finished game."""

    actions: tuple[int, ...]
    """Every action, those of chance included."""
    scores: tuple[float, ...]
    seconds: float
    finished: bool = True
    """False where it was stopped before its end."""


def play_game(game: Game, agents: Sequence[Agent], seed: Seed = 0, start: Seed | np.ndarray | None = None) -> Played:
    """One game between agents in seat order. `start` is a position, or the seed of the game's own beginning."""
    if len(agents) != game.players:
        raise Refused(f"{game.name} has {game.players} players, but there are {len(agents)} agents")
    begun = time.perf_counter()
    states = start.copy() if isinstance(start, np.ndarray) else game.new(branch(seed, 0) if start is None else start)
    s, chance, actions = view(states), Stream(branch(seed, 1)), []
    for seat, agent in enumerate(agents):
        agent.begin(game, seat, branch(seed, 2 + seat))
    _show(game, agents, states)
    while not s.over and not Stop.raised_for_all:
        if s.to_move == CHANCE:
            action = drawn(game, s, chance)
        else:
            mover = int(s.to_move)
            action = int(agents[mover].choose())
            if action not in game.choices(s):
                raise Refused(f"{agents[mover]} played action {action}, which is not legal in {game.name} after "
                              f"{len(actions)} moves")
        actions.append(action)
        with np.errstate(over="ignore"):
            game.play(s, action)
        _show(game, agents, states)
    return Played(tuple(actions), tuple(float(score) for score in s.score), time.perf_counter() - begun,
                  bool(s.over))


def _show(game: Game, agents: Sequence[Agent], states: np.ndarray) -> None:
    for seat, agent in enumerate(agents):
        agent.see(observation(game, states, seat))


def observation(game: Game, states: np.ndarray, seat: int) -> np.ndarray:
    """What a seat may know: the state, or what the game says of it where something is hidden."""
    if not game.hidden:
        return states
    seen = np.zeros_like(states)
    game.observe(view(states), seat, view(seen))
    return seen


def drawn(game: Game, s: object, chance: Stream) -> int:
    """An outcome of chance."""
    actions, odds = np.zeros(game.widest, np.int32), np.zeros(game.widest)
    n = game.outcomes(s, actions, odds)
    with np.errstate(over="ignore"):
        draw = chance.random()
    return int(actions[min(int(np.searchsorted(np.cumsum(odds[:n]), draw, side="right")), n - 1)])
