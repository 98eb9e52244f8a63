"""The tree: one flat array of node records, and how children come and go.

Record 0 is nobody (an index of 0 means "no node"), record 1 is the root. The children of a node stand side by side
in a block: `first` says where it begins, `room` how many records it has, `count` how many of them are in the tree.

- A block made at once (`grow`) holds all legal actions, in the order the rule gave them; where the rule visits
  children one by one, those from `count` on wait there until their turn.
- A block that grows (`add`: chance, worlds with other actions, widening) doubles its room when it is full and moves;
  blocks left behind are used again.

Nobody keeps a pointer to a parent, so a block may be put in another order or moved at any time.
"""

from typing import Any

import numpy as np

from treewright.core.compiling import compiled
from treewright.core.component import Component, declares
from treewright.core.errors import Refused
from treewright.core.game import Actions
from treewright.core.parts import Learner, Nodes, Selection
from treewright.core.stream import Stream

ROOT = 1
COLUMNS = {"first": "i4", "action": "i4", "visits": "i4", "count": "i2", "room": "i2"}
LARGEST_BLOCK = 2**15 - 1

USED, FREE, FULL = 0, 1, 33


def columns(rule: Selection, learner: Learner) -> np.dtype[Any]:
    """The record of a node: 16 bytes for the tree, and what the rule and the learner remember."""
    wanted = {**COLUMNS, **rule.columns, **learner.columns}
    return np.dtype(list(wanted.items()), align=True)


@declares
class Tree(Component):
    """The records, the book-keeping of the pool, and the scale of the values: reward = (score - shift) * factor."""

    nodes: Nodes
    pool: np.ndarray
    """int64[34]: records used; for each power of two, the first abandoned block of that room; was there ever no
    room?"""
    shift: float = 0.0
    factor: float = 1.0
    loss: float = -1.0
    """The least reward: what is lent to a simulation under way."""

    def reward(self, score: float) -> float:
        return (score - np.float32(self.shift)) * np.float32(self.factor)  # type: ignore[return-value]


def new_tree(
    rule: Selection, learner: Learner, capacity: int, shift: float = 0.0, factor: float = 1.0, loss: float = -1.0
) -> Tree:
    """An empty tree with room for `capacity` records (memory is touched only as it is used)."""
    if capacity < 2:
        raise Refused(f"a tree needs room for at least 2 nodes, not {capacity}")
    return Tree(np.zeros(capacity, columns(rule, learner)), np.zeros(34, np.int64), shift, factor, loss)


@compiled
def plant(rule: Selection, learner: Learner, tree: Tree) -> None:
    """Make the root, unless there is one."""
    if tree.pool[USED] == 0:
        tree.pool[:] = 0
        fresh(rule, learner, tree.nodes, ROOT, -1)
        tree.pool[USED] = 2


@compiled
def fresh(rule: Selection, learner: Learner, nodes: Nodes, i: int, action: int) -> None:
    nodes[i].first = nodes[i].visits = nodes[i].count = nodes[i].room = 0
    nodes[i].action = action
    rule.open(nodes, i)
    learner.open(nodes, i)


@compiled
def grow(rule: Selection, learner: Learner, tree: Tree, at: int, actions: Actions, n: int, rng: Stream) -> bool:
    """Give node `at` a block with all its n actions; False when the pool is full."""
    nodes, first = tree.nodes, tree.pool[USED]
    if first + n > nodes.shape[0]:
        tree.pool[FULL] = 1
        return False
    rule.order(actions, n, rng)
    tree.pool[USED] += n
    nodes[at].first, nodes[at].room = first, n
    nodes[at].count = 0 if rule.one_by_one else n
    for i in range(n):
        fresh(rule, learner, nodes, first + i, actions[i])
    return True


@compiled
def add(rule: Selection, learner: Learner, tree: Tree, at: int, action: int) -> int:
    """Give node `at` one more child, in a block that grows; 0 when the pool is full."""
    nodes = tree.nodes
    count, room = nodes[at].count, nodes[at].room
    if count == room and not _widen(tree, at):
        return 0
    child = nodes[at].first + count
    nodes[at].count = count + 1
    fresh(rule, learner, nodes, child, action)
    return learner.opened(nodes, at, child)


@compiled
def _widen(tree: Tree, at: int) -> bool:
    """Move the block of `at` to one of twice the room."""
    nodes, pool = tree.nodes, tree.pool
    first, room = nodes[at].first, nodes[at].room
    size, power = 1, 0
    while size <= room:
        size *= 2
        power += 1
    place = pool[FREE + power]
    if place != 0:
        pool[FREE + power] = nodes[place].first
    elif size <= LARGEST_BLOCK and pool[USED] + size <= nodes.shape[0]:
        place = pool[USED]
        pool[USED] += size
    else:
        pool[FULL] = 1
        return False
    for i in range(nodes[at].count):
        nodes[place + i] = nodes[first + i]
    if room > 0 and room * 2 == size:
        nodes[first].first = pool[FREE + power - 1]
        pool[FREE + power - 1] = first
    nodes[at].first, nodes[at].room = place, size
    return True


@compiled
def child_of(nodes: Nodes, at: int, action: int) -> int:
    """The child of `at` by an action; 0 where it has none."""
    for child in range(nodes[at].first, nodes[at].first + nodes[at].count):
        if nodes[child].action == action:
            return child
    return 0


@compiled
def swap(nodes: Nodes, i: int, j: int) -> None:
    if i != j:
        held = nodes[i : i + 1].copy()
        nodes[i] = nodes[j]
        nodes[j] = held[0]


@compiled
def gather_front(nodes: Nodes, at: int, actions: Actions, n: int) -> int:
    """Bring the children that stand in actions[:n] to the front of their block, and their actions to the front of
    the list."""
    first, front = nodes[at].first, 0
    for i in range(nodes[at].count):
        for k in range(front, n):
            if actions[k] == nodes[first + i].action:
                actions[k], actions[front] = actions[front], actions[k]
                swap(nodes, first + i, first + front)
                front += 1
                break
    return front


@compiled
def keep(tree: Tree, spare: Tree, child: int) -> None:
    """Copy the subtree below `child` into `spare`, block by block, as a tree of its own."""
    nodes, kept = tree.nodes, spare.nodes
    spare.pool[:] = 0
    kept[ROOT] = nodes[child]
    used, i = 2, 1
    while i < used:
        first, room = kept[i].first, kept[i].room
        for k in range(room):
            kept[used + k] = nodes[first + k]
            if k >= kept[i].count and kept[i].count > 0:
                kept[used + k].room = kept[used + k].count = 0
        kept[i].first = used
        used += room
        i += 1
    spare.pool[USED] = used
