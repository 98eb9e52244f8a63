"""Records as tables: the same columns in CSV and Parquet, and never half a file."""

import csv
import json
import math
import sys

import numpy as np
import pytest
from pyarrow import parquet

from treewright.arena.fixture import Fixture, pair_of
from treewright.arena.played import THOUGHT, Forfeit, Played
from treewright.arena.store import Trial, export, open_store
from treewright.arena.store.export import export_games, export_measurements
from treewright.arena.store.wanted import Wanted
from treewright.core.errors import Refused


@pytest.fixture
def store():
    thoughts = np.array([(100, 0.25, 2.5, 4, 0.1), (0, 0.0, 0.0, 0, np.nan)], THOUGHT)
    with open_store(":memory:") as kept:
        one, two = pair_of("tic_tac_toe", "a", "b", 3, seed=7, start="random:4", move_seconds=2)
        kept.put_game(one, "c0de", Played((4, 0), (1.0, -1.0), 0.5, True, None, b"\xff\x00", thoughts))
        kept.put_game(two, "c0de", Played((4,), (-1.0, 1.0), 0.5, True, Forfeit(0, "crash", 'said "no",\nand died')),
                      reproducible=False)
        kept.put_game(Fixture("hex", ("a", "b")), "c0de", Played((), (0.0, 0.0), 0.5))
        for seed in (1, 0):
            kept.put_measurement(Trial("study", {"n": 5}, seed), "c0de", {
                "mean": 0.5 if seed else math.nan, "count": seed, "seed": 8,
                "curve": np.array([[1.5, np.inf], [2, 3]])})
        kept.put_measurement(Trial("other", {}), "c0de", {"size": 3})
        yield kept


def rows_of(place):
    with place.open(newline="") as file:
        return list(csv.DictReader(file))


def test_games_have_a_row_each_with_readable_columns(store, tmp_path):
    assert export_games(store, tmp_path / "games.csv") == 3
    one, two, three = rows_of(tmp_path / "games.csv")
    assert one == {
        "id": "1", "game": "tic_tac_toe", "first": "a", "second": "b", "start": "random:4", "seed": "7", "number": "3",
        "turn": "1", "move_seconds": "2.0", "code": "c0de", "reproducible": "True", "first_score": "1.0",
        "second_score": "-1.0", "forfeit_seat": "", "forfeit_reason": "", "forfeit_words": "", "plies": "2",
        "seconds": "0.5", "played": export.moment(store.record(1).when), "opening": "ff00", "actions": "4 0",
        "thought_simulations": "100 0", "thought_seconds": "0.25 0.0", "thought_depth_mean": "2.5 0.0",
        "thought_depth_largest": "4 0", "thought_value": "0.1 nan"}
    assert (two["first"], two["forfeit_seat"], two["forfeit_words"], two["reproducible"], two["thought_value"]) == (
        "b", "0", 'said "no",\nand died', "False", "")
    assert (three["game"], three["actions"], three["move_seconds"]) == ("hex", "", "")


def test_only_the_games_that_are_wanted(store, tmp_path):
    assert export_games(store, tmp_path / "games.csv", Wanted(game="hex")) == 1
    assert [row["id"] for row in rows_of(tmp_path / "games.csv")] == ["3"]


def test_parquet_holds_the_same_with_its_types(store, tmp_path, monkeypatch):
    monkeypatch.setattr(export, "AT_ONCE", 2)
    export_games(store, tmp_path / "games.csv")
    assert export_games(store, tmp_path / "games.parquet") == 3
    table = parquet.read_table(tmp_path / "games.parquet")
    listed = rows_of(tmp_path / "games.csv")
    assert table.column_names == list(listed[0])
    for row, same in zip(table.to_pylist(), listed, strict=True):
        assert {name: "" if value is None else str(value) for name, value in row.items()} == same
    assert table.to_pylist()[0]["first_score"] == 1.0
    assert table.to_pylist()[0]["reproducible"] is True


def test_measurements_have_numbers_in_columns_and_arrays_as_json(store, tmp_path):
    assert export_measurements(store, tmp_path / "study.csv", "study") == 2
    zero, one = rows_of(tmp_path / "study.csv")
    assert list(one) == ["id", "study", "condition", "seed", "code", "measured", "count", "curve", "mean", "seed_"]
    assert (one["seed"], one["condition"], one["seed_"]) == ("1", '{"n": 5}', "8")
    assert (one["count"], one["mean"]) == ("1", "0.5")
    assert json.loads(one["curve"]) == [[1.5, None], [2.0, 3.0]]
    assert zero["mean"] == "nan"


def test_measurements_of_all_studies_leave_blank_what_one_does_not_measure(store, tmp_path):
    assert export_measurements(store, tmp_path / "all.parquet") == 3
    other, _, one = parquet.read_table(tmp_path / "all.parquet").to_pylist()
    assert (other["size"], other["mean"], one["size"], one["count"], one["mean"]) == (3, None, None, 1, 0.5)


def test_a_table_of_nothing_has_its_header(tmp_path):
    with open_store(":memory:") as empty:
        assert export_games(empty, tmp_path / "none.csv") == 0
        assert export_games(empty, tmp_path / "none.parquet") == 0
    assert (tmp_path / "none.csv").read_text().startswith("id,game,first,second")
    assert parquet.read_table(tmp_path / "none.parquet").num_rows == 0


@pytest.mark.parametrize("name", ["games.csv", "games.parquet"])
def test_what_fails_half_way_leaves_the_old_file_and_nothing_else(store, tmp_path, name):
    (tmp_path / name).write_text("the old one")
    store.connection.execute("UPDATE game SET actions = x'00' WHERE id = 3")
    with pytest.raises(Refused, match=r"is damaged \(game 3: the actions do not begin with their width\)"):
        export_games(store, tmp_path / name)
    assert (tmp_path / name).read_text() == "the old one"
    assert [one.name for one in tmp_path.iterdir()] == [name]


def test_another_ending_is_refused(store, tmp_path):
    with pytest.raises(Refused, match=r"games.xlsx must end with .csv or .parquet"):
        export_games(store, tmp_path / "games.xlsx")


def test_a_folder_that_is_not_there_is_refused(store, tmp_path):
    with pytest.raises(Refused, match=r"games.csv cannot be written: No such file or directory"):
        export_games(store, tmp_path / "nowhere" / "games.csv")


def test_parquet_without_pyarrow_names_the_extra(store, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(Refused, match=r"Parquet needs pyarrow: install the extra `parquet` .* or name a file .* .csv"):
        export_games(store, tmp_path / "games.parquet")
    assert list(tmp_path.iterdir()) == []
