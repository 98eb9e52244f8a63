"""Searches of games that hide something count what their plain twins count, node by node, in every world."""

from types import SimpleNamespace

import pytest

import treewright as tw
from tests.twin import rules
from tests.twin.side_by_side import Compiled, disagreement, position
from tests.twin.twin import Twin
from tests.twin.worlds import imagine
from treewright.core.stream import branch
from treewright.games.dark_hex import DarkHex
from treewright.games.phantom_tic_tac_toe import PhantomTicTacToe

GAMES = [PhantomTicTacToe(), DarkHex(3)]
each_game = pytest.mark.parametrize("game", GAMES, ids=str)


def tree_of(worker):
    """A tree that speaks as a compiled search does."""
    told = SimpleNamespace(tree=worker.tree)
    told.children = lambda at=1: Compiled.children(told, at)
    return told


@each_game
@pytest.mark.parametrize("k", range(8))
def test_ismcts_counts_what_its_twin_counts(game, k):
    seen, c = position(game, k), (1.4, 0.7, 0.2)[k % 3]
    agent = tw.ismcts(c, simulations=150 + 20 * k)
    agent.search(game, seen, seed=k)
    twin = Twin(game, rules.ISUCT(c), branch(k, 0), world=imagine)
    imagine(game, seen, twin.dice)            # one at first, which only shows that there are any
    twin.search(seen, 150 + 20 * k)
    assert disagreement(tree_of(agent.workers[0]), twin) is None
    assert agent.result().depth_largest == max(twin.depths)


@each_game
@pytest.mark.parametrize("k", range(8))
def test_pimcts_adds_up_what_the_twins_of_its_worlds_count(game, k):
    seen, worlds, total = position(game, k), 3 + k, {}
    result = tw.pimcts(worlds=worlds, simulations=40).search(game, seen, seed=k)
    for number in range(worlds):
        twin = Twin(game, rules.UCT(), branch(k, number))
        twin.search(imagine(game, seen, twin.dice), 40)
        for action, visits in twin.visits().items():
            total[action] = total.get(action, 0) + visits
    assert {row.action: row.visits for row in result.rows if row.visits} == {a: n for a, n in total.items() if n}
    assert result.simulations == 40 * worlds
    assert total[result.choice] == max(total.values())


def test_worlds_differ_in_what_is_legal():
    """So it matters that N' is counted: in some node it is not what the parent's visits are."""
    agent = tw.ismcts(simulations=400)
    agent.search(GAMES[0], GAMES[0].position("b2 b2 a1 c3"), seed=1)
    nodes = agent.workers[0].tree.nodes
    used = [node for node in nodes[1:agent.result().nodes] if node["count"] > 0]
    less = [child["available"] < node["visits"] - 1 for node in used
            for child in nodes[node["first"]:node["first"] + node["count"]] if child["visits"] > 0]
    assert sum(less) / len(less) > 0.05
