"""Orders from outside: what microRTS calls a player action, checked before it is issued.

An order is a row (unit, kind of action, parameter, x, y, type to produce). The unit is named by its place in the list.
The parameter is the direction, or how long to wait; x and y are the target of an attack.
"""

from numba.extending import register_jitable

from treewright.games.microrts.codes import ATTACK, FIRST, HARVEST, LONGEST_REACH, NONE, PRODUCE, WAIT
from treewright.games.microrts.issuing import issue
from treewright.games.microrts.listing import list_actions

UNKNOWN = -1


@register_jitable
def code_of(r, s, i, what, parameter, x, y, made):
    """The code of an order to unit i; UNKNOWN where there is none, for it cannot be legal."""
    if what == NONE:
        return WAIT
    if what == ATTACK:
        right, down = x - s.cell[i] % r.stride, y + 1 - s.cell[i] // r.stride
        if abs(right) > LONGEST_REACH or abs(down) > LONGEST_REACH:
            return UNKNOWN
        code = r.around[(down + 3) * 7 + right + 3]
        return code if code > 0 else UNKNOWN
    if not (NONE < what < ATTACK and 0 <= parameter < 4):
        return UNKNOWN
    if what == PRODUCE:
        return FIRST[PRODUCE] + 4 * (made - 1) + parameter if 0 < made < len(r.cost) else UNKNOWN
    return FIRST[what] + parameter


@register_jitable
def lasting_of(r, s, i, what, parameter, made):
    """How long it would take, legal or not."""
    kind = s.kind[i]
    if what == NONE:
        return parameter
    if what == ATTACK:
        return r.attack[kind]
    if what == HARVEST:
        return r.harvest[kind]
    if what == PRODUCE:
        return r.produce[made]
    return r.move[kind]


@register_jitable
def obey(r, s, orders, listed):
    """Issue one player's orders in turn. What is not legal becomes waiting for as long as it would have taken; whether
    it clashes with others plays no part in that."""
    for k in range(len(orders)):
        one = orders[k]
        i, what, parameter, made = one[0], one[1], one[2], one[5]
        code = code_of(r, s, i, what, parameter, one[3], one[4], made)
        legal = code == WAIT
        for n in range(list_actions(r, s, i, listed)):
            legal = legal or listed[n] == code
        issue(r, s, i, code if legal else WAIT, lasting_of(r, s, i, what, parameter, made))
