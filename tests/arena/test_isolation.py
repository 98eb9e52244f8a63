"""Agents in processes of their own: the same moves, and whatever they do is no more than a lost game."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import textwrap
import threading
import time

import pytest

import treewright as tw
from tests.arena.test_referee import Noting, Steady
from tests.small_games.tricks import Tricks
from treewright.arena import isolation, timing
from treewright.arena.isolation import Isolated
from treewright.arena.referee import play_game
from treewright.arena.starts import Start
from treewright.core.errors import Refused
from treewright.core.thinking import Stop

CELLS = tw.tic_tac_toe()
LIMIT = 0.1

AGENTS = '''
import ctypes
import os
import re
import time

import numpy as np

import treewright as tw
from treewright.core.record import view


class Steady(tw.Agent):
    """The agent of that name in test_referee.py."""

    def refuse(self, game):
        pass

    def begin(self, game, seat, seed):
        super().begin(game, seat, seed)
        self.rng = np.random.default_rng(seed)

    def choose(self):
        choices = self.game.choices(view(self.observation))
        return choices[self.rng.integers(len(choices))]


class Does(Steady):
    """Does something in one of its methods, and plays on if that lets it."""

    def __init__(self, what, place="choose"):
        self.what, self.place, self.stopped = what, place, False

    def _do(self, place):
        if place == self.place:
            getattr(self, self.what)()

    def begin(self, game, seat, seed):
        super().begin(game, seat, seed)
        self._do("begin")

    def see(self, observation):
        super().see(observation)
        self._do("see")

    def choose(self):
        self._do("choose")
        return None if self.what == "nothing" else super().choose()

    def stop(self):
        self.stopped = True

    def nothing(self):
        pass

    def raising(self):
        raise ValueError("out of ideas")

    def refusing(self):
        raise tw.Refused("not with me")

    def leaving(self):
        os._exit(3)

    def faulting(self):
        ctypes.string_at(0)

    def sleeping(self):
        time.sleep(600)

    def looping(self):
        while True:
            pass

    def matching(self):
        """Native code that keeps the interpreter's lock."""
        re.match("(a*)*b", "a" * 60)

    def willing(self):
        self.stopped = False
        while not self.stopped:
            time.sleep(0.001)

    def printing(self):
        print("a move")
        os.write(1, b"another way\\n")

    def reading(self):
        try:
            input()
        except EOFError:
            return
        raise AssertionError("there was something to read")


class Wide(Steady):
    """Plays only what hides nothing."""

    def refuse(self, game):
        if game.hidden:
            raise tw.Refused(f"{self} wants to see everything")
'''


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("agents")
    (place / "agents.py").write_text(AGENTS)
    return place


@pytest.fixture
def isolated(folder):
    """Makes isolated agents, whose processes end with the test."""
    with contextlib.ExitStack() as made:
        def make(text):
            agent = Isolated(text.replace("agents.py", f"{folder}/agents.py"))
            made.callback(agent.close)
            return agent
        yield make


def does(what, place="choose"):
    return f"agents.py:Does(what={what}, place={place})"


def forfeit_of(agent, seat=0, **terms):
    agents = [Steady(), Steady()]
    agents[seat] = agent
    return play_game(CELLS, agents, 3, **terms).forfeit


def process_of(agent):
    return agent._child._process


# ---------------------------------------------------------------- the same moves


@pytest.mark.parametrize("text", ["uct(simulations=50)", "agents.py:Steady"])
def test_the_same_seed_gives_the_same_moves(isolated, folder, text):
    agent = isolated(text)
    for seed in range(2):
        here = tw.agent(agent.text)
        for agents in ((agent, Steady()), (Steady(), agent)):
            plain = [here if one is agent else one for one in agents]
            isolated_game, plain_game = play_game(CELLS, agents, seed), play_game(CELLS, plain, seed)
            assert isolated_game.actions == plain_game.actions
            for name in ("simulations", "depth_mean", "depth_largest", "value"):
                assert isolated_game.thoughts[name].tobytes() == plain_game.thoughts[name].tobytes()
    assert str(agent) == str(here)
    assert agent.reproducible


def test_an_isolated_agent_sees_what_its_seat_may_know(isolated):
    """A game that no expression names, in which the hands are hidden."""
    played = play_game(Tricks(), [isolated("agents.py:Steady"), Noting()], 7)
    assert played.forfeit is None
    assert played.actions == play_game(Tricks(), [Steady(), Steady()], 7).actions


def test_what_the_agent_prints_goes_to_standard_error_and_it_reads_nothing(isolated, capfd):
    assert forfeit_of(isolated(does("printing"))) is None
    assert forfeit_of(isolated(does("reading"))) is None
    out, err = capfd.readouterr()
    assert out == ""
    assert "a move\n" in err
    assert "another way\n" in err


# ---------------------------------------------------------------- what goes wrong


@pytest.mark.parametrize("place", ["begin", "see", "choose"])
def test_an_exception_is_told_as_without_isolation(isolated, place):
    agent = isolated(does("raising", place))
    for seat in (0, 1):
        forfeit = forfeit_of(agent, seat)
        assert (forfeit.seat, forfeit.reason) == (seat, "crash")
        assert re.fullmatch(r"ValueError: out of ideas \(agents\.py:\d+\)", forfeit.words)
        assert forfeit == forfeit_of(tw.agent(agent.text), seat)


def test_an_answer_that_is_no_number_is_told_as_without_isolation(isolated):
    assert forfeit_of(isolated(does("nothing"))).words == "played None, which is no action number"


@pytest.mark.parametrize(("what", "ending"), [("leaving", "ended with exit code 3"),
                                              ("faulting", "was ended by SIGSEGV")])
def test_an_agent_whose_process_dies_loses_the_game_and_gets_another(isolated, capfd, what, ending):
    agent = isolated(does(what))
    for seat in (0, 1):
        forfeit = forfeit_of(agent, seat)
        assert (forfeit.seat, forfeit.reason, forfeit.words) == (seat, "crash", f"its process {ending}")


@pytest.mark.parametrize("what", ["sleeping", "looping", "matching"])
def test_an_agent_that_hangs_is_ended_at_the_limit(isolated, what):
    agent, seen = isolated(does(what)), []

    class Watching(Steady):
        def see(self, observation):
            super().see(observation)
            seen.append(process_of(agent))

    for seat in (0, 1):
        other = Watching()
        agents = [agent, other] if seat == 0 else [other, agent]
        played = play_game(CELLS, agents, 3, move_seconds=LIMIT)
        assert played.forfeit == (seat, "time", "choose took longer than 0.1 s")
        assert played.seconds < 10
        assert not agent.abandoned
    assert [process.wait(5) for process in set(seen)] == [-signal.SIGKILL] * 2


def test_an_agent_that_hangs_when_it_begins_is_ended(isolated, monkeypatch):
    agent = isolated(does("sleeping", "begin"))
    monkeypatch.setattr(isolation, "BEGIN_SECONDS", 0.5)
    assert forfeit_of(agent, move_seconds=LIMIT).words == "begin took longer than 0.5 s"


def test_the_games_after_a_process_died_are_as_if_nothing_had_happened(isolated):
    agent = isolated("agents.py:Steady")
    expected = [play_game(CELLS, [Steady(), Steady()], seed).actions for seed in range(3)]
    games = []
    for seed in range(3):
        games.append(play_game(CELLS, [agent, Steady()], seed).actions)
        os.kill(process_of(agent).pid, signal.SIGKILL)
        process_of(agent).wait(5)
    assert games == expected


# ---------------------------------------------------------------- stopping


def test_searches_and_willing_agents_play_what_they_have_at_the_limit(isolated, monkeypatch):
    monkeypatch.setattr(timing, "LEAST_GRACE", 5)
    start = Start(CELLS.new(), (4, 0, 8, 2, 1))
    agents = [isolated("uct(seconds=60)"), isolated(does("willing"))]
    played = play_game(CELLS, agents, 3, start, LIMIT)
    assert (played.finished, played.forfeit) == (True, None)
    assert (played.thoughts["simulations"][6::2] > 100).all()
    assert (played.thoughts["seconds"][5:] > 0.9 * LIMIT).all()


@pytest.mark.parametrize("what", ["willing", "sleeping"])
def test_a_stop_is_heard_also_without_a_limit(isolated, what):
    agent = isolated(does(what))

    class Stopping(Steady):
        def choose(self):
            threading.Timer(0.1, Stop.all).start()
            return super().choose()

    try:
        played = play_game(CELLS, [Stopping(), agent], 3)
    finally:
        Stop.none()
    assert (played.finished, played.forfeit, len(played.actions)) == (False, None, 1)
    assert played.seconds < 10


# ---------------------------------------------------------------- what is refused


def test_what_the_agent_refuses_is_refused_in_the_same_words(isolated):
    for text in ("uct(simulations=10)", "agents.py:Wide"):
        agent = isolated(text)
        with pytest.raises(Refused) as here:
            tw.agent(agent.text).refuse(Tricks())
        for ask in (agent.refuse, lambda game, agent=agent: play_game(game, [agent, Steady()])):
            with pytest.raises(Refused) as there:
                ask(Tricks())
            assert str(there.value) == str(here.value)


def test_a_refusal_out_of_the_process_is_a_refusal(isolated):
    with pytest.raises(Refused, match="not with me"):
        forfeit_of(isolated(does("refusing", "begin")))
    assert forfeit_of(isolated(does("refusing"))).words.startswith("Refused: not with me (agents.py:")


def test_a_person_cannot_be_isolated():
    with pytest.raises(Refused, match=r"human\(\) cannot be isolated: a process of its own has no terminal to ask at"):
        Isolated("human()")


def test_without_another_process_nothing_is_played(isolated, monkeypatch):
    monkeypatch.setattr(sys, "executable", "no-such-python")
    with pytest.raises(Refused, match=r"no process can be started for uct\(.*\): No such file or directory"):
        play_game(CELLS, [isolated("uct(simulations=10)"), Steady()])


def test_a_game_that_another_process_cannot_find_is_refused(isolated, monkeypatch):
    game = Tricks()
    monkeypatch.setattr(Tricks, "__module__", "__main__")
    with pytest.raises(Refused, match="the game tricks cannot be found by another process: put its class into a file"):
        isolated("agents.py:Steady").begin(game, 0, 1)


# ---------------------------------------------------------------- processes end


def test_a_process_ends_when_its_agent_is_closed_or_forgotten(isolated):
    closed, forgotten = isolated("agents.py:Steady"), Isolated(isolated("agents.py:Steady").text)
    play_game(CELLS, [closed, forgotten], 1)
    processes = [process_of(closed), process_of(forgotten)]
    assert [process.poll() for process in processes] == [None, None]
    closed.close()
    del forgotten
    assert [process.wait(5) for process in processes] == [-signal.SIGKILL] * 2
    closed.close()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere native code that holds the lock outlives the parent")
@pytest.mark.parametrize("what", ["sleeping", "matching"])
def test_no_process_outlives_the_one_that_started_it(folder, what):
    program = textwrap.dedent(f"""
        import threading, time
        import treewright as tw
        from treewright.arena.isolation import Isolated

        agent = Isolated({does(what)!r})
        threading.Thread(target=tw.play_game, args=(tw.tic_tac_toe(), [agent, tw.uct(simulations=10)])).start()
        while agent._child is None or agent._child.game is None:
            time.sleep(0.01)
        time.sleep(0.3)
        print(agent._child._process.pid, flush=True)
    """)
    parent = subprocess.Popen([sys.executable, "-c", program], cwd=folder, stdout=subprocess.PIPE, text=True)
    child = int(parent.stdout.readline())
    assert _lives(child)
    parent.kill()
    parent.wait()
    parent.stdout.close()
    end = time.monotonic() + 5
    while _lives(child) and time.monotonic() < end:
        time.sleep(0.01)
    assert not _lives(child)


def _lives(process):
    """Is it there, and not only waiting for its exit code to be asked for?"""
    try:
        with open(f"/proc/{process}/stat") as state:
            return state.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
