"""The start of a game: own, random moves, and positions from a file; both games of a pair share it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import treewright as tw
from tests.arena.test_referee import Steady
from tests.small_games.pig import Pig
from tests.small_games.ring import Ring
from tests.small_games.stakes import Stakes
from treewright.arena import starts
from treewright.arena.fixture import Fixture, pair_of
from treewright.arena.referee import play_game
from treewright.arena.starts import beginning, parse
from treewright.core.errors import Refused
from treewright.core.game import CHANCE
from treewright.core.record import view

CELLS, FOUR = tw.tic_tac_toe(), tw.connect_four()
GAMES = [CELLS, FOUR, Stakes(), Pig(), Ring()]


def started(game, start, seed=0, number=0):
    """The start of the first game of a pair."""
    return beginning(game, pair_of(str(game), "a", "b", number, seed, start)[0])


def after(game, start):
    """The position in which the agents take over."""
    states = start.beginning.copy()
    for action in start.actions:
        assert action in game.choices(view(states))
        with np.errstate(over="ignore"):
            game.play(view(states), action)
    return states


@pytest.fixture
def written(tmp_path):
    def write(text):
        place = tmp_path / "openings.txt"
        place.write_text(text, encoding="utf-8")
        return str(place)
    return write


# ---------------------------------------------------------------- pairs


@given(st.sampled_from(GAMES), st.sampled_from(["own", "random:1", "random:4"]), st.integers(0, 99),
       st.integers(0, 99))
def test_both_games_of_a_pair_share_their_start(game, start, number, seed):
    one, two = (beginning(game, fixture) for fixture in pair_of(str(game), "a", "b", number, seed, start))
    assert one.beginning.tobytes() == two.beginning.tobytes()
    assert one.actions == two.actions


@given(st.sampled_from(GAMES), st.integers(1, 4), st.integers(0, 9999), st.integers(0, 9999))
def test_a_random_start_is_a_legal_position_of_the_length_asked_for(game, plies, number, seed):
    start = started(game, f"random:{plies}", seed, number)
    assert len(start.actions) == plies
    assert not after(game, start)["over"][0]


def test_the_first_moves_of_a_game_are_those_of_its_start():
    fixture = Fixture("tic_tac_toe", ("a", "b"), "random:4", 7, 3)
    start = beginning(CELLS, fixture)
    played = play_game(CELLS, [Steady(), Steady()], fixture.game_seed, start)
    assert played.actions[:4] == start.actions


# ---------------------------------------------------------------- own and random


def test_pairs_begin_differently():
    assert len({started(Stakes(), "own", number=number).beginning.tobytes() for number in range(20)}) > 15
    assert len({started(CELLS, "random:3", number=number).actions for number in range(20)}) > 15


def test_random_moves_are_uniform():
    """Each first cell 1/9 of 1800 times: 200 with a deviation of 13; each second one likewise."""
    drawn = np.array([started(CELLS, "random:2", number=number).actions for number in range(1800)])
    for ply in range(2):
        counts = np.bincount(drawn[:, ply], minlength=9)
        assert counts.min() > 140
        assert counts.max() < 260


def test_chance_is_drawn_by_its_odds():
    """Who begins is an even chance; of the first roll a blank has 0.25, a four 0.15."""
    firsts, faces = [], []
    for number in range(600):
        start = started(Pig(), "random:3", number=number)
        states = start.beginning.copy()
        for ply, action in enumerate(start.actions):
            assert (states["to_move"][0] == CHANCE) == (ply != 1)
            Pig().play(view(states), action)
        firsts.append(start.actions[0])
        faces.append(start.actions[2])
    assert 250 < sum(firsts) < 350
    assert 110 < faces.count(0) < 190
    assert 60 < faces.count(3) < 120


def test_a_start_in_which_the_game_ended_is_drawn_again():
    """After eight random plies of nine most games of tic-tac-toe are over."""
    for number in range(20):
        assert not after(CELLS, started(CELLS, "random:8", number=number))["over"][0]


def test_too_many_plies_are_refused_before_and_after_trying(monkeypatch):
    with pytest.raises(Refused, match="random:9 leaves nothing to play: tic_tac_toe lasts 9 plies at most"):
        parse("random:9", CELLS)
    monkeypatch.setattr(starts, "TRIES", 2)
    said = {refusal(CELLS, "random:8", number) for number in range(20)}
    assert said == {None, "tic_tac_toe was over within 8 random plies in 2 tries: ask for fewer"}


def refusal(game, start, number):
    """What is said of a start that cannot be had."""
    try:
        started(game, start, number=number)
    except Refused as refused:
        return str(refused)


@pytest.mark.parametrize("text", ["random:", "random:0", "random:-1", "random:two", "random:1.5"])
def test_how_a_random_start_is_written_is_told(text):
    with pytest.raises(Refused, match="a random start is written random:PLIES"):
        parse(text, FOUR)


# ---------------------------------------------------------------- given moves


def test_moves_are_read_in_the_notation_of_the_game():
    assert started(FOUR, "moves:4 4 3").actions == (3, 3, 2)
    assert started(CELLS, "moves:b2 a1").actions == (4, 0)
    assert started(CELLS, "moves:1 5").actions == (0, 4)
    assert started(Stakes(), "moves:raise left").actions == (2, 0)


def test_action_numbers_are_read_where_the_notation_has_none():
    assert started(Stakes(), "moves:2 0").actions == (2, 0)
    assert started(Ring(), "moves:5 0 1").actions == (5, 0, 1)
    assert started(Pig(), "moves:1 1 2 0").actions == (1, 1, 2, 0)


def test_a_number_is_never_read_in_both_ways():
    with pytest.raises(Refused, match="'0' is not a legal action here"):
        parse("moves:0 4 3", FOUR)


def test_one_start_has_one_text():
    assert parse("moves:  4   4 3", FOUR)(0) == "moves:4 4 3"
    assert parse("moves:B2 a1", CELLS)(0) == parse("moves:5 1", CELLS)(5) == "moves:b2 a1"
    assert parse("moves:2  0", Stakes())(0) == parse("moves:Raise LEFT", Stakes())(0) == "moves:raise left"


def test_where_the_notation_has_spaces_the_text_has_action_numbers():
    class Wordy(Stakes):
        def describe(self, s, action):
            return f"{super().describe(s, action)} now"

    assert parse("moves:2  0", Wordy())(0) == "moves:2 0"


@pytest.mark.parametrize(("moves", "said"), [
    ("4 9", "'9' is not a legal action here"), ("x", "'x' is not a legal action here"),
    ("1 2 1 2 1 2 1", "the game is over after 1 2 1 2 1 2 1: there is nothing to play"),
    ("1 2 1 2 1 2 1 2", "the game is over before '2'"), ("", "a start of given moves needs some")])
def test_moves_that_cannot_be_played_are_refused(moves, said):
    with pytest.raises(Refused, match=said):
        parse(f"moves:{moves}", FOUR)
    with pytest.raises(Refused, match=said):
        started(FOUR, f"moves:{moves}")


# ---------------------------------------------------------------- what --start says


def test_own_and_random_are_the_same_for_every_pair():
    for text in ("own", "random:4"):
        assert {parse(text, FOUR)(number) for number in range(5)} == {text}


def test_pairs_take_the_lines_of_a_file_in_turn(written):
    start = parse(written("# openings\n4 4 3\n\n1 1   # at the side\n   7\n"), FOUR)
    assert [start(number) for number in range(4)] == ["moves:4 4 3", "moves:1 1", "moves:7", "moves:4 4 3"]


def test_a_line_that_is_wrong_is_told_with_its_number(written):
    place = written("4 4 3\n# fine so far\n4 9\n")
    with pytest.raises(Refused) as refused:
        parse(place, FOUR)
    assert str(refused.value).startswith(f"{place}:3: '9' is not a legal action here; there are 1, 2")


def test_files_that_are_none_or_empty_are_refused(written, tmp_path):
    with pytest.raises(Refused, match=r"there is no start .*nothing\.txt: it is own, random:PLIES, or a file"):
        parse(str(tmp_path / "nothing.txt"), FOUR)
    with pytest.raises(Refused, match="holds no position: write one a line"):
        parse(written("# nothing\n\n"), FOUR)
    with pytest.raises(Refused, match="cannot be read: Is a directory"):
        parse(str(tmp_path), FOUR)
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(Refused, match="binary cannot be read: it is not text in UTF-8"):
        parse(str(tmp_path / "binary"), FOUR)


def test_a_fixture_with_an_unknown_start_is_refused():
    with pytest.raises(Refused, match="there is no start somehow"):
        started(FOUR, "somehow")
