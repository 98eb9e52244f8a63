"""What a player can know of a game with hidden stones, kept by following it from its first move: all pairs of the
other's stones, and what the other has found, that fit what he has seen so far."""

from typing import Any

from tests.games.oracles import connected, owner_of_a_line, straight_lines
from treewright.games.dark_hex import DarkHex

LINES = straight_lines((3, 3), 3)
Cells = frozenset[int]
World = tuple[Cells, Cells]


def cells(words: Any) -> Cells:
    """A set of cells out of one word of a state, or several."""
    listed = [int(word) for word in getattr(words, "flat", [words])]
    return frozenset(64 * k + bit for k, word in enumerate(listed) for bit in range(64) if word >> bit & 1)


def over(game: Any, player: int, stones: Cells) -> bool:
    """Has the player won with these stones?"""
    size = game.size if isinstance(game, DarkHex) else 3
    board = {divmod(cell, size): player for cell in stones}
    return (connected(board, size) if isinstance(game, DarkHex) else owner_of_a_line(board, LINES)) is not None


def reachable(game: Any, me: int, actions: list[int], movers: list[int], mine_after: list[Cells]) -> set[World]:
    """Every world that the player `me` must reckon with, now that so much was played. At his own moves he sees whether
    the cell was free; of the other's turn he sees only that it ends."""
    worlds: set[World] = {(frozenset(), frozenset())}
    for t, action in enumerate(actions):
        if movers[t] == me:
            free = action in mine_after[t]
            worlds = {(stones, found) for stones, found in worlds if (action not in stones) == free}
        elif t + 1 == len(movers) or movers[t + 1] == me:
            worlds = after_a_turn(game, me, worlds, mine_after[t])
    return worlds


def after_a_turn(game: Any, me: int, worlds: set[World], mine: Cells) -> set[World]:
    """The other tried taken cells, as many as he liked, and then put a stone; the game went on."""
    board = range(game.actions)
    return {(put, more) for stones, found in worlds for more in larger(found, mine) for cell in board
            if cell not in stones and cell not in mine
            for put in [stones | {cell}] if not over(game, 1 - me, put)}


def larger(found: Cells, mine: Cells) -> list[Cells]:
    """All sets from `found` to `mine`."""
    made = [found]
    for cell in sorted(mine - found):
        made += [one | {cell} for one in made]
    return made
