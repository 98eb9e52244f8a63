"""PettingZoo: its own tests pass for every game, and what it asks for is what the rules say."""

import sys

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.utils.wrappers import OrderEnforcingWrapper, TerminateIllegalWrapper

from tests.envs.places import PIG, STAKES, TRICKS, TRIO
from treewright import envs
from treewright.agents import language
from treewright.agents.registry import GAMES
from treewright.core.errors import Refused
from treewright.core.planes import planes_of
from treewright.core.record import view

EVERY = [*GAMES, PIG, STAKES, TRICKS, TRIO]
every_game = pytest.mark.parametrize("game", EVERY, ids=lambda name: name.rpartition("/")[2])
CYCLES = 60


def play(env, rng):
    """Play at random to the end; the total of what each player got."""
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        totals[agent] += reward
        env.step(None if over else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    return totals


@every_game
@pytest.mark.filterwarnings("ignore")      # it would rather have no mask beside the observation, and no words of ours
def test_the_tests_of_pettingzoo_pass(game, capsys):
    api_test(envs.aec(game), CYCLES)
    assert "Passed API test" in capsys.readouterr().out
    seed_test(lambda: envs.aec(game), CYCLES)
    if game in ("tic_tac_toe", "heap_go"):
        return
    render_test(lambda render_mode: envs.aec(game, render_mode))


@pytest.mark.parametrize("game", ["tic_tac_toe", "heap_go"])
def test_every_render_mode_shows_what_the_game_draws(game):
    text = []

    def says(kind):
        return lambda shown: text.append((kind, shown)) is None

    render_test(lambda render_mode: envs.aec(game, render_mode),
                {mode: says(mode) for mode in ("human", "ansi", "rgb_array")})
    assert [kind for kind, _ in text] == 5 * ["human"] + 5 * ["ansi"] + 5 * ["rgb_array"]
    made = envs.aec(game, "ansi")
    made.reset(seed=1)
    assert made.render() == made.game.show(view(made.states))
    pictures = [shown for kind, shown in text if kind == "rgb_array"]
    assert not np.array_equal(pictures[0], pictures[-1])
    assert all(200 < np.count_nonzero(one < 128) < one.size / 4 for one in pictures), "some text, and mostly paper"


@every_game
def test_a_game_follows_the_rules_move_by_move(game):
    env, rng = envs.aec(game, scale="raw"), np.random.default_rng(5)
    rules = env.game
    for seed in range(3):
        env.reset(seed=seed)
        if not rules.chance:
            assert env.states.tobytes() == rules.new(seed).tobytes()
        while not any(env.terminations.values()):
            mover, before = int(env.states["to_move"][0]), env.states.copy()
            assert env.agent_selection == f"player_{mover}"
            seen = env.last()[0]
            legal = np.flatnonzero(seen["action_mask"])
            assert sorted(rules.choices(view(before))) == legal.tolist()
            for player in range(rules.players):
                shown = env.observe(f"player_{player}")
                assert np.array_equal(shown["observation"], planes_of(rules, before, np.array([player]))[0])
                assert shown["action_mask"].any() == (player == mover)
            action = int(rng.choice(legal))
            env.step(action)
            with np.errstate(over="ignore"):
                rules.play(view(before), action)
            if not rules.chance:
                assert env.states.tobytes() == before.tobytes()
        assert [env.rewards[agent] for agent in env.possible_agents] == env.states["score"][0].tolist()
        assert all(not env.observe(agent)["action_mask"].any() for agent in env.possible_agents)


def test_the_seed_decides_the_start_and_what_chance_does():
    for game in (PIG, STAKES):
        ends = []
        for seed in (1, 1, 2, 3):
            env = envs.aec(game)
            env.reset(seed=seed)
            played = play(env, np.random.default_rng(0))
            ends.append((played, env.states.tobytes()))
        assert ends[0] == ends[1]
        assert len({state for _, state in ends}) > 1


def test_without_a_seed_the_numbers_go_on():
    env, starts = envs.aec(STAKES), []
    for seed in (4, None, None, 4, None):
        env.reset(seed=seed)
        starts.append(env.states.tobytes())
    assert len(set(starts[:3])) == 3
    assert starts[3:] == starts[:2]
    fresh = [envs.aec(STAKES) for _ in range(2)]
    for one in fresh:
        one.reset()
    assert fresh[0].states.tobytes() != fresh[1].states.tobytes()


def test_three_players_share_the_score_on_the_scale():
    env, rng = envs.aec(TRIO, scale="unit"), np.random.default_rng(3)
    env.reset(seed=0)
    totals = play(env, rng)
    assert sorted(totals.values()) in ([0.0, 0.0, 1.0], [pytest.approx(1 / 3)] * 3)
    assert env.agents == []
    assert len(totals) == 3


def test_rewards_are_on_the_scale_sign_unless_said():
    env = envs.aec("heap_go")
    env.reset(seed=2)
    totals = play(env, np.random.default_rng(2))
    score, most = float(env.states["score"][0, 0]), env.game.score_range[1]
    assert score != 0
    assert totals == {"player_0": pytest.approx(score / most), "player_1": pytest.approx(-score / most)}


def test_what_is_hidden_does_not_show():
    env = envs.aec(TRICKS)
    env.reset(seed=1)
    before = env.observe("player_0")
    env.states["hands"][0, 1] ^= 0b11
    after = env.observe("player_0")
    assert np.array_equal(before["observation"], after["observation"])


def test_an_illegal_action_is_refused_and_changes_nothing():
    env = envs.aec("tic_tac_toe")
    env.reset()
    env.step(4)
    before = env.states.tobytes()
    for action in (4, 9, -1, 10**30):
        with pytest.raises(Refused, match=rf"action {action} is not legal for player_1 in tic_tac_toe now: take one"):
            env.step(action)
    with pytest.raises(Refused, match="an action must be a whole number from 0 to 8, not None"):
        env.step(None)
    assert env.states.tobytes() == before
    assert env.agent_selection == "player_1"
    env.step(np.int32(0))
    assert env.states.tobytes() == env.game.position("b2 a1").tobytes()


def test_an_illegal_action_may_be_made_to_lose_the_game():
    env = envs.aec("tic_tac_toe", illegal="forfeit")
    env.reset()
    env.step(4)
    env.step(4)
    assert env.rewards == {"player_0": 1.0, "player_1": -1.0}
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.infos["player_1"] == {"illegal": 4}
    assert not env.observe("player_0")["action_mask"].any()
    for _ in range(2):
        env.step(None)
    assert env.agents == []


def test_the_wrappers_of_pettingzoo_fit():
    env = OrderEnforcingWrapper(TerminateIllegalWrapper(envs.aec("tic_tac_toe"), illegal_reward=-1))
    env.reset(seed=0)
    env.last()
    env.step(4)
    env.last()
    env.step(4)
    assert env.terminations["player_1"]
    assert env.rewards["player_1"] == -1


def test_what_comes_at_the_wrong_time_is_told():
    env = envs.aec("tic_tac_toe", "ansi")
    with pytest.raises(Refused, match=r"no game yet: call reset\(\) first"):
        env.render()
    env.reset()
    for action in (0, 3, 1, 4, 2):
        env.step(action)
    with pytest.raises(Refused, match="the game is over for player_1: the only action left is None"):
        env.step(5)
    for _ in range(2):
        env.step(None)
    with pytest.raises(Refused, match=r"over for everybody: call reset\(\)"):
        env.step(None)


@pytest.mark.parametrize(("arguments", "said"), [
    ({"game": "conect_four"}, "there is no game conect_four; did you mean connect_four?"),
    ({"game": "uct"}, "uct is an agent, not a game"),
    ({"game": "hex", "render_mode": "video"}, "render_mode must be one of human, ansi, rgb_array, not 'video'"),
    ({"game": "hex", "illegal": "ignore"}, "illegal must be one of refuse, forfeit, not 'ignore'"),
    ({"game": "hex", "scale": "big"}, "scale must be one of sign, unit, raw, not 'big'"),
])
def test_what_cannot_be_made_is_refused(arguments, said):
    with pytest.raises(Refused) as refused:
        envs.aec(**arguments)
    assert said in str(refused.value)


@pytest.mark.parametrize("seed", [-1, 1.5, "one", True])
def test_a_seed_must_be_a_whole_number(seed):
    with pytest.raises(Refused, match="a seed must be a whole number, 0 or above"):
        envs.aec("tic_tac_toe").reset(seed=seed)


def test_a_game_of_ones_own_is_taken_as_it_is():
    game = language.game("connect_four(5, 4)")
    assert envs.aec(game).game is game


@pytest.mark.parametrize(("make", "package", "named"), [(envs.aec, "pettingzoo", "PettingZoo"),
                                                        (envs.gymnasium, "gymnasium", "Gymnasium")])
def test_a_missing_library_is_named_with_its_extra(make, package, named, monkeypatch):
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(Refused, match=rf"needs {named}, which is not installed: pip install 'treewright\[envs\]'"):
        make("tic_tac_toe")
