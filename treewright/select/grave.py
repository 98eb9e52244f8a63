"""GRAVE: generalised rapid action value estimation (Cazenave, IJCAI 2015).

    a* = argmax (1 - beta) Q(s, a) + beta AMAF(r, a),    beta = m / (m + n + bias n m),    n = N(s, a)

AMAF(r, a) is the mean reward of the m simulations through r in which the player to move in s played a, then or later.
r is the nearest node with more than `ref` visits, of s itself and those above it; if there is none, the root. So a node
with few simulations of its own learns from one above that has many. (RAVE is ref = 0.)
"""

import dataclasses
from typing import ClassVar

import numpy as np

from treewright.core.component import verb
from treewright.core.errors import Refused
from treewright.core.parts import Columns
from treewright.core.tree import ROOT
from treewright.select.means import Means, root_of_log


class GRAVE(Means):
    """Every node that is visited gets a table of its own: a mean and a number for each player and action. When all
    tables are taken, those of nodes that left the tree with earlier moves are used again; if there are none, further
    nodes do without, and learn from those above them.

    ref      the visits that a node must exceed for its table to be asked
    bias     how wrong AMAF is assumed to be: a squared error of rewards in 0..1, whatever the value scale is
    c        a constant of exploration, for the search's value scale; the paper has none
    tables   how many nodes can have one
    """

    needs_tree = True

    ref: int = 50
    bias: float = 1e-10
    c: float = 0.0
    tables: int = 100_000
    worth: np.ndarray = dataclasses.field(init=False)
    """float32[table, player, action]; table 0 is nobody's, and empty."""
    samples: np.ndarray = dataclasses.field(init=False)
    free: np.ndarray = dataclasses.field(init=False)
    """The tables that nobody has; `state` says how many there are."""
    queue: np.ndarray = dataclasses.field(init=False)
    counted: np.ndarray = dataclasses.field(init=False)
    """int64[player, action]: at which tick of the clock a play was last counted (scratch)."""
    state: np.ndarray = dataclasses.field(init=False)
    """int64[4]: free tables, the clock, the table that is asked now, may unused tables be looked for?"""

    columns: ClassVar[Columns] = {"mean": "f4", "spread": "f4", "table": "i4", "mover": "i4"}

    def __post_init__(self):
        super().__post_init__()
        if self.ref < 0 or not self.bias >= 0 or self.tables < 1:
            raise Refused("grave needs ref and bias of at least 0 and at least 1 table, not "
                          f"ref={self.ref}, bias={self.bias:g}, tables={self.tables}")
        self.one_by_one = False

    def fit(self, game):
        shape = (self.tables + 1, game.players, game.actions)
        self.worth, self.samples = np.zeros(shape, np.float32), np.zeros(shape, np.int32)
        self.free, self.queue = np.arange(self.tables, 0, -1, dtype=np.int32), np.zeros(self.tables, np.int32)
        self.counted, self.state = np.zeros(shape[1:], np.int64), np.array([self.tables, 0, 0, 0])

    def face(self, game, position, rng):
        self.state[2], self.state[3] = 0, 1

    def open(self, nodes, i):
        nodes[i].mean = nodes[i].table = nodes[i].mover = 0
        nodes[i].spread = 1

    def welcome(self, game, s, nodes, first, count):
        for i in range(first, first + count):
            nodes[i].mover = s.to_move

    def score(self, nodes, parent, child):
        if parent == ROOT or (nodes[parent].visits > self.ref and nodes[parent].table > 0):
            self.state[2] = nodes[parent].table
        table, player, action = self.state[2], nodes[child].mover, nodes[child].action
        n, m = np.float32(nodes[child].visits), np.float32(self.samples[table, player, action])
        if n + m == 0:
            return np.float32(self.urgency)
        beta = m / (m + n + np.float32(self.bias) * m * n)
        mixed = (np.float32(1) - beta) * nodes[child].mean + beta * self.worth[table, player, action]
        return mixed + np.float32(self.c) * root_of_log(nodes[parent].visits) * nodes[child].spread

    def see(self, nodes, trace):
        """Each node on the way takes in what was played from there on, the first time that each player played it."""
        for t in range(trace.depth + (0 if trace.ended else 1)):
            at = trace.path[t]
            if nodes[at].table == 0 and (t == 0 or nodes[trace.path[t - 1]].table > 0):
                nodes[at].table = self.take(nodes)
            if nodes[at].table > 0:
                self.note(nodes[at].table, t, trace)
        # the next walk may meet its first choice below a move by chance
        self.state[2] = nodes[ROOT].table

    @verb
    def note(self, table, begin, trace):
        self.state[1] += 1
        for t in range(begin, trace.length):
            player, action = trace.player[t], trace.action[t]
            if player >= 0 and self.counted[player, action] != self.state[1]:
                self.counted[player, action] = self.state[1]
                self.samples[table, player, action] += 1
                apart = trace.reward[player] - self.worth[table, player, action]
                self.worth[table, player, action] += apart / np.float32(self.samples[table, player, action])

    @verb
    def take(self, nodes):
        """A table that is empty; 0 where there is none."""
        if self.state[0] == 0 and self.state[3]:
            self.sweep(nodes)
        if self.state[0] == 0:
            return 0
        self.state[0] -= 1
        return self.free[self.state[0]]

    @verb
    def sweep(self, nodes):
        """Empty the tables of all nodes that are not below the root any more. A node with a table is below others
        that have one, so the walk goes through these alone. Once a search is enough."""
        self.state[3] = 0
        kept = np.zeros(self.tables + 1, np.int8)
        self.queue[0], walked, met = ROOT, 0, 1
        kept[nodes[ROOT].table] = 1
        while walked < met:
            at = self.queue[walked]
            walked += 1
            for i in range(nodes[at].first, nodes[at].first + nodes[at].count):
                if nodes[i].table > 0:
                    kept[nodes[i].table] = 1
                    self.queue[met] = i
                    met += 1
        for table in range(1, self.tables + 1):
            if kept[table] == 0:
                self.worth[table] = 0
                self.samples[table] = 0
                self.free[self.state[0]] = table
                self.state[0] += 1
