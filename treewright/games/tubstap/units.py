"""The tables of units and of terrain: two rule sets, as data.

`tubstap` is the game as its program has it (its rule set 0100). `afit` is that of tables 1 and 2 of Lervold,
"Incentivizing Information Gain for MCTS in Hidden Information Multi-Action Games", Air Force Institute of Technology,
2022: other steps, and the scout. What the report does not say of the scout is read as of the other vehicles. Sights are
the report's in both.
"""

import dataclasses
from functools import lru_cache

from treewright.core.errors import Refused, nearest

TUBSTAP = """
letter name      gait     steps sight fires  F   A   P   U   R   I
F      fighter   air      9     3     1-1   55  65   0   0   0   0
A      attacker  air      7     3     1-1    0   0 105 105  85 115
P      panzer    vehicle  6     2     1-1    0   0  55  70  75  75
U      cannon    vehicle  5     1     2-3    0   0  60  75  65  90
R      antiair   vehicle  6     2     1-1   70  70  15  50  45 105
I      infantry  foot     3     2     1-1    0   0   5  10   3  55
"""

AFIT = """
letter name      gait     steps sight fires  F   A   P   U   R   I   S
F      fighter   air      6     3     1-1   55  65   0   0   0   0   0
A      attacker  air      7     3     1-1    0   0 105 105  85 115 105
P      panzer    vehicle  5     2     1-1    0   0  55  70  75  75  75
U      cannon    vehicle  2     1     2-3    0   0  60  75  65  90  70
R      antiair   vehicle  5     2     1-1   70  70  15  50  45 105  55
I      infantry  foot     4     2     1-1    0   0   5  10   3  55  35
S      scout     vehicle  6     4     1-1    0   0  10  20  20  55  55
"""

TERRAIN = """
code sign name      stars air vehicle foot
0    #    wall      0     -   -       -
1    .    plain     1     1   1       1
2    ~    sea       0     1   -       -
3    "    wood      3     1   2       1
4    ^    mountain  4     1   -       2
5    =    road      0     1   1       1
6    @    fortress  4     1   1       1
"""
"""What a tile costs to enter by each gait; a dash where it cannot be entered."""

TABLES = {"tubstap": TUBSTAP, "afit": AFIT}
GAITS = ("air", "vehicle", "foot")


@dataclasses.dataclass(frozen=True)
class Kind:
    """One kind of unit. `power` says by letter how hard it hits; `fires` is the least and the largest distance."""

    letter: str
    name: str
    gait: str
    steps: int
    sight: int
    fires: tuple[int, int]
    power: dict[str, int]

    @property
    def direct(self) -> bool:
        """Does it attack what stands beside it, after a move if it likes? Others fire from where they stand."""
        return self.fires == (1, 1)


@dataclasses.dataclass(frozen=True)
class Terrain:
    """One kind of tile. `cost` says by gait what entering it costs; a gait that is missing cannot."""

    code: int
    sign: str
    name: str
    stars: int
    cost: dict[str, int]


@lru_cache(None)
def kinds(table: str) -> dict[str, Kind]:
    """The kinds of units of a table, by letter."""
    if table not in TABLES:
        raise Refused(f"there is no table of units {table}{nearest(table, TABLES)}")
    head, *rows = (line.split() for line in TABLES[table].strip().splitlines())
    made = {}
    for letter, name, gait, steps, sight, fires, *power in rows:
        near, far = map(int, fires.split("-"))
        made[letter] = Kind(letter, name, gait, int(steps), int(sight), (near, far),
                            dict(zip(head[6:], map(int, power))))
    return made


def _terrain() -> tuple[Terrain, ...]:
    head, *rows = (line.split() for line in TERRAIN.strip().splitlines())
    return tuple(Terrain(int(code), sign, name, int(stars),
                         {gait: int(cost) for gait, cost in zip(head[4:], costs) if cost != "-"})
                 for code, sign, name, stars, *costs in rows)


GROUND = _terrain()
"""Terrain by its code in map files."""
