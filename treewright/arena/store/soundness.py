"""Is a store sound? SQLite's own checks, and then everything that Treewright relies on."""

import sqlite3
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from treewright.arena.played import REASONS
from treewright.arena.store import rows

if TYPE_CHECKING:
    from treewright.arena.store.store import Store

SHOWN = 20
"""So many findings of one kind are told; the others are counted."""


def findings(store: "Store") -> Iterator[str]:
    """A sentence for each thing that is wrong."""
    for part, found in (("file", _damage(store.connection)), ("references", _strays(store.connection)),
                        ("games", _games(store)), ("measurements", _measurements(store))):
        try:
            yield from _shortened(found)
        except sqlite3.DatabaseError as error:
            yield f"the {part} cannot be read to the end: {error}"


def _shortened(found: Iterator[str]) -> Iterator[str]:
    rest = 0
    for k, sentence in enumerate(found):
        if k < SHOWN:
            yield sentence
        else:
            rest += 1
    if rest:
        yield f"and {rest} more like these"


def _damage(connection: sqlite3.Connection) -> Iterator[str]:
    """What SQLite finds when it reads every page and every index."""
    for (said,) in connection.execute("PRAGMA integrity_check"):
        if said != "ok":
            yield f"the file is damaged: {' '.join(said.split())}"


def _strays(connection: sqlite3.Connection) -> Iterator[str]:
    for table, row, parent, _ in connection.execute("PRAGMA foreign_key_check"):
        which = "a row" if row is None else f"row {row}"
        yield f"{which} of {table} points to a row of {parent} that is not there"


def _games(store: "Store") -> Iterator[str]:
    for row in store.ask("SELECT * FROM games ORDER BY id"):
        for part, fault in GAME_FAULTS.items():
            yield from _told(f"game {row['id']}", part, fault, row)


def _measurements(store: "Store") -> Iterator[str]:
    for row in store.ask("SELECT * FROM measurements ORDER BY id"):
        yield from _told(f"measurement {row['id']}", "key", _key_of_measurement, row)
        yield from _told(f"measurement {row['id']}", "values", store.measured, row)


def _told(what: str, part: str, fault: Callable[[sqlite3.Row], Any], row: sqlite3.Row) -> Iterator[str]:
    """A fault is a sentence's end, or an error in reading."""
    try:
        said = fault(row)
    except (ValueError, TypeError, EOFError, OverflowError) as error:
        said = f"cannot be read: {' '.join(str(error).split())}"
    if isinstance(said, str):
        yield f"the {part} of {what} {said}"


def _key_of_game(row: sqlite3.Row) -> str | None:
    return None if rows.fixture(row).key() == row["key"] else "does not fit its columns: one of them was changed"


def _key_of_measurement(row: sqlite3.Row) -> str | None:
    return None if rows.trial(row).key() == row["key"] else "does not fit its columns: one of them was changed"


def _actions(row: sqlite3.Row) -> str | None:
    there = len(rows.unpacked_actions(row["actions"]))
    return None if there == row["plies"] else f"are {there}, where the game has {row['plies']} plies"


def _thoughts(row: sqlite3.Row) -> str | None:
    if row["thoughts"] is None:
        return None
    there = len(rows.unpacked_thoughts(row["thoughts"]))
    return None if there == row["plies"] else f"are {there}, where the game has {row['plies']} plies"


def _forfeit(row: sqlite3.Row) -> str | None:
    seat, reason, words = (row[f"forfeit_{name}"] for name in ("seat", "reason", "words"))
    if (seat, reason, words) == (None, None, None):
        return None
    if seat not in (0, 1):
        return f"names the seat {seat}, where there are 0 and 1"
    known = reason in REASONS and words is not None
    return None if known else f"has the reason {reason}, which is none of {', '.join(REASONS)}"


GAME_FAULTS = {"key": _key_of_game, "actions": _actions, "thoughts": _thoughts, "forfeit": _forfeit}
