"""Every name that an expression may use, and the module where it lives; nothing is imported before it is asked for."""

import importlib
from typing import Any

from treewright.core.errors import Refused, nearest

GAMES = {
    "tic_tac_toe": "treewright.games.tic_tac_toe:TicTacToe",
    "connect_four": "treewright.games.connect_four:ConnectFour",
    "hex": "treewright.games.hex:Hex",
    "bingo3d": "treewright.games.bingo3d:Bingo3D",
    "heap_go": "treewright.games.heap_go:HeapGo",
}

LIBRARIES = {"openspiel": "treewright.envs.openspiel:OpenSpiel"}
"""Games of other libraries: one name for many games, which are not listed with ours."""

AGENTS = {
    "search": "treewright.agents.ready:search",
    "uct": "treewright.agents.ready:uct",
    "ucb1": "treewright.agents.ready:ucb1",
    "rave": "treewright.agents.ready:rave",
    "puct": "treewright.agents.ready:puct",
    "minimax": "treewright.agents.minimax:minimax",
    "alphabeta": "treewright.agents.alphabeta:alphabeta",
    "expectiminimax": "treewright.agents.minimax:expectiminimax",
    "perfect": "treewright.agents.perfect:perfect",
    "human": "treewright.agents.human:human",
}

PARTS = {
    "uct": "treewright.select.uct:UCT",
    "ucb1": "treewright.select.ucb1:UCB1",
    "rave": "treewright.select.rave:RAVE",
    "puct": "treewright.select.puct:PUCT",
    "settled": "treewright.select.settled:Settled",
    "solver": "treewright.select.solver:Solver",
    "uniform": "treewright.playout.uniform:Uniform",
    "tactical": "treewright.playout.tactical:Tactical",
    "weighted": "treewright.playout.weighted:Weighted",
    "by_action": "treewright.playout.weighted:ByAction",
    "mast": "treewright.playout.mast:MAST",
    "incentive": "treewright.playout.incentive:Incentive",
    "ordered": "treewright.playout.ordered:Ordered",
    "rave_order": "treewright.playout.rave_order:RaveOrder",
    "pairwise": "treewright.playout.pairwise:Pairwise",
    "last_good_reply": "treewright.playout.last_good_reply:LastGoodReply",
    "thermostrategy": "treewright.playout.thermostrategy:Thermostrategy",
    "rollout": "treewright.playout.rollout:Rollout",
    "mixed": "treewright.playout.mixed:Mixed",
    "score_so_far": "treewright.agents.horizon:ScoreSoFar",
}

PLAYERS = ("uniform", "tactical", "weighted", "ordered", "thermostrategy")
"""Playout policies that are players by themselves."""


def find(name: str, table: dict[str, str], kind: str) -> Any:
    """The object behind a name of one of the tables."""
    if name not in table:
        raise Refused(f"there is no {kind} {name}{nearest(name, table)}")
    module, _, attribute = table[name].partition(":")
    return getattr(importlib.import_module(module), attribute)
