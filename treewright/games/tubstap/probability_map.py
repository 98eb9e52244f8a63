"""Where the enemies whom a side does not see can be: the probability map of Lervold 2022, section 3.1.

Algorithm 4 as it must be meant: an enemy who is seen is where he is seen, and nowhere else; any other is on no tile
that is seen (as printed, lines 6 to 9 have it the other way round, and lines 19 and 20 would lose who is seen).
Algorithm 5 weighs tiles by how near they are to what is seen.
"""

from collections.abc import Callable

import numpy as np

from treewright.core.errors import Refused, nearest
from treewright.core.record import view
from treewright.games.tubstap.battlefield import SIDES
from treewright.games.tubstap.fog import FoggyTubstap
from treewright.games.tubstap.units import GROUND

STARTS = ("mirrored", "anywhere")
TRIES = 20
"""How often placing all units begins anew when one finds no tile left."""
BLOCKED = 99
"""More steps than any unit has."""

Mask = np.ndarray
"""bool[tiles], or bool[units, tiles]."""


class ProbabilityMap:
    """`odds[k, tile]` is how likely unit k of the other side stands on a tile, by what `player` has observed; all 0 for
    who is dead. Whatever is possible is equally likely.

    start   `mirrored`: the map is the same for both sides, turned by 180 degrees, so everybody's place at the beginning
            is known; `anywhere`: on any tile that a unit can stand on and one's own side does not; or an array,
            bool[units, tiles]
    """

    def __init__(self, game: FoggyTubstap, player: int, start: "str | Mask" = "mirrored"):
        if not isinstance(game, FoggyTubstap):
            raise Refused(f"a probability map is for fog of war: write fog=true, too, for {game}")
        self.game, self.player, self.enemy = game, player, 1 - player
        self.width, self.height = game.width, game.tiles // game.width
        self.slots = range(self.enemy * game.most, (self.enemy + 1) * game.most)
        self.costs = np.array([self._costs(slot) for slot in self.slots])
        self.phase, self.moved, self.looking = -1, False, True
        self.odds = normalised(self._start(start))

    def _costs(self, slot: int) -> np.ndarray:
        """What a unit pays to enter each tile."""
        ground = self.game.field.ground
        if slot not in self.game.roster:
            return np.full(len(ground), BLOCKED)
        gait = self.game.roster[slot].gait
        return np.array([GROUND[code].cost.get(gait, BLOCKED) for code in ground])

    def _start(self, start: "str | Mask") -> Mask:
        if isinstance(start, np.ndarray):
            return start.astype(bool)
        if start not in STARTS:
            raise Refused(f"a probability map starts mirrored or anywhere, not {start}{nearest(start, STARTS)}")
        home, there = self.game.home, np.zeros((self.game.most, self.game.tiles), bool)
        mine = home[self.player * self.game.most : (self.player + 1) * self.game.most]
        for rank, slot in enumerate(self.slots):
            if start == "anywhere":
                there[rank] = self.costs[rank] < BLOCKED
                there[rank, mine[mine[:, 1] > 0, 0]] = False
            elif home[slot, 1] > 0:
                there[rank, home[slot, 0]] = True
        if start == "mirrored" and not self.game.field.mirrored:
            raise Refused(f"{self.game.field.source} is not the same for both sides, turned by 180 degrees: a "
                          f"probability map of it starts anywhere, not mirrored")
        return there

    # ------------------------------------------------------------ what is learnt

    def see(self, observation: np.ndarray) -> None:
        """Take in what the player observes after an event; at the beginning of his phase the enemies have moved."""
        o = view(observation)
        if o.viewer != self.player + 1:
            raise Refused(f"this probability map is {SIDES[self.player]}'s, and takes in what that side observes")
        mine, support = bool(o.to_move == self.player and not o.over), self.odds > 0
        if mine and o.phase > self.phase:
            for _ in range(sum(phase % 2 == self.enemy for phase in range(self.phase + 1, int(o.phase)))):
                support = self._moved_on(support, tiles_of(o.stands[self.player], self.game.tiles))
            self.phase = int(o.phase)
        if mine or self.looking:        # what was seen from the last move of the own phase is told after it
            support = self._met(support, o)
        self.looking = mine
        support[o.hp[self.slots] <= 0] = False
        self.odds = normalised(support)

    def _moved_on(self, support: Mask, mine: Mask) -> Mask:
        """Where the enemies can be after a phase of theirs. Who begins as one who has acted stays in his first one."""
        first, self.moved = not self.moved, True
        stay = self.game.home[self.slots, 2] > 0 if first else np.zeros(self.game.most, bool)
        return np.array([there if stays else self.reach(rank, there, mine)
                         for rank, (there, stays) in enumerate(zip(support, stay))])

    def reach(self, rank: int, there: Mask, mine: Mask) -> Mask:
        """The tiles that a unit can go to from any of some. It passes its own side's units; the player's do not move
        while it does."""
        costs = np.where(mine, BLOCKED, self.costs[rank]).reshape(self.height, self.width)
        left = np.where(there, self.game.steps[self.slots[rank]], -1).reshape(self.height, self.width)
        for _ in range(self.game.steps[self.slots[rank]]):
            left = np.maximum(left, beside(left, np.maximum, -1) - costs)
        return (left >= 0).ravel()

    def edges(self, rank: int) -> Mask:
        """The tiles where a unit can be that have another one beside them where it cannot: from these alone it reaches
        all that it does not hold already."""
        there = self.odds[rank] > 0
        return there & beside((~there).reshape(self.height, self.width), np.logical_or, False).ravel()

    def _met(self, support: Mask, o: np.recarray) -> Mask:
        """Who is known is there, and all others are where nothing is seen."""
        seen = tiles_of(o.seen[self.player], self.game.tiles)
        for rank, slot in enumerate(self.slots):
            if slot not in self.game.roster or o.hp[slot] <= 0:
                continue
            if self.game.knows(o, slot):
                support[rank] = np.arange(self.game.tiles) == o.known[slot]
            else:
                support[rank] &= ~seen
                if not support[rank].any():
                    unit = f"{SIDES[self.enemy]}'s {self.game.signature(o, slot)}"
                    raise Refused(f"by this probability map {unit} can be nowhere: its start does not fit the game; "
                                  f"begin another one with start=anywhere")
        return support

    # ------------------------------------------------------------ what is guessed

    def paranoid(self, observation: np.ndarray) -> np.ndarray:
        """The odds when tiles count by the square of how near they are to what is seen (algorithm 5)."""
        seen = tiles_of(view(observation).seen[self.player], self.game.tiles)
        near = nearness(seen.reshape(self.height, self.width)).ravel()
        return normalised(self.odds * np.where(seen, 1, near) ** 2)

    def sample(self, observation: np.ndarray, rng: np.random.Generator, odds: np.ndarray | None = None) -> np.ndarray:
        """A state that fits the observation: hidden units are placed one by one in random order, each by its odds among
        the tiles that are left. Where one finds none all begin anew; in the end it takes the nearest that it can."""
        o, odds = view(observation), self.odds if odds is None else odds
        lost = [rank for rank, slot in enumerate(self.slots) if slot in self.game.roster and o.hp[slot] > 0
                and not self.game.knows(o, slot)]
        taken = tiles_of(o.stands[0], self.game.tiles) | tiles_of(o.stands[1], self.game.tiles)
        for attempt in range(TRIES + 1):
            places = self._placed(rng.permutation(lost), odds, taken, rng, attempt == TRIES)
            if len(places) == len(lost):
                break
        states = observation.copy()
        for rank, tile in places.items():
            self.game.suppose(view(states), self.slots[rank], tile)
        states["viewer"], states["stops"] = 0, 0
        return states

    def _placed(self, ranks: np.ndarray, odds: np.ndarray, taken: Mask, rng: np.random.Generator,
                anywhere: bool) -> dict[int, int]:
        """A tile for each unit, or for some of them if one finds none."""
        free, places = ~taken, {}
        for rank in ranks:
            left = odds[rank] * free
            if left.sum() > 0:
                tile = int(rng.choice(len(left), p=left / left.sum()))
            elif anywhere:
                tile = self._nearest(rank, odds[rank] > 0, free)
            else:
                break
            places[int(rank)], free[tile] = tile, False
        return places

    def _nearest(self, rank: int, wanted: Mask, free: Mask) -> int:
        """The free tile that a unit can stand on and that is nearest to where it could be."""
        apart = self.game.row[:, None], self.game.column[:, None]
        steps = (abs(apart[0] - self.game.row[wanted]) + abs(apart[1] - self.game.column[wanted])).min(axis=1)
        return int(np.where(free & (self.costs[rank] < BLOCKED), steps, self.game.tiles).argmin())


def tiles_of(words: np.ndarray, tiles: int) -> Mask:
    """A set of a state as a mask."""
    return np.unpackbits(words.astype("<u8").view(np.uint8), bitorder="little")[:tiles].astype(bool)


def normalised(weights: np.ndarray) -> np.ndarray:
    """Each row adds up to 1, or stays all 0."""
    sums = weights.sum(axis=1, keepdims=True)
    return weights / np.where(sums > 0, sums, 1)


def beside(grid: np.ndarray, join: Callable[..., np.ndarray], off: int | bool) -> np.ndarray:
    """For each tile what its up to four neighbours hold, joined; `off` is what lies off the map."""
    padded = np.pad(grid, 1, constant_values=off)
    return join(join(padded[:-2, 1:-1], padded[2:, 1:-1]), join(padded[1:-1, :-2], padded[1:-1, 2:]))


def nearness(seen: Mask) -> np.ndarray:
    """int64[rows, columns]: 0 where it is seen; beside that two thirds of the map's columns, and one less with every
    further step, but 1 at least."""
    near, met, value = np.zeros(seen.shape, np.int64), seen.copy(), max(1, 2 * seen.shape[1] // 3)
    while not met.all():
        fringe = beside(met, np.logical_or, False) & ~met
        if not fringe.any():
            fringe = ~met
        near[fringe], met, value = value, met | fringe, max(1, value - 1)
    return near


def placements(support: Mask) -> int:
    """In how many ways all units can stand on tiles where they may be, no two on one: the number of determinations."""
    ways = {0: 1}
    for tile in support.T:
        grown = dict(ways)
        for rank in np.flatnonzero(tile):
            for placed, count in ways.items():
                if not placed >> rank & 1:
                    grown[placed | 1 << int(rank)] = grown.get(placed | 1 << int(rank), 0) + count
        ways = grown
    return ways.get((1 << len(support)) - 1, 0)
