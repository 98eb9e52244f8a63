"""TUBSTAP under fog of war: a side knows of the enemy what its units see.

The rules are those of Lervold, "Incentivizing Information Gain for MCTS in Hidden Information Multi-Action Games", Air
Force Institute of Technology, 2022, sections 2.1 and 3.1. What the report leaves open is a switch here.
"""

import dataclasses
import inspect
from functools import lru_cache
from typing import Any

import numpy as np

from treewright.core.component import verb
from treewright.core.errors import Refused, nearest
from treewright.core.game import State
from treewright.core.record import record
from treewright.games.bits import lowest
from treewright.games.tubstap.battlefield import MOST_UNITS, Battlefield
from treewright.games.tubstap.ground import (
    Tiles,
    around,
    common,
    count,
    has,
    look_up,
    nowhere,
    read,
    single,
    table,
    union,
    without,
    words_for,
)
from treewright.games.tubstap.rules import Tubstap, layout
from treewright.games.tubstap.units import GROUND, kinds

u = np.uint64

COLLISIONS = ("ambush", "true_legality")
DISCS = ("manhattan", "euclidean", "square")


@lru_cache(None)
def foggy_layout(words: int, listed: int) -> np.dtype[Any]:
    """The record of a state, with room for the stops of `listed` units."""
    fields: Any = layout(words).fields
    return record(**{name: kind[0] for name, kind in fields.items() if name != "spare_bytes"},
                  seen=("u8", (2, words)), spotted=("u8", 2), shown=("u8", 2), known=("i2", 2 * MOST_UNITS),
                  stops=("u8", (listed, words)), viewer="i1")


class FoggyTubstap(Tubstap):
    """The same two armies under fog of war: enemies are known while they stand on a tile that a unit of one's own sees.
    What is seen at the beginning of the phase, and from where units went in it, stays seen until one's next phase. Only
    known enemies may be attacked, and who runs into another one on his way is stopped there, and does not attack. HP
    and losses are public.

    map, units, attacks, ends, seed, columns, rows, army   as without fog
    fog            true
    collision      an `ambush` stops who runs into a hidden enemy; `true_legality` offers only what nobody stands in the
                   way of, and so tells something
    strikes        may a unit that was stopped still attack, if it stands where it can?
    disc           the tiles within a unit's sight by their distance: manhattan, euclidean, or square
    woods          do woods hide who stands in them from all that do not stand beside him?
    path           does a unit see from all tiles of its way, and not from its end alone?
    stays          does a tile that was seen stay seen for the phase?
    reveals        does who attacks become known to the other side?
    watches        does a side see enemies that move in their own phase?

    Fields beyond those without fog: `seen`, the tiles that each side sees; `spotted`, the units of each side whose tile
    the other knows, or knew at the end of its phase, and `known`, that tile. In what a player observes, `viewer` is 1
    more than the player, and an enemy whose tile is not known stands nowhere."""

    sight: np.ndarray = dataclasses.field(init=False)
    """uint64[slot]."""
    vista: np.ndarray = dataclasses.field(init=False)
    """For every sight from 0 on a set for each tile: what is seen from there."""
    honest: int = dataclasses.field(init=False)
    """Are only moves offered that nobody stands in the way of?"""
    stubborn: int = dataclasses.field(init=False)
    strolls: int = dataclasses.field(init=False)
    keeps: int = dataclasses.field(init=False)
    flashes: int = dataclasses.field(init=False)
    alert: int = dataclasses.field(init=False)

    name = "tubstap"
    hidden = True

    def __init__(self, map: str | Battlefield = "A", units: str = "", attacks: str = "damaging", ends: bool = True,
                 seed: int = 0, columns: int = 8, rows: int = 8, army: str = "IIPRU", fog: bool = False,
                 collision: str = "ambush", strikes: bool = False, disc: str = "manhattan", woods: bool = False,
                 path: bool = False, stays: bool = True, reveals: bool = False, watches: bool = False) -> None:
        for name, value, known in (("collision", collision, COLLISIONS), ("disc", disc, DISCS)):
            if value not in known:
                raise Refused(f"tubstap: {name} is {' or '.join(known)}, not {value}{nearest(str(value), known)}")
        if path and not stays:
            raise Refused("tubstap: path=true asks for stays=true: what a unit sees on its way would be forgotten when "
                          "it arrives")
        self.fog, self.collision, self.strikes, self.disc, self.woods = True, collision, strikes, disc, woods
        self.path, self.stays, self.reveals, self.watches = path, stays, reveals, watches
        self.honest, self.stubborn, self.strolls = int(collision == "true_legality"), int(strikes), int(path)
        self.keeps, self.flashes, self.alert = int(stays), int(reveals), int(watches)
        super().__init__(map, units, attacks, ends, seed, columns, rows, army)

    def _measure(self, field: Battlefield) -> None:
        super()._measure(field)
        self.state = foggy_layout(words_for(self.tiles), MOST_UNITS if self.honest else 1)

    def _tabulate(self, field: Battlefield) -> None:
        super()._tabulate(field)
        self.sight = np.zeros(2 * MOST_UNITS, np.uint64)
        for slot, kind in self.roster.items():
            self.sight[slot] = kind.sight
        farthest = max(kind.sight for kind in kinds(self.table).values())
        self.vista = table([self.view_from(tile, sight) for sight in range(farthest + 1) for tile in range(self.tiles)],
                           words_for(self.tiles))

    def view_from(self, tile: int, sight: int) -> list[int]:
        """The tiles that are seen from one."""
        down, right = abs(self.row - self.row[tile]), abs(self.column - self.column[tile])
        inside = {"manhattan": down + right <= sight, "euclidean": down**2 + right**2 <= sight**2,
                  "square": np.maximum(down, right) <= sight}[self.disc]
        if self.woods:
            wood = np.array([GROUND[code].name == "wood" for code in self.field.ground])
            inside &= ~wood | (down + right <= 1)
        return [int(other) for other in np.flatnonzero(inside)]

    # ------------------------------------------------------------ the game goes on

    def play(self, s, action):
        me, most, tiles = u(s.to_move), u(self.most), u(self.tiles)
        if action == self.actions - 1:
            s.waiting[me] = u(0)
        else:
            order = u(action) // tiles
            slot = order // (most + u(1))
            tile, target = u(action) - order * tiles, order - slot * (most + u(1))
            arrived = self.march(s, me, slot, tile)
            s.waiting[me] &= ~(u(1) << slot - me * most)
            self.look_from(s, me, slot, u(s.tile[slot]))
            if target > u(0):
                foe = (u(1) - me) * most + target - u(1)
                if arrived or (self.stubborn and has(self.firing(s, slot, foe), u(s.tile[slot]))):
                    self.attack(s, me, slot, foe)
                    if self.flashes and s.hp[slot] > 0:
                        s.shown[me] |= u(1) << slot - me * most
                        self.mark(s, me, slot)
            if not self.keeps:
                self.look_around(s, me)
            self.note(s, me)
            if self.alert:
                self.watch(s, u(1) - me)
        self.pass_on(s)

    @verb
    def march(self, s, me, slot, goal):
        """Move a unit to a tile, along the way that its side chooses by what it sees. Does it arrive? It stops before a
        hidden enemy. No friend stands there: he would see him."""
        hidden = without(read(s.stands, u(1) - me), read(s.seen, me))
        if (self.honest or count(hidden) == u(0)) and not self.strolls:
            self.move(s, me, slot, goal)
            return True
        foes, at, arrived = self.blockers(s, me), u(s.tile[slot]), True
        while at != goal:
            following = self.next_tile(s, slot, foes, at, goal)
            if not self.honest and has(hidden, following):
                arrived = False
                break
            at = following
            if self.strolls:
                self.look_from(s, me, slot, at)
        self.move(s, me, slot, at)
        return arrived

    @verb
    def next_tile(self, s, slot, foes, at, goal):
        """The next tile of the cheapest way to a goal; of several, the one to the right, else up, left, or down. The
        sets from which a goal is reached with so many steps grow until the unit stands in one."""
        words, width = u(s.stands.shape[1]), u(self.width)
        not_first, not_last = look_up(self.sides, u(0), words), look_up(self.sides, u(1), words)
        easy = without(look_up(self.easy, self.gait[slot], words), foes)
        hard = without(look_up(self.hard, self.gait[slot], words), foes)
        ground = union(union(easy, hard), single(at))
        reached, before, older = single(goal), nowhere(), nowhere()
        for _ in range(self.steps[slot]):
            if has(reached, at):
                break
            beside = around(union(common(reached, easy), common(before, hard)), width, not_first, not_last)
            older, before, reached = before, reached, union(reached, common(beside, ground))
        onward = union(common(before, easy), common(older, hard))
        if self.column[at] + 1 < self.width and has(onward, at + u(1)):
            return at + u(1)
        if at >= width and has(onward, at - width):
            return at - width
        if self.column[at] > 0 and has(onward, at - u(1)):
            return at - u(1)
        return at + width

    # ------------------------------------------------------------ what is seen

    @verb
    def begin_phase(self, s):
        """Who attacked in his side's last phase is not shown any longer, now that he may move."""
        me = u(s.to_move)
        s.shown[me] = u(0)
        self.look_around(s, me)
        self.note(s, me)
        if self.alert:
            self.watch(s, u(1) - me)

    @verb
    def look_around(self, s, side):
        """What a side sees at this moment, and nothing from before."""
        for k in range(s.seen.shape[1]):
            s.seen[side, k] = u(0)
        units = s.alive[side]
        while units:
            slot = side * u(self.most) + lowest(units)
            units &= units - u(1)
            self.look_from(s, side, slot, u(s.tile[slot]))
        units = s.shown[u(1) - side] & s.alive[u(1) - side]
        while units:
            tile = u(s.tile[(u(1) - side) * u(self.most) + lowest(units)])
            units &= units - u(1)
            s.seen[side, tile >> u(6)] |= u(1) << (tile & u(63))

    @verb
    def look_from(self, s, side, slot, tile):
        """A unit's side sees what the unit sees from a tile."""
        vista = look_up(self.vista, self.sight[slot] * u(self.tiles) + tile, u(s.seen.shape[1]))
        for k in range(s.seen.shape[1]):
            s.seen[side, k] |= vista[k]

    @verb
    def note(self, s, side):
        """In its own phase a side knows the enemies on tiles that it sees, and no others."""
        other, seen = u(1) - side, read(s.seen, side)
        s.spotted[other] = u(0)
        for k in range(self.most):
            slot = other * u(self.most) + u(k)
            s.known[slot] = 0
            if s.alive[other] >> u(k) & u(1) and has(seen, u(s.tile[slot])):
                s.spotted[other] |= u(1) << u(k)
                s.known[slot] = s.tile[slot]

    @verb
    def watch(self, s, side):
        """In the enemy's phase a side remembers where it saw his units last, and notes who comes and who has gone."""
        self.look_around(s, side)
        other, seen = u(1) - side, read(s.seen, side)
        for k in range(self.most):
            slot, bit = other * u(self.most) + u(k), u(1) << u(k)
            if s.alive[other] & bit and has(seen, u(s.tile[slot])):
                self.mark(s, other, slot)
            elif s.spotted[other] & bit and has(seen, u(s.known[slot])):
                s.spotted[other] &= ~bit
                s.known[slot] = 0

    @verb
    def mark(self, s, side, slot):
        """A side's unit becomes known where it stands; whoever was known there has gone."""
        base = side * u(self.most)
        for k in range(self.most):
            other = base + u(k)
            if s.spotted[side] >> u(k) & u(1) and s.known[other] == s.tile[slot]:
                s.spotted[side] &= ~(u(1) << u(k))
                s.known[other] = 0
        s.spotted[side] |= u(1) << slot - base
        s.known[slot] = s.tile[slot]

    def observe(self, s, player, o):
        """All that is public or one's own, and the enemies that are known, where they are known. In the enemy's phase
        these are those of the end of one's own, and nobody is told which of his units have acted."""
        me, foe, most = u(player), u(1) - u(player), u(self.most)
        o.viewer, o.phase, o.to_move, o.over = player + 1, s.phase, s.to_move, s.over
        for side in range(2):
            o.alive[side], o.score[side] = s.alive[side], s.score[side]
        o.waiting[me] = s.waiting[me]
        o.waiting[foe] = s.waiting[foe] if s.to_move == player else s.alive[foe]
        for k in range(s.seen.shape[1]):
            o.stands[me, k], o.seen[me, k] = s.stands[me, k], s.seen[me, k]
        for slot in range(2 * self.most):
            o.hp[slot] = s.hp[slot]
        for slot in range(player * self.most, (player + 1) * self.most):
            o.tile[slot] = s.tile[slot]
        units = self.exposed(s, foe)
        o.spotted[foe] = units
        while units:
            slot = foe * most + lowest(units)
            units &= units - u(1)
            tile = u(s.known[slot])
            o.tile[slot], o.known[slot] = s.known[slot], s.known[slot]
            o.stands[foe, tile >> u(6)] |= u(1) << (tile & u(63))
        if self.honest and s.to_move == player and not s.over:
            self.list_stops(s, me, o)

    @verb
    def list_stops(self, s, me, o):
        """Where each unit may stop, for a player who cannot tell by himself."""
        units = s.waiting[me]
        while units:
            rank = lowest(units)
            units &= units - u(1)
            found = self.spots(s, me * u(self.most) + rank, me)
            for k in range(s.seen.shape[1]):
                o.stops[rank, k] = found[k]

    @verb
    def suppose(self, o, slot, tile):
        """Let a hidden unit of an observation stand on a tile. When all do, and `viewer` is 0, it is a state."""
        side = u(slot >= self.most)
        o.tile[slot] = tile
        o.stands[side, u(tile) >> u(6)] |= u(1) << (u(tile) & u(63))

    # ------------------------------------------------------------ what can be done

    @verb
    def spots(self, s, slot, me):
        """The tiles where a unit may stop, as far as its side knows."""
        if self.honest and s.viewer > 0:
            return read(s.stops, slot - me * u(self.most))
        return self.within_reach(s, slot, me, self.blockers(s, me))

    @verb
    def blockers(self, s, me):
        foes = read(s.stands, u(1) - me)
        return foes if self.honest else common(foes, read(s.seen, me))

    @verb
    def exposed(self, s, side):
        return s.spotted[side] & s.alive[side]

    # ------------------------------------------------------------ plain Python from here on

    def knows(self, s: State, slot: int) -> bool:
        """In an observation: does its player know where a unit stands?"""
        side, rank = divmod(slot, self.most)
        return side == s.viewer - 1 or bool(int(s.spotted[side]) >> rank & 1)

    def tiles_seen(self, s: State, side: int) -> Tiles:
        return read(s.seen, side)

    def shows(self, s: State, slot: int) -> bool:
        return bool(s.hp[slot] > 0) and (not s.viewer or self.knows(s, slot))

    def cell(self, s: State, tile: int, slot: int | None) -> str:
        """In an observation, ground that is not seen stands in brackets."""
        text = super().cell(s, tile, slot)
        if slot is None and s.viewer and not has(self.tiles_seen(s, int(s.viewer) - 1), u(tile)):
            return f" ({text.strip()}) "
        return text

    def show(self, s: State) -> str:
        """As without fog; in an observation also which enemies are out of sight, with their HP unless they are
        whole."""
        text = super().show(s)
        if not s.viewer:
            return text
        lost = [self.signature(s, slot) for slot in self.roster if s.hp[slot] > 0 and not self.knows(s, slot)]
        *lines, last = text.splitlines()
        return "\n".join([*lines, f"out of sight: {' '.join(lost) or 'nobody'}", last])


def tubstap(map: str | Battlefield = "A", units: str = "", attacks: str = "damaging", ends: bool = True, seed: int = 0,
            columns: int = 8, rows: int = 8, army: str = "IIPRU", fog: bool = False, collision: str = "ambush",
            strikes: bool = False, disc: str = "manhattan", woods: bool = False, path: bool = False,
            stays: bool = True, reveals: bool = False, watches: bool = False) -> Tubstap:
    """The game on a map, with fog of war or without; the parameters after `fog` are those of the fog."""
    switches: dict[str, Any] = {
        "collision": collision, "strikes": strikes, "disc": disc, "woods": woods, "path": path, "stays": stays,
        "reveals": reveals, "watches": watches}
    if fog:
        return FoggyTubstap(map, units, attacks, ends, seed, columns, rows, army, fog, **switches)
    usual = inspect.signature(FoggyTubstap).parameters
    for name, value in switches.items():
        if value != usual[name].default:
            raise Refused(f"tubstap: {name}={value} is about the fog of war; write fog=true, too")
    return Tubstap(map, units, attacks, ends, seed, columns, rows, army)
