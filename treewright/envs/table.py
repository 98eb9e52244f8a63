"""The compiled half of many games side by side: begin, play, let chance move, show.

It imports the heart alone, so that nothing else that is edited compiles it anew.
"""

import numpy as np

from treewright.core.compiling import compiled
from treewright.core.component import Component, declares
from treewright.core.expansion import by_chance
from treewright.core.game import CHANCE, Game
from treewright.core.planes import Eyes, look, new_eyes, plane_shape
from treewright.core.scale import scale_for
from treewright.core.stream import Stream

ALL_LEGAL = -1


@declares
class Table(Component):
    """The games, and what was last seen of them."""

    states: np.ndarray
    blank: np.ndarray
    """record[1]: what a state is before the game begins."""
    streams: np.ndarray
    """uint64[n, 2]: each game's random numbers."""
    dice: Stream
    """The stream that is in use: it takes up the numbers of one game after the other."""
    eyes: Eyes
    odds: np.ndarray
    planes: np.ndarray
    masks: np.ndarray
    movers: np.ndarray
    rewards: np.ndarray
    over: np.ndarray
    shift: float
    factor: float


def new_table(game: Game, games: int, scale: str) -> Table:
    kept = scale_for(scale, game.score_range)
    return Table(np.zeros(games, game.state), np.zeros(1, game.state), np.zeros((games, 2), np.uint64), Stream(0),
                 new_eyes(game), np.zeros(game.widest), np.zeros((games, *plane_shape(game)), np.float32),
                 np.zeros((games, game.actions), np.int8), np.zeros(games, np.int64),
                 np.zeros((games, game.players), np.float32), np.zeros(games, np.bool_), kept.shift, kept.factor)


@compiled
def take_up(table: Table, i: int) -> None:
    """Draw from the numbers of game i from now on."""
    table.dice.state[0], table.dice.state[1] = table.streams[i, 0], table.streams[i, 1]


@compiled
def put_down(table: Table, i: int) -> None:
    table.streams[i, 0], table.streams[i, 1] = table.dice.state[0], table.dice.state[1]


@compiled
def let_chance_move(game: Game, table: Table, i: int) -> None:
    """Until a player is to move."""
    if game.chance:
        s = table.states[i]
        while s.over == 0 and s.to_move == CHANCE:
            game.play(s, by_chance(game, s, table.eyes.actions, table.odds, table.dice))


@compiled
def begin(game: Game, table: Table, i: int) -> None:
    """A new game in place i."""
    table.states[i] = table.blank[0]
    game.start(table.states[i], table.dice)
    let_chance_move(game, table, i)


@compiled
def show(game: Game, table: Table, i: int) -> None:
    """What whoever is to move sees, and may do."""
    table.movers[i] = table.states[i].to_move
    look(game, table.eyes, table.states, i, table.movers[i], table.planes[i], table.masks[i])


@compiled
def begin_all(game: Game, table: Table) -> None:
    for i in range(len(table.states)):
        take_up(table, i)
        begin(game, table, i)
        put_down(table, i)
        show(game, table, i)


@compiled
def first_illegal(game: Game, table: Table, actions: np.ndarray) -> int:
    """The first game whose action is not legal."""
    for i in range(len(table.states)):
        if not 0 <= actions[i] < game.actions or table.masks[i, actions[i]] == 0:
            return i
    return ALL_LEGAL


@compiled
def step_all(game: Game, table: Table, actions: np.ndarray) -> int:
    """Play one action in each game. If one of them is not legal, nothing is played, and its game is returned."""
    wrong = first_illegal(game, table, actions)
    if wrong != ALL_LEGAL:
        return wrong
    for i in range(len(table.states)):
        s = table.states[i]
        take_up(table, i)
        game.play(s, actions[i])
        let_chance_move(game, table, i)
        table.over[i] = s.over != 0
        for player in range(game.players):
            table.rewards[i, player] = (s.score[player] - table.shift) * table.factor if s.over else 0.0
        if s.over:
            begin(game, table, i)
        put_down(table, i)
        show(game, table, i)
    return ALL_LEGAL


@compiled
def draw_all(game: Game, table: Table, drawn: np.ndarray, rng: Stream) -> None:
    """A legal action for each game, each as likely as the others."""
    for i in range(len(table.states)):
        drawn[i] = game.any_action(table.states[i], table.eyes.actions, rng)


@compiled
def start(game: Game, states: np.ndarray, dice: Stream) -> None:
    """Begin a game in states[0], whose bytes are all zero."""
    game.start(states[0], dice)
