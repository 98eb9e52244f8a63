"""What a player sees as planes of numbers, and what he may do as a mask: for environments and for networks.

A game writes its planes itself, by its verb `planes`; what is hidden from a player never reaches that verb.
"""

import numpy as np

from treewright.core.compiling import compiled, compiling_for
from treewright.core.component import Component, declares
from treewright.core.errors import Refused
from treewright.core.fields import count_numbers
from treewright.core.game import Game


def writes_planes(game: Game) -> bool:
    """Does the game write planes of its own?"""
    return type(game).planes is not Game.planes


def plane_shape(game: Game) -> tuple[int, int, int]:
    """Channels, rows and columns; for a game that writes none of its own so many channels on a single cell."""
    if not writes_planes(game):
        return count_numbers(game.state), 1, 1
    if not hasattr(game, "plane_shape"):
        raise Refused(f"{game.name} has the verb planes, but does not declare plane_shape: channels, rows, columns")
    channels, rows, columns = game.plane_shape
    return channels, rows, columns


@declares
class Eyes(Component):
    """What looking at a state needs to write on."""

    seen: np.ndarray
    """record[2]: what a player sees where something is hidden; the second one stays blank."""
    actions: np.ndarray


def new_eyes(game: Game) -> Eyes:
    if game.hidden and type(game).observe is Game.observe:
        raise Refused(f"{game.name} hides something, but has no verb observe(s, player, o): what does a player see?")
    return Eyes(np.zeros(2, game.state), np.zeros(game.widest, np.int32))


@compiled
def write_planes(game: Game, eyes: Eyes, states: np.ndarray, i: int, player: int, out: np.ndarray) -> None:
    """The planes of states[i] as `player` sees them."""
    out[:] = 0
    if game.hidden:
        eyes.seen[0] = eyes.seen[1]
        game.observe(states[i], player, eyes.seen[0])
        game.planes(eyes.seen[0], player, out)
    else:
        game.planes(states[i], player, out)


@compiled
def write_mask(game: Game, eyes: Eyes, states: np.ndarray, i: int, player: int, mask: np.ndarray) -> None:
    """int8[actions]: 1 for each action that `player` may take now; all 0 where it is not his turn."""
    mask[:] = 0
    s = states[i]
    if s.over == 0 and s.to_move == player:
        for k in range(game.legal(s, eyes.actions)):
            mask[eyes.actions[k]] = 1


@compiled
def look(game: Game, eyes: Eyes, states: np.ndarray, i: int, player: int, out: np.ndarray, mask: np.ndarray) -> None:
    """Both in one call."""
    write_planes(game, eyes, states, i, player, out)
    write_mask(game, eyes, states, i, player, mask)


@compiled
def _write_all(game: Game, eyes: Eyes, states: np.ndarray, players: np.ndarray, out: np.ndarray) -> None:
    for i in range(len(states)):
        write_planes(game, eyes, states, i, players[i], out[i])


def planes_of(game: Game, states: np.ndarray, players: np.ndarray | None = None) -> np.ndarray:
    """float32[n, channels, rows, columns] of n states, each as its player sees it: whoever is to move, unless said."""
    out = np.zeros((len(states), *plane_shape(game)), np.float32)
    lookers = np.maximum(states["to_move"] if players is None else players, 0).astype(np.int64)
    with compiling_for(f"the planes of {game.name}"):
        _write_all(game, new_eyes(game), states, lookers, out)
    return out
