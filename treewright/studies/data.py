"""A study's committed records: a line of JSON each, sorted and compressed, so that the same records are the same file.

The first line tells the study, the number of records and a digest of all that follow. A file whose digest is not that
of its lines was changed by hand, or damaged, and is refused.
"""

import gzip
import hashlib
import json
import math
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from treewright.arena.store import Trial
from treewright.arena.store.records import Value
from treewright.core.errors import Refused
from treewright.core.places import write_whole
from treewright.studies.records import Entry, Records

FORMAT = 1
SPECIAL = {"nan": math.nan, "inf": math.inf, "-inf": -math.inf}


def data_file(folder: Path, study: str) -> Path:
    return folder / f"{study}.jsonl.gz"


def export(records: Records, study: str, place: Path) -> None:
    """Write all records; whole or not at all."""
    lines = [json.dumps({"condition": json.loads(entry.trial.text), "seed": entry.trial.seed, "code": entry.code,
                         "values": {name: _plain(entry.values[name]) for name in sorted(entry.values)}},
                        sort_keys=True, separators=(",", ":")) for entry in records]
    head = json.dumps({"format": FORMAT, "study": study, "records": len(lines), "digest": digest_of(lines)})
    place.parent.mkdir(parents=True, exist_ok=True)
    text = "\n".join([head, *lines]) + "\n"
    if not write_whole(place, gzip.compress(text.encode(), compresslevel=9, mtime=0)):
        raise Refused(f"{place} cannot be written")


def load(study: str, place: Path) -> Records:
    """The records of a file; none where there is no file."""
    if not place.exists():
        return Records()
    try:
        head, *lines = gzip.decompress(place.read_bytes()).decode().splitlines()
        told = json.loads(head)
        if told.get("format") != FORMAT:
            raise Refused(f"{place} has the format {told.get('format')}, and this Treewright reads {FORMAT}")
        if told.get("study") != study:
            raise Refused(f"{place} holds records of the study {told.get('study')}, not of {study}")
        if (told.get("records"), told.get("digest")) != (len(lines), digest_of(lines)):
            raise Refused(f"{place} was changed since it was exported: its records do not have the digest that it "
                          f"tells; restore it, or remove it and measure anew")
        return Records(_entry(study, json.loads(line)) for line in lines)
    except (OSError, EOFError, zlib.error, ValueError, KeyError, TypeError, AttributeError) as error:
        if isinstance(error, Refused):
            raise
        raise Refused(f"{place} cannot be read as a study's records: {type(error).__name__}: {error}") from error


def digest_of(lines: list[str]) -> str:
    return hashlib.blake2b("\n".join(lines).encode(), digest_size=16).hexdigest()


def _entry(study: str, told: Mapping[str, Any]) -> Entry:
    if type(told["seed"]) is not int or not isinstance(told["code"], str):
        raise ValueError(f"the record of seed {told['seed']!r} has no whole number for a seed, or no code")
    values = {name: _value(value) for name, value in told["values"].items()}
    return Entry(Trial(study, told["condition"], told["seed"]), told["code"], values)


def _plain(value: Value) -> Any:
    """A number or an array as JSON has it."""
    if isinstance(value, np.ndarray):
        items = [_plain(one) for one in value.ravel().tolist()]
        return {"dtype": value.dtype.str, "shape": list(value.shape), "items": items}
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return {"number": str(value)}
    return value


def _value(told: Any) -> Value:
    if isinstance(told, dict) and "items" in told:
        return np.array([_value(one) for one in told["items"]], told["dtype"]).reshape(told["shape"])
    if isinstance(told, dict):
        return SPECIAL[told["number"]]
    if isinstance(told, bool) or not isinstance(told, int | float):
        raise ValueError(f"{told!r} is no number")
    return told
