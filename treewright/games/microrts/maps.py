"""Maps: a picture of letters, and what the letters do not say.

    # the map of a duel
    stocks 5 5
    resources 20
    order a1 h8 b2

    o.......
    .BW.....
    .....#..

    b2 hits 6
    c2 carries 1

Capital letters belong to player 0, small ones to player 1: B base, K barracks, W worker, L light, H heavy, R ranged.
`o` is a pile of resources, `#` a wall, `.` a free cell. `order` names cells in the order of the list of units, which
matters in play; units that it does not name follow row by row.
"""

import dataclasses
import re
from pathlib import Path

from treewright.core.errors import Refused, nearest
from treewright.games.drawing import LETTERS
from treewright.games.microrts.layout import LARGEST
from treewright.games.microrts.unit_types import RESOURCE, UnitType

FOLDER = Path(__file__).parent / "maps"
SUFFIX = ".map"
SIGNS = "oBKWLHR"
"""The letter of each type of unit."""
FREE, WALL = ".", "#"
MOST_BYTES = 200_000
MOST_NUMBER = 1_000_000
PILE = 20


@dataclasses.dataclass(frozen=True)
class Unit:
    """One unit of a map. `hits` is None where it has as many as its type; owner -1 owns the piles."""

    kind: int
    owner: int
    x: int
    y: int
    load: int = 0
    hits: int | None = None
    number: int = 0


@dataclasses.dataclass(frozen=True)
class Map:
    """A battlefield at the beginning: `walls` has a row of booleans for each row of cells."""

    width: int
    height: int
    walls: tuple[tuple[bool, ...], ...]
    stocks: tuple[int, int]
    units: tuple[Unit, ...]

    def picture(self) -> list[str]:
        """The rows, with a letter for each unit."""
        at = {(unit.x, unit.y): sign(unit.kind, unit.owner) for unit in self.units}
        return ["".join(at.get((x, y), WALL if wall else FREE) for x, wall in enumerate(row))
                for y, row in enumerate(self.walls)]

    def text(self) -> str:
        """The map in our own form; `read_map` makes the same map of it."""
        lines = [f"stocks {self.stocks[0]} {self.stocks[1]}", f"resources {PILE}",
                 "order " + " ".join(cell_name(unit.x, unit.y) for unit in self.units), "", *self.picture(), ""]
        for unit in self.units:
            if unit.load != (PILE if unit.kind == RESOURCE else 0):
                lines.append(f"{cell_name(unit.x, unit.y)} carries {unit.load}")
            if unit.hits is not None:
                lines.append(f"{cell_name(unit.x, unit.y)} hits {unit.hits}")
        return "\n".join(lines).rstrip() + "\n"


def sign(kind: int, owner: int) -> str:
    return SIGNS[kind].lower() if owner else SIGNS[kind]


def cell_name(x: int, y: int) -> str:
    """b7 for the second cell of the seventh row; the columns after z are aa, ab, ..."""
    return (LETTERS[x // 26 - 1] if x >= 26 else "") + LETTERS[x % 26] + str(y + 1)


def named(name: str) -> Map:
    """A map that comes with Treewright, by its name, or one in a file, by its path."""
    if (FOLDER / f"{name}{SUFFIX}").is_file():
        return read_map((FOLDER / f"{name}{SUFFIX}").read_text(encoding="utf-8"), f"{name}{SUFFIX}")
    path = Path(name)
    if path.suffix not in (SUFFIX, ".xml"):
        raise Refused(f"there is no map {name}{nearest(name, ours())} (a file of yours is named "
                      f"with {SUFFIX} or .xml at the end)")
    try:
        if path.stat().st_size > MOST_BYTES:
            raise Refused(f"{name} has {path.stat().st_size:,} bytes; a map has at most {LARGEST} columns and rows")
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise Refused(f"the map {name} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise Refused(f"{name} is not text in UTF-8") from error
    if path.suffix == ".xml":
        from treewright.games.microrts.map_xml import read_xml
        return read_xml(text, name)
    return read_map(text, name)


def ours() -> list[str]:
    """The names of the maps that come with Treewright."""
    return sorted(place.stem for place in FOLDER.glob(f"*{SUFFIX}"))


# ---------------------------------------------------------------- our own form


def read_map(text: str, name: str) -> Map:
    """A map in our own form. Whatever is wrong is refused with the file and its line."""
    return Reader(name).read(text)


class Reader:
    """One file, line by line."""

    def __init__(self, name: str) -> None:
        self.name, self.line = name, 0
        self.rows: list[str] = []
        self.first_row = 0
        self.done = False
        self.words: dict[str, tuple[int, list[str]]] = {}
        self.about: dict[tuple[int, int], dict[str, tuple[int, int]]] = {}

    def refuse(self, what: str, line: int | None = None) -> Refused:
        return Refused(f"{self.name}:{self.line if line is None else line}: {what}")

    def read(self, text: str) -> Map:
        for self.line, line in enumerate(text.splitlines(), 1):
            self.take(line.rstrip())
        if not self.rows:
            raise self.refuse("there is no picture: rows of letters such as .B.W..o#")
        return self.made()

    def take(self, line: str) -> None:
        words = line.split()
        if not words:
            self.done = bool(self.rows)
        elif words[0] == WALL and len(words) > 1:
            return
        elif words[0] in ("stocks", "resources", "order") and not self.rows:
            if words[0] in self.words:
                raise self.refuse(f"{words[0]} stands here for the second time")
            self.words[words[0]] = (self.line, words[1:])
        elif self.done:
            self.tell(words)
        else:
            self.row(line)

    def row(self, line: str) -> None:
        for column, letter in enumerate(line):
            if letter not in FREE + WALL + SIGNS + SIGNS[1:].lower():
                raise self.refuse(f"{letter!r} in column {column + 1} is no letter of a map; there are . # o and "
                                  f"{' '.join(SIGNS[1:])} {' '.join(SIGNS[1:].lower())}")
        if self.rows and len(line) != len(self.rows[0]):
            raise self.refuse(f"this row has {len(line)} cells, and the first one {len(self.rows[0])}")
        self.first_row = self.first_row or self.line
        self.rows.append(line)
        refuse_size(len(line), len(self.rows), f"{self.name}:{self.line}")

    def tell(self, words: list[str]) -> None:
        """`b2 hits 6` or `c2 carries 1`."""
        if len(words) != 3 or words[1] not in ("hits", "carries"):
            raise self.refuse("after the picture there are lines such as `b2 hits 6` and `c2 carries 1`")
        x, y = self.cell(words[0])
        known = self.about.setdefault((x, y), {})
        if words[1] in known:
            raise self.refuse(f"{words[0]} {words[1]} was told in line {known[words[1]][0]} already")
        if self.rows[y][x] in FREE + WALL:
            raise self.refuse(f"nobody stands on {words[0]}")
        known[words[1]] = (self.line, self.number(words[2], 1 if words[1] == "hits" else 0))

    def cell(self, text: str, line: int | None = None) -> tuple[int, int]:
        found = re.fullmatch("([a-z]{1,2})([0-9]{1,4})", text.lower())
        if found:
            x = 0
            for letter in found[1]:
                x = 26 * x + LETTERS.index(letter) + 1
            x, y = x - 1, int(found[2]) - 1
            if x < len(self.rows[0]) and 0 <= y < len(self.rows):
                return x, y
        raise self.refuse(f"{text[:20]!r} is no cell of this map, which has a1 to "
                          f"{cell_name(len(self.rows[0]) - 1, len(self.rows) - 1)}", line)

    def number(self, text: str, least: int, line: int | None = None) -> int:
        if not re.fullmatch("[0-9]{1,9}", text) or not least <= int(text) <= MOST_NUMBER:
            raise self.refuse(f"{text[:20]!r} must be a whole number from {least} to {MOST_NUMBER}", line)
        return int(text)

    def made(self) -> Map:
        line, words = self.words.get("stocks", (self.line, ["5", "5"]))
        if len(words) != 2:
            raise self.refuse("stocks needs two numbers, one for each player", line)
        stocks = (self.number(words[0], 0, line), self.number(words[1], 0, line))
        line, words = self.words.get("resources", (self.line, [str(PILE)]))
        if len(words) != 1:
            raise self.refuse("resources needs one number: how much lies on a pile", line)
        pile = self.number(words[0], 1, line)
        units = {}
        for y, row in enumerate(self.rows):
            for x, letter in enumerate(row):
                if letter not in FREE + WALL:
                    units[x, y] = self.unit(letter, x, y, pile)
        listed = [units[cell] for cell in self.in_order(units)]
        refuse_players(listed, f"{self.name}:{self.first_row}")
        walls = tuple(tuple(letter == WALL for letter in row) for row in self.rows)
        return Map(len(self.rows[0]), len(self.rows), walls, stocks,
                   tuple(dataclasses.replace(unit, number=k + 1) for k, unit in enumerate(listed)))

    def unit(self, letter: str, x: int, y: int, pile: int) -> Unit:
        kind = SIGNS.upper().index(letter.upper())
        owner = -1 if kind == RESOURCE else int(letter.islower())
        told = self.about.get((x, y), {})
        line, load = told.get("carries", (0, pile if kind == RESOURCE else 0))
        if kind == RESOURCE and load == 0:
            raise self.refuse("a pile has at least 1 resource", line)
        if kind != RESOURCE and load > 0 and letter.upper() != "W":
            raise self.refuse(f"only workers and piles carry something, and {cell_name(x, y)} is neither", line)
        return Unit(kind, owner, x, y, load, told["hits"][1] if "hits" in told else None)

    def in_order(self, units: dict[tuple[int, int], Unit]) -> list[tuple[int, int]]:
        line, words = self.words.get("order", (self.line, []))
        first = [self.cell(word, line) for word in words]
        for k, cell in enumerate(first):
            if cell not in units:
                raise self.refuse(f"nobody stands on {words[k]}, which `order` names", line)
            if cell in first[:k]:
                raise self.refuse(f"`order` names {words[k]} twice", line)
        return first + [cell for cell in units if cell not in first]


# ---------------------------------------------------------------- what both refuse


def refuse_size(width: int, height: int, place: str) -> None:
    if max(width, height) > LARGEST:
        raise Refused(f"{place}: a map has at most {LARGEST} columns and {LARGEST} rows, not {width} and {height}")


def refuse_players(units: list[Unit], place: str) -> None:
    for player in (0, 1):
        if not any(unit.owner == player for unit in units):
            raise Refused(f"{place}: player {player} owns no unit")


def with_hits(unit: Unit, table: tuple[UnitType, ...]) -> int:
    """The hit points that a unit begins with."""
    return table[unit.kind].hits if unit.hits is None else unit.hits
