"""Searches of games that hide something: they imagine states that fit what was seen, and search those.

    pimcts   a search of its own for each of a few imagined states; visits are added up (perfect-information MCTS:
             Ginsberg 2001; Long, Sturtevant, Buro & Furtak 2010 on when it works)
    ismcts   one tree, every simulation in another state (single-observer ISMCTS: Cowling, Powley & Whitehouse 2012)
"""

import inspect
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numba import typeof

from treewright.agents.branches import branches
from treewright.agents.kinds import refuse_wrong_kinds
from treewright.agents.ready import expression
from treewright.agents.report import children, principal_variation
from treewright.agents.search import Search
from treewright.belief.imagined import Imagined, OneWorld, imagined
from treewright.belief.imagined import refuse as refuse_unimaginable
from treewright.core.branch import Branch
from treewright.core.compiling import compiling_for
from treewright.core.errors import Refused
from treewright.core.expansion import expansion_for
from treewright.core.game import Game
from treewright.core.parts import Belief, Expansion, Playout, Selection
from treewright.core.record import view
from treewright.core.result import Line
from treewright.core.thinking import Budget, think
from treewright.select.isuct import ISUCT

S = TypeVar("S", bound=Search)
MOST_WORLDS = 10_000


class Imagining(Search):
    """What both have in common: no tree is kept from move to move, and below the root a tree is of no single state."""

    def refuse(self, game: Game) -> None:
        refuse_unimaginable(self.name, game)

    def _compile(self) -> None:
        super()._compile()
        with compiling_for(f"{self.name} for {self.game.name}"):
            states = np.zeros(1, self.game.state)
            wanted = (self.game, states, states, 0, self.workers[0].rng)
            imagined.compile(tuple(typeof(one) for one in wanted))  # type: ignore[attr-defined]

    def _branches(self, runs: Any, depth: int, most: int) -> Branch:
        self._refuse_old(runs)
        return branches(self.game, self.observation, self.workers, min(depth, 1), most)


class ISMCTS(Imagining):
    """See `ismcts`."""

    def _belief(self, game: Game) -> Belief:
        return Imagined()

    def _expansion(self, game: Game) -> Expansion:
        return expansion_for(game, hides=True)

    def _line(self) -> Line:
        """The moves below the first come from states that differ, so they are no line."""
        return Line((self._choice,), (self.game.describe(view(self._searched), self._choice),))


class PIMCTS(Imagining):
    """See `pimcts`. A world is to it what a thread is to a search: a tree of its own, and its own random numbers."""

    def _belief(self, game: Game) -> Belief:
        return OneWorld()

    def _share(self, k: int) -> Budget:
        return self.budget

    def _think(self, shares: list[Budget]) -> list[tuple[int, float, bool]]:
        """One world after the other; once told to stop, the others return at once."""
        runs, done = list[tuple[int, float, bool]](), 0
        for share, worker in zip(shares, self.workers):
            runs.append(think(share, self._run(worker), self._watch_from(done)))
            done += runs[-1][0]
            if runs[-1][2]:
                self.halt.now()
        return runs

    def _watch_from(self, done: int) -> Callable[[int, float], Any] | None:
        watch = self.watch
        return None if watch is None else lambda simulations, seconds: watch(done + simulations, seconds)

    def _line(self) -> Line:
        """That of the world whose search liked the choice best."""
        def liking(worker: Any) -> int:
            return max((int(node["visits"]) for node in children(worker.tree) if node["action"] == self._choice),
                       default=0)

        best = max(self.workers, key=liking)
        return principal_variation(self.game, best.parts[0].world, [best], self._choice)  # type: ignore[attr-defined]


def ismcts(c: float = 1.4, playout: Playout | None = None, *, simulations: int | None = None,
           seconds: float | None = None, nodes: int | None = None, threads: int = 1, final: str = "visits",
           scale: str = "sign", memory: float = 512) -> ISMCTS:
    """`ismcts(simulations=1000)`: one tree for all states that fit what was seen, another state every simulation.

    c            the constant of exploration
    playout      the playout policy below the tree
    simulations, seconds, nodes    the budget; the first limit reached ends the search
    threads      root-parallel trees
    final        how the move is chosen: visits, mean or secure
    scale        what the rule sees of a score: sign (-1..1), unit (0..1) or raw
    memory       megabytes for each tree
    """
    given = locals()
    return _named("ismcts", ismcts, given, lambda: ISMCTS(
        ISUCT(c), playout, simulations=simulations, seconds=seconds, nodes=nodes, threads=threads, reuse=False,
        final=final, scale=scale, memory=memory))


def pimcts(worlds: int = 20, simulations: int = 50, select: Selection | None = None, playout: Playout | None = None, *,
           final: str = "visits", scale: str = "sign", memory: float = 512) -> PIMCTS:
    """`pimcts(worlds=20, simulations=50)`: a search for each of 20 states that fit what was seen, added up.

    worlds       how many states are imagined for each move
    simulations  how many simulations each of them is searched with
    select       the selection rule, uct() by default
    playout      the playout policy below the tree
    final        how the move is chosen from the sums: visits, mean or secure
    scale        what the rule sees of a score: sign (-1..1), unit (0..1) or raw
    memory       megabytes for all trees together
    """
    given = locals()
    if not isinstance(worlds, int) or isinstance(worlds, bool) or not 1 <= worlds <= MOST_WORLDS:
        raise Refused(f"worlds must be a whole number from 1 to {MOST_WORLDS:,}, not {worlds!r}")

    def make() -> PIMCTS:
        made = PIMCTS(select, playout, simulations=simulations, reuse=False, final=final, scale=scale, memory=memory)
        made.threads, made.memory = worlds, memory / worlds
        return made

    return _named("pimcts", pimcts, given, make)


def _named(name: str, function: Callable[..., S], given: dict[str, Any], make: Callable[[], S]) -> S:
    """The agent with its expression; parts of a wrong kind and the final choice that asks one tree are refused."""
    signature = inspect.signature(function)
    refuse_wrong_kinds(name, signature, given)
    if given["final"] == "rule":
        raise Refused(f"{name}: final must be visits, mean or secure, not 'rule'")
    made = make()
    made.expression = expression(name, signature, (), given)
    return made
