"""Workers beside processes: the same match with two workers, with one, and half of it in each of two processes.

All keep their games in stores, as `treewright match` does. The rate of two processes is the sum of what each says of
itself, so waiting for the slower of the two is not counted against them.
"""

import contextlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from treewright.arena.match import match
from treewright.arena.store import Store, open_store
from treewright.bench.measure import Line, alternate

GAME, AGENTS = "connect_four", ("uct(simulations=5000)", "uct(c=1.2, simulations=5000)")
GAMES = 48

ONE_PROCESS = """
import sys
from treewright.bench.workers import Player
with Player(1, int(sys.argv[1])) as play:
    print("ready", flush=True)
    for line in sys.stdin:
        print(play(), flush=True)
"""


class Player:
    """Plays a match, with another seed each time, and returns how many games a second; warm when it is made."""

    def __init__(self, workers: int, games: int):
        self.workers, self.games, self.seeds = workers, games, count(1)
        self.folder = tempfile.TemporaryDirectory()
        self.store: Store = open_store(Path(self.folder.name) / "games.db")
        match(GAME, *AGENTS, games=2, workers=workers)

    def __enter__(self) -> "Player":
        return self

    def __exit__(self, *error: object) -> None:
        self.store.close()
        self.folder.cleanup()

    def __call__(self) -> float:
        begun = time.perf_counter()
        played = match(GAME, *AGENTS, games=self.games, seed=next(self.seeds), workers=self.workers, store=self.store)
        return played.games / (time.perf_counter() - begun)


def two_workers(rounds: int) -> Iterator[Line]:
    """Games a second of two workers beside those of two processes, and beside those of one worker."""
    with contextlib.ExitStack() as stack:
        processes = [stack.enter_context(process(GAMES // 2)) for _ in range(2)]
        two, one = (stack.enter_context(Player(workers, GAMES)) for workers in (2, 1))
        yield alternate("two workers", "5,000 simulations a move, beside two processes", two,
                        lambda: together(processes), rounds, "games/s", target=0.95)
        yield alternate("two workers", "5,000 simulations a move, beside one worker", two, one, rounds, "games/s",
                        target=1.6)


@contextlib.contextmanager
def process(games: int) -> Iterator[subprocess.Popen[str]]:
    """A process that plays `games` games with one worker at every line it is given, and answers with its rate."""
    command = [sys.executable, "-c", ONE_PROCESS, str(games)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        yield child


def together(processes: list[subprocess.Popen[str]]) -> float:
    for child in processes:
        assert child.stdin is not None
        child.stdin.write("\n")
        child.stdin.flush()
    return sum(float(child.stdout.readline()) for child in processes if child.stdout is not None)
