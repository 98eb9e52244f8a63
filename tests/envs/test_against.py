"""Gymnasium: its own checks pass, and an episode is the game that the referee plays with the same agents and seed."""

import gymnasium
import numpy as np
import pytest
from gymnasium.envs.registration import EnvSpec
from gymnasium.utils.env_checker import check_env

import treewright as tw
from tests.envs.places import PIG, TRICKS, TRIO
from treewright import envs
from treewright.agents.agent import Agent
from treewright.core.errors import Refused
from treewright.core.stream import branch


class Scripted(Agent):
    """Plays what it is told."""

    expression = "scripted"

    def __init__(self, actions):
        self.actions = iter(actions)

    def choose(self):
        return next(self.actions)


def episode(env, rng, seed=None):
    """Play at random; the observations, the actions, the reward and the first info."""
    seen, first = env.reset(seed=seed)
    actions, met = [], [seen]
    while True:
        actions.append(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
        seen, reward, over, truncated, _ = env.step(actions[-1])
        met.append(seen)
        assert not truncated
        if over:
            return met, actions, reward, first
        assert reward == 0


@pytest.mark.parametrize("game", ["tic_tac_toe", "heap_go", PIG, TRIO], ids=lambda name: name.rpartition("/")[2])
@pytest.mark.filterwarnings("ignore")      # Gymnasium calls planes without bounds odd
def test_the_checks_of_gymnasium_pass(game):
    def make(render_mode=None):
        return envs.gymnasium(game, "uct(simulations=20)", seat="any", render_mode=render_mode)

    env = make("rgb_array")
    env.spec = EnvSpec("treewright/Game-v0", entry_point=make)
    check_env(env)
    assert isinstance(env, gymnasium.Env)


@pytest.mark.parametrize(("game", "opponent"), [("tic_tac_toe", "uct(simulations=50)"), ("heap_go", "uniform"),
                                                (PIG, "uct(simulations=30)")])
@pytest.mark.parametrize("seat", [0, 1])
def test_an_episode_is_the_game_that_the_referee_plays(game, opponent, seat):
    env, rng = envs.gymnasium(game, opponent, seat=seat, scale="raw"), np.random.default_rng(1)
    for seed in (3, None):
        _, actions, reward, first = episode(env, rng, seed)
        assert first["seat"] == seat
        agents = [tw.agent(opponent), tw.agent(opponent)]
        agents[seat] = Scripted(actions)
        played = tw.play_game(env.game, agents, seed=first["seed"])
        assert played.scores[seat] == reward
        assert env.game.position([*played.actions], seed=branch(first["seed"], 0)).tobytes() == \
            env.states.tobytes()


def test_three_players_have_an_opponent_for_each_other_seat():
    env = envs.gymnasium(TRIO, ["uniform", "uct(simulations=20)"], seat=1)
    assert [str(agent) for agent in env.opponents] == ["uniform", "uct(simulations=20)"]
    met, _, reward, _ = episode(env, np.random.default_rng(0), seed=1)
    assert reward in (-1.0, 1.0, pytest.approx(-1 / 3))
    assert len(met) <= 7
    assert len(envs.gymnasium(TRIO, "uniform").opponents) == 2


def test_any_seat_is_drawn_from_the_seed():
    env = envs.gymnasium("tic_tac_toe", seat="any")
    seats = [env.reset(seed=seed)[1]["seat"] for seed in range(20)]
    assert set(seats) == {0, 1}
    assert seats == [env.reset(seed=seed)[1]["seat"] for seed in range(20)]


def test_an_illegal_action_loses_unless_it_is_to_be_refused():
    env = envs.gymnasium("tic_tac_toe")
    env.reset(seed=1)
    env.step(4)
    seen, reward, over, truncated, info = env.step(4)
    assert (reward, over, truncated, info) == (-1.0, True, False, {"illegal": 4})
    assert not seen["action_mask"].any()
    with pytest.raises(Refused, match=r"the game is over: call reset\(\)"):
        env.step(0)

    strict = envs.gymnasium("tic_tac_toe", illegal="refuse")
    strict.reset(seed=1)
    before = strict.states.tobytes()
    with pytest.raises(Refused, match="action 12 is not legal for you in tic_tac_toe now"):
        strict.step(12)
    assert strict.states.tobytes() == before


def test_an_opponent_that_answers_with_an_illegal_action_loses():
    env = envs.gymnasium("tic_tac_toe", Scripted([4]))
    env.reset()
    _, reward, over, _, info = env.step(4)
    assert (reward, over, info) == (1.0, True, {"forfeit": 1})


@pytest.mark.parametrize(("arguments", "said"), [
    ({"game": "chess"}, "there is no game chess"),
    ({"game": "hex", "opponent": "utc"}, "there is no agent utc; did you mean uct?"),
    ({"game": "hex", "opponent": ["uct", "uct"]}, "hex has 1 other seats, but 2 opponents are given"),
    ({"game": "hex", "seat": 2}, "seat must be 0 to 1, or 'any', not 2"),
    ({"game": "hex", "seat": "first"}, "seat must be 0 to 1, or 'any', not 'first'"),
    ({"game": TRIO, "opponent": [tw.agent("uniform")] * 2}, "an agent can have but one seat"),
    ({"game": TRIO, "opponent": "alphabeta"}, "two players"),
    ({"game": TRICKS, "opponent": "uct(simulations=10)"}, "needs the full state, but"),
])
def test_what_cannot_be_made_is_refused(arguments, said):
    with pytest.raises(Refused) as refused:
        envs.gymnasium(**arguments)
    assert said in str(refused.value)


def test_what_comes_at_the_wrong_time_is_told():
    env = envs.gymnasium("tic_tac_toe")
    with pytest.raises(Refused, match=r"the game is over: call reset\(\)"):
        env.step(0)
    env.reset()
    with pytest.raises(Refused, match="nothing can be rendered: make the environment with render_mode="):
        env.render()
    with pytest.raises(Refused, match="a seed must be a whole number, 0 or above, not -1"):
        env.reset(seed=-1)


class Sudden(tw.Game):
    """Whoever begins wins at once: the second player never has a turn."""

    actions = widest = longest = 1
    score_range = (-1.0, 1.0)
    state = tw.record(to_move="i1", over="i1", score=("f4", 2))

    def legal(self, s, actions):
        actions[0] = 0
        return 1

    def play(self, s, action):
        s.over, s.score[0], s.score[1] = 1, 1, -1


def test_a_game_in_which_one_never_has_a_turn_is_refused():
    with pytest.raises(Refused, match="sudden is over before player 1 has a turn, whatever the seed"):
        envs.gymnasium(Sudden(), seat=1).reset()
