"""72 recorded decisions of NaiveMCTS, repeated with Java's generator: the same tree, child by child."""

import pytest

from tests.games.microrts.java_random import JavaRandom
from tests.games.microrts.recorded import action_of, lines, state_of
from tests.games.microrts.test_recorded_playouts import policy_of
from treewright.games.microrts.layout import ROOMS
from treewright.select.naive import Naive, combination, iterate, most_visited, new_thicket, plant, widen


class Singles(JavaRandom):
    """Java's generator where the tree asks it for single precision."""

    def random(self):
        return self.single()


def searched(told: dict):
    game, state = state_of(lines("states")[told["k"]])
    tree = new_thicket(game.state, told["iterations"], ROOMS[1][1])
    tree.states[1:2] = state
    policy, luck, sampler = policy_of(told["policy"]), Singles(told["seed_tree"]), JavaRandom(told["seed_sampler"])
    plant(game, tree, told["player"])
    done = 0
    while done < told["iterations"]:
        done += iterate(game, Naive(), policy, tree, told["player"], told["iterations"] - done, luck, sampler)
        if done < told["iterations"]:
            widen(tree)
    return game, state[0], tree, sampler


def words(game, s, tree, child):
    """What the units are told on the way to a child, as it is recorded."""
    return [[int(s["number"][i]), *action_of(game, s, i, code, 10)] for i, code in combination(tree, child)]


@pytest.mark.parametrize("part", range(8))
def test_a_recorded_decision_is_made_again(part):
    for told in lines("mcts")[part::8]:
        game, s, tree, sampler = searched(told)

        assert sampler.draws[0] == told["draws"]
        assert tree.nodes["visits"][1] == told["root_visits"]
        assert tree.nodes["value"][1] == pytest.approx(told["root_accum"], abs=1e-9)
        child = int(tree.nodes["first_child"][1])
        for visits, value, combined in told["children"]:
            assert words(game, s, tree, child) == combined
            assert tree.nodes["visits"][child] == visits
            assert tree.nodes["value"][child] == pytest.approx(value, abs=1e-9)
            child = int(tree.nodes["next_sibling"][child])
        assert child == 0
        assert words(game, s, tree, most_visited(tree)) == told["chosen"]
