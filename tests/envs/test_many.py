"""Many games at once: each is the game that it would be alone, with the same seed and the same actions."""

import numpy as np
import pytest

import treewright as tw
from tests.envs.places import PIG, STAKES, TRICKS, TRIO
from treewright import envs
from treewright.core.compiling import counts
from treewright.core.errors import Refused
from treewright.core.planes import planes_of

GAMES = ["tic_tac_toe", "heap_go", PIG, STAKES, TRICKS, TRIO]
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda name: name.rpartition("/")[2])


def choose(mask, lot):
    """The legal action that a number below 1 stands for."""
    legal = np.flatnonzero(mask)
    return int(legal[int(lot * len(legal))])


def lots(seed, steps):
    return np.random.default_rng(seed).random(steps)


@each_game
def test_a_game_among_many_is_the_game_alone(game):
    """Over several games one after the other: planes, masks, movers, rewards, ends."""
    steps, seeds = 60, [5, 9, 5, 2]
    many, chosen = envs.vector(game, games=4), np.stack([lots(k, steps) for k in (0, 1, 0, 2)])
    batch = many.reset(seeds)
    alone = [envs.aec(game) for _ in seeds]
    for env, seed in zip(alone, seeds):
        env.reset(seed=seed)
    ends = 0
    for t in range(steps):
        actions = [choose(batch.mask[i], chosen[i, t]) for i in range(4)]
        before = batch
        batch = many.step(actions)
        for i, env in enumerate(alone):
            seen = env.last()[0]
            assert np.array_equal(before.observation[i], seen["observation"])
            assert np.array_equal(before.mask[i], seen["action_mask"])
            assert env.agent_selection == f"player_{before.player[i]}"
            env.step(actions[i])
            assert batch.reward[i].tolist() == pytest.approx([env.rewards[one] for one in env.possible_agents])
            assert batch.over[i] == any(env.terminations.values())
            if batch.over[i]:
                ends += 1
                env.reset()
    assert ends > 8
    for one in (batch.observation, batch.mask, batch.player, batch.reward, many.states):
        assert np.array_equal(one[0], one[2]), "the same seed and the same actions"


def test_a_game_does_not_depend_on_how_many_there_are_or_where_it_stands():
    few, more = envs.vector(STAKES, 2), envs.vector(STAKES, 5)
    one, two = few.reset([7, 8]), more.reset([1, 8, 3, 7, 4])
    for lot in lots(1, 40):
        assert np.array_equal(one.observation, two.observation[[3, 1]])
        assert np.array_equal(one.reward, two.reward[[3, 1]])
        one = few.step([choose(mask, lot) for mask in one.mask])
        two = more.step([choose(mask, lot) for mask in two.mask])


def test_one_seed_branches_into_one_for_each_game():
    few, more = envs.vector(STAKES, 3), envs.vector(STAKES, 6)
    few.reset(4)
    more.reset(4)
    assert np.array_equal(few.states, more.states[:3])
    assert len({state.tobytes() for state in more.states}) == 6
    more.reset()
    assert not np.array_equal(few.states, more.states[:3]), "without a seed the numbers go on"
    more.reset(4)
    assert np.array_equal(few.states, more.states[:3])
    fresh = [envs.vector(STAKES, 3) for _ in range(2)]
    for one in fresh:
        one.reset()
    assert not np.array_equal(fresh[0].states, fresh[1].states)


def test_what_was_returned_is_not_written_to_again():
    many = envs.vector("tic_tac_toe", 3)
    first = many.reset(0)
    kept = [array.copy() for array in first]
    first.mask[:] = 1
    kept[1][:] = 1
    many.step([0, 1, 2])
    with pytest.raises(Refused):
        many.step([0, 0, 0])
    assert all(np.array_equal(one, other) for one, other in zip(first, kept))
    assert not many.reset(0).over.any()


def test_nothing_is_played_if_one_action_is_not_legal():
    many = envs.vector("tic_tac_toe", 3)
    many.reset(0)
    many.step([0, 1, 2])
    before = many.states.tobytes()
    for actions, said in (([1, 1, 1], "action 1 is not legal for player 1 of game 1 in tic_tac_toe now"),
                          ([1, 2, 9], "action 9 is not legal for player 1 of game 2"),
                          ([-1, 2, 9], "action -1 is not legal for player 1 of game 0")):
        with pytest.raises(Refused, match=said):
            many.step(actions)
        assert many.states.tobytes() == before


@pytest.mark.parametrize("actions", [[1], [[1, 2]], [0.0, 1.0], "ab", 3])
def test_actions_must_be_a_whole_number_for_each_game(actions):
    many = envs.vector("tic_tac_toe", 2)
    many.reset(0)
    with pytest.raises(Refused, match="actions must be 2 whole numbers, one for each game"):
        many.step(actions)


@pytest.mark.parametrize(("make", "said"), [
    (lambda: envs.vector("tic_tac_toe", 0), "games must be a whole number from 1 to 1048576, not 0"),
    (lambda: envs.vector("tic_tac_to"), "there is no game tic_tac_to; did you mean tic_tac_toe?"),
    (lambda: envs.vector("tic_tac_toe", 2).step([0, 0]), "these games have not begun: call reset() first"),
    (lambda: envs.vector("tic_tac_toe", 2).reset([1]), "there are 2 games, but 1 seeds"),
    (lambda: envs.vector("tic_tac_toe", 2).reset([1, -1]), "a seed must be a whole number, 0 or above, not -1"),
])
def test_what_makes_no_sense_is_refused(make, said):
    with pytest.raises(Refused) as refused:
        make()
    assert said in str(refused.value)


def test_another_number_of_games_and_another_size_compile_nothing():
    envs.vector("heap_go", 2).reset(0)
    before = counts.compiled
    batch = envs.vector("heap_go(6)", 7).reset(0)
    assert counts.compiled == before
    assert batch.observation.shape == (7, 4, 6, 6)
    assert np.array_equal(batch.observation, planes_of(envs.vector("heap_go(6)", 1).game, _states("heap_go(6)", 7)))


def _states(game, games):
    many = envs.vector(game, games)
    many.reset(0)
    return many.states


@each_game
def test_sampled_actions_are_legal_drawn_from_their_own_numbers_and_leave_the_games_alone(game):
    many, drawn = envs.vector(game, 5), []
    with pytest.raises(Refused, match=r"these games have not begun: call reset\(\) first"):
        many.sample(tw.Stream(1))
    batch = many.reset(3)
    for t in range(30):
        before, actions = many.states.tobytes(), many.sample(tw.Stream(t))
        assert np.array_equal(actions, many.sample(tw.Stream(t)))
        assert many.states.tobytes() == before
        assert all(batch.mask[i, action] for i, action in enumerate(actions))
        drawn.append([many.sample(tw.Stream(k)).tobytes() for k in range(5)])
        batch = many.step(actions)
    assert any(len(set(some)) > 1 for some in drawn)
