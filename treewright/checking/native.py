"""A game played by compiled code, which writes down every ply and tries what a search would do with the state.

Nothing here is inlined, and a verb that several places call is called by a function of its own: it is compiled once.
"""

import numpy as np

from treewright.checking.sheet import (
    ASKING,
    BLANK,
    CHANGED_BY_COPY,
    CHANGED_BY_LOOKING,
    CHANGED_BY_PAINTING,
    COPYING,
    COUNT,
    DRAWN,
    FAULTS,
    FORGETTING,
    KEY_HIDES_MOVER,
    KEYED_TWICE,
    KEYING,
    LOOKED,
    LOOKING,
    NOT_THE_WINNER,
    OTHER_ACTIONS,
    OTHER_FUTURE,
    OTHER_GAIN,
    PAINTED,
    PAINTED_BEYOND,
    PAINTING,
    PLAYING,
    PLY,
    SEEING,
    STARTING,
    STEP,
    SWAPPED,
    SWAPPING,
    TAKEN,
    WINNER_MISSED,
    WINNING,
)
from treewright.core.compiling import compiled_recursive as compiled
from treewright.core.game import CHANCE, Actions, Game, State
from treewright.core.stream import Stream

u = np.uint64
Array = np.ndarray

FAR_BACK = 4
"""So many plies may lie between two moves that are exchanged."""


# ---------------------------------------------------------------- the verbs that several places call


@compiled
def look(game: Game, states: Array, i: int, actions: Actions, odds: Array) -> int:
    """What can happen next: legal actions, or what chance may do."""
    if game.chance and states[i].to_move == CHANCE:
        return game.outcomes(states[i], actions, odds)
    return game.legal(states[i], actions)


@compiled
def go(game: Game, states: Array, i: int, action: int) -> None:
    game.play(states[i], action)


@compiled
def put(game: Game, to: Array, i: int, states: Array, j: int) -> None:
    game.copy(to, i, states[j])


@compiled
def wipe(game: Game, states: Array, i: int) -> None:
    game.key(states[i])


# ---------------------------------------------------------------- a game


@compiled
def play_game(game: Game, states: Array, raw: Array, before: Array, lists: Array, odds: Array, notes: Array,
              marks: Array, spare: Actions, given: int, most: int, starter: Stream, asker: Stream,
              chooser: Stream) -> int:
    """Play the first `given` actions as they are noted, then at random, `most` plies at most; return how many."""
    marks[PLY], marks[STEP], marks[LOOKED] = 0, STARTING, 0
    game.start(states[0], starter)
    t = 0
    while True:
        marks[PLY] = t
        write_down(raw, before, t)
        lists[t, :], notes[t, FAULTS], notes[t, SWAPPED] = BLANK, 0, 0
        mover = states[t].to_move
        if t >= most or states[t].over or not (0 <= mover < game.players or (game.chance and mover == CHANCE)):
            return t
        marks[STEP] = LOOKING
        n = notes[t, COUNT] = look(game, states, t, lists[t], odds[t])
        if 0 < n <= game.widest and mover != CHANCE:
            marks[STEP] = ASKING
            notes[t, DRAWN] = game.any_action(states[t], spare, asker)
        if differ(raw, t, before, t):
            notes[t, FAULTS] |= CHANGED_BY_LOOKING
            write_down(raw, before, t)
        marks[LOOKED] = t + 1
        if n < 1 or n > game.widest:
            return t
        if t >= given:
            notes[t, TAKEN] = lists[t, chooser.below(n)]
        marks[STEP] = COPYING
        put(game, states, t + 1, states, t)
        marks[STEP] = PLAYING
        go(game, states, t + 1, notes[t, TAKEN])
        if differ(raw, t, before, t):
            notes[t, FAULTS] |= CHANGED_BY_COPY
        t += 1


@compiled
def write_down(raw: Array, before: Array, t: int) -> None:
    for byte in range(raw.shape[1]):
        before[t, byte] = raw[t, byte]


@compiled
def differ(raw: Array, i: int, other: Array, j: int) -> bool:
    for byte in range(raw.shape[1]):
        if raw[i, byte] != other[j, byte]:
            return True
    return False


# ---------------------------------------------------------------- the keys of its states


@compiled
def check_keys(game: Game, states: Array, keyed: Array, keyed_raw: Array, swapped_raw: Array, tried: Array,
               tried_raw: Array, lists: Array, notes: Array, marks: Array, spare: Actions, odds: Array, stamps: Array,
               kept: Array, plies: int) -> None:
    """The key of every state, and whether what it leaves out matters."""
    for t in range(plies + 1):
        marks[PLY], marks[STEP] = t, KEYING
        put(game, keyed, t, states, t)
        wipe(game, keyed, t)
        put(game, tried, 0, keyed, t)
        wipe(game, tried, 0)
        if differ(tried_raw, 0, keyed_raw, t):
            notes[t, FAULTS] |= KEYED_TWICE
        if keyed[t].to_move != states[t].to_move or keyed[t].over != states[t].over:
            notes[t, FAULTS] |= KEY_HIDES_MOVER
        if t == plies or notes[t, FAULTS] != 0:
            continue
        marks[STEP] = FORGETTING
        put(game, tried, 1, keyed, t)
        for player in range(game.players):
            tried[1].score[player] = 0
        n = look(game, tried, 1, spare, odds)
        if n != notes[t, COUNT] or not same_actions(stamps, lists[t], spare, n, t + 1):
            notes[t, FAULTS] |= OTHER_ACTIONS
            continue
        go(game, tried, 1, notes[t, TAKEN])
        if not same_gain(game, states[t], states[t + 1], tried[1]):
            notes[t, FAULTS] |= OTHER_GAIN
        wipe(game, tried, 1)
        put(game, tried, 2, states, t + 1)
        wipe(game, tried, 2)
        if not same_position(kept, tried_raw, 1, 2):
            notes[t, FAULTS] |= OTHER_FUTURE
        marks[STEP] = SWAPPING
        if swapped_can_be_played(game, states, tried, notes, spare, odds, t, partner(states, t)):
            wipe(game, tried, 3)
            for byte in range(tried_raw.shape[1]):
                swapped_raw[t, byte] = tried_raw[3, byte]
            notes[t, SWAPPED] = 1 if same_position(kept, tried_raw, 2, 3) else 2


@compiled
def same_actions(stamps: Array, one: Actions, two: Actions, n: int, stamp: int) -> bool:
    """Do two lists hold the same n actions, in whatever order? (What is no action at all is another rule's affair.)"""
    for k in range(n):
        if not 0 <= one[k] < stamps.size:
            return True
        stamps[one[k]] = stamp
    same = True
    for k in range(n):
        same = same and 0 <= two[k] < stamps.size and stamps[two[k]] == stamp
    for k in range(n):
        stamps[one[k]] = 0
    return same


@compiled
def same_gain(game: Game, was: State, now: State, other: State) -> bool:
    """Played on from no score at all, the scores rise by as much as they did, or come to the same."""
    rises, equals = True, True
    for player in range(game.players):
        a, b, c = np.float64(was.score[player]), np.float64(now.score[player]), np.float64(other.score[player])
        blur = 1e-5 * (1.0 + abs(a) + abs(b))
        if abs(c - (b - a)) > blur:
            rises = False
        if abs(c - b) > blur:
            equals = False
    return rises or equals


@compiled
def same_position(kept: Array, raw: Array, i: int, j: int) -> bool:
    for byte in kept:
        if raw[i, byte] != raw[j, byte]:
            return False
    return True


@compiled
def partner(states: Array, t: int) -> int:
    """The ply of the same player's move before the one at ply t; -1 if it is far back, or chance moved in between."""
    for ply in range(t - 1, t - 1 - FAR_BACK, -1):
        if ply < 0 or states[ply].to_move == CHANCE or states[t].to_move == CHANCE:
            return -1
        if states[ply].to_move == states[t].to_move:
            return ply
    return -1


@compiled
def swapped_can_be_played(game: Game, states: Array, tried: Array, notes: Array, spare: Actions, odds: Array, t: int,
                          first: int) -> bool:
    """Play on tried[3] the moves from ply `first` to ply t with these two exchanged, if that can be done."""
    if first < 0 or notes[t, TAKEN] == notes[first, TAKEN]:
        return False
    put(game, tried, 3, states, first)
    for ply in range(first, t + 1):
        action = notes[t if ply == first else first if ply == t else ply, TAKEN]
        if tried[3].over or tried[3].to_move != states[ply].to_move:
            return False
        legal = False
        for k in range(look(game, tried, 3, spare, odds)):
            legal = legal or spare[k] == action
        if not legal:
            return False
        go(game, tried, 3, action)
    return True


# ---------------------------------------------------------------- what only some games offer


@compiled
def check_wins(game: Game, states: Array, raw: Array, before: Array, tried: Array, lists: Array, notes: Array,
               marks: Array, answers: Array, looked: int) -> None:
    """For the player to move, does `wins` give an action that wins at once, or say rightly that there is none?"""
    for t in range(looked):
        marks[PLY], marks[STEP], player = t, WINNING, states[t].to_move
        if player == CHANCE or not 0 < notes[t, COUNT] <= game.widest:
            continue
        write_down(raw, before, t)
        for seat in range(game.players):
            answers[t, seat] = game.wins(states[t], seat)
        if differ(raw, t, before, t):
            notes[t, FAULTS] |= CHANGED_BY_LOOKING
        found, named = False, False
        for k in range(notes[t, COUNT]):
            put(game, tried, 1, states, t)
            go(game, tried, 1, lists[t, k])
            if has_won(game, tried[1], player):
                found = True
                named = named or lists[t, k] == answers[t, player]
        if answers[t, player] >= 0 and not named:
            notes[t, FAULTS] |= NOT_THE_WINNER
        if answers[t, player] < 0 and found:
            notes[t, FAULTS] |= WINNER_MISSED


@compiled
def has_won(game: Game, s: State, player: int) -> bool:
    """Is it over with more for `player` than for anybody else?"""
    if not s.over:
        return False
    for other in range(game.players):
        if other != player and s.score[other] >= s.score[player]:
            return False
    return True


@compiled
def check_sight(game: Game, states: Array, raw: Array, before: Array, seen: Array, seen_raw: Array, notes: Array,
                marks: Array, sight: Array, looked: int) -> None:
    """A digest of what every player sees: FNV-1a (Fowler, Noll & Vo) of the observations."""
    for t in range(looked):
        marks[PLY], marks[STEP] = t, SEEING
        write_down(raw, before, t)
        seen_raw[:] = 0
        for player in range(game.players):
            game.observe(states[t], player, seen[player])
        if differ(raw, t, before, t):
            notes[t, FAULTS] |= CHANGED_BY_LOOKING
        sight[t] = u(0xCBF29CE484222325)
        for player in range(game.players):
            for byte in range(seen_raw.shape[1]):
                sight[t] = (sight[t] ^ u(seen_raw[player, byte])) * u(0x100000001B3)


@compiled
def check_planes(game: Game, states: Array, raw: Array, before: Array, seen: Array, seen_raw: Array, canvas: Array,
                 canvas_raw: Array, notes: Array, marks: Array, painted: Array, plies: int) -> None:
    """A digest of the planes of every player, and whether all their numbers are from -1 to 1."""
    for t in range(plies + 1):
        marks[PLY], marks[STEP] = t, PAINTING
        write_down(raw, before, t)
        painted[t] = u(0xCBF29CE484222325)
        for player in range(game.players):
            canvas[:] = 0
            if game.hidden:
                seen_raw[player, :] = 0
                game.observe(states[t], player, seen[player])
                game.planes(seen[player], player, canvas)
            else:
                game.planes(states[t], player, canvas)
            for value in canvas.flat:
                if not -1 <= value <= 1:
                    notes[t, FAULTS] |= PAINTED_BEYOND
            for byte in canvas_raw:
                painted[t] = (painted[t] ^ u(byte)) * u(0x100000001B3)
        if differ(raw, t, before, t):
            notes[t, FAULTS] |= CHANGED_BY_PAINTING
        marks[PAINTED] = t + 1


# ---------------------------------------------------------------- beside the games


@compiled
def draw_often(game: Game, states: Array, actions: Actions, times: int, drawn: Array, rng: Stream) -> None:
    """Count what any_action gives in states[0]; whatever is no action number at all is counted last."""
    for _ in range(times):
        action = game.any_action(states[0], actions, rng)
        drawn[action if 0 <= action < drawn.size - 1 else drawn.size - 1] += 1


@compiled
def play_on(game: Game, states: Array, taken: Array) -> None:
    """Play some actions on states[0]."""
    for k in range(taken.size):
        go(game, states, 0, taken[k])
