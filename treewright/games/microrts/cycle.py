"""The cycle: time goes on, and what is complete takes effect, in the order in which it was issued.

What completes in a cycle is settled before anything happens, so a unit that is killed in a cycle still does what it
completes in that cycle. Nothing happens between two completions, so time may jump to the next one.
"""

from numba.extending import register_jitable

from treewright.games.microrts.codes import ATTACK, HARVEST, MOVE, PRODUCE, RETURN
from treewright.games.microrts.issuing import let_go, rest
from treewright.games.microrts.layout import EMPTY, IDLE, NEVER


@register_jitable
def next_change(s):
    """When the next action will be complete: NEVER if nobody does anything."""
    soonest = NEVER
    for i in range(s.units):
        soonest = min(soonest, s.until[i])
    return soonest


@register_jitable
def jump(s, limit):
    """Let time go on to the next completion, at least by one cycle, and to `limit` at most."""
    s.time = max(s.time + 1, min(limit, next_change(s)))


@register_jitable
def complete(r, s):
    """All that is due by now takes effect; returns whether the game is over."""
    changed, last = False, s.units
    due, first, after = 0, -1, NEVER
    for i in range(last):
        if s.until[i] <= s.time:
            due += 1
            if s.rank[i] < after:
                first, after = i, s.rank[i]
    while due > 0:
        i, due = first, due - 1
        rank, code = s.rank[i], s.doing[i]
        if s.kind[i] >= 0:
            let_go(r, s, i)
        rest(s, i)
        changed |= take_effect(r, s, i, code)
        s.drawn[i] = 0
        first, after = -1, NEVER
        if due > 0:
            for j in range(last):
                if s.until[j] <= s.time and rank < s.rank[j] < after:
                    first, after = j, s.rank[j]
    if changed:
        bury(s)
    return s.alive[0] == 0 or s.alive[1] == 0


@register_jitable
def take_effect(r, s, i, code):
    """What unit i has completed happens; returns whether somebody died. The dead act too, but nobody sees them move."""
    what, here = r.kind_of[code], s.cell[i]
    there = here + r.toward[code]
    if what == MOVE:
        if s.kind[i] >= 0:
            s.at[here], s.at[there] = EMPTY, i
        s.cell[i] = there
        return False
    j = s.at[there]
    if what == ATTACK:
        return j >= 0 and strike(r, s, i, j)
    if what == HARVEST:
        if j < 0 or not r.is_resource[s.kind[j]] or s.load[i] > 0:
            return False
        s.load[i] = 1
        s.load[j] -= 1
        return s.load[j] <= 0 and die(r, s, j)
    if what == RETURN and j >= 0 and r.is_stockpile[s.kind[j]]:
        s.stock[s.owner[i]] += s.load[i]
        s.load[i] = 0
    elif what == PRODUCE:
        build(r, s, s.owner[i], r.made_by[code], there)
    return False


@register_jitable
def strike(r, s, i, j):
    """Unit i hits unit j; returns whether j died. Where the damage is random, it was drawn before."""
    kind = s.kind[i] if s.kind[i] >= 0 else -1 - s.kind[i]
    s.hits[j] -= r.low[kind] if r.low[kind] == r.high[kind] else s.drawn[i] - 1
    return s.hits[j] <= 0 and die(r, s, j)


@register_jitable
def die(r, s, j):
    """Unit j leaves its cell, and what it had reserved is free; what it completes in this very cycle it still does.
    Until the cycle is over it stays in the list, and its kind k is written as -1 - k."""
    if s.doing[j] != IDLE:
        let_go(r, s, j)
        if s.until[j] > s.time:
            rest(s, j)
    s.at[s.cell[j]] = EMPTY
    s.kind[j] = -1 - s.kind[j]
    if s.owner[j] >= 0:
        s.alive[s.owner[j]] -= 1
    return True


@register_jitable
def build(r, s, me, kind, there):
    """A new unit, if its owner can still pay for it."""
    s.next_number += 1
    if s.stock[me] < r.cost[kind] or s.units == len(s.kind):
        return
    s.stock[me] -= r.cost[kind]
    enter(r, s, kind, me, there, r.hits[kind], 0, s.next_number)


@register_jitable
def enter(r, s, kind, owner, there, hits, load, number):
    """A unit at the end of the list, idle."""
    i = s.units
    s.units += 1
    s.kind[i], s.owner[i], s.cell[i], s.hits[i], s.load[i], s.number[i] = kind, owner, there, hits, load, number
    rest(s, i)
    s.told[i] = s.drawn[i] = 0
    s.at[there] = i
    if owner >= 0:
        s.alive[owner] += 1


@register_jitable
def bury(s):
    """The dead leave the list; the others keep their order."""
    n = 0
    for i in range(s.units):
        if s.kind[i] >= 0:
            if n < i:
                move_up(s, n, i)
            n += 1
    for i in range(n, s.units):
        s.kind[i] = s.owner[i] = s.cell[i] = s.hits[i] = s.load[i] = s.number[i] = 0
        s.doing[i] = s.since[i] = s.until[i] = s.rank[i] = s.told[i] = s.drawn[i] = 0
    s.units = n


@register_jitable
def move_up(s, n, i):
    """Unit i becomes unit n."""
    s.kind[n], s.owner[n], s.cell[n], s.hits[n], s.load[n] = s.kind[i], s.owner[i], s.cell[i], s.hits[i], s.load[i]
    s.number[n], s.doing[n], s.since[n], s.until[n] = s.number[i], s.doing[i], s.since[i], s.until[i]
    s.rank[n], s.told[n], s.drawn[n] = s.rank[i], s.told[i], s.drawn[i]
    s.at[s.cell[n]] = n
