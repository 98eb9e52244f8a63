"""Stakes: a pass that keeps the mover. Coins in a line; take one from either end, or first raise the stakes.

Once a game each player may raise: nothing is taken, the same player moves again, and the coin that he takes
then counts double. Who has more wins the difference. The eight coins, worth 1 to 5, are drawn when the game
begins.
"""

from treewright.core.game import Game
from treewright.core.record import record

COINS, DEAREST = 8, 5
LEFT, RIGHT, RAISE = 0, 1, 2


class Stakes(Game):
    """Coins `first` to `last` still lie there; `times` is what the next coin's worth is multiplied by."""

    actions, widest, longest = 3, 3, COINS + 2
    score_range = (-30.0, 30.0)
    state = record(coins=("i1", COINS), first="i1", last="i1", times="i1", raised=("i1", 2),
                   to_move="i1", over="i1", score=("f4", 2))

    def start(self, s, rng):
        s.last, s.times = COINS - 1, 1
        for i in range(COINS):
            s.coins[i] = 1 + rng.below(DEAREST)

    def legal(self, s, actions):
        actions[0], actions[1], actions[2] = LEFT, RIGHT, RAISE
        return 2 if s.raised[s.to_move] or s.first == s.last else 3

    def play(self, s, action):
        me = s.to_move
        if action == RAISE:
            s.raised[me], s.times = 1, 2
            return
        if action == LEFT:
            coin = s.coins[s.first]
            s.first += 1
        else:
            coin = s.coins[s.last]
            s.last -= 1
        s.score[me] += coin * s.times
        s.score[1 - me] -= coin * s.times
        s.times, s.to_move = 1, 1 - me
        s.over = s.first > s.last

    def describe(self, s, action):
        return ("left", "right", "raise")[action]
