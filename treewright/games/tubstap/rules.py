"""TUBSTAP: two armies on a map; every phase is one side's, and every unit acts once in it.

The rules are those of the program's rule set 0100 (Fujiki, Ikeda & Viennot, "A platform for turn-based strategy games",
2015), without surrender.
"""

import dataclasses
import hashlib
from functools import lru_cache
from typing import Any

import numpy as np

from treewright.core.component import verb
from treewright.core.errors import Refused, nearest
from treewright.core.game import Game, State
from treewright.core.record import record
from treewright.games.bits import lowest, ones
from treewright.games.drawing import LETTERS, outcome, square
from treewright.games.tubstap.battlefield import FULL_HP, MOST_UNITS, SIDES, Battlefield, checked
from treewright.games.tubstap.catalogue import find_map
from treewright.games.tubstap.ground import (
    around,
    common,
    count,
    look_up,
    nowhere,
    nth,
    read,
    table,
    union,
    without,
    words_for,
)
from treewright.games.tubstap.units import GAITS, GROUND, kinds

u = np.uint64

SLOTS = 2 * MOST_UNITS
ATTACKS = ("all", "effective", "damaging")
"""Which attacks are offered: on any enemy in reach, with power above 0, with damage above 0."""
REAL = "tubstap"
"""The table of units of maps that do not say."""


@lru_cache(None)
def layout(words: int) -> np.dtype[Any]:
    """The record for maps of so many words of tiles."""
    return record(stands=("u8", (2, words)), alive=("u8", 2), waiting=("u8", 2), tile=("i2", SLOTS), hp=("i1", SLOTS),
                  phase="i2", to_move="i1", over="i1", score=("f4", 2))


class Tubstap(Game):
    """Two armies, Red and Blue, fight on a map. In its phase a side lets each of its units act once, one after the
    other in any order: it moves and may then attack, or stays. Whoever has no unit left has lost; at the limit the sums
    of HP decide.

    map       A, B or C (our reconstructions of lost maps, not those maps), a file (`.tbsmap`, or a drawing), or random
    units     the table of units, tubstap or afit; what the map says unless given
    attacks   which are offered: damaging ones, effective ones (with power above 0), or all
    ends      may a side end its phase before all units have acted? Letting them stay comes to the same
    seed      which random map
    columns, rows, army   a random map's tiles, and the units on either side

    Unit k of a side has slot side * most + k. `stands` holds each side's tiles, `alive` and `waiting` the units of each
    side that live and that have not acted. Action (slot * (1 + most) + target) * tiles + tile moves a unit to a tile
    and lets it attack unit target - 1 of the other side, or nobody; the last action ends the phase. People write
    d1-d4xd5: from d1 to d4, and attack d5."""

    tiles: int = dataclasses.field(init=False)
    width: int = dataclasses.field(init=False)
    most: int = dataclasses.field(init=False)
    """Units of the larger army."""
    phases: int = dataclasses.field(init=False)
    margin: int = dataclasses.field(init=False)
    offered: int = dataclasses.field(init=False)
    """Which of ATTACKS."""
    may_end: int = dataclasses.field(init=False)
    home: np.ndarray = dataclasses.field(init=False)
    """int64[slot, 3]: where each unit begins, its HP (0 where there is no unit), and whether it has acted."""
    power: np.ndarray = dataclasses.field(init=False)
    """int64[slot, slot]: how hard one hits the other."""
    steps: np.ndarray = dataclasses.field(init=False)
    """int64[slot]."""
    gait: np.ndarray = dataclasses.field(init=False)
    """uint64[slot]: by the order of GAITS."""
    direct: np.ndarray = dataclasses.field(init=False)
    """int64[slot]: does it attack what stands beside it? Others fire from where they stand."""
    grounded: np.ndarray = dataclasses.field(init=False)
    """int64[slot]: does the ground protect it?"""
    stars: np.ndarray = dataclasses.field(init=False)
    """int64[tile]."""
    row: np.ndarray = dataclasses.field(init=False)
    column: np.ndarray = dataclasses.field(init=False)
    """int64[tile]."""
    easy: np.ndarray = dataclasses.field(init=False)
    """A set of tiles for each gait: those that cost 1 to enter."""
    hard: np.ndarray = dataclasses.field(init=False)
    """Those that cost 2."""
    sides: np.ndarray = dataclasses.field(init=False)
    """Two sets: all but the first column, all but the last."""
    fire: np.ndarray = dataclasses.field(init=False)
    """A set for each tile: from where a direct unit attacks it; then one for each tile: from where others do."""

    score_range = (-1.0, 1.0)

    def __init__(self, map: str | Battlefield = "A", units: str = "", attacks: str = "damaging", ends: bool = True,
                 seed: int = 0, columns: int = 8, rows: int = 8, army: str = "IIPRU") -> None:
        self.map, self.units, self.attacks, self.ends = map, units, attacks, ends
        self.seed, self.columns, self.rows, self.army = seed, columns, rows, army
        if attacks not in ATTACKS:
            raise Refused(f"tubstap: attacks are damaging, effective or all, not {attacks}{nearest(attacks, ATTACKS)}")
        found = map if isinstance(map, Battlefield) else find_map(map, seed, columns, rows, army, units)
        self.table = units or found.table or REAL
        self.field = checked(found, self.table)
        self.__origin__ = hashlib.blake2b(repr(self.field).encode(), digest_size=8).hexdigest()
        self.offered, self.may_end = ATTACKS.index(attacks), int(ends)
        self._measure(self.field)
        self._tabulate(self.field)
        if self.new()["over"][0]:
            raise Refused(f"{self.field.source}: the limit of {self.phases} phases is reached before anybody may act")

    def _measure(self, field: Battlefield) -> None:
        """The facts, and the bounds that follow from the map: no unit reaches more than the tiles within its steps, and
        nobody is attacked from more than four of them, or by a unit that stays."""
        known, armies = kinds(self.table), [field.army(side) for side in (0, 1)]
        self.width, self.tiles = field.width, len(field.ground)
        self.phases, self.margin = field.phases, field.margin
        self.most = max(map(len, armies))
        self.actions = 2 * self.most * (1 + self.most) * self.tiles + 1
        widths = [sum(min(self.tiles, diamond(known[unit.letter].steps))
                      + len(enemies) * (min(4, self.tiles) if known[unit.letter].direct else 1) for unit in army)
                  for army, enemies in zip(armies, reversed(armies))]
        self.widest = 1 + max(widths)
        self.longest = sum(len(armies[phase % 2]) for phase in range(field.phases))
        self.state = layout(words_for(self.tiles))

    def _tabulate(self, field: Battlefield) -> None:
        """What the verbs look up."""
        known, words = kinds(self.table), words_for(self.tiles)
        self.home, self.power = np.zeros((SLOTS, 3), np.int64), np.zeros((SLOTS, SLOTS), np.int64)
        self.steps, self.gait = np.zeros(SLOTS, np.int64), np.zeros(SLOTS, np.uint64)
        self.direct, self.grounded = np.zeros(SLOTS, np.int64), np.zeros(SLOTS, np.int64)
        self.roster = {side * self.most + k: known[unit.letter]
                       for side in (0, 1) for k, unit in enumerate(field.army(side))}
        for side in (0, 1):
            for k, unit in enumerate(field.army(side)):
                slot, kind = side * self.most + k, known[unit.letter]
                self.home[slot] = unit.tile, unit.hp, unit.acted
                self.steps[slot], self.gait[slot] = kind.steps, GAITS.index(kind.gait)
                self.direct[slot], self.grounded[slot] = kind.direct, kind.gait != "air"
                for other, enemy in self.roster.items():
                    self.power[slot, other] = kind.power[enemy.letter]
        self.stars = np.array([GROUND[code].stars for code in field.ground], np.int64)
        places = np.arange(self.tiles)
        self.row, self.column = places // self.width, places % self.width
        self.easy, self.hard = (
            table([[tile for tile, code in enumerate(field.ground) if GROUND[code].cost.get(gait) == cost]
                   for gait in GAITS], words) for cost in (1, 2))
        self.sides = table([[tile for tile in range(self.tiles) if tile % self.width != barred]
                            for barred in (0, self.width - 1)], words)
        near, far = next((kind.fires for kind in known.values() if not kind.direct), (2, 3))
        self.fire = table([self.ring(tile, *reach) for reach in ((1, 1), (near, far)) for tile in range(self.tiles)],
                          words)

    def ring(self, tile: int, near: int, far: int) -> list[int]:
        """The tiles whose distance from a tile is neither below `near` nor above `far`, rows and columns added."""
        apart = abs(self.row - self.row[tile]) + abs(self.column - self.column[tile])
        return [int(other) for other in np.flatnonzero((near <= apart) & (apart <= far))]

    # ------------------------------------------------------------ the game goes on

    def start(self, s, rng):
        for slot in range(2 * self.most):
            tile, hp, acted = self.home[slot, 0], self.home[slot, 1], self.home[slot, 2]
            if hp > 0:
                side, bit = u(slot >= self.most), u(1) << u(slot % self.most)
                s.tile[slot], s.hp[slot] = tile, hp
                s.alive[side] |= bit
                s.waiting[side] |= u(0) if acted else bit
                s.stands[side, u(tile) >> u(6)] |= u(1) << (u(tile) & u(63))
        self.begin_phase(s)
        self.pass_on(s)

    def play(self, s, action):
        me, most, tiles = u(s.to_move), u(self.most), u(self.tiles)
        if action == self.actions - 1:
            s.waiting[me] = u(0)
        else:
            order = u(action) // tiles
            slot = order // (most + u(1))
            tile, target = u(action) - order * tiles, order - slot * (most + u(1))
            self.move(s, me, slot, tile)
            s.waiting[me] &= ~(u(1) << slot - me * most)
            if target > u(0):
                self.attack(s, me, slot, (u(1) - me) * most + target - u(1))
        self.pass_on(s)

    @verb
    def move(self, s, me, slot, tile):
        old = u(s.tile[slot])
        if s.stands.shape[1] > 1:
            s.stands[me, old >> u(6)] ^= u(1) << (old & u(63))
            s.stands[me, tile >> u(6)] ^= u(1) << (tile & u(63))
        else:
            s.stands[me, 0] ^= u(1) << old
            s.stands[me, 0] ^= u(1) << tile
        s.tile[slot] = tile

    @verb
    def attack(self, s, me, slot, foe):
        """Who was hit and lives strikes back with what is left, if both stand beside each other to fight."""
        s.hp[foe] -= self.damage(s, slot, foe)
        if s.hp[foe] == 0:
            self.remove(s, u(1) - me, foe)
        elif self.direct[slot] and self.direct[foe]:
            s.hp[slot] -= self.damage(s, foe, slot)
            if s.hp[slot] == 0:
                self.remove(s, me, slot)

    @verb
    def damage(self, s, slot, foe):
        """The HP that a hit takes. The ground does not protect what flies."""
        stars = self.stars[u(s.tile[foe])] * self.grounded[foe]
        left = np.int64(s.hp[foe])
        return min(left, (self.power[slot, foe] * s.hp[slot] + 70) // (100 + stars * left))

    @verb
    def remove(self, s, side, slot):
        tile, others = u(s.tile[slot]), ~(u(1) << slot - side * u(self.most))
        s.stands[side, tile >> u(6)] ^= u(1) << (tile & u(63))
        s.alive[side] &= others
        s.waiting[side] &= others
        s.tile[slot] = 0

    @verb
    def pass_on(self, s):
        """While nobody of the side to move can act, its phase ends, and its units may act again in its next one."""
        while not s.over:
            me = u(s.to_move)
            beaten = s.alive[0] == u(0) or s.alive[1] == u(0)
            if s.waiting[me] != u(0) and not beaten:
                break
            s.waiting[me] = s.alive[me]
            s.phase += 1
            s.to_move ^= 1
            if beaten or s.phase == self.phases:
                self.finish(s)
            else:
                self.begin_phase(s)

    @verb
    def begin_phase(self, s):
        """The side to move looks around, where there is fog."""

    @verb
    def finish(self, s):
        """Whoever is alone has won; otherwise whoever has more HP than the other and the margin."""
        s.over = 1
        lead = 0
        for k in range(self.most):
            lead += np.int64(s.hp[k]) - np.int64(s.hp[self.most + k])
        red = s.alive[1] == u(0) or (s.alive[0] != u(0) and lead > self.margin)
        blue = s.alive[0] == u(0) or (s.alive[1] != u(0) and -lead > self.margin)
        if red or blue:
            s.score[0] = 1 if red else -1
            s.score[1] = -1 if red else 1

    # ------------------------------------------------------------ what can be done

    @verb
    def spots(self, s, slot, me):
        """The tiles where a unit may stop."""
        return self.within_reach(s, slot, me, self.blockers(s, me))

    @verb
    def blockers(self, s, me):
        """The tiles that a side's units can neither enter nor pass, as far as it knows: those of all enemies."""
        return read(s.stands, u(1) - me)

    @verb
    def exposed(self, s, side):
        """The units of a side that the other may choose to attack, as a set of their numbers: all that live."""
        return s.alive[side]

    @verb
    def within_reach(self, s, slot, me, foes):
        """The tiles that a unit reaches, entering costing what it costs, if nobody is there. It passes its own side's
        units, and no others. Tiles that cost 2 are entered a step late."""
        words, width = u(s.stands.shape[1]), u(self.width)
        not_first, not_last = look_up(self.sides, u(0), words), look_up(self.sides, u(1), words)
        easy = without(look_up(self.easy, self.gait[slot], words), foes)
        hard = without(look_up(self.hard, self.gait[slot], words), foes)
        here = self.spot(s, slot)
        reached, late = here, nowhere()
        for _ in range(self.steps[slot]):
            beside = around(reached, width, not_first, not_last)
            reached = union(reached, union(common(beside, easy), common(late, hard)))
            late = beside
        return union(without(reached, read(s.stands, me)), here)

    @verb
    def spot(self, s, slot):
        """Where a unit stands, as a set."""
        tile, words = u(s.tile[slot]), s.stands.shape[1]
        bit, word = u(1) << (tile & u(63)), tile >> u(6)
        if words == 1:
            return bit, u(0), u(0), u(0)
        return (bit if word == u(0) else u(0), bit if word == u(1) else u(0),
                bit if words > 2 and word == u(2) else u(0), bit if words > 2 and word == u(3) else u(0))

    @verb
    def prey(self, s, slot, me):
        """The enemies that a unit could attack if nothing stood in its way, as a set of their numbers."""
        found, left, base = u(0), self.exposed(s, u(1) - me), (u(1) - me) * u(self.most)
        here, reach = u(s.tile[slot]), self.steps[slot] + 1 if self.direct[slot] else self.tiles
        while left:
            foe = base + lowest(left)
            there = u(s.tile[foe])
            apart = abs(self.row[here] - self.row[there]) + abs(self.column[here] - self.column[there])
            if apart <= reach and self.offers(s, slot, foe):
                found |= left & (~left + u(1))
            left &= left - u(1)
        return found

    @verb
    def offers(self, s, slot, foe):
        """Is an attack among those that are offered?"""
        if self.offered == 0:
            return True
        power = self.power[slot, foe]
        if self.offered == 1:
            return power > 0
        stars = self.stars[u(s.tile[foe])] * self.grounded[foe]
        return power * s.hp[slot] + 70 >= 100 + stars * s.hp[foe]

    @verb
    def firing(self, s, slot, foe):
        """From where a unit can attack another, wherever it could go."""
        words, tiles = u(s.stands.shape[1]), u(self.tiles)
        return look_up(self.fire, u(s.tile[foe]) + (u(0) if self.direct[slot] else tiles), words)

    @verb
    def number(self, slot, target, tile):
        return np.int64((slot * u(self.most + 1) + target) * u(self.tiles) + tile)

    def legal(self, s, actions):
        n, me, units = 0, u(s.to_move), s.waiting[u(s.to_move)]
        while units:
            slot = me * u(self.most) + lowest(units)
            units &= units - u(1)
            stops = self.spots(s, slot, me)
            n = self.put(actions, n, slot, u(0), stops)
            left = self.prey(s, slot, me)
            base = stops if self.direct[slot] else self.spot(s, slot)
            while left:
                foe = lowest(left)
                left &= left - u(1)
                here = common(base, self.firing(s, slot, (u(1) - me) * u(self.most) + foe))
                n = self.put(actions, n, slot, foe + u(1), here)
        if self.may_end:
            actions[n] = self.actions - 1
            n += 1
        return n

    @verb
    def put(self, actions, n, slot, target, places):
        """List an action for each tile of a set."""
        for k in range(4):
            word = places[k]
            while word:
                actions[n] = self.number(slot, target, u(64 * k) + lowest(word))
                word &= word - u(1)
                n += 1
        return n

    def any_action(self, s, actions, rng):
        return self.drawn(s, s.waiting[u(s.to_move)], True, self.may_end, rng)

    @verb
    def any_attack(self, s, actions, rng):
        """An attack, each as likely as the others; -1 where there is none."""
        return self.drawn(s, s.waiting[u(s.to_move)], False, 0, rng)

    @verb
    def any_of_one(self, s, actions, rng):
        """One of the units that may act, each as likely as the others, then one of its actions."""
        units = s.waiting[u(s.to_move)]
        for _ in range(rng.below(np.int64(ones(units)))):
            units &= units - u(1)
        return self.drawn(s, units & (~units + u(1)), True, 0, rng)

    @verb
    def drawn(self, s, units, quiet, others, rng):
        """An action of some units, each as likely as the others; moves as well if `quiet`. The end of the phase is one
        more if `others` is 1. Sets of tiles are met one after the other, and each takes the place of what was kept
        before with the odds of its size."""
        me, total = u(s.to_move), np.int64(others)
        kept, slot_kept, target_kept = nowhere(), u(0), u(0)
        while units:
            slot = me * u(self.most) + lowest(units)
            units &= units - u(1)
            left = self.prey(s, slot, me)
            if not quiet and not left:
                continue
            base = self.spots(s, slot, me) if quiet or self.direct[slot] else self.spot(s, slot)
            if quiet:
                n = np.int64(count(base))
                total += n
                if rng.below(total) < n:
                    kept, slot_kept, target_kept = base, slot, u(0)
                if not self.direct[slot]:
                    base = self.spot(s, slot)
            while left:
                foe = lowest(left)
                left &= left - u(1)
                here = common(base, self.firing(s, slot, (u(1) - me) * u(self.most) + foe))
                n = np.int64(count(here))
                if n > 0:
                    total += n
                    if rng.below(total) < n:
                        kept, slot_kept, target_kept = here, slot, foe + u(1)
        size = np.int64(count(kept))
        if size == 0:
            return self.actions - 1 if others else -1
        return self.number(slot_kept, target_kept, nth(kept, u(rng.below(size))))

    # ------------------------------------------------------------ plain Python from here on

    def orders(self, action: int) -> tuple[int, int, int]:
        """Of an action that does not end the phase: the slot, the tile, the slot of whom it attacks, or -1."""
        order, tile = divmod(action, self.tiles)
        slot, target = divmod(order, self.most + 1)
        return slot, tile, self.most * (slot < self.most) + target - 1 if target else -1

    def describe(self, s: State, action: int) -> str:
        if action == self.actions - 1:
            return "end"
        slot, tile, foe = self.orders(action)
        here, there = int(s.tile[slot]), square(tile, self.width)
        text = there if tile == here else f"{square(here, self.width)}-{there}"
        return text if foe < 0 else f"{text}x{square(int(s.tile[foe]), self.width)}"

    def show(self, s: State) -> str:
        """The ground, and on it the units with their HP, Red in capitals and Blue in small letters; a star after those
        that have acted."""
        standing = {int(s.tile[slot]): slot for slot in self.roster if self.shows(s, slot)}
        lines = ["   " + "".join(f"  {letter}  " for letter in LETTERS[:self.width]).rstrip()]
        for top in range(0, self.tiles, self.width):
            cells = "".join(self.cell(s, tile, standing.get(tile)) for tile in range(top, top + self.width))
            lines.append(f"{top // self.width + 1:2} {cells}".rstrip())
        red, blue = int(s.hp[:self.most].sum()), int(s.hp[self.most:].sum())
        phase = min(int(s.phase) + 1, self.phases)
        return "\n".join([*lines, f"phase {phase} of {self.phases}; Red has {red} HP, Blue {blue}", outcome(s, SIDES)])

    def shows(self, s: State, slot: int) -> bool:
        """Is a unit in the drawing?"""
        return bool(s.hp[slot] > 0)

    def cell(self, s: State, tile: int, slot: int | None) -> str:
        """Five characters: a unit, its HP unless it is whole, and the ground under it."""
        sign = GROUND[self.field.ground[tile]].sign
        if slot is None:
            return f"  {sign}  "
        side, rank = divmod(slot, self.most)
        acted = "" if int(s.waiting[side]) >> rank & 1 else "*"
        return f"{sign} {self.signature(s, slot)}{acted}".ljust(5)

    def signature(self, s: State, slot: int) -> str:
        """A unit's letter, and its HP unless it is whole."""
        letter = self.roster[slot].letter
        hp = "" if s.hp[slot] == FULL_HP else str(int(s.hp[slot]))
        return f"{letter if slot < self.most else letter.lower()}{hp}"


def diamond(steps: int) -> int:
    """How many tiles lie within so many steps."""
    return 2 * steps * (steps + 1) + 1


