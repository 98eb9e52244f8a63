"""microRTS: two players with bases, workers and fighters on a small map (Ontañón 2013), as a game of turns."""

import dataclasses
import hashlib
from typing import Any

import numpy as np

from treewright.core.component import verb
from treewright.core.errors import Refused, nearest
from treewright.core.game import CHANCE, Game, State
from treewright.games.microrts import drawing
from treewright.games.microrts.codes import ATTACK, CODES
from treewright.games.microrts.cycle import complete, enter, jump
from treewright.games.microrts.evaluation import SQRT3, evaluate
from treewright.games.microrts.issuing import begin, duration, issue, may_add, price
from treewright.games.microrts.layout import EMPTY, IDLE, NEVER, WALL, layout, room_for, rules_of
from treewright.games.microrts.listing import MOST, list_actions
from treewright.games.microrts.maps import Map, named, with_hits
from treewright.games.microrts.playing import play_on
from treewright.games.microrts.unit_types import TABLES, UnitType, table

CYCLES = 3000
MOST_CYCLES = 20_000
SHORTEST = 5
"""No action that can be chosen takes less, so no unit is asked more often."""
CONFLICTS = {"both": False, "turns": True}


class MicroRTS(Game):
    """Two players have bases, barracks, workers and fighters on a map with walls and piles of resources. Whoever has no
    unit left has lost; after `cycles` cycles it is a draw.

    In microRTS both players move at the same time. Here each unit that is idle is asked by itself: first those of
    player 0 in the order of the list, then those of player 1. Nothing that is told begins before the last of them has
    been told; then all do, those of player 0 first, and time goes on until somebody is idle again. A unit is offered
    what is legal for it and does not clash with what is under way, or with what its own side was told in this cycle.

    map        the name of a map, or a path to a file
    types      the table of unit types: 1, 2 or 3, where damage is drawn
    cycles     when the game is cut off
    conflict   two who want the same: `both` wait, or they give way by `turns`

    Action 65 * cell + code tells the unit on a cell what to do; cells are numbered row by row, `codes` has the codes.
    """

    map: str = "basesWorkers8x8A"
    types: int = 1
    cycles: int = CYCLES
    conflict: str = "both"

    rules: np.ndarray = dataclasses.field(init=False)
    """One record with all that stays the same."""
    cast: np.ndarray = dataclasses.field(init=False)
    """int64[units, 6]: kind, owner, cell, hit points, load and number of the units of the map."""
    ground: np.ndarray = dataclasses.field(init=False)
    """int16[cells]: EMPTY or WALL."""
    stocks: np.ndarray = dataclasses.field(init=False)

    name = "microrts"
    veiled = True
    score_range = (-1.0, 1.0)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.types not in TABLES:
            raise Refused(f"types must be 1, 2 or 3, not {self.types}")
        if not 1 <= self.cycles <= MOST_CYCLES:
            raise Refused(f"cycles must be 1 to {MOST_CYCLES}, not {self.cycles}")
        if self.conflict not in CONFLICTS:
            raise Refused(f"conflict must be both or turns, not {self.conflict!r}{nearest(self.conflict, CONFLICTS)}")
        drawn = named(self.map)
        self.__origin__ = hashlib.blake2b(repr(drawn).encode(), digest_size=8).hexdigest()
        self.furnish(drawn, table(self.types))

    def furnish(self, drawn: Map, kinds: tuple[UnitType, ...], room: tuple[int, int] | None = None) -> None:
        """Make everything whose size depends on the map; in a larger room than it needs, if one is given."""
        cells, units = room or room_for(drawn.width, drawn.height)
        self.rules = rules_of(kinds, drawn.width, drawn.height, self.cycles, CONFLICTS[self.conflict])
        stride, self.ground = drawn.width + 1, np.full(cells, WALL, np.int16)
        for y, row in enumerate(drawn.walls):
            for x, wall in enumerate(row):
                self.ground[(y + 1) * stride + x] = WALL if wall else EMPTY
        self.cast = np.array([(unit.kind, unit.owner, (unit.y + 1) * stride + unit.x, with_hits(unit, kinds), unit.load,
                               unit.number) for unit in drawn.units], np.int64)
        self.stocks = np.array(drawn.stocks, np.int64)
        self.state = layout(cells, units)
        self.actions = drawn.width * drawn.height * CODES
        self.widest = MOST
        self.longest = drawn.width * drawn.height * (self.cycles // SHORTEST + 1) * (1 + self.chance)

    # ---------------------------------------------------------------- verbs

    def start(self, s, rng):
        self.set_up(s)
        self.go_on(s)

    @verb
    def set_up(self, s):
        """The map's beginning, nobody asked yet."""
        r = self.rules[0]
        for cell in range(len(self.ground)):
            s.at[cell] = self.ground[cell]
        for player in range(2):
            s.stock[player] = self.stocks[player]
        s.next_rank = 1
        for i in range(len(self.cast)):
            one = self.cast[i]
            enter(r, s, one[0], one[1], one[2], one[3], one[4], one[5])
            s.next_number = max(s.next_number, one[5])

    def legal(self, s, actions):
        r, i = self.rules[0], s.cursor
        found, n = list_actions(r, s, i, actions), 0
        first = self.place(s.cell[i]) * CODES
        for k in range(found):
            if self.allowed(s, i, actions[k]):
                actions[n] = first + actions[k]
                n += 1
        return n

    @verb
    def place(self, cell):
        """The number of a cell without the walls around."""
        row = cell // self.rules[0].stride
        return cell - self.rules[0].stride - (row - 1)

    @verb
    def allowed(self, s, i, code):
        """Does an action leave room for what is under way, and for what the own side was told in this cycle?"""
        r, me = self.rules[0], s.owner[i]
        if not may_add(r, s, i, code):
            return False
        if not r.claims[code]:
            return True
        target, cost = s.cell[i] + r.toward[code], price(r, code)
        promised = s.owed[me] + cost
        for j in range(i):
            if s.told[j] > 0 and s.owner[j] == me:
                other = np.int64(s.told[j]) - 1
                if r.claims[other]:
                    if s.cell[j] + r.toward[other] == target:
                        return False
                    promised += price(r, other)
        return cost == 0 or promised <= s.stock[me]

    def play(self, s, action):
        if s.to_move == CHANCE:
            s.drawn[s.cursor] = action + 1
            self.go_on(s)
            return
        s.told[s.cursor] = action % CODES + 1
        if not self.ask(s, s.to_move, s.cursor + 1):
            if s.to_move == 1 or not self.ask(s, 1, 0):
                self.begin_all(s)
                jump(s, s.time + 1 if self.ask(s, 0, 0) else self.rules[0].cycles)
                self.go_on(s)

    @verb
    def ask(self, s, player, first):
        """Hand the turn to the first idle unit of a player from a place in the list on; False if there is none."""
        for i in range(first, s.units):
            if s.owner[i] == player and s.doing[i] == IDLE:
                s.to_move, s.cursor = player, i
                return True
        return False

    @verb
    def begin_all(self, s):
        """What the units were told is issued: player 0's first, each side's in the order of the list."""
        r = self.rules[0]
        for player in range(2):
            for i in range(s.units):
                if s.owner[i] == player and s.told[i] > 0:
                    code = np.int64(s.told[i]) - 1
                    s.told[i] = 0
                    issue(r, s, i, code, duration(r, s.kind[i], code))

    @verb
    def go_on(self, s):
        """What is due takes effect, and time goes on until a unit is idle or the game is over."""
        r = self.rules[0]
        while True:
            if self.chance and self.must_draw(s):
                return
            if complete(r, s):
                s.over = 1
                for player in range(2):
                    if s.alive[player] > 0:
                        s.score[player], s.score[1 - player] = 1, -1
            elif s.time >= r.cycles:
                s.over = 1
            if s.over:
                s.to_move, s.cursor = 0, 0
                return
            if self.ask(s, 0, 0) or self.ask(s, 1, 0):
                return
            jump(s, r.cycles)

    @verb
    def must_draw(self, s):
        """Is an attack due whose damage is random and not drawn yet? Then it is the turn of chance."""
        r = self.rules[0]
        for i in range(s.units):
            if s.until[i] <= s.time and s.drawn[i] == 0 and r.kind_of[s.doing[i]] == ATTACK:
                if r.low[s.kind[i]] < r.high[s.kind[i]]:
                    s.to_move, s.cursor = CHANCE, i
                    return True
        return False

    def observe(self, s, player, o):
        """All but what the other side was told in this cycle. In the state that remains its units have no orders yet,
        and are asked a cycle later."""
        o.at[:], o.taken[:] = s.at, s.taken
        o.kind[:], o.owner[:], o.cell[:], o.hits[:], o.load[:] = s.kind, s.owner, s.cell, s.hits, s.load
        o.number[:], o.doing[:], o.since[:], o.until[:], o.rank[:] = s.number, s.doing, s.since, s.until, s.rank
        o.drawn[:], o.told[:] = s.drawn, s.told
        for i in range(s.units):
            if s.owner[i] != player:
                o.told[i] = 0
        o.stock[:], o.owed[:], o.alive[:], o.score[:] = s.stock, s.owed, s.alive, s.score
        o.units, o.time, o.next_rank, o.next_number = s.units, s.time, s.next_rank, s.next_number
        o.conflicts, o.cursor, o.to_move, o.over = s.conflicts, s.cursor, s.to_move, s.over

    # ---------------------------------------------------------------- verbs for those who tell all units at once

    @verb
    def unit_actions(self, s, i, listed):
        """The codes of a unit's legal actions; how many."""
        return list_actions(self.rules[0], s, i, listed)

    @verb
    def fits_beside(self, s, i, code):
        """Does an action leave room for what is reserved?"""
        return may_add(self.rules[0], s, i, code)

    @verb
    def begin_unit(self, s, i, code):
        """An idle unit begins an action that fits."""
        begin(self.rules[0], s, i, code, duration(self.rules[0], s.kind[i], code))

    @verb
    def is_idle(self, s, i, player):
        return s.owner[i] == player and s.doing[i] == IDLE

    @verb
    def is_decided(self, s):
        """Has a player no unit left?"""
        return s.alive[0] == 0 or s.alive[1] == 0

    @verb
    def pass_time(self, s):
        """Let time go on until somebody is idle, or the game is over."""
        r = self.rules[0]
        while not self.is_decided(s):
            for i in range(s.units):
                if s.doing[i] == IDLE and s.owner[i] >= 0:
                    return
            jump(s, NEVER)
            complete(r, s)

    @verb
    def judge(self, s, me):
        """What a position is worth to a player, from -1 to 1."""
        return evaluate(self.rules[0], s, me, SQRT3)

    @verb
    def play_on(self, s, policy, until, rng):
        """Let a policy play both sides until a time, or the end; returns whether the game is over."""
        return play_on(self.rules[0], s, (policy, policy), until, rng)

    def key(self, s):
        """Names, and when what is under way began, do not matter, and of the order of assignments only the order."""
        rank = 0
        for i in range(s.units):
            s.number[i] = s.since[i] = 0
        last = -1
        while True:
            found = -1
            for i in range(s.units):
                if s.doing[i] != IDLE and s.rank[i] > last and (found < 0 or s.rank[i] < s.rank[found]):
                    found = i
            if found < 0:
                break
            last, rank = s.rank[found], rank + 1
            s.rank[found] = rank
        s.next_rank, s.next_number = rank + 1, 0
        s.conflicts = s.conflicts % 2 if self.rules[0].alternate else 0

    # ---------------------------------------------------------------- plain Python

    def describe(self, s: State, action: int) -> str:
        return str(action) if s.to_move == CHANCE else drawing.told(action, self.rules[0])

    def show(self, s: State) -> str:
        return drawing.field(s, self.rules[0])


class WildMicroRTS(MicroRTS):
    """With table 3, where each attack's damage is drawn."""

    chance = True

    def outcomes(self, s, actions, odds):
        r, kind = self.rules[0], s.kind[s.cursor]
        n = r.high[kind] - r.low[kind] + 1
        for k in range(n):
            actions[k], odds[k] = r.low[kind] + k, 1 / n
        return n


def microrts(map: str = "basesWorkers8x8A", types: int = 1, cycles: int = CYCLES, conflict: str = "both") -> MicroRTS:
    """The game on a map, by its name or as a path to a file; where damage is drawn, chance moves."""
    kind: Any = WildMicroRTS if types == max(TABLES) else MicroRTS
    return kind(map, types, cycles, conflict)
