"""How a game is shown and moves are written."""

from typing import Any

from treewright.core.game import CHANCE, State
from treewright.games.drawing import LETTERS
from treewright.games.microrts import codes
from treewright.games.microrts.layout import IDLE, WALL
from treewright.games.microrts.maps import FREE, SIGNS, cell_name, sign
from treewright.games.microrts.maps import WALL as WALL_SIGN
from treewright.games.microrts.unit_types import NAMES

MARKS = {codes.MOVE: "-", codes.HARVEST: "+", codes.RETURN: "~", codes.PRODUCE: "=", codes.ATTACK: "x"}
"""b2-b3 moves, b2+a2 harvests from a2, b2~c2 returns to c2, b2=b3W produces a worker there, b2xb3 attacks; b2. waits.
"""
DOES = {codes.NONE: "waits", codes.MOVE: "moves to", codes.HARVEST: "harvests from", codes.RETURN: "returns to",
        codes.PRODUCE: "produces a {} on", codes.ATTACK: "attacks"}


def told(action: int, r: Any) -> str:
    """What an action number tells a unit, as people write it."""
    place, code = divmod(action, codes.CODES)
    y, x = divmod(place, int(r.width))
    kind, (right, down) = codes.KIND[code], codes.step_of(code)
    if kind == codes.NONE:
        return f"{cell_name(x, y)}."
    made = SIGNS[codes.made_by(code)] if kind == codes.PRODUCE else ""
    return f"{cell_name(x, y)}{MARKS[kind]}{cell_name(x + right, y + down)}{made}"


def where(cell: int, r: Any) -> tuple[int, int]:
    """Column and row of a cell in the record."""
    return int(cell) % int(r.stride), int(cell) // int(r.stride) - 1


def field(s: State, r: Any) -> str:
    """The map as it is, what the units have and do, and whose turn it is."""
    at = {where(s.cell[i], r): sign(int(s.kind[i]), int(s.owner[i])) for i in range(s.units)}
    walls = {where(cell, r) for cell in range(len(s.at)) if s.at[cell] == WALL}
    rows = []
    for y in range(r.height):
        letters = (at.get((x, y), WALL_SIGN if (x, y) in walls else FREE) for x in range(r.width))
        rows.append(f"{y + 1:2} {' '.join(letters)}")
    head = "   " + " ".join(LETTERS[x % len(LETTERS)] for x in range(r.width))
    lines = [line for i in range(s.units) for line in doing(s, r, i)]
    return "\n".join([head, *rows, f"cycle {s.time}, stocks {s.stock[0]} and {s.stock[1]}", *lines, turn(s, r)])


def doing(s: State, r: Any, i: int) -> list[str]:
    """One line about a unit, if there is something to say."""
    kind, words = int(s.kind[i]), []
    if r.is_resource[kind]:
        words.append(f"{s.load[i]} left")
    elif s.load[i]:
        words.append(f"carries {s.load[i]}")
    if s.hits[i] != r.hits[kind]:
        words.append(f"{s.hits[i]} of {r.hits[kind]} hit points")
    if s.told[i]:
        words.append(f"told {told(codes.CODES * number(s.cell[i], r) + int(s.told[i]) - 1, r)}")
    if s.doing[i] != IDLE:
        code = int(s.doing[i])
        what, (x, y) = codes.KIND[code], where(s.cell[i] + r.toward[code], r)
        made = NAMES[codes.made_by(code)] if what == codes.PRODUCE else ""
        target = "" if what == codes.NONE else f" {cell_name(x, y)}"
        words.append(f"{DOES[what].format(made)}{target} until {s.until[i]}")
    owner = "" if s.owner[i] < 0 else f" of player {s.owner[i]}"
    return [f"{cell_name(*where(s.cell[i], r))} {NAMES[kind]}{owner}: {', '.join(words)}"] if words else []


def number(cell: int, r: Any) -> int:
    x, y = where(cell, r)
    return y * int(r.width) + x


def turn(s: State, r: Any) -> str:
    if s.over:
        return "a draw" if s.score[0] == s.score[1] else f"player {int(s.score[1] > s.score[0])} has won"
    cell = cell_name(*where(s.cell[s.cursor], r))
    return f"the damage of {cell} is drawn" if s.to_move == CHANCE else f"player {s.to_move} tells {cell}"
