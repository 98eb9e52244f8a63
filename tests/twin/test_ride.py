"""The compiled search learns what its plain twin learns: the same D, the same L*, the same visits, in 200 cases.

Ten ways to compile it, each with all twenty readings, from different positions; after the search of one position, that
of the next, with what is kept.
"""

import pytest

from tests.twin.playouts import legal
from tests.twin.readings import READINGS, RULES, Search, compare, differ_in, game_for
from tests.twin.ride import Ride
from tests.twin.stream import added
from tests.twin.table import TableTwin
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


# ---------------------------------------------------------------- the comparison has teeth


class PrefersB(Ride):
    """Only the update L_B, even where L_A costs less."""

    def update(self, a, b):
        i, j = self.best_first.index(b), self.best_first.index(a)
        if i < j and self.d(a, b) > 0 and added([self.d(x, a) for x in self.best_first[i:j + 1]]) < 0:
            self.best_first.insert(i, self.best_first.pop(j))


class TakesTheLast(Ride):
    """MINI in place of MAXI."""

    def choose(self, game, s, dice):
        return max(legal(game, s), key=self.best_first.index)


class FromTheFirst(Ride):
    """The plies of a simulation from the first to the last."""

    def learn(self, moves, rewards):
        for node, (player, action) in zip(self.path[:-1], moves, strict=False):
            self.compare(node, action, float(rewards[player]))


class ForLeft(Ride):
    """Right's sign is not turned: every outcome is Left's. (What is compared are outcomes.)"""

    def learn(self, moves, rewards):
        super().learn(moves, [rewards[0], rewards[0]])


class CountsTwice(Ride):
    """A state counts anew each time, where it should count once."""

    def amend(self, a, b, change):
        self.add(a, b, self.d(a, b) + change)


class KeepsLess(TableTwin):
    """Positions after the fourth ply are not kept."""

    def enter(self, s):
        return None if len(self.playout.made) > 3 else super().enter(s)


@pytest.mark.parametrize(("states", "mutant", "reading"), [
    ("tree", PrefersB, {}), ("table", TakesTheLast, {}), ("table", FromTheFirst, {}),
    ("tree", ForLeft, {"sample": "outcome"}), ("table", ForLeft, {"sample": "outcome"}),
    ("tree", CountsTwice, {"sample": "states"}),
], ids=lambda one: getattr(one, "__name__", None))
def test_a_changed_twin_is_noticed(states, mutant, reading):
    noticed = 0
    for seed in range(4):
        search = Search(game_for("heap_go", 1), reading, {}, states, seed)
        compiled, twin = search.compiled(), search.twin()
        twin.playout = mutant(**reading)
        noticed += differs(search, compiled, twin)
    assert noticed >= 2


def test_a_table_that_keeps_less_is_noticed():
    search = Search(game_for("heap_go", 1), {"default": "rand"}, {}, "table", 0)
    plain = search.twin()
    assert differs(search, search.compiled(), KeepsLess(search.game, plain.rule, 0, plain.playout))


def differs(search, compiled, twin):
    """Do both disagree about the start of a game?"""
    for one in (compiled, twin):
        one.search(search.game.new(search.seed), 60)
    try:
        differ_in(search, compiled, twin, "")
    except AssertionError:
        return True
    return False
