"""Equal time: how many simulations each rival makes in the time in which MAXI makes a thousand.

`python -m treewright.studies.incentive.calibration` measures the table below: searches of the game's start, all players
in turn, the median of several rounds. A game is not its start, so the page prints beside it what time both really took.
"""

import statistics
import time

from treewright.agents.language import agent as agent_named
from treewright.agents.language import game as game_named
from treewright.studies.incentive.playing import POLICIES, player

ROUNDS, SIMULATIONS = 9, 20_000

IN_THE_TIME_OF_A_THOUSAND: dict[str, dict[str, int]] = {
    "heap_go(3)": {"RAND": 2785, "RAVE": 2477, "MAST": 1249, "last good reply": 2353, "pairwise": 2181},
    "heap_go(5)": {"RAND": 1552, "RAVE": 1532, "MAST": 1121, "last good reply": 1257, "pairwise": 1474},
    "heap_go(7)": {"RAND": 1675, "RAVE": 1377, "MAST": 565, "last good reply": 828, "pairwise": 1086},
    "tic_tac_toe()": {"RAND": 2422, "RAVE": 2650, "MAST": 2049, "last good reply": 2246, "pairwise": 2045},
    "connect_four()": {"RAND": 2631, "RAVE": 1598, "MAST": 832, "last good reply": 1842, "pairwise": 1290},
    "hex(5)": {"RAND": 4299, "RAVE": 1201, "MAST": 463, "last good reply": 839, "pairwise": 887},
    "bingo3d()": {"RAND": 4374, "RAVE": 2096, "MAST": 680, "last good reply": 2476, "pairwise": 1416},
}


def equal_time(game: str, rival: str, simulations: int) -> int:
    """Simulations of a rival that take as long as so many of MAXI."""
    return round(simulations * IN_THE_TIME_OF_A_THOUSAND[game][rival] / 1000)


def measured(game: str) -> dict[str, int]:
    """A line of the table."""
    made, agents = game_named(game), {name: agent_named(player(name, SIMULATIONS)) for name in POLICIES}
    seconds: dict[str, list[float]] = {name: [] for name in POLICIES}
    for turn in range(ROUNDS):
        for name, agent in agents.items():
            agent.begin(made, 0, turn)
            agent.see(made.new(turn))
            begun = time.perf_counter()
            agent.choose()
            seconds[name].append(time.perf_counter() - begun)
    took = {name: statistics.median(some) for name, some in seconds.items()}
    return {name: round(1000 * took["MAXI"] / took[name]) for name in POLICIES if name != "MAXI"}


if __name__ == "__main__":
    from treewright.studies.incentive.plan import PLAYED

    for one in PLAYED:
        print(f'    "{one}": {measured(one)},', flush=True)
