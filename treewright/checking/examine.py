"""What the sheet of one game says about the rules."""

from collections.abc import Callable
from typing import Any

import numpy as np

from treewright.checking.sheet import (
    BLANK,
    CHANGED_BY_COPY,
    CHANGED_BY_LOOKING,
    CHANGED_BY_PAINTING,
    KEY_HIDES_MOVER,
    KEYED_TWICE,
    LOOKED,
    NOT_THE_WINNER,
    OTHER_ACTIONS,
    OTHER_FUTURE,
    OTHER_GAIN,
    PAINTED_BEYOND,
    WINNER_MISSED,
    Sheet,
)
from treewright.core.game import CHANCE, Game
from treewright.core.record import SPARE

Add = Callable[[str, str, int, str], None]
"""Takes a rule, a sentence, how many moves were made, and the verb that is to blame."""

ODDS_BLUR = 1e-6
FAULTS = {
    CHANGED_BY_LOOKING: ("looks", "legal", "asking what is legal (or any_action, outcomes, wins, observe) changes the "
                                           "state"),
    CHANGED_BY_COPY: ("copies", "copy", "playing on a copy changes the original"),
    KEYED_TWICE: ("keys", "key", "key changes a state that is a key already"),
    KEY_HIDES_MOVER: ("keys", "key", "key changes to_move or over, which matter to the rest of the game"),
    OTHER_ACTIONS: ("keys", "key", "other actions are legal once the key is taken and the score is set to 0"),
    OTHER_FUTURE: ("keys", "key", "play leads elsewhere once the key is taken and the score is set to 0"),
    OTHER_GAIN: ("keys", "play", "what play adds to the score depends on the score before, or on what key leaves out"),
    NOT_THE_WINNER: ("wins", "wins", "wins gives an action that does not win at once"),
    WINNER_MISSED: ("wins", "wins", "wins finds nothing, but there is an action that wins at once"),
    CHANGED_BY_PAINTING: ("looks", "planes", "planes changes the state"),
    PAINTED_BEYOND: ("planes", "planes", "planes writes a number that is not from -1 to 1"),
}


def examine(game: Game, sheet: Sheet, plies: int, add: Add, asked: bool) -> None:
    """Look through a game of `plies` plies; `asked` says whether any_action was asked at each of them."""
    looked = int(sheet.marks[LOOKED])
    states = sheet.states[: plies + 1]
    _movers(game, states, add)
    _numbers(game, sheet, looked, add)
    _lists(game, sheet, looked, add)
    if game.chance:
        _odds(game, sheet, states, looked, add)
    if asked:
        _drawn(game, sheet, states, looked, add)
    if game.shows_wins and asked:
        _answers(game, sheet, states, looked, add)
    _end(game, states, plies, add)
    _spare(game, states, add)


def examine_faults(sheet: Sheet, plies: int, add: Add) -> None:
    """What compiled code noted down on the way."""
    faults = sheet.faults[: plies + 1]
    if faults.any():
        for fault, (rule, verb, sentence) in FAULTS.items():
            for t in np.flatnonzero(faults & fault)[:1]:
                add(rule, sentence, int(t) + (rule == "copies"), verb)


def _first(bad: np.ndarray) -> int | None:
    return int(np.argmax(bad)) if bad.any() else None


def _movers(game: Game, states: np.ndarray, add: Add) -> None:
    over, mover = states["over"], states["to_move"]
    t = _first((over != 0) & (over != 1))
    if t is not None:
        add("mover", f"over is {over[t]}; it must be 0 or 1", t, "play" if t else "start")
    wrong = (over == 0) & ((mover < 0) | (mover >= game.players))
    if game.chance:
        wrong &= mover != CHANCE
    t = _first(wrong)
    if t is not None:
        allowed = f"a player, 0 to {game.players - 1}" + (", or CHANCE" if game.chance else "")
        meant = "; for CHANCE declare chance = True" if mover[t] == CHANCE and not game.chance else ""
        add("mover", f"to_move is {mover[t]}; it must be {allowed}{meant}", t, "play" if t else "start")


def _numbers(game: Game, sheet: Sheet, looked: int, add: Add) -> None:
    counts = sheet.counts[:looked]
    t = _first(counts < 1)
    if t is not None:
        verb = _asked(sheet, t)
        what = "nothing is legal, but the game is not over" if counts[t] == 0 else f"{verb} returned {counts[t]}"
        add("stuck", f"{what}: let play set over (and score), or let {verb} give something such as a pass", t, verb)
    t = _first(counts > game.widest)
    if t is not None:
        add("widest", f"{_asked(sheet, t)} returned {counts[t]}, but widest is {game.widest}", t, _asked(sheet, t))
    beyond = (sheet.lists[:looked, game.widest :] != BLANK).any(axis=1) & (counts <= game.widest)
    t = _first(beyond)
    if t is not None:
        place = game.widest + int(np.argmax(sheet.lists[t, game.widest :] != BLANK))
        add("widest", f"{_asked(sheet, t)} writes actions[{place}], but widest is {game.widest}", t, _asked(sheet, t))


def _asked(sheet: Sheet, t: int) -> str:
    return "outcomes" if sheet.states["to_move"][t] == CHANCE else "legal"


def _lists(game: Game, sheet: Sheet, looked: int, add: Add) -> None:
    counts = np.minimum(sheet.counts[:looked], game.widest)
    if not looked or counts.max() < 1:
        return
    lists = sheet.lists[:looked, : counts.max()]
    blank = np.arange(lists.shape[1]) >= counts[:, None]
    outside = ((lists < 0) | (lists >= game.actions)) & ~blank
    t = _first(outside.any(axis=1))
    if t is not None:
        action = lists[t, np.argmax(outside[t])]
        unwritten = action == BLANK
        said = "an entry that it did not write" if unwritten else f"action {action}"
        add("legal", f"{_asked(sheet, t)} gives {said}; actions are 0 to {game.actions - 1}", t, _asked(sheet, t))
        return
    ordered = np.sort(np.where(blank, game.actions + np.arange(lists.shape[1]), lists), axis=1)
    twice = ordered[:, 1:] == ordered[:, :-1]
    t = _first(twice.any(axis=1))
    if t is not None:
        add("legal", f"{_asked(sheet, t)} gives action {ordered[t, np.argmax(twice[t])]} twice", t, _asked(sheet, t))


def _odds(game: Game, sheet: Sheet, states: np.ndarray, looked: int, add: Add) -> None:
    for t in np.flatnonzero(states["to_move"][:looked] == CHANCE):
        n = int(sheet.counts[t])
        if not 0 < n <= game.widest:
            continue
        odds = sheet.odds[t, :n]
        wrong = _first(~(odds > 0))
        if wrong is not None:
            add("chance", f"outcome {sheet.lists[t, wrong]} has odds {odds[wrong]:g}; leave out what cannot happen",
                int(t), "outcomes")
        elif abs(odds.sum() - 1) > ODDS_BLUR:
            add("chance", f"the odds add up to {odds.sum():g}, not to 1", int(t), "outcomes")


def _drawn(game: Game, sheet: Sheet, states: np.ndarray, looked: int, add: Add) -> None:
    counts = np.minimum(sheet.counts[:looked], game.widest)
    asked = (counts > 0) & (states["to_move"][:looked] != CHANCE)
    if not asked.any():
        return
    lists = sheet.lists[:looked, : counts.max()]
    there = (lists == sheet.drawn[:looked, None]) & (np.arange(lists.shape[1]) < counts[:, None])
    t = _first(asked & ~there.any(axis=1))
    if t is not None:
        add("fair", f"any_action gave {sheet.drawn[t]}, which is not legal", t, "any_action")


def _answers(game: Game, sheet: Sheet, states: np.ndarray, looked: int, add: Add) -> None:
    answers = sheet.answers[:looked]
    wrong = ((answers < -1) | (answers >= game.actions)) & (states["to_move"][:looked, None] != CHANCE)
    t = _first(wrong.any(axis=1))
    if t is not None:
        player = int(np.argmax(wrong[t]))
        add("wins", f"wins(s, {player}) gave {answers[t, player]}, which is neither an action nor -1", t, "wins")


def _end(game: Game, states: np.ndarray, plies: int, add: Add) -> None:
    last: Any = states[plies]
    if not last["over"]:
        if plies >= game.longest:
            add("ends", f"the game is not over after {plies} moves, but longest is {game.longest}", plies, "play")
        return
    low, high = game.score_range
    scores = last["score"].astype(np.float64)
    blur = 1e-5 * max(abs(low), abs(high), 1.0)
    for player, score in enumerate(scores):
        if not low - blur <= score <= high + blur:
            add("scores", f"player {player} has {score:g}, but score_range is {low:g} to {high:g}", plies, "play")
            break
    if game.zero_sum and game.players == 2 and not abs(scores.sum()) <= blur:
        add("zero_sum", f"the scores are {scores[0]:g} and {scores[1]:g}; if that is meant, declare zero_sum = False",
            plies, "play")


def _spare(game: Game, states: np.ndarray, add: Add) -> None:
    for name in game.state.names or ():
        if name.startswith(SPARE):
            t = _first(np.any(states[name].reshape(len(states), -1), axis=1))
            if t is not None:
                verb = "play" if t else "start"
                add("spare", f"{name} is written to; give what needs room a field of its own", t, verb)
