"""The schema of the protocol, version 1: what an answer looks like, whoever prints it.

`treewright analyse --json` prints one answer of the kind `result`, with null for an id; `treewright serve` writes
answers of all kinds, one a line. What a version promises: fields keep their names and meanings, further ones may come.
"""

import dataclasses
import json
from typing import Any

from treewright.core.branch import Branch
from treewright.core.game import Game
from treewright.core.plain import finite
from treewright.core.record import view
from treewright.core.result import Line, Result, Row

PROTOCOL = 1

Id = str | int | None
"""What a client calls a query; None where an answer belongs to a line without an id of its own."""
Answer = dict[str, Any]

PROGRESS = "progress"
KINDS = ("result", "position", "about", "cancel", "error", PROGRESS)
"""Of all kinds but `progress` a query gets exactly one answer, which is its last."""


def answer(kind: str, name: Id, **content: Any) -> Answer:
    """An answer to the query of that name."""
    return {"protocol": PROTOCOL, "id": name, "kind": kind, **content}


def error(name: Id, sentence: str, line: int) -> Answer:
    """What is wrong with a line, and what would be right; lines are counted from 1."""
    return answer("error", name, error=sentence, line=line)


def result(name: Id, found: Result, position: dict[str, Any], tree: Branch | None = None) -> Answer:
    """What a search found."""
    grown = {} if tree is None else {"tree": tree.as_dict()}
    return answer("result", name, **found.as_dict(), position=position, **grown)


def position(game: Game, states: Any, moves: list[str] | list[int]) -> dict[str, Any]:
    """The position after some moves, which stand there as they were given."""
    s = view(states)
    return {"moves": moves, "to_move": int(s.to_move), "over": bool(s.over), "score": [float(one) for one in s.score],
            "drawing": game.show(s)}


def legal(name: Id, game: Game, states: Any, moves: list[str] | list[int]) -> Answer:
    """A position, and what can be played in it."""
    s = view(states)
    return answer("position", name, game=str(game), position=position(game, states, moves),
                  legal=[{"action": action, "text": game.describe(s, action)} for action in game.choices(s)])


def progress(name: Id, simulations: int, seconds: float, rows: tuple[Row, ...], line: Line | None) -> Answer:
    """What a search has found so far, in the fields of a result."""
    variation = None if line is None else {"actions": list(line.actions), "texts": list(line.texts)}
    return answer(PROGRESS, name, simulations=simulations, seconds=seconds,
                  actions=[dataclasses.asdict(row) for row in rows], principal_variation=variation)


def written(one: Answer) -> bytes:
    """An answer as a line, in ASCII: whatever a client takes text for, it reads this."""
    return json.dumps(finite(one), separators=(",", ":")).encode() + b"\n"
