"""The fingerprint of a position: 127 bits from the bytes that identify it.

What identifies a position is as in `core.identity`: its key without the score. Every eight bytes pass through
a bijective mixing function (splitmix64: Steele, Lea & Flood 2014; the finaliser of MurmurHash3: Appleby
2011). Two halves that mix differently make it certain for all purposes that different positions have
different fingerprints: among a thousand million of them the odds of one coincidence are 1 in 10**20.
"""

from typing import Any

import numpy as np

from treewright.core.compiling import compiled
from treewright.core.component import Component, declares
from treewright.core.game import Game, State
from treewright.core.identity import new_shelf

u = np.uint64
SEED_A, SEED_B = u(0x9E3779B97F4A7C15), u(0xC2B2AE3D27D4EB4F)


@declares
class Key(Component):
    """One state to key, the same memory as words, and which bits of which words count."""

    state: np.ndarray
    words: np.ndarray
    """uint64[word]."""
    places: np.ndarray
    """int64[...]: the words that hold something which identifies a position."""
    mask: np.ndarray
    """uint64[word]."""


def new_key(game: Game) -> Key:
    """A key with room for one state of the game."""
    size = game.state.itemsize
    words = np.zeros(-(-size // 8), np.uint64)
    mask = np.zeros_like(words)
    mask.view(np.uint8)[new_shelf(game, 1).kept] = 0xFF
    state: np.ndarray[Any, Any] = words.view(np.uint8)[:size].view(game.state)
    return Key(state, words, np.flatnonzero(mask), mask)


@compiled
def fingerprint(game: Game, key: Key, s: State) -> tuple[np.uint64, np.uint64]:
    """Two numbers that are the same for equal positions, and for no others. The second is never 0."""
    game.copy(key.state, 0, s)
    game.key(key.state[0])
    a, b = SEED_A, SEED_B
    for i in key.places:
        word = key.words[i] & key.mask[i]
        a = mixed(a ^ word, u(30), u(0xBF58476D1CE4E5B9), u(27), u(0x94D049BB133111EB), u(31))
        b = mixed(b + word, u(33), u(0xFF51AFD7ED558CCD), u(33), u(0xC4CEB9FE1A85EC53), u(33))
    return a, b | u(1)


@compiled
def mixed(z: np.uint64, r: np.uint64, m: np.uint64, s: np.uint64, n: np.uint64, t: np.uint64) -> np.uint64:
    """Shift and multiply, twice, and shift: every bit of z comes to matter for every bit of the result."""
    z = (z ^ (z >> r)) * m
    z = (z ^ (z >> s)) * n
    return z ^ (z >> t)
