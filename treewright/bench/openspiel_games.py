"""Our loop around OpenSpiel's games, beside OpenSpiel's searches on them: the same game object, simulations, constant
and scale, one random playout a simulation.

Its search in Python is the peer for a game that is written in Python, since both then ask the same Python code for
rules; its C++ bot on its C++ games is what one gives up by asking for rules through the interpreter.
"""

import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from treewright.bench.measure import Line, alternate
from treewright.bench.openspiel import bot
from treewright.bench.ours import Searcher
from treewright.core.expansion import expansion_for
from treewright.envs.openspiel import OpenSpiel

IN_PYTHON, SIMULATIONS = "python_tic_tac_toe", 10_000
IN_CPP, CPP_SIMULATIONS = ("tic_tac_toe", "connect_four", "breakthrough", "oware", "pig"), 500


def python_bot(name: str, simulations: int) -> Callable[[], float]:
    """A function that lets OpenSpiel's search in Python think from the start and returns simulations a second."""
    import pyspiel
    from open_spiel.python.algorithms import mcts
    game: Any = pyspiel.load_game(name)
    seeds = iter(range(1, 10**9))

    def run() -> float:
        rng = np.random.RandomState(next(seeds))
        made = mcts.MCTSBot(game, 1.4, simulations, mcts.RandomRolloutEvaluator(1, rng), solve=False, random_state=rng)
        begun = time.perf_counter()
        made.mcts_search(game.new_initial_state())
        return simulations / (time.perf_counter() - begun)

    return run


def ours(name: str, simulations: int, remembers: bool = False) -> Callable[[], float]:
    """The same for our loop around that game; unless it `remembers`, every search has to ask for all rules anew."""
    game = OpenSpiel(name)
    search = Searcher(game, simulations=simulations, expansion=expansion_for(game))

    def run() -> float:
        if not remembers:
            game.states.forget()
        return search()

    return run


def around_theirs(rounds: int) -> Iterator[Line]:
    """Its search in Python on a game written in Python, then its C++ bot on C++ games."""
    for simulations, remembers, target in ((SIMULATIONS, False, 2.0), (SIMULATIONS // 10, False, None),
                                           (SIMULATIONS // 10, True, None)):
        note = f"{simulations:,} simulations" + (", as in a match: searches before are remembered" if remembers else "")
        yield alternate("around a game in Python, beside OpenSpiel's Python MCTSBot", IN_PYTHON,
                        ours(IN_PYTHON, simulations, remembers), python_bot(IN_PYTHON, simulations), rounds,
                        target=target, note=note)
    for name in IN_CPP:
        yield alternate("around a game in C++, beside OpenSpiel's C++ MCTSBot", name, ours(name, CPP_SIMULATIONS),
                        bot(name, CPP_SIMULATIONS), rounds)
