"""Alpha-beta (Knuth & Moore 1975), deepened ply by ply (Slate & Atkin 1977), with a table of transpositions.

The search is the fail-soft negamax of Fishburn (1983): what it returns is a bound also outside its window.
Two things differ from the textbook. The state says who is to move, so the window is turned round only where
the turn passes. And it reckons in *gains*, what the player to move will score from here on, so that positions
reached with different scores are the same position.

Beside each gain stands whether it is proven: whether it holds for the whole game, because no position at the
horizon had a say in it. So the deepening knows when the root is solved, and ends.
"""

import inspect
import math

import numpy as np

from treewright.agents.depth_first import DepthFirst
from treewright.agents.minimax import whole_depth
from treewright.agents.ready import expression
from treewright.agents.stack import HALTED, ROOM, Stack, estimate, step, visit
from treewright.agents.transpositions import (
    AT_LEAST,
    AT_MOST,
    EXACTLY,
    Table,
    answers,
    find,
    new_table,
    store,
)
from treewright.agents.verdict import Finding
from treewright.core.compiling import compiled, compiled_recursive
from treewright.core.fingerprint import fingerprint
from treewright.core.game import Actions, Game
from treewright.core.parts import Leaf
from treewright.core.thinking import Budget


@compiled_recursive
def search(game: Game, evaluate: Leaf, table: Table, stack: Stack, d: int, depth: int, alpha: float,
           beta: float) -> tuple[float, bool]:
    """What the player to move in row d gains in `depth` plies: at most that if it is <= alpha, at least that
    if it is >= beta; and is it proven?"""
    s, actions = stack.states[d], stack.actions[d]
    if not visit(stack, d):
        return 0.0, False
    if s.over:
        return 0.0, True
    if depth == 0:
        return expected_gain(game, evaluate, stack, d), False
    a, b = fingerprint(game, stack.key, s)
    known = find(table, a, b)
    if known >= 0 and answers(table.entries[known], depth, alpha, beta):
        return table.entries[known].gain, bool(table.entries[known].proven)
    count = game.legal(s, actions)
    if known >= 0:
        bring_forward(actions, count, table.entries[known].action)
    best, choice, all_proven = -np.inf, -1, True
    for i in range(count):
        step(game, stack, d, actions[i])
        reward, side = reward_of(stack, d), side_of(stack, d)
        low, high = turned(side, max(alpha, best) - reward, beta - reward)
        gain, proven = search(game, evaluate, table, stack, d + 1, depth - 1, low, high)
        if stopped(stack):
            return 0.0, False
        gain = reward + side * gain
        all_proven &= proven
        if gain > best:
            best, choice = gain, actions[i]
        if best >= beta:
            all_proven = proven
            break
    bound = AT_LEAST if best >= beta else AT_MOST if best <= alpha else EXACTLY
    store(table, a, b, best, bound, depth, choice, all_proven)
    return best, all_proven


@compiled
def search_after(game: Game, evaluate: Leaf, table: Table, stack: Stack, action: int, depth: int,
                 alpha: float, beta: float) -> tuple[float, bool]:
    """The same for a root action."""
    step(game, stack, 0, action)
    reward, side = reward_of(stack, 0), side_of(stack, 0)
    low, high = turned(side, alpha - reward, beta - reward)
    gain, proven = search(game, evaluate, table, stack, 1, depth - 1, low, high)
    return reward + side * gain, proven


@compiled
def reward_of(stack: Stack, d: int) -> float:
    """What the player to move in row d earned at once by stepping to row d + 1."""
    me = stack.states[d].to_move
    return np.float64(stack.states[d + 1].score[me]) - np.float64(stack.states[d].score[me])


@compiled
def side_of(stack: Stack, d: int) -> float:
    """1 where the player to move in row d moves again in row d + 1, -1 where the other does."""
    return 1.0 if stack.states[d + 1].to_move == stack.states[d].to_move else -1.0


@compiled
def turned(side: float, alpha: float, beta: float) -> tuple[float, float]:
    """The window as the player on that side sees it."""
    return (alpha, beta) if side > 0 else (-beta, -alpha)


@compiled
def expected_gain(game: Game, evaluate: Leaf, stack: Stack, d: int) -> float:
    """What the evaluator believes that the player to move in row d will gain."""
    expected = estimate(game, evaluate, stack, d) - np.float64(stack.states[d].score[0])
    return expected if stack.states[d].to_move == 0 else -expected


@compiled
def bring_forward(actions: Actions, count: int, action: int) -> None:
    """Put an action first; those before it move up by one and keep their order."""
    place = 0
    while place < count and actions[place] != action:
        place += 1
    if place < count:
        for i in range(place, 0, -1):
            actions[i] = actions[i - 1]
        actions[0] = action


@compiled
def stopped(stack: Stack) -> bool:
    """Was the search told to end?"""
    return stack.tally[HALTED] != 0


@compiled
def stored_action(game: Game, table: Table, stack: Stack, d: int) -> int:
    """What the table holds best in row d; -1 if it knows nothing of the position."""
    s, actions = stack.states[d], stack.actions[d]
    if s.over:
        return -1
    a, b = fingerprint(game, stack.key, s)
    known = find(table, a, b)
    for i in range(game.legal(s, actions)):
        if known >= 0 and actions[i] == table.entries[known].action:
            return actions[i]
    return -1


class AlphaBeta(DepthFirst):
    """Deepens until the position is solved or the budget is spent; see `alphabeta`."""

    def __init__(self, expression: str, depth: int | None, seconds: float | None, nodes: int | None,
                 evaluate: Leaf | None, ties: str, memory: float):
        if seconds is not None or nodes is not None:
            Budget(seconds=seconds, nodes=nodes)
        super().__init__(expression, evaluate, ties, seconds, nodes)
        self.wanted = None if depth is None else whole_depth(depth)
        self.table = new_table(memory)

    def _plies(self, game: Game) -> int:
        return min(self.wanted or ROOM, game.longest, ROOM)

    def _prepare(self) -> None:
        """Empty the table; this also makes the system hand over its memory now, not during the first move."""
        self.table.entries[:] = 0

    def _think(self) -> None:
        self.order = self._shuffled(self.legal)
        self.chosen = self.order[0]
        for depth in range(1, self._plies(self.game) + 1):
            findings = self._iteration(depth)
            if depth == 1 or not self.halted:
                self.findings, self.chosen = findings, self.order[0]
            if self.halted:
                return
            self.depth = depth
            if self.solved:
                return

    def _iteration(self, depth: int) -> list[Finding]:
        """Search every root action to this depth, until one has the best score there is; put the best first.

        Where all are lost the one found before stays the first: it was the last to be refuted."""
        score, least, most = self._outlook()
        best, findings = least, list[Finding]()
        for action in self.order.copy():
            visited = self.visited
            gain, proven = search_after(self.game, self.fitted, self.table, self.stack, action, depth,
                                        best - score, most - score)
            if self.halted:
                return findings
            found = min(max(score + gain, least), most)
            exact = found > best or found in (least, most)
            low = found if exact else -math.inf
            findings.append(Finding(action, low, found, self.visited - visited, proven))
            if found > best:
                best = found
                self.order.remove(action)
                self.order.insert(0, action)
            if best == most:
                break
        self.solved = all(one.proven for one in findings if best < most or one.high == most)
        return findings

    def _outlook(self) -> tuple[float, float, float]:
        """For the player to move at the root: the score so far, and the least and the most it can become."""
        least, most = self.stack.least, self.stack.most
        if self.root.to_move == 0:
            return float(self.root.score[0]), least, most
        return float(self.root.score[1]), -most, -least

    def _pick(self) -> int:
        return self.chosen

    def _continuation(self, choice: int) -> list[int]:
        actions: list[int] = []
        for d in range(1, self._plies(self.game)):
            action = int(stored_action(self.game, self.table, self.stack, d))
            if action < 0:
                break
            actions.append(action)
            step(self.game, self.stack, d, action)
        return actions

    def _shuffled(self, actions: list[int]) -> list[int]:
        """The order in which the root's actions are tried, of which the first best is chosen."""
        order = sorted(actions)
        if self.ties == "drawn":
            with np.errstate(over="ignore"):
                for i in range(len(order) - 1, 0, -1):
                    j = int(self.lots.below(i + 1))
                    order[i], order[j] = order[j], order[i]
        return order


def alphabeta(depth: int | None = None, seconds: float | None = None, nodes: int | None = None,
              evaluate: Leaf | None = None, ties: str = "drawn", memory: float = 64) -> AlphaBeta:
    """`alphabeta(seconds=1)`: deepens until the first limit is reached or the position is solved; without a
    limit, to the end of the game.

    depth      the plies to look ahead at most
    seconds    for each move
    nodes      the positions to look at, for each move
    evaluate   what a position at the horizon is worth, the score so far by default; rollout() plays on
    ties       the root's actions are tried in an order "drawn" by the seed, or as they are "numbered"; the
               first of the best is taken
    memory     megabytes of the table of transpositions, which is kept through a game; 0 for none
    """
    given = (depth, seconds, nodes, evaluate, ties, memory)
    return AlphaBeta(expression("alphabeta", inspect.signature(alphabeta), given, {}), *given)
