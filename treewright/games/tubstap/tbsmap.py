"""Reads maps in TUBSTAP's own format: pieces TAG[value], each closed by a semicolon, in any order, in Shift-JIS.

The outermost ring of tiles must be walls. It is left out here: column 1 of a file is column a.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from treewright.core.errors import Refused, nearest
from treewright.games.tubstap.battlefield import MOST_HP, Battlefield, Unit
from treewright.games.tubstap.units import GROUND, TABLES, kinds

PIECE = re.compile(r"\s*(\w+)\s*\[(.*)\]\s*", re.DOTALL)
NUMBERS = ("SIZEX", "SIZEY", "TURNLIMIT", "HPTHRESHOLD", "UNITNUMRED", "UNITNUMBLUE")
TEXTS = ("AUTHOR", "MAPCOM")
ROWS = ("UNIT", "MAP")
LETTERS = {kind.name: kind.letter for table in TABLES for kind in kinds(table).values()}
LARGEST = 10_000
NEWLINE = "\n"


class Piece(NamedTuple):
    """One TAG[value], and where it stands: `map.tbsmap:3`."""

    tag: str
    value: str
    place: str

    def numbers(self, meant: str) -> list[int]:
        words = [word.strip() for word in self.value.split(",")]
        if not all(re.fullmatch(r"[0-9]{1,6}", word) for word in words):
            raise Refused(f"{self.place}: {self.tag}[{self.value[:60]}] must be {meant}, whole numbers from 0 on")
        return [int(word) for word in words]


def read_tbsmap(text: str, name: str) -> Battlefield:
    """The map that a file's text describes; `name` is the file's, for messages."""
    pieces = list(cut(text, name))
    head = {piece.tag: piece for piece in pieces if piece.tag not in ROWS}
    known = {tag: number(head, tag, name) for tag in NUMBERS}
    width, height = known["SIZEX"], known["SIZEY"]
    if width < 3 or height < 3:
        raise Refused(f"{head['SIZEX'].place}: SIZEX and SIZEY count the ring of walls, so they are at least 3, not "
                      f"{width} and {height}")
    ground = read_ground([piece for piece in pieces if piece.tag == "MAP"], width, height, name)
    units = tuple(read_unit(piece, width, height) for piece in pieces if piece.tag == "UNIT")
    for side, tag in enumerate(("UNITNUMRED", "UNITNUMBLUE")):
        there = sum(unit.side == side for unit in units)
        if known[tag] != there:
            raise Refused(f"{head[tag].place}: {tag} is {known[tag]}, but there are {there} such units")
    title = head["MAPCOM"].value if "MAPCOM" in head else ""
    return Battlefield(width - 2, height - 2, ground, units, known["TURNLIMIT"], known["HPTHRESHOLD"], "", title, name)


def cut(text: str, name: str) -> Iterator[Piece]:
    """The pieces of a file; no tag but UNIT and MAP comes twice."""
    line, met = 1, set()
    for part in text.split(";"):
        lead = part[:len(part) - len(part.lstrip())]
        place = f"{name}:{line + lead.count(NEWLINE)}"
        line += part.count(NEWLINE)
        if not part.strip():
            continue
        found = PIECE.fullmatch(part)
        if found is None:
            raise Refused(f"{place}: {part.split(NEWLINE)[lead.count(NEWLINE)].strip()[:60]!r} is not TAG[value] and a "
                          f"semicolon")
        tag, value = found[1], found[2].replace("\r", "").replace(NEWLINE, "")
        if tag not in NUMBERS + TEXTS + ROWS:
            raise Refused(f"{place}: there is no tag {tag}{nearest(tag, NUMBERS + TEXTS + ROWS)}")
        if tag in met and tag not in ROWS:
            raise Refused(f"{place}: {tag} is given twice")
        met.add(tag)
        yield Piece(tag, value, place)


def number(head: dict[str, Piece], tag: str, name: str) -> int:
    if tag not in head:
        raise Refused(f"{name}: there is no {tag}; a map needs {', '.join(NUMBERS)}")
    given = head[tag].numbers("one number")
    if len(given) != 1 or given[0] > LARGEST:
        raise Refused(f"{head[tag].place}: {tag} must be one number up to {LARGEST}, not {head[tag].value[:60]}")
    return given[0]


def read_ground(rows: list[Piece], width: int, height: int, name: str) -> tuple[int, ...]:
    """The terrain without the ring, row by row."""
    if len(rows) != height:
        raise Refused(f"{name}: SIZEY is {height}, but there are {len(rows)} rows MAP[...]")
    ground: list[int] = []
    for y, row in enumerate(rows):
        codes = row.numbers("codes of terrain")
        if len(codes) != width:
            raise Refused(f"{row.place}: SIZEX is {width}, but this row has {len(codes)} tiles")
        for code in codes:
            if code >= len(GROUND):
                told = ", ".join(f"{one.code} {one.name}" for one in GROUND)
                raise Refused(f"{row.place}: there is no terrain {code}; there are {told}")
        ring = codes if y in (0, height - 1) else [codes[0], codes[-1]]
        if any(ring):
            raise Refused(f"{row.place}: the outermost ring of tiles must be walls, 0")
        if 0 < y < height - 1:
            ground += codes[1:-1]
    return tuple(ground)


def read_unit(piece: Piece, width: int, height: int) -> Unit:
    """`UNIT[x,y,name,team,HP,acted]`, with x and y counted from the ring."""
    words = [word.strip() for word in piece.value.split(",")]
    if len(words) != 6:
        raise Refused(f"{piece.place}: a unit is UNIT[x,y,name,team,HP,acted], not UNIT[{piece.value[:60]}]")
    if words[2] not in LETTERS:
        raise Refused(f"{piece.place}: there is no unit {words[2][:40]}{nearest(words[2], LETTERS)}")
    x, y, side, hp, acted = piece._replace(value=",".join(words[:2] + words[3:])).numbers(
        "a unit's x, y, team, HP and acted")
    if not (1 <= x <= width - 2 and 1 <= y <= height - 2):
        raise Refused(f"{piece.place}: {words[2]} at {x},{y} is off the map; x is 1 to {width - 2}, y is 1 to "
                      f"{height - 2}")
    if side > 1 or acted > 1:
        raise Refused(f"{piece.place}: a unit's team is 0 (Red) or 1 (Blue), and acted is 0 or 1, not {side} and "
                      f"{acted}")
    if not 1 <= hp <= MOST_HP:
        raise Refused(f"{piece.place}: a unit has 1 to {MOST_HP} HP, not {hp}")
    return Unit(LETTERS[words[2]], (y - 1) * (width - 2) + x - 1, side, hp, bool(acted), piece.place)
