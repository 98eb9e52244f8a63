"""Searches of games that hide something: nobody cheats unless he is let in by name, and they are worth their time."""

import json

import numpy as np
import pytest

import treewright as tw
from tests.small_games.tricks import Tricks
from treewright.agents.agent import Agent, observed
from treewright.arena.board import Board
from treewright.belief.imagined import imagined
from treewright.core.errors import Refused
from treewright.core.record import view
from treewright.core.stream import Stream
from treewright.games.dark_hex import DarkHex
from treewright.games.phantom_tic_tac_toe import PhantomTicTacToe

PHANTOM, DARK = PhantomTicTacToe(), DarkHex(3)
each_game = pytest.mark.parametrize("game", [PHANTOM, DARK], ids=str)
HONEST = ("ismcts(simulations=120)", "pimcts(worlds=4, simulations=30)", "uniform")


def positions(game, n):
    """Positions of random games that are not over, each with who is to move."""
    lots, found = np.random.default_rng(11), []
    while len(found) < n:
        states = game.new()
        for _ in range(int(lots.integers(1, game.longest))):
            after = states.copy()
            game.play(view(after), int(lots.choice(game.choices(view(after)))))
            if after["over"][0]:
                break
            states = after
        found.append((states, int(states["to_move"][0])))
    return found


class Looking(Agent):
    """Plays its moves in turn, and keeps what it is shown."""

    def __init__(self, moves=()):
        self.moves, self.met = list(moves), []

    def refuse(self, game):
        """It can make do with what it sees."""

    def see(self, observation):
        super().see(observation)
        self.met.append(observation.tobytes())

    def choose(self):
        return self.moves.pop(0)


@each_game
def test_what_is_hidden_changes_neither_what_an_agent_is_shown_nor_what_it_plays(game):
    """Another truth, which the mover cannot tell from the first: 250 positions a game."""
    differed, agents = 0, [tw.agent(text) for text in HONEST]
    cheat = tw.uct(simulations=10, cheats=True)
    for k, (truth, me) in enumerate(positions(game, 250)):
        other = truth.copy()
        assert imagined(game, observed(game, truth, me), other, 0, Stream(k))
        differed += other.tobytes() != truth.tobytes()
        boards = [Board(game, states, Stream(0)) for states in (truth, other)]
        assert boards[0].shown_to(cheat, me).tobytes() == truth.tobytes()
        for agent in agents:
            shown = [board.shown_to(agent, me) for board in boards]
            assert shown[0].tobytes() == shown[1].tobytes()
            played = []
            for seen in shown:
                agent.begin(game, me, k)
                agent.see(seen)
                played.append((agent.choose(), str([row.visits for row in agent.result().rows])
                               if agent.result() else None))
            assert played[0] == played[1]
            assert played[0][0] in game.choices(view(truth))
    assert differed > 150


def test_a_try_of_the_other_is_not_told_even_by_silence():
    """After b2, the second player finds it there and puts a stone elsewhere, or does so at once: the first one is shown
    as much."""
    shown = []
    for theirs in ([4, 0, 1, 2], [0, 1, 2]):
        first, second = Looking([4, 8, 5, 3]), Looking(theirs)
        tw.play_game(PHANTOM, [first, second])
        shown.append(first.met)
        assert len(set(second.met)) == len(second.met) > 4
    assert shown[0] == shown[1]


@each_game
def test_they_win_against_uniform(game):
    for text in HONEST[:2]:
        found = tw.match(game, text, "uniform", games=100, seed=1)
        assert found.interval().low > 0.65, str(found)


def test_the_same_seed_gives_the_same_search_and_threads_add_up():
    for text in ("ismcts(simulations=200, threads=2)", "pimcts(worlds=5, simulations=40)"):
        one, two, other = (tw.agent(text).search(PHANTOM, PHANTOM.position("b2 b2"), seed) for seed in (4, 4, 5))
        assert [row.visits for row in one.rows] == [row.visits for row in two.rows]
        assert [row.visits for row in one.rows] != [row.visits for row in other.rows]
        assert one.simulations == 200 == sum(row.visits for row in one.rows)


def test_a_report_has_a_row_for_each_legal_action_and_no_branches_below():
    for text in ("ismcts(simulations=200)", "pimcts(worlds=5, simulations=40)"):
        result = tw.agent(text).search(PHANTOM, PHANTOM.position("b2 b2 a1"))
        assert sorted(row.action for row in result.rows) == PHANTOM.choices(view(PHANTOM.position("b2 b2 a1")))
        assert {depth for depth, _ in result.branches(depth=3, most=100).walk()} == {0, 1}
        assert json.loads(json.dumps(result.as_dict()))["choice"]["action"] == result.choice


def test_a_win_that_is_certain_is_seen():
    """Two in a row, and the third cell is free: both stones of the other were found elsewhere."""
    position = PHANTOM.position("a1 b2 b1 c3 b2 c3")
    assert position["to_move"][0] == 0
    for text in ("ismcts(simulations=500)", "pimcts()"):
        assert tw.agent(text).search(PHANTOM, position).text == "c1", text


@pytest.mark.parametrize(("text", "game", "said"), [
    ("ismcts(simulations=10)", tw.tic_tac_toe(),
     "ismcts plays games that hide something and have the verb imagine, such as phantom_tic_tac_toe; tic_tac_toe hides "
     "nothing"),
    ("pimcts()", Tricks(), "pimcts plays games that hide something and have the verb imagine, such as "
                           "phantom_tic_tac_toe; tricks has no such verb"),
    ("uct(simulations=10)", PHANTOM, "needs the full state, but phantom_tic_tac_toe hides some of it"),
    ("tactical()", PHANTOM, "needs the full state, but phantom_tic_tac_toe hides some of it"),
])
def test_games_that_they_cannot_play(text, game, said):
    with pytest.raises(Refused, match=said):
        tw.match(game, text, text, games=2)


@pytest.mark.parametrize(("text", "said"), [
    ("pimcts(worlds=0)", "worlds must be a whole number from 1 to 10,000, not 0"),
    ("pimcts(worlds=2.5)", "worlds must be a whole number from 1 to 10,000, not 2.5"),
    ("pimcts(simulations=0)", "simulations must be a number above 0, not 0"),
    ("pimcts(select=tactical())", "pimcts: select must be a selection rule, not tactical"),
    ("pimcts(seconds=1)", "pimcts has no argument seconds"),
    ("ismcts()", "a search needs a budget"),
    ("ismcts(simulations=10, final=rule)", "ismcts: final must be visits, mean or secure, not 'rule'"),
    ("ismcts(simulations=10, playout=rave())", "ismcts: playout must be a playout policy, not rave"),
    ("ismcts(simulations=10, solver=true)", "ismcts has no argument solver"),
    ("uct(simulations=10, cheats=3)", "uct: cheats must be true or false, not 3"),
])
def test_arguments_that_make_no_sense(text, said):
    with pytest.raises(Refused, match=said):
        tw.agent(text)


def test_a_cheat_is_let_in_by_name_and_sees_everything():
    cheat = tw.agent("uct(simulations=300, cheats=true)")
    assert "cheats=True" in str(cheat)
    found = tw.match(PHANTOM, cheat, "ismcts(simulations=100)", games=60, seed=2)
    assert found.interval().low > 0.5, str(found)
