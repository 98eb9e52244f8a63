"""microRTS: playouts of 100 cycles beside the simulations of OpenSpiel's C++ MCTSBot on Connect Four.

Both in one process, alternating. A playout copies the state at the start of the map and lets RandomBiasedAI's weights
play both sides. The targets are twice to three times what the Java original reaches by the same measure.
"""

import time
from collections.abc import Callable, Iterator

import numpy as np

from treewright.bench.measure import Line, alternate
from treewright.bench.openspiel import bot
from treewright.bench.ours import SIMULATIONS
from treewright.core.compiling import compiled
from treewright.core.stream import Stream
from treewright.games.microrts.playing import play_on
from treewright.games.microrts.policies import Weights
from treewright.games.microrts.rules import MicroRTS, microrts

LOOKAHEAD = 100
PLAYOUTS = 2_000
TARGETS = (("basesWorkers8x8A", 1.0), ("FourBasesWorkers8x8", 0.2), ("NoWhereToRun9x8", 1.6))


@compiled
def many_playouts(game, states, policy, cycles, count, rng):
    """So many playouts from states[0], each on a copy of it."""
    r, s = game.rules[0], states[1]
    for _ in range(count):
        game.copy(states, 1, states[0])
        play_on(r, s, (policy, policy), s.time + cycles, rng)


def player(game: MicroRTS, count: int = PLAYOUTS) -> Callable[[], float]:
    """A function that plays so many playouts from the start and returns how many a second; compiled when it is made."""
    states, policy, rng = np.concatenate([game.new(), game.new()]), Weights(), Stream(1)

    def run() -> float:
        begun = time.perf_counter()
        many_playouts(game, states, policy, LOOKAHEAD, count, rng)
        return count / (time.perf_counter() - begun)

    run()
    return run


def playouts(rounds: int) -> Iterator[Line]:
    """On the three maps of the paper."""
    for name, target in TARGETS:
        yield alternate("microRTS playouts, OpenSpiel on Connect Four", name, player(microrts(name)),
                        bot("connect_four", SIMULATIONS), rounds, target=target)
