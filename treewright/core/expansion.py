"""How a step down the tree is taken: in a game where all is seen, among sampled worlds, and where chance moves.

A node is valued on its first visit and gets children on its second, so a simulation adds one level to the tree.
"""

import numpy as np

from treewright.core.compiling import compiled
from treewright.core.desk import Desk
from treewright.core.game import CHANCE, Actions, Game, State
from treewright.core.parts import Expansion, Learner, Nodes, Selection
from treewright.core.stream import Stream
from treewright.core.tree import ROOT, Tree, add, child_of, gather_front, grow


class Plain(Expansion):
    """The same actions are legal whenever a node is met: the next untried one if the rule takes them one by one, else
    the rule's choice."""

    def child(self, game: Game, rule: Selection, learner: Learner, s: State, tree: Tree, at: int, desk: Desk,
              rng: Stream) -> int:
        nodes = tree.nodes
        if nodes[at].room == 0:
            if rule.guided or (nodes[at].visits == 0 and at != ROOT):
                return 0
            n = rule.narrow(game, s, desk.actions, game.legal(s, desk.actions))
            if not grow(rule, learner, tree, at, desk.actions, n, rng):
                return 0
            rule.welcome(game, s, nodes, nodes[at].first, n)
        return by_rule(rule, learner, nodes, at, rng)


@compiled
def by_rule(rule: Selection, learner: Learner, nodes: Nodes, at: int, rng: Stream) -> int:
    """The child that is next in a block with all actions."""
    if rule.one_by_one and nodes[at].count < nodes[at].room and (
            rule.widens(nodes, at) or learner.eligible(nodes, at) == 0):
        child = nodes[at].first + nodes[at].count
        nodes[at].count += 1
        return learner.opened(nodes, at, child)
    return rule.select(nodes, at, nodes[at].first, learner.eligible(nodes, at), rng)


class InWorlds(Expansion):
    """Each sampled world has its own legal actions: only those are eligible, and new ones are added as they appear."""

    def child(self, game: Game, rule: Selection, learner: Learner, s: State, tree: Tree, at: int, desk: Desk,
              rng: Stream) -> int:
        nodes, actions = tree.nodes, desk.actions
        if nodes[at].visits == 0 and at != ROOT:
            return 0
        n = rule.narrow(game, s, actions, game.legal(s, actions))
        front = gather_front(nodes, at, actions, n)
        if front < n and (front == 0 or rule.widens(nodes, at)):
            rule.order(actions[front:n], n - front, rng)
            for k in range(front, n):
                child = add(rule, learner, tree, at, actions[k])
                if rule.one_by_one and child != 0:
                    rule.welcome(game, s, nodes, child, 1)
                    return child
            front = gather_front(nodes, at, actions, n)
            rule.welcome(game, s, nodes, nodes[at].first, front)
        return rule.select(nodes, at, nodes[at].first, front, rng) if front > 0 else 0


class WithChance(Expansion):
    """Where chance is to move, its outcome is drawn, and added to the tree when it is met for the first time."""

    otherwise: Expansion = Plain()

    def child(self, game: Game, rule: Selection, learner: Learner, s: State, tree: Tree, at: int, desk: Desk,
              rng: Stream) -> int:
        if s.to_move != CHANCE:
            return self.otherwise.child(game, rule, learner, s, tree, at, desk, rng)
        if tree.nodes[at].visits == 0 and at != ROOT:
            return 0
        outcome = by_chance(game, s, desk.actions, desk.odds, rng)
        child = child_of(tree.nodes, at, outcome)
        return child if child != 0 else add(rule, learner, tree, at, outcome)


@compiled
def by_chance(game: Game, s: State, actions: Actions, odds: np.ndarray, rng: Stream) -> int:
    """One outcome, drawn by its odds."""
    n = game.outcomes(s, actions, odds)
    draw, k = rng.random(), 0
    while k < n - 1 and draw >= odds[k]:
        draw -= odds[k]
        k += 1
    return int(actions[k])


def expansion_for(game: Game, hides: bool = False) -> Expansion:
    """The expansion that a game needs."""
    inner: Expansion = InWorlds() if hides else Plain()
    return WithChance(inner) if game.chance else inner
