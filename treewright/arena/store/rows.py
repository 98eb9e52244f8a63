"""Rows of the tables, from and to what they mean."""

import contextlib
import json
import math
import sqlite3
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from treewright.arena.fixture import Fixture
from treewright.arena.played import Forfeit, Played
from treewright.arena.starts import MOVES
from treewright.arena.store.packing import (
    packed_actions,
    packed_array,
    packed_thoughts,
    unpacked_actions,
    unpacked_array,
    unpacked_thoughts,
)
from treewright.arena.store.records import Measurement, Record, Trial, Value
from treewright.arena.store.trouble import Unreadable
from treewright.core.errors import Refused


class Meeting(NamedTuple):
    """What a row of `pairing` says."""

    game: str
    one: str
    other: str
    start: str
    move_seconds: float | None


def meeting(fixture: Fixture) -> Meeting:
    """The pairing that a fixture belongs to. Positions from a file are one kind of start."""
    start = MOVES.rstrip(":") if fixture.start.startswith(MOVES) else fixture.start
    one, other = sorted(fixture.agents)
    return Meeting(fixture.game, one, other, start, fixture.move_seconds)


def seat(fixture: Fixture) -> int:
    """Where the pairing's first agent sits; by the turn where an agent plays itself."""
    first, second = fixture.agents
    return fixture.turn - 1 if first == second else int(first > second)


def columns_of(fixture: Fixture, played: Played) -> dict[str, Any]:
    """The columns that are kept as they are."""
    loser, reason, words = played.forfeit or (None, None, None)
    return {
        "seat": seat(fixture), "seed": int(fixture.seed), "number": int(fixture.number), "turn": int(fixture.turn),
        "first_score": float(played.scores[0]), "second_score": float(played.scores[1]),
        "seconds": float(played.seconds), "forfeit_seat": None if loser is None else int(loser),
        "forfeit_reason": reason, "forfeit_words": words,
        "opening": played.opening, "plies": len(played.actions), "actions": packed_actions(played.actions),
        "thoughts": None if played.thoughts is None else packed_thoughts(played.thoughts)}


def fixture(row: sqlite3.Row) -> Fixture:
    """The fixture of a row of `games`."""
    return Fixture(row["game"], (row["first"], row["second"]), row["start"], row["seed"], row["number"], row["turn"],
                   row["move_seconds"])


def played(row: sqlite3.Row) -> Played:
    """The game of a row of `games`."""
    loser = row["forfeit_seat"]
    forfeit = None if loser is None else Forfeit(loser, row["forfeit_reason"], row["forfeit_words"])
    thoughts = None if row["thoughts"] is None else unpacked_thoughts(row["thoughts"])
    return Played(unpacked_actions(row["actions"]), (row["first_score"], row["second_score"]), row["seconds"], True,
                  forfeit, row["opening"], thoughts)


def record(row: sqlite3.Row) -> Record:
    """All of a row of `games`."""
    with reading(f"game {row['id']}"):
        return Record(row["id"], fixture(row), row["code"], played(row), bool(row["reproducible"]), row["played"])


def measurement(row: sqlite3.Row, values: Iterable[tuple[str, str, Any]]) -> Measurement:
    """All of a row of `measurements`, with its values: their names, their tables, and what is kept of them."""
    with reading(f"measurement {row['id']}"):
        found = {name: value(table, kept) for name, table, kept in values}
        return Measurement(row["id"], trial(row), row["code"], found, row["measured"])


@contextlib.contextmanager
def reading(what: str) -> Iterator[None]:
    """Inside, whatever cannot be unpacked is told with the record it belongs to."""
    try:
        yield
    except (ValueError, TypeError, EOFError, OverflowError) as error:
        raise Unreadable(f"{what}: {' '.join(str(error).split())}") from error


def trial(row: sqlite3.Row) -> Trial:
    """The trial of a row of `measurements`."""
    return Trial(row["study"], json.loads(row["condition"]), row["seed"])


def kept_value(name: str, value: Value) -> tuple[str, Any]:
    """The table in which a value is kept, and what is kept of it."""
    if isinstance(value, np.ndarray):
        return "array", packed_array(value)
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, bool | int) and abs(value) < 2**63:
        return "number", int(value)
    if isinstance(value, float):
        return "number", value
    raise Refused(f"{name} is {value!r}: what is measured is a number (a whole one of 63 bits at most) or an array")


def value(table: str, kept: Any) -> Value:
    """A value as it was measured."""
    if table == "array":
        return unpacked_array(kept)
    return math.nan if kept is None else kept
