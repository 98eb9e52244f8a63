"""Games on a cluster are the games of any other engine, whatever happens to machines, workers and files meanwhile."""

import contextlib
import json
import socketserver
import subprocess
import sys
import textwrap
import threading
import time
import types
from pathlib import Path

import pytest

import treewright as tw
from tests.cli.terminal import treewright
from treewright.agents import language
from treewright.arena import bundles, outpost, ray_engine
from treewright.arena.cast import Cast
from treewright.arena.code import code_of
from treewright.arena.engine import Threads
from treewright.arena.fixture import pair_of
from treewright.arena.luggage import Luggage
from treewright.arena.outpost import Order
from treewright.arena.ray_engine import DEPTH, Ray
from treewright.arena.ray_session import refuse_unreachable
from treewright.core.errors import Refused
from treewright.core.thinking import Stop

SLOW = """
    import os
    import time

    import numpy as np

    import treewright as tw
    from hurry import SECONDS


    class Slow(tw.Agent):
        '''Draws its moves from its seed, and takes its time.'''

        def begin(self, game, seat, seed):
            super().begin(game, seat, seed)
            self.rng = np.random.default_rng(seed)

        def choose(self):
            time.sleep(SECONDS)
            choices = self.game.choices(tw.view(self.observation))
            return choices[self.rng.integers(len(choices))]


    class Quick(Slow):
        def choose(self):
            choices = self.game.choices(tw.view(self.observation))
            return choices[self.rng.integers(len(choices))]


    class Fatal(Quick):
        '''Ends its process when it sees the middle taken.'''

        def choose(self):
            s = tw.view(self.observation)
            if 4 not in self.game.choices(s) and s.both.bit_count() < 4:
                os._exit(7)
            return super().choose()
    """
DOOMED = """
    import os
    from treewright.games.tic_tac_toe import TicTacToe

    class Doomed(TicTacToe):
        '''Its rules end every process that plays by them.'''

        def start(self, s, rng):
            os._exit(7)
    """


STORE = 100 * 2**20


@pytest.fixture(scope="module")
def cluster():
    """A head with one processor, to which tests may add nodes."""
    pytest.importorskip("ray")
    from ray.cluster_utils import Cluster
    soon = {"health_check_period_ms": 300, "health_check_failure_threshold": 2, "health_check_timeout_ms": 500}
    head = {"num_cpus": 1, "include_dashboard": False, "object_store_memory": STORE, "_system_config": soon}
    made = Cluster(initialize_head=True, head_node_args=head)
    yield made
    made.shutdown()


@pytest.fixture
def engine(cluster):
    """Make an engine on the cluster, and end it."""
    made = []

    def make(*entered):
        made.append(Ray(cast_of(*entered), address=cluster.address))
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """A user's own folder: always the same, since a process loads a file once."""
    yield tmp_path_factory.mktemp("home")
    sys.modules.pop("hurry", None)


@pytest.fixture
def folder(home, monkeypatch):
    """The folder to be in, with the user's files."""
    for name, text in (("slow.py", SLOW), ("hurry.py", "SECONDS = 0.02"), ("doomed.py", DOOMED)):
        (home / name).write_text(textwrap.dedent(text))
    monkeypatch.chdir(home)
    return home


def cast_of(*agents):
    cast = Cast()
    cast.enter_game("tic_tac_toe")
    for agent in agents:
        cast.enter_agent(agent)
    return cast


def games(first, second, pairs, game="tic_tac_toe"):
    return (fixture for number in range(pairs) for fixture in pair_of(game, first, second, number))


def told(ends):
    """What must be the same on every engine."""
    return {fixture: (played.actions, played.scores, played.forfeit, played.opening) for fixture, played in ends}


# ---------------------------------------------------------------- the same games


def test_searches_play_the_games_that_threads_play(engine):
    agents = ("uct(simulations=50)", "rave(simulations=20)")
    there = told(engine(*agents).play(games(*agents, 40)))
    assert there == told(Threads(Cast(), 2).play(games(*agents, 40)))
    assert len(there) == 80


def test_a_node_that_is_lost_half_way_costs_no_game(engine, cluster, folder, capfd, monkeypatch):
    """The file was carried there, and what becomes of it meanwhile does not matter."""
    monkeypatch.setattr(bundles, "TASK_SECONDS", 0.5)
    agents = ("slow.py:Slow", "uct(simulations=50)")
    here = told(Threads(cast_of(*agents), 2).play(games(*agents, 25)))
    node = cluster.add_node(num_cpus=1, object_store_memory=STORE)
    cluster.wait_for_nodes()
    ray = engine(*agents)
    assert ray.cores == 2
    there = []
    for end in ray.play(games(*agents, 25)):
        there.append(end)
        if len(there) == 1:
            (folder / "slow.py").unlink()
            (folder / "hurry.py").write_text("raise ValueError")
        if len(there) == 20:
            time.sleep(0.2)  # what was sent last is now being played
            cluster.remove_node(node, allow_graceful=False)
    assert told(there) == here
    assert len(there) == 50
    assert ray.lost > 0
    assert capfd.readouterr() == ("", "")


def test_the_cluster_may_grow(engine, cluster, folder, monkeypatch):
    monkeypatch.setattr(ray_engine, "COUNT_SECONDS", 0.0)
    cluster.wait_for_nodes()
    ray = engine("slow.py:Slow")
    assert ray.cores == 1
    ends = ray.play(games("slow.py:Slow", "uniform", 10**9))
    next(ends)
    node = cluster.add_node(num_cpus=2, object_store_memory=STORE)
    try:
        for _ in ends:
            if ray.cores == 3:
                break
    finally:
        ends.close()
        cluster.remove_node(node)


# ---------------------------------------------------------------- what goes wrong


def test_an_agent_that_ends_its_worker_forfeits_and_the_others_play_on(engine, folder, capfd):
    agents = ("slow.py:Fatal", "slow.py:Quick")
    ray = engine(*agents)
    there = told(ray.play(games(*agents, 6)))
    fell = {fixture: end for fixture, end in there.items() if end[2] is not None}
    assert len(there) == 12
    assert 0 < len(fell) < 12
    for fixture, (_, scores, forfeit, _) in fell.items():
        assert fixture.agents[forfeit.seat] == "slow.py:Fatal"
        assert scores[forfeit.seat] == -1
        assert (forfeit.reason, forfeit.words) == ("crash", "its process ended with exit code 7")
    assert told(Threads(Cast(), isolate=True).play(games(*agents, 6))) == there
    assert capfd.readouterr().out == ""


def test_rules_that_end_every_worker_are_given_up_in_a_sentence(engine, folder, monkeypatch):
    monkeypatch.setattr(ray_engine, "MOST_ATTEMPTS", 3)
    ray = engine()
    with pytest.raises(Refused, match=r"pair 0 of uniform and uniform in doomed.py:Doomed was lost 3 times"):
        list(ray.play(games("uniform", "uniform", 1, "doomed.py:Doomed")))


def test_an_endless_run_is_not_taken_far_ahead(engine, folder, monkeypatch):
    monkeypatch.setattr(bundles, "MOST_GAMES", 5)
    taken = []

    def noted():
        for fixture in games("slow.py:Slow", "slow.py:Quick", 10**9):
            taken.append(fixture)
            yield fixture

    ray = engine("slow.py:Slow")
    ends = ray.play(noted())
    for number in range(1, 21):
        next(ends)
        assert number < len(taken) <= number + DEPTH * ray.cores * 5
    ends.close()


def test_a_run_that_is_stopped_ends_at_once(engine, folder):
    ends = engine("slow.py:Slow").play(games("slow.py:Slow", "slow.py:Slow", 10**9))
    next(ends)
    begun = time.monotonic()
    try:
        threading.Timer(0.2, Stop.all).start()
        assert all(played.finished for _, played in ends)
    finally:
        Stop.none()
    assert time.monotonic() - begun < 3


def test_a_command_plays_on_the_cluster(cluster, folder):
    asked = ("match", "slow.py:Quick", "uniform", "--game", "tic_tac_toe", "--games", "6", "--json", "--store", "none")
    there = treewright(*asked, "--engine", "ray", "--address", cluster.address, folder=str(folder))
    here = treewright(*asked, folder=str(folder))
    assert (there.code, here.code) == (0, 0)
    assert json.loads(there.out) == json.loads(here.out)


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks for processes in /proc")
def test_a_cluster_of_this_machine_says_nothing_and_ends_with_its_program(folder):
    program = """
        import os
        import ray
        from treewright.arena.cast import Cast
        from treewright.arena.fixture import pair_of
        from treewright.arena.ray_engine import Ray

        engine = Ray(Cast(), workers=2)
        fixtures = [one for k in range(4) for one in pair_of("tic_tac_toe", "slow.py:Fatal", "slow.py:Quick", k)]
        played = [one for _, one in engine.play(iter(fixtures))]
        session = ray._private.worker.global_worker.node.session_name
        reasons = {one.forfeit.reason for one in played if one.forfeit}
        print(session, engine.cores, engine.lost > 0 < engine.startup_seconds, reasons)
        os._exit(0)
        """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True,
                          check=True, timeout=120)
    session, said = done.stdout.split(maxsplit=1)
    assert (said, done.stderr) == ("2 True {'crash'}\n", "")
    end = time.monotonic() + 30
    while left := processes_of(session):
        assert time.monotonic() < end, left
        time.sleep(0.1)


def processes_of(session):
    """What still runs of a cluster: every process of Ray is told where its session's files lie."""
    commands = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            commands.append((process / "cmdline").read_text())
    return [command for command in commands if session in command]


# ---------------------------------------------------------------- what is refused


def order(game="tic_tac_toe", agents=("uniform", "tactical"), code=None, versions=None):
    known = code_of(language.game(game), [language.agent(text) for text in agents])
    return Order(pair_of(game, *agents, 0), (code or known,) * 2, versions or outpost.versions())


def test_an_outpost_plays_what_threads_play():
    asked = order()
    answer = outpost.play(Luggage(), asked)
    assert told(zip(asked.fixtures, answer.games, strict=True)) == told(Threads(Cast()).play(iter(asked.fixtures)))
    assert len(answer.seconds) == 2


def test_an_outpost_with_other_code_plays_nothing():
    for ask in (outpost.play, outpost.prepare):
        answer = ask(Luggage(), order(code="0123456789abcdef"))
        assert answer.games == ()
        assert "has other code for tic_tac_toe between uniform and tactical" in answer.refused


def test_an_outpost_with_other_versions_plays_nothing():
    answer = outpost.play(Luggage(), order(versions="Treewright 0.0.9"))
    assert answer.games == ()
    assert "the games are to be played with Treewright 0.0.9: install the same on all machines" in answer.refused


@pytest.mark.parametrize(("trouble", "complaint"), [
    ("raise tw.Refused(f'{__file__} is homesick')", "^picky.py is homesick$"),
    ("raise KeyError('WEIGHTS')", r"the machine .* cannot make all of .* picky.py:Picky.* uniform: KeyError: 'WEIGHTS"),
])
def test_an_agent_that_cannot_be_made_elsewhere_is_refused(engine, folder, trouble, complaint):
    """Files are named as they are spelt here."""
    name = f"picky_{len(trouble)}"
    (folder / f"{name}.py").write_text(textwrap.dedent(f"""
        import treewright as tw

        class Picky(tw.Agent):
            def __init__(self):
                if not __file__.startswith({str(folder)!r}):
                    {trouble}

            def choose(self):
                return 0
        """))
    with pytest.raises(Refused, match=complaint.replace("picky", name)):
        engine(f"{name}.py", "uniform")


def test_a_machine_without_this_treewright_is_told(engine, monkeypatch):
    absent = types.ModuleType("absent")
    exec("def play(luggage, order): pass", absent.__dict__)
    monkeypatch.setitem(sys.modules, "absent", absent)
    ray = engine()
    ray._play = ray._ray.remote(absent.play)
    with pytest.raises(Refused, match=r"a machine of the cluster cannot load this Treewright \(Module.*'absent'"):
        next(ray.play(games("uniform", "uniform", 1)))


def test_an_exception_in_the_rules_is_heard(engine, folder):
    (folder / "broken.py").write_text(textwrap.dedent("""
        from treewright.games.tic_tac_toe import TicTacToe

        class Broken(TicTacToe):
            def start(self, s, rng):
                raise ZeroDivisionError("somebody divided")
        """))
    with pytest.raises(ZeroDivisionError, match="somebody divided"):
        next(engine().play(games("uniform", "uniform", 1, "broken.py")))


def test_who_cannot_be_sent_is_refused(engine):
    with pytest.raises(Refused, match=r"human\(\) plays at this terminal, and so not on a cluster"):
        engine("human()", "uniform")

    class Local(tw.Agent):
        def choose(self):
            return 0

    cast = Cast()
    cast.enter_agent(Local())
    with pytest.raises(Refused, match="the agent Local was given as an object that no expression names"):
        Ray(cast)


@pytest.mark.parametrize("workers", [0, -1, 1.5, True])
def test_somebody_must_play(workers):
    with pytest.raises(Refused, match="workers must be a whole number above 0"):
        Ray(Cast(), workers)


def test_without_ray_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(Refused, match=r"needs Ray, which is not installed: pip install 'treewright\[cluster\]'"):
        Ray(Cast())


def test_a_head_that_is_there_is_reachable(cluster):
    refuse_unreachable(cluster.address)


@pytest.mark.parametrize("address", ["here", "10.0.0.1", "http://10.0.0.1:8265", "ray://10.0.0.1:10001", ":6379"])
def test_an_address_is_a_host_and_a_port(address):
    with pytest.raises(Refused, match=rf"is written HOST:PORT, such as .*, or auto, not {address}$"):
        refuse_unreachable(address)


def test_an_address_where_nothing_answers_is_told_at_once():
    with socketserver.TCPServer(("127.0.0.1", 0), socketserver.BaseRequestHandler) as server:
        address = f"127.0.0.1:{server.server_address[1]}"
    begun = time.monotonic()
    with pytest.raises(Refused, match=f"no Ray cluster answers at {address}: start one there with `ray start --head"):
        Ray(Cast(), address=address)
    assert time.monotonic() - begun < 3


def test_something_else_that_answers_is_no_cluster():
    class Web(socketserver.BaseRequestHandler):
        def handle(self):
            self.request.recv(1000)
            self.request.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

    with socketserver.TCPServer(("127.0.0.1", 0), Web) as server:
        threading.Thread(target=server.handle_request, daemon=True).start()
        with pytest.raises(Refused, match="no Ray cluster answers at"):
            refuse_unreachable(f"127.0.0.1:{server.server_address[1]}")


def test_what_ray_says_when_it_cannot_connect_is_told_in_a_sentence(monkeypatch):
    import ray

    def init(**options):
        raise ConnectionError("Could not find any running Ray instance.\nPlease specify one.")

    monkeypatch.setattr(ray, "init", init)
    with pytest.raises(Refused, match=r"^Ray cannot join the cluster at auto: Could not find any .* specify one\.$"):
        Ray(Cast(), address="auto")
