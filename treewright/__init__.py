"""Treewright: a workshop for Monte-Carlo tree search.

    import treewright as tw
    game = tw.connect_four()
    print(tw.uct(simulations=10_000).search(game, game.position("4 4 3")))

Names are imported when they are first used, so that `import treewright` costs nothing.
"""

import importlib
from typing import Any

__version__ = "0.1.0"

_HOME = {
    # writing a game or a part
    "Game": "treewright.core.game",
    "CHANCE": "treewright.core.game",
    "record": "treewright.core.record",
    "view": "treewright.core.record",
    "Component": "treewright.core.component",
    "verb": "treewright.core.component",
    "compiled": "treewright.core.compiling",
    "Selection": "treewright.core.parts",
    "Leaf": "treewright.core.parts",
    "Playout": "treewright.core.parts",
    "Preference": "treewright.core.parts",
    "Learner": "treewright.core.parts",
    "Belief": "treewright.core.parts",
    "Expansion": "treewright.core.parts",
    "Stream": "treewright.core.stream",
    "Refused": "treewright.core.errors",
    "Means": "treewright.select.means",
    "UCT": "treewright.select.uct",
    "UCB1": "treewright.select.ucb1",
    "RAVE": "treewright.select.rave",
    "PUCT": "treewright.select.puct",
    "GRAVE": "treewright.select.grave",
    "UCB1Tuned": "treewright.select.ucb1_tuned",
    "ProgressiveBias": "treewright.select.progressive_bias",
    "Widening": "treewright.select.widening",
    "ImplicitMinimax": "treewright.select.implicit_minimax",
    "Decisive": "treewright.select.decisive",
    "Gumbel": "treewright.select.gumbel",
    "Solver": "treewright.select.solver",
    "Agent": "treewright.agents.agent",
    "Result": "treewright.core.result",
    # games
    "tic_tac_toe": "treewright.games.tic_tac_toe:TicTacToe",
    "connect_four": "treewright.games.connect_four:ConnectFour",
    "hex": "treewright.games.hex:Hex",
    "phantom_tic_tac_toe": "treewright.games.phantom_tic_tac_toe:PhantomTicTacToe",
    "dark_hex": "treewright.games.dark_hex:DarkHex",
    "bingo3d": "treewright.games.bingo3d:Bingo3D",
    "heap_go": "treewright.games.heap_go:HeapGo",
    "tubstap": "treewright.games.tubstap.fog:tubstap",
    "microrts": "treewright.games.microrts.rules:microrts",
    "openspiel": "treewright.envs.openspiel:OpenSpiel",
    "openspiel_bot": "treewright.envs.openspiel_bot",
    # agents
    "search": "treewright.agents.ready",
    "uct": "treewright.agents.ready",
    "ucb1": "treewright.agents.ready",
    "rave": "treewright.agents.ready",
    "puct": "treewright.agents.ready",
    "grave": "treewright.agents.ready",
    "ucb1_tuned": "treewright.agents.ready",
    "progressive_bias": "treewright.agents.ready",
    "widening": "treewright.agents.ready",
    "implicit_minimax": "treewright.agents.ready",
    "decisive": "treewright.agents.ready",
    "gumbel": "treewright.agents.ready",
    "ismcts": "treewright.agents.worlds",
    "pimcts": "treewright.agents.worlds",
    "minimax": "treewright.agents.minimax",
    "expectiminimax": "treewright.agents.minimax",
    "alphabeta": "treewright.agents.alphabeta",
    "perfect": "treewright.agents.perfect",
    "human": "treewright.agents.human",
    # playouts and leaves
    "uniform": "treewright.playout.uniform:Uniform",
    "tactical": "treewright.playout.tactical:Tactical",
    "weighted": "treewright.playout.weighted:Weighted",
    "by_action": "treewright.playout.weighted:ByAction",
    "mast": "treewright.playout.mast:MAST",
    "incentive": "treewright.playout.incentive:Incentive",
    "nst": "treewright.playout.nst:NST",
    "rave_order": "treewright.playout.rave_order:RaveOrder",
    "pairwise": "treewright.playout.pairwise:Pairwise",
    "last_good_reply": "treewright.playout.last_good_reply:LastGoodReply",
    "thermostrategy": "treewright.playout.thermostrategy:Thermostrategy",
    "attacking": "treewright.playout.attacking:Attacking",
    "rollout": "treewright.playout.rollout:Rollout",
    "mixed": "treewright.playout.mixed:Mixed",
    # combinatorial games
    "ShortGame": "treewright.cgt.shortgame",
    "short_game": "treewright.cgt.notation",
    "heap": "treewright.cgt.notation",
    "thermograph": "treewright.cgt.notation",
    # from text, and between agents
    "agent": "treewright.agents.language",
    "game": "treewright.agents.language",
    "part": "treewright.agents.language",
    "match": "treewright.arena.match",
    "tournament": "treewright.arena.tournament",
    "play_game": "treewright.arena.referee",
}
"""Where each name of the package lives: a module, or module:attribute."""


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"treewright has no {name}")
    module, _, attribute = _HOME[name].partition(":")
    return getattr(importlib.import_module(module), attribute or name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOME])
