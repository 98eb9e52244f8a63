"""One game with a flaw for every rule: `Broken(flaw=STUCK)` breaks one rule, `Broken()` none.

A coin decides who begins. Each in turn takes one to three from a pile of nine; whoever takes the last one wins. It is
one class, so that all its flaws are compiled once; the line of a flaw is the one that names it.
"""

import dataclasses

import numpy as np

import treewright as tw

(SOUND, STUCK, TWICE, OUTSIDE, WIDER, BEYOND, ENDLESS, NOBODY, HALF_OVER, ODDS, NO_ODDS, RICH, UNEVEN, SPARE, WRAPS,
 DICE, TOUCHES, ORIGINAL, SHARED, NO_ACTION, UNFAIR, MISSED, NO_WIN, SEEN, WIPED, RESTLESS, HIDDEN_MOVER, BY_SCORE,
 SAME_TEXT, MISREAD, NO_TEXT, MUTE, INDEX, HANGS, LARGE, HISTORY, BLANKS, NEGATIVE, GLARING, BLURRED,
 OUTSIDE_PLANES) = range(41)

PILE = 9


class Broken(tw.Game):
    """Take one to three; action a takes a + 1. `history` is what key leaves out."""

    flaw: int = SOUND
    table: np.ndarray = dataclasses.field(init=False)
    memory: np.ndarray = dataclasses.field(init=False)

    chance = hidden = shows_wins = True
    actions, widest, longest = 4, 3, 1 + PILE
    score_range = (-1.0, 1.0)
    plane_shape = (2, 1, PILE)
    state = tw.record(pile="i2", tiny="i1", history=("i1", 1 + PILE), moves="i1", touched="i1", to_move="i1", over="i1",
                      score=("f4", 2))

    def __post_init__(self):
        super().__post_init__()
        self.table, self.memory = np.arange(5), np.zeros(2, np.int64)

    def start(self, s, rng):
        s.pile, s.to_move = PILE, tw.CHANCE
        if self.flaw == DICE:
            s.tiny = np.random.randint(100)  # noqa: NPY002 (that is the flaw: DICE)

    def outcomes(self, s, actions, odds):
        actions[0], actions[1] = 0, 1
        odds[0] = odds[1] = 0.4 if self.flaw == ODDS else 0.5
        if self.flaw == NO_ODDS:
            odds[0], odds[1] = 0, 1
        return 2

    def legal(self, s, actions):
        n = min(s.pile, 3)
        for k in range(n):
            actions[k] = k
        if self.flaw == STUCK and s.pile == 5:
            return 0
        if self.flaw == TWICE and n > 1:
            actions[1] = 0
        if self.flaw == OUTSIDE:
            actions[0] = 7
        if self.flaw == WIDER and s.pile > 3:
            actions[3] = 3
            return 4
        if self.flaw == BEYOND:
            actions[3] = 0
        if self.flaw == TOUCHES:
            s.touched += 1
        if self.flaw == BY_SCORE and s.score[0] > 0.25:
            return 1
        while self.flaw == HANGS and s.pile == 6:
            n = 3  # HANGS
        return n

    def play(self, s, action):
        s.history[s.moves] = 1 + action
        s.moves += 1
        if s.to_move == tw.CHANCE:
            s.to_move = action
            return
        me = s.to_move
        s.to_move = 1 - me
        self.break_something(s, me)
        if self.flaw != ENDLESS or s.pile > 3:
            s.pile -= action + 1
        if s.pile <= 0:
            s.over = 3 if self.flaw == HALF_OVER else 1
            s.score[me] = 2 if self.flaw == RICH else 1
            s.score[1 - me] = 0 if self.flaw == UNEVEN else -s.score[me]

    @tw.verb
    def break_something(self, s, me):
        if self.flaw == NOBODY:
            s.to_move = 2
        if self.flaw == SPARE:
            s.spare_bytes[0] = 1
        if self.flaw == WRAPS:
            s.tiny = 100
            s.tiny = s.tiny * 2 >= 200
        if self.flaw == SHARED:
            self.memory[0] += 1
        if self.flaw == BY_SCORE:
            s.score[0] = 0.5
        if self.flaw == INDEX:
            s.tiny = self.table[s.pile]  # INDEX
        if self.flaw == LARGE:
            s.tiny = 150 + s.pile  # LARGE
        if self.flaw == NEGATIVE:
            s.tiny = self.table[(s.pile - 10) // 2]  # NEGATIVE

    def any_action(self, s, actions, rng):
        if self.flaw == NO_ACTION:
            return 3
        if self.flaw == UNFAIR and rng.random() < 0.1:
            return 0
        return rng.below(min(s.pile, 3))

    def copy(self, to, i, s):
        to[i] = s
        if self.flaw == ORIGINAL:
            s.touched += 1

    def wins(self, s, player):
        if self.flaw == NO_WIN:
            return 0
        return s.pile - 1 if s.pile <= 3 and self.flaw != MISSED else -1

    def key(self, s):
        if self.flaw != HISTORY:
            s.history[:] = 0
        if self.flaw == WIPED and s.to_move != tw.CHANCE:
            s.pile = PILE
        if self.flaw == RESTLESS:
            s.touched += 1
        if self.flaw == HIDDEN_MOVER:
            s.to_move = 0

    def observe(self, s, player, o):
        o.pile, o.to_move, o.over = s.pile, s.to_move, s.over
        if self.flaw == SEEN:
            o.tiny = 100
            o.tiny = o.tiny * 2 >= 200

    def planes(self, s, player, out):
        out[0, 0, 0] = s.pile if self.flaw == GLARING else s.pile / PILE
        if self.flaw == BLURRED:
            s.tiny = 100
            out[1, 0, 0], s.tiny = s.tiny * 2 >= 200, 0
        if self.flaw == OUTSIDE_PLANES:
            out[1, 0, s.pile] = 1  # OUTSIDE_PLANES

    def describe(self, s, action):
        if self.flaw == SAME_TEXT:
            return "take"
        if self.flaw == NO_TEXT:
            return {}[action]  # NO_TEXT
        return f"take {action + 1}" if self.flaw == BLANKS else str(action + 1)

    def parse(self, s, text):
        return 0 if self.flaw == MISREAD else super().parse(s, text)

    def show(self, s):
        return None if self.flaw == MUTE else f"{s.pile} left"
