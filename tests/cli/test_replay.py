"""`treewright replay`: through a game that was kept, by the rules as they are today."""

import json
import textwrap

import pytest

from tests.cli.kept_games import FIRST, GAME, SECOND, a_store, put_pair, won
from tests.cli.terminal import at_terminal, treewright
from treewright.arena.fixture import Fixture, pair_of
from treewright.arena.played import Forfeit
from treewright.arena.replay import Replay
from treewright.arena.store import open_store


@pytest.fixture
def place(tmp_path):
    a_store(tmp_path / "treewright.db")
    return tmp_path / "treewright.db"


@pytest.fixture
def replay(command, place):
    return lambda *arguments: command("replay", "--store", str(place), *map(str, arguments))


def test_a_pipe_gets_every_position(replay):
    said = replay(3)
    assert (said.code, said.err) == (0, "")
    title, blank, header, *_ = said.out.splitlines()
    assert (title, blank, header) == (
        f"game 3, {GAME}: {FIRST} is player 1, {SECOND} is player 2; 5 moves", "", "  a b c")
    assert said.out.count("  a b c\n") == 6
    assert f"move 2 of 5: {SECOND} (player 2) plays a1 (50 simulations in 0.001 s, value -0.250)\n" in said.out
    assert said.out.endswith("1 o o .\n2 x x x\n3 . . .\nx has won\n\nplayer 1 wins, 1 : -1\n")


def test_a_draw_and_a_forfeit_end_as_they_did(replay, place):
    assert replay(4).out.endswith("a draw, 0 : 0\n")
    with open_store(place) as store:
        store.put_game(pair_of(GAME, FIRST, SECOND, 9)[0], "c", won(
            0, 4, thoughts=None, forfeit=Forfeit(1, "time", "took 2.0 s")))
    said = replay(8)
    assert (said.code, said.err) == (0, "")
    assert f"move 1 of 1: {FIRST} (player 1) plays b2\n" in said.out
    assert said.out.endswith("player 2 forfeits (time): took 2.0 s\n")


def test_a_person_goes_on_and_back_and_leaves(place):
    with at_terminal("replay", "3", "--store", str(place)) as terminal:
        assert "5 moves" in terminal.wait_for("Enter goes on, b back, q quits: ")
        terminal.type("")
        assert "move 1 of 5" in terminal.wait_for("q quits: ")
        terminal.type("")
        assert "move 2 of 5" in terminal.wait_for("q quits: ")
        terminal.type("b")
        assert "move 1 of 5" in terminal.wait_for("q quits: ")
        terminal.type("b")
        terminal.wait_for("q quits: ")
        terminal.type("b")
        assert "5 moves" in terminal.wait_for("q quits: ")
        terminal.type("q")
        code, rest, _ = terminal.rest()
    assert (code, "wins" in rest) == (0, False)


def test_a_person_sees_the_end(place):
    with at_terminal("replay", "3", "--store", str(place)) as terminal:
        for _ in range(6):
            terminal.wait_for("q quits: ")
            terminal.type("")
        terminal.wait_for("player 1 wins, 1 : -1")
        assert terminal.rest()[0] == 0


# ---------------------------------------------------------------- rules that have changed since


@pytest.mark.parametrize(("played", "drawn", "trouble"), [
    (won(0, 4, 0, 4), 3, "by today's rules move 3 (action 4) is not legal"),
    (won(0, 4, 0, 3, 1, 5, 6), 6, "by today's rules the game would have been over before move 6"),
    (won(0, 4, 0), 3, "by today's rules the game would not be over yet"),
    (won(1, 4, 0, 3, 1, 5), 6, "by today's rules the scores would be 1 and -1, not -1 and 1"),
    (won(0, opening=b"another."), 1, "by today's rules the game would have begun otherwise")])
def test_what_todays_rules_do_not_allow_is_said_after_what_they_do(replay, place, played, drawn, trouble):
    with open_store(place) as store:
        store.put_game(Fixture(GAME, (FIRST, SECOND), number=9), "c", played)
    said = replay(8)
    assert said.code == 2
    assert said.out.count("  a b c\n") == drawn
    assert said.err == f"treewright: {trouble}: the rules, or the file, were changed after game 8 was played\n"


def test_a_game_whose_file_is_gone_is_refused(replay, place):
    with open_store(place) as store:
        store.put_game(Fixture("gone.py", (FIRST, SECOND)), "c", won(0))
    said = replay(8)
    assert (said.code, said.out, said.err) == (2, "", "treewright: there is no file gone.py\n")


def test_a_game_that_is_not_there_is_refused(replay):
    said = replay(99)
    assert (said.code, said.out) == (2, "")
    assert "has no game 99: `treewright results --games` lists them with their numbers" in said.err


# ---------------------------------------------------------------- what the referee played


PIG = textwrap.dedent('''
    import treewright as tw

    class Dice(tw.Game):
        """A player says high or low, a die is rolled; two throws each. The game begins at random."""

        chance = True
        actions, widest, longest = 6, 6, 8
        score_range = (-4.0, 4.0)
        state = tw.record(said="i1", mover="i1", throws="i1", luck="i1", to_move="i1", over="i1", score=("f4", 2))

        def start(self, s, rng):
            s.luck = rng.below(5)

        def legal(self, s, actions):
            actions[0], actions[1] = 0, 1
            return 2

        def outcomes(self, s, actions, odds):
            for face in range(6):
                actions[face], odds[face] = face, 1 / 6
            return 6

        def play(self, s, action):
            if s.to_move != tw.CHANCE:
                s.said = action
                s.mover = s.to_move
                s.to_move = tw.CHANCE
                return
            if (action + s.luck) % 6 // 3 == s.said:
                s.score[s.mover] += 1
                s.score[1 - s.mover] -= 1
            s.to_move = 1 - s.mover
            s.throws += 1
            s.over = s.throws == 4
''')


def test_games_with_chance_and_random_starts_are_replayed_as_they_were_played(tmp_path):
    (tmp_path / "dice.py").write_text(PIG)
    folder = str(tmp_path)
    played = treewright("match", "uniform", "weighted(by_action([1, 2, 1, 1, 1, 1]))", "--game", "dice.py", "--games",
                        "6", "--start", "random:3", folder=folder)
    assert played.code == 0, played.err
    said = treewright("replay", "6", folder=folder)
    assert (said.code, said.complaint) == (0, [])
    assert said.out.count(": chance plays ") == 4
    assert "start random:3" in treewright("results", "6", folder=folder).out
    data = json.loads(treewright("results", "6", "--json", folder=folder).out)
    (tmp_path / "dice.py").write_text(PIG.replace("rng.below(5)", "5 + rng.below(1)"))
    said = treewright("replay", str(data["id"]), folder=folder)
    assert said.code == 2
    assert "by today's rules the game would have begun otherwise" in said.err


def test_a_replay_has_every_position(place):
    with open_store(place) as store:
        fixture, _ = put_pair(store, 20, 0, 1)
        (played,) = store.find([(fixture, store.record(8).code)])
    replay = Replay(fixture, played)
    assert (replay.trouble, replay.moves) == (None, ["b2", "a1", "a2", "b1", "c2"])
    assert [replay.player(ply) for ply in range(5)] == ["1", "2", "1", "2", "1"]
    assert len(replay.positions) == 6
