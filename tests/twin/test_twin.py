"""The compiled search counts what its plain twin counts, node by node, on 200 positions of ten games.

Every position is searched by every rule, 100 to 300 times; their options, the playouts and the solver take turns where
they are allowed (see `side_by_side`).
"""

import numpy as np
import pytest

from tests.twin.side_by_side import (
    BESIDES,
    EVERYWHERE,
    FURTHER,
    RIVALS,
    SOLVER,
    disagreement,
    each_rule,
    game_named,
    is_chance,
    position,
    ways_for,
)
from tests.twin.stream import Dice

NAMES = tuple(BESIDES)
POSITIONS = 20
"""For each of ten games."""


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("k", range(POSITIONS))
def test_the_same_visits_and_means(name, k):
    game, ways = game_named(name), ways_for(name)
    state = position(game, k)
    for way in dict.fromkeys((*each_rule(name), ways[k % len(ways)])):
        compare(way, game, state, k)


@pytest.mark.parametrize(("name", "way"), [(name, way) for name in RIVALS for way in RIVALS[name]],
                         ids=lambda one: getattr(one, "name", one))
def test_the_same_with_playouts_that_learn(name, way):
    game = game_named(name)
    for k in range(6):
        compare(way, game, position(game, k), k)


@pytest.mark.parametrize(("name", "way"), [(name, way) for name in FURTHER for way in FURTHER[name]],
                         ids=lambda one: getattr(one, "name", one))
def test_the_same_with_further_policies(name, way):
    game = game_named(name)
    for k in range(6):
        compare(way, game, position(game, k), k)


def compare(way, game, state, k):
    """The same visits and means at every node, the same depths, the same number of simulations."""
    compiled, twin = way.compiled(game, k), way.twin(game, k)
    simulations = int((100 + 10 * k) * way.patience)
    done = compiled.search(state, simulations), twin.search(state, simulations)
    told, found = f"{game}, position {k}, {way.name}", disagreement(compiled, twin)
    assert found is None, f"{told}: {found}"
    assert done[0] == done[1], f"{told}: {done[0]} simulations, the twin ran {done[1]}"
    depths = compiled.desk.depths
    assert (depths[0], depths[1]) == (sum(twin.depths), max(twin.depths, default=0))


def test_every_rule_meets_every_game():
    assert len(NAMES) * POSITIONS == 200
    for name in NAMES:
        ways = ways_for(name)
        assert len(ways) <= POSITIONS
        assert {type(way.rule()).__name__ for way in ways} == {"UCT", "UCB1", "RAVE", "PUCT"}
        assert sorted(type(way.rule()).__name__ for way in each_rule(name)) == ["PUCT", "RAVE", "UCB1", "UCT"]


def test_chance_moves_first_in_some_positions_and_a_player_in_others():
    states = [position(game_named("pig"), k) for k in range(POSITIONS)]
    assert is_chance(states[0])
    assert {is_chance(state) for state in states[1:]} == {True, False}


def test_worlds_differ_in_what_is_legal():
    """In Tricks the tree has, below one node, actions that no single world allows together."""
    game, way = game_named("tricks"), EVERYWHERE[0]
    compiled = way.compiled(game, 1)
    compiled.search(position(game, 0), 300)
    most = max(len(compiled.children(i)) for i in compiled.children().values())
    assert most > 4


def test_the_solver_ends_some_searches_early():
    game, way = game_named("ring"), SOLVER
    ended = []
    for k in range(8):
        compiled, twin = way.compiled(game, k), way.twin(game, k)
        ended.append(compiled.search(position(game, k), 300))
        assert twin.search(position(game, k), 300) == ended[-1]
        assert disagreement(compiled, twin) is None
    assert min(ended) < 300 == max(ended)


def test_dice_follow_the_published_generator():
    """The first numbers from the state (1, 2), as the authors' C code gives them."""
    dice = Dice(0)
    dice.words = [1, 2]
    words = [393217, 669327710093319, 1732421326133921491, 11394790081659126983]
    assert [dice.word() for _ in range(4)] == words
    assert np.mean([dice.random() for _ in range(4000)]) == pytest.approx(0.5, abs=0.02)
