"""The recorded games: read, turned into ours, and replayed by compiled code.

Most lie compressed in `data/`; the others are replayed too where the material is beside the repository
(`../shared/microrts/traces`).
"""

import gzip
import json
import lzma
from functools import lru_cache
from pathlib import Path

import numpy as np

from treewright.core.compiling import compiled
from treewright.games.microrts import codes
from treewright.games.microrts.cycle import complete, jump
from treewright.games.microrts.issuing import begin
from treewright.games.microrts.layout import IDLE, ROOMS
from treewright.games.microrts.listing import MOST
from treewright.games.microrts.maps import Map, Unit
from treewright.games.microrts.orders import obey
from treewright.games.microrts.rules import MicroRTS, microrts
from treewright.games.microrts.unit_types import NAMES, table

SHARED = Path(__file__).resolve().parents[4] / "shared" / "microrts" / "traces"
OURS = Path(__file__).parent / "data"
CONFLICT = {1: "both", 3: "turns"}


@lru_cache(None)
def ours() -> dict[str, list[str]]:
    """The lines of each game in `data/`, by name."""
    found: dict[str, list[str]] = {}
    with lzma.open(OURS / "games.jsonl.xz", "rt") as file:
        for line in file:
            if line.startswith('{"game"'):
                name = json.loads(line)["game"]
            found.setdefault(name, []).append(line)
    return found


@lru_cache(None)
def lines(name: str) -> list[dict]:
    """A recorded game, or one of the lists: states, playouts, mcts."""
    if name in ours():
        return [json.loads(line) for line in ours()[name]]
    packed = OURS / f"{name}.jsonl.xz"
    with lzma.open(packed, "rt") if packed.exists() else gzip.open(SHARED / f"{name}.jsonl.gz", "rt") as file:
        return [json.loads(line) for line in file]


def games() -> list[str]:
    """All there are."""
    return sorted({*ours(), *(place.name.removesuffix(".jsonl.gz") for place in SHARED.glob("g[0-9]*.jsonl.gz"))})


def map_of(head: dict) -> Map:
    """The map on which a recorded game, or a recorded state, stands."""
    walls = tuple(tuple(cell == "1" for cell in row) for row in head["terrain"])
    units = tuple(Unit(NAMES.index(kind), owner, x, y, load, hits, number)
                  for number, kind, owner, x, y, hits, load in head["u"])
    return Map(head["width"], head["height"], walls, tuple(head["r"]), units)


def game_of(head: dict) -> MicroRTS:
    """The game with a recorded map, unit types and way to settle conflicts; all in one room, so that nothing is
    compiled twice."""
    game = microrts(types=head["utt"], conflict=CONFLICT[head["conflict"]], cycles=head.get("max_cycles", 3000))
    game.furnish(map_of(head), table(head["utt"]), ROOMS[1])
    return game


def order_rows(orders: list[list]) -> np.ndarray:
    rows = [[number, what, parameter, x, y, NAMES.index(made) if made else 0]
            for number, what, parameter, x, y, made in orders]
    return np.array(rows, np.int64).reshape(-1, 6)


@compiled
def replay(game, states, times, starts, middles, orders, jumping):
    """Play a recorded game: states[k + 1] is the state after line k. Time goes on by single cycles, or by jumps.
    Returns how often the game was over before its last line."""
    r, s, early = game.rules[0], states[0], 0
    listed = np.zeros(MOST, np.int32)
    game.set_up(s)
    for k in range(len(times)):
        game.copy(states, k + 1, s)
        s = states[k + 1]
        while s.time < times[k]:
            jump(s, times[k] if jumping else s.time + 1)
            early += complete(r, s)
        for first, last in ((starts[k], middles[k]), (middles[k], starts[k + 1])):
            mine = orders[first:last].copy()
            for row in mine:
                row[0] = unit_numbered(s, row[0])
            obey(r, s, mine, listed)
        jump(s, s.time + 1)
        over = complete(r, s)
        early += over and k + 1 < len(times)
        s.over = over
    return early


@compiled
def unit_numbered(s, number):
    for i in range(s.units):
        if s.number[i] == number:
            return i
    return -1


def replayed(name: str, jumping: bool) -> tuple[MicroRTS, np.ndarray, int]:
    """All states of a recorded game by our rules."""
    told = lines(name)
    game, moves = game_of(told[0]), told[1:-1]
    parts = [order_rows(one) for move in moves for one in move["a"]]
    places = np.cumsum([0, *map(len, parts)])
    states = np.zeros(len(moves) + 1, game.state)
    early = replay(game, states, np.array([move["t"] for move in moves]), places[::2], places[1::2],
                   np.concatenate(parts), jumping)
    return game, states, early


@compiled
def put(game, s, time, rows):
    """The beginning of the map with some units busy; rows of unit, since, until and code, in order."""
    game.set_up(s)
    for row in rows:
        s.time = row[1]
        begin(game.rules[0], s, row[0], row[3], row[2] - row[1])
    s.time = time


def state_of(told: dict) -> tuple[MicroRTS, np.ndarray]:
    """A recorded state as one of ours."""
    game, rows = game_of(told), []
    states = np.zeros(1, game.state)
    place = {unit[0]: (i, NAMES.index(unit[1])) for i, unit in enumerate(told["u"])}
    kinds = table(told["utt"])
    for number, since, what, parameter, x, y, made in told["s"]:
        i, kind = place[number]
        if what == codes.NONE:
            code, lasting = 0, parameter
        elif what == codes.ATTACK:
            step = x - told["u"][i][3], y - told["u"][i][4]
            code, lasting = codes.FIRST[codes.ATTACK] + codes.AROUND.index(step), kinds[kind].attack
        else:
            code = codes.FIRST[what] + parameter + (4 * (NAMES.index(made) - 1) if made else 0)
            lasting = (kinds[NAMES.index(made)].produce if made
                       else kinds[kind].harvest if what == codes.HARVEST else kinds[kind].move)
        rows.append((i, since, since + lasting, code))
    put(game, states[0], told["time"], np.array(rows, np.int64).reshape(-1, 4))
    return game, states


# ---------------------------------------------------------------- our states in the words of the recordings


def units_of(game: MicroRTS, s) -> list[list]:
    stride, n = int(game.rules[0].stride), int(s["units"])
    kind, owner, cell, hits, load, number = (s[name][:n].tolist() for name in (
        "kind", "owner", "cell", "hits", "load", "number"))
    return [[number[i], NAMES[kind[i]], owner[i], cell[i] % stride, cell[i] // stride - 1, hits[i], load[i]]
            for i in range(n)]


def action_of(game: MicroRTS, s, i: int, code: int, lasting: int) -> list:
    """A code of unit i as type, parameter, x, y and the type to produce."""
    what, (right, down) = codes.KIND[code], codes.step_of(code)
    if what == codes.NONE:
        return [what, lasting, 0, 0, None]
    if what == codes.ATTACK:
        stride = int(game.rules[0].stride)
        cell = int(s["cell"][i])
        return [what, -1, cell % stride + right, cell // stride - 1 + down, None]
    made = NAMES[codes.made_by(code)] if what == codes.PRODUCE else None
    return [what, (code - 1) % 4, 0, 0, made]


def assignments_of(game: MicroRTS, s) -> list[list]:
    """In the order of the assignments."""
    n = int(s["units"])
    busy = sorted((int(s["rank"][i]), i) for i in range(n) if s["doing"][i] != IDLE)
    return [[int(s["number"][i]), int(s["since"][i]),
             *action_of(game, s, i, int(s["doing"][i]), int(s["until"][i]) - int(s["since"][i]))] for _, i in busy]
