"""Rollouts that prefer attacks, on the maps A, B and C of TUBSTAP, beside OpenSpiel's C++ MCTSBot on Connect Four.

These are different games: the bot is a measure of the machine, in the same process, alternating. The maps are our
reconstructions of those of Lervold 2022.
"""

from collections.abc import Iterator

from treewright.agents import language
from treewright.bench.measure import Line, alternate
from treewright.bench.openspiel import bot
from treewright.bench.ours import SIMULATIONS, player
from treewright.playout.attacking import Attacking

MAPS = (("A", 4000, 0.2), ("B", 2000, 0.08), ("C", 1000, 0.033))
"""Each with the rollouts of one run, and with the share of the bot's simulations a second that they should reach."""


def rollouts(rounds: int) -> Iterator[Line]:
    """Whole games from the beginning, attacks chosen with 0.8 where there are any."""
    peer = bot("connect_four", SIMULATIONS)
    for name, count, target in MAPS:
        game = language.game(f'tubstap("{name}")')
        yield alternate("rollouts / OpenSpiel C++ MCTSBot on connect_four", f"tubstap({name}), attacking(0.8)",
                        player(game, count, Attacking()), peer, rounds, target=target)
