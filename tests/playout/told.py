"""Playouts that learn are told of simulations that nobody ran."""

import numpy as np

from treewright.core.component import fitted
from treewright.core.desk import trace_dtype
from treewright.core.record import view


def traced(game, moves, z):
    """The record of a simulation below the tree: its (player, action)s, and z for the first of two players."""
    traces = np.zeros(1, trace_dtype(game))
    trace = view(traces)
    for t, (player, action) in enumerate(moves):
        trace.player[t], trace.action[t] = player, action
    trace.length = len(moves)
    trace.reward[:] = trace.score[:] = z, -z
    return trace


def learnt(policy, game, simulations):
    """The policy after some simulations, each (moves, z)."""
    policy = fitted(policy, game)
    for moves, z in simulations:
        policy.learn(game, None, None, traced(game, moves, z))
    return policy
