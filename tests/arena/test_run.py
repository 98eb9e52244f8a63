"""Runs: what was played is not played again, whoever plays and whatever interrupts it."""

import contextlib
import math
import signal
import sqlite3
import subprocess
import time

import numpy as np
import pytest

import treewright as tw
from tests.cli.terminal import COMMAND, environment
from treewright.arena.cast import Cast
from treewright.arena.code import code_of
from treewright.arena.engine import Threads
from treewright.arena.estimate import estimate
from treewright.arena.plan import Plan
from treewright.arena.run import Run
from treewright.arena.store import open_store
from treewright.arena.tournament import enter
from treewright.core.thinking import Stop

AGENTS = ("uct(simulations=30)", "rave(simulations=20)", "uniform")


class Counting(Threads):
    """Threads that count what they are given to play."""

    given = 0

    def play(self, fixtures):
        def counted():
            for fixture in fixtures:
                self.given += 1
                yield fixture

        return super().play(counted())


def run_of(plan, store=None, workers=1, accept_code=False):
    cast = Cast()
    return Run(enter(plan, cast), Counting(cast, workers), store, accept_code)


def moves(run):
    return [[(one.actions, two.actions) for one, two in pairing.kept] for pairing in run.pairings]


@pytest.fixture
def store(tmp_path):
    with contextlib.closing(open_store(tmp_path / "games.db")) as opened:
        yield opened


def games_in(place):
    """Every game of a store by what names it, with its moves."""
    with contextlib.closing(open_store(place)) as store:
        return {record.fixture: record.played.actions for record in store.records()}


# ---------------------------------------------------------------- the store


def test_nothing_is_played_twice(store):
    plan = Plan(("tic_tac_toe",), AGENTS, pairing=8)
    first, again = run_of(plan, store), run_of(plan, store)
    first.play()
    again.play()
    assert (first.engine.given, again.engine.given) == (24, 0)
    assert [one.tally for one in again.pairings] == [one.tally for one in first.pairings]
    assert sum(one.from_store for one in again.pairings) == 24


def test_a_longer_run_plays_only_what_is_missing(store):
    run_of(Plan(("tic_tac_toe",), AGENTS, pairing=4), store).play()
    longer = run_of(Plan(("tic_tac_toe",), AGENTS, pairing=10), store)
    longer.play()
    assert longer.engine.given == 3 * 6
    whole = run_of(Plan(("tic_tac_toe",), AGENTS, pairing=10))
    whole.play()
    assert [one.tally for one in longer.pairings] == [one.tally for one in whole.pairings]


def test_a_match_and_a_tournament_share_their_games(store):
    run_of(Plan(("tic_tac_toe",), AGENTS, pairing=6), store).play()
    result = tw.match("tic_tac_toe", AGENTS[2], AGENTS[0], games=6, store=store)
    assert result.pairing.from_store == 6


def test_other_terms_are_other_games(store):
    run_of(Plan(("tic_tac_toe",), AGENTS[:2], pairing=4), store).play()
    for other in ({"seed": 1}, {"start": "random:2"}, {"move_seconds": 60.0}):
        run = run_of(Plan(("tic_tac_toe",), AGENTS[:2], pairing=4, **other), store)
        run.play()
        assert run.engine.given == 4, other


def test_games_of_older_code_are_played_again_or_accepted(store, monkeypatch):
    plan = Plan(("tic_tac_toe",), AGENTS[:2], pairing=4)
    run_of(plan, store).play()
    monkeypatch.setattr("treewright.arena.tournament.code_of", lambda game, agents: "0123456789abcdef")
    accepting, again = run_of(plan, store, accept_code=True), run_of(plan, store)
    accepting.play()
    assert accepting.engine.given == 0
    again.play()
    assert again.engine.given == 4
    assert len(list(store.records())) == 8, "none was deleted"


def test_code_is_that_of_the_game_the_agents_and_their_parts():
    game, other = tw.tic_tac_toe(), tw.hex(3)
    plain, taught = tw.uct(simulations=5), tw.uct(simulations=5, playout=tw.mast())
    codes = [code_of(game, (plain, plain)), code_of(other, (plain, plain)), code_of(game, (plain, taught))]
    assert len(set(codes)) == 3
    assert code_of(game, (taught, plain)) == codes[2]
    assert code_of(game, (tw.uct(simulations=9, c=0.3), plain)) == codes[0], "values are not code"


def test_a_file_may_move_but_not_change(tmp_path):
    rules = "import treewright as tw\n\nclass Mine(tw.Playout):\n    def choose(self, game, s, trace, actions, rng):\n"
    digests = []
    for folder, body in (("one", "        return game.any_action(s, actions, rng)\n"),
                         ("two", "        # in another folder\n        return game.any_action(s, actions, rng)\n"),
                         ("three", "        return actions[0] if game.legal(s, actions) else 0\n")):
        (tmp_path / folder).mkdir()
        file = tmp_path / folder / "mine.py"
        file.write_text(rules + body)
        digests.append(code_of(tw.tic_tac_toe(), [tw.agent(f"uct(playout={file}:Mine, simulations=5)")]))
    assert digests[0] == digests[1] != digests[2]


# ---------------------------------------------------------------- order and number of workers


def test_the_number_of_workers_does_not_matter():
    plan = Plan(("tic_tac_toe", "hex(3)"), AGENTS, pairing=6, seed=4)
    runs = [run_of(plan, workers=workers) for workers in (1, 2, 3)]
    for run in runs:
        for pairing in run.pairings:
            pairing.kept = []
        run.play()
    assert moves(runs[0]) == moves(runs[1]) == moves(runs[2])


@pytest.mark.parametrize("rule", [{"sprt": "elo0=0,elo1=200"}, {"until_ci": 0.15}])
def test_a_pairing_that_is_decided_ends_at_the_same_pair_with_any_number_of_workers(rule):
    plan = Plan(("tic_tac_toe",), ("uct(simulations=30)", "uniform"), pairing=2000, **rule)
    ended = []
    for workers in (1, 3):
        run = run_of(plan, workers=workers)
        run.play()
        assert not run.interrupted
        assert run.total == run.games < 2000
        ended.append((run.pairings[0].tally, run.pairings[0].verdict))
    assert ended[0] == ended[1]
    assert ended[0][1]


def test_fixtures_are_pulled_only_a_little_ahead():
    """A long pairing that is decided after a few pairs has not queued all the others."""
    run = run_of(Plan(("tic_tac_toe",), ("uct(simulations=30)", "uniform"), pairing=100_000, sprt="elo0=0,elo1=300"),
                 workers=2)
    run.play()
    assert run.engine.given <= run.games + 100


def test_memory_stays_flat():
    """Sixteen bytes a game for the margins and for telling games apart, and nothing else."""
    run = run_of(Plan(("tic_tac_toe",), ("uniform", "tactical"), pairing=400))
    run.play()
    pairing = run.pairings[0]
    assert pairing.kept is None
    assert pairing._waiting == {}
    assert run._found == {}


# ---------------------------------------------------------------- interruptions


def test_a_stop_keeps_what_was_finished_and_the_same_run_goes_on(store):
    plan = Plan(("tic_tac_toe",), AGENTS, pairing=20)
    stopped = run_of(plan, store)

    def stop(run):
        if run.played == 17:
            Stop.all()

    try:
        stopped.play(stop)
    finally:
        Stop.none()
    assert stopped.interrupted
    resumed = run_of(plan, store)
    resumed.play()
    assert 17 <= stopped.played < 60
    assert resumed.engine.given == 60 - stopped.played
    whole = run_of(plan)
    whole.play()
    assert [one.tally for one in resumed.pairings] == [one.tally for one in whole.pairings]


def killed_tournament(folder, agents, games, kills, seed=0):
    """Run a tournament with the command line, kill it so many times at moments spread over its games, and then let it
    end; returns how many games the killed ones had played."""
    command = [*COMMAND, "tournament", *agents, "--game", "tic_tac_toe", "--games", str(games), "--workers", "2",
               "--seed", str(seed)]
    place, rng = folder / "treewright.db", np.random.default_rng(seed)
    done, step = 0, games * math.comb(len(agents), 2) / max(1, kills)
    for _ in range(kills):
        process = subprocess.Popen(command, cwd=folder, env=environment(), stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        wanted = done + rng.uniform(0, step)
        while process.poll() is None and stored(place) < wanted:
            time.sleep(0.002)
        time.sleep(float(rng.uniform(0, 0.02)))
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert stored(place) >= done
        done = stored(place)
    subprocess.run(command, cwd=folder, env=environment(), check=True, capture_output=True, timeout=600)
    return done


def stored(place):
    """How many games a store has, by a look from outside."""
    if not place.exists():
        return 0
    with contextlib.closing(sqlite3.connect(f"file:{place}?mode=ro", uri=True, timeout=10)) as connection:
        try:
            return connection.execute("SELECT COUNT(*) FROM games").fetchone()[0]
        except sqlite3.OperationalError:
            return 0


def test_a_tournament_that_is_killed_again_and_again_ends_with_the_games_of_one_that_was_not(tmp_path):
    agents = ("uct(simulations=8000)", "rave(simulations=2000)", "uct(simulations=4000, c=0.5)")
    killed, whole = tmp_path / "killed", tmp_path / "whole"
    killed.mkdir()
    whole.mkdir()
    before_the_last = killed_tournament(killed, agents, games=20, kills=4)
    assert 0 < before_the_last < 60, "some were killed in the middle"
    killed_tournament(whole, agents, games=20, kills=0)
    games = games_in(killed / "treewright.db")
    assert len(games) == 60
    assert games == games_in(whole / "treewright.db")


# ---------------------------------------------------------------- estimates


def test_an_estimate_plays_a_part_and_counts_what_is_left(store):
    run = run_of(Plan(("tic_tac_toe",), AGENTS, pairing=2000), store)
    found = estimate(run, seconds=0.3)
    assert 0 < run.played < 6000
    assert 6000 - run.played <= found.games_left <= 6000
    assert 0 < found.core_hours < 0.1
    assert found.unseen == 0
    assert len(list(store.records())) == run.played


def test_a_finished_run_needs_no_more_time(store):
    plan = Plan(("tic_tac_toe",), AGENTS, pairing=2)
    run_of(plan, store).play()
    assert estimate(run_of(plan, store), seconds=0.1).games_left == 0
