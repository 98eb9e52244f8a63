"""One measurement: a pair of games between a policy and plain UCT, and how long both take for the same search."""

import time
from collections.abc import Mapping
from typing import Any

import numpy as np

from treewright.agents.language import agent as agent_named
from treewright.agents.language import game as game_named
from treewright.agents.search import Search
from treewright.arena.fixture import pair_of
from treewright.arena.referee import play_game
from treewright.arena.starts import beginning
from treewright.arena.store.records import Value
from treewright.core.game import Game
from treewright.core.record import view
from treewright.studies.policies.field import PLAIN, column_of, expression

TIMED = 5000
"""Simulations of the search that is timed."""


def measured(condition: Mapping[str, Any], pair: int) -> Mapping[str, Value]:
    """What the policy scored in both games, 1 for a win and 1/2 for a draw; and the processor's seconds for one search
    of the pair's start, by plain UCT and by the policy, which goes first in every other pair."""
    column, simulations = column_of(condition["game"]), condition["simulations"]
    game = game_named(column.game)
    policy, plain = (expression(one, column, simulations) for one in (condition["policy"], PLAIN))
    points = []
    fixtures = pair_of(column.game, policy, plain, pair, start=column.start)
    for seat, fixture in enumerate(fixtures):
        ours, theirs = agent_named(policy), agent_named(plain)
        agents = (ours, theirs) if seat == 0 else (theirs, ours)
        played = play_game(game, agents, fixture.game_seed, beginning(game, fixture))
        points.append((np.sign(played.scores[seat] - played.scores[1 - seat]) + 1) / 2)
    start = after(game, beginning(game, fixtures[0]).beginning, beginning(game, fixtures[0]).actions)
    timed = [agent_named(expression(one, column, TIMED)) for one in (PLAIN, condition["policy"])]
    seconds = [0.0, 0.0]
    for k in (0, 1) if pair % 2 == 0 else (1, 0):
        seconds[k] = time_of(game, timed[k], start, pair)
    return {"points": np.array(points), "cpu": np.array(seconds)}


def after(game: Game, beginning: np.ndarray, actions: tuple[int, ...]) -> np.ndarray:
    """Where the agents take over."""
    states = beginning.copy()
    with np.errstate(over="ignore"):
        for action in actions:
            game.play(view(states), action)
    return states


def time_of(game: Game, agent: Search, start: np.ndarray, seed: int) -> float:
    """The processor's seconds for a move, so that what else the machine does hardly matters; a first one, of which
    nothing is kept, touches the memory."""
    took = 0.0
    for _ in range(2):
        agent.begin(game, int(view(start).to_move), seed)
        agent.see(start)
        begun = time.thread_time()
        agent.choose()
        took = time.thread_time() - begun
    return took
