"""What does not need a peer: bytes a node, layouts of the tree, playouts, threads, compiling, start-up."""

import dataclasses
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence

from treewright.agents import language
from treewright.agents.registry import GAMES
from treewright.bench.measure import Line, alternate, median
from treewright.bench.ours import Searcher, player
from treewright.core.expansion import InWorlds
from treewright.core.parts import Nothing
from treewright.core.tree import columns
from treewright.select.rave import RAVE
from treewright.select.uct import UCT

THREAD_SIMULATIONS = 400_000

SEARCH_ONCE = """
import time, sys
begun = time.time()
from treewright.agents import language
from treewright.core.compiling import counts
agent, game = language.agent("uct(simulations=1)"), language.game(sys.argv[1])
agent.search(game)
print(time.time() - float(sys.argv[2]), counts.compiled, counts.seconds)
"""

TWO_PROCESSES = """
import sys
from treewright.agents import language
from treewright.bench.ours import Searcher
run = Searcher(language.game("connect_four"), simulations=int(sys.argv[1]))
print("ready", flush=True)
for line in sys.stdin:
    print(run(), flush=True)
"""


def playing(rounds: int) -> Iterator[Line]:
    """Our search beside our own bare playouts: what the tree costs."""
    for name in GAMES:
        game = language.game(name)
        yield alternate("own bare playouts", name, Searcher(game), player(game), rounds)


def layouts(rounds: int) -> Iterator[Line]:
    """Children in one block made at once and tried one by one, all compared from the first, or added one by one to a
    block
    that grows."""
    game = language.game("connect_four")
    ways: tuple[tuple[str, Searcher], ...] = (
        ("expand=all", Searcher(game, UCT(expand="all"))),
        ("blocks that grow", Searcher(game, UCT(), expansion=InWorlds())),
    )
    plain = Searcher(game, UCT())
    for title, run in ways:
        line = alternate("layout, beside expand=one", f"connect_four, {title}", run, plain, rounds)
        yield dataclasses.replace(line, note=f"{run.records:,} records against {plain.records:,}")


def sizes(rounds: int) -> Iterator[Line]:
    """Bytes a node."""
    for rule in (UCT(), RAVE()):
        yield Line("bytes a node", rule.name, columns(rule, Nothing()).itemsize, None, "bytes",
                   target=32.0 if isinstance(rule, UCT) else None)


def two_threads(rounds: int) -> Iterator[Line]:
    """Two threads of one process beside two processes, each searching Connect Four on a tree of its own."""
    runs = [Searcher(language.game("connect_four"), simulations=THREAD_SIMULATIONS) for _ in range(2)]
    one = runs[0]
    processes = [subprocess.Popen([sys.executable, "-c", TWO_PROCESSES, str(THREAD_SIMULATIONS)], stdin=subprocess.PIPE,
                                  stdout=subprocess.PIPE, text=True) for _ in range(2)]
    try:
        for process in processes:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
        yield alternate(
            "two threads / two processes",
            "connect_four",
            lambda: _threads(runs),
            lambda: _processes(processes),
            rounds,
            target=0.95,
        )
        yield alternate("two threads / one", "connect_four", lambda: _threads(runs), one, rounds)
    finally:
        for process in processes:
            process.kill()
            process.wait()


def _threads(runs: Sequence[Callable[[], float]]) -> float:
    rates: list[float] = []
    threads = [threading.Thread(target=lambda run=run: rates.append(run())) for run in runs]  # type: ignore[misc]
    begun = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return len(runs) * THREAD_SIMULATIONS / (time.perf_counter() - begun)


def _processes(processes: list[subprocess.Popen[str]]) -> float:
    begun = time.perf_counter()
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    for process in processes:
        assert process.stdout is not None
        process.stdout.readline()
    return len(processes) * THREAD_SIMULATIONS / (time.perf_counter() - begun)


def compiling(rounds: int) -> Iterator[Line]:
    """A first search in a new process: from an empty cache, and again when all is on disk."""
    folder = tempfile.mkdtemp()
    try:
        _search_once(folder, "tic_tac_toe")
        _, compiled, spent = _search_once(folder, "connect_four")
        yield Line(
            "compiling", "uct for connect_four, verbs of uct cached", spent, None, "s", note=f"{compiled:.0f} functions"
        )
        warm = [_search_once(folder, "connect_four") for _ in range(rounds)]
        yield Line(
            "compiling",
            "functions compiled by the next process",
            max(one[1] for one in warm),
            None,
            "functions",
            note="must be 0",
        )
        yield Line(
            "start-up",
            "process start to first simulation done, cached",
            median(one[0] for one in warm),
            None,
            "s",
            low=min(one[0] for one in warm),
            high=max(one[0] for one in warm),
            target=0.5,
        )
        shutil.rmtree(folder)
        _, compiled, spent = _search_once(folder, "connect_four")
        yield Line("compiling", "uct for connect_four, empty cache", spent, None, "s", note=f"{compiled:.0f} functions")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _search_once(cache: str, game: str) -> tuple[float, float, float]:
    done = subprocess.run(
        [sys.executable, "-c", SEARCH_ONCE, game, str(time.time())],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "TREEWRIGHT_CACHE": cache},
    )
    elapsed, compiled, spent = map(float, done.stdout.split())
    return elapsed, compiled, spent


def help_page(rounds: int) -> Iterator[Line]:
    """`treewright --help`, a whole process."""
    command = [sys.executable, "-c", "from treewright.cli import main; main()", "--help"]
    times = []
    for _ in range(rounds):
        begun = time.perf_counter()
        subprocess.run(command, capture_output=True, check=True)
        times.append(time.perf_counter() - begun)
    yield Line(
        "start-up",
        "treewright --help",
        statistics.median(times),
        None,
        "s",
        low=min(times),
        high=max(times),
        target=0.4,
    )
