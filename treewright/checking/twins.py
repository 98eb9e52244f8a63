"""Two sheets of the same game compared: what differs first, and how."""

from typing import Any

import numpy as np

from treewright.checking.sheet import LOOKED, PAINTED, Sheet
from treewright.core.game import CHANCE, Game

Difference = tuple[int, str, str]
"""After how many moves, in which verb, and a sentence."""


def first_difference(game: Game, one: Sheet, two: Sheet, plies: int, all_verbs: bool,
                     names: tuple[str, str]) -> Difference | None:
    """The first ply at which two sheets differ; None if they agree."""
    looked = int(min(one.marks[LOOKED], two.marks[LOOKED]))
    found = [_states(one, two, plies, names), _lists(game, one, two, looked, names)]
    if all_verbs:
        fit = (one.counts[:looked] > 0) & (one.counts[:looked] <= game.widest)
        asked = fit & (one.states["to_move"][:looked] != CHANCE)
        found += [_drawn(one, two, asked, names), _answers(one, two, asked, names) if game.shows_wins else None,
                  _sight(one, two, fit, names) if game.hidden or game.veiled else None, _keys(one, two, plies, names),
                  _painted(one, two, names)]
    met = [difference for difference in found if difference is not None]
    return min(met, key=lambda difference: difference[0]) if met else None


def _row(bad: np.ndarray) -> int | None:
    return int(np.argmax(bad)) if bad.any() else None


def _states(one: Sheet, two: Sheet, plies: int, names: tuple[str, str]) -> Difference | None:
    if np.array_equal(one.raw[: plies + 1], two.raw[: plies + 1]):
        return None
    t = _row((one.raw[: plies + 1] != two.raw[: plies + 1]).any(axis=1)) or 0
    verb = f"play(s, {one.taken[t - 1]})" if t else "start"
    return t, "play" if t else "start", f"{verb} leaves {_fields(one.states[t], two.states[t], names)}"


def _keys(one: Sheet, two: Sheet, plies: int, names: tuple[str, str]) -> Difference | None:
    rows = plies + 1
    if np.array_equal(one.keyed_raw[:rows], two.keyed_raw[:rows]):
        return None
    t = _row((one.keyed_raw[:rows] != two.keyed_raw[:rows]).any(axis=1)) or 0
    return t, "key", f"key leaves {_fields(one.keyed[t], two.keyed[t], names)}"


def _fields(one: Any, two: Any, names: tuple[str, str]) -> str:
    """`stones = 3 compiled and 5 in plain Python`."""
    for name in one.dtype.names:
        if one[name].tobytes() != two[name].tobytes():
            return f"{name} = {_short(one[name])} {names[0]}, and {_short(two[name])} {names[1]}"
    return f"other bytes {names[0]} and {names[1]}"


def _lists(game: Game, one: Sheet, two: Sheet, looked: int, names: tuple[str, str]) -> Difference | None:
    first, second = one.counts[:looked], two.counts[:looked]
    width = min(max(int(first.max(initial=0)), int(second.max(initial=0)), 0), one.lists.shape[1])
    filled = np.arange(width) < first[:, None]
    bad = (first != second) | ((one.lists[:looked, :width] != two.lists[:looked, :width]) & filled).any(axis=1)
    if game.chance:
        moved = one.states["to_move"][:looked] == CHANCE
        bad |= ((one.odds[:looked, :width] != two.odds[:looked, :width]) & filled).any(axis=1) & moved
    t = _row(bad)
    if t is None:
        return None
    verb = "outcomes" if one.states["to_move"][t] == CHANCE else "legal"
    lists = [_short(sheet.lists[t, : max(int(sheet.counts[t]), 0)]) for sheet in (one, two)]
    if lists[0] == lists[1]:
        lists = [_short(sheet.odds[t, : int(sheet.counts[t])]) for sheet in (one, two)]
    return t, verb, f"{verb} gives {lists[0]} {names[0]}, and {lists[1]} {names[1]}"


def _drawn(one: Sheet, two: Sheet, asked: np.ndarray, names: tuple[str, str]) -> Difference | None:
    t = _row((one.drawn[: asked.size] != two.drawn[: asked.size]) & asked)
    if t is None:
        return None
    return t, "any_action", f"any_action gives {one.drawn[t]} {names[0]}, and {two.drawn[t]} {names[1]}"


def _answers(one: Sheet, two: Sheet, asked: np.ndarray, names: tuple[str, str]) -> Difference | None:
    t = _row((one.answers[: asked.size] != two.answers[: asked.size]).any(axis=1) & asked)
    return None if t is None else (t, "wins", f"wins gives {_short(one.answers[t])} to the players {names[0]}, "
                                              f"and {_short(two.answers[t])} {names[1]}")


def _sight(one: Sheet, two: Sheet, fit: np.ndarray, names: tuple[str, str]) -> Difference | None:
    t = _row((one.sight[: fit.size] != two.sight[: fit.size]) & fit)
    return None if t is None else (t, "observe", f"observe writes one thing {names[0]}, and another {names[1]}")


def _painted(one: Sheet, two: Sheet, names: tuple[str, str]) -> Difference | None:
    painted = int(min(one.marks[PAINTED], two.marks[PAINTED]))
    t = _row(one.painted[:painted] != two.painted[:painted])
    return None if t is None else (t, "planes", f"planes writes one thing {names[0]}, and another {names[1]}")


def _short(value: Any) -> str:
    text = " ".join(str(value).split())
    return text if len(text) <= 60 else text[:57] + "..."
