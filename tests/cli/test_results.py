"""`treewright results`: pairings, games and measurements, listed, shown, exported."""

import csv
import json
import subprocess
import sys

import pytest

from tests.cli.kept_games import FIRST, GAME, SECOND, a_store, put_pair, today, won
from tests.cli.terminal import COMMAND, environment, treewright
from treewright.arena.fixture import Fixture, pair_of
from treewright.arena.intervals import score_interval
from treewright.arena.played import Forfeit
from treewright.arena.store import Trial, open_store


@pytest.fixture
def place(tmp_path):
    a_store(tmp_path / "treewright.db")
    return tmp_path / "treewright.db"


@pytest.fixture
def results(command, place):
    """`results("--games")` of the small store."""
    return lambda *arguments: command("results", "--store", str(place), *arguments)


# ---------------------------------------------------------------- pairings


def test_pairings_stand_under_their_game_with_an_interval_over_pairs(results):
    said = results()
    assert (said.code, said.err) == (0, "")
    title, header, names, numbers, blank, *others = said.out.splitlines()
    assert (title, names, blank) == (GAME, f"{FIRST} against {SECOND}", "")
    assert header.split() == ["games", "wins", "draws", "losses", "score", "95%", "interval", "code", "last",
                              "played"]
    score = score_interval([1.0, 0.75])
    assert numbers.split()[:7] == ["5", "4", "1", "0", *str(score).split()]
    assert numbers.split()[7] == "current"
    assert others[0] == f"{GAME}, start random:2, 1 s a move"
    assert others[2] == f"{SECOND} against {FIRST}"
    assert others[3].split()[:5] == ["2", "2", "0", "0", "1.000"]
    assert others[3].split()[7] == "older"


def test_what_must_be_said_stands_below(results):
    *_, older, unpaired, study = results().out.splitlines()
    assert older == ("games from older code than today's: 2 of 7; they are played again when they are asked for, or "
                     "taken with --accept-code")
    assert unpaired == ("games without the other game of their pair: 1, as when a run is ended between the two; they "
                        "are counted, but left out of the score and its interval")
    assert study == "measurements of the study calm: 2 (--study calm lists them)"


def test_forfeits_budgets_and_games_that_repeat_are_told(results, place):
    with open_store(place) as store:
        for number in range(4, 10):
            put_pair(store, number, 0, 1)
        store.put_game(pair_of(GAME, FIRST, SECOND, 10)[0], today(), won(0, forfeit=Forfeit(1, "time", "slow")), False)
    said = results().out
    assert "games that were forfeited: 1 (`treewright results --games` shows which)" in said
    assert "games with a budget in seconds, which nobody can play again move for move: 1" in said
    assert (f"{FIRST} against {SECOND} in {GAME}: fewer than half of the 18 games are distinct (3), so the interval "
            "promises too much") in said


def test_a_file_that_is_gone_leaves_the_code_unknown(results, place):
    with open_store(place) as store:
        store.put_games((one, "c0de", won(0)) for one in pair_of("gone.py:Gone", FIRST, SECOND, 0))
    said = results("--game", "gone")
    assert said.out.splitlines()[3].split()[7] == "unknown"
    assert "games of which nobody can say how old their code is: 2; a file that they need is gone" in said.out


def test_the_newest_pairings_are_shown_and_the_others_counted(results, place, monkeypatch):
    with open_store(place) as store:
        for k in range(50):
            store.put_games((one, "c0de", won(0)) for one in pair_of(GAME, "uniform", f"uct(simulations={k + 1})", 0))
    assert results().out.count(" against ") == 40
    assert "pairings left out: 12 (--all shows them)" in results().out
    assert results("--all").out.count(" against ") == 52
    assert len(json.loads(results("--json").out)["pairings"]) == 52


def test_a_game_or_an_agent_alone(results):
    assert results("--agent", "rave").out.count(" against ") == 2
    assert results("--game", GAME, "--agent", "uct(c=1.4, simulations=50)").out.count(" against ") == 2
    said = results("--agent", "cut(simulations=50)")
    assert (said.code, said.out) == (2, "")
    assert "has no games with the agent cut(simulations=50); did you mean uct(simulations=50)?" in said.err


def test_pairings_as_data(results):
    data = json.loads(results("--json").out)
    assert (data["games"], data["older_code"], data["unknown_code"]) == (7, 2, 0)
    assert data["studies"] == [{"study": "calm", "measurements": 2}]
    one, other = data["pairings"]
    assert (one["first"], one["second"], one["pairs"], one["unpaired"]) == (FIRST, SECOND, [0, 0, 0, 1, 1], 1)
    assert one["score"] == 0.875
    assert (other["start"], other["move_seconds"], other["code"]) == ("random:2", 1.0, "older")


def test_an_empty_store_says_how_games_come_into_it(command, tmp_path):
    open_store(tmp_path / "empty.db").close()
    for more in ((), ("--games",)):
        said = command("results", "--store", str(tmp_path / "empty.db"), *more)
        assert (said.code, said.out) == (0, "no game is kept here yet: `treewright match` and `treewright tournament` "
                                            "keep what they play\n")


# ---------------------------------------------------------------- one line a game, or a measurement


def test_a_line_for_each_game(results):
    header, *lines = results("--games").out.splitlines()
    assert header.split() == ["game", "played", "moves", "first", "second"]
    assert [line.split()[0] for line in lines] == list("1234567")
    assert lines[0].split()[3:] == f"5 1 -1 {GAME}: {FIRST} against {SECOND}".split()
    assert f"{GAME}, start random:2, 1 s a move: {FIRST} against {SECOND}" in lines[5]
    assert len(json.loads(results("--games", "--json", "--game", GAME).out)) == 7


def test_the_newest_games_and_the_first_measurements_are_shown_and_the_others_counted(results, place):
    with open_store(place) as store:
        store.put_games((one, "c", won(0)) for number in range(9, 39) for one in pair_of(GAME, FIRST, SECOND, number))
        for seed in range(2, 50):
            store.put_measurement(Trial("calm", {"n": 5}, seed), "c", {"mean": 1})
    _, *lines, last = results("--games").out.splitlines()
    assert [line.split()[0] for line in lines] == [str(k) for k in range(28, 68)]
    assert last == "games left out: 27 (--all shows them)"
    assert len(results("--games", "--all").out.splitlines()) == 68
    *lines, last = results("--study", "calm").out.splitlines()
    assert [line.split()[0] for line in lines] == [f"m{k}" for k in range(1, 41)]
    assert last == "measurements left out: 10 (--all shows them)"


def test_a_line_for_each_measurement(results):
    assert results("--study", "calm").out.splitlines() == [
        'm1  {"n": 5}, seed 0: curve = array of 3, mean = 0', 'm2  {"n": 5}, seed 1: curve = array of 3, mean = 0.5']
    one, _ = json.loads(results("--study", "calm", "--json").out)
    assert one["values"] == {"curve": [0.0, 1.0, 2.0], "mean": 0.0}
    said = results("--study", "clam")
    assert (said.code, said.out) == (2, "")
    assert "has no study clam; did you mean calm?" in said.err


# ---------------------------------------------------------------- one record


def test_a_game_in_full(results, place):
    lines = results("3").out.splitlines()
    assert lines[0].startswith(f"game 3 of {place}, played 20")
    assert lines[1:5] == [f"{GAME}: {FIRST} is player 1, {SECOND} is player 2", "seed 0, pair 1, game 1 of the pair",
                          f"code {today()}, which is today's", "player 1 wins, 1 : -1; 5 moves in 0.01 s"]
    header, *moves = lines[6:]
    assert header.split() == ["move", "by", "played", "simulations", "seconds", "depth", "deepest", "value"]
    assert [line.split() for line in moves[:2]] == [
        ["1", "1", "b2", "50", "0.001", "2.5", "4", "-0.500"], ["2", "2", "a1", "50", "0.001", "2.5", "4", "-0.250"]]
    assert [line.split()[2] for line in moves] == ["b2", "a1", "a2", "b1", "c2"]


def test_a_forfeit_a_budget_and_older_code_are_told(results, place):
    with open_store(place) as store:
        fixture = pair_of(GAME, FIRST, SECOND, 5)[0]
        store.put_game(fixture, "01d0", won(0, 4, thoughts=None,
                                            forfeit=Forfeit(1, "crash", "ValueError: no move")), False)
    said = results("8").out
    assert "code 01d0, which is older than today's\n" in said
    assert "player 2 forfeited the game (crash): ValueError: no move\n" in said
    assert "not reproducible: with a budget in seconds no game is the same twice\n" in said
    assert said.splitlines()[-1].split() == ["1", "1", "b2", "-", "-", "-", "-", "-"]


def test_moves_that_todays_rules_do_not_allow_are_action_numbers(results, place):
    with open_store(place) as store:
        store.put_game(Fixture(GAME, (FIRST, SECOND), number=7), "c", won(0, 4, 4, 3))
        store.put_game(Fixture("gone.py", (FIRST, SECOND), number=7), "c", won(0, 4, 2, thoughts=None))
    assert "by today's rules move 2 (action 4) is not legal; moves from there on are shown as action numbers" in (
        results("8").out)
    assert [line.split()[1:3] for line in results("8").out.splitlines()[-2:]] == [["4", "50"], ["3", "50"]]
    said = results("9").out
    assert "the game cannot be replayed: there is no file gone.py; moves are shown as action numbers" in said
    assert "of which nobody can say whether it is today's: a file that it needs is gone" in said


def test_a_game_as_data(results):
    data = json.loads(results("3", "--json").out)
    assert (data["id"], data["agents"], data["actions"], data["scores"]) == (
        3, [FIRST, SECOND], [4, 0, 3, 1, 5], [1.0, -1.0])
    assert data["thoughts"]["simulations"] == [50] * 5
    assert (data["forfeit"], data["reproducible"], data["code"]) == (None, True, today())


def test_a_measurement_in_full(results, place):
    lines = results("m2").out.splitlines()
    assert lines[0].startswith(f"measurement 2 of {place}, taken 20")
    assert lines[1:] == ["study calm, seed 1, code c0de", 'condition {"n": 5}', "", "curve = ", "[0. 1. 2.]",
                         "mean = 0.5"]
    assert json.loads(results("m2", "--json").out)["condition"] == {"n": 5}


@pytest.mark.parametrize(("name", "sentence"), [
    ("99", "has no game 99: `treewright results --games` lists them with their numbers"),
    ("m99", "has no measurement 99: `treewright results --study NAME` lists them"),
    ("best", "'best' is not the number of a record: games are called 17, measurements m17")])
def test_a_record_that_is_not_there(results, name, sentence):
    said = results(name)
    assert (said.code, said.out) == (2, "")
    assert sentence in said.err
    assert said.err.count("\n") == 1


# ---------------------------------------------------------------- export


def test_games_and_measurements_are_exported(results, tmp_path):
    said = results("--export", str(tmp_path / "games.csv"), "--agent", "rave")
    assert said.out == f"games in {tmp_path}/games.csv: 7\n"
    with (tmp_path / "games.csv").open(newline="") as file:
        assert [row["plies"] for row in csv.DictReader(file)] == ["5", "6", "5", "9", "5", "6", "5"]
    said = results("--export", str(tmp_path / "calm.parquet"), "--study", "calm")
    assert said.out == f"measurements in {tmp_path}/calm.parquet: 2\n"
    assert (tmp_path / "calm.parquet").stat().st_size > 0


def test_an_export_of_a_study_that_is_not_there_is_refused(results, tmp_path):
    said = results("--export", str(tmp_path / "clam.csv"), "--study", "clam")
    assert (said.code, "has no study clam" in said.err) == (2, True)
    assert not (tmp_path / "clam.csv").exists()


def test_one_game_is_not_exported(results, tmp_path):
    said = results("3", "--export", str(tmp_path / "games.csv"))
    assert (said.code, said.out) == (2, "")
    assert "--export writes all games that --game and --agent choose: leave out 3" in said.err


# ---------------------------------------------------------------- files


@pytest.mark.parametrize("arguments", [("results",), ("results", "3"), ("replay", "3"), ("store", "check"),
                                       ("store", "info")])
def test_a_store_that_is_not_there_is_not_made(tmp_path, arguments):
    said = treewright(*arguments, folder=str(tmp_path))
    assert (said.code, said.out) == (2, "")
    assert said.complaint == ["treewright: there is no store treewright.db: `treewright match` or `treewright "
                              "tournament` writes one, and --store names it"]
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_no_store_gets_a_sentence(command, tmp_path):
    (tmp_path / "notes.db").write_text("We won, mostly. " * 100)
    said = command("results", "--store", str(tmp_path / "notes.db"))
    assert (said.code, said.out) == (2, "")
    assert said.err == (f"treewright: {tmp_path}/notes.db is not a store: it is no SQLite database; name another "
                        "file\n")


def test_what_match_keeps_results_shows(tmp_path):
    played = treewright("match", "uniform", "tactical", "--game", GAME, "--games", "4", folder=str(tmp_path))
    assert played.code == 0, played.err
    said = treewright("results", "--json", folder=str(tmp_path))
    (one,) = json.loads(said.out)["pairings"]
    assert (one["games"], one["unpaired"], one["code"]) == (4, 0, "current")
    shown = treewright("replay", "1", folder=str(tmp_path))
    assert (shown.code, shown.complaint) == (0, [])
    assert [one.name for one in tmp_path.iterdir()] == ["treewright.db"]


MULTIPLIED = """
INSERT INTO game (key, code, pairing, seat, start, seed, number, turn, reproducible, first_score, second_score, seconds,
                  opening, plies, actions, thoughts, played)
SELECT RANDOMBLOB(12), code, pairing, seat, start, ?, number, turn, reproducible, first_score, second_score, seconds,
       opening, plies, actions, thoughts, played FROM game WHERE seed = 0"""


def test_a_hundred_thousand_games_are_told_within_a_second(tmp_path):
    """In processor time, since others may be busy on the same machine; the best of three."""
    place, code, played = tmp_path / "large.db", today(), [won(seat) for seat in (0, 1, None)]
    agents = [f"uct(simulations={2**k})" for k in range(5, 13)]
    meetings = [(one, other) for one in agents for other in agents if one < other]
    with open_store(place) as store:
        fixtures = (fixture for k in range(5000) for fixture in
                    pair_of(GAME, *meetings[k % len(meetings)], k // len(meetings)))
        store.put_games((one, code, played[(one.number + one.turn) % 3]) for one in fixtures)
        for seed in range(1, 10):
            store.connection.execute(MULTIPLIED, (seed,))
    timed = ("import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL); "
             "used = resource.getrusage(resource.RUSAGE_CHILDREN); print(used.ru_utime + used.ru_stime)")
    command = [sys.executable, "-c", timed, *COMMAND, "results", "--store", str(place)]
    seconds = [float(subprocess.run(command, env=environment(), capture_output=True, text=True, check=True).stdout)
               for _ in range(3)]
    assert min(seconds) < 1.0
    assert place.stat().st_size < 40e6
