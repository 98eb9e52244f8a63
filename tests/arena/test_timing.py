"""Time limits: searches play what they have, agents that hang lose, and nothing waits for them."""

import subprocess
import sys
import textwrap
import threading
import time
from _thread import interrupt_main

import pytest

import treewright as tw
from tests.arena.test_referee import Raising, Steady
from tests.small_games.tricks import Tricks
from treewright.arena import timing
from treewright.arena.referee import play_game
from treewright.arena.seat import Lost
from treewright.arena.starts import Start
from treewright.arena.timing import Answers, grace, wait_for
from treewright.core.errors import Refused
from treewright.core.thinking import Stop

CELLS = tw.tic_tac_toe()
LIMIT = 0.1
ENOUGH = LIMIT + timing.LEAST_GRACE + 2
"""A call that hangs is over by then, even on a machine that is busy."""


class Hanging(Steady):
    """Hangs in one of its methods, asleep or busy, until the test is over."""

    over = threading.Event()

    def __init__(self, place, busy=False):
        self.place, self.busy = place, busy

    def _hang(self, place):
        if place == self.place and self.busy:
            while True:
                pass
        if place == self.place:
            self.over.wait(30)

    def begin(self, game, seat, seed):
        super().begin(game, seat, seed)
        self._hang("begin")

    def see(self, observation):
        super().see(observation)
        self._hang("see")

    def choose(self):
        self._hang("choose")
        return super().choose()


@pytest.fixture(autouse=True)
def nothing_left_running(monkeypatch):
    """Threads that were left behind end with the test, those that are busy by themselves."""
    monkeypatch.setattr(timing, "BEGIN_SECONDS", LIMIT)
    before = set(threading.enumerate())
    Hanging.over.clear()
    yield
    Hanging.over.set()
    for thread in set(threading.enumerate()) - before:
        thread.join(5)
        assert not thread.is_alive()


def timed(*agents, seed=3, limit=LIMIT, **more):
    begun = time.monotonic()
    return play_game(CELLS, agents, seed, move_seconds=limit, **more), time.monotonic() - begun


# ---------------------------------------------------------------- agents that hang


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("place", ["begin", "see", "choose"])
def test_an_agent_that_hangs_loses_the_game(place, seat):
    agents = [Steady(), Steady()]
    agents[seat] = Hanging(place)
    played, seconds = timed(*agents)
    assert played.finished
    assert played.forfeit == (seat, "time", f"{place} took longer than 0.1 s")
    assert played.scores == ((-1, 1), (1, -1))[seat]
    assert seconds < ENOUGH
    assert [agent.abandoned for agent in agents] == [seat == 0, seat == 1]


def test_an_endless_loop_loses_the_game_and_ends():
    before = threading.active_count()
    played, seconds = timed(Steady(), Hanging("choose", busy=True))
    assert played.forfeit.reason == "time"
    assert seconds < ENOUGH
    time.sleep(0.2)
    assert threading.active_count() == before


def test_the_games_before_and_after_are_as_if_nothing_had_happened():
    expected = [play_game(CELLS, [Steady(), Steady()], seed).actions for seed in range(4)]
    steady, hanging = Steady(), Hanging("choose")
    assert timed(steady, Steady(), seed=0)[0].actions == expected[0]
    assert timed(hanging, steady, seed=1)[0].forfeit.seat == 0
    assert [timed(Steady(), steady, seed=seed)[0].actions for seed in (1, 2, 3)] == expected[1:]
    with pytest.raises(Refused, match="was left behind in a game in which it took too long"):
        timed(hanging, steady)


def test_a_process_ends_although_agents_still_hang():
    """Also where native code never returns: nobody waits for the thread."""
    program = textwrap.dedent("""
        import ctypes
        import treewright as tw

        class Native(tw.Agent):
            def choose(self):
                ctypes.CDLL(None).sleep(600)

        print(tw.play_game(tw.tic_tac_toe(), [Native(), tw.uct(simulations=10)], move_seconds=0.1).forfeit.words)
    """)
    begun = time.monotonic()
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, "choose took longer than 0.1 s\n", "")
    assert time.monotonic() - begun < 30


# ---------------------------------------------------------------- agents that hear


def test_a_search_plays_what_it_has_at_the_limit(monkeypatch):
    start = Start(CELLS.new(), (4, 0, 8, 2, 1))
    agents = [tw.agent("uct(seconds=60)"), tw.agent("uct(simulations=1e12)")]
    play_game(CELLS, [tw.uct(simulations=1), tw.uct(simulations=1)])
    monkeypatch.setattr(timing, "BEGIN_SECONDS", 60)
    monkeypatch.setattr(timing, "LEAST_GRACE", 5)
    played, _ = timed(*agents, start=start)
    assert (played.finished, played.forfeit) == (True, None)
    thought = played.thoughts[5:]
    assert (thought["simulations"] > 100).all()
    assert ((thought["seconds"] > 0.9 * LIMIT) & (thought["seconds"] < ENOUGH)).all()


def test_an_agent_of_ones_own_is_asked_to_stop():
    class Willing(Steady):
        def choose(self):
            self.asked = threading.Event()
            assert self.asked.wait(10)
            return super().choose()

        def stop(self):
            self.asked.set()

    played, _ = timed(Willing(), Steady(), start=Start(CELLS.new(), (4, 0, 8, 2, 1)))
    assert (played.finished, played.forfeit) == (True, None)


def test_an_agent_that_raises_when_it_is_asked_to_stop_has_crashed():
    class Unwilling(Hanging):
        def stop(self):
            raise ValueError("never")

    agent = Unwilling("choose")
    played, _ = timed(agent, Steady())
    assert played.forfeit.reason == "crash"
    assert played.forfeit.words.startswith("ValueError: never (test_timing.py:")
    assert agent.abandoned


# ---------------------------------------------------------------- what is as without a limit


def test_a_limit_that_nobody_reaches_changes_nothing():
    for seed in range(3):
        assert timed(Steady(), Steady(), seed=seed, limit=10)[0].actions == \
            play_game(CELLS, [Steady(), Steady()], seed).actions
    slow, fast = (play_game(CELLS, [tw.uct(simulations=50), Steady()], 1, move_seconds=limit) for limit in (10, None))
    assert slow.actions == fast.actions
    assert slow.thoughts["simulations"].tolist() == fast.thoughts["simulations"].tolist()


@pytest.mark.parametrize("place", ["begin", "see", "choose"])
def test_crashes_are_told_as_without_a_limit(place):
    played, _ = timed(Steady(), Raising(place))
    assert (played.forfeit.seat, played.forfeit.reason) == (1, "crash")
    assert played.forfeit.words.startswith("ValueError: out of ideas (test_referee.py:")


def test_refusals_are_told_as_without_a_limit():
    with pytest.raises(Refused, match="needs the full state"):
        play_game(Tricks(), [Steady(), tw.uct(simulations=10)], move_seconds=LIMIT)


# ---------------------------------------------------------------- stopping


def test_a_stop_does_not_wait_for_an_agent_that_hangs():
    try:
        threading.Timer(0.2, Stop.all).start()
        played, seconds = timed(Steady(), Hanging("choose"), limit=60)
    finally:
        Stop.none()
    assert (played.finished, played.forfeit) == (False, None)
    assert seconds < 0.2 + ENOUGH


def test_ctrl_c_does_not_wait_for_an_agent_that_hangs():
    threading.Timer(0.2, interrupt_main).start()
    agent = Hanging("choose", busy=True)
    played, seconds = timed(Steady(), agent, limit=60)
    assert (played.finished, played.forfeit, agent.abandoned) == (False, None, True)
    assert seconds < ENOUGH


# ---------------------------------------------------------------- the clock


def test_the_grace_is_a_tenth_of_the_limit_and_never_below_a_quarter_of_a_second():
    assert [grace(limit) for limit in (None, 0.1, 2.5, 10.0)] == [0.25, 0.25, 0.25, 1.0]


def test_an_answer_that_comes_in_the_grace_counts():
    answers, asked = Answers(), []

    def stop():
        asked.append(time.monotonic())
        answers.put("late")

    begun = time.monotonic()
    assert wait_for(answers, "choose", LIMIT, stop, lambda: 0.0) == "late"
    assert LIMIT <= asked[0] - begun < LIMIT + 1


def test_the_seconds_that_go_into_compiling_do_not_count():
    """As if all that is done for the first half of a second were compiling."""
    answers, begun, asked = Answers(), time.monotonic(), []

    def compiling():
        return min(time.monotonic() - begun, 0.5)

    with pytest.raises(Lost, match=r"choose took longer than 0\.1 s"):
        wait_for(answers, "choose", LIMIT, lambda: asked.append(time.monotonic() - begun), compiling)
    assert 0.5 + LIMIT <= asked[0] < 0.5 + LIMIT + 1
    assert time.monotonic() - begun >= 0.5 + LIMIT + timing.LEAST_GRACE
