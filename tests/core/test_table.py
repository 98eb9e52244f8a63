"""The table of positions: ways to a position share its numbers, it grows, it is full, it is kept from move to move."""

import numpy as np
import pytest

import treewright as tw
from tests.small_games.pig import Pig
from tests.twin.playouts import after
from tests.twin.readings import Search, compare, differ_in, game_for, positions
from tests.twin.side_by_side import Compiled
from treewright.core.errors import Refused
from treewright.core.record import view
from treewright.core.table import SIZE, SMALLEST, TAKEN
from treewright.core.tree import ROOT, USED
from treewright.games.heap_go import HeapGo
from treewright.playout.incentive import Incentive

RANDOM = {"default": "rand"}
CELLS = game_for("tic_tac_toe", 0)
RING = game_for("ring", 0)
HEAPS = HeapGo(4, 4)
KINDS = ("heap_go", "tic_tac_toe", "ring")


def searched(game, simulations, seed=0, **given) -> Compiled:
    """The start of a game, searched with random playouts."""
    compiled = Search(game, RANDOM, {}, "table", seed, **given).compiled()
    compiled.search(game.new(seed), simulations)
    return compiled


def block(compiled, at):
    """The records of a position's actions, by action."""
    nodes = compiled.tree.nodes
    first, room = nodes["first"][at], nodes["room"][at]
    return {int(nodes["action"][i]): i for i in range(first, first + room)}


def reached(compiled, *actions):
    """Where a sequence of actions leads."""
    at = ROOT
    for action in actions:
        at = block(compiled, at)[action]
    return at


def ledger(compiled):
    return compiled.parts[1].ledger


# ---------------------------------------------------------------- positions


def test_every_order_of_the_same_moves_leads_to_the_same_numbers():
    """X in the corner and in the middle, O on an edge: X may come in either order."""
    compiled = searched(CELLS, 2000)
    nodes = compiled.tree.nodes
    one, other = reached(compiled, 0, 1, 4), reached(compiled, 4, 1, 0)
    assert one != other
    assert nodes["first"][one] == nodes["first"][other] > 0
    home = nodes["first"][one] - 1
    assert nodes["visits"][home] == nodes["visits"][one] + nodes["visits"][other]
    assert nodes["visits"][one] != nodes["visits"][home]
    assert nodes["first"][reached(compiled, 0, 4, 1)] != nodes["first"][one]


@pytest.mark.parametrize("name", KINDS)
def test_whoever_comes_into_a_position_leaves_it_by_one_of_its_actions(name):
    """So many visits of each position as there are of all that leads to it, and of all that leads on."""
    game = game_for(name, 0)
    compiled = searched(game, 500)
    nodes, homes = compiled.tree.nodes, positions(compiled)
    came = dict.fromkeys(homes, 0)
    came[int(nodes["first"][ROOT]) - 1] = 500
    for home in homes:
        leaving = range(home + 1, home + 1 + int(nodes["room"][home]))
        assert sum(int(nodes["visits"][i]) for i in leaving) == nodes["visits"][home]
        for i in leaving:
            if nodes["room"][i] > 0:
                came[int(nodes["first"][i]) - 1] += int(nodes["visits"][i])
    assert came == {home: int(nodes["visits"][home]) for home in homes}
    assert min(came.values()) > 0
    assert len(homes) == ledger(compiled)[TAKEN]


def test_a_simulation_keeps_every_position_on_its_way():
    compiled = searched(HEAPS, 1)
    plies = int(compiled.desk.depths[1])
    assert 4 <= plies <= 16
    assert ledger(compiled)[TAKEN] == plies == compiled.desk.traces["depth"][0] == compiled.desk.traces["length"][0]


@pytest.mark.parametrize("name", KINDS)
def test_no_position_stands_in_two_places_and_no_two_in_one(name):
    game = game_for(name, 0)
    compiled = searched(game, 300)
    found: dict[bytes, int] = {}
    waiting, met = [(ROOT, game.new(0))], set()
    while waiting:
        at, state = waiting.pop()
        home = int(compiled.tree.nodes["first"][at])
        assert found.setdefault(game.identity(state), home) == home
        if home in met:
            continue
        met.add(home)
        for action, i in block(compiled, at).items():
            if compiled.tree.nodes["room"][i] > 0:
                following = np.zeros(1, game.state)
                following[0] = after(game, view(state), action)
                waiting.append((i, following))
    assert len(set(found.values())) == len(found) == ledger(compiled)[TAKEN]


# ---------------------------------------------------------------- a table that grows


def test_a_table_that_grows_keeps_what_it_holds():
    """Beside a dictionary, before it moved and after it did so twice."""
    search = Search(RING, RANDOM, {}, "table", 0)
    compiled, twin = compare(search, 40, moves=0)
    assert (ledger(compiled)[SIZE], ledger(compiled)[TAKEN]) == (SMALLEST, len(twin.known))
    for more in (120, 240):
        compiled.search(RING.new(0), more)
        twin.search(RING.new(0), more)
        differ_in(search, compiled, twin, f"{more} more")
        assert len(twin.known) == ledger(compiled)[TAKEN]
        assert 4 * len(twin.known) <= 3 * ledger(compiled)[SIZE]
    assert ledger(compiled)[SIZE] == 4 * SMALLEST
    assert not compiled.full


def test_it_makes_no_difference_how_large_a_table_may_become():
    small, large = (searched(RING, 300, entries=entries) for entries in (1 << 13, 1 << 16))
    assert SMALLEST < ledger(small)[SIZE] == ledger(large)[SIZE] < 1 << 13
    assert np.array_equal(small.tree.nodes, large.tree.nodes)


# ---------------------------------------------------------------- a table that is full


@pytest.mark.parametrize(("name", "entries"), [("tic_tac_toe", 16), ("heap_go", 32), ("ring", 64)])
def test_a_full_table_takes_no_more_positions_and_the_search_goes_on(name, entries):
    """Beside the twin; after the move the table begins anew, and is full again."""
    search = Search(game_for(name, 0), RANDOM, {}, "table", 0, entries=entries)
    compiled, twin = compare(search, 150, moves=0)
    assert compiled.full
    assert twin.full
    assert ledger(compiled)[TAKEN] == len(twin.known) == 3 * entries // 4
    compare(search, 150, moves=2)


@pytest.mark.parametrize("reading", [{}, {"sample": "states"}, {"others": "any", "start": "seen"}])
def test_a_table_whose_records_are_used_up_is_full(reading):
    search = Search(HEAPS, reading, {}, "table", 0, memory=300)
    compiled, twin = compare(search, 100, moves=2)
    assert compiled.full
    assert 300 - (1 + HEAPS.widest) < compiled.tree.pool[USED] <= 300
    assert compiled.desk.traces["depth"][0] < compiled.desk.traces["length"][0]
    assert twin.size == compiled.tree.pool[USED]


# ---------------------------------------------------------------- from move to move, and as an agent


def test_what_is_known_after_a_move_is_known_from_all_that_was_searched_before():
    """The position after two moves was also reached in the other order, and those visits count."""
    compiled = searched(CELLS, 2000)
    nodes, at = compiled.tree.nodes, reached(compiled, 0, 1, 4)
    everything, taken = int(nodes["visits"][nodes["first"][at] - 1]), int(ledger(compiled)[TAKEN])
    for action in (0, 1, 4):
        compiled.keep(action)
    assert nodes["visits"][ROOT] == everything > nodes["visits"][at]
    compiled.search(CELLS.position([0, 1, 4]), 100)
    assert nodes["visits"][ROOT] == everything + 100
    assert ledger(compiled)[TAKEN] >= taken


def test_a_move_that_nobody_searched_begins_anew():
    compiled = searched(CELLS, 3)
    untaken = next(action for action, i in block(compiled, ROOT).items() if not compiled.tree.nodes["visits"][i])
    first = int(compiled.tree.nodes["first"][ROOT])
    position = compiled.tree.nodes["action"][first:first + 9].tolist().index(untaken)
    assert position >= 3
    compiled.tree.nodes["count"][ROOT] = 9
    compiled.keep(untaken)
    compiled.search(CELLS.position([untaken]), 50)
    assert sum(compiled.visits().values()) == compiled.tree.nodes["visits"][ROOT] == 50
    assert len(positions(compiled)) == ledger(compiled)[TAKEN]


def agent(seed=1, game=HEAPS, **given):
    found = tw.uct(playout=Incentive(**given.pop("reading", {})), states="table", **{"simulations": 200, **given})
    return found.search(game, game.new(3), seed)


def test_the_same_seed_has_the_same_result():
    one, same, other = agent(1), agent(1), agent(2)
    assert np.array_equal(one.tree.nodes, same.tree.nodes)
    assert [row.visits for row in one.rows] == [row.visits for row in same.rows]
    assert [row.visits for row in one.rows] != [row.visits for row in other.rows]


def test_threads_have_tables_of_their_own():
    one, same = agent(threads=2), agent(threads=2)
    assert sum(row.visits for row in one.rows) == 200
    assert [row.visits for row in one.rows] == [row.visits for row in same.rows]


def test_an_agent_in_too_little_memory_says_that_it_is_full():
    assert not agent().full
    little = agent(memory=0.01)
    assert little.full
    assert sum(row.visits for row in little.rows) == 200


def test_an_agent_keeps_its_table_through_a_game():
    """When a player is to move again, it knows of the position what it had searched of it."""
    game, player = CELLS, tw.uct(playout=Incentive(**RANDOM), states="table", simulations=500)
    player.begin(game, 0, 1)
    visits = []
    for moves in ([], [4, 0]):
        player.see(game.position(moves[:1]))
        player.see(game.position(moves))
        player.choose()
        visits.append(int(player.result().tree.nodes["visits"][ROOT]))
    assert visits[0] == 500
    assert visits[1] > 510


def test_the_table_finds_the_only_move():
    """O must stop 0 1 2."""
    for seed in range(3):
        found = tw.uct(playout=Incentive(), states="table", simulations=3000).search(
            CELLS, CELLS.position([0, 4, 1]), seed)
        assert found.choice == 2


# ---------------------------------------------------------------- bad input


@pytest.mark.parametrize(("given", "said"), [
    ({"states": "positions"}, "states must be one of tree, table, not 'positions'"),
    ({"states": "table", "solver": True}, "so it cannot have a solver"),
    ({"states": "table", "leaf": tw.mixed(tw.rollout(), weight=0.5)}, "so it cannot have a leaf"),
])
def test_what_a_table_cannot_do_is_refused(given, said):
    with pytest.raises(Refused, match=said):
        tw.uct(simulations=10, **given)


def test_games_of_chance_are_refused():
    with pytest.raises(Refused, match="states=table is for games where all is seen and nothing is left to chance; in "
                                      "pig chance moves"):
        tw.uct(simulations=10, states="table").search(Pig())


def test_memory_that_holds_no_position_is_refused():
    with pytest.raises(Refused, match="holds 2 nodes, fewer than the 4 actions of heap_go"):
        agent(memory=0.0001)


def test_kinds_are_games_that_have_transpositions():
    """Else nothing here is tested."""
    for name in KINDS:
        game = game_for(name, 0)
        compiled = searched(game, 200)
        leading = [int(compiled.tree.nodes["first"][i]) for home in positions(compiled)
                   for i in range(home + 1, home + 1 + int(compiled.tree.nodes["room"][home]))
                   if compiled.tree.nodes["room"][i] > 0]
        assert len(leading) > len(set(leading)) + 10
