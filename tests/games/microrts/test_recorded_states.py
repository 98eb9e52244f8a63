"""288 recorded states: legal actions in order, what is consistent with the reservations, evaluations to the bit."""

import numpy as np
import pytest

from tests.games.microrts.recorded import action_of, assignments_of, lines, state_of, units_of
from treewright.core.compiling import compiled
from treewright.games.microrts.cycle import next_change
from treewright.games.microrts.evaluation import NAMES as FORMS
from treewright.games.microrts.evaluation import evaluate, forward, most_possible
from treewright.games.microrts.issuing import fits
from treewright.games.microrts.layout import IDLE
from treewright.games.microrts.listing import MOST, list_actions


@compiled
def look(game, states, listed, counts, consistent, forms, values):
    """Fill in the legal codes of every unit with their consistency, and all evaluations; returns the next change."""
    r, s = game.rules[0], states[0]
    idle = False
    for i in range(s.units):
        if s.owner[i] >= 0:
            idle |= s.doing[i] == IDLE
            counts[i] = list_actions(r, s, i, listed[i])
            for k in range(counts[i]):
                consistent[i, k] = fits(r, s, i, listed[i, k])
    for form in range(forms):
        for me in range(2):
            values[form, me] = evaluate(r, s, me, form)
    values[forms + 1, 0] = values[forms + 1, 1] = most_possible(r, s)
    change = s.time if idle else next_change(s)
    game.copy(states, 1, s)
    forward(r, states[1])
    for me in range(2):
        values[forms, me] = values[0, me] + np.float32(0.5) * evaluate(r, states[1], me, 0)
    return change


@pytest.mark.parametrize("part", range(8))
def test_legal_actions_reservations_and_evaluations_are_those_recorded(part):
    for told in lines("states")[part::8]:
        game, states = state_of(told)
        assert units_of(game, states[0]) == told["u"]
        assert assignments_of(game, states[0]) == told["s"]
        states = np.concatenate([states, states])
        listed, counts = np.zeros((len(told["u"]), MOST), np.int32), np.zeros(len(told["u"]), np.int32)
        consistent, values = np.zeros(listed.shape, np.int8), np.zeros((len(FORMS) + 2, 2), np.float32)
        change = look(game, states, listed, counts, consistent, len(FORMS), values)
        assert change == told["next_change"]
        for i, unit in enumerate(told["u"]):
            if unit[2] >= 0:
                ours = [action_of(game, states[0], i, int(code), 10) for code in listed[i, :counts[i]]]
                assert ours == told["order"][str(unit[0])]
                assert consistent[i, :counts[i]].tolist() == told["ok"][str(unit[0])]
        for name, pair in zip((*FORMS, "fwd_sqrt3"), values):
            assert pair.view(np.int32).tolist() == [bits for _, bits in told["eval"][name]], name
        assert float(values[-1, 0]) == told["upper"]["simple"]
