"""The generator of Java (java.util.Random), so that recorded draws can be repeated: 48 bits, multiply and add."""

import dataclasses

import numpy as np

from treewright.core.component import verb
from treewright.core.stream import Stream

MULTIPLIER, BITS = 0x5DEECE66D, (1 << 48) - 1


class JavaRandom(Stream):
    """`state` holds the 48 bits; `draws` counts the calls of `random`."""

    state: np.ndarray = dataclasses.field(init=False)
    draws: np.ndarray = dataclasses.field(init=False)

    def __post_init__(self, seed):
        self.state = np.array([(seed ^ MULTIPLIER) & BITS], np.int64)
        self.draws = np.zeros(1, np.int64)

    @verb
    def next(self, bits):
        self.state[0] = self.state[0] * MULTIPLIER + 0xB & BITS
        return self.state[0] >> 48 - bits

    def random(self):
        self.draws[0] += 1
        high = self.next(26)
        return float((high << 27) + self.next(27)) / 9007199254740992.0

    @verb
    def single(self):
        """nextFloat: 24 bits."""
        return np.float32(self.next(24)) / np.float32(16777216.0)

    def below(self, n):
        if n & -n == n:
            return n * self.next(31) >> 31
        while True:
            drawn = self.next(31)
            value = drawn % n
            if drawn - value + (n - 1) < 1 << 31:
                return value
