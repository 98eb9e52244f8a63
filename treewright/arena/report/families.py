"""Families: agents that differ in nothing but how much they may think, and what they scored against one opponent."""

import dataclasses
from collections.abc import Iterable, Mapping, Sequence

from treewright.arena.intervals import Interval
from treewright.arena.report.names import taken_apart

BUDGETS = {"simulations": "simulations a move", "seconds": "seconds a move", "nodes": "nodes of a tree"}
"""Arguments that say how much an agent may think, and what they are called on an axis."""


@dataclasses.dataclass(frozen=True)
class Point:
    """What one member of a family scored."""

    budget: float
    score: Interval


Panel = dict[str, list[Point]]
"""Against one opponent: for each family, by its expression without the budget, the points from left to right."""


def families(agents: Iterable[str], budget: str) -> dict[str, dict[str, float]]:
    """Agents whose expressions are the same but for this argument: the budget of each member, by family."""
    found: dict[str, dict[str, float]] = {}
    for agent in agents:
        call = taken_apart(agent)
        for name, value in call.arguments:
            if name == budget and _is_amount(value):
                found.setdefault(str(call.without(budget)), {})[agent] = float(value)
    return {family: members for family, members in found.items() if len(members) > 1}


def _is_amount(text: str) -> bool:
    try:
        return 0 < float(text) < float("inf")
    except ValueError:
        return False


def panels(agents: Sequence[str], scores: Mapping[tuple[str, str], Interval], budget: str) -> dict[str, Panel]:
    """A panel for each opponent that two members of a family have met, in the order of the agents."""
    found: dict[str, Panel] = {}
    for opponent in agents:
        for family, members in families(agents, budget).items():
            points = [Point(value, scores[agent, opponent]) for agent, value in members.items()
                      if (agent, opponent) in scores]
            if len(points) > 1:
                found.setdefault(opponent, {})[family] = sorted(points, key=lambda point: point.budget)
    return found
