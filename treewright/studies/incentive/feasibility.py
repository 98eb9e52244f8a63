"""Is incentive learning feasible for a game? The test of section VI, on positions near the start of a game.

"One way of measuring the feasibility of incentive learning for a problem is to check whether the match rate between the
output action sequence L of incentive learning and the output action sequence of MCTS increases with increased
simulations."
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from treewright.agents.language import agent as agent_named
from treewright.agents.language import game as game_named
from treewright.arena.fixture import Fixture
from treewright.arena.starts import beginning
from treewright.core.record import view
from treewright.core.stream import branch
from treewright.studies.incentive.learning import Order, Values, listed, pauses
from treewright.studies.incentive.playing import STARTS, movers_of, player


def feasibility(condition: Mapping[str, Any], number: int) -> Values:
    """The match rate between L* and the actions at the root by their means, after each number of simulations."""
    game, budgets = game_named(condition["game"]), condition["simulations"]
    start = beginning(game, Fixture(condition["game"], ("", ""), STARTS.get(condition["game"], "own"), number=number))
    position = start.beginning.copy()
    movers_of(game, position, start.actions)
    agent: Any = agent_named(player("MAXI", budgets[-1]))
    agent.begin(game, int(view(position).to_move), branch(number, 1))
    agent.see(position)
    found = [agreement(listed(agent), {row.action: row.mean for row in agent.result().rows if row.visits})
             for _ in pauses(agent, budgets)]
    return {"match": np.array(found)}


def agreement(order: Order, worth: Mapping[int, float]) -> float:
    """In how many per cent of the pairs of actions the one that is worth more stands before the other; pairs that are
    worth the same do not count."""
    place = {action: k for k, action in enumerate(order)}
    actions = sorted(worth, key=lambda action: place[action])
    pairs = [(worth[one], worth[other]) for k, one in enumerate(actions) for other in actions[k + 1:]]
    agreed = [one > other for one, other in pairs if one != other]
    return 100 * float(np.mean(agreed)) if agreed else float("nan")
