"""What is kept of a game that was played: its moves, its result and how it came about, and what each move cost."""

import dataclasses
from typing import NamedTuple

import numpy as np

THOUGHT = np.dtype([("simulations", "u4"), ("seconds", "f4"), ("depth_mean", "f4"), ("depth_largest", "u2"),
                    ("value", "f4")])
"""What a move cost: simulations, seconds, the depths reached and the root's value to the mover on the scale of the
search; zeros and nan where the mover did not search or chance moved."""


class Forfeit(NamedTuple):
    """A game that an agent lost otherwise than by the rules."""

    seat: int
    reason: str
    """illegal (an action that is not legal), crash (it raised, or its process died) or time (it took too long)."""
    words: str
    """One line for a person: what was played, raised or exceeded."""


REASONS = ("illegal", "crash", "time")


@dataclasses.dataclass(frozen=True)
class Played:
    """A game."""

    actions: tuple[int, ...]
    """Every action from the game's own beginning on, those of chance and of the start included."""
    scores: tuple[float, ...]
    """In the game's own points; after a forfeit the least for the loser and the most for the others."""
    seconds: float
    finished: bool = True
    """False where it was stopped before its end."""
    forfeit: Forfeit | None = None
    opening: bytes = b""
    """A digest of the game's own beginning, so that games that begin at random differ where their moves do not."""
    thoughts: np.ndarray | None = None
    """THOUGHT[ply]."""

    @property
    def fingerprint(self) -> tuple[bytes, tuple[int, ...]]:
        """What two games have in common that are the same, move for move."""
        return self.opening, self.actions
