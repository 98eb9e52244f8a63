"""The record of a game: the units in the order of the list, what each is doing, and who stands where.

Cells are numbered row by row with a wall between the rows, above and below, so that a step never leaves the array:
cell (x, y) of a map of width w is number (y + 1) * (w + 1) + x.
"""

from functools import lru_cache
from typing import Any

import numpy as np

from treewright.core.record import record
from treewright.games.microrts import codes
from treewright.games.microrts.unit_types import NAMES, UnitType

EMPTY, WALL = -1, -2
"""What `at` holds where no unit stands."""
IDLE = -1
"""What an idle unit is `doing`."""
NEVER = 2**31 - 1
"""When an idle unit will be done."""

ROOMS = ((128, 96), (320, 272), (1152, 1040))
"""Cells with their walls, and units: enough for maps up to 8 x 8 and 10 x 9, up to 16 x 16, up to 32 x 32."""
LARGEST = 32
"""The most columns, and the most rows, of a map."""


@lru_cache(None)
def layout(cells: int, units: int) -> np.dtype[Any]:
    """The record with room for so many cells and units."""
    return record(
        # by unit, in the order of the list
        kind=("i1", units), owner=("i1", units), cell=("i2", units), hits=("i4", units), load=("i4", units),
        number=("i4", units),
        # what it is doing: a code, since and until when, and its place in the order of all assignments
        doing=("i1", units), since=("i4", units), until=("i4", units), rank=("i4", units),
        # in the turn of its owner: what it was told and does not do yet, and the damage that was drawn; both plus 1
        told=("i1", units), drawn=("i1", units),
        # by cell: who stands there, and whether somebody is about to come
        at=("i2", cells), taken=("i1", cells),
        # by player: what he has, what his productions under way will cost, how many units he owns
        stock=("i4", 2), owed=("i4", 2), alive=("i4", 2),
        units="i4", time="i4", next_rank="i4", next_number="i4", conflicts="i4", cursor="i4",
        to_move="i1", over="i1", score=("f4", 2))


def room_for(width: int, height: int) -> tuple[int, int]:
    """The smallest of the rooms that holds a map."""
    cells = (width + 1) * (height + 2)
    return next(room for room in ROOMS if cells <= room[0] and width * height <= room[1] - 6)


RULES = np.dtype([
    *((name, "i4", len(NAMES)) for name in (
        "cost", "hits", "low", "high", "reach2", "produce", "move", "attack", "harvest", "is_resource", "is_stockpile",
        "can_move", "can_attack", "can_harvest", "making")),
    ("makes", "i4", (len(NAMES), 4)),
    ("kind_of", "i4", codes.CODES), ("toward", "i4", codes.CODES), ("made_by", "i4", codes.CODES),
    ("claims", "i4", codes.CODES),
    ("around", "i4", (2 * codes.LONGEST_REACH + 1) ** 2),
    *((name, "i4") for name in ("width", "height", "stride", "cycles", "alternate", "random")),
], align=True)
"""Everything that stays the same in a game, in one record: `making` says how many types a type makes, `toward` how far
the cell lies that an action aims at, `claims` whether it reserves that cell, `around` is the code of an attack by
(dy + 3) * 7 + dx + 3."""


def rules_of(table: tuple[UnitType, ...], width: int, height: int, cycles: int, alternate: bool) -> np.ndarray:
    """The record of the rules, as an array of one whose fields are attributes, in compiled code and in plain Python."""
    made: np.ndarray[Any, Any] = np.zeros(1, RULES).view(np.recarray)
    rules: Any = made[0]
    for kind, row in enumerate(table):
        for name in ("cost", "hits", "low", "high", "produce", "move", "attack", "harvest", "is_resource",
                     "is_stockpile", "can_move", "can_attack", "can_harvest"):
            rules[name][kind] = getattr(row, name)
        rules.reach2[kind], rules.making[kind] = row.reach**2, len(row.makes)
        rules.makes[kind, :len(row.makes)] = row.makes
    rules.width, rules.height, rules.stride, rules.cycles, rules.alternate = width, height, width + 1, cycles, alternate
    rules.random = any(row.low != row.high for row in table)
    for code in range(codes.CODES):
        right, down = codes.step_of(code)
        rules.kind_of[code], rules.toward[code] = codes.KIND[code], down * (width + 1) + right
        rules.claims[code] = codes.KIND[code] in (codes.MOVE, codes.PRODUCE)
        if codes.KIND[code] == codes.PRODUCE:
            rules.made_by[code] = codes.made_by(code)
        if codes.KIND[code] == codes.ATTACK:
            rules.around[(down + 3) * 7 + right + 3] = code
    return made
