"""The rows and the columns of the table: policies as expressions of agents, games with their starts.

Every player is a search with the same budget. A rule plays with uniform playouts, a playout or a learner with UCT,
each with its own defaults; no constant was tuned for a game. Some rules use knowledge of moves, so they are given what
a beginner is told about a game: a weight from 0 to 1 for each action. They get 1/5 and 4/5 of it, since a prior of
nothing would mean never to look.
"""

import dataclasses

SIMULATIONS = 500
PLAIN = "uct()"
"""The opponent of all others."""


@dataclasses.dataclass(frozen=True)
class Column:
    """A game, the start of its pairs, and what a beginner is told about its moves."""

    game: str
    start: str
    told: str
    weights: tuple[float, ...]


def hex_weights(size: int) -> tuple[float, ...]:
    """1 in the middle, less by the same amount with each step away from it, 0 in the two corners furthest away."""
    middle = size // 2
    steps = [max(abs(y - middle), abs(x - middle), abs(y - middle + x - middle))
             for y in range(size) for x in range(size)]
    return tuple(round(1 - one / max(steps), 3) for one in steps)


COLUMNS = (
    Column("tic_tac_toe()", "random:1", "the middle, then corners", (0.5, 0, 0.5, 0, 1, 0, 0.5, 0, 0.5)),
    Column("connect_four()", "random:2", "the middle columns", (0, 0.333, 0.667, 1, 0.667, 0.333, 0)),
    Column("hex(5)", "random:1", "the middle", hex_weights(5)),
    Column("bingo3d()", "random:2", "columns in a corner or in the middle: seven lines meet there, not four",
           (1, 0, 0, 1, 0, 1, 1, 0, 0, 1, 1, 0, 1, 0, 0, 1)),
    Column("heap_go(5)", "own", "the tallest heaps", (0, 0.25, 0.5, 0.75, 1) * 5),
)
"""Heap-Go begins at random by itself; in the others, both games of a pair begin with the same random moves."""

POLICIES = {
    "ucb1_tuned": "ucb1_tuned()",
    "rave": "rave()",
    "rave, minimum": "rave(schedule=minimum)",
    "grave": "grave()",
    "puct": "puct()",
    "puct, advised": "puct(prior=by_action({weights}))",
    "gumbel": "gumbel()",
    "gumbel, advised": "gumbel(prior=by_action({weights}))",
    "progressive_bias, advised": "progressive_bias(prior=by_action({weights}))",
    "widening, advised": "widening(prior=by_action({weights}))",
    "implicit_minimax": "implicit_minimax()",
    "solver": "uct(solver=true)",
    "mast": "uct(playout=mast())",
    "nst": "uct(playout=nst())",
    "last_good_reply": "uct(playout=last_good_reply())",
    "rave_order": "uct(playout=rave_order(plays=own))",
    "pairwise": "uct(playout=pairwise())",
    "incentive": "uct(playout=incentive())",
    "decisive": "decisive()",
    "tactical": "uct(playout=tactical())",
    "decisive and tactical": "decisive(playout=tactical())",
}
"""By the names that the table has for them: selection, then playouts, then those that look one or two plies ahead."""

SLOW = {("tactical", "hex(5)"), ("decisive and tactical", "hex(5)")}
"""Hex does not say what wins at once, so every action and every reply to it is tried, at every ply of a playout."""


def column_of(game: str) -> Column:
    return next(column for column in COLUMNS if column.game == game)


def advice(column: Column) -> list[float]:
    """The weights that a policy gets."""
    return [round(0.2 + 0.8 * weight, 3) for weight in column.weights]


def expression(policy: str, column: Column, simulations: int) -> str:
    """The agent of a cell."""
    told = POLICIES[policy].format(weights=advice(column)) if policy != PLAIN else PLAIN
    inside = told[:-1]
    return f"{inside}{'' if inside.endswith('(') else ', '}simulations={simulations}, memory=64)"
