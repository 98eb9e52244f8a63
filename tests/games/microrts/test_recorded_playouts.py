"""288 recorded playouts of 100 cycles, repeated with Java's generator: the same draws, the same end."""

import numpy as np
import pytest

from tests.games.microrts.java_random import JavaRandom
from tests.games.microrts.recorded import assignments_of, lines, state_of, units_of
from treewright.core.compiling import compiled
from treewright.games.microrts.evaluation import evaluate
from treewright.games.microrts.playing import play_on
from treewright.games.microrts.policies import Weights


def policy_of(text: str) -> Weights:
    """`Wa:0,0,.2,.2,.3,.3` weighs actions, `Wt:` kinds."""
    how, _, weights = text.partition(":")
    return Weights() if how == "RandomBiased" else Weights([float(w) for w in weights.split(",")], how == "Wt")


@compiled
def play_and_judge(game, states, policy, cycles, rng):
    r, s = game.rules[0], states[0]
    over = play_on(r, s, (policy, policy), s.time + cycles, rng)
    return over, evaluate(r, s, 0, 0)


def nameless(units_or_assignments: list[list]) -> list[list]:
    return [one[1:] for one in units_or_assignments]


@pytest.mark.parametrize("part", range(8))
def test_a_recorded_playout_is_repeated_draw_by_draw(part):
    states = lines("states")
    for told in lines("playouts")[part::8]:
        game, state = state_of(states[told["k"]])
        java = JavaRandom(told["seed"])
        over, value = play_and_judge(game, state, policy_of(told["policy"]), 100, java)
        s = state[0]
        assert java.draws[0] == told["draws"]
        assert (s["time"], over, s["stock"].tolist()) == (told["time"], told["gameover"], told["r"])
        assert nameless(units_of(game, s)) == nameless(told["u"])
        assert nameless(assignments_of(game, s)) == nameless(told["s"])
        assert np.float32(value).view(np.int32) == told["eval0"][1]
