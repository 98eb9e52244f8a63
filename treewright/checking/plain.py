"""The same game played by plain Python, verb by verb as it is written.

The rules' own functions are called as Python too, whether they are marked `@compiled` or not: otherwise a mistake in
one of them would stand on both sides of the comparison.
"""

import types
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
from numba.core.dispatcher import Dispatcher

from treewright.checking.sheet import (
    ASKING,
    BLANK,
    COPYING,
    KEYING,
    LOOKED,
    LOOKING,
    PAINTED,
    PAINTING,
    PLAYING,
    PLY,
    SEEING,
    STARTING,
    STEP,
    WINNING,
    Sheet,
)
from treewright.core.game import CHANCE, Game
from treewright.core.stream import Stream

SURROUNDINGS: Any = {"over": "ignore", "divide": "raise", "invalid": "ignore", "under": "ignore"}
"""Whole numbers wrap around as they do in compiled code, and dividing by nothing is an error in both."""


START_OF_DIGEST = 0xCBF29CE484222325


class NoNumber(TypeError):
    """A verb returned something else than a whole number."""


# ---------------------------------------------------------------- rules as Python


def plain_twin(game: Game) -> Any:
    """An object with the game's facts and fields, whose verbs are plain functions."""
    made: dict[int, Any] = {}
    body: dict[str, Any] = {}
    for base in reversed(type(game).__mro__):
        for name, value in vars(base).items():
            if not name.startswith("__"):
                body[name] = plain(value, made) if isinstance(value, types.FunctionType) else value
    twin = type(type(game).__name__, (), body)()
    twin.__dict__.update({name: value for name, value in game.__dict__.items() if name != "_numba_type_"})
    return twin


def plain(function: Callable[..., Any], made: dict[int, Any]) -> Callable[..., Any]:
    """The function with every compiled function that it names, however deep, replaced by what it was compiled from."""
    function = function.py_func if isinstance(function, Dispatcher) else function
    if id(function) in made:
        return made[id(function)]
    names = dict(function.__globals__)
    cells = tuple(types.CellType() for _ in function.__closure__ or ())
    twin = types.FunctionType(function.__code__, names, function.__name__, function.__defaults__, cells)
    twin.__kwdefaults__ = function.__kwdefaults__
    made[id(function)] = twin
    for name, value in function.__globals__.items():
        if isinstance(value, Dispatcher):
            names[name] = plain(value, made)
    for cell, value in zip(cells, function.__closure__ or (), strict=True):
        try:
            inner = value.cell_contents
        except ValueError:
            continue
        cell.cell_contents = plain(inner, made) if isinstance(inner, Dispatcher) else inner
    return twin


# ---------------------------------------------------------------- a game


def play_game(game: Any, sheet: Sheet, most: int, starter: Stream, asker: Stream, chooser: Random, all_verbs: bool,
              watched: Callable[[Any], Any] | None = None) -> int:
    """Play at random, `most` plies at most, and return how many; `game` is a plain twin. `watched` wraps a state."""
    marks, states = sheet.marks, sheet.states.view(np.recarray)
    given = watched or (lambda s: s)
    marks[PLY], marks[STEP], marks[LOOKED] = 0, STARTING, 0
    with np.errstate(**SURROUNDINGS):
        game.start(given(states[0]), starter)
        t = 0
        while True:
            marks[PLY], s = t, states[t]
            sheet.before[t], sheet.lists[t] = sheet.raw[t], BLANK
            if t >= most or s.over or not may_move(game, int(s.to_move)):
                break
            n = look(game, given(s), sheet, t)
            if all_verbs:
                ask(game, s, sheet, t, n, asker)
            marks[LOOKED] = t + 1
            if n < 1 or n > game.widest:
                break
            sheet.taken[t] = sheet.lists[t, chooser.randrange(n)]
            marks[STEP] = COPYING
            game.copy(sheet.states, t + 1, s)
            marks[STEP] = PLAYING
            game.play(given(states[t + 1]), int(sheet.taken[t]))
            t += 1
        if all_verbs:
            keep_keys(game, sheet, states, t)
            if sheet.paints:
                paint(game, sheet, states, t, given)
    return t


def may_move(game: Any, player: int) -> bool:
    return 0 <= player < game.players or (game.chance and player == CHANCE)


def look(game: Any, s: Any, sheet: Sheet, t: int) -> int:
    """What can happen next: legal actions, or what chance may do."""
    sheet.marks[STEP] = LOOKING
    chance = game.chance and s.to_move == CHANCE
    n = game.outcomes(s, sheet.lists[t], sheet.odds[t]) if chance else game.legal(s, sheet.lists[t])
    sheet.counts[t] = whole(n)
    return int(n)


def ask(game: Any, s: Any, sheet: Sheet, t: int, n: int, asker: Stream) -> None:
    """The verbs that a search may ask for beside `legal`."""
    if 0 < n <= game.widest and s.to_move != CHANCE:
        sheet.marks[STEP] = ASKING
        sheet.drawn[t] = whole(game.any_action(s, sheet.spare, asker))
        if game.shows_wins:
            sheet.marks[STEP] = WINNING
            for player in range(game.players):
                sheet.answers[t, player] = whole(game.wins(s, player))
    if game.hidden or game.veiled:
        sheet.marks[STEP] = SEEING
        sheet.seen_raw[:] = 0
        seen = sheet.seen.view(np.recarray)
        for player in range(game.players):
            game.observe(s, player, seen[player])
        sheet.sight[t] = digest(sheet.seen_raw)


def keep_keys(game: Any, sheet: Sheet, states: np.ndarray, plies: int) -> None:
    keyed = sheet.keyed.view(np.recarray)
    for t in range(plies + 1):
        sheet.marks[PLY], sheet.marks[STEP] = t, KEYING
        game.copy(sheet.keyed, t, states[t])
        game.key(keyed[t])


def paint(game: Any, sheet: Sheet, states: np.ndarray, plies: int, given: Callable[[Any], Any]) -> None:
    """A digest of the planes of every player."""
    seen = sheet.seen.view(np.recarray)
    for t in range(plies + 1):
        sheet.marks[PLY], sheet.marks[STEP], found = t, PAINTING, START_OF_DIGEST
        for player in range(game.players):
            s, sheet.canvas[:] = states[t], 0
            if game.hidden:
                sheet.seen_raw[player] = 0
                game.observe(states[t], player, seen[player])
                s = seen[player]
            game.planes(given(s), player, sheet.canvas)
            found = digest(sheet.canvas_raw, found)
        sheet.painted[t], sheet.marks[PAINTED] = found, t + 1


def whole(n: Any) -> int:
    """A verb's answer as a whole number."""
    if not isinstance(n, int | np.integer) or isinstance(n, bool):
        raise NoNumber(f"it returned {n!r}, which is not a whole number")
    return int(n)


def digest(raw: np.ndarray, found: int = START_OF_DIGEST) -> int:
    """FNV-1a, as compiled code works it out; it may go on from what was `found` before."""
    for byte in raw.tobytes():
        found = (found ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return found
