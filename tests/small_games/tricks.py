"""Tricks: hidden hands. Nobody sees what the other holds, so each sampled world has its own legal actions.

Ten cards of two suits; each player is dealt four, and two stay out of the game. The leader plays any card,
the other must follow suit if he can; the higher card of the suit led takes the trick, and who takes it leads
the next. The score is the difference of tricks: -4, -2, 0, 2 or 4.
"""

import numpy as np

from treewright.core.component import verb
from treewright.core.game import Game
from treewright.core.parts import Belief
from treewright.core.record import record

CARDS, HAND = 10, 4
ALL = (1 << CARDS) - 1
SUITS = np.array([0b0101010101, 0b1010101010], np.int16)
NONE = -1


class Tricks(Game):
    """Cards 0 to 9: the suit is even or odd, the higher number the higher card. Hands are sets of cards."""

    hidden = True
    actions, widest, longest = CARDS, CARDS, 2 * HAND
    score_range = (-4.0, 4.0)
    state = record(hands=("i2", 2), played="i2", led="i1", tricks=("i1", 2), to_move="i1", over="i1",
                   score=("f4", 2))

    def start(self, s, rng):
        s.led = NONE
        s.hands[0] = self.deal(ALL, HAND, rng)
        s.hands[1] = self.deal(ALL & ~s.hands[0], HAND, rng)

    def legal(self, s, actions):
        hand = s.hands[s.to_move]
        if s.led != NONE:
            following = hand & SUITS[s.led % 2]
            if following:
                hand = following
        n = 0
        for card in range(CARDS):
            if hand >> card & 1:
                actions[n] = card
                n += 1
        return n

    def play(self, s, action):
        me = s.to_move
        s.hands[me] ^= 1 << action
        s.played |= 1 << action
        if s.led == NONE:
            s.led = action
            s.to_move = 1 - me
            return
        takes = action % 2 == s.led % 2 and action > s.led
        taker = me if takes else 1 - me
        s.tricks[taker] += 1
        s.led, s.to_move = NONE, taker
        if s.hands[me] == 0:
            s.over = 1
            s.score[0] = s.tricks[0] - s.tricks[1]
            s.score[1] = s.tricks[1] - s.tricks[0]

    def observe(self, s, player, o):
        o.hands[player], o.hands[1 - player] = s.hands[player], 0
        o.played, o.led, o.to_move, o.over = s.played, s.led, s.to_move, s.over
        for one in range(2):
            o.tricks[one], o.score[one] = s.tricks[one], s.score[one]

    @verb
    def deal(self, cards, n, rng):
        """n of a set of cards, each choice as likely as any other (Knuth 3.4.2, algorithm S)."""
        hand, wanted, left = 0, n, 0
        for card in range(CARDS):
            left += cards >> card & 1
        for card in range(CARDS):
            if cards >> card & 1:
                if rng.below(left) < wanted:
                    hand |= 1 << card
                    wanted -= 1
                left -= 1
        return hand


class Redeal(Belief):
    """The other player holds any of the cards that have not been seen, each hand as likely as any other."""

    def sample(self, game, observation, states, i, rng):
        game.copy(states, i, observation[0])
        s = states[i]
        mine, held = s.hands[s.to_move], 0
        for card in range(CARDS):
            held += mine >> card & 1
        if s.led != NONE:
            held -= 1
        s.hands[1 - s.to_move] = game.deal(ALL & ~(mine | s.played), held, rng)
