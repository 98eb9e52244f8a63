"""Playing on with policies of units, cycle after cycle: what a playout of microRTS does.

Both players' policies are asked in every cycle in which somebody is idle, player 0 first, and each unit begins at once.
So nobody runs into a conflict, and player 0 has the first choice of cells.
"""

from treewright.core.compiling import compiled, compiled_recursive
from treewright.games.microrts.codes import ATTACK
from treewright.games.microrts.cycle import complete, jump
from treewright.games.microrts.issuing import begin, duration
from treewright.games.microrts.layout import IDLE


@compiled_recursive                # not for recursion: it is long, and inlining it would only take longer to compile
def play_on(r, s, policies, until, rng):
    """Let both players' policies play from a state until a time, or the end; returns whether the game is over."""
    while True:
        tell_idle(r, s, policies[0], 0, rng)
        tell_idle(r, s, policies[1], 1, rng)
        jump(s, until)
        if r.random:
            draw_damage(r, s, rng)
        over = complete(r, s)
        if over or s.time >= until:
            return over


@compiled
def tell_idle(r, s, policy, player, rng):
    """Every idle unit of a player begins what his policy tells it."""
    for i in range(s.units):
        if s.doing[i] == IDLE and s.owner[i] == player:
            code = policy.tell(r, s, i, rng)
            begin(r, s, i, code, duration(r, s.kind[i], code))


@compiled
def draw_damage(r, s, rng):
    """The damage of each attack that is due and has a random one."""
    for i in range(s.units):
        if s.until[i] <= s.time and r.kind_of[s.doing[i]] == ATTACK and r.low[s.kind[i]] < r.high[s.kind[i]]:
            s.drawn[i] = 1 + r.low[s.kind[i]] + rng.below(1 + r.high[s.kind[i]] - r.low[s.kind[i]])
