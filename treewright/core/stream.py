"""Random numbers inlined in the loop: xoroshiro128++ (Blackman & Vigna 2019), seeded from a SeedSequence.

One stream a thread. All seeds come from one tree of SeedSequences (run, match, game, seat), so a game depends on its
place in that tree alone and never on which worker played it.
"""

import dataclasses

import numpy as np

from treewright.core.compiling import compiled
from treewright.core.component import Component, declares

u = np.uint64
Seed = int | tuple[int, ...] | np.random.SeedSequence


def branch(seed: Seed, *path: int) -> np.random.SeedSequence:
    """The seed at a place below `seed` in the tree of seeds."""
    root = seed if isinstance(seed, np.random.SeedSequence) else np.random.SeedSequence(seed)
    return np.random.SeedSequence(root.entropy, spawn_key=(*root.spawn_key, *path))


@declares
class Stream(Component):
    """`below(n)`: a whole number in 0..n-1; `random()`: a number in [0, 1)."""

    seed: dataclasses.InitVar[Seed]
    state: np.ndarray = dataclasses.field(init=False)

    def __post_init__(self, seed: Seed) -> None:
        """Eight bytes of the sequence for each half of the state."""
        sequence = seed if isinstance(seed, np.random.SeedSequence) else np.random.SeedSequence(seed)
        self.state = sequence.generate_state(2, np.uint64)

    def bits(self) -> np.uint64:
        a, b = self.state[0], self.state[1]
        x = a + b
        x = ((x << u(17)) | (x >> u(47))) + a
        b ^= a
        self.state[0] = ((a << u(49)) | (a >> u(15))) ^ b ^ (b << u(21))
        self.state[1] = (b << u(28)) | (b >> u(36))
        return u(x)

    def below(self, n: int) -> int:
        """By multiply and shift; the bias is below n / 2**32."""
        drawn: int = np.int64(((self.bits() >> u(32)) * u(n)) >> u(32))  # type: ignore[assignment]
        return drawn

    def random(self) -> float:
        return float((self.bits() >> u(11)) * (1.0 / 9007199254740992.0))


@compiled
def shuffle(items: np.ndarray, n: int, rng: Stream) -> None:
    """Put the first n items into a random order (Fisher & Yates)."""
    for i in range(n - 1):
        j = i + rng.below(n - i)
        items[i], items[j] = items[j], items[i]
