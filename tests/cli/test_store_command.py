"""`treewright store`: is a file sound, and what does it hold?"""

import json
import os
import sqlite3

import pytest

from tests.cli.kept_games import a_store
from treewright.arena.store import open_store


@pytest.fixture
def place(tmp_path):
    a_store(tmp_path / "treewright.db")
    return tmp_path / "treewright.db"


def test_a_sound_store_is_called_so(command, place):
    said = command("store", "check", str(place))
    assert (said.code, said.out, said.err) == (0, f"{place} is sound (games: 7, measurements: 2)\n", "")
    assert json.loads(command("store", "check", str(place), "--json").out) == {
        "store": str(place), "sound": True, "findings": []}


def test_what_is_wrong_is_told_and_the_command_fails(command, place):
    with open_store(place) as store:
        store.connection.execute("UPDATE game SET seed = 5 WHERE id = 3")
    finding = "the key of game 3 does not fit its columns: one of them was changed"
    said = command("store", "check", str(place))
    assert (said.code, said.out) == (2, f"{finding}\n")
    said = command("store", "check", str(place), "--json")
    assert (said.code, json.loads(said.out)["findings"]) == (2, [finding])


def test_a_file_that_was_cut_off_gets_one_sentence(command, place):
    os.truncate(place, place.stat().st_size // 2)
    said = command("store", "check", str(place))
    assert (said.code, said.out, said.err.count("\n")) == (2, "", 1)
    assert said.err.startswith(f"treewright: {place} is damaged (database disk image is malformed): put back a copy")


def test_a_store_tells_what_it_holds(command, place):
    first, *lines, last = command("store", "info", str(place)).out.splitlines()
    assert first.startswith(f"{place}, a store of version 1, 0.")
    assert [line.split(maxsplit=1) for line in lines] == [
        ["7", "games"], ["2", "pairings"], ["7", "games that can be played again"], ["0", "games that were forfeited"],
        ["2", "measurements"], ["1", "studies"], ["3", "versions of code"]]
    assert last.startswith("played from 20")
    data = json.loads(command("store", "info", str(place), "--json").out)
    assert (data["games"], data["measurements"], data["version"]) == (7, 2, 1)


def test_a_store_from_the_future_is_refused(command, place):
    with sqlite3.connect(place) as future:
        future.execute("PRAGMA user_version = 9")
    future.close()
    said = command("store", "info", str(place))
    assert (said.code, said.out) == (2, "")
    assert "was written by a newer Treewright (a store of version 9, where this one knows 1)" in said.err
