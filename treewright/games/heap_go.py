"""Heap-Go: a sum of heaps of counters (Kao, Wu, Yen & Shan, "Incentive Learning in Monte Carlo Tree Search", 2013)."""

import dataclasses
import re
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from treewright.cgt.heap import Heap
from treewright.core.errors import Refused
from treewright.core.game import Game, State
from treewright.core.record import record
from treewright.games.drawing import LETTERS, outcome

u = np.uint64

HEAVIEST = 10
"""The largest weight of a random counter."""
MOST_HEAPS, MOST_COUNTERS, MOST_WEIGHT = 512, 64, 99
LONGEST_WORD = 40
"""Characters of a counter given as text; Python itself refuses to read a number of thousands of digits."""
COLOURS = {"B": 1, "R": -1}
PLAYERS = ("Left", "Right")


@lru_cache(None)
def layout(heaps: int, counters: int) -> np.dtype[Any]:
    """The record for up to so many heaps and counters in each."""
    return record(counter=("i1", (heaps, counters)), height=("i1", heaps), left="i4", to_move="i1", over="i1",
                  score=("f4", 2))


def room(n: int) -> int:
    """The next power of two, so that games of like size share compiled code."""
    return 1 << (n - 1).bit_length()


def read_heaps(text: str) -> list[list[int]]:
    """`"B5 R2 B3 / R7 B1"` as signed weights, counters from bottom to top."""
    heaps = [heap.split() for heap in text.split("/")]
    for number, words in enumerate(heaps):
        if not words:
            raise Refused(f"heap {letters(number)} of {text!r} has no counters; write heaps like B5 R2 B3 / R7 B1")
        for word in words:
            if not re.fullmatch("[BbRr][0-9]+", word):
                raise Refused(f"{word!r} is not a counter; write B or R and a weight, like B5")
            if len(word) > LONGEST_WORD or not 1 <= int(word[1:]) <= MOST_WEIGHT:
                raise Refused(f"the weight of {word[:LONGEST_WORD]} must be 1 to {MOST_WEIGHT}")
    return [[COLOURS[word[0].upper()] * int(word[1:]) for word in words] for words in heaps]


def letters(heap: int) -> str:
    """A, B, ... Z, AA, AB, ..."""
    above, last = divmod(heap, len(LETTERS))
    return (letters(above - 1) if above else "") + LETTERS[last].upper()


@lru_cache(2 * MOST_HEAPS)
def heats(counters: tuple[int, ...]) -> tuple[Fraction, ...]:
    """The temperatures of all that can remain of a heap, by height from 1 on."""
    return Heap(counters).temperatures[1:]


def checked(count: object, what: str, most: int) -> int:
    if isinstance(count, bool) or not isinstance(count, int):
        raise Refused(f"the number of {what} must be a whole number, not {count!r}")
    if not 1 <= count <= most:
        raise Refused(f"Heap-Go has 1 to {most} {what}, not {count}")
    return count


class HeapGo(Game):
    """Heaps of counters, each blue or red, with a weight. Left, who begins, and Right in turn choose a heap and take
    counters from its top: Left until he took a red one or the heap is empty, Right until he took a blue one or the heap
    is empty. When all are gone, each has the weights that he took, and the score is the difference.

    `heap_go(5, 5)` has 5 heaps of 5 counters with random weights 1 to 10 and colours; `heap_go("B5 R2 B3 / R7 B1")` is
    one setup, each heap from bottom to top. `counter[heap, k]` is a weight, positive for blue and negative for red; a
    heap holds its lowest `height` counters, and `left` counters are there in all. The setup is part of the state, so
    that a match can draw a new one for every game. Action heap * tallest + k takes counter k and what follows below it:
    a move keeps its number as long as it can be made. People write the heap's letter and its height, C3."""

    tallest: int = dataclasses.field(init=False)
    """How many counters the tallest heap has."""
    setup: np.ndarray = dataclasses.field(init=False)
    """int8[heaps, counters]: the counters of a setup given as text; all zero where they are drawn."""
    heaviest: int = dataclasses.field(init=False)
    """The largest weight of a counter that there may be."""
    total: int = dataclasses.field(init=False)
    """The largest weight of all counters together."""

    def __init__(self, heaps: int | str = 5, counters: int | None = None) -> None:
        """So many heaps of so many counters (as many as heaps, unless said), or the heaps themselves as text."""
        self.heaps, self.counters = heaps, None if counters == heaps else counters
        given: list[list[int]] = []
        if isinstance(heaps, str):
            if counters is not None:
                raise Refused("heaps that are given as text have the counters that the text says; leave out the number")
            given = read_heaps(heaps)
            heaps, counters = len(given), max(map(len, given))
        self.widest = checked(heaps, "heaps", MOST_HEAPS)
        self.tallest = checked(heaps if counters is None else counters, "counters a heap", MOST_COUNTERS)
        self.actions = self.widest * self.tallest
        self.longest = sum(map(len, given)) or self.actions
        self.heaviest = max((abs(weight) for heap in given for weight in heap), default=HEAVIEST)
        self.total = sum(abs(weight) for heap in given for weight in heap) or HEAVIEST * self.actions
        self.score_range = (-float(self.total), float(self.total))
        self.plane_shape = (4, self.widest, self.tallest)
        self.state = layout(room(self.widest), room(self.tallest))
        self.setup = np.zeros((self.widest, self.tallest), np.int8)
        for heap, weights in enumerate(given):
            self.setup[heap, :len(weights)] = weights

    def start(self, s, rng):
        drawn = self.setup[0, 0] == 0
        for heap in range(self.widest):
            for k in range(self.tallest):
                counter = self.setup[heap, k]
                if drawn:
                    counter = 1 + rng.below(HEAVIEST)
                    if rng.below(2) == 1:
                        counter = -counter
                if counter != 0:
                    s.counter[heap, k] = counter
                    s.height[heap] += 1
                    s.left += 1

    def legal(self, s, actions):
        n = 0
        for heap in range(self.widest):
            if s.height[heap] > 0:
                actions[n] = heap * self.tallest + s.height[heap] - 1
                n += 1
        return n

    def any_action(self, s, actions, rng):
        """Draw heaps until one is not empty."""
        while True:
            heap = rng.below(self.widest)
            if s.height[heap] > 0:
                return heap * self.tallest + s.height[heap] - 1

    def play(self, s, action):
        heap, me = u(action) // u(self.tallest), u(s.to_move)
        height, points = s.height[heap], 0
        while height > 0:
            height -= 1
            counter = np.int64(s.counter[heap, height])
            points += abs(counter)
            if (counter > 0) == (me == u(1)):
                break
        s.left -= s.height[heap] - height
        s.height[heap] = height
        s.score[me] += points
        s.score[u(1) - me] -= points
        s.to_move ^= 1
        s.over = s.left == 0

    def key(self, s):
        """Counters that were taken do not matter."""
        for heap in range(self.widest):
            for k in range(s.height[heap], self.tallest):
                s.counter[heap, k] = 0

    def planes(self, s, player, out):
        """A row for each heap, a column for each height: the weights of the counters in the player's own colour that
        are still there, those in the other's, 1 everywhere if it is his turn, and everywhere the points by which he
        leads. Weights are told in parts of the heaviest, points in parts of all there are."""
        turn, lead = player == s.to_move and not s.over, s.score[player] / self.total
        for heap in range(self.widest):
            for k in range(self.tallest):
                if k < s.height[heap]:
                    counter = np.int64(s.counter[heap, k])
                    own = (counter > 0) == (player == 0)
                    out[0 if own else 1, heap, k] = abs(counter) / self.heaviest
                out[2, heap, k] = turn
                out[3, heap, k] = lead

    def describe(self, s: State, action: int) -> str:
        return f"{letters(action // self.tallest)}{action % self.tallest + 1}"

    def parse(self, s: State, text: str) -> int:
        """A heap's letter will do: it has but one legal move."""
        for action in self.choices(s):
            if text.strip().upper() == letters(action // self.tallest):
                return action
        return super().parse(s, text)

    def temperatures(self, s: State) -> list[Fraction]:
        """The temperature of each action, which is that of the heap that it takes the top of: a move keeps it as long
        as it can be made. Where there is no such counter, that of nothing, -1."""
        found = [Fraction(-1)] * self.actions
        for heap in range(self.widest):
            known = heats(tuple(int(counter) for counter in s.counter[heap, :self.tallest] if counter != 0))
            found[heap * self.tallest:heap * self.tallest + len(known)] = known
        return found

    def show(self, s: State) -> str:
        """The heaps from bottom to top, as they can be given as text, and the score so far."""
        return "\n".join([*(f"{letters(heap):2} {written(s, heap)}".rstrip() for heap in range(self.widest)),
                          f"Left is {int(s.score[0]):+d}; {outcome(s, PLAYERS)}"])


def written(s: State, heap: int) -> str:
    """What a heap holds: `B5 R2 B3`."""
    return " ".join(f"{'B' if counter > 0 else 'R'}{abs(int(counter))}" for counter in s.counter[heap, :s.height[heap]])
