"""The compiled engine and the plain twin agree in every cycle, whatever is ordered: the illegal, clashing, unpaid."""

import json
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.microrts.recorded import OURS, action_of, assignments_of, units_of
from tests.games.microrts.twin import ATTACK, HARVEST, MOVE, NONE, PRODUCE, RETURN, Order, World, told
from treewright.core.compiling import compiled
from treewright.games.microrts.cycle import complete, jump
from treewright.games.microrts.layout import ROOMS
from treewright.games.microrts.listing import MOST, list_actions
from treewright.games.microrts.maps import Map, Unit
from treewright.games.microrts.orders import obey
from treewright.games.microrts.rules import microrts
from treewright.games.microrts.unit_types import NAMES, RESOURCE, table

TABLES = json.loads((OURS / "unit_types.json").read_text())
CYCLES = 120


@compiled
def one_cycle(game, states, first, second, listed, counts):
    """Both players' orders, then the cycle; afterwards the legal actions of all units. Returns whether it is over."""
    r, s = game.rules[0], states[0]
    obey(r, s, first, listed[0])
    obey(r, s, second, listed[0])
    jump(s, s.time + 1)
    over = complete(r, s)
    for i in range(s.units):
        counts[i] = list_actions(r, s, i, listed[i]) if s.owner[i] >= 0 else 0
    return over


@compiled
def begin(game, states):
    game.set_up(states[0])


@st.composite
def battles(draw):
    """A small map full of units, few resources, and a seed for what the players order."""
    width, height = draw(st.integers(4, 9)), draw(st.integers(2, 6))
    cells = draw(st.permutations([(x, y) for y in range(height) for x in range(width)]))
    kinds = draw(st.lists(st.integers(0, len(NAMES) - 1), min_size=2, max_size=min(22, len(cells) - 2)))
    units = [Unit(kind, -1 if kind == RESOURCE else k % 2, *cells[k], draw(st.integers(1, 3)) if kind == RESOURCE
                  else int(kind == 3 and draw(st.booleans())), draw(st.integers(1, 4)), 10 + k)
             for k, kind in enumerate(kinds)]
    units += [Unit(1 + 2 * (player > 0), player, *cells[-1 - player], 0, 5, 40 + player) for player in (0, 1)]
    walls = [[False] * width for _ in range(height)]
    for x, y in cells[len(kinds):-2][:draw(st.integers(0, 3))]:
        walls[y][x] = True
    stocks = draw(st.integers(0, 9)), draw(st.integers(0, 9))
    return Map(width, height, tuple(map(tuple, walls)), stocks, tuple(units)), draw(st.integers(0, 10**6))


def order(world: World, unit, rng: random.Random) -> Order:
    """Often legal, often not, and sometimes what nobody could do."""
    if rng.random() < 0.6:
        return rng.choice(world.legal(unit, rng.randint(-2, 12)))
    what = rng.choice([NONE, MOVE, HARVEST, RETURN, PRODUCE, PRODUCE, ATTACK])
    if what == NONE:
        return Order(NONE, rng.randint(-2, 27))
    if what == ATTACK:
        return Order(ATTACK, x=unit.x + rng.randint(-4, 4), y=unit.y + rng.randint(-4, 4))
    return Order(what, rng.randrange(4), made=rng.choice(NAMES[1:]) if what == PRODUCE else None)


def rows(orders, world: World) -> np.ndarray:
    return np.array([[world.units.index(unit), one.what, one.parameter, one.x, one.y,
                      NAMES.index(one.made) if one.made else 0] for unit, one in orders], np.int64).reshape(-1, 6)


@pytest.mark.parametrize("by_turns", [False, True])
@settings(max_examples=60, deadline=None)
@given(battles(), st.sampled_from([1, 2]))
def test_engine_and_twin_agree_whatever_is_ordered(by_turns, battle, version):
    drawn, seed = battle
    rng = random.Random(seed)
    game = microrts(types=version, conflict="turns" if by_turns else "both")
    game.furnish(drawn, table(version), ROOMS[1])
    states, over = np.zeros(1, game.state), False
    begin(game, states)
    world = World(TABLES[str(version)], ["".join("01"[wall] for wall in row) for row in drawn.walls], drawn.stocks,
                  [[u.number, NAMES[u.kind], u.owner, u.x, u.y, u.hits, u.load] for u in drawn.units], by_turns)
    listed, counts = np.zeros((ROOMS[1][1], MOST), np.int32), np.zeros(ROOMS[1][1], np.int32)
    while not over and world.time < CYCLES:
        orders = [[(unit, order(world, unit, rng)) for unit in rng.sample(idle, len(idle)) if rng.random() < 0.9]
                  for idle in map(world.idle, (0, 1))]
        over = one_cycle(game, states, rows(orders[0], world), rows(orders[1], world), listed, counts)
        for one in orders:
            world.obey(one)
        assert world.cycle() == over
        s = states[0]
        assert units_of(game, s) == world.units_told()
        assert assignments_of(game, s) == world.tasks_told()
        assert (s["time"], s["stock"].tolist()) == (world.time, world.stocks)
        for i, unit in enumerate(world.units):
            if unit.owner >= 0:
                ours = [action_of(game, s, i, int(code), 10) for code in listed[i, :counts[i]]]
                assert ours == [told(one) for one in world.legal(unit)]
