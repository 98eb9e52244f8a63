"""Ray beside threads: the same games of about a second each, on the same two processors, alternating.

What Ray takes to start is told by itself; the games are measured once its workers have loaded all code.
"""

import time
from collections.abc import Callable, Iterator
from itertools import count

from treewright.arena.cast import Cast
from treewright.arena.engine import Engine, Threads
from treewright.arena.fixture import Fixture, pair_of
from treewright.bench.measure import Line, alternate

CORES = 2
PAIRS = 12
GAME, AGENTS = "connect_four", ("uct(simulations=150000)", "uct(c=1.2, simulations=150000)")


def against_threads(rounds: int) -> Iterator[Line]:
    """Games a second of a cluster on this machine and of threads in this process."""
    from treewright.arena.ray_engine import Ray

    cast = Cast()
    cast.enter_game(GAME)
    for agent in AGENTS:
        cast.enter_agent(agent)
    ray = Ray(cast, CORES)
    try:
        player(ray)()
        yield Line("cluster", "start of Ray to its first worker ready", ray.startup_seconds, None, "s")
        yield alternate("games of about a second", f"{PAIRS * 2} games, Ray / threads", player(ray),
                        player(Threads(cast, CORES)), rounds, "games/s", target=0.9)
    finally:
        ray.close()


def player(engine: Engine) -> Callable[[], float]:
    """A function that plays games, other ones each time, and returns how many a second."""
    seeds = count()

    def run() -> float:
        begun = time.perf_counter()
        games = sum(1 for _ in engine.play(fixtures(next(seeds))))
        return games / (time.perf_counter() - begun)

    return run


def fixtures(seed: int) -> Iterator[Fixture]:
    return (fixture for number in range(PAIRS) for fixture in pair_of(GAME, *AGENTS, number, seed))
