"""What incentive learning is worth at play: pairs of games from the same start, with the seats exchanged."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from treewright.agents.agent import Agent
from treewright.agents.language import agent as agent_named
from treewright.agents.language import game as game_named
from treewright.agents.search import Search
from treewright.arena.fixture import Fixture, pair_of
from treewright.arena.referee import play_game
from treewright.arena.starts import beginning
from treewright.core.game import Game
from treewright.core.record import view
from treewright.games.heap_go import HeapGo
from treewright.playout.uniform import Uniform
from treewright.select.uct import UCT
from treewright.studies.incentive.learning import Values
from treewright.studies.incentive.readings import reading_of

PLAYER = "uct(c=1, playout={policy}, simulations={simulations}, memory=64)"
POLICIES = {
    "MAXI": "incentive()",
    "RAND": "uniform()",
    "RAVE": "rave_order(plays='own')",
    "MAST": "mast()",
    "last good reply": "last_good_reply()",
    "pairwise": "pairwise()",
}
"""Every player is the same UCT; only the playout policy differs."""
STARTS = {"tic_tac_toe()": "random:1", "connect_four()": "random:2", "hex(5)": "random:1", "bingo3d()": "random:2"}
"""Where the game itself always begins in the same way: so many random moves."""


def player(policy: str, simulations: int) -> str:
    """The expression of a player."""
    return PLAYER.format(policy=POLICIES[policy], simulations=simulations)


def maxi_against_rand(condition: Mapping[str, Any], pair: int) -> Values:
    """Figure 6: "for each random game, the two default policies have two matches; one of them plays first at each
    match". What MAXI wins or loses in each of them, in points."""
    size, simulations, reading = condition["size"], condition["simulations"], reading_of(condition)
    game = HeapGo(size, size)
    maxi = Search(UCT(c=reading.c), reading.policy(size, size), simulations=simulations, states=reading.states)
    rand = Search(UCT(c=reading.c), Uniform(), simulations=simulations, states=reading.states)
    return play_pair(game, maxi, rand, pair_of(str(game), "maxi", "rand", pair))


def against(condition: Mapping[str, Any], pair: int) -> Values:
    """MAXI against another policy, both with their own number of simulations."""
    ours, theirs = condition["simulations"]
    first, second = player("MAXI", ours), player(condition["rival"], theirs)
    game = game_named(condition["game"])
    start = STARTS.get(condition["game"], "own")
    return play_pair(game, agent_named(first), agent_named(second),
                     pair_of(condition["game"], first, second, pair, start=start))


def against_perfect(condition: Mapping[str, Any], pair: int) -> Values:
    """What a policy loses against perfect play. Two perfect players would share the points of a pair evenly."""
    expression = player(condition["policy"], condition["simulations"])
    game = game_named(condition["game"])
    return play_pair(game, agent_named(expression), agent_named("perfect()"),
                     pair_of(condition["game"], expression, "perfect()", pair))


def play_pair(game: Game, first: Agent, second: Agent, pair: tuple[Fixture, Fixture]) -> Values:
    """The first agent's scores in both games, and the seconds that both agents thought."""
    scores, seconds = [], np.zeros(2)
    for seat, fixture in enumerate(pair):
        agents = (first, second) if seat == 0 else (second, first)
        played = play_game(game, agents, fixture.game_seed, beginning(game, fixture))
        scores.append(played.scores[seat])
        movers = movers_of(game, beginning(game, fixture).beginning.copy(), played.actions)
        assert played.thoughts is not None
        for mover, cost in zip(movers, played.thoughts["seconds"], strict=True):
            seconds[int(mover != seat)] += cost
    return {"scores": np.array(scores), "seconds": seconds}


def movers_of(game: Game, states: np.ndarray, actions: Sequence[int]) -> list[int]:
    """Who was to move at each ply; `states` goes on to where that ends."""
    movers = []
    with np.errstate(over="ignore"):
        for action in actions:
            movers.append(int(view(states).to_move))
            game.play(view(states), action)
    return movers
