"""The loop's two halves over many trees: gather leaves, let Python evaluate them in one batch, scatter the values.

    gather    `leaves` walks down every tree; their states wait on the desk
    (Python)  values, priors = evaluate(desk.states)
    scatter   each value goes back up where its leaf came from; priors go to the leaf's new children

Walk j of tree k has slot k * leaves + j. Several walks in one tree are kept apart by lent losses (virtual loss:
Chaslot, Winands & van den Herik 2008). Blocks may be reordered or moved between the two halves, so a path is found
again by its actions before it is credited.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numba.core import cgutils
from numba.extending import intrinsic

from treewright.core.compiling import compiled
from treewright.core.component import Component, declares
from treewright.core.desk import Desk
from treewright.core.game import Game
from treewright.core.parts import Belief, Expansion, Learner, Selection, Trace
from treewright.core.search import back_up, descend
from treewright.core.stream import Stream
from treewright.core.tree import ROOT, Tree, child_of, grow, new_tree, plant

Evaluate = Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]]
"""From an array of states to values[state, player], as scores, and priors[state, action]."""


@declares
class Forest(Component):
    """Many trees in one block of memory; `pattern` carries what they share, their value scale."""

    nodes: np.ndarray
    pools: np.ndarray
    pattern: Tree


def new_forest(rule: Selection, learner: Learner, trees: int, capacity: int, **scale: float) -> Forest:
    """`trees` empty trees with room for `capacity` records each."""
    pattern = new_tree(rule, learner, 2, **scale)
    return Forest(
        np.zeros((trees, capacity), pattern.nodes.dtype), np.zeros((trees, len(pattern.pool)), np.int64), pattern
    )


@intrinsic  # type: ignore[untyped-decorator]
def _planted_in(typingctx: Any, pattern: Any, nodes: Any, pool: Any) -> Any:
    """The pattern with these records and this pool."""
    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        tree = cgutils.create_struct_proxy(pattern)(context, builder, value=args[0])
        tree.nodes, tree.pool = args[1], args[2]
        return tree._getvalue()

    return pattern(pattern, nodes, pool), build


@compiled
def tree_of(forest: Forest, k: int) -> Tree:
    """Tree k of a forest."""
    planted: Tree = _planted_in(forest.pattern, forest.nodes[k], forest.pools[k])
    return planted


@compiled
def gather(
    game: Game,
    belief: Belief,
    expansion: Expansion,
    rule: Selection,
    learner: Learner,
    observations: np.ndarray,
    forest: Forest,
    desk: Desk,
    leaves: int,
    rng: Stream,
) -> None:
    """Walk down every tree; the states and traces are left on the desk."""
    for k in range(forest.nodes.shape[0]):
        tree = tree_of(forest, k)
        plant(rule, learner, tree)
        for j in range(leaves):
            descend(
                game, belief, expansion, rule, learner, observations[k : k + 1], tree, desk, k * leaves + j, True, rng
            )


@compiled
def scatter(game: Game, rule: Selection, learner: Learner, forest: Forest, desk: Desk, leaves: int, values: np.ndarray,
            priors: np.ndarray, rng: Stream) -> None:
    """Take in the values and priors of the leaves that `gather` left."""
    for slot in range(forest.nodes.shape[0] * leaves):
        tree, trace = tree_of(forest, slot // leaves), desk.traces[slot]
        find_again(tree, trace)
        if not trace.ended:
            for player in range(game.players):
                trace.score[player] = values[slot, player]
            guide_children(game, rule, learner, tree, desk, slot, priors, rng)
        back_up(game, rule, learner, tree, desk, slot, True)


@compiled
def find_again(tree: Tree, trace: Trace) -> None:
    """The path by its actions: its nodes may have moved since the walk."""
    at = ROOT
    for t in range(trace.depth):
        at = child_of(tree.nodes, at, trace.action[t])
        trace.path[t + 1] = at


@compiled
def guide_children(game: Game, rule: Selection, learner: Learner, tree: Tree, desk: Desk, slot: int, priors: np.ndarray,
                   rng: Stream) -> None:
    """A leaf gets its children at once where the rule wants a network's priors."""
    s, at = desk.states[slot], desk.traces[slot].path[desk.traces[slot].depth]
    if not rule.guided or tree.nodes[at].room > 0 or s.to_move < 0:
        return
    n = rule.narrow(game, s, desk.actions, game.legal(s, desk.actions))
    if grow(rule, learner, tree, at, desk.actions, n, rng):
        for child in range(tree.nodes[at].first, tree.nodes[at].first + n):
            rule.guide(tree.nodes, child, priors[slot, tree.nodes[child].action])
