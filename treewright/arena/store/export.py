"""Records as tables for other programs: CSV, or Parquet where pyarrow is installed, with the same columns.

A table is written beside its place and moved there when it is whole: nobody ever sees half of one.
"""

import contextlib
import csv
import json
import math
import os
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

from treewright.arena.played import THOUGHT
from treewright.arena.store.records import Measurement, Record, Value
from treewright.arena.store.store import Store
from treewright.arena.store.wanted import EVERYTHING, Wanted
from treewright.core.errors import Refused

Columns = Mapping[str, type]
Row = Mapping[str, Any]

GAME: Columns = {
    "id": int, "game": str, "first": str, "second": str, "start": str, "seed": int, "number": int, "turn": int,
    "move_seconds": float, "code": str, "reproducible": bool, "first_score": float, "second_score": float,
    "forfeit_seat": int, "forfeit_reason": str, "forfeit_words": str, "plies": int, "seconds": float, "played": str,
    "opening": str, "actions": str, **{f"thought_{name}": str for name in THOUGHT.names or ()}}
MEASUREMENT: Columns = {"id": int, "study": str, "condition": str, "seed": int, "code": str, "measured": str}
AT_ONCE = 5000
"""Rows in memory."""


def export_games(store: Store, place: str | Path, wanted: Wanted = EVERYTHING) -> int:
    """Write a row for each game, and return how many there are. Actions, and what each move cost, are numbers
    separated by spaces, one for each ply."""
    ids = [id for (id,) in store.ask(f"SELECT id FROM game WHERE {wanted.condition(store)} ORDER BY id")]
    return _write(Path(place), GAME, (_game(record) for record in store.records(ids)))


def export_measurements(store: Store, place: str | Path, study: str | None = None) -> int:
    """Write a row for each measurement, and return how many there are. Numbers stand in columns of their names, arrays
    there as JSON; a name that is taken by another column gets an underscore behind it."""
    kinds = _kinds(store, study)
    names = {name: _free(name) for name in kinds}
    columns = {**MEASUREMENT, **{names[name]: kind for name, kind in kinds.items()}}
    rows = (_measurement(one, names, columns) for one in store.measurements(study))
    return _write(Path(place), columns, rows)


# ---------------------------------------------------------------- rows


def moment(when: int) -> str:
    """Seconds since 1970 as `2025-03-01T12:30:00Z`."""
    return datetime.fromtimestamp(when, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _game(record: Record) -> Row:
    fixture, played = record.fixture, record.played
    seat, reason, words = played.forfeit or (None, None, None)
    thoughts = {} if played.thoughts is None else {
        f"thought_{name}": " ".join(map(str, played.thoughts[name])) for name in THOUGHT.names or ()}
    return {"id": record.id, "game": fixture.game, "first": fixture.agents[0], "second": fixture.agents[1],
            "start": fixture.start, "seed": fixture.seed, "number": fixture.number, "turn": fixture.turn,
            "move_seconds": fixture.move_seconds, "code": record.code, "reproducible": record.reproducible,
            "first_score": played.scores[0], "second_score": played.scores[1], "forfeit_seat": seat,
            "forfeit_reason": reason, "forfeit_words": words, "plies": len(played.actions), "seconds": played.seconds,
            "played": moment(record.when), "opening": played.opening.hex(),
            "actions": " ".join(map(str, played.actions)), **thoughts}


def _measurement(one: Measurement, names: Mapping[str, str], columns: Columns) -> Row:
    trial = one.trial
    values = {names[name]: _as_json(value) if columns[names[name]] is str else value
              for name, value in one.values.items()}
    return {"id": one.id, "study": trial.study, "condition": trial.text, "seed": trial.seed, "code": one.code,
            "measured": moment(one.when), **values}


def _kinds(store: Store, study: str | None) -> dict[str, type]:
    """For each name what its column holds: whole numbers, numbers, or texts where any value is an array."""
    question = """
        SELECT text, MAX(kind) FROM (
            SELECT measurement, name, TYPEOF(value) <> 'integer' AS kind FROM number
            UNION ALL SELECT measurement, name, 2 FROM array)
        JOIN text ON text.id = name JOIN measurements ON measurements.id = measurement
        WHERE ?1 IS NULL OR study = ?1 GROUP BY text ORDER BY text"""
    return {name: (int, float, str)[kind] for name, kind in store.ask(question, (study,))}


def _free(name: str) -> str:
    while name in MEASUREMENT:
        name += "_"
    return name


def _as_json(value: Value) -> str:
    return json.dumps(finite(value if isinstance(value, int | float) else value.tolist()), default=str)


def finite(value: Any) -> Any:
    """Numbers in lists, none where JSON has no word for them."""
    if isinstance(value, list | tuple):
        return [finite(one) for one in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


# ---------------------------------------------------------------- files


def _write(place: Path, columns: Columns, rows: Iterator[Row]) -> int:
    write = WRITERS.get(place.suffix.lower())
    if write is None:
        raise Refused(f"{place} must end with {' or '.join(WRITERS)}: that says how it is written")
    with _whole(place) as beside:
        return write(beside, columns, rows)


@contextlib.contextmanager
def _whole(place: Path) -> Iterator[Path]:
    """A file to write to, which takes its place at the end."""
    beside = place.with_name(f".{place.name}.{os.getpid()}")
    try:
        yield beside
        os.replace(beside, place)
    except OSError as error:
        raise Refused(f"{place} cannot be written: {error.strerror}") from error
    finally:
        beside.unlink(missing_ok=True)


def _write_csv(place: Path, columns: Columns, rows: Iterable[Row]) -> int:
    count = 0
    with place.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, columns)
        writer.writeheader()
        for row in rows:
            writer.writerow(row)
            count += 1
    return count


def _write_parquet(place: Path, columns: Columns, rows: Iterator[Row]) -> int:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise Refused("Parquet needs pyarrow: install the extra `parquet` (pip install 'treewright[parquet]'), or "
                      "name a file that ends with .csv") from None
    kinds = {int: pyarrow.int64(), float: pyarrow.float64(), str: pyarrow.string(), bool: pyarrow.bool_()}
    schema, count = pyarrow.schema([(name, kinds[kind]) for name, kind in columns.items()]), 0
    with parquet.ParquetWriter(place, schema) as writer:
        while some := list(islice(rows, AT_ONCE)):
            writer.write_table(pyarrow.Table.from_pylist(some, schema=schema))
            count += len(some)
    return count


WRITERS = {".csv": _write_csv, ".parquet": _write_parquet}
