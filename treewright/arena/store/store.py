"""The store: games by their fixture and code, measurements by their trial and code, each kept once.

Every `put` is committed before it returns. A store belongs to the thread that opened it; other threads, and other
processes, open the same file for themselves.
"""

import contextlib
import sqlite3
import time
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from treewright.arena.fixture import Fixture
from treewright.arena.played import THOUGHT, Played
from treewright.arena.store import rows
from treewright.arena.store.records import Measurement, Record, Trial, Value
from treewright.arena.store.trouble import told
from treewright.core.errors import Refused

AT_ONCE = 500
"""So many keys are asked for in one question."""
LARGEST = 2**63 - 1

Made = TypeVar("Made")


class Keyed(Protocol):
    """A fixture or a trial."""

    def key(self) -> bytes:
        """What tells it from every other."""


class Store:
    """An open store; see `open_store`."""

    def __init__(self, connection: sqlite3.Connection, place: str, reading: bool = False):
        self.connection, self.place, self.reading = connection, place, reading
        self._known: dict[Hashable, int] = {}
        """Numbers of texts, codes and pairings, which are never deleted."""

    def close(self) -> None:
        with told(self.place):
            self.connection.close()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ------------------------------------------------------------ writing

    @contextlib.contextmanager
    def together(self) -> Iterator[None]:
        """Inside, everything that is put is committed at once at the end, or not at all."""
        if self.reading:
            raise Refused(f"the store {self.place} was opened for reading: open it for writing to keep something")
        with told(self.place):
            if self.connection.in_transaction:
                yield
                return
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self.connection.execute("COMMIT")
            except BaseException:
                self._known.clear()
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")
                raise

    def put_game(self, fixture: Fixture, code: str, played: Played, reproducible: bool = True) -> bool:
        """Keep a game; False where a game of this fixture and code was kept before, which stays."""
        _refuse_unkeepable(fixture, played)
        with self.together():
            return self._insert("game", {
                "key": fixture.key(), "code": self._number("code", "digest", code),
                "pairing": self._pairing(rows.meeting(fixture)), "start": self._text(fixture.start),
                **rows.columns_of(fixture, played), "reproducible": bool(reproducible), "played": int(time.time())})

    def put_games(self, games: Iterable[tuple[Fixture, str, Played]], reproducible: bool = True) -> int:
        """Keep many games, or none of them if one cannot be kept; returns how many are new."""
        with self.together():
            return sum(self.put_game(fixture, code, played, reproducible) for fixture, code, played in games)

    def put_measurement(self, trial: Trial, code: str, values: Mapping[str, Value]) -> bool:
        """Keep named numbers and arrays; False where this trial was measured by this code before, which stays."""
        _refuse_large_seed(trial.seed)
        kept = [(name, *rows.kept_value(name, value)) for name, value in values.items()]
        with self.together():
            new = self._insert("measurement", {
                "key": trial.key(), "code": self._number("code", "digest", code), "study": self._text(trial.study),
                "condition": self._text(trial.text), "seed": trial.seed, "measured": int(time.time())})
            if new:
                (owner,) = self.connection.execute("SELECT last_insert_rowid()").fetchone()
                for name, table, value in kept:
                    self._insert(table, {"measurement": owner, "name": self._text(name), "value": value})
            return new

    def _insert(self, table: str, columns: Mapping[str, Any]) -> bool:
        """Insert a row, unless one with its key is there."""
        places = ", ".join("?" * len(columns))
        done = self.connection.execute(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({places}) "
                                       "ON CONFLICT DO NOTHING", tuple(columns.values()))
        return done.rowcount > 0

    def _pairing(self, meeting: rows.Meeting) -> int:
        """The number of a pairing, which is kept if it is new."""
        if meeting not in self._known:
            columns = {**{name: self._text(text) for name, text in meeting._asdict().items() if name != "move_seconds"},
                       "move_seconds": meeting.move_seconds}
            self._insert("pairing", columns)
            same = " AND ".join(f"{name} IS ?" for name in columns)
            found = self.connection.execute(f"SELECT id FROM pairing WHERE {same}", tuple(columns.values())).fetchone()
            self._known[meeting] = found[0]
        return self._known[meeting]

    def _text(self, text: str) -> int:
        return self._number("text", "text", text)

    def _number(self, table: str, column: str, text: str) -> int:
        """The number of a text, which is kept if it is new."""
        if (table, text) not in self._known:
            question = f"SELECT id FROM {table} WHERE {column} = ?"
            found = self.connection.execute(question, (text,)).fetchone()
            if found is None:
                self._insert(table, {column: text})
                found = self.connection.execute(question, (text,)).fetchone()
            self._known[table, text] = found[0]
        return self._known[table, text]

    # ------------------------------------------------------------ finding

    def find(self, wanted: Sequence[tuple[Fixture, str]], accept_other_code: bool = False) -> list[Played | None]:
        """The game of each fixture that was played with its code, None where there is none. With `accept_other_code`
        the newest game counts where there is none of this code."""
        found = self._find("games", wanted, accept_other_code, rows.record)
        return [None if record is None else record.played for record in found]

    def find_measurements(self, wanted: Sequence[tuple[Trial, str]], accept_other_code: bool = False
                          ) -> list[Measurement | None]:
        """The same for measurements."""
        return self._find("measurements", wanted, accept_other_code, self.measured)

    def _find(self, view: str, wanted: Sequence[tuple[Keyed, str]], accept_other_code: bool,
              made: Callable[[sqlite3.Row], Made]) -> list[Made | None]:
        keys = [one.key() for one, _ in wanted]
        with told(self.place):
            kept = self._by_key(view, keys)
            return [_best(kept.get(key, ()), code, accept_other_code, made) for key, (_, code) in zip(keys, wanted)]

    def _by_key(self, view: str, keys: Sequence[bytes]) -> dict[bytes, list[sqlite3.Row]]:
        """Rows of a view by their key, the newest last."""
        kept: dict[bytes, list[sqlite3.Row]] = {}
        for begin in range(0, len(keys), AT_ONCE):
            some = keys[begin : begin + AT_ONCE]
            for row in self.ask(f"SELECT * FROM {view} WHERE key IN ({', '.join('?' * len(some))}) ORDER BY id", some):
                kept.setdefault(row["key"], []).append(row)
        return kept

    def record(self, id: int) -> Record:
        """One game by its number."""
        for record in self.records([id]):
            return record
        raise Refused(f"{self.place} has no game {id}: `treewright results --games` lists them with their numbers")

    def records(self, ids: Iterable[int] | None = None) -> Iterator[Record]:
        """Games in the order in which they were kept, all or some; one after the other, so that memory stays flat."""
        with told(self.place):
            if ids is None:
                yield from map(rows.record, self.ask("SELECT * FROM games ORDER BY id"))
            for id in ids or ():
                yield from map(rows.record, self.ask("SELECT * FROM games WHERE id = ?", (id,)))

    def measurement(self, id: int) -> Measurement:
        """One measurement by its number."""
        with told(self.place):
            for row in self.ask("SELECT * FROM measurements WHERE id = ?", (id,)):
                return self.measured(row)
        raise Refused(f"{self.place} has no measurement {id}: `treewright results --study NAME` lists them with their "
                      "numbers")

    def measurements(self, study: str | None = None) -> Iterator[Measurement]:
        """Measurements of a study, or all, ordered by study, condition, seed, and when they were kept."""
        question = ("SELECT * FROM measurements WHERE ?1 IS NULL OR study = ?1 "
                    "ORDER BY study, condition, seed, id")
        with told(self.place):
            yield from map(self.measured, self.ask(question, (study,)))

    def measured(self, row: sqlite3.Row) -> Measurement:
        """What a row of `measurements` means."""
        return rows.measurement(row, self.connection.execute("""
            SELECT text, 'number', value FROM number JOIN text ON text.id = name WHERE measurement = ?1
            UNION ALL SELECT text, 'array', value FROM array JOIN text ON text.id = name WHERE measurement = ?1
            ORDER BY text""", (row["id"],)))

    def ask(self, question: str, parameters: Sequence[Any] = ()) -> sqlite3.Cursor:
        """Rows whose columns have names; `schema` has the tables."""
        cursor = self.connection.cursor()
        cursor.row_factory = sqlite3.Row
        return cursor.execute(question, parameters)

    # ------------------------------------------------------------ the whole

    def check(self) -> Iterator[str]:
        """A sentence for everything that is wrong with the file; nothing where all is well."""
        from treewright.arena.store.soundness import findings
        return findings(self)


def _best(rows: Sequence[sqlite3.Row], code: str, accept_other_code: bool,
          made: Callable[[sqlite3.Row], Made]) -> Made | None:
    """What was made of the row of this code, or of the newest."""
    same = [row for row in rows if row["code"] == code]
    chosen = same or (rows[-1:] if accept_other_code else ())
    return made(chosen[0]) if chosen else None


def _refuse_unkeepable(fixture: Fixture, played: Played) -> None:
    if not played.finished:
        raise Refused("a game that was stopped before its end cannot be kept")
    if len(played.scores) != 2 or any(score != score for score in played.scores):
        raise Refused(f"a game that is kept has two scores, not {played.scores}")
    if played.thoughts is not None and (played.thoughts.dtype, len(played.thoughts)) != (THOUGHT, len(played.actions)):
        raise Refused(f"a game of {len(played.actions)} plies has as many thoughts, an array of THOUGHT, "
                      f"not {len(played.thoughts)} of {played.thoughts.dtype}")
    _refuse_large_seed(fixture.seed)


def _refuse_large_seed(seed: int) -> None:
    if not 0 <= seed <= LARGEST:
        raise Refused(f"a seed that is kept must be from 0 to {LARGEST} (63 bits), not {seed}")
