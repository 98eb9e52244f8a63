"""The legal action that is worth most."""

import numpy as np

from treewright.core.compiling import compiled
from treewright.core.stream import Stream


@compiled
def highest(worth: np.ndarray, actions: np.ndarray, n: int, rng: Stream) -> int:
    """Of the n actions, the one that is worth most by the table; of k equals each with probability 1 / k."""
    best, equals = actions[0], 1
    for k in range(1, n):
        if worth[actions[k]] > worth[best]:
            best, equals = actions[k], 1
        elif worth[actions[k]] == worth[best]:
            equals += 1
            if rng.below(equals) == 0:
                best = actions[k]
    return best
