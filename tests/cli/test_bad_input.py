"""Bad input, as somebody would type it: one clear line on standard error, nothing else, and exit code 2."""

import gzip
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.cli.terminal import treewright
from treewright.arena.store import Trial
from treewright.studies.data import data_file, export
from treewright.studies.records import Entry, Records

SMALL_GAMES = Path(__file__).parents[1] / "small_games"
TRIO, TRICKS, PIG = (f"{SMALL_GAMES / name}.py" for name in ("trio", "tricks", "pig"))
BROKEN = "import treewright as tw\n\nclass Kayles(tw.Game)\n    players = 2\n"

CASES = [
    # agents
    (["match", "uct(simulatons=10)", "uniform"], "uct has no argument simulatons; did you mean simulations?"),
    (["match", "connect_four", "uct(simulatons=10)", "uct(simulations=10)"],
     "connect_four is a game, not an agent: write --game connect_four"),
    (["match", "uct(simulations=-5)", "uniform"], "simulations must be a number above 0, not -5"),
    (["match", "uct", "uniform"], "a search needs a budget: simulations, seconds or nodes"),
    (["match", "utc(seconds=1)", "uniform"], "there is no agent utc; did you mean uct?"),
    (["match", "uct(simulations=10, threads=0)", "uniform"], "threads must be a whole number above 0, not 0"),
    (["match", "uct(simulations=10, final=foo)", "uniform"],
     "final must be one of visits, mean, secure, rule, not 'foo'"),
    (["match", "uct(simulations=10, memory=0.0001)", "uniform"],
     "memory=0.0001 holds 4 nodes, fewer than the 7 actions of connect_four"),
    (["match", "uct(simulations=10", "uniform"],
     "'uct(simulations=10' cannot be read: write it like uct(simulations=1000)"),
    (["match", "human()", "uniform"],
     "human() asks for its moves at the terminal, but standard input is none"),
    (["analyse", "connect_four", "--agent", "uniform"], "uniform does not search"),
    (["agents", "utc"], "there is no agent or part utc; did you mean uct?"),
    (["agents", "hex"], "hex is a game, not an agent: see treewright games hex"),
    # games
    (["match", "uniform", "uniform", "--game", "conect_four"],
     "there is no game conect_four; did you mean connect_four?"),
    (["analyse", "uct(seconds=1)", "4"], "uct is an agent, not a game"),
    (["play", "uct(seconds=1)", "connect_four"], "uct is an agent, not a game"),
    (["play", "connect_four", "connect_four"], "connect_four is a game, not an agent"),
    (["analyse", "connect_four(9, 9)"], "Connect Four has 1 to 7 columns and 1 to 6 rows, not 9 and 9"),
    (["match", "uniform", "uniform", "--game", "missing.py"], "there is no file missing.py"),
    (["match", "uniform", "uniform", "--game", "broken.py"], "broken.py:3: expected ':'"),
    (["match", TRIO, "uniform"], f"{TRIO} is a game, not an agent: write --game {TRIO}"),
    (["match", "uniform", "uniform", "--game", TRIO], "a match is for two players, but "),
    (["analyse", TRIO, "--agent", "minimax(depth=2)"], "minimax needs two players"),
    (["match", "uct(simulations=10)", "uniform", "--game", TRICKS],
     "uct(simulations=10) needs the full state, but "),
    (["match", "uniform", "thermostrategy", "--game", "hex"],
     "thermostrategy plays games that know the temperatures of their moves, such as heap_go; hex does not"),
    (["play", TRICKS, "uct(simulations=10)"], "uct(simulations=10) needs the full state, but "),
    (["analyse", 'heap_go("B5 X2 B3")'], "'X2' is not a counter; write B or R and a weight, like B5"),
    (["match", "uniform", "uniform", "--game", 'heap_go("B5 / R0")'], "the weight of R0 must be 1 to 99"),
    (["play", 'heap_go("B-5")', "uniform"], "'B-5' is not a counter; write B or R and a weight, like B5"),
    (["analyse", f'heap_go("B{10**30}")'], f"the weight of B{10**30} must be 1 to 99"),
    (["analyse", 'heap_go("B5 / / R2")'], "heap B of 'B5 / / R2' has no counters"),
    (["analyse", "heap_go(5, 65)"], "Heap-Go has 1 to 64 counters a heap, not 65"),
    # studies
    (["study", "run", "incentive", "--scale", "papr"], "the study incentive has no scale papr; did you mean paper?"),
    (["study", "run", "incentive", "--pages", "foreign"],
     "foreign/data/incentive.jsonl.gz holds records of the study dice, not of incentive"),
    (["study", "report", "incentive", "--pages", "tampered"],
     "tampered/data/incentive.jsonl.gz was changed since it was exported"),
    (["study", "run", "incentive", "--pages", "none", "--store", "broken.py"], "broken.py is not a store"),
    # positions
    (["analyse", "connect_four", "4", "9"], "'9' is not a legal action here; there are 1, 2, 3, 4, 5, 6, 7"),
    (["analyse", "connect_four", "4 1 4 1 4 1 4"],
     "the game is over in this position: there is nothing to search"),
    (["analyse", "connect_four", "4 1 4 1 4 1 4 1"], "the game is over before '1'"),
    (["analyse", PIG], "chance is to move in this position: add what it does, one of 0, 1"),
    # the command itself
    (["match", "uniform", "uniform", "uniform"], "a match is between two agents, not 3"),
    (["match", "uniform", "uniform", "--games", "3"], "games must be an even number above 0"),
    (["match", "uniform", "uniform", "--games", "0"], "games must be an even number above 0"),
    (["match", "uniform", "uniform", "--workers", "0"], "workers must be a whole number above 0, not 0"),
    (["serve", "--workers", "0"], "workers must be a whole number above 0, not 0"),
    (["serve", "--port", "70000"], "Invalid value for '--port'"),
    (["match", "uniform", "uniform", "--seed", "-1"], "Invalid value for '--seed'"),
    (["match", "uniform", "uniform", "--gmae", "hex"], "No such option: --gmae"),
    (["play", "connect_four", "uniform", "--seat", "3"], "--seat must be 1, 2 or random, not 3"),
    (["play", "connect_four"], "Missing argument 'agent'"),
    (["plya", "connect_four"], "No such command 'plya'"),
]


@pytest.fixture(scope="module")
def answers(tmp_path_factory):
    """What every case was answered, two processes at a time: most of what each takes is starting up."""
    folder = tmp_path_factory.mktemp("bad_input")
    (folder / "broken.py").write_text(BROKEN)
    records = Records([Entry(Trial("dice", {"sides": 6}), "c0de", {"shown": 4})])
    foreign, tampered = (data_file(folder / name / "data", "incentive") for name in ("foreign", "tampered"))
    export(records, "dice", foreign)
    export(records, "incentive", tampered)
    tampered.write_bytes(gzip.compress(gzip.decompress(tampered.read_bytes()).replace(b'"shown":4', b'"shown":6')))
    with ThreadPoolExecutor(2) as pool:
        said = pool.map(lambda case: treewright(*case[0], folder=str(folder)), CASES)
        return {tuple(case[0]): one for case, one in zip(CASES, said)}


TYPED = [" ".join(Path(word).name for word in typed) for typed, _ in CASES]


@pytest.mark.parametrize(("typed", "complaint"), CASES, ids=TYPED)
def test_bad_input_gets_one_line_and_exit_code_2(answers, typed, complaint):
    said = answers[tuple(typed)]
    assert said.code == 2
    assert said.out == ""
    assert len(said.complaint) == 1, said.err
    assert said.complaint[0].startswith("treewright: ")
    assert complaint in said.complaint[0]
    assert "Traceback" not in said.err


def test_a_bare_command_shows_the_help_and_exits_with_2():
    said = treewright()
    assert (said.code, said.err) == (2, "")
    assert all(command in said.out for command in ("games", "agents", "play", "analyse", "match"))
