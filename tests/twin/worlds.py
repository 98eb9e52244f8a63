"""What the twin imagines of games with hidden stones: plain sets of cells, and the numbers drawn as the games draw."""

from typing import Any

import numpy as np

from tests.belief.hidden import Cells, cells, over
from tests.twin.stream import Dice
from treewright.core.record import view
from treewright.games.dark_hex import DarkHex
from treewright.games.hex import edges, neighbours


def imagine(game: Any, observation: np.ndarray, dice: Dice) -> np.ndarray:
    """A state that fits what the player to move has seen: the other's stones are drawn until he has not won."""
    s = view(observation)
    me = int(s.to_move)
    mine, seen = cells(s.stones[me]), cells(s.found[me])
    while True:
        his = seen | dealt(sorted(set(range(game.actions)) - mine - seen), len(mine) + me - len(seen), dice)
        found = mine & (cells(np.uint64(dice.word())) if isinstance(game, DarkHex) else cells(dice.below(2**9)))
        if not over(game, 1 - me, his):
            break
    world = observation.copy()
    w = view(world)
    w.stones[1 - me], w.found[1 - me] = word(his), word(found)
    if isinstance(game, DarkHex):
        w.linked[1 - me] = word(linked(game, 1 - me, his))
    return world


def dealt(unknown: list[int], wanted: int, dice: Dice) -> Cells:
    """So many of the cells, each choice as likely as any other: every cell with the chance that is due to it."""
    taken: set[int] = set()
    for place, cell in enumerate(unknown):
        if dice.below(len(unknown) - place) < wanted - len(taken):
            taken.add(cell)
    return frozenset(taken)


def linked(game: DarkHex, player: int, stones: Cells) -> Cells:
    """The stones that hang together with the player's first side."""
    pending = [cell for cell in edges(game.size)[player] if cell in stones]
    met = set(pending)
    while pending:
        for cell in neighbours(pending.pop(), game.size):
            if cell in stones and cell not in met:
                met.add(cell)
                pending.append(cell)
    return frozenset(met)


def word(stones: Cells) -> int:
    return sum(1 << cell for cell in stones)
