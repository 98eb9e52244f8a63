"""What was recorded of the C# program (see data/tubstap/SOURCE.md), and the same positions as ours.

Coordinates of the recordings count the ring of walls; ids number the units of both sides together.
"""

import gzip
import json
from pathlib import Path

import numpy as np

from treewright.core.compiling import compiled
from treewright.core.record import view
from treewright.games.tubstap.battlefield import Battlefield, Unit
from treewright.games.tubstap.rules import ATTACKS, Tubstap

HERE = Path(__file__).parents[1] / "data" / "tubstap"
ALL = Path(__file__).parents[4] / "shared" / "tubstap" / "vectors"
FOLDER = ALL if ALL.is_dir() else HERE
"""Everything where it is at hand, otherwise what was copied into the project."""
LETTERS = "FAPURIS"
END, NOBODY = -1, -1


def recorded(name: str, folder: Path = FOLDER):
    """The content of a file; of a file of lines, a list."""
    with gzip.open(folder / name, "rt") as file:
        return [json.loads(line) for line in file] if ".jsonl" in name else json.load(file)


class Field(Tubstap):
    """Our game on a recorded map, with what leads from their ids and tiles to ours."""

    def __init__(self, told, table):
        self.told, self.inner = told, told["xsize"] - 2
        ground = tuple(code for row in told["terrain"][1:-1] for code in row[1:-1])
        units = tuple(Unit(LETTERS[kind], self.at(x, y), side, hp, bool(acted), f"unit {i}")
                      for i, x, y, kind, side, hp, acted in told["units"])
        self.battlefield = Battlefield(self.inner, told["ysize"] - 2, ground, units, told["turn_limit"],
                                       told["hp_threshold"], table, told["name"])
        super().__init__(self.battlefield, table)
        sides = [[unit[0] for unit in told["units"] if unit[4] == side] for side in (0, 1)]
        self.slot = {i: side * self.most + k for side in (0, 1) for k, i in enumerate(sides[side])}
        self.id = {slot: i for i, slot in self.slot.items()}

    def at(self, x, y):
        return (y - 1) * self.inner + x - 1

    def xy(self, tile):
        return [tile % self.inner + 1, tile // self.inner + 1]

    def action(self, unit, x, y, target):
        """The number of a recorded action."""
        slot = self.slot[unit]
        foe = 0 if target == NOBODY else self.slot[target] % self.most + 1
        return (slot * (1 + self.most) + foe) * self.tiles + self.at(x, y)

    def standing(self, states, i=0):
        """The living units as the recordings have them: [id, x, y, hp, acted]."""
        s = view(states, i)
        found = []
        for slot in self.roster:
            side, rank = divmod(slot, self.most)
            if s.hp[slot] > 0:
                waits = int(s.waiting[side]) >> rank & 1
                found.append([self.id[slot], *self.xy(int(s.tile[slot])), int(s.hp[slot]), 1 - waits])
        return sorted(found)

    def position(self, turn):
        """The recorded position as it is: so many phases are over."""
        states = np.zeros(1, self.state)
        s = view(states)
        s.phase, s.to_move = turn, turn % 2
        with np.errstate(over="ignore"):
            self.start(s, None)
        return states


@compiled
def tally(game, states, n, lists, counts, kinds, tiles_and_targets):
    """For each state: how many moves and attacks are legal, without the end of the phase."""
    for i in range(n):
        for k in range(game.legal(states[i], lists)):
            if lists[k] != game.actions - 1:
                target = lists[k] // game.tiles % tiles_and_targets
                counts[i, kinds if target > 0 else 0] += 1


def counted(field, states, n):
    """[moves, all attacks, effective ones, damaging ones] of the first n states."""
    counts, lists = np.zeros((len(states), 4), np.int64), np.zeros(field.widest, np.int32)
    for offered in range(len(ATTACKS)):
        field.offered = offered
        counts[:, 0] = 0
        tally(field, states, n, lists, counts, 1 + offered, 1 + field.most)
    return counts.tolist()
