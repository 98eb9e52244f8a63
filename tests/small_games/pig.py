"""Pig: chance. Roll a crooked die as often as you dare; a blank loses what the turn has brought so far.

A coin decides who begins, so the very first node is chance's. Each player has three turns of one to three
rolls. Who has more points wins the difference, at most 36; nobody having held anything is a draw.
"""

import numpy as np

from treewright.core.component import verb
from treewright.core.game import CHANCE, Game
from treewright.core.record import record

HOLD, ROLL = 0, 1
FACES = np.array([0, 1, 2, 4])
ODDS = np.array([0.25, 0.35, 0.25, 0.15])
TURNS, ROLLS = 6, 3
NOBODY = -1


class Pig(Game):
    """`pot` is what the turn has brought so far; `roller` is whose turn it is."""

    chance = True
    actions, widest, longest = len(FACES), len(FACES), 1 + TURNS * (2 * ROLLS + 1)
    score_range = (-36.0, 36.0)
    state = record(points=("i2", 2), pot="i2", rolls="i1", turns="i1", roller="i1", to_move="i1", over="i1",
                   score=("f4", 2))

    def start(self, s, rng):
        s.roller = NOBODY
        s.to_move = CHANCE

    def legal(self, s, actions):
        if s.rolls == 0:
            actions[0] = ROLL
            return 1
        actions[0], actions[1] = HOLD, ROLL
        return 1 if s.rolls == ROLLS else 2

    def outcomes(self, s, actions, odds):
        if s.roller == NOBODY:
            actions[0], actions[1] = 0, 1
            odds[0] = odds[1] = 0.5
            return 2
        for face in range(len(FACES)):
            actions[face], odds[face] = face, ODDS[face]
        return len(FACES)

    def play(self, s, action):
        if s.to_move != CHANCE:
            if action == ROLL:
                s.to_move = CHANCE
            else:
                self.end_turn(s, s.pot)
        elif s.roller == NOBODY:
            s.roller = s.to_move = action
        elif FACES[action] == 0:
            self.end_turn(s, 0)
        else:
            s.pot += FACES[action]
            s.rolls += 1
            s.to_move = s.roller

    @verb
    def end_turn(self, s, brought):
        """The turn's points are kept, and the other player's turn begins."""
        s.points[s.roller] += brought
        s.pot = s.rolls = 0
        s.turns += 1
        s.roller = s.to_move = 1 - s.roller
        if s.turns == TURNS:
            s.over = 1
            s.score[0] = s.points[0] - s.points[1]
            s.score[1] = s.points[1] - s.points[0]
