"""What SQLite complains about, in sentences that say what would be right."""

import contextlib
import sqlite3
from collections.abc import Iterator

from treewright.core.errors import Refused


class Unreadable(ValueError):
    """What is kept of a record is not what was written."""


SENTENCES = {
    sqlite3.SQLITE_NOTADB: "{place} is not a store: it is no SQLite database; name another file",
    sqlite3.SQLITE_CORRUPT: "{place} is damaged ({error}): put back a copy that is whole, or move it away to begin "
                            "a new one; `treewright store check {place}` says which parts can be read",
    sqlite3.SQLITE_FULL: "{place} cannot grow ({error}): make room on the disk and run the same command again; what "
                         "was written before is kept",
    sqlite3.SQLITE_BUSY: "{place} is locked: another process has been writing to it all the time; wait until that one "
                         "is done, or end it",
    sqlite3.SQLITE_READONLY: "{place} cannot be written: give yourself the right to write this file and its folder, "
                             "or name another file",
    sqlite3.SQLITE_CANTOPEN: "{place} cannot be opened: give yourself the right to read this file and to write its "
                             "folder, or name another file",
    sqlite3.SQLITE_IOERR: "{place} cannot be read or written ({error}): the disk refuses; see that it is there, has "
                          "room and works",
}
SENTENCES[sqlite3.SQLITE_LOCKED] = SENTENCES[sqlite3.SQLITE_BUSY]
SENTENCES[sqlite3.SQLITE_PERM] = SENTENCES[sqlite3.SQLITE_CANTOPEN]


@contextlib.contextmanager
def told(place: str) -> Iterator[None]:
    """Inside, damage, and errors of SQLite that a person can do something about are raised as `Refused`."""
    try:
        yield
    except Unreadable as error:
        raise Refused(SENTENCES[sqlite3.SQLITE_CORRUPT].format(place=place, error=error)) from error
    except sqlite3.Error as error:
        refused = refusal(error, place)
        if refused is None:
            raise
        raise refused from error


def refusal(error: sqlite3.Error, place: str) -> Refused | None:
    """The sentence for an error, if it is not our own mistake."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is not None:
        sentence = SENTENCES.get(code & 0xFF)
        return Refused(sentence.format(place=place, error=error)) if sentence else None
    if "same thread" in str(error):
        return Refused(f"{place} was opened by another thread: every thread opens a store of its own")
    if "closed" in str(error):
        return Refused(f"the store {place} is closed: open it again")
    return None
