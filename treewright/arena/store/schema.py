"""The tables of a store, its version, and how a store of an older version becomes one of this.

A text that many records share (an expression, a start, the name of a number) is kept once, in `text`; what the games
of two agents on the same terms share, in `pairing`. The views `games` and `measurements` are for people who ask in
SQL: they have everything in place.
"""

import sqlite3
from collections.abc import Callable

APPLICATION_ID = 0x54726565
"""Says in the file's header whose database it is: `Tree`."""

FIRST = (
    "CREATE TABLE text (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE)",
    "CREATE TABLE code (id INTEGER PRIMARY KEY, digest TEXT NOT NULL UNIQUE)",
    """
    CREATE TABLE pairing (
        id INTEGER PRIMARY KEY,
        game INTEGER NOT NULL REFERENCES text,
        one INTEGER NOT NULL REFERENCES text,           -- the agent whose expression comes first in the alphabet
        other INTEGER NOT NULL REFERENCES text,
        start INTEGER NOT NULL REFERENCES text,         -- as that of the games, but `moves` whatever the moves are
        move_seconds REAL
    )
    """,
    "CREATE UNIQUE INDEX pairing_once ON pairing (game, one, other, start, IFNULL(move_seconds, -1))",
    """
    CREATE TABLE game (
        id INTEGER PRIMARY KEY,
        key BLOB NOT NULL,                              -- Fixture.key()
        code INTEGER NOT NULL REFERENCES code,
        pairing INTEGER NOT NULL REFERENCES pairing,
        seat INTEGER NOT NULL,                          -- of the pairing's first agent
        start INTEGER NOT NULL REFERENCES text,
        seed INTEGER NOT NULL,
        number INTEGER NOT NULL,
        turn INTEGER NOT NULL,
        reproducible INTEGER NOT NULL,
        first_score REAL NOT NULL,
        second_score REAL NOT NULL,
        seconds REAL NOT NULL,
        forfeit_seat INTEGER,
        forfeit_reason TEXT,
        forfeit_words TEXT,
        opening BLOB NOT NULL,
        plies INTEGER NOT NULL,
        actions BLOB NOT NULL,                          -- see packing.py
        thoughts BLOB,
        played INTEGER NOT NULL,                        -- seconds since 1970
        UNIQUE (key, code)
    )
    """,
    """
    CREATE TABLE measurement (
        id INTEGER PRIMARY KEY,
        key BLOB NOT NULL,                              -- Trial.key()
        code INTEGER NOT NULL REFERENCES code,
        study INTEGER NOT NULL REFERENCES text,
        condition INTEGER NOT NULL REFERENCES text,     -- canonical JSON
        seed INTEGER NOT NULL,
        measured INTEGER NOT NULL,                      -- seconds since 1970
        UNIQUE (key, code)
    )
    """,
    """
    CREATE TABLE number (
        measurement INTEGER NOT NULL REFERENCES measurement,
        name INTEGER NOT NULL REFERENCES text,
        value,                                          -- of whatever kind it is; NULL is not a number
        PRIMARY KEY (measurement, name)
    ) WITHOUT ROWID
    """,
    """
    CREATE TABLE array (
        measurement INTEGER NOT NULL REFERENCES measurement,
        name INTEGER NOT NULL REFERENCES text,
        value BLOB NOT NULL,
        PRIMARY KEY (measurement, name)
    )
    """,
    """
    CREATE VIEW games AS
    SELECT game.id, g.text AS game, CASE seat WHEN 0 THEN a.text ELSE b.text END AS first,
           CASE seat WHEN 0 THEN b.text ELSE a.text END AS second, s.text AS start, seed, number, turn, move_seconds,
           digest AS code, reproducible, first_score, second_score, plies, seconds,
           forfeit_seat, forfeit_reason, forfeit_words, opening, actions, thoughts, played, key
    FROM game JOIN code ON code.id = game.code JOIN text s ON s.id = game.start JOIN pairing ON pairing.id = pairing
    JOIN text g ON g.id = pairing.game JOIN text a ON a.id = one JOIN text b ON b.id = other
    """,
    """
    CREATE VIEW measurements AS
    SELECT measurement.id, s.text AS study, c.text AS condition, seed, digest AS code, measured, key
    FROM measurement JOIN code ON code.id = measurement.code
    JOIN text s ON s.id = measurement.study JOIN text c ON c.id = measurement.condition
    """,
)
"""The tables of version 1. They stay as they are: a new store is made like this, and then migrated."""

MIGRATIONS: list[Callable[[sqlite3.Connection], None]] = []
"""The first makes a store of version 2 of one of version 1, and so on. They run in one transaction, after a copy of the
file was put beside it."""


def version() -> int:
    """The version that this Treewright writes."""
    return len(MIGRATIONS) + 1
