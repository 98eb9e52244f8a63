"""What a learner knows after so many simulations: the match rate of its L*, and of what it is compared with."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from treewright.agents.search import Search
from treewright.core.record import view
from treewright.core.stream import branch
from treewright.core.thinking import Budget
from treewright.games.heap_go import HeapGo
from treewright.playout.linear_ordering import cost, exact, from_scratch
from treewright.playout.rave_order import RaveOrder
from treewright.select.uct import UCT
from treewright.studies.incentive.divide import divide
from treewright.studies.incentive.exact import exact_differences
from treewright.studies.incentive.match_rate import hotter, match_rate, pairs, random_setup
from treewright.studies.incentive.readings import MEMORY, Reading, reading_of

SECONDS_FOR_EXACT = 5.0
Values = dict[str, int | float | np.ndarray]
Order = list[int] | np.ndarray
"""Action numbers, the best first."""


def match_rates(condition: Mapping[str, Any], seed: int) -> Values:
    """Of L*, after each of the numbers of simulations."""
    size, reading = condition["size"], reading_of(condition)
    default, budgets = condition.get("default", "maxi"), condition["simulations"]
    setup = random_setup(size, size, seed)
    game = HeapGo(size, size)
    if reading.session == "game":
        orders = [order_after_a_game(reading, game, seed, most) for most in budgets]
    else:
        orders = orders_within_a_search(reading.learner(size, size, budgets[-1], default), game, seed, budgets)
    return {"match": rates(orders, setup)}


def rave_match_rates(condition: Mapping[str, Any], seed: int) -> Values:
    """Of RAVE's order, learnt from the same simulations with random playouts."""
    size, budgets = condition["size"], condition["simulations"]
    policy = RaveOrder(default="rand", plays=condition["plays"])
    search = Search(UCT(c=condition["c"]), policy, simulations=budgets[-1], states=condition["states"], reuse=False,
                    memory=MEMORY)
    orders = orders_within_a_search(search, HeapGo(size, size), seed, budgets)
    return {"match": rates(orders, random_setup(size, size, seed))}


def ceiling(condition: Mapping[str, Any], seed: int) -> Values:
    """Of the order of least cost under the exact D, over all positions or over those that a game can meet."""
    size = condition["size"]
    setup = random_setup(size, size, seed)
    best = exact(exact_differences(setup, condition["alternating"]))
    compared, equal = pairs(setup)
    return {"match": match_rate(best.order, hotter(setup)), "proven": int(best.proven), "compared": compared,
            "equal": equal}


def loss(condition: Mapping[str, Any], seed: int) -> Values:
    """What L* costs as it is kept step by step, sorted again from scratch, and at least; and each one's match rate."""
    size, reading = condition["size"], reading_of(condition)
    setup, agent = random_setup(size, size, seed), reading.learner(size, size, condition["simulations"])
    orders_within_a_search(agent, HeapGo(size, size), seed, [condition["simulations"]])
    learnt: Any = agent.learnt
    square, kept = learnt.differences.matrix(size * size), learnt.listed
    scratch, best = from_scratch(square), exact(square, SECONDS_FOR_EXACT)
    costs = [cost(order, square) for order in (kept, scratch, best.order)]
    return {"costs": np.array(costs), "match": rates([kept, scratch, best.order], setup), "proven": int(best.proven),
            "differences": float(np.maximum(square, 0).sum())}


def divided(condition: Mapping[str, Any], seed: int) -> Values:
    """Of the order merged from groups of heaps, and of a search of all heaps with as many simulations in all."""
    size, reading = condition["size"], reading_of(condition)
    setup = random_setup(size, size, seed)
    group: Any = Search(UCT(c=reading.c), reading.policy(1, 1), simulations=condition["simulations"],
                        states=reading.states, reuse=False, memory=MEMORY)
    found = divide(setup, group, branch(seed, 1))
    whole = orders_within_a_search(reading.learner(size, size, found.simulations), HeapGo(size, size), seed,
                                   [found.simulations])
    return {"match": rates([found.order, *whole], setup), "runs": found.runs, "simulations": found.simulations,
            "overruled": found.overruled}


# ---------------------------------------------------------------- how a learner is asked


def orders_within_a_search(agent: Search, game: HeapGo, seed: int, budgets: Sequence[int]) -> list[Order]:
    """The orders that one search of the start has learnt after each number of simulations."""
    agent.begin(game, 0, branch(seed, 1))
    agent.see(game.new(seed))
    return [listed(agent) for _ in pauses(agent, budgets)]


def pauses(agent: Search, budgets: Sequence[int]) -> Iterator[int]:
    """Search on, with a pause after each number of simulations, in ascending order."""
    done = 0
    for most in budgets:
        agent.budget = Budget(simulations=most - done)
        agent.choose()
        yield most
        done = most


def order_after_a_game(reading: Reading, game: HeapGo, seed: int, simulations: int) -> Order:
    """The order learnt from a game that the learner plays against itself; no game has more moves than counters."""
    agent = reading.learner(game.widest, game.tallest, max(1, simulations // game.actions))
    state = game.new(seed)
    agent.begin(game, 0, branch(seed, 1))
    while not view(state).over:
        agent.see(state)
        game.play(view(state), agent.choose())
    return listed(agent)


def listed(agent: Search) -> Order:
    """What the playout policy has learnt."""
    learnt: Any = agent.learnt
    return learnt.listed


def rates(orders: Sequence[Order], setup: np.ndarray) -> np.ndarray:
    """Their match rates, in per cent."""
    known = hotter(setup)
    return np.array([match_rate(order, known) for order in orders])
