"""GRAVE: its mixture by hand, whose table is asked, and tables that are used again."""

import numpy as np
import pytest

import treewright as tw
from tests.select.by_hand import PARENT, nodes_of, ready
from treewright.arena.referee import play_game
from treewright.core.errors import Refused
from treewright.core.tree import ROOT
from treewright.select.grave import GRAVE

CELLS = tw.tic_tac_toe()


def asked(rule, parent_visits, parent_table):
    """The score of a child with 10 visits worth 0.5, where table 3 (of a node above) says -0.5 of 30 samples for player
    1 and action 4, and table 7 (of its parent) 0.9 of 10."""
    rule = ready(rule, CELLS)
    rule.state[2] = 3
    for table, samples, mean in ((3, 30, -0.5), (7, 10, 0.9)):
        rule.samples[table, 1, 4], rule.worth[table, 1, 4] = samples, mean
    nodes = nodes_of(rule, parent_visits, {"visits": 10, "mean": 0.5, "action": 4, "mover": 1})
    nodes[PARENT].table = parent_table
    return float(rule.score(nodes, PARENT, PARENT + 1))


def test_a_node_with_few_visits_asks_the_table_above():
    beta = 30 / (30 + 10 + 0.01 * 30 * 10)
    for visits, table in ((50, 7), (60, 0)):
        assert asked(GRAVE(bias=0.01), visits, table) == pytest.approx((1 - beta) * 0.5 + beta * -0.5)


def test_a_node_with_more_visits_asks_its_own():
    assert asked(GRAVE(), 51, 7) == pytest.approx(0.5 * 0.5 + 0.5 * 0.9)


def tables_of(agent):
    """The tables in the tree below the root, of each node that has one; parents first."""
    nodes, found, waiting = agent.workers[0].tree.nodes, [], [ROOT]
    while waiting:
        at = waiting.pop()
        found.append(int(nodes["table"][at]))
        below = range(nodes["first"][at], nodes["first"][at] + nodes["count"][at])
        waiting += [i for i in below if nodes["table"][i] > 0]
    return found


def test_without_free_tables_nodes_learn_from_those_above():
    agent = tw.grave(simulations=500, tables=40)
    agent.search(CELLS)
    assert sorted(tables_of(agent)) == list(range(1, 41))


def test_tables_are_used_again_when_their_nodes_have_left_the_tree():
    """Fewer than a game's nodes are enough; nobody shares one, and no search is another than with plenty."""
    few, many = (tw.grave(simulations=200, ref=10, tables=tables) for tables in (160, 10_000))
    games = [play_game(CELLS, (agent, tw.uct(simulations=50)), seed=3) for agent in (few, many)]
    assert games[0].actions == games[1].actions
    assert few.result().rows == many.result().rows
    told = tables_of(few)
    assert len(told) == len(set(told))
    assert 10_000 - many.workers[0].parts[2].state[0] > 160


@pytest.mark.parametrize("given", [{"ref": -1}, {"bias": -0.1}, {"tables": 0}])
def test_parameters_that_make_no_sense_are_refused(given):
    with pytest.raises(Refused, match="grave needs ref and bias of at least 0 and at least 1 table"):
        GRAVE(**given)


def test_every_table_belongs_below_another():
    agent = tw.grave(simulations=500, tables=40)
    agent.search(CELLS)
    nodes = agent.workers[0].tree.nodes
    used = [int(i) for i in np.flatnonzero(nodes["table"])]
    parents = {i: at for at in used for i in range(nodes["first"][at], nodes["first"][at] + nodes["count"][at])}
    assert all(i == ROOT or parents[i] in used for i in used)
    assert len(used) == 40
