"""Decisive and anti-decisive moves, in the tree (Teytaud & Teytaud, "On the Huge Benefit of Decisive Moves in
Monte-Carlo Tree Search Algorithms", 2010).

    if a move wins at once, play it; otherwise, if the next player threatens to win at once, play what prevents it;
    otherwise, do as any other rule does

`tactical` does the same in the playout: `decisive(playout=tactical())` is the paper's algorithm.
"""

import dataclasses

from treewright.core.component import verb
from treewright.core.parts import Selection
from treewright.playout.tactical import Tactical
from treewright.select.uct import UCT


class Decisive(Selection):
    """A node gets its decisive move alone, or its anti-decisive ones, when its children are made. A game that offers
    `wins` is asked for them; otherwise every action and every reply to it is tried, once for each node.

    rule   the rule that chooses among the moves that a node has
    anti   look for anti-decisive moves, too
    """

    prunes = True

    rule: Selection = dataclasses.field(default_factory=UCT)
    anti: bool = True
    tried: Tactical = dataclasses.field(init=False)
    one_by_one: bool = dataclasses.field(init=False)
    guided: bool = dataclasses.field(init=False)
    draws_lots: bool = dataclasses.field(init=False)

    def __post_init__(self):
        super().__post_init__()
        self.tried, self.columns = Tactical(), dict(self.rule.columns)
        self.one_by_one, self.guided, self.draws_lots = self.rule.one_by_one, self.rule.guided, self.rule.draws_lots

    def narrow(self, game, s, actions, n):
        if not game.shows_wins:
            return self.rule.narrow(game, s, actions, self.by_trying(game, s, actions, n))
        me = s.to_move
        move = game.wins(s, me)
        if move < 0 and self.anti:
            move = game.wins(s, 1 - me)
        if move < 0:
            return self.rule.narrow(game, s, actions, n)
        actions[0] = move
        return 1

    @verb
    def by_trying(self, game, s, actions, n):
        """The one action that wins, or those after which no reply does, if there are any, are brought to the front."""
        safe, me = 0, s.to_move
        for k in range(n):
            game.copy(self.tried.probe, 0, s)
            game.play(self.tried.probe[0], actions[k])
            if self.tried.won(game, 0, me):
                actions[0] = actions[k]
                return 1
            if self.anti and not self.tried.answered(game, me):
                actions[k], actions[safe] = actions[safe], actions[k]
                safe += 1
        return safe if safe > 0 else n

    def open(self, nodes, i):
        self.rule.open(nodes, i)

    def order(self, actions, n, rng):
        self.rule.order(actions, n, rng)

    def welcome(self, game, s, nodes, first, count):
        self.rule.welcome(game, s, nodes, first, count)

    def widens(self, nodes, parent):
        return self.rule.widens(nodes, parent)

    def guide(self, nodes, i, prior):
        self.rule.guide(nodes, i, prior)

    def score(self, nodes, parent, child):
        return self.rule.score(nodes, parent, child)

    def select(self, nodes, parent, first, count, rng):
        return self.rule.select(nodes, parent, first, count, rng)

    def update(self, nodes, child, reward):
        self.rule.update(nodes, child, reward)

    def value(self, nodes, i):
        return self.rule.value(nodes, i)

    def merit(self, nodes, child):
        return self.rule.merit(nodes, child)

    def see(self, nodes, trace):
        self.rule.see(nodes, trace)

    def lend(self, nodes, i, loss):
        self.rule.lend(nodes, i, loss)

    def repay(self, nodes, i, loss):
        self.rule.repay(nodes, i, loss)
