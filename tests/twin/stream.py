"""Random numbers: xoroshiro128++ 1.0 (Blackman & Vigna 2019) in Python's whole numbers.

The compiled search draws from the same generator; both must draw the same numbers in the same order.
"""

from typing import Any

import numpy as np

WORD = 2**64


def rotated(word: int, by: int) -> int:
    """A word of 64 bits, rotated to the left."""
    return (word << by | word >> (64 - by)) % WORD


class Dice:
    """The state is two words. A seed fills them by way of NumPy's SeedSequence."""

    def __init__(self, seed: Any):
        sequence = seed if isinstance(seed, np.random.SeedSequence) else np.random.SeedSequence(seed)
        self.words = [int(word) for word in sequence.generate_state(2, np.uint64)]

    def word(self) -> int:
        """The next 64 random bits."""
        one, two = self.words
        drawn = (rotated((one + two) % WORD, 17) + one) % WORD
        two ^= one
        self.words = [rotated(one, 49) ^ two ^ (two << 21) % WORD, rotated(two, 28)]
        return drawn

    def below(self, n: int) -> int:
        """A whole number in 0 .. n - 1, from the upper half of a word (Lemire 2019, without rejection)."""
        return (self.word() >> 32) * int(n) >> 32

    def random(self) -> float:
        """A number in [0, 1), from the upper 53 bits of a word."""
        return (self.word() >> 11) / 2**53

    def shuffle(self, items: list[Any]) -> None:
        """Every order as likely as any other (Fisher & Yates): draw the first, then the second, ..."""
        for i in range(len(items) - 1):
            j = i + self.below(len(items) - i)
            items[i], items[j] = items[j], items[i]

    def pick(self, weights: list[float], total: float = 1.0) -> int:
        """A place in a list, as likely as its share of the total."""
        draw = self.random() * total
        for place, weight in enumerate(weights[:-1]):
            if draw < weight:
                return place
            draw -= weight
        return len(weights) - 1


def added(weights: list[float]) -> float:
    """The sum from first to last (Python's own sum corrects the rounding, since 3.12)."""
    total = 0.0
    for weight in weights:
        total += weight
    return total
