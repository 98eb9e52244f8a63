"""What is written down of one game, ply by ply: once by compiled code, once by plain Python, and then compared."""

import dataclasses
from typing import Any

import numpy as np

from treewright.core.game import Game
from treewright.core.planes import writes_planes
from treewright.core.record import SPARE

MARGIN = 16
"""Room behind the `widest` entries of a list of actions, so that writing there is seen instead of felt."""
BLANK = -777_777_777

STARTING, LOOKING, ASKING, COPYING, PLAYING, KEYING, FORGETTING, SWAPPING, WINNING, SEEING, PAINTING = range(11)
"""What a game is at: the second of a sheet's marks."""
VERBS = ("start", "legal", "any_action", "copy", "play", "key", "key", "play", "wins", "observe", "planes")
"""The verb that is being called at each of them."""

PLY, STEP, LOOKED, PAINTED = range(4)
"""A sheet's marks: the ply it is at, the step of that ply, how many states were asked for their actions, and how
many for their planes."""

COUNT, TAKEN, DRAWN, FAULTS, SWAPPED = range(5)
"""A sheet's notes on a ply: how many actions there are, the one that is played, the one that any_action gave, what
compiled code finds wrong, and whether the move exchanged with the player's last one leads to the same position (1) or
not (2)."""

(CHANGED_BY_LOOKING, CHANGED_BY_COPY, KEYED_TWICE, KEY_HIDES_MOVER, OTHER_ACTIONS, OTHER_FUTURE, OTHER_GAIN,
 NOT_THE_WINNER, WINNER_MISSED, CHANGED_BY_PAINTING, PAINTED_BEYOND) = (1 << bit for bit in range(11))
"""What can be wrong."""


@dataclasses.dataclass
class Sheet:
    """Row t is about the state after t plies. `raw` and its kin are the same memory as bytes."""

    states: np.ndarray
    raw: np.ndarray
    before: np.ndarray
    """uint8[t, byte]: the state as it was before anything was asked of it."""
    keyed: np.ndarray
    keyed_raw: np.ndarray
    swapped: np.ndarray
    """The keyed position that the move exchanged with the player's last one leads to."""
    swapped_raw: np.ndarray
    lists: np.ndarray
    """int32[t, widest + MARGIN]: the legal actions, or the outcomes of chance."""
    odds: np.ndarray
    notes: np.ndarray
    """int64[t, 5]."""
    answers: np.ndarray
    """int64[t, player]: what wins gave."""
    sight: np.ndarray
    """uint64[t]: a digest of all players' observations."""
    painted: np.ndarray
    """uint64[t]: a digest of all players' planes."""
    paints: bool
    """Does the game write planes of its own?"""
    canvas: np.ndarray
    """float32[plane_shape]: what planes are written into."""
    canvas_raw: np.ndarray
    marks: np.ndarray
    scratch: np.ndarray
    """Four states to try things on."""
    scratch_raw: np.ndarray
    seen: np.ndarray
    """An observation for each player."""
    seen_raw: np.ndarray
    spare: np.ndarray
    """int32[widest + MARGIN]: another list of actions."""
    spare_odds: np.ndarray
    stamps: np.ndarray
    """int64[actions]: which actions a list holds."""
    kept: np.ndarray
    """int64[...]: the bytes that identify a position."""

    @property
    def counts(self) -> np.ndarray:
        return self.notes[:, COUNT]

    @property
    def taken(self) -> np.ndarray:
        return self.notes[:, TAKEN]

    @property
    def drawn(self) -> np.ndarray:
        return self.notes[:, DRAWN]

    @property
    def faults(self) -> np.ndarray:
        return self.notes[:, FAULTS]

    @property
    def swaps(self) -> np.ndarray:
        return self.notes[:, SWAPPED]


def new_sheet(game: Game) -> Sheet:
    """Room for the longest game. Memory is touched only as it is used."""
    plies, width, size = game.longest + 2, game.widest + MARGIN, game.state.itemsize

    def records(n: int) -> tuple[np.ndarray, np.ndarray]:
        made = np.zeros(n, game.state)
        return made, made.view(np.uint8).reshape(n, size)

    canvas = np.zeros(game.plane_shape if writes_planes(game) else (1, 1, 1), np.float32)
    return Sheet(*records(plies), np.zeros((plies, size), np.uint8), *records(plies), *records(plies),
                 np.zeros((plies, width), np.int32), np.zeros((plies, width)), np.zeros((plies, 5), np.int64),
                 np.zeros((plies, game.players), np.int64), np.zeros(plies, np.uint64),
                 np.zeros(plies, np.uint64), writes_planes(game), canvas, canvas.reshape(-1).view(np.uint8),
                 np.zeros(4, np.int64), *records(4), *records(game.players), np.zeros(width, np.int32), np.zeros(width),
                 np.zeros(game.actions, np.int64), identifying_bytes(game))


def identifying_bytes(game: Game) -> np.ndarray:
    """int64[...]: all but the score's and the spare ones."""
    fields: dict[str, Any] = dict(game.state.fields or {})
    return np.array(sorted(byte for name, (dtype, offset, *_) in fields.items()
                           if name != "score" and not name.startswith(SPARE)
                           for byte in range(offset, offset + dtype.itemsize)), np.int64)


def clear(sheet: Sheet) -> None:
    """Make the sheet ready for another game; the rows are made blank as the game reaches them."""
    sheet.raw[0] = 0
    sheet.marks[:] = 0
