"""Fair random maps: ground and armies are the same for both sides, turned by 180 degrees, and nobody is walled off.

Who moves first is all that is left between the two.
"""

import numpy as np

from treewright.core.errors import Refused, nearest
from treewright.games.drawing import LETTERS
from treewright.games.tubstap.battlefield import MOST_UNITS, Battlefield, Unit
from treewright.games.tubstap.ground import MOST_TILES
from treewright.games.tubstap.units import GROUND, kinds

LEAST = 4
"""Columns and rows."""
SHARES = {"plain": 0.62, "wood": 0.13, "road": 0.13, "mountain": 0.07, "sea": 0.05}
PHASES_A_TILE, MARGIN = 0.12, 10
LEAST_PHASES = 20
TRIES = 2000
TABLE = "afit"


def random_map(seed: int, columns: int, rows: int, army: str, table: str) -> Battlefield:
    """A map with as many columns and rows, and these letters of units on each side; the same for the same arguments.
    Red begins in the upper third, so that there is ground between the armies."""
    table = table or TABLE
    if min(columns, rows) < LEAST or columns > len(LETTERS) or columns * rows > MOST_TILES:
        raise Refused(f"a random map has {LEAST} to {len(LETTERS)} columns, at least {LEAST} rows, and at most "
                      f"{MOST_TILES} tiles, not {columns} x {rows}")
    known = kinds(table)
    for letter in army:
        if letter not in known:
            raise Refused(f"there is no unit {letter!r} in the table {table}{nearest(letter, known)}")
    depth = rows // 3
    most = min(MOST_UNITS, columns * depth // 2)
    if not 1 <= len(army) <= most:
        raise Refused(f"on {columns} x {rows} tiles each side has 1 to {most} units, not {len(army)}")
    if seed < 0:
        raise Refused(f"a seed is not below 0, as {seed} is")
    rng = np.random.default_rng(seed)
    for _ in range(TRIES):
        ground = random_ground(rng, columns * rows)
        homes = random_homes(rng, army, table, ground, columns, depth)
        if homes is not None and connected(ground, columns, homes, [known[letter].gait for letter in army]):
            last = columns * rows - 1
            units = [Unit(letter, home if side == 0 else last - home, side)
                     for side in (0, 1) for letter, home in zip(army, homes)]
            return Battlefield(columns, rows, ground, tuple(units),
                               max(LEAST_PHASES, 2 * round(PHASES_A_TILE * columns * rows)), MARGIN, table,
                               f"random map {seed}", "the random map")
    raise Refused(f"no fair map of {columns} x {rows} tiles for {army} was found with seed {seed}; try another one")


def random_ground(rng: np.random.Generator, tiles: int) -> tuple[int, ...]:
    """Half of the tiles are drawn, the others are those turned by 180 degrees."""
    codes = {terrain.name: terrain.code for terrain in GROUND}
    half = rng.choice([codes[name] for name in SHARES], (tiles + 1) // 2, p=list(SHARES.values())).tolist()
    return tuple(half[:tiles // 2] + half[::-1])


def random_homes(rng: np.random.Generator, army: str, table: str, ground: tuple[int, ...], columns: int,
                 depth: int) -> list[int] | None:
    """A tile for each unit among the upper rows, of ground that it can stand on; None where there are not enough."""
    free, homes = rng.permutation(columns * depth).tolist(), []
    for letter in army:
        gait = kinds(table)[letter].gait
        fitting = [tile for tile in free if gait in GROUND[ground[tile]].cost]
        if not fitting:
            return None
        homes.append(fitting[0])
        free.remove(fitting[0])
    return homes


def connected(ground: tuple[int, ...], columns: int, homes: list[int], gaits: list[str]) -> bool:
    """Can every unit, given time, come to every tile that it can stand on?"""
    for gait in set(gaits):
        open_tiles = {tile for tile, code in enumerate(ground) if gait in GROUND[code].cost}
        start = homes[gaits.index(gait)]
        pending, met = [start], {start}
        while pending:
            tile = pending.pop()
            beside = [tile - columns, tile + columns]
            beside += [tile - 1] if tile % columns else []
            beside += [tile + 1] if (tile + 1) % columns else []
            fresh = [one for one in beside if one in open_tiles and one not in met]
            met.update(fresh)
            pending += fresh
        if met != open_tiles:
            return False
    return True
