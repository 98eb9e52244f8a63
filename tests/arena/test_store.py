"""The store: nothing is kept twice, nothing is lost, and whatever is wrong with a file is said in a sentence."""

import contextlib
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from tests.cli.terminal import environment
from treewright.arena.fixture import Fixture, pair_of
from treewright.arena.played import REASONS, THOUGHT, Forfeit, Played
from treewright.arena.store import Trial, open_store, packing, schema
from treewright.core.errors import Refused

CODE, OTHER = "c0de" * 4, "01d0" * 4


def a_fixture(number=0, **more):
    return Fixture("tic_tac_toe", ("rave(simulations=100)", "uct(simulations=100)"), number=number, **more)


def a_game(*actions, scores=(1.0, -1.0), **more):
    return Played(actions or (4, 0, 3, 1, 5), scores, 0.25, **more)


@pytest.fixture
def store():
    with open_store(":memory:") as kept:
        yield kept


@pytest.fixture
def place(tmp_path):
    """A store of ten games in a file, closed."""
    path = tmp_path / "treewright.db"
    with open_store(path) as kept:
        kept.put_games((a_fixture(k), CODE, a_game(k)) for k in range(10))
    return path


def fixtures_of(store):
    return [record.fixture for record in store.records()]


# ---------------------------------------------------------------- what was put is found again

wholes = st.integers(0, 2**63 - 1)
finite = st.floats(allow_nan=False)
fixtures = st.builds(Fixture, st.text(), st.tuples(st.text(), st.text()), st.text(), wholes, wholes,
                     st.sampled_from([1, 2]), st.none() | finite)
forfeits = st.none() | st.builds(Forfeit, st.sampled_from([0, 1]), st.sampled_from(REASONS), st.text())
actions = st.lists(st.integers(-1, 300) | st.integers(-2**63, 2**63 - 1), max_size=20).map(tuple)


@st.composite
def games(draw):
    """Anything that a referee might hand out, and more."""
    played = draw(actions)
    thoughts = draw(st.none() | arrays.arrays(THOUGHT, len(played)))
    scores, seconds = draw(st.tuples(finite, finite)), draw(finite)
    return Played(played, scores, seconds, True, draw(forfeits), draw(st.binary()), thoughts)


@given(fixtures, games(), st.booleans())
@settings(deadline=None)
def test_a_game_is_found_as_it_was_played(fixture, played, reproducible):
    with open_store(":memory:") as store:
        assert store.put_game(fixture, CODE, played, reproducible)
        (found,), record = store.find([(fixture, CODE)]), store.record(1)
        assert list(store.check()) == []
    assert (record.fixture, record.code, record.reproducible) == (fixture, CODE, reproducible)
    assert record.fixture.key() == fixture.key()
    for one in (found, record.played):
        assert (one.actions, one.scores, one.seconds, one.finished, one.forfeit, one.opening) == (
            played.actions, played.scores, played.seconds, True, played.forfeit, played.opening)
        assert (one.thoughts is None) == (played.thoughts is None)
        if played.thoughts is not None:
            assert one.thoughts.dtype == THOUGHT
            assert one.thoughts.tobytes() == played.thoughts.tobytes()


@given(st.lists(st.integers(0, 2**17)), st.lists(st.integers(0, 2**17)))
def test_actions_are_the_same_bytes_exactly_where_they_are_the_same(one, other):
    packed = packing.packed_actions(tuple(one)), packing.packed_actions(tuple(other))
    assert (packed[0] == packed[1]) == (one == other)
    assert packing.packed_actions(tuple(np.array(one, np.int64).tolist())) == packed[0]


json = st.recursive(st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
                    | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=8)
kinds = arrays.integer_dtypes() | arrays.floating_dtypes() | arrays.boolean_dtypes() | arrays.unicode_string_dtypes()
values = (wholes | st.floats() | arrays.arrays(kinds, arrays.array_shapes(min_dims=0, min_side=0, max_side=4)))


@given(st.text(), st.dictionaries(st.text(), json), wholes, st.dictionaries(st.text(), values))
@settings(deadline=None)
def test_a_measurement_is_found_as_it_was_taken(study, condition, seed, measured):
    trial = Trial(study, condition, seed)
    with open_store(":memory:") as store:
        assert store.put_measurement(trial, CODE, measured)
        (found,) = store.find_measurements([(trial, CODE)])
        assert found.trial == trial
        assert found.trial.condition == condition
        assert (store.measurement(found.id).code, list(store.check())) == (CODE, [])
    assert found.values.keys() == measured.keys()
    for name, value in measured.items():
        assert type(found.values[name]) is type(value)
        np.testing.assert_array_equal(found.values[name], value, strict=True)


def test_numbers_of_numpy_and_truth_are_numbers(store):
    trial = Trial("study", {"c": np.float64(1.5), "n": np.int32(3)})
    store.put_measurement(trial, CODE, {"mean": np.float32(0.5), "count": np.int16(7), "holds": True})
    (found,) = store.find_measurements([(Trial("study", {"n": 3, "c": 1.5}), CODE)])
    assert found.values == {"count": 7, "holds": 1, "mean": 0.5}


def test_equal_conditions_are_one_condition(store):
    store.put_measurement(Trial("study", {"n": 1.0, "sizes": (3, 5), "deep": {"b": 1, "a": 2}}), CODE, {"mean": 1})
    assert not store.put_measurement(Trial("study", {"deep": {"a": 2, "b": 1}, "sizes": [3, 5], "n": 1}), CODE, {})
    assert [one.values for one in store.measurements()] == [{"mean": 1}]


def test_measurements_come_by_study_condition_and_seed(store):
    for study, n, seed in (("b", 1, 0), ("a", 2, 1), ("a", 2, 0), ("a", 1, 5)):
        store.put_measurement(Trial(study, {"n": n}, seed), CODE, {"mean": seed})
    taken = [(one.trial.study, one.trial.condition["n"], one.trial.seed) for one in store.measurements()]
    assert taken == [("a", 1, 5), ("a", 2, 0), ("a", 2, 1), ("b", 1, 0)]
    assert [one.trial.seed for one in store.measurements("a")] == [5, 0, 1]


def test_thousands_of_games_are_found_in_the_order_asked_for(store):
    pairs = [fixture for k in range(1500) for fixture in pair_of("tic_tac_toe", "a", "b", k)]
    store.put_games((fixture, CODE, a_game(fixture.number % 9, fixture.turn)) for fixture in pairs)
    found = store.find([(fixture, CODE) for fixture in reversed(pairs)])
    assert [played.actions for played in found] == [(one.number % 9, one.turn) for one in reversed(pairs)]


# ---------------------------------------------------------------- never twice


def test_a_game_is_kept_once(store):
    assert store.put_game(a_fixture(), CODE, a_game(1))
    assert not store.put_game(a_fixture(), CODE, a_game(2))
    assert [record.played.actions for record in store.records()] == [(1,)]


def test_a_measurement_is_kept_once(store):
    trial = Trial("study", {})
    assert store.put_measurement(trial, CODE, {"mean": 1.0})
    assert not store.put_measurement(trial, CODE, {"mean": 2.0, "more": 3})
    assert store.measurement(1).values == {"mean": 1.0}


def test_a_game_by_older_code_counts_only_where_that_is_accepted(store):
    store.put_game(a_fixture(), OTHER, a_game(1))
    wanted = [(a_fixture(), CODE), (a_fixture(1), CODE)]
    assert store.find(wanted) == [None, None]
    assert [played and played.actions for played in store.find(wanted, accept_other_code=True)] == [(1,), None]


def test_where_older_code_is_accepted_the_code_asked_for_comes_first_and_then_the_newest(store):
    for code, action in ((CODE, 1), ("b", 2), ("a", 3)):
        store.put_game(a_fixture(), code, a_game(action))
    for code, action in ((CODE, 1), ("gone", 3)):
        (found,) = store.find([(a_fixture(), code)], accept_other_code=True)
        assert found.actions == (action,)


def test_a_measurement_by_older_code_counts_only_where_that_is_accepted(store):
    store.put_measurement(Trial("study", {}), OTHER, {"mean": 1})
    wanted = [(Trial("study", {}), CODE)]
    assert store.find_measurements(wanted) == [None]
    assert store.find_measurements(wanted, accept_other_code=True)[0].code == OTHER


# ---------------------------------------------------------------- together or not at all


def test_what_is_put_together_is_kept_together(store):
    def put_and_fail():
        with store.together():
            store.put_game(a_fixture(), CODE, a_game())
            store.put_measurement(Trial("study", {}), CODE, {"mean": 1})
            raise RuntimeError

    with pytest.raises(RuntimeError):
        put_and_fail()
    assert (list(store.records()), list(store.measurements())) == ([], [])
    assert store.put_games((a_fixture(k), CODE, a_game()) for k in (0, 1, 1)) == 2
    assert fixtures_of(store) == [a_fixture(0), a_fixture(1)]


def test_what_is_refused_leaves_nothing_behind(store):
    with pytest.raises(Refused, match="two scores"):
        store.put_games([(a_fixture(), CODE, a_game()), (a_fixture(1), CODE, a_game(scores=(1.0, 0.0, 2.0)))])
    with pytest.raises(Refused, match="mean is 'high': what is measured is a number"):
        store.put_measurement(Trial("study", {}), CODE, {"count": 1, "mean": "high"})
    assert (list(store.records()), list(store.measurements())) == ([], [])


@pytest.mark.parametrize(("fixture", "played", "sentence"), [
    (a_fixture(seed=2**63), a_game(), r"from 0 to 9223372036854775807 \(63 bits\), not 9223372036854775808"),
    (a_fixture(seed=-1), a_game(), "not -1"),
    (a_fixture(), a_game(finished=False), "stopped before its end"),
    (a_fixture(), a_game(scores=(float("nan"), 0.0)), "has two scores"),
    (a_fixture(), a_game(thoughts=np.zeros(3)), "a game of 5 plies has as many thoughts, .* not 3 of float64"),
])
def test_what_cannot_be_kept_is_refused(store, fixture, played, sentence):
    with pytest.raises(Refused, match=sentence):
        store.put_game(fixture, CODE, played)


@pytest.mark.parametrize(("condition", "sentence"), [
    ({"n": float("inf")}, "n in the condition is inf"), ({"n": {1: 2}}, "n in the condition has the name 1"),
    ({"n": {3, 4}}, "a condition is made of texts"), ([1], "a condition is made of names with values, .* not")])
def test_a_condition_is_what_json_can_say(condition, sentence):
    with pytest.raises(Refused, match=sentence):
        Trial("study", condition)


@pytest.mark.parametrize(("value", "sentence"), [
    (2**63, "a whole one of 63 bits at most"), (None, "mean is None"),
    (np.array([None]), "an array of Python objects cannot be kept")])
def test_a_value_that_cannot_be_kept_is_refused(store, value, sentence):
    with pytest.raises(Refused, match=sentence):
        store.put_measurement(Trial("study", {}), CODE, {"mean": value})


def test_a_large_seed_of_a_measurement_is_refused(store):
    with pytest.raises(Refused, match="63 bits"):
        store.put_measurement(Trial("study", {}, 2**63), CODE, {})


# ---------------------------------------------------------------- small


def test_a_game_of_tic_tac_toe_with_its_thoughts_takes_less_than_400_bytes(tmp_path):
    rng, count = np.random.default_rng(1), 3000
    with open_store(tmp_path / "small.db") as store, store.together():
        for k in range(count):
            plies = int(rng.integers(5, 10))
            thoughts = np.zeros(plies, THOUGHT)
            thoughts["simulations"] = rng.choice([200, 1000], plies)
            thoughts["depth_largest"] = rng.integers(1, 10, plies)
            for name in ("seconds", "depth_mean", "value"):
                thoughts[name] = rng.random(plies)
            played = a_game(*rng.permutation(9)[:plies].tolist(), opening=b"8 bytes.", thoughts=thoughts)
            store.put_game(a_fixture(k, seed=12345), CODE, played)
    assert (tmp_path / "small.db").stat().st_size / count < 400


def test_thoughts_lie_in_the_file_as_version_1_says():
    """Whoever changes THOUGHT must write a migration that repacks them."""
    assert packing.SIZES == [("simulations", "<u4", 4), ("seconds", "<f4", 4), ("depth_mean", "<f4", 4),
                             ("depth_largest", "<u2", 2), ("value", "<f4", 4)]


# ---------------------------------------------------------------- processes and threads

WRITER = """
import sys
from treewright.arena.fixture import Fixture
from treewright.arena.played import Played
from treewright.arena.store import open_store
place, begin, end, step = sys.argv[1], *map(int, sys.argv[2:])
input()
with open_store(place) as store:
    for k in range(begin, end, step):
        fixture = Fixture("tic_tac_toe", ("rave(simulations=100)", "uct(simulations=100)"), number=k)
        new = store.put_game(fixture, "c0de" * 4, Played((k, begin), (0.0, 0.0), 0.1))
        print(k, int(new), flush=True)
"""


def writer(place, begin, end, step=1):
    """A process that puts games with these numbers as soon as it gets a line."""
    return subprocess.Popen([sys.executable, "-c", WRITER, str(place), str(begin), str(end), str(step)], text=True,
                            stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment())


def test_two_processes_that_write_at_once_lose_nothing_and_double_nothing(tmp_path):
    """They begin with a file that is not there, and go through the same games in opposite directions."""
    place = tmp_path / "both.db"
    writers = [writer(place, 0, 400), writer(place, 399, -1, -1)]
    for one in writers:
        one.stdin.write("\n")
        one.stdin.flush()
    new = [sum(int(line.split()[1]) for line in one.communicate()[0].splitlines()) for one in writers]
    assert [one.returncode for one in writers] == [0, 0]
    with open_store(place, reading=True) as store:
        assert sorted(fixture.number for fixture in fixtures_of(store)) == list(range(400))
        assert list(store.check()) == []
        firsts = [record.played.actions[1] for record in store.records()]
    assert new == [firsts.count(0), firsts.count(399)]


def test_many_threads_may_open_a_new_file_at_once(tmp_path):
    place, begin, kept = tmp_path / "new.db", threading.Barrier(8), []

    def put(k):
        begin.wait()
        with open_store(place) as store:
            kept.append(store.put_game(a_fixture(k), CODE, a_game()))

    threads = [threading.Thread(target=put, args=(k,)) for k in range(8)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert kept == [True] * 8
    with open_store(place, reading=True) as store:
        assert sorted(fixture.number for fixture in fixtures_of(store)) == list(range(8))


def test_a_process_that_is_killed_loses_nothing_that_was_put(tmp_path):
    place = tmp_path / "killed.db"
    killed = writer(place, 0, 10**6)
    killed.stdin.write("\n")
    killed.stdin.flush()
    said = [killed.stdout.readline() for _ in range(150)]
    killed.kill()
    said += killed.stdout.readlines()
    killed.wait()
    put = [int(line.split()[0]) for line in said if line.endswith("1\n")]
    with open_store(place) as store:
        assert list(store.check()) == []
        kept = [fixture.number for fixture in fixtures_of(store)]
        assert kept[: len(put)] == put
        assert len(kept) <= len(put) + 1
        assert store.put_game(a_fixture(10**6), CODE, a_game())


def test_another_thread_is_told_to_open_a_store_of_its_own(store):
    said = []

    def put():
        with pytest.raises(Refused, match="every thread opens a store of its own") as refused:
            store.put_game(a_fixture(), CODE, a_game())
        said.append(refused)

    thread = threading.Thread(target=put)
    thread.start()
    thread.join()
    assert len(said) == 1


# ---------------------------------------------------------------- what can be wrong with a file


def refused(place, sentence, **how):
    with pytest.raises(Refused, match=sentence) as told:
        open_store(place, **how).close()
    assert "\n" not in str(told.value)
    assert str(Path(place).name) in str(told.value)


def test_a_file_that_is_no_database(tmp_path):
    (tmp_path / "notes.db").write_text("We won, mostly. " * 100)
    refused(tmp_path / "notes.db", "is not a store: it is no SQLite database; name another file")


def test_a_file_of_which_little_is_left(place):
    os.truncate(place, 60)
    refused(place, "is damaged")


def test_a_file_that_was_cut_off(place):
    os.truncate(place, place.stat().st_size // 2)
    refused(place, r"is damaged \(.*\): put back a copy that is whole, or move it away to begin a new one; ")


def test_a_database_of_another_program(tmp_path):
    with contextlib.closing(sqlite3.connect(tmp_path / "other.db")) as other:
        other.execute("CREATE TABLE bookmark (id INTEGER)")
    refused(tmp_path / "other.db", "is a database of another program, not a store: name another file")


def test_a_store_from_the_future(place):
    with contextlib.closing(sqlite3.connect(place)) as future:
        future.execute("PRAGMA user_version = 9")
    refused(place, r"was written by a newer Treewright \(a store of version 9, where this one knows 1\): install that")


def test_a_folder_that_does_not_exist(tmp_path):
    refused(tmp_path / "nowhere" / "treewright.db", "there is no folder .*nowhere for the store treewright.db: make it")


def test_a_folder_in_place_of_a_file(tmp_path):
    refused(tmp_path, "is a folder, not a store: name a file in it")


def test_a_store_that_is_locked_for_too_long(place):
    with contextlib.closing(sqlite3.connect(place)) as other, open_store(place, patience=0.05) as store:
        other.execute("BEGIN IMMEDIATE")
        refused(place, "is locked: another process has been writing to it all the time; wait", patience=0.05)
        with pytest.raises(Refused, match="is locked"):
            store.put_game(a_fixture(99), CODE, a_game())
        assert len(fixtures_of(store)) == 10
        other.execute("ROLLBACK")
        assert store.put_game(a_fixture(99), CODE, a_game())


def test_a_full_disk_loses_nothing_that_was_put(place):
    with open_store(place) as store:
        (pages,) = store.connection.execute("PRAGMA page_count").fetchone()
        store.connection.execute(f"PRAGMA max_page_count = {pages}")
        put = 10
        with pytest.raises(Refused, match=r"cannot grow \(database or disk is full\): make room on the disk"):  # noqa: PT012
            while store.put_game(a_fixture(put), CODE, a_game(*range(9))):
                put += 1
        assert 10 < put == len(fixtures_of(store))
        store.connection.execute("PRAGMA max_page_count = 100000")
        assert store.put_game(a_fixture(put), CODE, a_game())
        assert list(store.check()) == []


CROWDED = """
import resource, signal, sys
from treewright.arena.fixture import Fixture
from treewright.arena.played import Played
from treewright.arena.store import open_store
from treewright.core.errors import Refused
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
with open_store(sys.argv[1]) as store:
    resource.setrlimit(resource.RLIMIT_FSIZE, (150_000, 150_000))
    try:
        for k in range(10**5):
            store.put_game(Fixture("g", ("a", "b"), number=k), "c", Played(tuple(range(99)), (0.0, 0.0), 0.1))
    except Refused as refused:
        print(k, refused)
"""


def test_a_disk_that_takes_no_more_loses_nothing_that_was_put(tmp_path):
    """A limit on the size of files is met as a full disk is: in the middle of a write."""
    place = tmp_path / "crowded.db"
    done = subprocess.run([sys.executable, "-c", CROWDED, str(place)], env=environment(), text=True,
                          stdout=subprocess.PIPE, check=True)
    put, _, sentence = done.stdout.partition(" ")
    assert "cannot " in sentence
    with open_store(place) as store:
        assert [fixture.number for fixture in fixtures_of(store)] == list(range(int(put)))
        assert list(store.check()) == []
        assert store.put_game(a_fixture(), CODE, a_game())


def test_a_damaged_page_is_told_when_it_is_met_and_found_by_the_check(place):
    with open_store(place) as store:
        store.put_games((a_fixture(k), CODE, a_game(*range(9))) for k in range(10, 300))
        (page,) = store.connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'game'").fetchone()
        (size,) = store.connection.execute("PRAGMA page_size").fetchone()
    with place.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * 64)
    with open_store(place) as store:
        with pytest.raises(Refused, match=r"is damaged \(.*\): put back a copy that is whole"):
            fixtures_of(store)
        found = list(store.check())
    assert [said for said in found if "the file" in said]
    assert "the games cannot be read to the end: database disk image is malformed" in found


def test_an_index_that_lost_a_row_is_found_by_the_check(place):
    with contextlib.closing(sqlite3.connect(place)) as connection:
        connection.execute("CREATE INDEX late ON game (played)")
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_master SET sql = 'CREATE INDEX late ON game (number)' WHERE name = 'late'")
        connection.commit()
    with open_store(place) as store:
        found = list(store.check())
    assert "the file is damaged: row 1 missing from index late" in found


def test_a_closed_store_says_so(store):
    store.close()
    with pytest.raises(Refused, match="is closed: open it again"):
        store.put_game(a_fixture(), CODE, a_game())


@pytest.fixture
def shared(place):
    """The store in a folder that everybody may look into."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield Path(shutil.copy(place, folder / "treewright.db"))
    folder.chmod(0o755)
    shutil.rmtree(folder)


@contextlib.contextmanager
def nobody_special():
    """Inside, this process has the rights of a user without any, even where it is the administrator's."""
    mine = os.geteuid()
    if mine == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(mine)


def test_a_file_that_may_only_be_read(shared):
    shared.chmod(0o444)
    with nobody_special():
        refused(shared, "cannot be written: give yourself the right to write this file and its folder")


def test_a_folder_that_may_only_be_read(shared):
    shared.parent.chmod(0o555)
    with nobody_special():
        refused(shared, "cannot be written")
        refused(shared.with_name("new.db"), "cannot be opened: give yourself the right")


def test_a_file_that_may_not_even_be_read(shared):
    shared.chmod(0o000)
    with nobody_special():
        refused(shared, "cannot be opened: give yourself the right to read this file", reading=True)


def test_a_store_that_may_only_be_read_can_be_read_and_nothing_is_put_beside_it(shared):
    shared.chmod(0o444)
    shared.parent.chmod(0o555)
    with nobody_special(), open_store(shared, reading=True) as store:
        assert len(fixtures_of(store)) == 10
    assert [one.name for one in shared.parent.iterdir()] == ["treewright.db"]


# ---------------------------------------------------------------- reading


def test_reading_makes_no_file(tmp_path):
    refused(tmp_path / "treewright.db", "there is no store .*: `treewright match` or `treewright tournament` writes",
            reading=True)
    assert list(tmp_path.iterdir()) == []


def test_reading_leaves_the_folder_as_it_was(place):
    with open_store(place, reading=True) as store:
        assert len(fixtures_of(store)) == 10
        with pytest.raises(Refused, match="was opened for reading"):
            store.put_game(a_fixture(), CODE, a_game())
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            store.connection.execute("DELETE FROM game")
    assert [one.name for one in place.parent.iterdir()] == ["treewright.db"]


def test_reading_goes_on_while_another_writes(place):
    with open_store(place) as writing, open_store(place, reading=True, patience=0.0) as reading, writing.together():
        writing.put_game(a_fixture(99), CODE, a_game())
        assert len(fixtures_of(reading)) == 10


def test_an_empty_file_holds_nothing_to_be_read_but_may_become_a_store(tmp_path):
    (tmp_path / "empty.db").touch()
    refused(tmp_path / "empty.db", "is empty: no game was ever written to it", reading=True)
    with open_store(tmp_path / "empty.db") as store:
        assert store.put_game(a_fixture(), CODE, a_game())


def test_a_number_that_the_store_does_not_have(store):
    with pytest.raises(Refused, match="has no game 7: `treewright results --games` lists them"):
        store.record(7)
    with pytest.raises(Refused, match="has no measurement 7"):
        store.measurement(7)


# ---------------------------------------------------------------- older versions


def add_mood(connection):
    connection.execute("ALTER TABLE game ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm'")


def add_weather(connection):
    connection.execute("CREATE TABLE weather (day INTEGER)")


def columns(place):
    with contextlib.closing(sqlite3.connect(place)) as connection:
        return ([row[1] for row in connection.execute("PRAGMA table_info(game)")],
                connection.execute("PRAGMA user_version").fetchone()[0])


@pytest.mark.parametrize("reading", [False, True])
def test_a_store_of_an_older_version_is_copied_and_migrated(place, monkeypatch, reading):
    old = columns(place)
    monkeypatch.setattr(schema, "MIGRATIONS", [add_mood, add_weather])
    with open_store(place, reading=reading) as store:
        assert {row[0] for row in store.connection.execute("SELECT mood FROM game")} == {"calm"}
        assert store.connection.execute("SELECT COUNT(*) FROM weather").fetchone() == (0,)
        assert len(fixtures_of(store)) == 10
    assert columns(place)[1] == 3
    copy = place.with_name("treewright.db.version-1")
    assert sorted(place.parent.iterdir()) == [place, copy]
    assert columns(copy) == old
    monkeypatch.undo()
    with open_store(copy) as store:
        assert len(fixtures_of(store)) == 10


def test_a_new_store_is_of_the_newest_version(tmp_path, monkeypatch):
    monkeypatch.setattr(schema, "MIGRATIONS", [add_mood])
    open_store(tmp_path / "new.db").close()
    assert columns(tmp_path / "new.db")[1] == 2
    assert "mood" in columns(tmp_path / "new.db")[0]
    assert [one.name for one in tmp_path.iterdir()] == ["new.db"]


def test_a_migration_that_fails_leaves_the_store_as_it_was(place, monkeypatch):
    def fail(connection):
        raise RuntimeError("the power is gone")

    old = columns(place)
    monkeypatch.setattr(schema, "MIGRATIONS", [add_mood, fail])
    with pytest.raises(RuntimeError, match="power"):
        open_store(place)
    assert columns(place) == old
    monkeypatch.setattr(schema, "MIGRATIONS", [add_mood])
    with open_store(place) as store:
        assert len(fixtures_of(store)) == 10


def test_an_older_store_that_may_only_be_read_cannot_be_migrated(shared, monkeypatch):
    monkeypatch.setattr(schema, "MIGRATIONS", [add_mood])
    shared.chmod(0o444)
    shared.parent.chmod(0o555)
    with nobody_special():
        refused(shared, "cannot be written", reading=True)
    shared.chmod(0o666)
    with nobody_special():
        refused(shared, "cannot be written", reading=True)


# ---------------------------------------------------------------- the check


CHANGES = {
    "UPDATE game SET seed = 5 WHERE id = 3": "the key of game 3 does not fit its columns: one of them was changed",
    "UPDATE game SET actions = x'07' WHERE id = 3":
        "the actions of game 3 cannot be read: the actions do not begin with their width",
    "UPDATE game SET actions = x'0205' WHERE id = 3":
        "the actions of game 3 cannot be read: buffer size must be a multiple of element size",
    "UPDATE game SET actions = x'010203' WHERE id = 3": "the actions of game 3 are 2, where the game has 1 plies",
    "UPDATE game SET thoughts = x'70' WHERE id = 3": "the thoughts of game 3 are 0, where the game has 1 plies",
    "UPDATE game SET thoughts = x'64ff' WHERE id = 3":
        "the thoughts of game 3 cannot be read: Error -3 while decompressing data: invalid block type",
    "UPDATE game SET thoughts = x'00' WHERE id = 3":
        "the thoughts of game 3 cannot be read: it does not begin with how it is packed",
    "UPDATE game SET thoughts = x'7000' WHERE id = 3":
        "the thoughts of game 3 cannot be read: the thoughts do not end with a whole one",
    "UPDATE game SET forfeit_seat = 2, forfeit_reason = 'time', forfeit_words = '' WHERE id = 3":
        "the forfeit of game 3 names the seat 2, where there are 0 and 1",
    "UPDATE game SET forfeit_seat = 1, forfeit_reason = 'mood', forfeit_words = '' WHERE id = 3":
        "the forfeit of game 3 has the reason mood, which is none of illegal, crash, time",
    "UPDATE game SET code = 77 WHERE id = 3": "row 3 of game points to a row of code that is not there",
    "UPDATE measurement SET seed = 5": "the key of measurement 1 does not fit its columns: one of them was changed",
    "UPDATE array SET value = x'7031'": "the values of measurement 1 cannot be read: ",
}


@pytest.mark.parametrize("change", CHANGES)
def test_the_check_finds(place, change):
    with open_store(place) as store:
        store.put_measurement(Trial("study", {"n": 1}), CODE, {"mean": 1.5, "all": np.arange(3)})
        assert list(store.check()) == []
        store.connection.execute("PRAGMA foreign_keys = OFF")
        store.connection.execute(change)
        found = list(store.check())
    assert len(found) == 1
    assert found[0].startswith(CHANGES[change])


def test_the_check_does_not_tell_the_same_a_thousand_times(store):
    store.put_games((a_fixture(k), CODE, a_game()) for k in range(50))
    store.connection.execute("UPDATE game SET seed = 5")
    found = list(store.check())
    assert len(found) == 21
    assert found[-1] == "and 30 more like these"


def test_the_views_answer_questions_in_sql(store):
    store.put_game(a_fixture(), CODE, a_game())
    (row,) = store.connection.execute("SELECT game, second, code, plies FROM games")
    assert row == ("tic_tac_toe", "uct(simulations=100)", CODE, 5)
