"""What a client may ask: lines of JSON become queries, or a sentence that says what is wrong with them."""

import dataclasses
import json
import math
from collections.abc import Callable
from typing import Any

from treewright.core.errors import Refused, nearest
from treewright.serve.schema import PROTOCOL, Id

LONGEST_TEXT = 10_000
LONGEST_ID = 200
LARGEST = 2**63 - 1
SHORTEST_INTERVAL = 0.02
"""Seconds between two answers of progress: a search looks up no more often."""
DEEPEST, MOST_NODES, USUAL_NODES = 30, 10_000, 200
"""How much of a tree may be asked for, and how many nodes come where that is not said."""

Moves = list[str] | list[int]


@dataclasses.dataclass(frozen=True)
class TreeWanted:
    """So deep, and at most so many nodes: those that were visited most often."""

    depth: int
    nodes: int = USUAL_NODES


@dataclasses.dataclass(frozen=True)
class Position:
    """What can be played in a position?"""

    id: Id
    game: str
    moves: Moves = dataclasses.field(default_factory=list)
    seed: int = 0


@dataclasses.dataclass(frozen=True)
class Analyse:
    """What does an agent find in a position?"""

    id: Id
    game: str
    agent: str
    moves: Moves = dataclasses.field(default_factory=list)
    seed: int = 0
    budget: dict[str, float] = dataclasses.field(default_factory=dict)
    progress: float | None = None
    tree: TreeWanted | None = None


@dataclasses.dataclass(frozen=True)
class Cancel:
    """End another query: it answers with what it has."""

    id: Id
    cancels: str | int


@dataclasses.dataclass(frozen=True)
class About:
    """Who is there?"""

    id: Id


Query = Position | Analyse | Cancel | About
KINDS: dict[str, type[Query]] = {"analyse": Analyse, "position": Position, "cancel": Cancel, "about": About}
USUAL_KIND = "analyse"


class Unreadable(Refused):
    """A line that is no query; `name` is its id, where it has one."""

    def __init__(self, sentence: str, name: Id = None):
        super().__init__(sentence)
        self.name = name


def read(line: bytes) -> Query:
    """The query of a line."""
    data = _parsed(line)
    name = _id_of(data)
    try:
        return _understood(data)
    except Refused as refused:
        raise Unreadable(str(refused), name) from None


def _parsed(line: bytes) -> dict[str, Any]:
    try:
        data = json.loads(line.decode(), parse_constant=_no_number, object_pairs_hook=_each_once)
    except UnicodeDecodeError as wrong:
        raise Unreadable(f"this line is not UTF-8 at byte {wrong.start + 1}") from None
    except json.JSONDecodeError as wrong:
        raise Unreadable(f"this line is not JSON: {wrong.msg} at character {wrong.pos + 1}") from None
    except RecursionError:
        raise Unreadable("this line is nested too deeply to be a query") from None
    except Refused as refused:
        raise Unreadable(str(refused)) from None
    except ValueError:
        raise Unreadable(f"this line has a number of too many digits: numbers go up to {LARGEST}") from None
    if not isinstance(data, dict):
        raise Unreadable(f"a query is an object such as {{\"id\": 1, \"game\": \"hex\", ...}}, not {shown(data)}")
    return data


def _no_number(text: str) -> Any:
    raise Refused(f"{text} is not a number in JSON")


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _ in pairs]
        raise Refused(f"the field {shown(next(one for one in names if names.count(one) > 1))} is given twice")
    return made


def _id_of(data: dict[str, Any]) -> Id:
    """The id of a query if it has a proper one."""
    try:
        return _id("id", data.get("id"))
    except Refused:
        return None


def _understood(data: dict[str, Any]) -> Query:
    asked = dict(data)
    protocol, kind = asked.pop("protocol", PROTOCOL), asked.pop("query", USUAL_KIND)
    if type(protocol) is not int or protocol != PROTOCOL:
        raise Refused(f"this server speaks protocol {PROTOCOL}, not {shown(protocol)}")
    if not isinstance(kind, str):
        raise Refused(f"query must be one of {', '.join(KINDS)}, not {shown(kind)}")
    if kind not in KINDS:
        raise Refused(f"there is no query {shown(kind)}{nearest(kind[:LONGEST_ID], KINDS)}")
    known = {field.name: field for field in dataclasses.fields(KINDS[kind])}
    for name in asked:
        if name not in known:
            raise Refused(f"the query {kind} has no field {shown(name)}"
                          f"{nearest(name[:LONGEST_ID], [*known, 'protocol', 'query'])}")
    for name, field in known.items():
        needed = field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
        if needed and name not in asked:
            raise Refused(f"the query {kind} needs the field {name}, {MEANT[name]}")
    return KINDS[kind](**{name: FIELDS[name](name, value) for name, value in asked.items()})


# ---------------------------------------------------------------- what a field may hold


def shown(value: Any) -> str:
    """A wrong value in a few words."""
    if isinstance(value, str):
        return json.dumps(value if len(value) <= 40 else value[:37] + "...")
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "an object"
    return json.dumps(value)[:40]


def _wrong(name: str, value: Any) -> Refused:
    return Refused(f"{name} must be {MEANT[name]}, not {shown(value)}")


def _is_whole(value: Any, least: int = 0, most: int = LARGEST) -> bool:
    return type(value) is int and least <= value <= most


def _id(name: str, value: Any) -> str | int:
    if (isinstance(value, str) and 0 < len(value) <= LONGEST_ID) or _is_whole(value, -LARGEST):
        return value  # type: ignore[no-any-return]
    raise _wrong(name, value)


def _text(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise _wrong(name, value)
    if len(value) > LONGEST_TEXT:
        raise Refused(f"{name} must not be longer than {LONGEST_TEXT:,} characters")
    return value


def _moves(name: str, value: Any) -> Moves:
    if isinstance(value, str):
        return value.split()
    if isinstance(value, list) and (all(isinstance(one, str) for one in value) or all(map(_is_whole, value))):
        return value
    raise _wrong(name, value)


def _seed(name: str, value: Any) -> int:
    if not _is_whole(value):
        raise _wrong(name, value)
    return int(value)


def _budget(name: str, value: Any) -> dict[str, float]:
    limits = ("simulations", "seconds", "nodes")
    if not isinstance(value, dict) or not value:
        raise _wrong(name, value)
    for limit, much in value.items():
        if limit not in limits:
            raise Refused(f"{name} has no {shown(limit)}{nearest(limit[:LONGEST_ID], limits)}")
        if not _is_number(much, 0) or (limit != "seconds" and not _is_whole(much, 1)):
            what = "a number" if limit == "seconds" else "a whole number"
            raise Refused(f"{limit} in {name} must be {what} above 0, not {shown(much)}")
    return value


def _is_number(value: Any, above: float) -> bool:
    return type(value) in (int, float) and above < value <= LARGEST and math.isfinite(value)


def _progress(name: str, value: Any) -> float:
    if not _is_number(value, 0) or value < SHORTEST_INTERVAL:
        raise _wrong(name, value)
    return float(value)


def _tree(name: str, value: Any) -> TreeWanted:
    wanted = {"depth": value} if type(value) is int else value
    if not isinstance(wanted, dict) or "depth" not in wanted:
        raise _wrong(name, value)
    bounds = {"depth": DEEPEST, "nodes": MOST_NODES}
    for one, much in wanted.items():
        if one not in bounds:
            raise Refused(f"{name} has no {shown(one)}{nearest(one[:LONGEST_ID], bounds)}")
        if not _is_whole(much, 1, bounds[one]):
            raise Refused(f"{one} in {name} must be a whole number from 1 to {bounds[one]:,}, not {shown(much)}")
    return TreeWanted(**wanted)


FIELDS: dict[str, Callable[[str, Any], Any]] = {
    "id": _id, "cancels": _id, "game": _text, "agent": _text, "moves": _moves, "seed": _seed, "budget": _budget,
    "progress": _progress, "tree": _tree,
}
_ID = f"a text of 1 to {LONGEST_ID} characters or a whole number"
MEANT = {
    "id": _ID,
    "cancels": f"the id of another query, {_ID}",
    "game": "an expression such as \"connect_four\"",
    "agent": "an expression such as \"uct(seconds=1)\"",
    "moves": "a text such as \"4 4 3\", or a list of moves, or one of action numbers",
    "seed": "a whole number from 0 on",
    "budget": "an object with simulations, seconds or nodes",
    "progress": f"the seconds from one answer to the next, from {SHORTEST_INTERVAL} on",
    "tree": "a depth, or an object with depth and nodes",
}
