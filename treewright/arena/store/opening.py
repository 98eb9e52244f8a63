"""Opening a store: the file is made, recognised, brought up to date, or refused in a sentence.

The file is an SQLite database in WAL mode: readers never wait, a writer waits for another one, and a process that is
killed loses nothing that it had committed.
"""

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from treewright.arena.store import schema
from treewright.arena.store.store import Store
from treewright.arena.store.trouble import told
from treewright.core.errors import Refused

MEMORY = ":memory:"
PATIENCE_SECONDS = 30.0


def open_store(place: str | Path, reading: bool = False, patience: float = PATIENCE_SECONDS) -> Store:
    """The store at a place; `:memory:` is one that is gone when it is closed. A file that is not there is made, unless
    it is for `reading`. `patience` is how many seconds to wait for other processes that write.

    A store belongs to the thread that opened it."""
    if str(place) == MEMORY:
        return _opened(MEMORY, MEMORY, reading, patience)
    path = Path(place).expanduser()
    _refuse_impossible(path, reading)
    return _opened(f"{path.absolute().as_uri()}?{_mode(path, reading)}", str(path), reading, patience)


def _refuse_impossible(path: Path, reading: bool) -> None:
    """What can be said before anything is opened."""
    if path.is_dir():
        raise Refused(f"{path} is a folder, not a store: name a file in it")
    if not path.parent.is_dir():
        raise Refused(f"there is no folder {path.parent} for the store {path.name}: make it, or name another place")
    if reading and not path.exists():
        raise Refused(f"there is no store {path}: `treewright match` or `treewright tournament` writes one, and "
                      f"--store names it")


def _mode(path: Path, reading: bool) -> str:
    """How SQLite is to open the file. Whoever may not write it, while nobody else does, reads it without the files
    that SQLite puts beside it."""
    if not reading:
        return "mode=rwc"
    beside = path.with_name(f"{path.name}-wal")
    mine = os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)
    return "mode=rw" if mine or beside.exists() else "mode=ro&immutable=1"


def _opened(address: str, place: str, reading: bool, patience: float) -> Store:
    with told(place):
        connection = sqlite3.connect(address, uri=address != MEMORY, timeout=patience, isolation_level=None)
        try:
            _make_ready(connection, place, reading)
        except BaseException:
            connection.close()
            raise
    return Store(connection, place, reading)


def _make_ready(connection: sqlite3.Connection, place: str, reading: bool) -> None:
    found = _version(connection, place)
    if found == 0 and reading:
        raise Refused(f"{place} is empty: no game was ever written to it")
    if not reading or found < schema.version():
        _try_to_write(connection)
        connection.execute("PRAGMA journal_mode = WAL")
    if found < schema.version():
        with _writing(connection):
            _bring_up_to_date(connection, place)
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute(f"PRAGMA query_only = {int(reading)}")


def _version(connection: sqlite3.Connection, place: str) -> int:
    """The version of the store, 0 where there is nothing yet.

    The tables are counted first: another process that makes them at this moment gives them their owner at once."""
    tables, version, owner = (connection.execute(question).fetchone()[0] for question in (
        "SELECT COUNT(*) FROM sqlite_master", "PRAGMA user_version", "PRAGMA application_id"))
    if not (owner or version or tables):
        return 0
    if owner != schema.APPLICATION_ID:
        raise Refused(f"{place} is a database of another program, not a store: name another file")
    if version > schema.version():
        raise Refused(f"{place} was written by a newer Treewright (a store of version {version}, where this one knows "
                      f"{schema.version()}): install that one, or name another file")
    return int(version)


def _try_to_write(connection: sqlite3.Connection) -> None:
    """A file that cannot be written is refused now rather than after the first game."""
    with _writing(connection):
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        connection.execute(f"PRAGMA user_version = {version}")


@contextmanager
def _writing(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _bring_up_to_date(connection: sqlite3.Connection, place: str) -> None:
    """Inside a transaction: make the tables, or migrate; another process may have done it a moment ago."""
    found = _version(connection, place)
    if found == 0:
        for statement in schema.FIRST:
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
        found = 1
    elif found < schema.version():
        _copy_aside(Path(place), found)
    for migrate in schema.MIGRATIONS[found - 1 :]:
        migrate(connection)
    connection.execute(f"PRAGMA user_version = {schema.version()}")


def _copy_aside(path: Path, version: int) -> None:
    """The store as it is, beside it: treewright.db.version-1. Nobody can write meanwhile."""
    try:
        with tempfile.TemporaryDirectory(dir=path.parent, prefix=f"{path.name}.copying-") as folder:
            written = Path(folder, path.name)
            with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(written)) as copy:
                source.backup(copy)
            os.replace(written, path.with_name(f"{path.name}.version-{version}"))
    except OSError as error:
        raise Refused(f"{path} is of an older version and must be copied before it is brought up to date, but the copy "
                      f"cannot be written: {error.strerror}") from error
