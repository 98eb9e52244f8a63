"""What a search promises whatever its rule: budgets in parts, full memory, reports, kept subtrees."""

import numpy as np
import pytest

from tests.twin import rules
from tests.twin.side_by_side import (
    SMALL_GAMES,
    SOLVER,
    Way,
    disagreement,
    game_named,
    leaning_way,
    position,
    way,
)
from tests.twin.twin import Twin
from treewright.agents.ready import uct
from treewright.core.record import view
from treewright.core.stream import branch
from treewright.select.rave import RAVE
from treewright.select.uct import UCT

PLAIN = way(UCT, rules.UCT)
ALL_AT_ONCE = way(UCT, rules.UCT, expand="all")
DRAWN = way(UCT, rules.UCT, ties="drawn")
HAND = way(RAVE, rules.RAVE)
SEEN = ("ring", "stakes", "trio")


@pytest.mark.parametrize("name", [*SEEN, "pig"])
def test_expanding_one_child_or_all_visits_the_same(name):
    game = game_named(name)
    for k in range(5):
        one, everyone = PLAIN.compiled(game, k), ALL_AT_ONCE.compiled(game, k)
        for search in (one, everyone):
            search.search(position(game, k), 300)
        visited = {action: visits for action, visits in everyone.visits().items() if visits > 0}
        assert one.visits() == visited
        assert one.means() == {action: mean for action, mean in everyone.means().items() if action in visited}


@pytest.mark.parametrize("name", SMALL_GAMES)
@pytest.mark.parametrize("how", [DRAWN, HAND], ids=lambda how: how.name)
def test_two_halves_are_one_search(name, how):
    game, state = game_named(name), position(game_named(name), 3)
    whole, halves = how.compiled(game, 3), how.compiled(game, 3)
    assert whole.search(state, 300) == 300
    assert halves.search(state, 150) + halves.search(state, 150) == 300
    assert np.array_equal(whole.tree.nodes, halves.tree.nodes)
    assert np.array_equal(whole.desk.moments, halves.desk.moments)


@pytest.mark.parametrize("name", SEEN)
def test_with_full_memory_it_goes_on_as_its_twin_does(name):
    game, state = game_named(name), position(game_named(name), 0)
    compiled, twin = PLAIN.compiled(game, 5, memory=60), PLAIN.twin(game, 5, memory=60)
    assert compiled.search(state, 400) == twin.search(state, 400) == 400
    assert compiled.full
    assert compiled.used <= 60
    assert sum(compiled.visits().values()) == 400
    assert disagreement(compiled, twin) is None


@pytest.mark.parametrize("name", ["pig", "tricks"])
def test_with_full_memory_every_simulation_still_counts(name):
    game = game_named(name)
    compiled = PLAIN.compiled(game, 5, memory=40)
    assert compiled.search(position(game, 0), 1000) == 1000
    assert compiled.full
    assert compiled.used <= 40
    assert sum(compiled.visits().values()) == 1000


def test_memory_that_does_not_even_hold_the_roots_children():
    game = game_named("ring")
    compiled = PLAIN.compiled(game, 5, memory=6)
    assert compiled.search(position(game, 0), 100) == 100
    assert compiled.visits() == {}
    assert compiled.tree.nodes["visits"][1] == 100


# ---------------------------------------------------------------- subtrees


def follow(how: Way, name: str, seed: int) -> None:
    """Three searches in a row, each in the subtree of the most visited action (and of what chance then
    brings)."""
    game, state = game_named(name), position(game_named(name), 0)
    compiled, twin = how.compiled(game, seed), how.twin(game, seed)
    for _ in range(3):
        assert compiled.search(state, 200) == twin.search(state, 200)
        assert disagreement(compiled, twin) is None
        visits = compiled.visits()
        action = max(visits, key=lambda action: (visits[action], action))
        expected = subtree(compiled, compiled.children()[action])
        compiled.keep(action)
        assert subtree(compiled, 1) == expected
        twin.keep(action)
        state = state.copy()
        with np.errstate(over="ignore"):
            game.play(view(state), action)


def subtree(compiled, at):
    """A node and all below it, by action: every column but where the children stand."""
    kept = [name for name in compiled.tree.nodes.dtype.names if name not in ("first", "room")]
    columns = tuple(compiled.tree.nodes[name][at].item() for name in kept)
    return columns, {action: subtree(compiled, i) for action, i in compiled.children(at).items()}


@pytest.mark.parametrize("name", [*SEEN, "pig"])
@pytest.mark.parametrize("how", [DRAWN, HAND, leaning_way()], ids=lambda how: how.name)
def test_a_kept_subtree_is_whole_and_the_search_goes_on_in_it(name, how):
    follow(how, name, 1)


def test_a_kept_subtree_keeps_what_is_proven():
    follow(SOLVER, "ring", 2)


def test_a_kept_subtree_is_whole_where_worlds_differ():
    game, state = game_named("tricks"), position(game_named("tricks"), 0)
    compiled = DRAWN.compiled(game, 1)
    compiled.search(state, 500)
    for action, i in compiled.children().items():
        fresh = DRAWN.compiled(game, 1)
        fresh.search(state, 500)
        expected = subtree(fresh, i)
        fresh.keep(action)
        assert subtree(fresh, 1) == expected
        assert fresh.used <= compiled.used


# ---------------------------------------------------------------- the report


@pytest.mark.parametrize("name", ["ring", "trio", "pig"])
def test_a_report_says_what_the_twin_counted(name):
    """Visits, means, and intervals: 1.96 standard errors of the rewards that the twin wrote down one by
    one."""
    game, state = game_named(name), position(game_named(name), 4)
    found = uct(simulations=300).search(game, state, seed=9)
    twin = Twin(game, rules.UCT(), branch(9, 0))
    twin.search(state, 300)
    assert {row.action: row.visits for row in found.rows} == twin.visits()
    assert found.depth_mean == pytest.approx(np.mean(twin.depths))
    assert found.depth_largest == max(twin.depths)
    for row in found.rows:
        rewards = np.array(twin.rewards[row.action], np.float64)
        error = 1.96 * rewards.std(ddof=1) / np.sqrt(len(rewards))
        assert len(rewards) == row.visits
        assert row.mean == twin.means()[row.action]
        assert row.mean == pytest.approx(rewards.mean(), abs=1e-6)
        assert (row.low, row.high) == pytest.approx((row.mean - error, row.mean + error), abs=1e-6)


def test_threads_are_searches_of_their_own_added_up():
    game, state = game_named("ring"), position(game_named("ring"), 0)
    found = uct(simulations=301, threads=2).search(game, state, seed=9)
    twins = [Twin(game, rules.UCT(), branch(9, k)) for k in range(2)]
    twins[0].search(state, 151)
    twins[1].search(state, 150)
    for row in found.rows:
        visits = [twin.visits()[row.action] for twin in twins]
        means = [twin.means()[row.action] for twin in twins]
        assert row.visits == sum(visits)
        assert row.mean == pytest.approx(np.average(means, weights=visits), abs=1e-6)


def test_an_agent_keeps_its_tree_over_a_whole_game():
    game, agent = game_named("ring"), uct(simulations=150)
    state = game.new()
    agent.begin(game, 0, 4)
    twin, luck = Twin(game, rules.UCT(), branch(4, 0)), np.random.default_rng(0)
    s = view(state)
    while not s.over:
        agent.see(state)
        if s.to_move == 0:
            action = agent.choose()
            twin.search(state, 150)
            told = {row.action: row.visits for row in agent.result().rows}
            assert told == {action: twin.visits().get(action, 0) for action in game.choices(s)}
        else:
            action = int(luck.choice(game.choices(s)))
        twin.keep(action)
        game.play(s, action)


def test_means_are_on_the_scale_that_was_asked_for():
    """Ring's scores are -4 to 4: on the scale `raw` all is four times what it is on `sign`, without any
    rounding."""
    game, state = game_named("ring"), position(game_named("ring"), 0)
    sign = way(UCT, rules.UCT, scale="sign", c=1.0).compiled(game, 0)
    raw = way(UCT, rules.UCT, scale="raw", c=4.0).compiled(game, 0)
    for search in (sign, raw):
        search.search(state, 300)
    assert sign.visits() == raw.visits()
    assert {action: 4 * mean for action, mean in sign.means().items()} == raw.means()
