"""How much better one action is than another where both could be played: a running mean for every pair of actions.

    D(a, b) = E{ Q(s, a) - Q(s, b) | s in S },    D(b, a) = -D(a, b)        (equation 18 of Kao et al. 2013)

Pairs that never met cost nothing. For up to DENSE actions that is a square of memory which is only touched where a
pair is met, and a look-up is one step; for more, a hash table.
"""

import numpy as np

from treewright.core.compiling import compiled
from treewright.core.component import Component, declares, python_only

DENSE = 1024
"""So many actions have a square of 12 megabytes at most."""
ENTRY = np.dtype([("pair", "i8"), ("mean", "f8"), ("samples", "i4")], align=True)
MIXER = np.uint64(0x9E3779B97F4A7C15)
"""2**64 over the golden ratio: multiplied by it, neighbours part (Knuth, The Art of Computer Programming, 6.4)."""


@declares
class Differences(Component):
    """D, and how often each pair was compared."""

    def between(self, a: int, b: int) -> float:
        """D(a, b); 0 for a pair that never met."""
        return 0.0

    def samples(self, a: int, b: int) -> int:
        """How often the two were compared."""
        return 0

    def note(self, a: int, b: int, sample: float) -> float:
        """One more sample of Q(s, a) - Q(s, b); by how much D(a, b) grew."""
        return 0.0

    def correct(self, a: int, b: int, change: float) -> float:
        """One of the samples of a pair that has met was too small by `change`; by how much D(a, b) grew."""
        return 0.0

    def forget(self) -> None:
        """As if no pair had ever met."""

    @python_only
    def matrix(self, actions: int) -> np.ndarray:
        """D as a square, for so many actions."""
        return np.array([[self.between(a, b) for b in range(actions)] for a in range(actions)])


class Square(Differences):
    """Both signs are kept, so that all that is known of one action lies side by side."""

    mean: np.ndarray
    """float64[action, action]: D."""
    count: np.ndarray
    """int32[action, action]: samples."""

    def between(self, a, b):
        return self.mean[a, b]

    def samples(self, a, b):
        return self.count[a, b]

    def note(self, a, b, sample):
        before = self.mean[a, b]
        self.count[a, b] += 1
        self.count[b, a] = self.count[a, b]
        self.mean[a, b] += (sample - before) / self.count[a, b]
        self.mean[b, a] = -self.mean[a, b]
        return self.mean[a, b] - before

    def correct(self, a, b, change):
        grown = change / self.count[a, b]
        self.mean[a, b] += grown
        self.mean[b, a] -= grown
        return grown

    def forget(self):
        self.mean[:] = 0
        self.count[:] = 0


class Hashed(Differences):
    """An open-addressed hash table of pairs, linear probing; when three entries of four are taken, pairs that have not
    met yet are not noted any more. Fields in brackets are the same to plain Python, which asks for D, too."""

    entries: np.ndarray
    """ENTRY[a power of two]; `pair` is 0 in the empty ones."""
    taken: np.ndarray
    """int64[1]."""
    actions: int

    def between(self, a, b):
        mean = self.entries[place_of(self.entries, pair_of(self.actions, a, b))]["mean"]
        return mean if a < b else -mean

    def samples(self, a, b):
        return self.entries[place_of(self.entries, pair_of(self.actions, a, b))]["samples"]

    def note(self, a, b, sample):
        pair = pair_of(self.actions, a, b)
        i = place_of(self.entries, pair)
        if self.entries[i]["pair"] == 0:
            if 4 * (self.taken[0] + 1) > 3 * self.entries.size:
                return 0.0
            self.entries[i]["pair"] = pair
            self.taken[0] += 1
        signed = sample if a < b else -sample
        before = self.entries[i]["mean"]
        self.entries[i]["samples"] += 1
        self.entries[i]["mean"] += (signed - before) / self.entries[i]["samples"]
        grown = self.entries[i]["mean"] - before
        return grown if a < b else -grown

    def correct(self, a, b, change):
        i = place_of(self.entries, pair_of(self.actions, a, b))
        if self.entries[i]["pair"] == 0:
            return 0.0
        grown = change / self.entries[i]["samples"]
        self.entries[i]["mean"] += grown if a < b else -grown
        return grown

    def forget(self):
        self.entries["pair"][:] = 0
        self.entries["mean"][:] = 0
        self.entries["samples"][:] = 0
        self.taken[0] = 0


def new_differences(actions: int, pairs: int) -> Differences:
    """For so many actions; where there are many of them, at most so many pairs are remembered."""
    if actions <= DENSE:
        return Square(np.zeros((actions, actions)), np.zeros((actions, actions), np.int32))
    size = 1 << max(4, (4 * pairs // 3).bit_length())
    return Hashed(np.zeros(size, ENTRY), np.zeros(1, np.int64), actions)


@compiled
def pair_of(actions: int, a: int, b: int) -> int:
    """The number of a pair, whichever of the two comes first; never 0 for two different actions."""
    return min(a, b) * actions + max(a, b)


@compiled
def place_of(entries: np.ndarray, pair: int) -> int:
    """Where a pair stands, or would."""
    last = entries.size - 1
    i = np.int64((np.uint64(pair) * MIXER) >> np.uint64(32)) & last
    while entries[i]["pair"] != 0 and entries[i]["pair"] != pair:
        i = (i + 1) & last
    return int(i)
