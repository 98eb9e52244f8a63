"""The stack: what a depth-first search writes on, a state and a list of actions for each ply of the line it
follows.

The recursions of the exact players all use it: the root stands in row 0, `step` plays an action of row d into
row d + 1, `visit` counts positions and hears when to end, `estimate` asks the evaluator at the horizon.
"""

import numpy as np

from treewright.core.compiling import compiled
from treewright.core.component import Component, declares
from treewright.core.desk import trace_dtype
from treewright.core.errors import Refused
from treewright.core.fingerprint import Key, new_key
from treewright.core.game import Game
from treewright.core.parts import Leaf
from treewright.core.stream import Stream

VISITED, MOST, HALTED, DEEPEST, GUESSED = range(5)
"""The tally: positions visited, how many may be, has the search been told to end, the deepest row reached,
how many positions were estimated."""

ROOM = 1000
"""The most plies of a line: each ply takes a frame of the native stack, of which a thread has a few
megabytes."""


@declares
class Stack(Component):
    """A row for each ply; the last one is for states that an evaluator may destroy."""

    states: np.ndarray
    actions: np.ndarray
    """int32[ply, widest]: the actions legal in each state of the line."""
    odds: np.ndarray
    """float64[ply, widest]: how likely the outcomes are, where chance is to move."""
    key: Key
    traces: np.ndarray
    tally: np.ndarray
    stop: np.ndarray
    """int8[1]: another thread asks the search to end."""
    rng: Stream
    least: float
    most: float
    """The range of player 0's final score."""


def new_stack(game: Game, plies: int, stop: np.ndarray, rng: Stream) -> Stack:
    """A stack for lines of that many plies."""
    if plies > ROOM:
        raise Refused(f"{plies:,} plies of {game} are too many to look ahead: {ROOM:,} at most")
    rows = plies + 2
    low, high = map(float, game.score_range)
    shape = (rows, game.widest)
    return Stack(np.zeros(rows, game.state), np.zeros(shape, np.int32), np.zeros(shape), new_key(game),
                 np.zeros(1, trace_dtype(game)), np.zeros(5, np.int64), stop, rng,
                 max(low, -high), min(high, -low))


@compiled
def step(game: Game, stack: Stack, d: int, action: int) -> None:
    """Play an action (or an outcome of chance) of row d; the state that follows stands in row d + 1."""
    game.copy(stack.states, d + 1, stack.states[d])
    game.play(stack.states[d + 1], action)


@compiled
def visit(stack: Stack, d: int) -> bool:
    """Count the position in row d; False when the search is to end (whatever it returns from then on is no
    value)."""
    tally = stack.tally
    tally[VISITED] += 1
    tally[DEEPEST] = max(tally[DEEPEST], d)
    if stack.stop[0] or tally[VISITED] > tally[MOST]:
        tally[HALTED] = 1
    return tally[HALTED] == 0


@compiled
def estimate(game: Game, evaluate: Leaf, stack: Stack, d: int) -> float:
    """What the evaluator believes that player 0 will have scored in the end, from the state in row d. It is
    kept within the range of scores, because a search looks no further once a player has the best possible
    one."""
    stack.tally[GUESSED] += 1
    last = stack.states.shape[0] - 1
    trace = stack.traces[0]
    trace.depth = trace.length = trace.ended = 0
    game.copy(stack.states, last, stack.states[d])
    evaluate.value(game, stack.states[last], trace, stack.actions[d], stack.odds[d], stack.rng)
    return min(max(np.float64(trace.score[0]), stack.least), stack.most)
