"""The compiled search learns what its plain twin learns: the same D, the same L*, the same visits, in 200 cases.

Ten ways to compile it, each with all twenty readings, from different positions; after the search of one position, that
of the next, with what is kept.
"""

import pytest

from tests.twin.readings import READINGS, RULES, Search, compare, game_for
from treewright.playout import differences

TREES = ("heap_go", "connect_four", "hex", "trio", "pig")
TABLES = ("heap_go", "tic_tac_toe", "bingo3d", "ring")
KINDS = [("tree", name) for name in TREES] + [("table", name) for name in TABLES]
SIMULATIONS = {"bingo3d": 12, "hex": 40, "trio": 40, "connect_four": 60}


@pytest.mark.parametrize(("states", "name"), KINDS)
@pytest.mark.parametrize("k", range(len(READINGS)))
def test_the_same_d_and_order_and_visits(states, name, k):
    search = Search(game_for(name, k), READINGS[k], RULES[k % len(RULES)], states, seed=k)
    compare(search, SIMULATIONS.get(name, 80))


@pytest.mark.parametrize("k", range(len(READINGS)))
def test_the_same_where_there_is_room_for_few_pairs(k, monkeypatch):
    """D is a hash table then. That of a game with many actions, in one with few."""
    monkeypatch.setattr(differences, "DENSE", 0)
    few = 10, 20, 40
    search = Search(game_for("heap_go", k), READINGS[k], RULES[k % len(RULES)], "tree", seed=k, pairs=few[k % len(few)])
    compiled, _ = compare(search, 80)
    assert isinstance(compiled.parts[4].differences, differences.Hashed)
