"""288 recorded states: legal actions in order, what is consistent with the reservations, evaluations to the bit."""

import numpy as np
import pytest

from tests.games.microrts.recorded import action_of, assignments_of, game_of, lines, map_of, units_of
from treewright.core.compiling import compiled
from treewright.games.microrts import codes
from treewright.games.microrts.cycle import next_change
from treewright.games.microrts.evaluation import NAMES as FORMS
from treewright.games.microrts.evaluation import evaluate, forward, most_possible
from treewright.games.microrts.issuing import begin, fits
from treewright.games.microrts.layout import IDLE
from treewright.games.microrts.listing import MOST, list_actions
from treewright.games.microrts.rules import MicroRTS
from treewright.games.microrts.unit_types import NAMES, table


@compiled
def put(game, s, time, rows):
    """The beginning of the map with some units busy; rows of unit, since, until and code, in order."""
    game.set_up(s)
    for row in rows:
        s.time = row[1]
        begin(game.rules[0], s, row[0], row[3], row[2] - row[1])
    s.time = time


def state_of(told: dict) -> tuple[MicroRTS, np.ndarray]:
    """A recorded state as one of ours."""
    game, states, rows = game_of(told), None, []
    states = np.zeros(1, game.state)
    place = {unit[0]: (i, NAMES.index(unit[1])) for i, unit in enumerate(told["u"])}
    kinds = table(told["utt"])
    for number, since, what, parameter, x, y, made in told["s"]:
        i, kind = place[number]
        if what == codes.NONE:
            code, lasting = 0, parameter
        elif what == codes.ATTACK:
            step = x - told["u"][i][3], y - told["u"][i][4]
            code, lasting = codes.FIRST[codes.ATTACK] + codes.AROUND.index(step), kinds[kind].attack
        else:
            code = codes.FIRST[what] + parameter + (4 * (NAMES.index(made) - 1) if made else 0)
            lasting = (kinds[NAMES.index(made)].produce if made
                       else kinds[kind].harvest if what == codes.HARVEST else kinds[kind].move)
        rows.append((i, since, since + lasting, code))
    put(game, states[0], told["time"], np.array(rows, np.int64).reshape(-1, 4))
    return game, states


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
        assert float(values[-1, 0]) == told["upper"]
