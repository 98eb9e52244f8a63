"""What a position is worth: the evaluation functions of microRTS, in its arithmetic.

All count the stock, what is carried, and the units by their cost and health; `me` is the player for whom. Single
precision, rounded where microRTS rounds, so that the numbers are the same to the last bit.
"""

import math

import numpy as np
from numba.extending import register_jitable

from treewright.games.microrts.codes import WAIT
from treewright.games.microrts.cycle import bury, take_effect
from treewright.games.microrts.layout import IDLE, NEVER

f = np.float32
STOCK, CARRIED, UNIT = 20, 10, 40
SQRT3, SQRT2, SQRT, SIMPLE, OPTIMISED = range(5)
NAMES = ("sqrt3", "sqrt2", "sqrt", "simple", "opt")
"""SimpleSqrtEvaluationFunction3, 2 and without a number, SimpleEvaluationFunction, SimpleOptEvaluationFunction."""
WEIGHTS = (0.19059792, 0.60513535, 0.30983887)
"""What the optimised one has in place of 20, 10 and 40."""
DECIDED = 10000


@register_jitable
def strength(r, s, player, form):
    """What a player has."""
    if form in (SQRT3, SQRT2) and s.alive[player] == 0:
        return f(0)
    optimised = form == OPTIMISED
    total = f(WEIGHTS[0]) * f(s.stock[player]) if optimised else f(STOCK * s.stock[player])
    for i in range(s.units):
        if s.owner[i] == player:
            cost, hits, most = r.cost[s.kind[i]], s.hits[i], r.hits[s.kind[i]]
            if optimised:
                total = f(total + f(f(WEIGHTS[1]) * f(s.load[i])))
                total = f(total + f(f(f(WEIGHTS[2]) * f(cost * hits)) / f(most)))
                continue
            total = f(total + f(CARRIED * s.load[i]))
            if form == SIMPLE:
                total = f(total + f(f(UNIT * cost * hits) / f(most)))
            elif form == SQRT2:
                total = f(np.float64(total) + UNIT * cost * math.sqrt(hits) / most)
            else:
                total = f(np.float64(total) + UNIT * cost * math.sqrt(hits // most))
    return total


@register_jitable
def evaluate(r, s, me, form):
    """What the position is worth to player `me`."""
    mine, theirs = strength(r, s, me, form), strength(r, s, 1 - me, form)
    if form == SQRT3:
        if f(mine + theirs) == 0:
            return f(0.5)
        return f(f(f(f(2) * mine) / f(mine + theirs)) - f(1))
    if form == SQRT2:
        if mine == 0 and theirs != 0:
            return f(-DECIDED)
        if mine != 0 and theirs == 0:
            return f(DECIDED)
    return f(mine - theirs)


@register_jitable
def forward(r, s):
    """Let all that is under way take effect at once, in order, while time stands still."""
    for i in range(s.units):
        if s.doing[i] != IDLE and s.until[i] > s.time:
            s.until[i] = s.time
    after = 0
    while True:
        found, soonest = -1, NEVER
        for i in range(s.units):
            if s.doing[i] != IDLE and after < s.rank[i] < soonest:
                found, soonest = i, s.rank[i]
        if found < 0:
            break
        after = soonest
        code, s.doing[found] = s.doing[found], WAIT
        take_effect(r, s, found, code)
    bury(s)


@register_jitable
def most_possible(r, s):
    """The bound of the evaluations that have no range: all that lies around, and what the richer player has."""
    around, richest = 0, 0
    for player in range(2):
        has = s.stock[player]
        for i in range(s.units):
            if s.owner[i] == player:
                has += s.load[i] + r.cost[s.kind[i]]
        richest = max(richest, has)
    for i in range(s.units):
        if s.owner[i] < 0:
            around += s.load[i]
    return f(UNIT * (around + richest))
