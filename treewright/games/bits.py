"""Sets of cells as the bits of a word.

Plain functions that Numba takes into the verbs which call them; called from plain Python they stay plain Python.
"""

import numpy as np
from numba.extending import register_jitable

u = np.uint64


@register_jitable
def ones(word: np.uint64) -> np.uint64:
    """How many bits are set: summed by pairs, fours and bytes. LLVM knows this sum and makes one instruction of it."""
    word = word - (word >> u(1) & u(0x5555555555555555))
    word = (word & u(0x3333333333333333)) + (word >> u(2) & u(0x3333333333333333))
    word = word + (word >> u(4)) & u(0x0F0F0F0F0F0F0F0F)
    return word * u(0x0101010101010101) >> u(56)


@register_jitable
def lowest(word: np.uint64) -> np.uint64:
    """The number of the lowest bit that is set: as many bits as lie below it. 64 if none is set."""
    return ones(~word & (word - u(1)))
