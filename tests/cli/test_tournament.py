"""`treewright tournament`, `match` with a store, and `--estimate`, as somebody types them."""

import json

import pytest

from tests.cli.terminal import at_terminal, treewright

AGENTS = ("uct(simulations=60)", "uct(simulations=10)", "uniform")
GAME = ("--game", "tic_tac_toe")


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tournament")
    return folder, treewright("tournament", *AGENTS, *GAME, "--games", "20", folder=str(folder))


def test_ratings_and_a_cross_table_are_printed(played):
    _, said = played
    assert said.code == 0
    lines = said.out.splitlines()
    assert lines[0].strip() == "tic_tac_toe"
    assert lines[1].split() == ["agent", "games", "score", "Elo", "95%", "interval"]
    assert lines[2].split()[:2] == ["uct(simulations=60)", "40"]
    assert lines[6].split() == ["score", "of", "row", "against", "column", "A", "B", "C"]
    assert lines[7].startswith("A  uct(simulations=60)")
    assert "60 games in pairs with the seats exchanged" in said.out


def test_the_same_command_finds_its_games_in_the_store(played):
    folder, said = played
    again = treewright("tournament", *AGENTS, *GAME, "--games", "20", folder=str(folder))
    assert again.out == said.out + "60 of the games were in treewright.db already\n"


def test_the_standings_are_data_if_asked_for(played):
    folder, _ = played
    data = json.loads(treewright("tournament", *AGENTS, *GAME, "--games", "20", "--json", folder=str(folder)).out)
    (table,) = data["standings"]
    assert [row["games"] for row in table["agents"]] == [40, 40, 40]
    assert [one["games"] for one in table["pairings"]] == [20, 20, 20]
    assert sum(row["elo"] for row in table["agents"]) == pytest.approx(0, abs=1e-6)
    for pairing in table["pairings"]:
        assert sum(pairing["pairs"]) == 10
        assert pairing["interval"][0] <= pairing["score"] <= pairing["interval"][1]


def test_a_plan_is_read_from_a_file(tmp_path):
    (tmp_path / "plan.toml").write_text(
        'game = "tic_tac_toe"\nformat = "gauntlet"\npairing = 4\n'
        'agents = ["uniform", "tactical", "uct(simulations=10)"]\n')
    said = treewright("tournament", "plan.toml", "--store", "none", folder=str(tmp_path))
    assert (said.code, "8 games in pairs" in said.out) == (0, True)
    assert [file.name for file in tmp_path.iterdir()] == ["plan.toml"], "nothing was kept"


def test_standings_are_shown_while_it_goes_on_and_what_is_finished_stays(tmp_path):
    command = ("tournament", "uct(simulations=3000)", "uct(simulations=2000)", "tactical", *GAME, "--games", "2000",
               "--store", str(tmp_path / "games.db"))
    with at_terminal(*command) as terminal:
        terminal.wait_for("games/s")
        terminal.wait_for("Elo")
        terminal.wait_for("ahead: ")
        pressed = terminal.press_control_c()
        code, rest, ended = terminal.rest()
    assert (code, ended - pressed < 0.6) == (130, True)
    assert "interrupted: these are the pairs that were finished" in rest
    assert "the same command goes on from here" in " ".join(rest.split())


def test_a_sequential_test_ends_a_match(tmp_path):
    said = treewright("match", "uct(simulations=100)", "uniform", *GAME, "--games", "2000", "--sprt",
                      "elo0=0,elo1=100", "--store", "none")
    assert said.code == 0
    assert "H1 accepted after" in said.out
    assert "2,000 games" not in said.out


def test_an_estimate_says_what_is_left_and_keeps_what_it_played(tmp_path, command, monkeypatch):
    monkeypatch.setattr("treewright.arena.estimate.SECONDS", 0.2)
    monkeypatch.chdir(tmp_path)
    said = command("match", "uniform", "tactical", *GAME, "--games", "20000", "--estimate")
    assert said.code == 0
    assert "games are left: about" in said.out
    assert "core-hours" in said.out
    assert "will not be played again" in said.out


def test_a_sweep_prints_its_points_and_draws_its_curve(tmp_path):
    said = treewright("sweep", "uct", "simulations=2..60:3", "--against", "uct(simulations=10)", *GAME, "--games",
                      "20", folder=str(tmp_path))
    assert said.code == 0
    lines = said.out.splitlines()
    assert lines[1].split() == ["simulations", "games", "score", "95%", "interval"]
    assert [line.split()[:2] for line in lines[2:5]] == [["2", "20"], ["11", "20"], ["60", "20"]]
    assert lines[-1] == "the curve is in sweep.png"
    assert (tmp_path / "sweep.png").read_bytes().startswith(b"\x89PNG")


CASES = [
    (["tournament", "uniform"], "a tournament is between two agents or more, not 1"),
    (["tournament", "uniform", "uniform"], "uniform takes part twice"),
    (["tournament", "uniform", "utc"], "there is no agent utc; did you mean uct?"),
    (["tournament", "uniform", "tactical", "--format", "swiss"], "there is no format swiss"),
    (["tournament", "uniform", "tactical", "--games", "7"], "must be an even number above 0"),
    (["tournament", "none.toml"], "none.toml cannot be read: No such file or directory"),
    (["match", "uniform", "tactical", "--engine", "clod"], "there is no engine clod; there are ray, threads"),
    (["match", "uniform", "tactical", "--address", "here:1"], "--address belongs to --engine ray"),
    (["match", "uniform", "tactical", "--sprt", "elo0=5,elo1=1"], "elo0 must be less than elo1"),
    (["match", "uniform", "tactical", "--until-ci", "2"], "how far an interval of scores may reach"),
    (["match", "uniform", "tactical", "--move-seconds", "0"], "move_seconds must be a number above 0, not 0"),
    (["match", "uniform", "tactical", "--start", "random:0"], "a random start is written random:PLIES"),
    (["match", "uniform", "tactical", "--start", "none.txt"], "none.txt"),
    (["match", "uniform", "tactical", "--store", "nowhere/games.db"], "nowhere"),
    (["sweep", "uct(simulations=10)", "c=2..1", "--against", "uniform"], "the range must go up"),
    (["sweep", "uct(simulations=10)", "c=1..2", "--against", "unifrom"], "did you mean uniform?"),
    (["sweep", "uct(simulations=10)", "cc=1..2", "--against", "uniform"], "uct has no argument cc"),
    (["sweep", "uct(simulations=10)", "c=1..2", "--against", "uniform", "--out", "curve.txt"],
     "a picture ends in .png, .pdf, .svg, not in .txt"),
    (["sweep", "uct(simulations=10)", "c=1..2"], "Missing option '--against'"),
]


@pytest.mark.parametrize(("typed", "complaint"), CASES, ids=[" ".join(typed) for typed, _ in CASES])
def test_bad_input_gets_one_line_and_exit_code_2(command, monkeypatch, tmp_path, typed, complaint):
    monkeypatch.chdir(tmp_path)
    said = command(*typed)
    assert (said.code, said.out) == (2, "")
    assert len(said.complaint) == 1, said.err
    assert complaint in said.complaint[0]
    assert list(tmp_path.iterdir()) == [], "nothing half-written"
