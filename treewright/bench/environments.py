"""Many games in arrays beside one game stepped from Python: a random policy, observations and masks included.

The arrays draw their actions by `sample`, the single game by one random number and its mask, which is much faster than
`action_space.sample(mask)`. The single game is our PettingZoo environment, used without any wrapper; the peer of the
last lines is the arrays themselves with one game in them, which is as little as a step from Python can cost.
"""

import random
import time
from collections.abc import Callable, Iterator

import numpy as np

from treewright.agents.registry import GAMES
from treewright.bench.measure import Line, alternate
from treewright.core.stream import Stream
from treewright.envs.many import Many

TOGETHER = 64
STEPS, MOVES = 20, 100
"""In one run: short enough for the median to leave out the runs that something else interrupted."""
TARGET = 20.0


def many_beside_one(rounds: int) -> Iterator[Line]:
    """Steps a second in all, for every game."""
    for game in GAMES:
        yield alternate(f"{TOGETHER} games in arrays / one, PettingZoo", game,
                        many(game, TOGETHER, STEPS), one(game, MOVES), rounds, "steps/s", target=TARGET)
    for game in GAMES:
        yield alternate(f"{TOGETHER} games in arrays / one in arrays", game,
                        many(game, TOGETHER, STEPS), many(game, 1, MOVES), rounds, "steps/s")


def many(game: str, games: int, steps: int) -> Callable[[], float]:
    """A function that steps games in arrays and returns moves a second."""
    env, rng = Many(game, games), Stream(1)
    env.reset(seed=1)

    def run() -> float:
        begun = time.perf_counter()
        for _ in range(steps):
            env.step(env.sample(rng))
        return steps * games / (time.perf_counter() - begun)

    run()
    return run


def one(game: str, moves: int) -> Callable[[], float]:
    """A function that steps the PettingZoo environment and returns moves a second; games that end begin anew."""
    from treewright.envs import aec

    env, lots = aec(game), random.Random(1)
    env.reset(seed=1)

    def run() -> float:
        begun = time.perf_counter()
        for _ in range(moves):
            seen, _, over, _, _ = env.last()
            if over:
                env.reset()
                seen = env.last()[0]
            legal = np.flatnonzero(seen["action_mask"])
            env.step(int(legal[int(lots.random() * len(legal))]))
        return moves / (time.perf_counter() - begun)

    run()
    return run
