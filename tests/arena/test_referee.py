"""The referee: what agents see, what is kept of a game, and how games are lost otherwise than by the rules."""

import math
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import treewright as tw
from tests.small_games.pig import Pig
from tests.small_games.stakes import Stakes
from tests.small_games.tricks import Tricks
from tests.small_games.trio import Trio
from treewright.agents.agent import Agent
from treewright.arena import words
from treewright.arena.board import Board
from treewright.arena.referee import play_game
from treewright.arena.starts import Start
from treewright.core.errors import Refused
from treewright.core.game import CHANCE
from treewright.core.record import view
from treewright.core.result import Thought
from treewright.core.stream import Stream, branch
from treewright.core.thinking import Stop

CELLS = tw.tic_tac_toe()
SEATS = (0, 1)


class Hasty(Stakes):
    """Says that it is over sooner than it is."""

    longest = 3


class Steady(Agent):
    """Plain Python: draws its moves from its seed. It only looks at what it may play, so it plays every game."""

    def refuse(self, game):
        pass

    def begin(self, game, seat, seed):
        super().begin(game, seat, seed)
        self.rng = np.random.default_rng(seed)

    def choose(self):
        choices = self.game.choices(view(self.observation))
        return choices[self.rng.integers(len(choices))]


class Answering(Steady):
    """Plays `answer`, whatever it is."""

    def __init__(self, answer):
        self.answer = answer

    def choose(self):
        return self.answer


class Raising(Steady):
    """Raises `error` in one of its methods."""

    def __init__(self, place, error=None):
        self.place, self.error = place, error or ValueError("out of ideas")

    def _raise(self, place):
        if place == self.place:
            raise self.error

    def begin(self, game, seat, seed):
        super().begin(game, seat, seed)
        self._raise("begin")

    def see(self, observation):
        super().see(observation)
        self._raise("see")

    def choose(self):
        self._raise("choose")
        return super().choose()

    def thought(self):
        self._raise("thought")
        return super().thought()


class Noting(Steady):
    """Keeps what it sees."""

    def begin(self, game, seat, seed):
        super().begin(game, seat, seed)
        self.seen = []

    def see(self, observation):
        super().see(observation)
        self.seen.append(observation)


def lost(agent, seat=0, game=CELLS, **terms):
    """The forfeit of an agent against steady ones, and the scores."""
    agents = [Steady() for _ in range(game.players)]
    agents[seat] = agent
    played = play_game(game, agents, 3, **terms)
    assert played.finished
    return played.forfeit, played.scores


# ---------------------------------------------------------------- what is kept


@pytest.mark.parametrize("game", [CELLS, Stakes(), Pig(), Trio(), Tricks()], ids=str)
def test_a_game_is_kept_action_by_action(game):
    played = play_game(game, [Steady() for _ in range(game.players)], 5)
    assert (played.finished, played.forfeit) == (True, None)
    again = game.position(list(played.actions), branch(5, 0))
    assert again["over"][0]
    assert again["score"][0].tolist() == list(played.scores)
    assert len(played.thoughts) == len(played.actions)
    assert 0 < played.thoughts["seconds"].sum() <= played.seconds


def test_the_same_seed_gives_the_same_game():
    one, again, other = (play_game(Pig(), [Steady(), Steady()], seed) for seed in (1, 1, 2))
    assert (one.actions, one.opening) == (again.actions, again.opening)
    assert one.actions != other.actions


def test_what_a_search_says_of_its_moves_is_kept():
    played = play_game(CELLS, [tw.uct(simulations=50), Steady()], 5)
    mine, theirs = played.thoughts[::2], played.thoughts[1::2]
    assert set(mine["simulations"].tolist()) == {50}
    assert np.all(mine["depth_largest"] >= mine["depth_mean"])
    assert np.all(np.abs(mine["value"]) <= 1)
    assert np.all(mine["seconds"] > 0)
    assert not theirs["simulations"].any()
    assert np.isnan(theirs["value"]).all()


def test_numbers_too_large_to_be_kept_are_kept_as_the_largest():
    class Boasting(Steady):
        def thought(self):
            return Thought(10**12, 3.5, 10**6, 0.25)

    row = play_game(CELLS, [Boasting(), Steady()], 5).thoughts[0]
    assert row[["simulations", "depth_mean", "depth_largest", "value"]].item() == (2**32 - 1, 3.5, 2**16 - 1, 0.25)


def test_chance_moves_cost_nothing():
    played = play_game(Pig(), [Steady(), Steady()], 5)
    game, s = Pig(), view(Pig().new())
    for action, cost in zip(played.actions, played.thoughts, strict=True):
        assert (cost["seconds"] == 0) == (s.to_move == CHANCE)
        game.play(s, action)


def test_games_that_begin_at_random_differ_where_their_moves_do_not():
    class First(Steady):
        def choose(self):
            return 0

    one, other = (play_game(Stakes(), [First(), First()], 1, start) for start in (1, 2))
    assert one.actions == other.actions
    assert one.fingerprint != other.fingerprint
    assert len(one.opening) == 8


# ---------------------------------------------------------------- what agents see


def test_where_something_is_hidden_every_agent_gets_what_its_seat_may_know_and_nothing_else():
    game, agents = Tricks(), (Noting(), Noting())
    played = play_game(game, agents, 7)
    for seat, agent in enumerate(agents):
        states = game.new(branch(7, 0))
        assert len(agent.seen) == len(played.actions) + 1
        for ply, seen in enumerate(agent.seen):
            expected = np.zeros(1, game.state)
            game.observe(view(states), seat, view(expected))
            assert seen.tobytes() == expected.tobytes()
            assert seen["hands"][0][1 - seat] == 0
            if ply < len(played.actions):
                game.play(view(states), played.actions[ply])


def test_the_moves_of_an_agent_do_not_depend_on_what_it_cannot_see():
    """Another hand behind the same observation: the first choice is the same."""
    game = Tricks()
    states = game.new(4)
    other = states.copy()
    unseen = ~(states["hands"][0][0] | states["hands"][0][1]) & 0b1111111111
    lowest = int(states["hands"][0][1]) & -int(states["hands"][0][1])
    other["hands"][0][1] ^= lowest | (int(unseen) & -int(unseen))
    assert states.tobytes() != other.tobytes()
    first = [play_game(game, [Steady(), Steady()], 3, start).actions[0] for start in (states, other)]
    assert first[0] == first[1]


def test_an_agent_cannot_change_the_game():
    class Cheating(Steady):
        def see(self, observation):
            super().see(observation)
            observation["score"] = 1
            observation["over"] = 1

    cheated, honest = (play_game(CELLS, [agent, Steady()], 3) for agent in (Cheating(), Steady()))
    assert (cheated.actions, cheated.scores) == (honest.actions, honest.scores)


def test_the_moves_of_a_start_are_seen_and_kept():
    agents = (Noting(), Noting())
    beginning = CELLS.new()
    played = play_game(CELLS, agents, 1, Start(beginning, (4, 0, 8)))
    assert played.actions[:3] == (4, 0, 8)
    assert not played.thoughts["seconds"][:3].any()
    assert played.thoughts["seconds"][3:].all()
    for agent in agents:
        assert [int(seen["empty"][0]) for seen in agent.seen[:4]] == [9, 8, 7, 6]
    assert not beginning["both"][0]
    assert played.opening == play_game(CELLS, agents, 1).opening


@given(st.data())
def test_what_is_legal_is_what_the_game_lists(data):
    game = data.draw(st.sampled_from([CELLS, Stakes(), Tricks()]))
    board = Board(game, game.new(data.draw(st.integers(0, 99))), Stream(0))
    while not board.over:
        legal = game.choices(view(board.states))
        for action in (-1, *range(game.actions), game.actions, 2**70):
            if action not in legal:
                before = board.states.tobytes()
                assert not board.play(action)
                assert board.states.tobytes() == before
        assert board.play(data.draw(st.sampled_from(legal)))


# ---------------------------------------------------------------- illegal actions


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("action", [9, -1, 10**30, np.int64(-5)])
def test_an_illegal_action_loses_the_game(action, seat):
    forfeit, scores = lost(Answering(action), seat)
    assert forfeit == (seat, "illegal", f"played action {action}, which is not legal after {seat} moves")
    assert scores == ((-1, 1), (1, -1))[seat]


def test_a_cell_that_is_taken_is_no_legal_action():
    forfeit, _ = lost(Answering(4))
    assert forfeit.words == "played action 4, which is not legal after 2 moves"


@pytest.mark.parametrize(("answer", "called"), [
    (None, "None"), ("a", "'a'"), (3.5, "3.5"), (4.0, "4.0"), (np.float64(2), r"np.float64\(2.0\)"),
    ([1], "something of type list"), (object(), "something of type object"),
    (np.array([1, 2]), "something of type ndarray"), ("x" * 1000, r"'x+\.\.\.x+'")])
def test_what_is_no_number_loses_the_game(answer, called):
    forfeit, scores = lost(Answering(answer))
    assert forfeit.reason == "illegal"
    assert re.fullmatch(f"played {called}, which is no action number", forfeit.words)
    assert scores == (-1, 1)


@pytest.mark.parametrize("kind", [np.int64, np.uint8, np.int32, np.array])
def test_numbers_of_numpy_are_numbers(kind):
    class Numpy(Steady):
        def choose(self):
            return kind(super().choose())

    assert lost(Numpy())[0] is None


# ---------------------------------------------------------------- crashes


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("place", ["begin", "see", "choose", "thought"])
def test_an_agent_that_raises_loses_the_game(place, seat):
    forfeit, scores = lost(Raising(place), seat)
    assert (forfeit.seat, forfeit.reason) == (seat, "crash")
    assert re.fullmatch(r"ValueError: out of ideas \(test_referee\.py:\d+\)", forfeit.words)
    assert scores == ((-1, 1), (1, -1))[seat]


@pytest.mark.parametrize("error", [SystemExit(3), Refused("not like this"), MemoryError(), RecursionError("deep")])
def test_whatever_is_raised_in_the_middle_of_a_game_loses_it(error):
    forfeit, _ = lost(Raising("choose", error))
    assert forfeit.reason == "crash"
    assert forfeit.words.startswith(type(error).__name__)


def test_an_exception_is_told_in_one_line():
    class Unspeakable(Exception):
        def __str__(self):
            raise RuntimeError

    assert words.of_error(ValueError("one\n  two\tthree")) == "ValueError: one two three"
    assert len(words.of_error(ValueError("word " * 1000))) <= words.LONGEST
    assert words.of_error(Unspeakable()) == "Unspeakable: its message cannot be shown"


def test_a_crash_of_our_own_search_is_told_with_its_place():
    search = tw.uct(simulations=10)
    search.rule = None
    forfeit, _ = lost(search)
    assert re.search(r"\(\w+\.py:\d+\)$", forfeit.words)


def test_what_an_agent_refuses_to_play_stops_the_run():
    with pytest.raises(Refused, match="needs the full state, but tricks hides some of it"):
        play_game(Tricks(), [Steady(), tw.uct(simulations=10)])
    with pytest.raises(Refused, match="not with me"):
        play_game(CELLS, [Raising("begin", Refused("not with me")), Steady()])


def test_the_loser_gets_the_least_and_the_others_the_most():
    assert lost(Raising("choose"), 1, Stakes())[1] == (30, -30)
    assert lost(Raising("choose"), 2, Trio())[1] == (2, 2, -1)


def test_the_games_before_and_after_are_as_if_nothing_had_happened():
    def games(agents):
        return [play_game(CELLS, agents, seed).actions for seed in range(3)]

    steady = (Steady(), Steady())
    before = games(steady)
    lost(Raising("choose"))
    play_game(CELLS, (steady[0], Raising("see")), 9)
    assert games(steady) == before


# ---------------------------------------------------------------- games that are stopped


def test_ctrl_c_in_an_agent_ends_the_game_unfinished():
    played = play_game(CELLS, [Steady(), Raising("choose", KeyboardInterrupt())], 3)
    assert (played.finished, played.forfeit, len(played.actions)) == (False, None, 1)


@pytest.mark.parametrize("error", [None, ValueError("upset")])
def test_what_is_chosen_after_a_stop_is_neither_played_nor_held_against_anybody(error):
    class Stopping(Steady):
        def choose(self):
            Stop.all()
            if error:
                raise error
            return super().choose()

    try:
        played = play_game(CELLS, [Steady(), Stopping()], 3)
    finally:
        Stop.none()
    assert (played.finished, played.forfeit, len(played.actions)) == (False, None, 1)
    assert played.scores == (0, 0)


# ---------------------------------------------------------------- what is refused


def test_every_seat_needs_an_agent():
    with pytest.raises(Refused, match="tic_tac_toe has 2 players, but there are 1 agents"):
        play_game(CELLS, [Steady()])


def test_an_agent_that_was_left_behind_is_not_asked_again():
    agent = Steady()
    agent.abandoned = True
    with pytest.raises(Refused, match="Steady was left behind in a game in which it took too long: make it anew"):
        play_game(CELLS, [Steady(), agent])


@pytest.mark.parametrize("seconds", [0, -1, math.nan, math.inf, "1", True])
def test_a_limit_is_a_number_of_seconds(seconds):
    with pytest.raises(Refused, match="must be a number of seconds above 0"):
        play_game(CELLS, [Steady(), Steady()], move_seconds=seconds)


def test_a_game_that_goes_on_longer_than_it_declares_is_refused():
    with pytest.raises(Refused, match="hasty went on after 3 plies, the most that it declares as longest"):
        play_game(Hasty(), [Steady(), Steady()])
