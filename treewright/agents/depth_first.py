"""What the exact players share: whom they refuse, a stack for the line they look at, a thread under watch, a
report.

Subclasses give `_think`, which searches the position in row 0 of the stack and leaves its findings.
"""

import math
import time
from typing import Any, ClassVar

import numpy as np

from treewright.agents.agent import Agent
from treewright.agents.horizon import ScoreSoFar
from treewright.agents.report import LONGEST_LINE
from treewright.agents.stack import DEEPEST, GUESSED, HALTED, MOST, VISITED, new_stack, step
from treewright.agents.verdict import Finding, Verdict, rows_of
from treewright.agents.watching import watched
from treewright.core.compiling import compiling_for
from treewright.core.component import fitted
from treewright.core.errors import Refused
from treewright.core.game import Game
from treewright.core.parts import Leaf
from treewright.core.record import view
from treewright.core.result import Line, Result
from treewright.core.stream import Seed, Stream, branch
from treewright.core.thinking import ENDLESS, Stop

TIES = ("drawn", "numbered")
SAME = 1e-6
"""Scores are single precision: values this close, as a part of the range of scores, count as equal."""


class DepthFirst(Agent):
    """A player that searches line by line, depth first, and knows values instead of believing in means."""

    weighs_chance: ClassVar[bool] = False
    """Does it know what to do where chance is to move?"""

    def __init__(self, expression: str, evaluate: Leaf | None = None, ties: str = "drawn",
                 seconds: float | None = None, nodes: int | None = None):
        if evaluate is not None and not isinstance(evaluate, Leaf):
            raise Refused(f"evaluate must be a part that values a leaf, such as rollout(), not {evaluate!r}")
        if ties not in TIES:
            raise Refused(f"ties must be one of {', '.join(TIES)}, not {ties!r}")
        self.expression, self.ties, self.seconds, self.nodes = expression, ties, seconds, nodes
        self.evaluate: Leaf = evaluate if evaluate is not None else ScoreSoFar()
        self.halt = Stop()
        self._found: Verdict | None = None

    @property
    def name(self) -> str:
        return self.expression.partition("(")[0]

    # ------------------------------------------------------------ the contract

    def refuse(self, game: Game) -> None:
        super().refuse(game)
        if game.players != 2:
            raise Refused(f"{self.name} needs two players whose scores add up to nothing; "
                          f"{game.name} has {game.players} player{'s' if game.players != 1 else ''}")
        if not game.zero_sum:
            raise Refused(f"{self.name} needs two players whose scores add up to nothing; "
                          f"those of {game.name} do not")
        if game.chance and not self.weighs_chance:
            raise Refused(f"{self.name} has no place for chance, which moves in {game.name}; "
                          f"use expectiminimax")

    def begin(self, game: Game, seat: int, seed: Seed) -> None:
        super().begin(game, seat, seed)
        self.fitted = fitted(self.evaluate, game)
        self.stack = new_stack(game, self._plies(game), self.halt.flag, Stream(branch(seed, 0)))
        self.lots = Stream(branch(seed, 1))
        self._found = None
        with compiling_for(f"{self.name} for {game.name}"):
            self._prepare()
            self._compile(game)

    def choose(self) -> int:
        self.halt.lower()
        self._set_root(self.observation, self.nodes or ENDLESS)
        begun = time.perf_counter()
        interrupted = watched(self._think, self.halt, self.seconds)
        self._found = self._report(time.perf_counter() - begun, interrupted)
        return self._found.choice

    def stop(self) -> None:
        self.halt.now()

    def result(self) -> Result | None:
        return self._found

    @property
    def reproducible(self) -> bool:
        return self.seconds is None

    # ------------------------------------------------------------ for subclasses

    def _plies(self, game: Game) -> int:
        """How long the lines are that it looks at."""
        return game.longest

    def _prepare(self) -> None:
        """A game begins: make (or clear) what is kept from move to move."""

    def _think(self) -> None:
        """Search the position in row 0: write `findings`, `depth` (plies searched in full), `solved`."""
        raise NotImplementedError

    def _pick(self) -> int:
        """The action to play: one of those with the best value."""
        known = [one for one in self.findings if one.exact]
        if not known:
            return self._draw(self.legal)
        best = max(one.high for one in known)
        return self._draw([one.action for one in known if one.high >= best - self.tolerance])

    def _continuation(self, choice: int) -> list[int]:
        """The principal variation after the choice, whose state is in row 1; played in the rows below."""
        return []

    # ------------------------------------------------------------ how it is done

    def _compile(self, game: Game) -> None:
        """Do everything once with no position to look at, so that compiling takes nothing from the first
        move's time."""
        self._set_root(game.new(), most=0)
        self._think()
        self._line(self.legal[0])

    def _set_root(self, state: np.ndarray, most: int) -> None:
        self.game.copy(self.stack.states, 0, state[0])
        self.stack.tally[:] = 0
        self.stack.tally[MOST] = most
        self.legal = self.game.choices(view(self.stack.states))
        self.findings: list[Finding] = []
        self.depth, self.solved = 0, False

    @property
    def root(self) -> Any:
        return view(self.stack.states)

    @property
    def halted(self) -> bool:
        return bool(self.stack.tally[HALTED])

    @property
    def visited(self) -> int:
        return int(self.stack.tally[VISITED])

    @property
    def guessed(self) -> int:
        return int(self.stack.tally[GUESSED])

    @property
    def tolerance(self) -> float:
        return SAME * (self.stack.most - self.stack.least)

    def _draw(self, actions: list[int]) -> int:
        if self.ties == "numbered":
            return min(actions)
        with np.errstate(over="ignore"):
            return actions[int(self.lots.below(len(actions)))]

    def _report(self, seconds: float, interrupted: bool) -> Verdict:
        game = self.game
        choice = self._pick()
        found = {one.action: one for one in self.findings}
        findings = [found.get(action, Finding(action, -math.inf, math.inf, 0, proven=False))
                    for action in self.legal]
        chosen = found.get(choice)
        low, high = game.score_range
        return Verdict(
            choice=choice, rows=rows_of(game, self.stack.states, findings), line=self._line(choice),
            simulations=0, seconds=seconds, nodes=self.visited, depth_mean=float(self.depth),
            depth_largest=int(self.stack.tally[DEEPEST]), scale=f"points ({low:g}..{high:g})",
            agent=str(self), game=str(game), interrupted=interrupted, solved=self.solved,
            value=chosen.high if chosen is not None and chosen.exact else None)

    def _line(self, choice: int) -> Line:
        """The principal variation; its states then stand in the stack, whose rows are free by now."""
        step(self.game, self.stack, 0, choice)
        actions = [choice, *self._continuation(choice)][:LONGEST_LINE]
        states = self.stack.states
        return Line(tuple(actions), tuple(self.game.describe(view(states, d), action)
                                          for d, action in enumerate(actions)))
