"""NaiveMCTS: a search whose moves are combinations, one action for each idle unit (Ontañón 2013).

A node has a table: for each idle unit of the player who is to move, each of its legal actions with visits and values.
With probability e_0 a combination is put together unit by unit from those tables (the naive assumption: what a
combination is worth is the sum of what its parts are worth), best actions with probability 1 - e_l; otherwise one of
the combinations that were tried is taken, the best of them with probability 1 - e_g. A combination that is new becomes
a node, and is valued by a playout of some cycles and an evaluation. The probabilities are of single precision.

The search knows nothing of a game but its verbs for units: `unit_actions`, `fits_beside`, `begin_unit`, `is_idle`,
`pass_time`, `is_decided`, `judge` and `play_on`.

Its functions are compiled each by itself: they are called some hundred times a decision, and inlining them all into
one another would take minutes.
"""

from typing import Any

import numpy as np

from treewright.core.compiling import compiled_recursive as compiled
from treewright.core.component import Component, declares
from treewright.core.stream import Stream

f = np.float32
DECIDED, MAXIMISING, MINIMISING = -1, 0, 1
NODE = np.dtype([("value", "f8"), ("visits", "i4"), ("kind", "i4"), ("depth", "i4"), ("first_child", "i4"),
                 ("last_child", "i4"), ("next_sibling", "i4"), ("rows", "i4"), ("row_count", "i4"), ("chosen", "i4")],
                align=True)
ROW = np.dtype([("unit", "i4"), ("first", "i4"), ("count", "i4")], align=True)
ENTRY = np.dtype([("value", "f8"), ("code", "i4"), ("visits", "i4")], align=True)
MOST_ACTIONS, MOST_DEPTH = 64, 64
DISCOUNT, DISCOUNT_CYCLES = 0.99, 10.0


@declares
class Naive(Component):
    """The parameters of the search.

    local, greedy, explore   e_l, e_g and e_0
    lookahead                how many cycles a playout lasts
    depth                    where the tree ends
    force                    are actions that were never tried drawn before all others?
    """

    local: float = 0.3
    greedy: float = 0.0
    explore: float = 0.4
    lookahead: int = 100
    depth: int = 10
    force: bool = True


@declares
class Thicket(Component):
    """The tree. Node 0 is nobody, node 1 the root; states[i] is the state of node i, states[0] is to write on.

    A node has `row_count` rows from `rows` on, one for each unit; a row has `count` entries from `first` on. The place
    of a combination in `picks` is `chosen`: for each row of the parent its entry, then the rows in the order in which
    they were drawn. `used` counts nodes, rows, entries and picks."""

    nodes: Any
    states: np.ndarray
    rows: Any
    entries: Any
    picks: np.ndarray
    used: np.ndarray
    path: np.ndarray
    order: np.ndarray
    entry: np.ndarray
    listed: np.ndarray
    odds: np.ndarray
    open: np.ndarray
    """int32: the entries of a row that may still be drawn."""


def new_thicket(state: np.dtype[Any], nodes: int, units: int) -> Thicket:
    """Room for so many nodes, whose states have at most so many units."""
    return Thicket(np.zeros(nodes + 2, NODE), np.zeros(nodes + 2, state), np.zeros((nodes + 2) * 8 + units, ROW),
                   np.zeros((nodes + 2) * 64 + units * MOST_ACTIONS, ENTRY),
                   np.zeros((nodes + 2) * 16 + 2 * units, np.int32), np.zeros(4, np.int64),
                   np.zeros(MOST_DEPTH + 2, np.int32), np.zeros(units, np.int32), np.zeros(units, np.int32),
                   np.zeros(MOST_ACTIONS, np.int32), np.zeros(MOST_ACTIONS), np.zeros(MOST_ACTIONS, np.int32))


def widen(tree: Thicket) -> None:
    """Give a tree twice the room for rows, entries and picks; what is in it stays."""
    tree.rows = np.concatenate([tree.rows, np.zeros_like(tree.rows)])
    tree.entries = np.concatenate([tree.entries, np.zeros_like(tree.entries)])
    tree.picks = np.concatenate([tree.picks, np.zeros_like(tree.picks)])


@compiled
def plant(game, tree: Thicket, me: int) -> None:
    """Make the root from the state in states[1]."""
    tree.used[0], tree.used[1], tree.used[2], tree.used[3] = 1, 0, 0, 0
    settle(game, tree, me, 0)


@compiled
def iterate(game, naive: Naive, policy, tree: Thicket, me: int, iterations: int, luck: Stream, sampler: Stream) -> int:
    """Run iterations for player `me`; returns how many were run before there was no more room."""
    for done in range(iterations):
        s = tree.states[0]
        if (tree.used[0] >= len(tree.nodes) or tree.used[1] + s.kind.shape[0] > len(tree.rows)
                or tree.used[2] + s.kind.shape[0] * MOST_ACTIONS > len(tree.entries)
                or tree.used[3] + 2 * s.kind.shape[0] > len(tree.picks)):
            return done
        depth = descend(game, naive, tree, me, luck, sampler)
        leaf = tree.path[depth]
        game.copy(tree.states, 0, tree.states[leaf])
        # A game that is over already is played for one cycle more, as microRTS does.
        cycles = 1 if game.is_decided(tree.states[0]) else naive.lookahead
        game.play_on(tree.states[0], policy, tree.states[0].time + cycles, sampler)
        spent = (tree.states[0].time - tree.states[1].time) / DISCOUNT_CYCLES
        back_up(tree, depth, np.float64(game.judge(tree.states[0], me)) * DISCOUNT**spent)
    return iterations


@compiled
def settle(game, tree: Thicket, me: int, depth: int) -> int:
    """Make a node of the state behind the last one: let time pass until somebody can act, and list what he can do."""
    tree.used[0] += 1
    i = tree.used[0] - 1
    s, node = tree.states[i], tree.nodes[i]
    game.pass_time(s)
    node.value, node.visits, node.depth, node.first_child, node.last_child, node.next_sibling = 0.0, 0, depth, 0, 0, 0
    node.rows, node.row_count = tree.used[1], 0
    node.kind = DECIDED if game.is_decided(s) else MINIMISING
    if node.kind == DECIDED:
        return i
    for unit in range(s.units):
        if game.is_idle(s, unit, me):
            node.kind = MAXIMISING
    mover = me if node.kind == MAXIMISING else 1 - me
    for unit in range(s.units):
        if game.is_idle(s, unit, mover):
            row = tree.rows[tree.used[1]]
            tree.used[1] += 1
            node.row_count += 1
            row.unit, row.first = unit, tree.used[2]
            row.count = game.unit_actions(s, unit, tree.listed)
            for k in range(row.count):
                entry = tree.entries[tree.used[2]]
                tree.used[2] += 1
                entry.code, entry.visits, entry.value = tree.listed[k], 0, 0.0
    return i


@compiled
def descend(game, naive: Naive, tree: Thicket, me: int, luck: Stream, sampler: Stream) -> int:
    """From the root to a leaf, which is new unless the tree ends there; returns its depth in the path."""
    at, t = 1, 0
    tree.path[0] = at
    while tree.nodes[at].kind != DECIDED and tree.nodes[at].depth < naive.depth:
        if tree.nodes[at].first_child != 0 and f(luck.random()) >= f(naive.explore):
            child, fresh = tried(naive, tree, at, luck), False
        else:
            before = tree.used[0]
            child = combined(game, naive, tree, at, me, luck, sampler)
            fresh = tree.used[0] > before
        at, t = child, t + 1
        tree.path[t] = at
        if fresh:
            break
    return t


@compiled
def tried(naive: Naive, tree: Thicket, at: int, luck: Stream) -> int:
    """One of the combinations that were tried before."""
    sign = 1.0 if tree.nodes[at].kind == MAXIMISING else -1.0
    if f(luck.random()) >= f(naive.greedy):
        child = best = tree.nodes[at].first_child
        while child != 0:
            one, other = tree.nodes[child], tree.nodes[best]
            if sign * (one.value / one.visits) > sign * (other.value / other.visits):
                best = child
            child = tree.nodes[child].next_sibling
        return best
    children, child = 0, tree.nodes[at].first_child
    while child != 0:
        children, child = children + 1, tree.nodes[child].next_sibling
    child = tree.nodes[at].first_child
    for _ in range(luck.below(children)):
        child = tree.nodes[child].next_sibling
    return child


@compiled
def combined(game, naive: Naive, tree: Thicket, at: int, me: int, luck: Stream, sampler: Stream) -> int:
    """A combination from the tables of the units, which are asked in random order; its node, made if it is new."""
    node, n = tree.nodes[at], tree.nodes[at].row_count
    game.copy(tree.states, 0, tree.states[at])
    for k in range(n):
        tree.order[k] = k
    for k in range(n):
        place = k + luck.below(n - k)
        row = tree.order[place]
        for back in range(place, k, -1):
            tree.order[back] = tree.order[back - 1]
        tree.order[k] = row
        tree.entry[row] = sampled(game, naive, tree, node.rows + row, node.kind == MAXIMISING, sampler)
        chosen = tree.rows[node.rows + row]
        game.begin_unit(tree.states[0], chosen.unit, tree.entries[chosen.first + tree.entry[row]].code)
    child = child_with(tree, at, n)
    if child == 0:
        child = adopted(game, tree, at, me, n)
    return child


@compiled
def sampled(game, naive: Naive, tree: Thicket, place: int, maximising: bool, sampler: Stream) -> int:
    """An entry of one unit's row, drawn by the odds of its table until one fits with what the others were told."""
    row = tree.rows[place]
    n, share, best = row.count, f(naive.local) / f(row.count), 0
    sign = 1.0 if maximising else -1.0
    for k in range(1, n):
        one, other = tree.entries[row.first + k], tree.entries[row.first + best]
        if other.visits > 0 and (one.visits == 0 or sign * (one.value / one.visits)
                                 > sign * (other.value / other.visits)):
            best = k
    tried_all = tree.entries[row.first + best].visits > 0
    for k in range(n):
        tree.open[k] = k
        tree.odds[k] = share
        if not tried_all and naive.force and tree.entries[row.first + k].visits > 0:
            tree.odds[k] = 0.0
    if tried_all:
        tree.odds[best] = f(f(1) - f(naive.local)) + share
    while True:
        k = drawn(tree, n, sampler)
        if game.fits_beside(tree.states[0], row.unit, tree.entries[row.first + tree.open[k]].code):
            return tree.open[k]
        n -= 1
        for j in range(k, n):
            tree.open[j], tree.odds[j] = tree.open[j + 1], tree.odds[j + 1]


@compiled
def drawn(tree: Thicket, n: int, sampler: Stream) -> int:
    """A place by its odds; evenly if all are 0."""
    total, so_far = 0.0, 0.0
    for k in range(n):
        total += tree.odds[k]
    if total == 0:
        return sampler.below(n)
    wanted = sampler.random() * total
    for k in range(n):
        so_far += tree.odds[k]
        if so_far >= wanted:
            return k
    return n - 1


@compiled
def child_with(tree: Thicket, at: int, n: int) -> int:
    """The child of a node by the combination in `entry`; 0 if it has none."""
    child = tree.nodes[at].first_child
    while child != 0:
        same, first = True, tree.nodes[child].chosen
        for k in range(n):
            same = same and tree.picks[first + k] == tree.entry[k]
        if same:
            return child
        child = tree.nodes[child].next_sibling
    return 0


@compiled
def adopted(game, tree: Thicket, at: int, me: int, n: int) -> int:
    """A new child, whose state is in states[0]."""
    game.copy(tree.states, tree.used[0], tree.states[0])
    child, first = settle(game, tree, me, tree.nodes[at].depth + 1), tree.used[3]
    tree.nodes[child].chosen = first
    for k in range(n):
        tree.picks[first + k], tree.picks[first + n + k] = tree.entry[k], tree.order[k]
    tree.used[3] += 2 * n
    if tree.nodes[at].first_child == 0:
        tree.nodes[at].first_child = child
    else:
        tree.nodes[tree.nodes[at].last_child].next_sibling = child
    tree.nodes[at].last_child = child
    return child


@compiled
def back_up(tree: Thicket, depth: int, value: float) -> None:
    """Credit every node of the path, and every unit's action that led along it."""
    for t in range(depth + 1):
        node = tree.nodes[tree.path[t]]
        node.value += value
        node.visits += 1
        if t < depth:
            first = tree.nodes[tree.path[t + 1]].chosen
            for k in range(node.row_count):
                entry = tree.entries[tree.rows[node.rows + k].first + tree.picks[first + k]]
                entry.value += value
                entry.visits += 1


def most_visited(tree: Thicket) -> int:
    """The root's child that was visited most; of equals the oldest. 0 if there is none."""
    child = best = int(tree.nodes["first_child"][1])
    while child != 0:
        if tree.nodes["visits"][child] > tree.nodes["visits"][best]:
            best = child
        child = int(tree.nodes["next_sibling"][child])
    return best


def combination(tree: Thicket, child: int) -> list[tuple[int, int]]:
    """What each unit is told on the way from the root to a child: unit and code, in the order of drawing."""
    root, first = tree.nodes[1], int(tree.nodes["chosen"][child])
    n = int(root["row_count"])
    told = []
    for k in tree.picks[first + n:first + 2 * n]:
        row = tree.rows[int(root["rows"]) + int(k)]
        told.append((int(row["unit"]), int(tree.entries["code"][int(row["first"]) + int(tree.picks[first + k])])))
    return told
