"""`treewright play`: a person against an agent, at a terminal and through a pipe."""

from pathlib import Path

import pytest

import treewright as tw
from tests.cli.terminal import at_terminal, treewright
from tests.small_games.pig import Pig
from treewright.agents.human import Human
from treewright.cli.play import seat_of
from treewright.cli.sitting import Sitting
from treewright.core.errors import Refused

STAKES = str(Path(__file__).parents[1] / "small_games" / "stakes.py")
TRIO = str(Path(__file__).parents[1] / "small_games" / "trio.py")


@pytest.fixture
def play(command):
    """Each word that is typed is a line."""
    return lambda *arguments, typed: command("play", *arguments, typed="\n".join(typed.split()) + "\n")


def test_two_people_play_a_game_to_its_end(play):
    said = play("tic_tac_toe", "human()", typed="a1 b1 a2 b2 a3")
    assert (said.code, said.err) == (0, "")
    lines = said.out.splitlines()
    assert lines[0].startswith("tic_tac_toe: player 1 is a person, player 2 is a person; seed ")
    assert lines[-1] == "player 1 wins"
    assert said.out.count("  a b c\n") == 6
    assert "player 2's move (b1 c1 a2 b2 c2 a3 b3 c3): b1" in lines


def test_a_draw_is_a_draw(play):
    assert play("tic_tac_toe", "human()", typed="a1 b1 c1 b2 a2 c2 b3 a3 c3").out.splitlines()[-1] == "a draw"


def test_the_agent_may_begin(play):
    said = play("tic_tac_toe", "minimax(depth=9)", "--seat", "2", "--seed", "1", typed="hint quit")
    assert said.code == 0
    assert "tic_tac_toe: minimax(depth=9) is player 1, you are player 2; seed 1\n" in said.out
    assert "minimax(depth=9) plays " in said.out
    assert "minimax(depth=9) would play " in said.out


def test_moves_are_taken_back_to_the_persons_turn_again_and_again(play):
    said = play("connect_four", "uct(simulations=100)", "--seed", "3", typed="4 4 undo undo undo 1 quit")
    assert said.code == 0
    assert [line for line in said.out.splitlines() if "back" in line] == [
        "back at move 3", "back at move 1", "there is nothing to take back"]
    last = said.out.splitlines()[-1]
    assert last.startswith("left before move 3; so far: 1 ")


def test_a_hint_is_the_agents_analysis_of_the_persons_position(play):
    said = play("connect_four", "uct(simulations=300)", "--seed", "3", typed="hint quit")
    lines = said.out.splitlines()
    table = next(k for k, line in enumerate(lines) if line.split()[:2] == ["action", "visits"])
    assert len(lines[table + 1 :]) == 5 + 3
    assert lines[table + 6] == f"uct(simulations=300) would play {lines[table + 1].split()[0]}"
    assert lines[-1] == "left before move 1; so far: nothing"


def test_an_agent_that_does_not_search_gives_its_move_as_a_hint(play):
    assert "uniform would play " in play("tic_tac_toe", "uniform", typed="hint").out


def test_there_is_help_and_a_list_of_moves(play):
    said = play("hex(5)", "uniform", "--seed", "1", typed="help moves quit").out
    assert "take back to your previous turn" in said
    assert "a1 b1 c1 d1 e1 a2" in said
    assert "your move: " in said


def test_few_legal_moves_stand_in_the_prompt(play):
    assert "your move (1 2 3 4 5 6 7): " in play("connect_four", "uniform", typed="quit").out


def test_the_same_seed_is_the_same_game_and_the_seed_is_shown(play):
    seven = (STAKES, "uct(simulations=50)", "--seed", "7")
    first, again = (play(*seven, typed="left left left quit") for _ in range(2))
    assert [line.split(" simulations in")[0] for line in first.out.splitlines()] == [
        line.split(" simulations in")[0] for line in again.out.splitlines()]
    assert "; seed 7\n" in first.out
    other = play(STAKES, "uct(simulations=50)", "--seed", "8", typed="quit")
    assert other.out.splitlines()[2] != first.out.splitlines()[2]


def test_a_game_of_points_ends_with_the_score(play):
    said = play(STAKES, "human()", "--seed", "7", typed="left " * 8)
    assert "; score: player 1 " in said.out.splitlines()[-1]


def test_the_seat_can_be_drawn(play):
    game = tw.tic_tac_toe()
    drawn = [seat_of("random", game, seed) for seed in range(20)]
    assert set(drawn) == {0, 1}
    said = play("tic_tac_toe", "uniform", "--seat", "random", "--seed", str(drawn.index(1)), typed="quit")
    assert said.out.startswith("tic_tac_toe: uniform is player 1, you are player 2; seed ")


def test_three_players_sit_at_one_table(play):
    said = play(TRIO, "uniform", "--seat", "3", "--seed", "1", typed="quit")
    assert "uniform is player 1, uniform is player 2, you are player 3" in said.out


def test_an_agent_can_be_watched_alone():
    said = treewright("play", "tic_tac_toe", "minimax(depth=9)", "--watch", "--seed", "1")
    assert (said.code, said.out.splitlines()[-1]) == (0, "a draw")


def test_an_illegal_move_in_a_pipe_ends_the_command():
    said = treewright("play", "tic_tac_toe", "human()", typed="a1\na1\nb1\n")
    assert said.code == 2
    complaint = "treewright: 'a1' is not a legal action here; there are b1, c1, a2, b2, c2, a3, b3, c3"
    assert said.complaint == [complaint]


def test_the_end_of_a_pipe_leaves_the_game(play):
    said = play("tic_tac_toe", "human()", typed="a1 b2")
    assert (said.code, said.out.splitlines()[-1]) == (0, "left before move 3; so far: a1 b2")


def test_a_person_at_a_terminal_is_asked_again():
    with at_terminal("play", "tic_tac_toe", "uniform", "--seed", "1") as terminal:
        terminal.wait_for("your move")
        terminal.type("z9")
        shown = terminal.wait_for("your move")
        assert shown.count("'z9' is not a legal action here") == 1
        terminal.type("b2")
        terminal.wait_for("uniform plays ")
        terminal.wait_for("your move")
        terminal.type("quit")
        assert terminal.rest()[0] == 0


def test_control_c_at_the_prompt_leaves_the_game():
    with at_terminal("play", "tic_tac_toe", "human()") as terminal:
        terminal.wait_for("move")
        terminal.type("b2")
        terminal.wait_for("player 2's move")
        pressed = terminal.press_control_c()
        code, rest, ended = terminal.rest()
    assert code == 130
    assert "left before move 2; so far: b2" in rest
    assert ended - pressed < 0.5


def test_luck_does_not_change_when_a_move_is_taken_back():
    """Pig: chance decides who begins, and what the die shows."""
    def at_table():
        return Sitting(Pig(), [Human(lambda game, s: 1), Human(lambda game, s: 1)], 4)

    sitting, plain = at_table(), at_table()
    for one in (sitting, plain):
        for _ in range(6):
            one.play(one.ask())
    assert sitting.take_back({0, 1})
    while len(sitting.actions) < 6:
        sitting.play(sitting.ask())
    assert sitting.actions == plain.actions
    assert sitting.moves() == plain.moves()


@pytest.mark.parametrize("seat", ["0", "first", "-1", ""])
def test_a_seat_is_one_of_the_games(seat):
    with pytest.raises(Refused, match=f"--seat must be 1, 2 or random, not {seat}"):
        seat_of(seat, tw.tic_tac_toe(), 0)
