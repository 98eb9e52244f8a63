"""Nodes for positions: the other way to take a step, in which the tree becomes a table of positions.

In a tree a node is one way to a position, and a simulation adds one node. Here a node is a position, by whichever way
it was reached (transpositions: Childs, Brodeur & Kocsis 2008, UCT2: values belong to actions in positions), and a
simulation keeps *every* position that it comes through, down to the end of the game: by the selection rule's choice as
long as it only meets positions that are known, and by the playout policy from the first new one on.

Nothing else of the search changes. A position has a block of records, one for each action, as in the tree; but whoever
leads to the position shares the block. The record before the block counts the visits of the position. So the learners,
which look at the nodes on a simulation's way, see all of it.
"""

import dataclasses

import numpy as np

from treewright.core.compiling import compiled
from treewright.core.component import verb
from treewright.core.desk import Desk
from treewright.core.errors import Refused
from treewright.core.expansion import by_rule
from treewright.core.fingerprint import Key, fingerprint, new_key
from treewright.core.game import Game, State
from treewright.core.parts import Expansion, Learner, Nodes, Playout, Selection
from treewright.core.stream import Stream
from treewright.core.tree import FULL, ROOT, USED, Tree, fresh, grow, swap

ENTRY = np.dtype([("a", "u8"), ("b", "u4"), ("home", "i4")], align=True)
"""96 bits of a position's fingerprint, and the record that counts its visits: 0 if empty."""
TAKEN, SIZE, AWAY, PLY = 0, 1, 2, 3
SMALLEST = 1024
"""Entries that a table begins with."""


class InTable(Expansion):
    """Positions that the search knows stand in an open-addressed hash table, linear probing. A table of n entries is
    entries[n:2 * n]; when three of four are taken, it moves to the part behind it, twice as large. A look-up waits for
    memory, and the less of it there is, the nearer it is.

    policy   the playout policy, which chooses from the first new position on
    size     the most entries, a power of two
    """

    policy: Playout
    size: int
    key: Key = dataclasses.field(init=False)
    entries: np.ndarray = dataclasses.field(init=False)
    ledger: np.ndarray = dataclasses.field(init=False)
    """int64[4]: entries taken, and of how many; in the simulation under way, was there a new position yet, and how many
    plies were made?"""

    def fit(self, game: Game) -> None:
        self.key, self.entries, self.ledger = new_key(game), np.zeros(2 * self.size, ENTRY), np.zeros(4, np.int64)
        self.ledger[SIZE] = min(self.size, SMALLEST)

    def child(self, game: Game, rule: Selection, learner: Learner, s: State, tree: Tree, at: int, desk: Desk,
              rng: Stream) -> int:
        nodes, ledger = tree.nodes, self.ledger
        if at == ROOT:
            ledger[AWAY] = ledger[PLY] = 0
            if nodes[ROOT].room == 0:
                self.clear()
        if nodes[at].room == 0 and not self.enter(game, rule, learner, s, tree, at, desk, rng):
            return 0
        home = nodes[at].first - 1
        if nodes[home].visits == 0 and at != ROOT:
            ledger[AWAY] = 1
        if ledger[AWAY]:
            desk.traces[0].length = ledger[PLY]
            action = self.policy.choose(game, s, desk.traces[0], desk.actions, rng)
            child = by_action(learner, nodes, home, action)
        else:
            child = by_rule(rule, learner, nodes, home, rng)
        nodes[home].visits += 1
        nodes[at].count = nodes[home].count
        ledger[PLY] += 1
        return int(child)

    @verb
    def enter(self, game: Game, rule: Selection, learner: Learner, s: State, tree: Tree, at: int, desk: Desk,
              rng: Stream) -> bool:
        """Give node `at` the block of its position, which is made if nobody has been there; False when memory is
        full."""
        nodes = tree.nodes
        a, b = fingerprint(game, self.key, s)
        i = self.place(a, np.uint32(b))
        if self.entries[i].home == 0:
            home = tree.pool[USED]
            n = game.legal(s, desk.actions)
            if home + 1 + n > nodes.shape[0] or not self.room():
                tree.pool[FULL] = 1
                return False
            fresh(rule, learner, nodes, home, -1)
            tree.pool[USED] = home + 1
            grow(rule, learner, tree, home, desk.actions, n, rng)
            rule.welcome(game, s, nodes, nodes[home].first, n)
            i = self.place(a, np.uint32(b))
            self.entries[i].a, self.entries[i].b, self.entries[i].home = a, np.uint32(b), home
            self.ledger[TAKEN] += 1
        home = self.entries[i].home
        nodes[at].first, nodes[at].room, nodes[at].count = nodes[home].first, nodes[home].room, nodes[home].count
        return True

    @verb
    def place(self, a: np.uint64, b: np.uint32) -> int:
        """Where a position stands, or would."""
        size = self.ledger[SIZE]
        i = size + np.int64(a & np.uint64(size - 1))
        while self.entries[i].home != 0 and (self.entries[i].a != a or self.entries[i].b != b):
            i = size + (i + 1 & size - 1)
        return int(i)

    @verb
    def room(self) -> bool:
        """Is there room for one more position? If not, the table moves, unless it is as large as it may be."""
        size = self.ledger[SIZE]
        if 4 * (self.ledger[TAKEN] + 1) <= 3 * size:
            return True
        if size == self.size:
            return False
        self.ledger[SIZE] = 2 * size
        for i in range(size, 2 * size):
            if self.entries[i].home != 0:
                self.entries[self.place(self.entries[i].a, self.entries[i].b)] = self.entries[i]
        return True

    @verb
    def clear(self) -> None:
        """No position is known."""
        for i in range(2 * self.ledger[SIZE]):
            self.entries[i].home = 0
        self.ledger[TAKEN], self.ledger[SIZE] = 0, min(self.size, SMALLEST)


@compiled
def by_action(learner: Learner, nodes: Nodes, at: int, action: int) -> int:
    """The child by this action, which joins the tree if it still waited for its turn."""
    first = nodes[at].first
    child = first
    while nodes[child].action != action:
        child += 1
    if child < first + nodes[at].count:
        return int(child)
    swap(nodes, child, first + nodes[at].count)
    child = first + nodes[at].count
    nodes[at].count += 1
    return int(learner.opened(nodes, at, child))


def enter(tree: Tree, child: int) -> None:
    """Go on from the position that a child of the root leads to. Nothing is freed; a table that was full, or knows
    nothing of that position, begins anew."""
    nodes = tree.nodes
    if tree.pool[FULL] or nodes["room"][child] == 0:
        tree.pool[:] = 0
        return
    nodes[ROOT] = nodes[child]
    home = nodes["first"][child] - 1
    nodes["visits"][ROOT], nodes["count"][ROOT] = nodes["visits"][home], nodes["count"][home]


def refuse(game: Game) -> None:
    """Say in a sentence why a game's positions cannot be kept in a table."""
    if game.chance or game.hidden:
        why = "chance moves" if game.chance else "something is hidden"
        raise Refused("states=table is for games where all is seen and nothing is left to chance; in "
                      f"{game.name} {why}")
