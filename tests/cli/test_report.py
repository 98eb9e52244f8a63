"""`treewright report`, as somebody types it."""

import pytest

from tests.cli.terminal import at_terminal, treewright
from treewright.arena.fixture import pair_of
from treewright.arena.played import Played
from treewright.arena.store import open_store

STRONG, WEAK = "uct(simulations=100)", "uct(simulations=10)"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with a store of one pairing."""
    place = tmp_path_factory.mktemp("report")
    with open_store(place / "treewright.db") as store:
        for number in range(3):
            fixtures = pair_of("tic_tac_toe", STRONG, WEAK, number)
            store.put_games((fixture, "c0de", Played((number, fixture.turn), (score, -score), 0.1))
                            for fixture, score in zip(fixtures, (1.0, -1.0)))
    return place


def test_the_report_is_written_and_its_paths_are_printed(folder):
    said = treewright("report", folder=str(folder))
    assert (said.code, said.err) == (0, "")
    assert said.out.splitlines() == ["report/report.md", "report/report.html",
                                     "report/figures: 4 figures, each as .png and as .pdf"]
    text = (folder / "report" / "report.md").read_text()
    assert f"| A | `{STRONG}` | 6 | 1.000 |" in text
    assert len(list((folder / "report" / "figures").iterdir())) == 8
    assert (folder / "report" / "report.html").read_text().startswith("<!DOCTYPE html>")


def test_a_terminal_shows_how_far_it_is(folder):
    with at_terminal("report", "--store", str(folder / "treewright.db"), "--out", str(folder / "seen")) as terminal:
        terminal.wait_for("drawing tic_tac_toe: ")
        code, said, _ = terminal.rest()
    assert code == 0
    assert "report.html" in said


@pytest.mark.parametrize(("arguments", "complaint"), [
    (["--game", "hex"], "has no games of hex"),
    (["--agent", "rave"], "has no games with the agent rave"),
    (["--out", "."], ": name another folder with --out"),
    (["--out", "treewright.db"], "treewright.db is a file: name a folder with --out"),
    (["--out", "none/report"], "there is no folder none for the report: make it, or name another place with --out"),
    (["--store", "none.db"], "there is no store none.db"),
])
def test_what_cannot_be_reported_is_refused(command, folder, monkeypatch, arguments, complaint):
    monkeypatch.chdir(folder)
    said = command("report", *arguments)
    assert (said.code, said.out) == (2, "")
    assert len(said.err.splitlines()) == 1
    assert complaint in said.err


def test_a_store_without_games_is_refused(command, tmp_path):
    open_store(tmp_path / "empty.db").close()
    said = command("report", "--store", str(tmp_path / "empty.db"), "--out", str(tmp_path / "report"))
    assert said.code == 2
    assert "has no pair of games: `treewright match` and `treewright tournament` play them" in said.err
    assert not (tmp_path / "report").exists()
