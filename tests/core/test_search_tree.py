"""The flat tree by itself: blocks that grow and are used again, children in their order, losses lent and
repaid."""

import numpy as np
import pytest

from tests.twin.side_by_side import EVERYWHERE, game_named, position
from treewright.core.compiling import compiled
from treewright.core.parts import Learner, Nothing, Selection
from treewright.core.stream import Stream
from treewright.core.tree import (
    FREE,
    FULL,
    ROOT,
    USED,
    Tree,
    add,
    child_of,
    gather_front,
    grow,
    new_tree,
    plant,
)
from treewright.select.puct import PUCT
from treewright.select.rave import RAVE
from treewright.select.uct import UCT

LEARNER = Nothing()


@compiled
def add_each(rule: Selection, learner: Learner, tree: Tree, at: int, actions: np.ndarray) -> int:
    """Add children one by one; returns how many there was room for."""
    for k in range(actions.size):
        child = add(rule, learner, tree, at, actions[k])
        if child == 0:
            return k
        tree.nodes[child].visits = actions[k] + 100
    return actions.size


@compiled
def lend_and_repay(rule: Selection, nodes: np.ndarray, i: int, times: int, loss: float) -> int:
    """Lend, count what stands there then, repay."""
    for _ in range(times):
        rule.lend(nodes, i, loss)
    lent = nodes[i].visits
    for _ in range(times):
        rule.repay(nodes, i, loss)
    return lent


def planted(rule: Selection, capacity: int) -> Tree:
    tree = new_tree(rule, LEARNER, capacity)
    plant(rule, LEARNER, tree)
    return tree


def children(tree: Tree, at: int = ROOT) -> np.ndarray:
    first, count = tree.nodes[at]["first"], tree.nodes[at]["count"]
    return tree.nodes[first : first + count]


@pytest.mark.parametrize("n", [1, 2, 3, 7, 8, 9, 40])
def test_a_block_that_grew_holds_what_one_made_at_once_does(n):
    rule, actions = UCT(ties="numbered", expand="all"), np.arange(5, 5 + n, dtype=np.int32)
    grown, added = planted(rule, 200), planted(rule, 200)
    assert grow(rule, LEARNER, grown, ROOT, actions, n, Stream(0))
    assert add_each(rule, LEARNER, added, ROOT, actions) == n
    grown.nodes["visits"][2 : 2 + n] = actions + 100
    assert np.array_equal(children(grown), children(added))
    assert added.nodes[ROOT]["room"] == 1 << (n - 1).bit_length()


def test_children_may_be_added_to_a_block_that_was_made_at_once():
    rule, tree = UCT(ties="numbered", expand="all"), planted(UCT(), 200)
    assert grow(rule, LEARNER, tree, ROOT, np.arange(5, dtype=np.int32), 5, Stream(0))
    assert add_each(rule, LEARNER, tree, ROOT, np.arange(5, 12, dtype=np.int32)) == 7
    assert children(tree)["action"].tolist() == list(range(12))
    assert children(tree)["visits"].tolist() == [0] * 5 + [100 + action for action in range(5, 12)]


def test_grandchildren_stay_where_they_are_when_a_block_moves():
    rule, tree = UCT(), planted(UCT(), 200)
    for action in range(9):
        add_each(rule, LEARNER, tree, ROOT, np.array([action]))
        child = child_of(tree.nodes, ROOT, action)
        add_each(rule, LEARNER, tree, child, np.array([50 + action, 60 + action]))
    for action in range(9):
        child = child_of(tree.nodes, ROOT, action)
        assert children(tree, child)["action"].tolist() == [50 + action, 60 + action]
        assert children(tree, child)["visits"].tolist() == [150 + action, 160 + action]


def test_blocks_left_behind_are_used_again():
    """The first node that grows to eight children leaves blocks of 1, 2 and 4; every later one takes just
    eight records."""
    rule, tree = UCT(expand="all"), planted(UCT(), 2000)
    nodes = np.arange(60, dtype=np.int32)
    assert grow(rule, LEARNER, tree, ROOT, nodes, 60, Stream(0))
    used = int(tree.pool[USED])
    for i in range(2, 62):
        add_each(rule, LEARNER, tree, i, np.arange(8))
    assert tree.pool[USED] == used + 60 * 8 + 1 + 2 + 4
    for i in range(2, 62):
        assert children(tree, i)["action"].tolist() == list(range(8))


def test_a_search_among_worlds_wastes_less_than_it_holds():
    game, how = game_named("tricks"), EVERYWHERE[0]
    search = how.compiled(game, 3)
    search.search(position(game, 0), 3000)
    reached, nodes = [ROOT], 0
    while reached:
        at = reached.pop()
        nodes += 1
        reached += search.children(at).values()
    assert nodes <= search.used <= 3 * nodes


def test_where_there_is_no_room_nothing_is_added_and_nothing_lost():
    rule, tree = UCT(expand="all"), planted(UCT(), 10)
    assert add_each(rule, LEARNER, tree, ROOT, np.arange(20)) == 4
    assert tree.pool[FULL] == 1
    assert children(tree)["action"].tolist() == [0, 1, 2, 3]
    child, nine = int(tree.nodes[ROOT]["first"]), np.arange(9, dtype=np.int32)
    assert not grow(rule, LEARNER, tree, child, nine, 9, Stream(0))


def test_a_block_ends_at_the_largest_power_of_two_that_its_room_can_count():
    rule, tree = UCT(expand="all"), planted(UCT(), 100_000)
    assert add_each(rule, LEARNER, tree, ROOT, np.arange(20_000)) == 2**14
    assert tree.nodes[ROOT]["count"] == tree.nodes[ROOT]["room"] == 2**14
    assert tree.pool[FULL] == 1


def test_a_new_tree_in_an_old_pool_knows_nothing_of_old_blocks():
    rule, tree = UCT(), planted(UCT(), 200)
    add_each(rule, LEARNER, tree, ROOT, np.arange(9))
    tree.pool[USED] = 0
    plant(rule, LEARNER, tree)
    assert not tree.pool[FREE:].any()
    assert tree.nodes[ROOT]["count"] == tree.nodes[ROOT]["room"] == 0


def test_gathering_brings_the_legal_ones_to_the_front_of_both_lists():
    rule, tree = UCT(), planted(UCT(), 100)
    add_each(rule, LEARNER, tree, ROOT, np.array([3, 1, 4, 5, 9, 2, 6]))
    actions = np.array([8, 2, 4, 7, 6], np.int32)
    assert gather_front(tree.nodes, ROOT, actions, 5) == 3
    assert sorted(children(tree)["action"][:3]) == [2, 4, 6]
    assert children(tree)["action"][:3].tolist() == actions[:3].tolist()
    assert sorted(children(tree)["action"]) == [1, 2, 3, 4, 5, 6, 9]
    assert np.array_equal(children(tree)["visits"], children(tree)["action"] + 100)
    assert sorted(actions[3:]) == [7, 8]


@pytest.mark.parametrize("rule", [UCT(), RAVE(), PUCT()], ids=str)
@pytest.mark.parametrize(("visits", "mean"), [(0, 0.0), (1, 1.0), (7, -0.3), (1000, 0.123)])
def test_what_is_lent_is_repaid(rule, visits, mean):
    tree = planted(rule, 10)
    node = tree.nodes[ROOT : ROOT + 1]
    node["visits"], node["mean"] = visits, mean
    node["spread"] = 1 / np.sqrt(visits) if visits else node["spread"]
    before = node.copy()
    assert lend_and_repay(rule, tree.nodes, ROOT, 3, -1.0) == visits + 3
    for column in set(node.dtype.names) - {"mean", "spread"}:
        assert node[column] == before[column]
    assert node["mean"] == pytest.approx(before["mean"], abs=1e-6 * (1 + 3 / max(visits, 1)))
