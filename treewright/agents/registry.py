"""Every name that an expression may use, and the module where it lives; nothing is imported before it is asked for."""

import importlib
from typing import Any

from treewright.core.errors import Refused, nearest

GAMES = {
    "tic_tac_toe": "treewright.games.tic_tac_toe:TicTacToe",
    "connect_four": "treewright.games.connect_four:ConnectFour",
    "hex": "treewright.games.hex:Hex",
    "phantom_tic_tac_toe": "treewright.games.phantom_tic_tac_toe:PhantomTicTacToe",
    "dark_hex": "treewright.games.dark_hex:DarkHex",
    "bingo3d": "treewright.games.bingo3d:Bingo3D",
    "heap_go": "treewright.games.heap_go:HeapGo",
    "tubstap": "treewright.games.tubstap.fog:tubstap",
    "microrts": "treewright.games.microrts.rules:microrts",
}

LIBRARIES = {"openspiel": "treewright.envs.openspiel:OpenSpiel"}
"""Games of other libraries: one name for many games, which are not listed with ours."""

AGENTS = {
    "search": "treewright.agents.ready:search",
    "uct": "treewright.agents.ready:uct",
    "ucb1": "treewright.agents.ready:ucb1",
    "rave": "treewright.agents.ready:rave",
    "puct": "treewright.agents.ready:puct",
    "grave": "treewright.agents.ready:grave",
    "ucb1_tuned": "treewright.agents.ready:ucb1_tuned",
    "progressive_bias": "treewright.agents.ready:progressive_bias",
    "widening": "treewright.agents.ready:widening",
    "implicit_minimax": "treewright.agents.ready:implicit_minimax",
    "decisive": "treewright.agents.ready:decisive",
    "gumbel": "treewright.agents.ready:gumbel",
    "ismcts": "treewright.agents.worlds:ismcts",
    "pimcts": "treewright.agents.worlds:pimcts",
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
    "grave": "treewright.select.grave:GRAVE",
    "ucb1_tuned": "treewright.select.ucb1_tuned:UCB1Tuned",
    "progressive_bias": "treewright.select.progressive_bias:ProgressiveBias",
    "widening": "treewright.select.widening:Widening",
    "implicit_minimax": "treewright.select.implicit_minimax:ImplicitMinimax",
    "decisive": "treewright.select.decisive:Decisive",
    "gumbel": "treewright.select.gumbel:Gumbel",
    "settled": "treewright.select.settled:Settled",
    "solver": "treewright.select.solver:Solver",
    "uniform": "treewright.playout.uniform:Uniform",
    "tactical": "treewright.playout.tactical:Tactical",
    "weighted": "treewright.playout.weighted:Weighted",
    "by_action": "treewright.playout.weighted:ByAction",
    "mast": "treewright.playout.mast:MAST",
    "nst": "treewright.playout.nst:NST",
    "incentive": "treewright.playout.incentive:Incentive",
    "ordered": "treewright.playout.ordered:Ordered",
    "rave_order": "treewright.playout.rave_order:RaveOrder",
    "pairwise": "treewright.playout.pairwise:Pairwise",
    "last_good_reply": "treewright.playout.last_good_reply:LastGoodReply",
    "thermostrategy": "treewright.playout.thermostrategy:Thermostrategy",
    "attacking": "treewright.playout.attacking:Attacking",
    "rollout": "treewright.playout.rollout:Rollout",
    "mixed": "treewright.playout.mixed:Mixed",
    "score_so_far": "treewright.agents.horizon:ScoreSoFar",
}

PLAYERS = ("uniform", "tactical", "weighted", "ordered", "thermostrategy", "attacking")
"""Playout policies that are players by themselves."""


def find(name: str, table: dict[str, str], kind: str) -> Any:
    """The object behind a name of one of the tables."""
    if name not in table:
        raise Refused(f"there is no {kind} {name}{nearest(name, table)}")
    module, _, attribute = table[name].partition(":")
    return getattr(importlib.import_module(module), attribute)
