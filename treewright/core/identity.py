"""Equal positions are equal bytes: the key of a state, seen by compiled code.

The score is left out (what happens next does not depend on it), and so are the spare bytes.
"""

from typing import Any

import numpy as np

from treewright.core.compiling import compiled, compiled_in_passing
from treewright.core.component import Component, declares
from treewright.core.game import Game
from treewright.core.tree import Tree


@declares
class Shelf(Component):
    """Some states, and the same memory as bytes."""

    states: np.ndarray
    raw: np.ndarray
    """uint8[state, byte]."""
    kept: np.ndarray
    """int64[...]: which bytes identify a position."""


def new_shelf(game: Game, length: int) -> Shelf:
    states = np.zeros(length, game.state)
    fields: dict[str, Any] = dict(game.state.fields or {})
    kept = [
        byte
        for name, (dtype, offset, *_) in fields.items()
        if name != "score" and not name.startswith("spare_bytes")
        for byte in range(offset, offset + dtype.itemsize)
    ]
    return Shelf(states, states.view(np.uint8).reshape(length, -1), np.array(sorted(kept), np.int64))


@compiled
def same(shelf: Shelf, i: int, j: int) -> bool:
    """Are two states, both already keyed, the same position?"""
    for byte in shelf.kept:
        if shelf.raw[i, byte] != shelf.raw[j, byte]:
            return False
    return True


@compiled
def child_leading_to(game: Game, tree: Tree, at: int, shelf: Shelf) -> int:
    """The child of `at` (whose state is shelf.states[0]) that leads to the keyed state shelf.states[2]; 0 if none
    does."""
    states = shelf.states
    for child in range(tree.nodes[at].first, tree.nodes[at].first + tree.nodes[at].count):
        game.copy(states, 1, states[0])
        game.play(states[1], tree.nodes[child].action)
        game.key(states[1])
        if same(shelf, 1, 2):
            return child
    return 0


@compiled_in_passing
def follow(game: Game, tree: Tree, at: int, shelf: Shelf, before: np.ndarray, after: np.ndarray) -> int:
    """Where the state after[0] stands in a tree, if before[0] stands at `at`: there too if it is the same position, at
    a child if one leads to it, at 0 if none does."""
    states = shelf.states
    game.copy(states, 1, before[0])
    game.copy(states, 2, after[0])
    game.key(states[1])
    game.key(states[2])
    if same(shelf, 1, 2):
        return at
    game.copy(states, 0, before[0])
    return child_leading_to(game, tree, at, shelf)
