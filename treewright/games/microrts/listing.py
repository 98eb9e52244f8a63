"""The legal actions of a unit, in the order in which microRTS lists them.

What others are about to do plays no part here, nor whether the unit is busy: only who stands where, and what the stock
holds now. Attacks come first, then harvesting, returning, producing and moving, each upwards, to the right, downwards
and to the left; waiting is the last, and always there.
"""

from numba.extending import register_jitable

from treewright.games.microrts.codes import ATTACK, FIRST, HARVEST, MOVE, PRODUCE, RETURN, WAIT
from treewright.games.microrts.layout import EMPTY

ATTACKS, HARVESTS, RETURNS, PRODUCES, MOVES = FIRST[ATTACK], FIRST[HARVEST], FIRST[RETURN], FIRST[PRODUCE], FIRST[MOVE]
MOST = 40
"""No unit has more: 28 attacks, and a dozen others."""


@register_jitable
def list_actions(r, s, i, listed):
    """Write the codes of unit i's legal actions, in order; return how many."""
    kind, me, here = s.kind[i], s.owner[i], s.cell[i]
    free = enemies = piles = stores = n = 0
    for d in range(4):
        there = s.at[here + r.toward[MOVES + d]]
        if there == EMPTY:
            free |= 1 << d
        elif there >= 0:
            owner = s.owner[there]
            if owner == me:
                stores |= r.is_stockpile[s.kind[there]] << d
            elif owner >= 0:
                enemies |= 1 << d
            else:
                piles |= r.is_resource[s.kind[there]] << d
    if r.can_attack[kind]:
        n = list_distant(r, s, i, listed) if r.reach2[kind] > 1 else list_toward(listed, n, ATTACKS, enemies)
    if r.can_harvest[kind]:
        n = list_toward(listed, n, RETURNS, stores) if s.load[i] > 0 else list_toward(listed, n, HARVESTS, piles)
    for k in range(r.making[kind]):
        made = r.makes[kind, k]
        if s.stock[me] >= r.cost[made]:
            n = list_toward(listed, n, PRODUCES + 4 * (made - 1), free)
    if r.can_move[kind]:
        n = list_toward(listed, n, MOVES, free)
    listed[n] = WAIT
    return n + 1


@register_jitable
def list_toward(listed, n, first, directions):
    """One action for each direction of a set."""
    for d in range(4):
        if directions >> d & 1:
            listed[n] = first + d
            n += 1
    return n


@register_jitable
def list_distant(r, s, i, listed):
    """The attacks of a unit that reaches far: the enemies in the order of the list."""
    n, foe = 0, 1 - s.owner[i]
    y, x = s.cell[i] // r.stride, s.cell[i] % r.stride
    for j in range(s.units):
        if s.owner[j] == foe:
            down, right = s.cell[j] // r.stride - y, s.cell[j] % r.stride - x
            if right * right + down * down <= r.reach2[s.kind[i]]:
                listed[n] = r.around[(down + 3) * 7 + right + 3]
                n += 1
    return n
