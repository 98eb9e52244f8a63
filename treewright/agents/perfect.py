"""The perfect player: the exact value of every action, for games small enough to solve.

Minimax over positions instead of lines (Michie 1968: memo functions): each position is solved once and
remembered by its fingerprint, with what player 0 still *gains* from there, so that it does not matter with
what score it was reached. No horizon, no bounds, no window: it shares nothing with alpha-beta but the stack,
and each checks the other.
"""

import inspect

import numpy as np

from treewright.agents.depth_first import DepthFirst
from treewright.agents.memo import Memo, is_full, known_gain, most_entries, new_memo, pour, remember
from treewright.agents.ready import expression
from treewright.agents.report import LONGEST_LINE
from treewright.agents.stack import DEEPEST, HALTED, Stack, step, visit
from treewright.agents.verdict import Finding
from treewright.core.compiling import compiled, compiled_recursive
from treewright.core.errors import Refused
from treewright.core.fingerprint import fingerprint
from treewright.core.game import CHANCE, Game


@compiled_recursive
def solve(game: Game, memo: Memo, stack: Stack, d: int) -> float:
    """What player 0 gains from the state in row d to the end of the game, if both play their best."""
    s, actions = stack.states[d], stack.actions[d]
    if not visit(stack, d) or s.over:
        return 0.0
    a, b = fingerprint(game, stack.key, s)
    best = known_gain(memo, a, b)
    if not np.isnan(best):
        return best
    if game.chance and s.to_move == CHANCE:
        best = 0.0
        for i in range(game.outcomes(s, actions, stack.odds[d])):
            step(game, stack, d, actions[i])
            best += stack.odds[d, i] * (reward_of(stack, d) + solve(game, memo, stack, d + 1))
    else:
        best = -np.inf if s.to_move == 0 else np.inf
        for i in range(game.legal(s, actions)):
            step(game, stack, d, actions[i])
            gain = reward_of(stack, d) + solve(game, memo, stack, d + 1)
            best = max(best, gain) if s.to_move == 0 else min(best, gain)
            if nothing_better(stack, d, best):
                break
    if stack.tally[HALTED] == 0 and not remember(memo, a, b, best):
        stack.tally[HALTED] = 1
    return best


@compiled
def solve_after(game: Game, memo: Memo, stack: Stack, action: int) -> float:
    """What player 0 gains by a root action and from there on."""
    step(game, stack, 0, action)
    return reward_of(stack, 0) + solve(game, memo, stack, 1)


@compiled
def reward_of(stack: Stack, d: int) -> float:
    """What player 0 earned at once by the step from row d to row d + 1."""
    return np.float64(stack.states[d + 1].score[0]) - np.float64(stack.states[d].score[0])


@compiled
def nothing_better(stack: Stack, d: int, gain: float) -> bool:
    """Would this gain give the player to move in row d the best score there is? (Or is the search to end?)"""
    final = np.float64(stack.states[d].score[0]) + gain
    reached = final >= stack.most if stack.states[d].to_move == 0 else final <= stack.least
    return bool(reached or stack.tally[HALTED] != 0)


@compiled
def recalled(game: Game, memo: Memo, stack: Stack, d: int) -> int:
    """A best action in row d, from memory alone; -1 where there is none, or chance is to move."""
    s, actions = stack.states[d], stack.actions[d]
    if s.over or (game.chance and s.to_move == CHANCE):
        return -1
    best, choice = -np.inf, -1
    for i in range(game.legal(s, actions)):
        step(game, stack, d, actions[i])
        gain = 0.0
        if not stack.states[d + 1].over:
            a, b = fingerprint(game, stack.key, stack.states[d + 1])
            gain = known_gain(memo, a, b)
        gain += reward_of(stack, d)
        if s.to_move != 0:
            gain = -gain
        if gain > best:
            best, choice = gain, actions[i]
    return choice


class Perfect(DepthFirst):
    """Solves the game on its first move and remembers; see `perfect`."""

    weighs_chance = True

    def __init__(self, expression: str, memory: float, ties: str):
        super().__init__(expression, ties=ties)
        if isinstance(memory, bool) or not isinstance(memory, int | float) or not 0 < memory < np.inf:
            raise Refused(f"memory must be a number of megabytes above 0, not {memory!r}")
        self.memory = memory
        self.solved_for: tuple[Game | None, str] = (None, "")

    def _prepare(self) -> None:
        """What is solved stays true, also in the next game of the same kind; it goes when room is needed."""
        before, spelt = self.solved_for
        if before is not self.game or spelt != str(self.game):
            self.memo = new_memo()
            pour(self.memo, self.memo, self.stack.stop)    # nothing: it is compiled before the first move
        self.solved_for, self.heirloom = (self.game, str(self.game)), bool(self.memo.used[0] > 0)

    def _think(self) -> None:
        score, sign = float(self.root.score[0]), 1 if self.root.to_move == 0 else -1
        for action in self.legal:
            visited = self.visited
            gain = self._solved(action)
            if gain is None:
                return
            self.findings.append(Finding(action, sign * (score + gain), sign * (score + gain),
                                         max(1, self.visited - visited), proven=True))
        self.depth, self.solved = int(self.stack.tally[DEEPEST]), True

    def _solved(self, action: int) -> float | None:
        """The gain by a root action; None if the search is told to end. Whenever the memo is full the
        recursion returns, the memo grows, and the recursion begins again: it finds at once what it knew."""
        while True:
            gain = float(solve_after(self.game, self.memo, self.stack, action))
            if not self.halted:
                return gain
            if not is_full(self.memo) or not self._grow():
                return None
            self.stack.tally[HALTED] = 0

    def _grow(self) -> bool:
        """Twice the memory for what is solved; False if the search is told to end meanwhile."""
        capacity = 2 * self.memo.entries.size
        if capacity > most_entries(self.memory):
            solved, self.memo = int(self.memo.used[0]), new_memo()
            if self.heirloom:
                self.heirloom = False
                return True
            raise Refused(f"{self.game} is not small enough to solve: more than {solved:,} positions, "
                          f"which fill memory={self.memory:g}")
        larger = new_memo(capacity)
        if not pour(self.memo, larger, self.stack.stop):
            return False
        self.memo = larger
        return True

    def _continuation(self, choice: int) -> list[int]:
        actions: list[int] = []
        while len(actions) < LONGEST_LINE:
            d = 1 + len(actions)
            action = int(recalled(self.game, self.memo, self.stack, d))
            if action < 0:
                break
            actions.append(action)
            step(self.game, self.stack, d, action)
        return actions


def perfect(memory: float = 512, ties: str = "drawn") -> Perfect:
    """`perfect()`: the exact value, in points, of every action, in games small enough to solve.

    memory   megabytes for the positions solved; a game that needs more is refused
    ties     of several best actions one is "drawn" by the seed, or the least "numbered" is taken
    """
    return Perfect(expression("perfect", inspect.signature(perfect), (memory, ties), {}), memory, ties)
