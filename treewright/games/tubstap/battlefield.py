"""A map: the ground, the two armies and the limits; what every reader of maps makes, and what all maps must be."""

import dataclasses

from treewright.core.errors import Refused
from treewright.games.drawing import LETTERS, square
from treewright.games.tubstap.ground import MOST_TILES
from treewright.games.tubstap.units import GROUND, kinds

MOST_UNITS = 16
"""Units of one side."""
MOST_HP, MOST_PHASES = 99, 1000
FULL_HP = 10
SIDES = ("Red", "Blue")


@dataclasses.dataclass(frozen=True)
class Unit:
    """One unit where it begins; tiles are counted from 0, row by row, without the ring. `place` says where a file has
    it."""

    letter: str
    tile: int
    side: int
    hp: int = FULL_HP
    acted: bool = False
    place: str = ""


@dataclasses.dataclass(frozen=True)
class Battlefield:
    """`ground` has a terrain code for each tile. At the limit the sums of HP must differ by more than `margin` for a
    win. `table` is the table of units that the map is made for, where it says so; `source` the file, for messages."""

    width: int
    height: int
    ground: tuple[int, ...]
    units: tuple[Unit, ...]
    phases: int
    margin: int
    table: str = ""
    title: str = ""
    source: str = "the map"

    def army(self, side: int) -> list[Unit]:
        """The units of a side, in the order of the map."""
        return [unit for unit in self.units if unit.side == side]

    @property
    def mirrored(self) -> bool:
        """Is it the same for both sides, turned by 180 degrees?"""
        last = len(self.ground) - 1
        red, blue = ({(unit.letter, tile, unit.hp, unit.acted) for unit in self.army(side)
                      for tile in [unit.tile if side == 0 else last - unit.tile]} for side in (0, 1))
        return self.ground == self.ground[::-1] and red == blue


def checked(field: Battlefield, table: str) -> Battlefield:
    """The map, if it is one that can be played with these units; otherwise a sentence says why not."""
    width, height = field.width, field.height
    if width < 1 or height < 1 or width > len(LETTERS) or width * height > MOST_TILES:
        raise Refused(f"{field.source}: a map has 1 to {len(LETTERS)} columns and at most {MOST_TILES} tiles, "
                      f"not {width} x {height}")
    if not 1 <= field.phases <= MOST_PHASES:
        raise Refused(f"{field.source}: the limit must be 1 to {MOST_PHASES} phases, not {field.phases}")
    if field.margin < 0:
        raise Refused(f"{field.source}: the margin of HP must not be below 0, as {field.margin} is")
    taken: dict[int, Unit] = {}
    for unit in field.units:
        check_unit(field, unit, table)
        if unit.tile in taken:
            raise Refused(f"{unit.place}: two units stand on {square(unit.tile, width)}")
        taken[unit.tile] = unit
    for side, name in enumerate(SIDES):
        if not 1 <= len(field.army(side)) <= MOST_UNITS:
            raise Refused(f"{field.source}: each side has 1 to {MOST_UNITS} units, but {name} has "
                          f"{len(field.army(side))}")
    return field


def check_unit(field: Battlefield, unit: Unit, table: str) -> None:
    """Is there such a unit, and can it stand where it does?"""
    known = kinds(table)
    if unit.letter not in known:
        names = ", ".join(f"{kind.letter} {kind.name}" for kind in known.values())
        missing = next((f"{kind.letter} {kind.name}" for other in ("tubstap", "afit")
                        for kind in kinds(other).values() if kind.letter == unit.letter), repr(unit.letter))
        raise Refused(f"{unit.place}: the table of units {table} has no {missing}; it has {names}")
    kind, at = known[unit.letter], square(unit.tile, field.width)
    terrain = GROUND[field.ground[unit.tile]]
    if kind.gait not in terrain.cost:
        raise Refused(f"{unit.place}: {article(kind.name)} cannot stand on {at}, which is {terrain.name}")
    if not 1 <= unit.hp <= MOST_HP:
        raise Refused(f"{unit.place}: a unit has 1 to {MOST_HP} HP, not {unit.hp}")


def article(name: str) -> str:
    return f"an {name}" if name[0] in "aeiou" else f"a {name}"
