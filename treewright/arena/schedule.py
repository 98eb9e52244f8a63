"""Who meets whom: everybody everybody else, one everybody, or everybody the next on the ladder."""

from collections.abc import Sequence
from itertools import combinations, pairwise

from treewright.core.errors import Refused, nearest

FORMATS = ("round-robin", "gauntlet", "ladder")


def meetings(format: str, agents: Sequence[str]) -> list[tuple[str, str]]:
    """The pairings of a tournament, by the agents' texts in the order given.

    round-robin    each agent meets each other one
    gauntlet       the first agent meets all others
    ladder         each agent meets the next one
    """
    if format not in FORMATS:
        raise Refused(f"there is no format {format}{nearest(format, FORMATS)}")
    if len(agents) < 2:
        raise Refused(f"a tournament is between two agents or more, not {len(agents)}")
    for agent in agents:
        if agents.count(agent) > 1:
            raise Refused(f"{agent} takes part twice")
    if format == "gauntlet":
        return [(agents[0], other) for other in agents[1:]]
    if format == "ladder":
        return list(pairwise(agents))
    return list(combinations(agents, 2))
