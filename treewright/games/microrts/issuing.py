"""Issuing: an idle unit gets something to do; two who want the same thing at the same time both wait, or take turns.

What is issued reserves the cell that it moves or builds into, and a production what it costs, which is paid when it is
complete. The unit's own cell needs no reservation, since it is occupied.
"""

from numba.extending import register_jitable

from treewright.games.microrts.codes import ATTACK, HARVEST, NONE, PRODUCE, WAIT
from treewright.games.microrts.layout import IDLE, NEVER

DEFAULT_WAIT = 10


@register_jitable
def duration(r, kind, code):
    """How long a unit of a kind takes for an action; waiting takes as long as one says."""
    what = r.kind_of[code]
    if what == ATTACK:
        return r.attack[kind]
    if what == HARVEST:
        return r.harvest[kind]
    if what == PRODUCE:
        return r.produce[r.made_by[code]]
    return DEFAULT_WAIT if what == NONE else r.move[kind]          # returning takes as long as moving


@register_jitable
def price(r, code):
    """What an action will cost its owner."""
    return r.cost[r.made_by[code]] if r.kind_of[code] == PRODUCE else 0


@register_jitable
def fits(r, s, i, code):
    """Is an action consistent with all that is reserved, by either player? Where somebody has promised more than he
    has, nothing is."""
    if r.claims[code] and s.taken[s.cell[i] + r.toward[code]]:
        return False
    me = s.owner[i]
    mine = s.owed[me] + price(r, code)
    foe = s.owed[1 - me]
    return not (s.owed[me] > 0 and mine > s.stock[me]) and not (foe > 0 and foe > s.stock[1 - me])


@register_jitable
def may_add(r, s, i, code):
    """The same seen from what is reserved: does it leave room for the action? (They differ only where somebody has
    promised more than he has.)"""
    if r.claims[code] and s.taken[s.cell[i] + r.toward[code]]:
        return False
    cost = price(r, code)
    return cost == 0 or s.owed[s.owner[i]] + cost <= s.stock[s.owner[i]]


@register_jitable
def begin(r, s, i, code, lasting):
    """Unit i, idle, begins an action, and reserves what it needs."""
    s.rank[i] = s.next_rank
    s.next_rank += 1
    undertake(r, s, i, code, lasting)


@register_jitable
def undertake(r, s, i, code, lasting):
    """The same at the place in the order that the unit has."""
    s.doing[i], s.since[i], s.until[i] = code, s.time, s.time + lasting
    if r.claims[code]:
        s.taken[s.cell[i] + r.toward[code]] = 1
        s.owed[s.owner[i]] += price(r, code)


@register_jitable
def let_go(r, s, i):
    """Give back what unit i has reserved."""
    code = s.doing[i]
    if r.claims[code]:
        s.taken[s.cell[i] + r.toward[code]] = 0
        s.owed[s.owner[i]] -= price(r, code)


@register_jitable
def rest(s, i):
    """Unit i is idle."""
    s.doing[i], s.since[i], s.until[i], s.rank[i] = IDLE, 0, NEVER, 0


@register_jitable
def clash(r, s, j, i, code):
    """Does what unit j is doing stand against unit i's action? Costs are compared one by one."""
    theirs = s.doing[j]
    if r.claims[theirs] and r.claims[code] and s.cell[j] + r.toward[theirs] == s.cell[i] + r.toward[code]:
        return True
    cost, me = price(r, code), s.owner[i]
    return cost > 0 and cost + (price(r, theirs) if s.owner[j] == me else 0) > s.stock[me]


@register_jitable
def next_clash(r, s, i, code, after):
    """The unit whose assignment is the first after a rank that stands against unit i's action; -1 if none does."""
    found = -1
    for j in range(s.units):
        if s.doing[j] != IDLE and s.rank[j] > after and clash(r, s, j, i, code):
            if found < 0 or s.rank[j] < s.rank[found]:
                found = j
    return found


@register_jitable
def issue(r, s, i, code, lasting):
    """Give unit i an action that takes so long, whatever it was doing. Where it clashes with one of the same cycle,
    both wait, or they give way by turns; where with an older one, it is dropped, and the unit idle after the cycle."""
    wanted = code
    if r.claims[wanted]:
        j = next_clash(r, s, i, wanted, -1)
        while j >= 0:
            if s.since[j] == s.time:
                wait = min(s.until[j] - s.since[j], lasting)
                if not r.alternate or s.conflicts % 2 == 1:
                    let_go(r, s, j)
                    s.doing[j], s.until[j] = WAIT, s.time + wait
                if not r.alternate or s.conflicts % 2 == 0:
                    code, lasting = WAIT, wait
                s.conflicts += r.alternate
            else:
                code, lasting = WAIT, -1
            j = next_clash(r, s, i, wanted, s.rank[j])
    if s.doing[i] == IDLE:
        begin(r, s, i, code, lasting)
    else:
        let_go(r, s, i)
        undertake(r, s, i, code, lasting)
