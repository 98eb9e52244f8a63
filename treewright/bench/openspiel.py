"""OpenSpiel's C++ MCTSBot beside our search: the same game, constant and value scale, one rollout a simulation, 20,000
simulations from the start, in one process, alternating.

OpenSpiel's returns are -1, 0 and 1, its bound is mean + c sqrt(log N / n) with c = 1.4: our UCT on the scale `sign`. It
gives a proven terminal child its outcome without an exploration term; ours does not (see docs/benchmark.md).
"""

import time
from collections.abc import Callable, Iterator
from typing import Any

from treewright.agents import language
from treewright.bench.measure import Line, alternate
from treewright.bench.ours import SIMULATIONS, Searcher

GAMES = (
    ("tic_tac_toe", "tic_tac_toe", 4.0),
    ("connect_four", "connect_four", 20.0),
    ("hex(7)", "hex(board_size=7)", 10.0),
)
PYTHON_SIMULATIONS = 2_000


def bot(name: str, simulations: int) -> Callable[[], float]:
    """A function that lets OpenSpiel's C++ bot search from the start and returns simulations a second."""
    import pyspiel
    game: Any = pyspiel.load_game(name)
    seeds = iter(range(1, 10**9))

    def run() -> float:
        seed = next(seeds)
        made = pyspiel.MCTSBot(
            game, pyspiel.RandomRolloutEvaluator(1, seed), 1.4, simulations, 1000, False, seed, False
        )
        begun = time.perf_counter()
        made.mcts_search(game.new_initial_state())
        return simulations / (time.perf_counter() - begun)

    return run


def against_cpp(rounds: int) -> Iterator[Line]:
    """Its C++ bot on its C++ games."""
    for ours, theirs, target in GAMES:
        yield alternate("OpenSpiel C++ MCTSBot", ours, Searcher(language.game(ours)), bot(theirs, SIMULATIONS), rounds,
                        target=target)


def against_python_game(rounds: int) -> Iterator[Line]:
    """Its C++ bot on a tic-tac-toe written in Python, beside ours, which is written in Python too."""
    import open_spiel.python.games  # noqa: F401  (registers the games written in Python)
    yield alternate("OpenSpiel, game written in Python", "tic_tac_toe", Searcher(language.game("tic_tac_toe")),
                    bot("python_tic_tac_toe", PYTHON_SIMULATIONS), rounds, target=200.0)


def against_scaffold(rounds: int) -> Iterator[Line]:
    """The game that `treewright new` writes, beside its C++ bot on its C++ tic-tac-toe."""
    import tempfile
    from pathlib import Path

    from treewright.cli.new import write_game
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "mygame.py"
        write_game(path)
        yield alternate(
            "OpenSpiel C++ MCTSBot",
            "scaffolded game / its tic_tac_toe",
            Searcher(language.game(str(path))),
            bot("tic_tac_toe", SIMULATIONS),
            rounds,
            target=1.0,
        )
