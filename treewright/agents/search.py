"""The agent that thinks with the search loop: parts put together, a budget, a tree kept from move to move.

With several threads each grows a tree of its own (root parallelisation: Cazenave & Jouandeau 2007) with its own share
of the simulations and its own random numbers; the root's visits are added up at the end, so the result depends on the
seed and the number of threads alone.
"""

import dataclasses
import functools
import inspect
import math
import threading
from collections.abc import Callable
from typing import Any

import numpy as np

from treewright.agents.agent import Agent
from treewright.agents.branches import branches
from treewright.agents.final import RULES, choose_finally
from treewright.agents.report import principal_variation, rows, standing
from treewright.core.branch import Branch
from treewright.core.compiling import compiling_for
from treewright.core.component import Component, facing_parts, fitted, settling
from treewright.core.desk import Desk, new_desk
from treewright.core.errors import Refused
from treewright.core.expansion import expansion_for
from treewright.core.game import Game
from treewright.core.identity import follow, new_shelf
from treewright.core.parts import Belief, Both, Expansion, Leaf, Learner, Nothing, Playout, Seen, Selection
from treewright.core.record import view
from treewright.core.result import Line, Result, Thought
from treewright.core.scale import scale_for
from treewright.core.search import search, solved
from treewright.core.stream import Seed, Stream, branch
from treewright.core.table import ENTRY, InTable, enter
from treewright.core.table import refuse as refuse_table
from treewright.core.terms import Terms
from treewright.core.thinking import Budget, Stop, think
from treewright.core.tree import FULL, ROOT, USED, Tree, columns, keep, new_tree
from treewright.playout.rollout import Rollout
from treewright.playout.uniform import Uniform
from treewright.select.solver import Solver
from treewright.select.solver import refuse as refuse_solver
from treewright.select.uct import UCT

STATES = ("tree", "table")


@dataclasses.dataclass
class Worker:
    """What one thread searches with: its own copies of the parts, its own tree, desk and random numbers."""

    parts: tuple[Belief, Expansion, Selection, Leaf, Learner]
    facing: tuple[Component, ...]
    """Parts that are told which position a search begins from."""
    policy: Playout
    tree: Tree
    spare: Tree
    desk: Desk
    rng: Stream


class Search(Agent):
    """`search(select=..., playout=..., simulations=...)`: any rule with any playout, under any budget.

    select       the selection rule, uct() by default
    playout      the playout policy below the tree; one that learns is told of every simulation
    leaf         what values a leaf, a rollout with `playout` by default
    learner      something else that looks at every simulation
    simulations, seconds, nodes    the budget; the first limit reached ends the search
    threads      root-parallel trees
    solver       prove wins, losses and draws (two players, zero sum)
    states       what a node is: tree, a way to a position, one new one a simulation; table, a position, by whichever
                 way it was reached, and every simulation keeps all that it comes through
    reuse        keep the subtree from move to move
    final        how the move is chosen: visits, mean or secure; or rule, by what the selection rule would end with
    scale        what the rule sees of a score: sign (-1..1), unit (0..1) or raw
    memory       megabytes for each tree; when they are full the search goes on without expanding
    cheats       in a game that hides something, be shown everything
    """

    def __init__(self, select: Selection | None = None, playout: Playout | None = None, *, leaf: Leaf | None = None,
                 learner: Learner | None = None, simulations: int | None = None, seconds: float | None = None,
                 nodes: int | None = None, threads: int = 1, solver: bool = False, states: str = "tree",
                 reuse: bool = True, final: str = "visits", scale: str = "sign", memory: float = 512,
                 cheats: bool = False):
        self.budget = Budget(simulations, seconds, nodes)
        if states not in STATES:
            raise Refused(f"states must be one of {', '.join(STATES)}, not {states!r}")
        if states == "table" and (leaf is not None or solver):
            raise Refused("states=table plays every simulation to its end with the playout policy, so it cannot have "
                          f"a {'leaf' if leaf is not None else 'solver'}")
        self.rule = select if select is not None else UCT()
        if states == "table" and (self.rule.prunes or self.rule.needs_tree):
            raise Refused(f"states=table cannot have the selection rule {self.rule.name}, which needs a tree")
        if solver and self.rule.prunes:
            raise Refused(f"the solver proves nothing below {self.rule.name}, which leaves legal actions out")
        self.policy = policy = playout if playout is not None else Uniform()
        self.leaf = leaf if leaf is not None else Rollout(policy)
        learners = [one for one in (policy if leaf is None else None, learner) if isinstance(one, Learner)]
        if solver:
            learners.append(Solver())
        self.learner: Learner = Nothing()
        for one in learners:
            self.learner = one if isinstance(self.learner, Nothing) else Both(self.learner, one)
        if not isinstance(threads, int) or isinstance(threads, bool) or threads < 1:
            raise Refused(f"threads must be a whole number above 0, not {threads!r}")
        if final not in RULES:
            raise Refused(f"final must be one of {', '.join(RULES)}, not {final!r}")
        if final == "rule" and threads > 1:
            raise Refused(f"final=rule asks the rule of one tree, so threads must be 1, not {threads}")
        if not isinstance(memory, int | float) or memory <= 0:
            raise Refused(f"memory must be a number of megabytes above 0, not {memory!r}")
        for what, limit in (("simulations", simulations), ("nodes", nodes)):
            if limit is not None and threads > limit:
                raise Refused(f"{threads} threads cannot share {limit} {what}")
        scale_for(scale, (-1.0, 1.0))
        self.threads, self.solver, self.states, self.reuse, self.final, self.scale_name, self.memory = (
            threads,
            solver,
            states,
            reuse,
            final,
            scale,
            memory,
        )
        self.cheats = cheats
        self.halt = Stop()
        self.watch: Callable[[int, float], Any] | None = None
        """Called between chunks of a search with the simulations and the seconds so far, by the thread that
        searches."""
        self.workers: list[Worker] = []
        self._fitted_for: Game | None = None
        self._runs: list[tuple[int, float, bool]] = []
        self._found: Result | None = None

    # ------------------------------------------------------------ the contract

    def refuse(self, game: Game) -> None:
        super().refuse(game)
        if self.solver:
            refuse_solver(game)
        if self.states == "table":
            refuse_table(game)

    def begin(self, game: Game, seat: int, seed: Seed) -> None:
        super().begin(game, seat, seed)
        self.scale = scale_for(self.scale_name, game.score_range)
        parts = (self._belief(game), self._expansion(game), self.rule, self.leaf, self.learner)
        pools = (
            [(worker.tree, worker.spare, worker.desk) for worker in self.workers] if self._fitted_for is game else None
        )
        self.workers = [
            self._worker(game, parts, k, branch(seed, k), pools[k] if pools else None) for k in range(self.threads)
        ]
        self._fitted_for = game
        self.shelf = new_shelf(game, 3)
        self.places = [0] * self.threads
        self._runs, self._found = [], None
        self._compile()

    def see(self, observation: np.ndarray) -> None:
        """Follow the event down each tree, so that what was learnt of this position is kept."""
        before = self.__dict__.get("observation")
        super().see(observation)
        if before is None or not self.reuse:
            self.places = [0] * self.threads
            return
        for k, worker in enumerate(self.workers):
            if self.places[k] > 0:
                self.places[k] = int(follow(self.game, worker.tree, self.places[k], self.shelf, before, observation))

    def choose(self) -> int:
        self.halt.lower()
        for k, worker in enumerate(self.workers):
            self._set_root(k, worker)
            for part in worker.facing:
                part.face(self.game, self.observation, worker.rng)
        shares = [self._share(k) for k in range(self.threads)]
        runs = self._think(shares)
        self.places = [ROOT] * self.threads
        known = standing(self.observation, self.workers, merits=self.final == "rule")
        # Stopped before its first simulation, a search knows nothing; it still owes a legal move.
        self._choice = (choose_finally(self.final, known, self.scale) if known.visits.any()
                        else self.game.choices(view(self.observation))[0])
        self._searched, self._runs, self._found = self.observation, runs, None
        return self._choice

    def stop(self) -> None:
        self.halt.now()

    def result(self) -> Result | None:
        """What the last `choose` found, in the position that it was asked about; worked out when it is asked for."""
        if self._found is None and self._runs:
            self._found = self._report(self._runs)
        return self._found

    def thought(self) -> Thought | None:
        """The same numbers from the desks' tallies, without a report."""
        if not self._runs:
            return None
        total = sum(done for done, _, _ in self._runs)
        rewards, among = sum(worker.desk.moments[:, :2].sum(axis=0)[::-1] for worker in self.workers)
        depths = [worker.desk.depths for worker in self.workers]
        return Thought(total, float(sum(one[0] for one in depths)) / max(1, total),
                       int(max(one[1] for one in depths)), float(rewards / among) if among else math.nan)

    @property
    def learnt(self) -> Playout:
        """The playout policy with what it has learnt, that of the first thread; there is one after `begin`."""
        return self.workers[0].policy

    @property
    def reproducible(self) -> bool:
        return self.budget.reproducible

    @property
    def constants(self) -> str:
        """The numbers of the selection rule, `c=1.4`: without them the scale means as little as they without it."""
        numbers = {one: getattr(self.rule, one) for one in inspect.signature(type(self.rule)).parameters}
        return ", ".join(f"{one}={value:g}" for one, value in numbers.items()
                         if isinstance(value, int | float) and not isinstance(value, bool))

    @property
    def name(self) -> str:
        return self.expression.partition("(")[0] or "search"

    # ------------------------------------------------------------ how it is done

    def _belief(self, game: Game) -> Belief:
        return Seen()

    def _think(self, shares: list[Budget]) -> list[tuple[int, float, bool]]:
        if self.threads == 1:
            return [think(shares[0], self._run(self.workers[0]), self.watch, self._rate(0))]
        return self._in_threads(shares)

    def _line(self) -> Line:
        return principal_variation(self.game, self._searched, self.workers, self._choice)

    def _compile(self) -> None:
        """Run no simulations, so that compiling (or loading what is compiled) takes nothing from the first move's
        time."""
        self.observation = np.zeros(1, self.game.state)
        with compiling_for(f"{self.name} for {self.game.name}"):
            self._run(self.workers[0])(0, 0)
        del self.observation

    def _worker(self, game: Game, parts: Any, k: int, seed: Seed, pools: Any) -> Worker:
        own, policy = fitted((parts, self.policy), game)
        settling(own, game, Terms(self._share(k).simulations, self.scale))
        if pools is None:
            rule, learner = own[2], own[4]
            capacity = self._capacity(game, columns(rule, learner).itemsize)
            scale = (self.scale.shift, self.scale.factor, self.scale.loss)
            pools = (
                new_tree(rule, learner, capacity, *scale),
                new_tree(rule, learner, capacity if self.reuse and self.states == "tree" else 2, *scale),
                new_desk(game),
            )
        tree, spare, desk = pools
        tree.pool[:] = 0
        return Worker(own, facing_parts(own, game), policy, tree, spare, desk, Stream(seed))

    def _expansion(self, game: Game) -> Expansion:
        if self.states == "tree":
            return expansion_for(game)
        nodes = self._capacity(game, columns(self.rule, self.learner).itemsize)
        return InTable(self.policy, 1 << max(4, (nodes // 2).bit_length() - 1))

    def _capacity(self, game: Game, size: int) -> int:
        """How many nodes a tree has room for; in a table, there is half an entry for each of them, or less."""
        most = int(self.memory * 1e6 / (size + (ENTRY.itemsize if self.states == "table" else 0)))
        if most < game.widest + 2:
            raise Refused(
                f"memory={self.memory} holds {most} nodes, fewer than the {game.widest} actions of {game.name}"
            )
        if self.budget.simulations is not None and not self.reuse:
            positions = 1 if self.states == "tree" else game.longest
            most = min(most, 2 + (self.budget.simulations + 1) * positions * (game.widest + positions - 1))
        return most

    def _set_root(self, k: int, worker: Worker) -> None:
        place = self.places[k]
        if place == 0:
            worker.tree.pool[:] = 0
        elif self.states == "table":
            enter(worker.tree, place)
        elif place != ROOT:
            keep(worker.tree, worker.spare, place)
            worker.tree, worker.spare = worker.spare, worker.tree
        worker.desk.depths[:] = 0
        worker.desk.moments[:] = 0

    def _share(self, k: int) -> Budget:
        if self.threads == 1:
            return self.budget

        def share(limit: int | None) -> int | None:
            return None if limit is None else limit // self.threads + (k < limit % self.threads)

        return Budget(share(self.budget.simulations), self.budget.seconds, share(self.budget.nodes))

    def _rate(self, k: int) -> float:
        """Half of the simulations a second of the last move, a guess for this one."""
        done, seconds, _ = self._runs[k] if self._runs else (0, 1.0, False)
        return done / max(seconds, 1e-6) / 2

    def _run(self, worker: Worker) -> Callable[[int, int], int]:
        belief, expansion, rule, leaf, learner = worker.parts

        def run(simulations: int, most_nodes: int) -> int:
            return int(
                search(
                    self.game,
                    belief,
                    expansion,
                    rule,
                    leaf,
                    learner,
                    self.observation,
                    worker.tree,
                    worker.desk,
                    simulations,
                    most_nodes,
                    self.halt.flag,
                    worker.rng,
                )
            )
        return run

    def _in_threads(self, shares: list[Budget]) -> list[tuple[int, float, bool]]:
        runs: list[Any] = [None] * self.threads
        so_far, ended, all_ended = [0] * self.threads, list[int](), threading.Event()
        failed: list[BaseException] = []

        def watch(k: int, simulations: int, seconds: float) -> None:
            so_far[k] = simulations
            if self.watch is not None:
                self.watch(sum(so_far), seconds)

        def one(k: int) -> None:
            try:
                runs[k] = think(shares[k], self._run(self.workers[k]), functools.partial(watch, k), self._rate(k))
            except BaseException as error:
                failed.append(error)
            finally:
                ended.append(k)
                if len(ended) == self.threads:
                    all_ended.set()

        for k in range(self.threads):
            threading.Thread(target=one, args=(k,), daemon=True).start()
        interrupted = False
        while not all_ended.is_set():
            try:
                # Not join(): Ctrl-C inside it makes Python 3.11 take a running thread for an ended one (bpo-45274).
                all_ended.wait(0.05)
            except KeyboardInterrupt:
                interrupted = True
                self.halt.now()
        if failed:
            raise failed[0]
        return [(simulations, seconds, interrupted or stopped) for simulations, seconds, stopped in runs]

    def _report(self, runs: list[tuple[int, float, bool]]) -> Result:
        game, workers = self.game, self.workers
        depths = np.array([worker.desk.depths for worker in workers])
        total = sum(done for done, _, _ in runs)
        return Result(
            choice=self._choice,
            rows=rows(game, self._searched, workers),
            line=self._line(),
            simulations=total,
            seconds=max(seconds for _, seconds, _ in runs),
            nodes=int(sum(worker.tree.pool[USED] - 1 for worker in workers)),
            depth_mean=float(depths[:, 0].sum() / max(1, total)),
            depth_largest=int(depths[:, 1].max()),
            scale=str(self.scale),
            constants=self.constants,
            agent=str(self),
            game=str(game),
            full=any(bool(worker.tree.pool[FULL]) for worker in workers),
            interrupted=any(interrupted for _, _, interrupted in runs) or bool(self.halt.flag[0]),
            solved=any(bool(solved(worker.parts[4], worker.tree)) for worker in workers),
            threads=self.threads,
            tree=workers[0].tree,
            read=functools.partial(self._branches, runs),
        )

    def _branches(self, runs: list[tuple[int, float, bool]], depth: int, most: int) -> Branch:
        """The branches of the search that took these runs."""
        self._refuse_old(runs)
        return branches(self.game, self.observation, self.workers, depth, most)

    def _refuse_old(self, runs: list[tuple[int, float, bool]]) -> None:
        if runs is not self._runs:
            raise Refused(f"{self} has searched again since, and its tree is another: read a result's branches before")
