"""The one search loop: walk down the tree, value the leaf, back the value up.

Everything that varies is a verb of a component (see `game` and `parts`): the belief supplies the state, the expansion
finds the next node by the rule's choice, the leaf is valued, the rule and the learner take in the result. A verb that
a part leaves out costs nothing.
"""

import numpy as np

from treewright.core.compiling import compiled
from treewright.core.desk import Desk
from treewright.core.game import CHANCE, Game
from treewright.core.parts import Belief, Expansion, Leaf, Learner, Nodes, Selection, Trace
from treewright.core.stream import Stream
from treewright.core.tree import ROOT, USED, Tree, plant


@compiled
def search(game: Game, belief: Belief, expansion: Expansion, rule: Selection, leaf: Leaf, learner: Learner,
           observation: np.ndarray, tree: Tree, desk: Desk, simulations: int, most_nodes: int, stop: np.ndarray,
           rng: Stream) -> int:
    """Run simulations on the tree, empty or kept, until they are done, or the tree has `most_nodes`, or `stop[0]` is
    set, or the root is solved; returns how many were run."""
    plant(rule, learner, tree)
    for done in range(simulations):
        if stop[0] or tree.pool[USED] >= most_nodes or solved(learner, tree):
            return done
        descend(game, belief, expansion, rule, learner, observation, tree, desk, 0, False, rng)
        if not desk.traces[0].ended:
            leaf.value(game, desk.states[0], desk.traces[0], desk.actions, desk.odds, rng)
        back_up(game, rule, learner, tree, desk, 0, False)
    return simulations


@compiled
def solved(learner: Learner, tree: Tree) -> bool:
    """Has the root children, and none of them left to look at?"""
    root: Nodes = tree.nodes[ROOT]
    return root.count > 0 and root.count == root.room and learner.eligible(tree.nodes, ROOT) == 0


@compiled
def descend(
    game: Game,
    belief: Belief,
    expansion: Expansion,
    rule: Selection,
    learner: Learner,
    observation: np.ndarray,
    tree: Tree,
    desk: Desk,
    slot: int,
    lend: bool,
    rng: Stream,
) -> None:
    """One walk from the root to a leaf; its state and trace are left in `slot`."""
    belief.sample(game, observation, desk.states, slot, rng)
    nodes: Nodes = tree.nodes
    s, trace, at, depth = desk.states[slot], desk.traces[slot], ROOT, 0
    trace.path[0] = at
    while not s.over:
        child = expansion.child(game, rule, learner, s, tree, at, desk, rng)
        if child == 0:
            break
        trace.action[depth] = nodes[child].action
        trace.player[depth] = s.to_move
        depth += 1
        trace.path[depth] = child
        game.play(s, nodes[child].action)
        if lend:
            rule.lend(nodes, child, tree.loss)
        at = child
    trace.depth = trace.length = depth
    trace.ended = s.over
    for player in range(game.players):
        trace.score[player] = s.score[player]


@compiled
def back_up(game: Game, rule: Selection, learner: Learner, tree: Tree, desk: Desk, slot: int, lent: bool) -> None:
    """Credit every node on the path with the reward of the player who chose it; then let the others learn."""
    nodes: Nodes = tree.nodes
    trace = desk.traces[slot]
    for player in range(game.players):
        trace.reward[player] = tree.reward(trace.score[player])
    nodes[ROOT].visits += 1
    for t in range(trace.depth):
        child, player = trace.path[t + 1], trace.player[t]
        if lent:
            rule.repay(nodes, child, tree.loss)
        nodes[child].visits += 1
        if not game.chance or player != CHANCE:
            rule.update(nodes, child, trace.reward[player])
    tally(game, trace, desk)
    rule.see(nodes, trace)
    learner.learn(game, rule, nodes, trace)


@compiled
def tally(game: Game, trace: Trace, desk: Desk) -> None:
    """For the report: depths, and the first and second moments of the root actions' rewards."""
    desk.depths[0] += trace.depth
    desk.depths[1] = max(desk.depths[1], trace.depth)
    if trace.depth > 0 and trace.player[0] != CHANCE:
        reward, row = np.float64(trace.reward[trace.player[0]]), desk.moments[trace.action[0]]
        row[0] += 1
        row[1] += reward
        row[2] += reward * reward
