"""Minimax to a fixed depth (Shannon 1950), and expectiminimax where chance moves too (Ballard 1983).

As in algorithm 4 of the Connect Four study (paper 004), but the state says who is to move, so a player may
have several actions a turn: player 0 maximises his score, player 1, who has the same score with the other
sign, minimises it, and chance does neither. Depth counts the players' actions; an outcome of chance is looked
through.
"""

import inspect

import numpy as np

from treewright.agents.depth_first import DepthFirst
from treewright.agents.ready import expression
from treewright.agents.stack import Stack, estimate, step, visit
from treewright.agents.verdict import Finding
from treewright.core.compiling import compiled, compiled_recursive
from treewright.core.errors import Refused
from treewright.core.game import CHANCE, Game
from treewright.core.parts import Leaf


@compiled_recursive
def value(game: Game, evaluate: Leaf, stack: Stack, d: int, depth: int) -> float:
    """What player 0 scores from the state in row d on, if both play their best for `depth` more actions."""
    s, actions = stack.states[d], stack.actions[d]
    if not visit(stack, d):
        return 0.0
    if s.over:
        return np.float64(s.score[0])
    if game.chance and s.to_move == CHANCE:
        expected = 0.0
        for i in range(game.outcomes(s, actions, stack.odds[d])):
            step(game, stack, d, actions[i])
            expected += stack.odds[d, i] * value(game, evaluate, stack, d + 1, depth)
        return expected
    if depth == 0:
        return estimate(game, evaluate, stack, d)
    best = -np.inf if s.to_move == 0 else np.inf
    for i in range(game.legal(s, actions)):
        step(game, stack, d, actions[i])
        found = value(game, evaluate, stack, d + 1, depth - 1)
        best = max(best, found) if s.to_move == 0 else min(best, found)
    return best


@compiled
def value_after(game: Game, evaluate: Leaf, stack: Stack, action: int, depth: int) -> float:
    """The value of a root action to player 0."""
    step(game, stack, 0, action)
    return value(game, evaluate, stack, 1, depth - 1)


class Minimax(DepthFirst):
    """Looks at everything that can happen in `depth` actions; see `minimax`."""

    def __init__(self, expression: str, depth: int, evaluate: Leaf | None, ties: str):
        super().__init__(expression, evaluate, ties)
        self.wanted = whole_depth(depth)

    def _plies(self, game: Game) -> int:
        return game.longest if game.chance else min(self.wanted, game.longest)

    def _think(self) -> None:
        sign = 1 if self.root.to_move == 0 else -1
        for action in self.legal:
            visited, guessed = self.visited, self.guessed
            found = sign * value_after(self.game, self.fitted, self.stack, action, self.wanted)
            if self.halted:
                return
            proven = self.guessed == guessed
            self.findings.append(Finding(action, found, found, self.visited - visited, proven))
        self.depth, self.solved = self.wanted, self.guessed == 0


class Expectiminimax(Minimax):
    """The same for games in which chance moves."""

    weighs_chance = True


def minimax(depth: int, evaluate: Leaf | None = None, ties: str = "drawn") -> Minimax:
    """`minimax(depth=4)`: the best action by everything that can happen in so many actions.

    evaluate   what a position at the horizon is worth, the score so far by default; rollout() plays on
    ties       of several best actions one is "drawn" by the seed, or the least "numbered" is taken
    """
    text = expression("minimax", inspect.signature(minimax), (depth, evaluate, ties), {})
    return Minimax(text, depth, evaluate, ties)


def expectiminimax(depth: int, evaluate: Leaf | None = None, ties: str = "drawn") -> Expectiminimax:
    """`expectiminimax(depth=2)`: minimax that takes the mean over what chance may do."""
    text = expression("expectiminimax", inspect.signature(expectiminimax), (depth, evaluate, ties), {})
    return Expectiminimax(text, depth, evaluate, ties)


def whole_depth(depth: int) -> int:
    """The depth, if it is one."""
    if not isinstance(depth, int | np.integer) or isinstance(depth, bool) or depth < 1:
        raise Refused(f"depth must be a whole number above 0, not {depth!r}")
    return int(depth)
